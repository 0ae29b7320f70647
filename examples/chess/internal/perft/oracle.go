package perft

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// verdict is the result for one position.
type verdict struct {
	position   chess.Position
	depth      int
	nodes      uint64
	difference string
	err        error
}

// runOracle compares the counts of many positions with those of an engine, of which each
// thread has its own process.
func (s *settings) runOracle(ctx context.Context, stdout io.Writer, p *progress.Progress) error {
	var workers []func(context.Context, *verdict)
	for range s.threads {
		e, err := startEngine(ctx, s.oracle, canonical(s.name) == "chess960", s.variant, s.patience)
		if err != nil {
			return err
		}
		defer e.Close()
		c := counter{threads: 1}
		workers = append(workers, func(ctx context.Context, v *verdict) {
			v.depth = s.depthFor(&v.position)
			v.nodes, v.difference, v.err = c.compare(ctx, e, v.position, v.position, nil, v.depth)
		})
	}
	start := time.Now()
	positions, differences, nodes := 0, 0, uint64(0)
	var depths [maxDepth + 1]int
	p.Start("positions", 0, s.positions)
	err := pgnfile.InOrder(ctx, s.jobs, workers, func(v *verdict) error {
		if v.err != nil {
			return v.err
		}
		positions++
		nodes += v.nodes
		depths[v.depth]++
		if v.difference != "" {
			differences++
			p.Clear()
			if _, err := fmt.Fprintf(stdout, "%s\n", v.difference); err != nil {
				return err
			}
			if !s.all {
				return errDiffer
			}
			p.Start("positions", positions, s.positions)
		}
		p.Show(positions, s.positions, fmt.Sprintf("%d differences", differences))
		return nil
	})
	p.Clear()
	if positions == 0 {
		return err
	}
	compared := fmt.Sprintf("%d positions compared by move", positions)
	for depth, n := range depths {
		if n > 0 {
			compared += fmt.Sprintf(", %d at depth %d", n, depth)
		}
	}
	elapsed := time.Since(start)
	_, failed := fmt.Fprintf(stdout, "%s\n%d nodes in %v, %.0f positions/s\n%d differences\n",
		compared, nodes, elapsed.Round(10*time.Millisecond), float64(positions)/elapsed.Seconds(), differences)
	if differences > 0 {
		return fmt.Errorf("%w: in %d of %d positions by %s", errDiffer, differences, positions, s.oracle)
	}
	return cmp.Or(err, failed)
}

// jobs yields the positions to compare.
func (s *settings) jobs(yield func(*verdict, error) bool) {
	n := 0
	for p := range randomPositions(s.name, s.variant, s.seed) {
		if n++; n > s.positions || !yield(&verdict{position: p}, nil) {
			return
		}
	}
}

// depthFor returns the greatest depth that the budget allows: see Command.
func (s *settings) depthFor(p *chess.Position) int {
	two := chess.Perft(*p, 2)
	depth, before, estimate := 2, chess.Perft(*p, 1), two
	for depth < s.depth {
		before, estimate = estimate, before*two
		if estimate > s.budget {
			break
		}
		depth++
	}
	return depth
}

// start returns a start position for a random game of a variant, or of Chess960 by its name.
func start(rnd *rand.Rand, name string, v chess.Variant) (chess.Position, error) {
	switch {
	case canonical(name) == "chess960":
		return chess.Chess960Position(rnd.IntN(960))
	case v == chess.ThreeCheck: // with one to three remaining checks for each side, so that checks end many games
		s := v.StartPosition().Setup()
		s.Checks = [2]int{1 + rnd.IntN(3), 1 + rnd.IntN(3)}
		return s.Position()
	}
	return v.StartPosition(), nil
}

// canonical returns a name in small letters.
func canonical(name string) string { return strings.ToLower(name) }

const (
	longestGame = 160 // in plies
	longestGap  = 8   // in plies, between two positions of a game
)

// randomPositions yields an endless sequence of positions of random games of random
// length: some of each game, all with an en-passant capture, and the last position
// of each finished game. The same seed gives the same positions.
func randomPositions(name string, v chess.Variant, seed uint64) iter.Seq[chess.Position] {
	return func(yield func(chess.Position) bool) {
		for game := uint64(0); ; game++ {
			rnd := rand.New(rand.NewPCG(seed, game))
			p, err := start(rnd, name, v)
			if err != nil {
				panic(err)
			}
			gap := rnd.IntN(longestGap)
			for range 1 + rnd.IntN(longestGame) {
				moves := p.LegalMoves()
				if gap == 0 || len(moves) == 0 || p.EnPassant() != chess.NoSquare {
					if !yield(p) {
						return
					}
					gap = 1 + rnd.IntN(longestGap)
				}
				if len(moves) == 0 {
					break
				}
				gap--
				p = p.After(choose(rnd, &p, moves))
			}
		}
	}
}

// choose returns a random move. It favours castling, en passant and promotions, and
// usually does not move kings and rooks, since castling would be rare otherwise.
func choose(rnd *rand.Rand, p *chess.Position, moves []chess.Move) chess.Move {
	var rare, others []chess.Move
	for _, m := range moves {
		switch moved := p.At(m.From()).Type(); {
		case p.IsCastling(m), p.IsEnPassant(m), m.IsPromotion():
			rare = append(rare, m)
		case moved != chess.King && moved != chess.Rook:
			others = append(others, m)
		}
	}
	switch n := rnd.IntN(8); {
	case n == 0 && len(rare) > 0:
		moves = rare
	case n < 7 && len(others) > 0:
		moves = others
	}
	return moves[rnd.IntN(len(moves))]
}
