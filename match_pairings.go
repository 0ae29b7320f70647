package chess

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Games plays the match and yields its games, first those of Match.Played, or in a knockout those of the
// round, in an order that does not depend on how long they take. Leaving the loop ends the match. After the
// loop all searchers are closed.
//
// If ctx is done, a field is invalid, a game of Played is not of this match, a searcher cannot be made or
// the Tablebase fails, Games yields the finished games and then the error. A searcher that fails, panics, makes
// an illegal move or oversteps its time only loses the game: see MatchGame.Err.
func (m *Match) Games(ctx context.Context) iter.Seq2[*MatchGame, error] {
	return func(yield func(*MatchGame, error) bool) {
		if err := m.check(); err != nil {
			yield(nil, err)
			return
		}
		f := fixtures{match: m, pairings: m.pairings(), to: m.Pairs}
		if m.Pairs > math.MaxInt/4/len(f.pairings) {
			yield(nil, errors.New("chess: too many pairs to count"))
			return
		}
		if m.Knockout {
			m.knockout(ctx, yield)
			return
		}
		played, err := f.recall()
		if err != nil {
			yield(nil, err)
			return
		}
		for _, i := range slices.Sorted(maps.Keys(played)) {
			if !yield(played[i], nil) {
				return
			}
		}
		f.play(ctx, played, yield)
	}
}

// pairings returns all pairs of players that play against each other.
func (m *Match) pairings() (all [][2]int) {
	for a := range m.Players {
		if m.Gauntlet && a > 0 {
			break
		}
		for b := a + 1; b < len(m.Players); b++ {
			all = append(all, [2]int{a, b})
		}
	}
	return all
}

// knockout plays the rounds of a knockout and yields the games.
func (m *Match) knockout(ctx context.Context, yield func(*MatchGame, error) bool) {
	all := fixtures{match: m, pairings: m.pairings(), to: 2 * m.Pairs}
	recalled, err := all.recall()
	if err != nil {
		yield(nil, err)
		return
	}
	played := map[fixtureKey]*MatchGame{}
	for number, g := range recalled {
		played[all.fixture(number).key()] = g
	}
	left := make([]int, len(m.Players)) // the players that are not out, by their place
	for i := range left {
		left[i] = i
	}
	for len(left) > 1 {
		bye := len(left) % 2
		n := len(left)/2 + bye
		var ties [][2]int
		for i := bye; i < n; i++ {
			other := left[len(left)-1-(i-bye)]
			ties = append(ties, [2]int{min(left[i], other), max(left[i], other)})
		}
		leads, ok := m.ties(ctx, ties, played, yield)
		if !ok {
			return
		}
		for i, tie := range ties {
			left[bye+i] = tie[oneIf(leads[tie] < 0)]
		}
		left = left[:n]
	}
	rest := map[*GameTree]bool{}
	for _, g := range played {
		rest[g.Tree] = true
	}
	if i := slices.IndexFunc(m.Played, func(t *GameTree) bool { return rest[t] }); i >= 0 {
		yield(nil, recallError(i, m.Played[i], "it is of another knockout"))
	}
}

// ties plays the ties of a round, but for what was played, which it removes from the map. It returns by how
// many games the first player of each tie leads, and false after an error or if yield returned that.
func (m *Match) ties(ctx context.Context, ties [][2]int, played map[fixtureKey]*MatchGame, yield func(*MatchGame, error) bool) (leads map[[2]int]int, ok bool) {
	leads = map[[2]int]int{}
	add := func(g *MatchGame, err error) bool {
		if err == nil && g.Outcome.Decided {
			winner, loser := g.Players[g.Outcome.Winner], g.Players[g.Outcome.Winner.Other()]
			if winner < loser {
				leads[[2]int{winner, loser}]++
			} else {
				leads[[2]int{loser, winner}]--
			}
		}
		ok = yield(g, err) && err == nil
		return ok
	}
	level := ties
	for from, to := 0, m.Pairs; ; from, to = to, to+1 {
		f := fixtures{match: m, pairings: level, from: from, to: to}
		known := map[int]*MatchGame{}
		for number := range f.len() {
			key := f.fixture(number).key()
			if g := played[key]; g != nil {
				delete(played, key)
				known[number] = g
				if !add(g, nil) {
					return nil, false
				}
			}
		}
		ok = true
		f.play(ctx, known, add)
		if !ok {
			return nil, false
		}
		level = slices.DeleteFunc(slices.Clone(level), func(tie [2]int) bool { return leads[tie] != 0 })
		if len(level) == 0 || to == 2*m.Pairs {
			return leads, true
		}
	}
}

// fixtures is the list of games of a match in order, numbered from 0: in each of some rounds a pair of
// games of each pairing.
type fixtures struct {
	match    *Match
	pairings [][2]int
	from, to int // the rounds that are before the first, and up to the last
}

func (f *fixtures) len() int { return 2 * len(f.pairings) * (f.to - f.from) }

