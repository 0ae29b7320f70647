package chess

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func TestWeightsFile(t *testing.T) {
	terms := append(NewDefaultEvaluator().Terms(), Terms(DefaultCoverage(), DefaultMobility(), &pointerFeature{3, Tapered{1, 2}, [2]Score{4, 5}})...)
	var first, second bytes.Buffer
	if err := WriteWeights(&first, terms...); err != nil {
		t.Fatal(err)
	}
	zero := make([]Term, len(terms))
	for i, term := range terms {
		weights, build := weightsOf(term.Feature)
		for _, w := range weights {
			w.mg.SetInt(0)
			if w.pair() {
				w.eg.SetInt(0)
			}
		}
		zero[i] = Term{build(), term.MG, term.EG}
	}
	read, err := ReadWeights(bytes.NewReader(first.Bytes()), zero...)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(terms, read); diff != "" {
		t.Errorf("read back they differ (-want +got):\n%s", diff)
	}
	if err := WriteWeights(&second, read...); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Errorf("written again they differ: %v", err)
	}
	if err := WriteWeights(io.Discard, Terms(&Tempo{Tapered{maxNumber + 1, 0}})...); err == nil {
		t.Error("wrote a number that ReadWeights does not read")
	}
	if err := WriteWeights(io.Discard, Terms(nil)...); err == nil {
		t.Error("wrote a nil feature")
	}
}

func TestReadWeights(t *testing.T) {
	terms := Terms(DefaultTempo(), DefaultCoverage())
	const coverage = `"coverage": {"Values[0]": 0, "Values[1]": 1, "Values[2]": 2, "Values[3]": 3, "Values[4]": 4, "Values[5]": 5, "Values[6]": 6}`
	const tempo = `"tempo": {"Move": [7, -30000]}`
	got, err := ReadWeights(strings.NewReader("{"+coverage+",\n"+tempo+"}\n"), terms...)
	want := Terms(&Tempo{Tapered{7, -30000}}, Coverage{PieceValues{0, 1, 2, 3, 4, 5, 6}, true, true})
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	tests := []struct {
		text string
		kind error
		want string
	}{
		{"", ErrSyntax, "too soon"},
		{"{", ErrSyntax, "too soon"},
		{"[]", ErrSyntax, `"{" is missing`},
		{"null", ErrSyntax, `"{" is missing`},
		{"{" + coverage + "}", ErrSyntax, `"tempo" is missing`},
		{"{" + coverage + "," + tempo + `,"x": {}}`, ErrSyntax, `no feature is called \"x\"`},
		{"{" + tempo + "," + tempo + "}", ErrSyntax, "twice"},
		{`{"tempo": {}}`, ErrSyntax, `"Move" of "tempo" is missing`},
		{`{"tempo": {"Move": [1, 2], "Move": [1, 2]}}`, ErrSyntax, "twice"},
		{`{"tempo": {"move": [1, 2]}}`, ErrSyntax, `no number "move"`},
		{`{"tempo": {"Move": [1]}}`, ErrSyntax, "a number is missing"},
		{`{"tempo": {"Move": [1, 2, 3]}}`, ErrSyntax, `"]" is missing`},
		{`{"tempo": {"Move": 1}}`, ErrSyntax, `"[" is missing`},
		{`{"tempo": {"Move": ["1", 2]}}`, ErrSyntax, "a number is missing"},
		{`{"tempo": {"Move": [1.5, 2]}}`, ErrSyntax, "not an integer"},
		{`{"tempo": {"Move": [1e3, 2]}}`, ErrSyntax, "not an integer"},
		{`{"tempo": {"Move": [30001, 2]}}`, ErrIllegal, "beyond"},
		{`{"tempo": {"Move": [1, -99999999999999999999]}}`, ErrIllegal, "beyond"},
		{"{" + coverage + "," + tempo + "} {}", ErrSyntax, "more after the end"},
		{"{" + coverage + "," + tempo + "} x", ErrSyntax, "more after the end"},
		{"{\"tempo\": {\"Move\": [1, \xff", ErrSyntax, "invalid"},
		{strings.Repeat(" ", maxWeightsFile+1), ErrSyntax, "longer"},
	}
	for _, test := range tests {
		got, err := ReadWeights(strings.NewReader(test.text), terms...)
		var parse *ParseError
		if got != nil || !errors.Is(err, test.kind) || !errors.As(err, &parse) || parse.Line == 0 ||
			!strings.Contains(err.Error(), strings.ReplaceAll(test.want, `\"`, `"`)) {
			t.Errorf("%.60q: %v, want %v, %s", test.text, err, test.kind, test.want)
		}
	}
	if _, err := ReadWeights(strings.NewReader("{}"), Terms(nil)...); err == nil {
		t.Error("read weights for a nil feature")
	}
	if _, err := ReadWeights(iotest.ErrReader(io.ErrClosedPipe), terms...); err != io.ErrClosedPipe {
		t.Errorf("%v, want the reader's error", err)
	}
}

