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
		{"mate", "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3", "h5f7", "4. Qxf7#", 1},
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

// TestLanguage asks in German, whose letters come before the English ones in what the user types.
func TestLanguage(t *testing.T) {
	knight := fields{"game": played(startFEN, "g1f3"), "ply": 1}
	typed := func(text string) fields { return fields{"game": played(startFEN), "text": text} }
	for _, test := range []struct {
		language, ask string
		with          fields
		want          string
	}{
		{"de", "why", knight, `"1. Sf3 `},
		{"en", "why", knight, `"1. Nf3 `},
		{"de", "readMove", typed("Sf3"), `"g1f3"`},
		{"de", "readMove", typed("Nf3"), `"g1f3"`},
		{"en", "readMove", typed("Sf3"), "not a move"},
		{"xx", "readMove", typed("e4"), `"xx"`},
	} {
		question, err := json.Marshal(fields{"ask": test.ask, "with": test.with, "language": test.language})
		if err != nil {
			t.Fatal(err)
		}
		if got := string((&Handler{}).Answer(t.Context(), question, quiet)); !strings.Contains(strings.ReplaceAll(got, `\"`, `"`), test.want) {
			t.Errorf("%s in %s: %s, want %s", test.ask, test.language, got, test.want)
		}
	}
}
