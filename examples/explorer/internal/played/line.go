package played

import (
	"encoding/binary"

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

// newLine returns the line of a game whose moves have these codes, two bytes each.
func newLine(start chess.Position, moves []byte) Line {
	l := Line{steps: make([]byte, 0, len(moves))}
	b := startBoard
	side := chess.White
	if !start.Equal(chess.StartPosition()) {
		l.start, _ = start.AppendBinary(nil)
		b, side = NewBoard(start), start.Turn()
	}
	for ; len(moves) > 0; moves = moves[2:] {
		s := b.step(MoveCode(binary.BigEndian.Uint16(moves)))
		l.steps = binary.BigEndian.AppendUint16(l.steps, uint16(s))
		b.Play(s, side)
		side = side.Other()
	}
	l.Left = b.Material.Left()
	return l
}

// Plies returns the number of moves.
func (l *Line) Plies() int { return len(l.steps) / 2 }

// Step returns a move.
func (l *Line) Step(ply int) Step { return Step(binary.BigEndian.Uint16(l.steps[2*ply:])) }

// Touching returns the first ply, from a ply on, whose move touches some of these squares, a
// bit for each, or Plies.
func (l *Line) Touching(squares uint64, from int) int {
	for i := 2 * from; i+1 < len(l.steps); i += 2 {
		if Step(binary.BigEndian.Uint16(l.steps[i:])).Touches(squares) {
			return i / 2
		}
	}
	return l.Plies()
}

// Code returns the code of a move.
func (l *Line) Code(ply int) MoveCode { return l.Step(ply).code() }

// Start returns the position before the moves.
func (l *Line) Start() (p chess.Position, err error) {
	if len(l.start) == 0 {
		return chess.StartPosition(), nil
	}
	return p, p.UnmarshalBinary(l.start)
}

// StartBoard returns the pieces before the moves, and the side that plays the first.
func (l *Line) StartBoard() (Board, chess.Color, error) {
	if len(l.start) == 0 {
		return startBoard, chess.White, nil
	}
	p, err := l.Start()
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
		if moves[i], err = l.Code(i).Move(); err != nil {
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
