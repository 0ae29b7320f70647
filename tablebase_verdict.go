package chess

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Verdict is what a Tablebase says of a position and of each of its moves.
type Verdict struct {
	Position Position `json:"position"`
	Truth    Truth    `json:"truth"`  // of the position, from the point of view of the side to move
	Result   WDL      `json:"result"` // the same with the halfmove clock of the position: what best play gives

	Moves []JudgedMove `json:"moves,omitzero"` // all legal moves, the best first; none in a mate or a stalemate
}

// JudgedMove is a move and what best play after it gives, from the point of view of the
// side that moves.
type JudgedMove struct {
	Move   Move  `json:"move"`
	Truth  Truth `json:"truth"`  // its distances count the move
	Result WDL   `json:"result"` // with the halfmove clock of the position
}

// Judge asks t for p and for each position after a legal move of p. It fails if t does
// not know one of them: the error is t's.
//
// The moves are sorted: first by Result; then a win by the shortest way to mate, or if
// t does not know that of all of them, to zeroing; a loss by the longest. Moves that are
// equal in all of it stay in the order of AppendMoves.
func Judge(t Tablebase, p Position) (Verdict, error) {
	v := Verdict{Position: p}
	var err error
	if v.Truth, err = t.Probe(&p); err != nil {
		return Verdict{}, err
	}
	moves := p.appendMoves(nil)
	v.Result = v.Truth.at(p.Halfmoves(), len(moves) == 0)
	for _, m := range moves {
		after := p.After(m)
		truth, err := t.Probe(&after)
		if err != nil {
			return Verdict{}, err
		}
		mates := truth.DTZ == -1 && len(after.appendMoves(nil)) == 0
		truth = truth.before(mates || after.Halfmoves() == 0)
		v.Moves = append(v.Moves, JudgedMove{Move: m, Truth: truth, Result: truth.at(p.Halfmoves(), false)})
	}
	if len(v.Moves) == 0 {
		return v, nil
	}
	byMate := v.knowsMates()
	slices.SortStableFunc(v.Moves, func(a, b JudgedMove) int {
		way := cmp.Compare(a.Truth.DTZ, b.Truth.DTZ)
		if byMate {
			way = cmp.Compare(a.Truth.DTM, b.Truth.DTM)
		}
		return cmp.Or(cmp.Compare(b.Result, a.Result), way)
	})
	v.Result = v.Moves[0].Result // the same, unless the DTZ of p is rounded
	return v, nil
}

// knowsMates reports whether the distance to mate is known of all moves after which a
// side wins.
func (v *Verdict) knowsMates() bool {
	return !slices.ContainsFunc(v.Moves, func(m JudgedMove) bool { return m.Truth.WDL != WDLDraw && !m.Truth.DTMKnown })
}

// before returns, for the position after a move, what it means to the side that moves,
// with the move counted. zeroing says that the move ends the game or sets the clock to 0.
func (t Truth) before(zeroing bool) Truth {
	t.WDL, t.DTZ, t.DTM = -t.WDL, -t.DTZ, -t.DTM
	sign := t.WDL.sign()
	if t.DTMKnown {
		t.DTM += sign
	}
	if zeroing {
		t.DTZ, t.DTZRounded = t.WDL.zeroingDTZ(), false
		return t
	}
	t.DTZ += sign
	t.WDL = t.at(0, false)
	return t
}

// Best returns the moves that keep the result of the position, the best first.
func (v Verdict) Best() []JudgedMove {
	n := 0
	for n < len(v.Moves) && v.Moves[n].Result == v.Moves[0].Result {
		n++
	}
	return v.Moves[:n]
}

// String says in one line without a full stop who wins with best play, how soon, and
// which moves keep the result, if not all do:
//
//	White wins: mate in 23 with best play; only Kd6 wins
//
// Mate is in so many moves as DTM says. A win that the fifty-move rule makes a draw is a
// draw here.
func (v Verdict) String() string {
	turn := v.Position.turn()
	winner := turn
	if v.Truth.WDL < WDLDraw {
		winner = turn.Other()
	}
	if len(v.Moves) == 0 {
		switch {
		case v.Position.isZero():
			return "nothing is known"
		case v.Truth.WDL == WDLDraw:
			return "draw: stalemate"
		}
		return fmt.Sprintf("%v has mated", winner)
	}
	var b strings.Builder
	switch v.Result {
	case WDLWin, WDLLoss:
		fmt.Fprintf(&b, "%v wins", winner)
		if v.knowsMates() {
			moves, _ := v.Moves[0].Truth.MateInMoves()
			fmt.Fprintf(&b, ": mate in %d", max(moves, -moves))
		}
		b.WriteString(" with best play")
	case WDLDraw:
		b.WriteString("draw with best play")
	default:
		fmt.Fprintf(&b, "draw: %v would win, but not within fifty moves", winner)
	}
	v.appendOnly(&b)
	return b.String()
}

// appendOnly appends which moves win or draw, if not all do.
func (v *Verdict) appendOnly(b *strings.Builder) {
	keep := 0
	for keep < len(v.Moves) && v.Moves[keep].Result.outcome() == v.Result.outcome() {
		keep++
	}
	if keep == len(v.Moves) {
		return
	}
	verb := "draw"
	if v.Result == WDLWin {
		verb = "win"
	}
	const few = 3
	if keep > few {
		fmt.Fprintf(b, "; %d of %d moves %s", keep, len(v.Moves), verb)
		return
	}
	var words []string
	for _, m := range v.Moves[:keep] {
		words = append(words, v.Position.SAN(m.Move))
	}
	if keep == 1 {
		verb += "s"
	}
	fmt.Fprintf(b, "; only %s %s", list(words), verb)
}

// outcome returns what the game comes to: a cursed win and a blessed loss are draws.
func (w WDL) outcome() WDL { return w / 2 * 2 }
