package chess

// threats is the feature of pieces that are attacked, hanging or pinned, or that a
// pawn push would attack, in centipawns credited to their own side: mostly a loss.
// Of the attackers the least valuable counts. The side to move does not matter: for
// that see Coverage and Exchange.
type threats struct {
	// By is for an attacked piece, kings excepted, by the type of its least valuable
	// attacker and its own.
	By [King + 1][King + 1]Tapered

	// Hanging is added for an attacked piece that its own side does not defend, by
	// its type.
	Hanging [King + 1]Tapered

	// Push is for a non-pawn piece that no enemy pawn attacks, but that an enemy pawn
	// would attack after a push of one or two squares to a square where it is safe, by
	// the type of the piece.
	Push [King + 1]Tapered

	// Pinned is for a non-pawn piece that is pinned to its king, by its type.
	Pinned [King + 1]Tapered
}

// defaultThreats returns the numbers of the default evaluator.
func defaultThreats() *threats {
	return &threats{
		By: [King + 1][King + 1]Tapered{
			Pawn:   {Pawn: {15, 5}, Knight: {-53, -20}, Bishop: {-49, -36}, Rook: {-57, -25}, Queen: {-41, -24}},
			Knight: {Pawn: {4, -18}, Knight: {1, -11}, Bishop: {-28, -25}, Rook: {-53, -13}, Queen: {-30, -23}},
			Bishop: {Pawn: {-1, -12}, Knight: {-15, -31}, Bishop: {-7, -11}, Rook: {-27, -22}, Queen: {-48, -32}},
			Rook:   {Pawn: {9, -20}, Knight: {-3, -15}, Bishop: {-9, -14}, Rook: {8, 7}, Queen: {-51, -28}},
			Queen:  {Pawn: {2, -11}, Knight: {4, 3}, Bishop: {1, -8}, Rook: {-3, 0}, Queen: {-2, 0}},
			King:   {Pawn: {-6, -49}, Knight: {-20, -16}, Bishop: {-10, -2}, Rook: {2, -19}},
		},
		Hanging: [King + 1]Tapered{Pawn: {-11, -26}, Knight: {-18, -9}, Bishop: {-9, -15}, Rook: {-18, 2}, Queen: {-3, 7}},
		Push:    [King + 1]Tapered{Knight: {-11, -12}, Bishop: {-13, -11}, Rook: {-17, -12}, Queen: {-13, -1}},
		Pinned:  [King + 1]Tapered{Knight: {-27, -44}, Bishop: {-18, -48}, Rook: {-35, -18}, Queen: {-32, -29}},
	}
}

// Name returns "threats".
func (*threats) Name() string { return "threats" }

// Score credits the pieces that are threatened, on their squares.
func (f *threats) Score(s *Survey) {
	for c := range Color(2) {
		own, enemy := s.attacksOf(c), s.attacksOf(c.Other())
		attacked := s.byColor[c] &^ s.byType[King] & enemy.all
		for attacker := Pawn; attacked != 0; attacker++ { // the least valuable first
			for set := attacked & enemy.by[attacker&7]; set != 0; set &= set - 1 {
				sq := set.First()
				t := f.By[attacker][s.typeOn(sq)]
				if set&-set&^own.all != 0 {
					t = t.Plus(f.Hanging[s.typeOn(sq)])
				}
				s.Credit(c, sq, t)
			}
			attacked &^= enemy.by[attacker&7]
		}
		for set := s.pushed(c); set != 0; set &= set - 1 {
			s.Credit(c, set.First(), f.Push[s.typeOn(set.First())])
		}
		for set := s.blockers(c) & s.nonPawnsOf(c); set != 0; set &= set - 1 {
			s.Credit(c, set.First(), f.Pinned[s.typeOn(set.First())])
		}
	}
}

// pushed returns those of c's non-pawn pieces that no enemy pawn attacks, but that
// an enemy pawn would attack after a push of one or two squares. Only pushes to safe
// squares count: no pawn of c attacks the square, and if another piece of c does, an
// enemy piece defends it.
func (s *Survey) pushed(c Color) SquareSet {
	e := c.Other()
	own, enemy := s.attacksOf(c), s.attacksOf(e)
	free := ^s.Occupied()
	third := SquareSet(0xFF << 16)
	if e == Black {
		third = third.mirror()
	}
	steps := s.Pieces(e, Pawn).Forward(e) & free
	steps |= (steps & third).Forward(e) & free
	steps &^= own.by[Pawn] | own.all&^enemy.all
	return pawnAttacks(e, steps) & s.nonPawnsOf(c) &^ enemy.by[Pawn]
}

// space is the feature of the squares that a side takes from the enemy's pieces, in
// centipawns for that side.
type space struct {
	// Restricted is for each square that both sides attack and the enemy does not hold
	// firmly: no enemy pawn attacks it, nor two enemy pieces if only one of the side does.
	Restricted Tapered
}

// defaultSpace returns the numbers of the default evaluator.
func defaultSpace() *space {
	return &space{Restricted: Tapered{4, 1}}
}

// Name returns "space".
func (*space) Name() string { return "space" }

// Score credits both sides.
func (f *space) Score(s *Survey) {
	for c := range Color(2) {
		own, enemy := s.attacksOf(c), s.attacksOf(c.Other())
		firm := enemy.by[Pawn] | enemy.twice&^own.twice
		s.Credit(c, NoSquare, f.Restricted.Times((own.all & enemy.all &^ firm).Len()))
	}
}
