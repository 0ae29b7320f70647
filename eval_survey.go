package chess

// Survey is one look at a position, shared by the features of one evaluation:
// the position, and what more than one feature needs, computed once, when it is
// first asked for. It is valid while a feature is being scored.
type Survey struct {
	position *Position
	phase    int
	sums     [2]pair // what the feature at work has credited, by Color
	ledger   *ledger // where credits are recorded for an explanation, or nil

	byColor [2]squareSet // all men of a colour
	byType  [8]squareSet // the men by PieceType, of both colours; all officers beside pawns and kings for NoPieceType

	done    uint8         // which of the following are those of this position
	attacks [2]attacks    // by Color
	from    [64]squareSet // what the officer on a square attacks; elsewhere it means nothing
	zones   [2]kingZone
	pawns   *pawnFacts // in table
	table   *pawnTable // kept from one position to the next
}

// attacks is what the men of one colour attack.
type attacks struct {
	by       [King + 1]squareSet // those of each kind; the officers for NoPieceType
	defended squareSet           // all but the king
	all      squareSet
}

// What a Survey has computed.
const (
	doneAttacks = 1 << iota
	doneZones
	donePawns
)

// look begins a survey of p.
func (s *Survey) load(p *Position) {
	s.position = p
	s.done = 0
	b := planes(&p.cells)
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

// Position returns the position looked at. Features must not change it, nor
// keep the pointer.
func (s *Survey) Position() *Position { return s.position }

// Phase returns the game phase: MaxPhase with all pieces on the board, 0 with
// kings and pawns only. A knight or bishop counts 1, a rook 2, a queen 4, and
// more than MaxPhase, after a promotion, is MaxPhase (as in PeSTO).
func (s *Survey) Phase() int { return s.phase }

// Credit adds t to the account of c, on behalf of the feature being scored.
// sq is where the reason stands, for an explanation, or NoSquare. What one
// feature credits one colour should add up to no more than a million
// centipawns either way.
func (s *Survey) Credit(c Color, sq Square, t Tapered) {
	s.sums[c&1] += t.pair()
	if s.ledger != nil {
		s.ledger.record(c, sq, t)
	}
}

// creditMen credits both colours with what their men are worth. The worth of
// one is only asked for an explanation.
func (s *Survey) creditPieces(white, black pair, worth interface{ of(e placedPiece) pair }) {
	s.sums[White] += white
	s.sums[Black] += black
	if s.ledger == nil {
		return
	}
	for i, e := range s.position.pieces {
		if e != 0 {
			s.ledger.record(Color(i>>4), squares[e&127], worth.of(e).tapered())
		}
	}
}

// Count returns how many men of a kind and colour are on the board.
func (s *Survey) Count(piece Piece) int {
	if piece == NoPiece {
		return 0
	}
	return s.pieces(piece.Color(), piece.Type()).len()
}

// Attacks returns how many of c's men attack sq, which may be empty. Pinned men
// attack like others; men behind others do not (see Position.XRayAttackers).
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

// Reach returns how many of the squares that the man on sq attacks are safe
// for him from pawns: neither occupied by his own side nor attacked by a pawn
// of the other. It is 0 for kings and pawns, and if sq is empty.
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

// KingZone returns how many enemies attack the zone of c's king, and how many
// of its squares they attack. The zone is the king's square, those around it,
// and the three in front of these.
func (s *Survey) KingZone(c Color) (attackers, attacked int) {
	z := s.zone(c)
	return z.attackers.len(), z.attacked.len()
}

// PawnFile returns the ranks of c's rearmost pawn on a file, 0 for the a-file
// to 7, and of the one most advanced, counted from c's side: 1 on his second
// rank to 6 on his seventh. Both are 0 if he has none there.
func (s *Survey) PawnFile(c Color, file int) (rear, front int) {
	f := &s.pawnFacts().files[c&1]
	return int(f.rear[file&7+1]), int(f.front[file&7+1])
}

// Passed reports whether c's pawn most advanced on a file is passed: no enemy
// pawn stands in front of him, there or on the files beside.
func (s *Survey) Passed(c Color, file int) bool {
	return s.pawnFacts().passed[c&1]>>(file&7)&1 != 0
}

func (s *Survey) occupied() squareSet { return s.byColor[White] | s.byColor[Black] }

// men returns c's men of a kind.
func (s *Survey) pieces(c Color, t PieceType) squareSet { return s.byColor[c&1] & s.byType[t&7] }

// officers returns c's knights, bishops, rooks and queens.
func (s *Survey) nonPawns(c Color) squareSet { return s.pieces(c, NoPieceType) }

// attacksOf returns what c's men attack.
func (s *Survey) attacksOf(c Color) *attacks {
	if s.done&doneAttacks == 0 {
		s.findAttacks()
	}
	return &s.attacks[c&1]
}

// unsafe returns the squares that do not count for the reach of c's officers:
// those of his own men, and those that enemy pawns attack.
func (s *Survey) unsafe(c Color) squareSet {
	return s.byColor[c&1] | s.attacksOf(c.Other()).by[Pawn]
}

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
		k := kingAttacks[s.position.King(c)]
		officers := n | b | r | q
		*a = attacks{[King + 1]squareSet{officers, p, n, b, r, q, k}, officers | p, officers | p | k}
	}
}

// A kingZone is the surroundings of a king: those enemies who attack it, which
// of its squares they attack, and which of these nobody but the king covers.
type kingZone struct{ attackers, attacked, weak squareSet }

// zone returns the zone of c's king.
func (s *Survey) zone(c Color) *kingZone {
	if s.done&doneZones == 0 {
		s.findZones()
	}
	return &s.zones[c&1]
}

func (s *Survey) findZones() {
	s.done |= doneZones
	for c := range Color(2) {
		z := &s.zones[c]
		own, enemy := s.attacksOf(c), s.attacksOf(c.Other())
		zone := kingZones[c][s.position.King(c)]
		z.attacked = zone & enemy.all
		z.weak = z.attacked &^ own.defended
		z.attackers = pawnAttacks(c, zone) & s.pieces(c.Other(), Pawn)
		if zone&enemy.by[King] != 0 {
			z.attackers |= s.pieces(c.Other(), King)
		}
		for set := s.nonPawns(c.Other()); set != 0; set &= set - 1 {
			sq := set.first()
			z.attackers |= squareSet(one(s.from[sq]&zone != 0)) << sq
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
