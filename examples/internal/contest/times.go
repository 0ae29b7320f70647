package contest

import (
	"regexp"
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
