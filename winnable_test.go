package chess

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// checkWinnable fails the test if the answer contradicts itself or the rules.
func checkWinnable(t *testing.T, p Position, c Color, w Winnability) {
	t.Helper()
	if w.Line == nil {
		if w.Reason == "" {
			t.Errorf("%v, %v: neither a line nor a reason", p, c)
		}
		return
	}
	if !w.Possible || w.Reason != "" {
		t.Errorf("%v, %v: a line, and %+v", p, c, w)
	}
	q := p
	for _, m := range w.Line {
		next, err := q.Play(m)
		if err != nil {
			t.Fatalf("%v, %v: %v", p, c, err)
		}
		q = next
	}
	if o := q.Outcome(); !o.Decided || o.Winner != c {
		t.Errorf("%v, %v: %v ends with %v", p, c, p.SANLine(w.Line...), o)
	}
}

func TestWinnable(t *testing.T) {
	const (
		yes = ""
		any = "any reason"
	)
	for _, test := range []struct {
		name         string
		fen          string
		white, black string // the reason, or any, or yes
	}{
		{"start", StartFEN, yes, yes},
		{"two kings", "8/8/4k3/8/8/4K3/8/8 w - - 0 1", "insufficient material", "insufficient material"},
		{"pawns for ever", "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", reasonBlocked, reasonBlocked},
		{"a gap", "4k3/8/8/p2p2p1/P2P4/6P1/8/4K3 w - - 0 1", yes, yes},
		{"bishops behind pawns", "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1", reasonBlocked, reasonBlocked},
		{"one way in", "8/1k5B/7b/8/1p1p1p1p/1PpP1P1P/2P3K1/N3b3 b - - 0 1", any, any},
		{"the last pawn must go", "8/8/8/8/8/8/5k1p/7K w - - 0 1", "insufficient material", any},
		{"stalemate follows", "k7/P7/2K5/8/8/8/8/8 b - - 0 1", any, "insufficient material"},
		{"one legal move", "5rBK/8/7k/8/8/8/8/8 b - - 43 98", "insufficient material", yes},
		{"mated", "7k/5QQ1/8/8/8/8/8/K7 b - - 0 1", yes, "checkmate"},
		{"bishops of one colour", "8/8/2k5/8/8/3b4/8/2K1B3 w - - 0 1", yes, yes},
		{"a knight and a queen", "8/8/4k3/4q3/8/8/4N3/4K3 w - - 0 1", "insufficient material", yes},
		{"a knight and a pawn", "8/8/6pk/8/8/8/7N/7K b - - 0 1", yes, yes},
		{"castling", "4k3/8/8/p2p2p1/P2P2P1/8/8/4K2R w K - 0 1", yes, yes},
		{"en passant frees", "4k3/8/8/pPp5/P1Pp3p/3P3P/8/4K3 w - c6 0 1", yes, yes},
		{"seventy-five moves", "4k3/8/8/8/8/8/8/4KR2 w - - 150 200", yes, "insufficient material"},
		{"three checks", "4k3/8/8/8/8/8/8/4KN2 w - - 3+3 0 1", yes, "insufficient material"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			for c, want := range []string{test.white, test.black} {
				w, err := Laws{}.Winnable(context.Background(), p, Color(c))
				if err != nil {
					t.Fatal(err)
				}
				checkWinnable(t, p, Color(c), w)
				if want == any {
					if w.Possible {
						t.Errorf("%v can win: %v", Color(c), p.SANLine(w.Line...))
					}
				} else if (w.Line != nil) != (want == yes) || w.Reason != want {
					t.Errorf("%v: %+v, want %q", Color(c), w, want)
				}
			}
		})
	}
}

// winnableBySearch is the reference: all positions, without a blockade and without an estimate.
func winnableBySearch(p Position, c Color, most int) (winnable, known bool) {
	seen := map[Key]bool{p.Key(): true}
	for queue := []Position{p}; len(queue) > 0; queue = queue[1:] {
		moves := queue[0].AppendMoves(nil)
		if len(moves) == 0 && queue[0].InCheck() && queue[0].Turn() != c {
			return true, true
		}
		for _, m := range moves {
			next := queue[0].After(m)
			if k := next.Key(); !seen[k] {
				if len(seen) == most {
					return false, false
				}
				seen[k] = true
				queue = append(queue, next)
			}
		}
	}
	return false, true
}

