package chess

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// waitPrepared waits until there is no background work.
func waitPrepared(s *EndingTables) {
	s.mu.Lock()
	background := s.background
	s.mu.Unlock()
	if background != nil {
		<-background
	}
}

// readyNames returns the endings of which a table is ready.
func readyNames(s *EndingTables) (names []string) {
	for pieces := 3; pieces <= maxMadePieces; pieces++ {
		for _, e := range Endings(pieces) {
			if _, ok := s.Table(e); ok {
				names = append(names, e.String())
			}
		}
	}
	return names
}

var smallEndings = []string{"KNvK", "KBvK", "KRvK", "KQvK", "KPvK"}

// progressLog collects calls of Progress.
type progressLog struct {
	calls   []EndingProgress
	running int
}

func (l *progressLog) add(p EndingProgress) {
	l.running++ // a race if two goroutines call it
	l.calls = append(l.calls, p)
	l.running--
}

// made returns the tables that were completed, in order.
func (l *progressLog) made() (names []string) {
	for _, p := range l.calls {
		if p.Done == 1 {
			names = append(names, p.Ending.String())
		}
	}
	return names
}

func TestEndingTablesMake(t *testing.T) {
	var log progressLog
	s := EndingTables{Progress: log.add}
	won, lost := MustParseFEN("8/8/8/8/8/2K5/4P3/k7 w - - 0 1"), MustParseFEN("8/8/8/8/3p4/8/K7/3k4 w - - 0 1")
	if n := s.MaxPieces(); n != 0 {
		t.Errorf("an empty set: at most %d pieces", n)
	}
	if err := s.Make(t.Context()); err != nil || len(readyNames(&s)) > 0 {
		t.Errorf("Make without endings: %v, %v", readyNames(&s), err)
	}
	if err := s.Make(t.Context(), mustEnding("KvKP")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(smallEndings, readyNames(&s)); diff != "" {
		t.Errorf("ready (-want +got):\n%s", diff)
	}
	if n := s.MaxPieces(); n != 3 {
		t.Errorf("at most %d pieces, want 3", n)
	}
	table, ok := s.Table(won.Ending())
	if other, okSwapped := s.Table(lost.Ending()); !ok || !okSwapped || other != table {
		t.Error("there is no table of KPvK or KvKP, or not the same")
	}
	for _, p := range []Position{won, lost} {
		want, err := table.Probe(&p)
		got, err2 := s.Probe(&p)
		if diff := cmp.Diff(want, got); diff != "" || err != nil || err2 != nil {
			t.Errorf("%s: %v, %v\n%s", p.FEN(), err, err2, diff)
		}
		if w, err := s.WDL(&p); err != nil || w != want.WDL || w == WDLDraw {
			t.Errorf("%s: %v, %v, want %v", p.FEN(), w, err, want.WDL)
		}
	}

	// Progress tells of each table once that it is ready, and counts them.
	made := log.made()
	slices.Sort(made)
	want := slices.Sorted(slices.Values(smallEndings))
	if diff := cmp.Diff(want, made); diff != "" {
		t.Errorf("made (-want +got):\n%s", diff)
	}
	for i, p := range log.calls {
		complete := 0
		for _, before := range log.calls[:i+1] {
			if before.Done == 1 {
				complete++
			}
		}
		if p.Ready != complete || p.Total != 5 || p.Done < 0 || p.Done > 1 {
			t.Errorf("call %d: %+v, %d tables are ready", i, p, complete)
		}
	}
	calls := len(log.calls)
	if err := s.Make(t.Context(), mustEnding("KPvK")); err != nil || len(log.calls) != calls {
		t.Errorf("made again: %v, %+v", err, log.calls[calls:])
	}
	for _, e := range []Ending{mustEnding("KQQvKQQ"), 1 << 60} {
		if err := s.Make(t.Context(), e); err == nil {
			t.Errorf("a table of %v: no error", e)
		}
	}
}

// What is not ready has an error that names it, and costs nothing.
func TestEndingTablesMissing(t *testing.T) {
	var empty, some EndingTables
	if err := some.Make(t.Context(), mustEnding("KQvK")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		set         *EndingTables
		fen, detail string
	}{
		{&empty, "8/8/8/8/8/2K5/4Q3/k7 w - - 0 1", "the table of KQvK is missing"},
		{&some, "8/8/8/8/8/2K5/4R3/k7 w - - 0 1", "the table of KRvK is missing"},
		{&some, "8/8/8/8/8/2k5/4r3/K7 w - - 0 1", "the table of KRvK is missing"},
		{&some, "8/8/8/8/8/2k5/4r3/K5Q1 w - - 0 1", "the table of KQvKR is missing"},
		{&some, "8/8/8/8/8/2K5/4QRR1/k7 w - - 0 1", "more pieces than"},
		{&some, "8/8/8/8/8/8/k7/4K2R w K - 0 1", "castle"},
		{&some, "8/8/8/8/8/2K5/4Q3/k7 w - - 3+3 0 1", "three-check"},
		{&some, "8/8/8/8/8/2K5/4Q3/k7 w - - 0 1", ""},
		{&some, "8/8/8/8/8/2K5/8/k7 w - - 0 1", ""},
		{&empty, "8/8/8/8/8/2K5/8/k7 w - - 0 1", ""},
	} {
		p := MustParseFEN(test.fen)
		_, err := test.set.WDL(&p)
		_, err2 := test.set.Probe(&p)
		if err != err2 {
			t.Errorf("%s: WDL says %v, Probe %v", test.fen, err, err2)
		}
		if test.detail == "" && err != nil || test.detail != "" && (!errors.Is(err, ErrNotInTablebase) || !strings.Contains(err.Error(), test.detail)) {
			t.Errorf("%s: %v, want %q", test.fen, err, test.detail)
		}
		if n := testing.AllocsPerRun(100, func() {
			test.set.WDL(&p)
			test.set.Probe(&p)
		}); n != 0 {
			t.Errorf("%s: %v allocations", test.fen, n)
		}
	}
}

// Many goroutines make and use one set.
func TestEndingTablesConcurrent(t *testing.T) {
	var log progressLog
	s := EndingTables{Threads: 2, Progress: log.add}
	p := MustParseFEN("8/8/8/8/8/2K5/4P3/k7 w - - 0 1")
	pawn, queen := mustEnding("KPvK"), mustEnding("KQvK")
	var running sync.WaitGroup
	for i := range 6 {
		running.Go(func() {
			ready := s.Prepare(&p)
			endings := []Ending{pawn, queen}[:1+i%2]
			if err := s.Make(t.Context(), endings...); err != nil {
				t.Error(err)
			}
			if w, err := s.WDL(&p); err != nil || w != WDLWin {
				t.Errorf("%v, %v", w, err)
			}
			ready.WDL(&p)
		})
	}
	running.Wait()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	made := log.made()
	slices.Sort(made)
	if diff := cmp.Diff(slices.Sorted(slices.Values(smallEndings)), made); diff != "" {
		t.Errorf("made (-want +got):\n%s", diff)
	}
}

// Prepare makes what a position needs, and what it returned before does not change.
func TestEndingTablesPrepare(t *testing.T) {
	var s EndingTables
	p := MustParseFEN("8/8/8/8/8/2K5/4P3/k7 w - - 0 1")
	start := StartPosition()
	threeCheck := MustParseFEN("8/8/8/8/8/2K5/4P3/k7 w - - 3+3 0 1")
	if s.Prepare(&start); s.wanted.Load() != 0 {
		t.Error("something is prepared for the start position")
	}
	if s.Prepare(&threeCheck); s.wanted.Load() != 0 {
		t.Error("something is prepared for three-check")
	}
	before := s.Prepare(&p)
	waitPrepared(&s)
	if diff := cmp.Diff(smallEndings, readyNames(&s)); diff != "" {
		t.Errorf("ready (-want +got):\n%s", diff)
	}
	if n := before.MaxPieces(); n != 0 {
		t.Errorf("what was ready has changed: %d pieces", n)
	}
	if _, err := before.WDL(&p); !errors.Is(err, ErrNotInTablebase) {
		t.Errorf("what was ready has changed: %v", err)
	}
	after := s.Prepare(&p)
	if w, err := after.WDL(&p); err != nil || w != WDLWin {
		t.Errorf("%v, %v", w, err)
	}
	if n := testing.AllocsPerRun(100, func() { s.Prepare(&p) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if s.Prepare(&p) != after {
		t.Error("nothing was made, and Prepare returns something else")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// The tables of more pieces are looked for in the order of the moves to them.
func TestNearest(t *testing.T) {
	for _, test := range []struct {
		ending string
		want   []string // the first
	}{
		{"KPvK", []string{"KPvK"}},
		{"KvKP", []string{"KPvK"}},
		{"KvK", []string{"KvK"}},
		{"KRvKRN", []string{"KRvKR", "KRvKN", "KRNvK"}},
		{"KRPvKR", []string{"KRvKR", "KRPvK", "KRvKP"}},
	} {
		var got []string
		for _, e := range nearest(mustEnding(test.ending), 4) {
			if e.Pieces() > 4 || e != e.Canonical() {
				t.Errorf("%s: %v", test.ending, e)
			}
			got = append(got, e.String())
		}
		slices.Sort(test.want)
		first := slices.Sorted(slices.Values(got[:min(len(got), len(test.want))]))
		if !slices.Equal(first, test.want) {
			t.Errorf("%s: first %v, want %v", test.ending, got, test.want)
		}
		if slices.Sort(got); len(slices.Compact(got)) != len(got) {
			t.Errorf("%s: one comes twice: %v", test.ending, got)
		}
	}
	// Whatever is needed comes before it, each once.
	all := withLater(nearest(mustEnding("KQPvKRPP"), 4))
	place := map[Ending]int{}
	for i, e := range all {
		place[e] = i + 1
	}
	if len(all) != 35 || len(place) != 35 {
		t.Errorf("%d tables, %d different", len(all), len(place))
	}
	for i, e := range all {
		for _, later := range e.Later() {
			if place[later] == 0 || place[later] > i {
				t.Errorf("%v comes before %v", e, later)
			}
		}
	}
}

// Another position changes what is made next, and a limit of memory ends it.
func TestEndingTablesWanted(t *testing.T) {
	pawn, rook := MustParseFEN("8/8/8/8/8/2K5/4P3/k7 w - - 0 1"), MustParseFEN("8/8/8/8/8/2K5/4R3/k7 w - - 0 1")
	var s *EndingTables
	s = &EndingTables{Progress: func(p EndingProgress) {
		if p.Ready == 0 {
			s.Prepare(&rook)
		}
	}}
	s.Prepare(&pawn)
	waitPrepared(s)
	got := readyNames(s)
	if len(got) != 2 || !slices.Contains(got, "KRvK") {
		t.Errorf("%v, want what was being made and KRvK", got)
	}
	limited := EndingTables{MaxBytes: 3 * 2 * 2 * 462 * 64}
	limited.Prepare(&pawn)
	waitPrepared(&limited)
	if got := readyNames(&limited); len(got) != 3 {
		t.Errorf("%v, want three tables", got)
	}
}

func TestEndingTablesCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	queen := mustEnding("KQvK")
	var s EndingTables
	if err := s.Make(ctx, queen); !errors.Is(err, context.Canceled) || len(readyNames(&s)) > 0 {
		t.Errorf("%v, %v", readyNames(&s), err)
	}

	// While one goroutine makes a table, another waits for it. The first is cancelled, so
	// that the other makes it.
	ctx, cancel = context.WithCancel(t.Context())
	began, waits := make(chan bool), make(chan bool)
	var once sync.Once
	s2 := EndingTables{Progress: func(EndingProgress) {
		once.Do(func() {
			close(began)
			<-waits
			cancel()
		})
	}}
	first, second := make(chan error), make(chan error)
	go func() { first <- s2.Make(ctx, queen) }()
	<-began
	go func() { second <- s2.Make(t.Context(), queen) }()
	tired, cancelTired := context.WithCancel(t.Context())
	go cancelTired()
	if err := s2.Make(tired, queen); !errors.Is(err, context.Canceled) {
		t.Errorf("who waits is cancelled: %v", err)
	}
	close(waits)
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("the first: %v", err)
	}
	if err := <-second; err != nil || len(readyNames(&s2)) != 1 {
		t.Errorf("the second: %v, %v", readyNames(&s2), err)
	}
}

func TestEndingTablesClose(t *testing.T) {
	p := MustParseFEN("8/8/8/8/8/2KPP3/8/k7 w - - 0 1")
	goroutines := runtime.NumGoroutine()
	began := make(chan bool)
	var once sync.Once
	s := EndingTables{Progress: func(EndingProgress) { once.Do(func() { close(began) }) }}
	s.Prepare(&p)
	<-began
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	s.mu.Lock()
	if s.background != nil {
		t.Error("the background work has not ended")
	}
	s.mu.Unlock()
	before := readyNames(&s)
	if len(before) >= 35 {
		t.Error("everything was made")
	}
	rook := MustParseFEN("8/8/8/8/8/2K5/4R3/k7 w - - 0 1")
	s.Prepare(&rook)
	if s.background != nil {
		t.Error("Prepare begins after Close")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := s.Make(t.Context(), rook.Ending()); err != nil {
		t.Error(err)
	}
	if _, err := s.WDL(&rook); err != nil {
		t.Error(err)
	}
	wantGoroutines(t, "Close", goroutines)
}

// filesIn returns the names of the files in a folder.
func filesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		names = append(names, f.Name())
	}
	return names
}

// Tables are stored, and read instead of made.
func TestEndingTablesDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "endings")
	queen := mustEnding("KQvK")
	s := EndingTables{Dir: dir}
	if err := s.Make(t.Context(), queen); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"KQvK.ending"}, filesIn(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	made, _ := s.Table(queen)
	path := filepath.Join(dir, "KQvK.ending")
	right, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !cmp.Equal(right, written(t, made)) {
		t.Error("the file is not what WriteTo writes")
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o444 != 0o444 {
		t.Errorf("%v, %v: not everybody may read the file", info.Mode(), err)
	}

	// A set takes what is there: this file says that all are draws.
	draws := written(t, emptyTable(t, "KQvK"))
	if err := os.WriteFile(path, draws, 0o666); err != nil {
		t.Fatal(err)
	}
	p := MustParseFEN("8/8/8/8/8/2K5/4Q3/k7 w - - 0 1")
	var log progressLog
	reading := EndingTables{Dir: dir, Progress: log.add}
	reading.Prepare(&p)
	waitPrepared(&reading)
	if w, err := reading.WDL(&p); err != nil || w != WDLDraw {
		t.Errorf("%v, %v: the file was not read", w, err)
	}
	if diff := cmp.Diff([]EndingProgress{{Ending: queen, Done: 1, Ready: 1, Total: 1}}, log.calls); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}

	// What is broken, or of another ending, is made anew and replaced.
	for _, wrong := range [][]byte{nil, right[:len(right)-1], []byte("hello"), written(t, emptyTable(t, "KRvK"))} {
		if err := os.WriteFile(path, wrong, 0o666); err != nil {
			t.Fatal(err)
		}
		again := EndingTables{Dir: dir}
		if err := again.Make(t.Context(), queen); err != nil {
			t.Error(err)
		}
		if w, err := again.WDL(&p); err != nil || w != WDLWin {
			t.Errorf("%v, %v: the table was not made anew", w, err)
		}
		if file, err := os.ReadFile(path); err != nil || !cmp.Equal(file, right) {
			t.Errorf("the file was not replaced: %v", err)
		}
	}
}

