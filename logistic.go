package chess

import "math"

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

// WDL returns the probabilities of a win, a draw and a loss, in thousandths, for
// the side that has the score s. They add up to 1000, and follow the logistic
// curve, with s in centipawns:
//
//	win = 1 / (1 + exp((100-s)/120))    loss = 1 / (1 + exp((100+s)/120))
//
// So a side that is a pawn ahead wins every other game, and 39 % of level games
// are drawn. The numbers 100 and 120 are a choice, of the size that engines of
// other authors use; they are not fitted to games, of this package or of anyone. An
// engine's own numbers are in Info.WDL. With a mate score the win or the loss is
// certain.
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
