package chess

// KingShelter is the feature of the pawns around a king, on his file and the
// two beside, and how far his own are, in centipawns for the king's side. A king
// on the edge is seen as if he stood one file further in. As long as he may
// castle he is given the best, by its middlegame value, of what he has and what
// he would have.
type KingShelter struct {
	Shelter      [8]Tapered // for each of the files, by the rank of the own rearmost pawn from his second, 1; 0 for none in front of the king
	Storm        [8]Tapered // for each of the files, by the rank from the king's side of the most advanced enemy pawn; 0 for none in front of the king
	StormBlocked [8]Tapered // the same if the own pawn stands right before him
	PawnAway     Tapered    // for each king's move that the nearest own pawn is away
}

// DefaultKingShelter returns the numbers of the default evaluator.
func DefaultKingShelter() KingShelter {
	return KingShelter{
		Shelter:      [8]Tapered{{-16, 5}, {10, -3}, {3, -2}, {-9, 0}, {-10, 0}, {-8, 6}, {3, 15}, {}},
		Storm:        [8]Tapered{{-1, 1}, {2, 0}, {-23, 14}, {-7, -2}, {-1, 1}, {6, 1}, {4, 1}, {}},
		StormBlocked: [8]Tapered{{}, {}, {-9, -4}, {5, -4}, {2, 0}, {2, -4}, {-1, -5}, {}},
		PawnAway:     Tapered{-4, -7},
	}
}

// Name returns "king shelter".
func (KingShelter) Name() string { return "king shelter" }

// Score credits each king.
func (f KingShelter) Score(s *Survey) { f.score(s) }

func (f *KingShelter) score(s *Survey) {
	for c := range Color(2) {
		s.Credit(c, s.position.King(c), f.worth(s, c))
	}
}

func (f *KingShelter) worth(s *Survey, c Color) Tapered {
	p, facts := s.position, s.pawnFacts()
	own, enemy := &facts.files[c], &facts.files[c.Other()]
	file, rank := seenBy(c, p.King(c))
	best := f.at(own, enemy, file, rank)
	for side, file := range [2]int{7, 3} {
		if p.state>>castlingShift(uint(c), uint(side))&7 != 0 {
			if t := f.at(own, enemy, file, 0); t.MG > best.MG {
				best = t
			}
		}
	}
	if away := facts.nearest(c, p.King(c)); away > 0 {
		best = best.Plus(f.PawnAway.Times(away))
	}
	return best
}

// at returns the shelter of a king on a file, from 1, and rank.
func (f *KingShelter) at(own, enemy *pawnFiles, file int, rank uint8) (t Tapered) {
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

// KingAttack is the feature of enemies around a king, in centipawns credited to
// the king's side: mostly a loss. What they do is counted in units, and the
// number of these says what it costs: an attack of two is more than twice that
// of one.
type KingAttack struct {
	Attacker [King + 1]int // units for each man, by kind, who attacks the king's zone (see Survey.KingZone)
	Attacked int           // units for each square of the zone that any of them attacks
	Weak     int           // units for each square of the zone that is attacked, and covered by the king at most
	Check    [King + 1]int // units, if there are two attackers or more and a queen, for each kind of man who could give check where nobody would take him
	Queen    int           // units if the enemy has a queen, taken away again if not
	Contact  int           // units if she could check from a square beside him that another of hers attacks and only he covers
	Danger   [64]Tapered   // by units, none fewer than 0 or more than 63
}

// DefaultKingAttack returns the numbers of the default evaluator. Danger is what a
// fit found, in the middlegame two fifths more, and Contact is from games, since a
// fit to quiet positions sees little of attacks (docs/search-numbers.md).
func DefaultKingAttack() KingAttack {
	return KingAttack{
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
func (KingAttack) Name() string { return "king attack" }

// Score credits each king.
func (f KingAttack) Score(s *Survey) { f.score(s) }

func (f *KingAttack) score(s *Survey) {
	for c := range Color(2) {
		if z := s.zone(c); z.attackers != 0 {
			units := min(max(f.units(s, c, z), 0), len(f.Danger)-1)
			s.Credit(c, s.position.King(c), f.Danger[units])
		}
	}
}

func (f *KingAttack) units(s *Survey, c Color, z *kingZone) int {
	units := z.attacked.len()*f.Attacked + z.weak.len()*f.Weak
	for t := Pawn; t <= King; t++ {
		units += (z.attackers & s.byType[t]).len() * f.Attacker[t]
	}
	if s.pieces(c.Other(), Queen) == 0 {
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

// contact reports whether the enemy's queen could check from a square beside c's
// king where he could not take her.
func (s *Survey) contact(c Color, z *kingZone) bool {
	by := &s.attacksOf(c.Other()).by
	from := by[Queen] & kingAttacks[s.position.King(c)] & z.weak &^ s.byColor[c.Other()]
	return from&(by[Pawn]|by[Knight]|by[Bishop]|by[Rook]|by[King]) != 0
}

// checks returns, by the kinds of enemies, the empty squares that they attack,
// covered by nobody of c's, from which they would check c's king.
func (s *Survey) checks(c Color) (from [King]squareSet) {
	k, by := s.position.King(c), &s.attacksOf(c.Other()).by
	occupied := s.occupied()
	safe := ^(occupied | s.attacksOf(c).all)
	straight, diagonal := rookAttacks(k, occupied)&safe, bishopAttacks(k, occupied)&safe
	from[Knight] = by[Knight] & knightAttacks[k] & safe
	from[Bishop] = by[Bishop] & diagonal
	from[Rook] = by[Rook] & straight
	from[Queen] = by[Queen] & (straight | diagonal)
	return from
}
