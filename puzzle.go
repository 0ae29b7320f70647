package chess

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
)

// Puzzle is a position with one winning move at each turn of the side that moves first, the solver,
// until it gives mate or has won material. It is taken from a game in which the other side has just
// made a mistake.
type Puzzle struct {
	Before   Position    `json:"before"`   // before the mistake
	Mistake  Move        `json:"mistake"`  // leads to the Position
	Position Position    `json:"position"` // to solve
	Solution []Move      `json:"solution"` // a move of the solver, an answer, and so on; the last is the solver's
	Motifs   []MotifKind `json:"motifs"`   // what happens, each kind once, in the order of MotifKinds
	Ply      int         `json:"ply"`      // of the mistake in its game, 1 for the first move; 0 if it is of no game

	// Nodes is how many nodes the search of the PuzzleFinder needs to solve it: for each move of the
	// solver, those after which it has found the move and keeps it until the end, counted when a depth
	// is finished. Rating estimates how hard it is for people, on the scale of lichess's ratings of
	// puzzles, from the moves and the motifs: for half of 2,000 puzzles within 140 points. A player of that
	// rating solves it in one of two tries, and one of 400 more in ten of eleven.
	Nodes  int64 `json:"nodes"`
	Rating int   `json:"rating"`
}

// PuzzleFinder finds puzzles in recorded games. The zero PuzzleFinder does so with the settings below:
// two games a second, and a puzzle in some seconds. What it finds depends only on them and on the
// game, so that games may be searched in any order, and by several goroutines at once.
//
// The idea is that of lichess's generator of puzzles.
type PuzzleFinder struct {
	Nodes  int64 // of the search of each position of a game; 0 is 2000
	Verify int64 // of each search that verifies a candidate, which must be more; 0 is 100,000
}

// ErrNoPuzzle is matched by the error of PuzzleFinder.Try if a mistake makes no puzzle. The error says
// why.
var ErrNoPuzzle = errors.New("chess: no puzzle")

// A noPuzzle is why a mistake makes no puzzle.
type noPuzzle string

func (e noPuzzle) Error() string { return ErrNoPuzzle.Error() + ": " + string(e) }

// Unwrap returns ErrNoPuzzle.
func (e noPuzzle) Unwrap() error { return ErrNoPuzzle }

const (
	inVariant      noPuzzle = "a variant" // in which a side also wins otherwise than by mate or material
	onlyLegalMove  noPuzzle = "only one legal move"
	notWinning     noPuzzle = "not winning" // by the best move
	severalMoves   noPuzzle = "several winning moves"
	recapture      noPuzzle = "a recapture"       // the first move captures what has just captured
	nothingWon     noPuzzle = "nothing won"       // there are several moves, or none, before anything is won
	oneMove        noPuzzle = "one move wins all" // of the material
	noMistake      noPuzzle = "no mistake"        // the opponent's move was not much worse than others
	alreadyWinning noPuzzle = "winning before"    // the mistake
	unstable       noPuzzle = "unstable"          // another search, or a longer one, says something else
)

// The rules of puzzles. Chances are winning chances in percent.
const (
	// leastWinning is what a winning move scores at least, in centipawns.
	leastWinning = 200

	// leastMargin is how much lower the chance of the second-best move must be. The second best move
	// of a mate has 65 percent at most, which is 168 centipawns, and that of a move of 200 centipawns
	// has 32, which is -198.
	leastMargin = 35

	// leastGiven is the chance that the opponent's mistake gives to the solver at least. So the solver
	// had at most 70 percent before, which is 230 centipawns.
	leastGiven = 30

	// leastWon is the least material, in centipawns, that a solution without mate wins.
	leastWon = 100

	// confirmTimes is how many times longer the searches are that confirm a solution in the end, than those
	// that find it. They must say the same.
	confirmTimes = 5

	// maxSolution is the length of a solution at most, in plies.
	maxSolution = 31
)

// Find returns the puzzles in the main line of a game, in its order, each position once; a variant
// has none. It is an error if ctx is done, if the settings are wrong, or if the game is longer than
// the 17,697 plies that the rules allow.
func (f PuzzleFinder) Find(ctx context.Context, t *GameTree) ([]Puzzle, error) {
	x, err := f.start()
	at := t.Start()
	if err != nil || at.variant() != Standard {
		return nil, err
	}
	scan, err := Reviewer{Nodes: x.Nodes, Plies: 1}.start()
	if err != nil {
		return nil, err
	}
	positions, err := scan.look(ctx, t)
	if err != nil {
		return nil, err
	}
	var found []Puzzle
	for i, m := range t.Mainline() {
		if m != 0 && isCandidate(positions[i].score, positions[i+1].score) {
			p := Puzzle{Before: at, Mistake: m, Position: at.After(m), Ply: i + 1}
			err := x.try(ctx, &p)
			if err != nil && !errors.Is(err, ErrNoPuzzle) {
				return nil, err
			}
			if err == nil && !slices.ContainsFunc(found, func(q Puzzle) bool { return q.Position.key() == p.Position.key() }) {
				found = append(found, p)
			}
		}
		at = at.After(m)
	}
	return found, nil
}

