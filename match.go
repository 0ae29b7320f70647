package chess

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
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
	AtOnce   int      // how many games are played at once; 0 is one

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
	DrawMoves int   // draw after so many moves of each player with scores of at most ±DrawScore; 0 is never
	DrawScore Score //
	DrawFrom  int   // but not before the move with this number

	WinMoves int   // win after so many moves of each player where both find that the same one is WinScore ahead; 0 is never
	WinScore Score //

	MaxPlies int // draw when so many plies have been played, those of the opening included; 0 is never
}

// MatchGame is a finished game of a Match.
type MatchGame struct {
	Round   int    // which pair of its two players it belongs to, from 1
	Second  bool   // whether it is the second of the pair
	Players [2]int // by Color: their places in Match.Players
	Outcome Outcome

	// Tree is the game with its tags. The comment after a move is what its player
	// thought of it: score from his point of view, depth and time, as in
	// "+0.34/12 0.050s", or "book"; after the last move it also says why the game
	// ended.
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
		bouts, err := m.bouts()
		if err != nil {
			yield(nil, err)
			return
		}
		var rest []*bout
		for _, b := range bouts {
			if b.played == nil {
				rest = append(rest, b)
			} else if !yield(b.played, nil) {
				return
			}
		}
		m.play(ctx, rest, yield)
	}
}

// play plays the games that are not yet played.
func (m *Match) play(ctx context.Context, bouts []*bout, yield func(*MatchGame, error) bool) {
	ctx, cancel := context.WithCancelCause(ctx)
	var workers sync.WaitGroup
	var next atomic.Int64
	type result struct {
		bout *bout
		game *MatchGame
	}
	results := make(chan result)
	for range min(max(m.AtOnce, 1), len(bouts)) {
		workers.Go(func() {
			t := table{match: m, seats: make([]Searcher, len(m.Players))}
			defer t.close()
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(bouts) {
					return
				}
				g, err := t.play(ctx, bouts[i])
				if err != nil {
					cancel(err)
					return
				}
				results <- result{bouts[i], g}
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

	first := 0 // the first game not yet returned
	for r := range results {
		r.bout.played = r.game
		for ; first < len(bouts) && bouts[first].played != nil; first++ {
			if !yield(bouts[first].played, nil) {
				return
			}
		}
	}
	for _, b := range bouts[first:] {
		if b.played != nil && !yield(b.played, nil) {
			return
		}
	}
	if err := context.Cause(ctx); err != nil {
		yield(nil, err)
	}
}

// A bout is a game to be played.
type bout struct {
	round   int
	second  bool
	players [2]int // by Color
	opening *Game
	played  *MatchGame
}

// bouts returns all games of the match, in their order.
func (m *Match) bouts() ([]*bout, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	openings := m.Openings
	if len(openings) == 0 {
		openings = []*Game{NewGame(startPosition)}
	}
	var bouts []*bout
	for round := 1; round <= m.Pairs; round++ {
		opening := openings[(round-1)%len(openings)]
		for a := range m.Players {
			if m.Gauntlet && a > 0 {
				break
			}
			for b := a + 1; b < len(m.Players); b++ {
				bouts = append(bouts, &bout{round, false, [2]int{a, b}, opening, nil}, &bout{round, true, [2]int{b, a}, opening, nil})
			}
		}
	}
	return bouts, m.recall(bouts)
}

// check refuses a match that makes no sense.
func (m *Match) check() error {
	if len(m.Players) < 2 {
		return errors.New("fewer than two players")
	}
	if m.Pairs < 0 || m.Margin < 0 || m.Patience < 0 {
		return errors.New("a negative number of pairs, margin or patience")
	}
	names := map[string]bool{}
	for i := range m.Players {
		p := &m.Players[i]
		tree := NewGameTree(startPosition)
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

// recall finds the bouts that have been played before.
func (m *Match) recall(bouts []*bout) error {
	type name struct{ white, black, round string }
	byName := map[name]*bout{}
	if len(m.Played) > 0 {
		for _, b := range bouts {
			byName[name{m.Players[b.players[White]].Name, m.Players[b.players[Black]].Name, b.name()}] = b
		}
	}
	for i, t := range m.Played {
		if result := t.Tag("Result"); result == "*" || result == "" || t.Tag("PlyCount") != strconv.Itoa(len(t.Mainline())) {
			continue
		}
		n := name{t.Tag("White"), t.Tag("Black"), t.Tag("Round")}
		b := byName[n]
		switch {
		case b == nil:
			return fmt.Errorf("game %d of those played, round %q of %q and %q, is of another match", i+1, n.round, n.white, n.black)
		case b.played != nil:
			return fmt.Errorf("game %d of those played, round %q of %q and %q, is there before", i+1, n.round, n.white, n.black)
		}
		tree := m.tags(b, NewGameTree(b.opening.Start()))
		for _, tag := range timeControlTags {
			if t.Tag(tag) != tree.Tag(tag) {
				return fmt.Errorf("game %d of those played has another time control", i+1)
			}
		}
		g, err := t.Game()
		if err != nil {
			return fmt.Errorf("game %d of those played: %w", i+1, err)
		}
		if !g.continues(b.opening) {
			return fmt.Errorf("game %d of those played has another opening", i+1)
		}
		b.played = &MatchGame{Round: b.round, Second: b.second, Players: b.players, Outcome: g.Outcome(), Tree: t, Played: true}
	}
	return nil
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
func (b *bout) name() string { return fmt.Sprintf("%d.%d", b.round, 1+one(b.second)) }

// timeControlTags are the tags for the time control of both players, of White
// and of Black.
var timeControlTags = [...]string{"TimeControl", "WhiteTimeControl", "BlackTimeControl"}

// tags sets the tags of a game, but for those about its end.
func (m *Match) tags(b *bout, t *GameTree) *GameTree {
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
	return t
}

// timeControl returns the player's limits as PGN has them (9.6.1).
func (p *Player) timeControl() string {
	tc := p.TimeControl
	if tc == (TimeControl{}) && p.Limits.Time > 0 {
		tc = TimeControl{Moves: 1, Time: p.Limits.Time}
	}
	return tc.String()
}

// A table is where one game after the other is played.
type table struct {
	match *Match
	seats []Searcher // by player; nil while there is none
}

// seat makes a player's searcher ready for a game.
func (t *table) seat(ctx context.Context, player int) error {
	s := t.seats[player]
	if s == nil {
		p := &t.match.Players[player]
		s, err := p.New(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		t.seats[player] = s
	} else if f, ok := s.(Forgetter); ok {
		f.Forget()
	}
	return nil
}

// leave dismisses a player's searcher.
func (t *table) leave(player int) {
	if c, ok := t.seats[player].(io.Closer); ok {
		c.Close()
	}
	t.seats[player] = nil
}

func (t *table) close() {
	for i := range t.seats {
		t.leave(i)
	}
}
