package chess

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// UCI is an engine for programs that speak the Universal Chess Interface. Only Searcher must be set:
//
//	engine := chess.UCI{Searcher: chess.NewAlphaBeta(chess.NewDefaultEvaluator())}
//	err := engine.Run(context.Background(), os.Stdin, os.Stdout)
//
// It obeys all commands except registration and copy protection, and those that people type: "help" lists
// them. "d" shows the position and "flip" exchanges its colours, "eval" explains its value, "go perft 5" counts
// the lines of five plies behind each move and is not stopped, and "bench" is Bench. Its options are
// those of the Searcher and MultiPV, Move Overhead (milliseconds), Ponder, UCI_Chess960, UCI_Variant (any
// variant, or chess960), UCI_ShowWDL, UCI_Opponent, which it ignores, and nodestime. With nodestime N, N nodes
// count as a millisecond: from the first move of a game on, the clocks go by nodes, and each time control adds
// the time of the first. So with one thread and without pondering a game can be repeated. For
// UCI_LimitStrength, UCI_Elo and Skill Level, make the Searcher a Handicap.
//
// A command that cannot be obeyed changes nothing and is answered with "info string error: ...". Each "go" is
// answered with a best move: the null move 0000 if no move is legal, the Searcher fails, the limits make no
// sense, or the last position was refused.
type UCI struct {
	Name     string // of the engine; "chess" if it is empty
	Author   string // "the chess authors" if it is empty
	Searcher Searcher

	// Log opens what the option Debug Log File names, for all lines that are read, after ">> ", and
	// written, after "<< ". A write that fails closes it. Without Log there is no such option:
	// strangers should not name files.
	Log func(name string) (io.WriteCloser, error)
}

// Run obeys the commands in r until "quit" or the end of r, and writes the answers to w, each line with one
// Write. At the end of r a search goes on to its limits, but one without limits, or that ponders, is
// stopped; its best move is the last answer. Searches run in a goroutine of their own. An error is one of
// reading or writing, or that of ctx, which ends Run at once; a goroutine then waits for a Read that has begun.
//
// With as many threads as runtime.GOMAXPROCS, "stop" may wait 10 ms for the scheduler: a program that is
// only an engine should raise GOMAXPROCS by one.
func (u *UCI) Run(ctx context.Context, r io.Reader, w io.Writer) error {
	if u.Searcher == nil {
		return errNoSearcher
	}
	loop := uciLoop{session: newSession(u.Searcher), engine: u, variant: "chess"}
	loop.own = []setting{
		spinSetting("MultiPV", &loop.multiPV, 1, MaxMoves),
		spinSetting("Move Overhead", &loop.overhead, 0, 5000),
		checkSetting("Ponder", new(bool)),
		checkSetting("UCI_Chess960", &loop.chess960),
		{
			Option{Name: "UCI_Variant", Kind: comboOption, Value: "chess", Choices: uciVariants()},
			func(v string) error { loop.variant = v; loop.newGame(); return nil },
		},
		checkSetting("UCI_ShowWDL", &loop.wdl),
		{Option{Name: "UCI_Opponent", Kind: stringOption}, func(string) error { return nil }},
		spinSetting("nodestime", &loop.nodesTime, 0, 10_000),
	}
	if u.Log != nil {
		loop.own = append(loop.own, setting{Option{Name: "Debug Log File", Kind: stringOption}, loop.openLog})
	}
	loop.newGame()
	return loop.run(ctx, r, w, &loop)
}

// A uciLoop is the state of a call of UCI.Run.
type uciLoop struct {
	session
	engine   *UCI
	game     *Game
	refused  bool   // the last position was refused
	variant  string // the value of UCI_Variant
	chess960 bool   // UCI_Chess960
	wdl      bool   // UCI_ShowWDL
	shown    Line   // the best line that was printed last
	broken   string // the Info.TablebaseError that was printed last

	nodesTime  int          // nodestime
	nodeClocks [2]nodeClock // of this game, by Color
}

// A nodeClock is the clock of a player for whom nodes count in place of time.
type nodeClock struct {
	base, left time.Duration // at the first move of the game, and now; 0 before that
	toGo       int           // Clock.MovesToGo at the last move
}

