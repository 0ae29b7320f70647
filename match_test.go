package chess

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A searchFunc is a Searcher.
type searchFunc func(ctx context.Context, g *Game, l Limits) (Result, error)

func (f searchFunc) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	return f(ctx, g, l)
}

// playerOf returns a player whose searchers are f.
func playerOf(name string, f searchFunc) Player {
	return Player{
		Name:   name,
		New:    func(context.Context) (Searcher, error) { return f, nil },
		Limits: Limits{Depth: 1},
	}
}

// firstMove plays the first legal move, with the score 0.
func firstMove(_ context.Context, g *Game, _ Limits) (Result, error) {
	p := g.Position()
	return Result{Move: p.AppendMoves(nil)[0], Bound: Exact, Depth: 1}, nil
}

// scripted returns a searcher that plays the moves in SAN, indexed by ply.
func scripted(moves ...string) searchFunc {
	return func(_ context.Context, g *Game, _ Limits) (Result, error) {
		m, err := g.Position().ParseSAN(moves[g.Len()])
		return Result{Move: m}, err
	}
}

// gamesOf plays the match to its end.
func gamesOf(t *testing.T, m *Match) []*MatchGame {
	t.Helper()
	games, err := gamesAndError(t, m)
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// gamesAndError returns the games of the match, and the error that ends it.
func gamesAndError(t *testing.T, m *Match) (games []*MatchGame, last error) {
	t.Helper()
	for g, err := range m.Games(t.Context()) {
		if last = err; err == nil {
			games = append(games, g)
		}
	}
	return games, last
}

// gamesTrees returns the trees of games.
func gamesTrees(games []*MatchGame) (trees []*GameTree) {
	for _, g := range games {
		trees = append(trees, g.Tree)
	}
	return trees
}

// firstGame plays the first game of the match.
func firstGame(t *testing.T, m *Match) *MatchGame {
	t.Helper()
	for g, err := range m.Games(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	t.Fatal("a match without games")
	return nil
}

// summary returns a game in one line.
func summary(g *MatchGame) string {
	t := g.Tree
	p := t.Start()
	return fmt.Sprintf("%s %s-%s %s %s", t.Tag("Round"), t.Tag("White"), t.Tag("Black"), p.SANLine(t.Mainline()...), g.Outcome)
}

// Each round has its opening, and the pairs in order, with both colours.
func TestMatchOrder(t *testing.T) {
	m := &Match{
		Players: []Player{playerOf("a", firstMove), playerOf("b", firstMove), playerOf("c", firstMove)}, Pairs: 4, AtOnce: 5,
		Openings: []*Game{played(t, StartFEN, "e4", "e5"), NewGame(ThreeCheck.StartPosition()), played(t, StartFEN, "d4")},
		Arbiter:  Arbiter{MaxPlies: 4},
	}
	var got, want []string
	for _, g := range gamesOf(t, m) {
		got = append(got, summary(g))
	}
	for i, moves := range []string{"1. e4 e5 ", "1. Na3 ", "1. d4 ", "1. e4 e5 "} {
		for _, pair := range []string{"1 a-b", "2 b-a", "1 a-c", "2 c-a", "1 b-c", "2 c-b"} {
			want = append(want, fmt.Sprintf("%d.%s %s", i+1, pair, moves))
		}
	}
	if !slices.EqualFunc(got, want, strings.HasPrefix) {
		t.Errorf("games %q, want %q", got, want)
	}
	m.Gauntlet = true
	if games := gamesOf(t, m); len(games) != 16 || slices.ContainsFunc(games, func(g *MatchGame) bool { return min(g.Players[0], g.Players[1]) != 0 }) {
		t.Errorf("a gauntlet of %d games", len(games))
	}
}

// A slip of a digit does not start goroutines without end.
func TestMatchBounds(t *testing.T) {
	m := &Match{
		Players: []Player{playerOf("a", firstMove), playerOf("b", firstMove)},
		Pairs:   1 << 20, AtOnce: math.MaxInt, Arbiter: Arbiter{MaxPlies: 2},
	}
	for _, err := range m.Games(t.Context()) {
		if n := runtime.NumGoroutine(); err != nil || n > 2*maxAtOnce {
			t.Errorf("%d goroutines: %v", n, err)
		}
		break
	}
}

// Who meets whom in a knockout, in how many games. A player with a small letter resigns at once, so
// that it loses to the others; all other ties are level.
func TestMatchKnockout(t *testing.T) {
	resigns := reported(Result{Resign: true})
	knockout := func(names string, pairs int) *Match {
		m := &Match{Knockout: true, Pairs: pairs, AtOnce: 3, Arbiter: Arbiter{MaxPlies: 2}}
		for name := range strings.SplitSeq(names, "") {
			search := searchFunc(firstMove)
			if name == strings.ToLower(name) {
				search = resigns
			}
			m.Players = append(m.Players, playerOf(name, search))
		}
		return m
	}
	ties := func(m *Match, games []*MatchGame) (text string) {
		count := map[string]int{}
		for _, g := range games {
			tie := m.Players[min(g.Players[0], g.Players[1])].Name + m.Players[max(g.Players[0], g.Players[1])].Name
			if count[tie]++; g.Tree.Tag("White") != m.Players[g.Players[White]].Name {
				t.Errorf("%v is the game of %s", g, g.Tree.Tag("White"))
			}
			if !strings.Contains(text, tie) {
				text += " " + tie
			}
		}
		for tie, n := range count {
			text = strings.ReplaceAll(text, tie, fmt.Sprint(tie, n))
		}
		return strings.TrimSpace(text)
	}
	for _, tt := range []struct {
		names string
		pairs int
		want  string
	}{
		{"ab", 1, "ab4"},
		{"Ab", 3, "Ab6"},
		{"AbcD", 1, "AD4 bc4 Ab2"},
		{"aBc", 2, "Bc4 aB4"},
		{"abCdE", 1, "bE2 Cd2 CE4 aC2"},
		{"abcdefGh", 1, "ah4 bG2 cf4 de4 ad4 cG2 aG2"},
	} {
		m := knockout(tt.names, tt.pairs)
		games := gamesOf(t, m)
		if got := ties(m, games); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.names, got, tt.want)
		}
		for n := range games { // it continues, whichever games were played
			m.Played = nil
			for i, g := range slices.Backward(games) {
				if i < n && i%3 != 1 {
					m.Played = append(m.Played, g.Tree)
				}
			}
			again := gamesOf(t, m)
			if got := ties(m, again); got != tt.want || len(again) != len(games) {
				t.Errorf("%s after %d games: %s, want %s", tt.names, n, got, tt.want)
			}
			if old := slices.DeleteFunc(again, func(g *MatchGame) bool { return !g.Played }); len(old) != len(m.Played) {
				t.Errorf("%s: %d of %d games played before", tt.names, len(old), len(m.Played))
			}
		}
	}
	m := knockout("AbcD", 1)
	for _, other := range []*Match{knockout("bD", 1), knockout("cD", 1), {Players: knockout("Ab", 1).Players, Pairs: 2, Arbiter: m.Arbiter}} {
		m.Played = gamesTrees(gamesOf(t, other))
		if _, err := gamesAndError(t, m); err == nil || !strings.Contains(err.Error(), "is of another knockout") {
			t.Errorf("the games of %v: %v", other, err)
		}
	}
	m.Played = gamesTrees(gamesOf(t, &Match{Players: knockout("XY", 1).Players, Pairs: 1, Arbiter: m.Arbiter}))
	if games, err := gamesAndError(t, m); err == nil || len(games) > 0 { // before a game is played
		t.Errorf("games of others: %d games, %v", len(games), err)
	}
	m.Played = nil
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := 0
	for _, err := range m.Games(ctx) {
		if n++; n == 3 {
			cancel()
		}
		if n > 3 && err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	if n > 3+2*m.AtOnce {
		t.Errorf("%d games after the end of the context", n-3)
	}
	m.Players[3].New = func(context.Context) (Searcher, error) { return nil, io.ErrUnexpectedEOF }
	if _, err := gamesAndError(t, m); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("without a searcher: %v", err)
	}
	dice := &Match{Knockout: true, Pairs: 1, Arbiter: Arbiter{MaxPlies: 20}, Seed: 1}
	for name := range strings.SplitSeq("abcd", "") {
		dice.Players = append(dice.Players, Player{Name: name, New: func(context.Context) (Searcher, error) { return NewRandomMover(), nil }})
	}
	moves := map[string]bool{}
	for _, g := range gamesOf(t, dice) {
		moves[fmt.Sprint(g.Tree.Mainline())] = true
	}
	if len(moves) != 12 {
		t.Errorf("%d different games of 12", len(moves))
	}
}

