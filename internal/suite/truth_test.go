package suite_test

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// truthNodes is how many nodes a search of TestTruth has.
const truthNodes = 20_000

// decisive is the score from which on a search believes that a side wins.
const decisive chess.Score = 150

// truthSets lists the sets of testdata/truth.epd, and how many of their positions may
// be misjudged. A change of the search that is about something else moves a number by one or
// two; their sum should fall.
var truthSets = []struct {
	name    string
	allowed int
}{
	{"repetition", 10},
	{"stalemate", 7},
	{"fortress", 10},
	{"underpromotion", 0},
	{"zugzwang", 11},
	{"clock", 14},
	{"chess960", 8},
	{"three-check", 2},
}

// A provenPosition is a line of testdata/truth.epd.
type provenPosition struct {
	chess.EPD
	game *chess.Game // ends in the position
}

// set returns the first part of the position's "id".
func (p provenPosition) set() string {
	name, _, _ := strings.Cut(p.Text("id"), ".")
	return name
}

// misjudged returns what is wrong in the result of a search, or "".
func (p provenPosition) misjudged(r chess.Result) string {
	truth, bm := p.Text("truth"), p.Moves("bm")
	wrong := false
	switch truth {
	case "win":
		wrong = r.Score < decisive
	case "draw":
		wrong = max(r.Score, -r.Score) >= decisive
	case "loss":
		wrong = r.Score > -decisive
	}
	switch {
	case wrong:
		return fmt.Sprintf("%v with %s, but it is a %s", r.Score, p.Position.SAN(r.Move), truth)
	case len(bm) > 0 && !slices.Contains(bm, r.Move), slices.Contains(p.Moves("am"), r.Move):
		return fmt.Sprintf("plays %s, %v", p.Position.SAN(r.Move), r.Score)
	}
	return ""
}

// provenPositions reads testdata/truth.epd.
func provenPositions(tb testing.TB) []provenPosition {
	tb.Helper()
	var all []provenPosition
	for _, e := range readEPDs(tb, "../../testdata/truth.epd") {
		p := provenPosition{e, chess.NewGame(e.Position)}
		if text := e.Text("game"); text != "" {
			fen, moves, _ := strings.Cut(text, " moves ")
			p.game = chess.NewGame(chess.MustParseFEN(fen))
			if err := p.game.PlayUCI(strings.Fields(moves)...); err != nil {
				tb.Fatalf("%v: %v", e, err)
			}
			if end := p.game.Position(); !end.Equal(e.Position) || end.HalfmoveClock() != e.Position.HalfmoveClock() {
				tb.Fatalf("%v: the game ends in %v", e, end)
			}
		}
		all = append(all, p)
	}
	return all
}

func TestTruthSuite(t *testing.T) {
	count, ids := map[string]int{}, map[string]bool{}
	for _, p := range provenPositions(t) {
		count[p.set()]++
		id, truth := p.Text("id"), p.Text("truth")
		if !slices.Contains([]string{"", "win", "draw", "loss"}, truth) || truth == "" && len(p.Moves("bm"))+len(p.Moves("am")) == 0 {
			t.Errorf("%v: nothing to compare with", p)
		}
		if p.Text("c0") == "" || ids[id] || p.game.Outcome().Over() {
			t.Errorf("%v: no proof, an id that was there before, or the game is over", p)
		}
		ids[id] = true
	}
	for _, set := range truthSets {
		if n := count[set.name]; n < 8 {
			t.Errorf("%s: %d positions", set.name, n)
		}
		delete(count, set.name)
	}
	if len(count) > 0 {
		t.Errorf("sets that are not in the table: %v", count)
	}
}

