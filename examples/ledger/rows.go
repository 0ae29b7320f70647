package main

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/seed-0971039b/chess"
)

// A row is a part of the default player, and the player without it.
type row struct {
	name string // "feature king shelter" or "technique NullMove"

	terms       []chess.Term // of the player without it
	option, off string       // for a technique: what switches it off
}

// full is the player with all parts.
func full() row { return row{terms: chess.NewDefaultEvaluator().Terms()} }

// rows returns those whose names match: every term of the default evaluator, and
// every option of AlphaBeta that is on and can be switched off.
func rows(selected *regexp.Regexp) ([]row, error) {
	all := full()
	var found []row
	add := func(r row) {
		if selected.MatchString(r.name) {
			found = append(found, r)
		}
	}
	for i, t := range all.terms {
		add(row{name: "feature " + t.Feature.Name(), terms: slices.Delete(slices.Clone(all.terms), i, i+1)})
	}
	for _, o := range chess.NewAlphaBeta(chess.NewDefaultEvaluator()).Options() {
		r := row{name: "technique " + o.Name, terms: all.terms, option: o.Name}
		switch {
		case o.Name == "Hash": // a size, not a technique
		case o.Kind == chess.CheckOption && o.Value == "true":
			r.off = "false"
			add(r)
		case o.Kind == chess.SpinOption && o.Value != "0" && o.Min == 0:
			r.off = "0"
			add(r)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no row matches %q", selected)
	}
	return found, nil
}

func (r *row) evaluator() (*chess.FeatureEvaluator, error) {
	return chess.NewFeatureEvaluator(r.terms...)
}

// searcher returns the player without the row.
func (r *row) searcher() (chess.Searcher, error) {
	e, err := r.evaluator()
	if err != nil {
		return nil, err
	}
	s := chess.NewAlphaBeta(e)
	if r.option != "" {
		err = s.SetOption(r.option, r.off)
	}
	return s, err
}
