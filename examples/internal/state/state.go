// Package state keeps what a long run has reached in a file, so that the run can
// be interrupted at any moment and go on.
package state

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/seed-0971039b/chess/examples/internal/replace"
)

// Load reads the JSON value that Save has put into a file. If there is no such
// file, found is false and value is as it was. A file with anything else is an
// error: it is not overwritten for being misunderstood.
func Load(path string, value any) (found bool, err error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer file.Close()
	d := json.NewDecoder(file)
	d.DisallowUnknownFields()
	if err = d.Decode(value); err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("something follows its end")
		}
	}
	if err != nil {
		return true, fmt.Errorf("%s is damaged, or not a file of this program: %w", path, err)
	}
	return true, nil
}

// Save puts a value into a file, in the place of what it had, whole or not at all.
func Save(path string, value any) error {
	return replace.File(path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "\t")
		return e.Encode(value)
	})
}
