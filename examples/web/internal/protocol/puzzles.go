package protocol

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/puzzle"
)

// A task is a puzzle: a game up to the position to solve, and what to play there.
type task struct {
	ID       string          `json:"id"`
	Tree     *chess.GameTree `json:"tree"`
	Side     string          `json:"side"`     // that solves it: "white"
	Solution []string        `json:"solution"` // its moves and the answers in turn, in UCI notation
	Rating   int             `json:"rating"`   // 0 if it is not known
	Hints    []string        `json:"hints"`    // each tells more than the one before
	Loose    bool            `json:"loose"`    // whether another move that is as good solves it
}

// maxTasks is how many puzzles of a file are read.
const maxTasks = 5000

// answer returns the puzzles of a file with lichess.org's columns, as chess puzzles makes
// it. Lines that are damaged are left out.
func (q *puzzlesQuestion) answer(*call) (any, error) {
	r, err := puzzle.NewCSVReader(strings.NewReader(q.Text))
	if err != nil {
		return nil, err
	}
	all := []task{}
	for len(all) < maxTasks {
		l, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil && !errors.As(err, new(*puzzle.LineError)) {
			return nil, err
		}
		if err != nil || len(l.Moves) < 2 {
			continue
		}
		g := chess.NewGame(l.Start)
		if err := g.Continue(l.Moves[0]); err != nil {
			return nil, err
		}
		t, err := taskOf(g, l.Moves[1:])
		if err != nil {
			return nil, err
		}
		t.ID, t.Rating = l.ID, l.Rating
		all = append(all, t)
	}
	if len(all) == 0 {
		return nil, errors.New("there is no puzzle in the file")
	}
	return all, nil
}

// taskOf returns the puzzle that begins after the moves of a game.
func taskOf(g *chess.Game, solution []chess.Move) (task, error) {
	start := g.Position()
	t := task{Tree: g.Tree(), Side: strings.ToLower(start.Turn().String())}
	for p, i := start, 0; i < len(solution); i++ {
		t.Solution = append(t.Solution, p.UCI(solution[i]))
		p = p.After(solution[i])
	}
	motifs, err := chess.Motifs(start, solution, 0)
	if err != nil {
		return task{}, err
	}
	var kinds []string
	telling := chess.MotifKinds()
	telling = telling[:slices.Index(telling, "oneMove")] // the others tell how long the line is, and the phase of the game
	for _, m := range motifs {
		if word := motifWords(string(m.Kind)); slices.Contains(telling, m.Kind) && !slices.Contains(kinds, word) {
			kinds = append(kinds, word)
		}
	}
	if len(kinds) > 0 {
		t.Hints = append(t.Hints, strings.Join(kinds, ", ")+".")
	}
	from := solution[0].From()
	t.Hints = append(t.Hints, fmt.Sprintf("%s: the %v on %v moves.", start.Turn(), start.At(from).Type(), from))
	return t, nil
}

// motifWords returns the name of a motif, such as "mateIn2", as words.
func motifWords(name string) string {
	var words []rune
	for i, r := range name {
		if i > 0 && (unicode.IsUpper(r) || unicode.IsDigit(r) && !unicode.IsUpper(rune(name[i-1]))) {
			words = append(words, ' ')
		}
		words = append(words, unicode.ToLower(r))
	}
	return string(words)
}

// A trial is what is to say of a move in a puzzle.
type trial struct {
	Right  bool `json:"right"`
	Chance int  `json:"chance"` // of winning, in percent, if the puzzle is loose and the move not that of the solution
	Best   int  `json:"best"`   // that of the best move
}

const (
	triedNodes = 20_000 // of each search that compares a move with the solution
	goodEnough = 5      // percent of winning chance that a move may lose which solves a loose puzzle: less than an inaccuracy
)

type triedQuestion struct {
	place
	Text  string `json:"text"`  // the move of the solution
	Loose bool   `json:"loose"` // whether another move that is as good solves the puzzle
}

// answer judges the last move of a game. Checkmate is always right.
func (q *triedQuestion) answer(c *call) (any, error) {
	g := q.game()
	if g.Len() == 0 {
		return nil, errors.New("there is no move to judge")
	}
	m := g.LastMove()
	p := g.PositionAt(g.Len() - 1)
	if p.UCI(m) == q.Text || g.Outcome().Reason == chess.Checkmate {
		return trial{Right: true}, nil
	}
	if !q.Loose {
		return trial{}, nil
	}
	g.Undo()
	s := chess.NewAlphaBeta(chess.NewDefaultEvaluator())
	var chances [2]float64 // of the best move, and of this one
	for i, moves := range [2][]chess.Move{nil, {m}} {
		r, err := s.Search(c.ctx, g, chess.Limits{Nodes: triedNodes, SearchMoves: moves})
		if err != nil {
			return nil, err
		}
		chances[i] = r.Score.WinningChance()
	}
	best, this := chances[0], chances[1]
	return trial{best-this < goodEnough, int(math.Round(this)), int(math.Round(best))}, nil
}
