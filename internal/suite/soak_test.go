package suite_test

import (
	"context"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/seed-0971039b/chess"
)

// TestSearchSoak searches games of all variants on four threads, and stops each search
// at random in one of all ways. It runs for a second, or for the time in CHESS_SOAK:
//
//	CHESS_SOAK=1h go test -race -run SearchSoak -timeout 0 ./internal/suite
func TestSearchSoak(t *testing.T) {
	duration := time.Second
	if s := os.Getenv("CHESS_SOAK"); s != "" {
		var err error
		if duration, err = time.ParseDuration(s); err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(9, uint64(time.Now().UnixNano())))
	a := chess.NewAlphaBeta(chess.NewDefaultEvaluator(), func(o *chess.AlphaBetaOptions) { o.Threads, o.Hash = 4, 4 })
	goroutines := runtime.NumGoroutine()
	var memory uint64
	searches, games := 0, 0
	for end := time.Now().Add(duration); time.Now().Before(end); games++ {
		g := chess.NewGame(soakStart(t, r))
		for !g.Outcome().Over() && g.Len() < 300 && time.Now().Before(end) {
			res := soakSearch(t, r, a, g)
			searches++
			if err := g.Play(res.Move); err != nil {
				t.Fatalf("%v: %v", g.Position(), err)
			}
			if r.IntN(40) == 0 {
				break
			}
			for range r.IntN(3) { // moves that were not searched
				p := g.Position()
				if moves := p.AppendMoves(nil); len(moves) > 0 {
					if err := g.Play(moves[r.IntN(len(moves))]); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		if games%100 == 50 {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			if memory == 0 {
				memory = m.HeapAlloc
			} else if m.HeapAlloc > memory+16<<20 {
				t.Fatalf("%d bytes of heap after %d searches, %d before", m.HeapAlloc, searches, memory)
			}
		}
	}
	wantGoroutines(t, "the soak", goroutines)
	t.Logf("%d searches in %d games", searches, games)
}

// wantGoroutines fails the test if more than n goroutines still run a second after what.
func wantGoroutines(t *testing.T, what string, n int) {
	t.Helper()
	for range 100 {
		if runtime.NumGoroutine() <= n {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%s: %d goroutines, want at most %d", what, runtime.NumGoroutine(), n)
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
	r := rand.New(rand.NewPCG(12, 1))
	games := []*chess.Game{chess.NewGame(chess.StartPosition())}
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
				if res, err := s.Search(ctx, g, chess.Limits{}); err == nil {
					if p := g.Position(); !p.Legal(res.Move) && !res.Resign {
						t.Errorf("%s: %v in %v", player.Name, res.Move, p)
					}
				} else if ctx.Err() == nil {
					t.Errorf("%s: %v", player.Name, err)
				}
				cancel()
			}
			wantGoroutines(t, player.Name, goroutines)
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return m.HeapAlloc
		}
		before := search(scale(80)) // searches may keep memory for the next one
		if after := search(scale(1600)); after > before+4<<20 {
			t.Errorf("%s: %d KB in use, %d before", player.Name, after>>10, before>>10)
		}
	}
}
