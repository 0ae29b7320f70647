package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// fields are those of a question, by their names in JSON.
type fields map[string]any

// sent returns a question as the page sends it.
func sent(t *testing.T, what string, with fields) []byte {
	t.Helper()
	text, err := json.Marshal(fields{"ask": what, "with": with})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func quiet([]byte) {}

// ask returns the answer to a question, or the error.
func ask[T any](t *testing.T, d *Handler, what string, with fields) (answer T, problem string) {
	t.Helper()
	var reply struct {
		Answer *T
		Error  string
	}
	if err := json.Unmarshal(d.Answer(t.Context(), sent(t, what, with), quiet), &reply); err != nil {
		t.Fatal(err)
	}
	if reply.Answer != nil {
		return *reply.Answer, reply.Error
	}
	if reply.Error == "" && !strings.HasPrefix(what, "check") { // to the page that is a question that was cancelled
		t.Errorf("%s has no answer", what)
	}
	return answer, reply.Error
}

// mustAsk is ask for a question that has an answer.
func mustAsk[T any](t *testing.T, d *Handler, what string, with fields) T {
	t.Helper()
	answer, problem := ask[T](t, d, what, with)
	if problem != "" {
		t.Fatal(problem)
	}
	return answer
}

// played returns a game as the page sends it.
func played(start string, moves ...string) fields {
	return fields{"start": start, "moves": moves}
}

func TestNew(t *testing.T) {
	for _, test := range []struct {
		variant string
		number  int
		want    string
	}{
		{"chess", 0, startFEN},
		{"chess960", 518, startFEN},
		{"chess960", 0, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"},
		{"three-check", 0, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"},
	} {
		got := mustAsk[beginning](t, &Handler{}, "new", fields{"variant": test.variant, "number": test.number})
		if fen := got.Start.FEN(); fen != test.want {
			t.Errorf("%s %d: %s, want %s", test.variant, test.number, fen, test.want)
		}
	}
	any960 := mustAsk[beginning](t, &Handler{}, "new", fields{"variant": "chess960", "number": -1})
	if _, ok := chess.Chess960Number(any960.Start); !ok {
		t.Errorf("%s is not a start position of Chess960", any960.Start)
	}
}

func TestErrors(t *testing.T) {
	game := played(startFEN)
	for _, test := range []struct {
		ask  string
		with fields
		want string
	}{
		{"fly", fields{}, `Unknown question "fly".`},
		{"review", fields{}, "There is no move to review."},
		{"why", fields{"game": game}, "There is no move to explain."},
		{"why", fields{"game": played("8/8/4k3/8/8/4K3/8/8 w - - 0 1", "e3e4"), "ply": 1}, "The game was over before this move."},
		{"new", fields{"variant": "draughts"}, `Unknown variant "draughts".`},
		{"new", fields{"variant": "chess960", "number": 960}, "from 0 to 959"},
		{"readFEN", fields{}, "The FEN is empty."},
		{"readFEN", fields{"text": "hello"}, "This is not a position: "},
		{"readPGN", fields{"text": "\n"}, "The PGN is empty."},
		{"readPGN", fields{"text": "hello"}, "This is not a game: "},
		{"readFEN", fields{"text": "4k3/8/8/8/8/8/8/4KK1R b Kq - 0"}, "This is not a position: "},
		{"readPGN", fields{"text": "1. e5 *"}, "This is not a game: "},
		{"readPGN", fields{"text": "1. -- e5 *"}, "This is not a game: "},
		{"readPGN", fields{"text": "[Variant \"Shatranj\"]\n\n1. e4 *"}, "This is not a game: "},
		{"readPGN", fields{"text": `[Event "?"]`}, "This is not a game: it has no moves."},
		{"view", fields{"game": fields{"start": "hello"}}, "FEN"},
		{"view", fields{"game": played(startFEN, "e2e5"), "ply": 1}, "e2e5"},
		{"view", fields{"game": game, "heat": true, "feature": "luck"}, `"luck"`},
		{"view", fields{"game": game, "evaluation": "luck"}, `Unknown name "luck": want default`},
		{"view", fields{"game": fields{"start": startFEN, "outcome": "1-0 magic  wand"}}, `Outcome "1-0 magic  wand": malformed at character 5: a reason is words with a blank between two.`},
		{"explain", fields{"game": game, "evaluation": "luck"}, `Unknown name "luck": want default`},
		{"explain", fields{"game": game, "evaluation": "pesto,luck=3"}, `No feature is called "luck": want material, piece-square.`},
		{"explain", fields{"game": game, "players": []string{"", "luck"}}, `There is no player or evaluation "luck": `},
		{"checkEvaluation", fields{"text": "pesto,material"}, `"material" is not name=value.`},
		{"checkPlayer", fields{"text": "alphabeta,luck=3"}, `No option or feature of alphabeta is called "luck"; its options: `},
		{"checkPlayer", fields{"text": "random,eval=pesto"}, "Random does not evaluate."},
		{"checkPlayer", fields{"text": "uci:stockfish"}, "The page cannot start another engine."},
		{"checkPlayer", fields{"text": "minimax,depth=3"}, "The limits are chosen beside the player."},
		{"readMove", fields{"game": game, "text": "Ke4"}, `"Ke4" is not legal here.`},
		{"readMove", fields{"game": game, "text": " e5 "}, `"e5" is not legal here.`},
		{"readMove", fields{"game": game, "text": "G1F4"}, `"G1F4" is not legal here.`},
		{"readMove", fields{"game": played(startFEN, "d2d4", "d7d5", "g1f3", "g8f6"), "ply": 4, "text": "Nd2"}, `"Nd2" is ambiguous here.`},
		{"readMove", fields{"game": played("8/P6k/8/8/8/8/8/K7 w - - 0 1"), "text": "A7A8"}, `"A7A8" is ambiguous here.`},
		{"readMove", fields{"game": game, "text": "hello\nthere"}, `"hello\nthere" is not a move.`},
		{"readMove", fields{"game": game, "text": strings.Repeat("e", 1e6)}, `"` + strings.Repeat("e", 40) + `" is not a move.`},
		{"readMove", fields{"game": game, "text": " "}, "The move is empty."},
		{"think", fields{"game": game, "player": "luck"}, `There is no player or evaluation "luck": `},
		{"think", fields{"game": game, "player": "alphabeta,UCI_Elo=799"}, "UCI_Elo"},
		{"think", fields{"game": played("8/8/8/8/8/8/8/k1K5 w - - 0 1"), "player": "alphabeta"}, "The game is over: insufficient material."},
	} {
		_, problem := ask[any](t, &Handler{}, test.ask, test.with)
		if !strings.Contains(problem, test.want) || strings.Contains(problem, "\n") || !strings.HasSuffix(problem, ".") {
			t.Errorf("%s %v: %q, want %q", test.ask, test.with, problem, test.want)
		}
	}
	if got := string((&Handler{}).Answer(t.Context(), []byte("hello"), quiet)); !strings.HasPrefix(got, `{"error":`) {
		t.Errorf("invalid JSON: %s", got)
	}
}

func TestView(t *testing.T) {
	game := played(startFEN, "e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5e5")
	v := mustAsk[view](t, &Handler{}, "view", fields{"game": game, "ply": 6})
	if len(v.Squares) != 30 || v.Squares["e5"] != "black queen" || v.Squares["e1"] != "white king" {
		t.Errorf("the pieces are %v", v.Squares)
	}
	if want := "B01 Scandinavian Defense"; !strings.HasPrefix(v.Opening, want) {
		t.Errorf("the opening is %q, want %q", v.Opening, want)
	}
	want := &move{UCI: "d5e5", From: "d5", To: "e5", SAN: "Qe5+", Words: "Black: queen to e5, check"}
	if diff := cmp.Diff(want, v.Last); diff != "" {
		t.Error(diff)
	}
	if !v.Check || v.Turn != "White" || v.Over != "" || len(v.Moves) != 5 {
		t.Errorf("check %v, turn %s, over %q, moves %v", v.Check, v.Turn, v.Over, v.Moves)
	}
	if !strings.HasPrefix(v.Picture, "<svg ") || !strings.Contains(v.Picture, "White to move. White is in check. Last move: d5 to e5.") {
		t.Errorf("the picture is %.200s", v.Picture)
	}
	// An earlier position of the same game.
	v = mustAsk[view](t, &Handler{}, "view", fields{"game": game, "ply": 1})
	if v.Turn != "Black" || v.Last.SAN != "e4" {
		t.Errorf("after one move: turn %s, last %v", v.Turn, v.Last)
	}
}

func TestEnding(t *testing.T) {
	shuffle := []string{"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"}
	position := chess.StartPosition()
	start := chess.NewDefaultEvaluator().Evaluate(&position).String()
	for _, test := range []struct {
		name         string
		game         fields
		over         string
		claim, score string
	}{
		{"goes on", played(startFEN), "", "*", start},
		{"mate", played(startFEN, "f2f3", "e7e5", "g2g4", "d8h4"), "Black wins: checkmate.", "*", "0-1"},
		{"stalemate", played("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g6"), "Draw: stalemate.", "*", "½"},
		{"claim", played(startFEN, shuffle...), "", "1/2-1/2 threefold repetition", start},
		{"claimed", fields{"start": startFEN, "moves": shuffle, "outcome": "1/2-1/2 threefold repetition"},
			"Draw: threefold repetition.", "*", "½"},
		{"no reason", fields{"start": startFEN, "outcome": "1-0 unspecified"}, "White wins.", "*", "1-0"},
		{"resigned", fields{"start": startFEN, "outcome": "0-1 resignation"}, "Black wins: resignation.", "*", "0-1"},
	} {
		v := mustAsk[view](t, &Handler{}, "view", fields{"game": test.game, "ply": 100})
		claim, _ := v.Claim.MarshalText()
		got := []string{v.Over, string(claim), v.Score.Text}
		if diff := cmp.Diff([]string{test.over, test.claim, test.score}, got); diff != "" || (v.Over != "") != (len(v.Moves) == 0) {
			t.Errorf("%s: %d moves (-want +got):\n%s", test.name, len(v.Moves), diff)
		}
	}
}

func TestScores(t *testing.T) {
	for _, test := range []struct {
		score       chess.Score
		text, brief string
	}{
		{0, "0.00", "0.0"},
		{4, "+0.04", "0.0"},
		{-4, "−0.04", "0.0"},
		{5, "+0.05", "+0.1"},
		{-5, "−0.05", "−0.1"},
		{-79, "−0.79", "−0.8"},
		{196, "+1.96", "+2.0"},
		{-1994, "−19.94", "−20"},
		{949, "+9.49", "+9.5"},
		{950, "+9.50", "+10"},
		{chess.MaxEvaluation, chess.MaxEvaluation.String(), fmt.Sprintf("%+.0f", float64(chess.MaxEvaluation)/100)},
		{chess.Mate - 3, "#2", "#2"},
		{20 - chess.Mate, "#−10", "#10"},
	} {
		got := scoreOf(test.score, chess.White)
		if diff := cmp.Diff([]string{test.text, test.brief}, []string{got.Text, got.Brief}); diff != "" {
			t.Errorf("%d: %s", test.score, diff)
		}
		if scoreOf(-test.score, chess.Black) != got {
			t.Errorf("%d for White is not %d for Black", test.score, -test.score)
		}
	}
}

func TestReadMove(t *testing.T) {
	for _, text := range []string{"Nf3", " Nf3\n", "g1f3", "G1F3", "Ng1-f3"} {
		if got := mustAsk[string](t, &Handler{}, "readMove", fields{"game": played(startFEN), "text": text}); got != "g1f3" {
			t.Errorf("%q is read as %s", text, got)
		}
	}
}

// TestPGN writes games and reads them back.
func TestPGN(t *testing.T) {
	for _, game := range []fields{
		{"start": startFEN, "moves": []string{"e2e4", "e7e5"}},
		{"start": startFEN, "moves": []string{"f2f3", "e7e5", "g2g4", "d8h4"}},
		{"start": startFEN, "moves": []string{"e2e4"}, "outcome": "1-0 resignation"},
		{"start": "4k3/8/8/8/8/8/8/R4KR1 w KQ - 0 1", "moves": []string{"f1g1", "e8e7"}, "outcome": "1/2-1/2 agreement"},
		{"start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1", "moves": []string{"e2e4", "d7d6", "f1b5"}},
	} {
		var g chess.Game
		text, err := json.Marshal(game)
		if err := errors.Join(err, json.Unmarshal(text, &g)); err != nil {
			t.Fatal(err)
		}
		tree := g.Tree()
		if err := tree.SetTag("Annotator", "Greco"); err != nil {
			t.Fatal(err)
		}
		pgn := mustAsk[string](t, &Handler{}, "writePGN", fields{"game": game, "tree": tree})
		all := mustAsk[[]recorded](t, &Handler{}, "readPGN", fields{"text": pgn})
		if len(all) != 1 || len(all[0].Faults) > 0 {
			t.Fatalf("%+v from\n%s", all, pgn)
		}
		got := all[0]
		want := g.Outcome()
		if game["outcome"] == nil { // the rules give it
			want = chess.Outcome{}
		} else { // PGN does not record the reason
			want.Reason = chess.Unspecified
		}
		if got.End != want {
			t.Errorf("the end is %v, want %v", got.End, want)
		}
		if got.Tree.String() != pgn {
			t.Errorf("%s\nbecame\n%s", pgn, got.Tree)
		}
	}
}

// TestPGNTree reads a game with variations, comments and glyphs, and writes it again.
func TestPGNTree(t *testing.T) {
	const text = `[Event "Skittles"]
[Site "?"]
[Date "1619.??.??"]
[Round "?"]
[White "Greco"]
[Black "N.N."]
[Result "1-0"]

{before all} 1. e4 b6 {[%clk 0:01:00] why?} 2. d4 Bb7 3. Bd3 f5 $2 (3... e6 4.
Nf3 (4. c4 c5 (4... d5)) 4... Nf6) (3... g6) 4. exf5 Bxg2 5. Qh5+ {check} 5...
g6 6. fxg6 Nf6 $4 7. gxh7+ Nxh5 8. Bg6# 1-0

`
	all := mustAsk[[]recorded](t, &Handler{}, "readPGN", fields{"text": text + "\n1. d4 d5 *\n\n[White \"nobody\"]\n\n*\n"})
	titles := []string{"1. Greco – N.N., Skittles 1619, 1-0", "2. White – Black, *"}
	var got []string
	for _, g := range all {
		got = append(got, g.Title)
	}
	if diff := cmp.Diff(titles, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"It has no moves."}, all[1].Faults); diff != "" {
		t.Error(diff)
	}
	moves := strings.Fields("e2e4 b7b6 d2d4 c8b7 f1d3 f7f5 e4f5 b7g2 d1h5 g7g6 f5g6 g8f6 g6h7 f6h5 d3g6")
	if again := mustAsk[string](t, &Handler{}, "writePGN", fields{"game": played(startFEN, moves...), "tree": all[0].Tree}); again != text {
		t.Errorf("%s\nbecame\n%s", text, again)
	}
}

// TestFaults checks that games and positions with faults are read as far as they go, and
// that what was not read is told.
func TestFaults(t *testing.T) {
	got := mustAsk[beginning](t, &Handler{}, "readFEN", fields{"text": "4k3/8/8/8/8/8/8/4K2R w KQ - 3 7"})
	want := beginning{chess.MustParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 3 7"), []string{"Left out: a castling right without king and rook in place."}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, test := range []struct {
		text, moves string
		faults      []string
	}{
		{"1. e4 e5 2. Ke3 *", "e4 e5",
			[]string{`Game 1, line 1, column 13: SAN "Ke3": illegal: no such move of a king to e3 is legal.`, "The rest of the game is left out."}},
		{"1. e4 <br> e5 ( ) } ] *", "e4 e5",
			[]string{`Game 1, line 1, column 7: PGN "<br>": malformed: it has no meaning here.`,
				`Game 1, line 1, column 19: PGN "}": malformed: it has no meaning here.`,
				`Game 1, line 1, column 21: PGN "]": malformed: it has no meaning here.`}},
		{"1. e4 ] ] ] ] ] *", "e4",
			[]string{`Game 1, line 1, column 7: PGN "]": malformed: it has no meaning here.`,
				`Game 1, line 1, column 9: PGN "]": malformed: it has no meaning here.`,
				`Game 1, line 1, column 11: PGN "]": malformed: it has no meaning here.`,
				"There are 2 more faults."}},
		{"1. e4 -- 2. d4 *", "e4 -- d4", []string{`Move "0000": illegal: not a legal move here.`}},
	} {
		all := mustAsk[[]recorded](t, &Handler{}, "readPGN", fields{"text": test.text})
		if len(all) != 1 {
			t.Fatalf("%q: %+v", test.text, all)
		}
		if diff := cmp.Diff(test.faults, all[0].Faults); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.text, diff)
		}
		if got := len(all[0].Tree.Mainline()); got != len(strings.Fields(test.moves)) {
			t.Errorf("%q: %d moves", test.text, got)
		}
	}
}

