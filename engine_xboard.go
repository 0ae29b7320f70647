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
// shows its principal variation. Its options are those of the Searcher, if that
// is Configurable, and MultiPV and Move Overhead, as in UCI; the commands "memory",
// "cores" and "egtpath syzygy" set the Searcher's Hash, Threads and SyzygyPath.
//
// A draw by threefold repetition or by fifty moves must be claimed. The engine
// claims it by offering a draw, if its score permits: see DrawScore. When the game
// has ended by the rules, it announces the result.
type XBoard struct {
	Name     string // of the engine; "chess" if it is empty
	Searcher Searcher

	// ResignMoves and ResignScore say when to resign: when the exact scores of the
	// engine's last ResignMoves moves were all -ResignScore or less, from its own
	// point of view. The engine also resigns when a Result has Resign set; if
	// ResignMoves is 0, only then.
	ResignMoves int
	ResignScore Score

	// DrawScore is the highest score, from the engine's point of view, at which it
	// takes a draw. With 0 it takes a draw unless it stands better. It offers a draw
	// when the scores of its last DrawMoves moves were all from -DrawScore to
	// DrawScore, and then not again before DrawMoves more, and when a Result has
	// OfferDraw set; if DrawMoves is 0, it does the latter only.
	DrawMoves int
	DrawScore Score
}

// String returns the fields that are not zero.
func (x XBoard) String() string { return listFields(x) }

// Run obeys the commands in r until "quit" or the end of r, and writes the
// answers to w, each line with one Write. An error is one of reading or writing,
// or that of ctx, which ends everything at once. A Read that has begun then goes
// on, in a goroutine that ends with it.
func (x *XBoard) Run(ctx context.Context, r io.Reader, w io.Writer) error {
	if x.Searcher == nil {
		return errNoSearcher
	}
	loop := xboardLoop{session: newSession(x.Searcher), engine: x}
	loop.own = []setting{
		spinSetting("MultiPV", &loop.multiPV, 1, MaxMoves),
		spinSetting("Move Overhead", &loop.overhead, 0, 5000),
	}
	loop.newGame()
	loop.setLevel(TimeControl{Moves: 40, Time: 5 * time.Minute})
	return loop.run(ctx, r, w, &loop)
}

// An xboardLoop is the state of a call of XBoard.Run.
type xboardLoop struct {
	session
	engine  *XBoard
	game    *Game
	variant string // by its name in the protocol
	refused bool   // a position was refused: no move is legal until there is another

	mode    xboardMode
	side    Color // the side that the engine plays, or played last
	ponders bool  // "hard"
	posts   bool  // "post"

	clocks     [2]playerClock // by Color
	clockStart int            // how many plies had been played when the clocks were set
	moveTime   time.Duration  // "st": for each move, instead of the clocks; 0 is none
	depth      int            // "sd"; 0 is no limit

	ponderMove Move      // the move of the opponent that the engine ponders on, or 0
	hint       Move      // the move that the engine expects of the opponent, or 0
	scores     streaks   // of the engine's moves in this game
	drawOffer  bool      // the opponent has offered a draw during the engine's search
	started    time.Time // when the engine's clock or the analysis was started
	lastInfo   Info      // of the search
	broken     string    // the Info.TablebaseError that was told last
	deferred   []string  // commands to obey when the engine has moved
}

// xboardMode is what the engine does by itself.
type xboardMode uint8

const (
	forceMode   xboardMode = iota // nothing
	playMode                      // plays side
	analyzeMode                   // searches the position on the board
)

// newGame sets up a new game, in which the engine plays Black.
func (x *xboardLoop) newGame() {
	x.variant = "normal"
	x.side, x.depth = Black, 0
	x.setGame(StartPosition())
	for c := range x.clocks {
		x.clocks[c] = newPlayerClock(x.clocks[c].control)
	}
	if x.mode != analyzeMode {
		x.mode = playMode
	}
}

// setGame begins a game at p.
func (x *xboardLoop) setGame(p Position) {
	x.game = NewGame(p)
	x.clockStart = 0
	x.refused, x.drawOffer = false, false
	x.hint, x.scores = 0, streaks{}
}

// setLevel gives both sides a clock with the time control.
func (x *xboardLoop) setLevel(tc TimeControl) {
	x.clocks = [2]playerClock{newPlayerClock(tc), newPlayerClock(tc)}
	x.clockStart = x.game.Len()
	x.moveTime = 0
}

// busy reports whether the engine is searching for its own move.
func (x *xboardLoop) busy() bool { return x.task != nil && x.mode == playMode && x.ponderMove == 0 }

func (x *xboardLoop) policy() policy {
	return policy{x.engine.ResignMoves, x.engine.ResignScore, x.engine.DrawMoves, x.engine.DrawScore}
}

// printError implements protocol.
func (x *xboardLoop) printError(line string, err error) {
	x.printf("Error (%s): %s", reason(err), shorten(line, maxWord))
}
