package chess

import (
	"fmt"
	"strings"
)

// SearchNode is a node of the tree of a search, as the search leaves it: what Trace of
// NegaAlphaBeta and NegaScout gets. All scores are from the point of view of the side
// to move there.
//
// It tells why the node ended, too. If GameOver is true, Score is that of the rules. Else,
// if Depth is 0, the node is a leaf, and Score its static evaluation. Else, if Score
// is at least Beta, that was a cutoff, and the other moves were not searched; if
// Searched is 0, the static evaluation was enough, as it may be beyond CapturesBeyond.
// Otherwise all moves that are considered were searched.
type SearchNode struct {
	Line  []Move `json:"line"`  // from the root, without moves at the root itself; the callee may keep it
	Depth int    `json:"depth"` // plies left to search
	Alpha Score  `json:"alpha"` // the window; ±Mate where it is open
	Beta  Score  `json:"beta"`
	Score Score  `json:"score"` // what the search returned
	Bound Bound  `json:"bound"` // UpperBound if all moves failed low, LowerBound after a cutoff, or Exact

	Legal      int `json:"legal"`      // legal moves
	Considered int `json:"considered"` // of these, moves that the search tries if there is no cutoff: at a leaf and at the end of a game none
	Searched   int `json:"searched"`   // of these, moves that it has tried

	GameOver bool `json:"gameOver,omitzero"` // by mate, stalemate or a rule of draws
	Again    bool `json:"again,omitzero"`    // searched again, after a search with a null window showed that its move is better than those before
}

// String returns a line of text, such as
// "e2e4 e7e5: depth 1, window (-0.20, +inf), score >= +0.40, cutoff after 3 of 29 moves".
func (n SearchNode) String() string {
	var b strings.Builder
	if len(n.Line) == 0 {
		b.WriteString("root")
	}
	for i, m := range n.Line {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(m.String())
	}
	if n.Again {
		b.WriteString(" again")
	}
	alpha, beta, sign := "-inf", "+inf", ""
	if n.Alpha > -Mate {
		alpha = n.Alpha.String()
	}
	if n.Beta < Mate {
		beta = n.Beta.String()
	}
	switch n.Bound {
	case UpperBound:
		sign = "<= "
	case LowerBound:
		sign = ">= "
	}
	fmt.Fprintf(&b, ": depth %d, window (%s, %s), score %s%v, ", n.Depth, alpha, beta, sign, n.Score)
	switch {
	case n.GameOver:
		b.WriteString("game over")
	case n.Depth == 0:
		b.WriteString("leaf")
	case n.Score >= n.Beta:
		fmt.Fprintf(&b, "cutoff after %d of %d moves", n.Searched, n.Considered)
	default:
		fmt.Fprintf(&b, "%d of %d moves", n.Searched, n.Considered)
	}
	return b.String()
}
