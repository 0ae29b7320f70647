package chess

// Survey holds a position under evaluation, and facts about it that several
// features need. Each fact is computed when it is first used. A Survey is valid
// while a feature is being scored, and is for one goroutine.
type Survey struct {
	position *Position
	phase    int
	sums     [2]pair // what the feature being scored has credited, by Color
	trace    *trace  // where credits are recorded for an explanation, or nil

	byColor [2]squareSet // all pieces of a colour
	byType  [8]squareSet // the pieces of a type, of both colours; NoPieceType has all non-pawn pieces

	done    uint8         // which of the following are computed for this position
	attacks [2]attacks    // by Color
	from    [64]squareSet // what the non-pawn piece on a square attacks; undefined for other squares
	zones   [2]kingZone   // by Color
	pawns   *pawnFacts    // in table
	table   *pawnTable    // kept from one position to the next
}

// attacks holds the squares that the pieces of one colour attack.
type attacks struct {
	by       [King + 1]squareSet // by type; NoPieceType has those of all non-pawn pieces
	defended squareSet           // by any piece but the king
	all      squareSet
}

// A kingZone is the zone of a king.
type kingZone struct {
	attackers squareSet // the enemy pieces that attack a square of it
	attacked  squareSet // the squares of it that they attack
	weak      squareSet // the attacked squares that no piece but the king defends
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
	s.byType[NoPieceType] = minors | majors
	s.phase = min(minors.len()+2*majors.len()+2*s.byType[Queen].len(), MaxPhase)
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

// creditPieces credits both colours with the sums of what their pieces are worth.
// The value of each is only needed for an explanation.
func (s *Survey) creditPieces(white, black pair, values interface{ valueOf(e placedPiece) pair }) {
	s.sums[White] += white
	s.sums[Black] += black
	if s.trace == nil {
		return
	}
	for i, e := range s.position.pieces {
		if e != 0 {
			s.trace.record(Color(i>>4), squares[e&127], values.valueOf(e).tapered())
		}
	}
}

// Count returns how many pieces of a type and colour are on the board.
func (s *Survey) Count(piece Piece) int {
	if piece == NoPiece {
		return 0
	}
	return s.pieces(piece.Color(), piece.Type()).len()
}

// Attacks returns how many of c's pieces attack sq, which may be empty. Pinned
// pieces attack like others; pieces behind others on a line do not (see
// Position.XRayAttackers).
func (s *Survey) Attacks(c Color, sq Square) int {
	if sq >= NoSquare {
		return 0
	}
	n := s.PawnAttacks(c, sq) + (kingAttacks[sq] & s.pieces(c, King)).len()
	s.attacksOf(c)
	for set := s.nonPawns(c); set != 0; set &= set - 1 {
		n += int(s.from[set.first()] >> sq & 1)
	}
	return n
}

// PawnAttacks returns how many of c's pawns attack sq.
func (s *Survey) PawnAttacks(c Color, sq Square) int {
	if sq >= NoSquare {
		return 0
	}
	return (pawnAttacks(c.Other()&1, sq.set()) & s.pieces(c, Pawn)).len()
}

// Reach returns how many of the squares that the piece on sq attacks are neither
// occupied by its own side nor attacked by a pawn of the other. It is 0 for kings
// and pawns, and if sq is empty.
func (s *Survey) Reach(sq Square) int {
	if sq >= NoSquare || !s.byType[NoPieceType].has(sq) {
		return 0
	}
	c := White
	if s.byColor[Black].has(sq) {
		c = Black
	}
	unsafe := s.unsafe(c) // before s.from, which it fills
	return (s.from[sq] &^ unsafe).len()
}

// KingZone returns how many enemy pieces attack the zone of c's king, and how many
// of its squares they attack. The zone is the king's square, those around it,
// and the three in front of these.
func (s *Survey) KingZone(c Color) (attackers, attacked int) {
	z := s.zone(c)
	return z.attackers.len(), z.attacked.len()
}

// PawnFile returns the ranks of c's rearmost and most advanced pawn on a file, 0
// for the a-file to 7, counted from c's side: 1 for its second rank to 6 for its
// seventh. Both are 0 if c has no pawn there.
func (s *Survey) PawnFile(c Color, file int) (rear, front int) {
	f := &s.pawnFacts().files[c&1]
	return int(f.rear[file&7+1]), int(f.front[file&7+1])
}

// Passed reports whether c's most advanced pawn on a file is passed: no enemy pawn
// is in front of it, on its file or on those beside it. It is false if c has no
// pawn there.
func (s *Survey) Passed(c Color, file int) bool {
	return s.pawnFacts().passed[c&1]>>(file&7)&1 != 0
}

// occupied returns the squares that are not empty.
func (s *Survey) occupied() squareSet { return s.byColor[White] | s.byColor[Black] }

// pieces returns c's pieces of a type.
func (s *Survey) pieces(c Color, t PieceType) squareSet { return s.byColor[c&1] & s.byType[t&7] }

// nonPawns returns c's knights, bishops, rooks and queens.
func (s *Survey) nonPawns(c Color) squareSet { return s.pieces(c, NoPieceType) }

// attacksOf returns what c's pieces attack.
func (s *Survey) attacksOf(c Color) *attacks {
	if s.done&doneAttacks == 0 {
		s.findAttacks()
	}
	return &s.attacks[c&1]
}

// unsafe returns the squares that do not count for the reach of c's pieces: those
// that c occupies, and those that enemy pawns attack.
func (s *Survey) unsafe(c Color) squareSet {
	return s.byColor[c&1] | s.attacksOf(c.Other()).by[Pawn]
}

// findAttacks computes attacks and from.
func (s *Survey) findAttacks() {
	s.done |= doneAttacks
	occupied := s.occupied()
	for c := range Color(2) {
		a := &s.attacks[c]
		var n, b, r, q squareSet
		for set := s.pieces(c, Knight); set != 0; set &= set - 1 {
			sq := set.first()
			s.from[sq] = knightAttacks[sq]
			n |= s.from[sq]
		}
		for set := s.pieces(c, Bishop); set != 0; set &= set - 1 {
			sq := set.first()
			s.from[sq] = bishopAttacks(sq, occupied)
			b |= s.from[sq]
		}
		for set := s.pieces(c, Rook); set != 0; set &= set - 1 {
			sq := set.first()
			s.from[sq] = rookAttacks(sq, occupied)
			r |= s.from[sq]
		}
		for set := s.pieces(c, Queen); set != 0; set &= set - 1 {
			sq := set.first()
			s.from[sq] = bishopAttacks(sq, occupied) | rookAttacks(sq, occupied)
			q |= s.from[sq]
		}
		p := pawnAttacks(c, s.pieces(c, Pawn))
		k := kingAttacks[s.position.king(c)]
		nonPawns := n | b | r | q
		*a = attacks{[King + 1]squareSet{nonPawns, p, n, b, r, q, k}, nonPawns | p, nonPawns | p | k}
	}
}

// zone returns the zone of c's king.
func (s *Survey) zone(c Color) *kingZone {
	if s.done&doneZones == 0 {
		s.findZones()
	}
	return &s.zones[c&1]
}

// findZones computes zones.
func (s *Survey) findZones() {
	s.done |= doneZones
	for c := range Color(2) {
		z := &s.zones[c]
		own, enemy := s.attacksOf(c), s.attacksOf(c.Other())
		zone := kingZones[c][s.position.king(c)]
		z.attacked = zone & enemy.all
		z.weak = z.attacked &^ own.defended
		z.attackers = pawnAttacks(c, zone) & s.pieces(c.Other(), Pawn)
		if zone&enemy.by[King] != 0 {
			z.attackers |= s.pieces(c.Other(), King)
		}
		for set := s.nonPawns(c.Other()); set != 0; set &= set - 1 {
			sq := set.first()
			z.attackers |= squareSet(oneIf(s.from[sq]&zone != 0)) << sq
		}
	}
}

// pawnFacts returns what is known about the pawns.
func (s *Survey) pawnFacts() *pawnFacts {
	if s.done&donePawns == 0 {
		s.findPawns()
	}
	return s.pawns
}

// findPawns finds the pawns in the table, or computes the facts about them.
func (s *Survey) findPawns() {
	s.done |= donePawns
	if s.table == nil {
		s.table = new(pawnTable)
	}
	key := pawnKey{s.pieces(White, Pawn), s.pieces(Black, Pawn)}
	s.pawns = &s.table[key.index()]
	if s.pawns.key != key {
		*s.pawns = pawnFacts{key: key}
		s.pawns.find()
	}
}
