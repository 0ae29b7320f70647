package chess

import (
	"bytes"
	"context"
	"encoding"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// samePosition has cmp compare positions by all that a FEN holds.
var samePosition = cmp.Comparer(func(p, q Position) bool {
	return p.isZero() == q.isZero() && p.FEN() == q.FEN()
})

// A valueType is a type whose text must come back: its values, or many of them, and
// one that does not exist, or nil.
type valueType struct {
	name   string
	check  func(t *testing.T)
	refuse []string // texts that must not be read
}

// text is what the verbs of text want of a type.
type text interface {
	fmt.Stringer
	encoding.TextAppender
	encoding.TextMarshaler
}

// valuesOf makes a valueType. differs says that the text need not be that of String.
func valuesOf[T interface {
	comparable
	text
}](values []T, unknown []T, parse func(string) (T, error), differs bool, refuse ...string) valueType {
	var zero T
	name := reflect.TypeOf(zero).Name()
	check := func(t *testing.T) {
		for _, v := range values {
			checkText(t, v, parse, differs)
		}
		for _, v := range unknown {
			if text, err := v.MarshalText(); err == nil {
				t.Errorf("%s: %#v has the text %q", name, v, text)
			}
			if s := v.String(); s == "" {
				t.Errorf("%s: %#v prints as nothing", name, v)
			}
		}
		for _, s := range refuse {
			if v, err := parse(s); err == nil {
				t.Errorf("%s: %q is read as %v", name, s, v)
			} else if f := failed(t, err); f.Kind == nil {
				t.Errorf("%s: %q: %v", name, s, err)
			}
			v := values[len(values)-1]
			if any(&v).(encoding.TextUnmarshaler).UnmarshalText([]byte(s)) == nil || v != values[len(values)-1] {
				t.Errorf("%s: UnmarshalText(%q) gives %v", name, s, v)
			}
		}
	}
	return valueType{name, check, refuse}
}

// checkText checks that the text of v comes back by all ways.
func checkText[T interface {
	comparable
	text
}](t *testing.T, v T, parse func(string) (T, error), differs bool) {
	t.Helper()
	text, err := v.MarshalText()
	if err != nil || !differs && string(text) != v.String() {
		t.Errorf("%T %v has the text %q, %v", v, v, text, err)
	}
	if appended, err := v.AppendText([]byte("ab")); string(appended) != "ab"+string(text) || err != nil {
		t.Errorf("%T %v: AppendText gives %q, %v", v, v, appended, err)
	}
	if back, err := parse(string(text)); back != v || err != nil {
		t.Errorf("%T %v has the text %q, which is read as %v, %v", v, v, text, back, err)
	}
	var back T
	if err := any(&back).(encoding.TextUnmarshaler).UnmarshalText(text); back != v || err != nil {
		t.Errorf("%T %v has the text %q, which is unmarshalled as %v, %v", v, v, text, back, err)
	}
}

// upTo returns the values from 0 to last.
func upTo[T ~uint8 | ~int8](last T) (all []T) {
	for v := T(0); ; v++ {
		if all = append(all, v); v == last {
			return all
		}
	}
}

// allOutcomes returns all outcomes that a game can have.
func allOutcomes() []Outcome {
	all := []Outcome{{}}
	for _, reason := range upTo(Unspecified) {
		for _, o := range []Outcome{Win(White, reason), Win(Black, reason), Draw(reason)} {
			if o.contradiction() == "" {
				all = append(all, o)
			}
		}
	}
	return all
}

// bareMoves returns all moves that a text alone can describe.
func bareMoves() []Move {
	all := []Move{0}
	for from := range NoSquare {
		for to := range NoSquare {
			all = append(all, newMove(mailbox[from], mailbox[to]))
		}
		for k := range Move(4) {
			all = append(all, promotion+k<<16|newMove(mailbox[from], mailbox[H8]))
		}
	}
	return all
}

// manyScores returns all scores near a limit, and some others.
func manyScores() []Score {
	all := []Score{math.MinInt32, math.MaxInt32, math.MinInt32 + 1, 1 << 20, -1 << 20}
	for s := -Mate - 1200; s <= Mate+1200; s++ {
		all = append(all, s)
	}
	return all
}

func valueTypes() []valueType {
	pieces := slices.DeleteFunc(upTo(BlackKing), func(p Piece) bool { return p == 7 || p == 8 })
	timeControls := []TimeControl{{}, {Time: 1}, {40, time.Hour, time.Millisecond}, {maxControlMoves, maxTime, maxTime}}
	return []valueType{
		valuesOf(bareMoves(), []Move{1, 1 << 16, 21<<8 | 20, castling, castling | 25<<8 | 97, math.MaxUint32}, ParseMove, false,
			"", "e2", "e2e", "e2e9", "-", "e2-", "e2--", "e2e4 ", "e7e8k", "e7e8Q", "e7e8qq", "E2E4", "00000"),
		valuesOf(upTo(NoSquare), []Square{65, 255}, ParseSquare, false, "", "e", "e9", "i1", "--", "e4 ", "E4"),
		valuesOf(pieces, []Piece{7, 8, 15, 17, 255}, ParsePiece, false, "", "x", "PP", " "),
		valuesOf(upTo(King), []PieceType{7, 255}, ParsePieceType, false, "", "Knight", "n"),
		valuesOf(upTo(Black), []Color{2, 255}, ParseColor, false, "", "W", "B", "WHITE", "red"),
		valuesOf(upTo(ASide), []Side{2, 255}, ParseSide, false, "", "K", "king"),
		valuesOf(manyScores(), nil, ParseScore, true,
			"", "#", "#x", "#-", "#0.5", "#501", "#-500", "#500.5", "#1.25", "#+1", ".5", "1.", "1.234", "+-1", "--1", "1e3", "NaN",
			"+310.01", "-320.00", "+21474836.48", "-21474836.49", "99999999999999999999", " 1", "1 ", "0x1", "1_0"),
		valuesOf(upTo(Exact), []Bound{4, 255}, ParseBound, false, "", "upper", "Exact"),
		valuesOf(allOutcomes(), []Outcome{
			{Reason: Checkmate}, Win(White, Stalemate), {Winner: Black}, {Decided: true}, Win(2, Checkmate), Draw(200), {Draw(Agreement).Reason, false, Black},
		}, ParseOutcome, true, "", "1-0 ", "1-0 stalemate", "1/2-1/2 checkmate", "* checkmate", "1-0 unterminated", "1-0  checkmate", "1/2", "2-0", "1-0 luck"),
		valuesOf(upTo(Unspecified), []Termination{16, 255}, ParseTermination, false, "", "mate", "Checkmate"),
		valuesOf(timeControls, []TimeControl{{Moves: -1, Time: 1}, {Moves: 1}, {Time: -1}, {maxControlMoves + 1, 1, 0}, {Time: maxTime + 1}, {Increment: 1}},
			ParseTimeControl, false, "", "x", "40/"),
		valuesOf(upTo(NAG(255)), nil, ParseNAG, false, "", "$", "$256", "$-1", "14", "!!!", "$$1"),
		valuesOf(upTo(ThreeCheck), []Variant{2, 255}, ParseVariant, false, "", "chess960"),
		valuesOf(upTo(StringOption), []OptionKind{5, 255}, optionKindNames.parse, false, "", "Check"),
		valuesOf(upTo(AcceptH1), []Decision{3, -1}, decisionNames.parse, false, "", "H2"),
	}
}

func TestValueTexts(t *testing.T) {
	for _, v := range valueTypes() {
		t.Run(v.name, v.check)
	}
}

// Other texts that are read.
func TestValueTextsAccepted(t *testing.T) {
	for _, tt := range []struct {
		text string
		want any
		got  func(string) (any, error)
	}{
		{"w", White, parserOf(ParseColor)}, {"black", Black, parserOf(ParseColor)},
		{"0.34", Score(34), parserOf(ParseScore)}, {"-1.2", Score(-120), parserOf(ParseScore)}, {"7", Score(700), parserOf(ParseScore)},
		{"-0", Score(0), parserOf(ParseScore)}, {"#1", Mate - 1, parserOf(ParseScore)}, {"#1.5", Mate - 2, parserOf(ParseScore)},
		{"#-0", -Mate, parserOf(ParseScore)}, {"#-0.5", 1 - Mate, parserOf(ParseScore)}, {"#-1", 2 - Mate, parserOf(ParseScore)},
		{"1-0 unspecified", Win(White, Unspecified), parserOf(ParseOutcome)}, {"0-1", Win(Black, Unspecified), parserOf(ParseOutcome)},
		{"$1", GoodMove, parserOf(ParseNAG)}, {"$6", DubiousMove, parserOf(ParseNAG)}, {"$007", NAG(7), parserOf(ParseNAG)},
	} {
		if got, err := tt.got(tt.text); got != tt.want || err != nil {
			t.Errorf("%q is read as %v, %v, want %v", tt.text, got, err, tt.want)
		}
	}
}

func parserOf[T any](parse func(string) (T, error)) func(string) (any, error) {
	return func(s string) (any, error) { return parse(s) }
}

// The String of a score does not change what it says: the text adds the half moves.
func TestScoreText(t *testing.T) {
	for score, want := range map[Score][2]string{
		0: {"0.00", "0.00"}, 34: {"+0.34", "+0.34"}, -120: {"-1.20", "-1.20"},
		Mate: {"#0", "#0"}, Mate - 1: {"#1", "#1"}, Mate - 2: {"#1", "#1.5"}, Mate - 3: {"#2", "#2"}, MaxEvaluation + 1: {"#500", "#500"},
		-Mate: {"#-0", "#-0"}, 1 - Mate: {"#-1", "#-0.5"}, 2 - Mate: {"#-1", "#-1"}, 3 - Mate: {"#-2", "#-1.5"},
		Mate + 1: {"+320.01", "+320.01"}, math.MinInt32: {"-21474836.48", "-21474836.48"},
	} {
		text, err := score.MarshalText()
		if got := [2]string{score.String(), string(text)}; got != want || err != nil {
			t.Errorf("%d: %q, %v, want %q", int32(score), got, err, want)
		}
	}
}

// Texts are written without allocations.
func TestAppendTextAllocations(t *testing.T) {
	buf := make([]byte, 0, 128)
	p := startPosition
	for name, write := range map[string]func(){
		"Move":     func() { buf, _ = newMove(33, 53).AppendText(buf[:0]) },
		"Square":   func() { buf, _ = E4.AppendText(buf[:0]) },
		"Piece":    func() { buf, _ = BlackQueen.AppendText(buf[:0]) },
		"Color":    func() { buf, _ = White.AppendText(buf[:0]) },
		"Outcome":  func() { buf, _ = Draw(Stalemate).AppendText(buf[:0]) },
		"Bound":    func() { buf, _ = Exact.AppendText(buf[:0]) },
		"Position": func() { buf, _ = p.AppendText(buf[:0]) },
	} {
		if n := testing.AllocsPerRun(10, write); n > 0 {
			t.Errorf("%s.AppendText allocates %v times", name, n)
		}
	}
}

// A userRecord is a user's struct with all of them, as fields and as keys.
type userRecord struct {
	Move     Move `json:"move" xml:"move,attr"`
	Square   Square
	Piece    Piece
	Type     PieceType
	Color    Color
	Side     Side
	Score    Score
	Bound    Bound
	Outcome  Outcome
	Reason   Termination
	Clock    TimeControl
	NAG      NAG
	Variant  Variant
	Kind     OptionKind
	Decision Decision
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
		m, E4, WhiteKnight, Queen, Black, ASide, -34, Exact, Win(Black, Checkmate), Stalemate, TimeControl{40, time.Minute, time.Second},
		BrilliantMove, ThreeCheck, ComboOption, AcceptH1, MustParseFEN("4k3/8/8/8/8/8/8/4K2R b K - 5 9"), e, []NAG{GoodMove, 14}, []Square{A1, NoSquare},
	}
}

