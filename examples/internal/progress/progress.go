// Package progress shows how far a long run is, and how long it will take.
package progress

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

// Progress shows how much of a task is done, such as "12 of 200 games, about 3m20s
// left": on a terminal in one line that it overwrites, otherwise in a new line every
// five seconds at most. The first line comes within two seconds of the start, even
// if nothing is done by then. It may be used by several goroutines at once.
type Progress struct {
	w        io.Writer
	terminal bool

	mu          sync.Mutex
	ticks       *time.Timer // calls tick; nil if there is no task
	unit        string
	done, total int
	before      int // what was done before the start
	note        string
	began       time.Time
	table       chess.Ending // the table in work; 0 if the things are none
	part        float64      // how much of it is done, from 0 to 1
	tableBegan  time.Time
	shown       time.Time // the time of the last line; that of the start if there is none
	lines       int
}

const (
	firstLine = 1500 * time.Millisecond // after the start
	nextLine  = 5 * time.Second         // after the line before
	redraw    = 100 * time.Millisecond  // the same on a terminal, if something has changed
	tickEvery = firstLine / 3
)

// New returns a Progress that writes to w. It shows nothing before Start.
func New(w io.Writer) *Progress { return &Progress{w: w, terminal: cli.Terminal(w)} }

// Start begins a task of total things, such as "games", some of which may have been
// done by an earlier run. A total of 0 is unknown. Start ends the task before, and
// shows its end if it has shown anything of it.
func (p *Progress) Start(unit string, done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.end(false)
	p.unit, p.done, p.total, p.before, p.note = unit, done, total, done, ""
	p.began, p.lines, p.table = time.Now(), 0, 0
	p.shown = p.began
	p.ticks = time.AfterFunc(tickEvery, p.tick)
}

// Show sets what is done, of what total, and what else is known, such as the score
// of a match.
func (p *Progress) Show(done, total int, note string) {
	p.change(func() { p.done, p.total, p.note = done, total, note })
}

// Add adds n to what is done.
func (p *Progress) Add(n int) { p.change(func() { p.done += n }) }

// Skip adds n things that an earlier run has done: they took no time.
func (p *Progress) Skip(n int) {
	p.change(func() {
		if p.done == p.before {
			p.began = time.Now()
		}
		p.done += n
		p.before += n
	})
}

// change changes the state of a task.
func (p *Progress) change(state func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ticks != nil {
		state()
		p.show(redraw)
	}
}

// Tables returns a function for chess.EndingTables.Progress. The task starts when it is
// first called: often all tables are ready.
func (p *Progress) Tables() func(chess.EndingProgress) {
	started := false
	return func(at chess.EndingProgress) {
		if !started {
			started = true
			p.Start("tables of endings", at.Ready, at.Total)
		}
		p.ShowTable(at.Ready, at.Total, at)
	}
}

// ShowTable is Show for tables of endings, one of which is in work. They take different
// times, so the time that is left is shown for the last only: by how much of it is done.
func (p *Progress) ShowTable(done, total int, at chess.EndingProgress) {
	p.change(func() {
		if p.table != at.Ending {
			p.table, p.tableBegan = at.Ending, time.Now()
		}
		p.done, p.total, p.part, p.note = done, total, at.Done, ""
		if at.Done < 1 {
			p.note = fmt.Sprintf("%v %.0f %%", at.Ending, 100*at.Done)
		}
	})
}

// Write writes whole lines of other text above the line of the progress.
func (p *Progress) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.terminal && p.lines > 0 && p.ticks != nil {
		io.WriteString(p.w, "\r\x1b[K")
		defer p.print()
	}
	return p.w.Write(text)
}

// Close ends the task, and shows its end, unless nothing was done or shown.
func (p *Progress) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.end(p.done > 0)
}

// Clear ends the task without a last line, and removes the line from a terminal: for
// a program that goes on to print its result.
func (p *Progress) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.halt() && p.terminal && p.lines > 0 {
		io.WriteString(p.w, "\r\x1b[K")
	}
}

// end ends the task, if there is one, and shows its end if something of it was shown
// or if always is set.
func (p *Progress) end(always bool) {
	if !p.halt() || p.lines == 0 && !always {
		return
	}
	p.print()
	if p.terminal {
		fmt.Fprintln(p.w)
	}
}

// halt stops the ticks, and reports whether there was a task.
func (p *Progress) halt() bool {
	if p.ticks == nil {
		return false
	}
	p.ticks.Stop()
	p.ticks = nil
	return true
}

// tick shows the progress of a task that is silent.
func (p *Progress) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ticks != nil {
		p.show(time.Second)
		p.ticks.Reset(tickEvery)
	}
}

// show prints the line if the last is old enough; on a terminal, by wait.
func (p *Progress) show(wait time.Duration) {
	switch {
	case p.lines == 0:
		wait = firstLine
	case !p.terminal:
		wait = nextLine
	}
	if time.Since(p.shown) >= wait {
		p.print()
	}
}

// print prints the line. On a terminal it is not wrapped: a second row would stay.
func (p *Progress) print() {
	p.shown = time.Now()
	p.lines++
	if p.terminal {
		fmt.Fprintf(p.w, "\r\x1b[?7l%s\x1b[K\x1b[?7h", p.line())
	} else {
		fmt.Fprintln(p.w, p.line())
	}
}

// line returns the progress in one line.
func (p *Progress) line() string {
	var b strings.Builder
	if p.total > 0 {
		fmt.Fprintf(&b, "%d of %d %s", p.done, p.total, p.unit)
	} else {
		fmt.Fprintf(&b, "%d %s", p.done, p.unit)
	}
	if p.note != "" {
		b.WriteString(", " + p.note)
	}
	elapsed := time.Since(p.began)
	about := func(left float64) { fmt.Fprintf(&b, ", about %v left", time.Duration(left).Round(time.Second)) }
	switch worked := p.done - p.before; {
	case p.ticks == nil:
		digits := time.Second
		if elapsed < 10*time.Second {
			digits = 10 * time.Millisecond
		}
		fmt.Fprintf(&b, ", took %v", elapsed.Round(digits))
	case p.table != 0 && p.done == p.total-1 && p.part > 0:
		about(float64(time.Since(p.tableBegan)) / p.part * (1 - p.part))
	case p.table == 0 && worked > 0 && p.total > 0:
		about(float64(elapsed) / float64(worked) * float64(max(0, p.total-p.done)))
	default:
		fmt.Fprintf(&b, ", %v so far", elapsed.Round(time.Second))
	}
	return b.String()
}

// Others returns the lines of text that no Progress has written to a file or a pipe: what else
// a program has printed. Tests need it, since a program that is slow for once shows its
// progress.
func Others(text string) string {
	line := regexp.MustCompile(`^[0-9]+( of [0-9]+)? .*, (about [0-9hms]+ left|[0-9hms]+ so far|took [0-9hms.µn]+)\n$`)
	var b strings.Builder
	for l := range strings.Lines(text) {
		if !line.MatchString(l) {
			b.WriteString(l)
		}
	}
	return b.String()
}
