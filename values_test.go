package chess

import (
	"bytes"
	"cmp"
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"
)

// oneOfEach returns pointers to a value of each exported type but interfaces, by the name
// of the type.
func oneOfEach(t *testing.T) map[string]any {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	tree, err := ParsePGN("[White \"a\"]\n\n1. e4 {+0.34/12} e5 (1... c5) 2. Nf3 1-0")
	must(err)
	game := tree.Root().Next().Next().Next().Game()
	syzygy, err := OpenSyzygy("testdata/syzygy")
	must(err)
	t.Cleanup(func() { syzygy.Close() })
	epd, err := ParseEPD(StartFEN + ` bm Nf3; id "a";`)
	must(err)
	king := MustParseFEN("8/8/8/8/8/5k2/8/4QK2 w - - 0 1")
	verdict, err := RankMoves(syzygy, king)
	must(err)

	p := game.Position()
	evaluator := NewDefaultEvaluator()
	alphaBeta := NewAlphaBeta(evaluator, func(o *AlphaBetaOptions) { o.Hash, o.Tablebase = 1, syzygy })
	result, err := alphaBeta.Search(t.Context(), NewGame(p), Limits{Depth: 3, MultiPV: 2})
	must(err)
	why, err := alphaBeta.Why(t.Context(), NewGame(p), result, result.Lines[1].PV[0])
	must(err)
	explanation := evaluator.Explain(&p)
	limits := Limits{Depth: 4, SearchMoves: result.PV, Info: func(Info) {}}
	builder := &BookBuilder{Plies: 8}
	builder.Add(tree)
	cross := NewCrossTable(2)
	played := MatchGame{Players: [2]int{0, 1}, Outcome: WinBy(White, Checkmate), Round: 3, Tree: tree, Err: errors.New("crash")}
	cross.Add(&played)
	var positions NodePositions
	for _, positions = range tree.Nodes() {
	}
	tuner := Tuner{Terms: evaluator.Terms(), Progress: func(TuneProgress) {}}
	tuner.Add(game.Start(), game.Moves(), WinBy(White, Resignation))
	report := TuneReport{Terms: evaluator.Terms(), Games: 5, Scale: TuneScale{1, 2}, Weights: []TunedWeight{{"a", "b", 1, 2, 3, 0.5}}}
	reviewed := parseTree(t, "1. f3 e5 2. g4 Qh4# 0-1")
	review, err := Reviewer{Nodes: 50}.Review(t.Context(), reviewed)
	must(err)
	var lessons Lessons
	lessons.Add(reviewed, review, White)
	puzzle := puzzleOf(t, "6k1/p3Pppp/8/8/8/8/q5PP/6K1 b - - 0 1", "a6", "e8=Q#")
	proof := mustProve(t, Proof{Start: MustParseFEN("4k3/8/8/8/8/8/R7/1R2K3 w - - 0 1").Key(), Moves: 2}, nil)
	player := Player{Name: "a", New: func(context.Context) (Searcher, error) { return alphaBeta, nil }, Limits: limits}

	all := map[string]any{}
	for _, v := range []any{
		new(White), new(Knight), new(WhiteKnight), new(E4), &result.Move, new(Exact), new(German), new(MotifFork), new(BrilliantMove),
		new(spinOption), new(MainLines), new(ImpossibleCastling), new(RemarkMisses), new(Score(34)), new(SquareSet(5)), new(Checkmate), new(Atomic), new(WDLWin),
		new(mustEnding("KQvK")), new(p.Key()), &p, new(p.Setup()), &epd, &epd.Operations[0], new(WinBy(White, Checkmate)), &Claim{ThreefoldRepetition, result.Move},
		game, hillRule, tree, tree.Root().Next().Next(), &positions, &PGNVisitor{Move: func(*Position, Move) bool { return true }},
		&PGNReader{Strict: true, Accept: func(*GameTree) bool { return true }}, &PGNWriter{Tags: []string{"White"}, NoGlyphs: true}, illegal("move", "e2e5", "no pawn goes there"),
		Openings(), new(game.Opening()), &Diagram{Position: p, LastMove: result.Move}, &Heat{Values: map[Square]float64{E4: 0.5}}, &Highlight{E4, "red"}, &Arrow{E2, E4, ""},
		madeTable(t, "KQvK"), &EndingTables{Dir: "a", Progress: func(EndingProgress) {}}, &EndingProgress{Done: 0.5}, syzygy, &verdict, &verdict.Probe, &verdict.Moves[0],
		evaluator, new(evaluator.Terms()[0]), &Survey{position: &p}, &explanation, &explanation.Features[0], &explanation.Features[0].Credits[0], new(Tapered{1, -2}),
		&why, &why.Difference, &why.Difference.Features[0], &PieceDifference{}, &why.Reasons[0], &Remark{Kind: RemarkMisses, Line: result.Lines[0]}, &PieceOn{WhiteKnight, E4}, &Motif{MotifFork, 1, []Square{E4}},
		new(PeSTOMaterial()), pestoPieceSquare(), &pestoMG[Knight], new(PieceValues{1, 2}), &CastleScore{}, &CheckScore{}, &Coverage{}, &Exchange{}, &KingExposure{}, &Mobility{},
		NewTable(1), &Entry{34, 12, Exact, result.Move, Unevaluated}, &limits, new(Clock{}), new(GameClock{}), &TimeControl{Moves: 40, Time: time.Minute}, &TimeStage{20, time.Minute, 0}, &result, &result.Lines[0],
		&Info{Position: p, PV: result.PV}, &SearchNode{Line: result.PV}, &Option{"Threads", spinOption, "1", 1, 256, nil}, alphaBeta, &alphaBeta.options,
		NewMCTS(evaluator), NewMinimax(evaluator), NewNegaAlphaBeta(evaluator), NewNegaScout(evaluator), NewHandicap(alphaBeta, 1), new(Players()[0]),
		GrandmasterBook(), builder, &BookMove{result.Move, 5, 6}, NewBookSearcher(GrandmasterBook(), alphaBeta, 1),
		&tuner, &report, &report.Scale, &report.Weights[0], &TuneProgress{1, 2, 3, 4}, &Learning{Passes: 3},
		&UCI{Name: "a", Searcher: alphaBeta}, &XBoard{Searcher: alphaBeta}, &Bot{Searcher: alphaBeta, Limits: limits}, &Client{name: "X", author: "Y"},
		&player, &Match{Players: []Player{player, player}, Openings: []*Game{game}, Played: []*GameTree{tree}}, &Arbiter{1, 2, 3, 4, 5, 6, true, syzygy}, &played,
		&Winnability{true, result.PV, "", 5}, &Laws{3},
		&Reviewer{Nodes: 10, Tablebase: syzygy, Progress: func(int, Score) {}}, review, &review.White, &review.Flaws()[0],
		&lessons, &lessons.Allowed[0], &lessons.Allowed[0].Cases[0],
		&proof, &proof.Steps[0], puzzle, &PuzzleFinder{Nodes: 10, Verify: 100},
		cross, &Tally{Wins: 1}, new(Tally{Wins: 3, Draws: 1}.Estimate()), &SPRT{0, 5, 0.05, 0.1, true},
	} {
		name, _, _ := strings.Cut(reflect.TypeOf(v).Elem().Name(), "[")
		all[name] = v
	}
	for _, name := range exportedTypes(t) {
		if all[name] == nil {
			t.Errorf("add a value of %s", name)
		}
	}
	return all
}

