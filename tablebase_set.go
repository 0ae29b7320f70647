package chess

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/bits"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// EndingTables is a Tablebase of tables, each an EndingTable, that Make or Prepare has made. The zero
// EndingTables is empty and ready to use; its fields must not be changed after that. Its methods
// may be called by several goroutines at once. All tables of three and four pieces take 340 MB of
// memory, and 44 MB of files.
type EndingTables struct {
	Threads  int                  // how many goroutines Make uses, at most four for each processor; 0 is one for each. Prepare uses one
	MaxBytes int64                // how much memory tables may take if Prepare makes them; 0 is no limit
	Progress func(EndingProgress) // called by one goroutine at a time, unless it is nil; it must not call Make or Close

	// Dir is a folder that keeps each table as EndingTable.WriteTo writes it, in "KQvK.ending".
	// A broken file, or one of another version, is replaced. A file that ends in ".tmp" was not
	// finished; it is removed when a table is stored an hour later or more. Without Dir, and on
	// GOOS=js, tables are in memory only.
	Dir string

	ready  atomic.Pointer[readyTables] // nil if none is
	wanted atomic.Uint64               // the Ending of the last position that Prepare was called with

	mu         sync.Mutex               // guards what follows, and who sets what is above
	making     map[Ending]chan struct{} // closed when the work on a table ends
	background chan struct{}            // closed when the background work ends; nil if there is none
	cancel     context.CancelFunc       // of the background work
	closed     bool
	err        error // of the background work

	telling sync.Mutex // held while Progress runs
}

// String returns the fields that are not zero.
func (s *EndingTables) String() string { return listFields(s) }

// EndingProgress is the progress of EndingTables with the tables that it was asked for, and those
// that they need.
type EndingProgress struct {
	Ending Ending  // of the table that is being made
	Done   float64 // how much of it is done, from 0 to 1
	Ready  int     // how many of the tables are ready
	Total  int     // how many tables there are
}

// Make makes the tables of these endings and all that they need (see Ending.Later), or reads
// them from Dir. It fails if an ending has more than five pieces, if ctx ends, or if Dir cannot
// be read or written; tables that are ready by then stay ready.
func (s *EndingTables) Make(ctx context.Context, endings ...Ending) error {
	for _, e := range endings {
		if _, err := e.MarshalText(); err != nil {
			return err
		}
		if e.Pieces() > maxMadePieces {
			return fmt.Errorf("chess: %v has more than %d pieces: no table of it can be made", e, maxMadePieces)
		}
	}
	threads := min(s.Threads, 4*runtime.GOMAXPROCS(0))
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	all := withLater(endings)
	for i, e := range all {
		if err := s.make(ctx, threads, func() {}, EndingProgress{Ending: e, Ready: i, Total: len(all)}); err != nil {
			return err
		}
	}
	return nil
}

// withLater returns the endings, Canonical and without that of two kings, each once and
// after all that it needs.
func withLater(endings []Ending) []Ending {
	var all []Ending
	seen := map[Ending]bool{0: true}
	for _, e := range endings {
		for _, e := range append(e.Later(), e.Canonical()) {
			if !seen[e] {
				seen[e] = true
				all = append(all, e)
			}
		}
	}
	return all
}

// The most pieces of a position for which Prepare makes tables, and of these tables.
const (
	maxPreparedFor    = 8
	maxPreparedPieces = 4
)

// Prepare begins to make tables for p in the background, if p has at most eight pieces: those of
// at most four pieces that captures and promotions lead to, the nearest first. It returns what
// is ready now, which does not change. Errors are Close's. It allocates nothing if p has the
// material of the position before.
func (s *EndingTables) Prepare(p *Position) Tablebase {
	if p.state&stateRules == 0 {
		if e := p.ending(); Ending(s.wanted.Load()) != e && e.Pieces() <= maxPreparedFor {
			s.want(e)
		}
	}
	return s.snapshot()
}