// A file of another ending costs no memory.
func TestEndingTablesDirMemory(t *testing.T) {
	const n = 462 * 64 * 64 * 64
	block := endingBlock{positions: maxEndingBlock, pairs: []byte{0, 0}, data: deflated(t, make([]byte, maxEndingBlock))}
	blocks := slices.Repeat([]endingBlock{block}, 2*n/maxEndingBlock)
	s := EndingTables{Dir: t.TempDir()}
	e := mustEnding("KQvK")
	if err := os.WriteFile(s.path(e), endingFile(t, "KQRBvK", n, n, blocks...), 0o666); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	table, err := s.read(t.Context(), e)
	runtime.ReadMemStats(&after)
	if bytes := after.TotalAlloc - before.TotalAlloc; table != nil || err != nil || bytes > 4<<20 {
		t.Errorf("%d bytes, %v", bytes, err)
	}
}

// What a program has left that was killed is removed, but not what is being written.
func TestEndingTablesDirLeft(t *testing.T) {
	dir := t.TempDir()
	const left, young, other = "KRvK.ending.1.tmp", "KQvK.ending.2.tmp", "ending.tmp"
	for _, name := range []string{left, young, other} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if before := time.Now().Add(-2 * time.Hour); name != young {
			if err := os.Chtimes(path, before, before); err != nil {
				t.Fatal(err)
			}
		}
	}
	s := EndingTables{Dir: dir}
	if err := s.Make(t.Context(), mustEnding("KQvK")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"KQvK.ending", young, other}, filesIn(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// A file is neither read nor written after the context has ended.
func TestEndingTablesDirCancel(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	queen := mustEnding("KQvK")
	s := EndingTables{Dir: t.TempDir()}
	made := madeTable(t, "KQvK")
	if err := s.write(ended, made); !errors.Is(err, context.Canceled) || len(filesIn(t, s.Dir)) > 0 {
		t.Errorf("%v, and there is %v", err, filesIn(t, s.Dir))
	}
	if err := s.write(t.Context(), made); err != nil {
		t.Fatal(err)
	}
	if err := s.Make(ended, queen); !errors.Is(err, context.Canceled) {
		t.Errorf("a table that is stored: %v", err)
	}
}

// A table that cannot be stored or read can still be used, and leaves nothing in Dir.
func TestEndingTablesDirFails(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "KQvK.ending", "x"), 0o777); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(root, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	queen := mustEnding("KQvK")
	dirs := []string{root, file, filepath.Join(file, "x")}
	circle := filepath.Join(root, "circle")
	if err := os.Mkdir(circle, 0o777); err != nil {
		t.Fatal(err)
	}
	if os.Symlink("KQvK.ending", filepath.Join(circle, "KQvK.ending")) == nil {
		dirs = append(dirs, circle)
	}
	for _, dir := range dirs {
		s := EndingTables{Dir: dir}
		if err := s.Make(t.Context(), queen); err == nil || !strings.HasPrefix(err.Error(), "chess: ") || !strings.Contains(err.Error(), root) {
			t.Errorf("%s: %v", dir, err)
		}
		if _, ok := s.Table(queen); !ok {
			t.Error("the table is not ready")
		}
		p := MustParseFEN("8/8/8/8/8/2K5/4P3/k7 w - - 0 1")
		background := EndingTables{Dir: dir}
		background.Prepare(&p)
		waitPrepared(&background)
		if err := background.Close(); err == nil || !strings.HasPrefix(err.Error(), "chess: ") {
			t.Errorf("%s: %v", dir, err)
		}
		if diff := cmp.Diff(smallEndings, readyNames(&background)); diff != "" {
			t.Errorf("%s: ready (-want +got):\n%s", dir, diff)
		}
	}
	for _, dir := range dirs[:3] {
		s := EndingTables{Dir: dir}
		if err := s.write(t.Context(), madeTable(t, "KQvK")); err == nil || !strings.HasPrefix(err.Error(), "chess: ") {
			t.Errorf("%s: storing a table: %v", dir, err)
		}
	}
	for _, name := range filesIn(t, root) {
		if strings.Contains(name, "tmp") {
			t.Errorf("%s is left", name)
		}
	}
}

