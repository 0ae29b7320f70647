package chess

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Searcher chooses a move: the third part of an engine, after features and
// evaluators. Any Searcher can play a match, speak a protocol, or be wrapped by
// another Searcher.
//
// Search searches for the best move in the present position of g until ctx, which must not
// be nil, is done or one of the limits is reached. It only reads g. The Result has a legal
// move, however early the search was stopped: that ctx is done, even before the call, is no
// error. If the game is over, the error matches ErrGameOver. The Result, its Lines and each
// Info hold the position that was searched, so that they can be stored.
//
// A Score is one only if its Bound is Exact and its Depth is not 0. Otherwise an Arbiter and
// a Bot take the last that an Info has told of the move, or none.
//
// A Searcher around another has a method Unwrap() Searcher, which returns the other. All
// that asks for an ability then asks every layer: Forgetter, Seeder and Configurable are
// told of all, where options of the same name are those of the outer one; the outermost
// Evaluating with an Evaluator, SelfLimiting or io.Closer decides.
//
// The searchers of this package call ctx.Err about every fifth of a millisecond: so a
// context of one's own can let others run where goroutines do not interrupt each other.
type Searcher interface {
	Search(ctx context.Context, g *Game, l Limits) (Result, error)
}

// What a search needs.
var (
	errNoGame     = errors.New("chess: no game to search")
	errNoSearcher = errors.New("chess: no searcher")

	errNoEvaluator = errors.New("chess: the searcher does not evaluate")
)

// maxPly is how long a line of AlphaBeta may be, in plies, quiescence included.
const maxPly = 128

// MaxDepth is the largest depth that AlphaBeta searches, in plies.
const MaxDepth = maxPly - 1

// Limits says when a search ends and what it searches. A zero field sets no
// limit, and a negative one is a limit already reached. A search without limits
// ends with its context, when a mate is proven, or at the searcher's greatest
// depth (MaxDepth for AlphaBeta).
type Limits struct {
	Depth       int           `json:"depth,omitzero"`       // plies
	Nodes       int64         `json:"nodes,omitzero"`       // moves played within the search, null moves included
	Time        time.Duration `json:"time,omitzero"`        // from the call, or from the ponder hit
	Clock       Clock         `json:"clock,omitzero"`       // the clocks of the game: the searcher decides how much of its time to use
	Mate        int           `json:"mate,omitzero"`        // end when a mate in at most this many moves, not plies, is found
	MultiPV     int           `json:"multiPV,omitzero"`     // how many lines to search for; 0 is one
	SearchMoves []Move        `json:"searchMoves,omitzero"` // consider only these at the root; nil is all

	WithoutTablebase bool `json:"withoutTablebase,omitzero"` // ask no Tablebase, as a Handicap would play known endings perfectly

	// WholeLines makes AlphaBeta search each line to the position whose evaluation is the
	// line's score, so that FeatureEvaluator.Reason can take the score apart: the
	// transposition table cuts no line short, and no evaluation is corrected. Lines
	// that end in a draw or a mate, or in what a Tablebase knows, end there. It takes about
	// as many nodes. Other searchers of this package search so anyway.
	WholeLines bool `json:"wholeLines,omitzero"`

	// Ponder, if it is not nil, says that the search runs on the opponent's time,
	// on the move that is expected of it, which the game has already. Until the
	// opponent plays that move, the ponder hit, neither Time nor the clocks count.
	// At the hit, send the Clock as it shows then; or, if the clocks are not known
	// any better than when the search began, close the channel, and Clock counts.
	// Either way the time since the hit is compared with Time and with the clock.
	// A search may end before it has received anything: give the channel a buffer
	// of one. See Bot, which does all of this.
	Ponder <-chan Clock `json:"-"`

	// Info is called for each line when a depth is finished, and sometimes in
	// between, by the goroutine that called Search.
	Info func(Info) `json:"-"`
}

// String returns the fields that are not zero.
func (l Limits) String() string { return listFields(l) }

// Clock is what the clocks of a game show when a player begins to think. The
// zero Clock means that there are none.
type Clock struct {
	Left      [2]time.Duration // by Color
	Increment [2]time.Duration // by Color: added after each move
	MovesToGo int              // moves to the next time control; 0 if there is none
}

