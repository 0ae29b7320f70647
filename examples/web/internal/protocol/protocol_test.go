package protocol

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// ask returns the answer to a question, or the error.
func ask[T any](t *testing.T, d *Handler, q question) (answer T, problem string) {
	t.Helper()
	text, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	var reply struct {
		Answer T
		Error  string
	}
	if err := json.Unmarshal(d.Answer(t.Context(), text, nil), &reply); err != nil {
		t.Fatal(err)
	}
	return reply.Answer, reply.Error
}

// mustAsk is ask for a question that has an answer.
func mustAsk[T any](t *testing.T, d *Handler, q question) T {
	t.Helper()
	answer, problem := ask[T](t, d, q)
	if problem != "" {
		t.Fatal(problem)
	}
	return answer
}

func played(start string, moves ...string) record {
	return record{Start: start, Moves: moves}
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
		got := mustAsk[record](t, &Handler{}, question{Ask: "new", Variant: test.variant, Number: test.number})
		if diff := cmp.Diff(record{Start: test.want, Moves: []string{}}, got); diff != "" {
			t.Errorf("%s %d: %s", test.variant, test.number, diff)
		}
	}
	any960 := mustAsk[record](t, &Handler{}, question{Ask: "new", Variant: "chess960", Number: -1})
	if _, ok := chess.Chess960Number(chess.MustParseFEN(any960.Start)); !ok {
		t.Errorf("%s is not a start position of Chess960", any960.Start)
	}
}

