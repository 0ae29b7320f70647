package chess

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// Match is a match between two or more players: any two of them play a number of
// pairs of games. The two games of a pair have the same opening, and each player
// has White in one of them. Set the fields and then play with Games.
type Match struct {
	Players  []Player // with different names
	Gauntlet bool     // only the first player plays against the others
	Pairs    int      // how many pairs of games any two players play

	// AtOnce is how many games are played at the same time; 0 is one. With clocks
	// it should be less than runtime.GOMAXPROCS. Where other programs are busy, a search
	// may wait 25 ms and more for a processor, again and again, and engines in processes of
	// their own (see StartClient) wait too: play with 0.5 s or more on the clock.
	AtOnce int

	// Openings are what the games begin with: the first pair of any two players
	// begins with the first opening, the second with the second, and after the last
	// they begin again with the first. Without openings all games begin in the start
	// position, and two deterministic players repeat the same two games.
	Openings []*Game

	Arbiter Arbiter

	// Margin is how long a player may overstep its clock without losing on time.
	Margin time.Duration

	// Patience is how long a player without a clock may search before it loses on
	// time. If its Limits have a Time, it is how much longer than that the player may
	// search. 0 is a minute.
	Patience time.Duration

	// Seed is for players that are Seeders: before each game they get a seed made of it
	// and of the game. So the same match has the same games, however many are played at
	// once, if all players are deterministic apart from that and have no clocks.
	Seed uint64

	Event, Site string // tags of the games

	// Played are games of this match that have been played before: they are not
	// played again. They are recognized by their tags White, Black and Round, and
	// must have the opening and the time control of the match. Games without a
	// result, or with fewer moves than their PlyCount, are ignored and played again.
	Played []*GameTree
}

// String returns the fields that are not zero.
func (m Match) String() string { return listFields(m) }

// Player is a player of a Match.
type Player struct {
	Name string

	// New makes a searcher for the player. A searcher plays one game at a time, so a
	// Match makes as many as it plays games at once, and one more for each that
	// fails. Before each game but its first a Forgetter is told to forget. A searcher
	// that is an io.Closer, or wraps one, is closed when it has failed or is no longer needed. The
	// context is done when the match ends.
	New func(ctx context.Context) (Searcher, error)

	// TimeControl is the player's clock; the zero TimeControl is none.
	TimeControl TimeControl

	// Limits limit each move, in addition to the clock. The match sets the Clock, and
	// ignores Ponder and Info. Without a TimeControl one of Depth, Nodes and Time must
	// be set, unless the Searcher limits itself (see SelfLimiting).
	Limits Limits
}

// String returns the fields that are not zero.
func (p Player) String() string { return listFields(p) }

// limited reports whether something limits how long the player thinks.
func (p *Player) limited() bool {
	l := &p.Limits
	return p.TimeControl != TimeControl{} || l.Depth > 0 || l.Nodes > 0 || l.Time > 0
}

// Arbiter ends games that are as good as decided. The zero Arbiter lets all games
// be played to their end.
//
// Scores are those of the last searches of both players: for each move the last exact score
// that the search found for it, in its Result or in an Info. A move without one, such as a
// move from a book, ends the row.
type Arbiter struct {
	// DrawMoves is how many moves in a row each player must have made with scores
	// from -DrawScore to DrawScore for the game to be drawn, at move DrawFrom or
	// later. If it is 0, no game is drawn by its scores.
	DrawMoves int   `json:"drawMoves,omitzero"`
	DrawScore Score `json:"drawScore,omitzero"`
	DrawFrom  int   `json:"drawFrom,omitzero"`

	// WinMoves is how many moves in a row each player must have made with scores
	// that put the same player ahead by at least WinScore, which must be positive,
	// for that player to win. If it is 0, no game is won by its scores.
	WinMoves int   `json:"winMoves,omitzero"`
	WinScore Score `json:"winScore,omitzero"`

	// MaxPlies is the number of plies, including those of the opening, after which
	// the game is drawn. 0 is no limit.
	MaxPlies int `json:"maxPlies,omitzero"`

	// Tablebase, unless it is nil, decides a game at the start or right after a capture
	// or pawn move: then what it says of the position is the result under the fifty-move
	// rule, and no position can have recurred. It is asked between the moves, while no
	// clock runs, by as many goroutines as there are games at once. An error that
	// does not match ErrNotInTablebase ends the match. It is not in the JSON.
	Tablebase Tablebase `json:"-"`
}

// MatchGame is a finished game of a Match.
type MatchGame struct {
	Round   int     `json:"round"`           // which of the pairs of its two players it belongs to, from 1
	Second  bool    `json:"second,omitzero"` // whether it is the second game of the pair
	Players [2]int  `json:"players"`         // by Color: indices of Match.Players
	Outcome Outcome `json:"outcome"`

	// Tree is the game with its tags. The comment after a move holds its last exact score from
	// the point of view of the player that moved, the depth of that, and the time, as in
	// "+0.34/12 0.050s", with six decimals below a hundredth of a second; or "book".
	// After the last move it also says why the game ended.
	Tree *GameTree `json:"tree"`

	Err    error `json:"-"`               // how a player failed: its searcher's error or panic, an illegal move, or too much time
	Played bool  `json:"played,omitzero"` // the game is one of Match.Played
}

