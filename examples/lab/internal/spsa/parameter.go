package spsa

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// A parameter is a number to tune.
type parameter struct {
	Name  string  `json:"name"` // of the option
	Start float64 `json:"start"`
	Min   float64 `json:"min"`
	Max   float64 `json:"max"`
	Step  float64 `json:"step"` // by which it is varied at the beginning
}

// parseParameter parses "Name=start:min:max" or "Name=start:min:max:step".
func parseParameter(text string) (p parameter, err error) {
	name, rest, _ := strings.Cut(text, "=")
	words := strings.Split(rest, ":")
	if len(words) != 3 && len(words) != 4 {
		return p, errors.New("want Name=start:min:max or Name=start:min:max:step")
	}
	var numbers [4]float64
	for i, word := range words {
		if numbers[i], err = strconv.ParseFloat(word, 64); err != nil {
			return p, fmt.Errorf("%q is not a number", word)
		}
	}
	p = parameter{name, numbers[0], numbers[1], numbers[2], numbers[3]}
	if len(words) == 3 {
		p.Step = max((p.Max-p.Min)/10, 1)
	}
	return p, nil
}

// noOptimum are numeric options that cannot be tuned: the best is the highest, or it
// makes no difference.
var noOptimum = []string{"Hash", "Threads", "Depth", "Seed", "UCI_Elo", "SyzygyProbeLimit"}

// checkParameters returns an error if the player that create makes has no such
// options, or if their ranges are not valid.
func checkParameters(ctx context.Context, parameters []parameter, create func(context.Context) (chess.Searcher, error)) error {
	if len(parameters) == 0 {
		return errors.New("the parameters, -p, are missing")
	}
	s, err := create(ctx)
	if err != nil {
		return err
	}
	defer player.Close(s)
	options := map[string]chess.Option{}
	if c, ok := s.(chess.Configurable); ok {
		for _, o := range c.Options() {
			if o.Kind == "spin" && !slices.Contains(noOptimum, o.Name) {
				options[o.Name] = o
			}
		}
	}
	if len(options) == 0 {
		return errors.New("the player has no number to tune")
	}
	used := map[string]bool{}
	for _, p := range parameters {
		o, ok := options[p.Name]
		switch {
		case !ok:
			return fmt.Errorf("%q cannot be tuned: want one of %s", p.Name, strings.Join(slices.Sorted(maps.Keys(options)), ", "))
		case used[p.Name]:
			return fmt.Errorf("duplicate parameter %s", p.Name)
		case !(p.Min < p.Max && p.Min <= p.Start && p.Start <= p.Max):
			return fmt.Errorf("the start of %s, %g, is not between %g and %g", p.Name, p.Start, p.Min, p.Max)
		case p.Min < float64(o.Min) || p.Max > float64(o.Max):
			return fmt.Errorf("%s must be from %d to %d, not from %g to %g", p.Name, o.Min, o.Max, p.Min, p.Max)
		case !(p.Step >= 0.5 && p.Step <= p.Max-p.Min): // the option is a whole number
			return fmt.Errorf("the step of %s, %g, must be at least 0.5 and at most the range", p.Name, p.Step)
		}
		used[p.Name] = true
	}
	return nil
}
