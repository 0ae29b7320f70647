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
			Pawn:   {Pawn: {11, 5}, Knight: {-52, -20}, Bishop: {-47, -43}, Rook: {-65, -28}, Queen: {-39, -23}},
			Knight: {Pawn: {6, -21}, Knight: {1, -11}, Bishop: {-29, -25}, Rook: {-47, -14}, Queen: {-30, -19}},
			Bishop: {Pawn: {-1, -11}, Knight: {-16, -32}, Bishop: {-7, -11}, Rook: {-28, -22}, Queen: {-47, -35}},
			Rook:   {Pawn: {8, -17}, Knight: {-4, -13}, Bishop: {-8, -15}, Rook: {7, 7}, Queen: {-52, -30}},
			Queen:  {Pawn: {4, -17}, Knight: {4, -1}, Bishop: {3, -17}, Rook: {-2, -2}, Queen: {-4, 0}},
			King:   {Pawn: {-6, -49}, Knight: {-18, -24}, Bishop: {-11, -4}, Rook: {0, -16}},
		},
		Hanging: [King + 1]Tapered{Pawn: {-11, -24}, Knight: {-18, -8}, Bishop: {-9, -15}, Rook: {-16, -1}, Queen: {-5, 7}},
		Push:    [King + 1]Tapered{Knight: {-11, -12}, Bishop: {-13, -13}, Rook: {-16, -17}, Queen: {-12, -2}},
		Pinned:  [King + 1]Tapered{Knight: {-27, -55}, Bishop: {-11, -52}, Rook: {-37, -14}, Queen: {-23, -22}},
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
