package outfile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/seed-0971039b/chess/examples/internal/cli"
)

// A Growing file is written in parts, each of them as a whole or not at all. A run that was
// interrupted or killed can be continued by another that writes the same.
type Growing struct {
	// Done is the size of the parts that are written. The caller sets it to what an
	// earlier run has written. What follows in the file is the beginning of the next part.
	Done int64

	// Before is what an earlier run has left, and nil if the file cannot be continued: it is
	// not a regular file.
	Before *io.SectionReader

	path string
	w    io.Writer
	size int64
	file *os.File // nil if it is not a regular file
	lock *Lock
}

// Grow opens or creates a file and locks it. "-" is stdout, unless that is nil.
func Grow(path string, stdout io.Writer) (*Growing, error) {
	g := &Growing{path: path, w: stdout}
	if path == "-" && stdout != nil {
		return g, nil
	}
	held, err := Hold(path)
	if err != nil {
		return nil, err
	}
	mode := os.O_RDWR | os.O_CREATE
	info, err := os.Stat(path)
	device := err == nil && !info.Mode().IsRegular()
	if device {
		mode = os.O_WRONLY
	}
	f, err := os.OpenFile(path, mode, 0o666)
	if err != nil {
		return nil, errors.Join(err, held.Release())
	}
	g.w, g.lock = f, held
	if !device {
		g.file = f
		g.size, err = f.Seek(0, io.SeekEnd)
		if err != nil {
			return nil, g.End(err)
		}
		g.Before = io.NewSectionReader(f, 0, g.size)
	}
	return g, nil
}

// Write writes the next part. If that fails, it removes what was written of it.
func (g *Growing) Write(part []byte) (int, error) {
	if g.file == nil {
		g.Done += int64(len(part))
		return g.w.Write(part)
	}
	if left := g.size - g.Done; left > 0 {
		begun := make([]byte, min(left, int64(len(part))))
		if _, err := g.file.ReadAt(begun, g.Done); err != nil {
			return 0, err
		}
		if !bytes.HasPrefix(part, begun) {
			return 0, g.Foreign("what follows byte %d is other text", g.Done)
		}
	}
	if _, err := g.file.WriteAt(part, g.Done); err != nil {
		return 0, errors.Join(err, g.file.Truncate(g.Done))
	}
	g.Done += int64(len(part))
	g.size = max(g.size, g.Done)
	return len(part), nil
}

// Cut removes what follows the parts that are written, and returns how many bytes that was.
func (g *Growing) Cut() (removed int64, err error) {
	if g.size > g.Done {
		removed, g.size = g.size-g.Done, g.Done
		err = g.file.Truncate(g.Done)
	}
	return removed, err
}

// Finish returns an error if there is more in the file than what was written.
func (g *Growing) Finish() error {
	if g.size > g.Done {
		return g.Foreign("more follows byte %d", g.Done)
	}
	return nil
}

// Foreign returns the error for a file that the command has not written.
func (g *Growing) Foreign(format string, args ...any) error {
	return fmt.Errorf("%s was not written by this command: %w; name another file", g.path, fmt.Errorf(format, args...))
}

// End closes the file, unless it is stdout, at the end of a run with an error. Of an interrupt
// it says that the run can be continued.
func (g *Growing) End(err error) error {
	if g.file != nil {
		err = cli.Continues(err)
	}
	err = cli.Interrupted(err)
	if g.lock == nil {
		return err
	}
	closed := errors.Join(g.w.(io.Closer).Close(), g.lock.Release())
	return cmp.Or(err, closed)
}
