package chess

import (
	"bytes"
	"encoding"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// A userRecord is a user's struct with all of them, as fields and as keys.
type userRecord struct {
	Move     Move `json:"move" xml:"move,attr"`
	Square   Square
	Piece    Piece
	Type     PieceType
	Color    Color
	Score    Score
	Bound    Bound
	Outcome  Outcome
	Reason   Termination
	Clock    TimeControl
	NAG      NAG
	Kind     OptionKind
	Position Position
	EPD      EPD
	NAGs     []NAG    `xml:"-"` // encoding/xml takes it for bytes
	Squares  []Square `xml:"-"`
}

func someRecord(t *testing.T) userRecord {
	e, err := ParseEPD(StartFEN + ` bm Nf3; id "a";`)
	if err != nil {
		t.Fatal(err)
	}
	m := newMove(mailbox[E2], mailbox[E4])
	return userRecord{
		m, E4, WhiteKnight, Queen, Black, -34, Exact, WinBy(Black, Checkmate), Stalemate, TimeControl{Moves: 40, Time: time.Minute, Increment: time.Second},
		BrilliantMove, comboOption, MustParseFEN("4k3/8/8/8/8/8/8/4K2R b K - 5 9"), e, []NAG{GoodMove, 14}, []Square{A1, NoSquare},
	}
}

// Values come back from JSON, gob and XML, as fields, in lists and as keys.
func TestRecords(t *testing.T) {
	for _, want := range []userRecord{{}, someRecord(t)} {
		checkJSON(t, want)
		var fromGob, fromXML userRecord
		var buf bytes.Buffer
		if err := errors.Join(gob.NewEncoder(&buf).Encode(want), gob.NewDecoder(&buf).Decode(&fromGob)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, fromGob); diff != "" {
			t.Errorf("gob (-want +got):\n%s", diff)
		}
		text, err := xml.Marshal(want)
		if err := errors.Join(err, xml.Unmarshal(text, &fromXML)); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		want.NAGs, want.Squares = nil, nil
		if diff := cmp.Diff(want, fromXML); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
	checkJSON(t, struct {
		Squares  map[Square]int
		NAGs     map[NAG]string
		Moves    map[Move]Score
		Scores   map[Score]Move
		Outcomes map[Outcome]int
		Pieces   map[Piece][]Square
		Colors   map[Color]TimeControl
		Controls map[TimeControl]Bound
	}{
		map[Square]int{E4: 1, NoSquare: 2}, map[NAG]string{GoodMove: "a", 14: "b"}, map[Move]Score{0: 5}, map[Score]Move{Mate - 2: 0, -5: 0},
		map[Outcome]int{{}: 1, DrawBy(Agreement): 3}, map[Piece][]Square{NoPiece: nil, BlackKing: {E8}}, map[Color]TimeControl{White: {}},
		map[TimeControl]Bound{{}: Exact},
	})
	text, err := json.Marshal(map[string]any{"nags": []NAG{GoodMove, 14}, "squares": []Square{E4}})
	if want := `{"nags":["!","$14"],"squares":["e4"]}`; string(text) != want || err != nil {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
}

// checkJSON checks that v comes back from JSON, and that null changes nothing.
func checkJSON(t *testing.T, v any, options ...cmp.Option) {
	t.Helper()
	text, err := json.Marshal(v)
	into := reflect.New(reflect.TypeOf(v))
	if err := errors.Join(err, json.Unmarshal(text, into.Interface())); err != nil {
		t.Errorf("%T: %s: %v", v, text, err)
		return
	}
	diff := func() string { return cmp.Diff(v, into.Elem().Interface(), options...) }
	if diff := diff(); diff != "" {
		t.Errorf("%T: %s comes back as (-want +got):\n%s", v, text, diff)
	}
	if u, ok := into.Interface().(json.Unmarshaler); ok {
		if err := u.UnmarshalJSON([]byte("null")); err != nil || diff() != "" {
			t.Errorf("%T: null: %v", v, err)
		}
		if err := json.Unmarshal([]byte("[]"), into.Interface()); err == nil || diff() != "" {
			t.Errorf("%T: an array is read: %v", v, err)
		}
	}
}

// storedOptions have cmp compare what comes back, and what types of this package hide.
var storedOptions = cmp.Options{
	cmp.AllowUnexported(Tally{}, CrossTable{}),
	cmp.Comparer(func(a, b pairOf) bool { return a == b }),
	cmp.Comparer(func(a, b *GameTree) bool { return (a == nil) == (b == nil) && (a == nil || a.String() == b.String()) }),
	cmp.Comparer(func(a, b error) bool { return fmt.Sprint(a) == fmt.Sprint(b) }),
	cmp.Comparer(func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }),
	cmp.FilterPath(func(p cmp.Path) bool {
		name := p.String()
		return name == "Ponder" && p.Index(0).Type() == reflect.TypeFor[Limits]() || name == "Info"
	}, cmp.Ignore()),
}

// castlingResult returns a result of a search in Chess960, by which both sides castle.
func castlingResult(t *testing.T) Result {
	t.Helper()
	p := MustParseFEN("1k5r/5p2/8/8/8/8/5P2/1K2R2R w Eh - 0 1")
	m, err := p.ParseSAN("O-O")
	if err != nil {
		t.Fatal(err)
	}
	next := p.After(m)
	reply, err := next.ParseSAN("O-O")
	if err != nil {
		t.Fatal(err)
	}
	line := []Move{m, reply}
	return Result{
		Position: p, Move: m, Ponder: reply, Score: 34, Bound: LowerBound, PV: line, Depth: 12, Nodes: 3456, Time: 1500 * time.Millisecond,
		Lines: []Line{{p, 34, LowerBound, line}, {next, Mate - 2, Exact, line[1:]}, {Position{}, -7, NoBound, nil}},
	}
}

// A value of each type that can be stored as JSON comes back, and the zero value does.
func TestJSON(t *testing.T) {
	r := castlingResult(t)
	bare := newMove(mailbox[E2], mailbox[E4])
	tree, err := ParsePGN("1. e4 {+0.34/12 0.050s} e5 1/2-1/2")
	if err != nil {
		t.Fatal(err)
	}
	inf := math.Inf(1)
	table := NewCrossTable(2)
	table.Add(&MatchGame{Players: [2]int{0, 1}, Outcome: WinBy(White, Checkmate), Round: 3})
	tally := Tally{Wins: 1, Draws: 2, Losses: 3, Pairs: [5]int{1, 0, 0, 0, 1}, halves: map[pairOf]int{{1, 2}: 1, {0, 7}: 2}}
	setup := MustParseFEN("1k5r/5p2/8/8/8/8/5P2/1K2R2R w Eh - 3 9").Setup()
	invalid := Setup{Turn: Black, Castling: []Square{E4, NoSquare}, DoublePush: E4, HalfmoveClock: -1, MoveNumber: 99999, Variant: ThreeCheck, Checks: [2]int{7, -1}}
	invalid.Board[A1], invalid.Board[H8] = WhitePawn, BlackKing
	explanation := NewPeSTO().Explain(&startPosition)
	clock := Clock{[2]time.Duration{time.Minute, 1500 * time.Millisecond}, [2]time.Duration{1, math.MaxInt64}, 12}
	for _, v := range []any{
		r, Result{PV: []Move{}, Lines: []Line{}}, Result{PV: []Move{bare}}, r.Lines[0], Line{Score: 5},
		Info{Position: r.Position, MultiPV: 2, Bound: LowerBound, Time: 5, PV: r.PV, WDL: [3]int{1, 2, 3}}, Info{Position: r.Position, Move: r.Move, MoveNumber: 4},
		Limits{Depth: 3, Time: time.Second, Clock: clock, SearchMoves: []Move{bare}, MultiPV: 2}, clock, TimeControl{Moves: 40, Time: time.Minute}, TimeStage{20, time.Minute, time.Second},
		Option{"Threads", spinOption, "1", 1, 256, nil}, Option{Kind: comboOption, Choices: []string{"a"}}, Entry{34, 12, Exact, bare, Unevaluated},
		Claim{ThreefoldRepetition, bare}, BookMove{bare, 5, 6}, Operation{"bm", []Move{bare}, nil}, Operation{"id", nil, []string{"a"}},
		setup, invalid, startPosition.Setup(), explanation, explanation.Features[0], Credit{Black, NoSquare, BlackPawn, Tapered{-5, MaxEvaluation}},
		Tapered{1, -2}, tally, *table, Estimate{12.5, -inf, inf, math.NaN()}, SPRT{0, 5, 0.05, 0.1, true},
		MatchGame{1, true, [2]int{1, 0}, DrawBy(Agreement), tree, errors.New("crash"), true}, Arbiter{1, 2, 3, 4, Mate - 5, 6, true, nil},
		Diagram{Position: r.Position.After(r.Move), LastMove: r.Move, Highlights: []Highlight{{E4, "red"}}, Arrows: []Arrow{{E2, E4, "blue"}},
			Heat: &Heat{Values: map[Square]float64{E4: 0.5, E5: math.NaN(), E6: -inf}, Scale: inf}, Caption: "a", Size: 5},
		Heat{Values: map[Square]float64{}}, Highlight{E4, "red"}, Arrow{E2, E4, ""},
		TuneReport{Games: 5, Scale: TuneScale{1, 2}, Weights: []TunedWeight{{"a", "b", 1, 2, 3, 0.5}}}, TuneScale{1, 2}, TunedWeight{Feature: "a"},
		TuneProgress{1, 2, 3, 4}, defaultAlphaBetaOptions(), PieceValues{1, 2}, DefaultThreats(), PeSTOMaterial(),
		ProbeResult{WDLCursedWin, 103, true, 0, false}, ProbeResult{WDLLoss, -1, false, 0, true},
		RankedMove{bare, ProbeResult{WDL: WDLWin, DTZ: 1}, WDLCursedWin},
		Review{White: ReviewedSide{Moves: 3, Accuracy: 99.5}, Moves: []ReviewedMove{{Glyph: Blunder, Color: Black, After: Mate - 2}}, Scores: []Score{5}},
		ReviewedSide{Blunders: 1}, ReviewedMove{Ply: 1, Glyph: DubiousMove, Best: []string{"e4"}, Brief: "a"},
		Puzzle{r.Position, r.Move, r.Position.After(r.Move), []Move{bare}, []MotifKind{MotifFork}, 3, 100, 1200},
		Ranking{r.Position, ProbeResult{WDL: WDLWin, DTZ: 1}, WDLWin, []RankedMove{{Move: bare}}},
	} {
		checkJSON(t, v, storedOptions)
		checkJSON(t, reflect.Zero(reflect.TypeOf(v)).Interface(), storedOptions)
	}
}

// A null for a number changes nothing, as in encoding/json.
func TestJSONNull(t *testing.T) {
	e := Estimate{Elo: 5, Low: math.Inf(-1)}
	h := Heat{Values: map[Square]float64{E4: 1}, Scale: 2}
	if err := json.Unmarshal([]byte(`{"elo":null,"high":"+Inf"}`), &e); err != nil || !math.IsInf(e.High, 1) {
		t.Errorf("%+v, %v", e, err)
	}
	if err := json.Unmarshal([]byte(`{"scale":null,"values":{"e5":null}}`), &h); err != nil || h.Values[E5] != 0 {
		t.Errorf("%+v, %v", h, err)
	}
}

// JSON with what does not exist is refused, and writing it is an error.
func TestJSONErrors(t *testing.T) {
	for _, tt := range []struct {
		text string
		into any
	}{
		{`{"position":"x"}`, &Result{}}, {`{"move":"e2"}`, &Result{}}, {`{"time":5}`, &Result{}}, {`{"time":"x"}`, &Info{}},
		{`{"lines":[{"pv":["x"]}]}`, &Result{}}, {`{"pv":["x"]}`, &Line{}}, {`{"kind":"Check"}`, &Option{}},
		{`{"board":"8/8","turn":"White"}`, &Setup{}}, {`{"turn":"White"}`, &Setup{}},
		{`{"incomplete":[{"halves":3}]}`, &Tally{}}, {`{"total":[{},{}],"against":[[{},{}],[{}]]}`, &CrossTable{}}, {`{"elo":"x"}`, &Estimate{}},
		{`{"values":{"e9":1}}`, &Heat{}}, {`{"values":{"e4":"1"}}`, &Heat{}}, {`{"lastMove":"x"}`, &Diagram{}},
		{`{"outcome":"1-0 stalemate"}`, &MatchGame{}}, {`{"left":["1s",2]}`, &Clock{}}, {`{"time":"1"}`, &Limits{}},
	} {
		if err := json.Unmarshal([]byte(tt.text), tt.into); err == nil {
			t.Errorf("%T: %s is read", tt.into, tt.text)
		}
	}
	var setup Setup
	setup.Board[5] = 7
	for _, v := range []any{
		Result{Move: 1}, Info{Bound: 9}, setup, Setup{Turn: 2}, Setup{Castling: []Square{99}}, MatchGame{Outcome: Outcome{Decided: true}},
	} {
		if text, err := json.Marshal(v); err == nil {
			t.Errorf("%T: %s", v, text)
		}
	}
}

// The squares of the move that led to a position are marked, and for castling, however it
// is spelled, that of the king.
func TestDiagramLastMove(t *testing.T) {
	castlings := 0
	randomHistories(t, 8, chesstest.Sample(t, 2000), func(g *Game) {
		p := g.Position()
		for _, m := range p.LegalMoves() {
			d := Diagram{Position: p.After(m)}
			want := [2]Square{m.From(), m.To()}
			if p.IsCastling(m) {
				castlings++
				want[1] = d.Position.King(p.Turn())
			}
			for _, d.LastMove = range spellings(t, &p, m) {
				if want[1] != d.LastMove.To() && d.Position.At(d.LastMove.To()) != NoPiece {
					continue // the rook has stayed: it looks like a move of the rook
				}
				from, to := d.lastSquares()
				if got := [2]Square{from, to}; got != want {
					t.Fatalf("%v: %v marks %v, want %v", p, d.LastMove, got, want)
				}
			}
			d.LastMove = m
			checkJSON(t, d, storedOptions)
			checkJSON(t, Line{p, 0, UpperBound, []Move{m}}, storedOptions)
		}
	})
	if castlings == 0 {
		t.Error("no castling")
	}
}

// TestGoldenJSON compares the JSON of what users store with testdata/json. Record the
// new state with
//
//	CHESS_RECORD=1 go test -run GoldenJSON .
func TestGoldenJSON(t *testing.T) {
	p := MustParseFEN("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1")
	tree, err := ParsePGN("[White \"a\"]\n[Black \"b\"]\n\n1. e4 {+0.34/12 0.050s} e5 1/2-1/2\n")
	if err != nil {
		t.Fatal(err)
	}
	setup := p.Setup()
	setup.Board[E8] = NoPiece
	r := castlingResult(t)
	evaluator, err := NewFeatureEvaluator(Terms(DefaultTempo(), PointMaterial())...)
	if err != nil {
		t.Fatal(err)
	}
	for name, v := range map[string]any{
		"result":      r,
		"info":        Info{Position: r.Position, Depth: 3, SelDepth: 5, MultiPV: 1, Score: 1 - Mate, Bound: Exact, Nodes: 99, Time: 2 * time.Millisecond, PV: r.PV},
		"explanation": evaluator.Explain(&p),
		"setup":       setup,
		"matchgame":   MatchGame{Round: 1, Players: [2]int{1, 0}, Outcome: DrawBy(Agreement), Tree: tree, Err: errors.New("crash")},
	} {
		var text bytes.Buffer
		e := json.NewEncoder(&text)
		e.SetIndent("", "  ")
		if err := e.Encode(v); err != nil {
			t.Fatal(err)
		}
		checkRecord(t, "testdata/json/"+name+".json", text.String())
	}
}

// checkRecord compares a text with a file, or with CHESS_RECORD writes it.
func checkRecord(t *testing.T, path, got string) {
	t.Helper()
	if os.Getenv("CHESS_RECORD") != "" {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-recorded +now):\n%s", path, diff)
	}
}

// FuzzJSONResult reads any JSON as a Result. What is read comes back, and castling
// moves are complete.
func FuzzJSONResult(f *testing.F) {
	for _, s := range []string{"{}", "null", `{"position":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","pv":["e1g1","e8e7"],"lines":[{},{"position":""}]}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var r Result
		if json.Unmarshal(data, &r) == nil {
			checkJSON(t, r, storedOptions)
		}
	})
}

// FuzzJSONSetup is FuzzJSONResult for a Setup.
func FuzzJSONSetup(f *testing.F) {
	f.Add([]byte(`{"board":"8/8/8/8/8/8/8/8","turn":"White","castling":["e1"]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var s Setup
		if json.Unmarshal(data, &s) == nil {
			checkJSON(t, s)
			s.problems()
		}
	})
}

// TestJSONOfWrongKind replaces each value in the JSON of each exported type by one of every
// other kind. What the error says must be for a user: what is expected and where, without
// a name that only the package knows.
func TestJSONOfWrongKind(t *testing.T) {
	t.Parallel()
	private := regexp.MustCompile(`json[A-Z]|\bplain|chess\.[a-z]|RawMessage|json\.|of type struct`)
	kinds := []any{[]any{}, map[string]any{}, "x", 1.5, true, 1e300, []any{[]any{}}, map[string]any{"a": []any{}}}
	failed, step := map[string]int{}, 1
	if chesstest.Sampled(t) {
		step = 10
	}
	for name, v := range oneOfEach(t) {
		text, err := json.Marshal(v)
		var whole any
		if err != nil || json.Unmarshal(text, &whole) != nil {
			continue // what does not have JSON
		}
		for i, changed := range replaced(whole, kinds) {
			if i%step > 0 {
				continue
			}
			text, err := json.Marshal(changed)
			if err != nil {
				t.Fatal(err)
			}
			into := reflect.New(reflect.TypeOf(v).Elem()).Interface()
			if err = json.Unmarshal(text, into); err == nil {
				continue
			}
			failed[name]++
			_, own := into.(json.Unmarshaler)
			if _, parse := errors.AsType[*ParseError](err); private.MatchString(err.Error()) || own && !parse {
				t.Errorf("%s from %.300s: %v", name, text, err)
				break
			}
		}
	}
	if failed["Game"]*step < 20 || failed["GameTree"]*step < 50 || failed["Why"]*step < 100 {
		t.Errorf("only %v", failed)
	}

	for _, tt := range []struct {
		into       any
		text, want string
	}{
		{&Game{}, `["e2e4"]`, `Game in JSON "[\"e2e4\"]": malformed: an array where an object is expected`},
		{&Game{}, `{"moves":[{}]}`, `ply 1: JSON member "moves": malformed: an object where a string is expected`},
		{&Game{}, `{"moves":"e2e4"}`, `JSON member "moves": malformed: a string where an array is expected`},
		{&Game{}, `{"start":[]}`, `JSON member "start": malformed: an array where a string is expected`},
		{&Game{}, `{"ended":1}`, `JSON member "ended": malformed: a number where true or false is expected`},
		{&GameTree{}, `"1. e4"`, `GameTree in JSON "\"1. e4\"": malformed: a string where an object is expected`},
		{&MatchGame{}, `{"tree":5}`, `GameTree in JSON "5": malformed: a number where an object is expected`},
		{&Result{}, `{"lines":[{"pv":{}}]}`, `JSON member "lines.pv": malformed: an object where an array is expected`},
		{&Result{}, `{"nodes":1.5}`, `JSON member "nodes": malformed: 1.5 where a whole number of at most 64 bits is expected`},
		{&Result{}, `{"time":5}`, `JSON member "time": malformed: a number where a string is expected`},
		{&Heat{}, `{"values":[1]}`, `JSON member "values": malformed: an array where an object is expected`},
	} {
		if err := json.Unmarshal([]byte(tt.text), tt.into); fmt.Sprint(err) != tt.want {
			t.Errorf("%T from %s:\n%v, want\n%s", tt.into, tt.text, err, tt.want)
		}
	}
}

// replaced returns copies of a value of JSON, each with one of its parts replaced.
func replaced(v any, by []any) (all []any) {
	all = slices.Clone(by)
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			for _, other := range replaced(v[name], by) {
				changed := maps.Clone(v)
				changed[name] = other
				all = append(all, changed)
			}
		}
	case []any:
		if len(v) > 0 { // the first stands for all
			for _, other := range replaced(v[0], by) {
				all = append(all, slices.Concat([]any{other}, v[1:]))
			}
		}
	}
	return all
}

