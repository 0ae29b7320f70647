package chess

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
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

// layers returns s and the searchers that it wraps, the outermost first.
func layers(s Searcher) iter.Seq[Searcher] {
	return func(yield func(Searcher) bool) {
		for s != nil && yield(s) {
			wrapper, ok := s.(interface{ Unwrap() Searcher })
			if !ok {
				return
			}
			s = wrapper.Unwrap()
		}
	}
}

// layer returns the outermost layer of s that has the ability T.
func layer[T any](s Searcher) (ability T, ok bool) {
	for l := range layers(s) {
		if ability, ok = l.(T); ok {
			break
		}
	}
	return ability, ok
}

// tell calls f with each layer of s that has the ability T, down to the first that is of
// this package and wraps another: settings pass on what they are told.
func tell[T any](s Searcher, f func(T)) {
	for l := range layers(s) {
		if ability, ok := l.(T); ok {
			f(ability)
		}
		if _, ok := l.(interface{ passesOn() }); ok {
			return
		}
	}
}

// forget tells all layers of s that another game begins.
func forget(s Searcher) { tell(s, Forgetter.Forget) }

// reseed seeds all layers of s.
func reseed(s Searcher, seed uint64) { tell(s, func(l Seeder) { l.Seed(seed) }) }

// limitsItself reports whether a search by s ends soon without limits.
func limitsItself(s Searcher) bool {
	limiting, ok := layer[SelfLimiting](s)
	return ok && limiting.LimitsItself()
}

// settings are the options of a searcher or a protocol that wraps a searcher, its own and
// those of the wrapped searcher that have other names, and the other abilities of the
// wrapped searcher.
type settings struct {
	_        noCopy
	searcher Searcher
	own      []setting
	rng      *rand.Rand // for choices of its own; nil if it makes none
}

// Unwrap returns the searcher that it wraps: see Searcher.
func (s *settings) Unwrap() Searcher { return s.searcher }

// passesOn marks it for tell.
func (s *settings) passesOn() {}

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
	for l := range layers(s.searcher) {
		if c, ok := l.(Configurable); ok {
			for _, o := range c.Options() {
				if !hasOption(all, o.Name) {
					all = append(all, o)
				}
			}
		}
	}
	return all
}

// hasOption reports whether there is an option with a name, in upper or lower case.
func hasOption(options []Option, name string) bool {
	return slices.ContainsFunc(options, func(o Option) bool { return strings.EqualFold(o.Name, name) })
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
	var innermost Configurable // may have options that it does not list
	for l := range layers(s.searcher) {
		if c, ok := l.(Configurable); ok {
			if innermost = c; hasOption(c.Options(), name) {
				break
			}
		}
	}
	if innermost == nil {
		return noOption(name)
	}
	return innermost.SetOption(name, value)
}

// newRand returns the source of a searcher's random choices.
func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// Forget implements Forgetter. It is passed on to the wrapped searcher.
func (s *settings) Forget() { forget(s.searcher) }

// Seed implements Seeder. It is passed on to the wrapped searcher.
func (s *settings) Seed(seed uint64) {
	if s.rng != nil {
		s.rng = newRand(seed)
	}
	reseed(s.searcher, seed)
}

// evaluating returns the outermost layer of the wrapped searcher that evaluates, or nil.
func (s *settings) evaluating() Evaluating {
	for l := range layers(s.searcher) {
		if e, ok := l.(Evaluating); ok && e.Evaluator() != nil {
			return e
		}
	}
	return nil
}

// Evaluator implements Evaluating. It returns that of the wrapped searcher, or nil if it
// has none.
func (s *settings) Evaluator() Evaluator {
	if e := s.evaluating(); e != nil {
		return e.Evaluator()
	}
	return nil
}

// SetEvaluator implements Evaluating. It must not be called during a search. It is an
// error if the wrapped searcher does not evaluate.
func (s *settings) SetEvaluator(e Evaluator) error {
	if evaluating := s.evaluating(); evaluating != nil {
		return evaluating.SetEvaluator(e)
	}
	return errNoEvaluator
}

// LimitsItself implements SelfLimiting. It reports whether the wrapped searcher does.
func (s *settings) LimitsItself() bool { return limitsItself(s.searcher) }

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
