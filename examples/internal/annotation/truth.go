package annotation

import (
	"context"
	"errors"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/endings"
)

// lookUp returns what the tablebase knows of a position that is not the end of a game: the score
// and the best line, or only its first move. It returns an error only if the tablebase is broken or ctx is done.
func (a *Annotator) lookUp(ctx context.Context, p chess.Position) (x analysedPosition, known bool, err error) {
	v, err := chess.RankMoves(a.tablebase, p)
	if errors.Is(err, chess.ErrNotInTablebase) {
		return x, false, nil
	}
	if err != nil {
		return x, false, err
	}
	x = analysedPosition{position: p, known: true, verdict: v, score: endings.Score(v.Moves[0])}
	x.line = []chess.Move{v.Moves[0].Move}
	if v.Result != chess.WDLWin && v.Result != chess.WDLLoss || !v.Probe.DTMKnown {
		return x, true, nil // many lines are equal, or it is not known which is the shortest
	}
	x.line, err = endings.Line(ctx, a.tablebase, v, a.settings.Plies)
	return x, err == nil, err
}

// pointsOf returns the points of a side that has a result, in percent.
func pointsOf(w chess.WDL) float64 { return 50 * float64(endings.HalfPoints(w)) }

// keptBy returns the points that the side to move in x, which is known, keeps by the
// move m.
func (x *analysedPosition) keptBy(m chess.Move) float64 {
	for _, judged := range x.verdict.Moves {
		if judged.Move == m {
			// What is cursed only if its distance is rounded may be a win.
			exact := judged.Probe
			exact.DTZRounded = false
			return max(pointsOf(judged.Result), pointsOf(exact.At(x.position.HalfmoveClock())))
		}
	}
	return 0 // a null move
}
