// Package replace writes files whole or not at all.
package replace

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// File puts what write writes in the place of the file with that name, if there
// is one. After an error, such as a full disk, the old file is as it was: the
// new one is written beside it first, under another name.
func File(name string, write func(w io.Writer) error) error {
	mode := os.FileMode(0o644)
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return &fs.PathError{Op: "replace", Path: name, Err: errors.New("not a regular file")}
		}
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
