package chess

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
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

// sorted is the option to compare lists of names in any order.
var sorted = cmpopts.SortSlices(strings.Compare)

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
	if err := s.Make(t.Context()); err != nil || s.MaxPieces() != 0 || len(readyNames(&s)) > 0 {
		t.Errorf("Make without endings: %v, %v", readyNames(&s), err)
	}
	if err := s.Make(t.Context(), mustEnding("KvKP")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(smallEndings, readyNames(&s)); diff != "" || s.MaxPieces() != 3 {
		t.Errorf("at most %d pieces; ready (-want +got):\n%s", s.MaxPieces(), diff)
	}
	table, _ := s.Table(won.Ending())
	if swapped, _ := s.Table(lost.Ending()); table == nil || swapped != table {
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
	if diff := cmp.Diff(smallEndings, log.made(), sorted); diff != "" {
		t.Errorf("made (-want +got):\n%s", diff)
	}
	complete := 0
	for i, p := range log.calls {
		if p.Done == 1 {
			complete++
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
	for _, tt := range []struct {
		set         *EndingTables
		fen, detail string
	}{
		{&empty, "8/8/8/8/8/2K5/4Q3/k7 w - - 0 1", "the table of KQvK is missing"},
		{&some, "8/8/8/8/8/2k5/4r3/K7 w - - 0 1", "the table of KRvK is missing"},
		{&some, "8/8/8/8/8/2k5/4r3/K5Q1 w - - 0 1", "the table of KQvKR is missing"},
		{&some, "8/8/8/8/8/2K5/4QRR1/k7 w - - 0 1", "more pieces than"},
		{&some, "8/8/8/8/8/8/k7/4K2R w K - 0 1", "castle"},
		{&some, "8/8/8/8/8/2K5/4Q3/k7 w - - 0 1", ""},
		{&empty, "8/8/8/8/8/2K5/8/k7 w - - 0 1", ""},
	} {
		p := MustParseFEN(tt.fen)
		_, err := tt.set.WDL(&p)
		if _, err2 := tt.set.Probe(&p); err != err2 {
			t.Errorf("%s: WDL says %v, Probe %v", tt.fen, err, err2)
		}
		if tt.detail == "" && err != nil || tt.detail != "" && (!errors.Is(err, ErrNotInTablebase) || !strings.Contains(err.Error(), tt.detail)) {
			t.Errorf("%s: %v, want %q", tt.fen, err, tt.detail)
		}
		if n := testing.AllocsPerRun(100, func() {
			tt.set.WDL(&p)
			tt.set.Probe(&p)
		}); n != 0 {
			t.Errorf("%s: %v allocations", tt.fen, n)
		}
	}
}

// Many goroutines make and use one set, with a slip of a digit in Threads.
func TestEndingTablesConcurrent(t *testing.T) {
	var log progressLog
	s := EndingTables{Threads: math.MaxInt, Progress: log.add}
	p := MustParseFEN("8/8/8/8/8/2K5/4P3/k7 w - - 0 1")
	var running sync.WaitGroup
	for i := range 6 {
		running.Go(func() {
			ready := s.Prepare(&p)
			if err := s.Make(t.Context(), []Ending{mustEnding("KPvK"), mustEnding("KQvK")}[:1+i%2]...); err != nil {
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
	if diff := cmp.Diff(smallEndings, log.made(), sorted); diff != "" {
		t.Errorf("made (-want +got):\n%s", diff)
	}
}

// Prepare makes what a position needs, and what it returned before does not change.
func TestEndingTablesPrepare(t *testing.T) {
	var s EndingTables
	p := MustParseFEN("8/8/8/8/8/2K5/4P3/k7 w - - 0 1")
	for _, fen := range []string{StartFEN, "8/8/8/8/8/2K5/4P3/k7 w - - 3+3 0 1"} {
		other := MustParseFEN(fen)
		if s.Prepare(&other); s.wanted.Load() != 0 {
			t.Errorf("something is prepared for %s", fen)
		}
	}
	before := s.Prepare(&p)
	waitPrepared(&s)
	if diff := cmp.Diff(smallEndings, readyNames(&s)); diff != "" {
		t.Errorf("ready (-want +got):\n%s", diff)
	}
	if _, err := before.WDL(&p); !errors.Is(err, ErrNotInTablebase) || before.MaxPieces() != 0 {
		t.Errorf("what was ready has changed: %v, %d pieces", err, before.MaxPieces())
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
	for ending, want := range map[string][]string{ // the first
		"KPvK": {"KPvK"}, "KvKP": {"KPvK"}, "KvK": {"KvK"}, "KRvKRN": {"KRNvK", "KRvKN", "KRvKR"}, "KRPvKR": {"KRPvK", "KRvKP", "KRvKR"},
	} {
		var got []string
		for _, e := range nearest(mustEnding(ending), 4) {
			got = append(got, e.String())
		}
		if diff := cmp.Diff(want, got[:min(len(got), len(want))], sorted); diff != "" {
			t.Errorf("%s: first %v, want %v", ending, got, want)
		}
		if slices.Sort(got); len(slices.Compact(got)) != len(got) {
			t.Errorf("%s: one comes twice: %v", ending, got)
		}
	}
	// Whatever is needed comes before it, each once.
	all := withLater(nearest(mustEnding("KQPvKRPP"), 4))
	seen := map[Ending]bool{}
	for _, e := range all {
		for _, later := range e.Later() {
			if !seen[later] {
				t.Errorf("%v comes before %v", e, later)
			}
		}
		seen[e] = true
	}
	if len(all) != 35 || len(seen) != 35 {
		t.Errorf("%d tables, %d different", len(all), len(seen))
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
	synctest.Test(t, func(t *testing.T) { // which ends when all goroutines have ended
		p, rook := MustParseFEN("8/8/8/8/8/2KPP3/8/k7 w - - 0 1"), MustParseFEN("8/8/8/8/8/2K5/4R3/k7 w - - 0 1")
		began := make(chan bool)
		var once sync.Once
		s := EndingTables{Progress: func(EndingProgress) { once.Do(func() { close(began) }) }}
		s.Prepare(&p)
		<-began
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if len(readyNames(&s)) >= 35 {
			t.Error("everything was made")
		}
		s.Prepare(&rook)
		if s.background != nil {
			t.Error("the background work has not ended, or Prepare begins after Close")
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if err := s.Make(t.Context(), rook.Ending()); err != nil {
			t.Error(err)
		}
	})
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
	path := filepath.Join(dir, "KQvK.ending")
	right := written(t, madeTable(t, "KQvK"))
	if file, err := os.ReadFile(path); err != nil || !bytes.Equal(file, right) {
		t.Errorf("the file is not what WriteTo writes: %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o444 != 0o444 {
		t.Errorf("%v, %v: not everybody may read the file", info.Mode(), err)
	}

	// A set takes what is there: this file says that all are draws.
	if err := os.WriteFile(path, written(t, emptyTable(t, "KQvK")), 0o666); err != nil {
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
	for _, wrong := range [][]byte{nil, right[:len(right)-1], written(t, emptyTable(t, "KRvK"))} {
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
		if file, err := os.ReadFile(path); err != nil || !bytes.Equal(file, right) {
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
		written := time.Now()
		if name != young {
			written = written.Add(-2 * time.Hour)
		}
		if err := errors.Join(os.WriteFile(path, nil, 0o666), os.Chtimes(path, written, written)); err != nil {
			t.Fatal(err)
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
	file, circle := filepath.Join(root, "file"), filepath.Join(root, "circle")
	if err := errors.Join(os.MkdirAll(filepath.Join(root, "KQvK.ending", "x"), 0o777), os.WriteFile(file, nil, 0o666), os.Mkdir(circle, 0o777)); err != nil {
		t.Fatal(err)
	}
	dirs := []string{root, file, filepath.Join(file, "x")}
	if os.Symlink("KQvK.ending", filepath.Join(circle, "KQvK.ending")) == nil {
		dirs = append(dirs, circle)
	}
	queen := mustEnding("KQvK")
	for _, dir := range dirs {
		s := EndingTables{Dir: dir}
		if err := s.Make(t.Context(), queen); err == nil || !strings.HasPrefix(err.Error(), "chess: ") || !strings.Contains(err.Error(), root) {
			t.Errorf("%s: %v", dir, err)
		}
		if _, ok := s.Table(queen); !ok {
			t.Error("the table is not ready")
		}
		if dir != circle {
			if err := s.write(t.Context(), madeTable(t, "KQvK")); err == nil || !strings.HasPrefix(err.Error(), "chess: ") {
				t.Errorf("%s: storing a table: %v", dir, err)
			}
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
	for _, name := range filesIn(t, root) {
		if strings.Contains(name, "tmp") {
			t.Errorf("%s is left", name)
		}
	}
}