// How games end, with the last comment and the tags.
func TestMatchEnds(t *testing.T) {
	score := func(of Score) searchFunc { return reported(Result{Score: of, Bound: Exact, Depth: 1}) }
	fails := func(r Result, err error) searchFunc {
		return func(context.Context, *Game, Limits) (Result, error) { return r, err }
	}
	mate := scripted("f3", "e5", "g4", "Qh4")
	offers := reported(Result{OfferDraw: true})
	shuffle := scripted(strings.Fields(strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 5))...)
	lost := reported(Result{Bound: UpperBound, Depth: 11}, Info{Score: -900, Bound: Exact, Depth: 10})
	draw, table := DrawBy(Adjudication), Arbiter{Tablebase: tableFunc(rookWins)}
	tableOrPlies := table
	tableOrPlies.MaxPlies = 1
	for _, tt := range []struct {
		name         string
		white, black searchFunc
		fen          string
		arbiter      Arbiter
		plies        int
		want         Outcome
		comment      string // the last
		termination  string
	}{
		{"mate", mate, mate, "", Arbiter{}, 4, WinBy(Black, Checkmate), "s, checkmate", "normal"},
		{"repetition", shuffle, shuffle, "", Arbiter{}, 8, DrawBy(ThreefoldRepetition), "s, threefold repetition", "normal"},
		{"fifty moves", firstMove, firstMove, "4k3/8/8/8/8/8/8/4KR2 w - - 99 80", Arbiter{}, 1, DrawBy(FiftyMoves), "s, fifty moves", "normal"},
		{"resignation", firstMove, fails(Result{Resign: true}, nil), "", Arbiter{}, 1, WinBy(White, Resignation), "s, Black resigns", "normal"},
		{"agreement", offers, offers, "", Arbiter{}, 2, DrawBy(Agreement), "s, agreement", "normal"},
		{"no agreement", offers, firstMove, "", Arbiter{MaxPlies: 5}, 5, draw, "s, adjudication", "adjudication"},
		{"illegal move", firstMove, fails(Result{Move: 77}, nil), "", Arbiter{}, 1, WinBy(White, RulesInfraction),
			"Black makes an illegal move: ", "rules infraction"},
		{"no move", fails(Result{}, nil), firstMove, "", Arbiter{}, 0, WinBy(Black, RulesInfraction),
			"White makes an illegal move: ", "rules infraction"},
		{"crash", fails(Result{}, errors.New("crash")), firstMove, "", Arbiter{}, 0, WinBy(Black, Abandonment), "White fails: crash", "abandoned"},
		{"draw", score(5), score(-5), "", Arbiter{DrawMoves: 3, DrawScore: 5}, 6, draw, "s, adjudication", "adjudication"},
		{"draw later", score(5), score(-5), "", Arbiter{DrawMoves: 2, DrawScore: 5, DrawFrom: 5}, 8, draw, "-0.05/1 ", "adjudication"},
		{"no draw", score(5), score(6), "", Arbiter{DrawMoves: 2, DrawScore: 5, MaxPlies: 11}, 11, draw, "s, adjudication", "adjudication"},
		{"White wins", score(500), score(-600), "", Arbiter{WinMoves: 3, WinScore: 500}, 6, WinBy(White, Adjudication), "s, adjudication", "adjudication"},
		{"Black wins", score(-500), score(mateIn(5)), "", Arbiter{WinMoves: 2, WinScore: 500}, 4, WinBy(Black, Adjudication), "+M3/1", "adjudication"},
		{"scores disagree", score(500), score(600), "", Arbiter{WinMoves: 2, WinScore: 500, MaxPlies: 11}, 11, draw, "s, adjudication", "adjudication"},
		{"level bounds of a lost move", lost, lost, "", Arbiter{DrawMoves: 2, DrawScore: 5, MaxPlies: 8}, 8, draw, "-9.00/10 ", "adjudication"},
		{"no scores", reported(Result{Depth: 4}), score(5), "", Arbiter{DrawMoves: 2, DrawScore: 5, MaxPlies: 7}, 7, draw, "0.0", "adjudication"},

		{"table", firstMove, firstMove, "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", table, 0, WinBy(White, Adjudication), "adjudication by the tablebase", "adjudication"},
		{"table, for Black", firstMove, firstMove, "4k2r/8/8/8/8/8/8/4K3 w - - 0 1", table, 0, WinBy(Black, Adjudication), "by the tablebase", "adjudication"},
		{"table, a draw", firstMove, firstMove, "8/8/8/8/8/8/5kR1/K7 b - - 0 1", table, 0, draw, "by the tablebase", "adjudication"},
		{"table, after a capture", scripted("Kxe2"), nil, "4k3/8/8/8/8/8/4n3/4KR2 w - - 7 1", tableOrPlies, 1, WinBy(White, Adjudication), "by the tablebase", "adjudication"},
		{"table, with a clock", firstMove, nil, "4k3/8/8/8/8/8/8/4KR2 w - - 1 1", tableOrPlies, 1, draw, "s, adjudication", "adjudication"},
		{"table, mate", scripted("Rxh8"), nil, "k6n/8/1K6/8/8/8/8/7R w - - 0 1", table, 1, WinBy(White, Checkmate), "s, checkmate", "normal"},
		{"table, unknown", scripted("Rf8"), nil, "4k3/8/8/8/8/8/8/4KR1n w - - 0 1", tableOrPlies, 1, draw, "s, adjudication", "adjudication"},
	} {
		start := startPosition
		if tt.fen != "" {
			start = MustParseFEN(tt.fen)
		}
		g := firstGame(t, &Match{
			Players: []Player{playerOf("a", tt.white), playerOf("b", tt.black)}, Pairs: 1,
			Openings: []*Game{NewGame(start)}, Arbiter: tt.arbiter, Event: "test", Site: "here",
		})
		if g.Outcome != tt.want || len(g.Tree.Mainline()) != tt.plies || (g.Err != nil) != (tt.want.Reason == Abandonment || tt.want.Reason == RulesInfraction) {
			t.Errorf("%s: %v by %v after %d plies, error %v", tt.name, g.Outcome, g.Outcome.Reason, len(g.Tree.Mainline()), g.Err)
		}
		last := g.Tree.Root()
		for last.Next() != nil {
			last = last.Next()
		}
		if !strings.Contains(last.Comment(), tt.comment) {
			t.Errorf("%s: comment %q, want %q", tt.name, last.Comment(), tt.comment)
		}
		for _, tag := range [][2]string{
			{"Event", "test"}, {"Site", "here"}, {"Round", "1.1"}, {"White", "a"}, {"Black", "b"}, {"Result", tt.want.String()},
			{"Termination", tt.termination}, {"PlyCount", fmt.Sprint(tt.plies)}, {"TimeControl", "-"}, {"FEN", tt.fen},
		} {
			if got := g.Tree.Tag(tag[0]); got != tag[1] {
				t.Errorf("%s: tag %s is %q, want %q", tt.name, tag[0], got, tag[1])
			}
		}
	}
}