// Try returns the puzzle that begins with a mistake, or an error that matches ErrNoPuzzle. Whether it
// is one, and the solution, depend on the position and the move alone, and not on the game before. It
// is also an error if the move is not legal, if ctx is done, or if the settings are wrong.
func (f PuzzleFinder) Try(ctx context.Context, before Position, mistake Move) (Puzzle, error) {
	p := Puzzle{Before: before, Mistake: mistake}
	x, err := f.start()
	if err == nil {
		p.Position, err = before.Play(mistake)
	}
	if err == nil {
		err = x.try(ctx, &p)
	}
	if err != nil {
		return Puzzle{}, err
	}
	return p, nil
}

// A puzzleSearch is the work on a game.
type puzzleSearch struct {
	PuzzleFinder // without zero settings
	searcher     *AlphaBeta
}

// start returns the work on a game.
func (f PuzzleFinder) start() (*puzzleSearch, error) {
	f.Nodes, f.Verify = cmp.Or(f.Nodes, 2000), cmp.Or(f.Verify, 100_000)
	if f.Nodes < 1 || f.Verify <= f.Nodes {
		return nil, errors.New("chess: a game needs at least one node a position, and a puzzle more than that")
	}
	return &puzzleSearch{f, NewAlphaBeta(nil, smallTable(f.Verify))}, nil
}

// try completes a puzzle that has its mistake, or returns why it is none.
func (x *puzzleSearch) try(ctx context.Context, p *Puzzle) error {
	if p.Before.variant() != Standard {
		return inVariant
	}
	score, err := x.solve(ctx, p)
	if err != nil {
		return err
	}
	best, err := x.search(ctx, NewGame(p.Before), Limits{Nodes: x.Verify})
	switch {
	case err != nil:
		return err
	case chanceGiven(best.Score, score) >= leastGiven:
	case chanceGiven(best.Score, Mate) < leastGiven:
		return alreadyWinning
	default:
		return noMistake
	}
	if err := x.effort(ctx, p); err != nil {
		return err
	}
	if err := x.confirm(ctx, p); err != nil {
		return err
	}
	return p.judge()
}

// judge sets the Motifs and the Rating.
func (p *Puzzle) judge() error {
	motifs, err := Motifs(p.Before, append([]Move{p.Mistake}, p.Solution...), 1)
	for _, m := range motifs {
		p.Motifs = append(p.Motifs, m.Kind)
	}
	slices.SortFunc(p.Motifs, func(a, b MotifKind) int { return cmp.Compare(motifOrder[a], motifOrder[b]) })
	p.Motifs = slices.Compact(p.Motifs)
	p.Rating = p.difficulty()
	return err
}

// search searches the position of g. It is an error if ctx is done before the end.
func (x *puzzleSearch) search(ctx context.Context, g *Game, l Limits) (Result, error) {
	r, err := x.searcher.Search(ctx, g, l)
	return r, cmp.Or(err, ctx.Err())
}

// effort sets the Nodes of a puzzle. Any move that gives mate at once is the move.
func (x *puzzleSearch) effort(ctx context.Context, p *Puzzle) error {
	x.searcher.Forget()
	g := NewGame(p.Position)
	for i, m := range p.Solution {
		if i%2 == 0 {
			nodes, err := x.effortFor(ctx, g, m)
			if err != nil {
				return err
			}
			p.Nodes += nodes
		}
		if err := g.Play(m); err != nil {
			return err
		}
	}
	return nil
}

// effortFor is effort for one move of the solver.
func (x *puzzleSearch) effortFor(ctx context.Context, g *Game, want Move) (found int64, err error) {
	good := []Move{want}
	if mates := g.Position().mates(); slices.Contains(mates, want) {
		good = mates
	}
	r, err := x.search(ctx, g, Limits{Nodes: x.Verify, Info: func(i Info) {
		switch {
		case len(i.PV) == 0:
		case !slices.Contains(good, i.PV[0]):
			found = 0
		case found == 0:
			found = i.Nodes
		}
	}})
	if err == nil && !slices.Contains(good, r.Move) {
		err = unstable
	}
	return max(found, 1), err
}

// The range of Rating.
const minPuzzleRating, maxPuzzleRating = 400, 3000

