package outfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A Lock is the right of a run to write a file.
type Lock struct{ release func() error }

// Release gives the lock up. It is called once.
func (l *Lock) Release() error { return l.release() }

// errBusy is the error of acquire if another run has the lock.
var errBusy = errors.New("is being written by another run")

// Hold takes the lock of the file with that name, which need not exist. If another
// run has it, the error says so at once. The lock is a file beside it, whose name
// has a dot before it and ends with ".lock", so that it stays when the file is
// replaced. It ends with the process, however that ends. What is not a regular file
// has no lock, and neither has a file on a system without locks. Hold removes what
// runs that were killed have left beside the file: see Clean.
func Hold(name string) (*Lock, error) {
	name = Real(name)
	none := &Lock{func() error { return nil }}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return none, nil
	}
	release, err := acquire(filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+".lock"))
	switch {
	case errors.Is(err, errBusy):
		return nil, fmt.Errorf("%s %w", name, err)
	case errors.Is(err, errors.ErrUnsupported):
		return none, nil
	case err != nil:
		if path, ok := errors.AsType[*fs.PathError](err); ok {
			err = path.Err // without the name of the lock, which nobody has heard of
		}
		return nil, &fs.PathError{Op: "lock", Path: name, Err: err}
	}
	if err := Clean(name); err != nil {
		return nil, errors.Join(err, release())
	}
	return &Lock{release}, nil
}
