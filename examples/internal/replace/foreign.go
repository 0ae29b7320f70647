package replace

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

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
		r := bufio.NewReader(content)
		for _, text := range texts {
			if begin, _ := r.Peek(len(text)); string(begin) == text {
				return true
			}
		}
		return false
	}
}
