package experiments

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
)

// TestLost checks which pieces are lost after moves of Black, and whether Black has to
// choose.
func TestLost(t *testing.T) {
	f := fork{position: chess.MustParseFEN("6k1/pp5p/8/2r1b3/3P4/8/PP5P/6K1 b - - 0 1"), pieces: [2]chess.Square{chess.C5, chess.E5}}
	for move, want := range map[string][2]bool{
		"c5c2": {false, true}, // the bishop is left, without a defender
		"e5d4": {false, false},
		"e5f6": {true, false},
		"a7a6": {true, true},
		"c5d5": {false, true},
	} {
		m, err := f.position.ParseUCI(move)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.lost(m); got != want {
			t.Errorf("%s: %v, want %v", move, got, want)
		}
	}
	if f.decides() {
		t.Error("Black has to choose, although the bishop can take the pawn with check")
	}
	f.position = chess.MustParseFEN("7k/pp5p/8/2r1b3/3P4/4P3/PP5P/1K6 b - - 0 1")
	if !f.decides() {
		t.Error("Black need not choose, although the pawn is defended, and a check loses the rook")
	}
}

// TestForks checks that forks are as the rule says, the same for the same seed, and
// others for another.
func TestForks(t *testing.T) {
	epds := func(seed uint64) (all []string) {
		for _, f := range forks([2]chess.PieceType{chess.Rook, chess.Bishop}, 20, seed) {
			all = append(all, f.position.EPD())
			p := f.position
			for i, want := range []chess.Piece{chess.BlackRook, chess.BlackBishop} {
				if p.At(f.pieces[i]) != want || !p.IsAttacked(f.pieces[i], chess.White) {
					t.Errorf("%s: %v is not on %v, or not attacked", p.EPD(), want, f.pieces[i])
				}
			}
			if p.Turn() != chess.Black || p.InCheck() || !f.decides() {
				t.Errorf("%s: Black is not to move, or in check, or need not choose", p.EPD())
			}
		}
		return all
	}
	if diff := cmp.Diff(epds(1), epds(1)); diff != "" {
		t.Error(diff)
	}
	if cmp.Equal(epds(1), epds(2)) {
		t.Error("another seed makes the same forks")
	}
}

// TestSaved checks what a player that must lose a bishop or a rook saves.
func TestSaved(t *testing.T) {
	position := chess.MustParseFEN("7k/pp5p/8/2r1b3/3P4/4P3/PP5P/1K6 b - - 0 1")
	players, err := contest.ParsePlayers([]string{"capturesfirst,mobility=0,depth=2", "capturesfirst,mobility=0,material[bishop]=700,depth=2"}, chess.Player{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][2]int{{1, 0}, {0, 1}} {
		got, err := saved(t.Context(), players[i], []fork{{position, [2]chess.Square{chess.C5, chess.E5}}})
		if err != nil || got != want {
			t.Errorf("%s: %v, %v, want %v", players[i].Name, got, err, want)
		}
	}
}
