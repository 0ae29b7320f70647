package chess

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"
)

// Players returns the searchers of the package by name, the strongest first; docs/strength.md describes
// them. Those of published systems limit themselves (see SelfLimiting). Each is for one goroutine at a time.
func Players() []Named[Searcher] {
	return []Named[Searcher]{
		{"alphabeta", "alpha-beta with all techniques, and the default evaluation", func() Searcher {
			return NewAlphaBeta(NewDefaultEvaluator())
		}},
		{"mcts", "Monte Carlo tree search, with the default evaluation instead of playouts", func() Searcher {
			return NewMCTS(newFeatureEvaluator(append(NewDefaultEvaluator().Terms(), Terms(defaultExchange())...)))
		}},
		{"minimax", "all lines of 3 plies, evaluated by PeSTO", func() Searcher {
			return NewMinimax(newPeSTO())
		}},
		{"boardvalue", "the board value system: alpha-beta with a table keyed on EPDs, 4 plies, and a book of 1.e4 e5", func() Searcher {
			return newBoardValuePlayer()
		}},
		{"negaalphabeta", "the graph-grammar engine: plain alpha-beta, 3 plies, PeSTO", func() Searcher {
			return NewNegaAlphaBeta(newPeSTO())
		}},
		{"negascout", "NegaScout: alpha-beta with null windows, 3 plies, PeSTO", func() Searcher {
			return NewNegaScout(newPeSTO())
		}},
		{"capturesfirst", "the adversarial search system: alpha-beta, 4 plies, only captures after the third ply", func() Searcher {
			return newCapturesFirst(newMaterialMobility())
		}},
		{"checkbonus", "the three-check bot: alpha-beta with a bonus for each check, 4 plies; resigns", func() Searcher {
			return newCheckBonus(newThreeCheck())
		}},
		{"random", "moves at random; castles when it can, and else captures en passant", func() Searcher {
			return newRandomMover()
		}},
		{"pawnpusher", "moves only pawns, captures when it can, and resigns when stuck", func() Searcher {
			return pawnPusher{}
		}},
	}
}

// newBoardValuePlayer returns the player boardvalue of Players.
func newBoardValuePlayer() *BookSearcher {
	search := newAlphaBeta(newBoardValue(), AlphaBetaOptions{Hash: 16, Rigorous: true})
	return NewBookSearcher(GrandmasterBook(), newWithinLimits(search, 4, 10*time.Second), 0)
}

// newCapturesFirst returns the search of the player capturesfirst of Players.
func newCapturesFirst(e Evaluator) *NegaAlphaBeta {
	s := NewNegaAlphaBeta(e)
	s.Depth, s.CapturesFirst, s.CapturesBeyond = 4, true, 3
	return s
}

// newCheckBonus returns the search of the player checkbonus of Players.
func newCheckBonus(e Evaluator) *NegaAlphaBeta {
	s := NewNegaAlphaBeta(e)
	s.Depth, s.CheckBonus, s.ResignAt = 4, 50, -1500
	return s
}

// withinLimits is a Searcher with a default depth, which is an option, and time.
type withinLimits struct {
	settings
	depth int           // for a search without a depth
	time  time.Duration // for a search without a time or a clock
}

func newWithinLimits(s Searcher, depth int, time time.Duration) *withinLimits {
	w := &withinLimits{depth: depth, time: time}
	w.settings = settings{searcher: s, own: []setting{spinSetting("Depth", &w.depth, 1, MaxDepth)}}
	return w
}

// Search implements Searcher.
func (s *withinLimits) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	l.Depth = deepest(&l, s.depth)
	if l.Time == 0 && l.Clock == (Clock{}) {
		l.Time = s.time
	}
	return s.search(ctx, g, l)
}

// LimitsItself implements SelfLimiting.
func (s *withinLimits) LimitsItself() bool { return true }

// randomMover is the player random of Players.
type randomMover struct {
	options settings
	seed    uint64 // the value of the option Seed
	rng     *rand.Rand
}

// newRandomMover returns a randomMover that plays other moves each time.
func newRandomMover() *randomMover {
	r := &randomMover{rng: rand.New(rand.NewPCG(rand.Uint64(), 0))}
	r.options.own = []setting{{Option{Name: "Seed", Kind: spinOption, Value: "0", Max: math.MaxInt32}, func(value string) (err error) {
		r.seed, err = strconv.ParseUint(value, 10, 64)
		r.Seed(0)
		if r.seed == 0 {
			r.Seed(rand.Uint64())
		}
		return err
	}}}
	return r
}

// Options implements Configurable.
func (r *randomMover) Options() []Option { return r.options.Options() }

// SetOption implements Configurable.
func (r *randomMover) SetOption(name, value string) error { return r.options.SetOption(name, value) }

// Seed implements Seeder. Another value of the option Seed leads to other moves.
func (r *randomMover) Seed(seed uint64) { r.rng = rand.New(rand.NewPCG(r.seed, seed)) }

// LimitsItself implements SelfLimiting.
func (r *randomMover) LimitsItself() bool { return true }

// Search implements Searcher.
func (r *randomMover) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	moves, err := rootMoves(g, &l)
	if err != nil {
		return Result{}, err
	}
	p := g.current()
	for _, preferred := range [][]Move{filter(moves, p.castles), filter(moves, p.isEnPassant)} {
		if len(preferred) > 0 {
			moves = preferred
			break
		}
	}
	return unsearched(p, moves[r.rng.IntN(len(moves))]), nil
}

// pawnPusher is the player pawnpusher of Players.
type pawnPusher struct{}

// LimitsItself implements SelfLimiting.
func (pawnPusher) LimitsItself() bool { return true }

// Search implements Searcher.
func (pawnPusher) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	moves, err := rootMoves(g, &l)
	if err != nil {
		return Result{}, err
	}
	p := g.current()
	pawnMoves := filter(moves, func(m Move) bool {
		return p.moved(m).Type() == Pawn && (!m.IsPromotion() || m.Promotion() == Queen)
	})
	if len(pawnMoves) == 0 {
		r := unsearched(p, moves[0])
		r.Resign = true
		return r, nil
	}
	putCapturesFirst(p, pawnMoves)
	return unsearched(p, pawnMoves[0]), nil
}

// filter returns the moves for which ok is true, in their order.
func filter(moves []Move, ok func(Move) bool) []Move {
	return slices.DeleteFunc(slices.Clone(moves), func(m Move) bool { return !ok(m) })
}

// unsearched returns the Result of a move that was chosen without a search.
func unsearched(p *Position, m Move) Result {
	pv := []Move{m}
	return Result{Position: *p, Move: m, PV: pv, Lines: []Line{{Position: *p, PV: pv}}}
}
