package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// A replay is a game in which one can go back, and forward again.
type replay struct {
	*chess.Game
	undone []chess.Move // the moves taken back; the next one to play again is the last
}

func (r *replay) ended() bool { return r.Outcome() != chess.Outcome{} }

// add adds a legal move. The moves that were taken back are kept if it is the next of them.
func (r *replay) add(m chess.Move) {
	if n := len(r.undone); n > 0 && r.undone[n-1] == m {
		r.undone = r.undone[:n-1]
	} else {
		r.undone = nil
	}
	if err := r.Continue(m); err != nil {
		panic(err) // the move is legal
	}
}

// goBack takes back moves as far as the game to, which is this one before them.
func (r *replay) goBack(to *chess.Game) {
	for _, m := range slices.Backward(r.Moves()[to.Len():]) {
		r.undone = append(r.undone, m)
	}
	r.Game = to
}

// capturedText returns the pieces that c has captured, or has in hand in Crazyhouse, the most valuable first, and its lead
// in points if it is ahead.
func (r *replay) capturedText(c chess.Color, f figurines) string {
	var taken []chess.Piece
	p := r.Start()
	for _, m := range r.Moves() {
		if piece := p.Captured(m); piece != chess.NoPiece && p.Turn() == c {
			taken = append(taken, piece)
		}
		p = p.After(m)
	}
	if p.Variant() == chess.Crazyhouse {
		taken = nil
		for t := chess.Pawn; t < chess.King; t++ {
			for range p.Pocket(c, t) {
				taken = append(taken, t.Of(c))
			}
		}
	}
	slices.SortStableFunc(taken, func(a, b chess.Piece) int { return int(b.Type()) - int(a.Type()) })
	text := ""
	for _, piece := range taken {
		text += f.of(piece)
	}
	if points := lead(p, c); points > 0 {
		text += fmt.Sprintf(" +%d", points)
	}
	return strings.TrimSpace(text)
}

// lead returns the value of c's pieces, on the board and in hand, less that of the other's, in points.
func lead(p chess.Position, c chess.Color) (points int) {
	worth := [...]int{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9, chess.King: 0}
	for _, piece := range p.Pieces() {
		if piece.Color() == c {
			points += worth[piece.Type()]
		} else {
			points -= worth[piece.Type()]
		}
	}
	for t := chess.Pawn; t < chess.King; t++ {
		points += worth[t] * (p.Pocket(c, t) - p.Pocket(c.Other(), t))
	}
	return points
}

// chess960 returns the number of the start position in Chess960, and whether it is one, other
// than that of ordinary chess.
func (r *replay) chess960() (n int, ok bool) {
	n, ok = chess.Chess960Number(r.Start())
	return n, ok && n != 518
}

// A game is a game that is being played, with its clock.
type game struct {
	replay
	clock chess.GameClock
	past  []chess.GameClock // the clock after each ply, and at the start; it stands
	begun int               // how many plies it had at the start of the program or when it was loaded
}

// newGame returns a game, which may have moves already, with the clock after each ply.
func newGame(g *chess.Game, past []chess.GameClock) *game {
	return &game{replay: replay{Game: g}, clock: past[len(past)-1], past: past, begun: g.Len()}
}

// elapse lets the clock of the side to move run, which it may from the first move on, or stops it, and reports
// whether its time has run out.
func (g *game) elapse(now time.Time, running bool) (out bool) {
	if !running || g.Len() == 0 || g.ended() {
		g.clock.Stop(now)
		return false
	}
	g.clock.Start(g.Turn(), now)
	flag, limited := g.clock.Flag()
	return limited && !now.Before(flag)
}

// play plays a legal move, and presses the clock.
func (g *game) play(m chess.Move, now time.Time) {
	g.clock.Press(g.Turn(), now)
	g.record(m, now)
}

// goBack takes back moves, and what the clock has shown since.
func (g *game) goBack(to *chess.Game) {
	g.replay.goBack(to)
	g.clock, g.past = g.past[g.Len()], g.past[:g.Len()+1]
	g.begun = min(g.begun, g.Len())
}

// playAgain plays a move again that was taken back. It takes no time.
func (g *game) playAgain(now time.Time) (m chess.Move) {
	m = g.undone[len(g.undone)-1]
	g.record(m, now)
	return m
}

// record adds a move, and what the clock shows after it.
func (g *game) record(m chess.Move, now time.Time) {
	k := g.clock
	k.Stop(now)
	g.past = append(g.past, k)
	g.add(m)
}

// setControl replaces the time control of a side, also in the past, and gives it all of its time.
func (g *game) setControl(c chess.Color, tc chess.TimeControl, now time.Time) {
	g.clock.Stop(now)
	for i := range g.past {
		g.past[i].SetControl(c, tc)
	}
	g.clock.SetControl(c, tc)
}

// verdict describes the outcome of a game in which turn is to move.
func verdict(o chess.Outcome, turn chess.Color) string {
	loser := o.Winner.Other()
	wins := fmt.Sprintf("%s wins, %s.", o.Winner, o)
	switch {
	case o.IsDraw() && o.Reason == chess.Stalemate:
		return fmt.Sprintf("Stalemate: a draw, %s.", o)
	case o.IsDraw() && o.Reason == chess.TimeForfeit:
		return fmt.Sprintf("%s's time is up, but the opponent cannot mate: a draw, %s.", turn, o)
	case o.IsDraw():
		return fmt.Sprintf("A draw by %s, %s.", o.Reason, o)
	case o.Reason == chess.Checkmate:
		return "Checkmate! " + wins
	case o.Reason == chess.ThreeChecks:
		return "The third check! " + wins
	case o.Reason == chess.Resignation:
		return fmt.Sprintf("%s resigns: %s", loser, wins)
	case o.Reason == chess.TimeForfeit:
		return fmt.Sprintf("%s's time is up: %s", loser, wins)
	}
	return fmt.Sprintf("%s (%s)", prose.Capital(wins), o.Reason)
}

// watchText returns what the clock of a side shows: the time that is left, or the time used if there is no
// time control, in minutes and seconds, and with tenths in the last half minute.
func watchText(k *chess.GameClock, c chess.Color, now time.Time) string {
	d := k.Used(c, now)
	if limited(k, c) {
		d = k.Left(c, now) + time.Second/10 - 1 // a tenth that is begun
		if d < 30*time.Second {
			return fmt.Sprintf("%d:%04.1f", d/time.Minute, d.Truncate(time.Second/10).Seconds())
		}
	}
	s := int(d / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

func limited(k *chess.GameClock, c chess.Color) bool {
	return k.Control[c] != chess.TimeControl{}
}
