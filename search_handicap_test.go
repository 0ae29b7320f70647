package chess

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var (
	_ Configurable = (*Handicap)(nil)
	_ Forgetter    = (*Handicap)(nil)
)

// weak returns a Handicap that limits its strength to elo.
func weak(t *testing.T, next Searcher, seed uint64, elo string) *Handicap {
	t.Helper()
	h := NewHandicap(next, seed)
	for _, o := range [][2]string{{"UCI_LimitStrength", "true"}, {"uci_elo", elo}} {
		if err := h.SetOption(o[0], o[1]); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// The limits that a Handicap gives to its searcher, and the lines that it returns.
func TestHandicap(t *testing.T) {
	reply := findMove(t, startPosition.After(findMove(t, startPosition, "e2e4")), "e7e5")
	all := startPosition.AppendMoves(nil)
	for _, tt := range []struct {
		name    string
		elo     string // unlimited if it is ""
		limits  Limits
		want    Limits
		wantLen int
	}{
		{"unlimited", "", Limits{Depth: 3}, Limits{Depth: 3}, 20},
		{"weakest", "800", Limits{Depth: 3}, Limits{Depth: 3, Nodes: 40_000, MultiPV: 20}, 1},
		{"strongest", "2200", Limits{Mate: 1}, Limits{Depth: 8, Nodes: 40_000, MultiPV: 4, Mate: 1, SearchMoves: all[:4]}, 1},
		{"not so deep", "2200", Limits{Depth: 2}, Limits{Depth: 2, Nodes: 40_000, MultiPV: 20}, 1},
		{"deeper", "1600", Limits{Depth: 20}, Limits{Depth: 5, Nodes: 40_000, MultiPV: 4, SearchMoves: all[:4]}, 1},
		{"fewer nodes", "1000", Limits{Nodes: 40}, Limits{Depth: 4, Nodes: 40, MultiPV: 20}, 1},
		{"more nodes", "1000", Limits{Nodes: 200_000}, Limits{Depth: 4, Nodes: 40_000, MultiPV: 20}, 1},
		{"no nodes", "1000", Limits{Nodes: -1}, Limits{Depth: 4, Nodes: -1, MultiPV: 20}, 1},
		{"two lines", "1000", Limits{MultiPV: 2}, Limits{Depth: 4, Nodes: 40_000, MultiPV: 20}, 2},
		{"some moves", "1000", Limits{SearchMoves: all[:3]}, Limits{Depth: 4, Nodes: 40_000, MultiPV: 3, SearchMoves: all[:3]}, 1},
	} {
		var reported []Info
		tt.limits.Info = func(i Info) { reported = append(reported, i) }
		var got Limits
		next := searchFunc(func(_ context.Context, _ *Game, l Limits) (Result, error) {
			got = l
			moves := all
			if l.SearchMoves != nil {
				moves = l.SearchMoves
			}
			var lines []Line
			for i, m := range moves {
				lines = append(lines, Line{Score: Score(-10 * i), Bound: Exact, PV: []Move{m, reply}})
				if l.Info == nil {
					continue
				}
				l.Info(Info{Depth: 1, MultiPV: i + 1, Score: lines[i].Score, Bound: Exact, PV: lines[i].PV})
			}
			return Result{Move: moves[0], PV: lines[0].PV, Lines: lines, Bound: Exact}, nil
		})
		h := NewHandicap(next, 1)
		if tt.elo != "" {
			h = weak(t, next, 1, tt.elo)
		}
		r := mustSearch(t, h, NewGame(), tt.limits)
		got.Info = nil
		tt.want.WithoutTablebase = tt.elo != ""
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: -want +got:\n%s", tt.name, d)
		}
		if len(reported) != tt.wantLen || len(r.Lines) != tt.wantLen {
			t.Errorf("%s: %d lines reported, %d in the result, want %d", tt.name, len(reported), len(r.Lines), tt.wantLen)
		}
		first := r.Lines[0]
		if r.Move != first.PV[0] || r.Ponder != reply && tt.elo != "" || r.Score != first.Score || r.Bound != Exact || reported[0].Score != first.Score {
			t.Errorf("%s: %+v", tt.name, r)
		}
	}
}

// It plays each move as often as Likelihood says, but for the sharpness beyond openings, and only those of SearchMoves.
func TestHandicapChooses(t *testing.T) {
	h := weak(t, searchFunc(func(_ context.Context, g *Game, l Limits) (r Result, _ error) {
		for i, m := range g.LegalMoves() {
			if l.SearchMoves == nil || slices.Contains(l.SearchMoves, m) {
				r.Lines = append(r.Lines, Line{Score: Score(10 * (i % 7)), PV: []Move{m}})
			}
		}
		return r, nil
	}), 1, "1200")
	for moves, power := range map[string]float64{"": 1, "a2a3 a7a6 h2h3 h7h6 f2f3 f7f6": sharpness(1200)} {
		g := playUCI(t, StartFEN, moves)
		by, err := h.Likelihood(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		total, sum := 0.0, 0.0
		for _, c := range by {
			total += math.Pow(c, power)
			sum += c
		}
		const times = 2000
		played := map[Move]float64{}
		for range times {
			played[mustSearch(t, h, g, Limits{}).Move] += 1. / times
		}
		for _, m := range g.LegalMoves() {
			want := math.Pow(by[m], power) / total
			if math.Abs(played[m]-want) > 5*math.Sqrt(want/times) {
				t.Errorf("after %q, %s: played by %.3f, want %.3f", moves, m, played[m], want)
			}
		}
		if math.Abs(sum-1) > 1e-9 || len(by) != len(g.LegalMoves()) {
			t.Errorf("after %q, %d moves whose chances add up to %v", moves, len(by), sum)
		}
	}
	g := NewGame()
	few := g.LegalMoves()[:3]
	for range 100 {
		if m := mustSearch(t, h, g, Limits{SearchMoves: few}).Move; !slices.Contains(few, m) {
			t.Fatalf("plays %v, which is none of %v", m, few)
		}
	}
}

// A level walks into what it overlooks far more often, and into nothing else.
func TestHandicapOverlooks(t *testing.T) {
	for _, tt := range []struct {
		name, fen, move, thrown string // thrown where it can be taken
	}{
		{"fork", "r3kb1r/ppp1qppp/2n1pn2/1N6/3PpB2/2P5/PP2QPPP/2KR2NR b kq - 0 10", "e4e3", "e7a3"}, // Nxc7+ forks king and rook
		{"fork", "6k1/5p1p/4q1p1/pQ2b3/4R3/8/PPr2PKP/8 b - - 1 35", "e6a2", "e6e8"},                 // Qe8+ king and bishop
		{"hanging", "6k1/1q3ppp/8/4r3/5P2/8/1P4PP/3R3K b - - 0 32", "h7h6", "b7f3"},                 // fxe5
		{"lower", "6k1/1q3ppp/3p4/4r3/5P2/8/1P4PP/R5K1 b - - 0 32", "f7f6", "b7f3"},                 // fxe5, where dxe5 takes back
		{"mate", "3r2k1/5ppp/p7/1p6/8/8/1P3PPP/2R3K1 w - - 0 32", "c1c6", "c1c8"},                   // Rd1#
	} {
		g := playUCI(t, tt.fen, "")
		move := findMove(t, g.Position(), tt.move)
		for _, elo := range []string{"1000", "1400", "1800"} {
			chance := func(name string) map[Move]float64 {
				h := weak(t, NewAlphaBeta(nil), 1, elo)
				if err := h.SetOption("overlooks", name); err != nil {
					t.Fatal(err)
				}
				by, err := h.Likelihood(t.Context(), g)
				if err != nil {
					t.Fatal(err)
				}
				return by
			}
			off, on := chance("none"), chance(tt.name)
			if on[move] < 0.05+off[move] {
				t.Errorf("%s: %s has a chance of %.3f at %s, and %.3f if it overlooks that", tt.name, tt.move, off[move], elo, on[move])
			}
			if thrown := findMove(t, g.Position(), tt.thrown); on[thrown] > 0.01+off[thrown] {
				t.Errorf("%s: %s has a chance of %.3f at %s", tt.name, tt.thrown, on[thrown], elo)
			}
			if other := chance("promotion"); !cmp.Equal(other, off) {
				t.Errorf("%s: -off +with another blind spot:\n%s", tt.name, cmp.Diff(off, other))
			}
		}
	}
	h := weak(t, NewAlphaBeta(nil), 1, "1000")
	h.overlooks = "hanging"
	blind, all := 0, 0
	randomGames(20, func(p Position, _ []Move) {
		blind += int(oneIf(h.lapses(&p)))
		all++
	})
	if share := float64(blind) / float64(all); share < 0.2 || share > 0.3 {
		t.Errorf("it overlooks pieces in %.3f of %d positions, not in a quarter", share, all)
	}
	if err := h.SetOption("Overlooks", "forks"); err == nil || !strings.Contains(err.Error(), " fork, ") {
		t.Errorf("an unknown name: %v", err)
	}
	if err := h.SetOption("Overlooks", "hanging"); err != nil {
		t.Fatal(err)
	}
	g := playUCI(t, "6k1/1q3ppp/8/4r3/5P2/8/1P4PP/3R3K b - - 0 32", "")
	for _, nodes := range []int64{1000, 3000, 9000} {
		h.Forget()
		if r := mustSearch(t, h, g, Limits{Nodes: nodes}); r.Nodes > nodes {
			t.Errorf("%d nodes of %d", r.Nodes, nodes)
		}
	}
}

// A weak level mates with a queen or a rook about as often as people of its rating do, and wins with more: see
// docs/lab/strength.md.
func TestHandicapTechnique(t *testing.T) {
	for _, tt := range []struct {
		elo, fen    string
		least, most int // of 30 games
	}{
		{"800", "8/8/8/4k3/8/8/8/3QK3 w - - 0 1", 8, 22},
		{"1200", "8/8/8/4k3/8/8/8/3QK3 w - - 0 1", 15, 29},
		{"1600", "8/8/8/4k3/8/8/8/3RK3 w - - 0 1", 18, 30},
		{"800", "8/8/8/4k3/8/8/PP6/2QRK3 w - - 0 1", 24, 30},
	} {
		mates := 0
		for seed := range uint64(30) {
			g, h := playUCI(t, tt.fen, ""), weak(t, NewAlphaBeta(nil), seed+1, tt.elo)
			for !g.Outcome().Over() {
				if err := g.Play(mustSearch(t, h, g, Limits{}).Move); err != nil {
					t.Fatal(err)
				}
			}
			mates += int(oneIf(g.Outcome().Reason == Checkmate))
		}
		if mates < tt.least || mates > tt.most {
			t.Errorf("%s mates in %d of 30 games from %s, want %d to %d", tt.elo, mates, tt.fen, tt.least, tt.most)
		}
	}
}

// Both searches of a strong level together keep the limits, and the second one does not wait for a ponder hit.
func TestHandicapKeepsLimits(t *testing.T) {
	hit := make(chan Clock, 1)
	hit <- Clock{}
	for _, l := range []Limits{{Nodes: 50}, {Nodes: 2000}, {Time: time.Nanosecond}, {Ponder: hit}, {Depth: 5}} {
		searches, ponders := 0, 0
		h := weak(t, searchFunc(func(_ context.Context, g *Game, l Limits) (r Result, _ error) {
			searches++
			if l.Ponder != nil {
				ponders++
				<-l.Ponder
			}
			for _, m := range g.LegalMoves() {
				r.Lines = append(r.Lines, Line{PV: []Move{m}})
			}
			r.Nodes, r.Time = min(l.Nodes, 1500), time.Nanosecond
			return r, nil
		}), 1, "2200")
		r := mustSearch(t, h, NewGame(), l)
		if l.Nodes > 0 && r.Nodes > l.Nodes || ponders > 1 || (searches == 2) != (l.Nodes == 2000 || l.Depth == 5) {
			t.Errorf("%+v: %d searches of %d nodes, %d ponder", l, searches, r.Nodes, ponders)
		}
	}
}

// Likelihood fails if the search does not tell of all moves.
func TestLikelihoodFails(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if by, err := weak(t, NewAlphaBeta(flat), 1, "1400").Likelihood(ended, NewGame()); by != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v %v", by, err)
	}
	if by, err := weak(t, NewRandomMover(), 1, "1400").Likelihood(t.Context(), NewGame()); by != nil || err == nil {
		t.Errorf("%v %v", by, err)
	}
	if by, err := weak(t, NewAlphaBeta(flat), 1, "1400").Likelihood(t.Context(), NewGame(MustParseFEN("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"))); by != nil || !errors.Is(err, ErrGameOver) {
		t.Errorf("%v %v", by, err)
	}
}

// The chances of each variant's moves add up, from the start and after some moves.
func TestLikelihoodOfVariants(t *testing.T) {
	for v := range Variant(len(ruleSets)) {
		h := weak(t, NewAlphaBeta(nil), 1, "1800")
		g := NewGame(v.StartPosition())
		for range 8 {
			by, err := h.Likelihood(t.Context(), g)
			if v == Crazyhouse && err != nil && len(g.LegalMoves()) > 60 {
				break // too many moves for the nodes
			}
			if err != nil {
				t.Fatalf("%v %v: %v", v, g.Position(), err)
			}
			sum := 0.0
			for m, c := range by {
				if sum += c; !g.current().legal(m) || c < 0 {
					t.Fatalf("%v %v: %v by %v", v, g.Position(), m, c)
				}
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Fatalf("%v %v: the chances add up to %v", v, g.Position(), sum)
			}
			if g.Play(mustSearch(t, h, g, Limits{Nodes: 500}).Move); g.Outcome().Over() {
				break
			}
		}
	}
}

// What a move loses is the difference from the best.
func TestJudgeMoves(t *testing.T) {
	all := make([]noticed, 3)
	judge(all, &[peopleDepth][]float32{{0.5, 0.25, 0.5}, {0, 1, 0.75}, {0, 0, 0}, {0.1, 0.2, 0.3}})
	for i, want := range [][3]float32{{0, 0, 1}, {0.25, 0.5, 0}, {0, 0, 1}} {
		if got := [3]float32{all[i].about[loses], all[i].about[losesRoot], all[i].about[isBest]}; got != want {
			t.Errorf("move %d: %v, want %v", i, got, want)
		}
	}
	judgeTechnique(all, []Line{{Score: 500}, {Score: 600}, {Score: 300}})
	if got := [3]float32{all[0].about[wastes], all[1].about[wastes], all[2].about[wastes]}; got != [3]float32{gainSize(400), 0, gainSize(1200)} {
		t.Errorf("of a win %v are lost", got)
	}
	if a := &all[0].about; a[loses+1] != 1 || a[isBest+1] != 0 || a[isBest+2] != 1 || a[losesRoot+1] != 1 {
		t.Errorf("%v", a)
	}
}

// Seed seeds what it chooses and the other Searcher.
func TestHandicapSeeder(t *testing.T) {
	for name, h := range map[string]*Handicap{
		"chooses": weak(t, NewAlphaBeta(flat), 1, "1000"), "random": NewHandicap(NewRandomMover(), 1),
	} {
		play := func(seed uint64) (moves []Move) {
			h.Seed(seed)
			h.Forget()
			for range 20 {
				moves = append(moves, mustSearch(t, h, new(Game), Limits{}).Move)
			}
			return moves
		}
		one := play(1)
		if cmp.Equal(one, play(2)) || !cmp.Equal(one, play(1)) {
			t.Errorf("%s: the seed does not determine the moves", name)
		}
	}
}

// With limited strength a search ends without limits.
func TestHandicapLimitsItself(t *testing.T) {
	h := NewHandicap(NewAlphaBeta(flat), 1)
	if h.LimitsItself() || !NewHandicap(NewMinimax(flat), 1).LimitsItself() {
		t.Error("with full strength it does not limit itself as its searcher does")
	}
	h = weak(t, NewAlphaBeta(flat), 1, "1000")
	if r := mustSearch(t, h, new(Game), Limits{}); !h.LimitsItself() || r.Nodes > peopleNodes {
		t.Errorf("%d nodes", r.Nodes)
	}
}

// Skill Level is another way to say an Elo, for programs that do not know UCI_LimitStrength; that one wins.
func TestHandicapSkill(t *testing.T) {
	h := NewHandicap(&stubSearcher{eager: true}, 1)
	set := func(name, value string) {
		t.Helper()
		if err := h.SetOption(name, value); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		level   string
		elo     int
		limited bool
	}{{"20", 2200, false}, {"19", 2130, true}, {"10", 1500, true}, {"0", 800, true}} {
		set("skill level", tt.level)
		if elo, limited := h.strength(); elo != tt.elo || limited != tt.limited || h.LimitsItself() != limited {
			t.Errorf("level %s: Elo %d, %v", tt.level, elo, limited)
		}
	}
	set("UCI_LimitStrength", "true")
	set("UCI_Elo", "1600")
	if elo, limited := h.strength(); elo != 1600 || !limited {
		t.Errorf("Elo %d, %v", elo, limited)
	}
}

func TestHandicapOptions(t *testing.T) {
	s := &stubSearcher{eager: true, err: errors.New("trouble")}
	h := NewHandicap(s, 1)
	own := []Option{
		{Name: "UCI_LimitStrength", Kind: checkOption, Value: "false"},
		{Name: "UCI_Elo", Kind: spinOption, Value: "2200", Min: 800, Max: 2200},
		{Name: "Skill Level", Kind: spinOption, Value: "20", Max: 20},
		{Name: "Overlooks", Kind: comboOption, Value: "none", Choices: []string{
			"none", "hanging", "lower", "mate", "promotion", "fork", "doubleCheck", "discoveredCheck", "discoveredAttack", "skewer",
			"trappedPiece", "capturingDefender", "deflection", "pin",
		}},
	}
	if d := cmp.Diff(append(own, s.Options()...), h.Options()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	for _, o := range [][2]string{{"UCI_Elo", "799"}, {"UCI_Elo", "2201"}, {"UCI_Elo", ""}, {"UCI_LimitStrength", "1"}, {"Trouble", "1"}} {
		if h.SetOption(o[0], o[1]) == nil {
			t.Errorf("%s is set to %q", o[0], o[1])
		}
	}
	if err := h.SetOption("Hash", "32"); err != nil || !cmp.Equal(s.set, []string{"Hash=32"}) {
		t.Errorf("%v, set %v", err, s.set)
	}
	if h.Forget(); s.forgot != 1 {
		t.Errorf("forgot %d times", s.forgot)
	}
	h = weak(t, s, 1, "1500")
	if _, err := h.Search(t.Context(), NewGame(), Limits{}); err != s.err {
		t.Errorf("error %v", err)
	}
}

// personal is a position that a player of a rating had, and what was played.
type personal struct {
	game   *Game
	elo    int
	played Move
	all    []noticed
	lines  []Line
	choice int // of all; -1 if it is not there
}

// TestPeople fits the numbers in networks/people.bin to the games of a file of PGN with ratings, and measures how many
// moves of people are those that are most likely:
//
//	CHESS_PEOPLE=games.pgn CHESS_RECORD=1 go test -run TestPeople -v -timeout 0 .
//
// Without CHESS_RECORD it measures only. Each tenth game is held out. CHESS_PEOPLE_POSITIONS is to how many positions
// it fits, and it measures by a third of that. With CHESS_PEOPLE_PART=openings it does so with the first twelve plies of
// the games, and fits only what is about openings; with wins, only where the opponent has a king alone. A player
// without a rating is left out. With CHESS_PEOPLE_HELD=10000 all games are held out, as those of another file than the
// one that the numbers are fitted to, and at most 10,000 positions count for each 200 points of ratings; with CHESS_ENGINE too,
// CHESS_RECORD then draws docs/lab/losses.svg.
func TestPeople(t *testing.T) {
	path := os.Getenv("CHESS_PEOPLE")
	if path == "" {
		t.Skip("CHESS_PEOPLE names no file of games")
	}
	part := os.Getenv("CHESS_PEOPLE_PART")
	var learned, held []personal
	if each, err := strconv.Atoi(os.Getenv("CHESS_PEOPLE_HELD")); err == nil {
		held = holdPeople(t, path, each)
	} else {
		learned, held = readPeople(t, path, part)
	}
	record := os.Getenv("CHESS_RECORD") != ""
	if record && len(learned) > 0 {
		noticeAll(t, learned)
		f := fitPeople(t, learned, part)
		var b []byte
		for _, w := range f.numbers() {
			for _, x := range w {
				b = binary.AppendVarint(b, int64(math.Round(float64(x)*peopleUnit)))
			}
		}
		if err := os.WriteFile("networks/people.bin", b, 0o644); err != nil {
			t.Fatal(err)
		}
		peopleNumbers = b
	}
	noticeAll(t, held)
	f := newPeople(peopleNumbers)
	if engine := os.Getenv("CHESS_ENGINE"); engine != "" {
		drawn := compareLosses(t, engine, f, held)
		if record && len(learned) == 0 {
			if err := os.WriteFile("docs/lab/losses.svg", []byte(drawn), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for from := 800; from < 2400; from += 200 {
		var n, matched, matched1, matched4, recaptures, recaptured int
		loss, recaptured2 := 0.0, 0.0
		for i := range held {
			s := &held[i]
			if s.elo < from || s.elo >= from+200 || s.choice < 0 {
				continue
			}
			chances := f.chances(s.all, s.elo, 1)
			likeliest := func(of func(int) float64) int {
				best := 0
				for j := range s.all {
					if of(j) > of(best) {
						best = j
					}
				}
				return int(oneIf(best == s.choice))
			}
			n++
			matched += likeliest(func(j int) float64 { return chances[j] })
			matched1 += likeliest(func(j int) float64 { return -float64(s.all[j].about[loses]) })
			matched4 += likeliest(func(j int) float64 { return -float64(s.all[j].about[loses+3]) })
			loss -= math.Log(chances[s.choice])
			wins := func(j int) bool { return s.all[j].about[takesBack] > 0 && s.all[j].about[wins] >= gainSize(200) }
			possible := 0.0
			for j, c := range f.chances(s.all, s.elo, sharpness(s.elo)) {
				if wins(j) {
					possible += c
				}
			}
			if possible > 0 {
				recaptures++
				recaptured += int(oneIf(wins(s.choice)))
				recaptured2 += possible
			}
		}
		if n > 0 {
			d := float64(n)
			t.Logf("%d to %d: %d positions, %.1f %% matched, %.3f nats; best at depth 1 %.1f %%, 4 %.1f %%; recaptures of two pawns or more: %d, people make %d, Handicap %.1f",
				from, from+199, n, 100*float64(matched)/d, loss/d, 100*float64(matched1)/d, 100*float64(matched4)/d, recaptures, recaptured, recaptured2)
		}
	}
}

// compareLosses compares what moves of people lose, as an engine has it, with what moves lose that Handicap chooses, and
// draws both.
func compareLosses(t *testing.T, engine string, f *people, held []personal) string {
	const bands, each = 8, 700 // of 200 points from 800 on
	var by [bands][]*personal
	for i := range held {
		if band := held[i].elo/200 - 4; band >= 0 && band < bands && held[i].choice >= 0 && len(by[band]) < each {
			by[band] = append(by[band], &held[i])
		}
	}
	var all [][2]lossCurve
	for band, samples := range by {
		losses := make([][]float64, len(samples)) // of all moves
		var wg sync.WaitGroup
		const lanes = 2
		for lane := range lanes {
			wg.Go(func() {
				c, err := StartClient(t.Context(), exec.Command(engine), time.Minute)
				if err != nil {
					panic(err)
				}
				defer c.Close()
				for i := lane; i < len(samples); i += lanes {
					s := samples[i]
					r, err := c.Search(t.Context(), s.game, Limits{Nodes: 60_000, MultiPV: len(s.lines)})
					if err != nil {
						panic(err)
					}
					losses[i] = make([]float64, len(s.lines))
					for j, l := range s.lines {
						k := slices.IndexFunc(r.Lines, func(o Line) bool { return len(o.PV) > 0 && o.PV[0] == l.PV[0] })
						losses[i][j] = max(r.Lines[0].Score.WinningChance()-r.Lines[max(k, 0)].Score.WinningChance(), 0)
					}
				}
			})
		}
		wg.Wait()
		var people, chosen lossCurve
		for i, s := range samples {
			people.add(losses[i][s.choice], 1)
			for j, c := range f.chances(s.all, s.elo, sharpness(s.elo)) {
				chosen.add(losses[i][j], c)
			}
		}
		t.Logf("%d to %d: %d positions; people lose %v; Handicap %v; Kolmogorov distance %.3f",
			800+200*band, 999+200*band, len(samples), &people, &chosen, people.distance(&chosen))
		all = append(all, [2]lossCurve{people, chosen})
	}
	return drawLosses(all)
}

// drawLosses draws how many moves lose no more than 0 to 30 % of the winning chance, of people and of Handicap, for
// each 200 points from 800 on.
func drawLosses(bands [][2]lossCurve) string {
	const width, height, across, most = 120, 100, 4, 30
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="9">`+"\n"+
		`<rect width="100%%" height="100%%" fill="#fff"/>`+"\n", across*(width+20)+20, (len(bands)+across-1)/across*(height+40)+20)
	for i := range bands {
		x, y := 20+i%across*(width+20), 20+i/across*(height+40)
		fmt.Fprintf(&b, `<g transform="translate(%d %d)"><path d="M0 0V%dH%d" fill="none" stroke="#888"/><text x="%d" y="%d">%d</text>`+
			`<text y="%d">0</text><text x="%d" y="%d" text-anchor="end">%d %%</text>`+"\n",
			x, y, height, width, width/2, height-8, 800+200*i, height+11, width, height+11, most)
		for side, style := range [2]string{`stroke="#06c"`, `stroke="#c30" stroke-dasharray="3 2"`} {
			c, sum, at := &bands[i][side], 0.0, 0
			fmt.Fprintf(&b, `<path fill="none" %s d="M`, style)
			for percent := range most + 1 {
				for ; at <= 5*percent; at++ {
					sum += c.count[at] / c.sum
				}
				fmt.Fprintf(&b, "%d %.0f ", percent*width/most, height*(1-sum))
			}
			b.WriteString(`"/>` + "\n")
		}
		b.WriteString("</g>\n")
	}
	return b.String() + "</svg>\n"
}

// A lossCurve is how often moves lose how much winning chance, in fifths of a percent.
type lossCurve struct {
	count     [502]float64
	sum, lost float64
}

func (c *lossCurve) add(loss, weight float64) {
	c.count[int(math.Round(5*loss))] += weight
	c.sum += weight
	c.lost += weight * loss
}

// distance returns the Kolmogorov distance of two curves.
func (c *lossCurve) distance(d *lossCurve) (largest float64) {
	difference := 0.0
	for i := range c.count {
		difference += c.count[i]/c.sum - d.count[i]/d.sum
		largest = max(largest, math.Abs(difference))
	}
	return largest
}

// String returns the mean, and the shares of moves that lose nothing, and of blunders.
func (c *lossCurve) String() string {
	blunders := 0.0
	for _, n := range c.count[5*blunderLoss:] {
		blunders += n
	}
	return fmt.Sprintf("%.2f %%, %.1f %% of moves nothing, %.1f %% of them blunders", c.lost/c.sum, 100*c.count[0]/c.sum, 100*blunders/c.sum)
}

// readPeople reads a few positions of each game.
func readPeople(t *testing.T, path, of string) (learned, held []personal) {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	most, err := strconv.Atoi(os.Getenv("CHESS_PEOPLE_POSITIONS"))
	if err != nil {
		most = 40_000
	}
	rng := rand.New(rand.NewPCG(1, 1))
	number := 0
	for tree, err := range NewPGNReader(file).All() {
		if err != nil || tree == nil {
			continue
		}
		number++
		var elo [2]int
		elo[White], _ = strconv.Atoi(tree.Tag("WhiteElo"))
		elo[Black], _ = strconv.Atoi(tree.Tag("BlackElo"))
		moves := tree.Mainline()
		if len(moves) < 12 {
			continue
		}
		part, n, most := &learned, 1, most
		if number%10 == 0 {
			part, n, most = &held, 3, most/3
		}
		var wins []int // the plies at which the side to move has won
		switch of {
		case "openings":
			n = 3
		case "wins":
			g := NewGame(tree.Start())
			for at, m := range moves {
				p := g.Position()
				if o := newObserver(g); o.alone && p.nonPawnCount() > 0 {
					wins = append(wins, at)
				}
				if g.Play(m) != nil {
					break
				}
			}
			n = min(len(wins), 3)
		}
		for range n {
			at := rng.IntN(len(moves))
			switch {
			case of == "openings":
				at = rng.IntN(12)
			case of == "wins":
				at = wins[rng.IntN(len(wins))]
			case number%10 == 0:
				at = 10 + rng.IntN(len(moves)-10)
			}
			player := elo[at&1]
			if player == 0 {
				continue
			}
			if usual := player >= 1400 && player < 1800; len(*part) >= most || part == &learned && usual && rng.IntN(2) == 0 {
				continue // more of the others
			}
			g := NewGame(tree.Start())
			for _, m := range moves[:at] {
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			if g.Outcome().Over() {
				continue
			}
			p := g.Position()
			*part = append(*part, personal{game: g, elo: elo[p.Turn()], played: moves[at]})
		}
	}
	return learned, held
}

// holdPeople reads games, and returns up to each positions of every band of 200 points, from the sixth move on.
func holdPeople(t *testing.T, path string, each int) (held []personal) {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	type chance struct {
		tree    *GameTree
		at, elo int
	}
	bands := map[int][]chance{}
	for tree, err := range NewPGNReader(file).All() {
		if err != nil || tree == nil {
			continue
		}
		for at := 10; at < len(tree.Mainline()); at++ {
			if elo := tree.elo(Color(at & 1)); elo > 0 {
				bands[elo/200] = append(bands[elo/200], chance{tree, at, elo})
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for _, band := range slices.Sorted(maps.Keys(bands)) {
		all := bands[band]
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, c := range all[:min(each, len(all))] {
			g, moves := NewGame(c.tree.Start()), c.tree.Mainline()
			for _, m := range moves[:c.at] {
				g.Play(m) // an error is for a game that went on after its end by the rules
			}
			if !g.Outcome().Over() {
				held = append(held, personal{game: g, elo: c.elo, played: moves[c.at]})
			}
		}
	}
	return held
}

// noticeAll notices what there is to the moves of the positions.
func noticeAll(t *testing.T, samples []personal) {
	var wg sync.WaitGroup
	const lanes = 2
	for lane := range lanes {
		wg.Go(func() {
			h := NewHandicap(NewAlphaBeta(nil), 1)
			for i := lane; i < len(samples); i += lanes {
				s := &samples[i]
				h.limited, h.elo = true, min(max(s.elo, minElo), maxElo)
				r, all, err := h.observe(context.Background(), s.game, Limits{})
				if err != nil {
					panic(fmt.Sprint(s.game.Position(), err))
				}
				s.all, s.lines, s.choice = all, r.Lines, -1
				for j, l := range r.Lines {
					if l.PV[0] == s.played {
						s.choice = j
					}
				}
			}
		})
	}
	wg.Wait()
}

// fitPeople fits a conditional logit by Adam: all numbers, or those of a part.
func fitPeople(t *testing.T, samples []personal, part string) *people {
	f, gradient := new(people), new(people)
	if part != "" {
		f = newPeople(peopleNumbers)
	}
	w, g := f.numbers(), gradient.numbers()
	mean, variance := make([][2]float64, len(w)), make([][2]float64, len(w))
	rng := rand.New(rand.NewPCG(2, 2))
	const passes, batch = 12, 256
	step, steps := 0, passes*(len(samples)/batch)
	for pass := range passes {
		order := rng.Perm(len(samples))
		total, n := 0.0, 0
		for at := 0; at+batch <= len(order); at += batch {
			*gradient = people{}
			for _, i := range order[at : at+batch] {
				s := &samples[i]
				if s.choice < 0 {
					continue
				}
				chances := f.chances(s.all, s.elo, 1)
				total -= math.Log(max(chances[s.choice], 1e-9))
				n++
				r := float32(s.elo-peopleElo) / 400
				for j, c := range chances {
					d := float32(c)
					if j == s.choice {
						d--
					}
					m := &s.all[j]
					for k, x := range m.about {
						gradient.about[k][0] += d * x
						gradient.about[k][1] += d * x * r
					}
					for _, p := range m.at {
						if p >= 0 {
							gradient.places[p][0] += d
							gradient.places[p][1] += d * r
						}
					}
				}
			}
			step++
			rate := 0.03 * (1 + math.Cos(math.Pi*float64(step)/float64(steps))) / 2
			for i := range w {
				opening := i >= int(notices)+placesSize
				of := ""
				switch {
				case opening, i == int(opens):
					of = "openings"
				case i == int(mating), i == int(wastes):
					of = "wins"
				}
				if part != "" && part != of {
					continue
				}
				for k := range 2 {
					decay := 1e-6
					switch {
					case opening:
						decay = 3e-4
					case i >= int(notices):
						decay = 2e-5
					}
					d := float64(g[i][k])/batch + decay*float64(w[i][k])
					mean[i][k] = 0.9*mean[i][k] + 0.1*d
					variance[i][k] = 0.999*variance[i][k] + 0.001*d*d
					w[i][k] -= float32(rate * mean[i][k] / (1 - math.Pow(0.9, float64(step))) / (math.Sqrt(variance[i][k]/(1-math.Pow(0.999, float64(step)))) + 1e-8))
				}
			}
		}
		t.Logf("pass %d: %.4f nats", pass+1, total/float64(n))
	}
	return f
}

// What is noticed about moves, but for the squares that they leave and go to, and what searches say.
func TestNotices(t *testing.T) {
	for _, tt := range []struct {
		name, fen, moves, move string
		want                   map[notice]float32
	}{
		{"a pawn", StartFEN, "", "e2e4", map[notice]float32{steps: 2, doubleStep: 1}},
		{"a recapture", StartFEN, "e2e4 d7d5 e4d5", "d8d5", map[notice]float32{steps: 3, takes: 1, takesBack: 1, wins: 1}},
		{"the piece that has moved", StartFEN, "e2e4 e7e5 g1f3 d8h4", "f3h4", map[notice]float32{steps: 2, takes: 1, takesMoved: 1, takesQueen: 1, wins: gainSize(900), goesOn: 1}},
		{"leaves a rook attacked", "6k1/1q3ppp/8/4r3/5P2/P7/1P4PP/3R2K1 b - - 0 32", "", "h7h6", map[notice]float32{steps: 1, allows: gainSize(500), threatens: 1}},
		{"saves it", "6k1/1q3ppp/8/4r3/5P2/P7/1P4PP/3R2K1 b - - 0 32", "", "e5e8", map[notice]float32{steps: 3, goesBack: 1, saves: gainSize(500), threatens: 1}},
		{"offers it", "6k1/1q3ppp/8/4r3/8/8/5P2/6K1 b - - 0 32", "", "e5e3", map[notice]float32{steps: 2, offers: gainSize(500), allows: gainSize(500)}},
		{"a check", "4k3/7p/8/8/8/8/8/R3K3 w Q - 0 1", "", "a1a8", map[notice]float32{steps: 7, checks: 1}},
		{"castling in Chess960", "4k3/7p/8/8/8/8/8/1R2K3 w B - 0 1", "", "e1b1", map[notice]float32{castlesAway: 1}},
		{"castling", "4k3/7p/8/8/8/8/8/R3K3 w Q - 0 1", "", "e1c1", map[notice]float32{castlesAway: 1}},
		{"out of check", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "", "e1f1", map[notice]float32{steps: 1, goesSideways: 1, evades: 1, threatens: gainSize(500)}},
		{"a knight", "8/P6k/8/7p/8/8/8/4K3 w - - 0 1", "", "a7a8n", map[notice]float32{steps: 1, promotes: 1, underpromotes: 1}},
		{"back again", StartFEN, "g1f3 g8f6", "f3g1", map[notice]float32{steps: 2, goesBack: 1, goesOn: 1, undoes: 1}},
		{"against a king alone", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "", "a1a8", map[notice]float32{checks: 1}},
		{"a long diagonal", "6k1/1b6/8/8/8/8/8/4K2R b - - 0 1", "", "b7h1", map[notice]float32{steps: 6, longDiagonal: 1, takes: 1, wins: gainSize(500)}},
	} {
		g := playUCI(t, tt.fen, tt.moves)
		move := findMove(t, g.Position(), tt.move)
		got := map[notice]float32{}
		for i, x := range newObserver(g).look(move).about {
			if x != 0 && notice(i) != opens {
				got[notice(i)] = x
			}
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: -want +got:\n%s", tt.name, d)
		}
	}
}

// All named openings lead through the start position, and those that begin with 1. e4 through that after it.
func TestNamedLines(t *testing.T) {
	first := 0
	for o := range Openings().All() {
		first += int(oneIf(strings.HasPrefix(o.Moves, "1. e4")))
	}
	for _, tt := range []struct {
		moves string
		want  int
	}{
		{"", Openings().Len()},
		{"e2e4", first},
		{"e2e4 a7a6 d2d4 a6a5 d4d5 a5a4", 0},
	} {
		p := playUCI(t, StartFEN, tt.moves).Position()
		if got := namedLines()[p.key()]; got != tt.want {
			t.Errorf("after %q: %d lines, want %d", tt.moves, got, tt.want)
		}
	}
	g := playUCI(t, StartFEN, "e2e4")
	if o := newObserver(g); !o.named || o.look(findMove(t, g.Position(), "c7c5")).at[3] < placesSize {
		t.Error("after 1. e4 nothing of openings is noticed")
	}
}

// Both colours notice the same, but for the names of openings.
func TestNoticesMirrored(t *testing.T) {
	for _, p := range networkPositions(t) {
		q := mirrored(&p)
		one, turned := newObserver(NewGame(p)), newObserver(NewGame(q))
		one.named, turned.named = false, false
		look := func(o *observer, m Move) noticed {
			n := o.look(m)
			n.about[opens] = 0
			return n
		}
		for _, m := range p.LegalMoves() {
			i := slices.IndexFunc(q.LegalMoves(), func(n Move) bool {
				return n.Promotion() == m.Promotion() && n.To() == m.To()^A8 && n.From() == m.From()^A8
			})
			if i < 0 {
				t.Fatalf("%v: no %v if it is mirrored", p, m)
			}
			if d := cmp.Diff(look(one, m), look(turned, q.LegalMoves()[i]), cmp.AllowUnexported(noticed{})); d != "" {
				t.Fatalf("%v, %v (-one +mirrored):\n%s", p, m, d)
			}
		}
	}
}
