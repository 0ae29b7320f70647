package chess

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// AlphaBetaOptions are the techniques of AlphaBeta, alone or in groups. Each can be switched off, by false or
// 0, to measure its effect. With Rigorous and nothing else but Hash and Threads, the score is that of Minimax.
type AlphaBetaOptions struct {
	Hash     int  // size of the transposition table in MiB, at most 1<<20; 0 is no table
	Threads  int  // goroutines that search at once and share the table, at most 256; 0 is one
	Rigorous bool // take from the table only scores of the same depth and history, not those of deeper searches

	AspirationWindow int  // search the root in a window of this many centipawns on either side of the last score
	Quiescence       bool // search captures before evaluating

	// Move ordering.
	SEEOrdering         bool // captures that lose by SEE come last, and not at all in quiescence; evasions use SEE always
	Countermoves        bool // the quiet move that refuted the opponent's last move comes before the other quiet moves
	ContinuationHistory bool // quiet moves that were good after the last move, or the one before, come early

	// Extensions and reductions.
	CheckExtensions    bool // no line ends in check
	SingularExtensions bool // search a move much better than all others deeper, others shallower; multi-cut
	LateMoveReductions int  // of moves late in the order, in percent of the usual; 0 also stops internal iterative reductions

	// Pruning skips a node or a move. N is the value of the option, in centipawns.
	NullMovePruning        bool // a node that fails high although the side to move passes
	ReverseFutilityPruning int  // a node near the leaves whose evaluation is above beta by N for each ply left
	FutilityPruning        int  // quiet moves near the leaves, if the evaluation is below alpha by N for each ply left
	LateMovePruning        bool // quiet moves near the leaves that are late in the order or have a bad history
	ProbCut                int  // a node where a shallow search of a capture exceeds beta by N
	SEEPruning             bool // moves near the leaves that lose by SEE
	DeltaPruning           int  // captures in quiescence search that leave the evaluation at least N below alpha

	CorrectionHistory bool // correct the evaluation by how far it was off in similar positions

	// Tablebase answers for endings; nil is none. A search never gives away a result that it
	// knows, and waits for its answers whatever the limits; errors are in Info.TablebaseError. A win
	// without a mate in sight scores 20,000 less the plies to the position it knows.
	Tablebase        Tablebase `json:"-"`
	SyzygyProbeLimit int       // the most pieces for which the Tablebase, of any kind, is asked; 0 is never
	Syzygy50MoveRule bool      // count a win that the fifty-move rule prevents as a draw
}

// defaultAlphaBetaOptions returns the options that play best, on one thread and with a
// table of 16 MiB.
func defaultAlphaBetaOptions() AlphaBetaOptions {
	return AlphaBetaOptions{
		Hash:    16,
		Threads: 1,

		AspirationWindow: 16,
		Quiescence:       true,

		SEEOrdering:         true,
		Countermoves:        true,
		ContinuationHistory: true,

		CheckExtensions:    true,
		SingularExtensions: true,

		LateMoveReductions: 100,

		NullMovePruning:        true,
		ReverseFutilityPruning: 75,
		FutilityPruning:        62,
		LateMovePruning:        true,
		ProbCut:                210,
		SEEPruning:             true,
		DeltaPruning:           125,

		CorrectionHistory: true,

		SyzygyProbeLimit: maxEndingPieces,
		Syzygy50MoveRule: true,
	}
}

// in returns the options without the techniques that are unsound in a variant or under a Rule: those that
// count on material being what matters, on a move being better than none, and on quiet moves that end nothing.
func (o AlphaBetaOptions) in(g *Game) AlphaBetaOptions {
	r := g.current().rules()
	if !r.slow && g.law == nil {
		return o
	}
	o.LateMovePruning = o.LateMovePruning && g.law == nil
	o.SEEOrdering, o.SEEPruning, o.DeltaPruning, o.ProbCut = false, false, 0, 0
	o.NullMovePruning, o.ReverseFutilityPruning, o.FutilityPruning = false, 0, 0
	o.Quiescence = o.Quiescence && !r.losing // captures are no choice
	return o
}

const (
	maxThreads = 256
	maxMargin  = 10_000
)

