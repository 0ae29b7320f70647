package puzzle

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// mistaken returns the games of testdata/mistakes.pgn, in which there are puzzles.
func mistaken(t *testing.T) (trees []*chess.GameTree) {
	t.Helper()
	f, err := os.Open("../../../testdata/mistakes.pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for tree, err := range chess.NewPGNReader(f).All() {
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, tree)
	}
	return trees
}

// known are the puzzles of testdata/mistakes.pgn, once they are found.
var known []*Puzzle

// found returns the puzzles of testdata/mistakes.pgn.
func found(t *testing.T) []*Puzzle {
	t.Helper()
	if known != nil {
		return known
	}
	f := finder(t)
	for _, tree := range mistaken(t) {
		puzzles, err := f.Find(t.Context(), tree)
		if err != nil {
			t.Fatal(err)
		}
		known = append(known, puzzles...)
	}
	if len(known) < 8 {
		t.Fatalf("%d puzzles", len(known))
	}
	return known
}

func TestAccept(t *testing.T) {
	f := finder(t)
	for name, test := range map[string]struct{ fen, mistake, solution string }{
		"mate in 1":      {"2k2r2/p3n3/1npBPb2/8/3PN2p/2P1p3/6PP/1R4K1 b - - 1 29", "Nc4", "30. Rb8#"},
		"mate in 2":      {"r7/pb3r1k/1p4p1/2p1B3/3p1PR1/PN6/1KP4P/8 b - - 0 33", "Re8", "34. Rh4+ Kg8 35. Rh8#"},
		"mate in 3":      {"8/1pp1R3/2n3k1/2Q1p2p/3P2p1/3P4/q5PP/1R5K w - - 2 29", "Rxb7", "29... Qa1+ 30. Rb1 Qxb1+ 31. Qc1 Qxc1#"},
		"discovery":      {"5k2/rpp2qbQ/p2p4/8/2N2P2/P5P1/1P6/2K1R3 w - - 4 31", "Nd2", "31... Bxb2+ 32. Kxb2 Qxh7"},
		"pin":            {"4k3/2q2ppp/8/8/8/2N5/5PPP/4KB2 b - - 0 1", "Qc6", "2. Bb5 Qxb5 3. Nxb5"},
		"interposition":  {"6k1/5ppp/1R2b3/3r4/8/6PP/5P1K/8 b - - 1 34", "Rd3", "35. Rb8+ Bc8 36. Rxc8+ Rd8 37. Rxd8#"},
		"either is mate": {"6k1/p3Pppp/8/8/8/8/q5PP/6K1 b - - 0 1", "a5", "2. e8=Q#"},
	} {
		want := puzzleOf(t, test.fen, test.mistake)
		p, reason, err := f.Try(t.Context(), want.Start, want.Moves[0])
		if p == nil || err != nil {
			t.Errorf("%s: %v, %v", name, reason, err)
			continue
		}
		at := p.Position()
		if got := at.SANLine(p.Solution()...); got != test.solution {
			t.Errorf("%s: %s, want %s", name, got, test.solution)
		}
		if n := len(p.FirstMoves()); n != 1 && name != "either is mate" {
			t.Errorf("%s: %d first moves", name, n)
		}
		order := chess.MotifKinds()
		sorted := slices.IsSortedFunc(p.Kinds, func(a, b chess.MotifKind) int { return slices.Index(order, a) - slices.Index(order, b) })
		if len(p.Kinds) == 0 || !sorted || p.Nodes < 1 {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

func TestReject(t *testing.T) {
	f := finder(t)
	for fen, test := range map[string]struct {
		mistake string
		want    Reason
	}{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":        {"e4", NotWinning},
		"7k/5Q2/8/6K1/8/8/8/8 w - - 0 1":                                  {"Kg6", NotWinning}, // stalemate
		"6k1/8/8/8/8/6q1/8/R6K b - - 0 1":                                 {"Qg2+", OnlyLegalMove},
		"3qk3/pp6/8/8/8/2N1N3/PPP5/4K3 b - - 0 1":                         {"Qd5", SeveralMoves},
		"1n2k3/pp3ppp/2p5/3p4/3Q4/8/PPP2PPP/4K3 w - - 0 1":                {"Qxd5", Recapture},
		"3qk3/ppp2ppp/8/8/4P3/8/PPP2PPP/4K2R b - - 0 1":                   {"Qd5", OneMove},
		"1r3rk1/1p1b2pp/p1nb4/2q1pp2/5P2/1PP3P1/P3NRBP/R2Q2K1 w - - 0 21": {"Bd5+", NothingWon},
		"7k/5ppp/8/8/8/8/q1R2PPP/1N1R2K1 b - - 0 1":                       {"Qxc2", AlreadyWinning},
	} {
		tried := puzzleOf(t, fen, test.mistake)
		p, reason, err := f.Try(t.Context(), tried.Start, tried.Moves[0])
		if p != nil || reason != test.want || err != nil {
			t.Errorf("%s %s: %v, %v, want %v", fen, test.mistake, reason, err, test.want)
		}
	}
}

// TestSolutions checks that each solution is legal, that it ends with mate or with more
// material than before, after the best answer at the latest, and that each move of the solver is the only good one by a longer
// search than the one that found it.
func TestSolutions(t *testing.T) {
	longer, err := NewFinder(Settings{Nodes: 500, Verify: 40_000})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range found(t) {
		g := chess.NewGame(p.Start)
		for i, m := range p.Moves {
			if i%2 == 1 {
				// A game of its own, so that it starts without what it has learned.
				turn, err := longer.turn(t.Context(), chess.NewGame(g.Position()), longer.settings.Verify)
				if err != nil {
					t.Fatal(err)
				}
				if turn.move != m || !turn.only() {
					t.Errorf("%s: %v at ply %d, and not %v: %+v", p.Start.FEN(), turn.move, i, m, turn)
				}
			}
			if err := g.Play(m); err != nil {
				t.Fatalf("%s: %v", p.Start.FEN(), err)
			}
		}
		end := g.Position()
		at := p.Position()
		won := kept(&end)
		if !end.Outcome().Over() {
			r, err := longer.search(t.Context(), g, chess.Limits{Nodes: longer.settings.Verify})
			if err != nil {
				t.Fatal(err)
			}
			next := end.After(r.Move)
			won = max(won, balance(&next, next.Turn())+bestCapture(&next))
		}
		if won -= balance(&at, at.Turn()); end.Outcome().Reason != chess.Checkmate && won < gain {
			t.Errorf("%s: %d pawns are won at the end", p.Start.FEN(), won)
		}
		if end.Turn() == at.Turn() {
			t.Errorf("%s: the last move is not the solver's", p.Start.FEN())
		}
	}
}

// TestAlone checks that a game has the same puzzles whatever was searched before, and that
// they depend on the position and not on the game.
func TestAlone(t *testing.T) {
	f := finder(t)
	trees := mistaken(t)
	all := found(t)
	slices.Reverse(trees)
	var again []*Puzzle
	for _, tree := range trees {
		puzzles, err := f.Find(t.Context(), tree)
		if err != nil {
			t.Fatal(err)
		}
		again = append(puzzles, again...)
	}
	same := cmp.Comparer(func(a, b *Puzzle) bool {
		return a.Start.FEN() == b.Start.FEN() && slices.Equal(a.Moves, b.Moves) && slices.Equal(a.Kinds, b.Kinds) && a.Nodes == b.Nodes && a.Game == b.Game
	})
	if diff := cmp.Diff(all, again, same); diff != "" {
		t.Errorf("in another order (-before +after):\n%s", diff)
	}
	for _, p := range all {
		q, _, err := f.Try(t.Context(), p.Start, p.Moves[0])
		if q == nil || err != nil || !slices.Equal(q.Moves, p.Moves) || q.Nodes != p.Nodes {
			t.Errorf("%s alone: %+v, %v", p.Start.FEN(), q, err)
		}
	}
}

// TestOnce checks that a position that occurs twice in a game makes one puzzle.
func TestOnce(t *testing.T) {
	tree, err := chess.ParsePGN(`[FEN "2k2r2/p3n3/1npBPb2/8/3PN2p/2P1p3/6PP/1R4K1 b - - 1 29"]

29... Nc4 30. Ra1 Nb6 31. Rb1 Nc4 32. Ra1 *`)
	if err != nil {
		t.Fatal(err)
	}
	puzzles, err := finder(t).Find(t.Context(), tree)
	if err != nil || len(puzzles) != 1 || puzzles[0].Game.Ply != 1 {
		t.Errorf("%v, %v", puzzles, err)
	}
}

func TestFindErrors(t *testing.T) {
	f := finder(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Find(ctx, mistaken(t)[0]); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	threeCheck, err := chess.ParseFEN("2k2r2/p3n3/1npBPb2/8/3PN2p/2P1p3/6PP/1R4K1 b - - 3+3 1 29")
	if err != nil {
		t.Fatal(err)
	}
	tree := chess.NewGameTree(threeCheck)
	if _, err := tree.Root().Add(puzzleOf(t, "2k2r2/p3n3/1npBPb2/8/3PN2p/2P1p3/6PP/1R4K1 b - - 1 29", "Nc4").Moves...); err != nil {
		t.Fatal(err)
	}
	if puzzles, err := f.Find(t.Context(), tree); len(puzzles) > 0 || err != nil {
		t.Errorf("three-check: %v, %v", puzzles, err)
	}
	for _, s := range []Settings{{}, {Nodes: 100}, {Nodes: 100, Verify: 100}} {
		if _, err := NewFinder(s); err == nil {
			t.Errorf("%+v: no error", s)
		}
	}
}
