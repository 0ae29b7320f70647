package chess

import (
	"cmp"
	"context"
	"math"
)

// Laws answers what the FIDE Laws of Chess ask and the material alone does not tell: whether a side can
// still win by any series of legal moves. Position.CanWin, Position.OutOfTime and the Outcome of
// a Game look at the material only, as servers do. Under the Laws a game ends as soon as neither side can win
// (5.2.2), and who runs out of time draws if the opponent cannot (6.9).
//
// The zero Laws is ready for use, by any number of goroutines. An answer takes 0.1 to 0.5 ms in
// most positions of games; where the limit is reached up to a second, and some 400 bytes for each node.
// Where no search is needed, a ctx that is done is no error.
type Laws struct {
	Nodes int // about how many positions an answer may look at, at most; the default, for 0, is 100,000
}

// limit returns Nodes or the default.
func (l Laws) limit() int { return cmp.Or(max(l.Nodes, 0), 100_000) }

// Winnable reports whether c can still win p by any series of legal moves of both sides (FIDE Laws
// 5.2.2 and 6.9). The clocks of p do not matter: moves may repeat. Only what is proved is called
// impossible: if the limit is reached, a win is Possible, without a Line. In variants Winnable
// searches for the win of the variant, and finds fewer proofs. The error is that of ctx.
func (l Laws) Winnable(ctx context.Context, p Position, c Color) (Winnability, error) {
	if o := p.outcome(); o.Over() && o.Reason != SeventyFiveMoves {
		if o.Decided && o.Winner == c {
			return Winnability{Possible: true, Line: []Move{}}, nil
		}
		return Winnability{Reason: o.Reason.String()}, nil
	}
	if !p.canWin(c) {
		return Winnability{Reason: InsufficientMaterial.String()}, nil
	}
	limit := min(l.limit(), math.MaxInt32/2) // as nodes are numbered by an int32
	s := winSearch{winner: c, standard: p.state&stateRules == 0}
	const easy = 5000 // nodes, enough for 99.9 % of the positions of games: plans and blockades are for the others
	w, err := s.search(ctx, &p, min(limit, easy))
	if w.Reason != reasonLimit || err != nil {
		return w, err
	}
	looked := 0
	if s.blockade.set(&p) {
		plans := s.blockade.plans(c, 20)
		if plans == nil {
			w.Possible, w.Reason = false, reasonBlocked
			return w, nil
		}
		looked = w.Nodes // and again from the start, without what is blocked after a move or two
		s = winSearch{winner: c, standard: s.standard, plans: plans}
	}
	w, err = s.search(ctx, &p, limit-looked)
	w.Nodes += looked
	return w, err
}

// Outcome returns the outcome of p as Position.Outcome does, and a draw by DeadPosition if it is proved
// that neither side can win. The error is that of ctx.
func (l Laws) Outcome(ctx context.Context, p Position) (Outcome, error) {
	if o := p.outcome(); o.Over() || p.isZero() {
		return o, nil
	}
	for c := range Color(2) {
		if w, err := l.Winnable(ctx, p, c); err != nil || w.Possible {
			return Outcome{}, err
		}
	}
	return DrawBy(DeadPosition), nil
}

// OutOfTime returns the outcome if c now runs out of time: a draw if it is proved that the opponent
// cannot win, and else a win for the opponent (FIDE Laws 6.9). If the position has ended the game,
// it returns how. The error is that of ctx.
func (l Laws) OutOfTime(ctx context.Context, p Position, c Color) (Outcome, error) {
	o := p.OutOfTime(c)
	if o != WinBy(c.Other(), TimeForfeit) {
		return o, nil
	}
	if w, err := l.Winnable(ctx, p, c.Other()); err != nil || w.Possible {
		return o, err
	}
	return DrawBy(TimeForfeit), nil
}
