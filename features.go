package chess

// Material is the feature of the men on the board: each is worth the value of
// his PieceType, in centipawns. Fill it with values of your own, or use
// PeSTOMaterial or SimplifiedMaterial.
type Material [King + 1]Tapered

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
// function made of features (2022), joins to SimplifiedPieceSquare: 100, 300,
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

// Name returns "material".
func (Material) Name() string { return "material" }

// Score credits every man with his value.
func (f Material) Score(s *Survey) {
	for sq, piece := range s.Position().Men() {
		s.Credit(piece.Color(), sq, f[piece.Type()])
	}
}

// fast returns the form of f that an evaluator runs: the same feature, or one
// of those here with its numbers laid out for speed.
func fast(f Feature) Feature {
	switch f := f.(type) {
	case Material:
		return newFastMaterial(f)
	case PieceSquare:
		return newFastPieceSquare(f)
	}
	return f
}

// fastMaterial is Material by Piece, with nothing for NoPiece: counting the men
// captured is faster than asking whether they are there.
type fastMaterial struct {
	Material
	value [16]pair
}

func newFastMaterial(f Material) *fastMaterial {
	fast := &fastMaterial{Material: f}
	for t := Pawn; t <= King; t++ {
		fast.value[t.Of(White)], fast.value[t.Of(Black)] = f[t].pair(), f[t].pair()
	}
	return fast
}

func (f *fastMaterial) of(e man) pair { return f.value[e>>8&15] }

// Score credits what Material.Score does.
func (f *fastMaterial) Score(s *Survey) {
	men := &s.position.men
	var white, black pair
	for i := range 16 {
		white += f.of(men[i])
		black += f.of(men[i+16])
	}
	s.creditMen(white, black, f)
}

// fastPieceSquare is PieceSquare by man: piece and mailbox square in one index.
type fastPieceSquare struct {
	PieceSquare
	value [16 << 8]pair
}

func newFastPieceSquare(f PieceSquare) *fastPieceSquare {
	fast := &fastPieceSquare{PieceSquare: f}
	for c := range Color(2) {
		for t := Pawn; t <= King; t++ {
			for sq := range NoSquare {
				e := man(t.Of(c))<<8 | man(mailbox[sq])
				fast.value[e] = Tapered{f.MG[t].At(c, sq), f.EG[t].At(c, sq)}.pair()
			}
		}
	}
	return fast
}

func (f *fastPieceSquare) of(e man) pair { return f.value[e&0xFFF] }

// Score credits what PieceSquare.Score does.
func (f *fastPieceSquare) Score(s *Survey) {
	men := &s.position.men
	var white, black pair
	for i := range 16 {
		white += f.of(men[i])
		black += f.of(men[i+16])
	}
	s.creditMen(white, black, f)
}
