package chess

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// XBoard is an engine for programs that speak the Chess Engine Communication Protocol, version 2, such as
// XBoard and WinBoard. Only Searcher must be set.
//
// It plays all variants, ponders and analyses. Its options are those of the
// Searcher, MultiPV and Move Overhead; "memory", "cores" and "egtpath syzygy" set Hash, Threads and
// SyzygyPath. It claims draws by offering them, if its score permits.
type XBoard struct {
	Name     string // of the engine; "chess" if it is empty
	Searcher Searcher

	// Resigning and draws are as in Bot.
	ResignMoves int
	ResignScore Score
	DrawMoves   int
	DrawScore   Score
}

// Run obeys the commands in r and writes the answers to w, as UCI.Run does. At the end of r
// the engine still makes its move; pondering and an analysis end at once.
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
	variant string // by its name in UCI
	refused bool   // a position was refused: no move is legal until there is another

	mode    xboardMode
	side    Color // the side that the engine plays, or played last
	ponders bool  // "hard"
	posts   bool  // "post"

	clock      GameClock     // stands: the time of a move is told
	clockStart int           // how many plies had been played when the clocks were set
	moveTime   time.Duration // "st": for each move, instead of the clocks; 0 is none
	depth      int           // "sd"; 0 is no limit

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
	x.variant = ruleSets[Standard].uci
	x.side, x.depth = Black, 0
	x.setGame(StartPosition())
	x.clock = GameClock{Control: x.clock.Control}
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
	x.clock = GameClock{Control: [2]TimeControl{tc, tc}}
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

var (
	errUnknownCommand = errors.New("unknown command")
	errNotNow         = errors.New("command not legal now")
)

// command implements protocol.
func (x *xboardLoop) command(line string) {
	verb, rest := cutWord(line)
	if err := x.obey(verb, rest, line); err != nil {
		x.printError(line, err)
	}
}

// finish implements protocol.
func (x *xboardLoop) finish() {
	if x.busy() {
		x.session.finish()
	}
	x.cancelSearch()
}

// obey obeys the command in line, which is verb and rest.
func (x *xboardLoop) obey(verb, rest, line string) error {
	switch verb {
	case "xboard", "accepted", "rejected", "random", "computer", "name", "rating", "ics", "white", "black":
	case "protover":
		x.printFeatures()
	case "quit":
		x.quit = true
	case "ping", "option", "memory", "cores", "egtpath":
		if x.busy() { // obey it after the engine's move
			if len(x.deferred) == maxDeferred {
				return errNotNow
			}
			x.deferred = append(x.deferred, line)
			return nil
		}
		if verb != "ping" {
			return x.changeOption(verb, rest)
		}
		x.printf("pong %s", rest)
	case "post", "nopost":
		x.posts = verb == "post"
	case "level":
		return x.level(rest)
	case "st":
		d, ok := parseSeconds(rest)
		if !ok {
			return errors.New("not a time in seconds")
		}
		x.moveTime = max(d, time.Millisecond)
	case "sd", "time", "otim":
		return x.number(verb, rest)
	case "new":
		x.cancelSearch()
		x.Forget()
		x.newGame()
		x.analyze()
	case "variant":
		return x.setVariant(rest)
	case "setboard":
		x.setBoard(rest)
	case "undo":
		return x.undo(1)
	case "remove":
		return x.undo(2)
	case "usermove":
		return x.userMove(rest)
	case "force", "result":
		x.cancelSearch()
		x.mode = forceMode
	case "exit":
		if x.mode != analyzeMode {
			return errNotNow
		}
		x.cancelSearch()
		x.mode = forceMode
	case "go":
		return x.play(x.game.current().turn())
	case "playother":
		return x.play(x.game.current().turn().Other())
	case "analyze":
		x.cancelSearch()
		x.mode = analyzeMode
		x.analyze()
	case "hard":
		x.ponders = true
	case "easy":
		x.ponders = false
		if x.ponderMove != 0 {
			x.cancelSearch()
		}
	case "?":
		if x.busy() {
			x.stop()
		}
	case ".":
		x.printStatus()
	case "hint":
		if p := x.game.current(); p.legal(x.hint) {
			x.printf("Hint: %s", x.formatMove(p, x.hint))
		}
	case "draw":
		if x.busy() {
			x.drawOffer = true
		} else if x.scores.acceptsDraw(x.policy(), x.game, x.side) {
			x.printf("offer draw")
		}
	default:
		if rest != "" || !looksLikeMove(verb) {
			return errUnknownCommand
		}
		return x.userMove(verb)
	}
	return nil
}

