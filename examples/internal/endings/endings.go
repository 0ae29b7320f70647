// Package endings gives the programs the truth about endings: from the files of Syzygy,
// and from tables that they make themselves.
package endings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"github.com/seed-0971039b/chess"
)

// How many pieces the tables have at most that a program makes: those of three are ready
// at once, and those of four take seconds each.
const (
	Quick   = 3
	MaxMade = 4
)

// Choice holds the flags -endings, -tables and -syzygy.
type Choice struct {
	Pieces  int    // make tables of this many pieces at most
	Folder  string // for tables that were made; empty for none
	Syzygy  string // folders of files, separated as in PATH
	Threads int    // how many make tables, which no flag sets; 0 means all
}

// A flagSet is a *flag.FlagSet, whose package the page does without.
type flagSet interface {
	IntVar(p *int, name string, value int, usage string)
	StringVar(p *string, name, value, usage string)
}

// AddFlags defines the flags, with a default of -endings, and what the tables are for.
func (c *Choice) AddFlags(flags flagSet, pieces int, purpose string) {
	flags.IntVar(&c.Pieces, "endings", pieces, "make the tables that are needed "+purpose+", of endings with up to this many `pieces`; 4 at most, and 0 makes none")
	flags.StringVar(&c.Folder, "tables", "", "keep the tables that it makes in this `folder`, and use those that are there")
	flags.StringVar(&c.Syzygy, "syzygy", "", "use Syzygy's tables in these `folders`, separated as in PATH, "+purpose)
}

// Check returns an error if the flags are wrong.
func (c *Choice) Check() error {
	switch {
	case c.Pieces < 0 || c.Pieces > MaxMade:
		return fmt.Errorf("-endings is %d, not from 0 to %d", c.Pieces, MaxMade)
	case c.Pieces == 0 && c.Folder != "":
		return errors.New("-tables needs -endings")
	}
	return nil
}

// Tables are the tables that a Choice names. They are a chess.Tablebase that makes the
// table it needs and waits for it, so that its answers do not depend on the time.
// They may be used by several goroutines at once.
type Tables struct {
	// NotKept is called once if a table cannot be kept in the folder, which is an error if
	// NotKept is nil. It is set before the tables are used.
	NotKept func(error)
	notKept sync.Once

	ctx    context.Context // ends the making: a Tablebase has no other way
	pieces int
	made   *chess.EndingTables // nil if none are made
	files  chess.Tablebase     // Syzygy's; nil if there are none

	// The tablebases that WDL and Probe ask one after the other. WDL makes a table only if there
	// is no file. Tables that are made know the distance to mate, so Probe asks them first.
	results, distances chess.Tablebase
}

// File returns the name of the file that the table of an ending has in the folder: see
// chess.EndingTables.
func (c *Choice) File(e chess.Ending) string {
	return filepath.Join(c.Folder, e.Canonical().String()+tableExtension)
}

// How the name of the file of a table ends, and how the file begins.
const (
	tableExtension = ".ending"
	tableBegin     = "chessen"
)

// Open opens the files, and returns tables that are made until ctx is done; nil if the
// Choice names none. Unless it is nil, progress is told how far each table is. It is an
// error if a file in the folder has the name of a table and is none, and cli.ErrUsage if
// Syzygy's files cannot be opened.
func (c *Choice) Open(ctx context.Context, progress func(chess.EndingProgress)) (*Tables, error) {
	if c.Pieces == 0 && c.Syzygy == "" {
		return nil, nil
	}
	t := &Tables{ctx: ctx, pieces: c.Pieces}
	var made chess.Tablebase
	if c.Pieces > 0 {
		if err := c.checkFolder(); err != nil {
			return nil, err
		}
		t.made = &chess.EndingTables{Dir: c.Folder, Threads: c.Threads, Progress: progress}
		made = maker{t}
	}
	if c.Syzygy != "" {
		files, err := openSyzygy(c.Syzygy)
		if err != nil {
			return nil, err
		}
		t.files = files
	}
	t.results, t.distances = chess.JoinTablebases(t.files, made), chess.JoinTablebases(made, t.files)
	return t, nil
}

// Tablebase returns t, or nil without a type if t is nil.
func (t *Tables) Tablebase() chess.Tablebase {
	if t == nil {
		return nil
	}
	return t
}

// Files returns the tablebase of Syzygy's files, or nil if there are none.
func (t *Tables) Files() chess.Tablebase { return t.files }

// Table returns the table of an ending, which it makes if it is not ready. The error
// matches chess.ErrNotInTablebase if tables of its number of pieces are not made.
func (t *Tables) Table(e chess.Ending) (*chess.EndingTable, error) {
	if e.Pieces() <= t.pieces {
		if err := t.makeTable(e); err != nil {
			return nil, err
		}
		if table, ok := t.made.Table(e); ok {
			return table, nil
		}
	}
	return nil, fmt.Errorf("%w: no table of %v is made", chess.ErrNotInTablebase, e)
}

// Prepare is the optional method of a chess.Tablebase: it returns what is ready, and makes in the background
// what p needs. If tables of four pieces are not wanted, it makes all others first.
func (t *Tables) Prepare(p *chess.Position) chess.Tablebase {
	if t.made == nil {
		return t.files
	}
	var ready chess.Tablebase = t.made
	if t.pieces == MaxMade {
		ready = t.made.Prepare(p)
	} else if p.Ending().Pieces() <= 8 { // tables are near, as they are for made.Prepare
		t.made.Make(t.ctx, chess.Endings(t.pieces)...) // an interrupt ends the program
	}
	return chess.JoinTablebases(ready, t.files)
}

