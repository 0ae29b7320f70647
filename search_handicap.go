package chess

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Handicap is a Searcher that plays like another Searcher, but weaker, and makes the mistakes of people:
// it searches few nodes and overlooks moves, its own and replies. Its own options are UCI_LimitStrength, off
// by default, with UCI_Elo, and Skill Level, which counts while UCI_LimitStrength is off: 20 is full strength,
// 19 is 2130 Elo, and each level below it 70 less. The Searcher must obey Limits.Nodes, MultiPV and SearchMoves.
//
// The scale, from 800 to 2200, is that of Stockfish's UCI_Elo at 10 ms a move, for AlphaBeta with the
// default evaluator: docs/strength.md. The score of a line whose best reply was overlooked is an UpperBound.
type Handicap struct {
	settings
	limited bool // UCI_LimitStrength
	elo     int  // UCI_Elo
	weaker  int  // how many levels Skill Level is below full strength
}

// String names the other searcher and the strength.
func (h *Handicap) String() string {
	elo, limited := h.strength()
	if !limited {
		return fmt.Sprintf("%v, not limited", h.searcher)
	}
	return fmt.Sprintf("%v, limited to Elo %d", h.searcher, elo)
}

const (
	// The range of UCI_Elo, in which the scale was measured.
	minElo = 800
	maxElo = 2200

	maxSkill = 20 // full strength

	overlooksHalf = 840 // the Elo of a player who overlooks half of the moves
)

// NewHandicap returns a Handicap of next. It makes the same choices after the same seed.
func NewHandicap(next Searcher, seed uint64) *Handicap {
	h := &Handicap{elo: maxElo}
	h.settings = settings{searcher: next, own: []setting{
		checkSetting("UCI_LimitStrength", &h.limited),
		spinSetting("UCI_Elo", &h.elo, minElo, maxElo),
		{Option{Name: "Skill Level", Kind: spinOption, Value: strconv.Itoa(maxSkill), Max: maxSkill}, func(value string) error {
			n, err := strconv.Atoi(value)
			h.weaker = maxSkill - n
			return err
		}},
	}, rng: newRand(seed)}
	return h
}

// strength returns the Elo that the options ask for, and whether they limit the strength.
func (h *Handicap) strength() (elo int, limited bool) {
	if h.limited {
		return h.elo, true
	}
	return maxElo - (maxElo-minElo)*h.weaker/maxSkill, h.weaker > 0
}

// LimitsItself is true while the strength is limited, and otherwise that of the other Searcher.
func (h *Handicap) LimitsItself() bool {
	_, limited := h.strength()
	return limited || h.settings.LimitsItself()
}

// Search implements Searcher.
func (h *Handicap) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	if _, limited := h.strength(); !limited {
		return h.search(ctx, g, l)
	}
	moves, err := rootMoves(g, &l)
	if err != nil {
		return Result{}, err
	}
	wanted, info := max(l.MultiPV, 1), l.Info
	l.MultiPV, l.WithoutTablebase = max(wanted, h.candidates()), true
	l.SearchMoves = h.seen(moves)
	searches := int64(1)
	if l.MultiPV > 1 {
		searches += int64(l.MultiPV) // of the replies to each move
	}
	switch n := h.nodes(); {
	case l.Nodes == 0 || l.Nodes >= n*searches:
		l.Nodes = n
	case l.Nodes > 0:
		l.Nodes = max(l.Nodes/searches, 1)
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
	seen := slices.Clone(r.Lines)
	h.overlook(ctx, g, l, &r)
	r.Lines = r.Lines[:min(wanted, len(r.Lines))]
	if i := slices.IndexFunc(seen, func(l Line) bool { return len(l.PV) > 0 && l.PV[0] == r.Move }); i >= wanted && info != nil {
		// Its score is a bound because it overlooks replies; who resigns needs the search's own score.
		info(Info{
			Position: r.Position, Depth: r.Depth, MultiPV: 1,
			Score: seen[i].Score, Bound: seen[i].Bound, Nodes: r.Nodes, Time: r.Time, PV: seen[i].PV,
		})
	}
	return r, nil
}

// overlook scores each line of r whose best reply it does not see by the replies that it sees, and
// puts the best line first.
func (h *Handicap) overlook(ctx context.Context, g *Game, l Limits, r *Result) {
	if len(r.Lines) < 2 {
		return
	}
	l.MultiPV, l.Info, l.Ponder = 1, nil, nil
	after := new(*g)
	best := 0
	for i := range r.Lines {
		line := &r.Lines[i]
		if len(line.PV) == 0 || !g.current().legal(line.PV[0]) {
			continue
		}
		after.push(line.PV[0])
		l.SearchMoves = h.seen(after.LegalMoves())
		if len(line.PV) < 2 || !slices.Contains(l.SearchMoves, line.PV[1]) {
			if reply, err := h.search(ctx, after, l); err == nil { // an error if the game is over
				weight := g.law.weigh(g.current(), line.PV[0])
				line.Score, line.Bound = onePlyLater(-reply.Score).weighed(weight), UpperBound
				line.PV = append(line.PV[:1:1], reply.PV...)
				r.Nodes += reply.Nodes
				r.Time += reply.Time
			}
		}
		after.Undo()
		if line.Score > r.Lines[best].Score {
			best = i
		}
	}
	line := r.Lines[best]
	copy(r.Lines[1:best+1], r.Lines[:best])
	r.Lines[0] = line
	if len(line.PV) == 0 {
		return
	}
	r.Score, r.Bound, r.PV, r.Move, r.Ponder = line.Score, line.Bound, line.PV, line.PV[0], 0
	if len(line.PV) > 1 {
		r.Ponder = line.PV[1]
	}
}

// seen returns the moves that it does not overlook; all of them if it would see none.
func (h *Handicap) seen(moves []Move) []Move {
	u := h.overlooked()
	seen := slices.DeleteFunc(slices.Clone(moves), func(Move) bool { return h.rng.Float64() < u })
	if len(seen) == 0 {
		return moves
	}
	return seen
}

// overlooked returns the share of moves that it overlooks: 200 Elo less make the odds e times as
// high.
func (h *Handicap) overlooked() float64 {
	elo, _ := h.strength()
	return 1 / (1 + math.Exp(float64(elo-overlooksHalf)/200))
}

// candidates returns the number of lines that it chooses from: more where it overlooks more.
func (h *Handicap) candidates() int { return 1 + int(min(200*h.overlooked(), 3)) }

// nodes returns the nodes of each search, that of the lines and those of the replies.
func (h *Handicap) nodes() int64 {
	const fewest, most = 50, 12_800 // about a depth of one ply; at maxElo
	elo, _ := h.strength()
	return fewest + int64(most*math.Exp2(float64(elo-maxElo)/110))
}
