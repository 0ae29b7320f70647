package perft

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// runOracle compares the counts of many positions with those of an engine, of which each
// thread has its own process.
func (s *settings) runOracle(ctx context.Context, stdout io.Writer, p *progress.Progress) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next, stop := iter.Pull(randomPositions(s.variant, s.seed))
	defer stop()
	t := tally{start: time.Now()}
	taken := 0
	var mu sync.Mutex // of all that the threads share
	take := func() (position chess.Position, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		if taken == s.positions || ctx.Err() != nil {
			return position, false
		}
		taken++
		return next()
	}
	tell := func(position *chess.Position, depth int, nodes uint64, d *difference) {
		mu.Lock()
		defer mu.Unlock()
		if ctx.Err() != nil {
			return
		}
		t.add(position, depth, nodes)
		if d != nil {
			t.differences++
			p.Clear()
			_, err := fmt.Fprintf(stdout, "%v\n", d)
			p.Start("positions", t.positions, s.positions)
			if err != nil || !s.all {
				cancel(err)
			}
		}
		p.Show(t.positions, s.positions, fmt.Sprintf("%d differences", t.differences))
	}

	p.Start("positions", 0, s.positions)
	var threads sync.WaitGroup
	for range s.threads {
		threads.Go(func() {
			e, err := startEngine(ctx, s.oracle, s.variant == "chess960", s.variant == "3check", s.patience)
			if err != nil {
				cancel(err)
				return
			}
			defer e.Close()
			c := counter{threads: 1}
			for position, ok := take(); ok; position, ok = take() {
				depth := s.depthFor(&position)
				nodes, d, err := c.compare(ctx, e, position, depth)
				if err != nil {
					cancel(err)
					return
				}
				tell(&position, depth, nodes, d)
			}
		})
	}
	threads.Wait()
	p.Clear()
	err := context.Cause(ctx)
	if t.positions > 0 {
		if _, failed := fmt.Fprint(stdout, &t); err == nil {
			err = failed
		}
	}
	if t.differences > 0 {
		return fmt.Errorf("%w: in %d of %d positions by %s", errDiffer, t.differences, t.positions, s.oracle)
	}
	return err
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

// tally holds the totals of the positions that were compared.
type tally struct {
	start       time.Time
	positions   int
	nodes       uint64
	depths      [maxDepth + 1]int
	differences int

	checks, over, castling, enPassant, promotion int
}

func (t *tally) add(p *chess.Position, depth int, nodes uint64) {
	t.positions++
	t.nodes += nodes
	t.depths[depth]++
	moves := p.LegalMoves()
	for _, kind := range []struct {
		count *int
		is    bool
	}{
		{&t.checks, p.InCheck()},
		{&t.over, len(moves) == 0},
		{&t.castling, slices.ContainsFunc(moves, p.IsCastling)},
		{&t.enPassant, p.EnPassant() != chess.NoSquare},
		{&t.promotion, slices.ContainsFunc(moves, func(m chess.Move) bool { return m.Promotion() != chess.NoPieceType })},
	} {
		if kind.is {
			*kind.count++
		}
	}
}

// String returns the totals.
func (t *tally) String() string {
	depths := ""
	for depth, n := range t.depths {
		if n > 0 {
			depths += fmt.Sprintf(", %d at depth %d", n, depth)
		}
	}
	elapsed := time.Since(t.start)
	return fmt.Sprintf("%d positions compared by move%s\n"+
		"%d of them in check, %d with castling, %d with en passant, %d with promotions, %d at the end of a game\n"+
		"%d nodes in %v, %.0f positions/s\n"+
		"%d differences\n",
		t.positions, depths, t.checks, t.castling, t.enPassant, t.promotion, t.over,
		t.nodes, elapsed.Round(10*time.Millisecond), float64(t.positions)/elapsed.Seconds(), t.differences)
}

// starts are functions that return a start position for a random game, by variant.
var starts = map[string]func(*rand.Rand) (chess.Position, error){
	"chess":    func(*rand.Rand) (chess.Position, error) { return chess.StartPosition(), nil },
	"chess960": func(rnd *rand.Rand) (chess.Position, error) { return chess.Chess960Position(rnd.IntN(960)) },
	// One to three remaining checks for each side, so that checks end many games.
	"3check": func(rnd *rand.Rand) (chess.Position, error) {
		s := chess.StartPosition().Setup()
		s.ThreeCheck = true
		s.Checks = [2]int{1 + rnd.IntN(3), 1 + rnd.IntN(3)}
		return s.Position()
	},
}

const (
	longestGame = 160 // in plies
	longestGap  = 8   // in plies, between two positions of a game
)

// randomPositions yields an endless sequence of positions of random games of random
// length: some of each game, all with an en-passant capture, and the last position
// of each finished game. The same seed gives the same positions.
func randomPositions(variant string, seed uint64) iter.Seq[chess.Position] {
	return func(yield func(chess.Position) bool) {
		for game := uint64(0); ; game++ {
			rnd := rand.New(rand.NewPCG(seed, game))
			p, err := starts[variant](rnd)
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
		case p.IsCastling(m), p.IsEnPassant(m), m.Promotion() != chess.NoPieceType:
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