// exportedTypes returns the names of the exported types that are no interfaces.
func exportedTypes(t *testing.T) (names []string) {
	t.Helper()
	dir, err := build.ImportDir(".", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range dir.GoFiles {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok && spec.Name.IsExported() {
				if _, ok := spec.Type.(*ast.InterfaceType); !ok {
					names = append(names, spec.Name.Name)
				}
			}
			_, isFunc := n.(*ast.FuncDecl)
			return !isFunc
		})
	}
	return names
}

// TestPrinted prints a value of each exported type, and its zero value: what comes is
// short, and shows nothing that only the package understands.
func TestPrinted(t *testing.T) {
	long := map[string]int{"Diagram": 13_000, "Explanation": 5000, "Difference": 2000, "ExplainedFeature": 1000, "TuneReport": 1000} // pictures and tables
	internals := regexp.MustCompile(`0x[0-9a-f]{4,}|%!|\(nil\)`)
	for name, v := range oneOfEach(t) {
		typ := reflect.TypeOf(v).Elem()
		check := func(kind string, x any) {
			text := fmt.Sprint(x)
			if most := cmp.Or(long[name], 700); len(text) > most || internals.MatchString(text) || kind != "zero" && text == "" {
				t.Errorf("%s of %s prints %d bytes: %.400s", kind, name, len(text), text)
			}
		}
		if typ.Kind() != reflect.String {
			check("a pointer", v)
			check("zero", reflect.New(typ).Interface())
		}
		_, printed := v.(fmt.Stringer)
		_, failed := v.(error)
		if !printed && !failed && hides(typ) {
			t.Errorf("%s has fields that are not exported, and no String", name)
		}
		// What hides state that others use meanwhile is not copied to be printed.
		if _, byValue := reflect.Zero(typ).Interface().(fmt.Stringer); byValue || !printed && !failed {
			check("a value", reflect.ValueOf(v).Elem().Interface())
			check("zero", reflect.Zero(typ).Interface())
		}
	}
}

