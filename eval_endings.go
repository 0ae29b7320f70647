package chess

// bareKing is the feature of winning against a bare king, in centipawns for the
// side that has the pieces to mate: rook or queen, two bishops of different
// colours, or bishop and knight. It also counts for a queen against one piece, and for
// a rook against a minor piece, if there is no pawn. It rewards every step towards the
// mate, so that a search too short to see the mate gets there.
type bareKing struct {
	// Edge is for each step of the weak king from the four squares in the centre,
	// files and ranks added up: 0 to 6.
	Edge Tapered

	// Bishops is for two bishops, instead of Edge and Centre: for each of these steps.
	Bishops Tapered

	// Corner is for bishop and knight, instead of Edge: for each file that the weak
	// king is away from the long diagonal on which the bishop cannot stand. That is
	// 7 in the corners where the mate is possible.
	Corner Tapered

	// Kings is for each king's move that the kings are nearer than 7 to each other.
	Kings Tapered

	// Centre is for each step that the strong king is nearer than 6 to the centre.
	Centre Tapered

	// Apart is for each king's move that the weak king is away from its piece, if that is
	// not a bishop, against a queen.
	Apart Tapered

	// RookApart is the same against a rook. Of all positions of rook against knight with the
	// knight's side to move, the rook wins 1 % if king and knight are side by side, and 40 %
	// if they are seven moves apart.
	RookApart Tapered
}

// defaultBareKing returns the numbers of the default evaluator.
func defaultBareKing() *bareKing {
	return &bareKing{
		Edge: Tapered{60, 60}, Bishops: Tapered{200, 200}, Corner: Tapered{300, 300}, Kings: Tapered{30, 30},
		Centre: Tapered{20, 20}, Apart: Tapered{100, 100}, RookApart: Tapered{150, 150},
	}
}

const bareKingName = "bare king"

// Name returns "bare king".
func (*bareKing) Name() string { return bareKingName }

// Score credits the side that can mate, on the square of the other's king.
func (f *bareKing) Score(s *Survey) {
	for c := range Color(2) {
		enemy := s.nonPawnsOf(c.Other())
		if s.Pieces(c.Other(), Pawn) != 0 || enemy&(enemy-1) != 0 || s.nonPawnsOf(c) == 0 {
			continue
		}
		if enemy == 0 || s.byType[Pawn] == 0 && s.nonPawnsOf(c).Len() == 1 && s.points(c) > max(3, s.points(c.Other())) {
			f.credit(s, c, enemy)
		}
	}
}

// credit credits c, against a king with at most one piece.
func (f *bareKing) credit(s *Survey, c Color, piece SquareSet) {
	majors, knights := s.Pieces(c, Rook)|s.Pieces(c, Queen), s.Pieces(c, Knight)
	bishops := s.bishopColors(c)
	if majors == 0 && bishops != 3 && (bishops == 0 || knights == 0) {
		return
	}
	p := s.Position()
	king, weakKing := p.king(c), p.king(c.Other())
	t := f.Kings.Times(7 - king.Distance(weakKing))
	if majors == 0 && bishops == 3 {
		t = t.Plus(f.Bishops.Times(fromCentre(weakKing)))
	} else {
		t = t.Plus(f.Centre.Times(6 - fromCentre(king)))
		if majors != 0 {
			t = t.Plus(f.Edge.Times(fromCentre(weakKing)))
		} else {
			t = t.Plus(f.Corner.Times(fromDiagonal(weakKing, bishops == 2)))
		}
	}
	if piece&^s.byType[Bishop] != 0 {
		apart := f.Apart
		if s.Pieces(c, Rook) != 0 {
			apart = f.RookApart
		}
		t = t.Plus(apart.Times(weakKing.Distance(piece.First())))
	}
	s.Credit(c, weakKing, t)
}

// fromCentre returns how many steps a square is from the four in the centre,
// files and ranks added up.
func fromCentre(sq Square) int {
	file, rank := sq.File(), sq.Rank()
	return max(3-file, file-4) + max(3-rank, rank-4)
}