// want begins the background work on what e needs, or tells it.
func (s *EndingTables) want(e Ending) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.wanted.Store(uint64(e))
	if s.background == nil {
		var ctx context.Context
		ctx, s.cancel = context.WithCancel(context.Background())
		s.background = make(chan struct{})
		go s.work(ctx)
	}
}

// work makes the tables that the last position needs, until none is missing.
func (s *EndingTables) work(ctx context.Context) {
	for done := false; !done; {
		wanted := s.wanted.Load()
		err := s.makeFor(ctx, Ending(wanted))
		s.mu.Lock()
		if ctx.Err() == nil {
			s.err = cmp.Or(s.err, err)
		}
		if done = ctx.Err() != nil || s.wanted.Load() == wanted; done {
			s.cancel()
			close(s.background)
			s.background = nil
		}
		s.mu.Unlock()
	}
}

// makeFor makes the tables that a position with the material of wanted needs, until
// another is wanted. It returns the first error, but goes on if the table is ready in spite of it.
func (s *EndingTables) makeFor(ctx context.Context, wanted Ending) (first error) {
	all := withLater(nearest(wanted, maxPreparedPieces))
	for i, e := range all {
		if Ending(s.wanted.Load()) != wanted || ctx.Err() != nil {
			break
		}
		if _, ok := s.Table(e); ok {
			continue
		}
		if !s.fits(e) {
			break
		}
		first = cmp.Or(first, s.make(ctx, 1, letOthersRun, EndingProgress{Ending: e, Ready: i, Total: len(all)}))
		if _, ok := s.Table(e); !ok {
			break
		}
	}
	return first
}

// letOthersRun lets other goroutines run. WebAssembly has one thread: the page waits until no goroutine
// can go on.
func letOthersRun() {
	if runtime.GOARCH == "wasm" {
		time.Sleep(time.Millisecond)
	}
}

// fits reports whether there is room for the table of e, by MaxBytes.
func (s *EndingTables) fits(e Ending) bool {
	if s.MaxBytes <= 0 {
		return true
	}
	index, err := newEndingIndex(e)
	return err == nil && s.snapshot().bytes+index.bytes() <= s.MaxBytes
}

// nearest returns the endings of at most a number of pieces that captures and promotions can
// make of e, those that take the fewest first. What comes after one of them is left out, unless
// it comes from e in another way too.
func nearest(e Ending, pieces int) []Ending {
	var all []Ending
	queue := []Ending{e.Canonical()}
	seen := map[Ending]bool{queue[0]: true}
	for len(queue) > 0 {
		e := queue[0]
		queue = queue[1:]
		if e.Pieces() <= pieces {
			all = append(all, e)
			continue
		}
		e.next(func(after Ending) {
			both := after.Pieces() < e.Pieces() && bits.OnesCount64(uint64(e-after)) > 1
			if after = after.Canonical(); !both && !seen[after] { // a capture and a promotion are two steps
				seen[after] = true
				queue = append(queue, after)
			}
		})
	}
	return all
}

