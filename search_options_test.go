package chess

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each option of AlphaBeta is a field of its options.
func TestSearchOptions(t *testing.T) {
	a := newTestSearcher()
	for _, o := range a.Options() {
		value := strconv.FormatBool(o.Value != "true")
		switch {
		case o.Name == "Hash" || o.Name == "Threads" || o.Kind == buttonOption || o.Kind == stringOption:
			continue
		case o.Kind == spinOption:
			value = strconv.Itoa(o.Min)
		}
		if err := a.SetOption(o.Name, value); err != nil {
			t.Error(err)
		}
	}
	want := AlphaBetaOptions{Hash: 16, Threads: 1, Rigorous: true}
	if diff := cmp.Diff(want, a.options); diff != "" {
		t.Errorf("all switched (-want +got):\n%s", diff)
	}
	if err := a.SetOption("hash", "3"); err != nil || a.table.Size() != 3<<20 {
		t.Errorf("a table of %d bytes, %v", a.table.Size(), err)
	}
	if err := a.SetOption("Clear Hash", ""); err != nil {
		t.Error(err)
	}
}

// TestPlayersOptions sets every option of every player by its name, in any case, to
// each end of its range.
func TestPlayersOptions(t *testing.T) {
	for _, player := range Players() {
		s, ok := player.New().(Configurable)
		if !ok {
			continue
		}
		for _, o := range s.Options() {
			if o.Kind == buttonOption || o.Kind == stringOption { // it has no value, or only few
				continue
			}
			values := []string{"false", "true"}
			if o.Kind == spinOption {
				values = []string{fmt.Sprint(o.Max), fmt.Sprint(o.Min)}
			}
			if o.Name == "Hash" || o.Name == "Threads" {
				values = []string{"2"} // the largest take all of the memory
			}
			for _, value := range values {
				for _, name := range []string{o.Name, strings.ToUpper(o.Name), strings.ToLower(o.Name)} {
					if err := s.SetOption(name, value); err != nil {
						t.Errorf("%s: %v", player.Name, err)
					}
				}
				i := slices.IndexFunc(s.Options(), func(now Option) bool { return now.Name == o.Name })
				if now := s.Options()[i].Value; now != value {
					t.Errorf("%s: %s is %s after it was set to %s", player.Name, o.Name, now, value)
				}
			}
			for _, value := range []string{"", "x", fmt.Sprint(o.Max + 1), fmt.Sprint(o.Min - 1)} {
				if s.SetOption(o.Name, value) == nil {
					t.Errorf("%s: %s may be %q", player.Name, o.Name, value)
				}
			}
		}
		if s.SetOption("Castling", "1") == nil {
			t.Errorf("%s has an option that does not exist", player.Name)
		}
	}
}

func TestOptionAccept(t *testing.T) {
	spin := Option{Name: "Hash", Kind: spinOption, Min: 1, Max: 64}
	combo := Option{Name: "Style", Kind: comboOption, Choices: []string{"Solid", "Risky"}}
	for _, tt := range []struct {
		option      Option
		value, want string
		ok          bool
	}{
		{spin, "64", "64", true},
		{spin, "65", "", false},
		{spin, "", "", false},
		{spin, "many", "", false},
		{combo, "rISKY", "Risky", true},
		{combo, "Wild", "", false},
		{Option{Kind: checkOption}, "True", "true", true},
		{Option{Kind: checkOption}, "1", "", false},
		{Option{Kind: stringOption}, " A b ", " A b ", true},
		{Option{Kind: stringOption}, "", "", true},
		{Option{Kind: buttonOption}, "", "", true},
		{Option{Kind: buttonOption}, "pressed", "", true},
	} {
		if got, err := tt.option.accept(tt.value); got != tt.want || err == nil != tt.ok {
			t.Errorf("%+v: %q becomes %q, error %v", tt.option, tt.value, got, err)
		}
	}
}

// A shell is a Searcher around another that has no ability besides.
type shell struct{ Searcher }

