package chess_test

import (
	"bytes"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// plain is a feature that has only the methods of a Feature.
type plain struct{ chess.Feature }

// TestForksOfFeatures compares the forks of features with the features.
func TestForksOfFeatures(t *testing.T) {
	positions, forkers := randomPositions(t), 0
	for _, f := range append(allFeatures(), chess.SimplifiedPieceSquare()) {
		if _, ok := f.(chess.Forker[chess.Feature]); !ok {
			continue
		}
		forkers++
		fork, slow := evaluatorOf(t, chess.Terms(f)...), evaluatorOf(t, chess.Terms(plain{f})...)
		for _, p := range positions {
			if a, b := fork.Evaluate(&p), slow.Evaluate(&p); a != b {
				t.Fatalf("%s: %v = %d, want %d as by the feature itself", f.Name(), p, a, b)
			}
			if a, b := slow.Explain(&p), fork.Explain(&p); !reflect.DeepEqual(a, b) {
				t.Fatalf("%s: %v (-feature +fork):\n%s", f.Name(), p, cmp.Diff(a, b))
			}
		}
	}
	if forkers == 0 {
		t.Error("no feature is a Forker")
	}
}

// TestEvaluate compares PeSTO and Simplified with values added up by hand.
func TestEvaluate(t *testing.T) {
	tests := []struct {
		fen               string
		pesto, simplified chess.Score
	}{
		{chess.StartFEN, 0, 0},
		// e2 -15, e4 17 at phase 24; e2 -20, e4 20.
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", -32, -40},
		// Phase 0: 94 - 7; 100 + 20.
		{"4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", 87, 120},
		// Phase 2: (477*2 + 512*22)/24 is 509, (-19*2 - 9*22)/24 is -9.
		{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 500, 500},
		// Phase 1: (337 + 281*23)/24 is 283, (-89 - 38*23)/24 is -40.
		{"4k3/8/8/8/8/8/8/1n2K3 b - - 0 1", 243, 260},
		// King on e1 -28, on g8 as on g1 -24; 0 and 30.
		{"6k1/8/8/8/8/8/8/4K3 b - - 0 1", 4, 30},
		// Phase 28 counts as 24: 7*1025 - 124; 7*900 - 85.
		{"4k3/8/8/8/8/8/8/QQQQKQQQ w - - 0 1", 7051, 6215},
	}
	for _, test := range tests {
		p := chess.MustParseFEN(test.fen)
		if got := chess.NewPeSTO().Evaluate(&p); got != test.pesto {
			t.Errorf("PeSTO for %s = %d, want %d", test.fen, got, test.pesto)
		}
		if got := chess.NewSimplified().Evaluate(&p); got != test.simplified {
			t.Errorf("Simplified for %s = %d, want %d", test.fen, got, test.simplified)
		}
	}
}

// benchmarkPositions returns fifty positions of games, from the opening to the
// endgame.
func benchmarkPositions(tb testing.TB) []chess.Position {
	tb.Helper()
	text, err := os.ReadFile("testdata/positions.epd")
	if err != nil {
		tb.Fatal(err)
	}
	var positions []chess.Position
	for line := range strings.Lines(string(text)) {
		p, err := chess.ParseFEN(line)
		if err != nil {
			tb.Fatal(err)
		}
		positions = append(positions, p)
	}
	return positions
}

// randomPositions returns the fifty of benchmarkPositions, some with many pieces, and those
// after random moves from them, in three-check and from start positions of Chess960 too.
func randomPositions(tb testing.TB) []chess.Position {
	tb.Helper()
	r := chesstest.Rand(tb)
	positions := benchmarkPositions(tb)
	for _, fen := range []string{ // with more than sixteen pieces on a side
		"5r1k/P2pNp1p/P2p1p1p/P2pPppp/PPPpP2p/P1P1P2p/P1PnP2p/K1R5 w - - 0 1",
		"k2r3b/3r2b1/2nrnb2/1n1rb3/rrrprrrr/1Nbr4/1b1r4/b2r3K w - - 0 1", // many defend d4
		"nnnnknnn/nnnnnnnn/pppppppp/8/8/PPPPPPPP/PPPPPPPP/NNQKQNNN w - - 0 1",
	} {
		positions = append(positions, chess.MustParseFEN(fen))
	}
	starts := len(positions)
	for walk := range chesstest.Sample(tb, starts) {
		p := positions[r.IntN(starts)]
		var err error
		switch walk % 5 {
		case 0:
			s := p.Setup()
			s.Variant, s.Checks = chess.ThreeCheck, [2]int{3, 2}
			p, err = s.Position()
		case 1:
			p, err = chess.Chess960Position(r.IntN(960))
		}
		if err != nil {
			tb.Fatal(err)
		}
		for range 60 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p = p.After(moves[r.IntN(len(moves))])
			positions = append(positions, p)
		}
	}
	return positions
}

