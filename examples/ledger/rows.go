package main

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/seed-0971039b/chess"
)

// A row is a part of the complete player that can be switched off.
type row struct {
	name        string // "feature king shelter" or "technique NullMovePruning"
	feature     string // the name of a feature; empty for a technique
	option, off string // for a technique: the option and the value that switches it off
}

// rows returns all rows: every term of the evaluator of the complete player, and
// every option of AlphaBeta that is on by default and can be switched off.
func rows(complete *chess.FeatureEvaluator) []row {
	var all []row
	for _, t := range complete.Terms() {
		all = append(all, row{name: "feature " + t.Feature.Name(), feature: t.Feature.Name()})
	}
	for _, o := range chess.NewAlphaBeta(complete).Options() {
		r := row{name: "technique " + o.Name, option: o.Name}
		switch {
		case o.Name == "Hash": // a size, not a technique
		case o.Kind == chess.CheckOption && o.Value == "true":
			r.off = "false"
			all = append(all, r)
		case o.Kind == chess.SpinOption && o.Value != "0" && o.Min == 0:
			r.off = "0"
			all = append(all, r)
		}
	}
	return all
}

// matching reports for each row whether its name matches. It is an error if none
// does.
func matching(rows []row, selected *regexp.Regexp) ([]bool, error) {
	matches := make([]bool, len(rows))
	for i, r := range rows {
		matches[i] = selected.MatchString(r.name)
	}
	if !slices.Contains(matches, true) {
		return nil, fmt.Errorf("no row matches %q", selected)
	}
	return matches, nil
}

// evaluator returns the complete evaluator without some rows.
func evaluator(complete *chess.FeatureEvaluator, without ...row) (*chess.FeatureEvaluator, error) {
	return chess.NewFeatureEvaluator(slices.DeleteFunc(complete.Terms(), func(t chess.Term) bool {
		return slices.ContainsFunc(without, func(r row) bool { return r.feature == t.Feature.Name() })
	})...)
}

// searcher returns the player with the complete evaluator, without some rows.
func searcher(complete *chess.FeatureEvaluator, without ...row) (chess.Searcher, error) {
	e, err := evaluator(complete, without...)
	if err != nil {
		return nil, err
	}
	s := chess.NewAlphaBeta(e)
	for _, r := range without {
		if r.option != "" {
			if err := s.SetOption(r.option, r.off); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}
