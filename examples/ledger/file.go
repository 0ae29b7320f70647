package main

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/state"
)

// A ledger is what the file holds.
type ledger struct {
	Conditions contest.Conditions `json:"conditions"`
	Goal       goal               `json:"goal"`   // of the last run
	System     string             `json:"system"` // of the last run
	Entries    []*entry           `json:"rows"`   // those of which something is known

	save func() error
}

// An entry is what is known of a row.
type entry struct {
	Row    string `json:"row"`
	Wins   int    `json:"wins"` // of the player with it
	Draws  int    `json:"draws"`
	Losses int    `json:"losses"`
	Pairs  [5]int `json:"pairs"` // as in chess.Tally
	Cost   cost   `json:"cost"`
}

// open returns the ledger of the file, or a new one.
func open(s *settings) (*ledger, error) {
	l := &ledger{}
	found, err := state.Load(s.path, l)
	switch {
	case err != nil:
		return nil, err
	case s.show && !found:
		return nil, fmt.Errorf("there is no file %s to show", s.path)
	case found:
		err = l.check()
	}
	if err == nil && !s.show {
		if found {
			err = l.Conditions.Differ(&s.conditions)
		}
		l.Conditions = s.conditions
		l.Goal = s.goal
		l.System = fmt.Sprintf("%s, %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.path, err)
	}
	l.save = func() error { return state.Save(s.path, l) }
	return l, nil
}

// check returns an error if the entries cannot be.
func (l *ledger) check() error {
	rows := map[string]bool{}
	for _, e := range l.Entries {
		if e == nil || e.Row == "" || rows[e.Row] {
			return errors.New("a row is there twice, or has no name")
		}
		rows[e.Row] = true
		games, points, least := 0, 0, min(e.Wins, e.Draws, e.Losses)
		for result, k := range e.Pairs {
			games += 2 * k
			points += result * k
			least = min(least, k)
		}
		if least < 0 || games != e.Wins+e.Draws+e.Losses || points != 2*e.Wins+e.Draws {
			return fmt.Errorf("%s: its games and its pairs of games are not the same", e.Row)
		}
	}
	return nil
}

// entry returns the entry of a row, if need be a new one.
func (l *ledger) entry(row string) *entry {
	e := l.find(row)
	if e == nil {
		e = &entry{Row: row}
		l.Entries = append(l.Entries, e)
	}
	return e
}

// find returns the entry of a row, or nil.
func (l *ledger) find(row string) *entry {
	for _, e := range l.Entries {
		if e.Row == row {
			return e
		}
	}
	return nil
}

// tally returns the games; of no entry there are none.
func (e *entry) tally() *chess.Tally {
	if e == nil {
		return &chess.Tally{}
	}
	return &chess.Tally{Wins: e.Wins, Draws: e.Draws, Losses: e.Losses, Pairs: e.Pairs}
}

// add adds the games of a pair.
func (e *entry) add(pair [2]*chess.MatchGame) {
	t := e.tally()
	for _, g := range pair {
		t.Add(g, 0)
	}
	e.Wins, e.Draws, e.Losses, e.Pairs = t.Wins, t.Draws, t.Losses, t.Pairs
}