// A tableFunc is the method WDL of a Tablebase.
type tableFunc func(p *Position) (WDL, error)

func (tableFunc) MaxPieces() int                       { return 32 }
func (f tableFunc) WDL(p *Position) (WDL, error)       { return f(p) }
func (tableFunc) Probe(*Position) (ProbeResult, error) { panic("it is the result that is asked for") }

// rookWins knows that a rook wins against a bare king, unless it hangs.
func rookWins(p *Position) (WDL, error) {
	switch e := p.Ending(); {
	case e.Canonical().String() != "KRvK":
		return 0, errTablebasePieces
	case p.turn() == White == (e.Count(White, Rook) == 1):
		return WDLWin, nil
	}
	if len(p.appendCaptures(nil)) > 0 {
		return WDLDraw, nil
	}
	return WDLLoss, nil
}

// A player that uses too much time loses, unless the opponent cannot win.
func TestMatchTime(t *testing.T) {
	slow := func(ctx context.Context, g *Game, l Limits) (Result, error) {
		<-ctx.Done()
		time.Sleep(time.Nanosecond)
		return firstMove(ctx, g, l)
	}
	for _, tt := range []struct {
		name    string
		control TimeControl
		limits  Limits
		fen     string
		want    Outcome
		tag     string // WhiteTimeControl
	}{
		{"clock", TimeControl{Time: time.Second}, Limits{}, StartFEN, WinBy(Black, TimeForfeit), "1"},
		{"bare king", TimeControl{Time: time.Second}, Limits{}, "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", DrawBy(TimeForfeit), "1"},
		{"time of a move", TimeControl{}, Limits{Time: time.Second}, StartFEN, WinBy(Black, TimeForfeit), "1/1"},
		{"nodes", TimeControl{}, Limits{Nodes: 1}, StartFEN, WinBy(Black, TimeForfeit), ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			a := playerOf("slow", slow)
			a.TimeControl, a.Limits = tt.control, tt.limits
			g := firstGame(t, &Match{Players: []Player{a, playerOf("b", firstMove)}, Pairs: 1, Openings: []*Game{NewGame(MustParseFEN(tt.fen))}})
			if why, tag := g.Tree.Root().Comment(), g.Tree.Tag("WhiteTimeControl"); g.Outcome != tt.want || !strings.Contains(why, " too long") || tag != tt.tag {
				t.Errorf("%s: %v by %v, %q, %q", tt.name, g.Outcome, g.Outcome.Reason, why, tag)
			}
		})
	}
}

// A closer is a searcher that counts calls of Close and Forget.
type closer struct {
	searchFunc
	open   *atomic.Int32
	forgot *atomic.Int32
}

func (c closer) Close() error { c.open.Add(-1); return nil }
func (c closer) Forget()      { c.forgot.Add(1) }

// Searchers are made when they are needed, replaced when they fail, told to forget
// before each new game, and closed at the end.
func TestMatchSearchers(t *testing.T) {
	var made, open, forgot atomic.Int32
	fails := func(ctx context.Context, g *Game, l Limits) (Result, error) {
		if g.Len() == 3 {
			return Result{}, errors.New("crash")
		}
		return firstMove(ctx, g, l)
	}
	a, b := playerOf("a", fails), playerOf("b", firstMove)
	a.New = func(context.Context) (Searcher, error) {
		made.Add(1)
		open.Add(1)
		return closer{fails, &open, &forgot}, nil
	}
	m := &Match{Players: []Player{a, b}, Pairs: 2, Arbiter: Arbiter{MaxPlies: 5}}
	var results []string
	for _, g := range gamesOf(t, m) {
		results = append(results, g.Outcome.String())
	}
	// As Black it plays the fourth ply, fails, and is replaced.
	if diff := cmp.Diff([]string{"1/2-1/2", "1-0", "1/2-1/2", "1-0"}, results); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	if made.Load() != 2 || open.Load() != 0 || forgot.Load() != 2 {
		t.Errorf("%d made, %d still open, %d times forgot", made.Load(), open.Load(), forgot.Load())
	}
}

// An engine that crashes, hangs, or answers no command loses that game at most, and is started again.
func TestMatchEngines(t *testing.T) {
	for _, tt := range []struct {
		at, fault string
		started   int
		want      []string // the results of the engine's games: as White, as Black, and so on
	}{
		{"", "", 1, []string{"1/2-1/2", "1/2-1/2", "1/2-1/2", "1/2-1/2"}},
		{"go", "exit", 4, []string{"0-1", "1-0", "0-1", "1-0"}},
		{"go", "silent", 4, []string{"0-1", "1-0", "0-1", "1-0"}},
		{"ucinewgame", "exit", 4, []string{"1/2-1/2", "1/2-1/2", "1/2-1/2", "1/2-1/2"}}, // between two games
		{"ucinewgame", "silent", 4, []string{"1/2-1/2", "1/2-1/2", "1/2-1/2", "1/2-1/2"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			started := 0
			engine := playerOf("engine", nil)
			engine.TimeControl = TimeControl{Time: time.Minute}
			engine.New = func(context.Context) (Searcher, error) {
				started++
				return connect(t, &fakeEngine{at: tt.at, fault: tt.fault}, time.Second)
			}
			var results []string
			for _, g := range gamesOf(t, &Match{Players: []Player{engine, playerOf("b", firstMove)}, Pairs: 2, Arbiter: Arbiter{MaxPlies: 4}}) {
				results = append(results, g.Outcome.String())
			}
			if d := cmp.Diff(tt.want, results); d != "" || started != tt.started {
				t.Errorf("%s %s, started %d times: -want +got:\n%s", tt.at, tt.fault, started, d)
			}
		})
	}
}

