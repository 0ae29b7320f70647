package chess

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

func TestBitboards(t *testing.T) {
	r := rand.New(rand.NewPCG(8, chesstest.Seed()))
	for range 1000 {
		cells := [4]uint64{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()}
		var want [4]SquareSet
		for sq := range NoSquare {
			cell := cells[sq>>4] >> (sq & 15 * 4)
			for i := range want {
				want[i] |= SquareSet(cell>>i&1) << sq
			}
		}
		if got := bitboards(&cells); got != want {
			t.Fatalf("the bitboards of %x are %x, want %x", cells, got, want)
		}
	}
}

// TestSliderAttacks compares the attacks with a walk along each line, on boards
// with any number of pieces.
func TestSliderAttacks(t *testing.T) {
	r := rand.New(rand.NewPCG(9, chesstest.Seed()))
	walk := func(sq Square, occupied SquareSet, steps []uint8) (set SquareSet) {
		for _, d := range steps {
			for at := mailbox[sq] + d; mailbox[squares[at&127]] == at; at += d {
				set |= squares[at].Set()
				if occupied.Has(squares[at]) {
					break
				}
			}
		}
		return set
	}
	for range 200 {
		occupied := SquareSet(r.Uint64() & r.Uint64())
		if r.IntN(2) == 0 {
			occupied |= SquareSet(r.Uint64())
		}
		for sq := range NoSquare {
			if got, want := rookAttacks(sq, occupied), walk(sq, occupied, lineSteps[:4]); got != want {
				t.Fatalf("a rook on %v attacks %x of %x, want %x", sq, got, occupied, want)
			}
			if got, want := bishopAttacks(sq, occupied), walk(sq, occupied, lineSteps[4:]); got != want {
				t.Fatalf("a bishop on %v attacks %x of %x, want %x", sq, got, occupied, want)
			}
		}
	}
}

// squaresOf returns the squares for which in is true, one at a time.
func squaresOf(in func(Square) bool) (set SquareSet) {
	for sq := range NoSquare {
		if in(sq) {
			set += 1 << sq
		}
	}
	return set
}

// TestSquareSet compares the methods with loops over the squares.
func TestSquareSet(t *testing.T) {
	r := rand.New(rand.NewPCG(10, chesstest.Seed()))
	sets := []SquareSet{0, 1, 1 << 63, ^SquareSet(0), aFile, hFile, firstRank}
	for range 300 {
		sets = append(sets, SquareSet(r.Uint64()&r.Uint64()))
	}
	for _, s := range sets {
		var members []Square
		for sq := range NoSquare {
			if s.Has(sq) != (s>>sq&1 == 1) {
				t.Errorf("%v has %v: %v", s, sq, s.Has(sq))
			}
			if s.Has(sq) {
				members = append(members, sq)
			}
		}
		if got := slices.Collect(s.All()); !slices.Equal(got, members) || s.Len() != len(members) || s.First() != append(members, NoSquare)[0] {
			t.Errorf("%#x has %v, %d, first %v, want %v", uint64(s), got, s.Len(), s.First(), members)
		}
		for c, step := range [2]int{1, -1} {
			want := squaresOf(func(sq Square) bool {
				from := sq.Rank() - step
				return from >= 0 && from < 8 && s.Has(SquareAt(sq.File(), from))
			})
			if got := s.Forward(Color(c)); got != want {
				t.Errorf("%v forward for %v is %v, want %v", s, Color(c), got, want)
			}
		}
		want := squaresOf(func(sq Square) bool {
			return sq.File() > 0 && s.Has(sq-1) || sq.File() < 7 && s.Has(sq+1)
		})
		if got := s.Beside(); got != want {
			t.Errorf("beside %v is %v, want %v", s, got, want)
		}
		for c := range Color(2) {
			if got, want := s.Forward(c).Beside(), pawnAttacks(c, s); got != want {
				t.Errorf("%v's pawns on %v attack %v, want %v", c, s, got, want)
			}
		}
	}
	for _, sq := range []Square{NoSquare, NoSquare + 1, 255} {
		if set := sq.Set() | sq.SameFile() | sq.SameRank() | sq.SameColor() | WhiteQueen.Attacks(sq, 0); set != 0 {
			t.Errorf("the sets of square %d have %v", sq, set)
		}
		if (^SquareSet(0)).Has(sq) {
			t.Errorf("a set has square %d", sq)
		}
	}
	for sq := range NoSquare {
		got := [4]SquareSet{sq.Set(), sq.SameFile(), sq.SameRank(), sq.SameColor()}
		want := [4]SquareSet{
			squaresOf(func(to Square) bool { return to == sq }),
			squaresOf(func(to Square) bool { return to.File() == sq.File() }),
			squaresOf(func(to Square) bool { return to.Rank() == sq.Rank() }),
			squaresOf(func(to Square) bool { return (to.File()+to.Rank())%2 == (sq.File()+sq.Rank())%2 }),
		}
		if got != want {
			t.Errorf("the sets of %v are %v, want %v", sq, got, want)
		}
	}
	n := 0
	if allocs := testing.AllocsPerRun(100, func() {
		for sq := range sets[3].All() {
			n += int(sq)
		}
	}); allocs != 0 {
		t.Errorf("All allocates %v times", allocs)
	}
}

