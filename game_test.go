package chess

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// gameOf returns a game from a FEN after moves in UCI notation.
func gameOf(t *testing.T, fen, moves string) *Game {
	t.Helper()
	g := NewGame(MustParseFEN(fen))
	playAll(t, g, moves)
	return g
}

func playAll(t *testing.T, g *Game, moves string) {
	t.Helper()
	for _, s := range strings.Fields(moves) {
		if err := g.Continue(legalMove(t, g.current(), s)); err != nil {
			t.Fatal(err)
		}
	}
}

func legalMove(t *testing.T, p *Position, s string) Move {
	t.Helper()
	for _, m := range p.AppendMoves(nil) {
		if m.String() == s {
			return m
		}
	}
	t.Fatalf("%v: %s is not legal", p, s)
	return 0
}

const (
	foolsMate = "f2f3 e7e5 g2g4 d8h4"
	shuffle   = " g1f3 g8f6 f3g1 f6g8"
)

func TestGameOutcome(t *testing.T) {
	for _, tt := range []struct {
		name, fen, moves string
		want             Outcome
		result           string
	}{
		{"start", StartFEN, "", Outcome{}, "*"},
		{"checkmate", StartFEN, foolsMate, WinBy(Black, Checkmate), "0-1"},
		{"checkmate by White", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", WinBy(White, Checkmate), "1-0"},
		{"stalemate", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g6", DrawBy(Stalemate), "1/2-1/2"},
		{"bare kings", "8/8/4k3/8/8/3pK3/8/8 w - - 0 1", "e3d3", DrawBy(InsufficientMaterial), "1/2-1/2"},
		{"material before stalemate", "k7/8/1KN5/8/8/8/8/8 b - - 0 1", "", DrawBy(InsufficientMaterial), "1/2-1/2"},
		{"seventy-five moves", "4k3/8/8/8/8/8/8/R3K3 w - - 149 90", "a1a2", DrawBy(SeventyFiveMoves), "1/2-1/2"},
		{"one ply before", "4k3/8/8/8/8/8/8/R3K3 w - - 148 90", "a1a2", Outcome{}, "*"},
		{"mate before seventy-five moves", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 90", "a1a8", WinBy(White, Checkmate), "1-0"},
		{"stalemate by a pin", "7k/8/8/8/8/6q1/8/1r4NK b - - 0 1", "b1a1", DrawBy(Stalemate), "1/2-1/2"},
		{"stalemate before seventy-five moves", "7k/8/5K2/8/8/8/8/6Q1 w - - 149 90", "g1g6", DrawBy(Stalemate), "1/2-1/2"},
		{"fourfold", StartFEN, shuffle + shuffle + shuffle, Outcome{}, "*"},
		{"fivefold", StartFEN, shuffle + shuffle + shuffle + shuffle, DrawBy(FivefoldRepetition), "1/2-1/2"},
		{"seventy-five moves before fivefold", "4k3/8/8/8/8/8/8/R3K3 w - - 134 90",
			strings.Repeat(" a1a2 e8e7 a2a1 e7e8", 4), DrawBy(SeventyFiveMoves), "1/2-1/2"},
		{"play goes on after fivefold", StartFEN, shuffle + shuffle + shuffle + shuffle + " " + foolsMate, WinBy(Black, Checkmate), "0-1"},
		{"third check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8", WinBy(White, ThreeChecks), "1-0"},
		{"Black's third check", "4k3/r7/8/8/8/8/8/R3K3 b - - 1+1 0 1", "a7e7", WinBy(Black, ThreeChecks), "0-1"},
		{"second check", "4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1", "a1a8", Outcome{}, "*"},
		{"third check, and mate", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8", WinBy(White, Checkmate), "1-0"},
		{"mate in three-check", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 3+3 0 1", "a1a8", WinBy(White, Checkmate), "1-0"},
		{"a knight can give three checks", "8/8/4k3/8/8/4K3/8/6N1 w - - 3+3 0 1", "", Outcome{}, "*"},
		{"bare kings in three-check", "8/8/4k3/8/8/4K3/8/8 w - - 3+3 0 1", "", DrawBy(InsufficientMaterial), "1/2-1/2"},
	} {
		g := gameOf(t, tt.fen, tt.moves)
		if got := g.Outcome(); got != tt.want || got.String() != tt.result || got.IsDraw() != (tt.result == "1/2-1/2") {
			t.Errorf("%s: Outcome = %+v %v, want %+v %s", tt.name, got, got, tt.want, tt.result)
		}
		p := g.Position()
		if got := p.Outcome(); tt.want.Reason != FivefoldRepetition && got != tt.want {
			t.Errorf("%s: Position.Outcome = %+v, want %+v", tt.name, got, tt.want)
		}
		if claim, ok := g.CanClaimDraw(); ok && tt.want != (Outcome{}) {
			t.Errorf("%s: CanClaimDraw = %v after the end of the game", tt.name, claim)
		}
	}
}

func TestTerminationString(t *testing.T) {
	want := []string{
		"unterminated", "checkmate", "three checks", "insufficient material", "stalemate", "seventy-five moves",
		"fivefold repetition", "threefold repetition", "fifty moves", "resignation", "agreement", "time",
		"rules infraction", "adjudication", "abandonment", "unspecified", "king on the hill", "king on the eighth rank",
		"king exploded", "no pieces left", "no moves left", "dead position", "a meteor",
	}
	var got []string
	for _, reason := range append(terminations[:], "a meteor") {
		got = append(got, reason.String())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestCanWin(t *testing.T) {
	for _, tt := range []struct {
		board        string
		white, black bool
	}{
		{"4k3/8/8/8/8/8/8/4K3", false, false},
		{"4k3/8/8/8/8/8/8/3NK3", false, false},
		{"4k3/8/8/8/8/8/8/3BK3", false, false},
		{"4k3/8/8/8/8/8/8/2NNK3", true, false},
		{"4k3/8/8/8/8/8/8/2BNK3", true, false},
		{"4k3/8/8/8/8/8/8/2BBK3", true, false},
		{"4k3/8/8/8/8/8/8/1B1BK3", false, false},   // both on light squares
		{"2b1k3/8/8/8/8/8/8/1B1BK3", false, false}, // and c8 too
		{"3bk3/8/8/8/8/8/8/3BK3", true, true},      // d8 is dark
		{"3nk3/8/8/8/8/8/8/3BK3", true, true},
		{"3nk3/8/8/8/8/8/8/3NK3", true, true},
		{"3qk3/8/8/8/8/8/8/3NK3", false, true},
		{"3rk3/8/8/8/8/8/8/3NK3", true, true},
		{"3rk3/8/8/8/8/8/8/3BK3", false, true},
		{"4k3/3p4/8/8/8/8/8/3BK3", true, true},
		{"4k3/3p4/8/8/8/8/8/3NK3", true, true},
		{"4k3/3p4/8/8/8/8/8/4K3", false, true},
		{"4k3/8/8/8/8/8/3P4/4K3", true, false},
		{"4k3/8/8/8/8/8/8/3RK3", true, false},
		{"4k3/8/8/8/8/8/8/3QK3", true, false},
	} {
		p := MustParseFEN(tt.board + " w - - 0 1")
		if got := [2]bool{p.CanWin(White), p.CanWin(Black)}; got != [2]bool{tt.white, tt.black} {
			t.Errorf("%s: CanWin = %v, want %v and %v", tt.board, got, tt.white, tt.black)
		}
		if got := p.Outcome(); (got.Reason == InsufficientMaterial) != (!tt.white && !tt.black) {
			t.Errorf("%s: Outcome = %+v", tt.board, got)
		}
		want := DrawBy(TimeForfeit)
		if tt.black {
			want = WinBy(Black, TimeForfeit)
		}
		if o := p.Outcome(); o.Over() {
			want = o
		}
		if got := p.OutOfTime(White); got != want {
			t.Errorf("%s: OutOfTime(White) = %+v, want %+v", tt.board, got, want)
		}
	}
}

// The clock counts for nothing once the game is over, nor where all moves take the opponent's
// last chance.
func TestOutOfTime(t *testing.T) {
	for _, tt := range []struct {
		name, fen string
		c         Color
		want      Outcome
	}{
		{"after mate", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", White, WinBy(White, Checkmate)},
		{"mated", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", Black, WinBy(White, Checkmate)},
		{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Black, DrawBy(Stalemate)},
		{"bare kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", White, DrawBy(InsufficientMaterial)},
		{"seventy-five moves", "4k3/8/8/8/8/8/R7/4K3 w - - 150 90", White, DrawBy(SeventyFiveMoves)},
		{"third check", "4R1k1/8/8/8/8/8/8/K7 b - - 0+3 0 1", Black, WinBy(White, ThreeChecks)},
		{"the only move takes the rook", "r7/K1k5/8/8/8/8/8/8 w - - 0 1", White, DrawBy(TimeForfeit)},
		{"the opponent's clock", "r7/K1k5/8/8/8/8/8/8 w - - 0 1", Black, DrawBy(TimeForfeit)},
		{"the only move takes the knight", "kb6/2N5/1K6/8/8/8/8/8 b - - 0 1", Black, DrawBy(TimeForfeit)},
		{"the rook may be left", "r7/1K6/8/2k5/8/8/8/8 w - - 0 1", White, WinBy(Black, TimeForfeit)},
		{"a pawn about to promote", "4k3/8/8/8/8/8/6p1/4K3 w - - 0 1", White, WinBy(Black, TimeForfeit)},
		{"the only move takes the last pawn", "7k/8/8/8/8/1p6/p1p5/K7 w - - 0 1", White, WinBy(Black, TimeForfeit)},
		{"it is not to move", "r7/1K6/8/2k5/8/8/8/8 b - - 0 1", White, WinBy(Black, TimeForfeit)},
	} {
		p := MustParseFEN(tt.fen)
		if got := p.OutOfTime(tt.c); got != tt.want {
			t.Errorf("%s: %v %v, want %v %v", tt.name, got, got.Reason, tt.want, tt.want.Reason)
		}
	}
}

// The capture on d6 is never legal: the pawn on e5 is pinned. So the position
// after 4...d5 is the same as the two later ones.
const pinnedEnPassant = "e2e4 c7c5 e4e5 d8b6 g1f3 b6e6 f3g1 d7d5 g1f3 b8c6 f3g1 c6b8 g1f3 b8c6 f3g1 c6b8"

func TestRepetitions(t *testing.T) {
	for _, tt := range []struct {
		name, fen, moves string
		want             int
	}{
		{"start", StartFEN, "", 1},
		{"twice", StartFEN, shuffle, 2},
		{"three times", StartFEN, shuffle + shuffle, 3},
		{"after six plies", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2 e8d8 a2a3 d8e7 a3a1 e7e8", 2},
		{"en-passant capture pinned", StartFEN, pinnedEnPassant, 3},
		{"en-passant capture possible the first time", StartFEN,
			"e2e4 a7a6 e4e5 d7d5" + shuffle + shuffle, 2},
		{"rights to castle lost between", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
			"e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8", 2},
		{"a check used up in three-check", "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1",
			"a1a8 e8e7 a8a1 e7e8", 1},
		{"the same pieces and the other side to move", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
			"a1a3 e8d8 a3a2 d8e8 a2a1", 1},
		{"the clock counts more moves than the game", "4k3/8/8/8/8/8/8/R3K3 w - - 40 90", "a1a2 e8e7 a2a1 e7e8", 2},
	} {
		g := gameOf(t, tt.fen, tt.moves)
		claim, ok := g.CanClaimDraw()
		if got, now := g.Repetitions(), ok && claim.Move == 0; got != tt.want || now != (tt.want >= 3) {
			t.Errorf("%s: Repetitions = %d, want %d; CanClaimDraw = %v", tt.name, got, tt.want, claim)
		}
	}
}

// TestClaimsBackAndForth compares CanClaimDraw with a look at each move, in games where few squares are visited.
func TestClaimsBackAndForth(t *testing.T) {
	r := chesstest.Rand(t)
	visited := []Square{A1, B1, G1, H1, A8, B8, C8, E8, F8}
	starts := []string{
		"k7/8/8/8/8/8/8/K6R w - - 0 1", "r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1", "k7/8/8/8/8/8/8/1R2K1R1 w GB - 0 1",
		"k7/8/8/8/8/8/8/K6R w - - 3+3 0 1", "k7/8/8/8/8/8/8/K6R[] w - - 0 1",
	}
	claims := 0
	for range chesstest.Sample(t, 300) {
		g := NewGame(MustParseFEN(starts[r.IntN(len(starts))]))
		count := map[Key]int{g.Position().Key(): 1}
		for range 60 {
			want := count[g.Position().Key()] >= 3
			for _, m := range g.LegalMoves() {
				want = want || count[g.Position().After(m).Key()] >= 2
			}
			if g.Outcome().Over() {
				break
			}
			if claim, ok := g.CanClaimDraw(); ok != want {
				t.Fatalf("%v: CanClaimDraw = %v, %v", g.Moves(), claim, ok)
			} else if ok {
				claims++
			}
			moves := slices.DeleteFunc(g.LegalMoves(), func(m Move) bool { return !slices.Contains(visited, m.To()) })
			if len(moves) == 0 {
				break
			}
			if err := g.Play(moves[r.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
			count[g.Position().Key()]++
		}
	}
	if claims == 0 {
		t.Error("there were no claims")
	}
}

func TestCanClaimDraw(t *testing.T) {
	for _, tt := range []struct {
		name, fen, moves string
		reason           Termination
		move             string
	}{
		{"nothing", StartFEN, shuffle, unterminated, "0000"},
		{"threefold", StartFEN, shuffle + shuffle, ThreefoldRepetition, "0000"},
		{"threefold, en-passant capture pinned", StartFEN, pinnedEnPassant, ThreefoldRepetition, "0000"},
		{"threefold announced", StartFEN, shuffle + " g1f3 g8f6 f3g1", ThreefoldRepetition, "f6g8"},
		{"fifty moves", "4k3/8/8/8/8/8/8/R3K3 w - - 99 90", "a1a2", FiftyMoves, "0000"},
		{"fifty moves, one ply before", "4k3/8/8/8/8/8/8/R3K3 w - - 98 90", "", unterminated, "0000"},
		{"fifty moves announced", "7k/8/8/8/8/7p/7P/7K b - - 99 90", "", FiftyMoves, ""},
		{"no quiet move", "7k/6pP/6P1/8/8/8/8/K7 b - - 99 90", "", unterminated, "0000"},
		{"both", "4k3/8/8/8/8/8/8/R3K3 w - - 92 90", "a1a2 e8e7 a2a1 e7e8 a1a2 e8e7 a2a1 e7e8", ThreefoldRepetition, "0000"},
		{"fifty moves now before threefold by a move", "4k3/8/8/8/8/8/8/R3K3 w - - 93 90",
			"a1a2 e8e7 a2a1 e7e8 a1a2 e8e7 a2a1", FiftyMoves, "0000"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := gameOf(t, tt.fen, tt.moves)
			got, ok := g.CanClaimDraw()
			if got.Reason != tt.reason || ok != (tt.reason != unterminated) || tt.move != "" && got.Move.String() != tt.move {
				t.Fatalf("CanClaimDraw = %v %v, %v; want %v %s", got.Reason, got.Move, ok, tt.reason, tt.move)
			}
			for _, reason := range []Termination{ThreefoldRepetition, FiftyMoves} {
				err := new(*g).End(DrawBy(reason))
				if reason == tt.reason && err != nil {
					t.Errorf("End refuses the claim: %v", err)
				}
				if !ok && !errors.Is(err, ErrIllegal) {
					t.Errorf("End(%v) = %v, want ErrIllegal", reason, err)
				}
			}
		})
	}
}

// A move that ends the game cannot be announced to claim a draw.
func TestNoClaimByMate(t *testing.T) {
	g := gameOf(t, "7k/5Q2/5K2/8/8/8/8/8 w - - 99 90", "")
	claimed := map[string]bool{}
	for c := range g.claims {
		claimed[c.Move.String()] = true
	}
	if claimed["f7g7"] || claimed["f7g6"] || !claimed["f7h5"] || !claimed["f7f8"] {
		t.Errorf("announced may be %v", claimed)
	}
}

func TestGamePlay(t *testing.T) {
	g := NewGame()
	e4 := legalMove(t, g.current(), "e2e4")
	for _, m := range []Move{0, 1, 1<<32 - 1, e4 + 1, legalMove(t, func() *Position { p := g.current().After(e4); return &p }(), "e7e5")} {
		err := g.Play(m)
		var pe *ParseError
		if !errors.Is(err, ErrIllegal) || !errors.As(err, &pe) || pe.Input != m.String() {
			t.Errorf("Play(%v) = %v, want ErrIllegal", m, err)
		}
		if errors.Is(err, ErrGameOver) {
			t.Errorf("Play(%v) = %v, and the game is not over", m, err)
		}
	}
	if g.Len() != 0 || g.current().FEN() != StartFEN {
		t.Errorf("illegal moves changed the game to %v", g.Position())
	}

	playAll(t, g, foolsMate)
	for _, err := range []error{g.Play(e4), g.PlayText("e4"), g.PlayText("O-O"), g.PlayUCI("e5e6")} {
		if !errors.Is(err, ErrIllegal) || !errors.Is(err, ErrGameOver) {
			t.Errorf("after mate: %v", err)
		}
	}
	ended := new(Game)
	ended.End(DrawBy(Agreement))
	for _, s := range []string{"Nf3", "Nf6"} {
		if err, want := ended.PlaySAN(s), "SAN "+strconv.Quote(s)+": illegal: the game is over: agreement"; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if g.Len() != 4 || len(g.Moves()) != 4 || g.Start().FEN() != StartFEN {
		t.Errorf("Len = %d, Moves = %v, Start = %v", g.Len(), g.Moves(), g.Start())
	}
	g.Moves()[0] = 0 // a copy
	p := g.Start()
	for ply, m := range g.Moves() {
		if got := g.PositionAt(ply); got.FEN() != p.FEN() {
			t.Errorf("PositionAt(%d) = %v, want %v", ply, got, p)
		}
		p = p.After(m)
	}
	if last, now := g.PositionAt(4), g.Position(); last.FEN() != p.FEN() || now.FEN() != p.FEN() {
		t.Errorf("PositionAt(4) = %v, Position = %v, want %v", last, now, p)
	}
	for _, ply := range []int{-1, 5} {
		if p := g.PositionAt(ply); p.At(E1) != NoPiece || len(p.AppendMoves(nil)) > 0 {
			t.Errorf("PositionAt(%d) = %v, want none", ply, p)
		}
	}
}

func TestGameUndo(t *testing.T) {
	g := NewGame()
	playAll(t, g, "e2e4 e7e5"+shuffle+shuffle)
	if err := g.End(WinBy(White, Resignation)); err != nil {
		t.Fatal(err)
	}
	if !g.Undo() || g.Len() != 10 || g.Outcome() != (Outcome{}) {
		t.Errorf("Undo did not take back only the end: %d plies, %v", g.Len(), g.Outcome())
	}
	for ply := g.Len() - 1; ply >= 0; ply-- {
		if want := g.PositionAt(ply); !g.Undo() || g.current().FEN() != want.FEN() || g.Len() != ply {
			t.Fatalf("Undo to ply %d gives %v, want %v", ply, g.Position(), want)
		}
	}
	if g.Undo() {
		t.Error("Undo at the start")
	}
	playAll(t, g, foolsMate) // in place of what was undone
	if got := g.Outcome(); got != WinBy(Black, Checkmate) {
		t.Errorf("Outcome = %v", got)
	}
}

// checkGame checks that g has the moves, and all that follows from them.
func checkGame(t *testing.T, g *Game, start Position, moves []Move) {
	t.Helper()
	if diff := cmp.Diff(moves, g.Moves(), cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("moves (-want +got):\n%s", diff)
	}
	p, seen := start, map[Key]int{}
	for i, m := range moves {
		if seen[p.Key()]++; !g.PositionAt(i).Equal(p) {
			t.Fatalf("the position at %d is %v, want %v", i, g.PositionAt(i), p)
		}
		p = p.After(m)
	}
	if !g.Position().Equal(p) || g.Len() != len(moves) || g.Repetitions() != seen[p.Key()]+1 || !g.beginsWith(start.Key(), moves) {
		t.Fatalf("%v with %d repetitions after %v, want %v with %d", g.Position(), g.Repetitions(), moves, p, seen[p.Key()]+1)
	}
}

// Games that are copied, kept in slices and maps, played, taken back and ended in any
// order stay what they are.
func TestGameCopies(t *testing.T) {
	type model struct{ moves []Move }
	rng := chesstest.Rand(t)
	starts := []Position{StartPosition(), MustParseFEN("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), MustParseFEN("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")}
	for range chesstest.Sample(t, 200) {
		start := starts[rng.IntN(len(starts))]
		first := Game{}
		if rng.IntN(2) == 0 || !start.Equal(startPosition) {
			first = *NewGame(start)
		}
		games, models := []Game{first}, []model{{}}
		kept := map[int]Game{}
		for range 300 {
			i := rng.IntN(len(games))
			g, want := &games[i], &models[i]
			switch moves := g.LegalMoves(); rng.IntN(8) {
			case 0, 1, 2, 3:
				if len(moves) == 0 {
					continue
				}
				m := moves[rng.IntN(min(len(moves), 3))] // so that copies often play the same
				if err := g.Continue(m); err != nil {
					t.Fatal(err)
				}
				want.moves = append(slices.Clone(want.moves), m)
			case 4:
				for range rng.IntN(12) {
					if !g.Undo() {
						break
					}
					want.moves = want.moves[:len(want.moves)-1]
				}
			case 5:
				games, models = append(games, *g), append(models, *want)
			case 6:
				kept[i] = *g
				g.End(WinBy(White, Resignation))
				*g = kept[i]
			case 7:
				j := rng.IntN(len(games))
				games[i], models[i] = games[j], models[j]
			}
			if g.ended.Over() {
				t.Fatalf("ended: %v", g.ended)
			}
		}
		for i := range games {
			checkGame(t, &games[i], start, models[i].moves)
		}
	}
}

// A game that is over stays over, unless it is continued.
func TestPlayAfterTheEnd(t *testing.T) {
	for _, tt := range []struct {
		name, fen, moves string
		next             string // a legal move, or "e2e4" if there is none
		want             Outcome
	}{
		{"fivefold repetition", StartFEN, shuffle + shuffle + shuffle + shuffle, "e2e4", DrawBy(FivefoldRepetition)},
		{"bare kings", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "e1e2", "e8e7", DrawBy(InsufficientMaterial)},
		{"seventy-five moves", "4k3/8/8/8/8/8/R7/4K3 b - - 149 100", "e8d7", "e1d1", DrawBy(SeventyFiveMoves)},
		{"checkmate", StartFEN, foolsMate, "e2e4", WinBy(Black, Checkmate)},
		{"stalemate", "7k/8/6Q1/8/8/8/8/K7 b - - 0 1", "", "e2e4", DrawBy(Stalemate)},
		{"four times", StartFEN, shuffle + shuffle + shuffle, "e2e4", Outcome{}},
		{"fifty moves", "4k3/8/8/8/8/8/R7/4K3 w - - 100 100", "", "e1d1", Outcome{}},
	} {
		g := gameOf(t, tt.fen, tt.moves)
		m, err := ParseUCI(tt.next)
		if err != nil {
			t.Fatal(err)
		}
		for name, play := range map[string]func(*Game) error{
			"Play":     func(g *Game) error { return g.Play(m) },
			"PlayUCI":  func(g *Game) error { return g.PlayUCI(tt.next) },
			"PlayText": func(g *Game) error { return g.PlayText(tt.next) },
			"PlaySAN":  func(g *Game) error { return g.PlaySAN(g.SAN(m)) },
		} {
			h := *g
			err := play(&h)
			if over := errors.Is(err, ErrGameOver) && errors.Is(err, ErrIllegal); over != tt.want.Over() || (err == nil) == tt.want.Over() {
				t.Errorf("%s: %s: %v", tt.name, name, err)
			}
			if tt.want.Over() && (h.Outcome() != tt.want || h.Len() != g.Len() || !strings.Contains(err.Error(), tt.want.Reason.String())) {
				t.Errorf("%s: %s: %v after %v", tt.name, name, h.Outcome(), err)
			}
		}
		h := *g
		if err := h.Continue(m); (err == nil) != g.Position().Legal(m) {
			t.Errorf("%s: Continue: %v", tt.name, err)
		}
		if now := g.Outcome(); now.Over() {
			for _, o := range []Outcome{WinBy(White, TimeForfeit), DrawBy(Agreement), WinBy(Black, Resignation), WinBy(White, Adjudication)} {
				if err := new(*g).End(o); !errors.Is(err, ErrGameOver) {
					t.Errorf("%s: End(%v): %v", tt.name, o, err)
				}
			}
			if err := new(*g).End(now); err != nil {
				t.Errorf("%s: End(%v): %v", tt.name, now, err)
			}
		}
		if err := g.End(WinBy(White, Resignation)); err == nil && !errors.Is(g.Continue(m), ErrGameOver) {
			t.Errorf("%s: Continue after End", tt.name)
		}
	}
}

// The error of End has the outcome as ParseOutcome reads it, and that of a move tells
// why it is not legal.
func TestGameErrors(t *testing.T) {
	for o, want := range map[Outcome]string{
		WinBy(White, Checkmate):              `outcome "1-0 checkmate": illegal: that has not happened`,
		DrawBy(ThreefoldRepetition):          `outcome "1/2-1/2 threefold repetition": illegal: there is nothing to claim`,
		DrawBy(Resignation):                  `outcome "1/2-1/2 resignation": illegal: the reason contradicts the result`,
		Outcome{}:                            `outcome "*": illegal: this is not a reason to end a game`,
		{Reason: Unspecified, Winner: Black}: `outcome "1/2-1/2": illegal: there is no such winner`,
	} {
		if err := new(Game).End(o); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	const fen = "r3k3/4P2P/8/8/8/8/8/4K2R w K - 0 1"
	p := MustParseFEN(fen)
	for _, tt := range []struct {
		m    Move
		want string
	}{
		{newMove(mailbox[A1], mailbox[A2]), `move "a1a2": illegal: White has no piece on a1`},
		{newMove(mailbox[A8], mailbox[A2]), `move "a8a2": illegal: White has no piece on a8`},
		{newMove(mailbox[E1], mailbox[C1]), `move "e1c1": illegal: White may not castle queenside: its king or its rook has moved, or there is no such right`},
		{newMove(mailbox[E7], mailbox[E8]), `move "e7e8": illegal: no such move of a pawn to e8 is legal`},
		{newMove(mailbox[H7], mailbox[H8]), `move "h7h8": illegal: it fits h8=N, h8=B, h8=R+, h8=Q+`},
		{newCastling(mailbox[E1], A1, queenSide), `move "e1c1": illegal: White may not castle queenside: its king or its rook has moved, or there is no such right`},
	} {
		tree := NewGameTree(p)
		_, added := tree.Root().Add(tt.m)
		_, varied := tree.Root().AddVariation(tt.m)
		for _, err := range []error{NewGame(p).Play(tt.m), added, varied} {
			if !errors.Is(err, ErrIllegal) || err.Error() != tt.want {
				t.Errorf("%v, want %s", err, tt.want)
			}
		}
		if tree.Root().Next() != nil {
			t.Errorf("%v is in the tree", tt.m)
		}
	}
	// Where no move is legal, the error says why, and elsewhere it does not.
	for fen, want := range map[string]string{
		"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3": `"a3": illegal: the game is over: checkmate`,
		"7k/5Q2/6K1/8/8/8/7p/8 b - - 0 1":                               `"a3": illegal: no such move of a pawn to a3 is legal`,
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1":                                `"a3": illegal: the game is over: stalemate`,
		"8/8/4k3/8/8/3K4/8/8 w - - 0 1":                                 `"a3": illegal: the game is over: insufficient material`,
	} {
		if err := NewGame(MustParseFEN(fen)).PlaySAN("a3"); !errors.Is(err, ErrIllegal) || err.Error() != "SAN "+want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := NewGame(p).Play(0xFFFF_FFFF); !errors.Is(err, ErrIllegal) {
		t.Error(err)
	}
}

// The zero Position, wherever it comes from, is not the end of a game, and errors name it.
func TestZeroPosition(t *testing.T) {
	var game Game
	tree := NewGameTree(StartPosition())
	deleted, _ := tree.Root().Add(newMove(mailbox[E2], mailbox[E4]))
	deleted.Delete()
	unread, _ := ParseFEN("8/8/8/8/8/8/8/8 w - - 0 1")
	line, _ := ParseEPD("not a line")
	e4 := newMove(mailbox[E2], mailbox[E4])
	for name, p := range map[string]Position{
		"zero": {}, "beyond the game": game.PositionAt(1), "of the zero Key": Key{}.Position(),
		"of a deleted node": deleted.Position(), "of a FEN": unread, "of an EPD": line.Position,
	} {
		for c := range Color(2) {
			if o := p.OutOfTime(c); o != (Outcome{}) || p.CanWin(c) {
				t.Errorf("%s: out of time: %v", name, o)
			}
		}
		g := NewGame(p)
		for _, o := range []Outcome{p.Outcome(), g.Outcome(), NewGameTree(p).Outcome(), g.Tree().Outcome()} {
			if o != (Outcome{}) {
				t.Errorf("%s: outcome %v, %v", name, o, o.Reason)
			}
		}
		if claim, ok := g.CanClaimDraw(); ok {
			t.Errorf("%s: claim %v", name, claim)
		}
		var errs []error
		add := func(_ any, err error) { errs = append(errs, err) }
		add(p.ParseMove("e4"))
		add(p.ParseMove("e2e4"))
		add(p.ParseLAN("e2-e4"))
		add(p.ParseUCI("e2e4"))
		add(p.ParseSAN("e4"))
		add(p.ParseSAN("O-O"))
		add(p.ParseSAN("Nf3"))
		add(p.Move(E2, E4, NoPieceType))
		add(nil, g.Play(e4))
		add(nil, g.PlaySAN("e4"))
		add(nil, g.PlayUCI("e2e4"))
		add(NewGameTree(p).Root().Add(e4))
		for i, err := range errs {
			if !errors.Is(err, ErrIllegal) || errors.Is(err, ErrGameOver) || !strings.Contains(err.Error(), "zero Position") {
				t.Errorf("%s: error %d: %v", name, i, err)
			}
		}
		if _, err := NewGameTree(p).Game(); !errors.Is(err, ErrIllegal) {
			t.Errorf("%s: the tree as a game: %v", name, err)
		}
		if err := g.End(DrawBy(InsufficientMaterial)); !errors.Is(err, ErrIllegal) {
			t.Errorf("%s: ended by the rules: %v", name, err)
		}
	}
}

func TestGameEnd(t *testing.T) {
	const dead = "4k3/8/8/8/8/8/8/4K3 w - - 0 1" // drawn by material
	for _, tt := range []struct {
		name, fen, moves string
		end              Outcome
		ok               bool
	}{
		{"resignation", StartFEN, "", WinBy(Black, Resignation), true},
		{"agreement", StartFEN, "", DrawBy(Agreement), true},
		{"time", StartFEN, "", WinBy(White, TimeForfeit), true},
		{"time, drawn", StartFEN, "", DrawBy(TimeForfeit), true},
		{"illegal move", StartFEN, "", WinBy(White, RulesInfraction), true},
		{"unspecified", StartFEN, "", WinBy(White, Unspecified), true},
		{"a draw by resignation", StartFEN, "", DrawBy(Resignation), false},
		{"a win by agreement", StartFEN, "", WinBy(White, Agreement), false},
		{"no reason", StartFEN, "", Outcome{}, false},
		{"a win without a reason", StartFEN, "", WinBy(White, unterminated), false},
		{"an unknown reason", StartFEN, "", DrawBy("two  blanks"), false},
		{"an unknown winner", StartFEN, "", WinBy(2, Resignation), false},
		{"a draw with a winner", StartFEN, "", Outcome{Reason: Agreement, Winner: Black}, false},
		{"no mate", StartFEN, "", WinBy(White, Checkmate), false},
		{"no repetition", StartFEN, shuffle, DrawBy(ThreefoldRepetition), false},
		{"threefold", StartFEN, shuffle + shuffle, DrawBy(ThreefoldRepetition), true},
		{"a win by threefold", StartFEN, shuffle + shuffle, WinBy(White, ThreefoldRepetition), false},
		{"fifty moves too early", StartFEN, shuffle + shuffle, DrawBy(FiftyMoves), false},
		{"mate", StartFEN, foolsMate, WinBy(Black, Checkmate), true},
		{"the wrong winner", StartFEN, foolsMate, WinBy(White, Checkmate), false},
		{"drawn by material", dead, "", DrawBy(InsufficientMaterial), true},
		{"time against a bare king", "5k2/8/8/8/8/8/4R3/4K3 w - - 0 1", "", WinBy(Black, TimeForfeit), false},
		{"time where the only move takes all", "k7/8/8/8/8/8/1q6/K7 w - - 0 1", "", WinBy(Black, TimeForfeit), false},
		{"time of the other player", "5k2/8/8/8/8/8/4R3/4K3 w - - 0 1", "", WinBy(White, TimeForfeit), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := gameOf(t, tt.fen, tt.moves)
			before := g.Outcome()
			err := g.End(tt.end)
			if !tt.ok {
				if !errors.Is(err, ErrIllegal) || g.Outcome() != before {
					t.Errorf("End = %v, Outcome = %v, want ErrIllegal and %v", err, g.Outcome(), before)
				}
				return
			}
			if err != nil || g.Outcome() != tt.end {
				t.Fatalf("End = %v, Outcome = %v", err, g.Outcome())
			}
			if g.Outcome() == before {
				return // the rules had already ended it
			}
			if err := g.End(DrawBy(Agreement)); !errors.Is(err, ErrIllegal) {
				t.Errorf("a second End = %v", err)
			}
			if err := g.Play(g.current().AppendMoves(nil)[0]); !errors.Is(err, ErrIllegal) {
				t.Errorf("Play after End = %v", err)
			}
			if _, ok := g.CanClaimDraw(); ok {
				t.Error("a draw can be claimed after the end")
			}
			if !g.Undo() || g.Outcome() != before {
				t.Errorf("after Undo Outcome = %v, want %v", g.Outcome(), before)
			}
		})
	}
}

// End counts even if the rules had already ended the game with that outcome.
func TestGameEndTwice(t *testing.T) {
	g := NewGame(MustParseFEN("8/8/4k3/8/8/3K4/8/R7 w - - 150 100"))
	if err := g.End(DrawBy(SeventyFiveMoves)); err != nil {
		t.Fatal(err)
	}
	if err := g.End(DrawBy(SeventyFiveMoves)); !errors.Is(err, ErrIllegal) {
		t.Errorf("a second end: %v", err)
	}
	p := g.Position()
	if err := g.Play(p.AppendMoves(nil)[0]); !errors.Is(err, ErrIllegal) {
		t.Errorf("a move after the end: %v", err)
	}
	if !g.Undo() || g.Outcome() != DrawBy(SeventyFiveMoves) {
		t.Errorf("undoing the end: %v", g.Outcome())
	}
	if err := g.Continue(p.AppendMoves(nil)[0]); err != nil {
		t.Errorf("a move after the end was undone: %v", err)
	}
}

// The zero Game is a game from the start position.
func TestGameZero(t *testing.T) {
	var g Game
	if g.FEN() != StartFEN || g.Turn() != White || g.Position().InCheck() || g.Outcome().Over() || g.Len() != 0 || g.Undo() {
		t.Errorf("the zero Game is at %s", g.FEN())
	}
	if start, first := g.Start(), g.PositionAt(0); start.FEN() != StartFEN || first.FEN() != StartFEN || g.Repetitions() != 1 {
		t.Errorf("it starts at %v and %v", start, first)
	}
	c := g
	for range 2 {
		if err := g.PlaySAN("e4", "e5", "Ke2", "Ke7", "Ke1", "Ke8"); err != nil {
			t.Fatal(err)
		}
		want := gameOf(t, StartFEN, "e2e4 e7e5 e1e2 e8e7 e2e1 e7e8")
		if g.FEN() != want.FEN() || !cmp.Equal(g.Moves(), want.Moves()) {
			t.Errorf("it gets to %s by %v", g.FEN(), g.Moves())
		}
		for g.Undo() {
		}
	}
	if g.FEN() != StartFEN || c.FEN() != StartFEN || g.Tree().String() != NewGame().Tree().String() {
		t.Errorf("%s, %s after Undo", g.FEN(), c.FEN())
	}
	if p := StartPosition(); p.FEN() != StartFEN {
		t.Errorf("the start position has become %v", p)
	}
}

// The moves of a game are played again as SANLine writes them, and those from each square are all.
func TestLines(t *testing.T) {
	randomGames(chesstest.Sample(t, 200), func(p Position, moves []Move) {
		var from []Move
		for sq := A1; sq <= NoSquare; sq++ {
			from = append(from, p.LegalMoves(sq)...)
		}
		if diff := cmp.Diff(slices.Sorted(slices.Values(moves)), slices.Sorted(slices.Values(from))); diff != "" {
			t.Fatalf("%s: moves from each square (-want +got):\n%s", p.FEN(), diff)
		}
	})
	for tree := range fileGames(t, "testdata/games.pgn") {
		g := NewGame(tree.Start())
		line := g.Position().SANLine(tree.Mainline()...)
		moves, err := g.Position().ParseLine(line)
		if err := errors.Join(err, g.PlayText(line)); err != nil {
			t.Fatal(err)
		}
		for _, got := range [][]Move{moves, g.Moves()} {
			if diff := cmp.Diff(tree.Mainline(), got, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("%s (-want +got):\n%s", line, diff)
			}
		}
		if n := g.Len(); n > 0 && g.LastMove() != moves[n-1] {
			t.Errorf("the last of %s is %v", line, g.LastMove())
		}
	}
	if m := new(Game).LastMove(); m != 0 {
		t.Errorf("of a new game: %v", m)
	}
}

func TestParseLine(t *testing.T) {
	for _, tt := range []struct{ line, want, fault string }{
		{"1. e4 e5 2. Nf3", "1. e4 e5 2. Nf3", ""},
		{"  1.e4 1...e5\t2.\nNf3 Nc6 ", "1. e4 e5 2. Nf3 Nc6", ""},
		{"1 e4 … e5 2 g1-f3 5254 3.5254", "1. e4 e5 2. Nf3", "5254"},
		{"1. e4 d5 2. e5 f5 3. exf6 e.p. Nxf6", "1. e4 d5 2. e5 f5 3. exf6 Nxf6", ""},
		{"e2e4 e7e5 1.0-0", "1. e4 e5", "0-0"},
		{"e4 e5 1-0", "1. e4 e5", "1-0"},
		{"1.\u00a0e4 e5", "1. e4 e5", ""},
		{"e4 e5 00", "1. e4 e5", "00"},
		{"e4,e5", "", "e4,e5"},
		{"12.", "", ""},
		{"", "", ""},
	} {
		moves, err := StartPosition().ParseLine(tt.line)
		var fault *ParseError
		if got := StartPosition().SANLine(moves...); got != tt.want || (err != nil) != (tt.fault != "") || errors.As(err, &fault) && fault.Input != tt.fault {
			t.Errorf("%q: %q, %v", tt.line, got, err)
		}
		var g Game
		if err := g.PlayText(tt.line); (err != nil) != (tt.fault != "" || tt.want == "") || g.String() != strings.TrimSpace(tt.want+" *") {
			t.Errorf("%q: %q, %v", tt.line, g, err)
		}
	}
}

// Resign, AgreeDraw and ClaimDraw are End with the outcome.
func TestGameEnds(t *testing.T) {
	repeated := []string{"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"}
	for _, tt := range []struct {
		about string
		moves []string
		end   func(*Game) error
		want  Outcome
	}{
		{"White resigns", nil, func(g *Game) error { return g.Resign(White) }, WinBy(Black, Resignation)},
		{"Black resigns at White's turn", nil, func(g *Game) error { return g.Resign(Black) }, WinBy(White, Resignation)},
		{"agreed", nil, (*Game).AgreeDraw, DrawBy(Agreement)},
		{"claimed", repeated, (*Game).ClaimDraw, DrawBy(ThreefoldRepetition)},
		{"announced", []string{"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1"}, (*Game).ClaimDraw, DrawBy(ThreefoldRepetition)},
		{"nothing to claim", nil, (*Game).ClaimDraw, Outcome{}},
	} {
		var g Game
		if err := g.PlayText(tt.moves...); err != nil {
			t.Fatal(err)
		}
		if err := tt.end(&g); (err == nil) != tt.want.Over() || g.Outcome() != tt.want || err != nil && !errors.Is(err, ErrIllegal) {
			t.Errorf("%s: %v, %v", tt.about, g.Outcome(), err)
		}
		if tt.want.Over() && !errors.Is(tt.end(&g), ErrGameOver) {
			t.Errorf("%s again", tt.about)
		}
	}
	fifty := NewGame(MustParseFEN("4k3/8/8/8/8/8/8/R3K3 w - - 100 80"))
	if err := fifty.ClaimDraw(); err != nil || fifty.Outcome() != DrawBy(FiftyMoves) {
		t.Errorf("%v, %v", fifty.Outcome(), err)
	}
}

func TestGamePlayText(t *testing.T) {
	sans := strings.Fields("e4 e5 Nf3 Nc6 Bb5 a6 O-O axb5")
	ucis := strings.Fields("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1 a6b5")
	var g, h, k Game
	if err := errors.Join(g.PlaySAN(sans...), h.PlayUCI(ucis...), k.PlayText(append(ucis[:4:4], sans[4:]...)...)); err != nil {
		t.Fatal(err)
	}
	for _, g := range []*Game{&g, &h, &k} {
		if diff := cmp.Diff([][]string{sans, ucis}, [][]string{g.SANMoves(), g.UCIMoves()}); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
	// An engine that plays Chess960 reads king takes rook only, in ordinary castling too.
	frc := NewGame(MustParseFEN("1r2k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1"))
	if err := frc.PlaySAN("O-O", "O-O-O"); err != nil || !cmp.Equal(frc.UCIMoves(), []string{"e1h1", "e8b8"}) {
		t.Errorf("castling in Chess960: %v, %v", frc.UCIMoves(), err)
	}
	// The moves before the one with the error are played.
	var last Game
	err := last.PlayUCI("e2e4", "e5", "d2d4")
	var pe *ParseError
	if !errors.As(err, &pe) || pe.Input != "e5" || last.Len() != 1 {
		t.Errorf("%v after %d plies", err, last.Len())
	}
	if err := last.End(DrawBy(Agreement)); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{last.PlaySAN("e5"), last.PlayUCI("e7e5"), last.PlayText("e5")} {
		if !errors.Is(err, ErrIllegal) || !errors.Is(err, ErrGameOver) || last.Len() != 1 {
			t.Errorf("a move after the end: %v", err)
		}
	}
}

// NewGame takes a position or none.
func TestNewGame(t *testing.T) {
	if g := NewGame(); g.FEN() != StartFEN || g.Play(MustParseFEN(StartFEN).LegalMoves()[0]) != nil {
		t.Errorf("%v", g)
	}
	p := MustParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 3 40")
	if g := NewGame(p); g.FEN() != p.FEN() || g.Start().FEN() != p.FEN() {
		t.Errorf("%v", g)
	}
	defer func() {
		if recover() == nil {
			t.Error("two positions are taken")
		}
	}()
	NewGame(p, p)
}