// A player that ponders searches on the opponent's time, and goes on with that search if the expected
// move is played. No search outlives its game.
func TestMatchPonder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log []string
		running := 0
		thinks := func(ctx context.Context, g *Game, l Limits) (Result, error) {
			running++
			defer func() { running-- }()
			what := "search"
			if l.Ponder != nil {
				what = "miss"
				select {
				case k := <-l.Ponder:
					what = fmt.Sprintf("hit with %v", k.Left[g.Turn()])
				case <-ctx.Done():
				}
			} else {
				time.Sleep(time.Second)
			}
			log = append(log, fmt.Sprintf("%d: %s", g.Len(), what))
			r, err := firstMove(ctx, g, l)
			p := g.Position().After(r.Move)
			r.Ponder = p.LegalMoves()[0]
			return r, err
		}
		replies := func(ctx context.Context, g *Game, l Limits) (Result, error) {
			time.Sleep(time.Second)
			if g.Len() == 3 { // another move than the expected one
				return Result{Move: g.LegalMoves()[1]}, nil
			}
			return firstMove(ctx, g, l)
		}
		a := playerOf("a", thinks)
		a.Ponder, a.TimeControl = true, TimeControl{Time: time.Minute, Increment: 2 * time.Second}
		g := firstGame(t, &Match{Players: []Player{a, playerOf("b", replies)}, Pairs: 1, Arbiter: Arbiter{MaxPlies: 7}})
		want := []string{"0: search", "2: hit with 1m1s", "4: miss", "4: search", "6: hit with 1m4s", "8: miss"}
		if d := cmp.Diff(want, log[:len(want)]); d != "" || running != 0 {
			t.Errorf("%d searches run; -want +got:\n%s", running, d)
		}
		for n := range g.Tree.Nodes() {
			if c := n.Comment(); (n.Ply() == 3 || n.Ply() == 7) != strings.Contains(c, " 0.000000s") {
				t.Errorf("ply %d: %s", n.Ply(), c)
			}
		}
	})
}