// TestWinnableReference compares positions of few pieces and blocked pawns with the reference.
func TestWinnableReference(t *testing.T) {
	rng := chesstest.Rand(t)
	n := chesstest.Sample(t, 5000)
	answers := map[bool]int{}
	for range n {
		p, ok := randomBlocked(rng)
		if !ok {
			continue
		}
		c := Color(rng.IntN(2))
		want, known := winnableBySearch(p, c, 5000)
		if !known {
			continue
		}
		w, err := Laws{Nodes: 5000}.Winnable(context.Background(), p, c)
		if err != nil {
			t.Fatal(err)
		}
		checkWinnable(t, p, c, w)
		if w.Possible != want {
			t.Errorf("%v: %v can win: %v by all positions, %+v", p, c, want, w)
		}
		answers[want]++
	}
	if answers[false] < n/5 { // a line shows itself that a side can win
		t.Errorf("of %d positions the reference knows %v", n, answers)
	}
}

// randomBlocked returns a position with pawns that block each other on some files, mostly so that
// neither king gets past them, and sometimes another piece.
func randomBlocked(rng *rand.Rand) (Position, bool) {
	var s Setup
	rank := 3 + rng.IntN(2)
	for file := rng.IntN(2); file < 8; file += 3 - rng.IntN(5)/4 {
		s.Board[SquareAt(file, rank-1)], s.Board[SquareAt(file, rank)] = WhitePawn, BlackPawn
	}
	s.Board[rng.IntN(8+8)] = WhiteKing
	s.Board[63-rng.IntN(8+8)] = BlackKing
	pieces := [...]Piece{WhiteBishop, BlackBishop, WhiteKnight, WhitePawn, BlackPawn, WhiteRook, BlackRook, BlackQueen}
	for rng.IntN(3) == 0 {
		s.Board[8+rng.IntN(48)] = pieces[rng.IntN(len(pieces))]
	}
	s.Turn = Color(rng.IntN(2))
	p, err := s.Position()
	return p, err == nil && !p.Outcome().Over()
}

// TestBlockade plays games at random and looks whether anything happens that the blockade of the first position excludes.
func TestBlockade(t *testing.T) {
	rng := chesstest.Rand(t)
	for range chesstest.Sample(t, 20_000) {
		p, ok := randomBlocked(rng)
		var b blockade
		if !ok || !b.set(&p) {
			continue
		}
		can := [2]bool{b.allowsMate(White), b.allowsMate(Black)}
		var stand [16]SquareSet // by Piece
		for _, e := range b.pieces() {
			stand[e.piece] |= e.reach
			if e.promoted != 0 {
				for piece := Knight; piece <= Queen; piece++ {
					stand[piece.Of(e.piece.Color())] |= e.promoted
				}
			}
		}
		start := p
		for range 100 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				if p.InCheck() && !can[p.Turn().Other()] {
					t.Fatalf("%v: mate in %v", start, p)
				}
				break
			}
			p = p.After(moves[rng.IntN(len(moves))])
			for sq, piece := range p.Pieces() {
				if !stand[piece].Has(sq) {
					t.Fatalf("%v: %v on %v in %v", start, piece, sq, p)
				}
			}
			if b.fixed&^occupiedSquares(p) != 0 {
				t.Fatalf("%v: a fixed piece has left in %v", start, p)
			}
		}
	}
}

// A pawn that can be captured en passant is not fixed, nor is what it guards.
func TestBlockadeEnPassant(t *testing.T) {
	p := MustParseFEN("4k3/8/8/pPp5/P1Pp3p/3P3P/8/4K3 w - c6 0 1")
	var b blockade
	if !b.set(&p) || b.fixed.Has(C5) {
		t.Errorf("fixed: %v", b.fixed)
	}
}

func occupiedSquares(p Position) (set SquareSet) {
	for sq := range p.Pieces() {
		set |= sq.Set()
	}
	return set
}

