package outfile

import (
	"os"
	"syscall"
)

const (
	deleteOnClose    = 0x04000000        // FILE_FLAG_DELETE_ON_CLOSE
	sharingViolation = syscall.Errno(32) // ERROR_SHARING_VIOLATION
)

// acquire creates the file with that name so that nobody else can open it. The
// system closes and removes it with the process.
func acquire(name string) (release func() error, err error) {
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(path, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil,
		syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL|deleteOnClose, 0)
	switch {
	case err == sharingViolation:
		return nil, errBusy
	case err != nil:
		return nil, &os.PathError{Op: "lock", Path: name, Err: err}
	}
	return func() error { return syscall.CloseHandle(h) }, nil
}
