package chess

import (
	"encoding/json"
	"errors"
	"runtime"
	"strings"
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
		{`{"start":""}`, Outcome{}, ErrIllegal},
		{`{"moves":{"e2e4":"e7e5"}}`, Outcome{}, ErrSyntax},
		{`{"moves":["e2e4",5]}`, Outcome{}, ErrSyntax},
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

// A game that could not be read is not written.
func TestGameJSONRefuses(t *testing.T) {
	long := new(Game)
	playShuffle(t, long, maxPlies)
	if _, err := json.Marshal(long); err != nil {
		t.Errorf("%d plies: %v", long.Len(), err)
	}
	playShuffle(t, long, 1)
	for _, tt := range []struct {
		g    *Game
		want error
	}{{NewGame(Position{}), ErrIllegal}, {long, ErrSyntax}} {
		if text, err := json.Marshal(tt.g); !errors.Is(err, tt.want) {
			t.Errorf("%.80s, %v, want %v", text, err, tt.want)
		}
		if form, err := tt.g.AppendBinary([]byte("x")); err == nil && tt.g.Len() > 0 || err != nil && string(form) != "x" {
			t.Errorf("%d bytes, %v", len(form), err)
		}
	}
}

// playShuffle plays plies with knights.
func playShuffle(t *testing.T, g *Game, plies int) {
	t.Helper()
	moves := movesOf(t, StartPosition(), "Nf3 Nf6 Ng1 Ng8")
	for range plies {
		if err := g.Continue(moves[g.Len()%4]); err != nil {
			t.Fatal(err)
		}
	}
}

// An error tells which ply it is about.
func TestGameJSONErrorPlace(t *testing.T) {
	for text, want := range map[string]string{
		`{"moves":["e2e4","e7e5","e4e5"]}`: `ply 3: move "e4e5": illegal: no such move of a pawn to e5 is legal`,
		`{"moves":["e2e4","x"]}`:           `ply 2: UCI move "x": malformed: a file, from a to h, is missing`,
		`{"moves":["e2e4",{}]}`:            `ply 2: JSON member "moves": malformed: an object where a string is expected`,
		`{"moves":[null]}`:                 `ply 1: move "0000": illegal: the null move is allowed only for analysis, not in check, and not where no move is legal`,
		`{"outcome":"1-0 checkmate"}`:      `outcome "1-0 checkmate": illegal: that has not happened`,
	} {
		var g Game
		if err := json.Unmarshal([]byte(text), &g); err == nil || err.Error() != want {
			t.Errorf("%s:\n%v, want\n%s", text, err, want)
		}
	}
}

// The memory for a game, good or bad, is bounded by the length of its JSON and by the
// number of plies.
func TestGameJSONMemory(t *testing.T) {
	shuffle := `"g1f3","g8f6","f3g1","f6g8",`
	text := func(plies int, end string) []byte {
		return []byte(`{"moves":[` + strings.Repeat(shuffle, plies/4) + end + "]}")
	}
	for _, tt := range []struct {
		name string
		text []byte
		want int // plies, or -1
	}{
		{"good", text(1<<16, `"g1f3"`), 1<<16 + 1},
		{"illegal", text(1<<16, `"e2e5"`), -1},
		{"too long", text(2*maxPlies, `"g1f3"`), -1},
		{"no moves", []byte(`{"moves":[` + strings.Repeat("0,", 1<<20) + "0]}"), -1},
		{"an object", []byte(`{"moves":{"a":[` + strings.Repeat(shuffle, 1<<16) + `""]}}`), -1},
	} {
		var before, after runtime.MemStats
		var g Game
		runtime.ReadMemStats(&before)
		err := json.Unmarshal(tt.text, &g)
		runtime.ReadMemStats(&after)
		got := after.TotalAlloc - before.TotalAlloc
		t.Logf("%s: %d bytes of memory for each of %d bytes", tt.name, got/uint64(len(tt.text)), len(tt.text))
		if got > uint64(48*len(tt.text)) { // at most 32, and some more for the race detector
			t.Errorf("%s: %d bytes of memory for %d bytes", tt.name, got, len(tt.text))
		}
		if (err == nil) != (tt.want >= 0) || err == nil && g.Len() != tt.want {
			t.Errorf("%s: %d plies are read, %v", tt.name, g.Len(), err)
		}
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
