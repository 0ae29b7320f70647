package chess

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// checkDifference fails the test unless a difference adds up.
func checkDifference(t *testing.T, d *Difference) {
	t.Helper()
	sum := d.Rest
	for _, f := range d.Features {
		sum += f.more()
		pieces := Score(0)
		for _, p := range f.Pieces {
			pieces += p.Score
		}
		if pieces != f.more() {
			t.Errorf("%s: %s is %v, its pieces add up to %v", d.EPD, f.Name, f.more(), pieces)
		}
	}
	if sum != d.total() {
		t.Errorf("%s: the parts add up to %v, not to %v", d.EPD, sum, d.total())
	}
}

// A line that was searched whole has the score of the position at its end, and the
// differences of two lines add up.
func TestReason(t *testing.T) {
	e := NewDefaultEvaluator()
	for _, tt := range perftTests {
		if tt.name == "many pawns that promote" { // it takes long
			continue
		}
		g := NewGame(MustParseFEN(tt.fen))
		a := newTestSearcher()
		for _, depth := range []int{1, 4} {
			result, err := a.Search(t.Context(), g, Limits{Depth: depth, MultiPV: 2, WholeLines: true})
			if err != nil {
				t.Fatal(err)
			}
			var reasons []Reason
			for _, l := range result.Lines {
				r, err := e.reason(g, l)
				if err != nil {
					t.Fatal(err)
				}
				if known := r.Cause == "mate" || r.Cause == "repetition" || r.Cause == "stalemate"; (r.Rest != 0) != known {
					t.Errorf("%s, depth %d: %v: a rest of %v by %q", tt.name, depth, l, r.Rest, r.Cause)
				}
				if got := (r.End.Total + r.Rest).view(g.Turn()); got != l.Score {
					t.Errorf("%s, depth %d: %v adds up to %v", tt.name, depth, l, got)
				}
				reasons = append(reasons, r)
			}
			for i := range reasons {
				d := reasons[0].minus(reasons[i])
				checkDifference(t, &d)
				if i == 0 && (d.total() != 0 || d.Rest != 0 || slicesOfPieces(&d) != 0) {
					t.Errorf("%s: a line differs from itself: %+v", tt.name, d)
				}
			}
		}
	}
}

// slicesOfPieces returns how many pieces differ.
func slicesOfPieces(d *Difference) (n int) {
	for _, f := range d.Features {
		n += len(f.Pieces)
	}
	return n
}

// Two explanations differ by what they differ by, whatever the positions are.
func TestExplanationMinus(t *testing.T) {
	e := NewDefaultEvaluator()
	var last Explanation
	randomGames(3, func(p Position, _ []Move) {
		x := e.Explain(&p)
		for _, y := range []Explanation{{}, last} {
			d := x.minus(y)
			checkDifference(t, &d)
			if d.total() != x.Total-y.Total || d.Rest != 0 {
				t.Errorf("%s: total %v, rest %v", x.EPD, d.total(), d.Rest)
			}
		}
		last = x
	})
}

// A line ends in a mate, a draw, a bound, or what the search has corrected.
func TestReasonCause(t *testing.T) {
	for _, tt := range []struct {
		fen, line string
		score     Score
		bound     Bound
		want      string
	}{
		{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", mateIn(1), Exact, "mate"},
		{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a7", mateIn(3), LowerBound, "mate"},
		{"7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "f2f7", 0, Exact, "stalemate"},
		{"7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "f2e2", 5, UpperBound, "bound"},
		{"7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "f2e2", 5, Exact, "correction"},
		{"7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "f2e2", 19_990, Exact, "tablebase"},
		{"7k/8/6K1/8/8/8/5Q2/8 w - - 99 1", "f2e2", 0, Exact, "fifty moves"},
		{"7k/8/6K1/8/8/8/5R2/6N1 w - - 0 1", "g1f3 h8g8 f3g1 g8h8", 0, Exact, "repetition"},
		{"7k/8/6K1/8/8/8/5q2/6N1 w - - 0 1", "g1f3 f2f3", 0, Exact, "tablebase"},
		{"k7/8/2K5/8/8/8/5b2/6B1 b - - 0 1", "f2g1", 0, Exact, ""},
	} {
		g := NewGame(MustParseFEN(tt.fen))
		line := Line{Score: tt.score, Bound: tt.bound}
		end := new(*g)
		for _, s := range strings.Fields(tt.line) {
			if err := end.Continue(legalMove(t, end.current(), s)); err != nil {
				t.Fatal(err)
			}
		}
		line.PV = end.Moves()
		r, err := NewDefaultEvaluator().reason(g, line)
		if err != nil || r.Cause != tt.want {
			t.Errorf("%s %s: %q, %v, want %q", tt.fen, tt.line, r.Cause, err, tt.want)
		}
	}
	g := NewGame(StartPosition())
	if _, err := NewDefaultEvaluator().reason(g, Line{PV: []Move{4}}); err == nil {
		t.Error("an illegal line")
	}
	if _, err := NewDefaultEvaluator().reason(nil, Line{}); err == nil {
		t.Error("no game")
	}
}

// Pieces are followed through captures, en passant, castling and promotion, also
// where king and rook change places.
func TestJourney(t *testing.T) {
	for _, tt := range []struct {
		fen, line string
		want      map[Square]Square // of the pieces that do not stay
	}{
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O O-O-O", map[Square]Square{E1: G1, H1: F1, E8: C8, A8: D8}},
		{"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O", map[Square]Square{F1: G1, G1: F1}},
		{"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d5 exd6", map[Square]Square{D7: NoSquare, E5: D6}},
		{"r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "bxa8=Q Kd7 Qa7", map[Square]Square{B7: A7, A8: NoSquare, E8: D7}},
		{"4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "exd5 Kd7 d6 Kxd6", map[Square]Square{E4: NoSquare, D5: NoSquare, E8: D6}},
	} {
		g := NewGame(MustParseFEN(tt.fen))
		l := Line{Position: g.Position()}
		if err := g.PlaySAN(strings.Fields(tt.line)...); err != nil {
			t.Fatal(err)
		}
		l.PV = g.Moves()
		j := l.journey()
		got := map[Square]Square{}
		for from := range l.Position.Pieces() {
			to := j.to[from]
			if to != from {
				got[from] = to
			}
			if to != NoSquare && j.from[to] != from {
				t.Errorf("%s %s: from %v to %v, and back to %v", tt.fen, tt.line, from, to, j.from[to])
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s %s:\n%s", tt.fen, tt.line, diff)
		}
	}
}

func TestReasonJSON(t *testing.T) {
	e := NewDefaultEvaluator()
	g := NewGame(StartPosition())
	result, err := newTestSearcher().Search(t.Context(), g, Limits{Depth: 3, MultiPV: 2, WholeLines: true})
	if err != nil {
		t.Fatal(err)
	}
	var reasons [2]Reason
	for i := range reasons {
		r, err := e.reason(g, result.Lines[i])
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &reasons[i]); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(r.minus(r), reasons[i].minus(r)); diff != "" {
			t.Errorf("read again:\n%s", diff)
		}
	}
	d := reasons[0].minus(reasons[1])
	checkDifference(t, &d)
	var read Difference
	if text, err := json.Marshal(d); err != nil || json.Unmarshal(text, &read) != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(d, read); diff != "" {
		t.Errorf("read again:\n%s", diff)
	}
}

// The text has the features that differ, the largest first, and what no feature explains. The
// picture has the pieces where they stand before the lines.
func TestDifferenceText(t *testing.T) {
	g := NewGame(MustParseFEN("6k1/5ppp/8/8/8/8/r7/R3K3 w - - 0 1"))
	e, err := ByName(Evaluators(), "pesto")
	if err != nil {
		t.Fatal(err)
	}
	var reasons [2]Reason
	for i, line := range []Line{{Score: mateIn(3), Bound: LowerBound}, {Score: -8, Bound: Exact}} {
		for _, s := range [][]string{{"a1a2"}, {"e1d1"}}[i] {
			m, err := g.Position().ParseUCI(s)
			if err != nil {
				t.Fatal(err)
			}
			line.PV = append(line.PV, m)
		}
		if reasons[i], err = e.New().reason(g, line); err != nil {
			t.Fatal(err)
		}
	}
	d := reasons[0].minus(reasons[1])
	checkDifference(t, &d)
	want := `                  Rxa2      Kd1     more
material         +2.30    -2.76    +5.06  - (ra2) +5.06, Ra2 (Ra1) +0.03, pf7 -0.01, pg7 -0.01
piece-square     -0.12    -0.29    +0.17  - (ra2) +0.14, Ke1 (Kd1) -0.07, kg8 +0.04, pg7 +0.03
not explained     mate correction
White's view        #2    -0.08
`
	if diff := cmp.Diff(want, d.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	picture, err := d.diagram("difference", []string{"material"})
	if err != nil || picture.Position.FEN() != g.FEN() || picture.Caption != "material +5.06" || picture.Heat.Values[A2] != 506 {
		t.Errorf("%+v, %v", picture, err)
	}
	if _, err := d.diagram("difference", []string{"no such feature"}); err == nil {
		t.Error("there is no such feature")
	}
}
