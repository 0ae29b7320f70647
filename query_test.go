package chess

import (
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
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

// slowXRay reports whether the man on from attacks to, if need be after those
// between who attack it along the line have gone.
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
					if diff := cmp.Diff(want, sortedSquares(p.Coverers(sq))); diff != "" {
						t.Fatalf("%v: Coverers(%v) (-slow +fast):\n%s", p, sq, diff)
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
			if got, want := p.IsKingAttacked(c), slow.inCheck(c); got != want {
				t.Fatalf("%v: IsKingAttacked(%v) = %v", p, c, got)
			}
		}
		king := slow.king(slow.turn)
		want := slowSquares(func(s spot) bool { return slow.has(s, slow.turn.Other()) && slow.attacks(s, king) })
		if diff := cmp.Diff(want, sortedSquares(p.Checkers())); diff != "" {
			t.Fatalf("%v: Checkers (-slow +fast):\n%s", p, diff)
		}
	}
	if hidden == 0 {
		t.Error("there was no x-ray attacker")
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
	got := slices.SortedFunc(p.Pins(White), func(a, b Pin) int { return int(a.Pinner) - int(b.Pinner) })
	want := []Pin{{E1, D1, B1}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Square{D1, C1, B1}, slices.Collect(got[0].Line())); diff != "" {
		t.Errorf("the line (-want +got):\n%s", diff)
	}
	for pin := range (&Position{}).Pins(Black) {
		t.Errorf("%v in the zero Position", pin)
	}
	for sq := range (Pin{King: A1, Pinner: B3}).Line() {
		t.Errorf("%v on a line that is none", sq)
	}

	pins := 0
	for p := range manyPositions(12, scale(400)) {
		slow := newSlow(p.Setup())
		for c := range Color(2) {
			king := slow.king(c)
			var want []Pin
			for i, s := range everywhere {
				if !slow.has(s, c) || s == king {
					continue
				}
				without := *slow
				without.put(s, NoPiece)
				for j, by := range everywhere {
					if slow.has(by, c.Other()) && without.attacks(by, king) && !slow.attacks(by, king) {
						want = append(want, Pin{p.King(c), Square(i), Square(j)})
					}
				}
			}
			got := slices.Collect(p.Pins(c))
			less := cmpopts.SortSlices(func(a, b Pin) bool { return a.Pinned < b.Pinned })
			if diff := cmp.Diff(want, got, less, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("%v: Pins(%v) (-slow +fast):\n%s", p, c, diff)
			}
			pins += len(got)
			for _, pin := range got {
				line := slices.Collect(pin.Line())
				if !slices.Contains(line, pin.Pinned) || line[len(line)-1] != pin.Pinner {
					t.Fatalf("%v: the line of %v is %v", p, pin, line)
				}
			}
		}
	}
	if pins == 0 {
		t.Error("there was no pin")
	}
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
			if got, want := p.IsZeroing(m), next.Halfmoves() == 0; got != want {
				t.Fatalf("%v: IsZeroing(%v) = %v, want %v", p, m, got, want)
			}
			// The man captured is the one that is missing.
			lost := NoPiece
			for i := range 16 {
				if place := p.own() ^ 16 + uint8(i); p.men[place] != 0 && next.men[place] == 0 {
					lost = p.men[place].piece()
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

// TestLegal tries the moves of the position itself and of others, with bits
// changed, and random bits.
func TestLegal(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 1))
	pool := []Move{0, 1 << 31, 1<<32 - 1}
	for p := range manyPositions(15, scale(400)) {
		for _, m := range p.AppendMoves(nil) {
			if r.IntN(8) == 0 || m >= doublePush && r.IntN(2) == 0 {
				pool = append(pool, m)
			}
		}
	}
	slices.Sort(pool)
	pool = slices.Compact(pool)
	legal := map[bool]int{}
	try := func(p *Position, moves []Move, m Move) {
		got, want := p.Legal(m), slices.Contains(moves, m)
		if got != want {
			t.Fatalf("%v: Legal(%#x, %v) = %v, want %v", p, uint32(m), m, got, want)
		}
		legal[got]++
	}
	for p := range manyPositions(16, scale(400)) {
		moves := p.AppendMoves(nil)
		for _, m := range moves {
			try(p, moves, m)
			try(p, moves, m^1<<r.IntN(32))
			try(p, moves, m&0xFFFF|Move(r.IntN(16))<<16)
		}
		for range 500 {
			try(p, moves, pool[r.IntN(len(pool))])
		}
		for range 50 {
			try(p, moves, Move(r.Uint32()))
			try(p, moves, Move(r.Uint32N(10<<16)))
		}
		for sq := range NoSquare { // what is legal but for checks
			for _, m := range p.AppendPseudoLegal(nil, sq) {
				try(p, moves, m)
			}
		}
	}
	// All there are, and those of kinds that do not exist.
	for _, fen := range []string{
		perftTests[1].fen, perftTests[3].fen,
		"8/8/8/3pP2k/8/8/3P1P2/4K3 w - d6 0 9",
		"4k3/2p5/3N4/8/8/8/8/r3R1K1 b - - 0 9", // a double check
	} {
		p := MustParseFEN(fen)
		moves := p.AppendMoves(nil)
		for m := range Move(16 << 16) {
			try(&p, moves, m)
		}
	}
	if legal[true] == 0 || legal[false] == 0 {
		t.Error("all answers were the same:", legal)
	}
	for range 1000 {
		try(&Position{}, nil, Move(r.Uint32N(10<<16)))
	}
}

func TestPseudoLegal(t *testing.T) {
	kings, castlings := 0, 0
	for p := range manyPositions(17, scale(800)) {
		if p.threeChecksGiven() {
			continue
		}
		legal := p.AppendMoves(nil)
		slow := newSlow(p.Setup())
		for sq := range NoSquare {
			piece := p.At(sq)
			moves := p.AppendPseudoLegal(nil, sq)
			var want []Move
			for _, m := range legal {
				if m.From() == sq {
					want = append(want, m)
				}
			}
			var got []Move
			for _, m := range moves {
				if m.From() != sq || piece == NoPiece {
					t.Fatalf("%v: move %v of %v", p, m, sq)
				}
				switch {
				case m.IsCastling():
					castlings++
				case p.Captured(m).Type() == King:
					kings++
				case piece.Type() != Pawn && !slow.attacks(everywhere[sq], everywhere[m.To()]):
					t.Fatalf("%v: move %v", p, m)
				}
				if piece.Color() == p.Turn() {
					if next := p.After(m); !next.IsKingAttacked(p.Turn()) {
						got = append(got, m)
					}
				}
			}
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Fatalf("%v: the legal moves of %v are %v, want %v", p, sq, got, want)
			}
		}
		// The other side's moves are those it has when it is its turn.
		if next := p.After(0); p.passed == 0 && !p.InCheck() && !p.IsThreeCheck() {
			for sq := range NoSquare {
				if a, b := p.AppendPseudoLegal(nil, sq), next.AppendPseudoLegal(nil, sq); !slices.Equal(a, b) {
					t.Fatalf("%v: the moves of %v are %v, and %v after the turn", p, sq, a, b)
				}
			}
		}
	}
	if kings == 0 || castlings == 0 {
		t.Errorf("%d captures of a king, %d castlings", kings, castlings)
	}
}

