// Package timing compares times.
package timing

import (
	"context"
	"math"
	"time"

	"github.com/seed-0971039b/chess/examples/internal/contest"
)

// Work is something that can be done repeatedly.
type Work struct {
	Prepare func() // if not nil, called before each call of Do; its time does not count
	Do      func() // does the work once
}

// Best returns the shortest time of each of the works. It does them in turn for
// the given duration, each at least once unless ctx is done before. It takes the
// shortest time because other load on the machine can only make work slower, and
// does them in turn because the speed of the machine changes.
func Best(ctx context.Context, d time.Duration, works ...Work) []time.Duration {
	best := make([]time.Duration, len(works))
	for i := range best {
		best[i] = math.MaxInt64
	}
	for start, turns := time.Now(), 0; turns == 0 || time.Since(start) < d; turns++ {
		for i, work := range works {
			if ctx.Err() != nil {
				return best
			}
			if work.Prepare != nil {
				work.Prepare()
			}
			began := time.Now()
			work.Do()
			best[i] = min(best[i], time.Since(began))
		}
	}
	return best
}

// Median is now contest.Median.
var Median = contest.Median
