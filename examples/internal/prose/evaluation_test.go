package prose

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

func TestTable(t *testing.T) {
	x := chess.Explanation{
		Features: []chess.ExplainedFeature{
			{Name: "tempo", Score: 21}, {Name: "silent"}, {Name: "threats", Score: -80}, {Name: "space", Score: -1}, {Name: "pawns", Score: 21},
		},
		Total: -39,
	}
	const want = `threats   -0.80 ━━━━│
tempo     +0.21     │━━
pawns     +0.21     │━━
space     -0.01    ━│
together  -0.39 for White
`
	if diff := cmp.Diff(want, Table(&x)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff("together   0.00 for White\n", Table(&chess.Explanation{})); diff != "" {
		t.Error(diff)
	}
}

func TestStanding(t *testing.T) {
	for score, want := range map[chess.Score]string{
		0: "the sides are even", 120: "White is 1.20 ahead", -5: "Black is 0.05 ahead",
	} {
		if got := Standing(score); got != want {
			t.Errorf("%v: %q, want %q", score, got, want)
		}
	}
}