// mirrored returns p with the colours exchanged and the board turned upside down.
func mirrored(p chess.Position) chess.Position {
	m, err := p.Setup().Mirror().Position()
	if err != nil {
		panic(err)
	}
	return m
}

func TestEvaluateIsSymmetric(t *testing.T) {
	positions := randomPositions(t)
	for _, named := range chess.Evaluators() {
		e := named.New()
		for _, p := range positions {
			// Both are from the point of view of the side to move, which is mirrored too.
			m := mirrored(p)
			if a, b := e.Evaluate(&p), e.Evaluate(&m); a != b {
				t.Fatalf("%s: %v = %d, mirrored %v = %d", named.Name, p, a, m, b)
			}
		}
	}
}

// phased credits White with the game phase.
type phased struct{}

func (phased) Name() string { return "phased" }

func (phased) Score(s *chess.Survey) {
	n := chess.Score(s.Phase())
	s.Credit(chess.White, chess.NoSquare, chess.Tapered{MG: n, EG: n})
}

// plain hides a feature's type, so that the evaluator does not use a faster form.
func evaluatorOf(tb testing.TB, terms ...chess.Term) *chess.FeatureEvaluator {
	tb.Helper()
	e, err := chess.NewFeatureEvaluator(terms...)
	if err != nil {
		tb.Fatal(err)
	}
	return e
}

// constant is a feature that credits one amount, for no square.
type constant struct {
	name string
	to   chess.Color
	t    chess.Tapered
}

func (f constant) Name() string          { return f.name }
func (f constant) Score(s *chess.Survey) { s.Credit(f.to, chess.NoSquare, f.t) }

// half is a Scaler that halves the sum. Its credit while scaling has no effect.
type half struct{ constant }

func (half) Scale(s *chess.Survey, sum chess.Score) chess.Score {
	s.Credit(chess.White, chess.E4, chess.Tapered{MG: 1000, EG: 1000})
	return sum / 2
}