// TestPieceAttacks compares Piece.Attacks with Position.Attacks, which does not use
// sets.
func TestPieceAttacks(t *testing.T) {
	p := MustParseFEN("8/1Q1r4/8/2b1kn2/5P2/pK2B3/4N2p/8 b - - 0 1")
	_, occupied := p.attackedBy(White)
	for sq, piece := range p.Pieces() {
		var want SquareSet
		for to := range p.Attacks(sq) {
			want |= to.Set()
		}
		if got := piece.Attacks(sq, occupied); got != want {
			t.Errorf("%v on %v attacks %v, want %v", piece, sq, got, want)
		}
	}
	for _, piece := range []Piece{NoPiece, 7, 8, 15, 200} {
		if set := piece.Attacks(E4, 0); set != 0 {
			t.Errorf("piece %d attacks %v", piece, set)
		}
	}
}

func TestSquareSetText(t *testing.T) {
	for s, want := range map[SquareSet]string{0: "-", A1.Set(): "a1", H8.Set() | E4.Set() | A1.Set(): "a1 e4 h8"} {
		if got := s.String(); got != want {
			t.Errorf("%#x is %q, want %q", uint64(s), got, want)
		}
	}
}

// The squares that a side attacks are those of which IsAttacked says so.
func TestAttackedBy(t *testing.T) {
	for p := range manyPositions(24, chesstest.Sample(t, 200)) {
		for c := range Color(2) {
			got, occupied := p.attackedBy(c)
			for sq := range NoSquare {
				if got.Has(sq) != p.IsAttacked(sq, c) {
					t.Fatalf("%s: %v attacks %v: %v", p.FEN(), c, sq, got.Has(sq))
				}
				if occupied.Has(sq) != (p.pieceAt(sq) != NoPiece) {
					t.Fatalf("%s: a piece on %v: %v", p.FEN(), sq, occupied.Has(sq))
				}
			}
		}
	}
}

// A piece gives check from the squares that are found for its type, and from no others,
// unless it opens a line or is not the only piece that moves.
func TestCheckSquares(t *testing.T) {
	checks := 0
	for p := range manyPositions(25, chesstest.Sample(t, 200)) {
		if p.Variant() > KingOfTheHill { // the search asks there too, to order the moves
			continue
		}
		_, occupied := p.attackedBy(p.Turn())
		by := p.checkSquares(occupied)
		for _, m := range p.LegalMoves() {
			if p.IsCastling(m) || m.IsPromotion() {
				continue
			}
			next, direct := p.After(m), false
			for sq := range next.Checkers() {
				direct = direct || sq == m.To()
			}
			if got := by[p.mover(m).Type()].Has(m.To()); got != direct {
				t.Fatalf("%s: %v gives check: %v", p.FEN(), m, got)
			}
			checks += int(oneIf(direct))
		}
	}
	if checks == 0 {
		t.Error("no checks")
	}
}

// Between and Distance agree with steps on the board.
func TestBetween(t *testing.T) {
	for a := range NoSquare + 1 {
		for b := range NoSquare + 1 {
			var between SquareSet
			distance := 0
			if a < NoSquare && b < NoSquare {
				files, ranks := b.File()-a.File(), b.Rank()-a.Rank()
				distance = max(files, -files, ranks, -ranks)
				if files == 0 || ranks == 0 || files == ranks || files == -ranks {
					for i := 1; i < distance; i++ {
						between |= SquareAt(a.File()+files*i/distance, a.Rank()+ranks*i/distance).Set()
					}
				}
			}
			if a.Between(b) != between || a.Distance(b) != distance {
				t.Fatalf("%v %v: %v, %d, want %v, %d", a, b, a.Between(b), a.Distance(b), between, distance)
			}
		}
	}
}
