package chess

import (
	"context"
	"errors"
	"time"
)

// Searcher chooses a move: the third of the parts, after features and
// evaluators, that make an engine. Anything that is a Searcher can play a
// match, sit behind a protocol or in front of another Searcher.
//
// Search looks for the best move in the present position of g, which it only
// reads, until ctx, which must not be nil, is done or one of the limits is
// reached. If there is a legal move, the Result has one, however early the
// search was stopped. A game that is over gives an error that matches
// ErrGameOver.
type Searcher interface {
	Search(ctx context.Context, g *Game, l Limits) (Result, error)
}

// ErrGameOver is what a search of a finished game returns.
var ErrGameOver = errors.New("the game is over")

// Limits says when a search ends and what it looks at. A zero field sets no
// limit, and a negative one is a limit already reached. A search without any
// ends with its context, when a mate is certain, or at the searcher's greatest
// depth (MaxDepth for AlphaBeta).
type Limits struct {
	Depth       int           // plies of full width
	Nodes       int64         // moves played within the search, passes included
	Time        time.Duration // from the call
	Clock       Clock         // the clocks of the game: the searcher divides its time as it thinks best
	Mate        int           // end when a mate in so many moves is found
	MultiPV     int           // how many lines to look for; 0 is one
	SearchMoves []Move        // consider only these at the root; nil is all

	// Ponder, if it is not nil, says that the search is on the opponent's time:
	// Time and Clock begin to count when it is closed.
	Ponder <-chan struct{}

	// Info is called for each line when a depth is finished, and now and then
	// besides, by the goroutine that called Search.
	Info func(Info)
}

// Clock is what the clocks of a game show when a player begins to think. The
// zero Clock is none.
type Clock struct {
	Left      [2]time.Duration // by Color
	Increment [2]time.Duration // by Color: what a player is given for each move
	MovesToGo int              // moves to the next time control; 0 if the rest of the game must do with what is left
}

// Info tells how a search is getting on: of one line at one depth, or, if PV is
// empty, of the root move that is looked at now.
type Info struct {
	Depth    int           // plies of full width
	SelDepth int           // plies of the deepest line looked at
	Line     int           // 1 for the best line, 2 for the second best, ...
	Score    Score         // from the point of view of the side to move
	Bound    Bound         // whether Score is Exact, or a bound of it
	Nodes    int64         // moves played so far
	Time     time.Duration // since the call
	Full     int           // how full the table is, per mille
	PV       []Move        // the line; it is the callee's to keep

	Move       Move // the root move looked at, if PV is empty
	MoveNumber int  // its place in the order, from 1
}

// Configurable is a Searcher with options that a program can list and set, as
// protocols for engines want it. They are set between searches.
type Configurable interface {
	Searcher
	Options() []Option
	// SetOption sets an option by its name, in any case, to a value as text. It
	// is an error if there is no such option, or if the value is not one of its.
	SetOption(name, value string) error
}

// Option is a setting of a Searcher.
type Option struct {
	Name    string
	Kind    OptionKind
	Value   string   // what it is now: "true" or "false" for a CheckOption
	Min     int      // of a SpinOption
	Max     int      // of a SpinOption
	Choices []string // of a ComboOption
}

// OptionKind is what values an Option takes, in the words of UCI.
type OptionKind uint8

// The kinds of option.
const (
	CheckOption  OptionKind = iota // true or false
	SpinOption                     // a whole number from Min to Max
	ComboOption                    // one of Choices
	ButtonOption                   // no value: setting it does something
	StringOption                   // any text
)

// Forgetter is a Searcher that learns from one search to the next, and can be
// told that another game begins.
type Forgetter interface {
	Searcher
	Forget()
}

// Result is what a search found. It is the caller's to keep.
type Result struct {
	Move   Move          // the move to play
	Ponder Move          // the answer expected, or the null move
	Score  Score         // from the point of view of the side to move
	PV     []Move        // the line that begins with Move
	Lines  []Line        // the lines asked for by MultiPV, best first; the first is PV
	Depth  int           // the last depth that was finished; the first lines may come from the next
	Nodes  int64         // moves played within the search
	Time   time.Duration // from the call to the end
	Resign bool          // the searcher would rather resign than play Move
}

// Line is a line of play and its score, from the point of view of the side
// that begins it.
type Line struct {
	Score Score
	PV    []Move
}
