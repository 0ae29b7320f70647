package chess

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An xboardEngine is what a Client knows of an engine that speaks the Chess Engine Communication Protocol.
type xboardEngine struct {
	options  []Option
	features map[string]string
	accepted []string    // the answers to them
	pings    int         // sent so far
	start    string      // the FEN of the start of the game on the engine's board; "" if there is none
	played   []Move      // and its moves
	level    TimeControl // that the engine was told; zero if another limit of time came later
	depth    bool        // it was told a depth
}

// maxOptions is more options, or features, than any engine has.
const maxOptions = 1000

// refusal returns the command that an engine of XBoard refuses: it says "Error (REASON): COMMAND" or
// "Illegal move (REASON): COMMAND", or such words. Otherwise it returns "".
func refusal(text string) string {
	at := strings.LastIndex(text, ": ")
	if at < 0 {
		return ""
	}
	what, _, _ := strings.Cut(text[:at], " (")
	switch what {
	case "Error", "Unknown command", "Illegal move", "Invalid move":
		return strings.TrimSpace(text[at+2:])
	}
	return ""
}

// refusesGame reports whether an engine of XBoard says that it cannot play the game it was told. Some call any
// command that they do not know an illegal move, but a move has a digit, or is castling.
func refusesGame(text string) bool {
	switch command := refusal(text); {
	case strings.HasPrefix(text, "tellusererror"):
		return true
	case strings.HasPrefix(text, "Error"):
		return command == "go"
	default:
		word, _ := cutWord(strings.TrimPrefix(command, "usermove "))
		return word == "go" || strings.ContainsAny(word, "12345678O")
	}
}

// readFeatures reads the line "feature NAME=VALUE ..." from its second word on.
func (x *xboardEngine) readFeatures(text string) {
	for {
		name, after, ok := strings.Cut(text, "=")
		if !ok || len(x.accepted) == maxOptions {
			return
		}
		name = strings.TrimSpace(name)
		var value string
		if quoted, ok := strings.CutPrefix(after, `"`); ok {
			value, text, _ = strings.Cut(quoted, `"`)
		} else {
			value, text = cutWord(after)
		}
		o, ok := Option{}, false
		switch {
		case name == "option":
			o, ok = parseXBoardOption(value)
		case name == "memory" && value == "1":
			o, ok = Option{Name: "Hash", Kind: spinOption, Value: "0", Max: 1 << 20}, true // MiB
		case name == "smp" && value == "1":
			o, ok = Option{Name: "Threads", Kind: spinOption, Value: "1", Min: 1, Max: maxThreads}, true
		}
		if ok && !hasOption(x.options, o.Name) {
			x.options = append(x.options, o)
		}
		x.features[name] = value
		x.accepted = append(x.accepted, "accepted "+shorten(name, maxWord))
	}
}

// parseXBoardOption parses an option as the protocol writes it: "NAME -spin 16 1 1024".
func parseXBoardOption(text string) (o Option, ok bool) {
	name, rest := "", text
	for { // a name may have a " -" too
		before, after, ok := strings.Cut(rest, " -")
		if !ok {
			return o, false
		}
		kind, value := cutWord(after)
		o = Option{Name: strings.TrimSpace(name + before), Value: value}
		switch kind {
		case "check":
			o.Kind, o.Value = checkOption, strconv.FormatBool(value == "1")
		case "spin", "slider":
			o.Kind = spinOption
			var n int
			if _, err := fmt.Sscan(value, &n, &o.Min, &o.Max); err != nil {
				return o, false
			}
			o.Value = strconv.Itoa(n)
		case "combo":
			o.Kind = comboOption
			for choice := range strings.SplitSeq(value, "///") {
				choice, chosen := strings.CutPrefix(strings.TrimSpace(choice), "*")
				if o.Choices = append(o.Choices, choice); chosen || len(o.Choices) == 1 {
					o.Value = choice
				}
			}
		case "string", "file", "path":
			o.Kind = stringOption
		case "button", "save", "reset":
			o.Kind, o.Value = buttonOption, ""
		default:
			name, rest = name+before+" -", after
			continue
		}
		return o, o.Name != ""
	}
}

// setCommand returns the command that sets an option.
func (x *xboardEngine) setCommand(o *Option, value string) string {
	switch {
	case o.Name == "Hash" && x.features["memory"] == "1":
		return "memory " + value
	case o.Name == "Threads" && x.features["smp"] == "1":
		return "cores " + value
	case o.Kind == buttonOption:
		return "option " + o.Name
	case o.Kind == checkOption:
		value = xboardBool(value)
	}
	return "option " + o.Name + "=" + value
}

