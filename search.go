package chess

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Searcher chooses a move: the third part of an engine, after features and evaluators.
// Any Searcher can play a match, speak a protocol, or be wrapped by another Searcher.
//
// Search searches the current position of g until ctx, which must not be nil, is done or a
// limit is reached. It only reads g. The Result has a legal move even if ctx was done before
// the call, which is not an error. If the game is over, the error matches ErrGameOver.
// A match needs only Move. For its score to count, in adjudication too, set Bound to Exact and
// Depth to at least 1.
//
// A Searcher that wraps another has a method Unwrap() Searcher. Forget, Seed and options
// reach all layers (of options with the same name, the outer one); of Evaluating,
// SelfLimiting and io.Closer the outermost counts.
type Searcher interface {
	Search(ctx context.Context, g *Game, l Limits) (Result, error)
}

// What a search needs.
var (
	errNoGame     = errors.New("chess: no game to search")
	errNoSearcher = errors.New("chess: no searcher")

	errNoEvaluator = errors.New("chess: the searcher does not evaluate")
)

// maxPly is the length of the longest line of AlphaBeta, in plies, quiescence included.
const maxPly = 128

// MaxDepth is the largest depth that AlphaBeta searches, in plies.
const MaxDepth = maxPly - 1

// Limits says when a search ends and what it searches. A zero field sets no limit, and a
// negative one is a limit already reached. A search without limits ends with its context,
// with a proven mate, or at the searcher's greatest depth.
type Limits struct {
	Depth       int           `json:"depth,omitzero"`       // plies
	Nodes       int64         `json:"nodes,omitzero"`       // moves played within the search, null moves included
	Time        time.Duration `json:"time,omitzero"`        // from the call, or from the ponder hit
	Clock       Clock         `json:"clock,omitzero"`       // of the game: the searcher decides how much time to use
	Mate        int           `json:"mate,omitzero"`        // end when a mate in at most this many moves, not plies, is found
	MultiPV     int           `json:"multiPV,omitzero"`     // number of lines; 0 is one
	SearchMoves []Move        `json:"searchMoves,omitzero"` // the only moves to consider at the root; none is all

	WithoutTablebase bool `json:"withoutTablebase,omitzero"` // do not use the searcher's Tablebase

	// WholeLines makes AlphaBeta search each line to the position whose evaluation is its
	// score, for FeatureEvaluator.Reason: no line ends in the transposition table, and no
	// evaluation is corrected.
	WholeLines bool `json:"wholeLines,omitzero"`

	// NodesPerMillisecond, if positive, makes nodes count in place of time, for Time and Clock, in the
	// searchers of the package: with one thread, the same search again. A search with Ponder ignores it.
	NodesPerMillisecond int `json:"nodesPerMillisecond,omitzero"`

	// Ponder, if not nil, makes the search run on the opponent's time: the game already
	// has the expected move, and neither Time nor Clock count until it is played. Then
	// send the clocks, or close the channel to keep Clock. Use a buffer of one: the search
	// may have ended. Bot does all of this.
	Ponder <-chan Clock `json:"-"`

	// Info is called for each line when a depth is finished, and sometimes in
	// between, by the goroutine that called Search.
	Info func(Info) `json:"-"`
}

// String returns the fields that are not zero.
func (l Limits) String() string { return listFields(l) }

// Clock is what the clocks show when a player begins to think. The zero Clock means no clocks.
type Clock struct {
	Left      [2]time.Duration // by Color
	Increment [2]time.Duration // by Color: added after each move
	MovesToGo int              // to the next time control; 0 if there is none
}

