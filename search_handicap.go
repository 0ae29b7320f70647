package chess

import (
	"context"
	"math"
	"math/rand/v2"
)

// Handicap is a Searcher that plays like another one, but no better than it is
// told to. Make one with NewHandicap.
//
// It is Configurable: it has the options UCI_LimitStrength, whether to play
// below its strength (false unless set), and UCI_Elo, how strong, and besides
// these all that the other Searcher has. What it forgets is the other's.
//
// The weaker it is to be, the fewer nodes it searches, and the more it is mistaken
// about the best of its lines: it adds noise to the score of each. So it needs a
// Searcher that obeys Limits.Nodes and Limits.MultiPV. It answers as soon as it
// has its nodes, which takes milliseconds, whatever the clock says.
//
// The scale is that of Stockfish 15.1 limited by its own UCI_Elo to 10 ms a
// move. In 120 games each AlphaBeta with the default evaluator was, with 95 %
// confidence,
//
//	UCI_Elo   Stockfish   games            measured
//	   1000        1350    +8  =0 -112    892 ± 143
//	   1400        1350   +69  =3 -48    1411 ±  66
//	   1800        1800   +54  =9 -57    1791 ±  56
//	   2200        2200   +58 =23 -39    2255 ±  63
//
// Against people, or with another Searcher, the scale may be off.
type Handicap struct {
	settings
	rng     *rand.Rand
	limited bool
	elo     int
}

// The range of UCI_Elo, within which it was measured.
const (
	minElo = 1000
	maxElo = 2200
)

// NewHandicap returns a Searcher in front of next. With the same seed it will,
// asked for the same moves, be mistaken in the same way.
func NewHandicap(next Searcher, seed uint64) *Handicap {
	h := &Handicap{rng: rand.New(rand.NewPCG(seed, 0)), elo: maxElo}
	h.settings = settings{next, []setting{
		checkSetting("UCI_LimitStrength", &h.limited),
		spinSetting("UCI_Elo", &h.elo, minElo, maxElo),
	}}
	return h
}

// candidates returns among how many lines a Handicap chooses: no more than it may
// mistake for one another, since each takes its share of the nodes.
func (h *Handicap) candidates() int { return 1 + int(min(h.noise()/8, 3)) }

// nodes returns how many nodes make a player of the strength asked for.
func (h *Handicap) nodes() int64 { return int64(200 * math.Exp2(float64(h.elo-minElo)/180)) }

// noise returns by how much the score of a line is mistaken, in centipawns: the
// standard deviation.
func (h *Handicap) noise() float64 {
	const worst, none = 145, 2400 // centipawns at minElo; the Elo without noise
	short := float64(none-h.elo) / (none - minElo)
	return worst * short * short
}

// Search implements Searcher.
func (h *Handicap) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	if !h.limited {
		return h.searcher.Search(ctx, g, l)
	}
	asked, info := max(l.MultiPV, 1), l.Info
	l.MultiPV = max(asked, h.candidates())
	if n := h.nodes(); l.Nodes == 0 || l.Nodes > n {
		l.Nodes = n
	}
	if info != nil {
		l.Info = func(i Info) {
			if i.Line <= asked {
				info(i)
			}
		}
	}
	r, err := h.searcher.Search(ctx, g, l)
	if err != nil {
		return r, err
	}
	h.choose(&r)
	r.Lines = r.Lines[:min(asked, len(r.Lines))]
	return r, nil
}

// choose makes one of the lines of r the best, as it looks to h.
func (h *Handicap) choose(r *Result) {
	best, most := 0, math.Inf(-1)
	for i, line := range r.Lines {
		if len(line.PV) == 0 {
			continue
		}
		if looks := float64(line.Score) + h.noise()*h.rng.NormFloat64(); looks > most {
			best, most = i, looks
		}
	}
	if best == 0 {
		return
	}
	line := r.Lines[best]
	copy(r.Lines[1:best+1], r.Lines[:best])
	r.Lines[0] = line
	r.Score, r.PV, r.Move, r.Ponder = line.Score, line.PV, line.PV[0], 0
	if len(line.PV) > 1 {
		r.Ponder = line.PV[1]
	}
}