// Ready returns the tables that are ready whenever it is asked, and the files: unlike t it
// makes none. It is nil if t is nil.
func (t *Tables) Ready() chess.Tablebase {
	switch {
	case t == nil:
		return nil
	case t.made == nil:
		return t.files
	}
	return chess.JoinTablebases(ready{t.made}, t.files)
}

// ready hides Prepare.
type ready struct{ chess.Tablebase }

// Close ends the making of tables and closes the files. It does nothing if t is nil.
func (t *Tables) Close() error {
	if t == nil {
		return nil
	}
	var made, files error
	if t.made != nil {
		made = t.made.Close()
	}
	if t.files != nil {
		files = t.files.(io.Closer).Close()
	}
	return cmp.Or(made, files)
}

// String describes the tables in words, and nothing if t is nil. What has another
// description may give other results.
func (t *Tables) String() string {
	if t == nil {
		return ""
	}
	var words []string
	if t.made != nil {
		words = append(words, fmt.Sprintf("tables of %d pieces", t.pieces))
	}
	if t.files != nil {
		words = append(words, fmt.Sprintf("Syzygy's of %d", t.files.MaxPieces()))
	}
	return strings.Join(words, " and ")
}

// MaxPieces implements chess.Tablebase.
func (t *Tables) MaxPieces() int { return t.results.MaxPieces() }

// WDL implements chess.Tablebase.
func (t *Tables) WDL(p *chess.Position) (chess.WDL, error) { return t.results.WDL(p) }

// Probe implements chess.Tablebase.
func (t *Tables) Probe(p *chess.Position) (chess.ProbeResult, error) { return t.distances.Probe(p) }

// A maker is the Tablebase of the tables that t makes when they are needed.
type maker struct{ t *Tables }

func (m maker) MaxPieces() int { return m.t.pieces }

func (m maker) WDL(p *chess.Position) (chess.WDL, error) {
	if err := m.t.need(p); err != nil {
		return 0, err
	}
	return m.t.made.WDL(p)
}

func (m maker) Probe(p *chess.Position) (chess.ProbeResult, error) {
	if err := m.t.need(p); err != nil {
		return chess.ProbeResult{}, err
	}
	return m.t.made.Probe(p)
}

// need makes the table of p, unless it is none of those that are made or it is ready.
func (t *Tables) need(p *chess.Position) error {
	e := p.Ending()
	if _, ready := t.made.Table(e); ready || !t.Makes(p) {
		return nil
	}
	return t.makeTable(e)
}

// makeTable makes the table of an ending. If the folder fails, only the table that was to be kept
// is ready, so it makes the others one by one.
func (t *Tables) makeTable(e chess.Ending) error {
	failed := t.made.Make(t.ctx, e)
	if failed == nil || t.NotKept == nil {
		return failed
	}
	for _, needed := range append(e.Later(), e.Canonical()) {
		err := t.made.Make(t.ctx, needed)
		if _, ready := t.made.Table(needed); !ready {
			return err
		}
	}
	if err := t.ctx.Err(); err != nil {
		return err
	}
	t.notKept.Do(func() { t.NotKept(failed) })
	return nil
}

// Makes reports whether the table that knows p is one of those that are made.
func (t *Tables) Makes(p *chess.Position) bool {
	return p.Ending().Pieces() <= t.pieces && Possible(p)
}

// Possible reports whether p is of a kind that can be in a table: not of three-check, and
// without a right to castle.
func Possible(p *chess.Position) bool {
	for c := range chess.Color(2) {
		if kingSide, queenSide := p.CastlingRooks(c); kingSide != chess.NoSquare || queenSide != chess.NoSquare {
			return false
		}
	}
	return p.Variant() == chess.Standard
}

// Judge returns what the tables say of p and its moves, and whether they know it: they do
// not if t is nil. It makes tables only if the files do not know all of it.
func (t *Tables) Judge(p chess.Position) (v chess.Ranking, known bool, err error) {
	if t == nil {
		return v, false, nil
	}
	v, err = chess.RankMoves(chess.JoinTablebases(t.files), p)
	if errors.Is(err, chess.ErrNotInTablebase) {
		v, err = chess.RankMoves(t, p)
	}
	if errors.Is(err, chess.ErrNotInTablebase) {
		return v, false, nil
	}
	return v, err == nil, err
}

// Outcome returns how a game ends by the tables that has come to p: right after a capture
// or pawn move, when the result does not depend on the moves before. It is zero
// if they do not know p, or if t is nil.
func (t *Tables) Outcome(p chess.Position) (chess.Outcome, error) {
	if t == nil || p.HalfmoveClock() > 0 {
		return chess.Outcome{}, nil
	}
	switch w, err := t.WDL(&p); {
	case errors.Is(err, chess.ErrNotInTablebase):
		return chess.Outcome{}, nil
	case err != nil:
		return chess.Outcome{}, err
	case w == chess.WDLWin:
		return chess.WinBy(p.Turn(), chess.Adjudication), nil
	case w == chess.WDLLoss:
		return chess.WinBy(p.Turn().Other(), chess.Adjudication), nil
	}
	return chess.DrawBy(chess.Adjudication), nil
}
