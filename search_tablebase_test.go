package chess

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// threePieces are the tables of three pieces, made once.
var threePieces = sync.OnceValue(func() *EndingTables {
	s := new(EndingTables)
	if err := s.Make(context.Background(), Endings(3)...); err != nil {
		panic(err)
	}
	if err := s.Close(); err != nil { // Prepare makes no others: tests count allocations
		panic(err)
	}
	return s
})

// wonEndings are those of three pieces in which a side can win.
var wonEndings = []Ending{mustEnding("KQvK"), mustEnding("KRvK"), mustEnding("KPvK")}

func mustEnding(s string) Ending {
	e, err := ParseEnding(s)
	if err != nil {
		panic(err)
	}
	return e
}

// A withoutMates is a Tablebase that does not know the distance to mate, as Syzygy's.
type withoutMates struct{ Tablebase }

func (t withoutMates) Probe(p *Position) (ProbeResult, error) {
	truth, err := t.Tablebase.Probe(p)
	truth.DTM, truth.DTMKnown = 0, false
	return truth, err
}

// A resultsOnly is a Tablebase without distances, as one of Syzygy's results alone.
type resultsOnly struct{ Tablebase }

func (t resultsOnly) Probe(*Position) (ProbeResult, error) { return ProbeResult{}, errNoTablebase }

// A recorder is a Tablebase that notes what it is asked.
type recorder struct {
	Tablebase
	mu       sync.Mutex
	asked    []Position
	prepared int
}

func (r *recorder) note(p *Position) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked = append(r.asked, *p)
}

func (r *recorder) WDL(p *Position) (WDL, error)           { r.note(p); return r.Tablebase.WDL(p) }
func (r *recorder) Probe(p *Position) (ProbeResult, error) { r.note(p); return r.Tablebase.Probe(p) }

func (r *recorder) Prepare(*Position) Tablebase { r.prepared++; return r }

// withTables returns a searcher with a tablebase and a small table.
func withTables(t Tablebase, change ...func(*AlphaBetaOptions)) *AlphaBeta {
	o := defaultAlphaBetaOptions()
	o.Hash, o.Tablebase = 1, t
	for _, f := range change {
		f(&o)
	}
	return newAlphaBeta(NewDefaultEvaluator(), o)
}

// randomPlayable returns a random position of an ending that is not over.
func randomPlayable(r *rand.Rand, e Ending) Position {
	for {
		if p := randomEnding(r, e); len(p.appendMoves(nil)) > 0 && !p.insufficientMaterial() {
			return p
		}
	}
}

// With the distance to mate, the score is exact, and the line leads to the mate. Without
// it, the result is kept.
func TestTablebaseRoot(t *testing.T) {
	t.Parallel()
	tables := threePieces()
	r := chesstest.Rand(t)
	exact, other, none := withTables(tables), withTables(withoutMates{tables}), withTables(resultsOnly{tables})
	for range chesstest.Sample(t, 500) {
		p := randomPlayable(r, wonEndings[r.IntN(3)])
		truth, err := tables.Probe(&p)
		if err != nil {
			t.Fatal(err)
		}
		want := Score(0)
		switch truth.WDL {
		case WDLWin:
			want = mateIn(truth.DTM)
		case WDLLoss:
			want = -mateIn(-truth.DTM)
		}
		g := NewGame(p)
		res := mustSearch(t, exact, g, Limits{Nodes: 300})
		if res.Score != want {
			t.Fatalf("%v: %v %v, want %v", p, res.Move, res.Score, want)
		}
		if truth.WDL != WDLDraw {
			playMoves(t, g, res.PV...)
			if len(res.PV) != max(truth.DTM, -truth.DTM) || g.Outcome().Reason != Checkmate {
				t.Errorf("%v: %v is no mate in %d plies", p, res.PV, truth.DTM)
			}
		}
		for _, a := range []*AlphaBeta{other, none} {
			res := mustSearch(t, a, NewGame(p), Limits{Nodes: 300})
			after := p.After(res.Move)
			if wdl, err := tables.WDL(&after); wdl != -truth.WDL || err != nil {
				t.Errorf("%v: %v throws the %v away", p, res.Move, truth.WDL)
			}
			_, mate := res.Score.MateInMoves()
			if far := max(res.Score, -res.Score) > maxEvaluationBeside; mate && truth.WDL == WDLDraw || far != (truth.WDL != WDLDraw) ||
				far && (res.Score > 0) != (truth.WDL > 0) {
				t.Errorf("%v: a %v has the score %v", p, truth.WDL, res.Score)
			}
		}
	}
}