// TestExplain checks the sum of the table, and the heat map of each row.
func TestExplain(t *testing.T) {
	evaluations := []string{""} // the default
	for _, e := range mustAsk[[]map[string]string](t, &Handler{}, "evaluations", fields{}) {
		evaluations = append(evaluations, e["name"])
	}
	if len(evaluations) < 7 {
		t.Errorf("the evaluations are %q", evaluations)
	}
	for _, evaluation := range evaluations {
		for _, fen := range []string{
			"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1+3 0 1",
		} {
			a := mustAsk[account](t, &Handler{}, "explain", fields{"game": played(fen), "evaluation": evaluation})
			sum := 0.0
			for _, row := range a.Rows {
				score, err := strconv.ParseFloat(strings.Replace(row.Score, "−", "-", 1), 64)
				if err != nil || math.Abs(row.Part) > 1 || (score < 0) != (row.Part < 0) {
					t.Errorf("%+v (%v)", row, err)
				}
				sum += score
			}
			if got := signed(chess.Score(math.Round(100 * sum))); got != a.Total && math.Abs(sum) > 0.005 {
				t.Errorf("%s in %s: the rows add up to %s, the total is %s", evaluation, fen, got, a.Total)
			}
			for _, row := range a.Rows {
				v := mustAsk[view](t, &Handler{}, "view", fields{"game": played(fen), "evaluation": evaluation, "heat": true, "feature": row.Name})
				if !strings.Contains(v.Picture, row.Name+" ") {
					t.Errorf("the heat map does not name %s", row.Name)
				}
				if v.Total != a.Total {
					t.Errorf("the total of the view is %s, of the table %s", v.Total, a.Total)
				}
			}
		}
	}
}

