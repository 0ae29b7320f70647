package chess

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// The same move is explained the same, and comes back from JSON.
func TestWhyAgain(t *testing.T) {
	t.Parallel()
	for _, tt := range chesstest.Few(t, whyPositions) {
		g, m := whyGame(t, tt.fen, tt.moves)
		w, err1 := newTestSearcher().Why(t.Context(), g, m, Limits{Depth: 5})
		again, err2 := newTestSearcher().Why(t.Context(), g, m, Limits{Depth: 5})
		text, err3 := json.Marshal(w)
		var read Why
		if err := errors.Join(err1, err2, err3, json.Unmarshal(text, &read)); err != nil {
			t.Fatal(err)
		}
		for what, other := range map[string]Why{"again": again, "read": read} {
			if diff := cmp.Diff(w, other, cmp.Comparer(Position.Equal)); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", tt.about, what, diff)
			}
		}
	}
}

// With the colours exchanged, the rules say the same of a move.
func TestFactsMirrored(t *testing.T) {
	t.Parallel()
	e := NewDefaultEvaluator()
	said := func(p *Position, m Move) (all []Remark) {
		for _, r := range factsOf(e, p, m) {
			all = append(all, Remark{Kind: r.Kind, Weight: r.Weight, Pieces: make([]PieceOn, len(r.Pieces))})
		}
		return all
	}
	randomGames(chesstest.Sample(t, 40), func(p Position, moves []Move) {
		if p.MoveNumber()%10 != 0 {
			return
		}
		for _, m := range moves {
			q, line := flipped(t, p, []Move{m})
			if diff := cmp.Diff(said(&p, m), said(&q, line[0])); diff != "" {
				t.Fatalf("%s %s (-want +mirrored):\n%s", p, p.SAN(m), diff)
			}
		}
	})
}

// factsOf returns what the rules say of a move.
func factsOf(e *FeatureEvaluator, p *Position, m Move) []Remark {
	g := NewGame(*p)
	x := explainer{evaluator: e, game: g, position: *p, us: p.Turn(), before: e.Explain(p)}
	c := newCandidate(0, Line{Position: *p, PV: []Move{m}, Bound: Exact})
	x.facts(c)
	return c.remarks
}

// materialOnly is an Evaluator that does not explain.
type materialOnly struct{}

func (materialOnly) Evaluate(p *Position) Score { return Score(p.balance(p.turn())) }

// A Why of a search that was stopped has remarks too; what cannot be explained is an error.
func TestWhyErrors(t *testing.T) {
	a, g := newTestSearcher(), NewGame(StartPosition())
	m := g.LegalMoves()[0]
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if w, err := a.Why(ctx, g, m, Limits{}); err != nil || w.Text(English, 0) == "" {
		t.Errorf("stopped: %q, %v", w.Text(English, 0), err)
	}
	if _, err := a.Why(t.Context(), nil, m, Limits{Depth: 1}); err == nil {
		t.Error("no game")
	}
	if _, err := a.Why(t.Context(), g, newMove(mailbox[E2], mailbox[E5]), Limits{Depth: 1}); !errors.Is(err, ErrIllegal) {
		t.Errorf("an illegal move: %v", err)
	}
	if _, err := NewAlphaBeta(materialOnly{}).Why(t.Context(), g, m, Limits{Depth: 1}); err == nil {
		t.Error("an evaluator that does not explain")
	}
	mated := NewGame(MustParseFEN("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"))
	if _, err := a.Why(t.Context(), mated, m, Limits{Depth: 1}); err == nil {
		t.Error("the game is over")
	}
}

// The difference of two moves is explained without a rest in 95 of 100 pairs whose scores
// are exact.
func TestDifferencesAddUp(t *testing.T) {
	t.Parallel()
	pairs := chesstest.Sample(t, 300)
	a, e := newTestSearcher(), NewDefaultEvaluator()
	r := rand.New(rand.NewPCG(7, chesstest.Seed()))
	exact, rests, done := 0, 0, 0
	randomGames(pairs/2+4, func(p Position, moves []Move) {
		if done >= pairs || r.IntN(20) > 0 || len(moves) < 2 || p.Outcome().Over() {
			return
		}
		done++
		g := NewGame(p)
		moves = slices.Clone(moves)
		r.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		var reasons [2]Reason
		for i := range reasons {
			result, err := a.Search(t.Context(), g, Limits{Depth: 3, Nodes: 5_000, SearchMoves: moves[i : i+1], WholeLines: true})
			if err != nil {
				t.Fatal(err)
			}
			if reasons[i], err = e.reason(g, result.Lines[0]); err != nil {
				t.Fatal(err)
			}
		}
		d := reasons[0].minus(reasons[1])
		checkDifference(t, &d)
		if reasons[0].Line.Bound == Exact && reasons[1].Line.Bound == Exact && !isMate(d.Scores[0]) && !isMate(d.Scores[1]) {
			exact++
			rests += int(oneIf(d.Rest != 0))
		}
	})
	if exact < done/2 || rests*20 > exact {
		t.Errorf("%d of %d pairs have exact scores, %d of them a rest", exact, done, rests)
	}
}

// FuzzWhy explains moves of positions; nothing may go wrong.
func FuzzWhy(f *testing.F) {
	for _, tt := range whyPositions {
		f.Add(tt.fen, uint16(3))
	}
	a := newTestSearcher()
	f.Fuzz(func(t *testing.T, fen string, choice uint16) {
		p, err := ParseFEN(fen)
		if err != nil {
			return
		}
		moves := p.AppendMoves(nil)
		g := NewGame(p)
		if len(moves) == 0 || g.Outcome().Over() {
			return
		}
		w, err := a.Why(t.Context(), g, moves[int(choice)%len(moves)], Limits{Nodes: 500})
		if err != nil {
			t.Fatal(err)
		}
		checkWhy(t, g, &w)
		if w.Nodes > 1100 {
			t.Errorf("%d nodes", w.Nodes)
		}
	})
}

// A pawn that is exchanged en passant does not stand where the other one arrives.
func TestExchangeEnPassant(t *testing.T) {
	g, m := whyGame(t, "r1bqr1k1/pp3pb1/3p1npp/2pP4/4P3/2N1BB2/PP3PPP/2RQ1RK1 w - c6 0 14", "dxc6")
	w, err := newTestSearcher().Why(t.Context(), g, m, Limits{Depth: 5})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(w.Remarks, func(r Remark) bool { return r.Kind == remarkExchanges })
	if i < 0 {
		t.Fatalf("no exchange: %q", w.Text(English, 0))
	}
	if diff := cmp.Diff([]PieceOn{{BlackPawn, C5}, {WhitePawn, C6}}, w.Remarks[i].Pieces); diff != "" {
		t.Error(diff)
	}
}
