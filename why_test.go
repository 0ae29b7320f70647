package chess

import (
	stdcmp "cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
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
				if i == 0 && (d.total() != 0 || d.Rest != 0 || slices.ContainsFunc(d.Features, func(f FeatureDifference) bool { return len(f.Pieces) > 0 })) {
					t.Errorf("%s: a line differs from itself: %+v", tt.name, d)
				}
			}
		}
	}
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
	g := NewGame()
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

// The text has the features that differ, the largest first, and what no feature explains. The
// picture has the pieces where they stand before the lines.
func TestDifferenceText(t *testing.T) {
	g := NewGame(MustParseFEN("6k1/5ppp/8/8/8/8/r7/R3K3 w - - 0 1"))
	e, err := ByName(Evaluators(), "pesto")
	if err != nil {
		t.Fatal(err)
	}
	p := g.Position()
	var reasons [2]Reason
	for i, l := range []Line{
		{Score: mateIn(3), Bound: LowerBound, PV: line(t, p, "Rxa2")}, {Score: -8, Bound: Exact, PV: line(t, p, "Kd1")},
	} {
		if reasons[i], err = e.New().reason(g, l); err != nil {
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

// TestWhyIsTrue explains moves of games and has another search look at each remark. By
// default it takes a sample. For more, against an engine, and of other games:
//
//	CHESS_FULL=50 CHESS_WHY_NODES=50000 CHESS_ENGINE=stockfish CHESS_WHY_PGN=games.pgn go test -run TestWhyIsTrue -v -timeout 0 .
//
// CHESS_WHY_NODES is how many nodes a move is searched for, 4,000 if it is not set.
func TestWhyIsTrue(t *testing.T) {
	t.Parallel()
	a := newWhyAudit(t)
	left := chesstest.Sample(t, 200)
	step := 7
	for tree := range fileGames(t, stdcmp.Or(os.Getenv("CHESS_WHY_PGN"), "testdata/games.pgn")) {
		g := NewGame(tree.Start())
		for i, m := range tree.Mainline() {
			if (i+step)%11 == 3 && left > 0 && !g.Outcome().Over() {
				left--
				a.explain(t, g, m)
			}
			if left == 0 || g.Play(m) != nil {
				break
			}
		}
		step++
	}
	a.report(t)
}

// A whyAudit counts remarks and those that another search contradicts.
type whyAudit struct {
	searcher *AlphaBeta
	nodes    int64
	judge    Searcher
	limits   Limits // of the judge

	moves, blunders, answered int
	all                       int64   // nodes
	longest                   float64 // the most nodes for a move, in those that are allowed
	said, wrong               map[RemarkKind]int
	empty                     int
}

func newWhyAudit(t *testing.T) *whyAudit {
	a := &whyAudit{searcher: newTestSearcher(), nodes: 4_000, judge: newTestSearcher(), limits: Limits{Nodes: 20_000},
		said: map[RemarkKind]int{}, wrong: map[RemarkKind]int{}}
	if n, err := strconv.ParseInt(os.Getenv("CHESS_WHY_NODES"), 10, 64); err == nil {
		a.nodes, a.limits.Nodes = n, 5*n
	}
	if path := os.Getenv("CHESS_ENGINE"); path != "" {
		c, err := StartClient(t.Context(), exec.Command(path), time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		a.judge = c
	}
	return a
}

// explain explains a move and looks at each remark.
func (a *whyAudit) explain(t *testing.T, g *Game, m Move) {
	t.Helper()
	w := mustExplain(t, a.searcher, g, m, Limits{Nodes: a.nodes})
	a.moves++
	a.all += w.Nodes
	a.longest = max(a.longest, float64(w.Nodes)/float64(a.nodes+max(a.nodes, fewNodes)))
	checkWhy(t, g, &w)
	j := judgement{t: t, audit: a, game: g, why: &w, scores: map[string]Result{}}
	for i := range w.Remarks {
		r := &w.Remarks[i]
		a.said[r.Kind]++
		judge := &j
		if w.isReply(r.Move) { // it is judged where it is played
			judge = &judgement{t: t, audit: a, game: new(*g), why: &Why{Position: w.before(r.Move), Move: r.Move}, scores: map[string]Result{}}
			for pv := w.Reasons[0].Line.PV; pv[0] != r.Move; pv = pv[1:] {
				judge.game.push(pv[0])
			}
		}
		if why := judge.contradiction(r); why != "" {
			a.wrong[r.Kind]++
			t.Logf("%s: %v %s: %s\n\t%s", g.FEN(), r.Kind, judge.why.Position.SAN(r.Move), why, w.Text(English, 1000))
		}
	}
	if len(w.Remarks) == 0 || w.Text(English, 0) == "" {
		a.empty++
	}
	if best := j.search(w.Best()); w.Loss >= 150 && best.Score-j.search(w.Move).Score >= 150 {
		a.blunders++
		names := func(r Remark) bool { return r.Kind != RemarkBetter && (len(r.Pieces) > 0 || len(r.Line.PV) > 0) }
		a.answered += int(oneIf(slices.ContainsFunc(w.Remarks, names)))
	}
}

// report fails the test if there are too many false remarks.
func (a *whyAudit) report(t *testing.T) {
	var said, wrong int
	for _, k := range slices.Sorted(maps.Keys(a.said)) {
		t.Logf("%-15v %6d, %d contradicted", k, a.said[k], a.wrong[k])
		said, wrong = said+a.said[k], wrong+a.wrong[k]
	}
	t.Logf("%d remarks, %d contradicted; %d moves without a word", said, wrong, a.empty)
	t.Logf("%d moves that lose 150 or more, %d with a reason; %.2f times the nodes, at most %.2f of those allowed",
		a.blunders, a.answered, float64(a.all)/float64(a.nodes)/float64(a.moves), a.longest)
	if (wrong-1)*33 > said || a.longest > 1.01 || a.empty > 0 || a.answered*10 < a.blunders*8 {
		t.Error("too many contradictions, too many nodes, or too little said")
	}
}

// checkWhy checks what needs no search: that lines are legal and differences add up.
func checkWhy(t *testing.T, g *Game, w *Why) {
	t.Helper()
	checkDifference(t, &w.Difference)
	for _, r := range w.Remarks {
		checkFields(t, r)
		p := r.Line.Position
		var err error
		for _, m := range r.Line.PV {
			if p, err = p.Play(m); err != nil {
				t.Fatalf("%s: %v: %v", g.FEN(), r.Kind, err)
			}
		}
	}
	for _, l := range []Language{English, German} {
		for _, limit := range []int{0, 60, 1000} {
			text := w.Text(l, limit)
			if n := len([]rune(text)); n > stdcmp.Or(limit, 300) {
				t.Errorf("%s: %d characters: %s", g.FEN(), n, text)
			}
			if strings.ContainsAny(text, "{}") || strings.Contains(text, "%!") || strings.Contains(text, "  ") || text != "" && text[len(text)-1] != '.' {
				t.Errorf("%s: %q", g.FEN(), text)
			}
		}
	}
}

// A judgement is what another search says of one position and its moves.
type judgement struct {
	t      *testing.T
	audit  *whyAudit
	game   *Game
	why    *Why
	scores map[string]Result // by the moves after the position
}

// search returns what the judge says of the position after moves, from the point of view of
// the side that is to move in the position of the Why.
func (j *judgement) search(moves ...Move) Result {
	key := fmt.Sprint(moves)
	if r, ok := j.scores[key]; ok {
		return r
	}
	p := j.why.Position
	for _, m := range moves {
		p = p.After(m)
	}
	g := NewGame(p)
	if len(moves) == 1 && moves[0] != 0 { // with the history
		g = new(*j.game)
		g.push(moves[0])
	}
	r, err := j.audit.judge.Search(j.t.Context(), g, j.audit.limits)
	switch {
	case errors.Is(err, ErrGameOver):
		r = Result{}
		if g.Outcome().Decided {
			r.Score = -Mate
		}
	case err != nil: // Stockfish 15.1 crashes where a side has more than sixteen pieces
		j.t.Fatalf("%v: %v", g.Position(), err)
	}
	r.Position = p
	if len(moves)%2 == 1 {
		r.Score = -r.Score
	}
	j.scores[key] = r
	return r
}

// gains reports whether the judge's line from its position wins so much for c.
func gains(r *Result, c Color, value int) bool {
	gain, ok := gainOf(r.Position, r.PV, c)
	return ok && gain.value >= value
}

// value returns what a remark says is won, less what is lost.
func (r *Remark) value() (sum int) {
	for _, t := range r.Won {
		sum += exchangeValues[t]
	}
	for _, t := range r.Lost {
		sum -= exchangeValues[t]
	}
	return sum
}

// contradiction returns what speaks against a remark, or "".
func (j *judgement) contradiction(r *Remark) string {
	p, us := &j.why.Position, j.why.Position.Turn()
	switch r.Kind {
	case RemarkMates:
		return wrongMate(j.search(r.Move).Score, r.Mate-1)
	case RemarkAllowsMate:
		return wrongMate(-j.search(r.Move).Score, r.Mate)
	case remarkMated:
		return wrongMate(-j.search().Score, 1000) // no move can stop it; others may put it off
	case remarkThreatensMate:
		return wrongMate(j.search(r.Move, 0).Score, r.Mate)
	case RemarkWins:
		s, value := j.search(r.Move), r.value()
		line := append([]Move{r.Move}, s.PV...)
		gain, _ := gainOf(*p, line, us)
		end := *p
		for _, m := range line {
			end = end.After(m)
		}
		if s.Score < Score(p.balance(us)+value/2) && gain.value < value && end.balance(us) < p.balance(us)+value/2 {
			return fmt.Sprintf("%v after it, material %d", s.Score, p.balance(us))
		}
	case RemarkLoses, RemarkHanging:
		s, best, value := j.search(r.Move), j.search(), r.value()
		if best.Score-s.Score < Score(value)*2/5 && !gains(&s, us.Other(), value) {
			return fmt.Sprintf("%v after it, %v after the best", s.Score, best.Score)
		}
	case RemarkBetter, remarkRefuted: // what a search prefers by little is no claim
		if bad, good := j.search(j.why.Move), j.search(j.why.Other); good.Score < bad.Score-20 && (r.Kind == remarkRefuted || j.why.Loss >= 150) {
			return fmt.Sprintf("%v after it, %v after the other", bad.Score, good.Score)
		}
	case remarkOnly:
		s, o := j.search(r.Move), j.search(j.why.Other)
		if r.Mate > 0 {
			return wrongMate(-o.Score, r.Mate)
		}
		if s.Score-o.Score < r.Score/3 {
			return fmt.Sprintf("%v after it, %v after the next best", s.Score, o.Score)
		}
	case remarkThreatens:
		s, now := j.search(r.Move, 0), j.search(r.Move)
		if s.Score < now.Score+Score(r.value()/4) && !gains(&s, us, r.value()) {
			return fmt.Sprintf("%v after a pass, %v now", s.Score, now.Score)
		}
	case RemarkStopsThreat:
		s, now := j.search(0), j.search(r.Move)
		if r.Mate > 0 {
			if n, ok := now.Score.MateInMoves(); ok && now.Score < 0 && -n <= r.Mate+1 {
				return "mate is not stopped"
			}
			return wrongMate(-s.Score, r.Mate)
		}
		if now.Score < s.Score+Score(r.value()/3) && !gains(&s, us.Other(), r.value()) {
			return fmt.Sprintf("%v after a pass, %v now", s.Score, now.Score)
		}
	case remarkSacrifices:
		switch less := j.search().Score - j.search(r.Move).Score; {
		case r.Score == 0 && less > 100:
			return "the sacrifice is not sound"
		case r.Score < 0 && less < -r.Score*2/5:
			return fmt.Sprintf("it is only %v worse", less)
		}
	}
	return ""
}

// wrongMate returns what is wrong with a mate in n, of which the judge gives the score.
func wrongMate(s Score, n int) string {
	if moves, ok := s.MateInMoves(); !ok || s < 0 || moves > n {
		return fmt.Sprintf("the score is %v", s)
	}
	return ""
}
