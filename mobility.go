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
		Knight: [9]Tapered{{-24, -48}, {-11, -20}, {-5, -3}, {-3, 4}, {1, 4}, {4, 7}, {7, 8}, {10, 4}, {7, 7}},
		Bishop: [14]Tapered{
			{-8, -38}, {0, -13}, {6, -3}, {11, 4}, {14, 14}, {14, 21}, {17, 20}, {17, 21}, {18, 25}, {17, 24},
			{20, 25}, {24, 22}, {30, 26}, {33, 22},
		},
		Rook: [15]Tapered{
			{-22, -28}, {-12, -4}, {-8, 5}, {-3, 11}, {-1, 16}, {1, 26}, {3, 27}, {4, 32}, {8, 32}, {7, 35},
			{13, 38}, {13, 43}, {15, 45}, {18, 42}, {21, 38},
		},
		Queen: [28]Tapered{
			{-11, -26}, {-8, -21}, {-8, -17}, {-6, -10}, {-4, -3}, {-3, 0}, {-1, 5}, {1, 5}, {3, 12}, {6, 17},
			{6, 21}, {7, 25}, {8, 29}, {9, 30}, {12, 32}, {12, 35}, {11, 38}, {19, 44}, {19, 39}, {24, 44}, {26, 48},
			{24, 40}, {22, 37}, {21, 30}, {20, 32}, {21, 31}, {24, 41}, {24, 37},
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
