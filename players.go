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

// Players returns the searchers of the package, each with its evaluation. The
// first is the strongest. Most of the others reproduce published systems: see
// their documentation.
func Players() []NamedPlayer {
	return []NamedPlayer{
		{"alphabeta", "alpha-beta with all techniques, and the default evaluation", func() Searcher {
			return NewAlphaBeta(NewDefaultEvaluator())
		}},
		{"mcts", "Monte Carlo tree search, with the default evaluation instead of playouts", func() Searcher {
			return NewMCTS(newFeatureEvaluator(append(NewDefaultEvaluator().Terms(), Full(DefaultExchange())...)))
		}},
		{"minimax", "all lines of 3 plies, evaluated by PeSTO", func() Searcher {
			return NewMinimax(NewPeSTO())
		}},
		{"boardvalue", "the board value system: alpha-beta with a table keyed on EPDs, 4 plies, and a book of 1.e4 e5", func() Searcher {
			return NewBoardValuePlayer()
		}},
		{"negaalphabeta", "the graph-grammar engine: plain alpha-beta, 3 plies, PeSTO", func() Searcher {
			return NewNegaAlphaBeta(NewPeSTO())
		}},
		{"capturesfirst", "the adversarial search system: alpha-beta, 4 plies, only captures after the third ply", func() Searcher {
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

// PlayerByName returns the player with a name, in upper or lower case, or an error
// that lists all names.
func PlayerByName(name string) (NamedPlayer, error) {
	players := Players()
	names := make([]string, len(players))
	for i, p := range players {
		if strings.EqualFold(p.Name, name) {
			return p, nil
		}
		names[i] = p.Name
	}
	return NamedPlayer{}, fmt.Errorf("chess: no player %q; the players are %s", name, strings.Join(names, ", "))
}

// NewBoardValuePlayer returns the player of the board value system (Python,
// 2022): alpha-beta with a transposition table keyed on EPDs, without a quiescence
// search, with the evaluation NewBoardValue and the book GrandmasterBook. It
// searches four plies, for at most ten seconds, unless the limits say otherwise.
//
// It corrects three faults of the original: its table stored a score without depth
// or bound, its search was right only at odd depths, and it scored stalemate as a
// win.
func NewBoardValuePlayer() *BookSearcher {
	search := newAlphaBeta(NewBoardValue(), AlphaBetaOptions{Hash: 16, Rigorous: true})
	return NewBookSearcher(GrandmasterBook(), &withinLimits{search, 4, 10 * time.Second}, 0)
}

// withinLimits is an AlphaBeta with a default depth and time.
type withinLimits struct {
	*AlphaBeta
	depth int           // for a search without a depth
	time  time.Duration // for a search without a time or a clock
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
// en passant if it can; otherwise all moves are equally likely, a promotion to a
// knight as much as one to a queen.
//
// It ignores all limits except SearchMoves. Make one with NewRandomMover.
type RandomMover struct{ rng *rand.Rand }

// NewRandomMover returns a RandomMover that takes its random numbers from src. With
// equal sources it plays equal games. It is for one goroutine at a time, like src.
func NewRandomMover(src rand.Source) *RandomMover { return &RandomMover{rand.New(src)} }

// Search implements Searcher.
func (r *RandomMover) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	moves, err := rootMoves(g, &l)
	if err != nil {
		return Result{}, err
	}
	p := g.current()
	preferred := filter(moves, func(m Move) bool { return m.IsCastling() || p.isEnPassant(m) })
	if len(preferred) > 0 {
		moves = preferred
	}
	return unsearched(p, moves[r.rng.IntN(len(moves))]), nil
}

// PawnPusher is a Searcher that does not search: it moves only pawns, as the
// three-check bot for XBoard (C++) did in its first stage. It makes the first legal
// capture by a pawn, or else the first pawn push, and promotes to a queen. When no
// pawn can move it resigns: Result.Resign is set, and Result.Move is some legal
// move.
//
// It ignores all limits except SearchMoves. The zero PawnPusher is ready to use, by
// any number of goroutines at once.
type PawnPusher struct{}

// Search implements Searcher.
func (PawnPusher) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	moves, err := rootMoves(g, &l)
	if err != nil {
		return Result{}, err
	}
	p := g.current()
	pawnMoves := filter(moves, func(m Move) bool {
		return p.moved(m).Type() == Pawn && (m.Promotion() == NoPieceType || m.Promotion() == Queen)
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
