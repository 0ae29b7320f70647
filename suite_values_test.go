package chess

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"math/rand/v2"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// A verb is a method, or the function Parse followed by the name of the type.
type verb string

// The verbs of net/netip, and those of database/sql.
const parse verb = "Parse"

var (
	textVerbs   = []verb{"AppendText", "MarshalText", "UnmarshalText"}
	binaryVerbs = []verb{"AppendBinary", "MarshalBinary", "UnmarshalBinary"}
	sqlVerbs    = []verb{"Value", "Scan"}
)

// A storedType is an exported type with the verbs that it has.
type storedType struct {
	name   string
	number bool // its values are numbers
	tagged bool // a struct whose fields have names for JSON
	verbs  map[verb]bool
}

// has reports whether the type has all of the verbs, and hasAny any of them.
func (s *storedType) has(verbs ...verb) bool {
	return !slices.ContainsFunc(verbs, func(v verb) bool { return !s.verbs[v] })
}

func (s *storedType) hasAny(verbs ...verb) bool {
	return slices.ContainsFunc(verbs, func(v verb) bool { return s.verbs[v] })
}

// storedTypes returns all exported types but interfaces, by name.
func storedTypes(t *testing.T) (all []storedType) {
	t.Helper()
	lib := parseLibrary(t)
	config := types.Config{Importer: importer.ForCompiler(lib.fset, "source", nil)}
	pkg, err := config.Check("chess", lib.fset, lib.files, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range pkg.Scope().Names() {
		typ, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || !typ.Exported() || types.IsInterface(typ.Type()) {
			continue
		}
		s := storedType{name: name, verbs: map[verb]bool{parse: pkg.Scope().Lookup("Parse"+name) != nil}}
		methods := types.NewMethodSet(types.NewPointer(typ.Type()))
		for m := range methods.Methods() {
			s.verbs[verb(m.Obj().Name())] = true
		}
		switch u := typ.Type().Underlying().(type) {
		case *types.Basic:
			s.number = u.Info()&types.IsNumeric != 0
		case *types.Struct:
			for i := range u.NumFields() {
				s.tagged = s.tagged || strings.Contains(u.Tag(i), "json:")
			}
		}
		all = append(all, s)
	}
	return all
}

// json says how encoding/json writes the type.
func (s *storedType) json() string {
	switch {
	case s.hasAny("MarshalJSON", "UnmarshalJSON"):
		return "own"
	case s.hasAny(textVerbs...):
		return "text"
	case s.tagged:
		return "fields"
	}
	return ""
}

// incomplete are the types that lack verbs, with the reason.
var incomplete = map[string]string{
	"OptionKind": "is part of an Option, and read with it: no ParseOptionKind",
	"PGNDetail":  "is a setting of a PGNReader, and not stored",
	"Problems":   "is an error; a Setup that has problems is what to store",
	"Game":       "has JSON, and its tree has a text: no verbs of text",
	"GameTree":   "is read by ParsePGN",
	"SquareSet":  "is for evaluations: no ParseSquareSet",
	"Position":   "is read by ParseFEN",
	"Setup":      "is read from a FEN and has JSON: no verbs of text, since what is wrong has no FEN",
}

// TestValues checks the rules of verbs, and compares docs/values.md with what there
// is. Record the new state with
//
//	CHESS_RECORD=1 go test -run TestValues .
func TestValues(t *testing.T) {
	var table strings.Builder
	table.WriteString(valuesHeader)
	mark := func(has bool) string {
		if has {
			return "yes"
		}
		return ""
	}
	var reasons, others []string
	all := storedTypes(t)
	for _, s := range all {
		complete := true
		for _, verbs := range [][]verb{textVerbs, binaryVerbs, sqlVerbs} {
			if s.hasAny(verbs...) && !s.has(verbs...) {
				t.Errorf("%s has some of the verbs %v, and lacks others", s.name, verbs)
			}
		}
		if s.hasAny(textVerbs...) || s.verbs[parse] || s.number {
			complete = s.has(textVerbs...) && s.has("String", parse)
		}
		if s.verbs["MarshalJSON"] && !s.verbs["UnmarshalJSON"] {
			t.Errorf("%s is written as JSON of its own, and not read", s.name)
		}
		if reason, ok := incomplete[s.name]; ok {
			reasons = append(reasons, fmt.Sprintf("- `%s` %s.\n", s.name, reason))
		} else if !complete {
			t.Errorf("%s lacks some of String, Parse%s, %v", s.name, s.name, textVerbs)
		}
		if json := s.json(); json == "" && !s.has("String") && !s.hasAny(binaryVerbs...) {
			others = append(others, "`"+s.name+"`")
		} else {
			fmt.Fprintf(&table, "| `%s` | %s | %s | %s | %s | %s | %s |\n", s.name, mark(s.has("String")), mark(s.verbs[parse]),
				mark(s.has(textVerbs...)), json, mark(s.has(binaryVerbs...)), mark(s.has(sqlVerbs...)))
		}
	}
	for name := range incomplete {
		if !slices.ContainsFunc(all, func(s storedType) bool { return s.name == name }) {
			t.Errorf("there is no type %s", name)
		}
	}
	fmt.Fprintf(&table, "\nTypes that lack some of the verbs:\n\n%s", strings.Join(reasons, ""))
	fmt.Fprintf(&table, "\nTypes without any of them: %s.\n", strings.Join(others, ", "))
	checkRecord(t, "docs/values.md", table.String())
}

const valuesHeader = `# How values are written and read

This table is made by TestValues, with ` + "`CHESS_RECORD=1 go test -run TestValues .`" + `

- String: for people.
- Parse: a function such as ParseMove.
- text: AppendText, MarshalText and UnmarshalText, which JSON, XML and other encoders use, for keys of maps too.
- JSON: by the text; by methods of its own; or by its fields, which have names in lower camel case.
- binary: AppendBinary, MarshalBinary and UnmarshalBinary, which encoding/gob uses.
- SQL: Value and Scan of database/sql.

A type whose values are numbers has String, Parse and text. A type that has some of the verbs of one kind has all of them.

| type | String | Parse | text | JSON | binary | SQL |
|---|---|---|---|---|---|---|
`

// zeroValues has a pointer to the zero value of each exported type but interfaces.
var zeroValues = []any{
	new(AlphaBeta), new(AlphaBetaOptions), new(Arbiter), new(Arrow), new(BenchResult), new(Book), new(BookBuilder), new(BookMove),
	new(BookSearcher), new(Bot), new(Bound), new(CastleScore), new(CheckScore), new(Claim), new(Client), new(Clock), new(Color),
	new(Coverage), new(Credit), new(CrossTable), new(Diagram), new(Difference), new(EPD), new(Ending), new(EndingProgress),
	new(EndingTable), new(EndingTables), new(Entry), new(Estimate), new(Exchange), new(ExplainedFeature), new(Explanation),
	new(FeatureDifference), new(FeatureEvaluator), new(Game), new(GameTree), new(Handicap), new(Heat), new(Highlight), new(Info),
	new(JudgedMove), new(Key), new(KingExposure), new(Language), new(LearnReport), new(Learning), new(Limits), new(Line), new(MCTS),
	new(Match), new(MatchGame), new(Material), new(Minimax), new(Mobility), new(Motif), new(MotifKind), new(Move), new(NAG),
	new(Named[Searcher]), new(NegaAlphaBeta), new(NegaScout), new(Node), new(Opening), new(OpeningTable), new(Operation), new(Option),
	new(OptionKind), new(Outcome), new(PGNDetail), new(PGNReader), new(PGNVisitor), new(ParseError), new(Piece), new(PieceDifference),
	new(PieceOn), new(PieceSquare), new(PieceType), new(PieceValues), new(Pin), new(Player), new(Position), new(Problems), new(Reason),
	new(Remark), new(RemarkKind), new(Result), new(SPRT), new(Score), new(SearchNode), new(Setup), new(Side), new(Square), new(SquareSet),
	new(SquareTable), new(Survey), new(Syzygy), new(Table), new(Tally), new(Tapered), new(Term), new(Termination), new(TimeControl),
	new(Truth), new(TuneProgress), new(TuneReport), new(TuneScale), new(TunedWeight), new(Tuner), new(UCI), new(Variant), new(Verdict),
	new(WDL), new(Why), new(XBoard),
}

// madeTypes are the types whose zero value is for nothing, so that a method may panic. The
// first sentence of the comment on each says so in these words.
var madeTypes = map[string]string{"Survey": "made by an evaluator", "CrossTable": "made by NewCrossTable"}

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
	if e4, _ := ParseMove("e2e4"); !zero {
		for _, x := range []any{
			StartPosition(), e4, E2, WhitePawn, Pawn, Black, 1, int64(1), "e4", []byte("e4"), []string{"e4"}, time.Second,
			Limits{Depth: 1, SearchMoves: []Move{e4}}, Win(Black, Resignation), Exact, Score(100), uint64(1), SquareSet(2),
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
	var names []string
	for _, x := range zeroValues {
		names = append(names, strings.TrimSuffix(reflect.TypeOf(x).Elem().Name(), "[github.com/seed-0971039b/chess.Searcher]"))
	}
	var want []string
	for _, s := range storedTypes(t) {
		want = append(want, s.name)
	}
	if diff := cmp.Diff(want, names, cmpopts.SortSlices(strings.Compare)); diff != "" {
		t.Errorf("zeroValues is not what the package exports: %s", diff)
	}
	for _, f := range parseLibrary(t).files {
		for _, decl := range f.Decls {
			if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.TYPE {
				name := d.Specs[0].(*ast.TypeSpec).Name.Name
				first, _, _ := strings.Cut(strings.ReplaceAll(d.Doc.Text(), "\n", " "), ". ")
				if by := madeTypes[name]; !strings.Contains(first, by) {
					t.Errorf("the first sentence about %s does not say %q", name, by)
				}
			}
		}
	}
	for _, x := range zeroValues {
		typ := reflect.TypeOf(x)
		if madeTypes[typ.Elem().Name()] != "" {
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
