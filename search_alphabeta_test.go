package chess

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// What the table says of a position is true whatever came before: it has no score
// that relies on a repetition or on the halfmove clock.
func TestTableIsFreeOfHistory(t *testing.T) {
	o := exactOptions()
	o.AspirationWindow = 0
	checked := 0
	for _, tt := range []struct{ fen, moves string }{
		{"8/8/8/3k4/8/3K4/3R4/7r w - - 0 1", "d2d1 h1h2 d1d2 h2h1 d2d1 h1h2"},
		{"8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1", "d2e2 d5d6 e2d2 d6d5 d2e2 d5d6"},
		{"8/8/8/3k4/8/3K4/3Q4/8 w - - 97 100", ""},
		{"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 96 80", "a1b1"},
		{"k7/p1K5/8/8/8/8/1P6/8 w - - 0 1", "c7c6 a8b8 c6d7 b8a8 d7c7"},
	} {
		g := playUCI(t, tt.fen, tt.moves)
		a := newAlphaBeta(NewPeSTO(), o)
		mustSearch(t, a, g, Limits{Depth: 4})
		seen := map[Key]bool{}
		var visit func(p Position, plies int)
		visit = func(p Position, plies int) {
			key := p.Key()
			if seen[key] {
				return
			}
			seen[key] = true
			p.halfmove = 0
			if e, ok := a.table.Lookup(&key); ok && e.Depth <= 3 {
				want := slowValue(&NegaAlphaBeta{}, NewPeSTO(), NewGame(p), 0, e.Depth, 0)
				if e.Bound != LowerBound && want > e.Score || e.Bound != UpperBound && want < e.Score {
					t.Errorf("%v: %+v, but it is worth %v", p, e, want)
				}
				checked++
			}
			if plies > 0 {
				for _, m := range p.AppendMoves(nil) {
					visit(p.After(m), plies-1)
				}
			}
		}
		visit(g.Position(), 2)
	}
	if checked < 100 {
		t.Errorf("only %d entries", checked)
	}
}

// With any technique switched off the mate is found.
func TestSearchWithoutTechniques(t *testing.T) {
	t.Parallel()
	g := NewGame(MustParseFEN("r1b2bN1/pp4k1/n3p2p/P2p3Q/3P4/8/2P2PP1/RNB1KBNR w KQ -"))
	for _, o := range newTestSearcher().Options() {
		a := newTestSearcher()
		value := strconv.FormatBool(o.Value != "true")
		switch {
		case o.Name == "Threads" || o.Kind == buttonOption || o.Kind == stringOption:
			continue
		case o.Kind == spinOption:
			value = "0"
		}
		if err := a.SetOption(o.Name, value); err != nil {
			t.Fatal(err)
		}
		r := mustSearch(t, a, g, Limits{Depth: 9})
		if n, ok := r.Score.MateInMoves(); !ok || n < 3 {
			t.Errorf("%s=%s: %v %v", o.Name, value, r.Move, r.Score)
		}
	}
}

func TestSearchThreads(t *testing.T) {
	a := NewAlphaBeta(NewDefaultEvaluator(), func(o *AlphaBetaOptions) { o.Threads = 4 })
	g := NewGame(MustParseFEN(perftTests[1].fen))
	for _, l := range []Limits{{Depth: 4}, {Nodes: 4000}, {Depth: 5}, {Nodes: 2000}} {
		p := g.Position()
		r := mustSearch(t, a, g, l)
		if !p.Legal(r.Move) || l.Nodes > 0 && r.Nodes > l.Nodes+8*pollMoves {
			t.Fatalf("%+v: %+v", l, r)
		}
		playMoves(t, g, r.Move)
	}
}

// On the opponent's time no clock counts.
func TestSearchPonders(t *testing.T) {
	r := mustSearch(t, newTestSearcher(), NewGame(), Limits{
		Depth: 4, Time: 1, Clock: Clock{Left: [2]time.Duration{1, 1}}, Ponder: make(chan Clock),
	})
	if r.Depth != 4 {
		t.Errorf("depth %d", r.Depth)
	}
}

