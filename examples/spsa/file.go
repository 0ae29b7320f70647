package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess/examples/internal/contest"
	"github.com/seed-0971039b/chess/examples/internal/state"
)

// A record is what the file holds: what the run depends on, and how far it is.
type record struct {
	Conditions contest.Conditions `json:"conditions"`
	Parameters []parameter        `json:"parameters"`
	Pairs      int                `json:"pairs"` // of games in an iteration
	Rate       float64            `json:"rate"`

	Iterations int       `json:"iterations"` // done
	Values     []float64 `json:"values"`     // of the parameters, by their places

	save func() error
}

// open returns the record of the file, or a new one.
func open(s *settings) (*record, error) {
	r := &record{}
	found, err := state.Load(s.path, r)
	if err != nil {
		return nil, err
	}
	if found {
		if err = r.check(); err == nil {
			err = r.differ(s)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.path, err)
		}
	} else {
		for _, p := range s.parameters {
			r.Values = append(r.Values, p.Start)
		}
	}
	r.Conditions, r.Parameters, r.Pairs, r.Rate = s.conditions, s.parameters, s.pairs, s.rate
	r.save = func() error { return state.Save(s.path, r) }
	return r, nil
}

// check returns an error if the record cannot be.
func (r *record) check() error {
	if len(r.Values) != len(r.Parameters) || r.Iterations < 0 {
		return errors.New("it is damaged: its numbers do not fit together")
	}
	for i, p := range r.Parameters {
		if x := r.Values[i]; !(p.Min <= x && x <= p.Max) {
			return fmt.Errorf("it is damaged: %s is %g, and not from %g to %g", p.Name, x, p.Min, p.Max)
		}
	}
	return nil
}

// differ returns an error if s would have led to something else.
func (r *record) differ(s *settings) error {
	switch {
	case !slices.Equal(r.Parameters, s.parameters):
		return fmt.Errorf("its parameters are others: %v", r.Parameters)
	case r.Pairs != s.pairs:
		return fmt.Errorf("its iterations have %d pairs of games, not %d", r.Pairs, s.pairs)
	case r.Rate != s.rate:
		return fmt.Errorf("its rate is %g, not %g", r.Rate, s.rate)
	}
	return r.Conditions.Differ(&s.conditions)
}

// String returns a parameter as it is given.
func (p parameter) String() string {
	return fmt.Sprintf("%s=%g:%g:%g:%g", p.Name, p.Start, p.Min, p.Max, p.Step)
}

// writeOptions writes what has been reached as commands of UCI.
func (r *record) writeOptions(w io.Writer) error {
	var b strings.Builder
	for i, p := range r.Parameters {
		fmt.Fprintf(&b, "setoption name %s value %.0f\n", p.Name, math.Round(r.Values[i]))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
