package chess

// MinorPieces is the feature of how knights and bishops fit in with pawns and
// king, in centipawns for their side. See Outposts for those beyond the reach of
// pawns.
type MinorPieces struct {
	Shielded   Tapered // right behind a pawn of either side
	KnightAway Tapered // for each king's move that a knight is away from his king
	BishopAway Tapered // the same for a bishop
	Obstructed Tapered // for each own pawn on a square of the bishop's colour
}

// DefaultMinorPieces returns the numbers of the default evaluator.
func DefaultMinorPieces() MinorPieces {
	return MinorPieces{
		Shielded:   Tapered{4, 14},
		KnightAway: Tapered{-4, -2},
		BishopAway: Tapered{-3, 1},
		Obstructed: Tapered{-2, -4},
	}
}

// Name returns "minor pieces".
func (MinorPieces) Name() string { return "minor pieces" }

// Score credits every knight and bishop.
func (f MinorPieces) Score(s *Survey) {
	for c := range Color(2) {
		king := s.position.King(c)
		shielded := s.kinds[Pawn].forward(c.Other())
		for set := s.men(c, Knight); set != 0; set &= set - 1 {
			sq := set.first()
			s.Credit(c, sq, f.worth(f.KnightAway.Times(distance(sq, king)), shielded.has(sq)))
		}
		for set := s.men(c, Bishop); set != 0; set &= set - 1 {
			sq := set.first()
			color := dark
			if sq.shade() != 0 {
				color = ^dark
			}
			pawns := (s.men(c, Pawn) & color).len()
			t := f.BishopAway.Times(distance(sq, king)).Plus(f.Obstructed.Times(pawns))
			s.Credit(c, sq, f.worth(t, shielded.has(sq)))
		}
	}
}

// worth returns t and what a shield is worth, if there is one.
func (f *MinorPieces) worth(t Tapered, shielded bool) Tapered {
	if shielded {
		t = t.Plus(f.Shielded)
	}
	return t
}
