package played

import (
	"encoding/binary"
	"math/bits"

	"github.com/seed-0971039b/chess"
)

// A Line is what a scan of all games reads of one: what it has and its moves, two bytes
// each, which a board can follow without knowing the rules.
type Line struct {
	Visit        // its move is not used
	Left  Left   // of the material at the end
	start []byte // the form of the start; nothing is the start position
	steps []byte // two bytes each
}

// newLine returns the line of the moves of a game.
func newLine(start chess.Position, moves []chess.Move) Line {
	l := Line{steps: make([]byte, 0, 2*len(moves))}
	b := startBoard
	side := chess.White
	if !start.Equal(chess.StartPosition()) {
		l.start, _ = start.AppendBinary(nil)
		b, side = NewBoard(start), start.Turn()
	}
	for _, m := range moves {
		s := b.step(codeOf(m))
		l.steps = binary.BigEndian.AppendUint16(l.steps, uint16(s))
		b.Play(s, side)
		side = side.Other()
	}
	if b.Variant != chess.Crazyhouse { // where it may grow
		l.Left = b.Material.Left()
	}
	return l
}

// Plies returns the number of moves.
func (l *Line) Plies() int { return len(l.steps) / 2 }

// Step returns a move.
func (l *Line) Step(ply int) Step { return Step(binary.BigEndian.Uint16(l.steps[2*ply:])) }

// Touching returns the first ply, from a ply on, whose move may change what stands on some
// squares, a bit for each, or Plies. It does not know of explosions.
func (l *Line) Touching(squares uint64, from int) int {
	for ply := from; ply < l.Plies(); ply++ {
		if s := l.Step(ply); s >= stepEnPassant || (squares>>(s&63)|squares>>(s>>6&63))&1 != 0 {
			return ply
		}
	}
	return l.Plies()
}

// StartBoard returns the pieces before the moves, and the side that plays the first.
func (l *Line) StartBoard() (Board, chess.Color, error) {
	if len(l.start) == 0 {
		return startBoard, chess.White, nil
	}
	var p chess.Position
	err := p.UnmarshalBinary(l.start)
	return NewBoard(p), p.Turn(), err
}

// AddMoves adds the moves of a value in the table of lines to a tree that has none.
func AddMoves(t *chess.GameTree, value []byte) error {
	l, err := ReadLine(value)
	if err != nil {
		return err
	}
	moves := make([]chess.Move, l.Plies())
	for i := range moves {
		if moves[i], err = l.Step(i).code().Move(); err != nil {
			return err
		}
	}
	_, err = t.Root().Add(moves...)
	return err
}

// append appends the line as bytes.
func (l *Line) append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint16(dst, l.rating)
	dst = binary.BigEndian.AppendUint32(dst, l.pack())
	dst = append(dst, l.Left[:]...)
	dst = append(dst, byte(len(l.start)))
	dst = append(dst, l.start...)
	return append(dst, l.steps...)
}

// ReadLine reads what append appends, which the line then shares.
func ReadLine(data []byte) (l Line, err error) {
	d := decoder{data: data}
	l.rating = d.uint16()
	l.unpack(binary.BigEndian.Uint32(d.take(4)))
	l.Left = Left(d.take(len(l.Left)))
	l.start = d.take(int(d.byte()))
	l.steps = d.data
	if d.broken || len(l.steps)%2 != 0 {
		return l, ErrBroken
	}
	return l, nil
}

// A Board is the pieces of a position.
type Board struct {
	Pieces   [64]chess.Piece
	Material Material
	Variant  chess.Variant
}

// NewBoard returns the pieces of a position.
func NewBoard(p chess.Position) (b Board) {
	b.Variant = p.Variant()
	for sq := range b.Pieces {
		b.Pieces[sq] = p.At(chess.Square(sq))
		b.Material += weights[b.Pieces[sq]&15]
	}
	return b
}

// startBoard is the start position.
var startBoard = NewBoard(chess.StartPosition())

// A Material counts the pieces of each kind, but not the kings, in six bits each.
type Material uint64

// weights has what a piece adds to the material.
var weights = func() (w [16]Material) {
	for c := range chess.Color(2) {
		for t := chess.Pawn; t < chess.King; t++ {
			w[t.Of(c)] = 1 << (6 * (5*int(c) + int(t-chess.Pawn)))
		}
	}
	return w
}()

// MaterialOf returns the material of an ending.
func MaterialOf(e chess.Ending) (m Material) {
	for c := range chess.Color(2) {
		for t := chess.Pawn; t < chess.King; t++ {
			m += Material(e.Count(c, t)) * weights[t.Of(c)]
		}
	}
	return m
}

// count returns the number of pieces of a kind.
func (m Material) count(p chess.Piece) uint8 {
	return uint8(m>>bits.TrailingZeros64(uint64(weights[p]))) & 63
}

// Left is what never grows in a game: how many pieces White has without its king, how many
// of them are pawns, and the same of Black. In Crazyhouse it is zero.
type Left [4]uint8

// Left returns what is left.
func (m Material) Left() (l Left) {
	for c := range chess.Color(2) {
		for t := chess.Pawn; t < chess.King; t++ {
			l[2*c] += m.count(t.Of(c))
		}
		l[2*c+1] = m.count(chess.Pawn.Of(c))
	}
	return l
}

