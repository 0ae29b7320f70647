package chess

import (
	"context"
	"math/rand/v2"
	"slices"
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
		{"pawns for ever", "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", reasonExhausted, reasonExhausted},
		{"a gap", "4k3/8/8/p2p2p1/P2P4/6P1/8/4K3 w - - 0 1", yes, yes},
		{"bishops behind pawns", "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1", reasonBlocked, reasonBlocked},
		{"only one is blocked", "7k/8/8/3B4/8/6p1/1b4Pp/2b4K w - - 0 1", yes, reasonBlocked},
		{"one way in", "8/1k5B/7b/8/1p1p1p1p/1PpP1P1P/2P3K1/N3b3 b - - 0 1", any, any},
		{"the last pawn must go", "8/8/8/8/8/8/5k1p/7K w - - 0 1", "insufficient material", any},
		{"stalemate follows", "k7/P7/2K5/8/8/8/8/8 b - - 0 1", any, "insufficient material"},
		{"one legal move", "5rBK/8/7k/8/8/8/8/8 b - - 43 98", "insufficient material", yes},
		{"mated", "7k/5QQ1/8/8/8/8/8/K7 b - - 0 1", yes, "checkmate"},
		{"bishops of one colour", "8/8/2k5/8/8/3b4/8/2K1B3 w - - 0 1", yes, yes},
		{"a knight and a queen", "8/8/4k3/4q3/8/8/4N3/4K3 w - - 0 1", "insufficient material", yes},
		{"a knight and a pawn", "8/8/6pk/8/8/8/7N/7K b - - 0 1", yes, yes},
		{"a knight against what stands in the way", "8/P7/1K1n4/8/7k/8/8/8 b - - 0 55", yes, yes},
		{"and against a rook and a bishop", "8/8/8/5k2/5B2/3K3n/8/5R2 b - - 2 72", yes, yes},
		{"castling", "4k3/8/8/p2p2p1/P2P2P1/8/8/4K2R w K - 0 1", yes, yes},
		{"en passant frees", "4k3/8/8/pPp5/P1Pp3p/3P3P/8/4K3 w - c6 0 1", yes, yes},
		{"seventy-five moves", "4k3/8/8/8/8/8/8/4KR2 w - - 150 200", yes, "insufficient material"},
		{"three checks", "4k3/8/8/8/8/8/8/4KN2 w - - 3+3 0 1", yes, "insufficient material"},
		{"the third check is forced", "1r5k/8/6P1/8/8/p7/P7/K7 w - - 1+3 0 1", yes, any},
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
				} else if w.Possible != (want == yes) || (w.Line != nil) != w.Possible || w.Reason != want {
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

// TestWinnableReference compares positions with blocked pawns with the reference, and what is blocked in them.
func TestWinnableReference(t *testing.T) {
	rng := chesstest.Rand(t)
	n := chesstest.Sample(t, 5000)
	answers, proofs := map[bool]int{}, 0
	for range n {
		p, ok := randomBlocked(rng)
		if !ok {
			continue
		}
		c := Color(rng.IntN(2))
		want, known := winnableBySearch(p, c, 5000)
		var b blockade
		if !b.set(&p) {
			t.Fatalf("%v: no blockade", p)
		}
		plans := b.plans(c, 20)
		if blocked := !b.allowsMate(c); blocked || plans == nil {
			proofs++
			if known && want || !blocked || plans != nil {
				t.Errorf("%v: %v can win: %v, %v; is blocked: %v, and has %d plans", p, c, want, known, blocked, len(plans))
			}
		}
		if !known {
			continue
		}
		w, err := Laws{Nodes: 5000}.Winnable(context.Background(), p, c)
		if err != nil {
			t.Fatal(err)
		}
		checkWinnable(t, p, c, w)
		s := winSearch{winner: c, standard: true, plans: plans}
		planned, err := s.search(context.Background(), &p, 5000)
		if err != nil {
			t.Fatal(err)
		}
		checkWinnable(t, p, c, planned)
		if w.Possible != want || planned.Possible != want {
			t.Errorf("%v: %v can win: %v by all positions, %+v, %+v", p, c, want, w, planned)
		}
		answers[want]++
	}
	if answers[false] < n/5 || proofs < n/8 { // a line shows itself that a side can win
		t.Errorf("of %d positions the reference knows %v, and %d are blocked", n, answers, proofs)
	}
}

// randomBlocked returns a position with pawns that block each other on some files: in every second one mostly
// so that neither king gets past them, and sometimes another piece, and else many pieces between them.
func randomBlocked(rng *rand.Rand) (Position, bool) {
	var s Setup
	if rng.IntN(2) == 0 {
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
	} else {
		for file := range 8 {
			rank := 1 + rng.IntN(5)
			s.Board[SquareAt(file, rank)], s.Board[SquareAt(file, rank+1)] = WhitePawn, BlackPawn
		}
		pieces := [...]Piece{NoPiece, WhiteBishop, BlackBishop, WhiteKnight, BlackKnight, WhitePawn, BlackPawn, WhiteRook, BlackRook}
		for range rng.IntN(10) {
			s.Board[8+rng.IntN(48)] = pieces[rng.IntN(len(pieces))]
		}
		s.Board[rng.IntN(64)] = WhiteKing
		s.Board[rng.IntN(64)] = BlackKing
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
		var kings [2]SquareSet
		var takes [2][16][64]SquareSet // by Color of the winner, Piece and Square
		for c := range Color(2) {
			kings[c] = b.king(c).reach
			for _, post := range b.posts(nil, c) {
				if !post.pawn {
					takes[c][post.piece][post.to] |= post.takes
					continue
				}
				for t := Knight; t <= Queen; t++ {
					takes[c][t.Of(post.piece.Color())][post.to] |= post.takes
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
			_, occupied := p.attackedBy(White)
			for sq, piece := range p.Pieces() {
				c := piece.Color()
				theirs := p.king(c.Other())
				if piece.Type() == King && !kings[c].Has(sq) ||
					piece.Attacks(sq, occupied&^(theirs.Set()&^b.fixed))&^takes[c][piece][sq] != 0 ||
					piece.Type() != King && !takes[c.Other()][piece][sq].Has(sq) {
					t.Fatalf("%v: %v on %v in %v", start, piece, sq, p)
				}
				if b.fixed.Has(sq) && start.At(sq) != piece {
					t.Fatalf("%v: the piece on %v has left in %v", start, sq, p)
				}
			}
		}
	}
}

// TestBlockadeRules has small positions that one rule each decides.
func TestBlockadeRules(t *testing.T) {
	for _, test := range []struct {
		rule   string
		fen    string
		winner Color
		allows bool
	}{
		{"no blockade while a side may castle over fixed pieces", "4k3/8/8/8/8/1p1p1p1p/1P1PpP1P/BRK1B3 w B - 0 1", Black, true},
		{"no blockade in variants", "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 3+3 0 1", White, true},
		{"no blockade of more than 32 pieces", "NNNNNNNN/NNNNNNNN/8/8/nnnnnnnn/nnnnnnnn/K6k/8 w - - 0 1", White, true},
		{"a pawn can be captured en passant", "4k3/8/2p5/p1Pp2p1/P2P2P1/8/8/4K3 w - d6 0 1", White, true},
		{"pawns capture what was fixed", "8/1k6/p4p2/Pp1ppPpp/1PpPP1PP/K1P5/8/8 w - - 0 1", White, true},
		{"a king frees what it captures", "3k4/p1p1p1p1/P1P1PKP1/8/8/8/8/8 w - - 0 1", White, true},
		{"a pawn frees what it captures, however it got there", "8/7k/6p1/5pPp/4pP1P/1p1pP1K1/1P1P4/2B2R2 b - - 0 1", White, true},
		{"what is captured was not fixed", "1k6/8/5p2/5P2/2Kp4/3P4/8/8 w - - 0 1", White, true},
		{"any two may meet", "k7/8/8/8/1p6/1Pp5/2P5/1K6 w - - 0 1", White, true},
		{"a piece may be given to a pawn that promoted", "8/2k5/7P/1p1p2p1/1P1P2P1/8/4K3/8 b - - 0 1", Black, true},
		{"what can leave guards nothing", "k7/8/1p6/bP6/Bp6/1Pp5/2P5/1K6 w - - 0 1", White, true},
		{"lines open", "8/8/5k2/1p6/1P1p4/B2p4/RK1P4/QRB5 b - - 0 1", White, true},
		{"only kings keep off what is guarded", "k7/1p6/1Pp4b/n1P5/N1p5/1pP5/1P6/1K6 w - - 0 1", White, true},
		{"a pawn promotes", "4k3/8/8/8/8/5P2/8/K7 w - - 0 1", White, true},
		{"a pawn of Black promotes", "8/4p3/8/8/8/5k2/8/4K3 w - - 0 1", Black, true},
		{"a pawn that promoted is in its king's way", "2k5/8/8/1B6/8/8/p7/6K1 b - - 0 1", White, true},
		{"a piece is in its king's way", "3kb3/8/8/8/8/3KN3/8/8 w - - 0 1", White, true},
		{"more than one move", "8/2k2n2/8/8/8/5B2/2K5/8 w - - 0 1", White, true},
		{"the first piece moves", "4k3/8/8/p7/P7/8/8/2K5 b - - 0 1", White, true},
		{"a line goes on behind the king", "8/8/8/1k3K2/6R1/8/8/8 w - - 0 1", White, true},
		{"the other king is mated, anywhere", "8/2K1k3/4q3/8/8/8/8/8 w - - 0 1", Black, true},
		{"a pawn mates", "K1k5/P1Pp4/3P4/8/b7/8/8/8 b - - 0 1", Black, true},
		{"a fixed king is not entered", "K1k5/P1Pp4/3P4/8/b7/8/8/8 b - - 0 1", White, false},
		{"a king is not captured", "N1b1N1N1/1pPpPpPp/1P1P1P1P/8/8/5P2/8/K1k5 b - - 0 1", Black, false},
		{"pawns are stopped and guard for ever", "3k4/8/8/1p2p2p/1P2P2P/8/2K5/8 w - - 0 1", White, false},
		{"bishops are stopped, and kings do not touch", "1k6/8/8/1p6/bP6/Bp6/1P6/1K6 b - - 0 1", White, false},
		{"a line ends at what is fixed", "k7/2K5/3p1p2/3PbP2/3pBp2/3P1P2/4B3/8 w - - 0 1", White, false},
		{"no piece stands on the king's square", "k7/2K5/3p1p2/3PbP2/3pBp2/3P1P2/4B3/8 w - - 0 1", Black, false},
		{"a piece has one post", "3k4/1b6/8/8/8/1pB5/pP6/K7 b - - 0 1", White, false},
		{"a mate is a check", "3k4/8/8/8/8/1p6/pP6/K7 b - - 0 1", Black, false},
	} {
		t.Run(test.rule, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			var b blockade
			if allows := !b.set(&p) || b.allowsMate(test.winner); allows != test.allows {
				t.Errorf("%v: a mate by %v: %v", test.fen, test.winner, allows)
			}
		})
	}
}

// TestBlockadePromotion: a pawn that can promote is not fixed, and goes everywhere afterwards, though nothing else moves any more.
func TestBlockadePromotion(t *testing.T) {
	for _, fen := range []string{"7B/6P1/8/8/8/7k/4K3/8 w - - 0 1", "8/3k4/8/8/8/3K4/3P4/8 w - - 0 1"} {
		p := MustParseFEN(fen)
		var b blockade
		if !b.set(&p) || b.fixed != 0 || !slices.ContainsFunc(b.pieces(), func(e blockaded) bool { return e.promoted == ^SquareSet(0) }) {
			t.Errorf("%v: %v is fixed, %+v", fen, b.fixed, b.pieces())
		}
		// Black is blocked, and that does not matter.
		s := winSearch{winner: White, standard: true, plans: b.plans(White, 20)}
		w, err := s.search(context.Background(), &p, 1000)
		if w.Line == nil || err != nil {
			t.Errorf("%v: %+v, %v", fen, w, err)
		}
		checkWinnable(t, p, White, w)
	}
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
