package protocol

import (
	"fmt"
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// What is known of an ending, and how far its tables are while they are made.
func TestTruth(t *testing.T) {
	var h Handler
	known := func(q fields) truth {
		t.Helper()
		preparing := regexp.MustCompile(`^Preparing tables(: [0-9]+ of [0-9]+, K\w*vK\w* [0-9]+ %|\.)$|^Finishing another table, K\w*vK\w* [0-9]+ %, before those of this ending\.$`)
		for {
			got := mustAsk[truth](t, &h, "truth", q)
			if got.Known {
				return got
			}
			if !preparing.MatchString(got.Sentence) || len(got.Results) > 0 || len(got.Lines) > 0 {
				t.Fatalf("while tables are made: %+v", got)
			}
			time.Sleep(time.Millisecond)
		}
	}
	q := fields{"game": played("8/8/1K1k4/8/2P5/8/8/8 w - - 0 1", "b6b5"), "ply": 0, "lines": 3}
	got := known(q)
	want := []group{
		{"win", []judgment{{"c5+", "mate in 13"}, {"Kb5", "mate in 16"}}},
		{"draw", []judgment{{"Ka5", ""}, {"Ka6", ""}, {"Ka7", ""}, {"Kb7", ""}}},
	}
	if diff := cmp.Diff(want, got.Results); diff != "" || got.Sentence != "White wins: mate in 13 with best play; only c5+ and Kb5 win." {
		t.Errorf("%q, -want +got:\n%s", got.Sentence, diff)
	}
	var lines []string
	for _, l := range got.Lines {
		lines = append(lines, fmt.Sprintf("%d %s %s %d", l.Line, l.Score.Text, l.SAN[0], len(l.UCI)))
	}
	if diff := cmp.Diff([]string{"1 #13 c5+ 20", "2 #16 Kb5 20", "3 0.00 Ka5 1"}, lines); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
	q["ply"], q["lines"] = 1, 0 // the same tables
	if got := known(q); got.Sentence != "White wins: mate in 15 with best play." || len(got.Lines) != 1 || got.Lines[0].Score.Text != "#15" {
		t.Errorf("a ply later: %+v", got)
	}
	if _, problem := ask[truth](t, &h, "truth", fields{"game": played(startFEN)}); problem != "No table has the position." {
		t.Errorf("at the start: %q", problem)
	}
	if _, problem := ask[truth](t, &h, "truth", fields{"game": played("hello")}); problem == "" {
		t.Error("no error without a position")
	}
}

// A position is told as soon as its tables are ready, whatever was asked before.
func TestTruthOfAnother(t *testing.T) {
	var h Handler
	slow := fields{"game": played("8/8/8/4k3/8/3q4/4R3/4K3 b - - 0 1")}
	if got := mustAsk[truth](t, &h, "truth", slow); got.Known {
		t.Fatalf("tables of four pieces are ready: %+v", got)
	}
	defer h.tables.Close()
	soon := fields{"game": played("8/8/8/8/8/8/3k4/K6Q w - - 0 1")}
	for !mustAsk[truth](t, &h, "truth", soon).Known {
		time.Sleep(time.Millisecond)
	}
	if got := mustAsk[truth](t, &h, "truth", slow); got.Known {
		t.Errorf("the tables of the first position came first: %+v", got)
	}
}

// The page asks where a table can be made.
func TestFew(t *testing.T) {
	for fen, want := range map[string]bool{
		"8/8/1K1k4/8/2P5/8/8/8 w - - 0 1": true, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1": true, "4k3/8/8/8/8/8/8/R3K2R w K - 0 1": false,
		"4k3/8/8/8/8/8/8/R3K2R w - - 3+3 0 1": false, "4k3/7p/8/8/8/8/8/R3K2R w - - 0 1": false, "k7/8/1K6/8/8/8/8/8 w - - 0 1": false,
	} {
		if v := mustAsk[view](t, &Handler{}, "view", fields{"game": played(fen)}); v.Few != want {
			t.Errorf("%s: %v", fen, v.Few)
		}
	}
}
