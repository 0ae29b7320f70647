package chess

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

func (f *fastMaterial) of(e placedPiece) pair { return f.Material[e.kind()].pair() }

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
				e := placedPiece(t.Of(c))<<8 | placedPiece(mailbox[sq])
				fast.value[e] = Tapered{f.MG[t].At(c, sq), f.EG[t].At(c, sq)}.pair()
			}
		}
	}
	return fast
}

func (f *fastPieceSquare) of(e placedPiece) pair { return f.value[e&0xFFF] }

// Score credits what PieceSquare.Score does.
func (f *fastPieceSquare) Score(s *Survey) {
	men := &s.position.pieces
	var white, black pair
	for i := range 16 {
		white += f.of(men[i])
		black += f.of(men[i+16])
	}
	s.creditPieces(white, black, f)
}

// keptPawnStructure is PawnStructure with what it credits kept beside the facts.
// An evaluator has at most one, since two would have one name.
type keptPawnStructure struct{ PawnStructure }

// Score credits what PawnStructure.Score does.
func (f *keptPawnStructure) Score(s *Survey) {
	facts := s.pawnFacts()
	if facts.scored && s.ledger == nil {
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

// keptKingShelter is KingShelter with what it credits kept beside the pawns, as
// long as king and rights stay.
type keptKingShelter struct{ KingShelter }

// Score credits what KingShelter.Score does.
func (f *keptKingShelter) Score(s *Survey) {
	p, facts := s.position, s.pawnFacts()
	for c := range Color(2) {
		king := uint32(p.pieces[c<<4])<<12 | p.state>>castlingShift(uint(c), 0)&0x3F
		if kept := &facts.shelter[c]; kept.king != king {
			kept.king, kept.worth = king, f.worth(s, c)
		}
		s.Credit(c, p.King(c), facts.shelter[c].worth)
	}
}