// show puts the time that is left into k, the clocks that the program shows to the player c.
func (n *nodeClock) show(k *Clock, c Color) {
	switch {
	case n.base == 0:
		n.base, n.left = k.Left[c], k.Left[c]
	case n.toGo == 1 || k.MovesToGo > n.toGo: // a time control has been reached; it may be longer, but by how much is not told
		n.left += n.base
	}
	n.toGo = k.MovesToGo
	k.Left[c] = n.left
}

// openLog sets Debug Log File.
func (u *uciLoop) openLog(name string) error {
	if name == "" {
		u.setLog(nil)
		return nil
	}
	w, err := u.engine.Log(name)
	if err == nil {
		u.setLog(w)
	}
	return err
}

// uciCommands maps each command to whether it can be obeyed during a search.
var uciCommands = map[string]bool{
	"debug": true, "isready": true, "ponderhit": true, "quit": true, "register": true, "stop": true,
	"bench": false, "go": false, "position": false, "setoption": false, "uci": false, "ucinewgame": false,
	"d": true, "eval": false, "flip": false, "help": true,
}

// typedCommands are the commands that are not of the protocol, and only first in a line.
var typedCommands = []string{"bench", "d", "eval", "flip", "help"}

// command implements protocol. It skips unknown words before a command of UCI, as that demands.
func (u *uciLoop) command(line string) {
	var verb, rest string
	for text := line; ; text = rest {
		if text == "" {
			u.printError(line, errors.New("unknown command"))
			return
		}
		verb, rest = cutWord(text)
		if _, known := uciCommands[verb]; known && (text == line || !slices.Contains(typedCommands, verb)) {
			break
		}
	}
	if u.task != nil && !uciCommands[verb] {
		if verb == "position" {
			u.refused = true
		}
		u.printError(line, errors.New("a search is under way"))
		return
	}
	switch verb {
	case "uci":
		u.identify()
	case "isready":
		u.printf("readyok")
	case "setoption":
		name, value := cutOption(rest)
		if strings.EqualFold(name, "UCI_Variant") {
			value = uciVariant(value)
		}
		u.check(line, u.SetOption(name, value))
	case "ucinewgame":
		u.Forget()
		u.newGame()
		u.nodeClocks = [2]nodeClock{}
	case "position":
		u.check(line, u.setPosition(rest))
	case "go":
		if word, depth := cutWord(rest); word == "perft" {
			u.check(line, u.perft(depth))
			break
		}
		u.think(line, rest)
	case "bench":
		u.check(line, u.bench(rest))
	case "d", "eval", "flip":
		u.check(line, u.typed(verb))
	case "help":
		u.printf("info string %s", strings.Join(slices.Sorted(maps.Keys(uciCommands)), ", "))
	case "ponderhit":
		if u.task != nil && u.task.hit != nil {
			u.release()
		}
	case "stop":
		u.stop()
	case "quit":
		u.quit = true
	}
}

// printError implements protocol.
func (u *uciLoop) printError(line string, err error) {
	if len(line) > maxQuote {
		line = line[:maxQuote] + "..."
	}
	u.printf("info string error: %s: %q", reason(err), line)
}

// check prints err if a line could not be obeyed.
func (u *uciLoop) check(line string, err error) {
	if err != nil {
		u.printError(line, err)
	}
}

// cutWord returns the first word of a text and what follows it.
func cutWord(text string) (word, rest string) {
	text = strings.TrimLeft(text, " \t")
	i := strings.IndexAny(text, " \t")
	if i < 0 {
		return text, ""
	}
	return text[:i], strings.TrimLeft(text[i:], " \t")
}

// cutOption parses "name N value V". Both may contain spaces.
func cutOption(text string) (name, value string) {
	word, rest := cutWord(text)
	if word != "name" {
		rest = text
	}
	for rest != "" {
		if word, rest = cutWord(rest); word == "value" {
			break
		}
		name += " " + word
	}
	if rest == "<empty>" {
		rest = ""
	}
	return strings.TrimSpace(name), rest
}

// identify answers "uci".
func (u *uciLoop) identify() {
	u.printf("id name %s", cmp.Or(u.engine.Name, "chess"))
	u.printf("id author %s", cmp.Or(u.engine.Author, "the chess authors"))
	for _, o := range u.Options() {
		switch o.Kind {
		case checkOption:
			u.printf("option name %s type check default %s", o.Name, o.Value)
		case spinOption:
			u.printf("option name %s type spin default %s min %d max %d", o.Name, o.Value, o.Min, o.Max)
		case comboOption:
			u.printf("option name %s type combo default %s var %s", o.Name, o.Value, strings.Join(o.Choices, " var "))
		case buttonOption:
			u.printf("option name %s type button", o.Name)
		case stringOption:
			u.printf("option name %s type string default %s", o.Name, cmp.Or(o.Value, "<empty>"))
		}
	}
	u.printf("uciok")
}

