package chess

import "context"

// Minimax is a Searcher that searches all lines of a number of plies and prunes
// none: slow, and so simple that other searchers are tested against it. It is
// the minimax of the textbooks, written once for both sides (negamax).
//
// A position that occurred before in the line, or twice in the game, is a draw,
// and so is one after fifty moves without a capture or a pawn move.
//
// Make one with NewMinimax. It is Configurable: Depth is an option. It is for one
// goroutine at a time.
type Minimax struct {
	Depth int // plies to search when the limits set no depth
	tree
}

// String returns the fields that are not zero.
func (s *Minimax) String() string { return listFields(s) }

// NewMinimax returns a Minimax that searches three plies and evaluates by e, or
// by its own fork of e if e is a Forker.
func NewMinimax(e Evaluator) *Minimax {
	return &Minimax{Depth: 3, tree: tree{eval: forked(e)}}
}

// Search implements Searcher. It obeys all limits, and searches by iterative
// deepening up to Limits.Depth, or else up to its own Depth.
func (s *Minimax) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	return s.deepen(ctx, g, l, s.Depth, func(depth int, _, _ Score) Score {
		return s.value(1, depth)
	})
}

// Options implements Configurable: a SpinOption for Depth, by its name.
func (s *Minimax) Options() []Option { return fieldOptions(s) }

// SetOption implements Configurable. It must not be called during a search.
func (s *Minimax) SetOption(name, value string) error { return setField(s, name, value) }

// value returns the score of the position at ply for the side to move. It means
// nothing once the search is stopped.
func (s *Minimax) value(ply, depth int) Score {
	if score, over := s.over(ply); over {
		return score
	}
	if depth == 0 {
		return s.evaluate(ply, 0)
	}
	best := -Mate
	for _, m := range s.moves(ply) {
		if !s.play(ply, m) {
			break
		}
		if score := -s.value(ply+1, depth-1); score > best {
			best = score
			s.keep(ply, m)
		}
	}
	return best
}
