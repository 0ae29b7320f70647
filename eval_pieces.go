package chess

// minorPieces is the feature of how knights and bishops are placed relative to
// pawns and king, in centipawns for their side. See outposts for those that no
// pawn can attack.
type minorPieces struct {
	Shielded   Tapered // right behind a pawn of either side
	KnightAway Tapered // for each king's move from a knight to its own king
	BishopAway Tapered // the same for a bishop
	Obstructed Tapered // for each own pawn on a square of the bishop's colour

	// Locked is, for each of these pawns, for each own pawn on the four middle files with
	// a piece in front of it.
	Locked Tapered

	// XRay is for each enemy pawn on the diagonals of the bishop, whatever is between.
	XRay Tapered

	// Diagonal is for a bishop that attacks two squares of the centre, or would if only
	// pawns were on the board.
	Diagonal Tapered
}

// defaultMinorPieces returns the numbers of the default evaluator.
func defaultMinorPieces() *minorPieces {
	return &minorPieces{
		Shielded:   Tapered{4, 16},
		KnightAway: Tapered{-2, -7},
		BishopAway: Tapered{-2, -2},
		Obstructed: Tapered{2, -6},
		Locked:     Tapered{0, -4},
		XRay:       Tapered{-4, 3},
		Diagonal:   Tapered{15, 9},
	}
}

const minorPiecesName = "minor pieces"

// Name returns "minor pieces".
func (*minorPieces) Name() string { return minorPiecesName }

// Score credits every knight and bishop.
func (f *minorPieces) Score(s *Survey) {
	for c := range Color(2) {
		king := s.position.king(c)
		shielded := s.byType[Pawn].Forward(c.Other())
		own := s.Pieces(c, Pawn)
		locked := (own & middleFiles & s.Occupied().Forward(c.Other())).Len()
		for set := s.Pieces(c, Knight); set != 0; set &= set - 1 {
			sq := set.First()
			s.Credit(c, sq, f.worth(f.KnightAway.Times(sq.Distance(king)), shielded.Has(sq)))
		}
		for set := s.Pieces(c, Bishop); set != 0; set &= set - 1 {
			sq := set.First()
			pawns := (own & sq.SameColor()).Len()
			t := f.BishopAway.Times(sq.Distance(king)).Plus(f.Obstructed.Times(pawns)).Plus(f.Locked.Times(pawns * locked))
			l := &linesOf[sq&63]
			t = t.Plus(f.XRay.Times(((l.diagonal | l.antidiagonal) & s.Pieces(c.Other(), Pawn)).Len()))
			if longDiagonals.Has(sq) {
				if centre := bishopAttacks(sq, s.byType[Pawn]) & centreSquares; centre&(centre-1) != 0 {
					t = t.Plus(f.Diagonal)
				}
			}
			s.Credit(c, sq, f.worth(t, shielded.Has(sq)))
		}
	}
}

// worth returns t, plus Shielded if shielded.
func (f *minorPieces) worth(t Tapered, shielded bool) Tapered {
	if shielded {
		t = t.Plus(f.Shielded)
	}
	return t
}

const (
	middleFiles   SquareSet = 0x3C3C_3C3C_3C3C_3C3C // c to f
	centreSquares SquareSet = 0x0000_0018_1800_0000
	longDiagonals SquareSet = 0x8142_2418_1824_4281
)

// rookFiles is the feature of rooks on open files and on the seventh rank, counted
// from their side, in centipawns for it.
type rookFiles struct {
	Open     Tapered // on a file without pawns
	HalfOpen Tapered // on a file with enemy pawns only

	// Seventh is for a rook on the seventh rank, with the enemy king on the eighth
	// or an enemy pawn on the seventh.
	Seventh Tapered

	// Trapped is for a rook that its own king shuts in: both are on the first two ranks,
	// the rook is between the king and the nearer edge, has at most three squares to go,
	// and its side may not castle.
	Trapped Tapered
}

// defaultRookFiles returns the numbers of the default evaluator.
func defaultRookFiles() *rookFiles {
	return &rookFiles{Open: Tapered{25, -5}, HalfOpen: Tapered{12, 9}, Seventh: Tapered{-7, 6}, Trapped: Tapered{-21, -17}}
}

