package chess

import "math"

// logistic is the score in centipawns at which a win is e times as likely as a
// loss: ten times at 400, as in Elo's formula.
const logistic = 400 / math.Ln10

// chance returns how likely a side is to win that has the score: from 0 to 1,
// which are those of mates.
func (s Score) chance() float64 {
	switch {
	case s > MaxEvaluation:
		return 1
	case s < -MaxEvaluation:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(s)/logistic))
}

// expected returns the expected result, 0 to 1.
func expected(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// crossEntropy returns the loss for a position with the logarithm x of the odds.
func crossEntropy(x, result float64) float64 {
	// log(1+e^x) - x*result, for x of any size.
	return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) - x*result
}

// WDL returns the chances to win, to draw and to lose of a player who has score
// s, in thousandths. They follow the logistic curve, with s in centipawns:
//
//	win = 1 / (1 + exp((100-s)/120))    loss = 1 / (1 + exp((100+s)/120))
//
// So a pawn more wins every other game, and 39 % of level games are drawn. It is
// a model of games between engines, not fitted to any of them. Mates are certain.
func (s Score) WDL() (win, draw, loss int) {
	if _, ok := s.Mate(); ok {
		if s > 0 {
			return 1000, 0, 0
		}
		return 0, 0, 1000
	}
	chance := func(s Score) int { return int(math.Round(1000 / (1 + math.Exp(float64(100-s)/120)))) }
	win, loss = chance(s), chance(-s)
	return win, 1000 - win - loss, loss
}

// eloOf returns the difference in Elo points that makes score, a share of the
// points, the expected one.
func eloOf(score float64) float64 {
	score = min(max(score, 0), 1)
	return 400 * math.Log10(score/(1-score))
}

// scoreOf is the inverse of eloOf.
func scoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }
