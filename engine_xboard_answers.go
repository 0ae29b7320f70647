package chess

import (
	"fmt"
	"time"
)

// info shows what a search in p has to tell.
func (x *xboardLoop) info(p *Position, i Info) {
	x.latest = i
	if len(i.PV) == 0 || i.premature() || !x.posts && x.mode != analyzeMode {
		return
	}
	b := fmt.Appendf(x.line[:0], "%d %d %d %d", i.Depth, xboardScore(i.Score), i.Time/(10*time.Millisecond), i.Nodes)
	at := *p
	for _, m := range legalLine(at, i.PV) {
		b = at.AppendSAN(append(b, ' '), m)
		at = at.After(m)
	}
	switch i.Bound {
	case LowerBound:
		b = append(b, " !"...)
	case UpperBound:
		b = append(b, " ?"...)
	}
	x.line = b
	x.flush()
}

// xboardScore returns a score in centipawns, or 100000 and the moves to mate.
func xboardScore(s Score) int {
	moves, mate := s.Mate()
	switch {
	case mate && s > 0:
		return 100000 + moves
	case mate:
		return -100000 + moves
	}
	return int(s)
}

// status obeys ".".
func (x *xboardLoop) status() {
	if x.task == nil {
		return
	}
	p := x.game.present()
	all := len(p.AppendMoves(nil))
	i := &x.latest
	current := ""
	if p.Legal(i.Move) {
		current = " " + p.SAN(i.Move)
	}
	x.printf("stat01: %d %d %d %d %d%s", time.Since(x.started)/(10*time.Millisecond), i.Nodes, i.Depth,
		max(all-i.MoveNumber, 0), all, current)
}

// move writes a move of p.
func (x *xboardLoop) move(p *Position, m Move) string {
	switch {
	case !m.IsCastling() || x.variant != "fischerandom":
		return p.UCI(m)
	case m.side() == HSide:
		return "O-O"
	}
	return "O-O-O"
}

// content reports whether the engine takes a draw.
func (x *xboardLoop) content() bool { return x.judged && x.last <= x.engine.DrawScore }

// claim says that the game is over, and how, if it is.
func (x *xboardLoop) claim() bool {
	o := x.game.Outcome()
	if o == (Outcome{}) {
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

// answer makes the move that has been found, or resigns.
func (x *xboardLoop) answer(r Result, err error) {
	p := x.game.Position()
	if err == nil {
		err = checkMove(&p, &r)
	}
	if err != nil {
		x.printf("tellusererror %v", err)
		r.Resign = true
	}
	if r.Depth > 0 { // else it comes from a book
		x.last, x.judged = r.Score, true
		x.hopeless++
		if r.Score > -x.engine.ResignScore {
			x.hopeless = 0
		}
	}
	if r.Resign || x.engine.ResignMoves > 0 && x.hopeless >= x.engine.ResignMoves {
		x.printf("resign")
		x.mode = forceMode
		x.catchUp()
		return
	}
	claimable := x.claimable()
	x.clocks[x.side].stop(time.Since(x.started))
	x.game.Play(r.Move)
	if (x.offered || claimable || x.claimable()) && x.content() {
		x.printf("offer draw")
	}
	x.offered = false
	x.printf("move %s", x.move(&p, r.Move))
	over := x.claim()
	x.catchUp()
	if over {
		return
	}
	if next := x.game.present(); next.Legal(r.Ponder) {
		x.hint = r.Ponder
		if x.ponders {
			x.ponder(r.Ponder)
		}
	}
}

// claimable reports whether a draw by repetition or by fifty moves can be
// claimed as things stand.
func (x *xboardLoop) claimable() bool {
	return x.game.Repetitions() >= 3 || x.game.present().Halfmoves() >= 100
}
