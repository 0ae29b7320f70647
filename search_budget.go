package chess

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"
	"time"
)

// A budget holds the limits of a search, and how much of them one of its goroutines has used.
type budget struct {
	ctx        context.Context // see Searcher
	ponder     <-chan Clock    // nil once the clock runs
	calledAt   time.Time
	clockStart time.Time     // when the clock began to run
	longest    time.Duration // Limits.Time
	soft       time.Duration // the usual time for a move (see softLimitReached); 0 is no limit
	hard       time.Duration // the search stops at it; 0 is no limit
	softIsHard bool          // see stopAtSoftLimit
	least      int64         // nodes to search even after hard
	nodeLimit  int64         // at most; 0 is no limit
	perMS      int           // Limits.NodesPerMillisecond; 0 is to look at the clock
	count      int64         // nodes so far: moves played
	pollAt     int64         // the count at which to look at the clock again
	pace       pace
	stall      time.Duration // the longest recent wait for a processor; begin keeps most of it
	stopped    bool
	position   *Position // that is searched

	team      *team        // the workers of an AlphaBeta (lazy SMP); nil for other searchers
	published atomic.Int64 // count, for the others of the team
	hits      atomic.Int64 // positions that a tablebase knew
}

// A team is the goroutines of one search, which share its limit of nodes.
type team struct {
	stop    atomic.Bool // the search is over
	members []*budget
	broken  atomic.Pointer[error] // the first error of a tablebase that is broken
}

// nodes returns the nodes of all goroutines, without those that each has searched since
// it last looked at the clock, at most pollMoves.
func (t *team) nodes() (n int64) {
	for _, b := range t.members {
		n += b.published.Load()
	}
	return n
}

// hits returns the tablebase hits of all goroutines.
func (t *team) hits() (n int64) {
	for _, b := range t.members {
		n += b.hits.Load()
	}
	return n
}

// tablebaseError returns Info.TablebaseError.
func (t *team) tablebaseError() string {
	if err := t.broken.Load(); err != nil {
		return (*err).Error()
	}
	return ""
}

// begin makes b the budget of a search of root within l. called is when Search was
// called.
func (b *budget) begin(ctx context.Context, l *Limits, root *Position, called time.Time) {
	*b = budget{
		ctx: ctx, ponder: l.Ponder, calledAt: called, clockStart: called,
		position: root, longest: l.Time, nodeLimit: l.Nodes, pace: pace{called, 1}, team: b.team,
		stall: b.stall - b.stall/16,
	}
	if l.NodesPerMillisecond > 0 && l.Ponder == nil {
		b.perMS, b.stall = l.NodesPerMillisecond, 0
	}
	b.setClock(l.Clock)
}

// setClock sets the limits of time by k and by Limits.Time.
func (b *budget) setClock(k Clock) {
	b.soft, b.hard, b.least = 0, b.longest, 0
	if k != (Clock{}) {
		s := k.scheduleWith(b.position.turn(), clockReserve+stallsKept*b.stall)
		b.soft = s.soft
		b.shorten(s.hard)
		if b.hard == s.hard {
			b.least = leastNodes
		}
	}
	if b.softIsHard {
		b.shorten(b.soft)
	}
}

// shorten makes d the hard limit, if d is a limit and a shorter one.
func (b *budget) shorten(d time.Duration) {
	if d != 0 && (b.hard == 0 || b.hard > d) {
		b.hard = d
	}
}

