package pgnfile

import (
	"context"
	"errors"
	"iter"
	"testing"
)

// numbers yields n pointers to the numbers from 0, and then an error, if there is one.
func numbers(n int, last error) iter.Seq2[*int, error] {
	return func(yield func(*int, error) bool) {
		for i := range n {
			if !yield(&i, nil) {
				return
			}
		}
		if last != nil {
			yield(nil, last)
		}
	}
}

// TestInOrderErrors checks that InOrder ends with the first error, wherever that is from.
func TestInOrderErrors(t *testing.T) {
	broken := errors.New("broken")
	quick := func(context.Context, *int) {}
	ctx, cancel := context.WithCancelCause(t.Context())
	wait := func(ctx context.Context, _ *int) {
		cancel(broken)
		<-ctx.Done()
	}
	for _, tt := range []struct {
		name string
		jobs iter.Seq2[*int, error]
		work func(context.Context, *int)
		ctx  context.Context
		done error
	}{
		{"jobs", numbers(3, broken), quick, t.Context(), nil},
		{"done", numbers(1000, nil), quick, t.Context(), broken},
		{"context", numbers(5, nil), wait, ctx, nil},
		{"jobs that block", func(func(*int, error) bool) { select {} }, wait, ctx, nil}, // which is done
	} {
		err := InOrder(tt.ctx, tt.jobs, []func(context.Context, *int){tt.work}, func(*int) error { return tt.done })
		if !errors.Is(err, broken) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