// TestExplainPlayer checks which evaluation is explained: the one that is asked for, or
// that of the player to move, or that of the other one, with its settings.
func TestExplainPlayer(t *testing.T) {
	const fen = "r3k2r/pppppppp/8/8/8/2N5/PPPPPPPP/R3K2R w kq - 0 7" // White may not castle
	for _, test := range []struct {
		evaluation         string
		players            []string
		by, feature, score string
	}{
		{"", nil, "default", "tempo", ""},
		{"", []string{"", ""}, "default", "tempo", ""},
		{"", []string{"", "random"}, "default", "tempo", ""},
		{"", []string{"", "boardvalue"}, "boardvalue", "castle score", "−0.90"},
		{"", []string{"boardvalue,castle score=50", "pesto"}, "boardvalue,castle score=50", "castle score", "−0.45"},
		{"", []string{"random", "capturesfirst,eval=boardvalue"}, "capturesfirst,eval=boardvalue", "castle score", "−0.90"},
		{"pesto", []string{"", "boardvalue"}, "pesto", "piece-square", ""},
		{"boardvalue,castle score.Value=30", []string{"", "pesto"}, "boardvalue,castle score.Value=30", "castle score", "−0.30"},
	} {
		d := &Handler{}
		q := fields{"game": played(fen), "evaluation": test.evaluation, "players": test.players}
		a := mustAsk[account](t, d, "explain", q)
		i := slices.IndexFunc(a.Rows, func(row entry) bool { return row.Name == test.feature })
		if a.By != test.by || i < 0 || test.score != "" && a.Rows[i].Score != test.score {
			t.Errorf("%+v: %+v", test, a)
		}
		if v := mustAsk[view](t, d, "view", q); v.Total != a.Total {
			t.Errorf("%+v: the total of the view is %s, of the table %s", test, v.Total, a.Total)
		}
		q["heat"], q["feature"] = true, "luck"
		if _, problem := ask[view](t, d, "view", q); (problem == "") != (test.evaluation == "" && test.players != nil) {
			t.Errorf("%+v: a feature that is missing: %s", test, problem)
		}
	}
}

