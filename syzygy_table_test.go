package chess

import (
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// TestSyzygyIndex checks that the placements of pieces get all indexes that there are.
func TestSyzygyIndex(t *testing.T) {
	for _, tt := range []struct {
		pieces []Piece
		places []byte
	}{
		{[]Piece{WhiteKing, WhiteQueen, BlackKing}, []byte{0}},
		{[]Piece{WhitePawn, WhiteKing, BlackKing}, []byte{2}},
		{[]Piece{WhiteKing, WhiteRook, BlackKing, BlackQueen}, []byte{1}},
		{[]Piece{BlackKing, WhiteKing, WhiteKnight, WhiteKnight}, []byte{0}},
		{[]Piece{BlackPawn, BlackPawn, WhiteKing, BlackKing}, []byte{1}},
		{[]Piece{WhitePawn, BlackPawn, WhiteKing, BlackKing}, []byte{2, 0}},
	} {
		if chesstest.Sampled(t) && len(tt.pieces) > 3 {
			continue
		}
		list := make([]byte, len(tt.pieces))
		for i, p := range tt.pieces {
			list[i] = byte(p)
		}
		var rows [4]syzygyIndex
		var seen [4][]bool
		for file := range rows {
			if !rows[file].setOrder(list, file, tt.places) {
				t.Fatalf("%v: the order is refused", tt.pieces)
			}
			seen[file] = make([]bool, rows[file].size)
		}
		var place func(n int, squares squareList, taken uint64)
		place = func(n int, squares squareList, taken uint64) {
			if n == len(list) {
				file, index := placementIndex(&rows, squares)
				if index < rows[file].size {
					seen[file][index] = true
				} else if rows[0].kind != leadKings {
					t.Errorf("%v: the index %d of %d", tt.pieces, index, rows[file].size)
				}
				return
			}
			for sq := range 64 {
				onEdge := sq < 8 || sq >= 56
				again := n > 0 && list[n] == list[n-1] && sq < squares.at(n-1)
				if taken>>sq&1 == 0 && !again && !(onEdge && tt.pieces[n].Type() == Pawn) {
					place(n+1, squares|squareList(sq)<<(8*n), taken|1<<sq)
				}
			}
		}
		place(0, 0, 0)
		for file, seen := range seen {
			for index, ok := range seen {
				if !ok && (file == 0 || rows[0].kind == leadPawns) {
					t.Errorf("%v, file %d: no placement has the index %d of %d", tt.pieces, file, index, len(seen))
					break
				}
			}
		}
	}
}

// placementIndex returns the index of pieces on squares, and of which row.
func placementIndex(rows *[4]syzygyIndex, squares squareList) (file int, index uint64) {
	if rows[0].kind != leadPawns {
		return 0, rows[0].ofPieces(squares)
	}
	var set uint64
	for i := range rows[0].lead {
		set |= 1 << syzygyPawnOrder[squares.at(i)]
	}
	lead, set, mirror := leadPawn(set)
	if mirror {
		squares = squares.mirror(7)
	}
	file = leadFile(lead)
	return file, rows[file].ofPawns(squares, lead, set)
}

// TestSyzygyLeads compares the numbers of leading groups with what is known of them.
func TestSyzygyLeads(t *testing.T) {
	if threeSquares != 31332 || kingPairs != 462 {
		t.Errorf("%d placements of three pieces and %d of two kings, want 31332 and 462", threeSquares, kingPairs)
	}
	for _, tt := range []struct {
		sq   Square
		want int
	}{{A2, 47}, {H2, 46}, {A3, 45}, {B2, 35}, {D7, 1}, {E7, 0}} {
		if got := syzygyPawnOrder[tt.sq]; got != tt.want {
			t.Errorf("the place of %v is %d, want %d", tt.sq, got, tt.want)
		}
	}
}

// TestSyzygyOrders refuses orders that cannot be.
func TestSyzygyOrders(t *testing.T) {
	king, other, pawn, theirs, rook := byte(WhiteKing), byte(BlackKing), byte(WhitePawn), byte(BlackPawn), byte(WhiteRook)
	for _, tt := range []struct {
		pieces, places []byte
		ok             bool
	}{
		{[]byte{king, rook, other}, []byte{0}, true},
		{[]byte{king, rook, other}, []byte{1}, false},                  // there is only one group
		{[]byte{king, rook, rook, other}, []byte{0}, false},            // the kings lead
		{[]byte{rook, rook, king, other}, []byte{0}, false},            // so they stand first
		{[]byte{pawn, theirs, king, other}, []byte{0, 0}, false},       // two groups in one place
		{[]byte{pawn, king, theirs, other}, []byte{0, 1}, false},       // pawns are the second group
		{[]byte{pawn, theirs, king, other}, []byte{3, 15}, false},      // there are four groups
		{[]byte{pawn, theirs, king, other}, []byte{3, 2}, true},        //
		{[]byte{rook, king, other, pawn, theirs}, []byte{0, 1}, false}, // pawns lead
	} {
		var x syzygyIndex
		if ok := x.setOrder(tt.pieces, 0, tt.places); ok != tt.ok {
			t.Errorf("%v in %v: %v", tt.pieces, tt.places, ok)
		}
	}
}
