package chess

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// A reviewing is the work on one game.
type reviewing struct {
	Reviewer // without zero settings
	words    *catalogue
	searcher *AlphaBeta
	deadline time.Time
	beginner [2]bool // the players who are told of pieces and threats only
}

// A reviewedPosition is a position of a game, and what a search or the tablebase says of it. Positions
// that are equal are one, so that they have one score.
type reviewedPosition struct {
	game     *Game // has come to it
	position Position
	score    Score  // from the point of view of the side to move
	bound    Bound  // of the score
	over     bool   // the game has ended by the rules
	line     []Move // the best line; empty if the game is over
	known    bool   // by the tablebase, which has the ranking
	ranking  Ranking
	effort   int64 // nodes that were searched for the score
	depth    int   // of the search
}

// start returns the work on a game.
func (r Reviewer) start() (*reviewing, error) {
	if r.Nodes < 0 || r.Plies < 0 || r.Time < 0 {
		return nil, errors.New("chess: a review needs at least one node a position, lines of at least one ply, and time")
	}
	r.Nodes, r.Plies = cmp.Or(r.Nodes, 50_000), cmp.Or(r.Plies, 8)
	var e Evaluator
	if r.Evaluator != nil {
		e = r.Evaluator
	}
	return &reviewing{Reviewer: r, words: r.Language.catalogue(), searcher: NewAlphaBeta(e, smallTable(mostEffort*r.Nodes))}, nil
}

// smallTable sets the size of a table for searches of this many nodes: a MiB for 10,000 nodes. It has
// 24,576 entries, which also hold those of the search before.
func smallTable(nodes int64) func(*AlphaBetaOptions) {
	const most = 64 // MiB
	return func(o *AlphaBetaOptions) { o.Hash = int(min(1+nodes/10_000, most)) }
}

// maxGamePlies is the length in plies of the longest game that the rules allow, with the draw after
// seventy-five moves. A longer one is not a game, and the time of its review would grow with the
// square of the length.
const maxGamePlies = 17_697

// white returns the score from White's point of view.
func (x *reviewedPosition) white() Score { return x.score.view(x.position.turn()) }

// A placeInGame is what a score depends on: the position, how often the game has come to it, from the
// third time on, and, if fifty moves are near, how soon they are over.
type placeInGame struct {
	key         Key
	repetitions int
	clock       int
}

// clockCounts is the halfmove clock from which on the score of a position depends on it.
const clockCounts = 80

// look looks at the start position and the position after each move of the main line, from the end to
// the beginning: the table has what comes then.
func (r *reviewing) look(ctx context.Context, t *GameTree) ([]*reviewedPosition, error) {
	positions, err := r.positions(t)
	if err != nil {
		return nil, err
	}
	r.searcher.Forget()
	if err := r.pace(ctx, positions); err != nil {
		return nil, err
	}
	for i, x := range slices.Backward(positions) {
		if err := r.lookAt(ctx, x); err != nil {
			return nil, err
		}
		if r.Progress != nil {
			r.Progress(i, x.white())
		}
	}
	return positions, nil
}

// pace sets the nodes and the deadline by the time for the game, after a look at how fast a search in
// the middle of it is.
func (r *reviewing) pace(ctx context.Context, positions []*reviewedPosition) error {
	const (
		sample  = 5000 // nodes
		average = 3    // how many times Nodes a position takes
	)
	if r.Time == 0 {
		return nil
	}
	began := time.Now()
	r.deadline = began.Add(r.Time)
	x := positions[len(positions)/2]
	if x.game.Outcome().Over() {
		return nil
	}
	result, err := r.searcher.searchExact(ctx, x.game, Limits{Nodes: sample})
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	speed := float64(result.Nodes) / max(time.Since(began), time.Microsecond).Seconds()
	r.Nodes = max(int64(speed*r.Time.Seconds())/int64(average*len(positions)), 100)
	return nil
}

// late reports whether the time for the game is over.
func (r *reviewing) late() bool { return r.Time > 0 && time.Now().After(r.deadline) }

// positions returns the start position and the position after each move of the main line.
func (r *reviewing) positions(t *GameTree) (all []*reviewedPosition, err error) {
	moves := t.Mainline()
	if len(moves) > maxGamePlies {
		return nil, fmt.Errorf("chess: %d plies are more than a game can have", len(moves))
	}
	seen := map[placeInGame]*reviewedPosition{}
	g := NewGame(t.Start())
	for i := 0; ; i++ {
		p := g.Position()
		place := placeInGame{key: p.Key()}
		if n := g.Repetitions(); n > 2 {
			place.repetitions = n
		}
		if clock := p.HalfmoveClock(); clock >= clockCounts {
			place.clock = clock
		}
		if seen[place] == nil {
			seen[place] = &reviewedPosition{game: new(*g), position: p, bound: Exact}
		}
		all = append(all, seen[place])
		if i == len(moves) {
			return all, nil
		}
		if g, err = follow(g, moves[i]); err != nil {
			return nil, err
		}
	}
}

// follow plays m and returns the game, or another after a null move, which a Game cannot hold.
func follow(g *Game, m Move) (*Game, error) {
	if m == 0 {
		return NewGame(g.Position().After(m)), nil
	}
	return g, g.Continue(m)
}