// benchmarkTables returns a set with the table of KQvKR, and positions of it.
func benchmarkTables(b *testing.B) (*EndingTables, []Position) {
	s := new(EndingTables)
	e := mustEnding("KQvKR")
	if err := s.Make(b.Context(), e); err != nil {
		b.Fatal(err)
	}
	table, _ := s.Table(e)
	var all []Position
	n := 0
	for p := range table.Positions() {
		if n++; n%2411 == 0 {
			all = append(all, p)
		}
	}
	return s, all
}

func BenchmarkEndingTablesWDL(b *testing.B) {
	s, positions := benchmarkTables(b)
	ready := s.Prepare(&positions[0])
	for i := 0; b.Loop(); i++ {
		if _, err := ready.WDL(&positions[i%len(positions)]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEndingTablesProbe(b *testing.B) {
	s, positions := benchmarkTables(b)
	ready := s.Prepare(&positions[0])
	for i := 0; b.Loop(); i++ {
		if _, err := ready.Probe(&positions[i%len(positions)]); err != nil {
			b.Fatal(err)
		}
	}
}

// TestAllEndingTables makes all tables of three and four pieces in the folder that
// CHESS_ENDINGS names, which should be empty, and prints what each takes.
func TestAllEndingTables(t *testing.T) {
	dir := os.Getenv("CHESS_ENDINGS")
	if dir == "" {
		t.Skip("CHESS_ENDINGS names no folder for the tables")
	}
	all := slices.Concat(Endings(3), Endings(4))
	made := EndingTables{Dir: dir}
	start := time.Now()
	for _, e := range all {
		start := time.Now()
		if err := made.Make(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		t.Logf("%-6v %6.2f s", e, time.Since(start).Seconds())
	}
	t.Logf("%d tables on %d processors: %.1f s", len(all), runtime.GOMAXPROCS(0), time.Since(start).Seconds())
	read := EndingTables{Dir: dir}
	start = time.Now()
	if err := read.Make(t.Context(), all...); err != nil {
		t.Fatal(err)
	}
	took := time.Since(start)
	var memory, disk int64
	for _, e := range all {
		was, _ := made.Table(e)
		is, ok := read.Table(e)
		if !ok {
			t.Fatalf("no table of %v", e)
		}
		sameTable(t, is, was)
		file, err := os.Stat(read.path(e))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%-6v %8d bytes of memory %8d of file", e, is.index.bytes(), file.Size())
		memory += is.index.bytes()
		disk += file.Size()
	}
	t.Logf("%d bytes of memory, %d of files, read in %.2f s", memory, disk, took.Seconds())
	if disk > 128<<20 {
		t.Errorf("%d bytes of files, more than 128 MB", disk)
	}
}

// wantGoroutines fails the test if more than n goroutines still run a second after what.
func wantGoroutines(t *testing.T, what string, n int) {
	t.Helper()
	for range 100 {
		if runtime.NumGoroutine() <= n {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%s: %d goroutines, want at most %d", what, runtime.NumGoroutine(), n)
}