// setGame returns the commands after which g is on the engine's board, and the engine plays neither side. engine is its
// name for errors.
func (x *xboardEngine) setGame(engine string, g *Game) (string, error) {
	if g.law != nil {
		return "", fmt.Errorf("chess: %s does not know the rule %q", engine, g.law.name)
	}
	b := []byte("force")
	start, moves := g.Start(), g.Moves()
	fen, v, chess960 := start.FEN(), start.variant(), start.isChess960()
	if n := len(x.played); fen != x.start || len(moves) < n || !slices.Equal(moves[:n], x.played) {
		b = []byte("new\nforce\neasy\npost")
		if name := ruleSets[v].uci; v != Standard || chess960 {
			if v == Standard {
				name = "fischerandom"
			}
			if !slices.Contains(strings.Split(x.features["variants"], ","), name) {
				return "", fmt.Errorf("chess: %s does not play %s", engine, name)
			}
			b = fmt.Appendf(b, "\nvariant %s", name)
		}
		if usual := v.StartPosition(); fen != usual.FEN() {
			if x.features["setboard"] != "1" {
				return "", fmt.Errorf("chess: %s begins with the start position only", engine)
			}
			b = fmt.Appendf(b, "\nsetboard %s", fen)
		}
		x.start, x.played, x.level = fen, nil, TimeControl{}
	}
	p := start
	for i, m := range moves {
		if i >= len(x.played) {
			b = append(b, '\n')
			if x.features["usermove"] == "1" {
				b = append(b, "usermove "...)
			}
			switch {
			case x.features["san"] == "1":
				b = append(b, p.SAN(m)...)
			case chess960 && p.castles(m) && m.side() == kingSide:
				b = append(b, "O-O"...)
			case chess960 && p.castles(m):
				b = append(b, "O-O-O"...)
			default:
				b = append(b, p.UCI(m)...)
			}
		}
		p = p.After(m)
	}
	x.played = moves
	return string(b), nil
}

// search returns the commands that begin a search by the player c, who has made a number of moves in the game.
// It is an error if the protocol has no such limits.
func (x *xboardEngine) search(engine string, l Limits, c Color, made int) (string, error) {
	if l.Depth < 0 || l.Nodes < 0 || l.Time < 0 || l.Mate < 0 { // a limit is already reached
		l = Limits{Depth: 1}
	}
	if l.Nodes > 0 || l.Mate > 0 || len(l.SearchMoves) > 0 {
		return "", fmt.Errorf("chess: %s speaks XBoard's protocol, which has no limits for nodes, mates or moves", engine)
	}
	var b []byte
	k := l.Clock
	if k == (Clock{}) && l.Time > 0 {
		x.level = TimeControl{}
		b = fmt.Appendf(b, "st %d\n", (l.Time+time.Second-1)/time.Second)
	} else {
		if k == (Clock{}) {
			k.Left = [2]time.Duration{maxTime, maxTime} // the engine needs some clock
		}
		// A level that still holds is not told again: engines count its moves from the start of the game, or
		// from the command.
		if _, left := x.level.stage(made); x.level == (TimeControl{}) || x.level.Increment != k.Increment[c] || left != k.MovesToGo {
			x.level = TimeControl{Time: max(k.Left[c], time.Second), Increment: k.Increment[c]}
			if k.MovesToGo > 0 {
				x.level.Moves = made + k.MovesToGo
			}
			seconds := int(x.level.Time / time.Second)
			b = fmt.Appendf(b, "level %d %d:%02d %g\n", x.level.Moves, seconds/60, seconds%60, x.level.Increment.Seconds())
		}
		const tick = 10 * time.Millisecond
		b = fmt.Appendf(b, "time %d\notim %d\n", max(k.Left[c]/tick, 1), max(k.Left[c.Other()]/tick, 1))
	}
	if l.Depth > 0 || x.depth {
		depth := l.Depth
		if x.depth = depth > 0; depth == 0 {
			depth = MaxDepth
		}
		b = fmt.Appendf(b, "sd %d\n", depth)
	}
	return string(b) + "go", nil
}

// parseXBoardMove parses a move of an engine.
func parseXBoardMove(p *Position, text string) (Move, error) {
	if m, err := p.ParseUCI(text); err == nil && p.legal(m) {
		return m, nil
	}
	return p.ParseSAN(text)
}

// parseXBoardInfo parses "PLY SCORE TIME NODES PV", what an engine tells of its search of p. ok is false if it makes
// no sense.
func parseXBoardInfo(p Position, text string) (i Info, ok bool) {
	words := strings.Fields(text)
	var n [4]int64 // as above
	if len(words) < len(n) {
		return i, false
	}
	for i := range n {
		var err error
		if n[i], err = strconv.ParseInt(strings.TrimRight(words[i], ".+-&"), 10, 54); err != nil {
			return Info{}, false
		}
	}
	i = Info{Position: p, MultiPV: 1, Depth: int(min(max(n[0], 0), MaxDepth)), Bound: Exact, Nodes: max(n[3], 0)}
	const mate, longest = 100_000, 499
	switch {
	case n[1] > mate:
		i.Score = mateIn(2*int(min(n[1]-mate, longest)) - 1)
	case n[1] <= -mate:
		i.Score = -mateIn(2 * int(min(-n[1]-mate, longest)))
	default:
		i.Score = Score(min(max(n[1], -int64(MaxEvaluation)), int64(MaxEvaluation)))
	}
	switch words[len(words)-1] {
	case "!":
		i.Bound = LowerBound
	case "?":
		i.Bound = UpperBound
	}
	for _, word := range words[len(n):] {
		if word = strings.TrimLeft(word, "0123456789."); word == "" { // the number of a move
			continue
		}
		m, err := parseXBoardMove(&p, word)
		if err != nil {
			break
		}
		i.PV = append(i.PV, m)
		p = p.After(m)
	}
	return i, true
}