// TestSettings checks that a player thinks with its settings, and that not all players
// are kept.
func TestSettings(t *testing.T) {
	var d Handler
	const fen = "k7/8/8/3p4/4P3/8/8/K7 w - - 0 1"
	nodes := func(player string) int64 {
		return mustAsk[decision](t, &d, "think", fields{"game": played(fen), "player": player, "depth": 4, "time": 10_000}).Lines[0].Nodes
	}
	if all, captures := nodes("capturesfirst"), nodes("capturesfirst,CapturesBeyond=1"); captures >= all {
		t.Errorf("%d nodes, %d with fewer moves", all, captures)
	}
	for i := range 3 * maxPlayers {
		mustAsk[any](t, &d, "checkPlayer", fields{"text": "minimax,Depth=" + strconv.Itoa(1+i)})
	}
	if n := len(d.players); n > maxPlayers {
		t.Errorf("%d players", n)
	}
	mustAsk[any](t, &d, "checkEvaluation", fields{"text": "pesto,material=50"})
}

// A player at a rating searches no more than that takes.
func TestElo(t *testing.T) {
	span := mustAsk[map[string]int](t, &Handler{}, "ratings", fields{})
	for _, elo := range []int{span["min"], (span["min"] + span["max"]) / 2} {
		player := "alphabeta,UCI_Elo=" + strconv.Itoa(elo)
		got := mustAsk[decision](t, &Handler{}, "think", fields{"game": played(startFEN), "player": player, "lines": 1})
		if most := int64(40_000); got.Move == "" || got.Lines[0].Nodes > most {
			t.Errorf("Elo %d: %+v, more than %d nodes", elo, got, most)
		}
	}
}

