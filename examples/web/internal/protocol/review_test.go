package protocol

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

func TestReview(t *testing.T) {
	tree, err := chess.ParsePGN("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0")
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	var reply struct{ Answer review }
	text := new(Handler).Answer(t.Context(), sent(t, "review", fields{"tree": tree}), func(news []byte) { seen = append(seen, string(news)) })
	if err := json.Unmarshal(text, &reply); err != nil {
		t.Fatal(err)
	}
	got := reply.Answer
	if got.Accuracy[0] <= got.Accuracy[1] || got.Accuracy[0] > 100 {
		t.Errorf("the accuracy is %v", got.Accuracy)
	}
	if len(got.Points) != 8 || got.Points[6].Flaw != "blunder" || got.Points[7].Chance != 100 {
		t.Errorf("the graph is %+v", got.Points)
	}
	if len(seen) != 7 || !strings.HasPrefix(seen[3], `{"news":{"done":4,"moves":7,"chances":[100,100,`) || strings.Count(seen[3], ",") != 6 {
		t.Errorf("the progress is %q", seen)
	}
	var flaws, texts []string
	for _, f := range got.Flaws {
		texts = append(texts, f.Text)
		if f.Ply == 6 {
			flaws = append(flaws, f.Move)
			if f.Task == nil || !f.Task.Loose || len(f.Task.Solution) != 1 || f.Task.Side != "black" {
				t.Errorf("the puzzle of %s is %+v", f.Move, f.Task)
			}
			if !strings.Contains(f.Text, "Qxf7#") {
				t.Errorf("%s: %s", f.Move, f.Text)
			}
		}
	}
	if diff := cmp.Diff([]string{"3...Nf6??"}, flaws); diff != "" {
		t.Error(diff)
	}
	for _, text := range append(texts, got.Summary) {
		if strings.Contains(strings.NewReplacer("O-O", "", "1-0", "").Replace(text), "-") {
			t.Errorf("a hyphen as a minus sign: %s", text)
		}
	}
	if !strings.Contains(got.Summary, "White") || !strings.Contains(got.Summary, "3...Nf6") {
		t.Errorf("the summary is %q", got.Summary)
	}
}

func TestMinus(t *testing.T) {
	for text, want := range map[string]string{
		"-0.10":                        "−0.10",
		"#-3":                          "#−3",
		"3...Nf6 (-0.10 to #-1), 0-1.": "3...Nf6 (−0.10 to #−1), 0-1.",
		"4. O-O-O":                     "4. O-O-O",
	} {
		if got := minus(text); got != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
	}
}

func TestLessons(t *testing.T) {
	const moves = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0"
	games := []string{"[White \"Max\"]\n[Black \"Eva\"]\n\n" + moves, "[White \"Eva\"]\n[Black \"Max\"]\n\n" + moves}
	seen := 0
	var reply struct{ Answer string }
	question := sent(t, "lessons", fields{"games": games, "player": "Eva"})
	text := new(Handler).Answer(t.Context(), question, func([]byte) { seen++ })
	if err := json.Unmarshal(text, &reply); err != nil {
		t.Fatal(err)
	}
	if got := reply.Answer; seen != 2 || !strings.Contains(got, "Games: 2") || !strings.Contains(got, "3...Nf6?? in game 1 against Max") || !strings.Contains(got, "To practise: 1400, ⚙ Overlooks=mate") || strings.Contains(got, "in game 2") {
		t.Errorf("after %d reports: %s", seen, got)
	}
}
