package experiments

import (
	"context"
	"time"

	"github.com/seed-0971039b/chess"
)

// A way is a way to search.
type way struct {
	name string
	new  func(chess.Evaluator) chess.Searcher
}

// The ways to search, from that which prunes nothing to the strongest.
var (
	minimax   = way{"minimax", func(e chess.Evaluator) chess.Searcher { return chess.NewMinimax(e) }}
	plain     = way{"nega-alpha-beta", negaAlphaBeta(false, 0)}
	ordered   = way{"captures first", negaAlphaBeta(true, 0)}
	narrowed  = way{"captures beyond 3", negaAlphaBeta(false, 3)}
	scout     = way{"NegaScout", negaScout(false)}
	guided    = way{"NegaScout, captures first", negaScout(true)}
	both      = way{"first and beyond 3", negaAlphaBeta(true, 3)}
	strongest = way{"alphabeta", func(e chess.Evaluator) chess.Searcher { return chess.NewAlphaBeta(e) }}
)

func negaAlphaBeta(capturesFirst bool, capturesBeyond int) func(chess.Evaluator) chess.Searcher {
	return func(e chess.Evaluator) chess.Searcher {
		s := chess.NewNegaAlphaBeta(e)
		s.CapturesFirst, s.CapturesBeyond = capturesFirst, capturesBeyond
		return s
	}
}

func negaScout(capturesFirst bool) func(chess.Evaluator) chess.Searcher {
	return func(e chess.Evaluator) chess.Searcher {
		s := chess.NewNegaScout(e)
		s.CapturesFirst = capturesFirst
		return s
	}
}

// An iteration is the search of a position to one depth, without the shallower
// searches before it.
type iteration struct {
	Nodes int64         `json:"nodes"`
	Time  time.Duration `json:"time"`
	Score chess.Score   `json:"score"`
	Move  string        `json:"move"`
}

// A search holds the iterations of the search of a position, from depth 1 on.
type search struct {
	Iterations []iteration `json:"iterations"`

	// Settled says that it ended before its limits, because all lines lead to mates.
	Settled bool `json:"settled,omitzero"`
}

// measure searches a position to a depth, if that needs no more than this many
// nodes, or else as deep as they allow.
func measure(ctx context.Context, s chess.Searcher, g *chess.Game, depth int, nodes int64) (search, error) {
	var done search
	var before iteration // the sums of all iterations
	r, err := s.Search(ctx, g, chess.Limits{Depth: depth, Nodes: nodes, Info: func(i chess.Info) {
		if i.MultiPV != 1 || len(i.PV) == 0 || i.Depth != len(done.Iterations)+1 {
			return
		}
		done.Iterations = append(done.Iterations, iteration{i.Nodes - before.Nodes, i.Time - before.Time, i.Score, i.PV[0].String()})
		before.Nodes, before.Time = i.Nodes, i.Time
	}})
	if err == nil {
		err = ctx.Err() // a search that was stopped has not counted all nodes
	}
	done.Settled = len(done.Iterations) < depth && r.Nodes < nodes
	return done, err
}