// puzzleRating is what all puzzles have, puzzleTurn how many points a move adds that is e times as hard.
const puzzleRating, puzzleTurn = 583, 317

// motifRatings is what a motif adds to the Rating. These numbers and those of hardness were fitted together to
// 10,219 puzzles of lichess. Of 2,000 others the ratings and what is estimated correlate by 0.66, the ranks by 0.59.
var motifRatings = map[MotifKind]int{
	motifDoubleCheck: -151, motifDiscoveredAttack: -127, MotifFork: -84, motifDeflection: 51, motifSacrifice: 58,
	motifExposedKing: 74, motifDiscoveredCheck: 81, motifSmotheredMate: 81, motifHangingPiece: 86, motifAttraction: 100,
	motifInterference: 126, motifArabianMate: 139, motifHookMate: 187, motifXRayAttack: 298,
}

// difficulty returns the Rating.
func (p *Puzzle) difficulty() int {
	at, last, own := p.Position, p.Mistake, Move(0)
	hard := 0.0
	for i, m := range p.Solution {
		if i%2 == 0 {
			hard += math.Exp(at.hardness(m, last, own))
			own = m
		}
		at, last = at.After(m), m
	}
	rating := puzzleRating + puzzleTurn*math.Log(hard)
	for _, kind := range p.Motifs {
		rating += float64(motifRatings[kind])
	}
	return int(math.Round(min(max(rating, minPuzzleRating), maxPuzzleRating)))
}

// hardness returns how hard m is to find, as a logarithm: last is the opponent's move before it, and own that of
// the solver, or zero. What makes it hard is first of all how many moves there are, how many of them look as good,
// and how many replies have to be thought of.
func (p *Position) hardness(m, last, own Move) float64 {
	moves := p.appendMoves(nil)
	next := p.After(m)
	replies := next.appendMoves(nil)
	look := func(m Move) int { return p.see(m, nil) + 50*int(oneIf(p.givesCheck(m))) }
	plain := !slices.ContainsFunc(moves, func(x Move) bool { return x != m && look(x) >= look(m) })
	checks := 0
	for _, x := range moves {
		checks += int(oneIf(p.givesCheck(x)))
	}
	from, to := m.From(), m.To()
	ranks := (to.Rank() - from.Rank()) * (1 - 2*int(p.turn()))
	far := max(from.File()-to.File(), to.File()-from.File(), ranks, -ranks)
	bit := func(b bool) float64 { return float64(oneIf(b)) }
	return 0.105*math.Log2(float64(len(moves))) +
		0.342*math.Log2(float64(1+checks)) +
		0.272*math.Log2(float64(1+len(replies))) -
		0.188*math.Log2(1+float64(max(p.see(m, nil), 0))/100) -
		0.095*float64(far) +
		0.594*bit(next.outcome().Reason == Checkmate) - // beside the fewest replies
		0.576*bit(plain) +
		0.266*bit(ranks < 0) -
		0.655*bit(own != 0 && own.To() == from) + // the same piece again
		0.309*bit(p.isCapture(m) && last.To() != to)
}

// isCandidate reports whether a move may be a mistake: of the scores before and after it, each is from
// the point of view of its side to move. They are of short searches, so it takes what is nearly one.
func isCandidate(before, after Score) bool {
	const nearlyWinning, nearlyGiven = 150, 20
	return after >= nearlyWinning && chanceGiven(before, after) >= nearlyGiven
}

// chanceGiven returns the chance that a move gives to the opponent, who has the score after it; before is
// that of the side that moves.
func chanceGiven(before, after Score) float64 {
	return after.WinningChance() - (-before).WinningChance()
}

// A solverTurn is what the search says of a position in which the solver is to move.
type solverTurn struct {
	move   Move  // the best
	score  Score // of the best move
	second Score // of the best move that is not as good: without those that give mate at once, if any does
}

// only reports whether there is one good move.
func (t solverTurn) only() bool { return t.exceeds(leastWinning, leastMargin) }

// likely is only with half of its limits, for a search that is short.
func (t solverTurn) likely() bool { return t.exceeds(leastWinning/2, leastMargin/2) }

func (t solverTurn) exceeds(score Score, chance float64) bool {
	return t.score >= score && t.score.WinningChance()-t.second.WinningChance() >= chance
}

