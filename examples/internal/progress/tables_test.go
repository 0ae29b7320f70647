package progress

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

func TestTables(t *testing.T) {
	e, err := chess.ParseEnding("KPvK")
	if err != nil {
		t.Fatal(err)
	}
	got := shown(t, false, func(p *Progress) {
		tell := p.Tables()
		time.Sleep(time.Minute)
		tell(chess.EndingProgress{Ending: e, Ready: 3, Total: 5})
		time.Sleep(time.Second)
		tell(chess.EndingProgress{Ending: e, Done: 0.504, Ready: 3, Total: 5})
		time.Sleep(time.Second)
		tell(chess.EndingProgress{Ending: e, Done: 1, Ready: 4, Total: 5})
	})
	want := []string{"1m1.5s: 3 of 5 tables of endings, KPvK 50 %, 2s so far\n", "1m2s: 4 of 5 tables of endings, took 2s\n"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