// Info is a report of a running search: about one line at one depth, or, if PV is empty and
// Bound is NoBound, about the root move that is being searched. The engine of a Client may
// tell a score without its line: then PV alone is empty.
type Info struct {
	Position Position      `json:"position,omitzero"` // in which the PV begins: the one that is searched
	Depth    int           `json:"depth"`             // plies
	SelDepth int           `json:"selDepth"`          // plies of the longest line searched
	MultiPV  int           `json:"multiPV"`           // 1 for the best line, 2 for the second best, ...
	Score    Score         `json:"score"`             // from the point of view of the side to move
	Bound    Bound         `json:"bound"`             // whether Score is Exact, a bound, or none: see Line
	Nodes    int64         `json:"nodes"`             // moves played so far
	Time     time.Duration `json:"time"`              // since the call
	Hashfull int           `json:"hashfull"`          // how full the table is, per mille
	PV       []Move        `json:"pv,omitzero"`       // the line; the callee may keep it

	Move       Move `json:"move,omitzero"`       // the root move being searched, if there is neither a PV nor a score
	MoveNumber int  `json:"moveNumber,omitzero"` // its place in the order of the root moves, from 1

	// What a Client's engine tells besides. Of the searchers of this package only
	// AlphaBeta tells one of them, the hits, if it has a Tablebase.
	Speed         int64  `json:"speed,omitzero"`         // nodes per second; 0 if it is not told
	TablebaseHits int64  `json:"tablebaseHits,omitzero"` // positions found in endgame tablebases so far; 0 if it is not told
	WDL           [3]int `json:"wdl,omitzero"`           // the chances to win, draw and lose, per mille; all 0 if it does not tell, as an engine behind a Client may until its option UCI_ShowWDL is "true"

	// TablebaseError is the first error of the Tablebase of an AlphaBeta so far, other
	// than that it does not know a position: what is broken. "" is none. Positions of
	// which it is told are searched as if the Tablebase did not know them.
	TablebaseError string `json:"tablebaseError,omitzero"`
}

// Configurable is a Searcher with options that a program can list and set, as
// protocols for engines require. They are set between searches.
type Configurable interface {
	Searcher
	Options() []Option
	// SetOption sets an option by its name, in upper or lower case, to a value as
	// text. It is an error if there is no such option, or if the value is not allowed.
	SetOption(name, value string) error
}

// Option is a setting of a Searcher.
type Option struct {
	Name    string     `json:"name"`
	Kind    OptionKind `json:"kind"`
	Value   string     `json:"value"`            // the present value: "true" or "false" for a CheckOption
	Min     int        `json:"min,omitzero"`     // of a SpinOption
	Max     int        `json:"max,omitzero"`     // of a SpinOption
	Choices []string   `json:"choices,omitzero"` // of a ComboOption
}

// OptionKind says which values an Option takes, in the terms of UCI.
type OptionKind uint8

// The kinds of option.
const (
	CheckOption  OptionKind = iota // true or false
	SpinOption                     // a whole number from Min to Max
	ComboOption                    // one of Choices
	ButtonOption                   // no value: setting it does something
	StringOption                   // any text
)

var optionKindNames = names[OptionKind]{"OptionKind", "kind of option", []string{"check", "spin", "combo", "button", "string"}}

// String returns the word of UCI: "check", "spin", "combo", "button" or "string".
func (k OptionKind) String() string { return optionKindNames.of(k) }

// AppendText appends what String returns to dst; it is an error if there is no such
// kind.
func (k OptionKind) AppendText(dst []byte) ([]byte, error) { return optionKindNames.appendText(dst, k) }

// MarshalText returns what AppendText appends.
func (k OptionKind) MarshalText() ([]byte, error) { return k.AppendText(nil) }

// UnmarshalText reads what String returns. An error is a *ParseError that matches
// ErrSyntax.
func (k *OptionKind) UnmarshalText(text []byte) error {
	return unmarshalText(k, text, optionKindNames.parse)
}

// Forgetter is a Searcher that learns from one search to the next, and can be
// told that another game begins.
type Forgetter interface {
	Searcher
	Forget()
}

