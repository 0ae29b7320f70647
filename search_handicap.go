package chess

import (
	"context"
	"math"
	"math/rand/v2"
)

// Handicap is a Searcher that plays like another Searcher, but weaker. Make one
// with NewHandicap.
//
// It is Configurable: it has the options UCI_LimitStrength, whether to limit its
// strength (false unless set), and UCI_Elo, the strength, and all other options of
// the other Searcher. It is a Forgetter, which passes Forget on.
//
// The lower its strength is, the fewer nodes it searches, down to UCI_Elo 1400, and the
// more noise it adds to the score of each line before it chooses the best. So it needs a Searcher
// that obeys Limits.Nodes and Limits.MultiPV. It answers when it has searched its
// nodes, which takes milliseconds, even if it has more time. An AlphaBeta searches
// without its Tablebase.
//
// The scale is that of Stockfish 15.1 with its own UCI_Elo and 10 ms a move. In
// 120 games for each line, AlphaBeta with the default evaluator was measured as
// (± is the 95 % confidence interval)
//
//	UCI_Elo   Stockfish   games            measured
//	   1200        1350   +53  =4 -63    1321 ±  65
//	   1400        1350   +79  =2 -39    1470 ±  67
//	   1800        1800   +54  =9 -57    1791 ±  56
//	   2200        2200   +58 =23 -39    2255 ±  63
//
// and, in 200 games for each line, against itself 200 Elo stronger, as weaker by
//
//	UCI_Elo   against   games             measured
//	    800      1000   +46  =6 -148      195 ± 54
//	   1000      1200   +54  =2 -144      168 ± 54
//	   1200      1400   +49  =5 -146      184 ± 50
//
// Against people, or with another Searcher, the scale may differ.
type Handicap struct {
	settings
	rng     *rand.Rand
	limited bool // UCI_LimitStrength
	elo     int  // UCI_Elo
}

// The range of UCI_Elo, in which the scale was measured.
const (
	minElo = 800
	maxElo = 2200
)

// NewHandicap returns a Handicap of next. With the same seed it makes the same
// choices in the same sequence of searches.
func NewHandicap(next Searcher, seed uint64) *Handicap {
	h := &Handicap{rng: rand.New(rand.NewPCG(seed, 0)), elo: maxElo}
	h.settings = settings{next, []setting{
		checkSetting("UCI_LimitStrength", &h.limited),
		spinSetting("UCI_Elo", &h.elo, minElo, maxElo),
	}}
	return h
}

// Seed implements Seeder. It seeds the other Searcher too, if that is a Seeder.
func (h *Handicap) Seed(seed uint64) {
	h.rng = rand.New(rand.NewPCG(seed, 0))
	h.seed(seed)
}

// LimitsItself implements SelfLimiting. It is true while the strength is limited, and
// otherwise it reports whether the other Searcher limits itself.
func (h *Handicap) LimitsItself() bool { return h.limited || h.settings.LimitsItself() }

// Search implements Searcher.
func (h *Handicap) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	if !h.limited {
		return h.search(ctx, g, l)
	}
	wanted, info := max(l.MultiPV, 1), l.Info
	l.MultiPV, l.WithoutTablebase = max(wanted, h.candidates()), true
	if n := h.nodes(); l.Nodes == 0 || l.Nodes > n {
		l.Nodes = n
	}
	if info != nil {
		l.Info = func(i Info) {
			if i.MultiPV <= wanted {
				info(i)
			}
		}
	}
	r, err := h.search(ctx, g, l)
	if err != nil {
		return r, err
	}
	h.choose(&r)
	r.Lines = r.Lines[:min(wanted, len(r.Lines))]
	return r, nil
}

// choose makes the line of r with the best noisy score its first.
func (h *Handicap) choose(r *Result) {
	best, most := 0, math.Inf(-1)
	for i, line := range r.Lines {
		if len(line.PV) == 0 {
			continue
		}
		if score := float64(line.Score) + h.noise()*h.rng.NormFloat64(); score > most {
			best, most = i, score
		}
	}
	if best == 0 {
		return
	}
	line := r.Lines[best]
	copy(r.Lines[1:best+1], r.Lines[:best])
	r.Lines[0] = line
	r.Score, r.Bound, r.PV, r.Move, r.Ponder = line.Score, line.Bound, line.PV, line.PV[0], 0
	if len(line.PV) > 1 {
		r.Ponder = line.PV[1]
	}
}

// candidates returns how many lines a Handicap chooses from: only as many as its
// noise can confuse, since each takes its share of the nodes.
func (h *Handicap) candidates() int { return 1 + int(min(h.noise()/8, 3)) }

// The Elo below which a Handicap searches no fewer nodes: they would not give its candidates
// scores in all positions, and a choice among fewer is a better move.
const fewestNodesElo = 1400

// nodes returns how many nodes are searched at the strength h.elo.
func (h *Handicap) nodes() int64 {
	return int64(200 * math.Exp2(float64(max(h.elo, fewestNodesElo)-1000)/180))
}

// noise returns the standard deviation of the noise in the score of a line, in
// centipawns.
func (h *Handicap) noise() float64 {
	const most, none = 74, 2400 // centipawns at fewestNodesElo; the Elo without noise
	if h.elo < fewestNodesElo {
		return most * math.Exp2(float64(fewestNodesElo-h.elo)/200)
	}
	short := float64(none-h.elo) / (none - fewestNodesElo)
	return most * short * short
}