// newGame sets up the start position of the variant.
func (u *uciLoop) newGame() {
	u.setPosition("startpos")
}

// setPosition obeys "position". After an error, "go" is refused until a position
// is accepted.
func (u *uciLoop) setPosition(text string) error {
	u.refused = true
	words := strings.Fields(text)
	var moves []string
	if i := slices.Index(words, "moves"); i >= 0 {
		words, moves = words[:i], words[i+1:]
	}
	fen := ""
	switch {
	case len(words) > 1 && words[0] == "fen":
		fen = strings.Join(words[1:], " ")
	case len(words) != 1 || words[0] != "startpos":
		return errors.New(`neither "startpos" nor "fen" and a FEN`)
	}
	p, dropped, fault := variantOfUCI(u.variant).start(fen)
	if fault != nil {
		return fault
	}
	for _, e := range dropped {
		u.printf("info string %s", reason(e))
	}
	g := NewGame(p)
	for _, word := range moves {
		m, err := g.current().ParseUCI(word)
		if err == nil {
			err = g.Continue(m)
		}
		if err != nil {
			return err
		}
	}
	u.game, u.refused = g, false
	return nil
}

// think obeys "go". If the command makes no sense, it prints the error at once, and the null move
// when a move is due.
func (u *uciLoop) think(line, text string) {
	l, ponders, infinite, err := u.limits(text)
	if refused := u.accepted(); refused != nil {
		err = refused
	}
	t := newTask(ponders, infinite)
	if err != nil {
		u.printError(line, err)
		t.answer = func(Result, error) { u.printf("bestmove 0000") }
		u.start(t, func(context.Context) (Result, error) { return Result{}, nil })
		return
	}
	g := u.game
	u.shown = Line{}
	t.info = u.report
	t.answer = func(r Result, err error) {
		if l.NodesPerMillisecond > 0 && l.Clock != (Clock{}) {
			n, c := &u.nodeClocks[g.Turn()], g.Turn()
			n.left = max(n.left-time.Duration(r.Nodes)*time.Millisecond/time.Duration(l.NodesPerMillisecond), 0) + l.Clock.Increment[c]
		}
		u.printResult(g, r, err)
	}
	u.search(g, l, t)
}

// limits parses the text after "go". It ignores unknown words, and illegal moves after
// "searchmoves" if at least one is legal.
func (u *uciLoop) limits(text string) (l Limits, ponders, infinite bool, err error) {
	p := u.game.Position()
	var k Clock
	clocks, chosen := false, false
	var word string
	number := func(least, most int64) int64 {
		operand, rest := cutWord(text)
		n, bad := strconv.ParseInt(operand, 10, 64)
		if bad != nil && !errors.Is(bad, strconv.ErrRange) {
			err = fmt.Errorf("no number after %q", word)
			return 0
		}
		text = rest
		return min(max(n, least), most)
	}
	count := func() int { return int(number(-1, math.MaxInt32)) }
	span := func() time.Duration {
		return time.Duration(number(0, int64(maxTime/time.Millisecond))) * time.Millisecond
	}
	for text != "" {
		word, text = cutWord(text)
		switch word {
		case "ponder":
			ponders = true
		case "infinite":
			infinite = true
		case "searchmoves":
			chosen = true
		case "depth":
			l.Depth = count()
		case "nodes":
			l.Nodes = number(math.MinInt64, math.MaxInt64)
		case "mate":
			l.Mate = count()
		case "movetime":
			l.Time = max(span(), time.Millisecond)
		case "wtime":
			k.Left[White], clocks = span(), true
		case "btime":
			k.Left[Black], clocks = span(), true
		case "winc":
			k.Increment[White] = span()
		case "binc":
			k.Increment[Black] = span()
		case "movestogo":
			k.MovesToGo = max(count(), 0)
		default:
			if m, err := p.ParseUCI(word); chosen && err == nil && p.legal(m) {
				l.SearchMoves = append(l.SearchMoves, m)
			}
		}
	}
	if chosen && len(l.SearchMoves) == 0 {
		err = errors.New("none of the moves to search is legal")
	}
	if u.nodesTime > 0 && !ponders { // no overhead costs nodes
		l.NodesPerMillisecond = u.nodesTime
		if clocks && err == nil {
			u.nodeClocks[p.turn()].show(&k, p.turn())
			l.setClock(k, p.turn())
		}
		return l, ponders, infinite, err
	}
	if l.Time > 0 {
		l.Time = u.lessOverhead(l.Time)
	}
	if clocks {
		u.limitTime(&l, k, p.turn())
	}
	return l, ponders, infinite, err
}

