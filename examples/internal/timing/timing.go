// Package timing compares what short pieces of work cost.
package timing

import (
	"context"
	"math"
	"time"
)

// Work is something that can be done over and over.
type Work struct {
	Prepare func() // if not nil, what has to be done each time before, and takes no part in the cost
	Do      func()
}

// Best returns what each of some pieces of work takes at its best. They take
// turns for the duration given, and each is done at least once, unless ctx is
// done before. The best counts since whatever else the machine does only makes
// work slower, and they take turns since the machine is not always as fast.
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
