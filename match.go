package chess

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// Match is a match between players: any two of them play pairs of games with the same opening, in which
// each has White once. Set the fields, and play with Games.
type Match struct {
	Players  []Player // with different names
	Gauntlet bool     // only the first player plays against the others
	Pairs    int      // how many pairs of games any two players play

	// Knockout plays rounds instead: the first player against the last, the second against the last
	// but one, and so on; the winners take the better of the two places in the next round. Of an odd
	// number the first goes on without a game. Players who are level after Pairs play on, pair by
	// pair, at most Pairs more; then the one with the lower index wins. Searchers are made anew for
	// each round, and for each of these pairs.
	Knockout bool

	// AtOnce is how many games run at the same time, at most 1,024; 0 is one. With clocks, keep it
	// below runtime.GOMAXPROCS and play with 0.5 s or more: on a busy machine a search may wait
	// tens of milliseconds for a processor.
	AtOnce int

	// Openings are what the pairs of any two players begin with, in their order, again and
	// again. Without openings, deterministic players repeat the same two games.
	Openings []*Game

	Arbiter Arbiter

	Margin   time.Duration // how long a player may overstep its clock without losing on time
	Patience time.Duration // how long a search without a clock may take, or take longer than Limits.Time; 0 is a minute

	// Seed makes the seeds of players that are Seeders. Deterministic and seeded players
	// without clocks play the same games again, whatever AtOnce is.
	Seed uint64

	Event, Site string // tags of the games

	// Played are games of this match that are not played again: the tags White, Black and
	// Round identify them, and opening and time control must match. Unfinished games are
	// ignored.
	Played []*GameTree
}

// String returns the fields that are not zero.
func (m Match) String() string { return listFields(m) }

// Player is a player of a Match.
type Player struct {
	Name string

	// New makes a searcher: one for each game that runs at once, and one after each that
	// failed. A Forgetter forgets before each further game, and an io.Closer is closed at
	// the end or after a failure. The context is done when the match ends.
	New func(ctx context.Context) (Searcher, error)

	TimeControl TimeControl // the zero TimeControl is no clock

	// Limits limit each move besides the clock; Clock, Ponder and Info are ignored. Without
	// a TimeControl, set Depth, Nodes or Time, unless the Searcher is SelfLimiting.
	Limits Limits

	// Ponder makes the player think on the opponent's time too. Then a game cannot be repeated, and
	// keeps two processors busy: with fewer, clocks need a Margin.
	Ponder bool
}

// String returns the fields that are not zero.
func (p Player) String() string { return listFields(p) }

// limited reports whether something limits how long the player thinks.
func (p *Player) limited() bool {
	l := &p.Limits
	return p.TimeControl != TimeControl{} || l.Depth > 0 || l.Nodes > 0 || l.Time > 0
}

// Arbiter ends games that are as good as decided; the zero Arbiter none. It counts for each
// move the last exact score that its search reported; a move without one, such as a book
// move, starts the count again.
type Arbiter struct {
	// A game is drawn, at move DrawFrom or later, when each player has made DrawMoves
	// moves in a row with scores from -DrawScore to DrawScore. 0 moves is never.
	DrawMoves int   `json:"drawMoves,omitzero"`
	DrawScore Score `json:"drawScore,omitzero"`
	DrawFrom  int   `json:"drawFrom,omitzero"`

	// A player wins when both have made WinMoves moves in a row with scores that put it
	// ahead by at least WinScore, which must be positive. 0 moves is never.
	WinMoves int   `json:"winMoves,omitzero"`
	WinScore Score `json:"winScore,omitzero"`

	MaxPlies int `json:"maxPlies,omitzero"` // draw the game after this many plies, the opening included; 0 is no limit

	DeadPositions bool `json:"deadPositions,omitzero"` // draw the game when neither player can win any more: see Laws

	// Tablebase, if not nil, decides games at the start and right after captures and pawn
	// moves, under the fifty-move rule. It is asked between moves, by as many goroutines as
	// there are games at once. An error other than ErrNotInTablebase ends the match.
	Tablebase Tablebase `json:"-"`
}

// MatchGame is a finished game of a Match.
type MatchGame struct {
	Round   int     `json:"round"`           // the number of the pair of its two players, from 1, in a knockout too
	Second  bool    `json:"second,omitzero"` // whether it is the second game of the pair
	Players [2]int  `json:"players"`         // by Color: indices of Match.Players
	Outcome Outcome `json:"outcome"`

	// Tree is the game with its tags. Comments hold the score of the player that moved, the
	// depth and the time, as in "+0.34/12 0.050s", or "book", and how the game ended.
	Tree *GameTree `json:"tree"`

	Err    error `json:"error,omitzero"`  // how a player failed: an error, a panic, an illegal move, or too much time
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
	if m.Gauntlet && m.Knockout {
		return errors.New("chess: a match is a gauntlet or a knockout")
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

// ReadOpenings reads openings for a Match: from PGN the first plies of each main line, all if plies is 0; or
// lines of EPD or FEN, where it skips empty lines and those that begin with "#". It leaves out lines without
// a legal position, and games in which a move of the opening is missing, and returns the error of the first
// beside the other openings: a *ParseError with the line. An error of r ends the reading.
func ReadOpenings(r io.Reader, plies int) ([]*Game, error) {
	buffered := bufio.NewReader(r)
	if looksLikePGN(buffered) {
		return readPGNOpenings(buffered, plies)
	}
	var openings []*Game
	var first error
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
			first = cmp.Or(first, err)
			continue
		}
		openings = append(openings, NewGame(epd.Position))
	}
	if err := lines.Err(); err == bufio.ErrTooLong {
		return openings, &ParseError{Kind: ErrSyntax, Field: "openings", Detail: "a line that is too long", Err: err, Line: n, Column: 1}
	} else if err != nil {
		return openings, err
	}
	return openings, first
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
	var first, played error
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
		n := len(openings)
		played = nil
		err := games.Visit(&v)
		_, fault := err.(*ParseError)
		switch {
		case err == io.EOF:
			return openings, first
		case err != nil && !fault:
			return openings[:n], err
		case played != nil:
			err = fmt.Errorf("chess: opening %d: %w", games.game, played)
		}
		if err != nil {
			first = cmp.Or(first, err)
			openings = openings[:n]
		}
	}
}
