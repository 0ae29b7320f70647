package chess

import (
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// manyPositions yields positions of random games of chess, Chess960 and
// three-check and from random setups.
func manyPositions(seed uint64, games int) iter.Seq[*Position] {
	return func(yield func(*Position) bool) {
		r := rand.New(rand.NewPCG(seed, 2))
		for i := range games {
			var s Setup
			plies := 60
			switch i % 4 {
			case 0:
				s = MustParseFEN(perftTests[i/4%len(perftTests)].fen).Setup()
			case 1:
				s = chess960(r.IntN(960))
				if r.IntN(2) == 0 {
					s.ThreeCheck, s.Checks = true, [2]int{3, 1 + r.IntN(3)}
				}
			default:
				s = randomSetup(r, []PieceType{Pawn, Pawn, Knight, Bishop, Rook, Queen}, r.IntN(24))
				if r.IntN(8) == 0 { // more than eight pawns or sixteen pieces on a side
					s = randomSetup(r, []PieceType{Pawn, Pawn, Pawn, Knight, Bishop, Rook, Queen}, 20+r.IntN(60))
				}
				plies = 4
			}
			p, err := s.Position()
			if err != nil {
				continue
			}
			for range plies {
				if !yield(&p) {
					return
				}
				moves := p.AppendMoves(nil)
				if len(moves) == 0 {
					break
				}
				p = p.After(moves[r.IntN(len(moves))])
			}
		}
	}
}

func sortedSquares(seq iter.Seq[Square]) []Square { return slices.Sorted(seq) }

// slowSquares returns the squares for which f holds.
func slowSquares(f func(s spot) bool) (squares []Square) {
	for i, s := range everywhere {
		if f(s) {
			squares = append(squares, Square(i))
		}
	}
	return squares
}

// slowXRay reports whether the piece on from attacks to, if need be after the
// pieces between them that attack it along the line have gone.
func slowXRay(p *slowPosition, from, to spot) bool {
	q := *p
	for !q.attacks(from, to) {
		i := slices.IndexFunc(everywhere, func(s spot) bool {
			return !q.empty(s) && s != from && s != to && q.attacks(s, to) && slowBetween(from, s, to)
		})
		if i < 0 {
			return false
		}
		q.put(everywhere[i], NoPiece)
	}
	return true
}

// slowBetween reports whether s lies on the straight line between a and b.
func slowBetween(a, s, b spot) bool {
	x1, y1, x2, y2 := s.file-a.file, s.rank-a.rank, b.file-s.file, b.rank-s.rank
	return x1*y2 == x2*y1 && x1*x2 >= 0 && y1*y2 >= 0 && (x1 != 0 || y1 != 0) && (x2 != 0 || y2 != 0)
}

func TestAttackers(t *testing.T) {
	hidden := 0
	for p := range manyPositions(11, scale(16)) {
		slow := newSlow(p.Setup())
		for i, to := range everywhere {
			sq := Square(i)
			for c := range Color(2) {
				want := slowSquares(func(s spot) bool { return s != to && slow.has(s, c) && slow.attacks(s, to) })
				if diff := cmp.Diff(want, sortedSquares(p.Attackers(sq, c))); diff != "" {
					t.Fatalf("%v: Attackers(%v, %v) (-slow +fast):\n%s", p, sq, c, diff)
				}
				if got := p.IsAttacked(sq, c); got != (len(want) > 0) {
					t.Fatalf("%v: IsAttacked(%v, %v) = %v", p, sq, c, got)
				}
				if slow.has(to, c) {
					if diff := cmp.Diff(want, sortedSquares(p.Defenders(sq))); diff != "" {
						t.Fatalf("%v: Defenders(%v) (-slow +fast):\n%s", p, sq, diff)
					}
				}
				xray := slowSquares(func(s spot) bool { return s != to && slow.has(s, c) && slowXRay(slow, s, to) })
				if diff := cmp.Diff(xray, sortedSquares(p.XRayAttackers(sq, c))); diff != "" {
					t.Fatalf("%v: XRayAttackers(%v, %v) (-slow +fast):\n%s", p, sq, c, diff)
				}
				hidden += len(xray) - len(want)
			}
			want := slowSquares(func(s spot) bool { return s != to && slow.attacks(to, s) })
			if diff := cmp.Diff(want, sortedSquares(p.Attacks(sq))); diff != "" {
				t.Fatalf("%v: Attacks(%v) (-slow +fast):\n%s", p, sq, diff)
			}
		}
		for c := range Color(2) {
			if got, want := p.kingAttacked(c), slow.inCheck(c); got != want {
				t.Fatalf("%v: kingAttacked(%v) = %v", p, c, got)
			}
		}
		king := slow.king(slow.turn)
		want := slowSquares(func(s spot) bool { return slow.has(s, slow.turn.Other()) && slow.attacks(s, king) })
		if diff := cmp.Diff(want, sortedSquares(p.Checkers())); diff != "" {
			t.Fatalf("%v: Checkers (-slow +fast):\n%s", p, diff)
		}
	}
	if hidden == 0 {
		t.Error("there was no X-ray attacker")
	}
}

func TestXRayAttackers(t *testing.T) {
	for _, tt := range []struct {
		name, fen string
		sq        Square
		c         Color
		want      []Square
	}{
		{"rooks doubled, queen behind", "3r3k/8/8/8/8/8/3R4/2RR3K w - - 0 1", D5, White, []Square{D1, D2}},
		{"bishop behind a pawn", "7k/8/8/3p4/4P3/5B2/6Q1/7K w - - 0 1", D5, White, []Square{G2, F3, E4}},
		{"not behind a pawn that pushes", "7k/8/8/3p4/3P4/8/3R4/7K w - - 0 1", D5, White, nil},
		{"not behind a black pawn", "7k/8/8/3p4/4p3/5B2/8/7K w - - 0 1", D5, White, nil},
		{"through the enemy's rook", "7k/8/8/8/3r4/8/3R4/7K w - - 0 1", D5, White, []Square{D2}},
		{"not through a knight", "7k/8/8/8/3n4/8/3R4/7K w - - 0 1", D5, White, nil},
		{"behind the king", "7k/8/8/8/3K4/8/3R4/8 w - - 0 1", D5, White, []Square{D2, D4}},
	} {
		p := MustParseFEN(tt.fen)
		if diff := cmp.Diff(tt.want, sortedSquares(p.XRayAttackers(tt.sq, tt.c))); diff != "" {
			t.Errorf("%s: (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestPins(t *testing.T) {
	p := MustParseFEN("4r2k/8/7b/q7/8/2N1P3/3RB3/1r1QK3 w - - 0 1")
	if diff := cmp.Diff(map[Square]Square{D1: B1}, maps.Collect(p.Pins(White))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for pinned := range (&Position{}).Pins(Black) {
		t.Errorf("%v in the zero Position", pinned)
	}

	pins := 0
	for p := range manyPositions(12, scale(400)) {
		slow := newSlow(p.Setup())
		for c := range Color(2) {
			king := slow.king(c)
			want := map[Square]Square{}
			for i, s := range everywhere {
				if !slow.has(s, c) || s == king {
					continue
				}
				without := *slow
				without.put(s, NoPiece)
				for j, by := range everywhere {
					if slow.has(by, c.Other()) && without.attacks(by, king) && !slow.attacks(by, king) {
						want[Square(i)] = Square(j)
					}
				}
			}
			got := maps.Collect(p.Pins(c))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%v: Pins(%v) (-slow +fast):\n%s", p, c, diff)
			}
			pins += len(got)
		}
	}
	if pins == 0 {
		t.Error("there was no pin")
	}
}

func TestQueriesOffBoard(t *testing.T) {
	p := StartPosition()
	var zero Position
	for _, p := range []*Position{&p, &zero} {
		for _, sq := range []Square{NoSquare, NoSquare + 1, 255} {
			for _, seq := range []iter.Seq[Square]{p.Attackers(sq, White), p.XRayAttackers(sq, Black), p.Defenders(sq), p.Attacks(sq)} {
				for got := range seq {
					t.Errorf("%v for square %d", got, sq)
				}
			}
			if p.IsAttacked(sq, White) || len(p.appendPseudoLegalFrom(nil, sq)) > 0 {
				t.Errorf("square %d is taken for a square of the board", sq)
			}
		}
		for got := range p.Checkers() {
			t.Errorf("checker %v", got)
		}
		if p.Moved(0) != NoPiece || p.IsCapture(0) || p.GivesCheck(0) || p.kingAttacked(White) {
			t.Error("the null move moves")
		}
	}
	// For invalid moves the results are meaningless, but there is no panic.
	r := rand.New(rand.NewPCG(18, 1))
	for range 20000 {
		m := Move(r.Uint32())
		if r.IntN(2) == 0 {
			m &= 0xFFFFF
		}
		p.GivesCheck(m)
		p.IsCapture(m)
		zero.GivesCheck(m)
	}
}

func TestQueriesAllocate(t *testing.T) {
	p := MustParseFEN(perftTests[1].fen)
	m := p.AppendMoves(nil)[5]
	var buf [MaxMoves]Move
	sum := 0
	for name, f := range map[string]func(){
		"Attackers": func() {
			for sq := range p.Attackers(E4, White) {
				sum += int(sq)
			}
		},
		"XRayAttackers": func() {
			for sq := range p.XRayAttackers(E4, White) {
				sum += int(sq)
			}
		},
		"Defenders": func() {
			for sq := range p.Defenders(E5) {
				sum += int(sq)
			}
		},
		"Attacks": func() {
			for sq := range p.Attacks(E5) {
				sum += int(sq)
			}
		},
		"Checkers": func() {
			for sq := range p.Checkers() {
				sum += int(sq)
			}
		},
		"Pins": func() {
			for pinned, pinner := range p.Pins(Black) {
				sum += int(pinned - pinner)
			}
		},
		"AppendPseudoLegal": func() { p.AppendPseudoLegal(buf[:0]) },
		"GivesCheck":        func() { p.GivesCheck(m) },
		"Legal":             func() { p.Legal(m) },
	} {
		if n := testing.AllocsPerRun(20, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

func anyMove(*Position, Move) bool { return true }

// benchmarkMoves measures f for each wanted move.
func benchmarkMoves(b *testing.B, wanted, f func(p *Position, m Move) bool) {
	type position struct {
		p     Position
		moves []Move
	}
	var all []position
	n := 0
	for p := range manyPositions(19, 40) {
		moves := slices.DeleteFunc(p.AppendMoves(nil), func(m Move) bool { return !wanted(p, m) })
		all = append(all, position{*p, moves})
		n += len(moves)
	}
	b.ReportAllocs()
	yes := 0
	for b.Loop() {
		for i := range all {
			for _, m := range all[i].moves {
				if f(&all[i].p, m) {
					yes++
				}
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/move")
}

func BenchmarkAttackers(b *testing.B) {
	p := MustParseFEN(perftTests[1].fen)
	sum := 0
	for b.Loop() {
		for sq := range p.Attackers(E4, White) {
			sum += int(sq)
		}
	}
}
