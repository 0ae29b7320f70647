package chess

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Score is a value in centipawns, or a mate: a side that mates in n plies scores Mate-n, one
// that is mated in n plies n-Mate. Scores beyond MaxEvaluation, up to Mate, are mates. -s is s
// from the other side's point of view.
type Score int32

const (
	Mate          Score = 32_000      // of a side that has mated; -Mate is that of the other
	MaxEvaluation Score = Mate - 1000 // the largest score that is no mate
)

// mateIn returns the score of mating in a number of plies, limited to 0 to 999.
func mateIn(plies int) Score {
	return Mate - Score(min(max(plies, 0), 999))
}

// MateInMoves returns in how many moves the side with this score mates, negative if it is being
// mated, and whether s is a mate. The moves are 0 for Mate and -Mate.
func (s Score) MateInMoves() (moves int, ok bool) {
	switch {
	case s > MaxEvaluation && s <= Mate:
		return int(Mate-s+1) / 2, true
	case s < -MaxEvaluation && s >= -Mate:
		return -int(Mate+s+1) / 2, true
	}
	return 0, false
}

// String returns pawns, "+0.34", "-1.20" or "0.00", or the moves to mate, "#3", or "#-2" for
// being mated. In a checkmate it is "#0" for the side that gave it and "#-0" for the other.
func (s Score) String() string {
	moves, ok := s.MateInMoves()
	switch {
	case !ok:
		return s.pawns()
	case s < 0:
		return fmt.Sprintf("#-%d", -moves)
	}
	return fmt.Sprintf("#%d", moves)
}

// parseScoreText reads what MarshalText returns, and pawns in other forms: see UnmarshalText.
func parseScoreText(s string) (Score, error) {
	score, ok := Score(0), false
	if mate, found := strings.CutPrefix(s, "#"); found {
		score, ok = parseMate(mate)
	} else {
		score, ok = parsePawns(s)
	}
	if !ok {
		return 0, &ParseError{Kind: ErrSyntax, Field: "score", Input: s, Detail: "neither pawns nor moves to mate"}
	}
	return score, nil
}

// parseMate reads what follows the "#" of a mate.
func parseMate(s string) (Score, bool) {
	digits, mated := strings.CutPrefix(s, "-")
	digits, opponentFirst := strings.CutSuffix(digits, ".5")
	moves, err := strconv.ParseUint(digits, 10, 16)
	plies := 2 * Score(moves)
	if opponentFirst {
		plies++
	}
	if !mated && plies > 0 {
		plies-- // the last move is the mate
	}
	score := Mate - plies
	if err != nil || score <= MaxEvaluation || opponentFirst && !mated && moves == 0 {
		return 0, false
	}
	if mated {
		score = -score
	}
	return score, true
}

// parsePawns reads a score that is no mate.
func parsePawns(s string) (Score, bool) {
	digits, negative := strings.CutPrefix(s, "-")
	if !negative {
		digits = strings.TrimPrefix(s, "+")
	}
	whole, decimals, point := strings.Cut(digits, ".")
	if whole == "" || point && decimals == "" || len(decimals) > 2 {
		return 0, false
	}
	n, err := strconv.ParseInt(whole+decimals+"00"[len(decimals):], 10, 64)
	if negative {
		n = -n
	}
	score := Score(n)
	_, mate := score.MateInMoves()
	return score, err == nil && int64(score) == n && !mate && whole[0] >= '0'
}

// MarshalText returns what String returns, but half a move more for a mate that begins with a
// move of the opponent: "#2.5" is that move and then a mate in two.
func (s Score) MarshalText() ([]byte, error) {
	var b []byte
	var plies Score
	switch {
	case s > MaxEvaluation && s < Mate:
		b, plies = append(b, '#'), Mate-s+1
	case s < -MaxEvaluation && s > -Mate:
		b, plies = append(b, "#-"...), Mate+s
	default:
		return []byte(s.String()), nil
	}
	b = strconv.AppendInt(b, int64(plies/2), 10)
	if plies%2 != 0 {
		b = append(b, ".5"...)
	}
	return b, nil
}

