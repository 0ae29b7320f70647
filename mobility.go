package chess

// PieceMobility is the feature of how far each officer reaches, in centipawns
// for his side, by the number of squares that are safe for him from pawns (see
// Survey.Reach): cheap, and more to the point than counting legal moves.
type PieceMobility struct {
	Knight [9]Tapered
	Bishop [14]Tapered
	Rook   [15]Tapered
	Queen  [28]Tapered
}

// DefaultPieceMobility returns the numbers of the default evaluator.
func DefaultPieceMobility() PieceMobility {
	return PieceMobility{
		Knight: [9]Tapered{{-22, -54}, {-11, -25}, {-5, -6}, {-3, 3}, {0, 8}, {3, 13}, {6, 11}, {10, 6}, {7, 6}},
		Bishop: [14]Tapered{
			{-6, -42}, {2, -15}, {6, -4}, {10, 6}, {13, 15}, {14, 19}, {16, 23}, {15, 27}, {19, 25}, {16, 27},
			{18, 23}, {24, 24}, {28, 22}, {35, 20},
		},
		Rook: [15]Tapered{
			{-20, -24}, {-11, -3}, {-7, 4}, {-1, 11}, {0, 17}, {2, 22}, {3, 26}, {7, 27}, {7, 32}, {7, 38}, {7, 41},
			{3, 47}, {8, 47}, {15, 44}, {37, 31},
		},
		Queen: [28]Tapered{
			{-11, -26}, {-10, -23}, {-7, -22}, {-5, -12}, {-4, -6}, {-2, -5}, {}, {2, 6}, {3, 16}, {5, 19}, {5, 28},
			{6, 35}, {8, 37}, {7, 42}, {11, 44}, {8, 55}, {13, 51}, {15, 53}, {23, 49}, {22, 52}, {24, 38}, {35, 33},
			{26, 34}, {22, 13}, {20, 26}, {17, 10}, {23, 37}, {19, 21},
		},
	}
}

// Name returns "piece mobility".
func (PieceMobility) Name() string { return "piece mobility" }

// Score credits every officer.
func (f PieceMobility) Score(s *Survey) { f.score(s) }

func (f *PieceMobility) score(s *Survey) {
	for c := range Color(2) {
		unsafe := s.unsafe(c)
		creditReach(s, c, Knight, unsafe, f.Knight[:])
		creditReach(s, c, Bishop, unsafe, f.Bishop[:])
		creditReach(s, c, Rook, unsafe, f.Rook[:])
		creditReach(s, c, Queen, unsafe, f.Queen[:])
	}
}

// creditReach credits all men of a kind by their reach.
func creditReach(s *Survey, c Color, kind PieceType, unsafe squareSet, worth []Tapered) {
	for set := s.men(c, kind); set != 0; set &= set - 1 {
		sq := set.first()
		if n := (s.from[sq] &^ unsafe).len(); n < len(worth) {
			s.Credit(c, sq, worth[n])
		}
	}
}

// Mobility is the feature of legal moves, as the adversarial search system
// (Python coursework) counts them: each legal move is worth something, and a
// capture more, by its victim. It is in centipawns for the side whose moves
// they are.
//
// The moves of the side that is not to move are those it would have if the
// opponent passed. So en passant counts for the side to move only; and when
// that side is in check, its own moves are those that answer it, while the
// opponent's may capture the king, which is what a king's number is for. A
// promotion counts as four moves. In three-check nobody who has lost moves.
type Mobility struct {
	Move    Tapered           // for each legal move
	Capture [King + 1]Tapered // besides, by the kind of man captured
	Factor  int               // percent of Capture that count
}

// DefaultMobility returns the numbers of that system, with 100 centipawns for
// each of its points: 1 for a move, and 9, 5, 4, 3, 3 and 2 for the capture of
// a king, queen, rook, bishop, knight and pawn.
func DefaultMobility() Mobility {
	return Mobility{
		Move: Tapered{100, 100},
		Capture: [King + 1]Tapered{
			Pawn: {200, 200}, Knight: {300, 300}, Bishop: {300, 300}, Rook: {400, 400}, Queen: {500, 500}, King: {900, 900},
		},
		Factor: 100,
	}
}

// Name returns "mobility".
func (Mobility) Name() string { return "mobility" }

// Score credits each legal move to the man who makes it.
func (f Mobility) Score(s *Survey) { f.score(s) }

func (f *Mobility) score(s *Survey) {
	p := s.Position()
	f.credit(s, p)
	passed := p.After(0)
	f.credit(s, &passed)
}

// credit credits the moves of the side to move in p.
func (f *Mobility) credit(s *Survey, p *Position) {
	var buf [MaxMoves]Move
	c := p.Turn()
	for _, m := range p.AppendMoves(buf[:0]) {
		t := f.Move
		if victim := p.victim(m); victim != NoPiece {
			t = t.Plus(f.Capture[victim.Type()].percent(f.Factor))
		}
		s.Credit(c, m.From(), t)
	}
}
