package chess

// The features of the default evaluator that are for variants alone. Their numbers are this
// package's own, and not fitted: they make a search play for what wins.

// remainingChecks is the feature of the checks that a side must still give to
// win a game of three-check, in centipawns for that side. In ordinary chess it
// credits nothing.
type remainingChecks struct {
	Value [4]Tapered // by the number of checks that remain
}

// defaultRemainingChecks returns the numbers of the default evaluator. They are
// this package's own: the three-check bot had only a bonus for each check in its
// search.
func defaultRemainingChecks() *remainingChecks {
	return &remainingChecks{[4]Tapered{{5000, 5000}, {500, 400}, {180, 140}, {}}}
}

const remainingChecksName = "remaining checks"

// Name returns "remaining checks".
func (*remainingChecks) Name() string { return remainingChecksName }

// AppliesTo returns true for three-check.
func (*remainingChecks) AppliesTo(v Variant) bool { return v == ThreeCheck }

// Score credits both sides.
func (f *remainingChecks) Score(s *Survey) {
	p := s.Position()
	if !p.isThreeCheck() {
		return
	}
	for c := range Color(2) {
		s.Credit(c, p.king(c), f.Value[p.remainingChecks(c)])
	}
}

// variantGoals is the feature of what wins in a variant besides material, in centipawns for the
// side that is nearer to it. In ordinary chess and in three-check it credits nothing.
type variantGoals struct {
	Hill   [8]Tapered    // in King of the Hill, by the steps of the king to the hill
	Race   [8]Tapered    // in Racing Kings, by the rank of the king
	Pocket [King]Tapered // in Crazyhouse, for each piece in hand, by type
	Burden Tapered       // in Antichess, for each own piece: a loss
	Touch  Tapered       // in Atomic, where the kings touch, for the side with fewer pieces
	Horde  [8]Tapered    // in Horde, for each of White's pawns, by rank
}

// defaultVariantGoals returns the numbers of the default evaluator. They are this package's own: what
// wins is worth a lot, and each step towards it more than the last.
func defaultVariantGoals() *variantGoals {
	both := func(centipawns ...int) (list [8]Tapered) {
		for i, v := range centipawns {
			list[i] = Tapered{Score(v), Score(v)}
		}
		return
	}
	return &variantGoals{
		Hill:   both(2000, 250, 90, 20),
		Race:   both(0, 120, 260, 420, 620, 880, 1300, 5000),
		Pocket: [King]Tapered{Pawn: {110, 110}, Knight: {330, 330}, Bishop: {330, 330}, Rook: {450, 450}, Queen: {1000, 1000}},
		Burden: Tapered{-200, -200},
		Touch:  Tapered{150, 150},
		Horde:  both(60, 65, 70, 80, 100, 140, 220),
	}
}

const variantGoalsName = "variant goals"

// Name returns "variant goals".
func (*variantGoals) Name() string { return variantGoalsName }

// AppliesTo returns true for all variants but ordinary chess and three-check.
func (*variantGoals) AppliesTo(v Variant) bool { return v > ThreeCheck }

// Score credits both sides.
func (f *variantGoals) Score(s *Survey) {
	p := s.Position()
	switch v := p.variant(); v {
	case KingOfTheHill:
		for c := range Color(2) {
			s.Credit(c, p.king(c), f.Hill[stepsToHill(p.king(c))])
		}
	case RacingKings:
		for c := range Color(2) {
			s.Credit(c, p.king(c), f.Race[p.king(c).Rank()])
		}
	case Crazyhouse:
		for c := range Color(2) {
			for t := Pawn; t < King; t++ {
				s.Credit(c, NoSquare, f.Pocket[t].Times(p.pocket(c, t)))
			}
		}
	case Atomic:
		white, black := s.OccupiedBy(White).Len(), s.OccupiedBy(Black).Len()
		if p.immune() && white != black {
			c := Color(oneIf(black < white))
			s.Credit(c, p.king(c), f.Touch)
		}
	case Horde:
		for pawn := range s.Pieces(White, Pawn).All() {
			s.Credit(White, pawn, f.Horde[pawn.Rank()])
		}
	default:
		if p.rules().losing {
			for c := range Color(2) {
				for sq := range s.OccupiedBy(c).All() {
					s.Credit(c, sq, f.Burden)
				}
			}
		}
	}
}

// stepsToHill returns how many steps of a king lead from a square to the hill.
func stepsToHill(sq Square) int {
	file, rank := max(3-sq.File(), sq.File()-4, 0), max(3-sq.Rank(), sq.Rank()-4, 0)
	return max(file, rank)
}