// stopAtSoftLimit makes the soft limit a hard one, for a search that does not
// check it between iterations.
func (b *budget) stopAtSoftLimit() {
	b.softIsHard = true
	b.shorten(b.soft)
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

// poll decides whether the search must stop.
func (b *budget) poll() {
	if b.ponder != nil { // let searches that do not ponder go first
		runtime.Gosched()
	}
	now := time.Now()
	if b.ponder != nil {
		select {
		case k, sent := <-b.ponder:
			// The hit may have come right after the last look, if this goroutine has waited
			// for a processor.
			b.ponder, b.clockStart = nil, b.pace.polled
			if sent {
				b.setClock(k)
			}
		default:
		}
	}
	if gap := now.Sub(b.pace.polled); gap > leastStall {
		b.stall = max(b.stall, min(gap, longestStall))
	}
	used := now.Sub(b.clockStart)
	over := b.perMS == 0 && b.hard != 0 && b.ponder == nil && used >= b.hard && (b.count >= b.least || used >= leastTime)
	most := b.mostNodes()
	b.stopped = b.ctx.Err() != nil || most != 0 && b.total() >= most || over
	b.pollAt = b.count + b.pace.next(now)
	if most != 0 {
		b.pollAt = min(b.pollAt, max(most, b.count+1))
	}
	if b.team != nil {
		b.published.Store(b.count)
		b.stopped = b.stopped || b.team.stop.Load()
	}
}

// mostNodes returns how many nodes the search may search, by their limit or in place of time; 0 is no limit.
func (b *budget) mostNodes() int64 {
	if b.perMS == 0 || b.hard == 0 {
		return b.nodeLimit
	}
	inTime := int64(min(float64(b.hard)/float64(time.Millisecond)*float64(b.perMS), 1<<62))
	inTime = max(inTime, b.least, 1)
	if b.nodeLimit != 0 && b.nodeLimit < inTime {
		return b.nodeLimit
	}
	return inTime
}

// used returns the time since the clock began to run, or the nodes in its place.
func (b *budget) used() time.Duration {
	if b.perMS > 0 {
		return time.Duration(float64(b.total()) / float64(b.perMS) * float64(time.Millisecond))
	}
	return time.Since(b.clockStart)
}

// total returns the nodes of the whole search.
func (b *budget) total() int64 {
	if b.team == nil {
		return b.count
	}
	b.published.Store(b.count)
	return b.team.nodes()
}

// With no time left on the clock, a search still plays leastNodes moves, enough for depth 1, but
// stops after leastTime.
const (
	leastNodes = 500
	leastTime  = 10 * time.Millisecond
)

// A pace is how often a search looks at the clock: about every fifth of a
// millisecond, and at least every pollMoves moves.
type pace struct {
	polled time.Time
	every  int64 // moves between two looks
}

const (
	pollTime  = 200 * time.Microsecond
	pollMoves = 512
)

// next returns, at a look at the clock, after how many moves to look again.
func (p *pace) next(now time.Time) int64 {
	if now.Sub(p.polled) > pollTime { // the evaluator may be slow
		p.every = max(p.every/2, 1)
	} else {
		p.every = min(p.every*2, pollMoves)
	}
	p.polled = now
	return p.every
}

// A schedule is the time that a search may take by the clock of the game.
type schedule struct {
	soft time.Duration // for a move of usual difficulty
	hard time.Duration // at most
}

// schedule divides the time on the clock of turn. MovesToGo includes the move to be
// searched.
func (c *Clock) schedule(turn Color) schedule { return c.scheduleWith(turn, clockReserve) }

// scheduleWith is schedule with another reserve.
func (c *Clock) scheduleWith(turn Color, reserve time.Duration) schedule {
	left, increment := min(max(c.Left[turn&1], 0), longestClock), min(max(c.Increment[turn&1], 0), longestClock)
	moves := time.Duration(27) // expected moves to go
	if c.MovesToGo > 0 {
		moves = time.Duration(min(c.MovesToGo, 27))
	}
	// The clock stops a little later than the searcher returns. With less than the reserve
	// left, most of it is kept, and the less there is, the more of the increment is saved.
	usable := max(left-reserve, left/8)
	full := min(left, reserve)
	soft := usable/moves + max(increment-moveDelay, 0)*3/4*full/reserve*full/reserve
	hard := min(5*soft, usable*3/5)
	if c.MovesToGo == 1 {
		hard = usable * 9 / 10
	}
	return schedule{soft: max(min(soft, hard), 1), hard: max(hard, 1)}
}

// longestClock bounds what clocks show, so that schedule cannot overflow.
const longestClock = 100_000 * time.Hour

const (
	// clockReserve is what a searcher leaves on the clock for the delay between its
	// answer and the clock's stop.
	clockReserve = 80 * time.Millisecond
	// moveDelay is the part of the increment that passes before and after a search: 2 ms beside
	// a busy process. The rest makes up for longer waits, now and then.
	moveDelay = 3 * time.Millisecond

	// Beside busy processes a goroutine may stand still for tens of milliseconds, often in
	// several moves in a row. So the reserve grows by stallsKept times the longest of the last
	// waits: docs/lab/search-numbers.md.
	stallsKept   = 6
	leastStall   = 5 * time.Millisecond
	longestStall = 50 * time.Millisecond // a machine that slept is not busy
)

// report calls Limits.Info for each of the lines, with the rest of the Info as
// given.
func (b *budget) report(l *Limits, lines []Line, info Info) {
	if l.Info == nil {
		return
	}
	info.Position = *b.position
	for i, line := range lines {
		info.MultiPV, info.Score, info.Bound = i+1, line.Score, line.Bound
		info.Nodes, info.Time = b.total(), time.Since(b.calledAt)
		info.PV = slices.Clone(line.PV)
		l.Info(info)
	}
}

// result returns the result of a search that has found the lines, best first, of
// which it has finished a depth. It sets their Position.
func (b *budget) result(lines []Line, depth int) Result {
	for i := range lines {
		lines[i].Position = *b.position
	}
	best := lines[0]
	r := Result{
		Position: *b.position, Move: best.PV[0], Score: best.Score, Bound: best.Bound, PV: best.PV, Lines: lines,
		Depth: depth, Nodes: b.total(), Time: time.Since(b.calledAt),
	}
	if len(best.PV) > 1 {
		r.Ponder = best.PV[1]
	}
	return r
}

// settled reports whether a deeper search would change nothing: the first line
// leads to the mate that the limits ask for, or all lines lead to mates that are
// proven at this depth. A search that prunes may find a shorter mate later, so a mate
// counts as proven two plies deeper than it is.
func settled(l *Limits, lines []Line, depth int) bool {
	if moves, _ := lines[0].Score.MateInMoves(); moves > 0 && moves <= l.Mate {
		return true
	}
	for _, line := range lines {
		if moves, ok := line.Score.MateInMoves(); !ok || depth <= 2*max(moves, -moves)+2 {
			return false
		}
	}
	return true
}

// allProven is a depth at which all mates are proven, for searchers that do not
// prune.
const allProven = MaxDepth * 10
