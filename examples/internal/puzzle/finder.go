package puzzle

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/annotation"
)

// Settings are the settings of a Finder.
type Settings struct {
	Nodes  int64 `json:"nodes"`  // the nodes of the search of each position of a game
	Verify int64 `json:"verify"` // the nodes of each search that verifies a candidate
}

// DefaultSettings returns settings for about two games a second on one processor, a
// puzzle in some seconds.
func DefaultSettings() Settings { return Settings{Nodes: 2000, Verify: 100_000} }

// Check returns an error if the settings are not valid.
func (s Settings) Check() error {
	if s.Nodes < 1 || s.Verify <= s.Nodes {
		return errors.New("a game needs at least one node a position, and a puzzle more than that")
	}
	return nil
}

// String returns the settings in words. Equal strings mean equal settings.
func (s Settings) String() string {
	return fmt.Sprintf("%d nodes a position, %d to verify", s.Nodes, s.Verify)
}

// A Finder finds puzzles in games, one game after the other. It is not safe for
// concurrent use.
type Finder struct {
	settings Settings
	scan     *annotation.Annotator
	searcher *chess.AlphaBeta
}

// NewFinder returns a Finder.
func NewFinder(s Settings) (*Finder, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	scan, err := annotation.New(annotation.Settings{Nodes: s.Nodes, Plies: 1}, nil)
	if err != nil {
		return nil, err
	}
	searcher := chess.NewAlphaBeta(nil, func(o *chess.AlphaBetaOptions) {
		o.Hash = annotation.Hash(s.Verify)
	})
	return &Finder{s, scan, searcher}, nil
}

// Find returns the puzzles in the main line of a game, in its order, each position once.
// Three-check has none: there a side also wins otherwise than by mate or material. It is
// an error if ctx is done, or if the game is longer than the rules allow.
func (f *Finder) Find(ctx context.Context, t *chess.GameTree) ([]*Puzzle, error) {
	at := t.Start()
	if at.IsThreeCheck() {
		return nil, nil
	}
	scores, err := f.scan.Scores(ctx, t)
	if err != nil {
		return nil, err
	}
	var found []*Puzzle
	for i, m := range t.Mainline() {
		if m != 0 && candidate(scores[i], scores[i+1]) {
			p, _, err := f.Try(ctx, at, m)
			if err != nil {
				return nil, err
			}
			if p != nil && !slices.ContainsFunc(found, func(q *Puzzle) bool { return q.Key() == p.Key() }) {
				p.Game = gameOf(t, i+1)
				found = append(found, p)
			}
		}
		at = at.After(m)
	}
	return found, nil
}

// Try returns the puzzle that begins with the move m in a position, or the reason why it
// is none. Whether it is one, and the solution, depend on the position and the move
// alone, and not on the game before.
func (f *Finder) Try(ctx context.Context, start chess.Position, m chess.Move) (*Puzzle, Reason, error) {
	p := &Puzzle{Start: start, Moves: []chess.Move{m}}
	s, reason, err := f.solve(ctx, p)
	if reason != Accepted || err != nil {
		return nil, reason, err
	}
	before, err := f.search(ctx, chess.NewGame(start), chess.Limits{Nodes: f.settings.Verify})
	switch {
	case err != nil:
		return nil, Accepted, err
	case given(before.Score, s) >= mistake:
	case given(before.Score, chess.Mate) < mistake:
		return nil, AlreadyWinning, nil
	default:
		return nil, NoMistake, nil
	}
	nodes, stable, err := f.Effort(ctx, p)
	if stable && err == nil {
		stable, err = f.confirm(ctx, p)
	}
	if err != nil {
		return nil, Accepted, err
	}
	if !stable {
		return nil, Unstable, nil
	}
	p.Nodes = nodes
	p.Kinds, err = kindsOf(p.Start, p.Moves)
	return p, Accepted, err
}

// search searches the position of g. It is an error if ctx is done before the end.
func (f *Finder) search(ctx context.Context, g *chess.Game, l chess.Limits) (chess.Result, error) {
	r, err := f.searcher.Search(ctx, g, l)
	if err == nil {
		err = ctx.Err() // the search was cut short
	}
	return r, err
}
