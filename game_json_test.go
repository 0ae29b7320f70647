package chess

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sameGame reports whether two games are the same in all that their methods tell.
func sameGame(g, h *Game) bool {
	return g.Start().FEN() == h.Start().FEN() && cmp.Equal(g.UCIMoves(), h.UCIMoves()) && g.ended == h.ended && g.Outcome() == h.Outcome() &&
		cmp.Equal(g.Position(), h.Position(), exactly)
}

func TestGameJSON(t *testing.T) {
	ended := func(g *Game, o Outcome) *Game {
		if err := g.End(o); err != nil {
			t.Fatal(err)
		}
		return g
	}
	const start = `{"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",`
	for _, tt := range []struct {
		name string
		g    *Game
		want string
	}{
		{"zero", &Game{}, start + `"moves":[],"outcome":"*"}`},
		{"without moves", NewGame(StartPosition()), start + `"moves":[],"outcome":"*"}`},
		{"mate", gameOf(t, StartFEN, foolsMate), start + `"moves":["f2f3","e7e5","g2g4","d8h4"],"outcome":"0-1 checkmate"}`},
		{"ended mate", ended(gameOf(t, StartFEN, foolsMate), Win(Black, Checkmate)),
			start + `"moves":["f2f3","e7e5","g2g4","d8h4"],"outcome":"0-1 checkmate","ended":true}`},
		{"resigned", ended(gameOf(t, StartFEN, "e2e4"), Win(White, Resignation)), start + `"moves":["e2e4"],"outcome":"1-0 resignation","ended":true}`},
		{"unspecified", ended(gameOf(t, StartFEN, "e2e4"), Draw(Unspecified)), start + `"moves":["e2e4"],"outcome":"1/2-1/2","ended":true}`},
		{"Chess960", gameOf(t, "1k6/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1"),
			`{"start":"1k6/8/8/8/8/8/8/RK6 w Q - 0 1","moves":["b1a1"],"outcome":"*"}`},
		{"no position", NewGame(Position{}), `{"start":"","moves":[],"outcome":"1/2-1/2 insufficient material"}`},
	} {
		text, err := json.Marshal(tt.g)
		if err != nil || string(text) != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.name, text, err, tt.want)
		}
		var h Game
		if err := json.Unmarshal(text, &h); err != nil || !sameGame(tt.g, &h) {
			t.Errorf("%s: %s is read as %+v, %v", tt.name, text, &h, err)
		}
	}
}

func TestGameJSONByHand(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Outcome
		err  error
	}{
		{`{}`, Outcome{}, nil},
		{`{"moves":["e2e4","e7e5"]}`, Outcome{}, nil},
		{`{"moves":["f2f3","e7e5","g2g4","d8h4"]}`, Win(Black, Checkmate), nil},
		{`{"moves":["f2f3","e7e5","g2g4","d8h4"],"outcome":"*"}`, Win(Black, Checkmate), nil},
		{`{"outcome":"1-0 time"}`, Win(White, TimeForfeit), nil},
		{`{"outcome":"1-0 checkmate"}`, Outcome{}, ErrIllegal},
		{`{"outcome":"*","ended":true}`, Outcome{}, ErrIllegal},
		{`{"moves":["e2e5"]}`, Outcome{}, ErrIllegal},
		{`{"moves":["e2"]}`, Outcome{}, ErrSyntax},
		{`{"start":"x"}`, Outcome{}, ErrSyntax},
	} {
		g := gameOf(t, StartFEN, "d2d4")
		err := json.Unmarshal([]byte(tt.text), g)
		if !errors.Is(err, tt.err) || err == nil && g.Outcome() != tt.want || err != nil && g.Len() != 1 {
			t.Errorf("%s: %v, %v, want %v, %v", tt.text, g.Outcome(), err, tt.want, tt.err)
		}
	}
	g := gameOf(t, StartFEN, "d2d4")
	if err := json.Unmarshal([]byte("null"), g); err != nil || g.Len() != 1 {
		t.Errorf("null: %v after %d plies", err, g.Len())
	}
}

func FuzzGameJSON(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"start":"1k6/8/8/8/8/8/8/RK6 w A - 0 1","moves":["b1a1"],"outcome":"1-0 resignation"}`,
		`{"moves":["f2f3","e7e5","g2g4","d8h4"],"outcome":"0-1 checkmate","ended":true}`, `{"start":""}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var g, h Game
		if json.Unmarshal(text, &g) != nil {
			return
		}
		written, err := json.Marshal(&g)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(written, &h); err != nil || !sameGame(&g, &h) {
			t.Fatalf("%s\nis written as\n%s\nand read as %+v, %v", text, written, &h, err)
		}
	})
}
