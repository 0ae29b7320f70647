package chess

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// lessonsOf returns the lessons of games, with few nodes, for a player.
func lessonsOf(t *testing.T, c Color, games ...string) (l Lessons) {
	t.Helper()
	for _, pgn := range games {
		tree, err := ParsePGN(pgn)
		if err != nil {
			t.Fatal(err)
		}
		review, err := Reviewer{Nodes: 2000}.Review(context.Background(), tree)
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(review) // a review that was kept is as good
		if err != nil {
			t.Fatal(err)
		}
		var kept Review
		if err := json.Unmarshal(data, &kept); err != nil {
			t.Fatal(err)
		}
		l.Add(tree, &kept, c)
	}
	return l
}

func TestLessons(t *testing.T) {
	from := func(fen, moves string) string { return `[FEN "` + fen + `"]` + "\n\n" + moves + " *" }
	for _, tt := range []struct {
		pgn  string
		c    Color
		want string // the groups of the bad moves
	}{
		{"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0", Black, "allowed mate 3...Nf6??"},
		{"1. e4 e5 2. Bc4 Nc6 3. Qh5 g6 4. Qf3 *", Black, ""},
		{"1. e4 e5 2. Nf3 Qg5 3. Nxg5 *", Black, "allowed hanging 2...Qg5??"},
		{"1. e4 e5 2. Nf3 Qg5 3. Nc3 *", White, "missed hanging 3. Nc3??"},
		{"1. e4 e5 2. Nf3 Nc6 3. Nxe5 Nxe5 *", White, "allowed sacrifice 3. Nxe5??"},
		{from("3r2k1/5ppp/3p4/2p5/8/2P2N2/3Q1PPP/6K1 w - - 0 1", "1. Qd4 cxd4"), White, "allowed lower 1. Qd4??"},
		{from("6k1/5ppp/8/8/8/8/5PPP/4R2K w - - 0 1", "1. Kg1"), White, "missed mate 1. Kg1?!"},
		{from("6k1/5ppp/2q1r3/8/3N4/8/5PPP/4R1K1 w - - 0 1", "1. Rd1"), White, "missed lower 1. Rd1?"},
		{from("r3k3/ppp2ppp/8/3N4/8/8/PP3PPP/6K1 w - - 0 1", "1. Nf4"), White, "missed fork 1. Nf4??"},
		{from("4r1k1/pp3ppp/8/1b6/8/4P3/PP1R1PPP/3N2K1 w - - 0 1", "1. h3"), White, ""},
	} {
		l := lessonsOf(t, tt.c, tt.pgn)
		var got []string
		for missed, groups := range [2][]LessonGroup{l.Allowed, l.Missed} {
			for _, g := range groups {
				if len(g.Cases) == 0 { // of the opponent
					continue
				}
				got = append(got, [2]string{"allowed ", "missed "}[missed]+g.Name+" "+g.Cases[0].Move.String())
			}
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, ", ")); diff != "" {
			t.Errorf("%s: %s", tt.pgn, diff)
		}
	}
}

// Each bad move is in one group of each kind, its cost is counted once, and the report names what costs
// most.
func TestLessonsAddUp(t *testing.T) {
	l := lessonsOf(t, Black,
		"[WhiteElo \"1100\"]\n[BlackElo \"900\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0",
		"[White \"Other\"]\n[BlackElo \"1000\"]\n\n1. e4 e5 2. Nf3 Qg5 3. Nxg5 h6 4. Nf3 d6 1/2-1/2",
		"[BlackElo \"?\"]\n\n1. e4 e5 2. Nf3 Qg5 3. Nc3 Qxg2 4. Bxg2 d6 0-1")
	if l.Games != 3 || l.Points != 1.5 || !slices.Equal(l.Ratings, []int{900, 1000, 0}) || len(l.Accuracy) != 3 || l.Moves != 11 {
		t.Errorf("%d games, %v points, rated %v, accuracy %v, %d moves", l.Games, l.Points, l.Ratings, l.Accuracy, l.Moves)
	}
	sum := func(groups []LessonGroup) (cases int, cost float64) {
		for i, g := range groups {
			if i > 0 && g.Cost > groups[i-1].Cost {
				t.Errorf("%s costs more than %s before it", g.Name, groups[i-1].Name)
			}
			cases += len(g.Cases)
			cost += g.Cost
		}
		return cases, cost
	}
	cases, cost := sum(l.Phases)
	allowed, allowedCost := sum(l.Allowed)
	missed, missedCost := sum(l.Missed)
	if sum(l.Openings); cases < 3 || cases != allowed+missed || math.Abs(cost-allowedCost-missedCost) > 1e-9 {
		t.Errorf("%d bad moves by phase that cost %v, %d and %d by what went wrong that cost %v", cases, cost, allowed, missed, allowedCost+missedCost)
	}
	l.Add(NewGame().Tree(), &Review{}, White) // nobody came
	if l.Games != 4 || l.Accuracy[3] != 0 {
		t.Errorf("%d games, accuracy %v", l.Games, l.Accuracy)
	}
	for language, want := range map[Language][]string{
		English: {"4 games, 11 moves, 1.5 points, accuracy 67.3", "Left a piece undefended: ", "3...Nf6?? in game 1 against ?", "2...Qg5?? in game 2 against Other"},
		German:  {"4 Partien, 11 Züge, 1,5 Punkte, Genauigkeit 67,3", "Eine Figur ungedeckt gelassen: ", "3...Sf6?? in Partie 1 gegen ?"},
	} {
		text := l.Text(language)
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%v: no %q in\n%s", language, part, text)
			}
		}
	}
	data, err := json.Marshal(l)
	var read Lessons
	if err == nil {
		err = json.Unmarshal(data, &read)
	}
	if err != nil || read.String() != l.String() {
		t.Errorf("from JSON: %v, %v", err, read)
	}
}

// What the cases of one player are, the other's opponents have.
func TestLessonsOpponents(t *testing.T) {
	pgn := []string{
		"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0",
		"1. e4 e5 2. Nf3 Qg5 3. Nc3 Qxg2 4. Bxg2 d6 0-1",
		"1. f3 e5 2. g4 Qh4# 0-1",
		"1. e4 e5 2. Nf3 Nc6 3. Nxe5 Nxe5 4. d4 Qh4 5. dxe5 *",
	}
	type counts struct{ player, opponents int }
	white, black := map[string]counts{}, map[string]counts{}
	for c, all := range [2]map[string]counts{white, black} {
		l := lessonsOf(t, Color(c), pgn...)
		for list, groups := range [][]LessonGroup{l.Allowed, l.Missed, l.Phases, l.Openings} {
			for _, g := range groups {
				n := counts{len(g.Cases), g.Opponents}
				if c == int(Black) {
					n = counts{n.opponents, n.player}
				}
				all[[]string{"allowed ", "missed ", "phase ", "opening "}[list]+g.Name] = n
			}
		}
	}
	if diff := cmp.Diff(white, black, cmp.AllowUnexported(counts{})); diff != "" {
		t.Error(diff)
	}
	if got, want := white["allowed mate"], (counts{1, 1}); got != want {
		t.Errorf("allowed mate %v, want %v", got, want)
	}
	l := lessonsOf(t, Black, pgn...)
	if text, want := l.Text(English), "- Allowed mate: 1×, opponents 1×, "; !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
	if l = lessonsOf(t, White, pgn[0]); strings.Contains(l.Text(English), "Allowed") {
		t.Errorf("of the opponent alone:\n%v", l)
	}
}
