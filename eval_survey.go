package chess

// Survey holds a position under evaluation, and facts about it that several
// features need, most of them as sets of squares. Each fact is computed when it is
// first used. A Survey is valid while a feature is being scored, and is for one
// goroutine.
type Survey struct {
	position *Position
	phase    int
	sums     [2]pair // what the feature being scored has credited, by Color
	trace    *trace  // where credits are recorded for an explanation, or nil

	byColor  [2]SquareSet // all pieces of a colour
	byType   [8]SquareSet // the pieces of a type, of both colours
	nonPawns SquareSet    // knights, bishops, rooks and queens of both colours

	done    uint8         // which of the following are computed for this position
	attacks [2]attacks    // by Color
	from    [64]SquareSet // what the non-pawn piece on a square attacks; undefined for other squares
	zones   [2]kingZone   // by Color
	pawns   *pawnFacts    // in table
	table   *pawnTable    // kept from one position to the next

	// The first numbers of the features whose credits are kept in the table, to tell
	// them from others of their types: see pawnStructure and kingShelter.
	structure, shelter *Tapered
}

// attacks holds the squares that the pieces of one colour attack.
type attacks struct {
	by       [8]SquareSet // by type
	defended SquareSet    // by any piece but the king
	all      SquareSet
}

// A kingZone is what attacks the zone of a king.
type kingZone struct {
	attackers SquareSet // the enemy pieces that attack a square of it
	attacked  SquareSet // the squares of it that they attack
	weak      SquareSet // the attacked squares that no piece but the king defends
}

// What a Survey has computed.
const (
	doneAttacks = 1 << iota
	doneZones
	donePawns
)

// load begins the survey of p.
func (s *Survey) load(p *Position) {
	s.position = p
	s.done = 0
	b := bitboards(&p.cells) // three for the bits of the PieceType, one for Black's pieces
	s.byColor[White], s.byColor[Black] = (b[0]|b[1]|b[2])&^b[3], b[3]
	s.byType[Pawn] = b[0] &^ b[1] &^ b[2]
	s.byType[Knight] = b[1] &^ b[0] &^ b[2]
	s.byType[Bishop] = b[0] & b[1]
	s.byType[Rook] = b[2] &^ b[0] &^ b[1]
	s.byType[Queen] = b[0] & b[2]
	s.byType[King] = b[1] & b[2]
	minors, majors := b[1]&^b[2], b[2]&^b[1]
	s.nonPawns = minors | majors
	s.phase = min(minors.Len()+2*majors.Len()+2*s.byType[Queen].Len(), MaxPhase)
}

// Position returns the position under evaluation. Features must not change it, nor
// keep the pointer.
func (s *Survey) Position() *Position { return s.position }

// Phase returns the game phase: MaxPhase with all pieces on the board, 0 with
// kings and pawns only. A knight or bishop counts 1, a rook 2, a queen 4, and a
// sum above MaxPhase, after promotions, counts as MaxPhase (as in PeSTO).
func (s *Survey) Phase() int { return s.phase }

// Credit adds t, in centipawns, to the score that the feature being scored gives c:
// what is positive is good for c. sq is the square that the reason belongs to, for
// an explanation, or NoSquare. What one feature credits one colour must add up to
// no more than a million centipawns either way, or sums may overflow.
func (s *Survey) Credit(c Color, sq Square, t Tapered) {
	s.sums[c&1] += t.pair()
	if s.trace != nil {
		s.trace.record(c, sq, t)
	}
}

// Pieces returns the squares of c's pieces of a type; none for NoPieceType.
func (s *Survey) Pieces(c Color, t PieceType) SquareSet { return s.byColor[c&1] & s.byType[t&7] }

// Occupied returns the squares that are not empty.
func (s *Survey) Occupied() SquareSet { return s.byColor[White] | s.byColor[Black] }

// OccupiedBy returns the squares of all of c's pieces.
func (s *Survey) OccupiedBy(c Color) SquareSet { return s.byColor[c&1] }

// Attacks returns the squares that c attacks, empty or not. Pinned pieces attack
// like others; pieces behind others on a line do not (see Position.XRayAttackers).
func (s *Survey) Attacks(c Color) SquareSet { return s.attacksOf(c).all }

// AttacksBy returns the squares that c's pieces of a type attack; none for
// NoPieceType.
func (s *Survey) AttacksBy(c Color, t PieceType) SquareSet { return s.attacksOf(c).by[t&7] }

// AttacksFrom returns the squares that the piece on sq attacks; none if sq is empty
// or NoSquare.
func (s *Survey) AttacksFrom(sq Square) SquareSet {
	if s.nonPawns.Has(sq) {
		s.attacksOf(White) // fills s.from
		return s.from[sq&63]
	}
	return s.position.pieceAt(sq).Attacks(sq, s.Occupied())
}

