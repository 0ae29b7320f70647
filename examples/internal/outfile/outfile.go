// Package outfile writes the files of programs so that no run spoils what another is
// writing, nor a file of somebody else.
package outfile

import (
	"io"

	"github.com/seed-0971039b/chess/examples/internal/lock"
	"github.com/seed-0971039b/chess/examples/internal/replace"
)

// A File is a file to write as a whole. Own tells files of its Kind from others.
type File struct {
	Name, Kind string
	Own        func(content io.Reader) bool
	Write      func(w io.Writer) error
}

// Write writes files one after the other, and none if one of them is being written by
// another run, or there is a file of another kind with that name.
func Write(files ...File) error {
	for _, f := range files {
		held, err := lock.File(f.Name)
		if err != nil {
			return err
		}
		defer held.Release()
		if err := replace.Foreign(f.Name, f.Kind, f.Own); err != nil {
			return err
		}
	}
	for _, f := range files {
		if err := replace.File(f.Name, f.Write); err != nil {
			return err
		}
	}
	return nil
}
