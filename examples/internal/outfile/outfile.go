// Package outfile writes the files of programs so that no run spoils what another is
// writing, nor a file of somebody else, and so that an interrupt at any moment leaves nothing
// half-written.
package outfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// A File is a file to write as a whole. Own tells files of its Kind from others.
type File struct {
	Name, Kind string
	Own        func(content io.Reader) bool
	Write      func(w io.Writer) error
}

// Write writes files one after the other, and none if one of them is being written by
// another run, or is Foreign.
func Write(files ...File) error {
	return hold(files, func() error {
		for _, f := range files {
			if err := Replace(f.Name, f.Write); err != nil {
				return err
			}
		}
		return nil
	})
}

// Check returns the error for which Write would write nothing, before the work for the files is done.
func Check(files ...File) error { return hold(files, func() error { return nil }) }

// hold calls do while the files are locked.
func hold(files []File, do func() error) error {
	for _, f := range files {
		held, err := Hold(f.Name)
		if err != nil {
			return err
		}
		defer held.Release()
		if err := Foreign(f.Name, f.Kind, f.Own); err != nil {
			return err
		}
	}
	return do()
}

// Foreign returns an error if there is a file with that name and it is not of the
// kind that the caller writes, as own tells from its content. A file that does not
// exist or is empty is not foreign. So a slip on the command line, such as a file of
// games in place of the book to write, costs nobody a file.
func Foreign(name, kind string, own func(content io.Reader) bool) error {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular() || info.Size() == 0:
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if !own(f) {
		return fmt.Errorf("%s is no %s: name another file", name, kind)
	}
	return nil
}

// Begins returns a function for Foreign that reports whether the content begins with
// one of the texts.
func Begins(texts ...string) func(content io.Reader) bool {
	return func(content io.Reader) bool {
		begin, _ := io.ReadAll(io.LimitReader(content, 1<<12)) // longer than any of them
		return slices.ContainsFunc(texts, func(text string) bool { return strings.HasPrefix(string(begin), text) })
	}
}

// Load reads the JSON value that Save has written to a file, such as the state of a long
// run. If there is no such file, found is false and value is unchanged. Any other content
// is an error, so that the caller does not overwrite a file that is not its own.
func Load(name string, value any) (found bool, err error) {
	f, err := os.Open(name)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return false, err
	}
	defer f.Close()
	d := json.NewDecoder(f)
	d.DisallowUnknownFields()
	if err = d.Decode(value); err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("unexpected data after the end")
		}
	}
	if err != nil {
		err = fmt.Errorf("%s is damaged, or not a file of this program: %w", name, err)
	}
	return true, err
}

// Save replaces a file by a value as JSON.
func Save(name string, value any) error {
	return Replace(name, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "\t")
		return e.Encode(value)
	})
}
