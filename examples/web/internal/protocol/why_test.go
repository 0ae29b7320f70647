package protocol

import (
	"strings"
	"testing"
)

func TestWhy(t *testing.T) {
	for _, test := range []struct{ name, move, says string }{
		{"the mate", "h5f7", "mate"},
		{"another move", "h5h6", "misses mate in 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			game := played("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", test.move)
			got := mustAsk[reason](t, &Handler{}, question{Ask: "why", Game: game, Ply: 1})
			if !strings.HasPrefix(got.Move, "4. Q") || !strings.Contains(got.Text, test.says) {
				t.Errorf("%+v, want %q", got, test.says)
			}
		})
	}
}
