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
	Mate        int           // end when a mate in so many moves is found
	MultiPV     int           // how many lines to look for; 0 is one
	SearchMoves []Move        // consider only these at the root; nil is all
	Info        func(Info)    // called for each line when a depth is finished, by the goroutine that called Search
}

// Info tells how a search is getting on: one line of it at one depth.
type Info struct {
	Depth    int           // plies of full width
	SelDepth int           // plies of the deepest line looked at
	Line     int           // 1 for the best line, 2 for the second best, ...
	Score    Score         // from the point of view of the side to move
	Nodes    int64         // moves played so far
	Time     time.Duration // since the call
	PV       []Move        // the line; it is the callee's to keep
}

// Result is what a search found. It is the caller's to keep.
type Result struct {
	Move   Move          // the move to play
	Ponder Move          // the answer expected, or the null move
	Score  Score         // from the point of view of the side to move
	PV     []Move        // the line that begins with Move
	Lines  []Line        // the lines asked for by MultiPV, best first; the first is PV
	Depth  int           // the last depth that was finished; the first line may come from the next
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
