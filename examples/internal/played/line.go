package played

import (
	"encoding/binary"

	"github.com/seed-0971039b/chess"
)

// A Line is what a scan of all games reads of one: two bytes a move, which a board can
// be told to follow without knowing the rules.
type Line struct {
	Visit                // its move is not used
	Start chess.Position // the zero Position is the start position
	codes []byte         // of the moves, two bytes each
}

// Plies returns the number of moves.
func (l *Line) Plies() int { return len(l.codes) / 2 }

// Code returns the code of a move.
func (l *Line) Code(ply int) MoveCode { return MoveCode(binary.BigEndian.Uint16(l.codes[2*ply:])) }

// position returns the position before the moves.
func (l *Line) position() chess.Position {
	if l.Start.Equal(chess.Position{}) {
		return chess.StartPosition()
	}
	return l.Start
}

// addTo adds the moves to a tree that has none.
func (l *Line) addTo(t *chess.GameTree) error {
	moves := make([]chess.Move, l.Plies())
	for i := range moves {
		var err error
		if moves[i], err = l.Code(i).Move(); err != nil {
			return err
		}
	}
	_, err := t.Root().Add(moves...)
	return err
}

// append appends the line as bytes.
func (l *Line) append(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint16(dst, l.rating)
	dst = binary.BigEndian.AppendUint32(dst, l.pack())
	form, _ := l.Start.AppendBinary(nil)
	dst = append(dst, byte(len(form)))
	dst = append(dst, form...)
	return append(dst, l.codes...)
}

// ReadLine reads what append appends, which the line then shares.
func ReadLine(data []byte) (l Line, err error) {
	d := decoder{data: data}
	l.rating = d.uint16()
	l.unpack(binary.BigEndian.Uint32(d.take(4)))
	if n := d.byte(); n > 0 {
		if err := l.Start.UnmarshalBinary(d.take(int(n))); err != nil {
			return l, err
		}
	}
	l.codes = d.data
	if d.broken || len(l.codes)%2 != 0 {
		return l, ErrBroken
	}
	return l, nil
}
