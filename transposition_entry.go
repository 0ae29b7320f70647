package chess

import "math"

// Bound says what a score in a table is.
type Bound uint8

// The bounds. The zero Bound is no score at all.
const (
	NoBound    Bound = iota
	UpperBound       // the true score is at most this
	LowerBound       // the true score is at least this
	Exact
)

// Entry is what a Table keeps about a position.
type Entry struct {
	Score Score // from the point of view of the side to move; -Mate to Mate
	Depth int   // plies searched, 0 to 255
	Bound Bound // not NoBound
	Move  Move  // the best move known, or the null move
	Eval  Score // what an Evaluator says of the position, within ±MaxEvaluation, or Unevaluated
}

// Unevaluated is the Eval of an Entry that has none.
const Unevaluated Score = math.MinInt16

// clamp brings e into the range of what a search can find.
func (e Entry) clamp() Entry {
	e.Score = min(max(e.Score, -Mate), Mate)
	if e.Eval != Unevaluated {
		e.Eval = min(max(e.Eval, -MaxEvaluation), MaxEvaluation)
	}
	e.Depth = min(max(e.Depth, 0), math.MaxUint8)
	return e
}

// pack squeezes a move into 16 bits: 4 for its kind, 6 for each square.
func (m Move) pack() uint16 {
	return uint16(m>>16<<12) | uint16(m.From())<<6 | uint16(m.To())
}

func unpackMove(x uint16) Move {
	if x == 0 {
		return 0
	}
	return Move(x>>12)<<16 | Move(mailbox[x>>6&63])<<8 | Move(mailbox[x&63])
}
