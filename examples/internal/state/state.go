// Package state keeps the state of a long run in a file, so that the run can be
// interrupted at any moment and continued.
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

// Load reads the JSON value that Save has written to a file. If there is no such
// file, found is false and value is unchanged. Any other content is an error, so
// that the caller does not overwrite a file that is not its own.
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
			err = errors.New("unexpected data after the end")
		}
	}
	if err != nil {
		return true, fmt.Errorf("%s is damaged, or not a file of this program: %w", path, err)
	}
	return true, nil
}

// Save writes a value to a file as JSON. It replaces the file atomically.
func Save(path string, value any) error {
	return replace.File(path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "\t")
		return e.Encode(value)
	})
}
