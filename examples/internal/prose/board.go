package prose

import (
	"fmt"
	"strings"

	"github.com/seed-0971039b/chess"
)

// Paint returns text with a code of a terminal around it, such as "1" for bold, if colour is
// set.
func Paint(text, code string, colour bool) string {
	if !colour || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Board returns the lines of a board in the colours of a terminal, from White's side.
func Board(p chess.Position) (lines []string) {
	for rank := 7; rank >= 0; rank-- {
		var b strings.Builder
		fmt.Fprintf(&b, " %d ", rank+1)
		for file := range 8 {
			sq := chess.SquareAt(file, rank)
			square, figure := "48;5;137", "1;38;5;231" // a dark square, a white piece
			if sq.Light() {
				square = "48;5;180"
			}
			piece := p.At(sq)
			if piece.Color() == chess.Black {
				figure = "1;38;5;16"
			}
			b.WriteString(Paint(" "+[...]string{" ", "♟", "♞", "♝", "♜", "♛", "♚"}[piece.Type()]+" ", square+";"+figure, true))
		}
		lines = append(lines, b.String())
	}
	return append(lines, "    a  b  c  d  e  f  g  h ")
}
