package suite_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// TestSearchSoak searches games of all variants on four threads, and stops each search
// at random in one of all ways. For hours:
//
//	CHESS_FULL=1000 go test -race -run SearchSoak -timeout 0 ./internal/suite
func TestSearchSoak(t *testing.T) {
	r := chesstest.Rand(t)
	a := chess.NewAlphaBeta(chess.NewDefaultEvaluator(), func(o *chess.AlphaBetaOptions) { o.Threads, o.Hash = 4, 4 })
	goroutines := runtime.NumGoroutine()
	for left := chesstest.Sample(t, 300); left > 0; {
		g := chess.NewGame(soakStart(t, r))
		for ; left > 0 && !g.Outcome().Over() && g.Len() < 300 && r.IntN(20) > 0; left-- {
			moves := []chess.Move{soakSearch(t, r, a, g).Move}
			for i := range 1 + r.IntN(3) { // also moves that were not searched
				if i > 0 {
					moves = g.LegalMoves()
				}
				if len(moves) > 0 {
					if err := g.Play(moves[r.IntN(len(moves))]); err != nil {
						t.Fatalf("%v: %v", g.Position(), err)
					}
				}
			}
		}
	}
	waitForGoroutines(goroutines)
}

// waitForGoroutines returns when no more than n goroutines run.
func waitForGoroutines(n int) {
	for runtime.NumGoroutine() > n {
		time.Sleep(time.Millisecond)
	}
}

func soakStart(t *testing.T, r *rand.Rand) chess.Position {
	p := chess.StartPosition()
	switch r.IntN(3) {
	case 0:
		var err error
		if p, err = chess.Chess960Position(r.IntN(960)); err != nil {
			t.Fatal(err)
		}
	case 1:
		p = chess.MustParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1")
	}
	return p
}

// soakSearch searches g with limits chosen at random.
func soakSearch(t *testing.T, r *rand.Rand, a *chess.AlphaBeta, g *chess.Game) chess.Result {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var l chess.Limits
	switch r.IntN(6) {
	case 0:
		l.Nodes = 1 + r.Int64N(20_000)
	case 1:
		l.Time = time.Duration(r.Int64N(int64(5 * time.Millisecond)))
	case 2:
		l.Depth = 1 + r.IntN(6)
	case 3:
		l.Clock = chess.Clock{Left: [2]time.Duration{50 * time.Millisecond, 50 * time.Millisecond}}
	case 4:
		ponder := make(chan chess.Clock)
		time.AfterFunc(time.Duration(r.Int64N(int64(3*time.Millisecond))), func() { close(ponder) })
		l.Ponder, l.Time = ponder, time.Duration(1+r.Int64N(int64(3*time.Millisecond)))
	case 5:
		l.MultiPV = r.IntN(4)
		time.AfterFunc(time.Duration(r.Int64N(int64(5*time.Millisecond))), cancel)
	}
	res, err := a.Search(ctx, g, l)
	if err != nil {
		t.Fatalf("%v: %v", g.Position(), err)
	}
	for _, line := range res.Lines {
		p := g.Position()
		for _, m := range line.PV {
			if p, err = p.Play(m); err != nil {
				t.Fatalf("%v: line %v: %v", g.Position(), line.PV, err)
			}
		}
	}
	return res
}

// TestPlayersCancelled cancels searches of all players at random times: a cancelled
// search leaves neither goroutines nor memory behind.
func TestPlayersCancelled(t *testing.T) {
	r := chesstest.Rand(t)
	games := []*chess.Game{chess.NewGame()}
	for _, e := range tactics(t)[:12] {
		games = append(games, chess.NewGame(e.Position))
	}
	for _, player := range chess.Players() {
		s := player.New()
		goroutines := runtime.NumGoroutine()
		search := func(times int) (inUse uint64) {
			for range times {
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(time.Duration(r.Int64N(int64(500*time.Microsecond))), cancel)
				g := games[r.IntN(len(games))]
				if res, err := s.Search(ctx, g, chess.Limits{Nodes: 1000}); err == nil {
					if p := g.Position(); !p.Legal(res.Move) && !res.Resign {
						t.Errorf("%s: %v in %v", player.Name, res.Move, p)
					}
				} else if ctx.Err() == nil {
					t.Errorf("%s: %v", player.Name, err)
				}
				cancel()
			}
			waitForGoroutines(goroutines)
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return m.HeapAlloc
		}
		before := search(chesstest.Sample(t, 100)) // searches may keep memory for the next one
		if after := search(chesstest.Sample(t, 1000)); after > before+4<<20 {
			t.Errorf("%s: %d KB in use, %d before", player.Name, after>>10, before>>10)
		}
	}
}