// TestThink checks that every player moves, and that those that search report lines.
func TestThink(t *testing.T) {
	var d Handler
	for _, p := range mustAsk[[]map[string]string](t, &d, "players", fields{}) {
		game := played("6k1/5ppp/8/8/8/8/7P/K2R4 b - - 0 1", "h7h6")
		q := sent(t, "think", fields{"game": game, "ply": 1, "player": p["name"], "depth": 2, "time": 2000})
		reports := 0
		var reply struct{ Answer decision }
		text := d.Answer(t.Context(), q, func(text []byte) {
			reports++
			var n struct{ News news }
			if err := json.Unmarshal(text, &n); err != nil || n.News.Line != 1 || len(n.News.SAN) != len(n.News.UCI) || len(n.News.SAN) == 0 {
				t.Errorf("%s: news %s (%v)", p["name"], text, err)
			}
		})
		if err := json.Unmarshal(text, &reply); err != nil || reply.Answer.Move == "" || len(reply.Answer.Lines) != 1 {
			t.Errorf("%s: %s (%v)", p["name"], text, err)
		}
		if searches := p["name"] != "random" && p["name"] != "pawnpusher"; searches && reports == 0 {
			t.Errorf("%s reported no lines", p["name"])
		}
		if p["name"] == "alphabeta" && reply.Answer.Lines[0].Score.Share < 0.5 {
			t.Errorf("with a rook more White has the score %+v", reply.Answer.Lines[0].Score)
		}
	}
}

