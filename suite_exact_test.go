package chess

import (
	"math/rand/v2"
	"testing"
)

// slowMinimax is a slow and readable reference for the score of a search: every
// line to the end, and the history as a list of positions.
func slowMinimax(e Evaluator, line []Position, root, depth int) Score {
	p, ply := &line[len(line)-1], len(line)-1-root
	if ply > 0 {
		if p.threeChecksGiven() {
			return -mateIn(ply)
		}
		if !p.CanWin(White) && !p.CanWin(Black) {
			return 0
		}
		seen := 0
		for i := len(line) - 3; i >= 0 && len(line)-1-i <= int(p.halfmove); i -= 2 {
			if line[i].Key() == p.Key() {
				if seen++; i >= root || seen == 2 {
					return 0
				}
			}
		}
	}
	moves := p.AppendMoves(nil)
	switch {
	case len(moves) == 0 && p.InCheck():
		return -mateIn(ply)
	case len(moves) == 0:
		return 0
	case p.halfmove >= 100 && ply > 0:
		return 0
	case depth == 0:
		return e.Evaluate(p)
	}
	best := -Mate
	for _, m := range moves {
		best = max(best, -slowMinimax(e, append(line[:len(line):len(line)], p.After(m)), root, depth-1))
	}
	return best
}

// exactOptions are the techniques that change no score.
func exactOptions() AlphaBetaOptions {
	return AlphaBetaOptions{
		Hash: 1, Rigorous: true, AspirationWindow: 20,
		SEEOrdering: true, Countermoves: true, ContinuationHistory: true,
	}
}

// Alpha-beta, its windows, move ordering and the table change no score, near mate,
// stalemate, repetition, the fifty moves and the third check as well. The searcher
// keeps its table from move to move.
func TestSearchIsMinimax(t *testing.T) {
	fens := []string{
		StartPosition().FEN(),
		"8/8/8/3k4/8/3K4/3Q4/8 w - - 0 1",
		"8/8/8/3k4/8/3K4/3R4/7r w - - 96 100",
		"7k/8/5K2/6P1/8/8/8/8 w - - 95 100",
		"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 94 80",
		"k7/p1K5/8/8/8/8/1P6/8 w - - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1+1 0 1",
		"4k3/8/8/8/8/8/4q3/R3K2R w KQ - 1+2 0 1",
		"8/8/8/8/5k2/8/4q3/R5K1 b - - 90 1",
	}
	e := NewPeSTO()
	r := rand.New(rand.NewPCG(6, 1))
	rounds := 60
	if testing.Short() {
		rounds = 40
	}
	positions, draws, mates := 0, 0, 0
	for round := range rounds {
		g := NewGame(MustParseFEN(fens[round%len(fens)]))
		a := newAlphaBeta(e, exactOptions())
		for range 8 {
			if g.Outcome().Reason != unterminated {
				break
			}
			p := g.Position()
			moves := p.AppendMoves(nil)
			depth := 3
			switch {
			case len(moves) > 12:
				depth = 2
			case len(moves) < 9:
				depth = 4
			}
			res, err := a.Search(t.Context(), g, Limits{Depth: depth})
			if err != nil {
				t.Fatal(err)
			}
			// A proven mate ends the search before the last depth.
			want := slowMinimax(e, positionsOf(g), g.Len(), max(res.Depth, 1))
			if res.Score != want {
				t.Fatalf("%v after %v, depth %d: %v, minimax says %v", p, g.Moves(), res.Depth, res.Score, want)
			}
			positions++
			if want == 0 {
				draws++
			} else if _, ok := want.MateInMoves(); ok {
				mates++
			}
			// Shuffling back brings repetitions.
			m := moves[r.IntN(len(moves))]
			if n := g.Len(); n >= 2 && r.IntN(2) == 0 {
				last := g.Moves()[n-2]
				if back, err := p.ParseUCI(last.To().String() + last.From().String()); err == nil {
					m = back
				}
			}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	if positions < rounds || draws < rounds/20 || mates < rounds/20 {
		t.Errorf("%d positions, %d draws, %d mates: not enough of each", positions, draws, mates)
	}
	t.Logf("%d positions, %d draws, %d mates", positions, draws, mates)
}
