package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/seed-0971039b/chess"
)

// An exploration is an analysis of positions of a game and of variations, while that game and
// its clocks wait.
type exploration struct {
	replay
	from  replay       // the game
	count int          // how many lines are wanted
	lines []chess.Info // those found so far in the position, the best first; scores are for White
}

// The number of lines of an analysis.
const (
	usualLines = 3
	mostLines  = 9
)

// parseLines parses a number of lines; without one it is the usual number.
func parseLines(text string) (int, error) {
	if text == "" {
		return usualLines, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > mostLines {
		return 0, fmt.Errorf("%q is not a number of lines from 1 to %d", clip(text), mostLines)
	}
	return n, nil
}

// explore begins an analysis at the end of a game. It may go on, unless the rules end it there.
func explore(from replay) *exploration {
	g := new(*from.Game)
	if g.Outcome().Over() && g.Undo() && g.Len() < from.Len() {
		g = new(*from.Game) // its last move has ended it
	}
	return &exploration{replay: replay{g, slices.Clone(from.undone)}, from: from}
}

// step goes n plies forward, or back if n is negative, as far as that is possible. Back from
// a variation, the moves after it are those of the game again.
func (x *exploration) step(n int) error {
	before := x.Len()
	for ; n < 0 && x.Len() > 0; n++ {
		x.undone = append(x.undone, x.LastMove())
		x.Undo()
		if x.deviation() == x.Len() {
			x.undone = slices.Clone(x.from.undone)
			for _, m := range slices.Backward(x.from.Moves()[x.Len():]) {
				x.undone = append(x.undone, m)
			}
		}
	}
	for ; n > 0 && len(x.undone) > 0; n-- {
		x.add(x.undone[len(x.undone)-1])
	}
	if x.Len() == before {
		return errors.New("there is no other move on this side")
	}
	return nil
}

// deviation returns after how many plies the moves are not those of the game.
func (x *exploration) deviation() int {
	moves, game := x.Moves(), x.from.Moves()
	for i := range min(len(moves), len(game)) {
		if moves[i] != game[i] {
			return i
		}
	}
	return min(len(moves), len(game))
}

// found adds a line that the search has found. It does nothing if there is no analysis.
func (x *exploration) found(i *chess.Info) {
	n := i.MultiPV - 1
	if x == nil || len(i.PV) == 0 || n < 0 || n > len(x.lines) || i.Bound != chess.Exact && n < len(x.lines) {
		return
	}
	line := *i
	line.Score = i.Score.ForWhite(x.Turn())
	if n == len(x.lines) {
		x.lines = append(x.lines, line)
	} else {
		x.lines[n] = line
	}
}

// complete replaces the lines by those of the result.
func (x *exploration) complete(r *chess.Result) {
	x.lines = nil
	for i, l := range r.Lines {
		x.found(&chess.Info{MultiPV: i + 1, Score: l.Score, Bound: chess.Exact, Depth: r.Depth, PV: l.PV})
	}
}

// texts returns the lines with their numbers and scores.
func (x *exploration) texts() (texts []string) {
	p := x.Position()
	for i, l := range x.lines {
		texts = append(texts, fmt.Sprintf("%d %6s  %s", i+1, l.Score, p.SANLine(l.PV...)))
	}
	return texts
}
