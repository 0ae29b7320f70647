package main

import (
	"fmt"
	"strings"

	"github.com/seed-0971039b/chess"
)

// figurines is how pieces are shown in text.
type figurines bool

const (
	letters figurines = false // the letters of FEN
	figures figurines = true  // the Unicode symbols
)

// of returns the text of a piece, or a space for no piece. As Unicode symbols,
// White's pieces are outlines and Black's are filled.
func (f figurines) of(piece chess.Piece) string {
	switch {
	case piece == chess.NoPiece:
		return " "
	case f == letters:
		return piece.String()
	case piece.Color() == chess.White:
		return string("♙♘♗♖♕♔"[3*(piece.Type()-chess.Pawn):][:3])
	}
	return filled(piece)
}

// filled returns the filled symbol of a piece, which does not show its colour.
func filled(piece chess.Piece) string {
	return "♟♞♝♜♛♚"[3*(piece.Type()-chess.Pawn):][:3]
}

// textBoard draws the board in plain text.
func (s *session) textBoard(f figurines) string {
	d := chess.Diagram{Position: s.game.Position(), Flipped: s.flipped, LastMove: s.lastMove(), Check: true}
	if f == letters {
		return d.ASCII()
	}
	return d.Unicode()
}

// lastMove returns the move that led to the current position, or 0 if there is none.
func (s *session) lastMove() chess.Move {
	moves := s.game.Moves()
	if len(moves) == 0 {
		return 0
	}
	return moves[len(moves)-1]
}

// rankAt returns the rank, from 0, of a row of the board, counted from the top.
func rankAt(row int, flipped bool) int {
	if flipped {
		return row
	}
	return 7 - row
}

// fileAt returns the file, from 0, of a column of the board, counted from the left.
func fileAt(column int, flipped bool) int {
	if flipped {
		return 7 - column
	}
	return column
}

// capturedText returns the pieces that c has captured, and its lead in points if it
// is ahead.
func (s *session) capturedText(c chess.Color, f figurines) string {
	var b strings.Builder
	for _, piece := range s.captured(c) {
		b.WriteString(f.of(piece))
	}
	p := s.game.Position()
	points := lead(&p)
	if c == chess.Black {
		points = -points
	}
	if points > 0 {
		fmt.Fprintf(&b, " +%d", points)
	}
	return strings.TrimSpace(b.String())
}
