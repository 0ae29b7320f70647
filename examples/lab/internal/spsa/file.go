package spsa

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/lab/internal/study"
)

// A record is the content of the file: the settings of the run, and its state.
type record struct {
	Conditions study.Conditions `json:"conditions"`
	Parameters []parameter      `json:"parameters"`
	Pairs      int              `json:"pairs"` // the pairs of games in an iteration
	Rate       float64          `json:"rate"`

	Iterations int       `json:"iterations"` // the number of iterations done
	Values     []float64 `json:"values"`     // the current values of the parameters, in the same order

	save func() error
}

// open returns the record of the file, or a new one if there is no file. The file is locked
// until release is called.
func open(s *settings) (r *record, release func() error, err error) {
	r = &record{}
	found, release, err := study.Open(s.Path, r, func() error { return cmp.Or(r.check(), r.differ(s)) })
	if err != nil {
		return nil, nil, err
	}
	if !found {
		for _, p := range s.parameters {
			r.Values = append(r.Values, p.Start)
		}
	}
	r.Conditions, r.Parameters, r.Pairs, r.Rate = s.Conditions, s.parameters, s.pairs, s.rate
	r.save = func() error { return outfile.Save(s.Path, r) }
	return r, release, nil
}

// check returns an error if the record is not consistent.
func (r *record) check() error {
	if len(r.Values) != len(r.Parameters) || r.Iterations < 0 {
		return errors.New("it is damaged: its numbers are not consistent")
	}
	for i, p := range r.Parameters {
		if x := r.Values[i]; !(p.Min <= x && x <= p.Max) {
			return fmt.Errorf("it is damaged: %s is %g, which is not between %g and %g", p.Name, x, p.Min, p.Max)
		}
	}
	return nil
}

// differ returns an error if a run with the settings s would have another result.
func (r *record) differ(s *settings) error {
	switch {
	case !slices.Equal(r.Parameters, s.parameters):
		return fmt.Errorf("its parameters are different: %v", r.Parameters)
	case r.Pairs != s.pairs:
		return fmt.Errorf("its iterations have %d pairs of games, not %d", r.Pairs, s.pairs)
	case r.Rate != s.rate:
		return fmt.Errorf("its rate is %g, not %g", r.Rate, s.rate)
	}
	return r.Conditions.Differ(&s.Conditions)
}

// writeOptions writes the current values as UCI commands.
func (r *record) writeOptions(w io.Writer) error {
	for i, p := range r.Parameters {
		if _, err := fmt.Fprintf(w, "setoption name %s value %.0f\n", p.Name, math.Round(r.Values[i])); err != nil {
			return err
		}
	}
	return nil
}
