package endings

import (
	"fmt"
	"strings"

	"github.com/seed-0971039b/chess"
)

// Moves returns a table of all moves of a verdict, the best first: what each gives the
// side to move, and how soon.
func Moves(v chess.Verdict) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-8s %-12s %s\n", "move", "result", "distance")
	for _, m := range v.Moves {
		b.WriteString(strings.TrimSpace(fmt.Sprintf("%-8s %-12v %s", v.Position.SAN(m.Move), m.Result, Distance(m))) + "\n")
	}
	return b.String()
}

// Distance says how soon a move wins or loses with best play: "mate in 23", "mated in 5",
// or in plies to the next capture or pawn move, "DTZ 15". It is empty for a draw.
func Distance(m chess.JudgedMove) string {
	switch moves, ok := m.Truth.MateInMoves(); {
	case m.Truth.WDL == chess.WDLDraw:
		return ""
	case !ok:
		return fmt.Sprintf("DTZ %d", max(m.Truth.DTZ, -m.Truth.DTZ))
	case moves > 0:
		return fmt.Sprintf("mate in %d", moves)
	default:
		return fmt.Sprintf("mated in %d", -moves)
	}
}
