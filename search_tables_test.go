package chess

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// optionValue returns the value of an option.
func optionValue(t *testing.T, c Configurable, name string) string {
	t.Helper()
	i := slices.IndexFunc(c.Options(), func(o Option) bool { return o.Name == name })
	if i < 0 {
		t.Fatalf("there is no option %s", name)
	}
	return c.Options()[i].Value
}

func TestTablesOptions(t *testing.T) {
	a := newTestSearcher()
	won := NewGame(MustParseFEN("8/8/4k3/8/8/8/3RK3/8 w - - 0 1"))
	score := func() Score {
		t.Helper()
		r, err := a.Search(t.Context(), won, Limits{Depth: 2})
		if err != nil {
			t.Fatal(err)
		}
		return r.Score
	}
	plain := score()
	if a.tables.all != nil {
		t.Fatal("there are tables before an option is set")
	}
	for _, tt := range []struct {
		name, value string
		fails       string
		path        string // then
		known       bool
	}{
		{"SyzygyPath", "testdata/syzygy", "", "testdata/syzygy", true},
		{"syzygypath", "testdata/syzygy", "", "testdata/syzygy", true},
		{"SyzygyPath", "testdata/nothing", "testdata/nothing", "testdata/syzygy", true},
		{"SyzygyPath", "testdata/json", "no tables", "testdata/syzygy", true},
		{"SyzygyProbeLimit", "2", "", "testdata/syzygy", false},
		{"SyzygyProbeLimit", "8", "from 0 to 7", "testdata/syzygy", false},
		{"SyzygyProbeLimit", "3", "", "testdata/syzygy", true},
		{"EndingTables", "perhaps", "true, false", "testdata/syzygy", true},
		{"SyzygyPath", "<empty>", "", "", false},
		{"SyzygyPath", "", "", "", false},
		{"SyzygyPath", "testdata/syzygy", "", "testdata/syzygy", true},
		{"SyzygyPath", "", "", "", false},
	} {
		err := a.SetOption(tt.name, tt.value)
		if (err == nil) != (tt.fails == "") || err != nil && !strings.Contains(err.Error(), tt.fails) {
			t.Errorf("%s=%s: %v", tt.name, tt.value, err)
		}
		if path := optionValue(t, a, "SyzygyPath"); path != tt.path {
			t.Errorf("after %s=%s the path is %q", tt.name, tt.value, path)
		}
		if s := score(); s <= plain && tt.known || s != plain && !tt.known {
			t.Errorf("after %s=%s the score is %v", tt.name, tt.value, s)
		}
	}
}

// What is learned is forgotten when the tablebase changes, and only then.
func TestTablesForget(t *testing.T) {
	a := newTestSearcher()
	for _, tt := range []struct {
		name, value string
		forgets     bool
	}{
		{"SyzygyPath", "", false},
		{"SyzygyPath", "<empty>", false},
		{"SyzygyPath", "testdata/syzygy", true},
		{"SyzygyPath", "testdata/syzygy", false},
		{"SyzygyPath", "testdata/nothing", false},
		{"SyzygyProbeLimit", "5", true},
		{"SyzygyProbeLimit", "5", false},
		{"Syzygy50MoveRule", "false", true},
		{"EndingTables", "false", false},
		{"EndingTables", "true", true},
		{"EndingTables", "true", false},
		{"EndingTables", "false", true},
		{"SyzygyPath", "", true},
		{"Threads", "1", false},
	} {
		if _, err := a.Search(t.Context(), NewGame(StartPosition()), Limits{Depth: 1}); err != nil {
			t.Fatal(err)
		}
		a.SetOption(tt.name, tt.value) // an error forgets nothing
		if a.used == tt.forgets {
			t.Errorf("%s=%s: it forgets: %v", tt.name, tt.value, !a.used)
		}
	}
}

// brokenSyzygy returns a directory of broken files of KQvK.
func brokenSyzygy(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"KQvK.rtbw", "KQvK.rtbz"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("broken"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A search tells of a broken file, which it does without, at the root and below it.
func TestTablesBroken(t *testing.T) {
	a := newTestSearcher()
	if err := a.SetOption("SyzygyPath", brokenSyzygy(t)); err != nil {
		t.Fatal(err)
	}
	for fen, broken := range map[string]bool{
		"8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1":  true,
		"8/8/8/3k4/8/3pK3/3Q4/8 w - - 0 1": true,
		"8/8/8/3k4/8/3K4/3R4/8 w - - 0 1":  false, // there is no file
	} {
		said := ""
		_, err := a.Search(t.Context(), NewGame(MustParseFEN(fen)), Limits{Depth: 3, Info: func(i Info) { said = i.TablebaseError }})
		if err != nil || strings.Contains(said, "KQvK.rtbw") != broken || !broken && said != "" {
			t.Errorf("%s: %q, %v", fen, said, err)
		}
	}
}

// With EndingTables a search begins to make the tables, and later ones use them.
func TestTablesAreMade(t *testing.T) {
	a := newTestSearcher()
	if optionValue(t, a, "EndingTables") != "false" {
		t.Error("tables are made by default")
	}
	queen := NewGame(MustParseFEN("8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1"))
	for _, on := range []bool{true, true, false, true} {
		if err := a.SetOption("EndingTables", map[bool]string{true: "true", false: "false"}[on]); err != nil {
			t.Fatal(err)
		}
		if got := optionValue(t, a, "EndingTables") == "true"; got != on || (a.tables.endings != nil) != on {
			t.Errorf("EndingTables is %v, want %v", got, on)
		}
		if !on {
			continue
		}
		if _, err := a.Search(t.Context(), queen, Limits{Nodes: 1}); err != nil {
			t.Fatal(err)
		}
		if err := a.tables.endings.Make(t.Context(), queen.Position().Ending()); err != nil {
			t.Fatal(err)
		}
		if r, err := a.Search(t.Context(), queen, Limits{Nodes: 1}); err != nil || r.Score != mateIn(13) {
			t.Errorf("%v %v, %v", r.Move, r.Score, err)
		}
	}
	// The given one and those that are made are both asked.
	given := &recorder{Tablebase: JoinTablebases()}
	b := withTables(given)
	if err := b.SetOption("EndingTables", "true"); err != nil {
		t.Fatal(err)
	}
	if err := b.tables.endings.Make(t.Context(), queen.Position().Ending()); err != nil {
		t.Fatal(err)
	}
	if r, err := b.Search(t.Context(), queen, Limits{Nodes: 1}); err != nil || r.Score != mateIn(13) || given.prepared != 1 || len(given.asked) == 0 {
		t.Errorf("%v %v, prepared %d times, asked %d times, %v", r.Move, r.Score, given.prepared, len(given.asked), err)
	}
	for _, s := range []*AlphaBeta{a, b} {
		if err := s.SetOption("EndingTables", "false"); err != nil {
			t.Error(err)
		}
	}
}
