package ledger

import (
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/worth"
)

// A ledger is the content of the file.
type ledger struct {
	Conditions contest.Conditions `json:"conditions"`
	Goal       worth.Goal         `json:"goal"`              // of the last run
	Settings   string             `json:"settings,omitzero"` // of the player, in words
	System     string             `json:"system"`            // of the last run
	Rows       []entry            `json:"rows"`              // all rows
	Pairs      []worth.Pair       `json:"pairs"`             // in the order of the openings

	save func() error
}

// An entry is a row in the file.
type entry struct {
	Name string `json:"name"`
	Cost cost   `json:"cost,omitzero"`
}

// open returns the ledger of the file, or a new one if there is no file.
func open(s *settings) (*ledger, error) {
	l := &ledger{}
	found, err := outfile.Load(s.path, l)
	switch {
	case err != nil:
		return nil, err
	case s.show && !found:
		return nil, fmt.Errorf("%s does not exist", s.path)
	case found:
		err = l.check()
	}
	if err == nil && !s.show {
		if found {
			err = l.checkSettings(s)
		} else {
			for _, part := range s.series.Player.Parts {
				l.Rows = append(l.Rows, entry{Name: part.Name})
			}
		}
		l.Conditions = s.conditions
		l.Goal = s.series.Goal
		l.Settings = s.series.Player.Settings
		l.System = fmt.Sprintf("%s, %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.path, err)
	}
	l.save = func() error { return outfile.Save(s.path, l) }
	return l, nil
}

// check returns an error if the rows and the pairs are not consistent.
func (l *ledger) check() error {
	names := map[string]bool{}
	for _, r := range l.Rows {
		if r.Name == "" || names[r.Name] {
			return errors.New("a row has no name, or is a duplicate")
		}
		names[r.Name] = true
	}
	for i := range l.Pairs {
		if len(l.Pairs[i].Lacks) != len(l.Rows) {
			return fmt.Errorf("pair %d does not have a sign for each row", i+1)
		}
	}
	return nil
}

// checkSettings returns an error if a run with these settings cannot continue the
// ledger.
func (l *ledger) checkSettings(s *settings) error {
	if err := l.Conditions.Differ(&s.conditions); err != nil {
		return err
	}
	same := slices.EqualFunc(l.Rows, s.series.Player.Parts, func(e entry, p worth.Part) bool { return e.Name == p.Name })
	if !same {
		return errors.New("its rows are those of a different player")
	}
	return nil
}
