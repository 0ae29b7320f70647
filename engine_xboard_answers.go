package chess

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// printFeatures answers "protover".
func (x *xboardLoop) printFeatures() {
	x.printf("feature myname=%q ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 "+
		"reuse=1 analyze=1 colors=0 nps=0 variants=\"normal,fischerandom,3check\"", cmp.Or(x.engine.Name, "chess"))
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

// printInfo prints what a search in p reports.
func (x *xboardLoop) printInfo(p *Position, i Info) {
	x.lastInfo = i
	if i.TablebaseError != "" && i.TablebaseError != x.broken {
		x.broken = i.TablebaseError
		x.printf("telluser %s", strings.TrimPrefix(x.broken, "chess: "))
	}
	if i.isRootMove() || i.premature() || !x.posts && x.mode != analyzeMode {
		return
	}
	b := fmt.Appendf(x.line[:0], "%d %d %d %d ", i.Depth, xboardScore(i.Score), i.Time/(10*time.Millisecond), i.Nodes)
	b = p.AppendSANLine(b, i.PV...)
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
		err = checkMove(&p, &r)
	}
	if err != nil {
		x.printf("tellusererror %s", reason(err))
		r.Resign = true
	}
	if x.scores.resigns(&r, x.found, x.policy()) {
		x.printf("resign")
		x.mode = forceMode
		x.obeyDeferred()
		return
	}
	drawable := x.drawOffer || x.game.isDrawable()
	x.clocks[x.side].stop(time.Since(x.started))
	x.game.Continue(r.Move)
	if x.scores.offersDraw(&r, x.policy(), drawable || x.game.isDrawable()) {
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
		why = "Draw by " + why
	}
	x.printf("%v {%s}", o, why)
	return true
}

// formatMove returns a move of p in the notation of the variant.
func (x *xboardLoop) formatMove(p *Position, m Move) string {
	switch {
	case !p.castles(m) || x.variant != "fischerandom":
		return p.UCI(m)
	case m.side() == HSide:
		return "O-O"
	}
	return "O-O-O"
}
