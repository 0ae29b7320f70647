package main

import (
	"fmt"
	"strings"

	"github.com/seed-0971039b/chess"
)

// figurines tells how men are written.
type figurines bool

const (
	letters figurines = false // FEN's
	figures figurines = true  // the Unicode pieces
)

// of returns how a man is written: of the Unicode pieces White's are outlines and
// Black's are filled.
func (f figurines) of(man chess.Piece) string {
	switch {
	case man == chess.NoPiece:
		return " "
	case f == letters:
		return man.String()
	case man.Color() == chess.White:
		return string("♙♘♗♖♕♔"[3*(man.Type()-chess.Pawn):][:3])
	}
	return filled(man)
}

// filled returns the filled figure of a man, whose colour something else must
// tell.
func filled(man chess.Piece) string {
	return "♟♞♝♜♛♚"[3*(man.Type()-chess.Pawn):][:3]
}

// textBoard draws the board in plain text. The squares of the last move are in
// brackets, and a king in check is between exclamation marks.
func (s *session) textBoard(f figurines) string {
	p := s.game.Position()
	last := s.lastMove()
	var b strings.Builder
	for row := range 8 {
		fmt.Fprintf(&b, "%d ", rankAt(row, s.flipped)+1)
		for column := range 8 {
			sq := chess.SquareAt(fileAt(column, s.flipped), rankAt(row, s.flipped))
			man := f.of(p.At(sq))
			if man == " " {
				man = "."
			}
			left, right := " ", " "
			switch {
			case p.InCheck() && sq == p.King(p.Turn()):
				left, right = "!", "!"
			case last != 0 && (sq == last.From() || sq == last.To()):
				left, right = "[", "]"
			}
			b.WriteString(left + man + right)
		}
		b.WriteByte('\n')
	}
	b.WriteString(" ")
	for column := range 8 {
		fmt.Fprintf(&b, "  %c", 'a'+fileAt(column, s.flipped))
	}
	return b.String()
}

// lastMove returns the move that led to the present position, or the null move.
func (s *session) lastMove() chess.Move {
	moves := s.game.Moves()
	if len(moves) == 0 {
		return 0
	}
	return moves[len(moves)-1]
}

// rankAt returns the rank, from 0, of a row of the board, from the top.
func rankAt(row int, flipped bool) int {
	if flipped {
		return row
	}
	return 7 - row
}

// fileAt returns the file, from 0, of a column of the board.
func fileAt(column int, flipped bool) int {
	if flipped {
		return 7 - column
	}
	return column
}

// haul writes the men that c has captured and how much it is ahead.
func (s *session) haul(c chess.Color, f figurines) string {
	var b strings.Builder
	for _, man := range s.captured(c) {
		b.WriteString(f.of(man))
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