// optionRanges holds the smallest and largest values of the options that are numbers,
// unless they are from 0 to maxMargin centipawns or percent.
var optionRanges = map[string][2]int{
	"Hash":    {0, 1 << 20},
	"Threads": {1, maxThreads},

	"SyzygyProbeLimit": {0, maxEndingPieces},

	"Depth":          {1, MaxDepth},
	"CapturesBeyond": {0, MaxDepth},
	"CheckBonus":     {-maxMargin, maxMargin},
	"ResignAt":       {-maxMargin, 0},
}

// fieldOptions returns the exported bool and number fields of the struct at p as options, by
// their names.
func fieldOptions(p any) []Option {
	v := reflect.ValueOf(p).Elem()
	list := make([]Option, 0, v.NumField())
	for i := range v.NumField() {
		field, o := v.Field(i), Option{Name: v.Type().Field(i).Name}
		switch {
		case !v.Type().Field(i).IsExported():
			continue
		case field.Kind() == reflect.Bool:
			o.Kind, o.Value = checkOption, strconv.FormatBool(field.Bool())
		case field.CanInt():
			o.Kind, o.Max = spinOption, maxMargin
			if r, ok := optionRanges[o.Name]; ok {
				o.Min, o.Max = r[0], r[1]
			}
			o.Value = strconv.FormatInt(min(max(field.Int(), int64(o.Min)), int64(o.Max)), 10)
		default:
			continue
		}
		list = append(list, o)
	}
	return list
}

// setField sets the field of the struct at p that fieldOptions lists with a name, in
// upper or lower case, to a value as text.
func setField(p any, name, value string) error {
	for _, option := range fieldOptions(p) {
		if !strings.EqualFold(option.Name, name) {
			continue
		}
		value, err := option.accept(value)
		if err != nil {
			return err
		}
		field := reflect.ValueOf(p).Elem().FieldByName(option.Name)
		if option.Kind == checkOption {
			field.SetBool(value == "true")
		} else {
			n, _ := strconv.ParseInt(value, 10, 64)
			field.SetInt(n)
		}
		return nil
	}
	return noOption(name)
}

// A setting is an option with the function that sets it.
type setting struct {
	Option
	set func(value string) error // the value is allowed
}

// checkSetting returns a check option, whose value is stored in *value.
func checkSetting(name string, value *bool) setting {
	return setting{Option{Name: name, Kind: checkOption, Value: strconv.FormatBool(*value)}, func(v string) error {
		*value = v == "true"
		return nil
	}}
}

// spinSetting returns a spin option, whose value is stored in *value.
func spinSetting(name string, value *int, low, high int) setting {
	return setting{Option{Name: name, Kind: spinOption, Value: strconv.Itoa(*value), Min: low, Max: high}, func(v string) (err error) {
		*value, err = strconv.Atoi(v)
		return err
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

// tell calls f with each layer of s that has the ability T, down to the first that embeds
// settings, which pass it on.
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

// settings are the options of a searcher or protocol that wraps a searcher: its own, and those
// of the wrapped searcher with other names. They pass on its other abilities too.
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

// SetOption implements Configurable.
func (s *settings) SetOption(name, value string) error {
	if own := s.find(name); own != nil {
		value, err := own.accept(value)
		if err == nil {
			err = own.set(value)
		}
		if err == nil {
			own.Value = value
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

// Forget implements Forgetter.
func (s *settings) Forget() { forget(s.searcher) }

// Seed implements Seeder.
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

// Evaluator implements Evaluating. It returns nil if the wrapped searcher does not evaluate.
func (s *settings) Evaluator() Evaluator {
	if e := s.evaluating(); e != nil {
		return e.Evaluator()
	}
	return nil
}

// SetEvaluator implements Evaluating.
func (s *settings) SetEvaluator(e Evaluator) error {
	if evaluating := s.evaluating(); evaluating != nil {
		return evaluating.SetEvaluator(e)
	}
	return errNoEvaluator
}

// LimitsItself implements SelfLimiting.
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
	case buttonOption:
		return "", nil
	case stringOption:
		return value, nil
	case spinOption:
		n, err := strconv.Atoi(value)
		if err != nil || n < o.Min || n > o.Max {
			return "", fmt.Errorf("chess: option %s is a number from %d to %d, not %q", o.Name, o.Min, o.Max, shorten(value, maxWord))
		}
		return strconv.Itoa(n), nil
	case checkOption:
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