// report prints what a search reports, unless it is too early.
func (u *uciLoop) report(i Info) {
	if i.TablebaseError != "" && i.TablebaseError != u.broken {
		u.broken = i.TablebaseError
		u.printf("info string error: %s", strings.TrimPrefix(u.broken, "chess: "))
	}
	if !i.premature() {
		u.printInfo(i)
	}
}

// printInfo prints an Info.
func (u *uciLoop) printInfo(i Info) {
	if i.isRootMove() {
		u.printf("info depth %d currmove %s currmovenumber %d", i.Depth, u.formatMove(&i.Position, i.Move), i.MoveNumber)
		return
	}
	i.MultiPV = max(i.MultiPV, 1)
	if i.MultiPV == 1 {
		u.shown = Line{Score: i.Score, Bound: i.Bound, PV: i.PV}
	}
	b := u.line[:0]
	b = fmt.Appendf(b, "info depth %d", i.Depth)
	if i.SelDepth > 0 {
		b = fmt.Appendf(b, " seldepth %d", i.SelDepth)
	}
	b = appendUCIScore(fmt.Appendf(b, " multipv %d score ", i.MultiPV), i.Score)
	switch i.Bound {
	case LowerBound:
		b = append(b, " lowerbound"...)
	case UpperBound:
		b = append(b, " upperbound"...)
	}
	if u.wdl {
		if i.WDL == [3]int{} {
			i.WDL[0], i.WDL[1], i.WDL[2] = i.Score.WDL()
		}
		b = fmt.Appendf(b, " wdl %d %d %d", i.WDL[0], i.WDL[1], i.WDL[2])
	}
	b = fmt.Appendf(b, " nodes %d", i.Nodes)
	if i.Speed == 0 && i.Time > 0 {
		i.Speed = int64(math.Round(float64(i.Nodes) / i.Time.Seconds()))
	}
	if i.Speed > 0 || i.Time > 0 {
		b = fmt.Appendf(b, " nps %d", i.Speed)
	}
	if i.Hashfull > 0 {
		b = fmt.Appendf(b, " hashfull %d", i.Hashfull)
	}
	if i.TablebaseHits > 0 {
		b = fmt.Appendf(b, " tbhits %d", i.TablebaseHits)
	}
	b = fmt.Appendf(b, " time %d", i.Time.Milliseconds())
	if len(i.PV) > 0 {
		b = i.Position.appendUCILine(append(b, " pv"...), i.PV, u.notation960())
	}
	u.line = b
	u.flush()
}

// formatMove returns a move of p in the notation of the variant: castling depends on p.
func (u *uciLoop) formatMove(p *Position, m Move) string {
	if u.notation960() {
		return p.UCI960(m)
	}
	return p.UCI(m)
}

// notation960 reports whether castling is to be written as the king taking its
// own rook.
func (u *uciLoop) notation960() bool { return u.chess960 || u.variant == "chess960" }

// appendUCIScore appends a score as UCI writes it: "cp 34", "mate -2".
func appendUCIScore(dst []byte, s Score) []byte {
	if moves, ok := s.MateInMoves(); ok {
		return fmt.Appendf(dst, "mate %d", moves)
	}
	return fmt.Appendf(dst, "cp %d", s)
}

// printResult prints the answer to "go": the result of a search of g.
func (u *uciLoop) printResult(g *Game, r Result, err error) {
	p := g.Position()
	switch {
	case errors.Is(err, ErrGameOver):
		r, err = Result{}, nil
		if g.Outcome().Decided {
			r.Score = -Mate
		}
		u.printf("info depth 0 score %s", appendUCIScore(nil, r.Score))
		if moves := p.appendMoves(nil); len(moves) > 0 { // a drawn game may have legal moves
			r.Move = moves[0]
		}
	case err == nil:
		if err = checkMove(g, &r); err == nil {
			u.printLine(&p, &r)
		}
	}
	if err != nil {
		u.printError("go", err)
		r = Result{}
	}
	best := u.formatMove(&p, r.Move)
	if line := legalLine(p, []Move{r.Move, r.Ponder}); len(line) == 2 {
		next := p.After(r.Move)
		u.printf("bestmove %s ponder %s", best, u.formatMove(&next, r.Ponder))
		return
	}
	u.printf("bestmove %s", best)
}

