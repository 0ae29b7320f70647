package chess

import (
	"bytes"
	"errors"
	"io"
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