// fromDiagonal returns how many files a square is from the long diagonal of the
// dark squares, or of the light ones: 7 in the two corners that are not on it.
func fromDiagonal(sq Square, ofDark bool) int {
	n := sq.File() + sq.Rank() - 7
	if ofDark {
		n = sq.File() - sq.Rank()
	}
	return max(n, -n)
}

// drawnEndings is the Scaler of endings that are drawn, or nearly so, although
// one side has more material. Each number is the percentage of the evaluation that
// is left if the side that is better has the material described. In three-check it
// leaves all evaluations as they are, since a lone knight can win.
type drawnEndings struct {
	// LoneMinor is for no pawn, and one minor piece or none, or two knights
	// against no pawn.
	LoneMinor int

	// NoPawns is for no pawn, if the non-pawn pieces are worth at most three points
	// more than those of the other side, and those at most three. A minor piece is
	// worth three points, a rook five and a queen nine.
	NoPawns int

	// NoPawnsAndMore is the same if those of the other side are worth more than three.
	NoPawnsAndMore int

	// OppositeBishops is for one bishop on each side, on squares of different
	// colours, and otherwise only pawns. The other side may have no pawns.
	OppositeBishops int

	// BishopsAndMore is the same with other non-pawn pieces too.
	BishopsAndMore int

	// WrongRookPawn is for pawns on one edge file only, perhaps with bishops, but none
	// that moves on squares of the promotion square's colour, while the other king is
	// on the promotion square or beside it, or gets there before the first pawn and the
	// king of the pawns.
	WrongRookPawn int

	// LonePawn is for one pawn and no other piece but the kings, if it does not win.
	LonePawn int

	// QueenAndPawn is for a queen alone against a pawn alone that is about to promote on
	// the file of a rook or a bishop, with its king at most two moves from it and the king
	// of the queen at least four from the promotion square.
	QueenAndPawn int

	// RookAndPawn is for a rook alone against a pawn alone, if the king of the pawn is at
	// most two moves from it, and the king of the rook is too far from the promotion square:
	// 3 moves if the pawn needs one, 5 if it needs two, 6 if it needs three, and one move
	// less with the pawn's side to move. Of these positions the rook wins one in eight, of the
	// others six in seven.
	RookAndPawn int

	// PawnAndMinor is for a pawn alone against a minor piece alone.
	PawnAndMinor int
}

// defaultDrawnEndings returns the numbers of the default evaluator.
func defaultDrawnEndings() *drawnEndings {
	return &drawnEndings{
		LoneMinor:       0,
		NoPawns:         13,
		NoPawnsAndMore:  25,
		OppositeBishops: 50,
		BishopsAndMore:  85,
		WrongRookPawn:   0,
		LonePawn:        0,
		QueenAndPawn:    10,
		RookAndPawn:     30,
		PawnAndMinor:    30,
	}
}

const drawnEndingsName = "drawn endings"

// Name returns "drawn endings".
func (*drawnEndings) Name() string { return drawnEndingsName }

// AppliesTo returns false: it only scales.
func (*drawnEndings) AppliesTo(Variant) bool { return false }

// Score credits nothing.
func (*drawnEndings) Score(*Survey) {}

// Scale returns what is left of the evaluation.
func (f *drawnEndings) Scale(s *Survey, sum Score) Score {
	if sum == 0 || s.position.state&stateRules != 0 {
		return sum
	}
	c := White
	if sum < 0 {
		c = Black
	}
	percent := f.percent(s, c)
	if percent == 100 {
		return sum
	}
	return Score(int64(sum) * int64(percent) / 100)
}

