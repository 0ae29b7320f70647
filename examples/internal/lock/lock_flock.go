//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package lock

import (
	"errors"
	"os"
	"syscall"
)

// acquire creates the file with that name and locks it. The lock belongs to the open
// file, and the system ends it with the process.
func acquire(name string) (release func() error, err error) {
	for {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == syscall.EINTR:
			f.Close()
			continue
		case err == syscall.EWOULDBLOCK:
			f.Close()
			return nil, errBusy
		case err != nil:
			f.Close()
			return nil, &os.PathError{Op: "lock", Path: name, Err: err}
		}
		// The run before may have removed the file after it was opened here, and
		// another may have created and locked a new one.
		if !current(f) {
			f.Close()
			continue
		}
		return func() error { return errors.Join(remove(f), f.Close()) }, nil
	}
}

// remove removes the file of a lock, unless somebody has removed it, and perhaps
// another run has created its own.
func remove(f *os.File) error {
	if !current(f) {
		return nil
	}
	return os.Remove(f.Name())
}

// current reports whether f is still the file with its name.
func current(f *os.File) bool {
	locked, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(f.Name())
	return err == nil && os.SameFile(locked, named)
}