// madeTypes are the types whose methods may panic on the zero value. TestMadeTypes checks
// that their comments say so.
var madeTypes = []string{"Survey"}

// plausible returns an argument for a method: one that a program may pass or, if zero is
// set, the zero value where that is no nil pointer and no nil interface.
func plausible(t *testing.T, typ reflect.Type, zero bool) reflect.Value {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	survey := new(Survey)
	if t.Cleanup(cancel); zero {
		cancel()
		survey.load(new(Position))
	} else {
		survey.load(&startPosition)
	}
	for _, x := range []any{
		ctx, survey, strings.NewReader("1. e4 e5 *\n"), io.Writer(new(bytes.Buffer)), NewDefaultEvaluator(), new(AlphaBeta), new(Syzygy), &Material{},
	} {
		if typ == reflect.TypeOf(x) || typ.Kind() == reflect.Interface && typ.NumMethod() > 0 && reflect.TypeOf(x).Implements(typ) {
			return reflect.ValueOf(x)
		}
	}
	if e4, _ := ParseUCI("e2e4"); !zero {
		for _, x := range []any{
			StartPosition(), e4, E2, WhitePawn, Pawn, Black, 1, int64(1), "e4", []byte("e4"), []string{"e4"}, time.Second,
			Limits{Depth: 1, SearchMoves: []Move{e4}}, WinBy(Black, Resignation), Exact, Score(100), uint64(1), SquareSet(2),
			[]Move{e4}, []NAG{GoodMove}, Tapered{1, 2}, Tally{Wins: 1}, Entry{Move: e4, Bound: Exact},
			rand.New(rand.NewPCG(1, 2)), any("e4"),
		} {
			switch v := reflect.ValueOf(x); {
			case v.Type().AssignableTo(typ):
				return v
			case typ.Kind() == reflect.Pointer && v.Type().AssignableTo(typ.Elem()):
				p := reflect.New(typ.Elem())
				p.Elem().Set(v)
				return p
			}
		}
	}
	switch typ.Kind() {
	case reflect.Pointer:
		return reflect.New(typ.Elem())
	case reflect.Func:
		return reflect.MakeFunc(typ, func([]reflect.Value) (out []reflect.Value) {
			for i := range typ.NumOut() {
				out = append(out, reflect.Zero(typ.Out(i)))
			}
			return out
		})
	}
	return reflect.Zero(typ)
}

// TestZeroValues calls every method of the zero value of every exported type: with zero
// and with plausible arguments, each on a new value. None panics, and none returns an
// outcome that nobody has given.
func TestZeroValues(t *testing.T) {
	for name, x := range oneOfEach(t) {
		typ := reflect.TypeOf(x)
		if slices.Contains(madeTypes, name) {
			continue
		}
		for i := range typ.NumMethod() {
			for _, zero := range []bool{true, false} {
				method := typ.Method(i)
				t.Run(fmt.Sprintf("%v.%s/%v", typ, method.Name, zero), func(t *testing.T) {
					defer func() {
						if r := recover(); r != nil {
							t.Errorf("panic: %v %s", r, debug.Stack())
						}
					}()
					for _, out := range call(t, method, reflect.New(typ.Elem()), zero, nil) {
						if o, ok := out.Interface().(Outcome); ok && o != (Outcome{}) && (zero || name != "Laws") { // Laws are asked for positions
							t.Errorf("the outcome is %v", o)
						}
					}
				})
			}
		}
	}
}

// hides reports whether a struct has fields that are not exported.
func hides(typ reflect.Type) bool {
	if typ.Kind() != reflect.Struct {
		return false
	}
	for f := range typ.Fields() {
		if !f.IsExported() {
			return true
		}
	}
	return false
}

