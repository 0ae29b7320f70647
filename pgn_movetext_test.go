package chess

import (
	"strings"
	"testing"
)

// A word with a slip is a move only if it can be no other.
func TestSlip(t *testing.T) {
	const (
		open    = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
		castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
		attack  = "r3k2r/ppp2ppp/2n5/3q4/1b1P4/2N2N2/PPP2PPP/R1BQK2R w KQkq - 0 9"
	)
	for _, tt := range []struct{ fen, word, want string }{
		{open, "OO-O", "e1g1"},
		{open, "O-OO", "e1g1"},
		{open, "-OO", "e1g1"},
		{open, "O--O", "e1g1"},
		{attack, "OO-O", "e1g1"},
		{castles, "OO-O", ""},
		{open, "O-", ""},
		{open, "---", ""},
		{open, "--O", ""},
		{open, "dx4", ""}, // dxc4 or dxe4 in which a letter is missing
		{open, "d44", "d2d4"},
		{open, "dd4", "d2d4"},
		{open, "NNxe5", "f3e5"},
		{open, "Nxxe5", "f3e5"},
		{open, "xNe5", "f3e5"},
		{open, "Nex5", "f3e5"},
		{open, "Bxf77+", "c4f7"},
		{open, "Bfx7+", "c4f7"},
		{open, "Bzf7", "c4f7"},
		{open, "d4z", "d2d4"},
		{attack, "dB2", "c1d2"},
		{open, "Zd4", ""},   // it may be a piece
		{open, "Sd4", ""},   // the knight of other languages
		{open, "sd4", ""},   // the same
		{open, "d4d5x", ""}, // not legal
		{open, "Nbd2x", ""},
		{open, "0d4", ""},
		{open, "d34", ""}, // d3 or d4
		{open, "Nd", ""},
		{open, "", ""},
		{open, "x", ""},
		{open, "Nf3Nf3Nf3Nf3", ""},
	} {
		p := MustParseFEN(tt.fen)
		m, ok := p.slip(tt.word)
		if got := m.String(); ok != (tt.want != "") || ok && got != tt.want {
			t.Errorf("%s: %v, %v, want %q", tt.word, m, ok, tt.want)
		}
	}
}

// Move numbers that differ from those of the FEN are no sign of a missing move, but
// those that jump are.
func TestPGNNumbersAfterWords(t *testing.T) {
	const fen = "[FEN \"" + StartFEN + "\"]\n"
	for _, tt := range []struct {
		text string
		want int // plies
	}{
		{fen + "35. e4 best e5 36. Nf3 Nc6 *", 4},
		{fen + "1. 12, e4 e5 2. Nf3 Nc6 *", 4},
		{"1. e4 e5 best 2. Nf3 Nc6 *", 4},
		{"1. e4 e5 2. Nf3 @@ 3. Bb5 a6 *", 3},
		{fen + "35. e4 e5 36. Nf3 @@ 37. Bb5 a6 *", 3},
	} {
		if tree, err := ParsePGN(tt.text); len(tree.Mainline()) != tt.want {
			t.Errorf("%s: %v, %v, want %d plies", tt.text, tree.Mainline(), err, tt.want)
		}
	}
}

// The glyph behind a word that is skipped is skipped with it.
func TestPGNSuffixOfWord(t *testing.T) {
	tree, err := ParsePGN("1. e4 foo? bar !? e5! 2. Nf3 *")
	var faults []error
	for _, fault := range tree.Faults() {
		faults = append(faults, fault)
	}
	if len(faults) != 2 {
		t.Errorf("%v, faults %v, want two", err, faults)
	}
	if got, want := tree.String(), "1. e4 $5 1... e5 $1 2. Nf3 *"; !strings.HasSuffix(strings.TrimSpace(got), want) {
		t.Errorf("read as %s, want %s", got, want)
	}
}
