//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package outfile

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
		// The run before may have removed the file after it was opened here, and
		// another may have created and locked a new one.
		if err == nil && current(f) {
			return func() error {
				if !current(f) { // somebody has removed it
					return f.Close()
				}
				return errors.Join(os.Remove(name), f.Close())
			}, nil
		}
		f.Close()
		switch err {
		case nil, syscall.EINTR:
		case syscall.EWOULDBLOCK:
			return nil, errBusy
		default:
			return nil, &os.PathError{Op: "lock", Path: name, Err: err}
		}
	}
}

// current reports whether f is still the file with its name.
func current(f *os.File) bool {
	locked, err := f.Stat()
	named, errNamed := os.Stat(f.Name())
	return err == nil && errNamed == nil && os.SameFile(locked, named)
}
