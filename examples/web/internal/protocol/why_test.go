package protocol

import (
	"encoding/json"
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
			got := mustAsk[string](t, &Handler{}, "why", fields{"game": game, "ply": 1})
			if !strings.HasPrefix(got, "4. Q") || !strings.Contains(got, test.says) {
				t.Errorf("%q, want %q", got, test.says)
			}
		})
	}
}

func TestThreat(t *testing.T) {
	for _, test := range []struct {
		name, fen, move, text string
		news                  int
	}{
		{"mate", "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3", "h5f7", "If it were White's move: ", 1},
		{"check", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "", "White is in check.", 0},
		{"no move after the pass", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "", "Black could not move.", 0},
		{"over", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "", 0},
	} {
		news := 0
		var h Handler
		var reply struct{ Answer *threat }
		text := h.Answer(t.Context(), sent(t, "threat", fields{"game": played(test.fen)}), func([]byte) { news++ })
		if err := json.Unmarshal(text, &reply); err != nil || reply.Answer == nil {
			t.Fatalf("%s: %s, %v", test.name, text, err)
		}
		got := reply.Answer
		if got.Move != test.move || !strings.HasPrefix(got.Text, test.text) || (got.Text != test.text) != (test.move != "") || news != test.news {
			t.Errorf("%s: %+v, %d times news; want the move %q and the text %q", test.name, *got, news, test.move, test.text)
		}
	}
}