// Close ends the background work, and waits for it. Tables that are ready can still be used. The
// error is the first of the background work, mostly that a table could not be stored in Dir.
func (s *EndingTables) Close() error {
	s.mu.Lock()
	s.closed = true
	background := s.background
	if background != nil {
		s.cancel()
	}
	s.mu.Unlock()
	if background != nil {
		<-background
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// make makes a table, or reads it from Dir, unless it is ready. It waits if another goroutine is
// making the table. It calls rest often.
func (s *EndingTables) make(ctx context.Context, threads int, rest func(), at EndingProgress) error {
	for {
		s.mu.Lock()
		if _, ok := s.Table(at.Ending); ok {
			s.mu.Unlock()
			return nil
		}
		other, ok := s.making[at.Ending]
		if !ok {
			break
		}
		s.mu.Unlock()
		select {
		case <-other: // the table is ready, or the other goroutine has failed
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	end := make(chan struct{})
	if s.making == nil {
		s.making = map[Ending]chan struct{}{}
	}
	s.making[at.Ending] = end
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.making, at.Ending)
		s.mu.Unlock()
		close(end)
	}()

	if err := ctx.Err(); err != nil {
		return err
	}
	stored, unreadable := s.read(ctx, at.Ending)
	if stored != nil {
		s.add(stored)
		s.tell(at, 1)
		return nil
	}
	s.tell(at, 0)
	later := func(e Ending) *EndingTable { t, _ := s.Table(e); return t }
	t, err := makeEndingTable(ctx, at.Ending, later, threads, func(done float64) {
		s.tell(at, done)
		rest()
	})
	if err != nil {
		return err
	}
	s.add(t)
	s.tell(at, 1)
	if unreadable != nil {
		return unreadable
	}
	return s.write(ctx, t)
}

// tell calls Progress. A table is ready when all of it is done.
func (s *EndingTables) tell(at EndingProgress, done float64) {
	if s.Progress == nil {
		return
	}
	if at.Done = done; done >= 1 {
		at.Ready++
	}
	s.telling.Lock()
	defer s.telling.Unlock()
	s.Progress(at)
}

// A browser has no files. The compiler folds hasFiles, so that a page does not contain
// what reads and writes them.
const hasFiles = runtime.GOOS != "js"

// path returns the name of the file of a table.
func (s *EndingTables) path(e Ending) string { return filepath.Join(s.Dir, e.String()+endingExt) }

// The ends of the names of files in Dir.
const (
	endingExt     = ".ending"
	unfinishedExt = ".tmp" // while they are written
)

// read returns the table of e in Dir, or nil if there is none or it is broken. It is an error if
// the file cannot be read.
func (s *EndingTables) read(ctx context.Context, e Ending) (*EndingTable, error) {
	if s.Dir == "" || !hasFiles {
		return nil, nil
	}
	t, err := s.readFile(ctx, e)
	switch {
	case err == nil:
		return t, nil
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, ErrSyntax), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, nil
	}
	return nil, err
}

func (s *EndingTables) readFile(ctx context.Context, e Ending) (*EndingTable, error) {
	path := s.path(e)
	info, err := os.Stat(path) // before it is opened: to open a named pipe may take forever
	if err != nil {
		return nil, fmt.Errorf("chess: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("chess: %s: it is not a regular file", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("chess: %w", err)
	}
	defer file.Close()
	defer context.AfterFunc(ctx, func() { file.Close() })()
	f := newEndingReader(file)
	t, err := readEndingHead(f)
	if err == nil && t.Ending() != e {
		err = f.fail(0, fmt.Errorf("%w: it is of %v", ErrSyntax, t.Ending()))
	}
	if err == nil {
		err = t.readBlocks(f)
	}
	return t, err
}

// write stores a table in Dir: first under another name, so that there is no file that
// is not complete.
func (s *EndingTables) write(ctx context.Context, t *EndingTable) (err error) {
	if s.Dir == "" || !hasFiles {
		return nil
	}
	if err := os.MkdirAll(s.Dir, 0o777); err != nil {
		return fmt.Errorf("chess: %w", err)
	}
	s.removeLeft()
	path := s.path(t.Ending())
	f, err := os.CreateTemp(s.Dir, filepath.Base(path)+".*"+unfinishedExt)
	if err != nil {
		return fmt.Errorf("chess: %w", err)
	}
	closed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		f.Close()
		close(closed)
	})
	_, err = t.WriteTo(f)
	if !stop() {
		<-closed // some systems cannot remove a file that is open
	}
	readable := f.Chmod(0o644) // by every user: CreateTemp makes it for its owner alone
	err = cmp.Or(ctx.Err(), err, readable, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("chess: storing the table of %v: %w", t.Ending(), err)
	}
	return nil
}

