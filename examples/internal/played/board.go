package main

import (
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/played"
)

// A board is the pieces of a position.
type board struct {
	pieces   [64]chess.Piece
	material material
}

// boardOf returns the pieces of a position.
func boardOf(p chess.Position) (b board) {
	for sq := range b.pieces {
		b.pieces[sq] = p.At(chess.Square(sq))
		b.material += weights[b.pieces[sq]&15]
	}
	return b
}

// A material counts the pieces of each kind, but not the kings, in six bits each.
type material uint64

// weights has what a piece adds to the material.
var weights = func() (w [16]material) {
	shift := 0
	for c := range chess.Color(2) {
		for t := chess.Pawn; t < chess.King; t++ {
			w[t.Of(c)] = 1 << shift
			shift += 6
		}
	}
	return w
}()

// materialOf returns the material of an ending.
func materialOf(e chess.Ending) (m material) {
	for c := range chess.Color(2) {
		for t := chess.Pawn; t < chess.King; t++ {
			m += material(e.Count(c, t)) * weights[t.Of(c)]
		}
	}
	return m
}

// The parts of a moveCode: see the byte form of a move in the documentation of package
// chess.
const (
	codePromotion = 4 << 12
	codeCastling  = 8 << 12
	codeFile      = 7
)

// play plays a move.
func (b *board) play(code played.MoveCode) {
	if code == 0 {
		return
	}
	from, to := code>>6&63, code&63
	moving := b.pieces[from]
	if code&codeCastling != 0 {
		rookFrom, rookTo := from&^codeFile|code>>12&codeFile, to-1
		if to&codeFile == 2 {
			rookTo = to + 1
		}
		rook := b.pieces[rookFrom]
		b.pieces[from], b.pieces[rookFrom] = chess.NoPiece, chess.NoPiece
		b.pieces[to], b.pieces[rookTo] = moving, rook
		return
	}
	captured := to
	if (from^to)&codeFile != 0 && moving.Type() == chess.Pawn && b.pieces[to] == chess.NoPiece {
		captured = from&^codeFile | to&codeFile // en passant
	}
	b.material -= weights[b.pieces[captured]&15]
	b.pieces[captured], b.pieces[from] = chess.NoPiece, chess.NoPiece
	if code&codePromotion != 0 {
		b.material -= weights[moving&15]
		moving = (chess.Knight + chess.PieceType(code>>12&3)).Of(moving.Color())
		b.material += weights[moving&15]
	}
	b.pieces[to] = moving
}
