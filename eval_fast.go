package chess

// fast returns the form of f that an evaluator scores: f itself, or one of the
// types in this file, which credit the same and are faster.
func fast(f Feature) Feature {
	switch f := f.(type) {
	case Material:
		return &fastMaterial{f}
	case PieceSquare:
		return newFastPieceSquare(f)
	case PawnStructure:
		return &cachedPawnStructure{f}
	case PassedPawns:
		return &inPlace{&f}
	case KingShelter:
		return &cachedKingShelter{f}
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

// inPlace scores a feature through a pointer, so that its many numbers are not
// copied for each call.
type inPlace struct {
	scorer
}

// A scorer is a Feature that can be scored through a pointer.
type scorer interface {
	Feature
	score(*Survey)
}

// Score credits what the Score of the feature does.
func (f *inPlace) Score(s *Survey) { f.score(s) }

// fastMaterial is Material, computed from the number of pieces of each type.
type fastMaterial struct{ Material }

// Score credits what Material.Score does.
func (f *fastMaterial) Score(s *Survey) {
	ours, theirs := s.byColor[White], s.byColor[Black]
	var white, black pair
	for t := Pawn; t <= King; t++ {
		value := f.Material[t].pair()
		white += pair((s.byType[t] & ours).len()) * value
		black += pair((s.byType[t] & theirs).len()) * value
	}
	s.creditPieces(white, black, f)
}

// valueOf returns what Material.Score credits for a piece.
func (f *fastMaterial) valueOf(e placedPiece) pair { return f.Material[e.pieceType()].pair() }

// fastPieceSquare is PieceSquare with one table of both colours: a placedPiece,
// piece and mailbox square, is the index.
type fastPieceSquare struct {
	PieceSquare
	value [16 << 8]pair
}

func newFastPieceSquare(f PieceSquare) *fastPieceSquare {
	fast := &fastPieceSquare{PieceSquare: f}
	for c := range Color(2) {
		for t := Pawn; t <= King; t++ {
			for sq := range NoSquare {
				e := placedPiece(t.Of(c))<<8 | placedPiece(mailbox[sq])
				fast.value[e] = Tapered{f.MG[t].At(c, sq), f.EG[t].At(c, sq)}.pair()
			}
		}
	}
	return fast
}

// Score credits what PieceSquare.Score does.
func (f *fastPieceSquare) Score(s *Survey) {
	pieces := &s.position.pieces
	var white, black pair
	for i := range 16 {
		white += f.valueOf(pieces[i])
		black += f.valueOf(pieces[i+16])
	}
	s.creditPieces(white, black, f)
}

// valueOf returns what PieceSquare.Score credits for a piece.
func (f *fastPieceSquare) valueOf(e placedPiece) pair { return f.value[e&0xFFF] }

// cachedPawnStructure is PawnStructure that caches what it credits in the
// pawnFacts. An evaluator has at most one, since two would have the same name.
type cachedPawnStructure struct{ PawnStructure }

// Score credits what PawnStructure.Score does.
func (f *cachedPawnStructure) Score(s *Survey) {
	facts := s.pawnFacts()
	if facts.scored && s.trace == nil {
		s.sums[White] += facts.scores[White]
		s.sums[Black] += facts.scores[Black]
		return
	}
	before := s.sums
	f.score(s)
	for c := range s.sums {
		facts.scores[c] = s.sums[c] - before[c]
	}
	facts.scored = true
}

// cachedKingShelter is KingShelter that caches what it credits in the pawnFacts.
// That holds as long as king and castling rights are the same.
type cachedKingShelter struct{ KingShelter }

// Score credits what KingShelter.Score does.
func (f *cachedKingShelter) Score(s *Survey) {
	p, facts := s.position, s.pawnFacts()
	for c := range Color(2) {
		king := uint32(p.pieces[c<<4])<<12 | p.state>>castlingShift(uint(c), 0)&0x3F
		if cached := &facts.shelter[c]; cached.king != king {
			cached.king, cached.worth = king, f.worth(s, c)
		}
		s.Credit(c, p.king(c), facts.shelter[c].worth)
	}
}