// removeLeft removes from Dir what programs have left that were killed while they wrote a
// table. A file that is being written is younger.
func (s *EndingTables) removeLeft() {
	entries, _ := os.ReadDir(s.Dir) // without them nothing is removed
	for _, entry := range entries {
		if ok, _ := filepath.Match("*"+endingExt+".*"+unfinishedExt, entry.Name()); !ok {
			continue
		}
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > time.Hour {
			os.Remove(filepath.Join(s.Dir, entry.Name()))
		}
	}
}

// Table returns the table of e, whichever colour has which pieces, if it is ready.
func (s *EndingTables) Table(e Ending) (*EndingTable, bool) {
	r := s.snapshot().endings[e]
	return r.table, r.table != nil
}

// MaxPieces implements Tablebase with what is ready now.
func (s *EndingTables) MaxPieces() int { return s.snapshot().MaxPieces() }

// WDL implements Tablebase with what is ready now.
func (s *EndingTables) WDL(p *Position) (WDL, error) { return s.snapshot().WDL(p) }

// Probe implements Tablebase with what is ready now.
func (s *EndingTables) Probe(p *Position) (ProbeResult, error) { return s.snapshot().Probe(p) }

// readyTables is what is ready of an EndingTables. It does not change.
type readyTables struct {
	endings map[Ending]readyEnding // all of up to pieces pieces, Canonical or not
	pieces  int
	most    int   // the most pieces of a table
	bytes   int64 // the memory of the tables
}

// readyEnding is a table, or the error that it is missing. Those are made beforehand:
// a search meets them often.
type readyEnding struct {
	table   *EndingTable
	missing error
}

// noneReady is what is ready of an empty EndingTables.
var noneReady lazy[*readyTables]

func (s *EndingTables) snapshot() *readyTables {
	if r := s.ready.Load(); r != nil {
		return r
	}
	return noneReady.get(func() *readyTables { return new(readyTables).with(nil) })
}

// add makes a table ready.
func (s *EndingTables) add(t *EndingTable) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ready.Store(s.snapshot().with(t))
}

// with returns r with one more table, unless it is nil.
func (r *readyTables) with(t *EndingTable) *readyTables {
	after := &readyTables{endings: map[Ending]readyEnding{}, most: r.most, bytes: r.bytes}
	if t != nil {
		after.most = max(after.most, t.MaxPieces())
		after.bytes += t.index.bytes()
	}
	after.pieces = max(after.most, maxPreparedPieces)
	for pieces := range after.pieces + 1 {
		for _, e := range Endings(pieces) {
			found, ok := r.endings[e]
			switch {
			case t != nil && e == t.Ending():
				found = readyEnding{table: t}
			case !ok:
				found.missing = missingError(fmt.Sprintf("the table of %v is missing", e))
			}
			after.endings[e], after.endings[e.swapped()] = found, found
		}
	}
	return after
}

// MaxPieces implements Tablebase.
func (r *readyTables) MaxPieces() int { return r.most }

// WDL implements Tablebase.
func (r *readyTables) WDL(p *Position) (WDL, error) {
	dtm, dtz, err := r.look(p)
	return tableWDL(dtm, dtz), err
}

// Probe implements Tablebase.
func (r *readyTables) Probe(p *Position) (ProbeResult, error) {
	dtm, dtz, err := r.look(p)
	if err != nil {
		return ProbeResult{}, err
	}
	return tableResult(dtm, dtz), nil
}

// look returns what EndingTable holds of p; 0 and 0 if there are only kings, which is a
// draw.
func (r *readyTables) look(p *Position) (dtm, dtz byte, err error) {
	e, err := tablebaseEnding(p, r.pieces)
	if err != nil || e == 0 {
		return 0, 0, err
	}
	found := r.endings[e]
	if found.table == nil {
		return 0, 0, found.missing
	}
	dtm, dtz = found.table.at(p, e)
	return dtm, dtz, nil
}