const rookFilesName = "rook files"

// Name returns "rook files".
func (*rookFiles) Name() string { return rookFilesName }

// Score credits every rook.
func (f *rookFiles) Score(s *Survey) {
	facts := s.pawnFacts()
	s.attacksOf(White) // fills s.from
	for c := range Color(2) {
		own, enemy := &facts.files[c], &facts.files[c.Other()]
		for set := s.Pieces(c, Rook); set != 0; set &= set - 1 {
			sq := set.First()
			file, rank := relative(c, sq)
			if own.front[file] == 0 {
				t := f.HalfOpen
				if enemy.front[file] == 0 {
					t = f.Open
				}
				s.Credit(c, sq, t)
			}
			if rank == 6 && f.targets(enemy, c, s.position.king(c.Other())) {
				s.Credit(c, sq, f.Seventh)
			}
			if rank <= 1 && s.shutIn(c, sq) {
				s.Credit(c, sq, f.Trapped)
			}
		}
	}
}

// targets reports whether a rook of c on the seventh rank has something to attack:
// the enemy king on the eighth rank, or an enemy pawn on the seventh.
func (f *rookFiles) targets(enemy *pawnFiles, c Color, king Square) bool {
	if _, rank := relative(c, king); rank == 7 {
		return true
	}
	for _, rank := range enemy.rear {
		if rank == 1 {
			return true
		}
	}
	return false
}

// shutIn reports whether c's king shuts in c's rook on sq, one of the first two ranks:
// see rookFiles.
func (s *Survey) shutIn(c Color, sq Square) bool {
	king := s.position.king(c)
	file, rank := relative(c, king)
	if rank > 1 || castlingRightsIn(s.position.state, c) != 0 || (s.from[sq&63]&^s.unsafe(c)).Len() > 3 {
		return false
	}
	if file > 4 {
		return sq.File() >= file
	}
	return sq.File() < file-1
}

// outposts is the feature of knights and bishops on outposts, in centipawns for
// their side: on the fourth to sixth rank, counted from their side, defended by a
// pawn, where no enemy pawn can ever attack them. And that of queens on the fifth rank
// or beyond where no enemy pawn can ever attack them, defended or not.
type outposts struct {
	Knight Tapered // for a knight on an outpost
	Bishop Tapered // the same for a bishop
	Queen  Tapered // for a queen on the fifth rank or beyond
}

// defaultOutposts returns the numbers of the default evaluator.
func defaultOutposts() *outposts {
	return &outposts{Knight: Tapered{15, 11}, Bishop: Tapered{21, 12}, Queen: Tapered{0, 2}}
}

const outpostsName = "outposts"

// Name returns "outposts".
func (*outposts) Name() string { return outpostsName }

// Score credits every knight, bishop and queen on an outpost.
func (f *outposts) Score(s *Survey) {
	facts := s.pawnFacts()
	for c := range Color(2) {
		enemy := &facts.files[c.Other()]
		defended := s.attacksOf(c).by[Pawn]
		for set := (s.Pieces(c, Knight) | s.Pieces(c, Bishop)) & defended; set != 0; set &= set - 1 {
			sq := set.First()
			file, rank := relative(c, sq)
			if rank-3 > 2 || enemy.ahead(file-1, rank) || enemy.ahead(file+1, rank) {
				continue
			}
			t := f.Knight
			if s.byType[Bishop].Has(sq) {
				t = f.Bishop
			}
			s.Credit(c, sq, t)
		}
		for set := s.Pieces(c, Queen); set != 0; set &= set - 1 {
			sq := set.First()
			file, rank := relative(c, sq)
			if rank >= 4 && !enemy.ahead(file-1, rank) && !enemy.ahead(file+1, rank) {
				s.Credit(c, sq, f.Queen)
			}
		}
	}
}

// pieceMobility is the feature of the mobility of non-pawn pieces, in centipawns
// for their side. The index is the number of squares that a piece attacks, without
// those that its own side occupies or enemy pawns attack. That is cheaper and more
// relevant than the number of legal moves (see Mobility).
type pieceMobility struct {
	Knight [9]Tapered  // by the number of squares that a knight attacks
	Bishop [14]Tapered // the same for a bishop
	Rook   [15]Tapered // the same for a rook
	Queen  [28]Tapered // the same for a queen
}

