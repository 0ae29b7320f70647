package main

import (
	"fmt"
	"strings"

	"github.com/seed-0971039b/chess"
)

// board draws p from White's side.
func board(p chess.Position, colour bool) string {
	if !colour {
		return chess.Diagram{Position: p, Check: true}.ASCII()
	}
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(&b, " %d ", rank+1)
		for file := range 8 {
			piece := p.At(chess.SquareAt(file, rank))
			square := "48;5;137" // dark
			if (file+rank)%2 == 1 {
				square = "48;5;180"
			}
			figure := "1;38;5;231"
			if piece.Color() == chess.Black {
				figure = "1;38;5;16"
			}
			b.WriteString(paint(" "+figurine(piece)+" ", square+";"+figure, true))
		}
		b.WriteByte('\n')
	}
	b.WriteString("    a  b  c  d  e  f  g  h\n")
	return b.String()
}

// figurine returns the filled chess symbol of the type of a piece.
func figurine(p chess.Piece) string {
	return [...]string{" ", "♟", "♞", "♝", "♜", "♛", "♚"}[p.Type()]
}

// paint returns text with a terminal code around it, if colour is set.
func paint(text, code string, colour bool) string {
	if !colour {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}