// Info is a report of a running search about one line, or, if PV is empty and Bound is
// NoBound, about the root move that is being searched. The engine of a Client may give a
// score without a line.
type Info struct {
	Position Position      `json:"position,omitzero"` // the position searched, in which the PV begins
	Depth    int           `json:"depth"`             // plies
	SelDepth int           `json:"selDepth"`          // plies of the longest line searched
	MultiPV  int           `json:"multiPV"`           // 1 for the best line, 2 for the second best, ...
	Score    Score         `json:"score"`             // from the point of view of the side to move
	Bound    Bound         `json:"bound"`             // as in Line
	Nodes    int64         `json:"nodes"`             // moves played so far
	Time     time.Duration `json:"time"`              // since the call
	Hashfull int           `json:"hashfull"`          // how full the table is, per mille
	PV       []Move        `json:"pv,omitzero"`       // the line; the callee may keep it

	Move       Move `json:"move,omitzero"`       // the root move being searched, if there is neither a PV nor a score
	MoveNumber int  `json:"moveNumber,omitzero"` // its place among the root moves, from 1

	Speed         int64  `json:"speed,omitzero"`         // nodes per second; 0 if unknown; only a Client's engine reports it
	TablebaseHits int64  `json:"tablebaseHits,omitzero"` // positions found in tablebases so far
	WDL           [3]int `json:"wdl,omitzero"`           // chances to win, draw and lose, per mille; 0 if unknown

	// TablebaseError is the first error of AlphaBeta's Tablebase, other than that it does
	// not know a position. The search goes on without the answers that failed.
	TablebaseError string `json:"tablebaseError,omitzero"`
}

// Configurable is a Searcher with options that a program can list, and set between searches.
type Configurable interface {
	Searcher
	Options() []Option
	// SetOption sets an option by its name, in upper or lower case, to a value as
	// text. It returns an error if there is no such option or the value is not allowed.
	SetOption(name, value string) error
}

// Option is a setting of a Searcher.
type Option struct {
	Name    string     `json:"name"`
	Kind    OptionKind `json:"kind"`
	Value   string     `json:"value"`            // the present value: "true" or "false" for the kind "check"
	Min     int        `json:"min,omitzero"`     // of the kind "spin"
	Max     int        `json:"max,omitzero"`     // of the kind "spin"
	Choices []string   `json:"choices,omitzero"` // of the kind "combo"
}

// OptionKind says which values an Option takes, in the words of UCI: "check" is true or
// false, "spin" a whole number, "combo" one of the Choices, "string" any text, and a
// "button" has no value: setting it does something.
type OptionKind string

const (
	checkOption  OptionKind = "check"
	spinOption   OptionKind = "spin"
	comboOption  OptionKind = "combo"
	buttonOption OptionKind = "button"
	stringOption OptionKind = "string"
)

// UnmarshalText accepts the kinds of UCI and "". Any other text is an error that matches ErrSyntax.
func (k *OptionKind) UnmarshalText(text []byte) error {
	switch kind := OptionKind(text); kind {
	case "", checkOption, spinOption, comboOption, buttonOption, stringOption:
		*k = kind
		return nil
	}
	return &ParseError{Kind: ErrSyntax, Field: "kind of option", Input: shorten(string(text), maxExcerpt),
		Detail: `it is none of "check", "spin", "combo", "button", "string"`}
}

// Forgetter is a Searcher that learns from one search to the next, and can be
// told that another game begins.
type Forgetter interface {
	Searcher
	Forget()
}

// Evaluating is a Searcher with an Evaluator that can be asked for, and changed between searches.
type Evaluating interface {
	Searcher
	// Evaluator returns the evaluator, or nil if there is none. It is for the goroutine that searches.
	Evaluator() Evaluator
	// SetEvaluator makes the searcher evaluate by e, or by forks of e if e is a Forker, and
	// forget what it has learned. A nil e is NewDefaultEvaluator. It is an error if the
	// searcher does not evaluate.
	SetEvaluator(e Evaluator) error
}

// SelfLimiting is a Searcher that may end each search soon without limits from outside, as
// one of a fixed depth does. In a Match it needs no limits.
type SelfLimiting interface {
	Searcher
	LimitsItself() bool
}

// Seeder is a Searcher that chooses at random. After Seed with the same seed it makes the
// same choices in the same sequence of searches.
type Seeder interface {
	Searcher
	Seed(seed uint64)
}

