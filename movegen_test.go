package chess

import (
	"runtime"
	"testing"
)

// BenchmarkAppendMoves generates the moves of all positions a ply away.
func BenchmarkAppendMoves(b *testing.B) {
	benchmark(b, "moves", func(b *testing.B, p *Position) int {
		_, positions := children(p)
		var buf [MaxMoves]Move
		n := 0
		for b.Loop() {
			n = 0
			for i := range positions {
				n += len(positions[i].AppendMoves(buf[:0]))
			}
		}
		return n
	})
}

// BenchmarkInCheck calls InCheck for all positions a ply away.
func BenchmarkInCheck(b *testing.B) {
	benchmark(b, "nodes", func(b *testing.B, p *Position) int {
		_, positions := children(p)
		checks := 0
		for b.Loop() {
			for i := range positions {
				if positions[i].InCheck() {
					checks++
				}
			}
		}
		runtime.KeepAlive(checks)
		return len(positions)
	})
}
