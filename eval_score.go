package chess

import "fmt"

// Score is a value in centipawns, or a mate: a side that mates in n plies
// scores Mate-n, one that is mated in n plies n-Mate. Scores beyond
// MaxEvaluation, up to Mate, are mates.
//
// The function that returns a Score says from whose point of view it is. Negate
// it for the other side's.
type Score int32

const (
	// Mate is the score of a side that has mated, and -Mate that of one that is
	// mated.
	Mate Score = 32_000
	// MaxEvaluation is the largest score that is no mate.
	MaxEvaluation Score = Mate - 1000
)

// MateIn returns the score of mating in a number of plies, limited to 0 to 999;
// negate it for being mated.
func MateIn(plies int) Score {
	return Mate - Score(min(max(plies, 0), 999))
}

// Mate returns in how many moves, not plies, the side that has the score s gives
// mate, negative if it is being mated, and whether s is a mate at all. The
// moves are 0 for both Mate and -Mate: the position is checkmate.
func (s Score) Mate() (moves int, ok bool) {
	switch {
	case s > MaxEvaluation && s <= Mate:
		return int(Mate-s+1) / 2, true
	case s < -MaxEvaluation && s >= -Mate:
		return -int(Mate+s+1) / 2, true
	}
	return 0, false
}

// String returns pawns, "+0.34", "-1.20" or "0.00", or the moves to mate,
// "#3", or "#-2" for being mated. In a checkmate it is "#0" for the side that
// gave it and "#-0" for the other.
func (s Score) String() string {
	moves, ok := s.Mate()
	switch {
	case !ok:
		return s.pawns()
	case s < 0:
		return fmt.Sprintf("#-%d", -moves)
	}
	return fmt.Sprintf("#%d", moves)
}

// view turns a score from White's point of view into one from c's.
func (s Score) view(c Color) Score {
	if c == Black {
		return -s
	}
	return s
}

// pawns formats s in pawns with two decimals, even if it is a mate.
func (s Score) pawns() string {
	sign, n := "+", int64(s)
	switch {
	case n == 0:
		sign = ""
	case n < 0:
		sign, n = "-", -n
	}
	return fmt.Sprintf("%s%d.%02d", sign, n/100, n%100)
}

// Tapered is a value in centipawns that changes with the game phase.
type Tapered struct {
	MG Score `json:"mg"` // in the middlegame, with all pieces on the board
	EG Score `json:"eg"` // in the endgame, with kings and pawns only
}

// Plus returns t + u.
func (t Tapered) Plus(u Tapered) Tapered { return Tapered{t.MG + u.MG, t.EG + u.EG} }

// Minus returns t - u.
func (t Tapered) Minus(u Tapered) Tapered { return Tapered{t.MG - u.MG, t.EG - u.EG} }

// Times returns n times t.
func (t Tapered) Times(n int) Tapered { return Tapered{t.MG * Score(n), t.EG * Score(n)} }

// percent returns t times n percent, each part rounded toward zero.
func (t Tapered) percent(n int) Tapered {
	return Tapered{Score(int64(t.MG) * int64(n) / 100), Score(int64(t.EG) * int64(n) / 100)}
}

// MaxPhase is the game phase with all pieces on the board: see Survey.Phase.
const MaxPhase = 24

// Blend returns the value at a game phase, 0 (endgame) to MaxPhase
// (middlegame), rounded toward zero.
func (t Tapered) Blend(phase int) Score {
	return t.blend(phase, 100, 100)
}

// blend is Blend with the two parts weighted in percent.
func (t Tapered) blend(phase, mg, eg int) Score {
	return Score((int64(t.MG)*int64(phase*mg) + int64(t.EG)*int64((MaxPhase-phase)*eg)) / (MaxPhase * 100))
}

// pair is a Tapered in one word, so that one addition adds both parts.
type pair int64

// pair returns t as a pair. A negative MG borrows 1 from the upper half, for which
// tapered corrects.
func (t Tapered) pair() pair { return pair(t.EG)<<32 + pair(t.MG) }

// tapered returns p as a Tapered.
func (p pair) tapered() Tapered { return Tapered{Score(p), Score((p + 1<<31) >> 32)} }

// clamp limits a sum to ±MaxEvaluation, so that it is no mate.
func clamp(sum int64) Score {
	return Score(min(max(sum, -int64(MaxEvaluation)), int64(MaxEvaluation)))
}
