package protocol

import (
	"errors"
	"fmt"
	"math"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// reviewNodes is how many nodes the search of each position has for a review. A browser
// searches some 200,000 in a second.
const reviewNodes = 10_000

// A review says how a game was played.
type review struct {
	Summary  string  `json:"summary"`
	Accuracy [2]int  `json:"accuracy"` // of White and of Black, in percent
	Points   []point `json:"points"`   // the start position, and those after each move of the main line
	Flaws    []flaw  `json:"flaws"`
}

// A point is a position in the graph of a game.
type point struct {
	Chance float64 `json:"chance"` // White's, in percent
	Flaw   string  `json:"flaw"`   // of the move before it: "mistake"; "" for none
}

// A flaw is a bad move.
type flaw struct {
	Ply   int    `json:"ply"` // 1 for the first move
	Move  string `json:"move"`
	Glyph string `json:"glyph"` // "?!"
	Text  string `json:"text"`
	Task  *task  `json:"task"` // to find a better move, if it was a mistake or a blunder; else null
}

// A progress is how far a review has come, from the end of the game to its beginning.
type progress struct {
	Done    int       `json:"done"`
	Moves   int       `json:"moves"`
	Chances []float64 `json:"chances"` // White's, in percent, after the last move, the one before it and so on
}

type reviewQuestion struct {
	Tree *chess.GameTree `json:"tree"`
}

// answer looks at the moves of the main line of a tree, and reports its progress.
func (q *reviewQuestion) answer(c *call) (any, error) {
	if q.Tree == nil || q.Tree.Root().Next() == nil {
		return nil, errors.New("there is no move to review")
	}
	reviewer := chess.Reviewer{Nodes: reviewNodes}
	seen := progress{}
	reviewer.Progress = func(ply int, s chess.Score) {
		seen.Done, seen.Moves = len(seen.Chances), len(seen.Chances)+ply
		seen.Chances = append(seen.Chances, math.Round(s.WinningChance()))
		if seen.Done > 0 {
			c.report(seen)
		}
	}
	found, err := reviewer.Review(c.ctx, q.Tree)
	if err != nil {
		return nil, err
	}
	r := review{Summary: minus(found.Summary(c.language)), Points: []point{}, Flaws: []flaw{}}
	r.Accuracy = [2]int{int(math.Round(found.White.Accuracy)), int(math.Round(found.Black.Accuracy))}
	for _, s := range found.Scores {
		r.Points = append(r.Points, point{Chance: s.WinningChance()})
	}
	for _, f := range found.Flaws() {
		r.Points[f.Ply].Flaw = f.Kind(chess.English)
		bad := flaw{Ply: f.Ply, Move: f.String(), Glyph: f.Glyph.String(), Text: minus(f.Text(c.language))}
		if f.Glyph != chess.DubiousMove && len(f.Best) > 0 {
			if bad.Task, err = betterMove(q.Tree, &f); err != nil {
				return nil, err
			}
		}
		r.Flaws = append(r.Flaws, bad)
	}
	return r, nil
}

type lessonsQuestion struct {
	Games  []string `json:"games"` // PGN
	Player string   `json:"player"`
}

// answer returns the text of the lessons that the games teach the player, and reports it after each game.
func (q *lessonsQuestion) answer(c *call) (any, error) {
	var l chess.Lessons
	text := ""
	for _, pgn := range q.Games {
		tree, err := chess.ParsePGN(pgn)
		if tree == nil {
			return nil, err
		}
		r, err := chess.Reviewer{Nodes: reviewNodes / 2}.Review(c.ctx, tree)
		if err != nil {
			return nil, err
		}
		side := chess.White
		if tree.Tag("Black") == q.Player {
			side = chess.Black
		}
		l.Add(tree, r, side)
		text = l.Text(c.language) + player.Practice(&l, c.language, "%d, ⚙ Overlooks=%s")
		c.report(text)
	}
	return text, nil
}

// betterMove returns the puzzle to find a better move than that of a flaw.
func betterMove(tree *chess.GameTree, f *chess.ReviewedMove) (*task, error) {
	g := chess.NewGame(tree.Start())
	for _, m := range tree.Mainline()[:f.Ply-1] {
		if err := g.Continue(m); err != nil {
			return nil, err
		}
	}
	var line []chess.Move
	for at := g.Position(); len(line) < len(f.Best); {
		m, err := at.ParseSAN(f.Best[len(line)])
		if err != nil {
			return nil, err
		}
		line, at = append(line, m), at.After(m)
	}
	t, err := taskOf(g, line)
	t.ID, t.Loose, t.Solution = fmt.Sprintf("%v %s", g.Position().Key().EPD(), f.Move), true, t.Solution[:min(1, len(t.Solution))]
	return &t, err
}
