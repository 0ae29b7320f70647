package annotate

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/cwriter"
	"github.com/vbauerster/mpb/v8/decor"
)

// A meter shows the progress of the work. It prints errors line by line and, below
// them on a terminal, a bar with the games per second and the time left. Otherwise the
// progress is a line from time to time.
type meter struct {
	lines *progress.Progress // also for errors; nil with a bar
	bars  *mpb.Progress      // nil if there is no bar
	bar   *mpb.Bar

	mu       sync.Mutex
	done     int64     // the games and errors
	skipped  int64     // those before the first analysed game
	total    int64     // the games in the input; 0 while that is unknown, and with a bar
	began    time.Time // the start of the analysis
	finished atomic.Bool
}

// newMeter returns a meter of the work on in. It counts the games in the background.
// It shows no progress if the games are written to a terminal.
func newMeter(games, stderr io.Writer, in pgnfile.Input) *meter {
	m := &meter{began: time.Now()}
	switch {
	case terminal(games):
		m.lines = progress.New(stderr)
		return m
	case terminal(stderr):
		m.bars = mpb.New(mpb.WithOutput(stderr), mpb.WithWidth(40))
		m.bar = m.bars.AddBar(0, mpb.AppendDecorators(decor.Any(m.figures)))
	default:
		m.lines = progress.New(stderr)
		m.lines.Start("games", 0, 0)
	}
	go func() {
		games, ok := in.Count(func() bool { return !m.finished.Load() })
		if !ok {
			return
		}
		if m.bar != nil {
			m.bar.SetTotal(games, false)
			return
		}
		m.mu.Lock()
		m.total = games
		m.mu.Unlock()
	}()
	return m
}

func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && cwriter.IsTerminal(int(f.Fd()))
}

// figures returns the text after the bar.
func (m *meter) figures(s decor.Statistics) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	rate := float64(s.Current-m.skipped) / time.Since(m.began).Seconds()
	text := fmt.Sprintf(" %s, %.1f/s", gamesText(s.Current), rate)
	if left := s.Total - s.Current; s.Total > 0 && rate > 0 {
		text = fmt.Sprintf(" %d of %s, %.1f/s, %v left", s.Current, gamesText(s.Total), rate,
			time.Duration(float64(max(left, 0))/rate*float64(time.Second)).Round(time.Second))
	}
	return text
}

func gamesText(n int64) string {
	if n == 1 {
		return "1 game"
	}
	return fmt.Sprintf("%d games", n)
}

// count counts a game or an error; worked tells whether the game was analysed now.
func (m *meter) count(worked bool) {
	m.mu.Lock()
	before := !worked && m.skipped == m.done
	if before {
		m.skipped++
		m.began = time.Now()
	}
	m.done++
	done, total := int(m.done), int(m.total)
	m.mu.Unlock()
	if m.bar != nil {
		m.bar.Increment()
		return
	}
	if before {
		m.lines.Skip(1)
	}
	m.lines.Show(done, total, "")
}

// report prints an error as one line.
func (m *meter) report(err error) {
	var w io.Writer = m.lines
	if m.bars != nil {
		w = m.bars
	}
	fmt.Fprintln(w, "annotate:", err)
}

// close ends the progress, and removes the bar if no game was analysed.
func (m *meter) close() {
	m.finished.Store(true)
	if m.bars == nil {
		m.lines.Clear()
		return
	}
	m.bar.Abort(m.bar.Current() == m.skipped)
	m.bars.Wait()
}