// percent returns what is left if c is better.
func (f *drawnEndings) percent(s *Survey, c Color) int {
	nonPawns := s.nonPawnsOf(c)
	if s.Pieces(c, Pawn) == 0 {
		own, enemy := s.points(c), s.points(c.Other())
		knights := nonPawns == s.Pieces(c, Knight)
		switch {
		case own <= 3 || knights && own <= 6 && s.Pieces(c.Other(), Pawn) == 0:
			return f.LoneMinor
		case s.nonPawns.Len() == 1 && s.byType[Pawn].Len() == 1:
			return f.againstPawn(s, c)
		case own-enemy > 3:
		case enemy <= 3:
			return f.NoPawns
		default:
			return f.NoPawnsAndMore
		}
		return 100
	}
	if s.nonPawns == 0 && s.byType[Pawn].Len() == 1 {
		if !s.lonePawnWins(c) {
			return f.LonePawn
		}
		return 100
	}
	if nonPawns == 0 && s.byType[Pawn].Len() == 1 && s.points(c.Other()) == 3 {
		return f.PawnAndMinor
	}
	bishops, others := s.Pieces(c, Bishop), s.Pieces(c.Other(), Bishop)
	if nonPawns == bishops && s.wrongRookPawn(c) {
		return f.WrongRookPawn
	}
	if bishops.Len() == 1 && others.Len() == 1 && s.bishopColors(c) != s.bishopColors(c.Other()) {
		if nonPawns == bishops && s.nonPawnsOf(c.Other()) == others {
			return f.OppositeBishops
		}
		return f.BishopsAndMore
	}
	return 100
}

// againstPawn is percent for one piece of c against one pawn.
func (f *drawnEndings) againstPawn(s *Survey, c Color) int {
	const files = 1<<0 | 1<<2 | 1<<5 | 1<<7 // a, c, f, h
	pawn := s.byType[Pawn].First()
	goal := SquareAt(pawn.File(), 7*int(oneIf(c == Black))) // the pawn is not c's
	king, weakKing := s.position.king(c).Distance(goal), s.position.king(c.Other())
	steps := pawn.Distance(goal)
	switch {
	case s.Pieces(c, Rook) != 0 && weakKing.Distance(pawn) <= 2 && 2*king+2*int(oneIf(s.position.turn() != c)) >= 3*steps+3:
		return f.RookAndPawn
	case s.Pieces(c, Queen) != 0 && files>>pawn.File()&1 != 0 && steps == 1 && weakKing.Distance(pawn) <= 2 && king >= 4:
		return f.QueenAndPawn
	}
	return 100
}

// points returns what c's non-pawn pieces are worth in pawns: 3, 3, 5 and 9.
func (s *Survey) points(c Color) int {
	return 3*(s.Pieces(c, Knight)|s.Pieces(c, Bishop)).Len() + 5*s.Pieces(c, Rook).Len() + 9*s.Pieces(c, Queen).Len()
}

// wrongRookPawn reports whether c has pawns on one edge file only, no bishop that attacks
// the promotion square, and the enemy king is on that square or beside it, or nearer to it
// than c's king and pawns, the move counted. Of 63,027 such positions of king, bishop and
// pawn against king, 13 are won.
func (s *Survey) wrongRookPawn(c Color) bool {
	own := &s.pawnFacts().files[c].front
	for _, rank := range own[2:8] {
		if rank != 0 {
			return false
		}
	}
	if own[1] != 0 && own[8] != 0 {
		return false
	}
	corner := A8
	if own[8] != 0 {
		corner = H8
	}
	if c == Black {
		corner ^= A8
	}
	if s.bishopColors(c)>>oneIf(corner.Light())&1 != 0 {
		return false
	}
	p := s.position
	moves := p.king(c.Other()).Distance(corner)
	steps := 7 - int(max(own[1], own[8]))
	return moves <= 1 || moves+int(oneIf(p.turn() == c)) < min(steps, p.king(c).Distance(corner))
}

// pawnWins holds the truth of king and pawn against king, with a White pawn: for each
// side to move, square of the pawn and square of the White king, the squares of the Black
// king where White wins. Positions that cannot arise are in no set.
type pawnWins [2][64][64]SquareSet