func TestQueriesOffBoard(t *testing.T) {
	p := StartPosition()
	var zero Position
	for _, p := range []*Position{&p, &zero} {
		for _, sq := range []Square{NoSquare, NoSquare + 1, 255} {
			for _, seq := range []iter.Seq[Square]{p.Attackers(sq, White), p.XRayAttackers(sq, Black), p.Coverers(sq), p.Attacks(sq)} {
				for got := range seq {
					t.Errorf("%v for square %d", got, sq)
				}
			}
			if p.IsAttacked(sq, White) || len(p.AppendPseudoLegal(nil, sq)) > 0 {
				t.Errorf("square %d is taken for one of the board", sq)
			}
		}
		for got := range p.Checkers() {
			t.Errorf("checker %v", got)
		}
		if p.Moved(0) != NoPiece || p.IsCapture(0) || p.IsZeroing(0) || p.GivesCheck(0) || p.IsKingAttacked(White) {
			t.Error("the null move moves")
		}
	}
	// Moves that are none get nonsense for an answer, but they get one.
	r := rand.New(rand.NewPCG(18, 1))
	for range 20000 {
		m := Move(r.Uint32())
		if r.IntN(2) == 0 {
			m &= 0xFFFFF
		}
		p.GivesCheck(m)
		p.IsZeroing(m)
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
		"Coverers": func() {
			for sq := range p.Coverers(E5) {
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
			for pin := range p.Pins(Black) {
				for sq := range pin.Line() {
					sum += int(sq)
				}
			}
		},
		"AppendPseudoLegal": func() { p.AppendPseudoLegal(buf[:0], E1) },
		"GivesCheck":        func() { p.GivesCheck(m) },
		"Legal":             func() { p.Legal(m) },
	} {
		if n := testing.AllocsPerRun(20, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

func anyMove(*Position, Move) bool { return true }

// benchmarkMoves times f for the moves that are wanted.
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

func BenchmarkGivesCheck(b *testing.B) {
	b.Run("fast", func(b *testing.B) { benchmarkMoves(b, anyMove, (*Position).GivesCheck) })
	b.Run("slow", func(b *testing.B) {
		var next Position
		benchmarkMoves(b, anyMove, func(p *Position, m Move) bool { p.Do(m, &next); return next.InCheck() })
	})
}

func BenchmarkLegal(b *testing.B) {
	b.Run("fast", func(b *testing.B) { benchmarkMoves(b, anyMove, (*Position).Legal) })
	b.Run("slow", func(b *testing.B) {
		benchmarkMoves(b, anyMove, func(p *Position, m Move) bool {
			var buf [MaxMoves]Move
			return slices.Contains(p.AppendMoves(buf[:0]), m)
		})
	})
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
