package chess

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
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
		m, ok := p.slip(tt.word, English)
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

// This file reads what people and programs have written in files of games, right or
// wrong, and checks what is read and what is reported.

// gameLines returns a game in lines: its tags, but for Result and SetUp, and its moves;
// and each fault, as "- 3:7 illegal Qxh7". The fault that is returned as the error
// begins with "!".
func gameLines(t *testing.T, number int, tree *GameTree, err error) (lines []string) {
	t.Helper()
	if tree == nil {
		return []string{"no tree: " + err.Error()}
	}
	tags := ""
	for name, value := range tree.Tags() {
		if name != "Result" && name != "SetUp" {
			tags += name + "=" + value + "; "
		}
	}
	lines = append(lines, tags+movetextOf(t, tree))
	returned := 0
	for _, e := range tree.Faults() {
		if e.Game != number {
			t.Errorf("game %d has a fault of game %d: %v", number, e.Game, e)
		}
		mark := "-"
		if errors.Is(err, e) {
			mark = "!"
			returned++
		}
		line := fmt.Sprintf("%s %d:%d %v %s", mark, e.Line, e.Column, e.Kind, strings.TrimSpace(e.Input))
		lines = append(lines, strings.TrimSpace(line))
	}
	if (err != nil) != (returned == 1) {
		t.Errorf("game %d: the error is %v, and among the faults %d times", number, err, returned)
	}
	return lines
}

// inputLines returns all games of a text in lines.
func inputLines(t *testing.T, text string) (lines []string) {
	t.Helper()
	number := 0
	for tree, err := range NewPGNReader(strings.NewReader(text)).All() {
		number++
		lines = append(lines, gameLines(t, number, tree, err)...)
	}
	return lines
}

// mainMoves returns the moves of the main line in UCI.
func mainMoves(tree *GameTree) (moves []string) {
	for n := tree.Root().Next(); n != nil; n = n.Next() {
		moves = append(moves, n.Move().String())
	}
	return moves
}