// changeOption obeys "option NAME=VALUE", "memory MB", "cores N" and "egtpath syzygy
// PATH". It ends pondering, and restarts an analysis.
func (x *xboardLoop) changeOption(verb, rest string) error {
	name, value, _ := strings.Cut(rest, "=")
	switch verb {
	case "memory":
		name, value = "Hash", rest
	case "cores":
		name, value = "Threads", rest
	case "egtpath":
		format, path := cutWord(rest)
		if !strings.EqualFold(format, "syzygy") {
			return errors.New("no tables of this kind")
		}
		name, value = syzygyPath, path
	}
	x.cancelSearch()
	defer x.analyze()
	for _, o := range x.Options() {
		if !strings.EqualFold(o.Name, name) {
			continue
		}
		if o.Kind == checkOption {
			value = strconv.FormatBool(value == "1")
		}
		// The program that sends "memory" and "cores" does not know the range.
		if n, err := strconv.Atoi(value); err == nil && (verb == "memory" || verb == "cores") {
			value = strconv.Itoa(min(max(n, o.Min), o.Max))
		}
		if value == o.Value && o.Kind != buttonOption { // XBoard sets all options before each game
			return nil
		}
	}
	return x.SetOption(name, value)
}

// level obeys "level MPS BASE INC": the number of moves in a time control, or 0
// for the whole game; minutes or minutes:seconds; and the increment in seconds. A
// base of 0 is ten seconds, as on chess servers.
func (x *xboardLoop) level(text string) error {
	words := strings.Fields(text)
	if len(words) != 3 {
		return errors.New("not three numbers")
	}
	base := words[1]
	// Text after the time concerns later time controls.
	base = base[:len(base)-len(strings.TrimLeft(base, "0123456789:"))]
	if !strings.Contains(base, ":") {
		base += ":00"
	}
	moves, err := strconv.ParseUint(words[0], 10, 15)
	left, ok := parseSeconds(base)
	increment, ok2 := parseSeconds(words[2])
	if err != nil || !ok || !ok2 {
		return errors.New("not three numbers")
	}
	if left == 0 {
		left = 10 * time.Second
	}
	x.setLevel(TimeControl{Moves: int(moves), Time: left, Increment: increment})
	return nil
}

// number obeys "sd DEPTH", and "time N" and "otim N", which set the engine's clock
// and the opponent's, in hundredths of a second.
func (x *xboardLoop) number(verb, text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return errors.New("not a number")
	}
	left := time.Duration(min(max(n, 0), int64(maxTime/(10*time.Millisecond)))) * 10 * time.Millisecond
	switch verb {
	case "sd":
		x.depth = int(min(max(n, 0), math.MaxInt32))
	case "time", "otim":
		c := x.side
		if verb == "otim" {
			c = c.Other()
		}
		x.clock.Set(c, left, time.Time{})
	}
	return nil
}

// xboardVariants returns the names of all variants in the protocol, with commas between them.
func xboardVariants() string {
	return "normal,fischerandom," + strings.Join(uciVariants()[2:], ",")
}

// setVariant obeys "variant NAME", which comes after "new".
func (x *xboardLoop) setVariant(name string) error {
	if name = uciVariant(name); !slices.Contains(uciVariants(), name) {
		return errors.New("unknown variant")
	}
	x.variant = name
	x.setBoard("")
	return nil
}

// setBoard obeys "setboard FEN"; without a FEN it sets up the start position.
func (x *xboardLoop) setBoard(fen string) {
	x.cancelSearch()
	p, dropped, err := variantOfUCI(x.variant).start(fen)
	for _, e := range dropped {
		x.printf("telluser %v", e)
	}
	if err != nil {
		x.refused = true
		x.printf("tellusererror Illegal position: %v", err)
		return
	}
	x.setGame(p)
	x.analyze()
}

// undo takes back the last n moves.
func (x *xboardLoop) undo(n int) error {
	if x.game.Len() < n {
		return errNotNow
	}
	x.cancelSearch()
	for range n {
		x.game.Undo()
	}
	x.clockStart = min(x.clockStart, x.game.Len())
	x.hint = 0
	x.analyze()
	return nil
}

// looksLikeMove reports whether word has the form of a move, in UCI or in SAN.
func looksLikeMove(word string) bool {
	_, err := startPosition.ParseUCI(word)
	if errors.Is(err, ErrSyntax) {
		_, err = startPosition.ParseSAN(word)
	}
	return !errors.Is(err, ErrSyntax)
}