// printLine prints the best line of r unless it was the last one printed.
func (u *uciLoop) printLine(p *Position, r *Result) {
	if len(r.PV) == 0 {
		r.PV = []Move{r.Move}
	}
	if u.shown.Score != r.Score || u.shown.Bound != r.Bound || !slices.Equal(u.shown.PV, r.PV) {
		u.printInfo(Info{Position: *p, Depth: r.Depth, Score: r.Score, Bound: r.Bound, Nodes: r.Nodes, Time: r.Time, PV: r.PV})
	}
}

// bench obeys "bench". A depth may follow the word.
func (u *uciLoop) bench(text string) error {
	depth, err := benchDepth, error(nil)
	if text != "" {
		depth, err = depthOf(text)
	}
	if err != nil {
		return err
	}
	var nodes int64
	var took time.Duration
	u.start(task{answer: func(_ Result, err error) {
		if err != nil {
			u.printError("bench", err)
			return
		}
		u.printf("%s", benchText(nodes, took))
	}}, func(ctx context.Context) (r Result, err error) {
		return r, guard(func() (err error) {
			nodes, took, err = Bench(ctx, u.searcher, depth)
			return err
		})
	})
	return nil
}

// depthOf parses a depth in plies; none is more than maxPly.
func depthOf(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, errors.New("the depth is no positive number")
	}
	return min(n, maxPly), nil
}

// lines prints a text of several lines.
func (u *uciLoop) lines(text string) {
	for line := range strings.Lines(text) {
		u.printf("%s", strings.TrimRight(line, "\n"))
	}
}

// accepted returns an error if the last position was refused.
func (u *uciLoop) accepted() error {
	if u.refused {
		return errors.New("the position was refused")
	}
	return nil
}

// typed obeys "d", which shows the position, "eval", which explains its value or, if the evaluator does not
// explain, has the score, and "flip", which mirrors it.
func (u *uciLoop) typed(verb string) error {
	if err := u.accepted(); err != nil {
		return err
	}
	p := u.game.Position()
	switch verb {
	case "eval":
		return guard(func() error {
			switch e := u.Evaluator().(type) {
			case nil:
				return errors.New("the searcher has no evaluator")
			case *FeatureEvaluator:
				u.lines(e.Explain(&p).String())
			default:
				u.printf("%v for %v", e.Evaluate(&p), p.Turn())
			}
			return nil
		})
	case "flip":
		mirror, err := p.Setup().Mirror().Position()
		if err == nil {
			u.game = NewGame(mirror) // without the earlier positions
		}
		return err
	}
	u.lines(Diagram{Position: p}.ASCII())
	u.printf("Fen: %s", p.FEN())
	if o := u.game.Outcome(); o.Over() {
		u.printf("Result: %v %v", o, o.Reason)
	}
	return nil
}

// perft obeys "go perft": it counts the lines of play behind each move, and those of all. The next command is
// read after that, as a list of positions needs; nothing but the end of u.ctx ends it.
func (u *uciLoop) perft(text string) error {
	depth, err := depthOf(text)
	if err = cmp.Or(u.accepted(), err); err != nil {
		return err
	}
	p, sum := u.game.Position(), uint64(0)
	for _, m := range u.game.LegalMoves() {
		n := perftUntil(u.ctx, p.After(m), depth-1)
		if u.ctx.Err() != nil {
			return nil // which Run returns
		}
		u.printf("%s: %d", u.formatMove(&p, m), n)
		sum += n
	}
	u.printf("Nodes searched: %d", sum)
	return nil
}

// perftUntil is Perft, or an arbitrary number soon after ctx is done.
func perftUntil(ctx context.Context, p Position, depth int) (n uint64) {
	const soon = 2 // plies
	if depth <= soon || ctx.Err() != nil {
		return Perft(p, min(depth, soon))
	}
	runtime.Gosched() // without threads, as in a browser, nothing could end ctx meanwhile
	for _, m := range p.LegalMoves() {
		n += perftUntil(ctx, p.After(m), depth-1)
	}
	return n
}