func TestTablebaseRootMoves(t *testing.T) {
	tables := threePieces()
	dtz := withoutMates{tables}
	const (
		late     = tablebaseWin - 13
		quickest = "d3e3 d3c3 d2b4 d2f4 d2a5 d2g5"
	)
	for _, tt := range []struct {
		name      string
		tablebase Tablebase
		fen       string
		moves     string // before the search
		rule      bool
		want      string // the moves that are allowed
		low, high Score
	}{
		{"win", tables, "8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1", "", true, quickest, mateIn(13), mateIn(13)},
		{"win just in time", tables, "8/8/8/3k4/8/3K4/3Q4/8 w - - 87 60", "", true, quickest, mateIn(13), mateIn(13)},
		{"too late", tables, "8/8/8/3k4/8/3K4/3Q4/8 w - - 88 60", "", true, "", cursedWin, cursedWin},
		{"too late, without the rule", tables, "8/8/8/3k4/8/3K4/3Q4/8 w - - 88 60", "", false, "", mateIn(13), mateIn(13)},
		{"win by zeroing", dtz, "8/8/8/3k4/8/3K4/3Q4/8 w - - 87 60", "", true, quickest, late, mateIn(13)},
		{"win by zeroing, after half of the clock", dtz, "8/8/8/3k4/8/3K4/3Q4/8 w - - 38 60", "", true, quickest, late, mateIn(13)},
		{"win by zeroing, after a repetition", dtz, "8/8/8/3k4/8/3K4/3Q4/8 w - - 0 60", "d2e2 d5c5 e2d2 c5d5", true, quickest, late, mateIn(13)},
		{"a pawn moves just in time", dtz, "4k3/8/4K3/8/8/8/4P3/8 w - - 99 80", "", true, "e2e3 e2e4", late, mateIn(13)},
		{"too late by zeroing", dtz, "8/8/8/3k4/8/3K4/3Q4/8 w - - 88 60", "", true, quickest, cursedWin, cursedWin},
		{"draw, one move", tables, "8/8/4k3/8/8/8/3PK3/8 b - - 0 1", "", true, "e6d6", 0, 0},
		{"draw, one move, by zeroing", dtz, "8/8/4k3/8/8/8/3PK3/8 b - - 0 1", "", true, "e6d6", 0, 0},
		{"draw, one move, results only", resultsOnly{tables}, "8/8/4k3/8/8/8/3PK3/8 b - - 0 1", "", true, "e6d6", 0, 0},
		{"loss", tables, "8/8/8/3k4/8/3K4/3Q4/8 b - - 0 60", "", true, "d5e5 d5d6", -mateIn(14), -mateIn(14)},
		{"saved by the clock", tables, "8/8/8/3k4/8/3K4/3Q4/8 b - - 90 60", "", true, "", -cursedWin, -cursedWin},
		{"loss by zeroing", dtz, "8/8/8/3k4/8/3K4/3Q4/8 b - - 0 60", "", true, "d5e5 d5d6", -mateIn(10), -tablebaseWin + 14},
		{"the opponent can repeat", tables, "8/8/8/8/8/8/R7/K1k5 w - - 0 1", "a2a3 c1d1 a3a2 d1c1 a2a3 c1d1", true, "a1b1 a1b2", tablebaseWin - 19, mateIn(19)},
		{"the opponent can repeat, by zeroing", dtz, "8/8/8/8/8/8/R7/K1k5 w - - 0 1", "a2a3 c1d1 a3a2 d1c1 a2a3 c1d1", true, "a1b1 a1b2", tablebaseWin - 19, mateIn(19)},
		{"a third time is a draw", tables, "8/8/8/3k4/8/2K5/8/7R b - - 0 1", "d5d6 c3d3 d6d5 d3c3 d5d6 c3d3 d6d5 d3c3", true, "d5d6", 0, 0},
	} {
		g := playUCI(t, tt.fen, tt.moves)
		a := withTables(tt.tablebase, func(o *AlphaBetaOptions) { o.Syzygy50MoveRule = tt.rule })
		r, p := mustSearch(t, a, g, Limits{Nodes: 2000}), g.Position()
		if r.Score < tt.low || r.Score > tt.high || tt.want != "" && !slices.Contains(strings.Fields(tt.want), p.UCI(r.Move)) {
			t.Errorf("%s: %v %v", tt.name, r.Move, r.Score)
		}
	}
}