func TestFeatureEvaluator(t *testing.T) {
	amount := func(name string, to chess.Color, mg, eg chess.Score) constant {
		return constant{name, to, chess.Tapered{MG: mg, EG: eg}}
	}
	tests := []struct {
		name  string
		terms []chess.Term
		want  chess.Score // White's view of the start position
	}{
		{"nothing", nil, 0},
		{"white", chess.Terms(amount("a", chess.White, 30, 99)), 30},
		{"black", chess.Terms(amount("a", chess.Black, 30, 99)), -30},
		{"sum", chess.Terms(amount("a", chess.White, 30, 0), amount("b", chess.Black, 50, 0)), -20},
		{"half weight", []chess.Term{{Feature: amount("a", chess.White, 31, 0), MG: 50, EG: 100}}, 15},
		{"each rounded alone", []chess.Term{
			{Feature: amount("a", chess.White, 31, 0), MG: 50, EG: 100},
			{Feature: amount("b", chess.White, 31, 0), MG: 50, EG: 100},
		}, 30},
		{"negative weight", []chess.Term{{Feature: amount("a", chess.White, 31, 0), MG: -50, EG: 0}}, -15},
		{"largest weight", []chess.Term{
			{Feature: amount("a", chess.White, 1_000_000, 0), MG: chess.MaxWeight, EG: 0},
			{Feature: amount("b", chess.White, 1_000_000, 0), MG: chess.MaxWeight, EG: 0},
			{Feature: amount("c", chess.Black, 1_000_000, 0), MG: chess.MaxWeight, EG: 0},
			{Feature: amount("d", chess.Black, 999_999, 0), MG: chess.MaxWeight, EG: 0},
			{Feature: amount("e", chess.Black, 1, 0), MG: chess.MaxWeight - 500, EG: 0},
		}, 5},
		{"no mate", chess.Terms(amount("a", chess.White, 31_001, 0)), chess.MaxEvaluation},
		{"no mate for Black", chess.Terms(amount("a", chess.Black, 32_000, 0)), -chess.MaxEvaluation},
		{"scaled", chess.Terms(half{amount("half", chess.White, 0, 0)}, amount("a", chess.White, 31, 0)), 15},
		{"scaled for Black", chess.Terms(half{amount("half", chess.White, 10, 0)}, amount("a", chess.Black, 41, 0)), -15},
		{"scaled from beyond", chess.Terms(half{amount("half", chess.White, 0, 0)}, amount("a", chess.White, 500_000, 0)), chess.MaxEvaluation / 2},
		{"scaled twice", chess.Terms(half{amount("half", chess.White, 0, 0)}, half{amount("again", chess.White, 0, 0)}, amount("a", chess.White, 40, 0)), 10},
	}
	p := chess.StartPosition()
	black := p.After(0)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := evaluatorOf(t, test.terms...)
			if got := e.Evaluate(&p); got != test.want {
				t.Errorf("Evaluate = %d, want %d", got, test.want)
			}
			if got := e.Evaluate(&black); got != -test.want {
				t.Errorf("Evaluate with Black to move = %d, want %d", got, -test.want)
			}
			checkExplanation(t, e, &p)
			if diff := cmp.Diff(len(test.terms), len(e.Terms())); diff != "" {
				t.Errorf("terms (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNewFeatureEvaluatorErrors(t *testing.T) {
	a, b := constant{name: "a"}, constant{name: "b"}
	tests := []struct {
		name  string
		terms []chess.Term
		want  string
	}{
		{"nil", chess.Terms(a, nil), "chess: feature 2 of 2 is nil"},
		{"nameless", chess.Terms(constant{}), "chess: feature 1 of 1 has no name"},
		{"duplicate", chess.Terms(a, b, a), `chess: two features are called "a"`},
		{"heavy", []chess.Term{{a, 100, chess.MaxWeight + 1}}, `chess: weights of 100 and 100001 percent for "a", beyond 100000`},
		{"light", []chess.Term{{a, -chess.MaxWeight - 1, 100}}, `chess: weights of -100001 and 100 percent for "a", beyond 100000`},
		{"overflow", []chess.Term{{a, math.MinInt32, 0}}, `chess: weights of -2147483648 and 0 percent for "a", beyond 100000`},
	}
	for _, test := range tests {
		e, err := chess.NewFeatureEvaluator(test.terms...)
		if e != nil || err == nil || err.Error() != test.want {
			t.Errorf("%s: %v, %v, want the error %q", test.name, e, err, test.want)
		}
	}
}

func TestNewFeatureEvaluatorCopiesTerms(t *testing.T) {
	terms := chess.Terms(constant{"a", chess.White, chess.Tapered{MG: 10}})
	e := evaluatorOf(t, terms...)
	terms[0].MG = 0
	e.Terms()[0].Feature = nil
	if got := e.Evaluate(new(chess.StartPosition())); got != 10 {
		t.Errorf("a change of the caller's terms changed the evaluator: %d, want 10", got)
	}
}

// counting is a feature that must not be shared: it counts its calls. forks lists the
// counts of all its forks.
type counting struct {
	calls *int
	forks *[]*int
}

func (counting) Name() string          { return "counting" }
func (f counting) Score(*chess.Survey) { *f.calls++ }

func (f counting) Fork() chess.Feature {
	n := new(int)
	*f.forks = append(*f.forks, n)
	return counting{n, f.forks}
}

// TestFork evaluates in several goroutines at once, which the race detector
// watches.
func TestFork(t *testing.T) {
	var forks []*int
	calls := 0
	e := evaluatorOf(t, append(chess.NewPeSTO().Terms(), chess.Terms(counting{&calls, &forks})...)...)
	positions := benchmarkPositions(t)
	want := scores(e, positions)
	var got [4][]chess.Score
	var wg sync.WaitGroup
	for i := range got {
		fork := e.Fork()
		wg.Go(func() { got[i] = scores(fork, positions) })
	}
	wg.Wait()
	for i := range got {
		if diff := cmp.Diff(want, got[i]); diff != "" {
			t.Errorf("fork %d (-want +got):\n%s", i, diff)
		}
	}
	if calls != 0 || len(forks) != 1+len(got) {
		t.Errorf("the feature was scored %d times and forked %d times", calls, len(forks))
	}
	for i, n := range forks {
		if *n != len(positions) {
			t.Errorf("fork %d of the feature was scored %d times, want %d", i, *n, len(positions))
		}
	}
}

func scores(e chess.Evaluator, positions []chess.Position) []chess.Score {
	var scores []chess.Score
	for i := range positions {
		scores = append(scores, e.Evaluate(&positions[i]))
	}
	return scores
}

func TestEvaluateAllocatesNothing(t *testing.T) {
	positions := benchmarkPositions(t)
	for _, named := range chess.Evaluators() {
		var e chess.Evaluator = named.New()
		allocs := testing.AllocsPerRun(10, func() {
			for i := range positions {
				e.Evaluate(&positions[i])
			}
		})
		if allocs != 0 {
			t.Errorf("%s: %v allocations", named.Name, allocs)
		}
	}
}

// gamePositions returns a thousand positions, evenly spread over the games of
// testdata/games.pgn, which chess tune played. More would not fit into the
// processor's cache, in which the positions of a search are.
func gamePositions(tb testing.TB) []chess.Position {
	tb.Helper()
	file, err := os.Open("testdata/games.pgn")
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	var all []chess.Position
	for tree, err := range chess.NewPGNReader(file).All() {
		if err != nil {
			tb.Fatal(err)
		}
		p := tree.Start()
		for _, m := range tree.Mainline() {
			p = p.After(m)
			all = append(all, p)
		}
	}
	positions := make([]chess.Position, 1000)
	for i := range positions {
		positions[i] = all[i*len(all)/len(positions)]
	}
	return positions
}

// BenchmarkEvaluate has a line for each evaluator and for each feature alone,
// over positions of games.
func BenchmarkEvaluate(b *testing.B) {
	positions := gamePositions(b)
	benchmark := func(name string, e chess.Evaluator) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			scores(e, positions) // fills the caches
			for i := 0; b.Loop(); i++ {
				e.Evaluate(&positions[i%len(positions)])
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "evals/s")
		})
	}
	for _, named := range chess.Evaluators() {
		benchmark(named.Name, named.New())
	}
	for _, f := range allFeatures() {
		benchmark("feature="+f.Name(), evaluatorOf(b, chess.Terms(f)...))
	}
}

