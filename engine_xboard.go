package chess

import (
	"context"
	"io"
	"time"
)

// XBoard is an engine for programs that speak the Chess Engine Communication
// Protocol, version 2, such as XBoard and WinBoard. Only Searcher must be set:
//
//	engine := chess.XBoard{Searcher: chess.NewAlphaBeta(chess.NewDefaultEvaluator())}
//	err := engine.Run(context.Background(), os.Stdin, os.Stdout)
//
// It plays the variants normal, fischerandom and 3check, ponders, analyses, and
// shows what it thinks. Its options are those of the Searcher, if that is
// Configurable, and MultiPV and Move Overhead, as in UCI; the Searcher's Hash and
// Threads are set by "memory" and "cores".
//
// A draw by repetition or the fifty moves, which a player must claim, it claims
// by offering a draw, if it is content with one: see DrawScore. It says so when
// the game has ended by the rules.
type XBoard struct {
	Name     string // of the engine; "chess" if it is empty
	Searcher Searcher

	// ResignMoves and ResignScore say when to resign: when the score of the last
	// so many moves was -ResignScore or less. If ResignMoves is 0, only a Result
	// that says Resign makes it resign.
	ResignMoves int
	ResignScore Score

	// DrawScore is the best score with which to take a draw. With 0 it does so
	// unless it stands better.
	DrawScore Score
}

// Run obeys the commands in r until "quit" or the end of r, and writes the
// answers to w, each line with one Write. An error is one of reading or writing,
// or that of ctx, which ends everything at once. A Read that is under way then
// goes on, in a goroutine that ends with it.
func (x *XBoard) Run(ctx context.Context, r io.Reader, w io.Writer) error {
	loop := xboardLoop{session: newSession(x.Searcher), engine: x}
	loop.own = []setting{
		spinSetting("MultiPV", &loop.multiPV, 1, MaxMoves),
		spinSetting("Move Overhead", &loop.overhead, 0, 5000),
	}
	loop.begin()
	loop.setLevel(TimeControl{Moves: 40, Time: 5 * time.Minute})
	return loop.run(ctx, r, w, &loop)
}

// xboardLoop is one Run of an XBoard.
type xboardLoop struct {
	session
	engine  *XBoard
	game    *Game
	variant string // as the protocol calls it
	refused bool   // a position was refused: no move is legal until there is another

	mode    xboardMode
	side    Color // whom the engine plays, or played last
	ponders bool
	posts   bool

	clocks [2]clock      // by Color
	before int           // how many plies were played before the clocks were set
	each   time.Duration // for a move, if it is not 0
	depth  int

	guess    Move // the move of the opponent that is pondered on
	hint     Move // the move that was expected of the opponent
	last     Score
	judged   bool      // last is the score of a search in this game
	hopeless int       // moves in a row on which it was bad enough to resign
	offered  bool      // a draw, while the engine was thinking
	started  time.Time // the engine's clock, or the analysis
	latest   Info      // what the search said last
	waiting  []string  // commands for the time when the engine has made its move
}

// xboardMode is what the engine does of its own accord.
type xboardMode uint8

const (
	forceMode   xboardMode = iota // nothing
	playMode                      // plays side
	analyzeMode                   // searches the position on the board
)

// begin sets up a new game, in which the engine plays Black.
func (x *xboardLoop) begin() {
	x.variant = "normal"
	x.side, x.depth = Black, 0
	x.setGame(StartPosition())
	for c := range x.clocks {
		x.clocks[c] = newClock(x.clocks[c].control)
	}
	if x.mode != analyzeMode {
		x.mode = playMode
	}
}

// setGame puts a position on the board.
func (x *xboardLoop) setGame(p Position) {
	x.game = NewGame(p)
	x.before = 0
	x.refused, x.judged, x.offered = false, false, false
	x.hint, x.hopeless = 0, 0
}

// setLevel gives both sides the same time.
func (x *xboardLoop) setLevel(tc TimeControl) {
	x.clocks = [2]clock{newClock(tc), newClock(tc)}
	x.before = x.game.Len()
	x.each = 0
}

// busy reports whether the engine is about to make a move.
func (x *xboardLoop) busy() bool { return x.task != nil && x.mode == playMode && x.guess == 0 }

// complain implements protocol.
func (x *xboardLoop) complain(line string, err error) {
	x.printf("Error (%v): %s", err, shorten(line, maxWord))
}
