package contest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"runtime"

	"github.com/seed-0971039b/chess"
)

// Games plays the match and yields its games as they end. If path is not empty,
// the games in that file are not played again, and new games are appended to it.
// Games ends after an error.
func Games(ctx context.Context, m *chess.Match, path string, stderr io.Writer) iter.Seq2[*chess.MatchGame, error] {
	return func(yield func(*chess.MatchGame, error) bool) {
		// One more than the searches need. Otherwise a move would have to wait up to
		// 10 ms for the scheduler before it stops the clock.
		runtime.GOMAXPROCS(max(runtime.GOMAXPROCS(0), m.AtOnce+1))
		var file *gameFile
		if path != "" {
			var err error
			if file, err = openGames(path, stderr); err != nil {
				yield(nil, err)
				return
			}
			defer file.Close()
			m.Played = file.games
		}
		for g, err := range m.Games(ctx) {
			if err == nil && file != nil && !g.Played {
				err = file.append(g.Tree)
			}
			if !yield(g, err) || err != nil {
				return
			}
		}
	}
}

// A gameFile is the PGN file of a match.
type gameFile struct {
	*os.File
	games []*chess.GameTree // the games that it had when it was opened
}

// openGames opens or creates the file and reads its games. It reports a game with a
// fault and leaves it in the file, but it will be played again: a program that was killed
// may have written half of it.
func openGames(path string, stderr io.Writer) (*gameFile, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	g := &gameFile{File: f}
	r := chess.NewPGNReader(f)
	r.Strict = true
	for t, err := range r.All() {
		switch {
		case errors.As(err, new(*chess.ParseError)):
			fmt.Fprintf(stderr, "%s: %v\n", path, err)
		case err != nil:
			f.Close()
			return nil, err
		default:
			g.games = append(g.games, t)
		}
	}
	if err := g.endLine(); err != nil {
		f.Close()
		return nil, err
	}
	return g, nil
}

// endLine makes sure that the next game begins on a new line.
func (g *gameFile) endLine() error {
	info, err := g.Stat()
	if err != nil || info.Size() == 0 {
		return err
	}
	last := make([]byte, 1)
	if _, err := g.ReadAt(last, info.Size()-1); err != nil || last[0] == '\n' {
		return err
	}
	_, err = g.WriteString("\n\n")
	return err
}

// append writes a game in one call, so that a program that is killed seldom leaves
// half a game.
func (g *gameFile) append(t *chess.GameTree) error {
	text, err := t.MarshalText()
	if err == nil {
		_, err = g.Write(text)
	}
	return err
}