// userMove obeys "usermove MOVE".
func (x *xboardLoop) userMove(text string) error {
	if x.busy() {
		return errNotNow
	}
	p := x.game.Position()
	m, err := p.ParseUCI(text)
	if err != nil {
		m, err = p.ParseSAN(text)
	}
	if err == nil && x.refused {
		err = errors.New("illegal position")
	}
	if err == nil {
		err = x.game.Continue(m)
	}
	if err != nil {
		x.printf("Illegal move: %s", shorten(text, maxWord))
		return nil
	}
	if m == x.ponderMove {
		x.ponderMove = 0
		x.started = time.Now()
		if k := x.limits().Clock; k != (Clock{}) { // "time" and "otim" have come since the search began
			x.task.hit <- k
		}
		x.release()
		return nil
	}
	x.cancelSearch()
	x.hint = 0
	if x.mode == playMode && x.side == p.turn().Other() {
		x.think()
	}
	x.analyze()
	return nil
}

// play obeys "go" and "playother".
func (x *xboardLoop) play(side Color) error {
	if x.refused {
		return errNotNow
	}
	x.cancelSearch()
	if side != x.side { // the clocks belong to the players, who change colours
		k := &x.clock
		slices.Reverse(k.Control[:])
		slices.Reverse(k.gained[:])
		slices.Reverse(k.made[:])
	}
	x.mode, x.side = playMode, side
	if side == x.game.current().turn() {
		x.think()
	}
	return nil
}

// cancelSearch ends the search, if there is one, without an answer, and obeys the
// deferred commands.
func (x *xboardLoop) cancelSearch() {
	x.abort()
	x.ponderMove = 0
	x.obeyDeferred()
}

// maxDeferred is more commands than programs send during a search.
const maxDeferred = 100

// obeyDeferred obeys the commands that were deferred to the end of a search.
func (x *xboardLoop) obeyDeferred() {
	deferred := x.deferred
	x.deferred = nil
	for _, line := range deferred {
		x.command(line)
	}
}

// limits returns the limits of a search for the engine's next move.
func (x *xboardLoop) limits() Limits {
	l := Limits{Depth: x.depth}
	if x.moveTime > 0 {
		l.Time = x.lessOverhead(x.moveTime)
	} else {
		x.countMoves()
		x.limitTime(&l, x.clock.Clock(x.side, time.Time{}), x.side)
	}
	return l
}

// countMoves updates the number of moves that the engine's clock has counted, from the game: the
// engine may not have made all moves of its side, and some may have been taken back.
func (x *xboardLoop) countMoves() {
	plies := x.game.Len() - x.clockStart
	if x.game.current().turn() != x.side { // the engine has made the last move
		plies++
	}
	if moves := x.clock.Control[x.side].Moves; moves > 0 {
		x.clock.made[x.side] = plies / 2 % moves
	}
}

// think starts the search for the engine's move, unless the game is over.
func (x *xboardLoop) think() {
	if !x.printOutcome() {
		x.started = time.Now()
		x.searchGame(x.game, x.limits(), false, false)
	}
}

// ponder starts a search as if the opponent had played m.
func (x *xboardLoop) ponder(m Move) {
	g := new(*x.game)
	if g.Play(m) != nil || g.Outcome().Over() {
		return
	}
	if x.posts {
		x.printf("Hint: %s", x.formatMove(x.game.current(), m))
	}
	x.ponderMove = m
	x.searchGame(g, x.limits(), true, false)
}

// analyze starts a search of the position on the board in analyze mode.
func (x *xboardLoop) analyze() {
	if x.mode == analyzeMode && !x.refused && !x.game.Outcome().Over() {
		x.started = time.Now()
		x.searchGame(x.game, Limits{}, false, true)
	}
}

// searchGame starts a search of g. If held, it never gives its answer.
func (x *xboardLoop) searchGame(g *Game, l Limits, ponders, held bool) {
	x.lastInfo = Info{}
	t := newTask(ponders, held)
	t.info, t.answer = x.printInfo, x.handleResult
	x.search(g, l, t)
}

// printFeatures answers "protover".
func (x *xboardLoop) printFeatures() {
	x.printf("feature myname=%q ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 "+
		"reuse=1 analyze=1 colors=0 nps=0 variants=\"%s\"", cmp.Or(x.engine.Name, "chess"), xboardVariants())
	for _, o := range x.Options() {
		switch {
		case strings.EqualFold(o.Name, "Hash"):
			x.printf("feature memory=1")
		case strings.EqualFold(o.Name, "Threads"):
			x.printf("feature smp=1")
		case strings.EqualFold(o.Name, syzygyPath):
			x.printf("feature egt=\"syzygy\"")
		default:
			x.printf("feature option=\"%s -%s\"", o.Name, xboardOption(&o))
		}
	}
	x.printf("feature done=1")
}

