package chess

// winnability is the Scaler of how easily an advantage is turned into a win: the more
// pawns are left, on both flanks, the harder it is to defend. Each number is in
// centipawns for the side that is better, counts in full in the endgame and not in the
// middlegame, and less than nothing in sum takes the advantage away, but does not turn it
// around. In three-check it leaves all evaluations as they are.
type winnability struct {
	// Base is for every position.
	Base int

	// Pawn is for each pawn of either side.
	Pawn int

	// Passed is for each passed pawn of either side.
	Passed int

	// BothFlanks is for pawns on the four files of the king's side and of the queen's.
	BothFlanks int

	// PawnEnding is for a position with no pieces but kings and pawns.
	PawnEnding int

	// Outflanking is for each file between the kings, and for each rank that they have
	// passed each other, less what is left to it.
	Outflanking int

	// Infiltrated is for a king on the fifth rank or beyond.
	Infiltrated int

	// Fortress is for kings that have not passed each other, with pawns on one flank only.
	Fortress int
}

// defaultWinnability returns the numbers of the default evaluator.
func defaultWinnability() *winnability {
	return &winnability{
		Base: -172, Pawn: 15, Passed: 13, BothFlanks: 41, PawnEnding: 92, Outflanking: 2, Infiltrated: -1, Fortress: -18,
	}
}

// Name returns "winnability".
func (*winnability) Name() string { return "winnability" }

// silentIn returns true.
func (*winnability) silentIn(Variant) bool { return true }

// Score credits nothing.
func (*winnability) Score(*Survey) {}

// Scale returns the evaluation with what winnability adds or takes.
func (f *winnability) Scale(s *Survey, sum Score) Score {
	if sum == 0 || s.position.isThreeCheck() || s.phase == MaxPhase {
		return sum
	}
	change, sign := f.worth(s), Score(1)
	if sum < 0 {
		sign = -1
	}
	change = max(change, -sum*sign)
	return sum + sign*(change*Score(MaxPhase-s.phase)/MaxPhase)
}

// worth returns what the position adds to an advantage in the endgame.
func (f *winnability) worth(s *Survey) Score {
	p, facts := s.position, s.pawnFacts()
	pawns := s.byType[Pawn]
	worth := f.Base + pawns.Len()*f.Pawn + (facts.passed[White]|facts.passed[Black]).Len()*f.Passed
	white, black := p.king(White), p.king(Black)
	files, ranks := white.File()-black.File(), white.Rank()-black.Rank()
	outflanking := max(files, -files) + ranks
	worth += outflanking * f.Outflanking
	if pawns&queenside != 0 && pawns&^queenside != 0 {
		worth += f.BothFlanks
	} else if outflanking < 0 {
		worth += f.Fortress
	}
	if white.Rank() >= 4 || black.Rank() <= 3 {
		worth += f.Infiltrated
	}
	if s.nonPawns == 0 {
		worth += f.PawnEnding
	}
	return Score(worth)
}