// Evaluating is a Searcher that evaluates by an Evaluator, which a program can ask
// for, to explain what it plays by, and change between searches.
type Evaluating interface {
	Searcher
	// Evaluator returns what it evaluates by, or nil if it does not evaluate. It is for
	// the goroutine that searches.
	Evaluator() Evaluator
	// SetEvaluator makes it evaluate by e, or by its own forks of e if e is a Forker, and
	// forget what it has learned. If e is nil, it evaluates by that of
	// NewDefaultEvaluator. It is an error if it does not evaluate.
	SetEvaluator(e Evaluator) error
}

// SelfLimiting is a Searcher that may end each search soon by itself, without limits
// from outside, as one of a fixed depth does. In a Match it needs no limits.
type SelfLimiting interface {
	Searcher
	LimitsItself() bool
}

// Seeder is a Searcher that makes some of its choices at random. After Seed it makes
// the same choices in the same sequence of searches as after any other Seed with
// the same seed.
type Seeder interface {
	Searcher
	Seed(seed uint64)
}

// Result is the result of a search. The caller may keep it.
type Result struct {
	Position Position      `json:"position,omitzero"` // in which Move is to be played: the one that was searched
	Move     Move          `json:"move"`              // the move to play
	Ponder   Move          `json:"ponder,omitzero"`   // the expected answer, or the null move
	Score    Score         `json:"score"`             // from the point of view of the side to move
	Bound    Bound         `json:"bound"`             // what Score is: see Line
	PV       []Move        `json:"pv"`                // the line that begins with Move
	Lines    []Line        `json:"lines,omitzero"`    // the lines for MultiPV, best first; the first is PV
	Depth    int           `json:"depth"`             // the last depth that was finished; the first lines may be from the next
	Nodes    int64         `json:"nodes"`             // moves played within the search
	Time     time.Duration `json:"time"`              // from the call to the end
	Resign   bool          `json:"resign,omitzero"`   // the searcher would rather resign than play Move

	// OfferDraw says that the searcher offers a draw when it plays Move. If the other
	// player's last move came with an offer too, they agree.
	OfferDraw bool `json:"offerDraw,omitzero"`
}

// Line is a line of play and its score, from the point of view of the side
// that begins it.
type Line struct {
	Position Position `json:"position,omitzero"` // in which the PV begins
	Score    Score    `json:"score"`

	// Bound is Exact if Score is what the search has found, a bound if it was stopped
	// before it knew more, and NoBound if there is no score. A mate that is Exact, or a
	// LowerBound for the side that mates, can be forced within the fifty moves.
	Bound Bound `json:"bound"`

	PV []Move `json:"pv"`
}

// unsearchable returns why g has no moves to choose from, or nil.
func unsearchable(g *Game) error {
	switch {
	case g == nil:
		return errNoGame
	case g.current().isZero():
		return noPosition("game to search")
	}
	if o := g.Outcome(); o.Over() {
		return fmt.Errorf("%w: %v", ErrGameOver, o.Reason)
	}
	return nil
}

// rootMoves returns which of the legal moves a search of g within l may choose.
// There is at least one, or an error. A negative Mate becomes a negative Depth.
func rootMoves(g *Game, l *Limits) ([]Move, error) {
	if err := unsearchable(g); err != nil {
		return nil, err
	}
	if l.Mate < 0 { // a limit already reached
		l.Depth = -1
	}
	moves := g.current().appendMoves(nil)
	moves = slices.DeleteFunc(moves, func(m Move) bool { return !l.allows(g.current(), m) })
	if len(moves) == 0 {
		return nil, errNoSearchMove
	}
	return moves, nil
}

// errNoSearchMove is the error if all of SearchMoves are illegal.
var errNoSearchMove = &ParseError{Kind: ErrIllegal, Field: "searchmoves", Detail: "none of the moves is legal"}

// allows reports whether SearchMoves are empty, or m, a legal move of p, is one of them.
func (l *Limits) allows(p *Position, m Move) bool {
	return len(l.SearchMoves) == 0 || slices.ContainsFunc(l.SearchMoves, func(o Move) bool { return p.canonical(o) == m })
}

