package endings

import (
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/seed-0971039b/chess"
)

// A sample is a number of random positions of an ending, each as likely as any other,
// and none with the right to capture en passant.
type sample struct {
	chess.Tablebase
	ending chess.Ending
	n      int
	err    error // that ended Positions
}

// Ending returns the material of the positions.
func (s *sample) Ending() chess.Ending { return s.ending }

// Positions returns the positions and their truth: the same each time.
func (s *sample) Positions() iter.Seq2[chess.Position, chess.ProbeResult] {
	var army []chess.Piece
	for _, piece := range pieces(s.ending) {
		for range s.ending.Count(piece.Color(), piece.Type()) {
			army = append(army, piece)
		}
	}
	return func(yield func(chess.Position, chess.ProbeResult) bool) {
		random := rand.New(rand.NewPCG(1, 2))
		for left := s.n; left > 0; {
			setup := chess.Setup{Turn: chess.Color(random.IntN(2))}
			for _, piece := range army {
				setup.Board[random.IntN(64)] = piece
			}
			p, err := setup.Position()
			if err != nil || p.Ending() != s.ending { // two pieces on a square, for example
				continue
			}
			truth, err := s.Probe(&p)
			if err != nil {
				s.err = fmt.Errorf("%v: %w", s.ending, err)
				return
			}
			if !yield(p, truth) {
				return
			}
			left--
		}
	}
}
