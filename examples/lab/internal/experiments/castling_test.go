package experiments

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
)

// TestCastlings checks what becomes of castlings, in games written as moves.
func TestCastlings(t *testing.T) {
	const castle = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8 "
	tests := []struct {
		name, moves string
		opening     int
		want        [2]castled
	}{
		{"none", "e2e4 e7e5", 0, [2]castled{}},
		{"both, and the game ends", castle, 0, [2]castled{{Castled: true}, {Castled: true}}},
		{"in the opening", castle, 8, [2]castled{}},
		{"White's rook, Black's king", castle + "f1e1 g8h8", 0, [2]castled{{Castled: true, Moved: true}, {Castled: true, Moved: true}}},
		{
			"ten moves, and then away", castle + strings.Repeat("b1c3 b8c6 c3b1 c6b8 ", 5) + "f1e1 f8e8", 0,
			[2]castled{{Castled: true}, {Castled: true}},
		},
		{
			"at the tenth move", castle + strings.Repeat("b1c3 b8c6 c3b1 c6b8 ", 4) + "b1c3 b8c6 f1e1 f8e8", 0,
			[2]castled{{Castled: true, Moved: true}, {Castled: true, Moved: true}},
		},
		{
			"long", "d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 e1c1 e8c8 d1e1 c8b8", 0,
			[2]castled{{Castled: true, Moved: true}, {Castled: true, Moved: true}},
		},
		{
			"another piece on the square of the rook", castle + "a2a3 c5f2 f1f2 f6g4 d1f1", 0,
			[2]castled{{Castled: true, Moved: true}, {Castled: true}},
		},
	}
	for _, test := range tests {
		g := chess.NewGame()
		for _, word := range strings.Fields(test.moves) {
			m, err := g.Position().ParseUCI(word)
			if err == nil {
				err = g.Continue(m)
			}
			if err != nil {
				t.Fatalf("%s: %v", test.name, err)
			}
		}
		if diff := cmp.Diff(test.want, castlings(g.Start(), g.Moves(), test.opening)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestTally checks that the results of both players are told apart, whoever has White.
func TestTally(t *testing.T) {
	players, err := contest.ParsePlayers([]string{"boardvalue,depth=2", "pawnpusher"}, chess.Player{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := play(t.Context(), players[0], players[1], chess.NewGame(), 1)
	got := tallyOf([]played{p, {Tally: chess.Tally{Draws: 1, Losses: 1, Pairs: [5]int{1: 1}}}})
	if err != nil || got.Wins != 2 || got.Draws != 1 || got.Losses != 1 || got.Pairs != [5]int{1: 1, 4: 1} {
		t.Errorf("%v, %v, pairs %v", err, got, got.Pairs)
	}
	for game, castle := range p.Castle {
		if castle[1].Castled {
			t.Errorf("a pawn pusher has castled in game %d", game+1)
		}
	}
}