// All lines have their true scores, in order, among the moves that may be searched.
func TestTablebaseLines(t *testing.T) {
	t.Parallel()
	tables := threePieces()
	p := MustParseFEN("8/8/8/8/8/2k5/1R6/K7 w - - 0 1") // b2b3 loses the rook
	all := p.AppendMoves(nil)
	for _, tb := range []Tablebase{tables, withoutMates{tables}} {
		a := withTables(tb)
		for _, lines := range []int{1, 2, 5, len(all) + 1} {
			for _, allowed := range [][]Move{all, all[:2], all[len(all)/2:]} {
				l := Limits{Nodes: 3000, MultiPV: lines, SearchMoves: allowed}
				r := mustSearch(t, a, NewGame(p), l)
				l.Nodes = 0 // which many lines exceed
				checkResult(t, "lines", NewGame(p), &l, &r)
				if want := min(len(allowed), lines); len(r.Lines) != want {
					t.Fatalf("%d lines, want %d", len(r.Lines), want)
				}
				for i, line := range r.Lines {
					after := p.After(line.PV[0])
					truth, err := tables.Probe(&after)
					if err != nil {
						t.Fatal(err)
					}
					truth = truth.before(after.HalfmoveClock() == 0)
					known := mateIn(truth.DTM)
					if truth.WDL == WDLDraw {
						known = 0
					}
					exact := line.Score == known
					if tb != tables && truth.WDL == WDLWin {
						exact = line.Score > maxEvaluationBeside && line.Score <= known
					}
					if !exact || i > 0 && line.Score > r.Lines[i-1].Score || !slices.Contains(allowed, line.PV[0]) {
						t.Errorf("line %d of %d: %v %v, want %v", i, lines, line.PV, line.Score, known)
					}
				}
			}
		}
	}
}

// What is won by a capture some plies ahead is found, and scored between evaluations and
// mates, and the sooner the better.
func TestTablebaseInSearch(t *testing.T) {
	tables := threePieces()
	for _, tt := range []struct {
		name  string
		fen   string
		depth int
		want  string
		score Score
	}{
		{"capture", "8/8/8/3k4/8/4p3/4K3/7R w - - 0 1", 3, "e2e3", tablebaseWin - 1},
		{"fork", "k7/8/8/8/8/2K5/4Q3/7r w - - 0 1", 5, "", tablebaseWin - 3},
		{"forked", "k7/8/8/8/4Q3/2K5/8/7r b - - 1 1", 5, "", 2 - tablebaseWin},
		{"a pawn is lost", "8/8/8/8/8/1k6/1p6/1K5R b - - 0 1", 7, "", 4 - tablebaseWin},
	} {
		p := MustParseFEN(tt.fen)
		a := withTables(tables)
		hits := int64(0)
		r := mustSearch(t, a, NewGame(p), Limits{Depth: tt.depth, Info: func(i Info) { hits = i.TablebaseHits }})
		if hits == 0 || r.Score != tt.score || tt.want != "" && p.UCI(r.Move) != tt.want {
			t.Errorf("%s: %v %v, %d hits", tt.name, r.PV, r.Score, hits)
		}
	}
	// An evaluation is never as good as a win.
	a := withTables(tables)
	if err := a.SetEvaluator(evaluatorFunc(func(*Position) Score { return MaxEvaluation })); err != nil {
		t.Fatal(err)
	}
	if r := mustSearch(t, a, NewGame(MustParseFEN("8/8/8/3k4/8/1p2p3/4K3/7R w - - 0 1")), Limits{Depth: 1}); max(r.Score, -r.Score) > maxEvaluationBeside {
		t.Errorf("an evaluation becomes %v", r.Score)
	}
}