func (f *fixtures) fixture(number int) fixture {
	pair := number / 2
	fx := fixture{round: f.from + pair/len(f.pairings) + 1, second: number%2 == 1, players: f.pairings[pair%len(f.pairings)]}
	if fx.second {
		fx.players[White], fx.players[Black] = fx.players[Black], fx.players[White]
	}
	if n := len(f.match.Openings); n > 0 {
		fx.opening = f.match.Openings[(fx.round-1)%n]
	} else {
		fx.opening = NewGame()
	}
	return fx
}

// maxAtOnce bounds the goroutines of a match: each has a searcher of each player.
const maxAtOnce = 1024

// play plays the games that have not been played before, and yields them.
func (f *fixtures) play(ctx context.Context, played map[int]*MatchGame, yield func(*MatchGame, error) bool) {
	ctx, cancel := context.WithCancelCause(ctx)
	var workers sync.WaitGroup
	var next atomic.Int64
	type result struct {
		number int
		game   *MatchGame
	}
	results := make(chan result)
	for range min(max(f.match.AtOnce, 1), maxAtOnce, f.len()-len(played)) {
		workers.Go(func() {
			a := arena{match: f.match, searchers: make([]Searcher, len(f.match.Players))}
			defer a.close()
			for ctx.Err() == nil {
				number := int(next.Add(1)) - 1
				if number >= f.len() {
					return
				}
				if played[number] != nil {
					continue
				}
				var g *MatchGame
				err := guard(func() (err error) { // the calls of a Player and a Tablebase may panic
					g, err = a.play(ctx, f.fixture(number))
					return err
				})
				if err != nil {
					cancel(err)
					return
				}
				results <- result{number, g}
			}
		})
	}
	go func() {
		workers.Wait()
		close(results)
	}()
	defer func() {
		cancel(nil)
		for range results {
		}
	}()

	finished := map[int]*MatchGame{} // that have not been yielded
	first := 0                       // the game to be yielded next
	for r := range results {
		finished[r.number] = r.game
		for played[first] != nil || finished[first] != nil {
			if g := finished[first]; g != nil && !yield(g, nil) {
				return
			}
			delete(finished, first)
			first++
		}
	}
	for _, i := range slices.Sorted(maps.Keys(finished)) {
		if !yield(finished[i], nil) {
			return
		}
	}
	if err := context.Cause(ctx); err != nil {
		yield(nil, err)
	}
}

// recall returns the games of Match.Played, by number.
func (f *fixtures) recall() (map[int]*MatchGame, error) {
	played := map[int]*MatchGame{}
	for i, t := range f.match.Played {
		if result := t.Tag("Result"); result == "*" || result == "" || t.Tag("PlyCount") != strconv.Itoa(len(t.Mainline())) {
			continue
		}
		fail := func(what any) (map[int]*MatchGame, error) {
			return nil, recallError(i, t, what)
		}
		number, ok := f.find(t)
		if !ok {
			return fail("it is of another match")
		}
		if played[number] != nil {
			return fail("it occurs twice")
		}
		fx := f.fixture(number)
		tree := NewGameTree(fx.opening.Start())
		f.match.setTags(tree, fx)
		for _, tag := range timeControlTags {
			if t.Tag(tag) != tree.Tag(tag) {
				return fail("it has another time control")
			}
		}
		g, err := t.Game()
		if err != nil {
			return fail(err)
		}
		if !g.continues(fx.opening) {
			return fail("it has another opening")
		}
		o := g.Outcome()
		if o == DrawBy(Unspecified) { // PGN does not tell why a game is drawn
			g.Undo()
			if c, ok := g.CanClaimDraw(); ok && c.Move == 0 {
				o.Reason = c.Reason
			}
		}
		played[number] = &MatchGame{Round: fx.round, Second: fx.second, Players: fx.players, Outcome: o, Tree: t, Played: true}
	}
	return played, nil
}

// recallError returns that the game with this index of Match.Played does not fit.
func recallError(i int, t *GameTree, what any) error {
	return fmt.Errorf("chess: game %d of those played, round %s of %s and %s: %v",
		i+1, shorten(t.Tag("Round"), maxExcerpt), shorten(t.Tag("White"), maxExcerpt), shorten(t.Tag("Black"), maxExcerpt), what)
}

// find returns the number of the game with the tags White, Black and Round of t.
func (f *fixtures) find(t *GameTree) (number int, ok bool) {
	pair, _, _ := strings.Cut(t.Tag("Round"), ".")
	round, err := strconv.Atoi(pair)
	if err != nil || round < 1 || round > f.to {
		return 0, false
	}
	first := 2 * len(f.pairings) * (round - 1)
	for number := first; number < first+2*len(f.pairings); number++ {
		fx := f.fixture(number)
		if t.Tag("Round") == fx.roundTag() && t.Tag("White") == f.match.Players[fx.players[White]].Name &&
			t.Tag("Black") == f.match.Players[fx.players[Black]].Name {
			return number, true
		}
	}
	return 0, false
}