// A match that ends early yields its finished games and leaves no searcher running.
func TestMatchStop(t *testing.T) {
	var searching atomic.Int32
	patient := func(ctx context.Context, g *Game, l Limits) (Result, error) {
		searching.Add(1)
		defer searching.Add(-1)
		if start := g.Start(); g.Len() >= 4 && start.Turn() == Black {
			<-ctx.Done() // games with the second opening never end by themselves
		}
		return firstMove(ctx, g, l)
	}
	m := &Match{
		Players: []Player{playerOf("a", patient), playerOf("b", patient)}, Pairs: 4, AtOnce: 3, Arbiter: Arbiter{MaxPlies: 6},
		Openings: []*Game{NewGame(), NewGame(MustParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"))},
	}
	t.Run("context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		n, errs := 0, 0
		for g, err := range m.Games(ctx) {
			if err != nil {
				errs++
				if !errors.Is(err, context.Canceled) || g != nil {
					t.Errorf("error %v", err)
				}
				continue
			}
			if n++; n == 2 {
				cancel()
			}
		}
		if n < 2 || n > 4 || errs != 1 || searching.Load() != 0 {
			t.Errorf("%d games, %d errors, %d searches running", n, errs, searching.Load())
		}
	})
	t.Run("break", func(t *testing.T) {
		if firstGame(t, m); searching.Load() != 0 {
			t.Errorf("%d searches running", searching.Load())
		}
	})
	t.Run("no searcher", func(t *testing.T) {
		var made atomic.Int32
		none := errors.New("no more")
		m := *m
		m.Players = slices.Clone(m.Players)
		m.Players[1].New = func(context.Context) (Searcher, error) {
			if made.Add(1) > 1 {
				return nil, none
			}
			return searchFunc(firstMove), nil
		}
		if _, err := gamesAndError(t, &m); !errors.Is(err, none) || searching.Load() != 0 {
			t.Errorf("%v, %d searches running", err, searching.Load())
		}
	})
}

// A match continues after the games that have been played.
func TestMatchResume(t *testing.T) {
	m := &Match{
		Players: []Player{playerOf("a", firstMove), playerOf("b", firstMove)}, Pairs: 3, Arbiter: Arbiter{MaxPlies: 9},
		Openings: []*Game{played(t, StartFEN, "e4"), played(t, StartFEN, "d4"), played(t, StartFEN, "c4")},
	}
	all := gamesOf(t, m)
	var want []string
	for _, g := range all {
		want = append(want, summary(g))
	}
	reread := func(i int) *GameTree {
		tree, err := ParsePGN(all[i].Tree.String())
		if err != nil {
			t.Fatal(err)
		}
		return tree
	}
	unfinished := reread(1)
	unfinished.SetTag("Result", "*")
	short := reread(2)
	short.Root().Next().Next().Next().Delete()
	m.Played = []*GameTree{reread(4), unfinished, short, reread(0)}
	var got []string
	var before []bool
	for _, g := range gamesOf(t, m) {
		got = append(got, summary(g))
		before = append(before, g.Played)
	}
	if diff := cmp.Diff([]bool{true, true, false, false, false, false}, before); diff != "" {
		t.Errorf("played before (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{want[0], want[4], want[1], want[2], want[3], want[5]}, got); diff != "" {
		t.Errorf("games (-want +got):\n%s", diff)
	}
	// A draw by repetition is recognized, though PGN does not say why it is a draw.
	shuffle := playerOf("a", scripted(strings.Fields(strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 3))...))
	repeated := &Match{Players: []Player{shuffle, shuffle}, Pairs: 1}
	repeated.Players[1].Name = "b"
	repeated.Played = []*GameTree{gamesOf(t, repeated)[0].Tree}
	if o := gamesOf(t, repeated)[0].Outcome; o != DrawBy(ThreefoldRepetition) {
		t.Errorf("%v by %v", o, o.Reason)
	}
	for _, tt := range []struct {
		want   string
		change func(m *Match)
	}{
		{"is of another match", func(m *Match) { m.Players = []Player{m.Players[0], playerOf("c", firstMove)} }},
		{"is of another match", func(m *Match) { m.Pairs = 2 }},
		{"occurs twice", func(m *Match) { m.Played = append(m.Played, m.Played[0]) }},
		{"has another opening", func(m *Match) { m.Openings = m.Openings[1:] }},
		{"has another opening", func(m *Match) { m.Openings = []*Game{NewGame(ThreeCheck.StartPosition())} }},
		{"has another time control", func(m *Match) {
			m.Players = slices.Clone(m.Players)
			m.Players[0].TimeControl = TimeControl{Time: time.Hour}
		}},
	} {
		other := *m
		other.Played = slices.Clone(m.Played)
		tt.change(&other)
		if games, err := gamesAndError(t, &other); err == nil || !strings.Contains(err.Error(), tt.want) || len(games) > 0 {
			t.Errorf("%d games, error %v, want %s", len(games), err, tt.want)
		}
	}
}

// TestMatchSeed checks that games of random players depend on the seed of the match,
// on the round and on the colours, and not on how many are played at once.
func TestMatchSeed(t *testing.T) {
	play := func(seed uint64, atOnce int) (all []string) {
		newRandom := func(context.Context) (Searcher, error) { return NewRandomMover(), nil }
		m := Match{
			Players: []Player{{Name: "a", New: newRandom}, {Name: "b", New: newRandom}},
			Pairs:   3, AtOnce: atOnce, Seed: seed, Arbiter: Arbiter{MaxPlies: 30},
		}
		for _, g := range gamesOf(t, &m) {
			all = append(all, fmt.Sprint(g.Tree.Mainline()))
		}
		return all
	}
	first := play(0, 1)
	if n := len(slices.Compact(slices.Sorted(slices.Values(first)))); n != 6 {
		t.Errorf("%d different games of 6", n)
	}
	for atOnce := 1; atOnce <= 4; atOnce++ {
		if diff := cmp.Diff(first, play(0, atOnce)); diff != "" {
			t.Errorf("%d at once (-one +other):\n%s", atOnce, diff)
		}
	}
	if slices.Equal(first, play(1, 1)) {
		t.Error("another seed gives the same games")
	}
}

// What makes a match impossible is named, before a game is played.
func TestMatchCheck(t *testing.T) {
	a, b := playerOf("a", firstMove), playerOf("b", firstMove)
	clockless, nameless, none, free := a, a, a, a
	clockless.TimeControl = TimeControl{Increment: time.Second}
	nameless.Name = "a\nb"
	none.New = func(context.Context) (Searcher, error) { return nil, nil }
	free.Limits = Limits{Mate: 3}
	for _, tt := range []struct {
		want string
		m    Match
	}{
		{"fewer than two players", Match{}},
		{"fewer than two players", Match{Players: []Player{a}}},
		{"two players are called", Match{Players: []Player{a, a}}},
		{"impossible", Match{Players: []Player{clockless, b}}},
		{"b has no searcher", Match{Players: []Player{a, {Name: "b"}}}},
		{"a has no searcher: its New returned nil", Match{Players: []Player{none, b}}},
		{"nothing limits how long a thinks", Match{Players: []Player{free, b}}},
		{"cannot be the name", Match{Players: []Player{nameless, b}}},
		{"negative", Match{Players: []Player{a, b}, Pairs: -1}},
		{"a gauntlet or a knockout", Match{Players: []Player{a, b}, Gauntlet: true, Knockout: true}},
		{"too many pairs to count", Match{Players: []Player{a, b}, Pairs: math.MaxInt}},
		{"opening 2 is nil", Match{Players: []Player{a, b}, Openings: []*Game{new(Game), nil}}},
		{"opening 1 is the end of a game: checkmate", Match{Players: []Player{a, b}, Openings: []*Game{played(t, StartFEN, "f3", "e5", "g4", "Qh4")}}},
		{"game 1 of those played is nil", Match{Players: []Player{a, b}, Played: []*GameTree{nil}}},
	} {
		if tt.m.Pairs == 0 {
			tt.m.Pairs = 1
		}
		if games, err := gamesAndError(t, &tt.m); err == nil || !strings.Contains(err.Error(), tt.want) || len(games) > 0 {
			t.Errorf("%d games, error %v, want %s", len(games), err, tt.want)
		}
	}
	if games := gamesOf(t, &Match{Players: []Player{a, b}}); len(games) != 0 {
		t.Errorf("%d games of no pairs", len(games))
	}
}

// failures are ways in which a call fails without returning.
var failures = map[string]func(){
	"panic: a value with two lines":                  func() { panic("a value\nwith two lines") },
	"panic: runtime error: index out of range":       func() { _ = startPosition.AppendMoves(nil)[int(startPosition.fullmove)*100] },
	"panic: runtime error: invalid memory address":   func() { _ = (*Position)(nil).turn() },
	"panic: panic called with nil argument":          func() { panic(nil) },
	"panic: illegal":                                 func() { panic(ErrIllegal) }, // but no illegal move
	"panic: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": func() { panic(strings.Repeat("a", 1<<20)) },
	"ended its goroutine":                            func() { runtime.Goexit() },
}

// A searcher that panics, or ends its goroutine, loses its game. The match goes on, with
// another searcher.
func TestMatchPanics(t *testing.T) {
	for text, fail := range failures {
		var made atomic.Int32
		a := playerOf("a", func(ctx context.Context, g *Game, l Limits) (Result, error) {
			if g.Len() == 2 {
				fail()
			}
			return firstMove(ctx, g, l)
		})
		new := a.New
		a.New = func(ctx context.Context) (Searcher, error) { made.Add(1); return new(ctx) }
		m := &Match{Players: []Player{a, playerOf("b", firstMove)}, Pairs: 2, AtOnce: 2, Arbiter: Arbiter{MaxPlies: 4}}
		var results []string
		for _, g := range gamesOf(t, m) {
			results = append(results, g.Outcome.String()+" "+g.Outcome.Reason.String())
			if g.Outcome.Decided {
				if g.Err == nil || !strings.Contains(g.Err.Error(), text) || len(g.Err.Error()) > 2000 ||
					strings.HasPrefix(text, "panic") && !strings.Contains(g.Err.Error(), " at match_test.go:") {
					t.Errorf("%q: error %v", text, g.Err)
				}
				if why := g.Tree.Root().Next().Next().Comment(); !strings.Contains(why, "White fails: ") || len(why) > 200 {
					t.Errorf("%q: comment %q", text, why)
				}
			}
		}
		if diff := cmp.Diff([]string{"0-1 abandonment", "1/2-1/2 adjudication", "0-1 abandonment", "1/2-1/2 adjudication"}, results); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
		if made.Load() < 2 {
			t.Errorf("%q: %d searchers were made", text, made.Load())
		}
	}
}

// A moody is a Searcher whose other methods may panic.
type moody struct {
	searchFunc
	fails string
}

func (m moody) check(method string) {
	if m.fails == method {
		panic(method)
	}
}

func (m moody) Forget()            { m.check("Forget") }
func (m moody) Seed(uint64)        { m.check("Seed") }
func (m moody) LimitsItself() bool { m.check("LimitsItself"); return true }
func (m moody) Close() error       { m.check("Close"); return nil }
func (m moody) Unwrap() Searcher   { m.check("Unwrap"); return nil }

// Whatever else of a player panics is an error too, of the game or, before there is a searcher,
// of the match.
func TestMatchOtherPanics(t *testing.T) {
	for method, want := range map[string]string{
		"Forget":       "1/2-1/2 1-0 1/2-1/2 1-0 <nil>",
		"Seed":         "0-1 1-0 0-1 1-0 <nil>",
		"Unwrap":       "0-1 1-0 0-1 1-0 <nil>",
		"Close":        "1/2-1/2 1/2-1/2 1/2-1/2 1/2-1/2 <nil>",
		"LimitsItself": "chess: panic: LimitsItself, in ",
		"New":          "chess: panic: New, in ",
	} {
		a := playerOf("a", firstMove)
		a.Limits = Limits{}
		a.New = func(context.Context) (Searcher, error) {
			s := moody{firstMove, method}
			s.check("New")
			return s, nil
		}
		games, err := gamesAndError(t, &Match{Players: []Player{a, playerOf("b", firstMove)}, Pairs: 2, Arbiter: Arbiter{MaxPlies: 2}})
		got := ""
		for _, g := range games {
			got += g.Outcome.String() + " "
		}
		if got += fmt.Sprint(err); !strings.HasPrefix(got, want) {
			t.Errorf("%s panics: %s, want %s", method, got, want)
		}
	}
	for want, table := range map[string]tableFunc{
		"panic: table": func(*Position) (WDL, error) { panic("table") },
		"broken":       func(*Position) (WDL, error) { return 0, errors.New("broken") },
	} {
		m := &Match{Players: []Player{playerOf("a", firstMove), playerOf("b", firstMove)}, Pairs: 1, Arbiter: Arbiter{Tablebase: table}}
		if _, err := gamesAndError(t, m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v of the tablebase, want %s", err, want)
		}
	}
}

// After a search that was late, the moves begin with a rest for which nobody pays.
func TestMatchRests(t *testing.T) {
	for _, tt := range []struct {
		name  string
		over  time.Duration // how much longer than its limit the first search takes
		clock TimeControl
		rests bool
	}{
		{"late", 10 * time.Millisecond, TimeControl{Time: time.Second, Increment: time.Second}, true},
		{"in time", 0, TimeControl{Time: time.Second, Increment: time.Second}, false},
		{"a little late", lateSearch, TimeControl{Time: time.Second, Increment: time.Second}, false},
		{"no clock", 10 * time.Millisecond, TimeControl{}, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			var ended time.Time
			rests := 0
			search := func(_ context.Context, g *Game, l Limits) (Result, error) {
				if waited := time.Since(ended); g.Len() > 0 && waited > 0 {
					if rests++; waited != restTime {
						t.Errorf("%s: a rest of %v", tt.name, waited)
					}
				}
				if g.Len() == 0 {
					time.Sleep(l.Time + tt.over)
				}
				ended = time.Now()
				return firstMove(t.Context(), g, l)
			}
			m := &Match{Players: []Player{playerOf("a", search), playerOf("b", search)}, Pairs: 1, Arbiter: Arbiter{MaxPlies: 150}}
			for i := range m.Players {
				m.Players[i].TimeControl, m.Players[i].Limits.Time = tt.clock, 0
				if tt.clock == (TimeControl{}) {
					m.Players[i].Limits.Time = time.Millisecond
				}
			}
			want := 0
			for _, g := range gamesOf(t, m) {
				if g.Err != nil {
					t.Error(tt.name, g.Err)
				}
				if tt.rests {
					want += min(len(g.Tree.Mainline())-1, restMoves)
				}
			}
			if rests != want {
				t.Errorf("%s: %d rests, want %d", tt.name, rests, want)
			}
		})
	}
}