// The lines of a stopped depth come before those of the last finished one.
func TestPromote(t *testing.T) {
	line := func(score Score, move Move) Line { return Line{Score: score, PV: []Move{move}} }
	last := []Line{line(50, 1), line(40, 2), line(30, 3)}
	for _, tt := range []struct {
		name        string
		found, want []Line
	}{
		{"nothing", nil, last},
		{"the same move", []Line{line(36, 1)}, []Line{line(36, 1), line(40, 2), line(30, 3)}},
		{"another", []Line{line(60, 3)}, []Line{line(60, 3), line(50, 1), line(40, 2)}},
		{"a new one", []Line{line(60, 4)}, []Line{line(60, 4), line(50, 1), line(40, 2)}},
		{"two", []Line{line(45, 3), line(36, 1)}, []Line{line(45, 3), line(36, 1), line(40, 2)}},
	} {
		w := &worker{best: slices.Clone(last)}
		w.promote(tt.found)
		if diff := cmp.Diff(tt.want, w.best); diff != "" {
			t.Errorf("%s:\n%s", tt.name, diff)
		}
	}
}

// A panic of the evaluator in another goroutine than the caller's is an error of the search, and
// one in the caller's leaves no goroutine searching.
func TestAlphaBetaPanics(t *testing.T) {
	for text, fail := range failures {
		if strings.HasPrefix(text, "ended") {
			continue // a helper that ends itself is missed by nobody
		}
		caller := make(chan struct{})
		var forks atomic.Int32
		var failed atomic.Bool
		e := forking{func(fork int32) Score {
			if fork > 1 && !failed.Swap(true) {
				defer close(caller)
				fail()
			}
			if fork == 1 {
				<-caller
			}
			return 0
		}, &forks, 0}
		a := NewAlphaBeta(e, func(o *AlphaBetaOptions) { o.Threads = 4 })
		r, err := a.Search(t.Context(), NewGame(), Limits{Nodes: 1 << 30})
		if err == nil || !strings.Contains(err.Error(), text) || r.Move != 0 {
			t.Errorf("%q: %v, error %v", text, r.Move, err)
		}
		if r := mustSearch(t, a, NewGame(), Limits{Nodes: 1000}); !startPosition.Legal(r.Move) {
			t.Errorf("%q: after it %v", text, r.Move)
		}
	}
	var searching, forks atomic.Int32
	e := forking{func(fork int32) Score {
		searching.Add(1)
		defer searching.Add(-1)
		if fork == 1 {
			panic("mine")
		}
		return 0
	}, &forks, 0}
	a := NewAlphaBeta(e, func(o *AlphaBetaOptions) { o.Threads = 4 })
	err := caught(func() error {
		_, err := a.Search(t.Context(), NewGame(), Limits{Nodes: 1 << 30})
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "panic: mine, in ") || searching.Load() != 0 {
		t.Errorf("error %v, and %d goroutines are searching", err, searching.Load())
	}
}

// A forking is an Evaluator whose forks are numbered from 1.
type forking struct {
	evaluate func(fork int32) Score
	forks    *atomic.Int32
	number   int32
}

func (f forking) Evaluate(*Position) Score { return f.evaluate(f.number) }
func (f forking) Fork() Evaluator          { f.number = f.forks.Add(1); return f }

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
	plain := mustSearch(t, a, won, Limits{Depth: 2}).Score
	if a.endgames.all != nil {
		t.Fatal("there are tables before an option is set")
	}
	const path = "testdata/syzygy"
	for _, tt := range []struct {
		name, value    string
		fails          string
		path           string // then
		known, forgets bool   // the ending, and what was learned
	}{
		{"SyzygyPath", "<empty>", "", "", false, false},
		{"SyzygyPath", path, "", path, true, true},
		{"syzygypath", path, "", path, true, false},
		{"SyzygyPath", "testdata/nothing", "testdata/nothing", path, true, false},
		{"SyzygyPath", "testdata/json", "no tables", path, true, false},
		{"SyzygyProbeLimit", "2", "", path, false, true},
		{"SyzygyProbeLimit", "2", "", path, false, false},
		{"SyzygyProbeLimit", "8", "from 0 to 7", path, false, false},
		{"SyzygyProbeLimit", "3", "", path, true, true},
		{"Syzygy50MoveRule", "false", "", path, true, true},
		{"EndingTables", "false", "", path, true, false},
		{"EndingTables", "perhaps", "true, false", path, true, false},
		{"SyzygyPath", "<empty>", "", "", false, true},
		{"SyzygyPath", "", "", "", false, false},
		{"SyzygyPath", path, "", path, true, true},
		{"SyzygyPath", "", "", "", false, true},
		{"Threads", "1", "", "", false, false},
	} {
		err := a.SetOption(tt.name, tt.value)
		if (err == nil) != (tt.fails == "") || err != nil && !strings.Contains(err.Error(), tt.fails) {
			t.Errorf("%s=%s: %v", tt.name, tt.value, err)
		}
		if got := optionValue(t, a, "SyzygyPath"); got != tt.path || a.used == tt.forgets {
			t.Errorf("after %s=%s the path is %q, and it forgets: %v", tt.name, tt.value, got, !a.used)
		}
		if s := mustSearch(t, a, won, Limits{Depth: 2}).Score; s <= plain && tt.known || s != plain && !tt.known {
			t.Errorf("after %s=%s the score is %v", tt.name, tt.value, s)
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
	queen := NewGame(MustParseFEN("8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1"))
	for _, on := range []bool{true, true, false, true} {
		if err := a.SetOption("EndingTables", strconv.FormatBool(on)); err != nil {
			t.Fatal(err)
		}
		if got := optionValue(t, a, "EndingTables") == "true"; got != on || (a.endgames.tables != nil) != on {
			t.Errorf("EndingTables is %v, want %v", got, on)
		}
		if !on {
			continue
		}
		mustSearch(t, a, queen, Limits{Nodes: 1})
		if err := a.endgames.tables.Make(t.Context(), queen.Position().Ending()); err != nil {
			t.Fatal(err)
		}
		if r := mustSearch(t, a, queen, Limits{Nodes: 1}); r.Score != mateIn(13) {
			t.Errorf("%v %v", r.Move, r.Score)
		}
	}
	// The given one and those that are made are both asked.
	given := &recorder{Tablebase: JoinTablebases()}
	b := withTables(given)
	if err := b.SetOption("EndingTables", "true"); err != nil {
		t.Fatal(err)
	}
	if err := b.endgames.tables.Make(t.Context(), queen.Position().Ending()); err != nil {
		t.Fatal(err)
	}
	if r := mustSearch(t, b, queen, Limits{Nodes: 1}); r.Score != mateIn(13) || given.prepared != 1 || len(given.asked) == 0 {
		t.Errorf("%v %v, prepared %d times, asked %d times", r.Move, r.Score, given.prepared, len(given.asked))
	}
	for _, s := range []*AlphaBeta{a, b} {
		if err := s.SetOption("EndingTables", "false"); err != nil {
			t.Error(err)
		}
	}
}

// exactOptions are the techniques that change no score.
func exactOptions() AlphaBetaOptions {
	return AlphaBetaOptions{
		Hash: 1, Rigorous: true, AspirationWindow: 20,
		SEEOrdering: true, Countermoves: true, ContinuationHistory: true,
	}
}

// Alpha-beta, its windows, move ordering and the table change no score. The searcher keeps its
// table from move to move.
func TestSearchIsMinimax(t *testing.T) {
	t.Parallel()
	e := NewPeSTO()
	positions, draws, mates := 0, 0, 0
	randomHistories(t, 6, chesstest.Sample(t, 400), func(g *Game) {
		a := newAlphaBeta(e, exactOptions())
		for range 4 {
			r := mustSearch(t, a, g, Limits{Depth: shallow(g)})
			// A proven mate ends the search before the last depth.
			want := slowValue(&NegaAlphaBeta{}, e, new(*g), g.Len(), max(r.Depth, 1), 0)
			if r.Score != want {
				t.Fatalf("%v after %v from %v, depth %d: %v, minimax says %v", g.Position(), g.Moves(), g.Start(), r.Depth, r.Score, want)
			}
			positions++
			if want == 0 {
				draws++
			} else if _, ok := want.MateInMoves(); ok {
				mates++
			}
			if playMoves(t, g, r.Move); g.Outcome().Over() {
				break
			}
		}
	})
	if draws == 0 || mates == 0 {
		t.Errorf("%d positions, %d draws, %d mates: not enough of each", positions, draws, mates)
	}
}
