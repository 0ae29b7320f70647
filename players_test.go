package chess

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// checkResult checks that a result agrees with itself, with the limits and with the
// rules.
func checkResult(t *testing.T, name string, g *Game, l *Limits, r *Result) {
	t.Helper()
	p := g.Position()
	if diff := cmp.Diff(p, r.Position); diff != "" {
		t.Errorf("%s, %v, %+v: the Result's position:\n%s", name, p, *l, diff)
	}
	if !p.Legal(r.Move) || len(l.SearchMoves) > 0 && !slices.Contains(l.SearchMoves, r.Move) {
		t.Fatalf("%s, %v, %+v: %v must not be played", name, p, *l, r.Move)
	}
	if len(r.Lines) == 0 || len(r.Lines) > max(l.MultiPV, 1) || len(r.PV) == 0 || r.PV[0] != r.Move || r.Ponder != append(r.PV, 0)[1] {
		t.Errorf("%s, %v, %+v: %+v", name, p, *l, *r)
		return
	}
	if diff := cmp.Diff(Line{p, r.Score, r.Bound, r.PV}, r.Lines[0]); diff != "" {
		t.Errorf("%s, %v, %+v: the first line is not the result's:\n%s", name, p, *l, diff)
	}
	firsts := map[Move]bool{}
	for _, line := range r.Lines {
		if line.Position.FEN() != p.FEN() {
			t.Errorf("%s, %v, %+v: a line begins in %v", name, p, *l, line.Position)
		}
		if firsts[line.PV[0]] {
			t.Errorf("%s, %v, %+v: two lines begin with %v", name, p, *l, line.PV[0])
		}
		firsts[line.PV[0]] = true
		played := new(*g)
		for _, m := range line.PV {
			if err := played.Play(m); err != nil {
				t.Errorf("%s, %v, %+v, line %v: %v", name, p, *l, line.PV, err)
				break
			}
		}
	}
	if l.Nodes > 0 && r.Nodes > l.Nodes {
		t.Errorf("%s, %v, %+v: %d nodes", name, p, *l, r.Nodes)
	}
}