func TestReadOpenings(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		plies      int
		want       []string // the positions they end in
	}{
		{"EPD", "# two\n\n4k3/8/8/8/8/8/8/4KR2 w - - id \"x\";\r\n4k3/8/8/8/8/8/8/4KR2 b - - hmvc 3; fmvn 9;\n", 0,
			[]string{"4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "4k3/8/8/8/8/8/8/4KR2 b - - 3 9"}},
		{"PGN", "[Event \"x\"]\n\n1. e4 (1. d4) e5 2. Nf3 1-0\n\n[Event \"y\"]\n\n1. Nf3 *\n", 2,
			[]string{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"}},
		{"PGN without tags", "\ufeff 1.e4 e5\n", 0, []string{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"}},
		{"a fault behind the opening", "1. e4 <br> e5 2. Ke3 Nc6 *\n", 2, []string{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"}},
		{"nothing", " \n", 0, nil},
		{"EPD, faults", "startpos\n4k3/8/8/8/8/8/8/4KR2 w - - bm #3;\n4k3/4R3/8/8/8/8/8/4K3 w - -\n8/8/4k3/8/8/8/8/4KR2 b - -", 0,
			[]string{"4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "8/8/4k3/8/8/8/8/4KR2 b - - 0 1"}},
		{"PGN, faults", "[Event \"x\"]\n\n1. e4 e9 *\n\n[Variant \"Shatranj\"]\n\n1. e4 *\n\n[Event \"y\"]\n\n1. Nf3 *\n\n[FEN \"x\"]\n\n1. e4 *\n\n1. -- e5 *", 2,
			[]string{"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"}},
	} {
		games, err := ReadOpenings(strings.NewReader(tt.text), tt.plies)
		if (err != nil) != strings.Contains(tt.name, "faults") {
			t.Errorf("%s: %v", tt.name, err)
		}
		var got []string
		for _, g := range games {
			got = append(got, g.Position().FEN())
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	// An error of the reader ends the reading, wherever it comes.
	const two = "[A \"b\"]\n\n1. e4 *\n\n[A \"c\"]\n\n1. d4 d5 *\n\n"
	for n := range len(two) + 1 {
		games, err := ReadOpenings(io.MultiReader(strings.NewReader(two[:n]), iotest.ErrReader(iotest.ErrTimeout)), 0)
		if err != iotest.ErrTimeout || len(games) > 2 {
			t.Errorf("%q: %d games, %v", two[:n], len(games), err)
		}
	}
	for text, line := range map[string]int{
		"# \n4k3/8/8/8/8/8/8/4KR2 w - - \nkk w - -\n":   3,
		"[Event \"x\"]\n\n1. e4 e5 2. Ke3\n":            3,
		"[Event \"x\"]\n\n1. e4 -- 2. e5\n":             0,
		"[Variant \"Shatranj\"]\n\n1. e4 e5 2. Nf3 *\n": 1,
		"\n" + strings.Repeat("x", 70_000) + "\n":       2,
	} {
		games, err := ReadOpenings(strings.NewReader(text), 0)
		var parse *ParseError
		if err == nil || line > 0 && (!errors.As(err, &parse) || parse.Line != line) {
			t.Errorf("%.40q: %d games, %v; want an error in line %d", text, len(games), err, line)
		}
	}
}

func FuzzReadOpenings(f *testing.F) {
	f.Add(StartFEN+"\n# x\n", 0)
	f.Add("[Event \"x\"]\n\n1. e4 e5 *\n", 1)
	f.Fuzz(func(t *testing.T, text string, plies int) {
		games, err := ReadOpenings(strings.NewReader(text), plies)
		if err != nil {
			return
		}
		for _, g := range games {
			if plies > 0 && g.Len() > plies {
				t.Errorf("%d plies of %d", g.Len(), plies)
			}
		}
	})
}
