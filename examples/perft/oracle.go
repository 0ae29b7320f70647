package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/seed-0971039b/chess"
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
func (s *settings) runOracle(ctx context.Context, stdout, stderr io.Writer) error {
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

	o := oracle{stdout: stdout, tally: newTally(s.positions), progress: newProgress(stderr)}
	defer o.progress.stop()
	for verdicts != nil {
		select {
		case <-o.progress.tick:
			o.progress.print(o.tally)
		case v, ok := <-verdicts:
			if !ok {
				verdicts = nil
			} else if o.add(&v); o.failed != nil || v.differs != nil && !s.all {
				cancel()
			}
		}
	}
	o.progress.clear()
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
	progress *progress
	failed   error // the first error
}

// add counts a verdict, and prints the difference if there is one.
func (o *oracle) add(v *verdict) {
	err := v.err
	if err == nil {
		o.tally.add(v)
	}
	if v.differs != nil {
		o.progress.clear()
		_, err = fmt.Fprintf(o.stdout, "%v\n", v.differs)
	}
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
		if m.IsCastling() {
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

// progress shows the progress of the work: on a terminal in one line that it
// overwrites, otherwise in a new line every five seconds.
type progress struct {
	w        io.Writer
	terminal bool
	ticker   *time.Ticker
	tick     <-chan time.Time
}

func newProgress(w io.Writer) *progress {
	p := &progress{w: w, ticker: time.NewTicker(5 * time.Second)}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		p.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	if p.terminal {
		p.ticker.Reset(200 * time.Millisecond)
	}
	p.tick = p.ticker.C
	return p
}

func (p *progress) print(t *tally) {
	elapsed := time.Since(t.start)
	left := "?"
	if t.positions > 0 {
		left = (elapsed * time.Duration(t.wanted-t.positions) / time.Duration(t.positions)).Round(time.Second).String()
	}
	line := fmt.Sprintf("%d of %d positions, %.0f/s, %s left, %d differences",
		t.positions, t.wanted, float64(t.positions)/elapsed.Seconds(), left, t.differences)
	if p.terminal {
		fmt.Fprintf(p.w, "\r%s\x1b[K", line)
	} else {
		fmt.Fprintln(p.w, line)
	}
}

// clear clears the line of a terminal, so that something else can be printed.
func (p *progress) clear() {
	if p.terminal {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

func (p *progress) stop() { p.ticker.Stop() }
