//go:build linux || darwin || dragonfly || freebsd || netbsd || openbsd

package suite_test

import (
	"fmt"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/internal/memory"
)

// An option that asks for more memory than there is changes nothing, by whatever way it
// is set, and searching goes on.
func TestHashBeyondMemory(t *testing.T) {
	const most = 1 << 20                               // MiB
	size := int(min(int64(math.MaxInt/2+1), most<<20)) // where an int has 32 bits the largest table is smaller
	if memory.Fit(size, 0) == size {
		t.Skip("there is memory for the largest table, or no bound")
	}
	a := chess.NewAlphaBeta(chess.NewDefaultEvaluator(), func(o *chess.AlphaBetaOptions) { o.Hash = 3 })
	g := chess.NewGame()
	if _, err := a.Search(t.Context(), g, chess.Limits{Depth: 3}); err != nil {
		t.Fatal(err)
	}
	table, options := a.Table(), a.Options()
	start := chess.StartPosition()
	key := start.Key()
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
	if r, err := a.Search(t.Context(), g, chess.Limits{Depth: 3}); err != nil || r.Move == 0 {
		t.Errorf("move %v, error %v", r.Move, err)
	}

	line := fmt.Sprintf("setoption name Hash value %d", most)
	var uci, xboard strings.Builder
	if err := (&chess.UCI{Searcher: a}).Run(t.Context(), strings.NewReader(line+"\ngo depth 1\n"), &uci); err != nil ||
		!strings.HasPrefix(uci.String(), "info string error: a table of ") || !strings.Contains(uci.String(), "\nbestmove ") {
		t.Errorf("UCI: %v\n%s", err, &uci)
	}
	if err := (&chess.XBoard{Searcher: a}).Run(t.Context(), strings.NewReader(fmt.Sprintf("memory %d\nping 1\n", most)), &xboard); err != nil ||
		!strings.HasPrefix(xboard.String(), "Error (a table of ") || !strings.Contains(xboard.String(), "\npong 1\n") {
		t.Errorf("XBoard: %v\n%s", err, &xboard)
	}
}

// limited returns the output of a fake engine that may use four gigabytes of addresses.
func limited(t *testing.T, engine, input string) string {
	t.Helper()
	if strconv.IntSize == 32 {
		t.Skip("the largest table is smaller than the limit")
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	cmd := helperCommand(t, engine)
	cmd.Path, cmd.Args = shell, append([]string{"sh", "-c", `ulimit -v 4000000 || exit 9; exec "$0" "$@"`}, cmd.Args...)
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.Output()
	switch {
	case err != nil && len(out) == 0: // the race detector needs more, and not every system has the limit
		t.Skipf("not with this limit: %v", err)
	case err != nil:
		t.Fatalf("%v:\n%s", err, out)
	}
	return string(out)
}

// A process with a limit of its own prints an error and searches on.
func TestHashBeyondProcessLimit(t *testing.T) {
	got := limited(t, realEngine, "setoption name Hash value 3900\ngo depth 3\n")
	if !strings.HasPrefix(got, "info string error: a table of 3900 MiB is too large: there is memory for one of ") || !strings.Contains(got, "\nbestmove ") {
		t.Errorf("output:\n%s", got)
	}
}

// What has no error to return makes the largest table.
func TestLargestTable(t *testing.T) {
	got := limited(t, largeTables, "")
	var hash, size, small, again int
	var moved bool
	var err, err2 string
	if n, _ := fmt.Sscan(got, &hash, &size, &moved, &err, &err2, &small, &again); n != 7 {
		t.Fatalf("%q", got)
	}
	if hash != size || min(hash, again) < 16 || max(hash, again) > 3900 || !moved || err != "<nil>" || err2 != "<nil>" || small != 1 {
		t.Errorf("%q", got)
	}
}
