package chess

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Player is one who plays in a Match.
type Player struct {
	Name string

	// New makes a searcher for the player. Each plays one game at a time, so a
	// Match makes as many as it plays games at once, and more when one fails. A
	// Forgetter is told to forget before each game but its first, and a searcher
	// that is an io.Closer is closed when it has failed or is no longer needed.
	// The context ends with the match.
	New func(ctx context.Context) (Searcher, error)

	// TimeControl is the player's clock; the zero TimeControl is none.
	TimeControl TimeControl

	// Limits are what limits each move besides. Its Clock is the match's to set,
	// and Ponder and Info have no meaning here.
	Limits Limits
}

// Match is games between players: every two of them play some pairs of games,
// two with the same opening, so that each has White once. Set the fields and
// then play with Games.
type Match struct {
	Players  []Player // with different names
	Gauntlet bool     // the first player plays against each of the others, who do not meet
	Pairs    int      // how many pairs of games any two play
	AtOnce   int      // how many games are played at once; 0 is one. With clocks, fewer than runtime.GOMAXPROCS

	// Openings are what the games begin with: the first pair of any two players
	// with the first, and so on, and round again. Without openings all games
	// begin in the start position, and what the two do not leave to chance they
	// do again in each game.
	Openings []*Game

	Arbiter Arbiter

	// Margin is how far a player may overstep the clock and not lose.
	Margin time.Duration

	// Patience is how long a player who has no clock may think before he loses
	// on time, or, if his Limits have a Time, how long after it; 0 is a minute.
	Patience time.Duration

	Event, Site string // tags of the games

	// Played are games of this match that have been played before: they are not
	// played again. Each is known by its tags White, Black and Round, and must have
	// its opening and its time control. Games without a result, or with fewer moves
	// than their PlyCount says, do not count.
	Played []*GameTree
}

// Arbiter ends games that are as good as decided. The zero Arbiter lets all be
// played out.
//
// Scores are those of the last searches of both players; a Result of Depth 0,
// such as a move from a book, has none.
type Arbiter struct {
	// DrawMoves is the number of moves of each player in a row, all with scores
	// from -DrawScore to DrawScore, after which the game is drawn, though not
	// before move DrawFrom. 0 is never.
	DrawMoves int
	DrawScore Score
	DrawFrom  int

	// WinMoves is the number of moves of each player in a row after which a player
	// has won who is ahead by at least WinScore, which is positive, in the scores of
	// both. 0 is never.
	WinMoves int
	WinScore Score

	// MaxPlies is the number of plies, those of the opening included, after which
	// the game is drawn. 0 is never.
	MaxPlies int
}

// MatchGame is a finished game of a Match.
type MatchGame struct {
	Round   int    // which pair of its two players it belongs to, from 1
	Second  bool   // whether it is the second of the pair
	Players [2]int // by Color: their places in Match.Players
	Outcome Outcome

	// Tree is the game with its tags. The comment after a move is what its player
	// thought of it: score from his point of view, depth and time, as in
	// "+0.34/12 0.050s", with six digits below a hundredth of a second, or "book";
	// after the last move it also says why the game ended.
	Tree *GameTree

	Err    error // what a player did wrong who failed, made an illegal move or overstepped the time
	Played bool  // it is one of Match.Played
}

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

// A bout is one of them.
type bout struct {
	round   int
	second  bool
	players [2]int // by Color
	opening *Game
}

func (f *fixtures) len() int { return 2 * len(f.pairings) * f.match.Pairs }

