package contest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/seed-0971039b/chess"
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
