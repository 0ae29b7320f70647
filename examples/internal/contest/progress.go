package contest

import (
	"fmt"
	"io"
	"os"
	"time"
)

// Progress shows the progress of a match: on a terminal in one line that it
// overwrites, otherwise in a new line every five seconds at most.
type Progress struct {
	w        io.Writer
	terminal bool
	last     time.Time
}

// NewProgress returns a Progress that writes to w.
func NewProgress(w io.Writer) *Progress {
	p := &Progress{w: w, last: time.Now()}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		p.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return p
}

// Show shows a line. The last line is always shown.
func (p *Progress) Show(line string, last bool) {
	switch {
	case p.terminal:
		fmt.Fprintf(p.w, "\r%s\x1b[K", line)
	case last || time.Since(p.last) >= 5*time.Second:
		fmt.Fprintln(p.w, line)
		p.last = time.Now()
	}
}

// Clear clears the line of a terminal, so that something else can be printed.
func (p *Progress) Clear() {
	if p.terminal {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
