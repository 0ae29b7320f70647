package chess

// Space is the feature of the squares that a side has for itself, in centipawns
// for that side.
type Space struct {
	Safe      Tapered // for each square of the four middle files, from its second to its fourth rank, without own pawns and not attacked by enemy pawns
	Behind    Tapered // besides, if it lies within three squares behind an own pawn
	Contested Tapered // for each square that both sides attack, but no pawn of the other
}

// DefaultSpace returns the numbers of the default evaluator.
func DefaultSpace() Space {
	return Space{Safe: Tapered{-3, -2}, Behind: Tapered{0, -2}, Contested: Tapered{3, 1}}
}

// Name returns "space".
func (Space) Name() string { return "space" }

// Score credits both sides.
func (f Space) Score(s *Survey) {
	for c := range Color(2) {
		pawns, enemy := s.men(c, Pawn), s.attacksOf(c.Other())
		safe := homes[c] &^ pawns &^ enemy.by[Pawn]
		behind := pawns.forward(c.Other())
		behind |= behind.forward(c.Other())
		behind |= behind.forward(c.Other())
		contested := s.attacksOf(c).all & enemy.all &^ enemy.by[Pawn]
		s.Credit(c, NoSquare, f.Safe.Times(safe.len()).
			Plus(f.Behind.Times((safe & behind).len())).
			Plus(f.Contested.Times(contested.len())))
	}
}

// homes are the squares that count as space, by Color.
var homes = [2]squareSet{0x3C3C_3C00, 0x003C_3C3C << 32}
