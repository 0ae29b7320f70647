package chess

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// What the table says of a position is true whatever came before: it has no score
// that relies on a repetition or on the halfmove clock.
func TestTableIsFreeOfHistory(t *testing.T) {
	e := NewPeSTO()
	o := exactOptions()
	o.AspirationWindow = 0
	checked := 0
	for _, tt := range []struct {
		fen   string
		moves string
	}{
		{"8/8/8/3k4/8/3K4/3R4/7r w - - 0 1", "d2d1 h1h2 d1d2 h2h1 d2d1 h1h2"},
		{"8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1", "d2e2 d5d6 e2d2 d6d5 d2e2 d5d6"},
		{"8/8/8/3k4/8/3K4/3Q4/8 w - - 97 100", ""},
		{"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 96 80", "a1b1"},
		{"k7/p1K5/8/8/8/8/1P6/8 w - - 0 1", "c7c6 a8b8 c6d7 b8a8 d7c7"},
	} {
		g := NewGame(MustParseFEN(tt.fen))
		for _, m := range strings.Fields(tt.moves) {
			move, err := g.Position().ParseUCI(m)
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Play(move); err != nil {
				t.Fatal(err)
			}
		}
		a := newAlphaBeta(e, o)
		if _, err := a.Search(t.Context(), g, Limits{Depth: 4}); err != nil {
			t.Fatal(err)
		}
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
				want := slowMinimax(NewPeSTO(), []Position{p}, 0, e.Depth)
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
		r, err := a.Search(t.Context(), g, Limits{Depth: 9})
		if n, ok := r.Score.MateInMoves(); err != nil || !ok || n < 3 {
			t.Errorf("%s=%s: %v %v, %v", o.Name, value, r.Move, r.Score, err)
		}
	}
}

