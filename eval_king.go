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
		Shelter:      [8]Tapered{{-14, 6}, {8, -4}, {2, -1}, {-10, 2}, {-9, 4}, {-2, 24}, {5, 0}, {}},
		Storm:        [8]Tapered{{2, -2}, {5, 19}, {-27, 56}, {-5, 4}, {-1, 1}, {10, 0}, {1, 1}, {}},
		StormBlocked: [8]Tapered{{}, {}, {-21, -2}, {5, -13}, {5, -1}, {13, -7}, {1, -9}, {}},
		PawnAway:     Tapered{-6, -8},
	}
}

const kingShelterName = "king shelter"

// Name returns "king shelter".
func (*kingShelter) Name() string { return kingShelterName }

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
// attackers cost more than twice as much as one. Nothing is credited unless two enemy
// pieces attack the king's zone, or one and the enemy has a queen. Pawns and the enemy
// king are no attackers.
type kingAttack struct {
	// Attacker is units for each enemy piece that attacks the king's zone, by its
	// type (see Survey.KingZone).
	Attacker [King + 1]int

	// Attacked is units for each square of the zone that the enemy attacks.
	Attacked int

	// Weak is units, besides Attacked, for each square of the zone that the king's side
	// can hardly hold: it does not attack it twice, and if at all, only with king or queen.
	Weak int

	// Check is units for each type of enemy piece that could give a safe check: from a
	// square that the king's side does not attack, or from a weak one that two enemy
	// pieces attack. A queen counts only where a rook does not, and a bishop only where a
	// queen does not.
	Check [King + 1]int

	// Unsafe is units for each other square from which an enemy piece could give check.
	Unsafe int

	// Queen is units if the enemy has a queen. If not, it is subtracted.
	Queen int

	// Blocker is units for each piece of either side that is alone between the king and
	// an enemy bishop, rook or queen: it is pinned, or can give a discovered check.
	Blocker int

	// Knight is units if a knight of the king's side attacks a square beside the king.
	Knight int

	// Open is units for each of the three files around the king without a pawn of its
	// side.
	Open int

	// FlankAttack is units for each square in front of the king that the enemy attacks:
	// of the five ranks on its side, and of the three or four files of its flank.
	FlankAttack int

	// FlankTwice is units, besides FlankAttack, for each of these squares that two enemy
	// pieces attack.
	FlankTwice int

	// FlankDefence is units for each square of the same part of the board that the
	// king's side attacks.
	FlankDefence int

	// Danger is the credit for 0, 64, 128 units and so on. In between it is
	// interpolated; beyond the last, that counts.
	Danger [16]Tapered
}

// dangerStep is the number of units from one entry of Danger to the next.
const dangerStep = 64

// defaultKingAttack returns the numbers of the default evaluator.
func defaultKingAttack() *kingAttack {
	return &kingAttack{
		Attacker:     [King + 1]int{Knight: 53, Bishop: 40, Rook: 50, Queen: 42},
		Attacked:     19,
		Weak:         28,
		Check:        [King + 1]int{Knight: 155, Bishop: 89, Rook: 180, Queen: 152},
		Unsafe:       26,
		Queen:        140,
		Blocker:      26,
		Knight:       -28,
		Open:         31,
		FlankAttack:  8,
		FlankTwice:   4,
		FlankDefence: -4,
		Danger: [16]Tapered{
			{1, 13}, {5, 16}, {1, 5}, {1, 4}, {-5, 4}, {-12, -3}, {-24, -4}, {-42, -1}, {-59, -4}, {-95, 0}, {-123, -2},
			{-163, -7}, {-200, -6}, {-247, -12}, {-312, -17}, {-292, -16},
		},
	}
}

const kingAttackName = "king attack"

// Name returns "king attack".
func (*kingAttack) Name() string { return kingAttackName }

// Score credits each king.
func (f *kingAttack) Score(s *Survey) {
	for c := range Color(2) {
		s.attacksOf(c.Other()) // fills s.attackers
		attackers := s.attackers[c]
		if attackers == 0 || attackers&(attackers-1) == 0 && s.Pieces(c.Other(), Queen) == 0 {
			continue
		}
		s.Credit(c, s.position.king(c), f.danger(f.units(s, c)))
	}
}

// danger returns what Danger has for a number of units.
func (f *kingAttack) danger(units int) Tapered {
	const last = len(f.Danger) - 1
	units = min(max(units, 0), last*dangerStep)
	i := min(units/dangerStep, last-1)
	low, high, part := f.Danger[i], f.Danger[i+1], Score(units-i*dangerStep)
	return Tapered{low.MG + (high.MG-low.MG)*part/dangerStep, low.EG + (high.EG-low.EG)*part/dangerStep}
}

// units returns the units of the attack on c's king.
func (f *kingAttack) units(s *Survey, c Color) int {
	king, zone, weak := s.position.king(c), s.KingZone(c), s.weak(c)
	own, enemy := s.attacksOf(c), s.attacksOf(c.Other())
	units := (zone&enemy.all).Len()*f.Attacked + (zone&weak).Len()*f.Weak + s.blockers(c).Len()*f.Blocker
	for t := Knight; t <= Queen; t++ {
		units += (s.attackers[c] & s.byType[t]).Len() * f.Attacker[t]
	}
	if own.by[Knight]&own.by[King] != 0 {
		units += f.Knight
	}
	units += s.pawnFacts().bare(c, king) * f.Open
	flank := flanks[c][king&7]
	units += (flank&enemy.all).Len()*f.FlankAttack + (flank&enemy.twice).Len()*f.FlankTwice + (flank&own.all).Len()*f.FlankDefence
	if s.Pieces(c.Other(), Queen) == 0 {
		units -= f.Queen
	} else {
		units += f.Queen
	}
	return units + f.checks(s, c, weak)
}

// checks returns the units of the checks that could be given to c's king. weak has the
// squares that c can hardly hold. The queen of c is no obstacle: it would have to move.
func (f *kingAttack) checks(s *Survey, c Color, weak SquareSet) (units int) {
	king, own, enemy := s.position.king(c), s.attacksOf(c), s.attacksOf(c.Other())
	occupied := s.Occupied() &^ s.Pieces(c, Queen)
	free := ^s.byColor[c.Other()]
	safe := free & (^own.all | weak&enemy.twice)
	straight, diagonal := rookAttacks(king, occupied), bishopAttacks(king, occupied)
	rook := straight & enemy.by[Rook]
	queen := (straight | diagonal) & enemy.by[Queen] &^ own.by[Queen]
	bishop := diagonal & enemy.by[Bishop]
	knight := knightAttacks[king] & enemy.by[Knight]
	if rook&safe != 0 {
		units += f.Check[Rook]
	}
	if queen&safe&^rook != 0 {
		units += f.Check[Queen]
	}
	if bishop&safe&^queen != 0 {
		units += f.Check[Bishop]
	}
	if knight&safe != 0 {
		units += f.Check[Knight]
	}
	return units + ((rook|bishop|knight)&free&^safe).Len()*f.Unsafe
}

// flanks has, by the Color of a king and its file, the squares in front of it that
// FlankAttack counts.
var flanks = func() (t [2][8]SquareSet) {
	const camp = 1<<40 - 1 // the five ranks on White's side
	for file := range Square(8) {
		first, last := []Square{0, 0, 0, 2, 2, 4, 4, 5}[file], []Square{2, 3, 3, 5, 5, 7, 7, 7}[file]
		for f := first; f <= last; f++ {
			t[White][file] |= f.SameFile() & camp
		}
		t[Black][file] = t[White][file].mirror()
	}
	return t
}()
