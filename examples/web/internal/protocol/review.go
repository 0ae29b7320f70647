package protocol

import (
	"context"
	"errors"

	"github.com/seed-0971039b/chess/examples/internal/annotation"
)

// reviewNodes is how many nodes the search of each position has for a review. A browser
// searches some 200,000 in a second.
const reviewNodes = 10_000

// A review says how a game was played.
type review struct {
	Summary string  `json:"summary"`
	Points  []point `json:"points"` // the start position, and those after each move of the main line
	Flaws   []flaw  `json:"flaws"`
}

// A point is a position in the graph of a game.
type point struct {
	Chance float64 `json:"chance"` // White's, in percent
	Flaw   string  `json:"flaw"`   // of the move before it: "mistake"; "" for none
}

// A flaw is a bad move.
type flaw struct {
	Ply  int    `json:"ply"` // 1 for the first move
	Move string `json:"move"`
	Text string `json:"text"`
}

// review looks at the moves of the main line of the tree of a question.
func (h *Handler) review(q *question) (review, error) {
	if q.Tree == nil || q.Tree.Root().Next() == nil {
		return review{}, errors.New("there is no move to review")
	}
	settings := annotation.DefaultSettings()
	settings.Nodes = reviewNodes
	annotator, err := annotation.New(settings, nil)
	if err != nil {
		return review{}, err
	}
	report, err := annotator.Annotate(context.Background(), q.Tree)
	if err != nil {
		return review{}, err
	}
	r := review{Summary: annotator.Summary(report), Points: []point{}, Flaws: []flaw{}}
	for _, s := range report.Scores {
		r.Points = append(r.Points, point{Chance: annotation.WinningChance(s)})
	}
	for i := range report.Flaws {
		f := &report.Flaws[i]
		r.Points[f.Ply].Flaw = f.Kind.String()
		r.Flaws = append(r.Flaws, flaw{f.Ply, annotator.Numbered(f) + f.Kind.NAG().String(), annotator.Text(f)})
	}
	return r, nil
}