func (s shell) Unwrap() Searcher { return s.Searcher }

// An able is a Searcher around another, or around none, that has all abilities and passes
// nothing on. It notes what it is told.
type able struct {
	shell
	name      string
	options   []string
	evaluator Evaluator
	limits    bool
	told      *[]string
}

func (a *able) note(format string, args ...any) {
	*a.told = append(*a.told, a.name+" "+fmt.Sprintf(format, args...))
}

func (a *able) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	if a.Searcher != nil {
		return a.Searcher.Search(ctx, g, l)
	}
	return firstMove(ctx, g, l)
}

func (a *able) Options() (all []Option) {
	for _, name := range a.options {
		all = append(all, Option{Name: name, Kind: stringOption, Value: a.name, Max: 9})
	}
	return all
}

func (a *able) SetOption(name, value string) error { a.note("%s=%s", name, value); return nil }
func (a *able) Forget()                            { a.note("forget") }
func (a *able) Seed(seed uint64)                   { a.note("seed %d", seed) }
func (a *able) Evaluator() Evaluator               { return a.evaluator }
func (a *able) SetEvaluator(Evaluator) error       { a.note("evaluator"); return nil }
func (a *able) LimitsItself() bool                 { return a.limits }
func (a *able) Close() error                       { a.note("close"); return nil }

// What wraps a Searcher keeps its abilities: those of this package, one with Unwrap alone,
// and one with abilities of its own, in every order.
func TestLayers(t *testing.T) {
	var told []string
	inner := func() *able {
		return &able{name: "inner", options: []string{"Hash", "Style", "Depth"}, evaluator: NewPeSTO(), limits: true, told: &told}
	}
	middle := func(next Searcher) *able {
		return &able{shell: shell{next}, name: "middle", options: []string{"style", "Extra"}, limits: true, told: &told}
	}
	for _, tt := range []struct {
		name    string
		s       Searcher
		options string // with the layers that have them
		told    string
	}{
		{"alone", inner(), "Hash:inner Style:inner Depth:inner", "inner"},
		{"a shell", shell{inner()}, "Hash:inner Style:inner Depth:inner", "inner"},
		{"three shells", shell{shell{shell{inner()}}}, "Hash:inner Style:inner Depth:inner", "inner"},
		{"two able", middle(inner()), "style:middle Extra:middle Hash:inner Depth:inner", "middle inner"},
		{"a shell between", middle(shell{inner()}), "style:middle Extra:middle Hash:inner Depth:inner", "middle inner"},
		{"a shell around", shell{middle(shell{inner()})}, "style:middle Extra:middle Hash:inner Depth:inner", "middle inner"},
		{"a handicap around", NewHandicap(middle(shell{inner()}), 0),
			"UCI_LimitStrength:false UCI_Elo:2200 Skill Level:20 Overlooks:none style:middle Extra:middle Hash:inner Depth:inner", "middle inner"},
		{"a book between", shell{middle(NewBookSearcher(nil, shell{inner()}, 0))},
			"style:middle Extra:middle OwnBook:true BestBookMove:false MinBookWeight:1 Hash:inner Depth:inner", "middle inner"},
		{"all of the package", NewHandicap(shell{NewBookSearcher(nil, shell{newWithinLimits(shell{middle(inner())}, 3, 0)}, 0)}, 0),
			"UCI_LimitStrength:false UCI_Elo:2200 Skill Level:20 Overlooks:none OwnBook:true BestBookMove:false MinBookWeight:1 Depth:3 style:middle Extra:middle Hash:inner", "middle inner"},
	} {
		var options []string
		all := settings{searcher: tt.s}
		for _, o := range all.Options() {
			options = append(options, o.Name+":"+o.Value)
		}
		if diff := cmp.Diff(tt.options, strings.Join(options, " ")); diff != "" {
			t.Errorf("%s: options (-want +got):\n%s", tt.name, diff)
		}
		var want []string
		for _, what := range []string{"forget", "seed 7"} {
			for layer := range strings.FieldsSeq(tt.told) {
				want = append(want, layer+" "+what)
			}
		}
		style := "inner Style=x"
		if strings.Contains(tt.told, "middle") {
			style = "middle Style=x"
		}
		want = append(want, style, "inner hash=y", "inner evaluator", strings.Fields(tt.told)[0]+" close")
		told = nil
		forget(tt.s)
		reseed(tt.s, 7)
		if err := all.SetOption("Style", "x"); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if err := all.SetOption("hash", "y"); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if err := all.SetEvaluator(nil); err != nil || all.Evaluator() == nil {
			t.Errorf("%s: evaluator %v, %v", tt.name, all.Evaluator(), err)
		}
		(&arena{searchers: []Searcher{tt.s}}).close()
		if diff := cmp.Diff(want, told); diff != "" {
			t.Errorf("%s: told (-want +got):\n%s", tt.name, diff)
		}
		if !limitsItself(tt.s) {
			t.Errorf("%s does not limit itself", tt.name)
		}
	}
	deep := shell{&able{shell: shell{inner()}, told: &told}} // its own ability decides
	if limitsItself(deep) {
		t.Error("the outer layer says that it does not limit itself")
	}
	if none := (settings{searcher: shell{searchFunc(firstMove)}}); none.Evaluator() != nil || none.SetEvaluator(nil) != errNoEvaluator ||
		none.SetOption("Hash", "1") == nil || len(none.Options()) > 0 || none.LimitsItself() {
		t.Error("a searcher without abilities has some")
	}
	if nothing := (settings{searcher: shell{}}); nothing.LimitsItself() || len(nothing.Options()) > 0 {
		t.Error("a wrapper of nothing has abilities")
	}
}

