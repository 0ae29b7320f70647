package chess

// Material is the feature of the pieces on the board: each is worth the value of its PieceType,
// in centipawns.
type Material [King + 1]Tapered

// defaultMaterial returns the values of the default evaluator, which were tuned
// together with defaultPieceSquare. The king has none.
func defaultMaterial() Material {
	return Material{
		Pawn:   {48, 135},
		Knight: {297, 435},
		Bishop: {284, 432},
		Rook:   {345, 712},
		Queen:  {649, 1298},
	}
}

// pestoMaterial returns the values of PeSTO's evaluation (Ronald Friederich),
// which were tuned together with pestoPieceSquare. The king has none.
func pestoMaterial() Material {
	return Material{
		Pawn:   {82, 94},
		Knight: {337, 281},
		Bishop: {365, 297},
		Rook:   {477, 512},
		Queen:  {1025, 936},
	}
}

// simplifiedMaterial returns the values that the board value system, a utility
// function made of features (2022), uses with simplifiedPieceSquare: 100, 300,
// 300, 500 and 900, and none for the king. The Simplified Evaluation Function
// itself has 320 for a knight and 330 for a bishop.
func simplifiedMaterial() Material {
	return Material{
		Pawn:   {100, 100},
		Knight: {300, 300},
		Bishop: {300, 300},
		Rook:   {500, 500},
		Queen:  {900, 900},
	}
}

// pointMaterial returns the values of the adversarial search system (Python
// coursework): 1, 3, 3, 5 and 9 points, and 200 for the king, of 100 centipawns
// each.
func pointMaterial() Material {
	return Material{
		Pawn:   {100, 100},
		Knight: {300, 300},
		Bishop: {300, 300},
		Rook:   {500, 500},
		Queen:  {900, 900},
		King:   {20_000, 20_000},
	}
}

const materialName = "material"

// Name returns "material".
func (Material) Name() string { return materialName }

// AppliesTo returns true but for Antichess.
func (Material) AppliesTo(v Variant) bool { return !v.rules().losing }

// Score credits every piece with its value.
func (f Material) Score(s *Survey) {
	if s.trace != nil { // which needs to know the squares
		for sq, piece := range s.position.Pieces() {
			s.Credit(piece.Color(), sq, f[piece.Type()])
		}
		return
	}
	balance := pair(0) // only the difference of the sums counts
	for t := Pawn; t <= King; t++ {
		balance += pair(s.Pieces(White, t).Len()-s.Pieces(Black, t).Len()) * f[t].pair()
	}
	s.sums[White] += balance
}

// tempo is the feature of having the move, in centipawns for the side that has
// it.
type tempo struct {
	Move Tapered // for the side to move
}

// defaultTempo returns the numbers of the default evaluator.
func defaultTempo() *tempo {
	return &tempo{Move: Tapered{22, 17}}
}

const tempoName = "tempo"

// Name returns "tempo".
func (*tempo) Name() string { return tempoName }

// Score credits the side to move.
func (f *tempo) Score(s *Survey) { s.Credit(s.Position().turn(), NoSquare, f.Move) }

// bishopPair is the feature of having bishops on squares of both colours, in
// centipawns for the side that has them.
type bishopPair struct {
	Pair Tapered // for a side with bishops on squares of both colours
}

// defaultBishopPair returns the numbers of the default evaluator.
func defaultBishopPair() *bishopPair {
	return &bishopPair{Pair: Tapered{23, 63}}
}

const bishopPairName = "bishop pair"

// Name returns "bishop pair".
func (*bishopPair) Name() string { return bishopPairName }

// Score credits each side that has the pair.
func (f *bishopPair) Score(s *Survey) {
	for c := range Color(2) {
		if s.bishopColors(c) == 3 {
			s.Credit(c, NoSquare, f.Pair)
		}
	}
}

// bishopColors returns the colours of the squares on which c's bishops are: bit 0
// for dark, bit 1 for light.
func (s *Survey) bishopColors(c Color) uint8 {
	set := s.Pieces(c, Bishop)
	return oneIf(set&darkSquares != 0) | oneIf(set&^darkSquares != 0)<<1
}
