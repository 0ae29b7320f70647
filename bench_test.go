package chess

import (
	"runtime"
	"testing"
)

// benchmark runs f, which does the same n times, for each position of perftTests,
// and reports how many million a second that makes.
func benchmark(b *testing.B, unit string, f func(b *testing.B, p *Position) (n int)) {
	for _, tt := range perftTests {
		b.Run(tt.name, func(b *testing.B) {
			p := MustParseFEN(tt.fen)
			b.ReportAllocs()
			n := f(b, &p)
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "M"+unit+"/s")
		})
	}
}

// children returns the legal moves of p and the positions after them.
func children(p *Position) ([]Move, []Position) {
	moves := p.AppendMoves(nil)
	var after []Position
	for _, m := range moves {
		after = append(after, p.After(m))
	}
	return moves, after
}

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

// BenchmarkDo plays each legal move.
func BenchmarkDo(b *testing.B) {
	benchmark(b, "nodes", func(b *testing.B, p *Position) int {
		moves, _ := children(p)
		next := new(Position)
		for b.Loop() {
			for _, m := range moves {
				p.Do(m, next)
			}
		}
		return len(moves)
	})
}

// BenchmarkAfter plays each legal move.
func BenchmarkAfter(b *testing.B) {
	benchmark(b, "nodes", func(b *testing.B, p *Position) int {
		moves, _ := children(p)
		var next Position
		for b.Loop() {
			for _, m := range moves {
				next = p.After(m)
			}
		}
		runtime.KeepAlive(&next)
		return len(moves)
	})
}

// BenchmarkKey takes the keys of all positions a ply away.
func BenchmarkKey(b *testing.B) {
	benchmark(b, "keys", func(b *testing.B, p *Position) int {
		_, positions := children(p)
		var key Key
		for b.Loop() {
			for i := range positions {
				key = positions[i].Key()
				runtime.KeepAlive(&key)
			}
		}
		return len(positions)
	})
}

// BenchmarkInCheck asks all positions a ply away.
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

// BenchmarkPerft counts four plies.
func BenchmarkPerft(b *testing.B) {
	benchmark(b, "nodes", func(b *testing.B, p *Position) int {
		n := uint64(0)
		for b.Loop() {
			n = Perft(*p, 4)
		}
		return int(n)
	})
}