// TestDefaultWeights compares the numbers of the default evaluator with those of
// testdata/default.json, as a fit writes them (see chess tune).
func TestDefaultWeights(t *testing.T) {
	want, err := os.ReadFile("testdata/default.json")
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := chess.WriteWeights(&got, chess.NewDefaultEvaluator().Terms()...); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("the numbers in the file and in the code differ (-file +code):\n%s", diff)
	}
}

// allFeatures returns one Feature of each type.
func allFeatures() []chess.Feature {
	var features []chess.Feature
	for _, t := range chess.NewDefaultEvaluator().Terms() {
		features = append(features, t.Feature)
	}
	return append(features, chess.DefaultCastleScore(), chess.DefaultCheckScore(), chess.DefaultCoverage(),
		chess.DefaultExchange(), chess.DefaultMobility(), chess.DefaultKingExposure())
}

// turnMatters lists the features that may change with the side to move.
var turnMatters = map[string]bool{
	"tempo": true, "coverage": true, "exchange": true, "passed pawns": true,
}

// A cell is a square as far as it belongs to one colour.
type cell struct {
	c  chess.Color
	sq chess.Square
}

// credits returns what f credits in p, by colour and square.
func credits(tb testing.TB, f chess.Feature, p *chess.Position) map[cell]chess.Tapered {
	tb.Helper()
	m := map[cell]chess.Tapered{}
	for _, c := range evaluatorOf(tb, chess.Terms(f)...).Explain(p).Features[0].Credits {
		m[cell{c.Color, c.Square}] = c.Tapered
	}
	return m
}