// TestTruth searches each position with an empty table. A search misjudges a position
// if its score contradicts the truth, or its move loses what there is to keep. An engine
// that speaks UCI searches them instead, only to be counted, by
//
//	CHESS_ENGINE=FILE go test -run 'TestTruth$' -v ./internal/suite
//
// and CHESS_ENGINE_OPTION="Use NNUE=false" sets one of its options.
func TestTruth(t *testing.T) {
	var s interface {
		chess.Searcher
		chess.Forgetter
	} = chess.NewAlphaBeta(chess.NewDefaultEvaluator())
	file := os.Getenv("CHESS_ENGINE")
	if file != "" {
		c, err := chess.StartClient(t.Context(), exec.Command(file), 0)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if option := os.Getenv("CHESS_ENGINE_OPTION"); option != "" {
			name, value, _ := strings.Cut(option, "=")
			if err := c.SetOption(name, value); err != nil {
				t.Fatal(err)
			}
		}
		s = c
	}
	sets := map[string][]provenPosition{}
	for _, p := range provenPositions(t) {
		sets[p.set()] = append(sets[p.set()], p)
	}
	for _, set := range truthSets {
		t.Run(set.name, func(t *testing.T) {
			wrong, all := 0, len(sets[set.name])
			for _, p := range sets[set.name] {
				s.Forget()
				r, err := s.Search(t.Context(), p.game, chess.Limits{Nodes: truthNodes})
				if err != nil && file != "" {
					t.Skip(err) // it does not play the variant
				}
				if err != nil {
					t.Fatalf("%v: %v", p, err)
				}
				if m := p.misjudged(r); m != "" {
					wrong++
					t.Logf("%s: %s: %v", p.Text("id"), m, p.Position)
				}
			}
			t.Logf("%d of %d misjudged", wrong, all)
			if file == "" && wrong > set.allowed {
				t.Errorf("%d of %d misjudged, at most %d are allowed", wrong, all, set.allowed)
			}
		})
	}
}

// TestTruthByTables proves again the positions whose "c0" names the tables, with tables of
// three pieces, or of four, which take minutes. It counts the repetitions of the game and the
// fifty moves for two plies, and asks the tables after that: no line goes further than that
// before a repetition matters.
//
//	CHESS_FULL=2 go test -run TestTruthByTables -v ./internal/suite
func TestTruthByTables(t *testing.T) {
	pieces := min(2+chesstest.Sample(t, 1), 4)
	tables := new(chess.EndingTables)
	proven := 0
	for _, p := range provenPositions(t) {
		e := p.Position.Ending()
		if !strings.HasPrefix(p.Text("c0"), "tables") || e.Pieces() > pieces {
			continue
		}
		if err := tables.Make(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		proven++
		best, moves := chess.WDLLoss, map[chess.Move]chess.WDL{}
		for _, m := range p.game.LegalMoves() {
			moves[m] = -valueAfter(t, tables, p.game, m, 1)
			best = max(best, moves[m])
		}
		want := map[chess.WDL]string{chess.WDLWin: "win", chess.WDLDraw: "draw", chess.WDLLoss: "loss"}[best]
		if truth := p.Text("truth"); truth != want {
			t.Errorf("%v: it is a %s", p, want)
		}
		for m, value := range moves {
			if bm := p.Moves("bm"); len(bm) > 0 && slices.Contains(bm, m) != (value == best) {
				t.Errorf("%v: %s is a %v", p, p.Position.SAN(m), value)
			}
		}
	}
	if proven < 20 {
		t.Errorf("only %d positions proven", proven)
	}
	t.Logf("%d positions proven", proven)
}

// valueAfter returns the value of the position after m in g for the side to move there:
// by the rules for as many plies, and by the tables after that.
func valueAfter(t *testing.T, tables chess.Tablebase, g *chess.Game, m chess.Move, plies int) chess.WDL {
	t.Helper()
	if err := g.Play(m); err != nil {
		t.Fatal(err)
	}
	defer g.Undo()
	p := g.Position()
	switch o := g.Outcome(); {
	case o.Over() && o.Decided:
		return chess.WDLLoss
	case o.Over(), g.Repetitions() >= 3, p.HalfmoveClock() >= 100:
		return chess.WDLDraw
	}
	if plies == 0 {
		truth, err := tables.Probe(&p)
		if err != nil {
			t.Fatal(err)
		}
		switch w := truth.At(p.HalfmoveClock()); w {
		case chess.WDLWin, chess.WDLLoss:
			return w
		default:
			return chess.WDLDraw
		}
	}
	best := chess.WDLLoss
	for _, reply := range g.LegalMoves() {
		best = max(best, -valueAfter(t, tables, g, reply, plies-1))
	}
	return best
}
