package contest

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/endings"
)

// ReadOpenings reads the openings of a file, as chess.ReadOpenings does, and
// shuffles them by the seed shuffle; if that is 0, they stay in the order of the
// file.
func ReadOpenings(path string, plies int, shuffle uint64) ([]*chess.Game, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	openings, err := chess.ReadOpenings(f, plies)
	if err == nil && len(openings) == 0 {
		err = errors.New("there are no openings")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if shuffle != 0 {
		Shuffle(openings, shuffle)
	}
	return openings, nil
}

// Shuffle shuffles openings by a seed.
func Shuffle(openings []*chess.Game, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0))
	r.Shuffle(len(openings), func(i, j int) { openings[i], openings[j] = openings[j], openings[i] })
}

// Undecided returns the openings whose results the tables that decide games do not know,
// and says on stderr how many those are that it leaves out: their games would end before the
// first move, and say nothing about the players. It is an error if none is left.
func Undecided(openings []*chess.Game, t *endings.Tables, stderr io.Writer) ([]*chess.Game, error) {
	var left []*chess.Game
	for _, g := range openings {
		o, err := t.Outcome(g.Position())
		if err != nil {
			return nil, err
		}
		if !o.Over() {
			left = append(left, g)
		}
	}
	switch n := len(openings) - len(left); {
	case n == 0:
	case len(left) == 0:
		return nil, cli.BadCommandLine(errors.New("the tables know the results of all openings"))
	default:
		fmt.Fprintf(stderr, "%d of %d openings left out: the tables know their results\n", n, len(openings))
	}
	return left, nil
}
