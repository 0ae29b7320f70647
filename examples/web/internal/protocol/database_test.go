package protocol

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// TestIndex reads games as the database keeps them, and finds the positions of their main lines.
func TestIndex(t *testing.T) {
	const text = `[Event "Wijk aan Zee"]
[Date "1999.01.20"]
[White "Kasparov"]
[Black "Topalov"]
[WhiteElo "2812"]
[Result "1-0"]

1. e4 d6 (1... e5) 2. d4 {better} 1-0

[White "?"]

1. Ke2 *

[Date "????.??.??"]
[White "-"]
[BlackElo "?"]

1. d4 d6 2. e4 Ke3 *`
	got := mustAsk[index](t, &Handler{}, "index", fields{"text": text})
	if got.Left != 1 || len(got.Games) != 2 {
		t.Fatalf("%d games, %d left out", len(got.Games), got.Left)
	}
	same := strings.Fields(got.Games[0].Keys)
	for i, want := range []indexed{
		{White: "Kasparov", Black: "Topalov", Elo: [2]int{2812}, Event: "Wijk aan Zee", Date: "1999.01.20", Result: "1-0", Opening: "B00 Pirc Defense", Moves: "e2e4 d7d6 d2d4"},
		{Result: "*", Opening: "A41 Queen's Pawn Game", Moves: "d2d4 d7d6 e2e4"},
	} {
		e := got.Games[i]
		p := chess.StartPosition()
		keys := []string{keyOf(p)}
		for _, uci := range strings.Fields(e.Moves) {
			m, err := p.ParseUCI(uci)
			if err != nil {
				t.Fatal(err)
			}
			p = p.After(m)
			keys = append(keys, keyOf(p))
		}
		want.Keys, want.ID, want.PGN = strings.Join(keys, " "), e.ID, e.PGN
		if diff := cmp.Diff(want, e); diff != "" {
			t.Errorf("game %d (-want +got):\n%s", i, diff)
		}
		again := mustAsk[index](t, &Handler{}, "index", fields{"text": e.PGN})
		if diff := cmp.Diff([]indexed{e}, again.Games); diff != "" {
			t.Errorf("game %d, read again (-want +got):\n%s", i, diff)
		}
		if others := strings.Fields(e.Keys); others[3] != same[3] || (others[1] == same[1]) != (i == 0) {
			t.Errorf("game %d: positions %q, of the first %q", i, others, same)
		}
		if v := mustAsk[view](t, &Handler{}, "view", fields{"game": played(startFEN, strings.Fields(e.Moves)...), "ply": 3}); v.Key != same[3] {
			t.Errorf("the view has the key %q, want %q", v.Key, same[3])
		}
	}
	if len(same) != 4 || got.Games[0].ID == got.Games[1].ID {
		t.Errorf("keys %q, games %q and %q", same, got.Games[0].ID, got.Games[1].ID)
	}
	if !strings.Contains(got.Games[0].PGN, "(1... e5) 2. d4 {better} 1-0") {
		t.Errorf("the PGN lacks what was written: %s", got.Games[0].PGN)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if answer := string((&Handler{}).Answer(ctx, sent(t, "index", fields{"text": text}), quiet)); strings.Contains(answer, "Kasparov") {
		t.Errorf("a question that is cancelled has the answer %s", answer)
	}
}