func (f *fixtures) bout(number int) bout {
	pair := number / 2
	b := bout{round: pair/len(f.pairings) + 1, second: number%2 == 1, players: f.pairings[pair%len(f.pairings)]}
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
				g, err := a.play(ctx, f.bout(number))
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

// check refuses a match that makes no sense.
func (m *Match) check() error {
	if len(m.Players) < 2 {
		return errors.New("fewer than two players")
	}
	if m.Pairs < 0 || m.Margin < 0 || m.Patience < 0 {
		return errors.New("a negative number of pairs, margin or patience")
	}
	if m.Arbiter.WinMoves > 0 && m.Arbiter.WinScore <= 0 {
		return errors.New("a win is a positive score")
	}
	tree := NewGameTree(startPosition)
	if err := errors.Join(tree.SetTag("Event", m.Event), tree.SetTag("Site", m.Site)); err != nil {
		return err
	}
	names := map[string]bool{}
	for i := range m.Players {
		p := &m.Players[i]
		switch l := &p.Limits; {
		case tree.SetTag("White", p.Name) != nil || p.Name == "" || tree.Tag("White") != p.Name:
			return fmt.Errorf("%.80q cannot be the name of a player", p.Name)
		case names[p.Name]:
			return fmt.Errorf("two players are called %q", p.Name)
		case p.New == nil:
			return fmt.Errorf("%s has no searcher", p.Name)
		case p.TimeControl.check() != nil:
			return fmt.Errorf("%s: %w", p.Name, p.TimeControl.check())
		case p.TimeControl == TimeControl{} && l.Depth <= 0 && l.Nodes <= 0 && l.Time <= 0:
			return fmt.Errorf("nothing limits how long %s thinks", p.Name)
		}
		names[p.Name] = true
	}
	for i, g := range m.Openings {
		if o := g.Outcome(); o.Reason != Unterminated {
			return fmt.Errorf("opening %d is the end of a game: %v", i+1, o.Reason)
		}
	}
	return nil
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
				i+1, excerpt(t.Tag("Round")), excerpt(t.Tag("White")), excerpt(t.Tag("Black")), what)
		}
		number, ok := f.find(t)
		if !ok {
			return fail("it is of another match")
		}
		if played[number] != nil {
			return fail("it is there before")
		}
		b := f.bout(number)
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
		b := f.bout(number)
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

// name returns what is written as the Round of a game: the pair, and the game
// of the pair.
func (b bout) name() string { return fmt.Sprintf("%d.%d", b.round, 1+one(b.second)) }

// timeControlTags are the tags for the time control of both players, of White
// and of Black.
var timeControlTags = [...]string{"TimeControl", "WhiteTimeControl", "BlackTimeControl"}

// tag sets the tags of a game, but for those about its end. What they are set to
// has been checked.
func (m *Match) tag(t *GameTree, b bout) {
	white, black := &m.Players[b.players[White]], &m.Players[b.players[Black]]
	t.SetTag("Event", m.Event)
	t.SetTag("Site", m.Site)
	t.SetTag("Round", b.name())
	t.SetTag("White", white.Name)
	t.SetTag("Black", black.Name)
	if w, b := white.timeControl(), black.timeControl(); w == b {
		t.SetTag(timeControlTags[0], w)
	} else {
		t.SetTag(timeControlTags[1], w)
		t.SetTag(timeControlTags[2], b)
	}
}

// timeControl returns the player's limits as PGN has them (9.6.1).
func (p *Player) timeControl() string {
	tc := p.TimeControl
	if tc == (TimeControl{}) && p.Limits.Time > 0 {
		tc = TimeControl{Moves: 1, Time: p.Limits.Time}
	}
	return tc.String()
}

// An arena is where one game after the other is played.
type arena struct {
	match *Match
	seats []Searcher // by player; nil while there is none
}

// seat makes a player's searcher ready for a game.
func (a *arena) seat(ctx context.Context, player int) error {
	s := a.seats[player]
	if s == nil {
		p := &a.match.Players[player]
		s, err := p.New(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		a.seats[player] = s
	} else if f, ok := s.(Forgetter); ok {
		f.Forget()
	}
	return nil
}

// leave dismisses a player's searcher.
func (a *arena) leave(player int) {
	if c, ok := a.seats[player].(io.Closer); ok {
		c.Close()
	}
	a.seats[player] = nil
}

func (a *arena) close() {
	for i := range a.seats {
		a.leave(i)
	}
}
