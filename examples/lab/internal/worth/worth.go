// Package worth estimates what the parts of a player are worth, in Elo: the features
// of its evaluation and the techniques of its search. The player plays against
// itself. In each pair of games some of its parts, chosen at random, are switched off
// on one side or the other, and a regression over all games estimates what each part
// is worth. About forty parts take five times the games of one, not forty times.
//
// Describe a player for NewPlayer, choose parts with Matching, and let a Series play
// the pairs. Fit has the estimates.
package worth

import (
	"context"
	"crypto/sha256"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// A Part is a part of a player that can be switched off.
type Part struct {
	Name        string // "feature king shelter" or "technique NullMovePruning"
	Feature     string // the name of a feature; empty for a technique
	option, off string // for a technique: the option and the value that switches it off
}

// A Player makes players that lack some of their parts.
type Player struct {
	Parts    []Part
	Settings string // all options, and the weights of the features, in words

	complete func(context.Context) (chess.Searcher, error)
}

// NewPlayer returns the Player of a description. Its parts are all features of its
// evaluation with a weight, and all options that are on and can be switched off. It is
// an error if there are none.
func NewPlayer(ctx context.Context, d *player.Description) (*Player, error) {
	create, err := d.Maker()
	if err != nil {
		return nil, err
	}
	s, err := create(ctx)
	if err != nil {
		return nil, err
	}
	defer player.Close(s)
	p := &Player{complete: create}
	var settings []string
	if e := player.EvaluatorOf(s); e != nil {
		for _, t := range e.Terms() {
			if t.MG != 0 || t.EG != 0 {
				p.Parts = append(p.Parts, Part{Name: "feature " + t.Feature.Name(), Feature: t.Feature.Name()})
			}
		}
		weights, err := weightsOf(e)
		if err != nil {
			return nil, err
		}
		settings = append(settings, weights)
	}
	if c, ok := s.(chess.Configurable); ok {
		var options []string
		for _, o := range c.Options() {
			if o.Kind != "button" {
				options = append(options, o.Name+" "+o.Value)
			}
			if off, ok := switchedOff(o); ok {
				p.Parts = append(p.Parts, Part{Name: "technique " + o.Name, option: o.Name, off: off})
			}
		}
		settings = append(settings, "options "+strings.Join(options, ", "))
	}
	p.Settings = strings.Join(settings, "; ")
	if len(p.Parts) == 0 {
		return nil, fmt.Errorf("%s has no part that can be switched off", d.Text)
	}
	return p, nil
}

// switchedOff returns the value that switches an option off, if it is on.
func switchedOff(o chess.Option) (value string, ok bool) {
	switch {
	case o.Name == "Hash" || o.Name == "Seed": // a size and a number, not techniques
		return "", false
	case strings.HasPrefix(o.Name, "Syzygy"): // without tables they do nothing
		return "", false
	case o.Kind == "check":
		return "false", o.Value == "true"
	case o.Kind == "spin":
		return "0", o.Value != "0" && o.Min <= 0 && o.Max >= 0
	}
	return "", false
}

// weightsOf returns the weights of an evaluator in words, with a hash of its numbers.
func weightsOf(e *chess.FeatureEvaluator) (string, error) {
	hash := sha256.New()
	if err := chess.WriteWeights(hash, e.Terms()...); err != nil {
		return "", err
	}
	var weights []string
	for _, t := range e.Terms() {
		if t.MG == t.EG {
			weights = append(weights, fmt.Sprintf("%s %d", t.Feature.Name(), t.MG))
		} else {
			weights = append(weights, fmt.Sprintf("%s %d/%d", t.Feature.Name(), t.MG, t.EG))
		}
	}
	return fmt.Sprintf("weights in percent %s; numbers of the features %x", strings.Join(weights, ", "), hash.Sum(nil)[:8]), nil
}

// Without returns the player without some parts, or the complete player.
func (p *Player) Without(ctx context.Context, parts ...Part) (chess.Searcher, error) {
	s, err := p.complete(ctx)
	if err == nil {
		if err = switchOff(s, parts); err != nil {
			player.Close(s)
		}
	}
	return s, err
}

// switchOff switches parts of a player off.
func switchOff(s chess.Searcher, parts []Part) error {
	features := false
	for _, part := range parts {
		if features = features || part.Feature != ""; part.Feature != "" {
			continue
		}
		if err := s.(chess.Configurable).SetOption(part.option, part.off); err != nil {
			return err
		}
	}
	if !features {
		return nil
	}
	e, err := WithoutFeatures(player.EvaluatorOf(s), parts...)
	if err != nil {
		return err
	}
	return s.(chess.Evaluating).SetEvaluator(e)
}

// WithoutFeatures returns an evaluator without those of the parts that are features.
func WithoutFeatures(e *chess.FeatureEvaluator, parts ...Part) (*chess.FeatureEvaluator, error) {
	return chess.NewFeatureEvaluator(slices.DeleteFunc(e.Terms(), func(t chess.Term) bool {
		return slices.ContainsFunc(parts, func(p Part) bool { return p.Feature == t.Feature.Name() })
	})...)
}

// Matching reports for each part whether its name matches. It is an error if none
// does.
func (p *Player) Matching(selected *regexp.Regexp) ([]bool, error) {
	matches := make([]bool, len(p.Parts))
	for i, part := range p.Parts {
		matches[i] = selected.MatchString(part.Name)
	}
	if !slices.Contains(matches, true) {
		return nil, fmt.Errorf("no part matches %q", selected)
	}
	return matches, nil
}
