package contest

import (
	"regexp"
	"slices"
	"time"

	"github.com/seed-0971039b/chess"
)

// Times returns the times of the moves of both players of a match's game, by Color.
// Moves of the opening have none.
func Times(t *chess.GameTree) (times [2][]time.Duration) {
	start := t.Start()
	c := start.Turn()
	for n := t.Root().Next(); n != nil; n = n.Next() {
		if d, ok := thoughtTime(n.Comment()); ok {
			times[c] = append(times[c], d)
		}
		c = c.Other()
	}
	return times
}

var seconds = regexp.MustCompile(`(?:^| )([0-9]+\.[0-9]+s)(?:,|$)`)

// thoughtTime returns the time in the comment that a match adds to a move: see
// chess.MatchGame.Tree.
func thoughtTime(comment string) (time.Duration, bool) {
	found := seconds.FindStringSubmatch(comment)
	if found == nil {
		return 0, false
	}
	t, err := time.ParseDuration(found[1])
	return t, err == nil
}

// Median returns the median, or 0 of nothing. A mean would depend more on other load
// on the machine.
func Median(times []time.Duration) time.Duration {
	if len(times) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(times))[len(times)/2]
}
