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

// Games plays the match and yields its games, first those of Match.Played, in an order that does not
// depend on how long they take. Leaving the loop ends the match. After the loop all searchers are closed.
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
		f := fixtures{match: m, pairings: m.pairings()}
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
	left := make([]int, len(m.Players)) // the players that are not out, the strongest first
	for i := range left {
		left[i] = i
	}
	rest := slices.Clone(m.Played) // nil where a tie has taken the game
	for len(left) > 1 {
		bye := len(left) % 2
		n := len(left)/2 + bye
		for i := bye; i < n; i++ {
			winner, ok := m.tie(ctx, left[i], left[len(left)-1-(i-bye)], rest, yield)
			if !ok {
				return
			}
			left[i] = winner
		}
		left = left[:n]
	}
	for i, t := range rest {
		if t != nil && recorded(t) {
			yield(nil, recallError(i, t, "it is of another knockout"))
			return
		}
	}
}

// tie plays the games of two players of a knockout, takes those that were played out of rest, and
// returns who goes on. It returns false after an error or if yield did.
func (m *Match) tie(ctx context.Context, a, b int, rest []*GameTree, yield func(*MatchGame, error) bool) (winner int, ok bool) {
	players := [2]int{min(a, b), max(a, b)}
	duel := *m
	duel.Players = []Player{m.Players[players[0]], m.Players[players[1]]}
	duel.Pairs = 2 * m.Pairs
	duel.Played = make([]*GameTree, len(rest))
	for i, t := range rest {
		if t != nil && duel.has(t.Tag("White")) && duel.has(t.Tag("Black")) {
			duel.Played[i], rest[i] = t, nil
		}
	}
	f := fixtures{match: &duel, pairings: [][2]int{{0, 1}}}
	games, err := f.recall()
	if err != nil {
		yield(nil, err)
		return 0, false
	}
	lead := 0 // of the first, in games won
	add := func(g *MatchGame, err error) bool {
		if err != nil {
			yield(nil, err)
			return false
		}
		switch {
		case !g.Outcome.Decided:
		case g.Players[g.Outcome.Winner] == 0:
			lead++
		default:
			lead--
		}
		games[2*g.Round-2+int(oneIf(g.Second))] = g
		named := *g
		named.Players = [2]int{players[g.Players[White]], players[g.Players[Black]]}
		return yield(&named, nil)
	}
	duel.Pairs = m.Pairs
	for from := 0; ; from, duel.Pairs = f.len(), duel.Pairs+1 {
		known := map[int]*MatchGame{}
		for number := range f.len() {
			if g := games[number]; g != nil {
				known[number] = g
				if number >= from && !add(g, nil) {
					return 0, false
				}
			}
		}
		ok = true
		f.play(ctx, known, func(g *MatchGame, err error) bool {
			ok = add(g, err)
			return ok
		})
		if !ok {
			return 0, false
		}
		if lead != 0 || duel.Pairs == 2*m.Pairs {
			break
		}
	}
	for number, g := range games {
		if number >= f.len() { // the tie was over
			rest[slices.Index(duel.Played, g.Tree)] = g.Tree
		}
	}
	if lead < 0 {
		return players[1], true
	}
	return players[0], true
}

// has reports whether a player has this name.
func (m *Match) has(name string) bool {
	return slices.ContainsFunc(m.Players, func(p Player) bool { return p.Name == name })
}

// fixtures is the list of all games of a match in order, numbered from 0: in each round a pair of
// games of each pairing.
type fixtures struct {
	match    *Match
	pairings [][2]int
}

func (f *fixtures) len() int { return 2 * len(f.pairings) * f.match.Pairs }

func (f *fixtures) fixture(number int) fixture {
	pair := number / 2
	fx := fixture{round: pair/len(f.pairings) + 1, second: number%2 == 1, players: f.pairings[pair%len(f.pairings)]}
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
	for range min(max(f.match.AtOnce, 1), f.len()-len(played)) {
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
		if t == nil { // of another tie
			continue
		}
		if !recorded(t) {
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

// recorded reports whether a game of Match.Played is whole.
func recorded(t *GameTree) bool {
	result := t.Tag("Result")
	return result != "*" && result != "" && t.Tag("PlyCount") == strconv.Itoa(len(t.Mainline()))
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
	if err != nil || round < 1 || round > f.match.Pairs {
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