// jsonArrays calls yield with what stands in JSON before and after the elements of each
// array that a value of the type may hold.
func jsonArrays(typ reflect.Type, before, after string, yield func(before, after string)) {
	if reflect.PointerTo(typ).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return
	}
	switch typ.Kind() {
	case reflect.Pointer:
		jsonArrays(typ.Elem(), before, after, yield)
	case reflect.Slice:
		yield(before+"[", "]"+after)
		jsonArrays(typ.Elem(), before+"[", "]"+after, yield)
	case reflect.Array:
		jsonArrays(typ.Elem(), before+"[", "]"+after, yield)
	case reflect.Struct:
		for f := range typ.Fields() {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
				jsonArrays(f.Type, before+`{"`+name+`":`, "}"+after, yield)
			}
		}
	}
}

// TestJSONMemory measures how much memory the worst JSON takes: at most 64 MB for a type
// with a limit of values, and at most 300 bytes for each byte for the others.
func TestJSONMemory(t *testing.T) {
	measure := func(v any, text string) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		json.Unmarshal([]byte(text), v)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for _, tt := range []struct {
		value  any
		values int         // at most; 0 is no limit
		arrays [][2]string // that reflection does not find: what stands before and after their elements
	}{
		{new(Why), maxWhyValues, nil}, {new(Result), maxResultValues, nil},
		{new(Line), 0, nil}, {new(Info), 0, nil}, {new(Diagram), 0, nil}, {new(Heat), 0, [][2]string{{`{"values":{`, `}}`}}},
		{new(Tally), 0, [][2]string{{`{"incomplete":[`, `]}`}}},
		{new(CrossTable), 0, [][2]string{{`{"total":[`, `]}`}, {`{"against":[`, `]}`}, {`{"against":[[`, `]]}`}}},
		{new(Explanation), 0, nil}, {new(ExplainedFeature), 0, nil}, {new(Reason), 0, nil}, {new(Difference), 0, nil}, {new(FeatureDifference), 0, nil},
		{new(Remark), 0, nil}, {new(Motif), 0, nil}, {new(TuneReport), 0, nil}, {new(Ranking), 0, nil}, {new(Limits), 0, nil}, {new(Setup), 0, nil},
		{new(Operation), 0, nil}, {new(Option), 0, nil}, {new(SearchNode), 0, nil},
	} {
		typ := reflect.TypeOf(tt.value).Elem()
		jsonArrays(typ, "", "", func(before, after string) { tt.arrays = append(tt.arrays, [2]string{before, after}) })
		worst, most := 0.0, uint64(0)
		for _, array := range tt.arrays {
			elements := []string{"{}", `"e2e4"`, "0", "[]", `""`, "null"}
			if chesstest.Sampled(t) {
				elements = elements[:1]
			}
			for _, element := range elements {
				if strings.HasSuffix(array[0], `"values":{`) {
					element = `"a1":` + element
				}
				text := func(n int) string { return array[0] + strings.Repeat(element+",", n-1) + element + array[1] }
				fits := text(max(tt.values, maxWhyValues) - 20)
				got := measure(reflect.New(typ).Interface(), fits)
				worst, most = max(worst, float64(got)/float64(len(fits))), max(most, got)
				if tt.values == 0 {
					continue
				}
				v := reflect.New(typ).Interface()
				err := json.Unmarshal([]byte(text(2*tt.values)), v)
				if e := (*ParseError)(nil); !errors.As(err, &e) || !strings.Contains(e.Error(), "number of values") || !reflect.ValueOf(v).Elem().IsZero() {
					t.Errorf("%v: %s and so on: %v, want an error about the number of values", typ, array[0]+element, err)
				}
			}
		}
		t.Logf("%v: %.0f bytes for each byte, at most %d MB", typ, worst, most>>20)
		if len(tt.arrays) == 0 || tt.values > 0 && most > 64<<20 || tt.values == 0 && worst > 300 {
			t.Errorf("%v: %.0f bytes of memory for each of JSON, at most %d MB", typ, worst, most>>20)
		}
	}
}