// solve finds the solution of a puzzle, and returns the score of its first move.
func (x *puzzleSearch) solve(ctx context.Context, p *Puzzle) (Score, error) {
	x.searcher.Forget()
	g := NewGame(p.Position)
	if g.Outcome().Over() {
		return 0, notWinning
	}
	first, err := x.first(ctx, g, p)
	if err != nil {
		return 0, err
	}
	for t := first; t.only(); {
		over, err := x.play(ctx, g, t.move)
		if err != nil {
			return 0, err
		}
		if over || g.Len() >= maxSolution {
			break
		}
		if t, err = x.turn(ctx, g, x.Verify); err != nil {
			return 0, err
		}
	}
	p.Solution = g.Moves()
	if last := g.Position(); last.outcome().Reason != Checkmate || g.Len()%2 == 0 {
		p.Solution, err = untilWon(p.Position, p.Solution)
	}
	return first.score, err
}

// first looks at the first turn, or says why there is no puzzle. Most candidates have several winning
// moves, which a short search shows already.
func (x *puzzleSearch) first(ctx context.Context, g *Game, p *Puzzle) (t solverTurn, err error) {
	if len(g.LegalMoves()) == 1 {
		return t, onlyLegalMove
	}
	for _, search := range []struct {
		nodes int64
		only  func(solverTurn) bool
	}{{max(x.Verify/8, 1), solverTurn.likely}, {x.Verify, solverTurn.only}} {
		t, err = x.turn(ctx, g, search.nodes)
		switch only := search.only(t); {
		case err != nil:
			return t, err
		case !only && t.score < leastWinning:
			return t, notWinning
		case !only:
			return t, severalMoves
		case p.Before.isCapture(p.Mistake) && t.move.To() == p.Mistake.To():
			return t, recapture
		}
	}
	return t, nil
}

// turn searches the best two moves of the position of g.
func (x *puzzleSearch) turn(ctx context.Context, g *Game, nodes int64) (solverTurn, error) {
	l := Limits{Nodes: nodes, MultiPV: 2}
	if mates := g.Position().mates(); len(mates) > 0 {
		t := solverTurn{move: mates[0], score: Mate - 1, second: -Mate}
		l.MultiPV = 1
		l.SearchMoves = slices.DeleteFunc(g.LegalMoves(), func(m Move) bool { return slices.Contains(mates, m) })
		if len(l.SearchMoves) == 0 {
			return t, nil
		}
		r, err := x.search(ctx, g, l)
		t.second = r.Score
		return t, err
	}
	r, err := x.search(ctx, g, l)
	t := solverTurn{move: r.Move, score: r.Score, second: -Mate}
	if len(r.Lines) > 1 {
		t.second = r.Lines[1].Score
	}
	return t, err
}

// confirm returns an error if longer searches find another solution.
func (x *puzzleSearch) confirm(ctx context.Context, p *Puzzle) error {
	x.searcher.Forget()
	g := NewGame(p.Position)
	for i, m := range p.Solution {
		if i%2 == 0 {
			t, err := x.turn(ctx, g, confirmTimes*x.Verify)
			if err != nil {
				return err
			}
			if t.move != m || !t.only() {
				return unstable
			}
		}
		if err := g.Play(m); err != nil {
			return err
		}
	}
	return nil
}

// play plays a move of the solver and the best answer. It reports whether the game is over.
func (x *puzzleSearch) play(ctx context.Context, g *Game, m Move) (over bool, err error) {
	if err := g.Play(m); err != nil || g.Outcome().Over() {
		return true, err
	}
	r, err := x.search(ctx, g, Limits{Nodes: x.Verify})
	if err != nil {
		return false, err
	}
	err = g.Play(r.Move)
	return g.Outcome().Over(), err
}

// untilWon returns the beginning of a line after which all the material that it wins is won: moves
// after that only keep it. It ends with a move of the solver. If an answer is left over, what the
// solver can capture after it is won too: there are several ways to do so.
func untilWon(p Position, line []Move) ([]Move, error) {
	solver := p.turn()
	before := p.balance(solver)
	var won []int // after each move of the solver
	for i, m := range line {
		if p = p.After(m); i%2 == 0 {
			// Less what the other side wins back by captures on one square.
			won = append(won, p.balance(solver)-p.captureGain()-before)
		}
	}
	last := len(won) - 1
	if len(line)%2 == 0 {
		won[last] = max(won[last], p.balance(solver)+p.captureGain()-before)
	}
	switch n := slices.IndexFunc(won, func(w int) bool { return w >= won[last] }); {
	case won[last] < leastWon:
		return nil, nothingWon
	case n == 0:
		return nil, oneMove
	default:
		return line[:2*n+1], nil
	}
}

// mates returns the moves that give mate at once, promotions to a queen first.
func (p Position) mates() (all []Move) {
	for _, m := range p.appendMoves(nil) {
		if next := p.After(m); next.outcome().Reason == Checkmate {
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(a, b Move) int { return cmp.Compare(b.Promotion(), a.Promotion()) })
	return all
}