// call calls a method with arguments, or with a form, and loops over an iterator that it returns.
func call(t *testing.T, method reflect.Method, receiver reflect.Value, zero bool, form []byte) []reflect.Value {
	args := []reflect.Value{receiver}
	for i := 1; i < method.Type.NumIn(); i++ {
		args = append(args, plausible(t, method.Type.In(i), zero))
	}
	if form != nil {
		args[1] = reflect.ValueOf(form)
	}
	call := method.Func.Call
	if method.Type.IsVariadic() {
		call = method.Func.CallSlice
	}
	results := call(args)
	for _, v := range results {
		if typ := v.Type(); typ.Kind() == reflect.Func && !v.IsNil() && (typ.CanSeq() || typ.CanSeq2()) {
			n := 0
			v.Call([]reflect.Value{reflect.MakeFunc(typ.In(0), func([]reflect.Value) []reflect.Value {
				n++
				return []reflect.Value{reflect.ValueOf(n < 10)}
			})})
		}
	}
	return results
}

// TestCopies copies a value of every exported type that may be copied, changes the copy by
// every method, and compares the original. Of the others, go vet refuses to copy those that
// can be locked, and GameTree has Clone.
func TestCopies(t *testing.T) {
	refused := 0
	for name, x := range oneOfEach(t) {
		typ := reflect.TypeOf(x)
		switch {
		case locks(typ.Elem()):
			refused++
			continue
		case name == "Node": // part of a GameTree
			continue
		}
		original := reflect.ValueOf(x)
		before := dump(original)
		for i := range typ.NumMethod() {
			method := typ.Method(i)
			t.Run(fmt.Sprintf("%v.%s", typ, method.Name), func(t *testing.T) {
				c := reflect.New(typ.Elem())
				if tree, ok := x.(*GameTree); ok {
					c = reflect.ValueOf(tree.Clone())
				} else {
					c.Elem().Set(original.Elem())
				}
				call(t, method, c, false, formOf(x, method.Name))
				call(t, method, c, true, nil)
				if after := dump(original); after != before {
					t.Errorf("a copy has changed its original:\n%s", cmp.Or(differing(before, after), after))
				}
			})
		}
	}
	if refused < 15 {
		t.Errorf("only %d types are refused", refused)
	}
}

// What methods return, and what is read into a copy, is not the original's.
func TestCopiesOfLists(t *testing.T) {
	e, err := ParseEPD(StartFEN + ` pv e4 e5; id "a";`)
	if err != nil {
		t.Fatal(err)
	}
	before := e.String()
	slices.Reverse(e.Moves("pv"))
	if e.String() != before {
		t.Errorf("%s has become %s", before, e)
	}
	moves := func(texts ...string) (line []Move) {
		for _, text := range texts {
			m, err := ParseUCI(text)
			if err != nil {
				t.Fatal(err)
			}
			line = append(line, m)
		}
		return line
	}
	limits, info := Limits{SearchMoves: moves("e2e4", "d2d4")}, Info{PV: moves("e2e4", "e7e5")}
	l, i := limits, info
	if err := errors.Join(json.Unmarshal([]byte(`{"searchMoves":["a2a3"]}`), &l), json.Unmarshal([]byte(`{"pv":["a2a3"]}`), &i)); err != nil {
		t.Fatal(err)
	}
	if limits.SearchMoves[0] != moves("e2e4")[0] || info.PV[0] != moves("e2e4")[0] || l.SearchMoves[0] != i.PV[0] {
		t.Errorf("%v, %v, %v, %v", limits.SearchMoves, info.PV, l.SearchMoves, i.PV)
	}
}

// formOf returns what another value of the type is read from by a method, changed a little
// where that may be, or nil.
func formOf(x any, method string) (form []byte) {
	switch method {
	case "UnmarshalJSON":
		form, _ = json.Marshal(x)
	case "UnmarshalText":
		if m, ok := x.(encoding.TextMarshaler); ok {
			form, _ = m.MarshalText()
		} else { // a string, which is its own text
			form = []byte(reflect.ValueOf(x).Elem().String())
		}
	case "UnmarshalBinary":
		form, _ = x.(encoding.BinaryMarshaler).MarshalBinary()
	}
	form = bytes.ReplaceAll(form, []byte("e2e4"), []byte("d2d4"))
	return bytes.ReplaceAll(form, []byte("1-0"), []byte("0-1"))
}

// locks reports whether go vet refuses to copy a value of a type.
func locks(typ reflect.Type) bool {
	if reflect.PointerTo(typ).Implements(reflect.TypeFor[sync.Locker]()) {
		return true
	}
	if typ.Kind() == reflect.Struct {
		for f := range typ.Fields() {
			if locks(f.Type) {
				return true
			}
		}
	}
	return false
}

