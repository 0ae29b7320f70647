package timing

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestBest(t *testing.T) {
	var done []int
	works := []Work{
		{Do: func() { done = append(done, 0); time.Sleep(time.Millisecond) }},
		{Prepare: func() { time.Sleep(time.Millisecond) }, Do: func() { done = append(done, 1) }},
	}
	best := Best(t.Context(), 0, works...)
	if diff := cmp.Diff([]int{0, 1}, done); diff != "" {
		t.Error(diff)
	}
	if best[0] < time.Millisecond || best[1] < 0 || best[1] >= best[0] {
		t.Errorf("best times %v", best)
	}

	done = nil
	if best := Best(t.Context(), 20*time.Millisecond, works...); best[0] < time.Millisecond {
		t.Errorf("best times %v", best)
	}
	for i, w := range done {
		if w != i%2 {
			t.Fatalf("not in turn: %v", done)
		}
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	done = nil
	if best := Best(ctx, time.Hour, works...); len(done) > 0 || best[0] != math.MaxInt64 {
		t.Errorf("cancelled, Best did %v, in %v", done, best)
	}
}
