package experiments

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/proportion"
)

// castlingExperiment is the command castling.
type castlingExperiment struct {
	games   games
	player  string
	weights []string // in percent, for the whole game or for middlegame/endgame
}

func (e *castlingExperiment) flags(flags *flag.FlagSet) {
	flags.StringVar(&e.player, "player", "boardvalue,depth=3", "let this `player` play against itself; its evaluation must have the feature castle score")
	e.weights = []string{"10", "30", "60", "100/0", "100"}
	flags.Func("weights", "give the feature these `weights`, in percent, separated by commas; two with a slash are for the middlegame and\nthe endgame (default "+strings.Join(e.weights, ",")+")", func(text string) error {
		e.weights = strings.Split(text, ",")
		for _, word := range e.weights {
			if !weightForm.MatchString(word) {
				return errors.New("want positive numbers, or two with a slash, separated by commas")
			}
		}
		return nil
	})
	e.games.flags(flags, 400)
}

// weightForm is the form of a weight.
var weightForm = regexp.MustCompile(`^[1-9][0-9]*(/[0-9]+)?$`)

func (e *castlingExperiment) prepare() error {
	for i, w := range append([]string{"0"}, e.weights...) {
		e.games.specs = append(e.games.specs, fmt.Sprintf("%s,castle score=%s,name=%s %%", e.player, w, w))
		if i > 0 {
			e.games.meetings = append(e.games.meetings, [2]int{i, 0})
		}
	}
	return e.games.read()
}

func (e *castlingExperiment) run(ctx context.Context, r *run) (*chapter, error) {
	g := &e.games
	var err error
	if r.conditions, err = g.conditions(ctx); err != nil {
		return nil, err
	}
	r.conditions = append(r.conditions, fmt.Sprintf("player %s, castle score at %s %% against 0 %%", e.player, strings.Join(e.weights, ", ")))
	results, err := g.play(ctx, r)
	if results == nil {
		return nil, err
	}
	s := newCastlingStatistics(g, results)
	return &chapter{
		title: "The castle score",
		question: `The author of the board value system (Python, 2022) wanted castling to be pursued, "and once it is executed one continues as
			usual": the feature must not keep king and rook where castling has put them. So: of the sides that castle, how many move
			king or rook away by one of their next ten moves, with the feature and without? And what is the feature worth?`,
		conditions: append([]string{g.length()}, r.conditions...),
		missing:    missing(err),
		tables:     []table{s.moveTable(), s.eloTable()},
		findings:   s.findings(),
		pictures: []picture{{name: "elo", alt: "Elo of the player by the weight of the castle score, against the player without it", draw: func(w io.Writer) error {
			return drawDots(w, "What the castle score is worth, by its weight", "Elo against the player without it, with 95 % intervals", 0, s.dots())
		}}},
	}, err
}

// castlingStatistics holds counts by player, and results against the first player.
type castlingStatistics struct {
	names   []string
	sides   []int // games, each counted for both sides
	castled []int // sides that castled
	known   []int // those that made ten moves after that, or moved king or rook away
	moved   []int // those that moved king or rook away
	tally   []chess.Tally
}

func newCastlingStatistics(g *games, results [][]*played) *castlingStatistics {
	n := len(g.players)
	s := &castlingStatistics{sides: make([]int, n), castled: make([]int, n), known: make([]int, n), moved: make([]int, n), tally: make([]chess.Tally, n)}
	for i := range g.players {
		s.names = append(s.names, g.players[i].Name)
	}
	table := chess.NewCrossTable(n)
	for m, pairs := range results {
		players := g.meetings[m]
		for i, p := range pairs {
			if p == nil {
				continue
			}
			p.add(table, players, i)
			for second, game := range p.Games {
				for c, k := range game.Castle {
					s.count(players[c^second], k)
				}
			}
		}
	}
	for i := range s.tally {
		s.tally[i] = table.Against(i, 0)
	}
	return s
}

func (s *castlingStatistics) count(player int, c castled) {
	s.sides[player]++
	if c.Castled {
		s.castled[player]++
		if !c.Short {
			s.known[player]++
		}
	}
	if c.Moved {
		s.moved[player]++
	}
}

func shareText(part, whole int) string {
	percent, low, high := proportion.Percent(part, whole)
	if whole == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f %% (%.0f to %.0f)", percent, low, high)
}

func (s *castlingStatistics) moveTable() table {
	t := table{
		caption: `Sides by the weight of the feature, in percent, for the whole game or for middlegame/endgame: how many castled; of these, those that made at least ten moves afterwards or moved king or
			rook away before; and how many of them moved king or rook away within ten moves, with a 95 % interval.`,
		head: []string{"weight", "sides", "castled", "of them", "with ten moves", "moved away", "of them"},
	}
	for i, name := range s.names {
		t.rows = append(t.rows, []string{name, fmt.Sprint(s.sides[i]), fmt.Sprint(s.castled[i]), shareText(s.castled[i], s.sides[i]),
			fmt.Sprint(s.known[i]), fmt.Sprint(s.moved[i]), shareText(s.moved[i], s.known[i])})
	}
	return t
}

func (s *castlingStatistics) eloTable() table {
	t := table{
		caption: "Results of each weight against the player without the feature, and the Elo of the difference with its 95 % interval, from pairs of games.",
		head:    []string{"weight", "Elo", "games", "+", "=", "-"},
	}
	for i, name := range s.names[1:] {
		a := s.tally[i+1]
		t.rows = append(t.rows, []string{name, a.Estimate().String(), fmt.Sprint(a.Games()), fmt.Sprint(a.Wins), fmt.Sprint(a.Draws), fmt.Sprint(a.Losses)})
	}
	return t
}

// findings compares the last weight with none, and names the best weight.
func (s *castlingStatistics) findings() []string {
	var all []string
	last := len(s.names) - 1
	with, _, _ := proportion.Percent(s.moved[last], s.known[last])
	without, _, _ := proportion.Percent(s.moved[0], s.known[0])
	if without > 0 && !math.IsNaN(with) {
		verdict := "at least two thirds, so one continues as usual"
		if with/without < 2.0/3 {
			verdict = "less than two thirds: the feature still keeps them there"
		}
		all = append(all, fmt.Sprintf("With the feature at %s, %.0f %% of the sides that castled move king or rook away, without it %.0f %%: %.2f times as many, %s.",
			s.names[last], with, without, with/without, verdict))
	}
	best := 0
	var bestElo float64
	for i := range s.names {
		if e := s.tally[i].Estimate(); s.tally[i].Games() > 0 && (best == 0 || e.Elo > bestElo) {
			best, bestElo = i, e.Elo
		}
	}
	if best > 0 {
		e := s.tally[best].Estimate()
		verdict := "which may be chance"
		switch {
		case e.Low > 0:
			verdict = "a gain"
		case e.High < 0:
			verdict = "a loss"
		}
		all = append(all, fmt.Sprintf("The best of these weights is %s: %v Elo against none, %s.", s.names[best], e, verdict))
	}
	return all
}

func (s *castlingStatistics) dots() []dot {
	var all []dot
	for i, name := range s.names[1:] {
		if e := s.tally[i+1].Estimate(); !math.IsInf(e.Low, 0) && !math.IsInf(e.High, 0) {
			all = append(all, dot{name, e.Elo, e.Low, e.High})
		}
	}
	return all
}
