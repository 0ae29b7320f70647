package chess

import "math/bits"

// pawnFacts is what an evaluation needs to know about the pawns alone. It is kept
// in a pawnTable from one position to the next, since few moves are made by pawns.
type pawnFacts struct {
	key    pawnKey
	files  [2]pawnFiles
	passed [2]SquareSet // see Survey.Passed
	scored bool         // whether scores is set
	scores [2]pair      // what Survey.structure credits for these pawns, by Color

	// What Survey.shelter credits with these pawns, for a king and its castling
	// rights, by Color.
	shelter [2]struct {
		king  uint32
		worth Tapered
	}
}

// pawnFiles holds the ranks of one side's rearmost and most advanced pawn on
// each file, counted from that side; 0 for none. The files are counted from 1,
// so that each has neighbours.
type pawnFiles struct{ rear, front [10]uint8 }

// pawnKey holds the pawns of both sides, by Color.
type pawnKey [2]SquareSet

// A pawnTable keeps pawnFacts by their key: a pawn hash table. New facts replace
// those with the same index. An empty entry is right as it is: no pawns.
type pawnTable [1 << pawnTableBits]pawnFacts

const pawnTableBits = 12 // 416 KiB

// index returns the index of the key in a pawnTable.
func (k *pawnKey) index() uint64 {
	high, low := bits.Mul64(uint64(k[0])^0x9E3779B97F4A7C15, uint64(k[1])^0xD1B54A32D192ED03)
	return (high ^ low) >> (64 - pawnTableBits)
}

// find computes files and passed, which must be zero, from the key.
func (f *pawnFacts) find() {
	for c := range f.files {
		own := &f.files[c]
		for set := f.key[c]; set != 0; set &= set - 1 {
			file, rank := relative(Color(c), set.First())
			own.front[file] = max(own.front[file], rank)
			if own.rear[file] == 0 || own.rear[file] > rank {
				own.rear[file] = rank
			}
		}
	}
	for c := range Color(2) {
		own, enemy := &f.files[c], &f.files[c.Other()]
		for file := 1; file <= 8; file++ {
			if rank := own.front[file]; rank != 0 && !enemy.ahead(file-1, rank) &&
				!enemy.ahead(file, rank) && !enemy.ahead(file+1, rank) {
				f.passed[c] |= SquareAt(file-1, int(rank^uint8(c)*7)).Set()
			}
		}
	}
}

// ahead reports whether the side whose files these are has a pawn on a file in
// front of a rank of its enemy, counted from the enemy's side.
func (f *pawnFiles) ahead(file int, rank uint8) bool {
	return f.rear[file] != 0 && f.rear[file] < 7-rank
}

// candidate reports whether c's pawn on sq, with no enemy pawn in front of it on
// its file, is kept from being passed by enemy pawns on the files beside, but by
// no more than c has pawns there, level with it or behind it, to support it.
func (f *pawnFacts) candidate(c Color, sq Square) bool {
	file := sq.SameFile()
	beside := file.Beside()
	ahead := ^SquareSet(0) << (sq | 7) << 1
	if c == Black {
		ahead = 1<<(sq&^7) - 1
	}
	guards := beside & ahead & f.key[c.Other()]
	return guards != 0 && (beside&^ahead&f.key[c]).Len() >= guards.Len()
}

// nearest returns how many king's moves it is from sq to the nearest of c's
// pawns, 0 if there is none.
func (f *pawnFacts) nearest(c Color, sq Square) int {
	near := sq.Set()
	for away := range 8 {
		if near&f.key[c] != 0 {
			return away
		}
		wide := near | near.Beside()
		near = wide | wide<<8 | wide>>8
	}
	return 0
}

// bare returns on how many of the three files around c's king it has no pawn. A king on
// the edge counts as if it were one file further in.
func (f *pawnFacts) bare(c Color, king Square) (n int) {
	file := min(max(king.File()+1, 2), 7)
	for _, rank := range f.files[c].front[file-1 : file+2] {
		n += int(oneIf(rank == 0))
	}
	return n
}

// relative returns a square's file, counted from 1, and its rank, counted from
// c's side: 0 for c's first rank.
func relative(c Color, sq Square) (file int, rank uint8) {
	return sq.File() + 1, uint8(sq>>3) ^ uint8(c)*7
}

// distance returns how many king's moves it is from one square to another.
func distance(a, b Square) int { return int(distances[a&63][b&63]) }

var distances = func() (t [64][64]uint8) {
	for a := range NoSquare {
		for b := range NoSquare {
			files, ranks := a.File()-b.File(), a.Rank()-b.Rank()
			t[a][b] = uint8(max(files, -files, ranks, -ranks))
		}
	}
	return
}()
