package main

import (
	"math"

	"github.com/seed-0971039b/chess"
)

// A goal is when a row is done.
type goal struct {
	Error float64 `json:"error"` // half the width of the interval, in Elo
	Games int     `json:"games"` // the most of them
}

func (g *goal) pairs() int { return (g.Games + 1) / 2 }

// enough is how many pairs there must be before an interval is believed: their
// variance is not known from a few.
const enough = 100

// reached reports whether the games of a row are enough: the interval is narrow,
// or has but one end, since one player has won all games or nearly all, of which
// more would tell nothing new.
func (g *goal) reached(t *chess.Tally) bool {
	n, w := pairs(t), width(t.Estimate())
	return n >= g.pairs() || n >= enough && (w <= g.Error || math.IsInf(w, 0))
}

// left returns about how many more pairs a row needs.
func (g *goal) left(t *chess.Tally) int {
	if g.reached(t) {
		return 0
	}
	n, w := pairs(t), width(t.Estimate())
	known := float64(n)
	if n < 20 || math.IsInf(w, 0) {
		w, known = 370, 1 // of one pair between equals: 1.96·694.9·0.27
	}
	need := max(known*(w/g.Error)*(w/g.Error), enough)
	return int(min(need, float64(g.pairs()))) - n
}

// pairs returns how many pairs there are.
func pairs(t *chess.Tally) (n int) {
	for _, k := range t.Pairs {
		n += k
	}
	return n
}

// width returns half the width of an interval.
func width(e chess.Estimate) float64 { return (e.High - e.Low) / 2 }
