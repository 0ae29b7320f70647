// Package puzzle reads and writes files of puzzles: CSV with the columns of lichess.org's database,
// EPD and PGN.
package puzzle

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
)

// DefaultFinder returns the settings of a finder.
func DefaultFinder() chess.PuzzleFinder { return chess.PuzzleFinder{Nodes: 2000, Verify: 100_000} }

// Check returns an error if the settings of a finder are not valid. It does not take 0 for a default.
func Check(f chess.PuzzleFinder) error {
	if f.Nodes < 1 || f.Verify <= f.Nodes {
		return errors.New("a game needs at least one node a position, and a puzzle more than that")
	}
	return nil
}

// A Format is a form of files of puzzles: "csv", "epd" or "pgn".
type Format string

// The formats.
const (
	CSV Format = "csv" // the columns of lichess.org's database
	EPD Format = "epd"
	PGN Format = "pgn"
)

// Check returns an error if there is no such format.
func (f Format) Check() error {
	if f != CSV && f != EPD && f != PGN {
		return fmt.Errorf("the format is %q, not csv, epd or pgn", string(f))
	}
	return nil
}

// Head returns what a file begins with.
func (f Format) Head() string {
	if f == CSV {
		return strings.Join(columns, ",") + "\n"
	}
	return ""
}

// Append appends the text of a puzzle, which is from a game, to dst.
func (f Format) Append(dst []byte, p *chess.Puzzle, game *chess.GameTree) ([]byte, error) {
	var text []byte
	var err error
	switch f {
	case CSV:
		text, err = marshalCSV(p, game)
	case EPD:
		text, err = marshalEPD(p, game)
	default:
		text, err = marshalPGN(p, game)
	}
	return append(dst, text...), err
}

// ID returns an identifier that depends on the position to solve alone.
func ID(p *chess.Puzzle) string { return fmt.Sprintf("%016x", p.Position.Key().Hash()) }

// url returns the address of the game, with the ply of the mistake after "#" as lichess.org has it; ""
// if the tag Site is no address.
func url(p *chess.Puzzle, game *chess.GameTree) string {
	site := game.Tag("Site")
	if !strings.HasPrefix(site, "https://") && !strings.HasPrefix(site, "http://") {
		return ""
	}
	return fmt.Sprintf("%s#%d", site, p.Ply)
}

// origin returns the address of the game, or the players and the date.
func origin(p *chess.Puzzle, game *chess.GameTree) string {
	if url := url(p, game); url != "" {
		return url
	}
	var words []string
	for _, tag := range []string{"White", "Black", "Date"} {
		if word := game.Tag(tag); word != "" && word != "?" && !strings.HasPrefix(word, "????") {
			words = append(words, word)
		}
	}
	return strings.Join(words, ", ")
}

// themes returns the names of the motifs.
func themes(p *chess.Puzzle) (names []string) {
	for _, m := range p.Motifs {
		names = append(names, string(m))
	}
	return names
}

// difficulty returns the rating, and how many nodes a search needs.
func difficulty(p *chess.Puzzle) string { return fmt.Sprintf("rating %d, %d nodes", p.Rating, p.Nodes) }

// marshalEPD returns a line with the position to solve and these operations:
//   - bm, the first move, or all that give mate at once;
//   - pv, the whole solution;
//   - dm, the moves to mate, if it ends so;
//   - id;
//   - c0, the motifs; c1, the rating;
//   - c2, the address of the game, or its players and date, if they are known.
func marshalEPD(p *chess.Puzzle, game *chess.GameTree) ([]byte, error) {
	e := chess.EPD{Position: p.Position}
	err := errors.Join(e.SetMoves("bm", firstMoves(p)...), e.SetMoves("pv", p.Solution...))
	if last := len(p.Solution) - 1; mates(after(p.Position, p.Solution[:last]), p.Solution[last]) {
		err = errors.Join(err, e.SetInt("dm", int64(last/2+1)))
	}
	err = errors.Join(err, e.SetText("id", ID(p)), e.SetText("c0", strings.Join(themes(p), " ")), e.SetText("c1", difficulty(p)))
	if text := origin(p, game); text != "" {
		err = errors.Join(err, e.SetText("c2", text))
	}
	if err != nil {
		return nil, err
	}
	text, err := e.MarshalText()
	return append(text, '\n'), err
}

