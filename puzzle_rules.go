package chess

import (
	"cmp"
	"context"
	"slices"
)

// The rules of puzzles. Chances are winning chances in percent.
const (
	// winning is what a winning move scores at least, in centipawns.
	winning = 200

	// margin is by how much the chance of the second best move is lower at least. The second best move
	// of a mate has 65 percent at most, which is 168 centipawns, and that of a move of 200 centipawns
	// has 32, which is -198.
	margin = 35

	// leastGiven is the chance that the opponent's mistake gives to the solver at least. So the solver
	// had at most 70 percent before, which is 230 centipawns.
	leastGiven = 30

	// leastWon is the material, in centipawns, that a solution wins at least if it is no mate.
	leastWon = 100

	// again is how many times longer the searches are that confirm a solution in the end, than those
	// that find it. They must say the same.
	again = 5

	// longest is the length of a solution at most, in plies.
	longest = 31
)

// isCandidate reports whether a move may be a mistake: of the scores before and after it, each is from
// the point of view of its side to move. They are of short searches, so it takes what is nearly one.
func isCandidate(before, after Score) bool {
	const nearlyWinning, nearlyGiven = 150, 20
	return after >= nearlyWinning && given(before, after) >= nearlyGiven
}

// given returns the chance that a move gives to the opponent, who has the score after it; before is
// that of the side that moves.
func given(before, after Score) float64 { return after.WinningChance() - (-before).WinningChance() }

// A solverTurn is what the search says of a position in which the solver is to move.
type solverTurn struct {
	move   Move  // the best
	score  Score // of the best move
	second Score // of the best move that is not as good: without those that give mate at once, if any does
}

// only reports whether there is one good move.
func (t solverTurn) only() bool { return t.exceeds(winning, margin) }

// likely is only with half of its limits, for a search that is short.
func (t solverTurn) likely() bool { return t.exceeds(winning/2, margin/2) }

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
		if over || g.Len() >= longest {
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
		case !only && t.score < winning:
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
			t, err := x.turn(ctx, g, again*x.Verify)
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
