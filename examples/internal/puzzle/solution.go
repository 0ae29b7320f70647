package puzzle

import (
	"context"
	"slices"

	"github.com/seed-0971039b/chess"
)

// A turn is what the search says of a position in which the solver is to move.
type turn struct {
	move   chess.Move  // the best
	score  chess.Score // of the best move
	second chess.Score // of the best move that is not as good: without those that give mate at once, if any does
	legal  int         // the number of legal moves
}

// only reports whether there is one good move.
func (t turn) only() bool { return only(t.score, t.second) }

// solve finds the solution of a puzzle that has its mistake, and appends it to its moves.
// It returns the score of the first move.
func (f *Finder) solve(ctx context.Context, p *Puzzle) (chess.Score, Reason, error) {
	f.searcher.Forget()
	g := chess.NewGame(p.Position())
	if o := g.Outcome(); o.Over() {
		return 0, NotWinning, nil
	}
	first, reason, err := f.first(ctx, g, p)
	if reason != Accepted || err != nil {
		return 0, reason, err
	}
	for t := first; t.only(); {
		over, err := f.play(ctx, g, t.move)
		if err != nil {
			return 0, Accepted, err
		}
		if over || g.Len() >= longest {
			break
		}
		if t, err = f.turn(ctx, g, f.settings.Verify); err != nil {
			return 0, Accepted, err
		}
	}
	line := g.Moves()
	if last := g.Position(); last.Outcome().Reason != chess.Checkmate || len(line)%2 == 0 {
		if line, reason = taken(p.Position(), line); reason != Accepted {
			return 0, reason, nil
		}
	}
	p.Moves = append(p.Moves, line...)
	return first.score, Accepted, nil
}

// first looks at the first turn, or says why there is no puzzle. Most candidates have
// several winning moves, which a short search shows already.
func (f *Finder) first(ctx context.Context, g *chess.Game, p *Puzzle) (t turn, _ Reason, err error) {
	for _, search := range []struct {
		nodes int64
		only  func(best, second chess.Score) bool
	}{{max(f.settings.Verify/8, 1), likely}, {f.settings.Verify, only}} {
		t, err = f.turn(ctx, g, search.nodes)
		switch {
		case err != nil:
			return t, Accepted, err
		case t.legal == 1:
			return t, OnlyLegalMove, nil
		case !search.only(t.score, t.second) && t.score < winning:
			return t, NotWinning, nil
		case !search.only(t.score, t.second):
			return t, SeveralMoves, nil
		case recaptures(&p.Start, p.Moves[0], t.move):
			return t, Recapture, nil
		}
	}
	return t, Accepted, nil
}

// turn searches the best two moves of the position of g.
func (f *Finder) turn(ctx context.Context, g *chess.Game, nodes int64) (turn, error) {
	p := g.Position()
	legal := p.AppendMoves(nil)
	l := chess.Limits{Nodes: nodes, MultiPV: 2}
	if mating := mates(p); len(mating) > 0 {
		t := turn{move: mating[0], score: chess.Mate - 1, second: -chess.Mate, legal: len(legal)}
		l.MultiPV = 1
		l.SearchMoves = slices.DeleteFunc(legal, func(m chess.Move) bool { return slices.Contains(mating, m) })
		if len(l.SearchMoves) == 0 {
			return t, nil
		}
		r, err := f.search(ctx, g, l)
		t.second = r.Score
		return t, err
	}
	r, err := f.search(ctx, g, l)
	if err != nil {
		return turn{}, err
	}
	t := turn{move: r.Move, score: r.Score, second: -chess.Mate, legal: len(legal)}
	if len(r.Lines) > 1 {
		t.second = r.Lines[1].Score
	}
	return t, nil
}

// confirm reports whether longer searches find the same solution.
func (f *Finder) confirm(ctx context.Context, p *Puzzle) (bool, error) {
	f.searcher.Forget()
	g := chess.NewGame(p.Position())
	for i, m := range p.Solution() {
		if i%2 == 0 {
			t, err := f.turn(ctx, g, again*f.settings.Verify)
			if err != nil || t.move != m || !t.only() {
				return false, err
			}
		}
		if err := g.Play(m); err != nil {
			return false, err
		}
	}
	return true, nil
}

// play plays a move of the solver and the best answer. It reports whether the game is
// over.
func (f *Finder) play(ctx context.Context, g *chess.Game, m chess.Move) (over bool, err error) {
	if err := g.Play(m); err != nil {
		return false, err
	}
	if g.Outcome().Over() {
		return true, nil
	}
	r, err := f.search(ctx, g, chess.Limits{Nodes: f.settings.Verify})
	if err != nil {
		return false, err
	}
	if err := g.Play(r.Move); err != nil {
		return false, err
	}
	return g.Outcome().Over(), nil
}

// taken returns the beginning of a line after which all the material that it wins is won:
// moves after that only keep it. It ends with a move of the solver. If an answer is left
// over, what the solver can capture after it is won too: there are several ways to do so.
func taken(p chess.Position, line []chess.Move) ([]chess.Move, Reason) {
	before := balance(&p, p.Turn())
	var won []int // after each move of the solver
	for i, m := range line {
		if p = p.After(m); i%2 == 0 {
			won = append(won, kept(&p)-before)
		}
	}
	last := len(won) - 1
	if len(line)%2 == 0 {
		won[last] = max(won[last], balance(&p, p.Turn())+bestCapture(&p)-before)
	}
	switch n := slices.IndexFunc(won, func(w int) bool { return w >= won[last] }); {
	case won[last] < gain:
		return nil, NothingWon
	case n == 0:
		return nil, OneMove
	default:
		return line[:2*n+1], Accepted
	}
}
