package chess

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// An option that asks for more memory than there is changes nothing, by whatever way it
// is set, and searching goes on.
func TestHashBeyondMemory(t *testing.T) {
	const most = 1 << 20 // MiB
	size := tableBytes(most)
	fit := fitTable(size, 0)
	if fit == size {
		t.Skip("there is memory for the largest table, or no bound")
	}
	if fit < alwaysFits {
		t.Errorf("not even a table of %d bytes fits", alwaysFits)
	}
	if got := fitTable(size-1, size-1); got != size-1 {
		t.Errorf("with the memory of a table of %d bytes, one of %d fits", size-1, got)
	}
	a := NewAlphaBeta(NewDefaultEvaluator(), func(o *AlphaBetaOptions) { o.Hash = 3 })
	g := NewGame(startPosition)
	if _, err := a.Search(t.Context(), g, Limits{Depth: 3}); err != nil {
		t.Fatal(err)
	}
	table, options := a.Table(), a.Options()
	key := startPosition.Key()
	want, found := table.Lookup(&key)
	err := a.SetOption("Hash", fmt.Sprint(most))
	if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("chess: a table of %d MiB is too large: there is memory for one of ", size>>20)) {
		t.Errorf("error %v", err)
	}
	if got, _ := a.Table().Lookup(&key); a.Table() != table || !found || got != want {
		t.Errorf("the table has changed: %+v, want %+v", got, want)
	}
	if diff := cmp.Diff(options, a.Options()); diff != "" {
		t.Errorf("options (-before +now):\n%s", diff)
	}
	if r, err := a.Search(t.Context(), g, Limits{Depth: 3}); err != nil || r.Move == 0 {
		t.Errorf("move %v, error %v", r.Move, err)
	}

	line := fmt.Sprintf("setoption name Hash value %d", most)
	var uci, xboard strings.Builder
	if err := (&UCI{Searcher: a}).Run(t.Context(), strings.NewReader(line+"\ngo depth 1\n"), &uci); err != nil ||
		!strings.HasPrefix(uci.String(), "info string error: a table of ") || !strings.Contains(uci.String(), "\nbestmove ") {
		t.Errorf("UCI: %v\n%s", err, &uci)
	}
	if err := (&XBoard{Searcher: a}).Run(t.Context(), strings.NewReader(fmt.Sprintf("memory %d\nping 1\n", most)), &xboard); err != nil ||
		!strings.HasPrefix(xboard.String(), "Error (a table of ") || !strings.Contains(xboard.String(), "\npong 1\n") {
		t.Errorf("XBoard: %v\n%s", err, &xboard)
	}
}