// A position with rights to castle, of three-check or of too many pieces is never
// asked for, and in the search none whose clock has begun to count.
func TestTablebaseIsAsked(t *testing.T) {
	for _, tt := range []struct {
		fen   string
		limit int
		asks  bool
	}{
		{"8/8/8/8/8/8/Pk6/4K2R w K - 0 1", 7, true},                      // castling, and then none
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", 7, false},                     // no capture
		{"4k2r/8/8/8/8/8/6P1/4K2R w Kk - 0 1", 3, true},                  // two captures
		{"1k6/8/8/8/8/8/1p6/RK6 w A - 0 1", 7, true},                     // Chess960
		{"4k3/8/8/8/8/8/8/4K2R w - - 3+3 0 1", 7, false},                 // three-check
		{"4k3/8/8/8/8/8/4p3/4K2R w - - 3+3 0 1", 7, false},               // three-check
		{"4k3/8/8/8/8/8/4p3/4K2R w - - 0 1", 0, false},                   // switched off
		{"4k3/8/8/8/8/8/4p3/4K2R w - - 0 1", 7, true},                    //
		{"8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1", 2, false},                    // the limit
		{"8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1", 3, true},                     // the root
		{"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", 7, false}, // too many
	} {
		rec := &recorder{Tablebase: threePieces()}
		p := MustParseFEN(tt.fen)
		a := withTables(rec, func(o *AlphaBetaOptions) { o.SyzygyProbeLimit, o.Threads = tt.limit, 2 })
		mustSearch(t, a, NewGame(p), Limits{Depth: 6})
		if asks := len(rec.asked) > 0; asks != tt.asks {
			t.Errorf("%s: it is asked for %d positions", tt.fen, len(rec.asked))
		}
		root := p.pieceCount() <= 3
		for i := range rec.asked {
			q := &rec.asked[i]
			if q.state&(stateCastling|stateRules) != 0 || q.pieceCount() > min(tt.limit, 3) || !root && q.halfmove != 0 {
				t.Errorf("%s: it is asked for %v", tt.fen, q)
			}
		}
		if want := min(tt.limit, 1); rec.prepared != want {
			t.Errorf("%s: prepared %d times", tt.fen, rec.prepared)
		}
	}
}

// A search for a mate does not take a result for one.
func TestTablebaseMateSearch(t *testing.T) {
	g := NewGame(MustParseFEN("k7/8/8/8/8/2K5/4Q3/7r w - - 0 1"))
	if r := mustSearch(t, withTables(threePieces()), g, Limits{Mate: 2, Depth: 4}); r.Score > maxEvaluationBeside {
		t.Errorf("%v %v", r.Move, r.Score)
	}
	// In a known position the way to mate is the answer, longer than asked for or not; or
	// the search finds the mate that distances to zeroing do not tell.
	p := NewGame(MustParseFEN("8/8/8/8/8/1K6/7R/1k6 w - - 0 1"))
	for _, tb := range []Tablebase{threePieces(), withoutMates{threePieces()}} {
		if r := mustSearch(t, withTables(tb), p, Limits{Mate: 1, Depth: 3}); r.Score != mateIn(1) {
			t.Errorf("%v %v", r.Move, r.Score)
		}
	}
}

// probeTablebase ends a visit where the result decides, and else withProven corrects it.
func TestTablebaseBounds(t *testing.T) {
	const win = tablebaseWin - 3
	fens := map[WDL]string{WDLWin: "8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1", WDLDraw: "8/8/8/3k4/3P4/3K4/8/8 w - - 0 1", WDLLoss: "8/8/8/3k4/8/3K4/3Q4/8 b - - 0 1"}
	for _, tt := range []struct {
		wdl         WDL
		alpha, beta Score
		score       Score
		cutoff      bool
		raised      Score // alpha, then
		best        Score // that searchMoves finds
		bound       Bound
		want        Score
		wantBound   Bound
	}{
		{wdl: WDLWin, alpha: -5, beta: 5, score: win, cutoff: true},
		{wdl: WDLWin, alpha: win - 1, beta: win, score: win, cutoff: true},
		{wdl: WDLWin, alpha: -Mate, beta: Mate, raised: win, best: 500, bound: UpperBound, want: win, wantBound: Exact},
		{wdl: WDLWin, alpha: -Mate, beta: Mate, raised: win, best: Mate - 9, bound: Exact, want: Mate - 9, wantBound: Exact},
		{wdl: WDLWin, alpha: win, beta: win + 1, raised: win, best: 500, bound: UpperBound, want: win, wantBound: Exact},
		{wdl: WDLWin, alpha: Mate - 20, beta: Mate - 19, raised: Mate - 20, best: 500, bound: UpperBound, want: win, wantBound: Exact},
		{wdl: WDLLoss, alpha: -5, beta: 5, score: -win, cutoff: true},
		{wdl: WDLLoss, alpha: -win, beta: 1 - win, score: -win, cutoff: true},
		{wdl: WDLLoss, alpha: -Mate, beta: Mate, raised: -Mate, best: -500, bound: Exact, want: -win, wantBound: Exact},
		{wdl: WDLLoss, alpha: -Mate, beta: Mate, raised: -Mate, best: 9 - Mate, bound: Exact, want: 9 - Mate, wantBound: Exact},
		{wdl: WDLLoss, alpha: -win - 1, beta: -win, raised: -win - 1, best: -500, bound: LowerBound, want: -win, wantBound: Exact},
		{wdl: WDLDraw, alpha: -Mate, beta: Mate, score: 0, cutoff: true},
		{wdl: WDLDraw, alpha: 50, beta: 51, score: 0, cutoff: true},
	} {
		a := withTables(threePieces())
		w := a.workers[0]
		w.options, w.table, w.tablebase, w.tablebasePieces, w.maxEvaluation = a.options, a.table, threePieces(), 3, maxEvaluationBeside
		n := &w.nodes[3]
		n.pos, n.rawEval = MustParseFEN(fens[tt.wdl]), Unevaluated
		key := n.pos.Key()
		w.pack(n)
		v := visit{node: n, ply: 3, depth: 5, alpha: tt.alpha, beta: tt.beta, pvNode: tt.alpha+1 < tt.beta, at: &n.at}
		score, cutoff := w.probeTablebase(&v)
		if score != tt.score || cutoff != tt.cutoff || w.hits.Load() != 1 {
			t.Errorf("%v in (%v, %v): %v, %v", tt.wdl, tt.alpha, tt.beta, score, cutoff)
		}
		kind := map[WDL]Bound{WDLWin: LowerBound, WDLDraw: Exact, WDLLoss: UpperBound}[tt.wdl]
		if e, ok := a.table.Lookup(&key); ok != cutoff || ok && (w.fromTable(e.Score, 3) != score || e.Bound != kind) {
			t.Errorf("%v in (%v, %v): stored %+v, %v", tt.wdl, tt.alpha, tt.beta, e, ok)
		}
		if cutoff {
			continue
		}
		if best, bound := v.withProven(tt.best, tt.bound); v.alpha != tt.raised || best != tt.want || bound != tt.wantBound {
			t.Errorf("%v in (%v, %v): alpha %v, and %v %v becomes %v %v", tt.wdl, tt.alpha, tt.beta, v.alpha, tt.best, tt.bound, best, bound)
		}
		probe := func() {
			v.provenBound = NoBound
			w.probeTablebase(&v)
		}
		if allocs := testing.AllocsPerRun(100, probe); allocs != 0 {
			t.Errorf("a probe allocates %v times", allocs)
		}
	}
}

