package puzzle

import (
	"context"
	"math"
	"slices"

	"github.com/seed-0971039b/chess"
)

// Effort returns how many nodes the library's own search needs to solve a puzzle: at each
// turn of the solver, those after which it has found the move and keeps it until the end,
// with the nodes of Settings.Verify. They are counted when a depth is finished. Any move
// that gives mate at once is the move. If the search prefers another move in the end, ok
// is false, and it counts all its nodes.
func (f *Finder) Effort(ctx context.Context, p *Puzzle) (nodes int64, ok bool, err error) {
	f.searcher.Forget()
	g := chess.NewGame(p.Position())
	ok = true
	for i, m := range p.Solution() {
		if i%2 == 0 {
			found, err := f.effort(ctx, g, m)
			if err != nil {
				return 0, false, err
			}
			if found == 0 {
				found, ok = f.settings.Verify, false
			}
			nodes += found
		}
		if err := g.Play(m); err != nil {
			return 0, false, err
		}
	}
	return nodes, ok, nil
}

// effort is Effort for one turn. It is 0 if the search does not find the move.
func (f *Finder) effort(ctx context.Context, g *chess.Game, want chess.Move) (found int64, err error) {
	good := []chess.Move{want}
	if all := mates(g.Position()); slices.Contains(all, want) {
		good = all
	}
	r, err := f.search(ctx, g, chess.Limits{Nodes: f.settings.Verify, Info: func(i chess.Info) {
		switch {
		case len(i.PV) == 0:
		case !slices.Contains(good, i.PV[0]):
			found = 0
		case found == 0:
			found = i.Nodes
		}
	}})
	if err != nil || !slices.Contains(good, r.Move) {
		return 0, err
	}
	return max(found, 1), nil
}

// Rating estimates how difficult a puzzle is, on the scale of lichess.org's ratings of
// puzzles, from its Nodes alone: each doubling adds the same. It is a rough estimate: what
// is far for a search, such as a long way to mate, may be plain to a player.
func (p *Puzzle) Rating() int { return rating(p.Nodes) }

// The line that fits the ratings of lichess.org's puzzles best, rounded. It was fitted to
// 420 puzzles by TestRatings; the correlation is 0.26, and that of the ranks 0.32.
const (
	ratingOfOne  = 900 // the rating of one node
	ratingDouble = 40  // of twice the nodes, more
	maxRating    = 3000
)

func rating(nodes int64) int {
	r := ratingOfOne + ratingDouble*math.Log2(float64(max(nodes, 1)))
	return int(math.Round(min(r, maxRating)))
}
