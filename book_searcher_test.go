package chess

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
)

// plainSearcher plays the first legal move and has no optional interfaces.
type plainSearcher struct{ calls int }

func (s *plainSearcher) Search(_ context.Context, g *Game, _ Limits) (Result, error) {
	s.calls++
	if o := g.Outcome(); o.Reason != Unterminated {
		return Result{}, fmt.Errorf("%w: %v", ErrGameOver, o.Reason)
	}
	return Result{Move: g.current().AppendMoves(nil)[0], Depth: 1}, nil
}

// configurableSearcher is also Configurable and a Forgetter.
type configurableSearcher struct {
	plainSearcher
	set       []string
	forgotten int
}

func (s *configurableSearcher) Options() []Option {
	return []Option{{Name: "ownbook", Kind: StringOption}, {Name: "Hash", Kind: SpinOption, Value: "16", Max: 1024}}
}

func (s *configurableSearcher) SetOption(name, value string) error {
	s.set = append(s.set, name+"="+value)
	return nil
}

func (s *configurableSearcher) Forget() { s.forgotten++ }

var (
	_ Configurable = (*BookSearcher)(nil)
	_ Forgetter    = (*BookSearcher)(nil)
)

const searcherGames = `
1. e4 e5 2. Nf3 Nc6 1/2-1/2
1. e4 e5 2. Nf3 Nf6 1-0
1. e4 c5 2. Nf3 1-0
1. d4 d5 1/2-1/2
1. d4 d5 1/2-1/2
1. c4 1/2-1/2`

func TestBookSearcher(t *testing.T) {
	book := buildBook(t, new(BookBuilder), searcherGames)
	move := func(uci string) Move { return mustMove(t, StartFEN, uci) }
	for _, tt := range []struct {
		name    string
		limits  Limits
		options []string // set to true, or, after a minus, to false
		played  []string // the moves of the game
		want    []string // what the book may play; nil if the other Searcher must
	}{
		{"depth", Limits{Depth: 3}, nil, nil, []string{"e2e4", "d2d4", "c2c4"}},
		{"nodes", Limits{Nodes: 3}, nil, nil, []string{"e2e4", "d2d4", "c2c4"}},
		{"time", Limits{Time: time.Second}, nil, nil, []string{"e2e4", "d2d4", "c2c4"}},
		{"no time left", Limits{Time: -1}, nil, nil, []string{"e2e4", "d2d4", "c2c4"}},
		{"clock", Limits{Clock: Clock{Left: [2]time.Duration{1, 1}}}, nil, nil, []string{"e2e4", "d2d4", "c2c4"}},
		{"one line", Limits{Depth: 3, MultiPV: 1}, nil, nil, []string{"e2e4", "d2d4", "c2c4"}},
		{"pondering", Limits{Depth: 3, Ponder: make(chan Clock)}, nil, nil, []string{"e2e4", "d2d4", "c2c4"}},
		{"the best", Limits{Depth: 3}, []string{"BestBookMove"}, nil, []string{"e2e4"}},
		{"some moves", Limits{Depth: 3, SearchMoves: []Move{move("c2c4"), move("d2d4"), move("a2a3")}}, nil, nil, []string{"d2d4", "c2c4"}},
		{"the best of some", Limits{Depth: 3, SearchMoves: []Move{move("c2c4"), move("d2d4")}}, []string{"bestbookmove"}, nil, []string{"d2d4"}},
		{"later", Limits{Depth: 3}, nil, []string{"e2e4", "e7e5"}, []string{"g1f3"}},

		{"no limit", Limits{}, nil, nil, nil},
		{"pondering without a limit", Limits{Ponder: make(chan Clock)}, nil, nil, nil},
		{"mate", Limits{Depth: 3, Mate: 2}, nil, nil, nil},
		{"two lines", Limits{Depth: 3, MultiPV: 2}, nil, nil, nil},
		{"other moves", Limits{Depth: 3, SearchMoves: []Move{move("a2a3")}}, nil, nil, nil},
		{"switched off", Limits{Depth: 3}, []string{"-OWNBOOK"}, nil, nil},
		{"out of book", Limits{Depth: 3}, nil, []string{"a2a3"}, nil},
		{"past the end", Limits{Depth: 3}, nil, []string{"e2e4", "e7e5", "g1f3", "b8c6"}, nil},
	} {
		next := &plainSearcher{}
		s := NewBookSearcher(book, next, 1)
		for _, name := range tt.options {
			value := "true"
			if name[0] == '-' {
				name, value = name[1:], "false"
			}
			if err := s.SetOption(name, value); err != nil {
				t.Fatal(err)
			}
		}
		g := NewGame(StartPosition())
		for _, uci := range tt.played {
			if err := g.Play(mustMove(t, g.Position().FEN(), uci)); err != nil {
				t.Fatal(err)
			}
		}
		seen := map[string]bool{}
		for range 200 {
			r, err := s.Search(t.Context(), g, tt.limits)
			if err != nil {
				t.Fatalf("%s: %v", tt.name, err)
			}
			if next.calls > 0 {
				break
			}
			seen[r.Move.String()] = true
			if r.PV[0] != r.Move || !slices.Equal(r.PV, r.Lines[0].PV) || len(r.Lines) != 1 || r.Depth != 0 || r.Score != 0 {
				t.Errorf("%s: %+v", tt.name, r)
			}
		}
		for _, uci := range tt.want {
			if !seen[uci] {
				t.Errorf("%s: %s was never played", tt.name, uci)
			}
		}
		if len(seen) != len(tt.want) || next.calls > 0 != (tt.want == nil) {
			t.Errorf("%s: played %v, want %v", tt.name, seen, tt.want)
		}
	}
}

