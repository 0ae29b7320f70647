package protocol

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is known of an ending, and how far its tables are while they are made.
func TestTruth(t *testing.T) {
	var h Handler
	q := question{Ask: "truth", Game: played("8/8/1K1k4/8/2P5/8/8/8 w - - 0 1", "b6b5"), Ply: 0}
	text, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	var last tableNews
	var reply struct{ Answer truth }
	if err := json.Unmarshal(h.Answer(text, func(text []byte) {
		var n struct{ News tableNews }
		if err := json.Unmarshal(text, &n); err != nil || n.News.Ready > n.News.Total || n.News.Done < 0 || n.News.Done > 100 {
			t.Errorf("news %s, %v", text, err)
		}
		last = n.News
	}), &reply); err != nil {
		t.Fatal(err)
	}
	if want := (tableNews{5, 5, "KPvK", 100}); last != want {
		t.Errorf("the last news is %+v, want %+v", last, want)
	}
	want := truth{"White wins: mate in 13 with best play; only c5+ and Kb5 win.", []group{
		{"win", []judgment{{"c5+", "mate in 13"}, {"Kb5", "mate in 16"}}},
		{"draw", []judgment{{"Ka5", ""}, {"Ka6", ""}, {"Ka7", ""}, {"Kb7", ""}}},
	}}
	if diff := cmp.Diff(want, reply.Answer); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	q.Ply = 1 // the same tables
	if got := mustAsk[truth](t, &h, q); got.Sentence != "White wins: mate in 15 with best play." {
		t.Errorf("a ply later: %+v", got)
	}
	if _, problem := ask[truth](t, &h, question{Ask: "truth", Game: played(startFEN)}); problem != "No table has the position." {
		t.Errorf("at the start: %q", problem)
	}
	if _, problem := ask[truth](t, &h, question{Ask: "truth", Game: played("hello")}); problem == "" {
		t.Error("no error without a position")
	}
}

// The page asks where a table can be made.
func TestFew(t *testing.T) {
	for fen, want := range map[string]bool{
		"8/8/1K1k4/8/2P5/8/8/8 w - - 0 1": true, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1": true, "4k3/8/8/8/8/8/8/R3K2R w K - 0 1": false,
		"4k3/8/8/8/8/8/8/R3K2R w - - 3+3 0 1": false, "4k3/7p/8/8/8/8/8/R3K2R w - - 0 1": false, "k7/8/1K6/8/8/8/8/8 w - - 0 1": false,
	} {
		if v := mustAsk[view](t, &Handler{}, question{Ask: "view", Game: played(fen)}); v.Few != want {
			t.Errorf("%s: %v", fen, v.Few)
		}
	}
}