// asked has a question of each kind that the page sends, but for those that may take long.
var asked = map[string]fields{
	"players": {}, "ratings": {}, "evaluations": {}, "checkPlayer": {"text": "random"}, "checkEvaluation": {"text": "pesto"},
	"new": {"variant": "chess960", "number": 0}, "readFEN": {"text": startFEN}, "readSetup": {"text": startFEN}, "readPGN": {"text": "1. e4 e5 *"},
	"edit":     {"setup": chess.Setup{}, "from": "e2", "square": "e4", "piece": "K"},
	"writePGN": {"game": played(startFEN, "e2e4"), "tree": chess.NewGameTree(chess.StartPosition())},
	"view": {"game": played(startFEN, "e2e4"), "ply": 1, "flipped": true, "arrow": "e7e5", "heat": true, "feature": "", "evaluation": "",
		"players": []string{"", "random"}},
	"picture":     {"game": played(startFEN, "e2e4"), "ply": 1, "flipped": false},
	"explain":     {"game": played(startFEN, "e2e4"), "ply": 1, "evaluation": "pesto", "players": []string{"", ""}},
	"readMove":    {"game": played(startFEN, "e2e4"), "ply": 1, "text": "e5"},
	"tried":       {"game": played(startFEN, "e2e4"), "ply": 1, "text": "e2e4", "loose": false},
	"readPuzzles": {"text": head + line},
}

// TestUnknownField checks that each question has the fields that the page sends, and no other, so
// that the two cannot drift apart.
func TestUnknownField(t *testing.T) {
	for what, with := range asked {
		mustAsk[any](t, &Handler{}, what, with)
	}
	for _, q := range questions {
		const want = `Json: unknown field "luck".`
		if _, problem := ask[any](t, &Handler{}, q.name, fields{"luck": 1}); problem != want {
			t.Errorf("%s: %q", q.name, problem)
		}
	}
}

