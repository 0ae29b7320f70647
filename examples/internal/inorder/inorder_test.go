package inorder

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

// TestDo checks that all jobs are done and come in order, however many work.
func TestDo(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		var got, want []int
		for i := range 200 {
			want = append(want, i*i)
		}
		err := Do(t.Context(), numbers(200, nil), slices.Repeat([]func(context.Context, *int){square}, workers), func(n *int) error {
			got = append(got, *n)
			return nil
		})
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%d workers: %v\n%s", workers, err, diff)
		}
	}
}

// TestErrors checks that it ends with the first error, wherever that is from.
func TestErrors(t *testing.T) {
	broken := errors.New("broken")
	for name, run := range map[string]func() error{
		"jobs": func() error {
			return Do(t.Context(), numbers(3, broken), []func(context.Context, *int){square}, func(*int) error { return nil })
		},
		"done": func() error {
			return Do(t.Context(), numbers(1000, nil), []func(context.Context, *int){square}, func(n *int) error {
				if *n == 9 {
					return broken
				}
				return nil
			})
		},
		"context": func() error {
			ctx, cancel := context.WithCancelCause(t.Context())
			wait := func(ctx context.Context, _ *int) {
				cancel(broken)
				<-ctx.Done()
			}
			return Do(ctx, numbers(5, nil), []func(context.Context, *int){wait}, func(*int) error { return nil })
		},
		"jobs that block": func() error {
			ctx, cancel := context.WithCancelCause(t.Context())
			cancel(broken)
			return Do(ctx, func(func(*int, error) bool) { select {} }, nil, func(*int) error { return nil })
		},
	} {
		if err := run(); !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
