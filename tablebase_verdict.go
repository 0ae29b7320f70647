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
// that is not known, to zeroing; a loss by the longest. Moves that are equal in all of
// it stay in the order of AppendMoves.
func Judge(t Tablebase, p Position) (Verdict, error) {
	v := Verdict{Position: p}
	var err error
	if v.Truth, err = t.Probe(&p); err != nil {
		return Verdict{}, err
	}
	v.Result = v.Truth.At(p.Halfmoves())
	for _, m := range p.appendMoves(nil) {
		after := p.After(m)
		truth, err := t.Probe(&after)
		if err != nil {
			return Verdict{}, err
		}
		truth = truth.before(after.Halfmoves() == 0)
		v.Moves = append(v.Moves, JudgedMove{Move: m, Truth: truth, Result: truth.At(p.Halfmoves())})
	}
	slices.SortStableFunc(v.Moves, func(a, b JudgedMove) int {
		return cmp.Or(cmp.Compare(b.Result, a.Result), cmp.Compare(a.delay(), b.delay()))
	})
	if len(v.Moves) > 0 { // it knows better where the DTZ of p is rounded
		v.Result = v.Moves[0].Result
	}
	return v, nil
}

// before returns, for the position after a move, what it means to the side that moves,
// with the move counted.
func (t Truth) before(zeroing bool) Truth {
	t.WDL, t.DTZ, t.DTM = -t.WDL, -t.DTZ, -t.DTM
	mates := t.DTZ == 1
	switch {
	case t.WDL == WDLDraw:
		return t
	case zeroing || mates:
		t.DTZ, t.DTZRounded = 1, false
		if t.WDL == WDLCursedWin || t.WDL == WDLBlessedLoss {
			t.DTZ = 101
		}
		if t.WDL < WDLDraw {
			t.DTZ = -t.DTZ
		}
	default:
		t.DTZ += t.WDL.sign()
	}
	if t.DTMKnown {
		t.DTM += t.WDL.sign()
	}
	return t
}

// sign returns 1 for a win, cursed or not, -1 for a loss, and 0 for a draw.
func (w WDL) sign() int { return cmp.Compare(w, WDLDraw) }

// delay orders moves with the same Result: the way to a win is the better the shorter it
// is, to a loss the longer.
func (m *JudgedMove) delay() int {
	if m.Truth.DTMKnown {
		return m.Truth.DTM
	}
	return m.Truth.DTZ
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
func (v Verdict) String() string {
	turn := v.Position.turn()
	if len(v.Moves) == 0 {
		if v.Truth.WDL == WDLLoss {
			return fmt.Sprintf("%v has mated", turn.Other())
		}
		return "draw: stalemate"
	}
	var b strings.Builder
	winner := turn
	if v.Truth.WDL < WDLDraw {
		winner = turn.Other()
	}
	switch v.Result {
	case WDLWin, WDLLoss:
		fmt.Fprintf(&b, "%v wins", winner)
		if best := v.Moves[0].Truth; best.DTMKnown {
			fmt.Fprintf(&b, ": mate in %d with best play", (max(best.DTM, -best.DTM)+1)/2)
		} else {
			fmt.Fprintf(&b, " with best play")
		}
	case WDLDraw:
		b.WriteString("draw with best play")
	default:
		fmt.Fprintf(&b, "draw: %v would win, but not within fifty moves", winner)
	}
	keep := v.Best()
	if len(keep) == len(v.Moves) || v.Result == WDLLoss || v.Result == WDLBlessedLoss {
		return b.String()
	}
	verb := "draw"
	if v.Result == WDLWin {
		verb = "win"
	}
	const few = 3
	switch {
	case len(keep) == 1:
		fmt.Fprintf(&b, "; only %s %ss", v.Position.SAN(keep[0].Move), verb)
	case len(keep) <= few:
		words := make([]string, len(keep))
		for i, m := range keep {
			words[i] = v.Position.SAN(m.Move)
		}
		fmt.Fprintf(&b, "; only %s %s", list(words), verb)
	default:
		fmt.Fprintf(&b, "; %d of %d moves %s", len(keep), len(v.Moves), verb)
	}
	return b.String()
}
