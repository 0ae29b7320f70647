package chess

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Games plays the match and returns the games: first those of Match.Played,
// and then each when it and all before it are finished, in an order that does
// not depend on how long they take: round by round. Leaving the loop ends the
// match. When ctx is done or something fails, the games that are finished by
// then are returned, then the error. What fails a match is what is wrong with
// its fields, a game that is not of it in Played, and a searcher that cannot be
// made. A searcher that fails, makes an illegal move or oversteps its time has
// lost the game.
//
// A player's time is what passes from the call of Search to its return. When the
// loop over the games ends all searchers are at rest, and closed.
func (m *Match) Games(ctx context.Context) iter.Seq2[*MatchGame, error] {
	return func(yield func(*MatchGame, error) bool) {
		if err := m.check(); err != nil {
			yield(nil, err)
			return
		}
		f := fixtures{match: m, pairings: m.pairings()}
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

// pairings returns who plays against whom.
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

// Fixtures are the games of a match in their order, numbered from 0: in each
// round a pair of games of each pairing.
type fixtures struct {
	match    *Match
	pairings [][2]int
}

func (f *fixtures) len() int { return 2 * len(f.pairings) * f.match.Pairs }

func (f *fixtures) fixture(number int) fixture {
	pair := number / 2
	b := fixture{round: pair/len(f.pairings) + 1, second: number%2 == 1, players: f.pairings[pair%len(f.pairings)]}
	if b.second {
		b.players[White], b.players[Black] = b.players[Black], b.players[White]
	}
	if n := len(f.match.Openings); n > 0 {
		b.opening = f.match.Openings[(b.round-1)%n]
	} else {
		b.opening = NewGame(startPosition)
	}
	return b
}

// play plays the games that are not among those played before.
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
			a := arena{match: f.match, seats: make([]Searcher, len(f.match.Players))}
			defer a.close()
			for ctx.Err() == nil {
				number := int(next.Add(1)) - 1
				if number >= f.len() {
					return
				}
				if played[number] != nil {
					continue
				}
				g, err := a.play(ctx, f.fixture(number))
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

	finished := map[int]*MatchGame{} // that wait for those before them
	first := 0                       // the game to be returned next
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

// recall returns the games that have been played before, by number.
func (f *fixtures) recall() (map[int]*MatchGame, error) {
	played := map[int]*MatchGame{}
	for i, t := range f.match.Played {
		if result := t.Tag("Result"); result == "*" || result == "" || t.Tag("PlyCount") != strconv.Itoa(len(t.Mainline())) {
			continue
		}
		fail := func(what any) (map[int]*MatchGame, error) {
			return nil, fmt.Errorf("game %d of those played, round %s of %s and %s: %v",
				i+1, shorten(t.Tag("Round"), maxExcerpt), shorten(t.Tag("White"), maxExcerpt), shorten(t.Tag("Black"), maxExcerpt), what)
		}
		number, ok := f.find(t)
		if !ok {
			return fail("it is of another match")
		}
		if played[number] != nil {
			return fail("it is there before")
		}
		b := f.fixture(number)
		tree := NewGameTree(b.opening.Start())
		f.match.tag(tree, b)
		for _, tag := range timeControlTags {
			if t.Tag(tag) != tree.Tag(tag) {
				return fail("it has another time control")
			}
		}
		g, err := t.Game()
		if err != nil {
			return fail(err)
		}
		if !g.continues(b.opening) {
			return fail("it has another opening")
		}
		o := g.Outcome()
		if o == Draw(Unspecified) { // for PGN a draw is a draw
			g.Undo()
			if c, ok := g.CanClaimDraw(); ok && c.Move == 0 {
				o.Reason = c.Reason
			}
		}
		played[number] = &MatchGame{Round: b.round, Second: b.second, Players: b.players, Outcome: o, Tree: t, Played: true}
	}
	return played, nil
}

// find returns the number of the game that t says it is.
func (f *fixtures) find(t *GameTree) (number int, ok bool) {
	pair, _, _ := strings.Cut(t.Tag("Round"), ".")
	round, err := strconv.Atoi(pair)
	if err != nil || round < 1 || round > f.match.Pairs {
		return 0, false
	}
	first := 2 * len(f.pairings) * (round - 1)
	for number := first; number < first+2*len(f.pairings); number++ {
		b := f.fixture(number)
		if t.Tag("Round") == b.name() && t.Tag("White") == f.match.Players[b.players[White]].Name &&
			t.Tag("Black") == f.match.Players[b.players[Black]].Name {
			return number, true
		}
	}
	return 0, false
}

// continues reports whether g is h, or goes on from it.
func (g *Game) continues(h *Game) bool {
	if g.Start().FEN() != h.Start().FEN() || g.Len() < h.Len() {
		return false
	}
	for i, m := range h.moves {
		if g.moves[i] != m {
			return false
		}
	}
	return true
}