// TestPageAsks checks that the page asks each question, and no other.
func TestPageAsks(t *testing.T) {
	files, err := filepath.Glob("../../site/*.js")
	if err != nil || len(files) < 20 {
		t.Fatal(files, err)
	}
	asks, answered := map[string]bool{}, map[string]bool{}
	for _, q := range questions {
		answered[q.name] = true
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(`(?:\bask|\.think|askThinker|accepts)\((?:[\w.]+, )?'(\w+)'`).FindAllSubmatch(text, -1) {
			asks[string(match[1])] = true
		}
	}
	if diff := cmp.Diff(answered, asks); diff != "" {
		t.Errorf("answered but not asked, and asked but not answered (-+):\n%s", diff)
	}
}

// FuzzAnswer checks that every question gets either an answer or an error.
func FuzzAnswer(f *testing.F) {
	for what := range asked {
		f.Add(what, startFEN, "e2e4 e7e5", 2, "e4", "chess")
	}
	f.Add("readPGN", "", "", 0, "1. e4 e5 *", "")
	f.Add("view", "4k3/8/8/8/8/8/8/R4KR1 w KQ - 0 1", "f1g1", 7, "", "")
	f.Fuzz(func(t *testing.T, what, start, moves string, ply int, text, variant string) {
		if asked[what] == nil {
			what = text
		}
		with := fields{}
		for name := range asked[what] {
			with[name] = fields{
				"game": fields{"start": start, "moves": strings.Fields(moves), "outcome": variant}, "ply": ply, "heat": ply%2 == 0, "arrow": text, "text": text,
				"variant": variant, "number": ply, "from": text, "square": moves, "piece": variant, "feature": text, "evaluation": variant,
				"players": []string{moves, text}, "loose": false,
			}[name]
		}
		var reply map[string]any
		if err := json.Unmarshal((&Handler{}).Answer(t.Context(), sent(t, what, with), quiet), &reply); err != nil || len(reply) != 1 {
			t.Errorf("the reply is %v (%v)", reply, err)
		}
	})
}

// TestTableKept thinks about a move, and then less deeply about the next of the same game: what the
// first search has learnt makes the second one shorter.
func TestTableKept(t *testing.T) {
	think := func(h *Handler, depth int, moves ...string) (nodes int64, best []string) {
		t.Helper()
		q := fields{"game": played(startFEN, moves...), "ply": len(moves), "player": "alphabeta", "depth": depth, "lines": 1}
		line := mustAsk[decision](t, h, "think", q).Lines[0]
		return line.Nodes, line.UCI
	}
	var kept Handler
	_, best := think(&kept, 8)
	with, _ := think(&kept, 5, best[:2]...)
	if without, _ := think(&Handler{}, 5, best[:2]...); with >= without {
		t.Errorf("%d nodes with the table of the search before, %d without", with, without)
	}
}

// TestCancelled ends searches that have no limit.
func TestCancelled(t *testing.T) {
	tree, err := chess.ParsePGN("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0")
	if err != nil {
		t.Fatal(err)
	}
	game := played(startFEN, "e2e4")
	for what, with := range map[string]fields{
		"think": {"game": game, "ply": 1, "player": "alphabeta", "depth": 40}, "review": {"tree": tree}, "why": {"game": game, "ply": 1},
		"threat": {"game": game, "ply": 1}, "bench": {},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if text := (&Handler{}).Answer(ctx, sent(t, what, with), quiet); !json.Valid(text) {
			t.Errorf("%s: %s", what, text)
		}
	}
}

// TestStrongestEvaluation checks that the number of the page beside the strongest player, which the Handler makes
// without it, is by that player's own evaluation.
func TestStrongestEvaluation(t *testing.T) {
	h, strongest := &Handler{}, chess.Players()[0].Name
	s, err := h.player(strongest)
	if err != nil {
		t.Fatal(err)
	}
	for _, fen := range []string{startFEN, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 99 50"} {
		p, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		want := signed(player.EvaluatorOf(s).Explain(&p).Total)
		if got := mustAsk[view](t, h, "view", fields{"game": played(fen), "players": []string{"", strongest}}); got.Total != want {
			t.Errorf("%s is worth %s, want %s as to %s", fen, got.Total, want, strongest)
		}
	}
}