// MarshalJSON writes an object with the names of the fields in lower camel case: the
// Position as a FEN, moves in UCI notation, the Score as Score.MarshalText writes it,
// and the Time as "1.5s". What is rarely set is left out if it is zero.
func (i Info) MarshalJSON() ([]byte, error) {
	type plain Info
	return json.Marshal(struct {
		plain
		Time jsonDuration `json:"time"`
	}{plain(i), jsonDuration(i.Time)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (i *Info) UnmarshalJSON(data []byte) error {
	type plain Info
	read := struct {
		plain
		Time jsonDuration `json:"time"`
	}{plain(*i), jsonDuration(i.Time)}
	read.PV = slices.Clone(i.PV) // a copy of i has the others
	if err := readJSON(data, &read, "Info"); err != nil {
		return err
	}
	*i = Info(read.plain)
	i.Time = read.Time.duration()
	return nil
}

// A jsonLine is a Line of a Result: without the position if it is the Result's.
type jsonLine struct {
	Position *Position `json:"position,omitzero"`
	Score    Score     `json:"score"`
	Bound    Bound     `json:"bound"`
	PV       []Move    `json:"pv"`
}

// MarshalJSON writes an object as Info.MarshalJSON does. A line has a position only if
// it is not that of the Result.
func (r Result) MarshalJSON() ([]byte, error) {
	type plain Result
	var lines []jsonLine
	if r.Lines != nil {
		lines = make([]jsonLine, len(r.Lines))
	}
	for i, l := range r.Lines {
		lines[i] = jsonLine{nil, l.Score, l.Bound, l.PV}
		if !l.Position.Equal(r.Position) {
			lines[i].Position = &l.Position
		}
	}
	return json.Marshal(struct {
		plain
		Lines []jsonLine   `json:"lines,omitzero"`
		Time  jsonDuration `json:"time"`
	}{plain(r), lines, jsonDuration(r.Time)})
}

// maxResultValues bounds the values in the JSON of a Result. With a line of 128 plies for
// each of 218 moves it has 30,000.
const maxResultValues = 100_000

// UnmarshalJSON reads what MarshalJSON writes, and at most 100,000 values.
func (r *Result) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	type plain Result
	var read struct {
		plain
		Lines []jsonLine   `json:"lines"`
		Time  jsonDuration `json:"time"`
	}
	if err := limitJSON(data, maxResultValues); err != nil {
		return err
	}
	if err := readJSON(data, &read, "Result"); err != nil {
		return err
	}
	*r = Result(read.plain)
	r.Time = read.Time.duration()
	if read.Lines != nil {
		r.Lines = make([]Line, len(read.Lines))
	}
	for i, l := range read.Lines {
		if l.Position == nil {
			l.Position = &r.Position
		}
		r.Lines[i] = Line{*l.Position, l.Score, l.Bound, l.PV}
	}
	return nil
}

// MarshalJSON writes an object as Info.MarshalJSON does, without Ponder and Info, and
// without what is zero.
func (l Limits) MarshalJSON() ([]byte, error) {
	type plain Limits
	return json.Marshal(struct {
		plain
		Time jsonDuration `json:"time,omitzero"`
	}{plain(l), jsonDuration(l.Time)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (l *Limits) UnmarshalJSON(data []byte) error {
	type plain Limits
	read := struct {
		plain
		Time jsonDuration `json:"time"`
	}{plain(*l), jsonDuration(l.Time)}
	read.SearchMoves = slices.Clone(l.SearchMoves) // a copy of l has the others
	if err := readJSON(data, &read, "Limits"); err != nil {
		return err
	}
	*l = Limits(read.plain)
	l.Time = read.Time.duration()
	return nil
}

// A jsonClock is a Clock in JSON.
type jsonClock struct {
	Left      [2]jsonDuration `json:"left"`
	Increment [2]jsonDuration `json:"increment"`
	MovesToGo int             `json:"movesToGo,omitzero"`
}

// MarshalJSON writes an object whose times are arrays of two, White's first, such as
// ["3m0s", "2m51.5s"].
func (c Clock) MarshalJSON() ([]byte, error) {
	out := jsonClock{MovesToGo: c.MovesToGo}
	for i := range c.Left {
		out.Left[i], out.Increment[i] = jsonDuration(c.Left[i]), jsonDuration(c.Increment[i])
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (c *Clock) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	var read jsonClock
	if err := readJSON(data, &read, "Clock"); err != nil {
		return err
	}
	*c = Clock{MovesToGo: read.MovesToGo}
	for i := range c.Left {
		c.Left[i], c.Increment[i] = read.Left[i].duration(), read.Increment[i].duration()
	}
	return nil
}