// KingZone returns the zone of c's king: its square, those around it, and the three
// in front of these.
func (s *Survey) KingZone(c Color) SquareSet {
	return kingZones[c&1][s.position.king(c)]
}

// Passed returns c's passed pawns: those with no enemy pawn in front of them, on
// their file or on those beside it, and no pawn of c in front of them on their file.
func (s *Survey) Passed(c Color) SquareSet { return s.pawnFacts().passed[c&1] }

// typeOn returns the type of the piece on a square that is not empty.
func (s *Survey) typeOn(sq Square) PieceType {
	return s.position.pieceOn(mailbox[sq&63]).pieceType()
}

// nonPawnsOf returns c's knights, bishops, rooks and queens.
func (s *Survey) nonPawnsOf(c Color) SquareSet { return s.byColor[c&1] & s.nonPawns }

// attacksOf returns what c's pieces attack.
func (s *Survey) attacksOf(c Color) *attacks {
	if s.done&doneAttacks == 0 {
		s.findAttacks()
	}
	return &s.attacks[c&1]
}

// unsafe returns the squares that do not count for the reach of c's pieces: those
// that c occupies, and those that enemy pawns attack.
func (s *Survey) unsafe(c Color) SquareSet {
	return s.byColor[c&1] | s.attacksOf(c.Other()).by[Pawn]
}

// findAttacks computes attacks and from. It is not inlined, so that attacksOf is.
//
//go:noinline
func (s *Survey) findAttacks() {
	s.done |= doneAttacks
	occupied := s.Occupied()
	for c := range Color(2) {
		a := &s.attacks[c]
		var n, b, r, q SquareSet
		for set := s.Pieces(c, Knight); set != 0; set &= set - 1 {
			sq := set.First()
			s.from[sq] = knightAttacks[sq]
			n |= s.from[sq]
		}
		for set := s.Pieces(c, Bishop); set != 0; set &= set - 1 {
			sq := set.First()
			s.from[sq] = bishopAttacks(sq, occupied)
			b |= s.from[sq]
		}
		for set := s.Pieces(c, Rook); set != 0; set &= set - 1 {
			sq := set.First()
			s.from[sq] = rookAttacks(sq, occupied)
			r |= s.from[sq]
		}
		for set := s.Pieces(c, Queen); set != 0; set &= set - 1 {
			sq := set.First()
			s.from[sq] = bishopAttacks(sq, occupied) | rookAttacks(sq, occupied)
			q |= s.from[sq]
		}
		p := pawnAttacks(c, s.Pieces(c, Pawn))
		k := kingAttacks[s.position.king(c)]
		nonPawns := n | b | r | q
		a.by[Pawn], a.by[Knight], a.by[Bishop], a.by[Rook], a.by[Queen], a.by[King] = p, n, b, r, q, k
		a.defended, a.all = nonPawns|p, nonPawns|p|k
	}
}

// zone returns the zone of c's king.
func (s *Survey) zone(c Color) *kingZone {
	if s.done&doneZones == 0 {
		s.findZones()
	}
	return &s.zones[c&1]
}

// findZones computes zones. It is not inlined, so that zone is.
//
//go:noinline
func (s *Survey) findZones() {
	s.done |= doneZones
	for c := range Color(2) {
		z := &s.zones[c]
		own, enemy := s.attacksOf(c), s.attacksOf(c.Other())
		zone := kingZones[c][s.position.king(c)]
		z.attacked = zone & enemy.all
		z.weak = z.attacked &^ own.defended
		attackers := pawnAttacks(c, zone) & s.Pieces(c.Other(), Pawn)
		if zone&enemy.by[King] != 0 {
			attackers |= s.Pieces(c.Other(), King)
		}
		for set := s.nonPawnsOf(c.Other()); set != 0; set &= set - 1 {
			sq := set.First() & 63
			attackers |= SquareSet(oneIf(s.from[sq]&zone != 0)) << sq
		}
		z.attackers = attackers
	}
}

// pawnFacts returns what is known about the pawns.
func (s *Survey) pawnFacts() *pawnFacts {
	if s.done&donePawns == 0 {
		s.findPawns()
	}
	return s.pawns
}

// findPawns finds the pawns in the table, or computes the facts about them. It is
// not inlined, so that pawnFacts is.
//
//go:noinline
func (s *Survey) findPawns() {
	s.done |= donePawns
	if s.table == nil {
		s.table = new(pawnTable)
	}
	key := pawnKey{s.Pieces(White, Pawn), s.Pieces(Black, Pawn)}
	s.pawns = &s.table[key.index()]
	if s.pawns.key != key {
		*s.pawns = pawnFacts{key: key}
		s.pawns.find()
	}
}