// inputs are texts of games with what is read of them, in lines.
var inputs = []struct{ name, text, want string }{
	{"no blanks", "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 1-0", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0"},
	{"no numbers", "e4 e5 Nf3", "1. e4 e5 2. Nf3 *"},
	{"wrong numbers", "7. e4 7... e5 1. Nf3 12.. Nc6 0-1", "1. e4 e5 2. Nf3 Nc6 0-1"},
	{"short draw", "1. e4 1/2", "1. e4 1/2-1/2"},
	{"blank lines", "1. e4\n\n\n e5\n\n 2. Nf3\n\n*", "1. e4 e5 2. Nf3 *"},
	{"tabs", "1.\te4\te5\v\f\x00*", "1. e4 e5 *"},
	{"comments first", "{one} ; two\n{three} 1. e4 *", "{one two three} 1. e4 *"},
	{"comment before the first move", "1. {x} e4 *", "1. {x} e4 *"},
	{"comment before Black's move", "1. e4 1... {x} e5 *", "1. e4 1... {x} e5 *"},
	{"comments of both kinds", "1. e4 {a} ; b } c\ne5 *", "1. e4 ; a b } c 1... e5 *"},
	{"empty comments", "1. e4 {} { } e5 ;\n *", "1. e4 e5 *"},
	{"brace and semicolon in a comment", "1. e4 {a { ; b} e5 *", "1. e4 {a { ; b} 1... e5 *"},
	{"blanks in a comment", "1. e4 {\n a   b \n\n c\td } *", "1. e4 {a   b c d} *"},
	{"game in a comment", "1. e4 {see\n[White \"A\"]\n1. d4 1-0} e5 *", "1. e4 {see [White \"A\"] 1. d4 1-0} 1... e5 *"},
	{"escape", "1. e4\n% 1. d4 ) { nonsense\ne5 *", "1. e4 e5 *"},
	{"percent in a comment", "1. e4 {\n% x} *", "1. e4 {% x} *"},
	{"glyphs", "1. e4 $1 $14 e5 $0 $255 *", "1. e4 $1 $14 1... e5 $0 $255 *"},
	{"suffixes", "1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! 4. Ba4!!! *",
		"1. e4 $1 1... e5 $2 2. Nf3 $3 2... Nc6 $4 3. Bb5 $5 3... a6 $6 4. Ba4 $3 *"},
	{"glyph after a comment", "1. e4 {x} $1 {y} e5 *", "1. e4 $1 {x y} 1... e5 *"},
	{"variations", "1. e4 (1. d4) (1. c4 c5 (1... e5)) 1... e5 *", "1. e4 (1. d4) (1. c4 c5 (1... e5)) 1... e5 *"},
	{"nested", "1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3 g6 (2... d5)))) e5 *", "1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3 g6 (2... d5)))) 1... e5 *"},
	{"nested first moves", "1. e4 (1. d4 (1. c4 c5 (1... e5) (1... d5)) (1. Nf3) 1... d5) (1. g3) *",
		"1. e4 (1. d4 d5) (1. c4 c5 (1... e5) (1... d5)) (1. Nf3) (1. g3) *"},
	{"variation on Black's move", "1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *", "1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *"},
	{"glyph before a variation's move", "1. e4 ($1 1. d4) *", "1. e4 (1. d4 $1) *"},
	{"comments around variations", "1. e4 {a} ({b} 1. d4 {c}) {d} (1. c4) {e} e5 *",
		"1. e4 {a d} ({b} 1. d4 {c}) (1. c4) {e} 1... e5 *"},
	{"comment at the end of a variation", "1. e4 (1. d4 {a} 1... {b}) *", "1. e4 (1. d4 {a b}) *"},
	{"empty variations", "1. e4 () ({x}) e5 *", "1. e4 {x} 1... e5 *"},
	{"result in a variation", "1. e4 (1. d4 1-0) e5 0-1", "1. e4 (1. d4) 1... e5 0-1"},
	{"null moves", "1. e4 (1. d4 -- 2. c4 Z0) 1... 0000 *", "1. e4 (1. d4 -- 2. c4 --) 1... -- *"},
	{"figurines", "1. ♘f3 ♞f6 *", "1. Nf3 Nf6 *"},
	{"Windows-1252", "[Event \"Tal\x92s\"]\n\n1. e4 {\x93good\x94 \x96 10 \x80 \x81} *", "Event=Tal’s; 1. e4 {“good” – 10 € \u0081} *"},
	{"another encoding in each field", "[White \"J\xC3\xB6rg\"]\n[Black \"J\xF6rg\"]\n\n1. e4 {\xC3\xB6} e5 {\xF6} *", "White=Jörg; Black=Jörg; 1. e4 {ö} 1... e5 {ö} *"},
	{"Latin-1", "1. e4 {gr\xF6\xDFer} *", "1. e4 {größer} *"},
	{"from a position", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 *", "FEN=4k3/8/8/8/8/8/4P3/4K3 b - - 0 7; 7... Kd7 8. e4 *"},
	{"Chess960", "[Variant \"Fischerandom\"]\n[FEN \"1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1\"]\n\n1. O-O O-O-O *",
		"Variant=Fischerandom; FEN=1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1; 1. O-O O-O-O *"},
	{"third check", "[Variant \"Three-check\"]\n\n1. e4 d6 2. Bb5+ Bd7 3. Bxd7+ Kxd7 4. Qg4# 1-0",
		"Variant=Three-check; 1. e4 d6 2. Bb5+ Bd7 3. Bxd7+ Kxd7 4. Qg4# 1-0"},

	// A fault costs no more than what it makes unclear.
	{"an illegal move in a variation", "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5 4. Qxh7) a6 4. Ba4 Nf6 *", `
		Event=x; 1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5) 3... a6 4. Ba4 Nf6 *
		- 3:43 illegal Qxh7`},
	{"an illegal move, and moves and variations after it", "1. e4 (1. d4 d6) (1. c4 Ke4 2. d4 (2. d5) Nf6) e5 *", `
		1. e4 (1. d4 d6) (1. c4) 1... e5 *
		- 1:25 illegal Ke4`},
	{"a typing error in the last move", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 Bxz9 *", `
		1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 *
		! 1:79 malformed Bxz9`},
	{"an illegal move", "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 {no} Nc6 1-0\n\n[White \"B\"]\n\n1. d4 *", `
		White=A; 1. e4 e5 1-0
		! 4:13 illegal Ke3
		White=B; 1. d4 *`},
	{"an ambiguous move", "1. d4 d5 2. Nf3 Nf6 3. Nd2 *", `
		1. d4 d5 2. Nf3 Nf6 *
		! 1:24 ambiguous Nd2`},
	{"an unclosed variation", "1. e4 e5 (1... c5 *", `
		1. e4 e5 (1... c5) *
		! 1:10 malformed (`},
	{"an unclosed variation before a game", "[Event \"a\"]\n\n1. e4 e5 (1... c5 2. Nf3 1-0\n\n[Event \"b\"]\n\n1. d4 *", `
		Event=a; 1. e4 e5 (1... c5 2. Nf3) 1-0
		! 3:10 malformed (
		Event=b; 1. d4 *`},
	{"two unclosed variations", "1. e4 e5 (1... c5 2. Nf3 (2. Nc3 *", `
		1. e4 e5 (1... c5 2. Nf3 (2. Nc3)) *
		! 1:10 malformed (`},
	{"a stray parenthesis", "1. e4 e5) 2. Nf3 *", `
		1. e4 e5 2. Nf3 *
		- 1:9 malformed )`},
	{"stray brackets", "1. e4 ] e5 } 2. Nf3 *", `
		1. e4 e5 2. Nf3 *
		- 1:7 malformed ]
		- 1:12 malformed }`},
	{"an unclosed comment", "1. e4 e5 {good 2. Nf3 *", `
		1. e4 e5 *
		! 1:10 malformed good 2. Nf3 *`},
	{"an unclosed comment before a game", "[Event \"a\"]\n\n1. e4 e5 {good\n\n[Event \"b\"]\n\n1. d4 *", `
		Event=a; 1. e4 e5 *
		! 3:10 malformed good
		Event=b; 1. d4 *`},
	{"a glyph that is none", "1. e4 $256 e5 $ 2. Nf3 $1 *", `
		1. e4 e5 2. Nf3 $1 *
		- 1:7 malformed 256
		- 1:15 malformed `},
	{"a null move in check", "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ -- 4. d4 *", `
		1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *
		! 1:30 illegal --`},
	{"a variation on no move", "(1. d4) 1. e4 *", `
		1. e4 *
		- 1:1 malformed (`},
	{"results in unclosed variations", "1. e4 (1. d4 (1. c4 0-1) 1-0", `
		1. e4 (1. d4) (1. c4) 1-0
		! 1:7 malformed (`},
	{"a glyph behind a word", "1. e4 foo? bar !? e5! 2. Nf3 *", `
		1. e4 $5 1... e5 $1 2. Nf3 *
		- 1:7 malformed foo
		- 1:12 malformed bar`},
	{"a variation in a variation first", "1. e4 ((1. d4)) *", `
		1. e4 *
		- 1:8 malformed (`},
	{"a command without its comment", "1. e4 [%clk 1:00] e5 *", `
		1. e4 e5 *
		- 1:7 malformed [%clk 1:00]`},
	{"a null move in stalemate", "[FEN \"k7/8/8/8/8/2Q5/8/4K3 w - - 0 1\"]\n1. Qc7 Z0 *", `
		FEN=k7/8/8/8/8/2Q5/8/4K3 w - - 0 1; 1. Qc7 *
		! 2:8 illegal Z0`},
	{"a long word", "1. " + strings.Repeat("e4", 100), "*\n! 1:4 malformed " + strings.Repeat("e4", 40)},
	{"nested too deep", "1. e4 " + strings.Repeat("(1. d4 ", maxDepth+1) + "*", "1. e4" + strings.Repeat(" (1. d4)", maxDepth) + " *\n! 1:7 malformed (\n- 1:7007 malformed ("},
	{"a fault after lines of a comment", "1. e4 {x\n} Ke3 *", `
		1. e4 {x} *
		! 2:3 illegal Ke3`},
	{"a FEN of nothing", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n*", `
		FEN=8/8/8/8/8/8/8/8 w - - 0 1; *
		! 1:1 illegal 8/8/8/8/8/8/8/8 w - - 0 1`},
	{"ordinary chess by another name", "[Variant \"Classical\"]\n\n1. e4 *\n\n[Variant \"Regular Chess\"]\n\n1. d4 *", "Variant=Classical; 1. e4 *\nVariant=Regular Chess; 1. d4 *"},
	{"Chess960 by other names", "[Variant \"DFRC\"]\n\n1. e4 *\n\n[Variant \"Freestyle Chess\"]\n\n1. d4 *\n\n[Variant \"wild/fr\"]\n\n*", "Variant=DFRC; 1. e4 *\nVariant=Freestyle Chess; 1. d4 *\nVariant=wild/fr; *"},
	{"an unknown variant", "[A \"b\"] [Variant \"Shatranj\"]\n*", `
		A=b; Variant=Shatranj; *
		! 1:9 illegal Shatranj`},
	{"three-check that is lost", "[Variant \"3check\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0+3 0 1\"]\n*", `
		Variant=3check; FEN=4k3/8/8/8/8/8/8/4K3 w - - 0+3 0 1; *
		! 2:1 illegal 4k3/8/8/8/8/8/8/4K3 w - - 0+3 0 1`},
	{"a move after the third check", "[Variant \"3-check\"]\n\n1. e4 d6 2. Bb5+ Bd7 3. Bxd7+ Kxd7 4. Qg4+ f5 5. Qxf5# 1-0", `
		Variant=3-check; 1. e4 d6 2. Bb5+ Bd7 3. Bxd7+ Kxd7 4. Qg4# 1-0
		! 3:44 illegal f5`},

	// Words, signs and characters that programs write between moves.
	{"plus over minus", "1. e4 ± {MISTAKE (+3.05)} e5 2. Nf3? ± *", `
		1. e4 $16 {MISTAKE (+3.05)} 1... e5 2. Nf3 $2 $16 *`},
	{"minus over plus", "1. e4 ∓ e5 *", `1. e4 $17 1... e5 *`},
	{"plus over minus in Latin-1", "1. e4 \xB1 e5 *", `1. e4 $16 1... e5 *`},
	{"plus and a minus sign", "1. e4 +− e5 −+ *", `1. e4 $18 1... e5 $19 *`},
	{"infinity", "1. e4 ∞ e5 *", `1. e4 $13 1... e5 *`},
	{"N and D apart", "1. e4 N e5 D 2. Nf3 *", `1. e4 $146 1... e5 $220 2. Nf3 *`},
	{"N and D joined", "1. Nf3N e5D 2. e4N *", `1. Nf3 $146 1... e5 $220 2. e4 $146 *`},
	{"N after a promotion", "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=QN Kg7 *", `
		FEN=8/P6k/8/8/8/8/8/K7 w - - 0 1; 1. a8=Q $146 1... Kg7 *`},
	{"N is a knight where a pawn promotes", "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8N Kg7 *", `
		FEN=8/P6k/8/8/8/8/8/K7 w - - 0 1; 1. a8=N Kg7 *`},
	{"a draw with halves", "1. e4 ½-½", `1. e4 1/2-1/2`},
	{"a draw with an en dash", "1. e4 ½–½", `1. e4 1/2-1/2`},
	{"a draw in Latin-1", "1. e4 \xBD-\xBD", `1. e4 1/2-1/2`},
	{"a win with an en dash", "1. e4 1–0", `1. e4 1-0`},
	{"a win with a colon", "1. e4 1:0", `1. e4 1-0`},
	{"a loss with a colon", "1. e4 0:1", `1. e4 0-1`},
	{"a result in the tag", "[Result \"½–½\"]\n\n1. e4 ½–½", `1. e4 1/2-1/2`},
	{"castling with en dashes", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O–O d6 5. a3 Bg4 6. a4 Qd7 7. a5 0–0–0 *", `
		1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O d6 5. a3 Bg4 6. a4 Qd7 7. a5 O-O-O *`},
	{"an ellipsis", "1. e4 1… e5 2… Nf3 *", `1. e4 e5 2. Nf3 *`},
	{"an ellipsis apart", "1. e4 … e5 *", `1. e4 e5 *`},
	{"no-break spaces", "1.\u00A0e4\u00A0e5 2.\u202FNf3\u202FNc6 *", `1. e4 e5 2. Nf3 Nc6 *`},
	{"no-break spaces in Latin-1", "1.\xA0e4\xA0e5 2. Nf3 *", `1. e4 e5 2. Nf3 *`},
	{"en passant", "1. e4 a6 2. e5 d5 3. exd6ep a5 4. h4 a4 5. h5 g5 6. hxg6 ep *", `
		1. e4 a6 2. e5 d5 3. exd6 a5 4. h4 a4 5. h5 g5 6. hxg6 *`},
	{"en passant with dots", "1. e4 a6 2. e5 d5 3. exd6e.p. a5 4. h4 a4 5. h5 g5 6. hxg6 e.p. *", `
		1. e4 a6 2. e5 d5 3. exd6 a5 4. h4 a4 5. h5 g5 6. hxg6 *`},
	{"promotions", "[FEN \"8/PPPPP2k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8(Q) Kg7 2. b8/R Kf7 3. c8=B Kg7 4. d8N Kh7 (4... Kg6) 5. e8(=q) *", `
		FEN=8/PPPPP2k/8/8/8/8/8/K7 w - - 0 1; 1. a8=Q Kg7 2. b8=R Kf7 3. c8=B Kg7 4. d8=N Kh7 (4... Kg6) 5. e8=Q *`},
	{"a variation right after the last rank", "[FEN \"7k/R7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. Ra8(Rb7)Kg7 *", `
		FEN=7k/R7/8/8/8/8/8/K7 w - - 0 1; 1. Ra8+ (1. Rb7) 1... Kg7 *`},
	{"small letters of pieces", "1. e2-e4 e7-e5 2. ng1-f3 ng8-f6 3. bf1-c4 bf8-c5 4. ke1-e2 *", `
		1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. Ke2 *`},
	{"figurines and dashes", "1. ♘g1–f3 d7–d5 2. ♘f3×d4 *", `
		1. Nf3 d5 2. Nd4 *`},
	{"text in angle brackets", "1. e4 <br> e5 <x y> 2. Nf3 *", `
		1. e4 e5 2. Nf3 *
		- 1:7 malformed <br>
		- 1:15 malformed <x y>`},
	{"words between moves", "1. e4 {x} best e5 2. Nf3 *", `
		1. e4 {x} 1... e5 2. Nf3 *
		- 1:11 malformed best`},

	// Tags.
	{"a tag without a value", "[Site]\n1. e4 *", `
		1. e4 *
		- 1:1 malformed [Site]`},
	{"escapes in tags", `[Event "a \"b\" \\ \c"]` + "\n*", `Event=a "b" \ \c; *`},
	{"quotes in a tag", `[Event "the "big" one" ]` + "\n*", `Event=the "big" one; *`},
	{"tags in one line", `[ A "1" ][B"2"] [C	"3"] *`, `A=1; B=2; C=3; *`},
	{"an empty tag", "[A \"\"]\n*", `A=; *`},
	{"a tag twice", "[A \"1\"]\n[A \"2\"]\n*", `A=2; *`},
	{"a blank line between tags", "[A \"1\"]\n\n[B \"2\"]\n\n*", `A=1; B=2; *`},
	{"tags in Latin-1", "[Er\xF6ffnung \"J\xF6rg\"]\n*", `Eröffnung=Jörg; *`},
	{"a tab in a tag", "[A \"1\t2\"]\n*", `A=1 2; *`},
	{"comments and escapes between tags", "{x}\n[A \"1\"]\n% [B \"2\"]\n; y\n[C \"3\"]\n*", `A=1; C=3; {x y} *`},
	{"the result of the moves", "[Result \"*\"]\n1. e4 1-0", `1. e4 1-0`},
	{"the result of the tag", "[Result \"0-1\"]\n1. e4 1-0", `1. e4 0-1`},
	{"nonsense for a result", "[Result \"?\"]\n1. e4 1-0", `1. e4 1-0`},
	{"a FEN tag in small letters", "[fen \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *", `
		FEN=4k3/8/8/8/8/8/4P3/4K3 w - - 0 1; 1. e4 *`},
	{"a FEN tag in both", "[Fen \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *", `
		FEN=4k3/8/8/8/8/8/4P3/4K3 w - - 0 1; 1. e4 *`},
	{"a backslash before the last quote", "[Event \"Ugra Cup \\\"]\n[Site \"x\"]\n\n1. e4 *", `
		Event=Ugra Cup \; Site=x; 1. e4 *`},
	{"the path of a directory", "[Event \"C:\\dir\\\"]\n\n1. e4 *", `
		Event=C:\dir\; 1. e4 *`},
	{"a tag without its end", "[Event \"x\n[Site \"y\"]\n\n1. e4 *", `
		Site=y; 1. e4 *
		- 1:1 malformed [Event "x`},

	// Positions with rights and squares that are impossible.
	{"a right without its rook", "[FEN \"4k3/8/8/8/8/8/8/4K2R w Kk - 0 1\"]\n\n1. O-O *", `
		FEN=4k3/8/8/8/8/8/8/4K2R w Kk - 0 1; 1. O-O *
		- 1:1 illegal 4k3/8/8/8/8/8/8/4K2R w Kk - 0 1`},
	{"a right without king and rook", "[FEN \"1q2kb1r/1r1n1ppp/2Qpp3/8/N7/8/1PP2PPP/R1BR2K1 w q - 0 1\"]\n\n1. Rxd6 *", `
		FEN=1q2kb1r/1r1n1ppp/2Qpp3/8/N7/8/1PP2PPP/R1BR2K1 w q - 0 1; 1. Rxd6 *
		- 1:1 illegal 1q2kb1r/1r1n1ppp/2Qpp3/8/N7/8/1PP2PPP/R1BR2K1 w q - 0 1`},
	{"rights after castling", "[FEN \"rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b HQkq - 0 1\"]\n\n1... e5 *", `
		FEN=rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b HQkq - 0 1; 1... e5 *
		- 1:1 illegal rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b HQkq - 0 1`},
	{"rights that are long lost", "[FEN \"b5nr/1p2kB1p/2p3p1/4p1q1/p1P5/N3RP2/P7/4K3 b KQkq - 0 22\"]\n\n22... Kxf7 *", `
		FEN=b5nr/1p2kB1p/2p3p1/4p1q1/p1P5/N3RP2/P7/4K3 b KQkq - 0 22; 22... Kxf7 *
		- 1:1 illegal b5nr/1p2kB1p/2p3p1/4p1q1/p1P5/N3RP2/P7/4K3 b KQkq - 0 22`},
	{"en passant on the wrong side", "[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 2\"]\n\n2. Nf3 *", `
		FEN=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 2; 2. Nf3 *
		- 1:1 illegal rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 2`},
	{"ten pawns", "[FEN \"4k3/8/8/8/8/1PP5/PPPPPPPP/4K3 w - - 0 1\"]\n\n1. b4 *", `
		FEN=4k3/8/8/8/8/1PP5/PPPPPPPP/4K3 w - - 0 1; 1. b4 *`},

	// Where games begin and end.
	{"a comment and nothing else", "{only a comment}", `{only a comment} *`},
	{"a game after one without a result", "[White \"A\"]\n\n1. e4 e5\n\n\n1. d4 d5 *", `
		White=A; 1. e4 e5 *
		1. d4 d5 *`},
	{"a game that begins anew", "1. e4 e5 2. Nf3\n\n1. d4 d5 2. c4 1-0", `
		1. e4 e5 2. Nf3 *
		1. d4 d5 2. c4 1-0`},
	{"prose between games", "1. e4 e5 1-0\n\nThe second game was longer.\n\n1. d4 d5 *", `
		1. e4 e5 1-0
		1. d4 d5 *
		- 3:1 malformed The second game was longer.`},
	{"mail headers", "From: someone@example.org\nSubject: two games\n\n[Event \"a\"]\n\n1. e4 *\n\n-- \nsomeone\n\n[Event \"b\"]\n\n1. d4 *", `
		Event=a; 1. e4 *
		- 1:1 malformed From: someone@example.org
		- 2:1 malformed Subject: two games
		Event=b; 1. d4 *
		- 8:1 malformed --
		- 9:1 malformed someone`},
	{"games with blanks before them", "    [Variant \"Standard\"]\n\n1. e4 e5 { tag, blank line }\n\n    [Variant \"Standard\"] 1. e4 c5 { tag }\n\n" +
		"    [Variant \"Standard\"]\n1. e4 e6 { tag, line }\n\n\n    1. e4 c6 { no tag }\n", `
		Variant=Standard; 1. e4 e5 {tag, blank line} *
		Variant=Standard; 1. e4 c5 {tag} *
		Variant=Standard; 1. e4 e6 {tag, line} *
		1. e4 c6 {no tag} *`},
	{"braces in comments of the other kind", "1. a3 ; { ; }\n\n1. b3 { ;\n% {\n1... g6 ; {\n\n1. c3 { }\n% {\n1... f6 ; { } {{{\n\n1. d3", `
		1. a3 ; { ; } *
		1. b3 {; % { 1... g6 ; { 1. c3 {} 1... f6 ; { } {{{ *
		1. d3 *`},
	{"a comment in a comment", "e4 { a { nested } comment which\nought to read } e5 *", `
		1. e4 {a { nested} 1... e5 *
		- 1:19 malformed comment
		- 1:27 malformed which
		- 2:1 malformed ought
		- 2:7 malformed to
		- 2:10 malformed read
		- 2:15 malformed }`},
	{"words of three letters", "1. e4 {x} and RR e5 the 2. Nf3 not 2. ... Nc6 *", `
		1. e4 $145 {x} 1... e5 2. Nf3 Nc6 *
		- 1:11 malformed and
		- 1:21 malformed the
		- 1:32 malformed not`},
	{"a word in the place of a move", "1. e4 e5 2. Nf3 horse 3. Bb5 *", `
		1. e4 e5 2. Nf3 *
		- 1:17 malformed horse
		! 1:23 malformed 3.`},
	{"a word in the place of White's move", "1. e4 e5 horse 2... Nc6 *", `
		1. e4 e5 *
		- 1:10 malformed horse
		! 1:16 malformed 2...`},
	{"a word after a number", "1. e4 e5 2. horse Nc6 *", `
		1. e4 e5 *
		! 1:13 malformed horse`},
	{"words that might be moves", "1. e4 best e5 be Nf3 *", `
		1. e4 e5 *
		- 1:7 malformed best
		! 1:15 malformed be`},
	{"a web page", "[Event \"a\"]<br />[Site \"b\"]<br /><br />1. e4 e5<br />2. Nf3 Nc6 *<br />", `
		Event=a; Site=b; 1. e4 e5 2. Nf3 Nc6 *
		- 1:12 malformed <br />
		- 1:28 malformed <br />
		- 1:34 malformed <br />
		- 1:48 malformed <br />`},
	{"a word like the beginning of a move", "1. e4 e5 be {x} $1 2. Nf3 Nc6 (2... d6 bed 3. d4) *", `
		1. e4 e5 $1 {x} 2. Nf3 Nc6 (2... d6 3. d4) *
		- 1:10 malformed be
		- 1:40 malformed bed`},
	{"such words before a move of Black", "1. e4 be e5 2. Nf3 Nd Nc6 3. Bb5 ab *", `
		1. e4 e5 2. Nf3 Nc6 3. Bb5 *
		- 1:7 malformed be
		- 1:20 malformed Nd
		- 1:34 malformed ab`},
	{"the beginning of a move", "1. e4 e5 2. Nf3 Nc 3. Bb5 a6 *", `
		1. e4 e5 2. Nf3 *
		! 1:17 malformed Nc`},
	{"the beginning of a move, without numbers", "e4 e5 Nf Nc6 Bb5 *", `
		1. e4 e5 *
		! 1:7 malformed Nf`},
	{"the beginning of a move in a variation", "1. e4 e5 (1... c5 2. Nf3 Nc) (1... e6 Nf) 2. Nf3 *", `
		1. e4 e5 (1... c5 2. Nf3) (1... e6) 2. Nf3 *
		- 1:26 malformed Nc
		- 1:39 malformed Nf`},
	{"ordinal numbers", "1. e4 e5 1st 2. Nf3 the 2nd Nc6 3rd\n1st (4th) 3. Bb5 *", `
		1. e4 e5 2. Nf3 Nc6 3. Bb5 *
		- 1:10 malformed 1st
		- 1:21 malformed the
		- 1:25 malformed 2nd
		- 1:33 malformed 3rd
		- 2:1 malformed 1st
		- 2:6 malformed 4th`},
	{"words behind a variation", "1. e4 e5 (1... c5) which is good 2. Nf3 (2. f4) be Nc6 *", `
		1. e4 e5 (1... c5) 2. Nf3 (2. f4) 2... Nc6 *
		- 1:20 malformed which
		- 1:26 malformed is
		- 1:29 malformed good
		- 1:49 malformed be`},
	{"a comment within a comment", "1. e4 e5 {White {in time trouble} had to be careful} 2. Nf3 Nc6 *", `
		1. e4 e5 {White {in time trouble} 2. Nf3 Nc6 *
		- 1:35 malformed had
		- 1:39 malformed to
		- 1:42 malformed be
		- 1:45 malformed careful
		- 1:52 malformed }`},
	{"a result twice, and remarks behind it", "1. e4 1-0 1-0\n\n1. d4 1-0\n1-0\n\n1. c4 0-1 (time)\n\n1. f4 1/2 - 1/2 1. g4 0-1 F\n\n1. h4 1-0 {good}", `
		1. e4 1-0
		1. d4 1-0
		1. c4 0-1
		1. f4 1/2-1/2
		1. g4 0-1
		1. h4 1-0`},
	{"null moves of other programs", "1. e4 (1. @@@@ e5 2. <> Nf6) e5 *", `1. e4 (1. -- e5 2. -- Nf6) 1... e5 *`},
	{"ICCF's numbers", "1. 5254 5755 2. 7163 2836 3. 6125 7866 4. 5171 *", `1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *`},
	{"ICCF's numbers of an illegal move", "1. 5254 5755 2. 5255 *", `
		1. e4 e5 *
		! 1:17 illegal 5255`},
	{"a move with a blank", "1. d4 d5 2. Nf3 Nf6 3. Nb d2 Nb d7 4. e4 Nx e4 *", `1. d4 d5 2. Nf3 Nf6 3. Nbd2 Nbd7 4. e4 Nxe4 *`},
	{"a word before a pawn's move", "1. e4 e5 2. Nf3 Nc e6 *", `
		1. e4 e5 2. Nf3 *
		! 1:17 malformed Nc`},
	{"an old game's numbers", "1. e4 e5\n\n2. Nf3 Nc6\n\n3. Bb5 *", `1. e4 e5 2. Nf3 Nc6 3. Bb5 *`},
	{"a comment that looks like a first number", "1. e4 e5\n\n{1} 2. Nf3 *", `1. e4 e5 {1} 2. Nf3 *`},
	{"blanks before the tags", "  [White \"A\"]\n\n\t1. e4 *\n\n   [White \"B\"]\n\n1. d4 *", `
		White=A; 1. e4 *
		White=B; 1. d4 *`},
	{"CR ends the lines", "[White \"A\"]\r\r1. e4 ; good\re5 {x\ry} *\r\r[White \"B\"]\r\r1. Zz9 *", `
		White=A; 1. e4 {good} 1... e5 {x y} *
		White=B; *
		! 9:4 malformed Zz9`},
}

// Words of the letters of moves, between any two moves, cost no move.
func TestPGNWords(t *testing.T) {
	var words []string
	for first := range strings.SplitSeq("a b c d e f g h K Q R B N O k q r n o A D F H", " ") {
		for _, second := range []string{"", "a", "b", "c", "d", "e", "f", "g", "h", "x", "O"} {
			for _, rest := range []string{"", "a", "d", "e", "h", "ed", "ad", "ade"} {
				words = append(words, first+second+rest)
			}
		}
	}
	const game = "1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Bb7 10. d4 Re8"
	moves := strings.Fields(game)
	for _, word := range chesstest.Few(t, words) {
		if _, ok := wordGlyph([]byte(word)); ok || strings.HasPrefix(word, "OO") {
			continue
		}
		for i := 2; i < len(moves); i++ {
			if strings.HasSuffix(moves[i-1], ".") {
				continue
			}
			tree, err := ParsePGN(strings.Join(slices.Insert(slices.Clone(moves), i, word), " ") + " *")
			if err != nil || len(tree.Mainline()) != 20 || len(tree.Faults()) != 1 || tree.Faults()[0].Input != word {
				t.Errorf("%s before %s: %v, %v", word, moves[i], err, tree)
			}
		}
	}
}

// A game in the letters of any language has the same moves, in every way to read it.
func TestPGNLanguages(t *testing.T) {
	const game = `1. e4 e5 2. Nf3 Nc6 (2... Nf6 3. Nxe5 (3. Bc4 Nxe4) d6) 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O Nge7
8. cxd4 d5 9. exd5 Nxd5 10. Re1+ Be6 11. Qb3 Qd7 12. Bb5 Kf8 13. Qxd5 Bxe1 14. Qxd7 Bxd7 15. Nxe1 Rd8 16. d5 *`
	english, err := ParsePGN(game)
	if err != nil {
		t.Fatal(err)
	}
	for l := range Language(len(languageLetters)) {
		text := l.SAN(game)
		tree, err := ParsePGN(text)
		if err != nil || !equalTrees(tree, english) {
			t.Errorf("%v: %v, %v", l, err, tree)
			continue
		}
		faults := tree.Faults()
		if n := int(oneIf(l != English)); len(faults) != n || n > 0 && (faults[0].Field != "PGN language" || !strings.HasSuffix(faults[0].Input, "f3")) {
			t.Errorf("%v: %v", l, faults)
		}
		mains := NewPGNReader(iotest.OneByteReader(strings.NewReader(text)))
		mains.Detail = MainLines
		if tree, err := mains.Next(); err != nil || !slices.Equal(tree.Mainline(), english.Mainline()) {
			t.Errorf("%v, main line: %v, %v", l, err, tree)
		}
		var visited []Move
		v := PGNVisitor{Move: func(_ *Position, m Move) bool { visited = append(visited, m); return true }}
		if err := NewPGNReader(strings.NewReader(text)).Visit(&v); err != nil || !slices.Equal(visited, english.Mainline()) {
			t.Errorf("%v, visited: %v, %v", l, err, visited)
		}
		for tree, err := range NewPGNReader(strings.NewReader(text + "\n\n" + text)).Parallel(2) {
			if err != nil || !equalTrees(tree, english) {
				t.Errorf("%v, parallel: %v, %v", l, err, tree)
			}
		}
		strict := NewPGNReader(strings.NewReader(text))
		strict.Strict = true
		if tree, err := strict.Next(); (err == nil) != (l == English) {
			t.Errorf("%v, strict: %v, %v", l, err, tree)
		}
		// The moves before one that is damaged.
		damaged := strings.Replace(text, "16. d5", "16. e9", 1)
		if tree, err := ParsePGN(damaged); err == nil || !slices.Equal(tree.Mainline(), english.Mainline()[:30]) {
			t.Errorf("%v, damaged: %v, %v", l, err, tree)
		}
	}
}

// What is no game in another language, or in more than one, is not read as if it were.
func TestPGNLanguageUnclear(t *testing.T) {
	for _, tt := range []struct{ text, moves, err string }{
		{"1. e4 e5 2. Pf3 Pc6 3. Lb5 *", "e4 e5 Nf3 Nc6 Bb5", ""},
		{"1. e4 e5 2. Pd4 exd4 *", "e4 e5 d4 exd4", ""},
		{"1. e4 Sf6 *", "e4 Nf6", ""},           // the same in German and in Polish
		{"1. e3 e6 2. Pa3 *", "e3 e6", "Dutch"}, // a pawn or a knight
		{"1. e3 e6 (1... Pa6) 2. Pa3 *", "e3 e6", "Dutch"},
		{"1. e4 Sf6 2. Nc3 *", "e4", "piece"}, // S and N
		{"1. e4 Sf6 2. Zc3 *", "e4", "piece"},
		{"1. e4 e5 2. Nf3 Tc6 *", "e4 e5 Nf3", "piece"},
		{"[FEN \"4k3/8/8/8/8/8/R7/3K4 w - - 0 1\"]\n\n1. Rd2 Re7 2. Ta7+ *", "Rd2", "French"}, // a rook or the king
		{"1. e4 e5 2. Sf3 Nc6 3. Nc3 (3. Lb5) *", "e4 e5", "piece"},
		{"1. e4 e5 2. Sq3 Sc9 *", "e4 e5", "piece"},
		{"1. e3 e5 2. Re2 d6 3. Rf3 *", "e3 e5", "rook"}, // all letters are English
		{"[FEN \"6k1/4nppp/8/8/8/8/5PPP/2B1R1K1 w - - 0 1\"]\n\n1. h3 h6 2. Bxe7 Kf8 3. f3 *", "h3 h6", "bishop"},
		{"1. e4 e5 (1... Sf6) 2. S3f *", "e4 e5", "piece"},
		{"1. Pe4 Pe5 2. Nf3 Nc6 *", "e4 e5 Nf3 Nc6", ""},
		{"1. e4 e5 2. Sf3 Z0 3. Lc4 Sc6 4. a9b1 *", "e4 e5 Nf3 -- Bc4 Nc6", "missing"},
		{"1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. Nxe5 Dd4 *", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6", "piece"},
		{"1. e4 e5 2. Sf3 Sc6 3. Lb5 Sg e7 4. d4 *", "e4 e5 Nf3 Nc6 Bb5 Nge7 d4", ""},
		{"[FEN \"r3k3/1n6/8/8/8/8/8/RN2K3 w - - 0 1\"]\n\nSc3 Sd6 Sb5 Sc Ta4 Txa4 *", "Nc3 Nd6 Nb5", "rank"},
		{"1. e4 e5 2. Кf3 Кc6 3. Сc4 Сc5 4. О-О d6 5. d4 exd4 6. Кхd4 *", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O d6 d4 exd4 Nxd4", ""},
		{"[FEN \"7k/4P3/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. e8(Ф) Крg7 2. Фe5+ *", "e8=Q+ Kg7 Qe5+", ""},
		{"[FEN \"7k/4P3/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. e8= Ф Крg7 2. Фe5+ *", "e8=Q+ Kg7 Qe5+", ""},
		{"[FEN \"7k/4P3/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. e8(D) Kg7 2. De5+ *", "e8=Q+ Kg7 Qe5+", ""},
		{"[FEN \"r3k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Ra7 Rd8(A) 2. Ra1 *", "Ra7 Rd8 Ra1", ""},
		{"1. e4 e5 2. d4 (2. Sf3 Sc6 3. Lb5) d5 *", "e4 e5 d4 d5", ""},
		{"1. e4 e5 2. d4 (2. Sf3 Sc6 3. Zb5) exd4 *", "e4 e5 d4 exd4", ""},
	} {
		tree, err := ParsePGN(tt.text)
		moves := ""
		for n := tree.Root().Next(); n != nil; n = n.Next() {
			moves += " " + n.SAN()
		}
		if strings.TrimSpace(moves) != tt.moves || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%s: %s, %v", tt.text, moves, err)
		}
	}
}

func TestInput(t *testing.T) {
	for _, tt := range inputs {
		t.Run(tt.name, func(t *testing.T) {
			want := strings.Split(strings.ReplaceAll(strings.TrimSpace(tt.want), "\t", ""), "\n")
			if diff := cmp.Diff(want, inputLines(t, tt.text)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// How a text is encoded, and how its lines end, changes nothing.
func TestInputEncodings(t *testing.T) {
	utf16Of := func(s string, bigEndian bool) string {
		var b []byte
		for _, unit := range utf16.Encode([]rune("\uFEFF" + s)) {
			if bigEndian {
				unit = unit>>8 | unit<<8
			}
			b = append(b, byte(unit), byte(unit>>8))
		}
		return string(b)
	}
	for _, tt := range inputs {
		want := inputLines(t, tt.text)
		for _, encoding := range []struct {
			name    string
			unicode bool
			encode  func(s string) string
		}{
			{"a mark of UTF-8", false, func(s string) string { return "\uFEFF" + s }},
			{"UTF-16, little endian", true, func(s string) string { return utf16Of(s, false) }},
			{"UTF-16, big endian", true, func(s string) string { return utf16Of(s, true) }},
			{"CR", false, func(s string) string { return strings.ReplaceAll(s, "\n", "\r") }},
			{"CR and LF", false, func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }},
		} {
			if encoding.unicode && !utf8.ValidString(tt.text) || strings.Contains(tt.text, "\r") {
				continue
			}
			if diff := cmp.Diff(want, inputLines(t, encoding.encode(tt.text))); diff != "" {
				t.Errorf("%s, in %s: %s", tt.name, encoding.name, diff)
			}
		}
	}
}

// A strict reader gives the games without a fault, and an error for what is wrong; text
// between games is no part of them.
func TestInputStrict(t *testing.T) {
	for _, tt := range inputs {
		r := NewPGNReader(strings.NewReader(tt.text))
		r.Strict = true
		var whole []*GameTree
		failed := 0
		for tree, err := range r.All() {
			if (tree == nil) != (err != nil) || tree != nil && len(tree.Faults()) > 0 {
				t.Errorf("%s: the strict reader gives %v and %v", tt.name, tree, err)
			}
			if tree != nil {
				whole = append(whole, tree)
			} else {
				failed++
			}
		}
		faulty := false
		for tree := range NewPGNReader(strings.NewReader(tt.text)).All() {
			between := !slices.ContainsFunc(tree.Faults(), func(e *ParseError) bool { return !strings.Contains(e.Detail, "no part of a game") })
			faulty = faulty || len(tree.Faults()) > 0
			if len(whole) > 0 && equalTrees(tree, whole[0]) && between {
				whole = whole[1:]
			} else if len(tree.Faults()) == 0 {
				t.Errorf("%s: the strict reader does not give %v", tt.name, tree)
			}
		}
		if len(whole) > 0 || (failed > 0) != faulty {
			t.Errorf("%s: the strict reader gives %d errors, and %v", tt.name, failed, whole)
		}
	}
}

// Games begin and end in the same places and have the same main lines, however much is
// read of them.
func TestInputDetails(t *testing.T) {
	for _, tt := range inputs {
		var whole [][]string
		var starts []string
		for tree := range NewPGNReader(strings.NewReader(tt.text)).All() {
			whole = append(whole, mainMoves(tree))
			starts = append(starts, tree.Start().FEN())
		}
		for _, detail := range []PGNDetail{MainLines, TagsOnly} {
			r := NewPGNReader(strings.NewReader(tt.text))
			r.Detail = detail
			var lines [][]string
			var from []string
			for tree := range r.All() {
				lines = append(lines, mainMoves(tree))
				from = append(from, tree.Start().FEN())
			}
			if diff := cmp.Diff(starts, from); diff != "" {
				t.Errorf("%s, %v: %s", tt.name, detail, diff)
			}
			if diff := cmp.Diff(whole, lines); diff != "" && detail == MainLines {
				t.Errorf("%s, %v: %s", tt.name, detail, diff)
			}
		}
	}
}

// A file that was cut off anywhere loses no more than what comes behind: its moves
// begin those of the whole file, and all tags that came whole are there.
func TestInputTruncated(t *testing.T) {
	const text = "[Event \"Cup \\\"A\\\"\"]\n[Site \"C:\\\\x\"]\n[White \"größer\"]\n[Result \"1-0\"]\n\n" +
		"{first} 1. e4 {good} e5 $14 2. Nf3! (2. Bc4 Bc5 (2... Nf6 {here; and there} 3. d3) 3. c3) 2... Nc6 ; to the end\n" +
		"3. Bb5 a6 4. Ba4 Nf6 5. O-O b5 6. Bb3 d5 7. exd5 Bb7 8. dxc6 Bxc6 9. Nxe5 Bd6 10. Nxc6 Qd7 1-0\n\n" +
		"[Event \"second\"]\n[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8(Q) Kg7 2. Qb7+ (2. Qd5) Kf8 1/2-1/2\n"
	sans := strings.Fields("e4 e5 Nf3! Nc6 Bb5 a6 Ba4 Nf6 O-O b5 Bb3 d5 exd5 Bb7 dxc6 Bxc6 Nxe5 Bd6 Nxc6 Qd7 a8(Q) Kg7 Qb7+ Kf8")
	var whole [][]string
	for tree := range NewPGNReader(strings.NewReader(text)).All() {
		whole = append(whole, mainMoves(tree))
	}
	for n := range len(text) {
		games, plies := 0, 0
		for tree, err := range NewPGNReader(strings.NewReader(text[:n])).All() {
			if tree == nil || games == len(whole) {
				t.Fatalf("%q: game %d: %v", text[:n], games+1, err)
			}
			moves := mainMoves(tree)
			plies += len(moves)
			if all := whole[games]; len(moves) > len(all) || !slices.Equal(moves, all[:len(moves)]) {
				t.Fatalf("%q: game %d has the moves %v, want %v", text[:n], games+1, moves, all)
			}
			games++
			for _, name := range []string{"Event", "Site", "White"} {
				if games == 1 && strings.Contains(text[:n], "]\n[Result") && tree.Tag(name) == "" {
					t.Fatalf("%q: no %s tag", text[:n], name)
				}
			}
		}
		want, words := 0, strings.Fields(text[:n])
		for _, word := range words[:max(0, len(words)-1)] { // those that came whole
			if want < len(sans) && word == sans[want] {
				want++
			}
		}
		if plies < want {
			t.Fatalf("%q: %d plies are read, want %d", text[:n], plies, want)
		}
	}
}

// damages are faults of a game in a file of three: what is written for a move of its main
// line, or for all its moves and the result.
var damages = []struct {
	name     string
	move     func(rng *rand.Rand, san string) string
	movetext func(rng *rand.Rand, text string) string
}{
	{name: "none", move: func(_ *rand.Rand, san string) string { return san }},
	{name: "letter replaced", move: func(rng *rand.Rand, san string) string {
		i := rng.IntN(len(san))
		return san[:i] + oneOf("a", "e", "h", "1", "4", "8", "K", "N", "O", "x", "-", "=", "z")(rng, "") + san[i+1:]
	}},
	{name: "letter missing", move: func(rng *rand.Rand, san string) string {
		i := rng.IntN(len(san))
		return san[:i] + san[i+1:]
	}},
	{name: "letter doubled", move: func(rng *rand.Rand, san string) string {
		i := rng.IntN(len(san))
		return san[:i+1] + san[i:]
	}},
	{name: "letters swapped", move: func(rng *rand.Rand, san string) string {
		i := rng.IntN(len(san) - 1)
		return san[:i] + san[i+1:i+2] + san[i:i+1] + san[i+2:]
	}},
	{name: "move missing", move: func(*rand.Rand, string) string { return "" }},
	{name: "move twice", move: func(_ *rand.Rand, san string) string { return san + " " + san }},
	{name: "illegal move in a variation", move: oneOf(" (Ke9 Kb4)", " (1. Kxe8 Qa5)")},
	{name: "Informant sign", move: oneOf(" ±", " ∓", " ⩲", " +−", " ∞", " N", " D", " □", " +=", " ⟳", " RR", "±", "⩲", "N", "D", "□", "!±", "!?N", "!?!")},
	{name: "HTML", move: oneOf("<br>", " <br>", " <br/>", " <b>", " </p>", " <!-- x -->", " &nbsp;")},
	{name: "glyph too large", move: oneOf(" $256", " $1000", " $99999999999999999999", "$256", " $")},
	{name: "unknown word", move: oneOf(" novelty", " Diagram #", " better", " (!)", " ...", " ??!", " time", " \x1a", " ~", " ^", " /", " \"")},
	{name: "word that begins as a move", move: oneOf(" be", " had", " bad face", " 1st", " das", " bei", " ce", " des", " el", " de", " Na", " Be")},
	{name: "stray bracket", move: oneOf(" )", ")", " ]", "]", " }", "}")},
	{name: "comment within a comment", move: oneOf(" {a {second} comment}", " {one} comment}", " {White {in time trouble} had to be careful}", " {er {hier} hat er da}")},
	{name: "comment not closed", move: oneOf(" { a remark", " {")},
	{name: "variation not closed", move: oneOf(" (", " ( ")},
	{name: "blank line amid the moves", move: oneOf("\n\n", "\n\n\n", "\n \n")},
	{name: "another game follows", move: oneOf("\n\n[Event \"\"]\n", "\n[Event \"\"]\n")},
	{name: "no-break space", move: oneOf("\u00A0", " \u00A0 ", "\u200B", "\u2009", "\u202F", "\xA0", " \xA0 ")},
	{name: "number", move: oneOf(" 7. ", " 300... ", " 0.", " 12 ", " 12) ", " 12, ", " 5 . ", " .. ", " 99999999999999999999. ", " 2… ")},
	{name: "dashes and signs", move: func(_ *rand.Rand, san string) string {
		return strings.NewReplacer("O-O", "0–0", "=Q", "(Q)", "=R", "/R", "=N", "N", "=B", "= B").Replace(san)
	}},
	{name: "letters of another language", movetext: func(rng *rand.Rand, text string) string {
		return Language(1 + rng.IntN(len(languageLetters)-1)).SAN(text)
	}},
	{name: "result in words", movetext: func(rng *rand.Rand, text string) string {
		results := []string{"0.5-0.5", "1 - 0", "0- 1", "+:-", "--+", "1-0F", "1-0 1-0", "1-0 (time)", "White wins", "Remis"}
		return text[:strings.LastIndexAny(strings.TrimSpace(text), " \n")+1] + results[rng.IntN(len(results))] + "\n\n"
	}},
}

// oneOf returns a damage that writes one of the texts after a move.
func oneOf(texts ...string) func(*rand.Rand, string) string {
	return func(rng *rand.Rand, san string) string { return san + texts[rng.IntN(len(texts))] }
}

// TestDamage compares what is read of damaged games with what pgn-extract reads, which is an
// independent program (on Debian: apt-get install pgn-extract). What counts are the plies of
// main lines that are read as they were, less those that were not there: for no kind of damage
// may they be fewer.
func TestDamage(t *testing.T) {
	program := pgnExtract(t)
	const before = "[Event \"Before\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 {the gambit} Bxb4 5. c3 1-0\n\n"
	const after = "[Event \"After\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 2. c4 e6 (2... dxc4 3. e3 b5 $6) 3. Nc3 Nf6 1/2-1/2\n"
	token := regexp.MustCompile(`\{[^}]*\}|\(|\)|[a-hKQRBNO][^\s(){};$]+`)
	moves := regexp.MustCompile(`[a-h][1-8][a-h][1-8][qrbn]?`)
	rng := chesstest.Rand(t)
	ours, theirs := make([]int, len(damages)), make([]int, len(damages))
	for i := range chesstest.Sample(t, 50*len(damages)) {
		game := string(appendRandomGame(t, nil, rng, i))
		if i%2 > 0 {
			game = extractable(randomTree(t, rng, StartPosition())).String()
		}
		depth, at := 0, strings.Index(game, "\n\n")
		var places [][]int
		for _, place := range token.FindAllStringIndex(game[at:], -1) {
			switch game[at+place[0]] {
			case '(':
				depth++
			case ')':
				depth--
			case '{':
			default:
				if depth == 0 {
					places = append(places, place)
				}
			}
		}
		if len(places) == 0 {
			continue
		}
		from, to := at+places[rng.IntN(len(places))][0], 0
		to = from + strings.IndexAny(game[from:], " \n")
		kind := i % len(damages)
		damaged := ""
		if movetext := damages[kind].movetext; movetext != nil {
			damaged = before + game[:at] + movetext(rng, game[at:]) + after
		} else {
			damaged = before + game[:from] + damages[kind].move(rng, game[from:to]) + game[to:] + after
		}

		read := func(text string) (lines [][]string) {
			for tree := range NewPGNReader(strings.NewReader(text)).All() {
				lines = append(lines, mainMoves(tree))
			}
			return lines
		}
		want := read(before + game + after)
		cmd := exec.Command(program, "-s", "--keepbroken", "-Wuci", "-C", "-N", "-V", "-w1000000", "--notags")
		cmd.Stdin = strings.NewReader(damaged)
		out, _ := cmd.Output() // it fails for faults
		var extracted [][]string
		for line := range strings.Lines(strings.ReplaceAll(string(out), "=", "")) {
			extracted = append(extracted, moves.FindAllString(strings.ToLower(line), -1))
		}
		ours[kind] += keptPlies(want, read(damaged))
		theirs[kind] += keptPlies(want, extracted)
	}
	for i, damage := range damages {
		if t.Logf("%s: %d plies, pgn-extract %d", damage.name, ours[i], theirs[i]); ours[i] < theirs[i] || ours[i] == 0 {
			t.Errorf("%s: %d plies, pgn-extract reads %d", damage.name, ours[i], theirs[i])
		}
	}
}

// keptPlies returns how many plies of lines are read up to the first that differs, less
// those that are read but not wanted.
func keptPlies(want, got [][]string) (n int) {
	for _, line := range want {
		most := 0
		for _, g := range got {
			same := 0
			for same < min(len(line), len(g)) && line[same] == g[same] {
				same++
			}
			most = max(most, same)
		}
		n += 2 * most
	}
	return n - len(slices.Concat(got...))
}
