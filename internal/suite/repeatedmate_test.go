package suite_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// In these games the position after White's only shortest mate has occurred twice, and the
// searcher, which has searched each of White's turns, has that mate in its table. A third
// time it is a draw. So a mate that the searcher announces is no shorter than that by the other
// moves, and begins with one of them.
func TestMateAndRepetition(t *testing.T) {
	tables := new(chess.EndingTables)
	r := chesstest.Rand(t)
	for i := range chesstest.Sample(t, 40) {
		g, next := repeatedMate(t, tables, r, i%2 == 0)
		a := chess.NewAlphaBeta(chess.NewDefaultEvaluator())
		var res chess.Result
		for _, m := range next {
			if err := g.PlayUCI(m); err != nil {
				t.Fatal(err)
			}
			if g.Turn() == chess.White {
				var err error
				if res, err = a.Search(t.Context(), g, chess.Limits{Nodes: 10_000}); err != nil {
					t.Fatal(err)
				}
			}
		}
		p := g.Position()
		v, err := chess.RankMoves(tables, p)
		if err != nil {
			t.Fatal(err)
		}
		moves, mates := res.Score.MateInMoves()
		possible, _ := v.Moves[1].Probe.MateInMoves()
		if mates && moves > 0 && (moves < possible || res.Move == v.Moves[0].Move) {
			t.Errorf("%v moves %v: mate in %d by %s, but %s repeats the position, and without it the mate takes %d",
				g.Start(), g.UCIMoves(), moves, p.SAN(res.Move), p.SAN(v.Moves[0].Move), possible)
		}
	}
}

// repeatedMate returns a game that begins with the position after the only move of the
// shortest mate, Black to move, and moves that lead back to it and then to the position
// before it.
func repeatedMate(t *testing.T, tables *chess.EndingTables, r *rand.Rand, queen bool) (g *chess.Game, next []string) {
	t.Helper()
	piece := chess.WhiteRook
	if queen {
		piece = chess.WhiteQueen
	}
	square := func() chess.Square { return chess.Square(r.IntN(64)) }
	for {
		s := chess.Setup{Turn: chess.White, MoveNumber: 1}
		s.Board[square()] = chess.WhiteKing
		s.Board[square()] = chess.BlackKing
		s.Board[square()] = piece
		p, err := s.Position()
		if err != nil || p.Ending().Pieces() != 3 || p.Outcome().Over() {
			continue
		}
		if err := tables.Make(t.Context(), p.Ending()); err != nil {
			t.Fatal(err)
		}
		v, err := chess.RankMoves(tables, p)
		if err != nil {
			t.Fatal(err)
		}
		if len(v.Moves) < 2 || v.Moves[1].Probe.WDL != chess.WDLWin || v.Moves[1].Probe.DTM == v.Moves[0].Probe.DTM || v.Probe.DTM < 5 {
			continue
		}
		m := v.Moves[0].Move
		g := chess.NewGame(p.After(m))
		replies := g.LegalMoves()
		reply := replies[r.IntN(len(replies))]
		back := []string{uci(reply.From(), reply.To()), uci(m.To(), m.From()), uci(reply.To(), reply.From())}
		next := slices.Concat(back, []string{uci(m.From(), m.To())}, back)
		end := new(*g)
		if end.PlayUCI(next...) == nil && end.Position().EPD() == p.EPD() {
			return g, next
		}
	}
}

// uci returns the text of a move.
func uci(from, to chess.Square) string { return from.String() + to.String() }
