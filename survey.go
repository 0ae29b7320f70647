package chess

import "math/bits"

// Survey is one look at a position, shared by the features of one evaluation:
// the position, and what more than one feature needs, computed once, when it is
// first asked for. It is valid while a feature is being scored.
type Survey struct {
	position *Position
	phase    int
	sums     [2]pair // what the feature at work has credited, by Color
	ledger   *ledger // where credits are recorded for an explanation, or nil

	done      uint8       // which of the following are those of this position
	kinds     [8]menSet   // the men by PieceType, of both colours; all officers beside pawns and kings for NoPieceType
	attackers [128]menSet // who attacks a square of the mailbox; the rim means nothing
	reach     [32]uint8   // the safe squares that the man in each place attacks: see Reach
	zones     [2]kingZone
	pawns     *pawnFacts // in table
	table     *pawnTable // kept from one position to the next
}

// What a Survey has computed.
const (
	doneKinds = 1 << iota
	doneAttacks
	doneZones
	donePawns
)

// look begins a survey of p.
func (s *Survey) look(p *Position) {
	s.position = p
	s.phase = phase(&p.cells)
	s.done = 0
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
func (s *Survey) creditMen(white, black pair, worth interface{ of(e man) pair }) {
	s.sums[White] += white
	s.sums[Black] += black
	if s.ledger == nil {
		return
	}
	for i, e := range s.position.men {
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
	return (s.men(piece.Type()) & army(piece.Color())).len()
}

// Attacks returns how many of c's men attack sq, which may be empty. Pinned men
// attack like others; men behind others do not (see Position.XRayAttackers).
func (s *Survey) Attacks(c Color, sq Square) int {
	if sq >= NoSquare {
		return 0
	}
	return (s.attacksOn()[mailbox[sq]&127] & army(c)).len()
}

// PawnAttacks returns how many of c's pawns attack sq.
func (s *Survey) PawnAttacks(c Color, sq Square) int {
	if sq >= NoSquare {
		return 0
	}
	return (s.attacksOn()[mailbox[sq]&127] & army(c) & s.men(Pawn)).len()
}

// Reach returns how many of the squares that the man on sq attacks are safe
// for him from pawns: neither occupied by his own side nor attacked by a pawn
// of the other. It is 0 for kings and pawns, and if sq is empty.
func (s *Survey) Reach(sq Square) int {
	if s.position.At(sq) == NoPiece {
		return 0
	}
	s.attacksOn()
	return int(s.reach[s.position.board[mailbox[sq]&127]&31])
}

// KingZone returns how many enemies attack the zone of c's king, and how many
// of its squares they attack. The zone is the king's square, those around it,
// and the three in front of these.
func (s *Survey) KingZone(c Color) (attackers, attacked int) {
	z := s.zone(c)
	return z.attackers.len(), z.attacked
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

// A menSet is a set of men: a bit for each place in the list of men.
type menSet uint32

// army is the set of all places of a colour.
func army(c Color) menSet { return 0xFFFF << (c & 1 << 4) }

func (m menSet) len() int { return bits.OnesCount32(uint32(m)) }

// first is the lowest place in a set that is not empty.
func (m menSet) first() int { return bits.TrailingZeros32(uint32(m)) & 31 }

// men returns the men of a kind, of both colours.
func (s *Survey) men(t PieceType) menSet {
	if s.done&doneKinds == 0 {
		s.sortMen()
	}
	return s.kinds[t&7]
}

// officers returns c's knights, bishops, rooks and queens.
func (s *Survey) officers(c Color) menSet {
	return army(c) & s.men(NoPieceType)
}

func (s *Survey) sortMen() {
	s.done |= doneKinds
	// For each eight places, a byte of places for each kind.
	var eights [4]uint64
	men := &s.position.men
	for i := range eights {
		eight := uint64(0)
		for j, e := range (*[8]man)(men[i*8:]) {
			eight |= 1 << ((j | int(e.kind())<<3) & 63)
		}
		eights[i] = eight
	}
	for t := Pawn; t <= King; t++ {
		shift := 8 * t & 63
		s.kinds[t] = menSet(eights[0]>>shift&0xFF | eights[1]>>shift&0xFF<<8 |
			eights[2]>>shift&0xFF<<16 | eights[3]>>shift&0xFF<<24)
	}
	s.kinds[NoPieceType] = s.kinds[Knight] | s.kinds[Bishop] | s.kinds[Rook] | s.kinds[Queen]
}

// attacksOn returns who attacks each square of the mailbox.
func (s *Survey) attacksOn() *[128]menSet {
	if s.done&doneAttacks == 0 {
		s.findAttacks()
	}
	return &s.attackers
}

func (s *Survey) findAttacks() {
	s.done |= doneAttacks
	pawns := s.men(Pawn)
	p, on := s.position, &s.attackers
	clear(on[:])
	s.reach = [32]uint8{}
	// A man who has been captured stands, as it were, on square 0 and attacks
	// the rim; only those who have promoted must be told from pawns.
	for i := placePawns; i < 16; i++ {
		if e := p.men[i]; e.kind() <= Pawn {
			on[(e+9)&127] |= 1 << (i & 31)
			on[(e+11)&127] |= 1 << (i & 31)
		}
		if e := p.men[i+16]; e.kind() <= Pawn {
			on[(e-9)&127] |= 0x10000 << (i & 15)
			on[(e-11)&127] |= 0x10000 << (i & 15)
		}
	}
	for c := range Color(2) {
		s.findOfficers(c, pawns&army(c.Other()))
	}
	on[0] = 0 // what is off the board for findZones
}

// findOfficers enters what the officers of an army attack. unsafe are the
// enemy's pawns.
func (s *Survey) findOfficers(c Color, unsafe menSet) {
	p, on := s.position, &s.attackers
	enemy := uint8(blackHere) >> (c & 1)
	for i := range uint8(16) {
		i |= uint8(c&1) << 4
		e := p.men[i]
		from, bit := uint8(e), menSet(1)<<(i&31)
		switch kind := e.kind(); kind {
		case NoPieceType, Pawn:
		case King:
			for _, d := range lineSteps[:] {
				on[(from+d)&127] |= bit
			}
		case Knight:
			s.reach[i&31] = leaps(&p.board, on, from, enemy, bit, unsafe)
		default:
			s.reach[i&31] = slides(&p.board, on, from, enemy, bit, unsafe, sliderSteps[kind&7])
		}
	}
}

// leaps enters what the knight on from attacks. It returns on how many of these
// squares he may stand and no enemy pawn attacks him.
func leaps(board *[128]uint8, on *[128]menSet, from, enemy uint8, bit, unsafe menSet) (reach uint8) {
	_, _ = *board, *on
	blocked := enemy ^ (whiteHere | blackHere) | rim
	for _, d := range &knightSteps {
		t := (from + d) & 127
		reach += one(board[t]&blocked == 0) & one(on[t]&unsafe == 0)
		on[t] |= bit
	}
	return reach
}

// slides is leaps for a slider, with the steps he goes in. It is a function of
// its own so that all it needs stays in registers.
func slides(board *[128]uint8, on *[128]menSet, from, enemy uint8, bit, unsafe menSet, steps []uint8) (reach uint8) {
	_, _ = *board, *on // see pieces
	for _, d := range steps {
		t := from
		for {
			t = (t + d) & 127
			safe := one(on[t]&unsafe == 0)
			on[t] |= bit
			if b := board[t]; b != 0 {
				reach += safe & one(b&enemy != 0)
				break
			}
			reach += safe
		}
	}
	return reach
}

// sliderSteps lists the directions of a slider, by kind.
var sliderSteps = [8][]uint8{Bishop: lineSteps[4:], Rook: lineSteps[:4], Queen: lineSteps[:]}

// A kingZone is the surroundings of a king: those enemies who attack it, how
// many of its squares they attack, and how many of these nobody but the king
// covers.
type kingZone struct {
	attackers menSet
	attacked  int
	weak      int
}

// zoneSquares lists the mailbox squares of the zone of a king, by Color and his
// own, and 0 for those off the board.
var zoneSquares = func() (t [2][128][12]uint8) {
	for c := range t {
		up := north
		if c == int(Black) {
			up = south
		}
		for _, k := range mailbox {
			for i := range t[c][k] {
				step := 2*up + uint8(i) - 10
				if i < 9 {
					step = zoneSteps[i]
				}
				if to := (k + step) & 127; mailbox[squares[to]] == to {
					t[c][k][i] = to
				}
			}
		}
	}
	return
}()

// zone returns the zone of c's king.
func (s *Survey) zone(c Color) *kingZone {
	if s.done&doneZones == 0 {
		s.findZones()
	}
	return &s.zones[c&1]
}

func (s *Survey) findZones() {
	s.done |= doneZones
	p, on := s.position, s.attacksOn()
	for c := range Color(2) {
		k := p.men[c<<4]
		theirs := army(c.Other())
		ours := ^theirs &^ (1 << (c << 4)) // but the king
		var z kingZone
		for _, t := range &zoneSquares[c][k&127] {
			a := on[t&127]
			z.attackers |= a
			hit := one(a&theirs != 0)
			z.attacked += int(hit)
			z.weak += int(hit & one(a&ours == 0))
		}
		z.attackers &= theirs
		s.zones[c] = z
	}
}

// phase returns the game phase of a board, a nibble a square: see Survey.Phase.
func phase(cells *[4]uint64) int {
	// The bits above the lowest of a nibble are 01 for a knight (2) and a
	// bishop (3), 10 for a rook (4) and a queen (5).
	const low = 0x1111_1111_1111_1111
	var minor, major, queen uint64 // a bit a man, those of each word one further up
	for _, c := range cells {
		b0, b1, b2 := c&low, c>>1&low, c>>2&low
		minor = minor<<1 | b1&^b2
		major = major<<1 | b2&^b1
		queen = queen<<1 | b2&^b1&b0
	}
	n := bits.OnesCount64(minor) + 2*bits.OnesCount64(major) + 2*bits.OnesCount64(queen)
	return min(n, MaxPhase)
}