// Every player does what Searcher demands, in any position and however early it is
// stopped.
func TestPlayersObeyLimits(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	n := chesstest.Sample(t, 64)
	for _, player := range Players() {
		s := player.New()
		check := func(g *Game) {
			p := g.Position()
			moves := p.AppendMoves(nil)
			for _, l := range []Limits{
				{Depth: 1}, {Depth: 2, MultiPV: 1 + g.Len()}, {Nodes: 1}, {Nodes: int64(50 + 20*g.Len()), MultiPV: 2},
				{Nodes: 300, SearchMoves: moves[len(moves)/2:]}, {Nodes: 300, Mate: 2}, {Nodes: -1}, {Time: -1}, {Depth: -1}, {Mate: -1}, {Time: 1},
			} {
				l.Info = func(i Info) {
					if i.Position.FEN() != p.FEN() {
						t.Errorf("%s, %v, %+v: an Info is about %v", player.Name, p, l, i.Position)
					}
				}
				r, err := s.Search(t.Context(), g, l)
				if err != nil {
					t.Fatalf("%s, %v, %+v: %v", player.Name, p, l, err)
				}
				checkResult(t, player.Name, g, &l, &r)
				if (l.Nodes < 0 || l.Time < 0 || l.Depth < 0) && r.Depth > 0 {
					t.Errorf("%s, %v, %+v: depth %d", player.Name, p, l, r.Depth)
				}
			}
			r, err := s.Search(cancelled, g, Limits{Depth: 50})
			if err != nil || r.Depth > 0 {
				t.Errorf("%s, %v: depth %d, %v, after the context was cancelled", player.Name, p, r.Depth, err)
			}
			checkResult(t, player.Name, g, &Limits{}, &r)
		}
		randomHistories(t, 4, n, check)
		for _, fen := range []string{"4k2r/8/8/8/8/8/4P3/R3K3 w Qk - 1+2 0 1", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"} {
			check(NewGame(MustParseFEN(fen)))
		}
		start := NewGame()
		if _, err := s.Search(t.Context(), start, Limits{Depth: 1, SearchMoves: []Move{0}}); !errors.Is(err, ErrIllegal) {
			t.Errorf("%s: no legal move among searchmoves: %v", player.Name, err)
		}
		if err := start.End(WinBy(Black, Resignation)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Search(t.Context(), start, Limits{Depth: 1}); !errors.Is(err, ErrGameOver) || !strings.Contains(err.Error(), "resignation") {
			t.Errorf("%s: after resignation: %v", player.Name, err)
		}
	}
}

// searchersWith returns the searchers that search a tree, each with an evaluator
// that calls evaluated for every position.
func searchersWith(evaluated func()) map[string]Searcher {
	e := evaluatorFunc(func(p *Position) Score {
		evaluated()
		return Score(p.At(E4)) // any score
	})
	return map[string]Searcher{"minimax": NewMinimax(e), "alpha-beta": NewNegaAlphaBeta(e), "negascout": NewNegaScout(e), "mcts": NewMCTS(e)}
}

// While a search ponders its time does not count; after that it does. The clock that is sent at a
// ponder hit counts, and not the one that was known before.
func TestPlayersPonder(t *testing.T) {
	const hit = 5000
	none, hour := Clock{Left: [2]time.Duration{1, 1}}, Clock{Left: [2]time.Duration{time.Hour, time.Hour}}
	for _, tt := range []struct {
		name   string
		before Limits
		sent   *Clock // nil closes the channel
		stops  bool
	}{
		{"time", Limits{Time: 1}, nil, true},
		{"clock", Limits{Clock: none}, nil, true},
		{"less time", Limits{Clock: hour}, &none, true},
		{"more time", Limits{Clock: none}, &hour, false},
		{"no clock before", Limits{}, &none, true},
		{"no clock any more", Limits{Clock: none}, &Clock{}, false},
	} {
		synctest.Test(t, func(t *testing.T) { // there time passes only in Sleep
			seen, ponder := 0, make(chan Clock, 1)
			for name, s := range searchersWith(func() {
				if seen++; seen != hit {
					return
				}
				if tt.sent != nil {
					ponder <- *tt.sent
				} else {
					close(ponder)
				}
				time.Sleep(time.Second)
			}) {
				seen, ponder = 0, make(chan Clock, 1)
				l := tt.before
				l.Depth, l.Nodes, l.Ponder = 50, 4*hit, ponder
				_, err := s.Search(t.Context(), NewGame(), l)
				if stopped := seen <= hit+2*pollMoves; err != nil || seen < hit || stopped != tt.stops {
					t.Errorf("%s, %s: %d evaluations, %v", name, tt.name, seen, err)
				}
			}
		})
	}
}

func TestBoardValuePlayer(t *testing.T) {
	for _, tt := range []struct {
		fen, want string
		depth     int
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", 0},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "e7e5", 0},
		{"6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1", "b1b8", 1},
	} {
		g := NewGame(MustParseFEN(tt.fen))
		r, err := NewBoardValuePlayer().Search(t.Context(), g, Limits{Time: time.Minute})
		if err != nil || r.Move.String() != tt.want || min(r.Depth, 1) != tt.depth {
			t.Errorf("%s: %v at depth %d, %v, want %s", tt.fen, r.Move, r.Depth, err, tt.want)
		}
	}
}

func TestCheckBonusResigns(t *testing.T) {
	for _, tt := range []struct {
		fen  string
		want bool
	}{
		{"4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1", true},
		{"4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", false},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1", false},
	} {
		s := NewCheckBonus(NewThreeCheck())
		g := NewGame(MustParseFEN(tt.fen))
		r, err := s.Search(t.Context(), g, Limits{Depth: 2})
		if err != nil || r.Resign != tt.want {
			t.Errorf("%s: resigns at %v: %v, %v, want %v", tt.fen, r.Score, r.Resign, err, tt.want)
		}
		if r, err = s.Search(t.Context(), g, Limits{Nodes: 1}); err != nil || r.Resign {
			t.Errorf("%s: resigns without a search, %v", tt.fen, err)
		}
	}
}

// The random mover castles whenever it can, and else captures en passant; otherwise all
// moves are equally frequent.
func TestRandomMover(t *testing.T) {
	const draws = 4000
	for _, tt := range []struct {
		name, fen string
		want      []string // the moves that are played, equally often
	}{
		{"castling", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", []string{"e1g1", "e1c1"}},
		{"en passant", "4k3/8/8/2pPp3/8/8/8/R3K2R w - c6 0 2", []string{"d5c6"}},
		{"either", "4k3/8/8/2pP4/8/8/8/4K2R w K c6 0 2", []string{"e1g1"}},
		{"promotion", "7k/P7/8/8/8/8/5r2/7K w - - 0 1", []string{"a7a8q", "a7a8r", "a7a8b", "a7a8n", "h1g1"}},
	} {
		g := NewGame(MustParseFEN(tt.fen))
		s := NewRandomMover()
		s.Seed(1)
		played := map[string]int{}
		for range draws {
			r, err := s.Search(t.Context(), g, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			played[r.Move.String()]++
		}
		want := draws / len(tt.want)
		for _, m := range tt.want {
			if n := played[m]; n < want*9/10 || n > want*11/10 {
				t.Errorf("%s: %s %d times of %d, want about %d", tt.name, m, n, draws, want)
			}
		}
		if len(played) != len(tt.want) {
			t.Errorf("%s: %v, want only %v", tt.name, played, tt.want)
		}
	}
}

// TestRandomMoverSeed checks that the option Seed and Seed make random games
// repeatable, and that no two are the same without.
func TestRandomMoverSeed(t *testing.T) {
	play := func(option string, seed ...uint64) string {
		s, g := NewRandomMover(), NewGame()
		if option != "" {
			if err := s.SetOption("seed", option); err != nil {
				t.Fatal(err)
			}
		}
		for _, n := range seed {
			s.Seed(n)
		}
		for g.Outcome() == (Outcome{}) && g.Len() < 60 {
			r, err := s.Search(t.Context(), g, Limits{})
			if err == nil {
				err = g.Play(r.Move)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		return fmt.Sprint(g.Moves())
	}
	games := map[string]bool{}
	for _, moves := range []string{play(""), play(""), play("0"), play("0"), play("1"), play("2"), play("", 1), play("", 2), play("1", 1), play("2", 1)} {
		if games[moves] {
			t.Errorf("%s is a repetition", moves)
		}
		games[moves] = true
	}
	for _, moves := range []string{play("1"), play("", 2, 1), play("1", 7, 1)} {
		if !games[moves] {
			t.Errorf("the same seed gives another game: %s", moves)
		}
	}
	for _, bad := range []string{"-1", "x", "2147483648"} {
		if NewRandomMover().SetOption("Seed", bad) == nil {
			t.Errorf("the seed %s is accepted", bad)
		}
	}
}

// TestPlayersEvaluate checks that a player with another evaluation plays as one that
// was made with it, also after it has searched, and through the wrappers.
func TestPlayersEvaluate(t *testing.T) {
	t.Parallel()
	p := MustParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	search := func(s Searcher) Result {
		r, err := s.Search(t.Context(), NewGame(p), Limits{Depth: 2, Nodes: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		r.Time = 0
		return r
	}
	for _, player := range Players() {
		for _, wrap := range []func(Searcher) Searcher{
			func(s Searcher) Searcher { return s },
			func(s Searcher) Searcher { return NewBookSearcher(&Book{}, s, 1) },
			func(s Searcher) Searcher { return NewHandicap(s, 1) },
		} {
			s := wrap(player.New())
			e, ok := s.(Evaluating)
			if !ok || e.Evaluator() == nil {
				if player.Name != "random" && player.Name != "pawnpusher" {
					t.Errorf("%s does not evaluate", player.Name)
				}
				if ok && e.SetEvaluator(NewDefaultEvaluator()) == nil {
					t.Errorf("%s takes an evaluator", player.Name)
				}
				continue
			}
			before := search(s)
			other := NewMaterialMobility()
			if player.Name == "capturesfirst" {
				other = NewPeSTO()
			}
			fresh := wrap(player.New())
			if err := errors.Join(e.SetEvaluator(other), fresh.(Evaluating).SetEvaluator(other)); err != nil {
				t.Fatal(err)
			}
			after := search(s)
			if diff := cmp.Diff(search(fresh), after); diff != "" {
				t.Errorf("%s keeps something of its evaluation (-new +changed):\n%s", player.Name, diff)
			}
			if after.Score == before.Score || e.Evaluator().Evaluate(&p) != other.Evaluate(&p) {
				t.Errorf("%s evaluates as before: %v", player.Name, after.Score)
			}
		}
	}
}

// TestNilEvaluator checks that nil is the default evaluator, for all that evaluate.
func TestNilEvaluator(t *testing.T) {
	p := MustParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	want := NewDefaultEvaluator().Evaluate(&p)
	check := func(name string, e Evaluating) {
		_, err := e.Search(t.Context(), NewGame(p), Limits{Depth: 1, Nodes: 1000})
		if got := e.Evaluator().Evaluate(&p); err != nil || got != want {
			t.Errorf("%s: %v, %v, want %v", name, got, err, want)
		}
	}
	for _, e := range []Evaluating{NewAlphaBeta(nil), NewMCTS(nil), NewMinimax(nil), NewNegaAlphaBeta(nil), NewNegaScout(nil)} {
		check(fmt.Sprintf("a new %T", e), e)
	}
	for _, player := range Players() {
		if e, ok := player.New().(Evaluating); ok && e.Evaluator() != nil {
			if err := e.SetEvaluator(nil); err != nil {
				t.Error(err)
			}
			check(player.Name, e)
		}
	}
}

// TestPlayersLimitThemselves checks which players need no limits.
func TestPlayersLimitThemselves(t *testing.T) {
	var needLimits []string
	for _, player := range Players() {
		s, ok := player.New().(SelfLimiting)
		if !ok || !s.LimitsItself() {
			needLimits = append(needLimits, player.Name)
			continue
		}
		if r, err := s.Search(t.Context(), NewGame(), Limits{}); err != nil || r.Move == 0 {
			t.Errorf("%s: %v, %v", player.Name, r.Move, err)
		}
	}
	if diff := cmp.Diff([]string{"alphabeta", "mcts"}, needLimits); diff != "" {
		t.Errorf("players that need limits (-want +got):\n%s", diff)
	}
}

func TestPawnPusher(t *testing.T) {
	for _, tt := range []struct {
		name, fen string
		want      []string // any of them
		resign    bool
	}{
		{"pushes", "6k1/8/8/8/8/8/P7/K6R w - - 0 1", []string{"a2a3", "a2a4"}, false},
		{"captures before it pushes", "6k1/8/8/8/3p4/2P5/P7/K6R w - - 0 1", []string{"c3d4"}, false},
		{"captures en passant", "6k1/8/8/3Pp3/8/8/P7/K6R w - e6 0 2", []string{"d5e6"}, false},
		{"promotes to a queen", "6k1/P7/8/8/8/8/8/K6R w - - 0 1", []string{"a7a8q"}, false},
		{"captures and promotes to a queen", "1r4k1/P7/8/8/8/8/8/K6R w - - 0 1", []string{"a7b8q"}, false},
		{"no other piece captures", "6k1/8/8/8/8/8/P6r/K6R w - - 0 1", []string{"a2a3", "a2a4"}, false},
		{"cannot block a check with a pawn", "7k/8/8/8/8/8/1P6/K6r w - - 0 1", []string{"a1a2"}, true},
		{"blocked", "6k1/8/8/8/8/p7/P7/K6R w - - 0 1", nil, true},
		{"pinned", "4r2k/8/8/3p4/4P3/8/8/4K3 w - - 0 1", []string{"e4e5"}, false},
		{"pinned on a diagonal", "7k/8/8/8/7b/8/5P2/4K3 w - - 0 1", nil, true},
		{"no pawns", "6k1/8/8/8/8/8/8/K6R w - - 0 1", nil, true},
		{"Black", "6k1/p7/1P6/8/8/8/8/K6R b - - 0 1", []string{"a7b6"}, false},
	} {
		g := NewGame(MustParseFEN(tt.fen))
		r, err := PawnPusher{}.Search(t.Context(), g, Limits{})
		if err != nil || r.Resign != tt.resign || tt.want != nil && !slices.Contains(tt.want, r.Move.String()) {
			t.Errorf("%s, %s: %v, resigns: %v, %v, want one of %v, %v", tt.name, tt.fen, r.Move, r.Resign, err, tt.want, tt.resign)
		}
		checkResult(t, tt.name, g, &Limits{}, &r)
	}
}

// Nothing panics for want of a game, a searcher or an evaluator.
func TestZeroSearchers(t *testing.T) {
	ctx := t.Context()
	for _, s := range []Searcher{
		new(AlphaBeta), new(Minimax), new(NegaAlphaBeta), new(NegaScout), new(MCTS), new(Handicap), new(BookSearcher),
	} {
		r, err := s.Search(ctx, new(Game), Limits{Depth: 1, Nodes: 100})
		if _, wraps := s.(interface {
			search(context.Context, *Game, Limits) (Result, error)
		}); wraps {
			if !errors.Is(err, errNoSearcher) {
				t.Errorf("%T: %v", s, err)
			}
		} else if err != nil || !startPosition.Legal(r.Move) {
			t.Errorf("%T: %v, %v", s, r.Move, err)
		}
	}
	var a AlphaBeta
	if err := a.SetOption("Threads", "2"); err != nil || len(a.Options()) != len(NewAlphaBeta(NewPeSTO()).Options()) || new(AlphaBeta).Table() == nil {
		t.Errorf("the zero AlphaBeta has the options %v, %v", a.Options(), err)
	}
	for _, p := range append(Players(), Named[Searcher]{"bot", "", func() Searcher { return botSearcher{} }}) {
		if _, err := p.New().Search(ctx, nil, Limits{Depth: 1}); !errors.Is(err, errNoGame) {
			t.Errorf("%s without a game: %v", p.Name, err)
		}
	}
	if _, err := new(Bot).Move(ctx, new(Game), Clock{}); !errors.Is(err, errNoSearcher) {
		t.Errorf("a Bot without a searcher: %v", err)
	}
	for _, run := range []func(context.Context, io.Reader, io.Writer) error{new(UCI).Run, new(XBoard).Run} {
		if err := run(ctx, strings.NewReader("go depth 1\n"), io.Discard); !errors.Is(err, errNoSearcher) {
			t.Errorf("an engine without a searcher: %v", err)
		}
	}
}

// botSearcher is a Bot as a Searcher.
type botSearcher struct{}

func (botSearcher) Search(ctx context.Context, g *Game, _ Limits) (Result, error) {
	return (&Bot{Searcher: new(AlphaBeta)}).Move(ctx, g, Clock{})
}
