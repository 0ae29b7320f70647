package chess

import (
	"math/rand/v2"
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

func TestSEE(t *testing.T) {
	for _, tt := range []struct {
		name, fen, move string
		want            int
	}{
		{"a pawn for nothing", "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100},
		{"a knight for a pawn, with X-rays", "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -200},
		{"a quiet move to a square that is not attacked", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a5", 0},
		{"a quiet move to a square attacked by a pawn", "4k3/8/1p6/8/8/8/8/R3K3 w - - 0 1", "a1a5", -500},
		{"the king may not recapture into an X-ray", "3r3k/8/8/3r4/8/4K3/3R4/8 b - - 0 1", "d5d2", 500},
		{"en passant for nothing", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100},
		{"en passant opens the file for both", "3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6", 100},
		{"en passant opens the file for the other side", "3rk3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0},
		{"a promotion for nothing", "8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", 800},
		{"the pawn that recaptures is promoted", "8/1k6/8/8/8/8/2p4K/R2n4 w - - 0 1", "a1d1", 300 - 500 - 800},
	} {
		p := MustParseFEN(tt.fen)
		m, err := p.ParseUCI(tt.move)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := p.SEE(m, nil); got != tt.want {
			t.Errorf("%s: SEE(%v) = %d, want %d", tt.name, m, got, tt.want)
		}
	}
}

// slowSEE plays the captures one by one.
func slowSEE(p *slowPosition, fast Move, v *PieceValues) int {
	m := slowMove{from: everywhere[fast.From()], to: everywhere[fast.To()], promotion: fast.Promotion()}
	if steps := m.to.file - m.from.file; p.at(m.from).Type() == King && (steps*steps > 1 || p.has(m.to, p.turn)) {
		return 0 // castling
	}
	next := p.after(m)
	gain := -slowCapture(next, m.to, v)
	for c := range Color(2) {
		for _, s := range everywhere {
			if p.has(s, c) && c != p.turn {
				gain += v[p.at(s).Type()]
			}
			if next.has(s, c) && c != p.turn {
				gain -= v[next.at(s).Type()]
			}
		}
	}
	if m.promotion != NoPieceType {
		gain += v[m.promotion] - v[Pawn]
	}
	return gain
}

// slowCapture returns what the side to move wins by captures on a square where an
// enemy piece stands.
func slowCapture(p *slowPosition, to spot, v *PieceValues) int {
	best := nowhere
	less := func(a, b spot) bool {
		ta, tb := p.at(a).Type(), p.at(b).Type()
		ra, rb := a.rank*forward(p.turn), b.rank*forward(p.turn)
		switch {
		case (ta == King) != (tb == King):
			return tb == King
		case v[ta] != v[tb]:
			return v[ta] < v[tb]
		case ta != tb:
			return ta < tb
		case ra != rb:
			return ra < rb
		}
		return a.file < b.file
	}
	for _, s := range everywhere {
		if p.has(s, p.turn) && p.attacks(s, to) && (best == nowhere || less(s, best)) {
			best = s
		}
	}
	if best == nowhere {
		return 0
	}
	m := slowMove{from: best, to: to}
	gain := v[p.at(to).Type()]
	if p.at(best).Type() == Pawn && (to.rank == 0 || to.rank == 7) {
		m.promotion = Queen
		gain += v[Queen] - v[Pawn]
	}
	next := p.after(m)
	if p.at(best).Type() == King && next.attacked(to, next.turn) {
		return 0
	}
	return max(0, gain-slowCapture(next, to, v))
}

// mirrored returns the position with the colours exchanged, the zero Position if there is none.
func mirrored(p *Position) Position {
	q, _ := p.Setup().Mirror().Position()
	return q
}

func TestSlowSEE(t *testing.T) {
	values := []*PieceValues{
		nil,
		{Pawn: 1, Knight: 3, Bishop: 3, Rook: 5, Queen: 9, King: 100},
		{Pawn: 82, Knight: 365, Bishop: 337, Rook: 477, Queen: 1025, King: -5}, // bishops before knights
	}
	r := chesstest.Rand(t)
	for p := range manyPositions(22, chesstest.Sample(t, 240)) {
		if p.Variant() > KingOfTheHill { // SEE knows the exchanges of ordinary chess
			continue
		}
		v := values[r.IntN(len(values))]
		slowValues := v
		if v == nil {
			slowValues = &PieceValues{Pawn: 100, Knight: 300, Bishop: 300, Rook: 500, Queen: 900}
		}
		slow := newSlow(p.Setup())
		mirror := mirrored(p)
		for _, m := range p.AppendMoves(nil) {
			got, want := p.SEE(m, v), slowSEE(slow, m, slowValues)
			if got != want {
				t.Fatalf("%v: SEE(%v, %v) = %d, want %d", p, m, v, got, want)
			}
			for _, d := range []int{-1000, -100, -1, 0, 1, 100, 1000} {
				if p.SEEAtLeast(m, want+d, v) != (d <= 0) {
					t.Fatalf("%v: SEEAtLeast(%v, %d, %v) = %v, but SEE is %d", p, m, want+d, v, d > 0, want)
				}
			}
			other := m&^0xFFFF | Move(mailbox[m.From()^56])<<8 | Move(mailbox[m.To()^56])
			if got := mirror.SEE(other, v); got != want {
				t.Fatalf("%v: SEE(%v, %v) = %d, but mirrored %d", p, m, v, want, got)
			}
		}
	}
}

// TestSlowLongExchange has as many pieces as possible capture on one square.
func TestSlowLongExchange(t *testing.T) {
	const target = D4
	v := &PieceValues{Pawn: 1, Knight: 1, Bishop: 1, Rook: 1, Queen: 1}
	r, longest := rand.New(rand.NewPCG(24, chesstest.Seed())), 0
	for range 50 {
		s := Setup{DoublePush: NoSquare}
		s.Board[target] = BlackQueen
		first, colors, n := NoSquare, r.Perm(35), 0
		for sq := range NoSquare {
			kind := NoPieceType
			switch dx, dy := max(sq.File(), 3)-min(sq.File(), 3), max(sq.Rank(), 3)-min(sq.Rank(), 3); {
			case sq == target:
			case dx == 0 || dy == 0 || dx == dy:
				kind = Queen
			case dx+dy == 3:
				kind = Knight
			}
			if kind == NoPieceType {
				continue
			}
			c := Color(colors[n] & 1) // eighteen white ones and seventeen black ones
			n++
			s.Board[sq] = kind.Of(c)
			if kind == Knight && c == White {
				first = sq
			}
		}
		s.Board[A8], s.Board[H1] = BlackKing, WhiteKing
		p, ps := s.position()
		if ps &^= opponentInCheck; ps != 0 {
			t.Fatal(ps)
		}
		if first == NoSquare {
			continue
		}
		m := newMove(mailbox[first], mailbox[target])
		if got, want := p.SEE(m, v), slowSEE(newSlow(s), m, v); got != want || !p.SEEAtLeast(m, got, v) || p.SEEAtLeast(m, got+1, v) {
			t.Fatalf("%v: SEE(%v) = %d, want %d", p, m, got, want)
		}
		x, captures := exchange{p: &p, v: v}, 1
		x.begin(m)
		for side := Black; x.next(side) != 0; side = side.Other() {
			captures++
		}
		longest = max(longest, captures)
	}
	if longest != 35 {
		t.Errorf("the longest exchange had %d captures, not 35", longest)
	}
}

func TestSEENull(t *testing.T) {
	p := StartPosition()
	if p.SEE(0, nil) != 0 || p.SEEAtLeast(0, 1, nil) || !p.SEEAtLeast(0, 0, nil) {
		t.Error("the null move wins or loses something")
	}
}

func BenchmarkSEE(b *testing.B) {
	benchmarkMoves(b, (*Position).IsCapture, func(p *Position, m Move) bool { return p.SEEAtLeast(m, 0, nil) })
}
