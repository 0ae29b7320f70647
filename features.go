package chess

// Material is the feature of the men on the board: each is worth the value of
// his PieceType, in centipawns. Fill it with values of your own, or use
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

// Score credits every man with his value.
func (f Material) Score(s *Survey) {
	for sq, piece := range s.Position().Men() {
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
func (f Tempo) Score(s *Survey) { s.Credit(s.Position().Turn(), NoSquare, f.Move) }

// BishopPair is the feature of having bishops on squares of both colours, in
// centipawns for the side that has them.
type BishopPair struct{ Pair Tapered }

// DefaultBishopPair returns the numbers of the default evaluator.
func DefaultBishopPair() BishopPair {
	return BishopPair{Pair: Tapered{34, 22}}
}

// Name returns "bishop pair".
func (BishopPair) Name() string { return "bishop pair" }

// Score credits either side.
func (f BishopPair) Score(s *Survey) {
	for c := range Color(2) {
		if s.bishops(c) == 3 {
			s.Credit(c, NoSquare, f.Pair)
		}
	}
}

// bishops returns the colours of the squares on which c's bishops stand: bit 0
// for dark, bit 1 for light.
func (s *Survey) bishops(c Color) (colors uint8) {
	set := s.men(c, Bishop)
	return one(set&dark != 0) | one(set&^dark != 0)<<1
}

// shade is 0 for a dark square, 1 for a light one.
func (s Square) shade() uint8 { return uint8(s>>3^s) & 1 }

// RookFiles is the feature of where the rooks stand, in centipawns for their
// side.
type RookFiles struct {
	Open     Tapered // on a file without pawns
	HalfOpen Tapered // on a file with enemy pawns only
	Seventh  Tapered // on the seventh rank, with the enemy king on the eighth or an enemy pawn on the seventh
}

// DefaultRookFiles returns the numbers of the default evaluator.
func DefaultRookFiles() RookFiles {
	return RookFiles{Open: Tapered{34, -5}, HalfOpen: Tapered{18, 16}, Seventh: Tapered{-5, 10}}
}

// Name returns "rook files".
func (RookFiles) Name() string { return "rook files" }

// Score credits every rook.
func (f RookFiles) Score(s *Survey) {
	facts := s.pawnFacts()
	for c := range Color(2) {
		own, enemy := &facts.files[c], &facts.files[c.Other()]
		for set := s.men(c, Rook); set != 0; set &= set - 1 {
			sq := set.first()
			file, rank := seenBy(c, sq)
			if own.front[file] == 0 {
				t := f.HalfOpen
				if enemy.front[file] == 0 {
					t = f.Open
				}
				s.Credit(c, sq, t)
			}
			if rank == 6 && f.target(enemy, c, s.position.King(c.Other())) {
				s.Credit(c, sq, f.Seventh)
			}
		}
	}
}

// target reports whether there is something for a rook to do on the seventh.
func (f *RookFiles) target(enemy *pawnFiles, c Color, king Square) bool {
	if _, rank := seenBy(c, king); rank == 7 {
		return true
	}
	for _, rank := range enemy.rear {
		if rank == 1 {
			return true
		}
	}
	return false
}

// Outposts is the feature of knights and bishops beyond the reach of pawns, in
// centipawns for their side: on his fourth to sixth rank, covered by a pawn,
// and no enemy pawn can ever attack him there.
type Outposts struct{ Knight, Bishop Tapered }

// DefaultOutposts returns the numbers of the default evaluator.
func DefaultOutposts() Outposts {
	return Outposts{Knight: Tapered{11, 6}, Bishop: Tapered{16, 9}}
}

// Name returns "outposts".
func (Outposts) Name() string { return "outposts" }

// Score credits every knight and bishop on an outpost.
func (f Outposts) Score(s *Survey) {
	facts := s.pawnFacts()
	for c := range Color(2) {
		enemy := &facts.files[c.Other()]
		covered := s.attacksOf(c).by[Pawn]
		for set := (s.men(c, Knight) | s.men(c, Bishop)) & covered; set != 0; set &= set - 1 {
			sq := set.first()
			file, rank := seenBy(c, sq)
			if rank-3 > 2 || enemy.ahead(file-1, rank) || enemy.ahead(file+1, rank) {
				continue
			}
			t := f.Knight
			if s.kinds[Bishop].has(sq) {
				t = f.Bishop
			}
			s.Credit(c, sq, t)
		}
	}
}

// fast returns the form of f that an evaluator runs: the same feature, or one
// of those here with its numbers laid out for speed, or at least in place.
func fast(f Feature) Feature {
	switch f := f.(type) {
	case Material:
		return &fastMaterial{f}
	case PieceSquare:
		return newFastPieceSquare(f)
	case PawnStructure:
		return &keptPawnStructure{f}
	case PassedPawns:
		return &inPlace{&f}
	case KingShelter:
		return &keptKingShelter{f}
	case KingAttack:
		return &inPlace{&f}
	case PieceMobility:
		return &inPlace{&f}
	case Threats:
		return &inPlace{&f}
	case Mobility:
		return &inPlace{&f}
	}
	return f
}

// inPlace is a feature with many numbers, which are not copied for each call.
type inPlace struct {
	scorer
}

// A scorer is a Feature that can be scored where it stands.
type scorer interface {
	Feature
	score(*Survey)
}

// Score credits what the feature's does.
func (f *inPlace) Score(s *Survey) { f.score(s) }

// fastMaterial is Material by counting the men of each kind.
type fastMaterial struct{ Material }

func (f *fastMaterial) of(e man) pair { return f.Material[e.kind()].pair() }

// Score credits what Material.Score does.
func (f *fastMaterial) Score(s *Survey) {
	ours, theirs := s.armies[White], s.armies[Black]
	var white, black pair
	for t := Pawn; t <= King; t++ {
		value := f.Material[t].pair()
		white += pair((s.kinds[t] & ours).len()) * value
		black += pair((s.kinds[t] & theirs).len()) * value
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