// white and black return the cell of a square for White and for Black.
func white(sq chess.Square) cell { return cell{chess.White, sq} }
func black(sq chess.Square) cell { return cell{chess.Black, sq} }

// nowhere is the square of credits that belong to no square.
const nowhere = chess.NoSquare

// A creditTest is a position with what a feature should credit there.
type creditTest struct {
	name    string
	feature chess.Feature
	fen     string
	want    map[cell]chess.Tapered
}

// testCredits compares what features credit with what was computed by hand.
func testCredits(t *testing.T, tests []creditTest) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := chess.MustParseFEN(test.fen)
			if test.want == nil {
				test.want = map[cell]chess.Tapered{}
			}
			if diff := cmp.Diff(test.want, credits(t, test.feature, &p)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.fen, diff)
			}
		})
	}
}

// Mirroring a position mirrors every credit.
func TestFeaturesAreSymmetric(t *testing.T) {
	t.Parallel()
	positions := randomPositions(t)
	for _, f := range allFeatures() {
		e := evaluatorOf(t, chess.Terms(f)...)
		for _, p := range positions {
			m := mirrored(p)
			a, b := e.Explain(&p).Features[0], e.Explain(&m).Features[0]
			if a.White != b.Black || a.Black != b.White || a.Score != -b.Score {
				t.Fatalf("%s: %v is %+v, mirrored %+v", f.Name(), p, a, b)
			}
			seen := map[cell]chess.Tapered{}
			for _, c := range b.Credits {
				sq := c.Square
				if sq != nowhere {
					sq ^= chess.A8
				}
				seen[cell{c.Color.Other(), sq}] = c.Tapered
			}
			for _, c := range a.Credits {
				if seen[cell{c.Color, c.Square}] != c.Tapered {
					t.Fatalf("%s: %v: %+v is not mirrored in %+v", f.Name(), p, c, b.Credits)
				}
			}
		}
	}
}

// The side to move changes only the features of turnMatters. Positions with a check
// or an en-passant capture are left out, since they change with the side to move.
func TestFeaturesAndTheTurn(t *testing.T) {
	t.Parallel()
	positions := randomPositions(t)
	for _, f := range allFeatures() {
		e := evaluatorOf(t, chess.Terms(f)...)
		changed := 0
		for _, p := range positions {
			if p.InCheck() || p.EnPassant() != nowhere {
				continue
			}
			q := p.After(0)
			a, b := e.Explain(&p), e.Explain(&q)
			if a.Total != b.Total || !slices.Equal(a.Features[0].Credits, b.Features[0].Credits) {
				if !turnMatters[f.Name()] {
					t.Fatalf("%s: %v is %v, with the other side to move %v", f.Name(), p, a, b)
				}
				changed++
			}
		}
		if turnMatters[f.Name()] && changed == 0 && !chesstest.Sampled(t) {
			t.Errorf("%s never depends on the side to move", f.Name())
		}
	}
}

// Positions with equal keys have equal evaluations, whatever their clocks are, and
// whatever the order of their piece lists.
func TestEqualKeysEqualEvaluations(t *testing.T) {
	r := chesstest.Rand(t)
	e := evaluatorOf(t, chess.Terms(allFeatures()...)...)
	for _, p := range randomPositions(t) {
		s := p.Setup()
		s.HalfmoveClock, s.MoveNumber = r.IntN(100), 1+r.IntN(200)
		s.DoublePush = p.EnPassant()
		q, err := s.Position()
		if err != nil {
			t.Fatalf("%v: %v", p, err)
		}
		if p.Key() != q.Key() {
			t.Fatalf("%v and %v have different keys", p, q)
		}
		if a, b := e.Explain(&p), e.Explain(&q); !reflect.DeepEqual(a, b) {
			t.Fatalf("%v (-as played +as set up):\n%s", p, cmp.Diff(a, b))
		}
		if a, b := e.Evaluate(&p), e.Evaluate(&q); a != b {
			t.Fatalf("%v: %d as played, %d as set up", p, a, b)
		}
	}
}
