package chess

import (
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// randomStart returns a position to play from, and how many plies: by i of chess,
// Chess960 or three-check, or with pieces anywhere.
// asVariant returns a setup of ordinary chess as one of a random variant.
func asVariant(r *rand.Rand, s Setup) Setup {
	s.Variant, s.Checks = Variant(r.IntN(len(ruleSets))), [2]int{}
	switch rules := s.rules(); {
	case s.Variant == ThreeCheck:
		s.Checks = [2]int{1 + r.IntN(3), 1 + r.IntN(3)}
	case s.Variant == Crazyhouse:
		for range r.IntN(6) {
			s.Pocket = append(s.Pocket, PieceType(1+r.IntN(5)).Of(Color(r.IntN(2))))
		}
		for sq, piece := range s.Board {
			if t := piece.Type(); t > Pawn && t < King && !slices.Contains(s.Castling, Square(sq)) && r.IntN(3) == 0 {
				s.Promoted = append(s.Promoted, Square(sq))
			}
		}
	case rules.kingless[White]:
		for sq, piece := range s.Board {
			if piece == WhiteKing {
				s.Board[sq] = NoPiece
			}
		}
		s.Castling = slices.DeleteFunc(s.Castling, func(sq Square) bool { return sq < A8 })
	case rules.losing && len(s.Castling) == 0: // kings are pieces like others
		for sq, piece := range s.Board {
			if piece.Type() == Queen && r.IntN(2) == 0 {
				s.Board[sq] = King.Of(piece.Color())
			}
		}
	}
	if s.rules().noCastle {
		s.Castling = nil
	}
	return s
}

func randomStart(r *rand.Rand, i int) (p Position, plies int) {
	for range 1000 {
		var s Setup
		plies := 60
		switch {
		case i%8 == 0:
			s = MustParseFEN(perftTests[i/8%len(perftTests)].fen).Setup()
		case i%8 == 4:
			s = MustParseFEN(oddFENs[i/8%len(oddFENs)]).Setup()
			plies = 8
		case i%8 == 2:
			s = Variant(i / 8 % len(ruleSets)).StartPosition().Setup()
		case i%4 == 1:
			s = chess960(r.IntN(960))
			for sq, piece := range s.Board { // with fewer pieces between, castling comes early
				if t := piece.Type(); i%8 == 1 && t != King && t != Rook && r.IntN(3) > 0 {
					s.Board[sq] = NoPiece
				}
			}
			if r.IntN(2) == 0 {
				s.Variant, s.Checks = ThreeCheck, [2]int{3, 1 + r.IntN(3)}
			}
		default:
			s = randomSetup(r, []PieceType{Pawn, Pawn, Knight, Bishop, Rook, Queen}, r.IntN(24))
			if r.IntN(8) == 0 { // more than eight pawns or sixteen pieces on a side
				s = randomSetup(r, []PieceType{Pawn, Pawn, Pawn, Knight, Bishop, Rook, Queen}, 20+r.IntN(60))
			}
			plies = 4
			if r.IntN(2) == 0 {
				s = asVariant(r, s)
			}
		}
		if p, err := s.Position(); err == nil {
			return p, plies
		}
	}
	panic("no setup is a position")
}

// manyPositions yields the positions of random games from random starts.
func manyPositions(seed uint64, games int) iter.Seq[*Position] {
	return func(yield func(*Position) bool) {
		r := rand.New(rand.NewPCG(seed, chesstest.Seed()))
		for i := range games {
			p, plies := randomStart(r, i)
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
	for p := range manyPositions(11, chesstest.Sample(t, 20)) {
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
		want := slowSquares(func(s spot) bool {
			return slow.inCheck(slow.turn) && slow.has(s, slow.turn.Other()) && slow.attacks(s, king)
		})
		if diff := cmp.Diff(want, sortedSquares(p.Checkers())); diff != "" {
			t.Fatalf("%v: Checkers (-slow +fast):\n%s", p, diff)
		}
	}
}

func TestPins(t *testing.T) {
	for p := range manyPositions(12, chesstest.Sample(t, 400)) {
		slow := newSlow(p.Setup())
		for c := range Color(2) {
			king := slow.king(c)
			want := map[Square]Square{}
			immune := king == nowhere || slow.losing() || slow.kingsTouch(king, slow.king(c.Other()))
			for i, s := range everywhere {
				if !slow.has(s, c) || s == king || immune {
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
		}
	}
	for pinned := range (&Position{}).Pins(Black) {
		t.Errorf("%v in the zero Position", pinned)
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
		if p.moved(0) != NoPiece || p.IsCapture(0) || p.GivesCheck(0) || p.kingAttacked(White) {
			t.Error("the null move moves")
		}
	}
	// For invalid moves the results are meaningless, but there is no panic.
	r := rand.New(rand.NewPCG(18, chesstest.Seed()))
	for range 20000 {
		m := Move(r.Uint32())
		if r.IntN(2) == 0 {
			m &= 0xFFFFF
		}
		p.GivesCheck(m)
		p.IsCapture(m)
		p.SEE(m, nil)
		p.SEEAtLeast(m, 0, nil)
		zero.GivesCheck(m)
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