// UnmarshalText reads what MarshalText returns, and pawns without a sign or decimals. An error
// is a *ParseError that matches ErrSyntax.
func (s *Score) UnmarshalText(text []byte) error { return unmarshalText(s, text, parseScoreText) }

// ForWhite returns s, the score of the side to move, from White's point of view.
func (s Score) ForWhite(turn Color) Score { return s.view(turn) }

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

// minus returns t - u.
func (t Tapered) minus(u Tapered) Tapered { return Tapered{t.MG - u.MG, t.EG - u.EG} }

// Times returns n times t.
func (t Tapered) Times(n int) Tapered { return Tapered{t.MG * Score(n), t.EG * Score(n)} }

// percent returns t times n percent, each part rounded toward zero.
func (t Tapered) percent(n int) Tapered {
	return Tapered{Score(int64(t.MG) * int64(n) / 100), Score(int64(t.EG) * int64(n) / 100)}
}

// MaxPhase is the game phase with all pieces on the board: see Survey.Phase.
const MaxPhase = 24

// Blend returns the value at a game phase, 0 (endgame) to MaxPhase (middlegame), rounded toward
// zero.
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

// All models of results in the package follow the logistic curve of Elo's
// formula. With an advantage of x, in centipawns or in Elo points, the expected
// result, from 0 for a loss to 1 for a win, is
//
//	p = 1 / (1 + 10^(-x/400)) = 1 / (1 + exp(-x/logisticScale))
//
// x/logisticScale is the logarithm of the odds, ln(p/(1-p)). At x = 400 the odds
// are 10:1. A Tuner puts a scale of its own in the place of 400 (see TuneScale),
// and Score.WDL shifts the curve to leave room for draws.

// logisticScale is the advantage, in centipawns or Elo points, that multiplies
// the odds by e.
const logisticScale = 400 / math.Ln10

// logistic returns the expected result, from 0 to 1, for the logarithm of the odds.
func logistic(logOdds float64) float64 { return 1 / (1 + math.Exp(-logOdds)) }

// crossEntropy returns the cross entropy, in nats, between a result, from 0 to 1,
// and its prediction by the logarithm of the odds.
func crossEntropy(logOdds, result float64) float64 {
	// log(1+exp(logOdds)) - logOdds*result, without overflow.
	return max(logOdds, 0) + math.Log1p(math.Exp(-math.Abs(logOdds))) - logOdds*result
}

// chance returns the expected result, from 0 to 1, of the side that has the score
// s. It is 1 or 0 for mates.
func (s Score) chance() float64 {
	switch {
	case s > MaxEvaluation:
		return 1
	case s < -MaxEvaluation:
		return 0
	}
	return logistic(float64(s) / logisticScale)
}

// WDL returns the probabilities of a win, a draw and a loss of the side with this score, in
// thousandths that add up to 1000. For a score that is no mate:
//
//	win = 1 / (1 + exp((100-s)/120))    loss = 1 / (1 + exp((100+s)/120))
//
// The constants are typical of engines, not fitted to games. Info.WDL has an engine's own
// numbers.
func (s Score) WDL() (win, draw, loss int) {
	if _, ok := s.MateInMoves(); ok {
		if s > 0 {
			return 1000, 0, 0
		}
		return 0, 0, 1000
	}
	chance := func(s Score) int { return int(math.Round(1000 / (1 + math.Exp(float64(100-s)/120)))) }
	win, loss = chance(s), chance(-s)
	return win, 1000 - win - loss, loss
}

// eloDifference returns the advantage in Elo points with which score, a share of
// the points from 0 to 1, is expected: infinite for 0 and 1.
func eloDifference(score float64) float64 {
	score = min(max(score, 0), 1)
	return 400 * math.Log10(score/(1-score))
}

// expectedScore is the inverse of eloDifference.
func expectedScore(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }
