package chess

// kingShelter is the feature of the pawn shield of a king and the pawn storm
// against it, on its file and the two beside it, and of how far away its own
// pawns are, in centipawns for the king's side. A king on the edge counts as if
// it were one file further in. As long as it may castle, the best shelter counts,
// by middlegame value, of the present one and those after castling.
//
// Ranks are counted from the king's side: 1 is its second rank, 6 its seventh.
type kingShelter struct {
	// Shelter is for each of the three files, by the rank of the rearmost own pawn;
	// 0 if that is not in front of the king.
	Shelter [8]Tapered

	// Storm is for each of the three files, by the rank of the most advanced enemy
	// pawn; 0 if that is not in front of the king.
	Storm [8]Tapered

	// StormBlocked counts instead of Storm if the own pawn of Shelter is right in
	// front of that enemy pawn.
	StormBlocked [8]Tapered

	// PawnAway is for each king's move from the king to its nearest own pawn.
	PawnAway Tapered
}

// defaultKingShelter returns the numbers of the default evaluator.
func defaultKingShelter() *kingShelter {
	return &kingShelter{
		Shelter:      [8]Tapered{{-16, 5}, {10, -3}, {3, -2}, {-9, 0}, {-10, 0}, {-8, 6}, {3, 15}, {}},
		Storm:        [8]Tapered{{-1, 1}, {2, 0}, {-23, 14}, {-7, -2}, {-1, 1}, {6, 1}, {4, 1}, {}},
		StormBlocked: [8]Tapered{{}, {}, {-9, -4}, {5, -4}, {2, 0}, {2, -4}, {-1, -5}, {}},
		PawnAway:     Tapered{-4, -7},
	}
}

// Name returns "king shelter".
func (*kingShelter) Name() string { return "king shelter" }

// Score credits each king. The credits are kept with the pawns as long as king and
// castling rights are the same, for the first feature of this type that is scored in
// a Survey.
func (f *kingShelter) Score(s *Survey) {
	if s.shelter == nil {
		s.shelter = &f.PawnAway
	}
	p, facts := s.position, s.pawnFacts()
	for c := range Color(2) {
		if s.shelter != &f.PawnAway {
			s.Credit(c, p.king(c), f.worth(s, c))
			continue
		}
		king := uint32(p.pieces[c<<5])<<12 | castlingRightsIn(p.state, c)
		kept := &facts.shelter[c]
		if kept.king != king {
			kept.king, kept.worth = king, f.worth(s, c)
		}
		s.Credit(c, p.king(c), kept.worth)
	}
}

// worth returns what Score credits c's king.
func (f *kingShelter) worth(s *Survey, c Color) Tapered {
	p, facts := s.position, s.pawnFacts()
	own, enemy := &facts.files[c], &facts.files[c.Other()]
	file, rank := relative(c, p.king(c))
	best := f.at(own, enemy, file, rank)
	for side, file := range [2]int{7, 3} {
		if p.state>>castlingShift(uint(c), uint(side))&7 != 0 {
			if t := f.at(own, enemy, file, 0); t.MG > best.MG {
				best = t
			}
		}
	}
	if away := facts.nearest(c, p.king(c)); away > 0 {
		best = best.Plus(f.PawnAway.Times(away))
	}
	return best
}

// at returns the shelter of a king on a file, counted from 1, and a rank. own is
// for the king's side.
func (f *kingShelter) at(own, enemy *pawnFiles, file int, rank uint8) (t Tapered) {
	file = min(max(file, 2), 7)
	for i := file - 1; i <= file+1; i++ {
		ours, theirs := own.rear[i], enemy.front[i]
		if ours <= rank {
			ours = 0
		}
		if theirs != 0 {
			theirs = 7 - theirs
		}
		if theirs <= rank {
			theirs = 0
		}
		t = t.Plus(f.Shelter[ours&7])
		if ours != 0 && theirs == ours+1 {
			t = t.Plus(f.StormBlocked[theirs&7])
		} else {
			t = t.Plus(f.Storm[theirs&7])
		}
	}
	return t
}

// kingAttack is the feature of enemy pieces around a king, in centipawns credited
// to the king's side: mostly a loss. What they do is counted in attack units, and
// Danger, the safety table, turns the sum of the units into centipawns: two
// attackers cost more than twice as much as one. If no enemy piece attacks the
// king's zone, nothing is credited.
type kingAttack struct {
	// Attacker is units for each enemy piece that attacks the king's zone, by its
	// type (see Survey.KingZone).
	Attacker [King + 1]int

	// Attacked is units for each square of the zone that the enemy attacks.
	Attacked int

	// Weak is units, besides Attacked, for each of these squares that no piece but
	// the king defends.
	Weak int

	// Check is units for each type of enemy piece that could give a safe check: from
	// an empty square where it could not be captured. It counts if there are two
	// attackers or more and the enemy has a queen.
	Check [King + 1]int

	// Queen is units if the enemy has a queen. If not, it is subtracted.
	Queen int

	// Contact is units if the enemy queen could give a safe contact check:
	// from a square beside the king that another enemy piece attacks, and
	// that only the king defends.
	Contact int

	// Danger is the credit by the number of units, limited to 0 to 63.
	Danger [64]Tapered
}

// defaultKingAttack returns the numbers of the default evaluator. Danger was fitted,
// then raised by two fifths in the middlegame after tests in games. Contact is from
// such tests too: the quiet positions to which numbers are fitted contain few
// attacks (docs/search-numbers.md).
func defaultKingAttack() *kingAttack {
	return &kingAttack{
		Attacker: [King + 1]int{Knight: 4, Bishop: 3, Rook: 5, Queen: 5},
		Attacked: 1,
		Weak:     3,
		Check:    [King + 1]int{Knight: 8, Bishop: 4, Rook: 10, Queen: 12},
		Queen:    5,
		Contact:  8,
		Danger: [64]Tapered{
			{-1, 8}, {8, 11}, {10, 6}, {3, 10}, {3, 15}, {3, 17}, {4, 12}, {6, 12}, {0, 15}, {-1, 15}, {4, 8},
			{7, 6}, {6, 11}, {1, 10}, {4, 10}, {6, 6}, {4, 16}, {6, 10}, {-1, 9}, {-3, 11}, {-1, 9}, {-6, 9},
			{-17, 13}, {-10, 8}, {-18, 7}, {-15, 5}, {-22, 8}, {-36, 12}, {-35, 5}, {-36, -4}, {-43, -6},
			{-50, -5}, {-52, -9}, {-56, -10}, {-67, -10}, {-71, -10}, {-78, -12}, {-87, -18}, {-102, -15},
			{-105, -16}, {-111, -16}, {-112, -18}, {-129, -21}, {-120, -16}, {-129, -18}, {-126, -14}, {-134, -15},
			{-132, -14}, {-144, -14}, {-141, -15}, {-148, -15}, {-154, -15}, {-154, -14}, {-168, -16}, {-168, -16},
			{-171, -14}, {-178, -16}, {-172, -14}, {-178, -14}, {-188, -14}, {-190, -15}, {-200, -15}, {-203, -14},
			{-227, -16},
		},
	}
}

// Name returns "king attack".
func (*kingAttack) Name() string { return "king attack" }

// Score credits each king.
func (f *kingAttack) Score(s *Survey) {
	for c := range Color(2) {
		if z := s.zone(c); z.attackers != 0 {
			units := min(max(f.units(s, c, z), 0), len(f.Danger)-1)
			s.Credit(c, s.position.king(c), f.Danger[units])
		}
	}
}

// units returns the units of the attack on c's king.
func (f *kingAttack) units(s *Survey, c Color, z *kingZone) int {
	units := z.attacked.Len()*f.Attacked + z.weak.Len()*f.Weak
	for set := z.attackers; set != 0; set &= set - 1 {
		units += f.Attacker[s.typeOn(set.First())%(King+1)]
	}
	if s.Pieces(c.Other(), Queen) == 0 {
		return units - f.Queen
	}
	units += f.Queen
	if s.contact(c, z) {
		units += f.Contact
	}
	if z.attackers&(z.attackers-1) == 0 {
		return units
	}
	checks := s.checks(c)
	for t := Knight; t <= Queen; t++ {
		if checks[t] != 0 {
			units += f.Check[t]
		}
	}
	return units
}

// contact reports whether an enemy queen could give check from a square beside
// c's king where it could not be captured. z is the zone of that king.
func (s *Survey) contact(c Color, z *kingZone) bool {
	by := &s.attacksOf(c.Other()).by
	from := by[Queen] & kingAttacks[s.position.king(c)] & z.weak &^ s.byColor[c.Other()]
	return from&(by[Pawn]|by[Knight]|by[Bishop]|by[Rook]|by[King]) != 0
}

// checks returns, by the type of the enemy piece, the empty squares that such
// pieces attack and c does not, and from which they would check c's king.
func (s *Survey) checks(c Color) (from [King]SquareSet) {
	k, by := s.position.king(c), &s.attacksOf(c.Other()).by
	occupied := s.Occupied()
	safe := ^(occupied | s.attacksOf(c).all)
	straight, diagonal := rookAttacks(k, occupied)&safe, bishopAttacks(k, occupied)&safe
	from[Knight] = by[Knight] & knightAttacks[k] & safe
	from[Bishop] = by[Bishop] & diagonal
	from[Rook] = by[Rook] & straight
	from[Queen] = by[Queen] & (straight | diagonal)
	return from
}