// wonByPawn takes less than a millisecond to make.
var wonByPawn lazy[*pawnWins]

func newPawnWins() *pawnWins {
	t := new(pawnWins)
	for pawn := H7; pawn >= A2; pawn-- { // a push leads to a set that is known
		t.solve(pawn)
	}
	return t
}

// solve fills the sets of a pawn by retrograde analysis: it begins with what a push wins,
// and goes on until no king's move wins more.
func (t *pawnWins) solve(pawn Square) {
	attacked := pawnAttacks(White, pawn.Set())
	white, black := &t[White][pawn], &t[Black][pawn]
	for changed := true; changed; {
		changed = false
		for king := range Square(64) {
			if king == pawn {
				continue
			}
			reach := kingAttacks[king]
			legal := ^(reach | king.Set() | pawn.Set())
			wins := t.push(pawn, king)
			for to := range (reach &^ pawn.Set()).All() {
				wins |= black[to]
			}
			white[king] = legal &^ attacked & wins

			// Black loses where it has moves, and each leads to a win. Where it has none, it
			// is stalemate: a pawn alone does not mate.
			moves := ^(reach | king.Set() | attacked)
			lost := legal & moves.around() &^ (moves &^ white[king]).around()
			changed = changed || lost != black[king]
			black[king] = lost
		}
	}
}

// push returns the squares of the Black king where White wins by a push.
func (t *pawnWins) push(pawn, king Square) (wins SquareSet) {
	to := pawn + 8
	switch {
	case king == to:
		return 0
	case pawn >= A7: // it becomes a queen or a rook: a win unless it is captured at once
		wins = ^to.Set()
		if !kingAttacks[king].Has(to) {
			wins &^= kingAttacks[to]
		}
		return wins
	case pawn <= H2 && king != to+8:
		wins = t[Black][to+8][king] &^ to.Set()
	}
	return wins | t[Black][to][king]
}

// around returns the squares that are a king's move from a square of s.
func (s SquareSet) around() SquareSet {
	beside := s.Beside()
	s |= beside
	return beside | s<<8 | s>>8
}

// lonePawnWins reports whether the pawn of c wins, if there is no other piece but the
// kings.
func (s *Survey) lonePawnWins(c Color) bool {
	p := s.position
	pawn, king, enemy, turn := s.byType[Pawn].First(), p.king(c), p.king(c.Other()), p.turn()
	if c == Black {
		pawn, king, enemy, turn = pawn^A8, king^A8, enemy^A8, turn.Other()
	}
	return wonByPawn.get(newPawnWins)[turn][pawn][king].Has(enemy)
}

// winningChances is the Scaler of how easily an advantage is turned into a win: the more
// pawns are left, on both flanks, the harder it is to defend. Each number is in
// centipawns for the side that is better, counts in full in the endgame and not in the
// middlegame, and less than nothing in sum takes the advantage away, but does not turn it
// around. In three-check it leaves all evaluations as they are.
type winningChances struct {
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

// defaultWinningChances returns the numbers of the default evaluator.
func defaultWinningChances() *winningChances {
	return &winningChances{
		Base: -172, Pawn: 15, Passed: 13, BothFlanks: 41, PawnEnding: 92, Outflanking: 2, Infiltrated: -1, Fortress: -18,
	}
}

const winningChancesName = "winning chances"

// Name returns "winning chances".
func (*winningChances) Name() string { return winningChancesName }

// AppliesTo returns false: it only scales.
func (*winningChances) AppliesTo(Variant) bool { return false }

// Score credits nothing.
func (*winningChances) Score(*Survey) {}

// Scale returns the evaluation with what winningChances adds or takes.
func (f *winningChances) Scale(s *Survey, sum Score) Score {
	if sum == 0 || s.position.state&stateRules != 0 || s.phase == MaxPhase {
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
func (f *winningChances) worth(s *Survey) Score {
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
