package chess

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestGameTreeGame(t *testing.T) {
	const mate = " 1. f3 e5 2. g4 Qh4# "
	const bare = "[FEN \"4k3/8/8/8/8/8/4p3/4K3 w - - 0 1\"][Termination \"time forfeit\"] 1. Kxe2 "
	knights := strings.Repeat(" Nf3 Nf6 Ng1 Ng8", 2)
	for _, tt := range []struct {
		name, text string
		want       Outcome
		err        error
	}{
		{"unfinished", "1. e4 *", Outcome{}, nil},
		{"mate", mate + "0-1", Win(Black, Checkmate), nil},
		{"mate without a result", mate, Win(Black, Checkmate), nil},
		{"mate and the wrong winner", mate + "1-0", Win(Black, Checkmate), ErrIllegal},
		{"resigned", "[Termination \"White won by resignation\"] 1. e4 1-0", Win(White, Resignation), nil},
		{"normal", "[Termination \"normal\"] 1. e4 1-0", Win(White, Unspecified), nil},
		{"no reason", "1. e4 0-1", Win(Black, Unspecified), nil},
		{"time", "[Termination \"Time forfeit\"] 1. e4 0-1", Win(Black, TimeForfeit), nil},
		{"agreed", "[Termination \"Game drawn by agreement\"] 1. e4 1/2-1/2", Draw(Agreement), nil},
		{"repetition", "[Termination \"Draw by repetition\"]" + knights + " 1/2-1/2", Draw(ThreefoldRepetition), nil},
		{"no repetition", "[Termination \"Draw by repetition\"] 1. e4 1/2-1/2", Draw(Unspecified), nil},
		{"bare kings", bare + "1/2-1/2", Draw(InsufficientMaterial), nil},
		{"bare kings and a winner", bare + "1-0", Win(White, TimeForfeit), nil},
		{"null move", "1. e4 -- 2. d4 1-0", Outcome{}, ErrIllegal},
	} {
		tree, err := ParsePGN(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := tree.Outcome(); got.String() != tree.Tag("Result") && tree.Tag("Result") != "*" || tt.err == nil && got != tt.want {
			t.Errorf("%s: Outcome = %+v, want %+v", tt.name, got, tt.want)
		}
		g, err := tree.Game()
		if !errors.Is(err, tt.err) || g.Outcome() != tt.want {
			t.Errorf("%s: %+v, %v, want %+v, %v", tt.name, g.Outcome(), err, tt.want, tt.err)
		}
		if err != nil {
			continue
		}
		back := g.Tree()
		if !slices.Equal(back.Mainline(), tree.Mainline()) || back.Tag("Result") != g.Outcome().String() {
			t.Errorf("%s: the tree of the game is\n%s", tt.name, back)
		}
	}
}
