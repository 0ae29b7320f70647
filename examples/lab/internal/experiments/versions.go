package experiments

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/timing"
)

// versionsExperiment is the command versions.
type versionsExperiment struct{ games games }

// systems are the players that the command lets play by default.
var systems = []string{"boardvalue", "negascout", "negaalphabeta", "minimax", "capturesfirst", "checkbonus", "random", "pawnpusher"}

func (e *versionsExperiment) flags(flags *flag.FlagSet) {
	flags.Func("player", "a `player`, as in examples/match; may be repeated (default "+strings.Join(systems, ", ")+")", func(spec string) error {
		e.games.specs = append(e.games.specs, spec)
		return nil
	})
	e.games.flags(flags, 20)
}

func (e *versionsExperiment) prepare() error {
	if len(e.games.specs) == 0 {
		e.games.specs = systems
	}
	if len(e.games.specs) < 2 {
		return errors.New("there is only one player")
	}
	for i := range e.games.specs {
		for j := range i {
			e.games.meetings = append(e.games.meetings, [2]int{j, i})
		}
	}
	return e.games.read()
}

func (e *versionsExperiment) run(ctx context.Context, r *run) (*chapter, error) {
	g := &e.games
	var err error
	if r.conditions, err = g.conditions(ctx); err != nil {
		return nil, err
	}
	r.conditions = append(r.conditions, "players: "+strings.Join(g.specs, "; "))
	results, err := g.play(ctx, r)
	if results == nil {
		return nil, err
	}
	s := newStandings(g, results)
	return &chapter{
		title: "Versions",
		question: `Which of the systems plays best? None of the reports says: the graph-grammar engine never finished a game, and the three-check
			bot (C++) has three stages, of which it tells only that they exist. Here each plays all others, as deep as its authors
			had it search, with ordinary chess for the three-check bot, too.`,
		conditions: append([]string{g.length()}, r.conditions...),
		missing:    missing(err),
		tables:     []table{s.ratingTable(), s.crossTable()},
		findings:   s.findings(),
		pictures: []picture{{name: "ratings", alt: "The rating of each player with its 95 % interval", draw: func(w io.Writer) error {
			return drawDots(w, fmt.Sprintf("Ratings from %d games", s.count), "Elo above the mean of the players, with 95 % intervals", 0, s.dots())
		}}},
		timings: []table{s.timeTable()},
	}, err
}

// standings are the results of the players.
type standings struct {
	names   []string
	count   int // of the games
	table   *chess.CrossTable
	ratings []chess.Estimate
	order   []int             // the players, the best first
	times   [][]time.Duration // of the moves of each player: the median of each game
	other   map[[2]int]bool   // players whose two games with one opening were not the same game
	plies   int
}

func newStandings(g *games, results [][]*played) *standings {
	s := &standings{table: chess.NewCrossTable(len(g.players)), times: make([][]time.Duration, len(g.players)), other: map[[2]int]bool{}}
	for i := range g.players {
		s.names = append(s.names, g.players[i].Name)
		s.order = append(s.order, i)
	}
	for m, pairs := range results {
		players := g.meetings[m]
		for i, p := range pairs {
			if p == nil {
				continue
			}
			p.add(s.table, players, i)
			if a, b := p.Games[0], p.Games[1]; a.Plies != b.Plies || a.Winner != b.Winner {
				s.other[players] = true
			}
			for second, game := range p.Games {
				s.count++
				s.plies += game.Plies
				for c, t := range game.Median {
					if t > 0 {
						s.times[players[c^second]] = append(s.times[players[c^second]], t)
					}
				}
			}
		}
	}
	s.ratings = s.table.Ratings()
	slices.SortStableFunc(s.order, func(i, j int) int { return cmp.Compare(s.ratings[j].Elo, s.ratings[i].Elo) })
	return s
}

func (s *standings) ratingTable() table {
	t := table{
		caption: "Elo above the mean of the players, estimated from all games together, with 95 % intervals.",
		head:    []string{"player", "Elo", "games", "points", "+", "=", "-"},
	}
	for _, i := range s.order {
		total := s.table.Total(i)
		t.rows = append(t.rows, []string{s.names[i], s.ratings[i].String(), fmt.Sprint(total.Games()), fmt.Sprintf("%.1f", total.Points()),
			fmt.Sprint(total.Wins), fmt.Sprint(total.Draws), fmt.Sprint(total.Losses)})
	}
	return t
}

func (s *standings) crossTable() table {
	t := table{caption: "Points of the players of the rows against those of the columns.", head: []string{"player"}}
	for _, i := range s.order {
		t.head = append(t.head, s.names[i])
		row := []string{s.names[i]}
		for _, j := range s.order {
			cell := "×"
			if a := s.table.Against(i, j); i != j {
				cell = fmt.Sprintf("%g", a.Points())
			}
			row = append(row, cell)
		}
		t.rows = append(t.rows, row)
	}
	return t
}

// findings names the player with the highest rating, those with the same results, and
// the neighbours whose order may be chance.
func (s *standings) findings() []string {
	if s.count == 0 {
		return nil
	}
	all := []string{fmt.Sprintf("The highest rating is that of %s, %v, in %d games of %.0f plies on average.", s.names[s.order[0]], s.ratings[s.order[0]], s.count,
		float64(s.plies)/float64(s.count))}
	var open []string
	for _, group := range s.alike() {
		all = append(all, fmt.Sprintf("%s have the same results against each of the others, and the two games with an opening between them have the same result and length, whoever has White: they play the same moves, and differ in their times.", listed(group)))
	}
	for place, i := range s.order[1:] {
		if j := s.order[place]; s.ratings[i].High > s.ratings[j].Low && !s.same(i, j) {
			open = append(open, s.names[j]+" and "+s.names[i])
		}
	}
	if len(open) > 0 {
		all = append(all, "The intervals of these neighbours overlap, so their order may be chance: "+strings.Join(open, "; ")+".")
	}
	return all
}

// same reports whether two players have the same results against each of the others,
// and the games between them do not depend on who has White.
func (s *standings) same(i, j int) bool {
	between := s.table.Against(i, j).Pairs
	if between[2] == 0 || between != [5]int{2: between[2]} || s.other[[2]int{i, j}] || s.other[[2]int{j, i}] {
		return false
	}
	for k := range s.names {
		a, b := s.table.Against(i, k), s.table.Against(j, k)
		if k != i && k != j && (a.Wins != b.Wins || a.Draws != b.Draws || a.Losses != b.Losses || a.Pairs != b.Pairs) {
			return false
		}
	}
	return true
}

// alike returns the names of players with the same results, in groups.
func (s *standings) alike() (groups [][]string) {
	seen := map[int]bool{}
	for _, i := range s.order {
		group := []string{s.names[i]}
		for _, j := range s.order {
			if i != j && !seen[i] && !seen[j] && s.same(i, j) {
				group = append(group, s.names[j])
				seen[j] = true
			}
		}
		if len(group) > 1 {
			groups = append(groups, group)
		}
	}
	return groups
}

func (s *standings) dots() []dot {
	var all []dot
	for _, i := range s.order {
		all = append(all, dot{s.names[i], s.ratings[i].Elo, s.ratings[i].Low, s.ratings[i].High})
	}
	return all
}

func (s *standings) timeTable() table {
	t := table{caption: "Milliseconds of a move: the median of the games, each of which counts with its median.", head: []string{"player", "ms"}}
	for _, i := range s.order {
		t.rows = append(t.rows, []string{s.names[i], significant(milliseconds(timing.Median(s.times[i])))})
	}
	return t
}
