package chess

// SquareTable holds a number for each square, in centipawns and laid out as
// White sees the board: the first eight are the eighth rank from a8 to h8, the
// last eight the first rank. For Black it is flipped vertically.
type SquareTable [64]Score

// At returns the number for a piece of colour c on a square of the board; 0 for
// NoSquare.
func (t *SquareTable) At(c Color, sq Square) Score {
	if sq >= NoSquare {
		return 0
	}
	if c == White {
		sq ^= A8
	}
	return t[sq]
}

// PieceSquare is the feature of piece-square tables: each piece is worth the number
// that the table of its type has for its square, besides its material. Fill it
// with numbers of your own, or begin with those of an evaluator: see Evaluators.
type PieceSquare struct{ MG, EG [King + 1]SquareTable }

// Name returns "piece-square".
func (*PieceSquare) Name() string { return "piece-square" }

// Score credits every piece with the number for its square.
func (f *PieceSquare) Score(s *Survey) {
	for sq, piece := range s.Position().Pieces() {
		c, t := piece.Color(), piece.Type()
		s.Credit(c, sq, Tapered{f.MG[t].At(c, sq), f.EG[t].At(c, sq)})
	}
}

// Fork returns a Feature that credits the same and is several times as fast: both
// numbers of a piece are in one place of one table.
func (f *PieceSquare) Fork() Feature {
	prepared := &preparedPieceSquare{tables: *f}
	for c := range Color(2) {
		for t := Pawn; t <= King; t++ {
			for sq := range NoSquare {
				e := placedPiece(t.Of(c))<<8 | placedPiece(mailbox[sq])
				prepared.value[e] = Tapered{f.MG[t].At(c, sq), f.EG[t].At(c, sq)}.pair()
			}
		}
	}
	return prepared
}

// preparedPieceSquare is PieceSquare with one table of both colours: a placedPiece,
// piece and mailbox square, is the index.
type preparedPieceSquare struct {
	tables PieceSquare
	value  [16 << 8]pair
}

// Name returns that of the tables.
func (f *preparedPieceSquare) Name() string { return f.tables.Name() }

// Score credits what PieceSquare.Score does.
func (f *preparedPieceSquare) Score(s *Survey) {
	if s.trace != nil { // which needs to know the squares
		f.tables.Score(s)
		return
	}
	if s.position.large {
		f.scoreMore(s)
	}
	pieces := &s.position.pieces
	var white, black pair
	for i := range 16 {
		white += f.value[pieces[i]&0xFFF]
		black += f.value[pieces[i+32]&0xFFF]
	}
	s.sums[White] += white
	s.sums[Black] += black
}

// scoreMore credits the pieces beyond the first sixteen places of the armies.
func (f *preparedPieceSquare) scoreMore(s *Survey) {
	for c := range Color(2) {
		for _, e := range s.position.armyList(armyOf(c))[16:] {
			s.sums[c] += f.value[e&0xFFF]
		}
	}
}

// String returns the name of the feature.
func (f PieceSquare) String() string { return f.Name() }
