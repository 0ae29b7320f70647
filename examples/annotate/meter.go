package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/cwriter"
	"github.com/vbauerster/mpb/v8/decor"
)

// A meter shows the progress of the work. It prints errors line by line and, on a
// terminal, a bar below them with the games per second and the time left.
type meter struct {
	stderr io.Writer
	bars   *mpb.Progress // nil if stderr is not a terminal
	bar    *mpb.Bar

	mu      sync.Mutex
	skipped int64     // the games and errors before the first analysed game
	began   time.Time // the start of the analysis
}

// newMeter returns a meter of the work on in. If it shows a bar, it counts the
// games in the background. It shows none if the games are written to a terminal.
func newMeter(games, stderr io.Writer, in input) *meter {
	m := &meter{stderr: stderr, began: time.Now()}
	if !terminal(stderr) || terminal(games) {
		return m
	}
	m.bars = mpb.New(mpb.WithOutput(stderr), mpb.WithWidth(40))
	m.bar = m.bars.AddBar(0, mpb.AppendDecorators(decor.Any(m.figures)))
	go func() {
		if games, ok := in.count(m.bar.IsRunning); ok {
			m.bar.SetTotal(games, false)
		}
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
	if m.bars == nil {
		return
	}
	m.mu.Lock()
	if !worked && m.skipped == m.bar.Current() {
		m.skipped++
		m.began = time.Now()
	}
	m.mu.Unlock()
	m.bar.Increment()
}

// report prints an error as one line.
func (m *meter) report(err error) {
	w := m.stderr
	if m.bars != nil {
		w = m.bars
	}
	fmt.Fprintln(w, "annotate:", err)
}

// close stops the bar, and removes it if no game was analysed.
func (m *meter) close() {
	if m.bars != nil {
		m.bar.Abort(m.bar.Current() == m.skipped)
		m.bars.Wait()
	}
}
