package contest

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

func TestSettings(t *testing.T) {
	clock, err := chess.ParseTimeControl("60+0.5")
	if err != nil {
		t.Fatal(err)
	}
	m := &chess.Match{Seed: 7, Players: []chess.Player{
		{Name: "a"}, {Name: "b", Limits: chess.Limits{Nodes: 300, Depth: 5}}, {Name: "c", TimeControl: clock, Limits: chess.Limits{Time: time.Second}, Ponder: true},
	}}
	specs := []string{"a", "b", "minimax,name=c"}
	var got []string
	for _, players := range [][2]int{{0, 0}, {0, 1}, {1, 1}, {2, 1}} {
		got = append(got, settings(m, specs, players[0], players[1]))
	}
	m.Arbiter = chess.Arbiter{DrawMoves: 8, DrawScore: 10, DrawFrom: 40, WinMoves: 3, WinScore: 700, MaxPlies: 400}
	got = append(got, matchRules(m))
	want := []string{
		"its own limits, seed 7",
		"its own limits against depth 5 and 300 nodes, seed 7",
		"depth 5 and 300 nodes, seed 7",
		"c is minimax,name=c; clock 60+0.5 and 1s and pondering against depth 5 and 300 nodes, seed 7",
		"seed 7, a draw after 8 moves of both with at most 0.10 from move 40 on, a win after 3 moves of both with at least 7.00, a draw after 400 plies",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDescribe(t *testing.T) {
	m := &chess.Match{Seed: 1, Players: []chess.Player{{Name: "random"}, {Name: "weak", Limits: chess.Limits{Depth: 1}}}}
	specs := []string{"random", "pesto,name=weak"}
	const players = "players: random (its own limits); weak is pesto,name=weak (depth 1)\nconditions: seed 1, "
	for _, test := range []struct {
		openings string
		shuffle  uint64
		want     string
	}{{"", 3, "from the start position\n"}, {"x.epd", 0, "openings x.epd\n"}, {"x.epd", 3, "openings x.epd shuffled by 3\n"}} {
		if got := Describe(m, specs, test.openings, test.shuffle); got != players+test.want {
			t.Errorf("%q, want %q", got, players+test.want)
		}
	}
}

// TestGames checks that each game that is written has its settings and the name of its opening,
// and that games of older versions, without settings, are not played again.
func TestGames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.pgn")
	play := func() (again int) {
		specs := []string{"random", "pawnpusher"}
		players, err := ParsePlayers(specs, chess.Player{})
		if err != nil {
			t.Fatal(err)
		}
		m := &chess.Match{Players: players, Pairs: 2, Seed: 1, Arbiter: chess.Arbiter{MaxPlies: 20}}
		for g, err := range Games(t.Context(), m, specs, path, io.Discard) {
			if err != nil {
				t.Fatal(err)
			}
			if g.Played {
				again++
			}
		}
		return again
	}
	if again := play(); again != 0 {
		t.Errorf("%d games were there before", again)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	games, named := 0, 0
	for tree, err := range chess.NewPGNReader(bytes.NewReader(text)).All() {
		if err != nil {
			t.Fatal(err)
		}
		games++
		o := tree.Opening()
		if tree.Tag("ECO") != o.ECO || tree.Tag("Opening") != o.Name || tree.Tag("Settings") != "its own limits, seed 1, a draw after 20 plies" {
			t.Errorf("%s", tree)
		}
		if o.Name != "" {
			named++
		}
	}
	if games != 4 || named == 0 {
		t.Errorf("%d games, %d of them with the name of an opening", games, named)
	}
	older := regexp.MustCompile(`\[Settings .*\n`).ReplaceAll(text, nil)
	if err := os.WriteFile(path, older, 0o666); err != nil {
		t.Fatal(err)
	}
	if again := play(); again != 4 {
		t.Errorf("%d games were there before", again)
	}
}

// TestGamesOfOtherPlayers checks that games are not continued by other players with
// the same names.
func TestGamesOfOtherPlayers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.pgn")
	play := func(specs ...string) error {
		players, err := ParsePlayers(specs, chess.Player{})
		if err != nil {
			t.Fatal(err)
		}
		m := &chess.Match{Players: players, Pairs: 1, Arbiter: chess.Arbiter{MaxPlies: 4}}
		for _, err := range Games(t.Context(), m, Identities(specs), path, io.Discard) {
			if err != nil {
				return err
			}
		}
		return nil
	}
	for range 2 {
		if err := play("minimax,Depth=1,name=a", "random"); err != nil {
			t.Error(err)
		}
	}
	if err := play("minimax,Depth=2,name=a", "random"); err == nil || !strings.Contains(err.Error(), "a is minimax,Depth=1,name=a") {
		t.Errorf("the games of another player: %v", err)
	}

	// A file of weights that has changed makes another player.
	weights := filepath.Join(t.TempDir(), "w.json")
	write := func(pawn string) {
		terms, err := chess.SetWeight(chess.NewDefaultEvaluator().Terms(), "material[pawn]", pawn)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := errors.Join(chess.WriteWeights(&b, terms...), os.WriteFile(weights, b.Bytes(), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	path = filepath.Join(t.TempDir(), "y.pgn")
	write("90")
	for range 2 {
		if err := play("minimax,Depth=1,eval=default,weights="+weights, "random"); err != nil {
			t.Error(err)
		}
	}
	write("91")
	if err := play("minimax,Depth=1,eval=default,weights="+weights, "random"); err == nil || !strings.Contains(err.Error(), filepath.Base(weights)+"#") {
		t.Errorf("the games of other weights: %v", err)
	}
}
