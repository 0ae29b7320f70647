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
	for c := range Color(2) {
		own, enemy := s.attacksOf(c), s.attacksOf(c.Other())
		for set := s.armies[c] &^ s.kinds[King] & enemy.all; set != 0; set &= set - 1 {
			sq := set.first()
			kind := s.position.At(sq).Type()
			t := f.By[enemy.cheapest(sq)][kind]
			if !own.all.has(sq) {
				t = t.Plus(f.Hanging[kind])
			}
			s.Credit(c, sq, t)
		}
	}
}

// cheapest returns the kind of the cheapest of those who attack sq.
func (a *attacks) cheapest(sq Square) PieceType {
	t := King
	if a.by[Queen].has(sq) {
		t = Queen
	}
	if a.by[Rook].has(sq) {
		t = Rook
	}
	if a.by[Bishop].has(sq) {
		t = Bishop
	}
	if a.by[Knight].has(sq) {
		t = Knight
	}
	if a.by[Pawn].has(sq) {
		t = Pawn
	}
	return t
}
