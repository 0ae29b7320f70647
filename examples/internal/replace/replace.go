// Package replace writes files whole or not at all.
package replace

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// File puts what write writes in the place of the file with that name, if there
// is one. After an error, such as a full disk, the old file is as it was: the
// new one is written beside it first, under another name.
func File(name string, write func(w io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
