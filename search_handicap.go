package chess

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Handicap is a Searcher that plays like another Searcher, but weaker, and makes the mistakes of people:
// it searches few nodes and overlooks moves, its own and replies, most often those that people overlook. Its own
// options are UCI_LimitStrength, off by default, with UCI_Elo, and Skill Level, which counts while
// UCI_LimitStrength is off: 20 is full strength, 19 is 2130 Elo, and each level below it 70 less. The Searcher
// must obey Limits.Nodes, MultiPV and SearchMoves.
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

	// The Elo of a player who overlooks half of the moves that neither capture nor promote, before their ways over
	// the board count; with 110 less the odds are e times as high.
	overlooksHalf = 925
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
	l.SearchMoves = h.seen(g, moves, asOwn)
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
		l.SearchMoves = h.seen(after, after.LegalMoves(), asReply)
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
func (h *Handicap) seen(g *Game, moves []Move, as sight) []Move {
	elo, _ := h.strength()
	e := newEye(g, as, elo)
	seen := slices.DeleteFunc(slices.Clone(moves), func(m Move) bool { return h.rng.Float64() < e.overlooks(m) })
	if len(seen) == 0 {
		return moves
	}
	return seen
}

// candidates returns the number of lines that it chooses from: more where it overlooks more.
func (h *Handicap) candidates() int {
	elo, _ := h.strength()
	return 1 + min(max((1980-elo)/100, 0), 3)
}

// nodes returns the nodes of each search, that of the lines and those of the replies.
func (h *Handicap) nodes() int64 {
	const fewest, most = 50, 12_800 // about a depth of one ply; at maxElo
	elo, _ := h.strength()
	return fewest + int64(most*math.Exp2(float64(elo-maxElo)/110))
}

// A sight is a way to look at a move: as one of one's own, or as a reply to one of them.
type sight uint8

const (
	asOwn sight = iota
	asReply
)

// A glance is what a property of a move adds to the logarithm of the odds that a player sees it, by sight.
type glance [2]float64

// What people see, fitted to 33,808 rapid games of lichess with Stockfish's analysis: which captures that win two
// pawns or more they made, and which they allowed. docs/lab/strength.md has the shares and the fit. Moves that neither
// capture nor promote leave no trace when they are overlooked: overlooksHalf is from games between the levels.
var (
	seesCapture   = glance{1.382, 2.229} // or a promotion, for a player of 1400
	seesElo       = glance{0.212, 0.355} // for 200 Elo more
	seesGain      = glance{0.669, 0.943} // for twice as much won; at two pawns it is 0
	seesRecapture = glance{1.749, 0}
	seesMoved     = glance{-0.667, 0.571} // of the piece that has just moved
	seesHigher    = glance{0.632, 0.672}  // by a lower piece
	seesPawn      = glance{-0.763, 0.564} // by a pawn
	seesKnight    = glance{-0.167, -0.449}
	seesFar       = glance{-0.057, -0.263} // for each square on the way
	seesDiagonal  = glance{-0.431, -0.278} // of four squares or more
	seesBackward  = glance{-0.240, -0.736}
	seesCheck     = glance{0.842, 0.065}
	seesPromotion = glance{0.897, -0.999}
	seesAgain     = glance{0.106, 1.204} // with the piece that its side moved last
	seesUncovered = glance{0.387, 0.408} // along a line that the last move of its side opened
)

// An eye is a player's sight of the moves in a position.
type eye struct {
	p       *Position
	as      sight
	last    Move // the last move, and whether it was a capture
	took    bool
	before  Move // the move before it, by the side to move
	elo     float64
	quietly float64 // the log odds for a move that neither captures nor promotes
}

// newEye returns the sight that a player of elo has of the moves in the current position of g.
func newEye(g *Game, as sight, elo int) eye {
	e := eye{p: g.current(), as: as, elo: float64(elo-1400) / 200, quietly: float64(elo-overlooksHalf) / 110}
	n := 0
	for _, run := range g.runs() {
		for i := len(run) - 1; i >= 0; i-- {
			if n++; n == 2 {
				e.before = run[i].move
				return e
			}
			e.last, e.took = run[i].move, run[i].victim != 0 && !run[i].castled()
		}
	}
	return e
}

// overlooks returns the chance that the player overlooks the legal move m.
func (e *eye) overlooks(m Move) float64 {
	odds, as, p := e.quietly, e.as, e.p
	mover := p.moved(m).Type()
	if gain := p.see(m, nil); gain >= 0 && !p.quiet(m) {
		odds = max(odds, seesCapture[as]+seesElo[as]*e.elo) // nobody overlooks captures more than quiet moves
		odds += seesGain[as] * math.Log2(float64(max(gain, 100))/200)
		if victim := p.captured(m).Type(); mover != King && exchangeValues[mover] < exchangeValues[victim] {
			odds += seesHigher[as]
		}
		switch {
		case e.last == 0 || e.last.to() != m.to():
		case e.took:
			odds += seesRecapture[as]
		default:
			odds += seesMoved[as]
		}
		if m.IsPromotion() {
			odds += seesPromotion[as]
		}
		if mover == Pawn {
			odds += seesPawn[as]
		}
	}
	if p.givesCheck(m) {
		odds += seesCheck[as]
	}
	if m.Drop() == NoPieceType {
		odds += e.way(m, mover)
	}
	return 1 / (1 + math.Exp(odds))
}

// way returns what the way of m across the board adds to the log odds.
func (e *eye) way(m Move, mover PieceType) (odds float64) {
	as := e.as
	from, to := m.From(), m.To()
	files, ranks := max(from.File(), to.File())-min(from.File(), to.File()), to.Rank()-from.Rank()
	if e.p.turn() == Black {
		ranks = -ranks
	}
	if ranks < 0 {
		odds += seesBackward[as]
	}
	if e.before != 0 && e.before.to() == m.from() {
		odds += seesAgain[as]
	}
	switch mover {
	case Knight:
		odds += seesKnight[as]
	case Bishop, Rook, Queen:
		far := max(files, ranks, -ranks)
		odds += seesFar[as] * float64(far-1)
		if files == max(ranks, -ranks) && far >= 4 {
			odds += seesDiagonal[as]
		}
		if e.before != 0 && between(m.from(), e.before.from(), m.to()) {
			odds += seesUncovered[as]
		}
	}
	return odds
}