// dump returns all that a value holds, what is not exported too.
func dump(v reflect.Value) string {
	var b strings.Builder
	seen := map[unsafe.Pointer]bool{}
	var write func(v reflect.Value)
	write = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if p := v.UnsafePointer(); p != nil && !seen[p] {
				seen[p] = true
				write(v.Elem())
			}
		case reflect.Interface:
			if !v.IsNil() {
				write(v.Elem())
			}
		case reflect.Struct:
			if locks(v.Type()) {
				return // a part that is shared, such as a Searcher
			}
			for f := range v.Type().Fields() {
				fmt.Fprintf(&b, "\n%s.%s: ", v.Type(), f.Name)
				write(v.FieldByIndex(f.Index))
			}
		case reflect.Slice, reflect.Array:
			fmt.Fprintf(&b, "%d: ", v.Len())
			for i := range v.Len() {
				write(v.Index(i))
			}
		case reflect.Map:
			for _, key := range slices.SortedFunc(slices.Values(v.MapKeys()), func(a, b reflect.Value) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) }) {
				write(key)
				write(v.MapIndex(key))
			}
		case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		default:
			fmt.Fprintf(&b, "%v ", v)
		}
	}
	write(v)
	return b.String()
}

// differing returns the first line in which two texts differ.
func differing(before, after string) string {
	a, b := strings.Split(before, "\n"), strings.Split(after, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("%.200s\nis now\n%.200s", a[i], b[i])
		}
	}
	return ""
}

// text is what the verbs of text want of a type.
type text interface {
	fmt.Stringer
	encoding.TextMarshaler
}

