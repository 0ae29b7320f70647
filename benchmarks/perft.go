package main

import (
	"sync"
	"sync/atomic"
	"time"

	corentings "github.com/corentings/chess/v2"
	"github.com/seed-0971039b/chess"
)

// timed returns a function that calls f and measures its time. The time includes
// parsing the FEN, which is negligible.
func timed(f func(fen string, depth int) (uint64, error)) func(string, int) (uint64, time.Duration, error) {
	return func(fen string, depth int) (uint64, time.Duration, error) {
		start := time.Now()
		nodes, err := f(fen, depth)
		return nodes, time.Since(start), err
	}
}

// perft counts leaf nodes with AppendMoves and Do, without chess.Perft. All
// programs count the last ply without playing it.
func perft(fen string, depth int) (uint64, error) {
	p, err := chess.ParseFEN(fen)
	if err != nil {
		return 0, err
	}
	return count(&p, depth, make([]chess.Move, 0, (depth+1)*chess.MaxMoves)), nil
}

// count returns the number of leaf nodes. It appends its moves to buf, which has
// room for those of all plies.
func count(p *chess.Position, depth int, buf []chess.Move) uint64 {
	moves := p.AppendMoves(buf)
	here := moves[len(buf):]
	if depth == 1 {
		return uint64(len(here))
	}
	sum := uint64(0)
	var next chess.Position
	for _, m := range here {
		p.Do(m, &next)
		sum += count(&next, depth-1, moves)
	}
	return sum
}

// perftTwo is perft with the root moves divided between two goroutines.
func perftTwo(fen string, depth int) (uint64, error) {
	p, err := chess.ParseFEN(fen)
	if err != nil {
		return 0, err
	}
	moves := p.AppendMoves(nil)
	var taken atomic.Int64
	var sum atomic.Uint64
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			buf := make([]chess.Move, 0, depth*chess.MaxMoves)
			for i := taken.Add(1) - 1; i < int64(len(moves)); i = taken.Add(1) - 1 {
				next := p.After(moves[i])
				sum.Add(count(&next, depth-1, buf))
			}
		})
	}
	wg.Wait()
	return sum.Load(), nil
}

func perftCorentings(fen string, depth int) (uint64, error) {
	option, err := corentings.FEN(fen)
	if err != nil {
		return 0, err
	}
	return countCorentings(corentings.NewGame(option).Position(), depth), nil
}

func countCorentings(p *corentings.Position, depth int) uint64 {
	moves := p.ValidMoves()
	if depth == 1 {
		return uint64(len(moves))
	}
	sum := uint64(0)
	for i := range moves {
		sum += countCorentings(p.Update(&moves[i]), depth-1)
	}
	return sum
}