func TestBookSearcherAnswer(t *testing.T) {
	s := NewBookSearcher(buildBook(t, new(BookBuilder), searcherGames), &plainSearcher{}, 1)
	if err := s.SetOption("BestBookMove", "true"); err != nil {
		t.Fatal(err)
	}
	g := NewGame(StartPosition())
	r, err := s.Search(t.Context(), g, Limits{Depth: 1})
	if got := fmt.Sprint(r.Move, r.Ponder, r.PV); err != nil || got != "e2e4 e7e5 [e2e4 e7e5]" {
		t.Errorf("%s, %v", got, err)
	}
	for _, uci := range []string{"e2e4", "c7c5"} {
		if err := g.Play(mustMove(t, g.Position().FEN(), uci)); err != nil {
			t.Fatal(err)
		}
	}
	r, err = s.Search(t.Context(), g, Limits{Depth: 1})
	if got := fmt.Sprint(r.Move, r.Ponder, r.PV); err != nil || got != "g1f3 0000 [g1f3]" {
		t.Errorf("%s, %v", got, err)
	}
}

// With the same seed it plays the same games, with another seed others.
func TestBookSearcherSeed(t *testing.T) {
	book := buildBook(t, new(BookBuilder), searcherGames)
	play := func(seed uint64) (moves []Move) {
		s := NewBookSearcher(book, &configurableSearcher{}, seed)
		for range 50 {
			s.Forget()
			r, err := s.Search(t.Context(), NewGame(StartPosition()), Limits{Depth: 1})
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, r.Move)
		}
		return moves
	}
	first := play(1)
	if !slices.Equal(first, play(1)) || slices.Equal(first, play(2)) {
		t.Error("the seed does not determine the moves")
	}
	if len(slices.Compact(slices.Clone(first))) < 5 {
		t.Errorf("after Forget the moves are always the same: %v", first)
	}
}

// limitingSearcher is also SelfLimiting.
type limitingSearcher struct {
	plainSearcher
	limits bool
}

func (s *limitingSearcher) LimitsItself() bool { return s.limits }

// With a Searcher that limits itself, a search without limits is no analysis.
func TestBookSearcherLimitsItself(t *testing.T) {
	for _, limits := range []bool{false, true} {
		next := &limitingSearcher{limits: limits}
		s := NewBookSearcher(GrandmasterBook(), next, 1)
		if _, err := s.Search(t.Context(), NewGame(StartPosition()), Limits{}); err != nil || (next.calls == 0) != limits || s.LimitsItself() != limits {
			t.Errorf("limits itself %v: %d searches without the book, %v", limits, next.calls, err)
		}
	}
}

// Seed seeds the choices of the book and the other Searcher.
func TestBookSearcherSeeder(t *testing.T) {
	book := buildBook(t, new(BookBuilder), searcherGames)
	beyond := NewGame(MustParseFEN("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"))
	s := NewBookSearcher(book, NewRandomMover(), 1)
	play := func(g *Game, seed uint64) (moves []Move) {
		s.Seed(seed)
		for range 50 {
			r, err := s.Search(t.Context(), g, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, r.Move)
		}
		return moves
	}
	for _, g := range []*Game{NewGame(StartPosition()), beyond} {
		one := play(g, 1)
		if slices.Equal(one, play(g, 2)) || !slices.Equal(one, play(g, 1)) {
			t.Errorf("%v: the seed does not determine the moves", g.Position())
		}
	}
}

// The book plays no move in a game that is over.
func TestBookSearcherGameOver(t *testing.T) {
	s := NewBookSearcher(GrandmasterBook(), &plainSearcher{}, 1)
	g := NewGame(StartPosition())
	if err := g.End(Win(White, Resignation)); err != nil {
		t.Fatal(err)
	}
	if r, err := s.Search(t.Context(), g, Limits{Depth: 1}); !errors.Is(err, ErrGameOver) {
		t.Errorf("%v, %v", r.Move, err)
	}
}

func TestBookSearcherOptions(t *testing.T) {
	next := &configurableSearcher{}
	s := NewBookSearcher(GrandmasterBook(), next, 1)
	own := []Option{{Name: "OwnBook", Kind: CheckOption, Value: "true"}, {Name: "BestBookMove", Kind: CheckOption, Value: "false"}}
	want := append(slices.Clone(own), Option{Name: "Hash", Kind: SpinOption, Value: "16", Max: 1024})
	if diff := gocmp.Diff(want, s.Options()); diff != "" {
		t.Error(diff)
	}
	for _, o := range [][2]string{{"hash", "32"}, {"ownBook", "false"}, {"BestBookMove", "true"}, {"else", ""}} {
		if err := s.SetOption(o[0], o[1]); err != nil {
			t.Error(err)
		}
	}
	if diff := gocmp.Diff([]string{"hash=32", "else="}, next.set); diff != "" {
		t.Error(diff)
	}
	own[0].Value, own[1].Value = "false", "true"
	if diff := gocmp.Diff(own, s.Options()[:2]); diff != "" {
		t.Error(diff)
	}
	if err := s.SetOption("OwnBook", "maybe"); err == nil {
		t.Error("OwnBook was set to maybe")
	}
	s.Forget()
	if next.forgotten != 1 {
		t.Errorf("forgotten %d times", next.forgotten)
	}

	// A Searcher that is not Configurable adds no options.
	s = NewBookSearcher(GrandmasterBook(), &plainSearcher{}, 1)
	if len(s.Options()) != 2 {
		t.Errorf("options %v", s.Options())
	}
	if err := s.SetOption("Hash", "16"); err == nil {
		t.Error("Hash was set")
	}
	s.Forget()
}
