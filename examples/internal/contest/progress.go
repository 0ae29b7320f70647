package contest

import (
	"fmt"
	"io"
	"os"
	"time"
)

// Progress tells how far the match is: on a terminal in one line that changes,
// and else in a line now and then.
type Progress struct {
	w        io.Writer
	terminal bool
	last     time.Time
}

// NewProgress returns one that writes to w.
func NewProgress(w io.Writer) *Progress {
	p := &Progress{w: w, last: time.Now()}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		p.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return p
}

// Show shows a line; the last is shown whenever it comes.
func (p *Progress) Show(line string, last bool) {
	switch {
	case p.terminal:
		fmt.Fprintf(p.w, "\r%s\x1b[K", line)
	case last || time.Since(p.last) >= 5*time.Second:
		fmt.Fprintln(p.w, line)
		p.last = time.Now()
	}
}

// Clear makes room on the line for something else.
func (p *Progress) Clear() {
	if p.terminal {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
