package searchtree

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

const italian = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5"

// material is an evaluation that the test can count itself.
type material struct{}

func (material) Evaluate(p *chess.Position) chess.Score {
	values := [...]chess.Score{chess.Pawn: 100, chess.Knight: 300, chess.Bishop: 310, chess.Rook: 500, chess.Queen: 900, chess.King: 0}
	sum := chess.Score(0)
	for sq := range chess.NoSquare {
		if piece := p.At(sq); piece != chess.NoPiece {
			v := values[piece.Type()] + chess.Score(sq)/8
			if piece.Color() != p.Turn() {
				v = -v
			}
			sum += v
		}
	}
	return sum
}

// alphaBeta is the search, written again, which counts what the picture shows. It
// knows no draws but stalemate, which is enough in the first plies from a position.
func alphaBeta(p chess.Position, ply, depth int, alpha, beta chess.Score, ordered bool, c *counts) chess.Score {
	c.nodes++
	moves := p.AppendMoves(nil)
	switch {
	case len(moves) == 0 && p.InCheck():
		return -chess.Mate + chess.Score(ply)
	case len(moves) == 0:
		return 0
	case depth == 0:
		return material{}.Evaluate(&p)
	}
	if ordered {
		slices.SortStableFunc(moves, func(a, b chess.Move) int {
			switch x, y := p.IsCapture(a), p.IsCapture(b); {
			case x == y:
				return 0
			case x:
				return -1
			default:
				return 1
			}
		})
	}
	best := -chess.Mate
	for i, m := range moves {
		best = max(best, -alphaBeta(p.After(m), ply+1, depth-1, -beta, -max(alpha, best), ordered, c))
		if best >= beta {
			c.cutoffs++
			c.unsearched += len(moves) - i - 1
			break
		}
	}
	return best
}

// TestTreeCounts compares the numbers of the picture with those of another search.
func TestTreeCounts(t *testing.T) {
	for _, fen := range []string{chess.StartFEN, italian, "7k/5Q2/8/6K1/8/8/p7/8 b - - 0 1", "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1"} {
		p := chess.MustParseFEN(fen)
		for depth := 1; depth <= 3; depth++ {
			for _, ordered := range []bool{false, true} {
				s := chess.NewNegaAlphaBeta(material{})
				s.CapturesFirst = ordered
				got, err := search(t.Context(), s, p, depth, maxNodes, progress.New(io.Discard))
				if err != nil {
					t.Fatal(err)
				}
				var want counts
				score := alphaBeta(p, 0, depth, -chess.Mate, chess.Mate, ordered, &want)
				if got.root.Score != score || got.minimax != sum(p, depth) {
					t.Errorf("%s at depth %d: %v, %d nodes without pruning, want %v, %d", fen, depth, got.root.Score, got.minimax, score, sum(p, depth))
				}
				if diff := cmp.Diff(want, got.root.counts, cmp.AllowUnexported(counts{})); diff != "" {
					t.Errorf("%s at depth %d (-want +got):\n%s", fen, depth, diff)
				}
			}
		}
	}
}

// sum returns how many positions there are in at most so many plies.
func sum(p chess.Position, depth int) uint64 {
	n := uint64(1)
	if depth > 0 {
		for _, m := range p.AppendMoves(nil) {
			n += sum(p.After(m), depth-1)
		}
	}
	return n
}

// TestPrincipalVariation checks that the marked nodes are the line of the result, and that its
// moves are the best.
func TestPrincipalVariation(t *testing.T) {
	for _, fen := range []string{chess.StartFEN, italian, "6k1/5ppp/8/8/8/8/8/1R4K1 w - - 0 1"} {
		for _, s := range []chess.Searcher{chess.NewNegaAlphaBeta(material{}), chess.NewNegaScout(material{})} {
			tree, err := search(t.Context(), s, chess.MustParseFEN(fen), 3, maxNodes, progress.New(io.Discard))
			if err != nil {
				t.Fatal(err)
			}
			var line []chess.Move
			for n := tree.root.best(); n != nil; n = n.best() {
				line = append(line, n.move())
				_, scout := s.(*chess.NegaScout) // which may know an exact score from a null window
				if !n.principal || n.effect != newBest && !scout {
					t.Errorf("%v is on the principal variation", n)
				}
			}
			if diff := cmp.Diff(tree.result.PV, line); diff != "" {
				t.Errorf("%T, %s (-result +tree):\n%s", s, fen, diff)
			}
		}
	}
}

func TestSearchEnds(t *testing.T) {
	if _, err := search(t.Context(), chess.NewNegaAlphaBeta(material{}), chess.StartPosition(), 3, 100, progress.New(io.Discard)); err == nil || !strings.Contains(err.Error(), "more than 100 nodes") {
		t.Errorf("a tree of more nodes than allowed: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := search(ctx, chess.NewNegaScout(material{}), chess.StartPosition(), 3, maxNodes, progress.New(io.Discard)); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}
