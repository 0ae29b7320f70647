package main

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
)

// TestWorker checks that one job runs at a time, and that an abandoned one says nothing.
func TestWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		events := make(chan event)
		w := worker{ctx: ctx, events: events}
		var said []string
		say := func(text string) event { return func() { said = append(said, text) } }
		working := 0
		for _, name := range []string{"first", "second"} {
			w.start(func(ctx context.Context, report func(event)) event {
				if working++; working > 1 {
					t.Error("two jobs at once")
				}
				report(say(name + " begins"))
				<-ctx.Done()
				working--
				return say(name + " ends")
			})
		}
		after := false
		w.afterwards(func() { after = true })
		for range 3 { // two of the first, and the beginning of the second
			(<-events)()
		}
		w.stop()
		(<-events)()
		if synctest.Wait(); w.current != nil || !after {
			t.Error("the job has not ended")
		}
		if diff := cmp.Diff([]string{"second begins", "second ends"}, said); diff != "" {
			t.Error(diff)
		}
		w.start(func(ctx context.Context, report func(event)) event {
			<-ctx.Done()
			return say("too late")
		})
		cancel()
		w.close() // nobody receives its end
		if len(said) != 2 {
			t.Errorf("after close: %q", said)
		}
	})
}
