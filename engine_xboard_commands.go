package chess

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

var (
	errUnknownCommand = errors.New("unknown command")
	errNotNow         = errors.New("command not legal now")
)

// command obeys one line.
func (x *xboardLoop) command(line string) {
	verb, rest := cutWord(line)
	if err := x.obey(verb, rest, line); err != nil {
		x.complain(line, err)
	}
}

func (x *xboardLoop) obey(verb, rest, line string) error {
	switch verb {
	case "xboard", "accepted", "rejected", "random", "computer", "name", "rating", "ics", "white", "black":
	case "protover":
		x.introduce()
	case "quit":
		x.over = true
	case "ping", "option", "memory", "cores":
		if x.busy() {
			if len(x.waiting) == maxWaiting {
				return errNotNow
			}
			x.waiting = append(x.waiting, line)
			return nil
		}
		if verb != "ping" {
			return x.change(verb, rest)
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
		x.each = max(d, time.Millisecond)
	case "sd", "time", "otim":
		return x.number(verb, rest)
	case "new":
		x.abandon()
		x.Forget()
		x.begin()
		x.analyze()
	case "variant":
		return x.setVariant(rest)
	case "setboard":
		x.setBoard(rest)
	case "undo":
		return x.takeBack(1)
	case "remove":
		return x.takeBack(2)
	case "usermove":
		return x.userMove(rest)
	case "force", "result":
		x.abandon()
		x.mode = forceMode
	case "exit":
		if x.mode != analyzeMode {
			return errNotNow
		}
		x.abandon()
		x.mode = forceMode
	case "go":
		return x.play(x.game.present().Turn())
	case "playother":
		return x.play(x.game.present().Turn().Other())
	case "analyze":
		x.abandon()
		x.mode = analyzeMode
		x.analyze()
	case "hard":
		x.ponders = true
	case "easy":
		x.ponders = false
		if x.guess != 0 {
			x.abandon()
		}
	case "?":
		if x.busy() {
			x.stop()
		}
	case ".":
		x.status()
	case "hint":
		if p := x.game.present(); p.Legal(x.hint) {
			x.printf("Hint: %s", x.move(p, x.hint))
		}
	case "draw":
		if x.busy() {
			x.offered = true
		} else if x.content() {
			x.printf("offer draw")
		}
	default:
		if rest != "" || !movelike(verb) {
			return errUnknownCommand
		}
		return x.userMove(verb)
	}
	return nil
}

// introduce answers "protover".
func (x *xboardLoop) introduce() {
	x.printf("feature myname=%q ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 "+
		"reuse=1 analyze=1 colors=0 nps=0 variants=\"normal,fischerandom,3check\"", cmp.Or(x.engine.Name, "chess"))
	for _, o := range x.Options() {
		switch {
		case strings.EqualFold(o.Name, "Hash"):
			x.printf("feature memory=1")
		case strings.EqualFold(o.Name, "Threads"):
			x.printf("feature smp=1")
		default:
			x.printf("feature option=\"%s -%s\"", o.Name, xboardOption(&o))
		}
	}
	x.printf("feature done=1")
}

// xboardOption describes an option by its kind, its value and what it may be.
func xboardOption(o *Option) string {
	switch o.Kind {
	case CheckOption:
		return "check " + xboardBool(o.Value)
	case SpinOption:
		return fmt.Sprintf("spin %s %d %d", o.Value, o.Min, o.Max)
	case ComboOption:
		choices := slices.Clone(o.Choices)
		if i := slices.Index(choices, o.Value); i >= 0 {
			choices[i] = "*" + choices[i]
		}
		return "combo " + strings.Join(choices, " /// ")
	case ButtonOption:
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

// change obeys "option NAME=VALUE", "memory MB" and "cores N". A search on the
// opponent's time is given up for it.
func (x *xboardLoop) change(verb, rest string) error {
	name, value, _ := strings.Cut(rest, "=")
	switch verb {
	case "memory":
		name, value = "Hash", rest
	case "cores":
		name, value = "Threads", rest
	}
	x.abandon()
	defer x.analyze()
	for _, o := range x.Options() {
		if !strings.EqualFold(o.Name, name) {
			continue
		}
		if o.Kind == CheckOption {
			value = strconv.FormatBool(value == "1")
		}
		if n, err := strconv.Atoi(value); err == nil && verb != "option" { // nobody has told the range
			value = strconv.Itoa(min(max(n, o.Min), o.Max))
		}
		if value == o.Value && o.Kind != ButtonOption { // they are all set anew before each game
			return nil
		}
	}
	return x.SetOption(name, value)
}

// level obeys "level MPS BASE INC": moves to the next time control or 0, minutes
// or minutes:seconds, and seconds for each move. No time to begin with is ten
// seconds, as on servers.
func (x *xboardLoop) level(text string) error {
	words := strings.Fields(text)
	if len(words) != 3 {
		return errors.New("not three numbers")
	}
	base := words[1]
	// What follows the time is about later time controls.
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

// number obeys "sd DEPTH", and "time N" and "otim N", which are in hundredths of
// seconds and about the engine's clock and the opponent's.
func (x *xboardLoop) number(verb, text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return errors.New("not a number")
	}
	left := time.Duration(min(max(n, 0), int64(maxTime/(10*time.Millisecond)))) * 10 * time.Millisecond
	switch verb {
	case "sd":
		x.depth = int(min(max(n, 0), math.MaxInt32))
	case "time":
		x.clocks[x.side].left = left
	case "otim":
		x.clocks[x.side.Other()].left = left
	}
	return nil
}

// setVariant obeys "variant NAME", which comes after "new".
func (x *xboardLoop) setVariant(name string) error {
	if !slices.Contains([]string{"normal", "fischerandom", "3check"}, name) {
		return errors.New("unknown variant")
	}
	x.variant = name
	x.setBoard("")
	return nil
}

// setBoard obeys "setboard FEN"; without a FEN it sets up the start position.
func (x *xboardLoop) setBoard(fen string) {
	x.abandon()
	p, err := startingAt(fen, x.variant == "3check")
	if err != nil {
		x.refused = true
		x.printf("tellusererror Illegal position: %v", err)
		return
	}
	x.setGame(p)
	x.analyze()
}

// takeBack undoes so many moves.
func (x *xboardLoop) takeBack(n int) error {
	if x.game.Len() < n {
		return errNotNow
	}
	x.abandon()
	for range n {
		x.game.Undo()
	}
	x.before = min(x.before, x.game.Len())
	x.hint = 0
	x.analyze()
	return nil
}

// movelike reports whether a word that is no command may be a move.
func movelike(word string) bool {
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
		err = x.game.Play(m)
	}
	if err != nil {
		x.printf("Illegal move: %s", shorten(text, maxWord))
		return nil
	}
	if m == x.guess {
		x.guess = 0
		x.started = time.Now()
		x.release()
		return nil
	}
	x.abandon()
	x.hint = 0
	if x.mode == playMode && x.side == p.Turn().Other() {
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
	x.abandon()
	if side != x.side { // the clocks are the players', not the colours'
		x.clocks[White], x.clocks[Black] = x.clocks[Black], x.clocks[White]
	}
	x.mode, x.side = playMode, side
	if side == x.game.present().Turn() {
		x.think()
	}
	return nil
}

// abandon ends whatever search there is.
func (x *xboardLoop) abandon() {
	x.abort()
	x.guess = 0
	x.catchUp()
}

// maxWaiting is more than any program has reason to send.
const maxWaiting = 100

// catchUp obeys the commands that have waited for the end of a search.
func (x *xboardLoop) catchUp() {
	waiting := x.waiting
	x.waiting = nil
	for _, line := range waiting {
		x.command(line)
	}
}

// limits returns what limits the engine's own moves.
func (x *xboardLoop) limits() Limits {
	l := Limits{Depth: x.depth}
	if x.each > 0 {
		l.Time = x.lessOverhead(x.each)
	} else {
		x.countMoves()
		x.limitTime(&l, showing(&x.clocks, x.side), x.side)
	}
	return l
}

// countMoves counts the moves of the engine's side for its clock. They need not
// all be its own, and some may have been taken back.
func (x *xboardLoop) countMoves() {
	plies := x.game.Len() - x.before
	if x.game.present().Turn() != x.side { // the last one was its own
		plies++
	}
	if k := &x.clocks[x.side]; k.control.Moves > 0 {
		k.made = plies / 2 % k.control.Moves
	}
}

// think begins to search for a move of the engine's, or says why there is none.
func (x *xboardLoop) think() {
	if !x.claim() {
		x.started = time.Now()
		x.find(x.game, x.limits(), false, false)
	}
}

// ponder begins to search for the answer to a move that may be played.
func (x *xboardLoop) ponder(guess Move) {
	g := x.game.Clone()
	if g.Play(guess) != nil || g.Outcome() != (Outcome{}) {
		return
	}
	if x.posts {
		x.printf("Hint: %s", x.move(x.game.present(), guess))
	}
	x.guess = guess
	x.find(g, x.limits(), true, false)
}

// analyze begins to search the position on the board if that is asked for.
func (x *xboardLoop) analyze() {
	if x.mode == analyzeMode && !x.refused && x.game.Outcome() == (Outcome{}) {
		x.started = time.Now()
		x.find(x.game, Limits{}, false, true)
	}
}

// finish implements protocol.
func (x *xboardLoop) finish() { x.abandon() }

// find searches g. An answer that is held back is never given.
func (x *xboardLoop) find(g *Game, l Limits, ponders, held bool) {
	p := g.Position()
	x.latest = Info{}
	t := newTask(ponders, held)
	t.info, t.answer = func(i Info) { x.info(&p, i) }, x.answer
	x.search(g, l, t)
}
