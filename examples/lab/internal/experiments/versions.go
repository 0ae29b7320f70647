package experiments

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/timing"
)

// versionsExperiment is the command versions.
type versionsExperiment struct {
	games
	systems string // the players
}

func (e *versionsExperiment) addFlags(flags *flag.FlagSet) {
	flags.StringVar(&e.systems, "players", "boardvalue;negascout;negaalphabeta;minimax;capturesfirst;checkbonus;random;pawnpusher",
		"let these `players` play, separated by semicolons")
	e.games.addFlags(flags, 20)
}

func (e *versionsExperiment) prepare() error {
	e.specs = strings.Split(e.systems, ";")
	if len(e.specs) < 2 {
		return errors.New("there is only one player")
	}
	for i := range e.specs {
		for j := range i {
			e.meetings = append(e.meetings, [2]int{j, i})
		}
	}
	return e.read()
}

func (e *versionsExperiment) run(ctx context.Context, r *run) (*chapter, error) {
	results, err := e.play(ctx, r)
	if err != nil {
		return nil, err
	}
	s := e.standings(results)
	var dots []dot
	times := table{caption: "Milliseconds of a move: the median of the games, each of which counts with its median.", head: []string{"player", "ms"}}
	for _, i := range s.order {
		dots = append(dots, dot{e.players[i].Name, s.ratings[i].Elo, s.ratings[i].Low, s.ratings[i].High})
		times.add(e.players[i].Name, significant(milliseconds(timing.Median(s.times[i]))))
	}
	return &chapter{
		title: "Versions",
		question: `Which of the systems plays best? None of the reports says: the graph-grammar engine never finished a game, and the three-check
			bot (C++) has three stages, of which it tells only that they exist. Here each plays all others, as deep as its authors
			had it search, with ordinary chess for the three-check bot, too.`,
		results: section{
			tables: []table{s.table(e.players)}, findings: s.findings(e.players),
			pictures: []picture{{"ratings", "The rating of each player with its 95 % interval",
				drawDots(fmt.Sprintf("Ratings from %d games", s.count), "Elo above the mean of the players, with 95 % intervals", 0, dots)}},
		},
		times: section{tables: []table{times}},
	}, nil
}

// standings are the results of the players.
type standings struct {
	count, plies int // of all games
	cross        *chess.CrossTable
	ratings      []chess.Estimate
	order        []int             // the players, the best first
	times        [][]time.Duration // of the moves of each player: the median of each game
}

func (e *versionsExperiment) standings(results []result) *standings {
	s := &standings{cross: e.tally(results), times: make([][]time.Duration, len(e.players))}
	for _, r := range results {
		for second, game := range r.Games {
			s.count++
			s.plies += game.Plies
			for c, t := range game.Median {
				if t > 0 {
					s.times[r.players[c^second]] = append(s.times[r.players[c^second]], t)
				}
			}
		}
	}
	s.ratings = s.cross.Ratings()
	for i := range e.players {
		s.order = append(s.order, i)
	}
	slices.SortStableFunc(s.order, func(i, j int) int { return cmp.Compare(s.ratings[j].Elo, s.ratings[i].Elo) })
	return s
}

func (s *standings) table(players []chess.Player) table {
	t := table{
		caption: `Elo above the mean of the players, estimated from all games together, with 95 % intervals; games, points, and the points
			against the player of each column.`,
		head: []string{"player", "Elo", "games", "points"},
	}
	for _, i := range s.order {
		t.head = append(t.head, players[i].Name)
		total := s.cross.Total(i)
		figures := []any{s.ratings[i], total.Games(), total.Points()}
		for _, j := range s.order {
			if i == j {
				figures = append(figures, "×")
			} else {
				figures = append(figures, s.cross.Against(i, j).Points())
			}
		}
		t.add(players[i].Name, figures...)
	}
	return t
}

// findings names the player with the highest rating, and the neighbours whose order may be
// chance.
func (s *standings) findings(players []chess.Player) []string {
	first := s.order[0]
	all := []string{fmt.Sprintf("The highest rating is that of %s, %v, in %d games of %.0f plies on average.", players[first].Name, s.ratings[first], s.count,
		float64(s.plies)/float64(s.count))}
	var open []string
	for place, i := range s.order[1:] {
		if j := s.order[place]; s.ratings[i].High > s.ratings[j].Low {
			open = append(open, players[j].Name+" and "+players[i].Name)
		}
	}
	if len(open) > 0 {
		all = append(all, "The intervals of these neighbours overlap, so their order may be chance: "+strings.Join(open, "; ")+".")
	}
	return all
}
