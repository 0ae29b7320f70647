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
	why, err := alphaBeta.Why(t.Context(), NewGame(p), result.Lines[1].PV[0], Limits{Nodes: 2000})
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
	player := Player{Name: "a", New: func(context.Context) (Searcher, error) { return alphaBeta, nil }, Limits: limits}

	all := map[string]any{}
	for _, v := range []any{
		new(White), new(Knight), new(WhiteKnight), new(E4), &result.Move, new(Exact), new(German), new(MotifFork), new(BrilliantMove),
		new(spinOption), new(MainLines), new(ImpossibleCastling), new(RemarkMisses), new(Score(34)), new(SquareSet(5)), new(Checkmate), new(WDLWin),
		new(mustEnding("KQvK")), new(p.Key()), &p, new(p.Setup()), &epd, &epd.Operations[0], new(WinBy(White, Checkmate)), &Claim{ThreefoldRepetition, result.Move},
		game, tree, tree.Root().Next().Next(), &positions, &PGNVisitor{Move: func(*Position, Move) bool { return true }},
		&PGNReader{Strict: true, Accept: func(*GameTree) bool { return true }}, illegal("move", "e2e5", "no pawn goes there"),
		Openings(), new(game.Opening()), &Diagram{Position: p, LastMove: result.Move}, &Heat{Values: map[Square]float64{E4: 0.5}}, &Highlight{E4, "red"}, &Arrow{E2, E4, ""},
		madeTable(t, "KQvK"), &EndingTables{Dir: "a", Progress: func(EndingProgress) {}}, &EndingProgress{Done: 0.5}, syzygy, &verdict, &verdict.Probe, &verdict.Moves[0],
		evaluator, new(evaluator.Terms()[0]), &Survey{position: &p}, &explanation, &explanation.Features[0], &explanation.Features[0].Credits[0], new(Tapered{1, -2}),
		&why, &why.Difference, &why.Difference.Features[0], &PieceDifference{}, &why.Reasons[0], &Remark{Kind: RemarkMisses, Line: result.Lines[0]}, &PieceOn{WhiteKnight, E4}, &Motif{MotifFork, 1, []Square{E4}},
		new(PeSTOMaterial()), pestoPieceSquare(), &pestoMG[Knight], new(PieceValues{1, 2}), &CastleScore{}, &CheckScore{}, &Coverage{}, &Exchange{}, &KingExposure{}, &Mobility{},
		NewTable(1), &Entry{34, 12, Exact, result.Move, Unevaluated}, &limits, new(Clock{}), &TimeControl{40, time.Minute, 0}, &result, &result.Lines[0],
		&Info{Position: p, PV: result.PV}, &SearchNode{Line: result.PV}, &Option{"Threads", spinOption, "1", 1, 256, nil}, alphaBeta, &alphaBeta.options,
		NewMCTS(evaluator), NewMinimax(evaluator), NewNegaAlphaBeta(evaluator), NewNegaScout(evaluator), NewHandicap(alphaBeta, 1), new(Players()[0]),
		GrandmasterBook(), builder, &BookMove{result.Move, 5, 6}, NewBookSearcher(GrandmasterBook(), alphaBeta, 1),
		&tuner, &report, &report.Scale, &report.Weights[0], &TuneProgress{1, 2, 3, 4}, &Learning{Passes: 3},
		&UCI{Name: "a", Searcher: alphaBeta}, &XBoard{Searcher: alphaBeta}, &Bot{Searcher: alphaBeta, Limits: limits}, &Client{name: "X", author: "Y"},
		&player, &Match{Players: []Player{player, player}, Openings: []*Game{game}, Played: []*GameTree{tree}}, &Arbiter{1, 2, 3, 4, 5, 6, syzygy}, &played,
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
	long := map[string]int{"Diagram": 6000, "Explanation": 5000, "Difference": 2000, "ExplainedFeature": 1000, "TuneReport": 1000} // pictures and tables
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
					args := []reflect.Value{reflect.New(typ.Elem())}
					for j := 1; j < method.Type.NumIn(); j++ {
						args = append(args, plausible(t, method.Type.In(j), zero))
					}
					defer func() {
						if r := recover(); r != nil {
							t.Errorf("panic: %v %s", r, debug.Stack())
						}
					}()
					call := method.Func.Call
					if method.Type.IsVariadic() {
						call = method.Func.CallSlice
					}
					for _, out := range call(args) {
						useResult(t, out)
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

// useResult loops over an iterator, and checks that an outcome is the zero Outcome.
func useResult(t *testing.T, v reflect.Value) {
	switch typ := v.Type(); {
	case typ.Kind() == reflect.Func && !v.IsNil() && (typ.CanSeq() || typ.CanSeq2()):
		n := 0
		yield := reflect.MakeFunc(typ.In(0), func([]reflect.Value) []reflect.Value {
			n++
			return []reflect.Value{reflect.ValueOf(n < 10)}
		})
		v.Call([]reflect.Value{yield})
	case typ == reflect.TypeFor[Outcome]() && v.Interface() != (Outcome{}):
		t.Errorf("the outcome is %v", v.Interface())
	}
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
		for i := range typ.NumMethod() {
			method := typ.Method(i)
			t.Run(fmt.Sprintf("%v.%s", typ, method.Name), func(t *testing.T) {
				original := reflect.ValueOf(x)
				before := dump(original)
				c := reflect.New(typ.Elem())
				if tree, ok := x.(*GameTree); ok {
					c = reflect.ValueOf(tree.Clone())
				} else {
					c.Elem().Set(original.Elem())
				}
				for _, zero := range []bool{false, true} {
					args := []reflect.Value{c}
					for j := 1; j < method.Type.NumIn(); j++ {
						args = append(args, plausible(t, method.Type.In(j), zero))
					}
					if form, ok := formOf(x, method.Name); ok && !zero {
						args[1] = reflect.ValueOf(form)
					}
					call := method.Func.Call
					if method.Type.IsVariadic() {
						call = method.Func.CallSlice
					}
					for _, out := range call(args) {
						if typ := out.Type(); typ.Kind() == reflect.Func && !out.IsNil() && (typ.CanSeq() || typ.CanSeq2()) {
							out.Call([]reflect.Value{reflect.MakeFunc(typ.In(0), func([]reflect.Value) []reflect.Value {
								return []reflect.Value{reflect.ValueOf(true)}
							})})
						}
					}
				}
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

// formOf returns what another value of the type is read from by a method.
func formOf(x any, method string) (form []byte, ok bool) {
	var err error
	switch method {
	case "UnmarshalJSON":
		form, err = json.Marshal(x)
	case "UnmarshalText":
		form, err = x.(encoding.TextMarshaler).MarshalText()
	case "UnmarshalBinary":
		form, err = x.(encoding.BinaryMarshaler).MarshalBinary()
	default:
		return nil, false
	}
	// Changed a little where that may be, so that what is read differs.
	form = bytes.ReplaceAll(form, []byte("e2e4"), []byte("d2d4"))
	return bytes.ReplaceAll(form, []byte("1-0"), []byte("0-1")), err == nil
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
