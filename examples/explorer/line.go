package main

import (
	"encoding/binary"

	"github.com/seed-0971039b/chess"
)

// A line is what a scan of all games reads of one: two bytes a move, which a board can
// be told to follow without knowing the rules.
type line struct {
	visit                // its move is not used
	start chess.Position // the zero Position is the start position
	codes []byte         // of the moves, two bytes each
}

// plies returns the number of moves.
func (l *line) plies() int { return len(l.codes) / 2 }

// code returns the code of a move.
func (l *line) code(ply int) moveCode { return moveCode(binary.BigEndian.Uint16(l.codes[2*ply:])) }

// position returns the position before the moves.
func (l *line) position() chess.Position {
	if l.start.Equal(chess.Position{}) {
		return chess.StartPosition()
	}
	return l.start
}

// addTo adds the moves to a tree that has none.
func (l *line) addTo(t *chess.GameTree) error {
	moves := make([]chess.Move, l.plies())
	for i := range moves {
		var err error
		if moves[i], err = l.code(i).move(); err != nil {
			return err
		}
	}
	_, err := t.Root().Add(moves...)
	return err
}

// append appends the line as bytes.
func (l *line) append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint16(dst, l.rating)
	dst = binary.BigEndian.AppendUint32(dst, l.pack())
	form, _ := l.start.AppendBinary(nil)
	dst = append(dst, byte(len(form)))
	dst = append(dst, form...)
	return append(dst, l.codes...)
}

// readLine reads what append appends, which the line then shares.
func readLine(data []byte) (l line, err error) {
	d := decoder{data: data}
	l.rating = d.uint16()
	l.unpack(binary.BigEndian.Uint32(d.take(4)))
	if n := d.byte(); n > 0 {
		if err := l.start.UnmarshalBinary(d.take(int(n))); err != nil {
			return l, err
		}
	}
	l.codes = d.data
	if d.broken || len(l.codes)%2 != 0 {
		return l, errBroken
	}
	return l, nil
}

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
func (b *board) play(code moveCode) {
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
