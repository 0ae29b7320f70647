package chess

import (
	"context"
	"errors"
	"fmt"
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

// A bout is one of them.
type fixture struct {
	round   int
	second  bool
	players [2]int // by Color
	opening *Game
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

// name returns what is written as the Round of a game: the pair, and the game
// of the pair.
func (b fixture) name() string { return fmt.Sprintf("%d.%d", b.round, 1+one(b.second)) }

// timeControlTags are the tags for the time control of both players, of White
// and of Black.
var timeControlTags = [...]string{"TimeControl", "WhiteTimeControl", "BlackTimeControl"}

// tag sets the tags of a game, but for those about its end. What they are set to
// has been checked.
func (m *Match) tag(t *GameTree, b fixture) {
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
