package chess

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// The same move is explained the same, and comes back from JSON.
func TestWhyAgain(t *testing.T) {
	t.Parallel()
	for _, tt := range chesstest.Few(t, whyPositions) {
		g, m := whyGame(t, tt.fen, tt.moves)
		w := mustExplain(t, newTestSearcher(), g, m, Limits{Depth: 5})
		again := mustExplain(t, newTestSearcher(), g, m, Limits{Depth: 5})
		text, err := json.Marshal(w)
		var read Why
		if err := errors.Join(err, json.Unmarshal(text, &read)); err != nil {
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

// Sacrifices that everybody knows are called so, and those that lose are called unsound.
func TestSacrifices(t *testing.T) {
	t.Parallel()
	type sacrifice struct {
		about, fen, moves string
		unsound           bool
	}
	for _, tt := range chesstest.Few(t, []sacrifice{
		{"Byrne-Fischer 1956", "r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3R1K1R b - - 3 17", "Be6", false},
		{"Morphy, the opera, a knight", "rn2kb1r/p3qppp/2p2n2/1p2p1B1/2B1P3/1QN5/PPP2PPP/R3K2R w KQkq - 0 10", "Nxb5", false},
		{"Morphy, the opera, the queen", "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16", "Qb8+", false},
		{"Lasker-Bauer 1889", "r4rk1/1b2bppp/ppq1p3/2pp3n/5P2/1P1BP3/PBPPQ1PP/R4RK1 w - - 0 15", "Bxh7+", false},
		{"fried liver", "r1bqkb1r/ppp2ppp/2n5/3np1N1/2B5/8/PPPP1PPP/RNBQK2R w KQkq - 0 6", "Nxf7", false},
		{"Lewitzky-Marshall 1912", "5rk1/pp4pp/4p3/2R3Q1/3n4/2q4r/P1P2PPP/5RK1 b - - 1 23", "Qg3", false},
		{"the Greek gift", "rnbq1rk1/pppnbppp/4p3/3pP3/3P3P/3B1N2/PPP2PP1/RNBQK2R w KQ - 0 1", "Bxh7+", false},
		{"Anderssen, evergreen", "1r2k1r1/pbppnp1p/1b3P2/8/Q7/B1PB1q2/P4PPP/3R2K1 w - - 0 21", "Qxd7+", false},
		{"Anderssen, immortal", "r1bk2nr/p2p1pNp/n2B4/1p1NP2P/6P1/3P1Q2/P1P1K3/q5b1 w - - 1 22", "Qf6+", false},
		{"Adams-Torre 1920", "2r1r1k1/1p1q1ppp/3p1b2/p2P4/3Q4/5N2/PP2RPPP/4R1K1 w - - 0 18", "Qg4", false},
		{"Reti-Tartakower 1910", "rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - 0 9", "Qd8+", false},
		{"Legal", StartFEN, "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5", false},
		{"Italian", "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 5", "Bxf7+", true},
		{"Jerome", StartFEN, "e4 e5 Nf3 Nc6 Bc4 Bc5 Bxf7+", true},
		{"bishop's opening", StartFEN, "e4 e5 Bc4 Nf6 Bxf7+", true},
		{"Pirc", StartFEN, "e4 d6 Bc4 Nf6 Bxf7+", true},
		{"before castling", "r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 w - - 0 6", "Bxf7+", true},
		{"Petroff", StartFEN, "e4 e5 Nf3 Nf6 Nxe5 d6 Nxf7", true},
		{"Trompowsky", "rnbqkb1r/ppp1pppp/5n2/3pN3/3P4/8/PPP1PPPP/RNBQKB1R w KQkq - 0 4", "Nxf7", true},
		{"no Greek gift: a knight on f6", "rnbq1rk1/ppp1bppp/4pn2/3p4/3P4/2PBPN2/PP3PPP/RNBQK2R w KQ - 0 6", "Bxh7+", true},
		{"no Greek gift: nobody comes", "rnbq1rk1/ppp2ppp/4pn2/3p4/1b1P4/2NBPN2/PPP2PPP/R1BQK2R w KQ - 0 6", "Bxh7+", true},
		{"no Greek gift of Black", "rnbqk2r/pp3ppp/2pb1n2/3p4/3P4/3B1N2/PPP2PPP/RNBQ1RK1 b kq - 0 7", "Bxh2+", true},
		{"a rook", "r2q1rk1/pppb1ppp/2n1pn2/3p4/3P4/2NBP3/PPPQ1PP1/2KR3R w - - 0 1", "Rxh7", true},
		{"Sicilian", StartFEN, "e4 c5 Nf3 d6 Bc4 Nf6 Bxf7+", true},
	}) {
		g, m := whyGame(t, tt.fen, tt.moves)
		w := mustExplain(t, newTestSearcher(), g, m, Limits{Nodes: 200_000})
		named := slices.ContainsFunc(w.Remarks, func(r Remark) bool {
			return r.Move == m && (r.Kind == remarkSacrifices && (r.Score < 0) == tt.unsound || tt.unsound && r.fits(formUnsound))
		})
		if !named {
			t.Errorf("%s: %s", tt.about, w)
		}
	}
}

// An exchange that loses a pawn is no sacrifice.
func TestUnsoundSacrifice(t *testing.T) {
	g, m := whyGame(t, "3qk3/8/8/b7/8/2N5/P7/3QK3 w - - 0 1", "Qxd8+")
	reply := newMove(mailbox[E8], mailbox[D8])
	r := Remark{Kind: RemarkLoses, Move: m, Line: Line{Position: g.Position(), PV: []Move{m, reply}}}
	if r.fits(formUnsound) {
		t.Error("an exchange of queens is called a sacrifice")
	}
}

// materialOnly is an Evaluator that does not explain.
type materialOnly struct{}

func (materialOnly) Evaluate(p *Position) Score { return Score(p.balance(p.turn())) }

// A Why of a search that was stopped has remarks too; what cannot be explained is an error.
func TestWhyErrors(t *testing.T) {
	a, g := newTestSearcher(), NewGame()
	m := g.LegalMoves()[0]
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	stopped, err := a.Search(ctx, g, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if w, err := a.Why(ctx, g, stopped, m); err != nil || w.Text(English, 0) == "" {
		t.Errorf("stopped: %q, %v", w.Text(English, 0), err)
	}
	r := mustSearch(t, a, g, Limits{Depth: 1})
	if _, err := a.Why(t.Context(), nil, r, m); err == nil {
		t.Error("no game")
	}
	if _, err := a.Why(t.Context(), g, r, newMove(mailbox[E2], mailbox[E5])); !errors.Is(err, ErrIllegal) {
		t.Errorf("an illegal move: %v", err)
	}
	if _, err := NewAlphaBeta(materialOnly{}).Why(t.Context(), g, r, m); err == nil {
		t.Error("an evaluator that does not explain")
	}
	mated := NewGame(MustParseFEN("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"))
	if _, err := a.Why(t.Context(), mated, r, m); !errors.Is(err, ErrGameOver) {
		t.Errorf("the game is over: %v", err)
	}
	for what, other := range map[string]Result{
		"no result": {}, "no line": {Position: r.Position, Move: r.Move},
		"another position":     mustSearch(t, a, NewGame(r.Position.After(m)), Limits{Depth: 1}),
		"an illegal line":      {Position: r.Position, PV: []Move{newMove(mailbox[E2], mailbox[E5])}},
		"no piece":             {Position: r.Position, PV: []Move{newMove(mailbox[E4], mailbox[E5])}, Depth: 2, Nodes: 10},
		"a rook that goes far": {Position: r.Position, PV: []Move{newMove(mailbox[F1], mailbox[A1])}, Depth: 2, Nodes: 10},
		"an illegal reply":     {Position: r.Position, PV: []Move{r.PV[0], newMove(mailbox[E2], mailbox[E4])}, Bound: Exact, Depth: 2, Nodes: 10},
	} {
		if _, err := a.Why(t.Context(), g, other, m); err == nil {
			t.Errorf("%s: no error", what)
		}
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
		w := mustExplain(t, a, g, moves[int(choice)%len(moves)], Limits{Nodes: 500})
		checkWhy(t, g, &w)
		if w.Nodes > 500+fewNodes+100 {
			t.Errorf("%d nodes", w.Nodes)
		}
	})
}

// A pawn that is exchanged en passant does not stand where the other one arrives.
func TestExchangeEnPassant(t *testing.T) {
	g, m := whyGame(t, "r1bqr1k1/pp3pb1/3p1npp/2pP4/4P3/2N1BB2/PP3PPP/2RQ1RK1 w - c6 0 14", "dxc6")
	w := mustExplain(t, newTestSearcher(), g, m, Limits{Depth: 5})
	i := slices.IndexFunc(w.Remarks, func(r Remark) bool { return r.Kind == remarkExchanges })
	if i < 0 {
		t.Fatalf("no exchange: %q", w.Text(English, 0))
	}
	if diff := cmp.Diff([]PieceOn{{BlackPawn, C5}, {WhitePawn, C6}}, w.Remarks[i].Pieces); diff != "" {
		t.Error(diff)
	}
}

// A threat that both moves stop is no reason for one of them.
func TestSharedDefence(t *testing.T) {
	for fen, move := range map[string]string{
		"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2":    "b1c3",
		"rnbqkb1r/pp3ppp/3p1n2/4p3/3PP3/8/PP2QPPP/RNB1KBNR w KQkq - 0 6":   "d4e5",
		"r2q1rk1/pp1np1bp/2p3p1/3p3n/3P4/3B3P/PPP1QPP1/RNB2RK1 w - - 5 12": "c2c3",
		"r3kb1r/pQ1b3p/4pqp1/1B2n3/8/8/PP3PPP/RNB1K2R b KQkq - 0 16":       "a8d8",
	} {
		g := NewGame(MustParseFEN(fen))
		w := mustExplain(t, newTestSearcher(), g, legalMove(t, g.current(), move), Limits{Nodes: 20_000})
		if slices.ContainsFunc(w.Remarks, func(r Remark) bool { return r.Kind == RemarkStopsThreat && r.Move == w.Other }) {
			t.Errorf("%s stops it too: %s", move, w)
		}
	}
}

// A pawn that promotes by capturing attacks a piece once, and none on an empty square.
func TestAttackByPromotion(t *testing.T) {
	for fen, move := range map[string]string{
		"4k3/3R4/p1P1prpP/8/1P2K3/p7/2r2P2/8 w - - 0 49":           "h6h7",
		"4r2r/5kpp/1n1P4/ppb1P3/2p2P2/P4K1P/1PP5/R1BR4 w - - 1 28": "d6d7",
	} {
		g := NewGame(MustParseFEN(fen))
		w := mustExplain(t, newTestSearcher(), g, legalMove(t, g.current(), move), Limits{Nodes: 20_000})
		for _, r := range w.Remarks {
			if r.Kind == remarkAttacks && (r.piece(0).Piece == NoPiece || len(r.Pieces) > 2 || len(r.Pieces) == 2 && r.Pieces[0] == r.Pieces[1]) {
				t.Errorf("%s %s: %s", fen, move, w)
			}
		}
	}
}

// A third occurrence is told as a draw, also if the line is only the reply.
func TestDrawByReply(t *testing.T) {
	g := NewGame(MustParseFEN("6k1/pp3ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"))
	if err := g.PlaySAN("Kf1", "Kf8", "Kg1", "Kg8", "Kf1", "Kf8", "Ke1", "Ke8"); err != nil {
		t.Fatal(err)
	}
	w := mustExplain(t, newTestSearcher(), g, legalMove(t, g.current(), "e1f1"), Limits{Nodes: 20_000})
	if !slices.ContainsFunc(w.Remarks, func(r Remark) bool { return r.Kind == remarkDraws }) {
		t.Errorf("no draw in: %s", w)
	}
}

// A draw by repetition is told if the line repeats itself, not if it comes back to an earlier position of the
// game, after which the game goes on.
func TestDrawWithinLine(t *testing.T) {
	for moves, want := range map[string]bool{"Nf3 Nf6 Ng1 | Ng8": false, "Nf3 Nf6 | Ng1 Ng8 Nf3 Nf6": true, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 | Ng8": true} {
		played, line, _ := strings.Cut(moves, " | ")
		g := NewGame()
		if err := g.PlaySAN(strings.Fields(played)...); err != nil {
			t.Fatal(err)
		}
		c := &candidate{line: Line{Position: g.Position(), Bound: Exact}}
		end := new(*g)
		for san := range strings.FieldsSeq(line) {
			if err := end.PlaySAN(san); err != nil {
				t.Fatal(err)
			}
			c.line.PV = append(c.line.PV, end.Moves()[len(end.Moves())-1])
		}
		x := explainer{game: g, position: g.Position(), us: g.Turn()}
		x.why.Reasons[0] = Reason{Rest: 2 * seriousLoss, Cause: "repetition"}
		if got := x.drawn(c); got != want {
			t.Errorf("%s: %t", moves, got)
		}
	}
}

// A piece that hangs weighs what it is worth, whatever its capture leads to.
func TestHangingWeight(t *testing.T) {
	g, m := whyGame(t, "r2qkbnr/ppp3pp/2n1bp2/3p4/3P4/2N1QN2/PPP2PPP/R1B1KB1R b KQkq - 1 7", "Nb4")
	w := mustExplain(t, newTestSearcher(), g, m, Limits{Nodes: 50_000})
	if r := w.Remarks[0]; r.Kind != RemarkHanging || r.piece(0).Square != E6 || r.Weight != Score(exchangeValues[Bishop]) {
		t.Errorf("%s", w)
	}
}

// What strong players said against the reasons of moves, as they read them: what is not to be said, and what is.
// The lines are those of the searches that they read, the scores those of the side to move.
func TestReasonsAsRead(t *testing.T) {
	t.Parallel()
	lineOf := func(g *Game, score Score, sans string) Line {
		end := new(*g)
		for san := range strings.FieldsSeq(sans) {
			if err := end.PlaySAN(san); err != nil {
				t.Fatal(err)
			}
		}
		return Line{Position: g.Position(), PV: end.Moves()[len(g.Moves()):], Score: score, Bound: Exact}
	}
	for _, tt := range []struct {
		about, fen    string
		score, best   Score
		line, instead string
		not, but      string
	}{
		{"only the knight makes it mate", "3r4/6pp/2k5/2N1Kp2/5P2/1P4P1/7P/8 w - - 2 54", -Mate + 2, -137, "Ne6 Rd5#", "b4 g6 Kf6 Rd2 h4 Rg2", "That was the threat", "allows mate in 1"},
		{"a gain that the scores do not show", "r2qkbnr/ppp2ppp/2n5/3pp3/3P2b1/2N5/PPP1PPBP/R1BQK1NR w KQkq e6 0 5", -174, -100, "Bxd5 exd4 Bxc6+ bxc6 Ne4", "dxe5 Bb4 Qxd5 Nge7 Qe4 O-O", "misses winning", ""},
		{"bishops are exchanged, and a knight is lost", "rn1qkb1r/pBpbp1pp/5n2/5p2/2Q5/6P1/PP1PPP1P/RNB1K1NR b KQkq - 0 6", -508, -358, "Bc6 Bxc6+ Nxc6 Qxc6+ Kf7 Nf3 Qc8 d4 h6", "c6 Nf3 Nd5 d4 Nb6 Qb3", "gives up the bishop", ""},
		{"a pawn that was a queen for one move", "2N5/1p1P1kpp/pP6/5p2/3K1P2/1P4P1/7P/2r5 w - - 2 47", -92, 467, "Ke5 Rd1 d8=Q Rxd8 Nd6+ Ke7 Nxb7", "d8=N+ Kf6 Nd6 Rb1 Kc3 g5", "wins the queen", ""},
		{"a queen that can capture first", "Q7/2q2ppk/7p/p1P1r3/4p3/4P2P/6P1/1R5K w - - 15 46", -273, -198, "c6 Rc5 Qe8 Qxc6 Kg1 Rc2", "Rb7 Qxc5 Rxf7 Qc1+ Kh2", "threatens to win the queen", ""},
		{"a rook that could be taken before", "5rk1/p1p3pp/1bp1q3/4p3/1P6/N1Pp4/P2Q1RPP/5RK1 w - - 0 23", 101, 313, "c4 Bxf2+ Rxf2 Rxf2 Kxf2", "Qxd3 Bxf2+ Rxf2 Rxf2 Kxf2 Qxa2+", "sacrifices the rook", ""},
		{"an exchange that wins a pawn", "3rkbnr/pp3pp1/3P3p/5b2/3n1B1P/5P2/PP2PK2/3R2NR b k - 1 15", 489, 673, "Nc2 e4 Be6 Ne2 Nb4 Nd4", "Bxd6 Bxd6 Rxd6 e3", "sacrifices the knight", ""},
		{"an exchange saves the piece too", "8/pp4kp/3B1np1/2P5/3n2q1/P1pK1N2/2P2PPP/2R4R b - - 6 24", 90, 163, "Nxf3 gxf3 Qxf3+ Kc4", "Nc6 Rce1 h6 h3", "out of danger", ""},
		{"whatever is played", "6k1/p1p3pp/2p5/8/1PP1Q3/N6P/P2p2PK/4q3 w - - 1 31", -1261, -739, "Qxc6 d1=Q Qe8+ Qxe8", "Qd3 d1=Q Qxd1 Qxd1", "makes a queen", ""},
		{"a queen is recaptured", "6k1/2q2pp1/4r2p/p1P2Q2/4p3/4P2P/6P1/1R5K w - - 11 44", -191, -117, "Qd5 Re5 Rb7 Rxd5 Rxc7 a4", "Rd1 Qc6 Qf4 Re8", "threatens mate in 1", ""},
		{"the best move leaves it too", "r1b1k2r/p1pp1ppp/2p5/4N3/7q/3P4/PPP2KPP/RNBQ4 w kq - 1 10", -331, -45, "g3 Qxh2+ Kf3 d6 Qe1 Qh5+", "Kf1 Qxh2 Qe1 Qh1+ Kf2 Qh4+ Kf1 Qxe1+", "leaves the pawn on h2 hanging", ""},
		{"a pawn that can capture first", "rnbqkbnr/pppp1ppp/4p3/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2", -118, -30, "f5 exf5 exf5 Nf3", "d5 e5 c5 c3", "threatens to win the pawn", ""},
		{"a draw, and a rook that is given away in it", "6k1/5p2/2q2p1Q/2ppP3/2p5/3P3P/1PP3PK/r7 b - - 0 25", 0, 921, "cxd3 exf6 Qc7+ g3 Rh1+ Kxh1 Qxg3", "Qe6 Qf4 cxd3 cxd3", "loses a rook", ""},
		{"a promotion was the threat, and no mate", "8/2r2p2/5kn1/1R5P/5n2/2p5/8/1K1N4 w - - 0 46", -Mate + 18, -464, "hxg6 c2+ Kc1 Nd3+ Kd2 c1=Q+ Ke2 Rc2+", "Rb6+ Kg5 hxg6 fxg6 Nxc3 Rxc3", "That was the threat", "allows mate in 9"},
		{"a mate becomes a rook", "2kr4/ppp2p1p/4bQ2/2b1p3/4P3/1Pq5/P4PPP/R2R2K1 b - - 1 19", -470, 412, "b6 Qxd8+ Kb7 Qd2 Qxd2 Rxd2", "Bd4 Qxf7 Bxf7 Rac1", "", "Qxd8+. That was the threat"},
		{"more is won later", "2k4r/1p3R1p/p1p3pQ/4p3/3bP3/8/r5P1/3N3K b - - 1 28", -824, -244, "Rd8 Qh3+ Kb8 Qb3 b5 Qxa2 Bc5 Nb2 Rf8 Rxf8+ Bxf8 Qxa6 Kc7 Qa7+ Kc8 Qa8+ Kc7 Qxf8", "Ra1 Kh2 Rb1 Nc3 Rb2 Na4 Rb1", "", "loses the rook on a2"},
		{"less than before, and more than otherwise", "2r3k1/5pp1/Q2Rp2p/4P1q1/4P3/5PB1/PPr2P1P/6K1 b - - 2 24", 64, 197, "Rc1+ Kg2 R1c2 Rd1 h5 Kh1", "Qc1+ Kg2 Qxb2 Qa4 Qb5", "", "misses winning the pawn on b2"},
	} {
		g := NewGame(MustParseFEN(tt.fen))
		played, best := lineOf(g, tt.score, tt.line), lineOf(g, tt.best, tt.instead)
		r := Result{Position: g.Position(), Move: best.PV[0], PV: best.PV, Score: best.Score, Bound: Exact, Lines: []Line{best, played}, Depth: 12, Nodes: 50_000}
		w, err := newTestSearcher().Why(t.Context(), g, r, played.PV[0])
		if text := w.Text(English, 1000); err != nil || tt.not != "" && strings.Contains(text, tt.not) || !strings.Contains(text, tt.but) {
			t.Errorf("%s (not %q, but %q): %s %v", tt.about, tt.not, tt.but, text, err)
		}
	}
	g, m := whyGame(t, "r4rk1/pp3pbp/n1pq2p1/1P6/2Pp2b1/P2P1NP1/1BQ2PBP/2R1R1K1 b - - 0 16", "cxb5")
	w := mustExplain(t, newTestSearcher(), g, m, Limits{Nodes: 50_000})
	if strings.Count(w.Text(English, 1000), "of the knight on c5") > 1 {
		t.Errorf("the same piece twice: %s", w)
	}
}

// A line that ends before a capture, so that it loses nothing for good, is searched on; others are not.
func TestWhyLineIsCut(t *testing.T) {
	for moves, on := range map[string]bool{
		"fxg6 bxc4 Rxa8 Qxa8 gxh7+ Kxh7":               true, // dxc4 takes back a pawn
		"fxg6 bxc4 Rxa8 Qxa8 gxh7+ Kxh7 dxc4 Nxe4 Bf4": false,
		"Ba2 gxf5 exf5 Rfe8":                           false,
	} {
		g, _ := whyGame(t, "r4rk1/4ppbp/2qp1np1/1pp2P2/2B1P3/3P3P/1PP1Q1P1/R1B2R1K w - - 0 17", moves)
		p := g.Start()
		line, err := p.ParseLine(moves)
		if err != nil {
			t.Fatal(err)
		}
		a := newTestSearcher()
		x := explainer{ctx: t.Context(), searcher: a, game: NewGame(p), position: p, us: White, first: 100_000, left: 100_000, depth: 12, why: Why{Move: line[0]}}
		l := Line{Position: p, PV: slices.Clone(line), Score: -250, Bound: Exact}
		if x.answer(&l); len(l.PV) > len(line) != on {
			t.Errorf("%s: %s", moves, p.SANLine(l.PV...))
		}
	}
}
