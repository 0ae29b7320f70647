package ledger

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/lab/internal/study"
	"github.com/seed-0971039b/chess/examples/lab/internal/worth"
)

// A ledger is the content of the file.
type ledger struct {
	Conditions study.Conditions `json:"conditions"`
	Goal       worth.Goal       `json:"goal"`              // of the last run
	Settings   string           `json:"settings,omitzero"` // of the player, in words
	System     string           `json:"system"`            // of the last run
	Rows       []entry          `json:"rows"`              // all rows
	Pairs      []worth.Pair     `json:"pairs"`             // in the order of the openings

	save func() error
}

// An entry is a row in the file.
type entry struct {
	Name string `json:"name"`
	Cost cost   `json:"cost,omitzero"`
}

// open returns the ledger of the file, or a new one if there is no file. The file is locked
// until release is called.
func open(s *settings) (l *ledger, release func() error, err error) {
	l = &ledger{}
	found, release, err := study.Open(s.Path, l, func() error { return cmp.Or(l.check(), l.differ(s)) })
	if err != nil {
		return nil, nil, err
	}
	if !found {
		for _, part := range s.series.Player.Parts {
			l.Rows = append(l.Rows, entry{Name: part.Name})
		}
	}
	l.Conditions, l.Goal, l.Settings = s.Conditions, s.series.Goal, s.series.Player.Settings
	l.System = fmt.Sprintf("%s, %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	l.save = func() error { return outfile.Save(s.Path, l) }
	return l, release, nil
}

// print prints the table of the file.
func (s *settings) print(args []string, w io.Writer) error {
	if len(args) > 0 {
		return cli.BadCommandLine(fmt.Errorf("unexpected argument %q", args[0]))
	}
	l := &ledger{}
	found, err := outfile.Load(s.Path, l)
	switch {
	case err != nil:
		return err
	case !found:
		return fmt.Errorf("%s does not exist", s.Path)
	}
	if err := l.check(); err != nil {
		return fmt.Errorf("%s: %w", s.Path, err)
	}
	return l.writeTable(w)
}

// check returns an error if the pairs are not those of the rows.
func (l *ledger) check() error {
	for i := range l.Pairs {
		if len(l.Pairs[i].Lacks) != len(l.Rows) {
			return fmt.Errorf("pair %d does not have a sign for each row", i+1)
		}
	}
	return nil
}

// differ returns an error if a run with these settings cannot continue the ledger.
func (l *ledger) differ(s *settings) error {
	if err := l.Conditions.Differ(&s.Conditions); err != nil {
		return err
	}
	if !slices.EqualFunc(l.Rows, s.series.Player.Parts, func(e entry, p worth.Part) bool { return e.Name == p.Name }) {
		return errors.New("its rows are those of a different player")
	}
	return nil
}