// String returns the round, the numbers of the players, White first, and the outcome.
func (g MatchGame) String() string {
	text := fmt.Sprintf("round %d, %d against %d: %v", g.Round, g.Players[0], g.Players[1], g.Outcome)
	if g.Outcome.Over() {
		text += " " + g.Outcome.Reason.String()
	}
	if g.Err != nil {
		text += ": " + g.Err.Error()
	}
	return text
}

// check returns an error if m cannot be played.
func (m *Match) check() error {
	if len(m.Players) < 2 {
		return errors.New("chess: fewer than two players")
	}
	if m.Pairs < 0 || m.Margin < 0 || m.Patience < 0 {
		return errors.New("chess: a negative number of pairs, margin or patience")
	}
	if m.Arbiter.WinMoves > 0 && m.Arbiter.WinScore <= 0 {
		return errors.New("chess: WinScore must be positive")
	}
	tree := NewGameTree(startPosition)
	if err := errors.Join(tree.SetTag("Event", m.Event), tree.SetTag("Site", m.Site)); err != nil {
		return err
	}
	names := map[string]bool{}
	for i := range m.Players {
		p := &m.Players[i]
		switch {
		case tree.SetTag("White", p.Name) != nil || p.Name == "" || tree.Tag("White") != p.Name:
			return fmt.Errorf("chess: %.80q cannot be the name of a player", p.Name)
		case names[p.Name]:
			return fmt.Errorf("chess: two players are called %q", p.Name)
		case p.New == nil:
			return fmt.Errorf("chess: %s has no searcher", p.Name)
		case p.TimeControl.check() != nil:
			return fmt.Errorf("chess: %s has an impossible time control", p.Name)
		}
		names[p.Name] = true
	}
	if i := slices.Index(m.Openings, nil); i >= 0 {
		return fmt.Errorf("chess: opening %d is nil", i+1)
	}
	if i := slices.Index(m.Played, nil); i >= 0 {
		return fmt.Errorf("chess: game %d of those played is nil", i+1)
	}
	for i, g := range m.Openings {
		if g.current().isZero() {
			return fmt.Errorf("chess: opening %d: %w", i+1, noPosition("game"))
		}
		if o := g.Outcome(); o.Over() {
			return fmt.Errorf("chess: opening %d is the end of a game: %v", i+1, o.Reason)
		}
	}
	return nil
}

// ReadOpenings reads openings for a Match: either PGN, or lines of EPD or FEN. An
// opening from PGN has at most the given number of plies of a game's main line, or
// all if plies is 0. Of other lines, ReadOpenings skips empty ones and those that
// begin with "#". Text that begins with a bracket, a brace, a semicolon, a percent
// sign or a move number is PGN. An error is a *ParseError with the line, or r's. Of PGN,
// it is one only if a move of an opening is missing: what a PGNReader skips, and moves
// after the given number of plies, are no errors.
func ReadOpenings(r io.Reader, plies int) ([]*Game, error) {
	buffered := bufio.NewReader(r)
	if looksLikePGN(buffered) {
		return readPGNOpenings(buffered, plies)
	}
	var openings []*Game
	lines := bufio.NewScanner(buffered)
	n := 1
	for ; lines.Scan(); n++ {
		text := bytes.TrimSpace(lines.Bytes())
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		epd, err := ParseEPD(string(text))
		if err != nil {
			if e, ok := errors.AsType[*ParseError](err); ok {
				e.Line, e.Column = n, 1
			}
			return nil, err
		}
		openings = append(openings, NewGame(epd.Position))
	}
	if err := lines.Err(); err == bufio.ErrTooLong {
		return nil, &ParseError{Kind: ErrSyntax, Field: "openings", Detail: "a line that is too long", Err: err, Line: n, Column: 1}
	} else if err != nil {
		return nil, err
	}
	return openings, nil
}

// looksLikePGN reports whether a text begins as PGN does. A FEN has no period in
// its first word.
func looksLikePGN(r *bufio.Reader) bool {
	text, _ := r.Peek(1 << 10)
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\uFEFF")), " \t\r\n")
	if len(text) == 0 {
		return false
	}
	word, _, _ := bytes.Cut(text, []byte(" "))
	return bytes.IndexByte([]byte("[{;%"), text[0]) >= 0 || bytes.IndexByte(word, '.') > 0
}

func readPGNOpenings(r io.Reader, plies int) ([]*Game, error) {
	var openings []*Game
	var g *Game
	var played error
	v := PGNVisitor{
		Game: func(t *GameTree) bool {
			g = NewGame(t.Start())
			openings = append(openings, g)
			return true
		},
		Move: func(_ *Position, m Move) bool {
			played = g.Continue(m)
			return played == nil && g.Len() != plies
		},
	}
	for games := NewPGNReader(r); ; {
		switch err := games.Visit(&v); {
		case err == io.EOF:
			return openings, nil
		case played != nil:
			return nil, fmt.Errorf("chess: opening %d: %w", len(openings), played)
		case err != nil:
			return nil, err
		}
	}
}