func TestLawsOutcome(t *testing.T) {
	dead := MustParseFEN("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1")
	for _, test := range []struct {
		name            string
		fen             string
		outcome, onTime Outcome // when the side to move runs out of time
	}{
		{"start", StartFEN, Outcome{}, WinBy(Black, TimeForfeit)},
		{"dead", dead.FEN(), DrawBy(DeadPosition), DrawBy(TimeForfeit)},
		{"by material", "8/8/4k3/8/8/4K3/8/8 w - - 0 1", DrawBy(InsufficientMaterial), DrawBy(InsufficientMaterial)},
		{"one side", "8/8/8/8/5k2/7K/6R1/8 w - - 9 54", Outcome{}, DrawBy(TimeForfeit)},
		{"the capture is forced", "8/8/8/8/8/8/5k1p/7K w - - 2 61", DrawBy(DeadPosition), DrawBy(TimeForfeit)},
		{"mate", "7k/5QQ1/8/8/8/8/8/K7 b - - 0 1", WinBy(White, Checkmate), WinBy(White, Checkmate)},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			outcome, err := Laws{}.Outcome(context.Background(), p)
			onTime, err2 := Laws{}.OutOfTime(context.Background(), p, p.Turn())
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			if diff := cmp.Diff([]Outcome{test.outcome, test.onTime}, []Outcome{outcome, onTime}); diff != "" {
				t.Error(diff)
			}
		})
	}
	var g Game
	g.start, g.now = &dead, dead
	if err := g.End(DrawBy(DeadPosition)); err != nil {
		t.Error(err)
	}
	if err := new(Game).End(WinBy(White, DeadPosition)); err == nil {
		t.Error("a win in a dead position")
	}
}

// TestLawsLimits: an answer keeps to its limits, and says so.
func TestLawsLimits(t *testing.T) {
	hard := MustParseFEN("k6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7 w - - 0 1")
	w, err := Laws{Nodes: 3000}.Winnable(context.Background(), hard, White)
	if err != nil || !w.Possible || w.Line != nil || w.Reason != reasonLimit || w.Nodes > 3000+MaxMoves {
		t.Errorf("%+v, %v", w, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if w, err := (Laws{}).Winnable(ctx, hard, White); err != context.Canceled || !w.Possible {
		t.Errorf("%+v, %v", w, err)
	}
	if w, err := (Laws{}).Winnable(context.Background(), Position{}, White); err != nil || w.Possible {
		t.Errorf("the zero Position: %+v, %v", w, err)
	}
}

// TestBotCannotLose: a Bot neither resigns nor draws what the opponent cannot win.
func TestBotCannotLose(t *testing.T) {
	for _, test := range []struct {
		fen              string
		resigns, accepts bool // if its Searcher finds a score of -9.00
	}{
		{"8/8/8/8/5k2/7K/6R1/8 w - - 9 54", false, false}, // Black has a king
		{"8/8/8/8/5k2/7K/6RP/8 w - - 9 54", false, false},
		{"4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", false, true}, // nobody can win
		{"8/8/8/8/5k2/7K/6RP/7q w - - 9 54", true, true},
	} {
		s := &botStub{t: t, results: func(_ int, r *Result) { r.Score = -900 }}
		g := NewGame(MustParseFEN(test.fen))
		b := &Bot{Searcher: s, NoPonder: true}
		if _, err := b.Move(t.Context(), g, Clock{}); err != nil {
			t.Fatal(err)
		}
		if b.AcceptsDraw() != test.accepts {
			t.Errorf("%v: it accepts a draw %v", test.fen, b.AcceptsDraw())
		}
		b = &Bot{Searcher: s, NoPonder: true, ResignMoves: 1, ResignScore: 500}
		if r, err := b.Move(t.Context(), g, Clock{}); err != nil || r.Resign != test.resigns {
			t.Errorf("%v: it resigns %v, %v", test.fen, r.Resign, err)
		}
	}
}

func BenchmarkWinnable(b *testing.B) {
	for _, test := range []struct{ name, fen string }{
		{"start", StartFEN},
		{"middlegame", "r1bq1rk1/pp2bppp/2n1pn2/2pp4/2PP4/1PN1PN2/PB3PPP/R2QKB1R w KQ - 0 8"},
		{"ending", "8/5pk1/6p1/8/3R4/6P1/1r3PK1/8 w - - 0 40"},
		{"blocked", "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1"},
	} {
		b.Run(test.name, func(b *testing.B) {
			p := MustParseFEN(test.fen)
			for b.Loop() {
				Laws{}.Winnable(context.Background(), p, White)
			}
		})
	}
}