// defaultPieceMobility returns the numbers of the default evaluator.
func defaultPieceMobility() *pieceMobility {
	return &pieceMobility{
		Knight: [9]Tapered{{-29, -68}, {-16, -35}, {-7, -10}, {-2, -2}, {1, 9}, {3, 16}, {4, 19}, {8, 18}, {4, 0}},
		Bishop: [14]Tapered{
			{-9, -61}, {-1, -13}, {7, -6}, {12, 1}, {14, 15}, {16, 21}, {18, 24}, {18, 29}, {22, 30}, {20, 32},
			{28, 19}, {37, 22}, {31, 36}, {32, 38},
		},
		Rook: [15]Tapered{
			{-17, -28}, {-9, -8}, {-6, 0}, {-2, 4}, {-2, 15}, {1, 21}, {3, 31}, {7, 30}, {7, 41}, {9, 47}, {7, 54},
			{4, 65}, {5, 71}, {24, 48}, {28, 52},
		},
		Queen: [28]Tapered{
			{-15, -27}, {-10, -25}, {-7, -22}, {-7, -15}, {-6, -3}, {-4, -6}, {-1, 1}, {1, 7}, {2, 15}, {2, 31}, {5, 27},
			{9, 26}, {7, 32}, {7, 31}, {3, 44}, {11, 42}, {18, 32}, {14, 41}, {23, 41}, {22, 30}, {29, 34}, {47, 26},
			{34, 44}, {36, 24}, {28, 37}, {19, 9}, {28, 46}, {20, 21},
		},
	}
}

const pieceMobilityName = "piece mobility"

// Name returns "piece mobility".
func (*pieceMobility) Name() string { return pieceMobilityName }

// Score credits every knight, bishop, rook and queen.
func (f *pieceMobility) Score(s *Survey) {
	for c := range Color(2) {
		unsafe := s.unsafe(c)
		creditReach(s, c, Knight, unsafe, f.Knight[:])
		creditReach(s, c, Bishop, unsafe, f.Bishop[:])
		creditReach(s, c, Rook, unsafe, f.Rook[:])
		creditReach(s, c, Queen, unsafe, f.Queen[:])
	}
}

// creditReach credits each of c's pieces of type t with what is in worth for the
// number of squares that it attacks and that are not unsafe.
func creditReach(s *Survey, c Color, t PieceType, unsafe SquareSet, worth []Tapered) {
	for set := s.Pieces(c, t); set != 0; set &= set - 1 {
		sq := set.First()
		if n := (s.from[sq&63] &^ unsafe).Len(); n < len(worth) {
			s.Credit(c, sq, worth[n])
		}
	}
}

// threats is the feature of pieces that are attacked, hanging or pinned, or that a
// pawn push would attack, in centipawns credited to their own side: mostly a loss.
// Of the attackers the least valuable counts. The side to move does not matter: for
// that see Coverage and Exchange.
type threats struct {
	// By is for an attacked piece, kings excepted, by the type of its least valuable
	// attacker and its own.
	By [King + 1][King + 1]Tapered

	// Hanging is added for an attacked piece that its own side does not defend, by
	// its type.
	Hanging [King + 1]Tapered

	// Push is for a non-pawn piece that no enemy pawn attacks, but that an enemy pawn
	// would attack after a push of one or two squares to a square where it is safe, by
	// the type of the piece.
	Push [King + 1]Tapered

	// Pinned is for a non-pawn piece that is pinned to its king, by its type.
	Pinned [King + 1]Tapered
}