// xboardOption returns an option's kind, value and range as the protocol writes
// them: "spin 16 1 1024".
func xboardOption(o *Option) string {
	switch o.Kind {
	case checkOption:
		return "check " + xboardBool(o.Value)
	case spinOption:
		return fmt.Sprintf("spin %s %d %d", o.Value, o.Min, o.Max)
	case comboOption:
		choices := slices.Clone(o.Choices)
		if i := slices.Index(choices, o.Value); i >= 0 {
			choices[i] = "*" + choices[i]
		}
		return "combo " + strings.Join(choices, " /// ")
	case buttonOption:
		return "button"
	}
	return "string " + o.Value
}

func xboardBool(value string) string {
	if value == "true" {
		return "1"
	}
	return "0"
}

// printInfo prints what a search reports.
func (x *xboardLoop) printInfo(i Info) {
	x.lastInfo = i
	if i.TablebaseError != "" && i.TablebaseError != x.broken {
		x.broken = i.TablebaseError
		x.printf("telluser %s", strings.TrimPrefix(x.broken, "chess: "))
	}
	if i.isRootMove() || i.premature() || !x.posts && x.mode != analyzeMode {
		return
	}
	b := fmt.Appendf(x.line[:0], "%d %d %d %d ", i.Depth, xboardScore(i.Score), i.Time/(10*time.Millisecond), i.Nodes)
	b = i.Position.appendSANLine(b, i.PV...)
	switch i.Bound {
	case LowerBound:
		b = append(b, " !"...)
	case UpperBound:
		b = append(b, " ?"...)
	}
	x.line = b
	x.flush()
}

// xboardScore returns a score in centipawns; a mate is 100000 plus the number of
// moves to it, and being mated -100000 minus that number.
func xboardScore(s Score) int {
	moves, mate := s.MateInMoves()
	switch {
	case mate && s > 0:
		return 100000 + moves
	case mate:
		return -100000 + moves
	}
	return int(s)
}

// printStatus answers ".".
func (x *xboardLoop) printStatus() {
	if x.task == nil {
		return
	}
	p := x.game.current()
	all := len(p.appendMoves(nil))
	i := &x.lastInfo
	current := ""
	if p.legal(i.Move) {
		current = " " + p.SAN(i.Move)
	}
	x.printf("stat01: %d %d %d %d %d%s", time.Since(x.started)/(10*time.Millisecond), i.Nodes, i.Depth,
		max(all-i.MoveNumber, 0), all, current)
}

// handleResult plays the move that a search has found, or resigns.
func (x *xboardLoop) handleResult(r Result, err error) {
	p := x.game.Position()
	if err == nil {
		err = checkMove(x.game, &r)
	}
	if err != nil {
		x.printf("tellusererror %s", reason(err))
		r.Resign = true
	}
	if x.scores.resigns(&r, x.found, x.policy(), x.game) {
		x.printf("resign")
		x.mode = forceMode
		x.obeyDeferred()
		return
	}
	claimable := x.game.isDrawable()
	x.clock.turn = x.side
	x.clock.press(time.Since(x.started), maxTime)
	x.game.Continue(r.Move)
	if x.scores.offersDraw(&r, x.policy(), x.game, x.side, claimable, x.drawOffer) {
		x.printf("offer draw")
	}
	x.drawOffer = false
	x.printf("move %s", x.formatMove(&p, r.Move))
	over := x.printOutcome()
	x.obeyDeferred()
	if over {
		return
	}
	if next := x.game.current(); next.legal(r.Ponder) {
		x.hint = r.Ponder
		if x.ponders {
			x.ponder(r.Ponder)
		}
	}
}

// printOutcome prints the result of the game if it is over, and reports whether
// it is.
func (x *xboardLoop) printOutcome() bool {
	o := x.game.Outcome()
	if !o.Over() {
		return false
	}
	why := o.Reason.String()
	switch o.Reason {
	case Checkmate:
		why = o.Winner.String() + " mates"
	case ThreeChecks:
		why = o.Winner.String() + " gives the third check"
	case Stalemate:
		why = "Stalemate"
	default:
		if why = "Draw by " + why; o.Decided {
			why = o.describe()
		}
	}
	x.printf("%v {%s}", o, why)
	return true
}

// formatMove returns a move of p in the notation of the variant.
func (x *xboardLoop) formatMove(p *Position, m Move) string {
	switch {
	case !p.castles(m) || x.variant != "chess960":
		return p.UCI(m)
	case m.side() == kingSide:
		return "O-O"
	}
	return "O-O-O"
}
