//go:build !js

package player

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/seed-0971039b/chess"
)

// engine is Maker for an engine.
func (d *Description) engine() (func(context.Context) (chess.Searcher, error), error) {
	words := strings.Fields(d.Command())
	if len(words) == 0 {
		return nil, errors.New("the engine has no name")
	}
	path, err := FindEngine(words[0])
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (chess.Searcher, error) {
		s, err := chess.StartClient(ctx, exec.Command(path, words[1:]...), 0)
		if err != nil {
			return nil, err
		}
		for _, o := range d.Settings {
			if err := s.SetOption(o.Name, o.Value); err != nil {
				Close(s)
				return nil, err
			}
		}
		return s, nil
	}, nil
}

// FindEngine returns the path of an engine. It looks in PATH and then in /usr/games, where
// Debian installs games and which may be missing in PATH.
func FindEngine(name string) (string, error) {
	path, err := exec.LookPath(name)
	if errors.Is(err, exec.ErrNotFound) && filepath.Base(name) == name {
		if path, err := exec.LookPath(filepath.Join("/usr/games", name)); err == nil {
			return path, nil
		}
		return "", fmt.Errorf("no engine %q in PATH or /usr/games", name)
	}
	if err != nil {
		return "", fmt.Errorf("engine %w", err)
	}
	return path, nil
}

// largeBook is the size from which on a book is not read into memory, in bytes.
const largeBook = 1 << 28

// withBook returns a searcher that plays from a file, a Polyglot book, and else as s.
func withBook(s chess.Searcher, path string) (chess.Searcher, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	var book *chess.Book
	if info, statErr := f.Stat(); statErr == nil && info.Size() > largeBook {
		book, err = chess.OpenBook(f, info.Size()) // the file stays open
	} else {
		book, err = chess.ReadBook(f)
		f.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return chess.NewBookSearcher(book, s, rand.Uint64()), nil
}
