package chess

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A setting is an option with the function that sets it.
type setting struct {
	Option
	set func(value string) // the value is allowed
}

// checkSetting returns a check option, whose value is stored in *value.
func checkSetting(name string, value *bool) setting {
	return setting{Option{Name: name, Kind: CheckOption, Value: strconv.FormatBool(*value)}, func(v string) {
		*value = v == "true"
	}}
}

// spinSetting returns a spin option, whose value is stored in *value.
func spinSetting(name string, value *int, low, high int) setting {
	return setting{Option{Name: name, Kind: SpinOption, Value: strconv.Itoa(*value), Min: low, Max: high}, func(v string) {
		*value, _ = strconv.Atoi(v)
	}}
}

// settings are the options of a searcher or a protocol that wraps a searcher: its
// own, and those of the wrapped searcher that have other names.
type settings struct {
	searcher Searcher
	own      []setting
}

// search has the wrapped searcher search.
func (s *settings) search(ctx context.Context, g *Game, l Limits) (Result, error) {
	if s.searcher == nil {
		return Result{}, errNoSearcher
	}
	return s.searcher.Search(ctx, g, l)
}

// Options implements Configurable.
func (s *settings) Options() []Option {
	var all []Option
	for _, own := range s.own {
		all = append(all, own.Option)
	}
	if c, ok := s.searcher.(Configurable); ok {
		for _, o := range c.Options() {
			if s.find(o.Name) == nil {
				all = append(all, o)
			}
		}
	}
	return all
}

// SetOption implements Configurable. It must not be called during a search.
func (s *settings) SetOption(name, value string) error {
	if own := s.find(name); own != nil {
		value, err := own.accept(value)
		if err == nil {
			own.Value = value
			own.set(value)
		}
		return err
	}
	if c, ok := s.searcher.(Configurable); ok {
		return c.SetOption(name, value)
	}
	return noOption(name)
}

// Forget implements Forgetter. It calls Forget of the searcher, if that is a
// Forgetter.
func (s *settings) Forget() {
	if f, ok := s.searcher.(Forgetter); ok {
		f.Forget()
	}
}

// Evaluator implements Evaluating. It returns that of the searcher, or nil if it has
// none.
func (s *settings) Evaluator() Evaluator {
	if e, ok := s.searcher.(Evaluating); ok {
		return e.Evaluator()
	}
	return nil
}

// SetEvaluator implements Evaluating. It must not be called during a search. It is an
// error if the searcher does not evaluate.
func (s *settings) SetEvaluator(e Evaluator) error {
	if evaluating, ok := s.searcher.(Evaluating); ok {
		return evaluating.SetEvaluator(e)
	}
	return errNoEvaluator
}

// LimitsItself implements SelfLimiting. It reports whether the searcher does.
func (s *settings) LimitsItself() bool { return limitsItself(s.searcher) }

// limitsItself reports whether a search by s ends soon without limits.
func limitsItself(s Searcher) bool {
	limiting, ok := s.(SelfLimiting)
	return ok && limiting.LimitsItself()
}

// seed seeds the searcher, if it is a Seeder.
func (s *settings) seed(seed uint64) {
	if seeder, ok := s.searcher.(Seeder); ok {
		seeder.Seed(seed)
	}
}

// find returns the own option with a name, in upper or lower case, or nil.
func (s *settings) find(name string) *setting {
	i := slices.IndexFunc(s.own, func(own setting) bool { return strings.EqualFold(own.Name, name) })
	if i < 0 {
		return nil
	}
	return &s.own[i]
}

// accept returns value in the spelling of the option, or an error if it is not
// allowed.
func (o *Option) accept(value string) (string, error) {
	choices := o.Choices
	switch o.Kind {
	case ButtonOption:
		return "", nil
	case StringOption:
		return value, nil
	case SpinOption:
		n, err := strconv.Atoi(value)
		if err != nil || n < o.Min || n > o.Max {
			return "", fmt.Errorf("chess: option %s is a number from %d to %d, not %q", o.Name, o.Min, o.Max, shorten(value, maxWord))
		}
		return strconv.Itoa(n), nil
	case CheckOption:
		choices = []string{"true", "false"}
	}
	for _, choice := range choices {
		if strings.EqualFold(choice, value) {
			return choice, nil
		}
	}
	return "", fmt.Errorf("chess: option %s is one of %s, not %q", o.Name, strings.Join(choices, ", "), shorten(value, maxWord))
}

// noOption returns the error for an option that does not exist.
func noOption(name string) error {
	return fmt.Errorf("chess: there is no option %q", shorten(name, maxWord))
}
