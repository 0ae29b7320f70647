package chess

// Threats is the feature of men who are attacked by lesser ones, or not
// covered, in centipawns credited to their own side: mostly a loss. Of the
// attackers the cheapest counts. Whose move it is does not matter: Coverage and
// Exchange look at that.
type Threats struct {
	By      [King + 1][King + 1]Tapered // by the kind of the cheapest attacker, and that of the man attacked
	Hanging [King + 1]Tapered           // besides, if none of his side covers him, by his kind
}

// DefaultThreats returns the numbers of the default evaluator.
func DefaultThreats() Threats {
	minor := [King + 1]Tapered{Pawn: {-2, -8}, Knight: {-14, -12}, Bishop: {-14, -14}, Rook: {-38, -26}, Queen: {-34, -30}}
	return Threats{
		By: [King + 1][King + 1]Tapered{
			Pawn:   {Knight: {-46, -30}, Bishop: {-46, -34}, Rook: {-54, -34}, Queen: {-50, -30}},
			Knight: minor,
			Bishop: minor,
			Rook:   {Pawn: {0, -8}, Knight: {-10, -16}, Bishop: {-10, -14}, Queen: {-36, -26}},
			King:   {Pawn: {-4, -12}, Knight: {-6, -16}, Bishop: {-6, -16}, Rook: {-4, -14}},
		},
		Hanging: [King + 1]Tapered{Pawn: {-6, -10}, Knight: {-18, -14}, Bishop: {-18, -14}, Rook: {-16, -12}, Queen: {-10, -8}},
	}
}

// Name returns "threats".
func (Threats) Name() string { return "threats" }

// Score credits every man who is attacked, kings aside.
func (f Threats) Score(s *Survey) { f.score(s) }

func (f *Threats) score(s *Survey) {
	p, on := s.position, s.attacksOn()
	for attacked := s.attacked(); attacked != 0; attacked &= attacked - 1 {
		i := attacked.first()
		e, c := p.men[i], Color(i>>4)
		a := on[e&127]
		by, kind := s.cheapest(a&^army(c)), e.kind()
		t := f.By[by][kind]
		if a&army(c) == 0 {
			t = t.Plus(f.Hanging[kind])
		}
		s.Credit(c, squares[e&127], t)
	}
}

// attacked returns the men, kings aside, whom an enemy attacks.
func (s *Survey) attacked() (set menSet) {
	men, on := &s.position.men, s.attacksOn()
	for i := len(men) - 1; i >= 16; i-- { // no branch to mispredict
		set = set<<1 | menSet(one(on[men[i]&127]&army(White) != 0))
	}
	for i := 15; i >= 0; i-- {
		set = set<<1 | menSet(one(on[men[i]&127]&army(Black) != 0))
	}
	return set & (s.men(Pawn) | s.men(NoPieceType))
}

// cheapest returns the kind of the cheapest of the men.
func (s *Survey) cheapest(set menSet) PieceType {
	t := King
	if set&s.kinds[Queen] != 0 {
		t = Queen
	}
	if set&s.kinds[Rook] != 0 {
		t = Rook
	}
	if set&s.kinds[Bishop] != 0 {
		t = Bishop
	}
	if set&s.kinds[Knight] != 0 {
		t = Knight
	}
	if set&s.kinds[Pawn] != 0 {
		t = Pawn
	}
	return t
}