func TestErrors(t *testing.T) {
	game := played(startFEN)
	for _, test := range []struct {
		question
		want string
	}{
		{question{Ask: "fly"}, `Unknown question "fly".`},
		{question{Ask: "review"}, "There is no move to review."},
		{question{Ask: "why", Game: game}, "There is no move to explain."},
		{question{Ask: "why", Game: played("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "h8g8"), Ply: 1}, "The game was over before this move."},
		{question{Ask: "new", Variant: "draughts"}, `Unknown variant "draughts".`},
		{question{Ask: "new", Variant: "chess960", Number: 960}, "from 0 to 959"},
		{question{Ask: "readFEN"}, "The FEN is empty."},
		{question{Ask: "readFEN", Text: "hello"}, "This is not a position: "},
		{question{Ask: "readPGN", Text: "\n"}, "The PGN is empty."},
		{question{Ask: "readPGN", Text: "hello"}, "This is not a game: "},
		{question{Ask: "readFEN", Text: "4k3/8/8/8/8/8/8/4KK1R b Kq - 0"}, "This is not a position: "},
		{question{Ask: "readPGN", Text: "1. e5 *"}, "This is not a game: "},
		{question{Ask: "readPGN", Text: "1. -- e5 *"}, "This is not a game: "},
		{question{Ask: "readPGN", Text: "[Variant \"Atomic\"]\n\n1. e4 *"}, "This is not a game: "},
		{question{Ask: "readPGN", Text: `[Event "?"]`}, "This is not a game: it has no moves."},
		{question{Ask: "view"}, "FEN"},
		{question{Ask: "view", Game: played(startFEN, "e2e5"), Ply: 1}, "e2e5"},
		{question{Ask: "view", Game: played(startFEN, "e2e5"), Ply: 1}, "e2e5"},
		{question{Ask: "view", Game: game, Heat: true, Feature: "luck"}, `"luck"`},
		{question{Ask: "view", Game: game, Evaluation: "luck"}, `Unknown name "luck": want default`},
		{question{Ask: "view", Game: record{Start: startFEN, End: "1-0 magic"}}, `Unknown outcome "1-0 magic".`},
		{question{Ask: "explain", Game: game, Evaluation: "luck"}, `Unknown name "luck": want default`},
		{question{Ask: "explain", Game: game, Evaluation: "pesto,luck=3"}, `No feature is called "luck".`},
		{question{Ask: "explain", Game: game, Players: []string{"", "luck"}}, `There is no player or evaluation "luck": `},
		{question{Ask: "checkEvaluation", Evaluation: "pesto,material"}, `"material" is not name=value.`},
		{question{Ask: "checkPlayer", Player: "alphabeta,luck=3"}, `No option or feature of alphabeta is called "luck"; its options: `},
		{question{Ask: "checkPlayer", Player: "random,eval=pesto"}, "Random does not evaluate."},
		{question{Ask: "checkPlayer", Player: "uci:stockfish"}, "The page cannot start another engine."},
		{question{Ask: "checkPlayer", Player: "minimax,depth=3"}, "The limits are chosen beside the player."},
		{question{Ask: "readMove", Game: game, Text: "Ke4"}, `"Ke4" is not legal here.`},
		{question{Ask: "readMove", Game: game, Text: " e5 "}, `"e5" is not legal here.`},
		{question{Ask: "readMove", Game: game, Text: "G1F4"}, `"G1F4" is not legal here.`},
		{question{Ask: "readMove", Game: played(startFEN, "d2d4", "d7d5", "g1f3", "g8f6"), Ply: 4, Text: "Nd2"}, `"Nd2" is ambiguous here.`},
		{question{Ask: "readMove", Game: played("8/P6k/8/8/8/8/8/K7 w - - 0 1"), Text: "A7A8"}, `"A7A8" is ambiguous here.`},
		{question{Ask: "readMove", Game: game, Text: "hello\nthere"}, `"hello\nthere" is not a move.`},
		{question{Ask: "readMove", Game: game, Text: strings.Repeat("e", 1e6)}, `"` + strings.Repeat("e", 40) + `" is not a move.`},
		{question{Ask: "readMove", Game: game, Text: " "}, "The move is empty."},
		{question{Ask: "think", Game: game, Player: "luck"}, `There is no player or evaluation "luck": `},
		{question{Ask: "think", Game: game, Player: "alphabeta,UCI_Elo=799"}, "UCI_Elo"},
		{question{Ask: "think", Game: played("8/8/8/8/8/8/8/k1K5 w - - 0 1"), Player: "alphabeta"}, "The game is over: insufficient material."},
	} {
		_, problem := ask[any](t, &Handler{}, test.question)
		if !strings.Contains(problem, test.want) || strings.Contains(problem, "\n") || !strings.HasSuffix(problem, ".") {
			t.Errorf("%+v: %q, want %q", test.question, problem, test.want)
		}
	}
	if got := string((&Handler{}).Answer(t.Context(), []byte("hello"), nil)); !strings.HasPrefix(got, `{"error":`) {
		t.Errorf("invalid JSON: %s", got)
	}
}

func TestView(t *testing.T) {
	game := played(startFEN, "e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5e5")
	v := mustAsk[view](t, &Handler{}, question{Ask: "view", Game: game, Ply: 6})
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
	if !v.Check || v.Turn != "White" || v.Result != "*" || v.Over != "" || len(v.Moves) != 5 {
		t.Errorf("check %v, turn %s, result %s, over %q, moves %v", v.Check, v.Turn, v.Result, v.Over, v.Moves)
	}
	if !strings.HasPrefix(v.Picture, "<svg ") || !strings.Contains(v.Picture, "White to move. White is in check. Last move: d5 to e5.") {
		t.Errorf("the picture is %.200s", v.Picture)
	}
	// An earlier position of the same game.
	v = mustAsk[view](t, &Handler{}, question{Ask: "view", Game: game, Ply: 1})
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
		game         record
		result, over string
		claim, score string
	}{
		{"goes on", played(startFEN), "*", "", "", start},
		{"mate", played(startFEN, "f2f3", "e7e5", "g2g4", "d8h4"), "0-1", "Black wins: checkmate.", "", "0-1"},
		{"stalemate", played("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g6"), "1/2-1/2", "Draw: stalemate.", "", "½"},
		{"claim", played(startFEN, shuffle...), "*", "", "1/2-1/2 threefold repetition", start},
		{"claimed", record{Start: startFEN, Moves: shuffle, End: "1/2-1/2 threefold repetition"},
			"1/2-1/2", "Draw: threefold repetition.", "", "½"},
		{"no reason", record{Start: startFEN, End: "1-0 unspecified"}, "1-0", "White wins.", "", "1-0"},
		{"resigned", record{Start: startFEN, End: "0-1 resignation"}, "0-1", "Black wins: resignation.", "", "0-1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := mustAsk[view](t, &Handler{}, question{Ask: "view", Game: test.game, Ply: len(test.game.Moves)})
			got := []string{v.Result, v.Over, v.Claim, v.Score.Text}
			if diff := cmp.Diff([]string{test.result, test.over, test.claim, test.score}, got); diff != "" {
				t.Error(diff)
			}
			a := mustAsk[account](t, &Handler{}, question{Ask: "explain", Game: test.game, Ply: len(test.game.Moves)})
			if v.Total != a.Total {
				t.Errorf("the total of the view is %s, of the table %s", v.Total, a.Total)
			}
			if (v.Over != "") != (len(v.Moves) == 0) {
				t.Errorf("%q, and %d moves", v.Over, len(v.Moves))
			}
		})
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
		if got := mustAsk[string](t, &Handler{}, question{Ask: "readMove", Game: played(startFEN), Text: text}); got != "g1f3" {
			t.Errorf("%q is read as %s", text, got)
		}
	}
}

// TestPGN writes games and reads them back.
func TestPGN(t *testing.T) {
	for _, game := range []record{
		{Start: startFEN, Moves: []string{"e2e4", "e7e5"}},
		{Start: startFEN, Moves: []string{"f2f3", "e7e5", "g2g4", "d8h4"}},
		{Start: startFEN, Moves: []string{"e2e4"}, End: "1-0 resignation"},
		{Start: "4k3/8/8/8/8/8/8/R4KR1 w KQ - 0 1", Moves: []string{"f1g1", "e8e7"}, End: "1/2-1/2 agreement"},
		{Start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1", Moves: []string{"e2e4", "d7d6", "f1b5"}},
	} {
		g, err := game.game(len(game.Moves))
		if err != nil {
			t.Fatal(err)
		}
		tree := g.Tree()
		for _, name := range []string{"Event", "White", "Annotator"} {
			if err := tree.SetTag(name, "Greco"); err != nil {
				t.Fatal(err)
			}
		}
		text := mustAsk[string](t, &Handler{}, question{Ask: "writePGN", Game: game, Tree: tree})
		all := mustAsk[[]recorded](t, &Handler{}, question{Ask: "readPGN", Text: text})
		if len(all) != 1 || len(all[0].Faults) > 0 {
			t.Fatalf("%+v from\n%s", all, text)
		}
		got := all[0]
		if want := strings.ReplaceAll(game.End, "resignation", "unspecified"); got.End != strings.ReplaceAll(want, "agreement", "unspecified") { // PGN does not record the reason
			t.Errorf("the end is %q, want %q", got.End, want)
		}
		if got.Tree.String() != text {
			t.Errorf("%s\nbecame\n%s", text, got.Tree)
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
	all := mustAsk[[]recorded](t, &Handler{}, question{Ask: "readPGN", Text: text + "\n1. d4 d5 *\n\n[White \"nobody\"]\n\n*\n"})
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
	if again := mustAsk[string](t, &Handler{}, question{Ask: "writePGN", Game: played(startFEN, moves...), Tree: all[0].Tree}); again != text {
		t.Errorf("%s\nbecame\n%s", text, again)
	}
}

// TestFaults checks that games and positions with faults are read as far as they go, and
// that what was not read is told.
func TestFaults(t *testing.T) {
	got := mustAsk[record](t, &Handler{}, question{Ask: "readFEN", Text: "4k3/8/8/8/8/8/8/4K2R w KQ - 3 7"})
	want := record{Start: "4k3/8/8/8/8/8/8/4K2R w K - 3 7", Moves: []string{}, Faults: []string{"Left out: a castling right without king and rook in place."}}
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
		all := mustAsk[[]recorded](t, &Handler{}, question{Ask: "readPGN", Text: test.text})
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
	for _, e := range mustAsk[[]choice](t, &Handler{}, question{Ask: "evaluations"}) {
		evaluations = append(evaluations, e.Name)
	}
	if len(evaluations) < 7 {
		t.Errorf("the evaluations are %q", evaluations)
	}
	for _, evaluation := range evaluations {
		for _, fen := range []string{
			startFEN,
			"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
			"8/5pk1/8/3P4/8/8/5P2/6K1 b - - 0 40",
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1+3 0 1",
		} {
			a := mustAsk[account](t, &Handler{}, question{Ask: "explain", Game: played(fen), Evaluation: evaluation})
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
				v := mustAsk[view](t, &Handler{}, question{Ask: "view", Game: played(fen), Evaluation: evaluation, Heat: true, Feature: row.Name})
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
		q := question{Ask: "explain", Game: played(fen), Evaluation: test.evaluation, Players: test.players}
		a := mustAsk[account](t, d, q)
		i := slices.IndexFunc(a.Rows, func(row entry) bool { return row.Name == test.feature })
		if a.By != test.by || i < 0 || test.score != "" && a.Rows[i].Score != test.score {
			t.Errorf("%+v: %+v", test, a)
		}
		q.Ask = "view"
		if v := mustAsk[view](t, d, q); v.Total != a.Total {
			t.Errorf("%+v: the total of the view is %s, of the table %s", test, v.Total, a.Total)
		}
		q.Heat, q.Feature = true, "luck"
		if _, problem := ask[view](t, d, q); (problem == "") != (test.evaluation == "" && test.players != nil) {
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
		return mustAsk[decision](t, &d, question{Ask: "think", Game: played(fen), Player: player, Depth: 4, Time: 10_000}).Lines[0].Nodes
	}
	if all, captures := nodes("capturesfirst"), nodes("capturesfirst,CapturesBeyond=1"); captures >= all {
		t.Errorf("%d nodes, %d with fewer moves", all, captures)
	}
	for i := range 3 * maxPlayers {
		mustAsk[any](t, &d, question{Ask: "checkPlayer", Player: "minimax,Depth=" + strconv.Itoa(1+i)})
	}
	if n := len(d.players); n > maxPlayers {
		t.Errorf("%d players", n)
	}
	mustAsk[any](t, &d, question{Ask: "checkEvaluation", Evaluation: "pesto,material=50"})
}

// A player at a rating searches no more than that takes.
func TestElo(t *testing.T) {
	span := mustAsk[span](t, &Handler{}, question{Ask: "ratings"})
	for _, elo := range []int{span.Min, (span.Min + span.Max) / 2} {
		player := "alphabeta,UCI_Elo=" + strconv.Itoa(elo)
		got := mustAsk[decision](t, &Handler{}, question{Ask: "think", Game: played(startFEN), Player: player, Lines: 1})
		if most := int64(elo-span.Min+100) * 10; got.Move == "" || got.Lines[0].Nodes > most {
			t.Errorf("Elo %d: %+v, more than %d nodes", elo, got, most)
		}
	}
}

// TestThink checks that every player moves, and that those that search report lines.
func TestThink(t *testing.T) {
	var d Handler
	for _, p := range mustAsk[[]choice](t, &d, question{Ask: "players"}) {
		q, err := json.Marshal(question{
			Ask: "think", Game: played("6k1/5ppp/8/8/8/8/7P/K2R4 b - - 0 1", "h7h6"), Ply: 1, Player: p.Name, Depth: 2, Time: 2000,
		})
		if err != nil {
			t.Fatal(err)
		}
		reports := 0
		var reply struct{ Answer decision }
		text := d.Answer(t.Context(), q, func(text []byte) {
			reports++
			var n struct{ News news }
			if err := json.Unmarshal(text, &n); err != nil || n.News.Line != 1 || len(n.News.SAN) != len(n.News.UCI) || len(n.News.SAN) == 0 {
				t.Errorf("%s: news %s (%v)", p.Name, text, err)
			}
		})
		if err := json.Unmarshal(text, &reply); err != nil || reply.Answer.Move == "" || len(reply.Answer.Lines) != 1 {
			t.Errorf("%s: %s (%v)", p.Name, text, err)
		}
		switch p.Name {
		case "random", "pawnpusher":
		default:
			if reports == 0 {
				t.Errorf("%s reported no lines", p.Name)
			}
			if p.Name == "alphabeta" && reply.Answer.Lines[0].Score.Share < 0.5 {
				t.Errorf("with a rook more White has the score %+v", reply.Answer.Lines[0].Score)
			}
		}
	}
}

// FuzzAnswer checks that every question gets either an answer or an error.
func FuzzAnswer(f *testing.F) {
	for _, what := range []string{"players", "evaluations", "new", "readFEN", "readSetup", "edit", "readPGN", "writePGN", "view", "picture", "explain", "readMove", "checkPlayer", "checkEvaluation", "fly"} {
		f.Add(what, startFEN, "e2e4 e7e5", 2, "e4", "chess")
	}
	f.Add("readPGN", "", "", 0, "1. e4 e5 *", "")
	f.Add("view", "4k3/8/8/8/8/8/8/R4KR1 w KQ - 0 1", "f1g1", 7, "", "")
	f.Fuzz(func(t *testing.T, what, start, moves string, ply int, text, variant string) {
		if what == "think" || what == "bench" {
			return // may take very long
		}
		q, err := json.Marshal(question{
			Ask: what, Game: record{Start: start, Moves: strings.Fields(moves), End: variant}, Ply: ply,
			Heat: ply%2 == 0, Arrow: text, Text: text, Variant: variant, Number: ply, Player: text, From: text, Square: moves, Piece: variant,
		})
		if err != nil {
			t.Fatal(err)
		}
		var reply map[string]any
		if err := json.Unmarshal((&Handler{}).Answer(t.Context(), q, nil), &reply); err != nil || len(reply) != 1 {
			t.Errorf("the reply is %v (%v)", reply, err)
		}
	})
}

// TestTableKept thinks about a move, and then about the next of the same game: what the first
// search has learnt makes the second one shorter, in the sum of a few openings.
func TestTableKept(t *testing.T) {
	search := func(h *Handler, moves []string) decision {
		t.Helper()
		return mustAsk[decision](t, h, question{Ask: "think", Game: played(startFEN, moves...), Ply: len(moves), Player: "alphabeta", Depth: 10, Lines: 1})
	}
	with, without := 0, 0
	for _, opening := range []string{"", "e2e4 e7e5", "d2d4 d7d5", "c2c4 e7e5", "e2e4 c7c5", "d2d4 g8f6 c2c4 e7e6"} {
		var kept Handler
		moves := strings.Fields(opening)
		first := search(&kept, moves)
		moves = append(moves, first.Lines[0].UCI[:2]...)
		w, wo := search(&kept, moves).Lines[0].Nodes, search(&Handler{}, moves).Lines[0].Nodes
		t.Logf("%q: %d nodes to depth 10 after the search of the move before, %d without", opening, w, wo)
		with, without = with+int(w), without+int(wo)
	}
	if with >= without {
		t.Errorf("%d nodes to depth 10 with the table of the search before, %d without", with, without)
	}
}

// TestCancelled ends searches that have no limit.
func TestCancelled(t *testing.T) {
	for _, ask := range []string{"think", "review", "why", "threat", "bench"} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		tree, err := chess.ParsePGN("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0")
		if err != nil {
			t.Fatal(err)
		}
		q, err := json.Marshal(question{Ask: ask, Game: played(startFEN, "e2e4"), Ply: 1, Tree: tree, Player: "alphabeta", Depth: 40})
		if err != nil {
			t.Fatal(err)
		}
		if text := (&Handler{}).Answer(ctx, q, nil); !json.Valid(text) {
			t.Errorf("%s: %s", ask, text)
		}
	}
}
