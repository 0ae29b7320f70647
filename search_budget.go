package chess

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// rootMoves returns which of the legal moves a search of g within l may choose.
// There is at least one, or an error. A Mate that is negative becomes a Depth
// that is.
func rootMoves(g *Game, l *Limits) ([]Move, error) {
	if o := g.Outcome(); o.Reason != Unterminated {
		return nil, fmt.Errorf("%w: %v", ErrGameOver, o.Reason)
	}
	if l.Mate < 0 { // a limit already reached
		l.Depth = -1
	}
	moves := g.present().AppendMoves(nil)
	if len(l.SearchMoves) > 0 {
		moves = slices.DeleteFunc(moves, func(m Move) bool { return !slices.Contains(l.SearchMoves, m) })
		if len(moves) == 0 {
			return nil, &ParseError{Kind: ErrIllegal, Field: "searchmoves", Detail: "none of the moves is legal"}
		}
	}
	return moves, nil
}

// A budget is what the limits of a search leave to be spent.
type budget struct {
	cancelled <-chan struct{}
	ponder    <-chan struct{} // nil once the time counts
	called    time.Time
	started   time.Time     // when the time began to count
	time      time.Duration // from then on; 0 is no limit
	nodes     int64         // how many moves may be played; 0 is no limit
	count     int64         // how many have been
	pollAt    int64         // at which count to look at the clock again
	pace      pace
	stopped   bool
}

// A pace is how often a search looks at the clock: about every fifth of a
// millisecond, but not more seldom than every pollMoves moves.
type pace struct {
	polled time.Time
	every  int64 // how many moves there are between two looks
}

const (
	pollTime  = 200 * time.Microsecond
	pollMoves = 512
)

// next returns, at a look at the clock, after how many moves to look again.
func (p *pace) next(now time.Time) int64 {
	if now.Sub(p.polled) > pollTime { // an evaluator may take its time
		p.every = max(p.every/2, 1)
	} else {
		p.every = min(p.every*2, pollMoves)
	}
	p.polled = now
	return p.every
}

// begin makes b the budget of a search for the side to move within l.
func (b *budget) begin(ctx context.Context, l *Limits, turn Color) {
	now := time.Now()
	*b = budget{
		cancelled: ctx.Done(), ponder: l.Ponder, called: now, started: now,
		time: moveTime(l, turn), nodes: l.Nodes, pace: pace{now, 1},
	}
}

// moveTime returns how long a move may take: Limits.Time, or what the schedule
// has for it if that is less; 0 is no limit.
func moveTime(l *Limits, turn Color) time.Duration {
	if l.Clock == (Clock{}) {
		return l.Time
	}
	target := l.Clock.schedule(turn).target
	if l.Time == 0 {
		return target
	}
	return min(l.Time, target)
}

// spend reports whether another move may be played, and counts it.
func (b *budget) spend() bool {
	if b.count >= b.pollAt {
		b.poll()
	}
	if b.stopped {
		return false
	}
	b.count++
	return true
}

// poll looks whether the search must stop.
func (b *budget) poll() {
	now := time.Now()
	if b.ponder != nil {
		select {
		case <-b.ponder:
			b.ponder, b.started = nil, now
		default:
		}
	}
	select {
	case <-b.cancelled:
		b.stopped = true
	default:
		b.stopped = b.nodes != 0 && b.count >= b.nodes ||
			b.time != 0 && b.ponder == nil && now.Sub(b.started) >= b.time
	}
	b.pollAt = b.count + b.pace.next(now)
	if b.nodes != 0 {
		b.pollAt = min(b.pollAt, b.nodes)
	}
}

// report calls Limits.Info for each of the lines.
func (b *budget) report(l *Limits, lines []Line, depth, selDepth int) {
	if l.Info == nil {
		return
	}
	for i, line := range lines {
		l.Info(Info{
			Depth: depth, SelDepth: selDepth, Line: i + 1, Score: line.Score, Bound: Exact,
			Nodes: b.count, Time: time.Since(b.called), PV: slices.Clone(line.PV),
		})
	}
}

// result returns what the search has found: the lines, the best first.
func (b *budget) result(lines []Line, depth int) Result {
	best := lines[0]
	r := Result{
		Move: best.PV[0], Score: best.Score, PV: best.PV, Lines: lines,
		Depth: depth, Nodes: b.count, Time: time.Since(b.called),
	}
	if len(best.PV) > 1 {
		r.Ponder = best.PV[1]
	}
	return r
}

// settled reports whether there is nothing left to look for: the lines lead to
// the mate that was asked for, or each to some mate.
func settled(l *Limits, lines []Line) bool {
	if moves, _ := lines[0].Score.Mate(); moves > 0 && moves <= l.Mate {
		return true
	}
	return !slices.ContainsFunc(lines, func(line Line) bool {
		_, mate := line.Score.Mate()
		return !mate
	})
}

// A schedule is how long a search takes by the clock of the game.
type schedule struct {
	target time.Duration // for a move of usual difficulty
	limit  time.Duration // at the most
}

// schedule divides what c's clock shows. The move being thought about is the
// first of those it must last for.
func (k *Clock) schedule(c Color) schedule {
	left, increment := min(max(k.Left[c&1], 0), ages), min(max(k.Increment[c&1], 0), ages)
	moves := time.Duration(27)
	if k.MovesToGo > 0 {
		moves = time.Duration(min(k.MovesToGo, 27))
	}
	// The clock learns of a move a little after the searcher has found it.
	usable := max(left-reserve, left/4)
	target := usable/moves + increment*3/4
	limit := min(5*target, usable*3/5)
	if k.MovesToGo == 1 {
		limit = usable * 9 / 10
	}
	return schedule{target: max(min(target, limit), 1), limit: max(limit, 1)}
}

// ages is more than any clock has shown, and may be multiplied.
const ages = 100_000 * time.Hour

// reserve is what a searcher leaves on the clock for the delay between its
// answer and the clock's stop. With 30 ms two games in 1440 at 1 s + 0.01 s were
// lost on time, on a machine as busy as could be.
const reserve = 80 * time.Millisecond
