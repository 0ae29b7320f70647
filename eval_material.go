package chess

// Material is the feature of the pieces on the board: each is worth the value of
// its PieceType, in centipawns. Fill it with values of your own, or use
// DefaultMaterial, PeSTOMaterial or SimplifiedMaterial.
type Material [King + 1]Tapered

// DefaultMaterial returns the values of the default evaluator, which were tuned
// together with DefaultPieceSquare. The king has none.
func DefaultMaterial() Material {
	return Material{
		Pawn:   {43, 114},
		Knight: {287, 355},
		Bishop: {293, 354},
		Rook:   {374, 590},
		Queen:  {866, 1032},
	}
}

// PeSTOMaterial returns the values of PeSTO's evaluation (Ronald Friederich),
// which were tuned together with PeSTOPieceSquare. The king has none.
func PeSTOMaterial() Material {
	return Material{
		Pawn:   {82, 94},
		Knight: {337, 281},
		Bishop: {365, 297},
		Rook:   {477, 512},
		Queen:  {1025, 936},
	}
}

// SimplifiedMaterial returns the values that the board value system, a utility
// function made of features (2022), uses with SimplifiedPieceSquare: 100, 300,
// 300, 500 and 900, and none for the king. The Simplified Evaluation Function
// itself has 320 for a knight and 330 for a bishop.
func SimplifiedMaterial() Material {
	return Material{
		Pawn:   {100, 100},
		Knight: {300, 300},
		Bishop: {300, 300},
		Rook:   {500, 500},
		Queen:  {900, 900},
	}
}

// PointMaterial returns the values of the adversarial search system (Python
// coursework): 1, 3, 3, 5 and 9 points, and 200 for the king, of 100 centipawns
// each.
func PointMaterial() Material {
	return Material{
		Pawn:   {100, 100},
		Knight: {300, 300},
		Bishop: {300, 300},
		Rook:   {500, 500},
		Queen:  {900, 900},
		King:   {20_000, 20_000},
	}
}

// Name returns "material".
func (Material) Name() string { return "material" }

// Score credits every piece with its value.
func (f Material) Score(s *Survey) {
	for sq, piece := range s.Position().Pieces() {
		s.Credit(piece.Color(), sq, f[piece.Type()])
	}
}

// Tempo is the feature of having the move, in centipawns for the side that has
// it.
type Tempo struct{ Move Tapered }

// DefaultTempo returns the numbers of the default evaluator.
func DefaultTempo() Tempo {
	return Tempo{Move: Tapered{21, 12}}
}

// Name returns "tempo".
func (Tempo) Name() string { return "tempo" }

// Score credits the side to move.
func (f Tempo) Score(s *Survey) { s.Credit(s.Position().turn(), NoSquare, f.Move) }

// BishopPair is the feature of having bishops on squares of both colours, in
// centipawns for the side that has them.
type BishopPair struct{ Pair Tapered }

// DefaultBishopPair returns the numbers of the default evaluator.
func DefaultBishopPair() BishopPair {
	return BishopPair{Pair: Tapered{34, 22}}
}

// Name returns "bishop pair".
func (BishopPair) Name() string { return "bishop pair" }

// Score credits each side that has the pair.
func (f BishopPair) Score(s *Survey) {
	for c := range Color(2) {
		if s.bishopColors(c) == 3 {
			s.Credit(c, NoSquare, f.Pair)
		}
	}
}

// bishopColors returns the colours of the squares on which c's bishops are: bit 0
// for dark, bit 1 for light.
func (s *Survey) bishopColors(c Color) uint8 {
	set := s.pieces(c, Bishop)
	return oneIf(set&darkSquares != 0) | oneIf(set&^darkSquares != 0)<<1
}