func TestSetWeight(t *testing.T) {
	terms := append(NewBoardValue().Terms(), Terms(DefaultMobility(), DefaultBishopPair())...)
	before := explained(t, terms)
	for _, test := range []struct{ name, value, want string }{
		{"castle score", "30", "castle score 30 30"},
		{"Castle Score", "-30/50", "castle score -30 50"},
		{"castle score.value", "40", "castle score 100 100 {{+0.40 +0.40}}"},
		{"castle score.Value", "40/-50", "castle score 100 100 {{+0.40 -0.50}}"},
		{"mobility.Factor", "200", "mobility 100 100 {{+1.00 +1.00} [{0.00 0.00} {+2.00 +2.00} {+3.00 +3.00} {+3.00 +3.00} {+4.00 +4.00} {+5.00 +5.00} {+9.00 +9.00}] 200}"},
		{"coverage.Values[2]", "320", "coverage 100 100 {[0 100 320 300 500 900 0] true true}"},
		{"bishop pair.Pair", "1/2", "bishop pair 100 100 {{+0.01 +0.02}}"},
		{"tempo", "1", `chess: no feature is called "tempo": want material, `},
		{"", "1", `chess: no feature is called ""`},
		{"castle score.Worth", "1", `chess: "castle score" has no number "Worth": it has Value`},
		{"piece-square.x", "1", `chess: "piece-square" has no number "x": it has `},
		{"castle score", "", `chess: "" for castle score: not a number`},
		{"castle score", "1.5", `chess: "1.5" for castle score: not a number`},
		{"castle score", "1/x", `chess: "1/x" for castle score: not a number`},
		{"castle score", "100001", `chess: "100001" for castle score: beyond the limits -100000 and 100000`},
		{"mobility.Factor", "99999999999999999999", `chess: "99999999999999999999" for mobility.Factor: beyond the limits -30000 and 30000`},
		{"mobility.Factor", "-30001", `chess: "-30001" for mobility.Factor: beyond the limits -30000 and 30000`},
		{"mobility.Factor", "1/2", `chess: "1/2" for mobility.Factor: it is a single number`},
	} {
		var got string
		changed, err := SetWeight(terms, test.name, test.value)
		if err != nil {
			got = err.Error()
		}
		for i := range changed {
			switch a, b := changed[i], terms[i]; {
			case !reflect.DeepEqual(a.Feature, b.Feature):
				got += fmt.Sprint(a.Feature.Name(), " ", a.MG, " ", a.EG, " ", reflect.Indirect(reflect.ValueOf(a.Feature)))
			case a != b:
				got += fmt.Sprint(a.Feature.Name(), " ", a.MG, " ", a.EG)
			}
		}
		if !strings.HasPrefix(got, test.want) || err == nil && got != test.want {
			t.Errorf("%s=%s: %s, want %s", test.name, test.value, got, test.want)
		}
	}
	if diff := cmp.Diff(before, explained(t, terms)); diff != "" {
		t.Errorf("SetWeight changed the terms that it got (-want +got):\n%s", diff)
	}
	if _, err := SetWeight([]Term{{}}, "x", "1"); err == nil {
		t.Error("no error for a nil feature")
	}
}

