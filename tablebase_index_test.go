package chess

import (
	"slices"
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// numberedEndings returns indexes of all endings of two to four pieces and of some of five.
func numberedEndings(t *testing.T) (all []*endingIndex) {
	t.Helper()
	endings := slices.Concat(Endings(2), Endings(3), Endings(4))
	for _, name := range []string{"KNNvKP", "KBBvKN", "KPPvKP", "KQQQvK", "KPPPvK", "KQRvKB"} {
		endings = append(endings, mustEnding(name))
	}
	for _, e := range endings {
		x, err := newEndingIndex(e)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, x)
	}
	return all
}

// TestEndingIndex checks that a number and its position lead to each other, that
// symmetric positions and those with equal pieces exchanged have the same number, or its
// mirror image's, and that each number is of one stage.
func TestEndingIndex(t *testing.T) {
	r := chesstest.Rand(t)
	tries := chesstest.Sample(t, 20_000)
	for _, x := range numberedEndings(t) {
		symmetries := len(symmetric)
		if x.pawns > 0 {
			symmetries = 2
		}
		for try := range tries {
			n := r.IntN(x.size)
			if x.size <= tries {
				n = try % x.size
			}
			stage := x.stageOf(n)
			if n < stage.first || n >= stage.first+stage.block*len(x.kings.pairs) {
				t.Fatalf("%v: %d is not in its stage", x.ending, n)
			}
			var at placement
			x.squares(n, stage, &at)
			if got := x.number(&at); got != n {
				t.Fatalf("%v: number(squares(%d)) = %d: %v", x.ending, n, got, at)
			}
			king := (n - stage.first) / stage.block
			mirror := n
			if x.kings.diagonal[king] {
				mirror = x.mirrored(at, king)
			}
			image := x.image(&at, uint8(r.IntN(symmetries)))
			if i := 2 + r.IntN(maxMadePieces-3); i+1 < len(x.pieces) && x.pieces[i] == x.pieces[i+1] {
				image[i], image[i+1] = image[i+1], image[i]
			}
			if got := x.number(&image); got != n && got != mirror {
				t.Fatalf("%v: the image %v of %d, %v, has number %d", x.ending, image, n, at, got)
			}
		}
	}
}

// TestEndingIndexEnPassant checks the numbers of positions with the right to capture en
// passant.
func TestEndingIndexEnPassant(t *testing.T) {
	for _, x := range numberedEndings(t) {
		for side := range Color(2) {
			step := 1 + (x.length(side)-x.size)/10_000
			for n := x.size; n < x.length(side); n += step {
				var at placement
				file := x.enPassantSquares(n, side, &at)
				if got, ok := x.enPassantNumber(&at, side, file); !ok || got != n {
					t.Fatalf("%v: enPassantNumber(enPassantSquares(%d)) = %d, %v", x.ending, n, got, ok)
				}
				image := x.image(&at, mirroredFiles)
				if got, ok := x.enPassantNumber(&image, side, 7-file); !ok || got != n {
					t.Fatalf("%v: the mirror image of %d has number %d, %v", x.ending, n, got, ok)
				}
			}
		}
	}
}

func TestKingNumbers(t *testing.T) {
	for _, tt := range []struct {
		name          string
		kings         *kingNumbers
		pairs, orbits int
	}{
		{"without pawns", kingsWithoutPawns(), 462, 10},
		{"with pawns", kingsWithPawns(), 1806, 32},
	} {
		if got := len(tt.kings.pairs); got != tt.pairs {
			t.Errorf("%s: %d ways, want %d", tt.name, got, tt.pairs)
		}
		for c, orbits := range tt.kings.orbits {
			seen := map[int]bool{}
			for _, orbit := range orbits {
				for _, n := range orbit {
					seen[n] = true
				}
			}
			if len(orbits) != tt.orbits || len(seen) != tt.pairs {
				t.Errorf("%s: %d orbits of %v with %d numbers, want %d with %d", tt.name, len(orbits), Color(c), len(seen), tt.orbits, tt.pairs)
			}
		}
	}
}

// TestPawnStages checks that each move of a pawn leads to an earlier stage.
func TestPawnStages(t *testing.T) {
	for _, x := range numberedEndings(t) {
		for i := range x.placings {
			at := x.placings[i].at
			for slot := 2; slot < 2+x.pawns; slot++ {
				up := Square(8)
				if x.pieces[slot] == BlackPawn {
					up = 256 - 8
				}
				moved := at
				moved[slot] += up
				if s := moved[slot]; s < A2 || s > H7 || slices.Contains(at[2:2+x.pawns], s) {
					continue
				}
				if to := x.placings[x.placingOf[x.pawnKey(&moved, 0)]].stage; to >= x.placings[i].stage {
					t.Fatalf("%v: the pawns %v are of stage %d, and %v of stage %d", x.ending, at, x.placings[i].stage, moved, to)
				}
			}
		}
	}
}

func TestEndingIndexErrors(t *testing.T) {
	for _, name := range []string{"KQQvKQQ", "KvKQ", "KRvKRB"} {
		if _, err := newEndingIndex(mustEnding(name)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