// defaultThreats returns the numbers of the default evaluator.
func defaultThreats() *threats {
	return &threats{
		By: [King + 1][King + 1]Tapered{
			Pawn:   {Pawn: {11, 5}, Knight: {-52, -20}, Bishop: {-47, -43}, Rook: {-65, -28}, Queen: {-39, -23}},
			Knight: {Pawn: {6, -21}, Knight: {1, -11}, Bishop: {-29, -25}, Rook: {-47, -14}, Queen: {-30, -19}},
			Bishop: {Pawn: {-1, -11}, Knight: {-16, -32}, Bishop: {-7, -11}, Rook: {-28, -22}, Queen: {-47, -35}},
			Rook:   {Pawn: {8, -17}, Knight: {-4, -13}, Bishop: {-8, -15}, Rook: {7, 7}, Queen: {-52, -30}},
			Queen:  {Pawn: {4, -17}, Knight: {4, -1}, Bishop: {3, -17}, Rook: {-2, -2}, Queen: {-4, 0}},
			King:   {Pawn: {-6, -49}, Knight: {-18, -24}, Bishop: {-11, -4}, Rook: {0, -16}},
		},
		Hanging: [King + 1]Tapered{Pawn: {-11, -24}, Knight: {-18, -8}, Bishop: {-9, -15}, Rook: {-16, -1}, Queen: {-5, 7}},
		Push:    [King + 1]Tapered{Knight: {-11, -12}, Bishop: {-13, -13}, Rook: {-16, -17}, Queen: {-12, -2}},
		Pinned:  [King + 1]Tapered{Knight: {-27, -55}, Bishop: {-11, -52}, Rook: {-37, -14}, Queen: {-23, -22}},
	}
}

const threatsName = "threats"

// Name returns "threats".
func (*threats) Name() string { return threatsName }

// Score credits the pieces that are threatened, on their squares.
func (f *threats) Score(s *Survey) {
	for c := range Color(2) {
		own, enemy := s.attacksOf(c), s.attacksOf(c.Other())
		attacked := s.byColor[c] &^ s.byType[King] & enemy.all
		for attacker := Pawn; attacked != 0; attacker++ { // the least valuable first
			for set := attacked & enemy.by[attacker&7]; set != 0; set &= set - 1 {
				sq := set.First()
				t := f.By[attacker][s.typeOn(sq)]
				if set&-set&^own.all != 0 {
					t = t.Plus(f.Hanging[s.typeOn(sq)])
				}
				s.Credit(c, sq, t)
			}
			attacked &^= enemy.by[attacker&7]
		}
		for set := s.pushed(c); set != 0; set &= set - 1 {
			s.Credit(c, set.First(), f.Push[s.typeOn(set.First())])
		}
		for set := s.blockers(c) & s.nonPawnsOf(c); set != 0; set &= set - 1 {
			s.Credit(c, set.First(), f.Pinned[s.typeOn(set.First())])
		}
	}
}

// pushed returns those of c's non-pawn pieces that no enemy pawn attacks, but that
// an enemy pawn would attack after a push of one or two squares. Only pushes to safe
// squares count: no pawn of c attacks the square, and if another piece of c does, an
// enemy piece defends it.
func (s *Survey) pushed(c Color) SquareSet {
	e := c.Other()
	own, enemy := s.attacksOf(c), s.attacksOf(e)
	free := ^s.Occupied()
	third := SquareSet(0xFF << 16)
	if e == Black {
		third = third.mirror()
	}
	steps := s.Pieces(e, Pawn).Forward(e) & free
	steps |= (steps & third).Forward(e) & free
	steps &^= own.by[Pawn] | own.all&^enemy.all
	return pawnAttacks(e, steps) & s.nonPawnsOf(c) &^ enemy.by[Pawn]
}

// space is the feature of the squares that a side takes from the enemy's pieces, in
// centipawns for that side.
type space struct {
	// Restricted is for each square that both sides attack and the enemy does not hold
	// firmly: no enemy pawn attacks it, nor two enemy pieces if only one of the side does.
	Restricted Tapered
}

// defaultSpace returns the numbers of the default evaluator.
func defaultSpace() *space {
	return &space{Restricted: Tapered{4, 1}}
}

const spaceName = "space"

// Name returns "space".
func (*space) Name() string { return spaceName }

// Score credits both sides.
func (f *space) Score(s *Survey) {
	for c := range Color(2) {
		own, enemy := s.attacksOf(c), s.attacksOf(c.Other())
		firm := enemy.by[Pawn] | enemy.twice&^own.twice
		s.Credit(c, NoSquare, f.Restricted.Times((own.all & enemy.all &^ firm).Len()))
	}
}