// TestSetWeightReachesAll checks that SetWeight accepts the name of every number that
// WriteWeights writes, except those of a network, which are one text.
func TestSetWeightReachesAll(t *testing.T) {
	t.Parallel()
	for _, e := range Evaluators() {
		terms := e.New().Terms()
		var before, after bytes.Buffer
		if err := WriteWeights(&before, terms...); err != nil {
			t.Fatal(err)
		}
		var file map[string]any
		if err := json.Unmarshal(before.Bytes(), &file); err != nil {
			t.Fatal(err)
		}
		for feature, content := range file {
			numbers, ok := content.(map[string]any)
			if _, text := content.(string); !ok && !text {
				t.Errorf("%s: %s is %v", e.Name, feature, content)
			}
			for path, value := range numbers {
				text := strings.NewReplacer("[", "", "]", "", " ", "/").Replace(fmt.Sprint(value))
				var err error
				if terms, err = SetWeight(terms, feature+"."+path, text); err != nil {
					t.Fatalf("%s: %v", e.Name, err)
				}
			}
		}
		if err := WriteWeights(&after, terms...); err != nil || after.String() != before.String() {
			t.Errorf("%s: numbers change when they are set to what they are: %v", e.Name, err)
		}
	}
}

// explained returns how an evaluator of the terms explains a position.
func explained(t *testing.T, terms []Term) string {
	t.Helper()
	e, err := NewFeatureEvaluator(terms...)
	if err != nil {
		t.Fatal(err)
	}
	p := MustParseFEN("r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7")
	return e.Explain(&p).String()
}

func FuzzReadWeights(f *testing.F) {
	terms := Terms(DefaultTempo(), DefaultBishopPair(), DefaultDrawnEndings())
	var text bytes.Buffer
	if err := WriteWeights(&text, terms...); err != nil {
		f.Fatal(err)
	}
	f.Add(text.Bytes())
	f.Add([]byte(`{"tempo": {"Move": [1, 2]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		read, err := ReadWeights(bytes.NewReader(text), terms...)
		if err != nil {
			var parse *ParseError
			if !errors.As(err, &parse) || len(err.Error()) > 2000 {
				t.Errorf("%v", err)
			}
			return
		}
		var again bytes.Buffer
		if err := WriteWeights(&again, read...); err != nil {
			t.Fatal(err)
		}
		back, err := ReadWeights(&again, terms...)
		if diff := cmp.Diff(read, back); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	})
}

// TestReadWeightsText reads a feature that is text.
func TestReadWeightsText(t *testing.T) {
	network := randomNetwork(rand.New(rand.NewPCG(1, 1)), 100)
	var b bytes.Buffer
	if err := WriteWeights(&b, Terms(network)...); err != nil {
		t.Fatal(err)
	}
	read, err := ReadWeights(&b, Terms(DefaultCoordination())...)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Terms(network), read); diff != "" {
		t.Errorf("read back it differs (-want +got):\n%s", diff)
	}
	for _, text := range []string{`{"coordination": {}}`, `{"coordination": 7}`, `{"coordination": "AAAA"}`, `{"coordination"`} {
		var parseError *ParseError
		if _, err := ReadWeights(strings.NewReader(text), Terms(network)...); !errors.As(err, &parseError) || !errors.Is(err, ErrSyntax) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := SetWeight(Terms(network), "coordination.Bias[0]", "1"); err == nil {
		t.Error("a single number of a network was set")
	}
}
