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

// SquareTables holds a SquareTable for each PieceType; the one for NoPieceType
// is not used.
type SquareTables [King + 1]SquareTable

// PieceSquare is the feature of piece-square tables: each piece is worth the number
// that the table of its type has for its square, besides its material. Fill it
// with numbers of your own, or begin with DefaultPieceSquare, PeSTOPieceSquare or
// SimplifiedPieceSquare.
type PieceSquare struct{ MG, EG SquareTables }

// Name returns "piece-square".
func (PieceSquare) Name() string { return "piece-square" }

// Score credits every piece with the number for its square.
func (f PieceSquare) Score(s *Survey) {
	for sq, piece := range s.Position().Pieces() {
		c, t := piece.Color(), piece.Type()
		s.Credit(c, sq, Tapered{f.MG[t].At(c, sq), f.EG[t].At(c, sq)})
	}
}
