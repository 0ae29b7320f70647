package chess

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// NamedPlayer is a Searcher that a program can offer by name.
type NamedPlayer struct {
	Name        string          // one word in lower case
	Description string          // one line
	New         func() Searcher // makes one, which shares nothing with others
}

// Players returns the searchers of the package, each with the evaluation that
// belongs to it: first the one that plays best, then those of the published
// systems that the package stands in for, and their like.
func Players() []NamedPlayer {
	return []NamedPlayer{
		{"alphabeta", "alpha-beta with all that makes it strong, and the default evaluation", func() Searcher {
			return NewAlphaBeta(NewDefaultEvaluator())
		}},
		{"mcts", "Monte Carlo tree search, with the default evaluation as its judge", func() Searcher {
			return NewMCTS(newFeatureEvaluator(append(NewDefaultEvaluator().Terms(), Full(DefaultExchange())...)))
		}},
		{"minimax", "all lines of 3 plies, evaluated by PeSTO", func() Searcher {
			return NewMinimax(NewPeSTO())
		}},
		{"boardvalue", "the board value system: alpha-beta with a table keyed on EPDs, 4 plies, and 1.e4 e5 by heart", func() Searcher {
			return NewBoardValuePlayer()
		}},
		{"negaalphabeta", "the graph-grammar engine: plain alpha-beta, 3 plies, PeSTO", func() Searcher {
			return NewNegaAlphaBeta(NewPeSTO())
		}},
		{"capturesfirst", "the adversarial search system: alpha-beta, 4 plies, only captures beyond the third", func() Searcher {
			return NewCapturesFirst(NewMaterialMobility())
		}},
		{"checkbonus", "the three-check bot: alpha-beta with a bonus for each check, 4 plies; resigns", func() Searcher {
			return NewCheckBonus(NewThreeCheck())
		}},
		{"random", "moves at random; castles and captures en passant when it can", func() Searcher {
			return NewRandomMover(rand.NewPCG(1, 0))
		}},
		{"pawnpusher", "moves only pawns, captures when it can, and resigns when stuck", func() Searcher {
			return PawnPusher{}
		}},
	}
}

// PlayerByName returns the one of Players with a name, in any case, or an error
// that tells which names there are.
func PlayerByName(name string) (NamedPlayer, error) {
	players := Players()
	names := make([]string, len(players))
	for i, p := range players {
		if strings.EqualFold(p.Name, name) {
			return p, nil
		}
		names[i] = p.Name
	}
	return NamedPlayer{}, fmt.Errorf("chess: no player %q, only %s", name, strings.Join(names, ", "))
}

// NewBoardValuePlayer returns the player of the board value system (Python,
// 2022): alpha-beta with a transposition table keyed on EPDs and no quiescence,
// four plies deep and for at most ten seconds unless the limits say otherwise,
// with the evaluation NewBoardValue; and GrandmasterBook as its book.
//
// The system's table had one number for a position, whatever the depth or bound
// it came from, its search was right at odd depths only, and stalemate was a
// win. Here none of this is so.
func NewBoardValuePlayer() *BookSearcher {
	search := NewAlphaBetaOptions(NewBoardValue(), Options{Hash: 16, Rigorous: true})
	return NewBookSearcher(GrandmasterBook(), &withinLimits{search, 4, 10 * time.Second}, 0)
}

// withinLimits is an AlphaBeta with limits of its own, for where those of a
// search set none.
type withinLimits struct {
	*AlphaBeta
	depth int
	time  time.Duration
}

// Search implements Searcher.
func (s *withinLimits) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	l.Depth = deepest(&l, s.depth)
	if l.Time == 0 && l.Clock == (Clock{}) {
		l.Time = s.time
	}
	return s.AlphaBeta.Search(ctx, g, l)
}

// RandomMover is a Searcher that does not search: it moves at random, as the
// three-check bot for XBoard (C++) did in its second stage. It castles or captures
// en passant if it can; otherwise all moves are as likely, a promotion to a
// knight no less than one to a queen.
//
// Of the limits it knows SearchMoves. Make one with NewRandomMover.
type RandomMover struct{ rng *rand.Rand }

// NewRandomMover returns a RandomMover that draws from src: from equal sources
// come equal games. It is for one goroutine at a time, as sources are.
func NewRandomMover(src rand.Source) *RandomMover { return &RandomMover{rand.New(src)} }

// Search implements Searcher.
func (r *RandomMover) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	moves, err := rootMoves(g, &l)
	if err != nil {
		return Result{}, err
	}
	preferred := among(moves, func(m Move) bool { return m.IsCastling() || m.IsEnPassant() })
	if len(preferred) > 0 {
		moves = preferred
	}
	return unsearched(moves[r.rng.IntN(len(moves))]), nil
}

// PawnPusher is a Searcher that does not search: it moves pawns and nothing
// else, as the three-check bot for XBoard (C++) did in its first stage. It
// captures if it can, and else pushes, with the first pawn that may; it promotes
// to a queen. When no pawn can move it resigns: Result.Resign is set, and
// Result.Move is a legal move all the same.
//
// Of the limits it knows SearchMoves. The zero PawnPusher is ready to use, by
// any number of goroutines at once.
type PawnPusher struct{}

// Search implements Searcher.
func (PawnPusher) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	moves, err := rootMoves(g, &l)
	if err != nil {
		return Result{}, err
	}
	p := g.present()
	pushes := among(moves, func(m Move) bool {
		return p.Moved(m).Type() == Pawn && (m.Promotion() == NoPieceType || m.Promotion() == Queen)
	})
	if len(pushes) == 0 {
		r := unsearched(moves[0])
		r.Resign = true
		return r, nil
	}
	putCapturesFirst(p, pushes)
	return unsearched(pushes[0]), nil
}

// among returns those of the moves that are ok, in their order.
func among(moves []Move, ok func(Move) bool) []Move {
	return slices.DeleteFunc(slices.Clone(moves), func(m Move) bool { return !ok(m) })
}

// unsearched returns the result of choosing m without a search.
func unsearched(m Move) Result {
	pv := []Move{m}
	return Result{Move: m, PV: pv, Lines: []Line{{PV: pv}}}
}