// checkValues checks the texts of values, and of unknown ones that have none; what is refused
// is no text. differs says that the text need not be that of String.
func checkValues[T interface {
	comparable
	text
}](t *testing.T, values []T, unknown []T, parse func(string) (T, error), differs bool, refuse ...string) {
	t.Helper()
	for _, v := range values {
		checkText(t, v, parse, differs)
	}
	for _, v := range unknown {
		if text, err := v.MarshalText(); err == nil || v.String() == "" {
			t.Errorf("%T %#v has the text %q and prints as %v", v, v, text, v)
		}
	}
	last := values[len(values)-1]
	for _, s := range refuse {
		if v, err := parse(s); err == nil || failed(t, err).Kind == nil {
			t.Errorf("%T: %q is read as %v, %v", v, s, v, err)
		}
		v := last
		if any(&v).(encoding.TextUnmarshaler).UnmarshalText([]byte(s)) == nil || v != last {
			t.Errorf("%T: UnmarshalText(%q) gives %v", v, s, v)
		}
	}
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
	for _, reason := range append(terminations[:], "a meteor") {
		for _, o := range []Outcome{WinBy(White, reason), WinBy(Black, reason), DrawBy(reason)} {
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

func TestValueTexts(t *testing.T) {
	pieces := slices.DeleteFunc(upTo(BlackKing), func(p Piece) bool { return p == 7 || p == 8 })
	timeControls := []TimeControl{{}, {Time: 1}, {Moves: 40, Time: time.Hour, Increment: time.Millisecond}, {Moves: maxControlMoves, Time: maxTime, Increment: maxTime},
		{Time: 1, Hourglass: true}, {Time: 300 * time.Second, Delay: time.Second}, {Moves: 2, Time: 1, Delay: 1, Bronstein: true}, {Moves: 1, Time: 1, Then: [3]TimeStage{{2, 3, 4}, {5, 59 * time.Second, 0}, {0, 30 * time.Second, 7}}}}
	checkValues(t, bareMoves(), []Move{1, 1 << 16, 21<<8 | 20, 8 << 16, 8<<16 | 25<<8 | 97, math.MaxUint32}, ParseUCI, false,
		"", "e2", "e2e", "e2e9", "-", "e2-", "e2--", "e2e4 ", "e7e8p", "e7e8Q", "e7e8qq", "E2E4", "00000")
	checkValues(t, upTo(NoSquare), []Square{65, 255}, ParseSquare, false, "", "e", "e9", "i1", "--", "e4 ", "E4")
	checkValues(t, pieces, []Piece{7, 8, 15, 17, 255}, ParsePiece, false, "", "x", "PP", " ")
	checkValues(t, upTo(King), []PieceType{7, 255}, pieceTypeNames.parse, false, "", "Knight", "n")
	checkValues(t, upTo(Black), []Color{2, 255}, parseColor, false, "", "W", "B", "WHITE", "red")
	checkValues(t, manyScores(), nil, parseScoreText, true,
		"", "#", "#x", "#-", "#0.5", "#501", "#-500", "#500.5", "#1.25", "#+1", ".5", "1.", "1.234", "+-1", "--1", "1e3", "NaN",
		"+310.01", "-320.00", "+21474836.48", "-21474836.49", "99999999999999999999", " 1", "1 ", "0x1", "1_0")
	checkValues(t, upTo(Exact), []Bound{4, 255}, boundNames.parse, false, "", "upper", "Exact")
	checkValues(t, allOutcomes(), []Outcome{
		{Reason: Checkmate}, WinBy(White, Stalemate), {Winner: Black}, {Decided: true}, WinBy(2, Checkmate), DrawBy("two  blanks"), {DrawBy(Agreement).Reason, false, Black},
	}, parseOutcome, true, "", "1-0 ", "1-0 stalemate", "1/2-1/2 checkmate", "* checkmate", "1-0 unterminated", "1-0  checkmate", "1/2", "2-0", "1-0 bad  luck")
	checkValues(t, timeControls, []TimeControl{{Moves: -1, Time: 1}, {Moves: 1}, {Time: -1}, {Moves: maxControlMoves + 1, Time: 1}, {Moves: 1, Time: 1, Then: [3]TimeStage{1: {Time: 1}}}, {Time: maxTime + 1}, {Increment: 1}},
		ParseTimeControl, false, "", "x", "40/")
	checkValues(t, upTo(NAG(255)), nil, parseNAG, false, "", "$", "$256", "$-1", "14", "!!!", "$$1")
	checkValues(t, []WDL{WDLLoss, WDLBlessedLoss, WDLDraw, WDLCursedWin, WDLWin}, []WDL{-3, 3, math.MinInt8, math.MaxInt8}, parseWDL, false, "", "Win", "won", "2", "cursed")
	checkValues(t, slices.Concat(Endings(2), Endings(3), Endings(4), Endings(5)), []Ending{1 << 60, math.MaxUint64, 63}, ParseEnding, false, "", "K", "KvKv", "KRvR", "krvk", "KRvK ")
}

// Other texts that are read.
func TestValueTextsAccepted(t *testing.T) {
	for _, tt := range []struct {
		text string
		want any
		got  func(string) (any, error)
	}{
		{"w", White, parserOf(parseColor)}, {"black", Black, parserOf(parseColor)},
		{"0.34", Score(34), parserOf(parseScoreText)}, {"-1.2", Score(-120), parserOf(parseScoreText)}, {"7", Score(700), parserOf(parseScoreText)},
		{"-0", Score(0), parserOf(parseScoreText)}, {"#1", Mate - 1, parserOf(parseScoreText)}, {"#1.5", Mate - 2, parserOf(parseScoreText)},
		{"#-0", -Mate, parserOf(parseScoreText)}, {"#-0.5", 1 - Mate, parserOf(parseScoreText)}, {"#-1", 2 - Mate, parserOf(parseScoreText)},
		{"1-0 unspecified", WinBy(White, Unspecified), parserOf(parseOutcome)}, {"0-1", WinBy(Black, Unspecified), parserOf(parseOutcome)},
		{"$1", GoodMove, parserOf(parseNAG)}, {"$6", DubiousMove, parserOf(parseNAG)}, {"$007", NAG(7), parserOf(parseNAG)},
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

func FuzzTextScore(f *testing.F) {
	for _, s := range []string{"+0.34", "#-2.5", "#0", "-1", "+320.01", "#500", ""} {
		f.Add(s, int32(5))
	}
	f.Fuzz(func(t *testing.T, s string, n int32) {
		checkText(t, Score(n), parseScoreText, true)
		if score, err := parseScoreText(s); err == nil {
			checkText(t, score, parseScoreText, true)
		}
	})
}

func FuzzTextMove(f *testing.F) {
	for _, s := range []string{"e2e4", "e7e8q", "0000", "e2-", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if m, err := ParseUCI(s); err == nil && m.String() != s {
			t.Errorf("%q is read as %v", s, m)
		}
	})
}

func FuzzTextOutcome(f *testing.F) {
	for _, s := range []string{"1-0", "*", "1/2-1/2 stalemate", "0-1 time"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if o, err := parseOutcome(s); err == nil {
			checkText(t, o, parseOutcome, true)
		}
	})
}