// Reaches reports whether no number of l is higher than that of m: a game of which l is
// left at the end may have had m, and one of which only less is left may not have it again.
func (l Left) Reaches(m Left) bool {
	return l[0] <= m[0] && l[1] <= m[1] && l[2] <= m[2] && l[3] <= m[3]
}

// A Step is a move as a line has it: a board can follow it without knowing the rules, and a
// reader that looks at some squares only need not know what stands on the others. It is what
// moves in 4 bits, and the squares from and to in 6 each.
type Step uint16

// The kinds of a Step: the type of the piece that moves, or what follows.
const (
	stepEnPassant = Step(chess.King+1+iota) << 12
	stepKnight    // the pawn becomes a knight, a bishop, a rook or a queen
	stepBishop
	stepRook
	stepQueen
	stepCastling // to is the square of the rook
	stepKing     // the pawn becomes a king
	stepDrop     // from is the type of the piece
)

// codeFile is the file in a MoveCode.
const codeFile = 7

// step returns a move on the board as a step.
func (b *Board) step(code MoveCode) Step {
	if code == 0 {
		return 0
	}
	squares := Step(code & 0xFFF)
	from, to := code>>6&63, code&63
	switch code &^ 0xFFF {
	case codeKing:
		return stepKing | squares
	case codeDrop:
		return stepDrop | squares
	}
	moving := b.Pieces[from].Type()
	files := int(to&codeFile) - int(from&codeFile)
	switch {
	case moving == chess.King && b.Pieces[to] != chess.NoPiece && b.Pieces[to].Color() == b.Pieces[from].Color():
		return stepCastling | squares
	case moving == chess.King && files == 2:
		return stepCastling | squares | codeFile // the rook on the h-file
	case moving == chess.King && files == -2:
		return stepCastling | squares&^codeFile // the rook on the a-file
	case code&codePromotion != 0:
		return stepKnight + Step(code>>12&3)<<12 | squares
	case moving == chess.Pawn && (from^to)&codeFile != 0 && b.Pieces[to] == chess.NoPiece:
		return stepEnPassant | squares
	}
	return Step(moving)<<12 | squares
}

// castling returns where the king and the rook stand after castling.
func (s Step) castling() (king, rook Step) {
	from, to := s>>6&63, s&63
	if to < from {
		return to&^codeFile | 2, to&^codeFile | 3
	}
	return to&^codeFile | 6, to&^codeFile | 5
}

// code returns the move.
func (s Step) code() MoveCode {
	squares := MoveCode(s & 0xFFF)
	switch kind := s &^ 0xFFF; {
	case kind == stepCastling:
		if rook := s & codeFile; s>>6&codeFile == 4 && (rook == 0 || rook == codeFile) {
			king, _ := s.castling()
			return squares&^63 | MoveCode(king)
		}
	case kind == stepKing:
		return codeKing | squares
	case kind == stepDrop:
		return codeDrop | squares
	case kind >= stepKnight:
		return codePromotion | MoveCode((kind-stepKnight)>>12)<<12 | squares
	}
	return squares
}

// Play plays the step of a side. On squares of which no step is left out the pieces are then
// right, and so is the material if no step is.
func (b *Board) Play(s Step, side chess.Color) {
	from, to, kind := s>>6&63, s&63, s&^0xFFF
	if kind == 0 {
		return
	}
	if kind < stepEnPassant && b.Variant != chess.Atomic {
		b.Material -= weights[b.Pieces[to]&15]
		b.Pieces[from] = chess.NoPiece
		b.Pieces[to] = chess.Piece(kind>>12) | chess.Piece(side)<<3
		return
	}
	b.playSpecial(s, side)
}

// playSpecial is Play for castling, captures en passant, promotions and drops, and for all moves
// of Atomic.
func (b *Board) playSpecial(s Step, side chess.Color) {
	from, to, kind := s>>6&63, s&63, s&^0xFFF
	captured := to
	var piece chess.PieceType
	switch {
	case kind == stepDrop:
		b.put(to, chess.PieceType(from).Of(side))
		return
	case kind == stepCastling:
		king, rook := s.castling()
		b.put(from, chess.NoPiece)
		b.put(to, chess.NoPiece)
		b.put(king, chess.King.Of(side))
		b.put(rook, chess.Rook.Of(side))
		return
	case kind == stepEnPassant:
		captured, piece = from&^codeFile|to&codeFile, chess.Pawn
	case kind == stepKing:
		piece = chess.King
	case kind > stepEnPassant:
		piece = chess.Knight + chess.PieceType((kind-stepKnight)>>12)
	default:
		piece = chess.PieceType(kind >> 12)
	}
	explodes := b.Variant == chess.Atomic && b.Pieces[captured] != chess.NoPiece
	b.put(captured, chess.NoPiece)
	b.put(from, chess.NoPiece)
	b.put(to, piece.Of(side))
	if explodes {
		b.put(to, chess.NoPiece)
		for near := range chess.WhiteKing.Attacks(chess.Square(to), 0).All() {
			if b.Pieces[near].Type() != chess.Pawn {
				b.put(Step(near), chess.NoPiece)
			}
		}
	}
}

// put puts a piece on a square, or takes the one away that stands there.
func (b *Board) put(sq Step, piece chess.Piece) {
	b.Material += weights[piece&15] - weights[b.Pieces[sq]&15]
	b.Pieces[sq] = piece
}
