package perft

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// verdict is the result for one position.
type verdict struct {
	position chess.Position
	depth    int
	nodes    uint64
	differs  *difference
	err      error
}

// runOracle compares the counts of many positions with those of an engine.
func (s *settings) runOracle(ctx context.Context, stdout io.Writer, p *progress.Progress) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	positions := make(chan chess.Position)
	verdicts := make(chan verdict)
	var workers sync.WaitGroup
	for range s.threads {
		workers.Go(func() { s.work(ctx, positions, verdicts) })
	}
	go s.sendPositions(ctx, positions)
	go func() {
		workers.Wait()
		close(verdicts)
	}()

	o := oracle{stdout: stdout, tally: newTally(s.positions), progress: p}
	p.Start("positions", 0, s.positions)
	for v := range verdicts {
		if o.add(&v); o.failed != nil || v.differs != nil && !s.all {
			cancel()
		}
	}
	p.Clear()
	if o.tally.positions > 0 {
		if _, err := fmt.Fprint(stdout, o.tally); err != nil && o.failed == nil {
			o.failed = err
		}
	}
	if n := o.tally.differences; n > 0 {
		return fmt.Errorf("%w: in %d of %d positions by %s", errDiffer, n, o.tally.positions, s.oracle)
	}
	return o.failed
}

// oracle collects the verdicts.
type oracle struct {
	stdout   io.Writer
	tally    *tally
	progress *progress.Progress
	failed   error // the first error
}

// add counts a verdict, and prints the difference if there is one.
func (o *oracle) add(v *verdict) {
	err := v.err
	if err == nil {
		o.tally.add(v)
	}
	if v.differs != nil {
		o.progress.Clear()
		_, err = fmt.Fprintf(o.stdout, "%v\n", v.differs)
		o.progress.Start("positions", o.tally.positions, o.tally.wanted)
	}
	o.progress.Show(o.tally.positions, o.tally.wanted, fmt.Sprintf("%d differences", o.tally.differences))
	if o.failed == nil {
		o.failed = err
	}
}

// sendPositions sends the positions to compare.
func (s *settings) sendPositions(ctx context.Context, positions chan<- chess.Position) {
	defer close(positions)
	n := 0
	for p := range randomPositions(s.variant, s.seed) {
		if n == s.positions {
			return
		}
		select {
		case positions <- p:
			n++
		case <-ctx.Done():
			return
		}
	}
}

// work compares positions with its own process of the engine until there are no
// more positions.
func (s *settings) work(ctx context.Context, positions <-chan chess.Position, verdicts chan<- verdict) {
	e, err := startEngine(ctx, s.oracle, rules{s.variant == "chess960", s.variant == "3check"}, s.patience)
	if err != nil {
		verdicts <- verdict{err: err}
		return
	}
	defer e.Close()
	c := counter{threads: 1}
	for p := range positions {
		v := verdict{position: p, depth: s.depthFor(&p)}
		v.nodes, v.differs, v.err = c.compare(ctx, e, p, v.depth)
		verdicts <- v
		if v.err != nil {
			return
		}
	}
}

// depthFor returns the greatest depth that the budget allows: see usage.
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

// tally holds the totals of the verdicts.
type tally struct {
	wanted, positions int
	start             time.Time
	nodes             uint64
	depths            [maxDepth + 1]int
	differences       int

	checks, over, castling, enPassant, promotion int
}

func newTally(wanted int) *tally { return &tally{wanted: wanted, start: time.Now()} }

func (t *tally) add(v *verdict) {
	t.positions++
	t.nodes += v.nodes
	t.depths[v.depth]++
	if v.differs != nil {
		t.differences++
	}
	p := &v.position
	castling, promotion := 0, 0
	moves := p.AppendMoves(nil)
	for _, m := range moves {
		if p.IsCastling(m) {
			castling = 1
		}
		if m.Promotion() != chess.NoPieceType {
			promotion = 1
		}
	}
	t.castling += castling
	t.promotion += promotion
	if len(moves) == 0 {
		t.over++
	}
	if p.InCheck() {
		t.checks++
	}
	if p.EnPassant() != chess.NoSquare {
		t.enPassant++
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