func TestRecordJSON(t *testing.T) {
	for _, want := range []userRecord{{}, someRecord(t)} {
		checkJSON(t, want, samePosition)
	}
	type maps struct {
		Squares  map[Square]int
		NAGs     map[NAG]string
		Moves    map[Move]Score
		Scores   map[Score]Move
		Outcomes map[Outcome]int
		Pieces   map[Piece][]Square
		Colors   map[Color]TimeControl
		Controls map[TimeControl]Bound
	}
	checkJSON(t, maps{
		map[Square]int{E4: 1, NoSquare: 2}, map[NAG]string{GoodMove: "a", 14: "b"}, map[Move]Score{0: 5}, map[Score]Move{Mate - 2: 0, -5: 0},
		map[Outcome]int{{}: 1, Draw(Agreement): 3}, map[Piece][]Square{NoPiece: nil, BlackKing: {E8}}, map[Color]TimeControl{White: {}},
		map[TimeControl]Bound{{}: Exact},
	})
	text, err := json.Marshal(map[string]any{"nags": []NAG{GoodMove, 14}, "squares": []Square{E4}})
	if want := `{"nags":["!","$14"],"squares":["e4"]}`; string(text) != want || err != nil {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
}

func TestRecordGob(t *testing.T) {
	for _, want := range []userRecord{{}, someRecord(t)} {
		var buf bytes.Buffer
		if err := gob.NewEncoder(&buf).Encode(want); err != nil {
			t.Fatal(err)
		}
		var got userRecord
		if err := gob.NewDecoder(&buf).Decode(&got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, samePosition); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestRecordXML(t *testing.T) {
	for _, want := range []userRecord{{}, someRecord(t)} {
		text, err := xml.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		want.NAGs, want.Squares = nil, nil
		var got userRecord
		if err := xml.Unmarshal(text, &got); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if diff := cmp.Diff(want, got, samePosition); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

// checkJSON checks that v comes back from JSON, and that null changes nothing.
func checkJSON[T any](t *testing.T, v T, options ...cmp.Option) {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Errorf("%T: %v", v, err)
		return
	}
	var got T
	if err := json.Unmarshal(text, &got); err != nil {
		t.Errorf("%T: %s: %v", v, text, err)
		return
	}
	if diff := cmp.Diff(v, got, options...); diff != "" {
		t.Errorf("%T: %s comes back as (-want +got):\n%s", v, text, diff)
	}
	if u, ok := any(&got).(json.Unmarshaler); ok {
		if err := u.UnmarshalJSON([]byte("null")); err != nil || cmp.Diff(v, got, options...) != "" {
			t.Errorf("%T: null: %v", v, err)
		}
		if err := json.Unmarshal([]byte("[]"), &got); err == nil || cmp.Diff(v, got, options...) != "" {
			t.Errorf("%T: an array is read: %v", v, err)
		}
	}
}

// sameUnexported has cmp compare what types of this package hide.
var storedOptions = cmp.Options{
	samePosition,
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
		Position: p, Move: m, Ponder: reply, Score: 34, PV: line, Depth: 12, Nodes: 3456, Time: 1500 * time.Millisecond,
		Lines: []Line{{p, 34, line}, {next, Mate - 2, line[1:]}, {Position{}, -7, nil}},
	}
}

// stored returns a value of each type that can be stored as JSON.
func stored(t *testing.T) []func(t *testing.T) {
	r := castlingResult(t)
	bare := newMove(mailbox[E2], mailbox[E4])
	tree, err := ParsePGN("1. e4 {+0.34/12 0.050s} e5 1/2-1/2")
	if err != nil {
		t.Fatal(err)
	}
	inf := math.Inf(1)
	tally := Tally{Wins: 1, Draws: 2, Losses: 3, Pairs: [5]int{1, 0, 0, 0, 1}, halves: map[pairOf]int{{1, 2}: 1, {0, 7}: 2}}
	table := NewCrossTable(2)
	table.Add(&MatchGame{Players: [2]int{0, 1}, Outcome: Win(White, Checkmate), Round: 3})
	setup := MustParseFEN("1k5r/5p2/8/8/8/8/5P2/1K2R2R w Eh - 3 9").Setup()
	invalid := Setup{Turn: Black, Castling: []Square{E4, NoSquare}, DoublePush: E4, Halfmoves: -1, MoveNumber: 99999, ThreeCheck: true, Checks: [2]int{7, -1}}
	invalid.Board[A1], invalid.Board[H8] = WhitePawn, BlackKing
	explanation := NewPeSTO().Explain(&startPosition)
	clock := Clock{[2]time.Duration{time.Minute, 1500 * time.Millisecond}, [2]time.Duration{1, math.MaxInt64}, 12}
	return slices.Concat(
		storedAs(r, Result{PV: []Move{}, Lines: []Line{}}, Result{PV: []Move{bare}}),
		storedAs(r.Lines[0], Line{Score: 5}),
		storedAs(Info{Position: r.Position, MultiPV: 2, Bound: LowerBound, Time: 5, PV: r.PV, WDL: [3]int{1, 2, 3}}, Info{Position: r.Position, Move: r.Move, MoveNumber: 4}),
		storedAs(Limits{Depth: 3, Time: time.Second, Clock: clock, SearchMoves: []Move{bare}, MultiPV: 2}),
		storedAs(clock), storedAs(TimeControl{40, time.Minute, 0}),
		storedAs(Option{"Threads", SpinOption, "1", 1, 256, nil}, Option{Kind: ComboOption, Choices: []string{"a"}}),
		storedAs(Entry{34, 12, Exact, bare, Unevaluated}), storedAs(Claim{ThreefoldRepetition, bare}), storedAs(Pin{E1, E2, E8}),
		storedAs(BookMove{bare, 5, 6}), storedAs(Operation{"bm", []Move{bare}, nil}, Operation{"id", nil, []string{"a"}}),
		storedAs(setup, invalid, startPosition.Setup()),
		storedAs(explanation), storedAs(explanation.Features[0]), storedAs(Credit{Black, NoSquare, BlackPawn, Tapered{-5, MaxEvaluation}}),
		storedAs(Tapered{1, -2}), storedAs(tally), storedAs(*table), storedAs(Estimate{12.5, -inf, inf, math.NaN()}),
		storedAs(SPRT{0, 5, 0.05, 0.1, true}), storedAs(BenchResult{5, time.Second + 1}),
		storedAs(MatchGame{1, true, [2]int{1, 0}, Draw(Agreement), tree, errors.New("crash"), true}),
		storedAs(Arbiter{1, 2, 3, 4, Mate - 5, 6}),
		storedAs(Diagram{Position: r.Position.After(r.Move), LastMove: r.Move, Highlights: []Highlight{{E4, "red"}}, Arrows: []Arrow{{E2, E4, "blue"}},
			Heat: &Heat{Values: map[Square]float64{E4: 0.5, E5: math.NaN(), E6: -inf}, Scale: inf}, Caption: "a", Size: 5}),
		storedAs(Heat{Values: map[Square]float64{}}), storedAs(Highlight{E4, "red"}), storedAs(Arrow{E2, E4, ""}),
		storedAs(TuneReport{Games: 5, Scale: TuneScale{1, 2}, Weights: []TunedWeight{{"a", "b", 1, 2, 3, 0.5}}}), storedAs(TuneScale{1, 2}),
		storedAs(TunedWeight{Feature: "a"}), storedAs(TuneProgress{1, 2, 3, 4}), storedAs(defaultAlphaBetaOptions()), storedAs(PieceValues{1, 2}),
		storedAs(DefaultThreats()), storedAs(PeSTOMaterial()),
	)
}

// storedAs returns checks of the JSON of the values and of the zero value.
func storedAs[T any](values ...T) (checks []func(t *testing.T)) {
	var zero T
	for _, v := range append(values, zero) {
		checks = append(checks, func(t *testing.T) { checkJSON(t, v, storedOptions) })
	}
	return checks
}

func TestJSON(t *testing.T) {
	for _, check := range stored(t) {
		check(t)
	}
}

// JSON with what does not exist is refused, and writing it is an error.
func TestJSONErrors(t *testing.T) {
	for _, tt := range []struct {
		text string
		into any
	}{
		{`{"position":"x"}`, &Result{}}, {`{"move":"e2"}`, &Result{}}, {`{"time":5}`, &Result{}}, {`{"time":"x"}`, &Info{}},
		{`{"lines":[{"pv":["x"]}]}`, &Result{}}, {`{"pv":["x"]}`, &Line{}},
		{`{"board":"8/8","turn":"White"}`, &Setup{}}, {`{"turn":"White"}`, &Setup{}},
		{`{"incomplete":[{"halves":3}]}`, &Tally{}}, {`{"total":[{},{}],"against":[[{},{}],[{}]]}`, &CrossTable{}},
		{`{"elo":"x"}`, &Estimate{}}, {`{"values":{"e9":1}}`, &Heat{}}, {`{"values":{"e4":"1"}}`, &Heat{}}, {`{"lastMove":"x"}`, &Diagram{}},
		{`{"outcome":"1-0 stalemate"}`, &MatchGame{}}, {`{"left":["1s",2]}`, &Clock{}}, {`{"time":"1"}`, &Limits{}}, {`{"time":"1"}`, &BenchResult{}},
	} {
		if err := json.Unmarshal([]byte(tt.text), tt.into); err == nil {
			t.Errorf("%T: %s is read", tt.into, tt.text)
		}
	}
	var setup Setup
	setup.Board[5] = 7
	for _, v := range []any{
		Result{Move: 1}, Info{Bound: 9}, setup, Setup{Turn: 2}, Setup{Castling: []Square{99}}, MatchGame{Outcome: Outcome{Decided: true}}, Claim{Reason: 99},
	} {
		if text, err := json.Marshal(v); err == nil {
			t.Errorf("%T: %s", v, text)
		}
	}
}

// The move that led to a position is castling again, whatever stands where.
func TestDiagramLastMove(t *testing.T) {
	count := 0
	randomHistories(t, 8, scale(4000), func(g *Game) {
		p := g.Position()
		for _, m := range p.LegalMoves() {
			d := Diagram{Position: p.After(m), LastMove: m}
			if m.IsCastling() {
				count++
				rookTo := 5 - 2*int(m.side())
				if m.From().File() == 4 && m.rook().File()%7 != 0 && m.rook() == m.To() || m.rook().File() == rookTo {
					continue // "e1g1" is also castling with the rook on h1, "e1f1" a move of a rook
				}
			}
			text, err := json.Marshal(d)
			var back Diagram
			if err == nil {
				err = json.Unmarshal(text, &back)
			}
			if err != nil || back.LastMove != m {
				t.Fatalf("%v, %v: %s comes back as %v, %v", p, m.UCI960(), text, back.LastMove.UCI960(), err)
			}
		}
	})
	if count == 0 {
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
		"matchgame":   MatchGame{Round: 1, Players: [2]int{1, 0}, Outcome: Draw(Agreement), Tree: tree, Err: errors.New("crash")},
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

func FuzzTextScore(f *testing.F) {
	for _, s := range []string{"+0.34", "#-2.5", "#0", "-1", "+320.01", "#500", ""} {
		f.Add(s, int32(5))
	}
	f.Fuzz(func(t *testing.T, s string, n int32) {
		checkText(t, Score(n), ParseScore, true)
		if score, err := ParseScore(s); err == nil {
			checkText(t, score, ParseScore, true)
		}
	})
}

func FuzzTextMove(f *testing.F) {
	for _, s := range []string{"e2e4", "e7e8q", "0000", "e2-", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if m, err := ParseMove(s); err == nil && m.String() != s {
			t.Errorf("%q is read as %v", s, m)
		}
	})
}

func FuzzTextOutcome(f *testing.F) {
	for _, s := range []string{"1-0", "*", "1/2-1/2 stalemate", "0-1 time"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if o, err := ParseOutcome(s); err == nil {
			checkText(t, o, ParseOutcome, true)
		}
	})
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
			s.Problems()
		}
	})
}

// A result of each player comes back from JSON.
func TestPlayersJSON(t *testing.T) {
	g := NewGame(MustParseFEN("1k5r/5p2/8/8/8/8/5P2/1K2R2R w Eh - 0 1"))
	for _, player := range Players() {
		r, err := player.New().Search(context.Background(), g, Limits{Nodes: 2000, MultiPV: 2, Info: func(i Info) { checkJSON(t, i, storedOptions) }})
		if err != nil {
			t.Fatal(err)
		}
		checkJSON(t, r, storedOptions)
	}
}
