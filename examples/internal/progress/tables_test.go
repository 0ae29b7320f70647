package progress

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

func TestTables(t *testing.T) {
	first, second := chess.MustParseFEN("8/8/8/8/8/1k6/1P6/1K6 w - - 0 1"), chess.MustParseFEN("8/8/8/8/8/1k4p1/1P6/1K6 w - - 0 1")
	e, last := first.Ending(), second.Ending()
	got := shown(t, false, func(p *Progress) {
		tell := p.Tables()
		time.Sleep(time.Minute)
		for _, at := range []chess.EndingProgress{
			{Ending: e, Ready: 3, Total: 5}, {Ending: e, Done: 0.504, Ready: 3, Total: 5}, {Ending: e, Done: 1, Ready: 4, Total: 5},
			{Ending: last, Ready: 4, Total: 5}, {Ending: last, Done: 0.2, Ready: 4, Total: 5},
		} {
			tell(at)
			time.Sleep(time.Second)
		}
		time.Sleep(3 * time.Second)
		tell(chess.EndingProgress{Ending: last, Done: 1, Ready: 5, Total: 5})
	})
	want := []string{"1m1.5s: 3 of 5 tables of endings, KPvK 50 %, 2s so far\n", "1m6.5s: 4 of 5 tables of endings, KPvKP 20 %, about 14s left\n", "1m8s: 5 of 5 tables of endings, took 8s\n"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
