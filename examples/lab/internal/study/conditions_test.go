package study

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

func TestConditions(t *testing.T) {
	alphaBeta := describe(t, "alphabeta")
	nodes := chess.Limits{Nodes: 100}
	c, games, err := NewConditions(t.Context(), alphaBeta, nodes, 1, openings)
	if err != nil || len(games) < 100 || c.Bench == 0 || c.Limits().Nodes != 100 {
		t.Fatalf("%v, %d openings, %v", &c, len(games), err)
	}
	few := filepath.Join(t.TempDir(), "few.epd")
	if err := os.WriteFile(few, []byte(games[0].Start().FEN()+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		player   string
		limits   chess.Limits
		seed     uint64
		openings string
		want     string
	}{
		{"alphabeta", nodes, 1, openings, ""},
		{"alphabeta,eval=pesto", nodes, 1, openings, "of player alphabeta,eval=pesto, "},
		{"alphabeta,tempo=50", nodes, 1, openings, "of player alphabeta,tempo=50, "},
		{"alphabeta", chess.Limits{Nodes: 99}, 1, openings, "not of player alphabeta, 99 nodes a move, "},
		{"alphabeta", chess.Limits{Depth: 3}, 1, openings, "not of player alphabeta, depth 3, "},
		{"alphabeta", nodes, 2, openings, "not of player alphabeta, 100 nodes a move, seed 2, "},
		{"alphabeta", nodes, 1, few, "; not of "},
	} {
		other, _, err := NewConditions(t.Context(), describe(t, test.player), test.limits, test.seed, test.openings)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Differ(&other); (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v", &other, err)
		}
		if !strings.HasPrefix(other.String(), "player "+test.player+", ") || (other.Bench == c.Bench) != (test.player == "alphabeta") {
			t.Errorf("%v", &other)
		}
		text, err := json.Marshal(other)
		var read Conditions
		if err == nil {
			err = json.Unmarshal(text, &read)
		}
		if err != nil || read != other || strings.Contains(string(text), "player") != (test.player != "alphabeta") {
			t.Errorf("%s, %v", text, err)
		}
	}
	other := c
	other.Bench++
	other.Openings = "elsewhere/" + other.Openings
	if err := c.Differ(&other); err == nil || !strings.Contains(err.Error(), "; not of player alphabeta") {
		t.Errorf("a different player: %v", err)
	}
	if _, _, err := NewConditions(t.Context(), alphaBeta, nodes, 1, "missing.epd"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no openings: %v", err)
	}
}

// TestLimits checks which limits count: those of the description, of the command line,
// and of the player itself.
func TestLimits(t *testing.T) {
	for _, test := range []struct {
		player string
		flags  chess.Limits
		want   string // the limits in words, or an error
		args   string
	}{
		{"alphabeta", chess.Limits{}, "3000 nodes a move", "-nodes 3000 -seed 1 -openings " + openings},
		{"alphabeta", chess.Limits{Depth: 2}, "depth 2", "-depth 2 -seed 1 -openings " + openings},
		{"alphabeta,nodes=7", chess.Limits{Depth: 2}, "7 nodes a move", "-player alphabeta,nodes=7 -nodes 7 -seed 1 -openings " + openings},
		{"pesto,depth=1,nodes=7", chess.Limits{}, "7 nodes a move, depth 1", "-player pesto,depth=1,nodes=7 -nodes 7 -depth 1 -seed 1 -openings " + openings},
		{"minimax,Depth=1", chess.Limits{}, "the player's own limits", "-player minimax,Depth=1 -seed 1 -openings " + openings},
		{"minimax,eval=boardvalue,castle score=30", chess.Limits{Depth: 1}, "depth 1", "-player 'minimax,eval=boardvalue,castle score=30' -depth 1 -seed 1 -openings " + openings},
		{"alphabeta,time=1s", chess.Limits{}, "limited by nodes or depth, not by time", ""},
		{"alphabeta,tc=1+0", chess.Limits{}, "limited by nodes or depth, not by time", ""},
		{"nobody", chess.Limits{}, `no player or evaluation "nobody"`, ""},
	} {
		c, _, err := NewConditions(t.Context(), describe(t, test.player), test.flags, 1, openings)
		if test.args == "" {
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: %v", test.player, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.player, err)
		}
		if diff := cmp.Diff(test.want, c.limits()); diff != "" {
			t.Errorf("%s: limits (-want +got):\n%s", test.player, diff)
		}
		if diff := cmp.Diff(test.args, c.Flags()); diff != "" {
			t.Errorf("%s: flags (-want +got):\n%s", test.player, diff)
		}
	}
}
