package chess

import "time"

// A schedule is how long a search takes by the clock of the game.
type schedule struct {
	target time.Duration // for a move of usual difficulty
	limit  time.Duration // at the most
}

// schedule divides what c's clock shows. The move being thought about is the
// first of those it must last for.
func (k *Clock) schedule(c Color) schedule {
	left, increment := min(max(k.Left[c&1], 0), ages), min(max(k.Increment[c&1], 0), ages)
	moves := time.Duration(27)
	if k.MovesToGo > 0 {
		moves = time.Duration(min(k.MovesToGo, 27))
	}
	// The clock learns of a move a little after the searcher has found it.
	usable := max(left-reserve, left/4)
	target := usable/moves + increment*3/4
	limit := min(5*target, usable*3/5)
	if k.MovesToGo == 1 {
		limit = usable * 9 / 10
	}
	return schedule{target: max(min(target, limit), 1), limit: max(limit, 1)}
}

// ages is more than any clock has shown, and may be multiplied.
const ages = 100_000 * time.Hour

// reserve is what a searcher leaves on the clock for the delay between its
// answer and the clock's stop. With 30 ms two games in 1440 at 1 s + 0.01 s were
// lost on time, on a machine as busy as could be.
const reserve = 80 * time.Millisecond