// Whoever asks for abilities in this package asks all layers.
func TestLayersAreAsked(t *testing.T) {
	var told []string
	wrapped := func() Searcher {
		return shell{shell{&able{name: "s", options: []string{"Threads"}, limits: true, told: &told}}}
	}
	a := playerOf("a", firstMove)
	a.Limits = Limits{}
	a.New = func(context.Context) (Searcher, error) { return wrapped(), nil }
	ask := map[string]func(){
		"match": func() {
			gamesOf(t, &Match{Players: []Player{a, playerOf("b", firstMove)}, Pairs: 1, Arbiter: Arbiter{MaxPlies: 2}})
		},
		"bot": func() {
			b := Bot{Searcher: wrapped(), NoPonder: true}
			for range 2 {
				if _, err := b.Move(t.Context(), NewGame(), Clock{}); err != nil {
					t.Error(err)
				}
			}
		},
		"bench": func() {
			if _, _, err := Bench(t.Context(), wrapped(), 1); err != nil {
				t.Error(err)
			}
			told = slices.Compact(told)
		},
		"UCI": func() {
			u := UCI{Searcher: wrapped()}
			if err := u.Run(t.Context(), strings.NewReader("setoption name Threads value 2\nucinewgame\n"), new(strings.Builder)); err != nil {
				t.Error(err)
			}
		},
		"XBoard": func() {
			x := XBoard{Searcher: wrapped()}
			if err := x.Run(t.Context(), strings.NewReader("cores 2\nnew\n"), new(strings.Builder)); err != nil {
				t.Error(err)
			}
		},
	}
	want := map[string][]string{
		"match":  {"s seed", "s forget", "s seed", "s close"},
		"bot":    {"s forget"},
		"bench":  {"s Threads=1", "s forget", "s Threads=s"},
		"UCI":    {"s Threads=2", "s forget"},
		"XBoard": {"s Threads=2", "s forget"},
	}
	for name, f := range ask {
		told = nil
		f()
		for i, what := range told {
			if strings.HasPrefix(what, "s seed ") {
				told[i] = "s seed"
			}
		}
		if diff := cmp.Diff(want[name], told); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
