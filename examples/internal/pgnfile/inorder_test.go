package pgnfile

import (
	"context"
	"errors"
	"iter"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
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

// square squares a number, the later the smaller it is.
func square(_ context.Context, n *int) {
	for range 200 - *n {
		runtime.Gosched()
	}
	*n *= *n
}

// TestInOrder checks that all jobs are done and come in order, however many work.
func TestInOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		var got, want []int
		for i := range 200 {
			want = append(want, i*i)
		}
		err := InOrder(t.Context(), numbers(200, nil), slices.Repeat([]func(context.Context, *int){square}, workers), func(n *int) error {
			got = append(got, *n)
			return nil
		})
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%d workers: %v\n%s", workers, err, diff)
		}
	}
}

// TestInOrderErrors checks that it ends with the first error, wherever that is from.
func TestInOrderErrors(t *testing.T) {
	broken := errors.New("broken")
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
		{"jobs", numbers(3, broken), square, t.Context(), nil},
		{"done", numbers(1000, nil), square, t.Context(), broken},
		{"context", numbers(5, nil), wait, ctx, nil},
		{"jobs that block", func(func(*int, error) bool) { select {} }, wait, ctx, nil}, // which is done
	} {
		err := InOrder(tt.ctx, tt.jobs, []func(context.Context, *int){tt.work}, func(*int) error { return tt.done })
		if !errors.Is(err, broken) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
