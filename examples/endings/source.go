package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/replace"
)

// A source is where the truth comes from: tables that were made, Syzygy's files, or both.
type source struct {
	chess.Tablebase
	made   *chess.EndingTables // nil if there are none
	syzygy *chess.Syzygy       // nil if there are no files
}

// open makes tables of these endings ready, and opens Syzygy's files.
func (p *program) open(ctx context.Context, s *settings, endings ...chess.Ending) (*source, error) {
	from := &source{}
	var all []chess.Tablebase
	if len(endings) > 0 {
		if err := checkTables(s.tables, endings); err != nil {
			return nil, err
		}
		bar := progress.New(p.stderr)
		defer bar.Clear()
		from.made = newTables(s.tables, s.threads, bar)
		if err := from.made.Make(ctx, endings...); err != nil {
			from.close()
			return nil, err
		}
		all = append(all, from.made)
	}
	if s.syzygy != "" {
		var err error
		if from.syzygy, err = chess.OpenSyzygy(s.syzygy); err != nil {
			from.close()
			return nil, err
		}
		all = append(all, from.syzygy)
	}
	from.Tablebase = chess.JoinTablebases(all...)
	return from, nil
}

// openFor opens what knows a position. With Syzygy's files, tables are only made if there is
// a folder for them; of five pieces, they are only read.
func (p *program) openFor(ctx context.Context, s *settings, position chess.Position) (*source, error) {
	e := position.Ending().Canonical()
	kept := false
	if s.tables != "" {
		_, err := os.Stat(tablePath(s.tables, e))
		kept = err == nil
	}
	const atOnce = 4 // pieces
	switch {
	case kept, e.Pieces() <= atOnce && (s.syzygy == "" || s.tables != ""):
		return p.open(ctx, s, e)
	case s.syzygy != "":
		return p.open(ctx, s)
	case e.Pieces() > maxPieces:
		return nil, fmt.Errorf("%v has %d pieces: name a folder of Syzygy's files with -syzygy", e, e.Pieces())
	}
	return nil, fmt.Errorf("there is no table of %v: make it first, by endings make %v, and name its folder with -tables; or name a folder of Syzygy's files with -syzygy", e, e)
}

// close closes the files.
func (s *source) close() error {
	var err error
	if s.made != nil {
		err = s.made.Close()
	}
	if s.syzygy != nil {
		err = cmp.Or(err, s.syzygy.Close())
	}
	return err
}

// newTables returns a set of tables that shows in bar what it makes.
func newTables(folder string, threads int, bar *progress.Progress) *chess.EndingTables {
	started := false
	return &chess.EndingTables{Dir: folder, Threads: threads, Progress: func(at chess.EndingProgress) {
		if !started {
			bar.Start("tables", at.Ready, at.Total)
			started = true
		}
		bar.Show(at.Ready, at.Total, fmt.Sprintf("%v %.0f %%", at.Ending, 100*at.Done))
	}}
}

// tablePath returns the name of the file of a table.
func tablePath(folder string, e chess.Ending) string {
	return filepath.Join(folder, e.String()+".ending")
}

// tableBegin is how the file of a table begins.
const tableBegin = "chessen"

// checkTables checks that the files of these endings and of those that they need are
// tables, if there are any: others would be replaced.
func checkTables(folder string, endings []chess.Ending) (err error) {
	if folder == "" {
		return nil
	}
	for _, e := range endings {
		for _, e := range append(e.Later(), e.Canonical()) {
			err = cmp.Or(err, replace.Foreign(tablePath(folder, e), "table of an ending", replace.Begins(tableBegin)))
		}
	}
	return err
}
