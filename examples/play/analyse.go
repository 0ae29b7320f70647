package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
)

// An exploration is an analysis of positions of the game and of variations, while the game
// and its clocks wait. The position is that of session.game, in which the adviser searches.
type exploration struct {
	played *chess.Game  // the game that waits
	undone []chess.Move // its moves that were taken back
	count  int          // how many lines are wanted
	lines  []analysis   // those found so far in the position, the best first
}

// The number of lines of an analysis.
const (
	usualLines = 3
	mostLines  = 9
)

// analyse begins an analysis of the position with a number of lines, or changes the number.
func (s *session) analyse(text string) error {
	count := usualLines
	if text != "" {
		var err error
		if count, err = strconv.Atoi(text); err != nil || count < 1 || count > mostLines {
			return fmt.Errorf("%q is not a number of lines from 1 to %d", clip(text), mostLines)
		}
	}
	s.run()
	if s.exploring == nil {
		s.exploring = &exploration{played: s.game, undone: slices.Clone(s.undone)}
		s.game = withoutEnd(s.game)
	}
	s.exploring.count = count
	s.think()
	return nil
}

// withoutEnd returns a copy of the game that has not ended, but by the rules.
func withoutEnd(game *chess.Game) *chess.Game {
	g := new(*game)
	if g.Outcome() == (chess.Outcome{}) {
		return g
	}
	if g.Undo(); g.Len() == game.Len() {
		return g
	}
	return new(*game) // its last move has ended it
}

// stop ends the analysis: the game goes on where it was.
func (s *session) stop(string) error {
	if s.exploring == nil {
		return errors.New(`there is no analysis: "analyse" begins one`)
	}
	s.game, s.undone = s.exploring.played, s.exploring.undone
	s.exploring = nil
	s.think()
	return nil
}

// present returns the game that is being played, also during an analysis.
func (s *session) present() *chess.Game {
	if s.exploring != nil {
		return s.exploring.played
	}
	return s.game
}

// try plays a move in the analysis.
func (s *session) try(m chess.Move) {
	s.advance(m, "")
	s.think()
}

// tryLine plays the first move of a line of the analysis, counted from 1.
func (s *session) tryLine(n int) error {
	if n > len(s.exploring.lines) {
		return fmt.Errorf("there is no line %d", n)
	}
	s.try(s.exploring.lines[n-1].line[0])
	return nil
}

// step goes n plies forward in the analysis, or back if n is negative, as far as that is
// possible. Back from a variation, the moves after it are those of the game again.
func (s *session) step(n int) error {
	from := s.game.Len()
	for ; n < 0 && s.game.Len() > 0; n++ {
		moves := s.game.Moves()
		s.undone = append(s.undone, moves[len(moves)-1])
		s.game.Undo()
		if s.deviation() == s.game.Len() {
			s.undone = s.exploring.rest(s.game.Len())
		}
	}
	for ; n > 0 && len(s.undone) > 0; n-- {
		if err := s.game.Continue(s.undone[len(s.undone)-1]); err != nil {
			return err
		}
		s.undone = s.undone[:len(s.undone)-1]
	}
	if s.game.Len() == from {
		return errors.New("there is no other move on this side")
	}
	s.think()
	return nil
}

// rest returns the moves of the game from a ply on, the next one last.
func (x *exploration) rest(ply int) []chess.Move {
	moves := slices.Clone(x.played.Moves()[ply:])
	slices.Reverse(moves)
	return append(slices.Clone(x.undone), moves...)
}

// deviation returns after how many plies the moves of the analysis are not those of the game.
func (s *session) deviation() int {
	moves := s.game.Moves()
	for i, m := range s.present().Moves() {
		if i == len(moves) || moves[i] != m {
			return i
		}
	}
	return min(len(moves), s.present().Len())
}

// advise starts the search of the adviser, which is that of the analysis if there is one.
func (s *session) advise(forget bool) {
	l := s.adviser.limits
	if s.exploring != nil {
		if s.live {
			l = s.bounds
		}
		l.MultiPV = s.exploring.count
	}
	s.search(s.adviser, l, forget)
}

// found adds a line that the search has found to the analysis.
func (s *session) found(i *chess.Info) {
	x := s.exploring
	n := i.MultiPV - 1
	if x == nil || len(i.PV) == 0 || n < 0 || n > len(x.lines) || i.Bound != chess.Exact && n < len(x.lines) {
		return
	}
	line := analysis{by: s.adviser, score: i.Score.ForWhite(s.turn()), depth: i.Depth, nodes: i.Nodes, line: i.PV}
	if n == len(x.lines) {
		x.lines = append(x.lines, line)
	} else {
		x.lines[n] = line
	}
}

// complete replaces the lines by those of the result.
func (s *session) complete(r *chess.Result) {
	x := s.exploring
	x.lines = nil
	for i, l := range r.Lines {
		if len(l.PV) > 0 {
			s.found(&chess.Info{MultiPV: i + 1, Score: l.Score, Bound: chess.Exact, Depth: r.Depth, Nodes: r.Nodes, PV: l.PV})
		}
	}
	if !s.live {
		s.notify("%s", strings.Join(s.lineTexts(), "\n"))
	}
}

// lineTexts returns the lines of the analysis with their numbers and scores.
func (s *session) lineTexts() (texts []string) {
	p := s.game.Position()
	for i, l := range s.exploring.lines {
		texts = append(texts, fmt.Sprintf("%d %6s  %s", i+1, l.score, p.SANLine(l.line...)))
	}
	return texts
}
