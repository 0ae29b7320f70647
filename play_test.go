package chess

import (
	"runtime"
	"slices"
	"testing"
)

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

func TestMoveQueries(t *testing.T) {
	checks := 0
	var next Position
	for p := range manyPositions(13, scale(1600)) {
		for _, m := range p.AppendMoves(nil) {
			p.Do(m, &next)
			if got, want := p.GivesCheck(m), next.InCheck(); got != want {
				t.Fatalf("%v: GivesCheck(%v) = %v, want %v", p, m, got, want)
			} else if got {
				checks++
			}
			if got, want := p.Moved(m), p.At(m.From()); got != want {
				t.Fatalf("%v: Moved(%v) = %v, want %v", p, m, got, want)
			}
			// The captured piece is the one that is missing.
			lost := NoPiece
			for i := range 32 {
				if place := p.army() ^ 32 + uint8(i); p.pieces[place] != 0 && next.pieces[place] == 0 {
					lost = p.pieces[place].piece()
				}
			}
			if got := p.Captured(m); got != lost || p.IsCapture(m) != (lost != NoPiece) {
				t.Fatalf("%v: Captured(%v) = %v, want %v", p, m, got, lost)
			}
		}
	}
	if checks == 0 {
		t.Error("there was no check")
	}
}

func TestGivesCheck(t *testing.T) {
	for _, tt := range []struct {
		name, fen, move string
		want            bool
	}{
		{"direct", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", true},
		{"blocked", "1n2k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", false},
		{"discovered", "4k3/8/8/8/8/8/4N3/4R2K w - - 0 1", "e2c3", true},
		{"along the line", "4k3/8/8/8/4P3/8/8/4R2K w - - 0 1", "e4e5", false},
		{"by a promotion", "8/4P3/8/8/8/8/8/4k1K1 w - - 0 1", "e7e8q", true},
		{"by a promotion to a knight", "8/4P1k1/8/8/8/8/8/6K1 w - - 0 1", "e7e8n", true},
		{"not by a promotion to a bishop", "8/4P1k1/8/8/8/8/8/6K1 w - - 0 1", "e7e8b", false},
		{"by castling", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true},
		{"en passant, on the rank of both pawns", "8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1", "e5d6", true},
		{"by the king", "4k3/8/8/8/8/8/4K3/4R3 w - - 0 1", "e2d2", true},
		{"by no move", "4k3/8/8/8/8/8/4K3/4R3 w - - 0 1", "", false},
	} {
		p := MustParseFEN(tt.fen)
		m := Move(0)
		if i := slices.IndexFunc(p.AppendMoves(nil), func(m Move) bool { return m.String() == tt.move }); i >= 0 {
			m = p.AppendMoves(nil)[i]
		}
		if m.String() != tt.move && tt.move != "" {
			t.Errorf("%s: no move %s", tt.name, tt.move)
		}
		if got := p.GivesCheck(m); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func BenchmarkGivesCheck(b *testing.B) {
	b.Run("fast", func(b *testing.B) { benchmarkMoves(b, anyMove, (*Position).GivesCheck) })
	b.Run("slow", func(b *testing.B) {
		var next Position
		benchmarkMoves(b, anyMove, func(p *Position, m Move) bool { p.Do(m, &next); return next.InCheck() })
	})
}