// firstMoves returns the moves that solve the puzzle at its first turn: one, or all that give mate at
// once, promotions to a queen first.
func firstMoves(p *chess.Puzzle) []chess.Move {
	if len(p.Solution) > 1 {
		return p.Solution[:1]
	}
	all := slices.DeleteFunc(p.Position.LegalMoves(), func(m chess.Move) bool { return !mates(p.Position, m) })
	slices.SortStableFunc(all, func(a, b chess.Move) int { return cmp.Compare(b.Promotion(), a.Promotion()) })
	return all
}

func mates(p chess.Position, m chess.Move) bool {
	return p.After(m).Outcome().Reason == chess.Checkmate
}

// after returns the position after some moves.
func after(p chess.Position, moves []chess.Move) chess.Position {
	for _, m := range moves {
		p = p.After(m)
	}
	return p
}

// marshalPGN returns a game: it starts before the mistake, and goes on with the solution. The comment
// before the moves has the motifs and the rating.
func marshalPGN(p *chess.Puzzle, game *chess.GameTree) ([]byte, error) {
	t := chess.NewGameTree(p.Before)
	for _, tag := range []struct{ name, value string }{
		{"Event", "Puzzle " + ID(p)},
		{"Site", cmp.Or(url(p, game), game.Tag("Site"))},
		{"Date", game.Tag("Date")},
		{"White", game.Tag("White")},
		{"Black", game.Tag("Black")},
		{"Opening", game.Tag("Opening")},
	} {
		if tag.value == "" {
			continue
		}
		if err := t.SetTag(tag.name, tag.value); err != nil {
			return nil, err
		}
	}
	if _, err := t.Root().Add(moves(p)...); err != nil {
		return nil, err
	}
	t.Root().SetComment(fmt.Sprintf("%s; %s", strings.Join(themes(p), ", "), difficulty(p)))
	return t.MarshalText()
}

// moves returns the mistake and the solution.
func moves(p *chess.Puzzle) []chess.Move { return append([]chess.Move{p.Mistake}, p.Solution...) }

// Keys yields the keys of the positions to solve in a file. It ends with the first error.
func (f Format) Keys(r io.Reader) iter.Seq2[chess.Key, error] {
	return func(yield func(chess.Key, error) bool) {
		next, err := f.keys(r)
		for err == nil {
			var key chess.Key
			if key, err = next(); err == nil && !yield(key, nil) {
				return
			}
		}
		if err != io.EOF {
			yield(chess.Key{}, err)
		}
	}
}

// keys returns a function that returns the next key, and io.EOF after the last.
func (f Format) keys(r io.Reader) (next func() (chess.Key, error), err error) {
	switch f {
	case CSV:
		lines, err := NewCSVReader(r)
		return func() (chess.Key, error) {
			l, err := lines.Next()
			return keyOf(l.Start, l.Moves, err)
		}, err
	case EPD:
		lines := bufio.NewScanner(r)
		return func() (chess.Key, error) {
			if !lines.Scan() {
				return chess.Key{}, cmp.Or(lines.Err(), io.EOF)
			}
			e, err := chess.ParseEPD(lines.Text())
			return e.Position.Key(), err
		}, nil
	default:
		games := chess.NewPGNReader(r)
		games.Strict = true
		return func() (chess.Key, error) {
			t, err := games.Next()
			if err != nil {
				return chess.Key{}, err
			}
			return keyOf(t.Start(), t.Mainline(), nil)
		}, nil
	}
}

// keyOf returns the key of the position after the first of moves.
func keyOf(start chess.Position, moves []chess.Move, err error) (chess.Key, error) {
	if err != nil {
		return chess.Key{}, err
	}
	if len(moves) < 2 {
		return chess.Key{}, errors.New("a puzzle has no solution")
	}
	return start.After(moves[0]).Key(), nil
}