// A search without the tablebase uses no scores that an earlier one of the game has by it.
func TestTablebaseIsForgotten(t *testing.T) {
	g := playUCI(t, "8/8/8/8/3k4/4p3/4K3/7R w - - 0 1", "")
	a := withTables(withoutMates{threePieces()})
	mustSearch(t, a, g, Limits{Depth: 8})
	if err := g.PlayUCI("h1h2", "d4e4"); err != nil {
		t.Fatal(err)
	}
	l := Limits{Depth: 3, WithoutTablebase: true}
	if got, want := mustSearch(t, a, g, l).Score, mustSearch(t, withTables(nil), g, l).Score; got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// The number of nodes of Bench does not depend on tablebases.
func TestTablebaseBench(t *testing.T) {
	rec := &recorder{Tablebase: threePieces()}
	a := withTables(rec, func(o *AlphaBetaOptions) { o.Threads, o.SyzygyProbeLimit = 2, 5 })
	nodes, _, err := Bench(t.Context(), a, 4)
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := Bench(t.Context(), withTables(nil), 4)
	if err != nil || nodes != want || rec.prepared != 0 || len(rec.asked) != 0 || a.options.SyzygyProbeLimit != 5 {
		t.Errorf("%d nodes, want %d, prepared %d times, limit %d, %v", nodes, want, rec.prepared, a.options.SyzygyProbeLimit, err)
	}
}

// The score of a move is a mate if that is known, and a draw if the fifty-move rule makes one.
func TestRankedMoveScore(t *testing.T) {
	for _, tt := range []struct {
		result WDL
		probe  ProbeResult
		want   Score
	}{
		{WDLWin, ProbeResult{DTM: 5, DTMKnown: true}, Mate - 5},
		{WDLLoss, ProbeResult{DTM: -4, DTMKnown: true}, 4 - Mate},
		{WDLWin, ProbeResult{DTZ: 5}, 10_000},
		{WDLLoss, ProbeResult{DTZ: -5}, -10_000},
		{WDLCursedWin, ProbeResult{DTM: 5, DTMKnown: true}, 0},
		{WDLBlessedLoss, ProbeResult{DTM: -5, DTMKnown: true}, 0},
		{WDLDraw, ProbeResult{DTMKnown: true}, 0},
	} {
		if got := (RankedMove{Result: tt.result, Probe: tt.probe}).Score(); got != tt.want {
			t.Errorf("%v, %v: %v, want %v", tt.result, tt.probe, got, tt.want)
		}
	}
}