// lookAt finds what the tablebase knows of a position, or else what a search finds, once.
func (r *reviewing) lookAt(ctx context.Context, x *reviewedPosition) error {
	if x.known || x.over || x.effort > 0 {
		return nil
	}
	if o := x.game.Outcome(); o.Over() {
		x.over = true
		if o.Decided {
			x.score = Mate.view(o.Winner ^ x.position.turn()) // in Antichess the side to move may have won
		}
		return nil
	}
	if r.Tablebase != nil {
		if err := r.probe(ctx, x); x.known || err != nil {
			return cmp.Or(err, ctx.Err())
		}
	}
	return r.search(ctx, x, max(r.Nodes/2, 1))
}

// searchable reports whether the score is that of a search.
func (x *reviewedPosition) searchable() bool { return !x.known && !x.over }

// search searches a position until so many nodes were searched for its score.
func (r *reviewing) search(ctx context.Context, x *reviewedPosition, effort int64) error {
	if !x.searchable() || effort <= x.effort || x.effort > 0 && r.late() {
		return nil
	}
	result, err := r.searcher.searchExact(ctx, x.game, Limits{Nodes: effort - x.effort})
	if err = cmp.Or(err, ctx.Err()); err != nil { // without an error the search may have been cut short
		return err
	}
	x.score, x.bound, x.line, x.depth, x.effort = result.Score, result.Bound, result.PV, result.Depth, effort
	return nil
}

// How many times Reviewer.Nodes are searched for the score of a position: half at first, and more on
// both sides of a move that may be bad, before it is called an inaccuracy, and a mistake or a blunder.
const (
	dubiousEffort = 3
	mostEffort    = 8
)

// noise is how much the winning chance before a move may differ from that after it, in percent, where
// they should be equal.
const noise = 2

// doubt returns how many nodes the searches of the positions x and y should have, between which m was
// played: more where their scores do not fit together, or say that the move is bad. They do not fit if
// the move improves the score, which no move can, or if it is the best and makes it worse.
func (r *reviewing) doubt(x, y *reviewedPosition, m Move) (effort int64, fits bool) {
	if !x.searchable() || m == 0 {
		return 0, true
	}
	gain := (-y.score).WinningChance() - x.score.WinningChance()
	if gain > noise || x.line[0] == m && gain < -noise {
		if gain < dubiousLoss && gain > -dubiousLoss {
			return 0, false // what comes later is taken for true, without a search
		}
		return min(2*max(x.effort, y.effort), mostEffort*r.Nodes), false
	}
	switch loss := x.lossTo(y, m); {
	case loss >= mistakeLoss-noise && x.effort >= dubiousEffort*r.Nodes:
		return mostEffort * r.Nodes, true
	case loss >= dubiousLoss-noise/2:
		return dubiousEffort * r.Nodes, true
	case loss >= noise:
		return r.Nodes, true
	}
	return 0, true
}

// lossTo returns the winning chance that the move m from x to y loses, in percent. The best move
// loses nothing, even if the search of y returns a lower score. What a tablebase knows counts, and
// not how soon a side wins.
func (x *reviewedPosition) lossTo(y *reviewedPosition, m Move) float64 {
	if x.known {
		return max(x.ranking.Result.points()-x.keptBy(m), 0)
	}
	if len(x.line) == 0 || x.line[0] == m {
		return 0
	}
	return max(x.score.WinningChance()-(-y.score).WinningChance(), 0)
}

// points returns the points of a side that has a result, in percent.
func (w WDL) points() float64 { return 50 + 25*float64(w.outcome()) }

// keptBy returns the points that the side to move in x, which is known, keeps by the move m.
func (x *reviewedPosition) keptBy(m Move) float64 {
	for _, ranked := range x.ranking.Moves {
		if ranked.Move == m {
			// What is cursed only if its distance is rounded may be a win.
			exact := ranked.Probe
			exact.DTZRounded = false
			return max(ranked.Result.points(), exact.At(x.position.HalfmoveClock()).points())
		}
	}
	return 0 // a null move
}

// settle searches again where there is doubt, from the end to the beginning, until there is none.
func (r *reviewing) settle(ctx context.Context, positions []*reviewedPosition, moves []Move) error {
	const most = 20 // scores of positions that repeat could change each other for ever
	for settled, n := false, 0; !settled && n < most; n++ {
		settled = true
		for i, m := range slices.Backward(moves) {
			x, y := positions[i], positions[i+1]
			effort, fits := r.doubt(x, y, m)
			if r.late() {
				effort = 0
			}
			switch {
			case y.searchable() && y.effort < effort:
				settled = false
				if err := r.search(ctx, y, effort); err != nil {
					return err
				}
				if effort, _ = r.doubt(x, y, m); x.effort >= effort {
					continue
				}
				fallthrough
			case x.effort < effort:
				settled = false
				if err := r.search(ctx, x, effort); err != nil {
					return err
				}
			case !fits: // what comes later is nearer to the truth
				settled = false
				x.score, x.bound, x.depth, x.line = onePlyLater(-y.score), y.bound.reversed(), y.depth+1, append([]Move{m}, y.line...)
			}
		}
	}
	return nil
}

// probe adds what the tablebase knows of a position that is not the end of a game: the score and the
// best line, or only its first move. It is an error if the tablebase is broken or ctx is done.
func (r *reviewing) probe(ctx context.Context, x *reviewedPosition) error {
	v, err := RankMoves(r.Tablebase, x.position)
	if errors.Is(err, ErrNotInTablebase) {
		return nil
	}
	if err != nil {
		return err
	}
	x.known, x.ranking, x.score = true, v, v.Moves[0].Score()
	plies := r.Plies
	if v.Result.outcome() == WDLDraw || !v.Probe.DTMKnown {
		plies = 1 // many lines are equal, or it is not known which is the shortest
	}
	x.line, err = v.Line(ctx, r.Tablebase, plies)
	return err
}