// Result is the result of a search. The caller may keep it.
type Result struct {
	Position  Position      `json:"position,omitzero"`  // the position searched
	Move      Move          `json:"move"`               // the move to play
	Ponder    Move          `json:"ponder,omitzero"`    // the expected answer, or the null move
	Score     Score         `json:"score"`              // from the point of view of the side to move
	Bound     Bound         `json:"bound"`              // as in Line
	PV        []Move        `json:"pv"`                 // the line that begins with Move
	Lines     []Line        `json:"lines,omitzero"`     // the lines for MultiPV, best first; the first is PV
	Depth     int           `json:"depth"`              // the last depth that was finished; the first lines may be from the next
	Nodes     int64         `json:"nodes"`              // moves played within the search
	Time      time.Duration `json:"time"`               // from the call to the end
	Resign    bool          `json:"resign,omitzero"`    // the searcher would rather resign than play Move
	OfferDraw bool          `json:"offerDraw,omitzero"` // the searcher offers a draw with Move; an offer by both sides is a draw
}

// Line is a line of play and its score, from the point of view of the side
// that begins it.
type Line struct {
	Position Position `json:"position,omitzero"` // in which the PV begins
	Score    Score    `json:"score"`
	Bound    Bound    `json:"bound"` // Exact, a bound if the search was stopped, or NoBound if there is no score
	PV       []Move   `json:"pv"`
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
	moves := g.law.appendMoves(nil, g.current())
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

type plainInfo Info

// A jsonInfo is an Info in JSON.
type jsonInfo struct {
	plainInfo
	Time jsonDuration `json:"time"`
}

// MarshalJSON writes an object: the Position as a FEN, moves in UCI notation, the Time as "1.5s".
func (i Info) MarshalJSON() ([]byte, error) {
	return json.Marshal(jsonInfo{plainInfo(i), jsonDuration(i.Time)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (i *Info) UnmarshalJSON(data []byte) error {
	read := jsonInfo{plainInfo(*i), jsonDuration(i.Time)}
	read.PV = slices.Clone(i.PV) // a copy of i has the others
	if err := readJSON(data, &read, "Info"); err != nil {
		return err
	}
	*i = Info(read.plainInfo)
	i.Time = read.Time.duration()
	return nil
}

type plainResult Result

// A jsonResult is a Result in JSON.
type jsonResult struct {
	plainResult
	Lines []jsonLine   `json:"lines,omitzero"`
	Time  jsonDuration `json:"time"`
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
	return json.Marshal(jsonResult{plainResult(r), lines, jsonDuration(r.Time)})
}

// maxResultValues bounds the values in the JSON of a Result. With a line of 128 plies for
// each of 218 moves it has 30,000.
const maxResultValues = 100_000

// UnmarshalJSON reads what MarshalJSON writes, and at most 100,000 values.
func (r *Result) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	var read jsonResult
	if err := limitJSON(data, maxResultValues); err != nil {
		return err
	}
	if err := readJSON(data, &read, "Result"); err != nil {
		return err
	}
	*r = Result(read.plainResult)
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

type plainLimits Limits

// A jsonLimits is Limits in JSON.
type jsonLimits struct {
	plainLimits
	Time jsonDuration `json:"time,omitzero"`
}

// MarshalJSON writes an object as Info.MarshalJSON does, without Ponder and Info, and
// without fields that are zero.
func (l Limits) MarshalJSON() ([]byte, error) {
	return json.Marshal(jsonLimits{plainLimits(l), jsonDuration(l.Time)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (l *Limits) UnmarshalJSON(data []byte) error {
	read := jsonLimits{plainLimits(*l), jsonDuration(l.Time)}
	read.SearchMoves = slices.Clone(l.SearchMoves) // a copy of l has the others
	if err := readJSON(data, &read, "Limits"); err != nil {
		return err
	}
	*l = Limits(read.plainLimits)
	l.Time = read.Time.duration()
	return nil
}

// A jsonClock is a Clock in JSON.
type jsonClock struct {
	Left      [2]jsonDuration `json:"left"`
	Increment [2]jsonDuration `json:"increment"`
	MovesToGo int             `json:"movesToGo,omitzero"`
}

// MarshalJSON writes an object with the times by colour, as in ["3m0s", "2m51.5s"].
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