func TestSearchThreads(t *testing.T) {
	o := defaultAlphaBetaOptions()
	o.Threads = 4
	a := newAlphaBeta(NewDefaultEvaluator(), o)
	g := NewGame(MustParseFEN(perftTests[1].fen))
	for i := range 6 {
		p := g.Position()
		l := Limits{Depth: 5}
		if i%2 == 1 {
			l = Limits{Nodes: 4000}
		}
		r, err := a.Search(t.Context(), g, l)
		if err != nil || !p.Legal(r.Move) || l.Nodes > 0 && r.Nodes > l.Nodes+8*pollMoves {
			t.Fatalf("%+v: %+v, %v", l, r, err)
		}
		if err := g.Play(r.Move); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSearchPonders(t *testing.T) {
	ponder := make(chan Clock)
	time.AfterFunc(30*time.Millisecond, func() { close(ponder) })
	r, err := newTestSearcher().Search(t.Context(), NewGame(StartPosition()), Limits{Time: time.Millisecond, Ponder: ponder})
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-ponder:
	default:
		t.Errorf("stopped after %v, while it pondered", r.Time)
	}
	// On the opponent's time no clock counts.
	r, err = newTestSearcher().Search(t.Context(), NewGame(StartPosition()), Limits{
		Depth: 4, Clock: Clock{Left: [2]time.Duration{1, 1}}, Ponder: make(chan Clock),
	})
	if err != nil || r.Depth != 4 {
		t.Errorf("depth %d, %v", r.Depth, err)
	}
}

// When the opponent plays another move than the one pondered on, what was
// learned is kept.
func TestSearchRemembersAfterPondering(t *testing.T) {
	a := newTestSearcher()
	for i, uci := range []string{"e7e5", "c7c5"} {
		g := NewGame(StartPosition())
		for _, m := range []string{"e2e4", uci} {
			move, err := g.Position().ParseUCI(m)
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Play(move); err != nil {
				t.Fatal(err)
			}
		}
		ponder := make(chan Clock)
		r, err := a.Search(t.Context(), g, Limits{Depth: 6, Ponder: ponder})
		if err != nil {
			t.Fatal(err)
		}
		fresh, err := newTestSearcher().Search(t.Context(), g, Limits{Depth: 6})
		if err != nil {
			t.Fatal(err)
		}
		if remembered := r.Nodes != fresh.Nodes; remembered != (i == 1) {
			t.Errorf("search %d: remembered is %v", i, remembered)
		}
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
		r, err := a.Search(t.Context(), NewGame(startPosition), Limits{Nodes: 1 << 30})
		if err == nil || !strings.Contains(err.Error(), text) || r.Move != 0 {
			t.Errorf("%q: %v, error %v", text, r.Move, err)
		}
		if r, err := a.Search(t.Context(), NewGame(startPosition), Limits{Nodes: 1000}); err != nil || !startPosition.Legal(r.Move) {
			t.Errorf("%q: after it %v, %v", text, r.Move, err)
		}
	}
	var searching atomic.Int32
	var forks atomic.Int32
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
		_, err := a.Search(t.Context(), NewGame(startPosition), Limits{Nodes: 1 << 30})
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
	score := func() Score {
		t.Helper()
		r, err := a.Search(t.Context(), won, Limits{Depth: 2})
		if err != nil {
			t.Fatal(err)
		}
		return r.Score
	}
	plain := score()
	if a.endgames.all != nil {
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
		if got := optionValue(t, a, "EndingTables") == "true"; got != on || (a.endgames.tables != nil) != on {
			t.Errorf("EndingTables is %v, want %v", got, on)
		}
		if !on {
			continue
		}
		if _, err := a.Search(t.Context(), queen, Limits{Nodes: 1}); err != nil {
			t.Fatal(err)
		}
		if err := a.endgames.tables.Make(t.Context(), queen.Position().Ending()); err != nil {
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
	if err := b.endgames.tables.Make(t.Context(), queen.Position().Ending()); err != nil {
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

// slowMinimax is a slow and readable reference for the score of a search: every
// line to the end, and the history as a list of positions.
func slowMinimax(e Evaluator, line []Position, root, depth int) Score {
	p, ply := &line[len(line)-1], len(line)-1-root
	if ply > 0 {
		if p.threeChecksGiven() {
			return -mateIn(ply)
		}
		if !p.CanWin(White) && !p.CanWin(Black) {
			return 0
		}
		seen := 0
		for i := len(line) - 3; i >= 0 && len(line)-1-i <= int(p.halfmove); i -= 2 {
			if line[i].Key() == p.Key() {
				if seen++; i >= root || seen == 2 {
					return 0
				}
			}
		}
	}
	moves := p.AppendMoves(nil)
	switch {
	case len(moves) == 0 && p.InCheck():
		return -mateIn(ply)
	case len(moves) == 0:
		return 0
	case p.halfmove >= 100 && ply > 0:
		return 0
	case depth == 0:
		return e.Evaluate(p)
	}
	best := -Mate
	for _, m := range moves {
		best = max(best, -slowMinimax(e, append(line[:len(line):len(line)], p.After(m)), root, depth-1))
	}
	return best
}

// exactOptions are the techniques that change no score.
func exactOptions() AlphaBetaOptions {
	return AlphaBetaOptions{
		Hash: 1, Rigorous: true, AspirationWindow: 20,
		SEEOrdering: true, Countermoves: true, ContinuationHistory: true,
	}
}

// Alpha-beta, its windows, move ordering and the table change no score, near mate,
// stalemate, repetition, the fifty moves and the third check as well. The searcher
// keeps its table from move to move.
func TestSearchIsMinimax(t *testing.T) {
	t.Parallel()
	fens := []string{
		StartPosition().FEN(),
		"8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1",
		"8/8/8/3k4/8/3K4/3R4/7r w - - 96 100",
		"7k/8/5K2/6P1/8/8/8/8 w - - 95 100",
		"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 94 80",
		"k7/p1K5/8/8/8/8/1P6/8 w - - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1+1 0 1",
		"4k3/8/8/8/8/8/4q3/R3K2R w KQ - 1+2 0 1",
		"8/8/8/8/5k2/8/4q3/R5K1 b - - 90 1",
	}
	e := NewPeSTO()
	r := rand.New(rand.NewPCG(6, 1))
	rounds := 60
	if sampled() {
		rounds = 12
	}
	positions, draws, mates := 0, 0, 0
	for round := range rounds {
		g := NewGame(MustParseFEN(fens[round%len(fens)]))
		a := newAlphaBeta(e, exactOptions())
		for range 8 {
			if g.Outcome().Reason != unterminated {
				break
			}
			p := g.Position()
			moves := p.AppendMoves(nil)
			depth := 3
			switch {
			case len(moves) > 12:
				depth = 2
			case len(moves) < 9:
				depth = 4
			}
			res, err := a.Search(t.Context(), g, Limits{Depth: depth})
			if err != nil {
				t.Fatal(err)
			}
			// A proven mate ends the search before the last depth.
			want := slowMinimax(e, positionsOf(g), g.Len(), max(res.Depth, 1))
			if res.Score != want {
				t.Fatalf("%v after %v, depth %d: %v, minimax says %v", p, g.Moves(), res.Depth, res.Score, want)
			}
			positions++
			if want == 0 {
				draws++
			} else if _, ok := want.MateInMoves(); ok {
				mates++
			}
			// Shuffling back brings repetitions.
			m := moves[r.IntN(len(moves))]
			if n := g.Len(); n >= 2 && r.IntN(2) == 0 {
				last := g.Moves()[n-2]
				if back, err := p.ParseUCI(last.To().String() + last.From().String()); err == nil {
					m = back
				}
			}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	if positions < rounds || draws < rounds/20 || mates < rounds/20 {
		t.Errorf("%d positions, %d draws, %d mates: not enough of each", positions, draws, mates)
	}
	t.Logf("%d positions, %d draws, %d mates", positions, draws, mates)
}
