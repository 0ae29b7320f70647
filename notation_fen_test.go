package chess

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

func TestParseFEN(t *testing.T) {
	for _, tt := range []struct{ in, fen, epd string }{ // fen is empty if it is in
		{StartFEN, "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"},
		{"8/8/8/4k3/8/8/8/4K3 b - - 99 9999", "", "8/8/8/4k3/8/8/8/4K3 b - -"},
		{"8/8/8/4k3/8/8/8/4K3 b - -", "8/8/8/4k3/8/8/8/4K3 b - - 0 1", "8/8/8/4k3/8/8/8/4K3 b - -"},
		{"8/8/8/4k3/8/8/8/4K3 b - - 7", "8/8/8/4k3/8/8/8/4K3 b - - 7 1", "8/8/8/4k3/8/8/8/4K3 b - -"},
		{"\t8/8/8/4k3/8/8/8/4K3   b\t- -\r\n 007  8 ", "8/8/8/4k3/8/8/8/4K3 b - - 7 8", "8/8/8/4k3/8/8/8/4K3 b - -"},
		{"11111111/8/8/4k3/8/8/8/22K12 w - -", "8/8/8/4k3/8/8/8/4K3 w - - 0 1", "8/8/8/4k3/8/8/8/4K3 w - -"},

		// The en-passant square: in a FEN always, in an EPD if the capture is legal.
		{enPassantFEN, "", "4k3/8/8/3pP3/8/8/8/4K3 w - d6"},
		{"4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "", "4k3/8/8/3p4/8/8/8/4K3 w - -"},
		{"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "", "4r1k1/8/8/3pP3/8/8/8/4K3 w - -"}, // the pawn is pinned
		{"6k1/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "", "6k1/8/8/K2pP2r/8/8/8/8 w - -"},     // both pawns leave the rank
		{"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3"},

		// Castling rights: X-FEN and Shredder-FEN.
		{"r3k2r/8/8/8/8/8/8/R3K2R w qK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kq -"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", castlingFEN, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"},
		{"nrkbbqrn/8/8/8/8/8/8/NRKBBQRN w GBgb - 0 1", "nrkbbqrn/8/8/8/8/8/8/NRKBBQRN w KQkq - 0 1", "nrkbbqrn/8/8/8/8/8/8/NRKBBQRN w KQkq -"},
		{"nrkbbqrn/8/8/8/8/8/8/NRKBBQRN w KQkq - 0 1", "", "nrkbbqrn/8/8/8/8/8/8/NRKBBQRN w KQkq -"},
		{"r1r1k1r1/8/8/8/8/8/8/RR2KR1R w FBcg - 0 1", "r1r1k1r1/8/8/8/8/8/8/RR2KR1R w FBkc - 0 1", "r1r1k1r1/8/8/8/8/8/8/RR2KR1R w FBkc -"},
		{"4k3/8/8/8/8/8/8/RR2KR1R w HB - 0 1", "4k3/8/8/8/8/8/8/RR2KR1R w KB - 0 1", "4k3/8/8/8/8/8/8/RR2KR1R w KB -"},
		{innerRookFEN, "4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/1R2K2R w KQ -"},

		// Three-check: the remaining checks, or those given.
		{"4k3/8/8/8/8/8/8/4K3 w - - 3+2 4 5", "", "4k3/8/8/8/8/8/8/4K3 w - - 3+2"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 4 5 +0+1", "4k3/8/8/8/8/8/8/4K3 w - - 3+2 4 5", "4k3/8/8/8/8/8/8/4K3 w - - 3+2"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 3+3", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 3+3"},
		{"4k3/8/8/8/8/8/8/4K3 w - - +2+0", "4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 1+3"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 3+0 0 1", "", "4k3/8/8/8/8/8/8/4K3 w - - 3+0"},

		// What other programs write: fewer fields, and other characters.
		{"4k2r/8/8/8/8/8/8/4K3 w", "4k2r/8/8/8/8/8/8/4K3 w - - 0 1", "4k2r/8/8/8/8/8/8/4K3 w - -"},
		{"4k2r/8/8/8/8/8/8/4K3 b k", "4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "4k2r/8/8/8/8/8/8/4K3 b k -"},
		{"4k2r/8/8/8/8/8/8/4K3 W k - 3 7", "4k2r/8/8/8/8/8/8/4K3 w k - 3 7", "4k2r/8/8/8/8/8/8/4K3 w k -"},
		{"4k2r/8/8/8/8/8/8/4K3 B k - 3 7;", "4k2r/8/8/8/8/8/8/4K3 b k - 3 7", "4k2r/8/8/8/8/8/8/4K3 b k -"},
		{"4k2r/8/8/8/8/8/8/4K3 b k -;", "4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "4k2r/8/8/8/8/8/8/4K3 b k -"},
		{"4k2r/8/8/8/8/8/8/4K3 b ; ", "4k2r/8/8/8/8/8/8/4K3 b - - 0 1", "4k2r/8/8/8/8/8/8/4K3 b - -"},
		{"4k2r/8/8/8/8/8/8/4K3_b_k_-_3_7", "4k2r/8/8/8/8/8/8/4K3 b k - 3 7", "4k2r/8/8/8/8/8/8/4K3 b k -"},
		{"4k2r/8/8/8/8/8/8/4K3 b k - -", "4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "4k2r/8/8/8/8/8/8/4K3 b k -"},
		{"4k2r/8/8/8/8/8/8/4K3 b k - - 7", "4k2r/8/8/8/8/8/8/4K3 b k - 0 7", "4k2r/8/8/8/8/8/8/4K3 b k -"},
		{"4k2r/8/8/8/8/8/8/4K3 b k - 3 -", "4k2r/8/8/8/8/8/8/4K3 b k - 3 1", "4k2r/8/8/8/8/8/8/4K3 b k -"},
		{"q~3k2R~/8/8/8/8/8/8/4K3 b - - 3 7", "q3k2R/8/8/8/8/8/8/4K3 b - - 3 7", "q3k2R/8/8/8/8/8/8/4K3 b - -"},
		{"4k3/8/8/8/8/8/8/4K3 b - - 65535 65535", "", "4k3/8/8/8/8/8/8/4K3 b - -"},
		{"4k3/8/8/8/8/8/8/4K3 b - - 0 0", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - -"},

		// 218 moves, and all pieces that a side can have.
		{"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", "", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - -"},
	} {
		p, err := ParseFEN(tt.in)
		if err != nil {
			t.Error(err)
			continue
		}
		want := tt.fen
		if want == "" {
			want = tt.in
		}
		if diff := cmp.Diff([2]string{want, tt.epd}, [2]string{p.FEN(), p.EPD()}); diff != "" {
			t.Errorf("%q: %s", tt.in, diff)
		}
	}
}

func TestParseFENSyntax(t *testing.T) {
	const board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR" // 43 bytes
	type failure struct {
		field  string
		offset int
	}
	for fen, want := range map[string]failure{
		"":                                  {"FEN board", 0},
		" \t ":                              {"FEN board", 0},
		"8/8/8/8":                           {"FEN board", 7},
		"8/8/8/8/8/8/8/8/8 w - -":           {"FEN board", 15},
		"8/8/8/8/8/8/8/ w - -":              {"FEN board", 14},
		"8/8/8/8/8/8/8/7 w - -":             {"FEN board", 15},
		"8//8/8/8/8/8/8 w - -":              {"FEN board", 2},
		"8/7/8/8/8/8/8/8 w - -":             {"FEN board", 3},
		"8/45/8/8/8/8/8/8 w - -":            {"FEN board", 3},
		"8/8k/8/8/8/8/8/8 w - -":            {"FEN board", 3},
		"8/9/8/8/8/8/8/8 w - -":             {"FEN board", 2},
		"8/0/8/8/8/8/8/8 w - -":             {"FEN board", 2},
		"8/x7/8/8/8/8/8/8 w - -":            {"FEN board", 2},
		"8/.7/8/8/8/8/8/8 w - -":            {"FEN board", 2},
		"8/♔7/8/8/8/8/8/8 w - -":            {"FEN board", 2},
		"8/\xff7/8/8/8/8/8/8 w - -":         {"FEN board", 2},
		"8/7\x00/8/8/8/8/8/8 w - -":         {"FEN board", 3},
		strings.Repeat("8/", 10000):         {"FEN board", 15},
		strings.Repeat("p", 10000):          {"FEN board", 8},
		"8/~7/8/8/8/8/8/8 w - -":            {"FEN board", 2},
		"8/7~/8/8/8/8/8/8 w - -":            {"FEN board", 3},
		"8/k~~6/8/8/8/8/8/8 w - -":          {"FEN board", 4},
		";":                                 {"FEN board", 0},
		board + ";":                         {"FEN turn", 43},
		board + " w;KQkq":                   {"FEN turn", 44},
		board + " w 0 1":                    {"FEN castling", 46},
		board + " w KQkq 0 1":               {"FEN en passant", 51},
		board + " w KQkq - - 0 1":           {"FEN", 57},
		board + " w KQkq - - - -":           {"FEN", 57},
		board + " w KQkq - +1 1":            {"FEN checks", 53},
		board + " w KQkq - 0 +1":            {"FEN checks", 55},
		board + " w KQkq - 0x1 1":           {"FEN halfmove clock", 53},
		board:                               {"FEN turn", 43},
		board + " ":                         {"FEN turn", 43},
		board + " wb KQkq -":                {"FEN turn", 44},
		board + " é KQkq -":                 {"FEN turn", 44},
		board + " w KQkx -":                 {"FEN castling", 49},
		board + " w KQk- -":                 {"FEN castling", 49},
		board + " w I -":                    {"FEN castling", 46},
		board + " w Ké -":                   {"FEN castling", 47},
		board + " w KQkq e9":                {"FEN en passant", 51},
		board + " w KQkq e":                 {"FEN en passant", 51},
		board + " w KQkq e33":               {"FEN en passant", 51},
		board + " w KQkq é":                 {"FEN en passant", 51},
		board + " w KQkq - x 1":             {"FEN", 53},
		board + " w KQkq - -1 1":            {"FEN halfmove clock", 53},
		board + " w KQkq - 65536 1":         {"FEN halfmove clock", 53},
		board + " w KQkq - 0 x":             {"FEN", 55},
		board + " w KQkq - 0 99999999999":   {"FEN move number", 55},
		board + " w KQkq - 0 1 x":           {"FEN", 57},
		board + " w KQkq - 0 1 0":           {"FEN", 57},
		board + " w KQkq - 4+3 0 1":         {"FEN checks", 53},
		board + " w KQkq - 3+ 0 1":          {"FEN checks", 53},
		board + " w KQkq - 3+33 0 1":        {"FEN checks", 53},
		board + " w KQkq - 0 1 +0":          {"FEN checks", 57},
		board + " w KQkq - 0 1 +4+0":        {"FEN checks", 57},
		board + " w KQkq - 3+3 0 1 +0+0":    {"FEN", 61},
		board + " w KQkq - 0 1 +0+0 x":      {"FEN", 62},
		board + " w KQkq - +0+0 0 1":        {"FEN", 58},
		board + " w KQkq - 0 1 moves e2e4 ": {"FEN", 57},
	} {
		_, err := ParseFEN(fen)
		var e *ParseError
		if !errors.As(err, &e) || !errors.Is(err, ErrSyntax) || errors.Is(err, ErrIllegal) {
			t.Errorf("%.100q: %v, want a *ParseError that matches ErrSyntax", fen, err)
			continue
		}
		if got := (failure{e.Field, e.Offset}); got != want || e.Input != fen || len(e.Error()) > 1000 {
			t.Errorf("%.100q: %+v, want %+v (%v)", fen, got, want, err)
		}
	}
}

func TestParseFENIllegal(t *testing.T) {
	for _, tt := range []struct {
		fen    string
		want   problemSet
		offset int
	}{
		{" 8/8/8/8/8/8/8/8 w - - 0 1", kingMissing, 1},
		{"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", pawnOnBackRank, 0},
		{"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", opponentInCheck, 0},
		{"4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1", impossibleCastling, 23},
		{"4k3/8/8/8/8/8/8/R2K4 w q - 0 1", impossibleCastling, 23},
		{"4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", impossibleCastling, 24},
		{"4k3/8/8/8/8/8/8/KR6 w B - 0 1", impossibleCastling, 22},
		{"4k3/8/8/8/8/8/8/R3K3 w B - 0 1", impossibleCastling, 23},
		{"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", impossibleEnPassant, 24},
		{"4k3/8/8/8/8/8/8/4K3 w - a1 0 1", impossibleEnPassant, 24},
		{"4k3/8/8/8/8/8/8/4K3 b - b1 0 1", impossibleEnPassant, 24},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", impossibleEnPassant, 27},
		{"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", impossibleEnPassant, 29},
		{"4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", impossibleEnPassant, 29},
		{"4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1", impossibleEnPassant, 27},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0+3 0 1", impossibleChecks, 26},
		{"4k3/8/8/8/8/8/8/4K3 b - - 0 1 +1+3", impossibleChecks, 30},
		{"4k3/8/8/8/8/8/8/4K2P w K e3 0 1", pawnOnBackRank | impossibleCastling | impossibleEnPassant, 0},
		{"4k3/8/8/8/8/8/8/4K3 w K e3 0 1", impossibleCastling | impossibleEnPassant, 22},
	} {
		_, err := ParseFEN(tt.fen)
		var e *ParseError
		var got problemSet
		if !errors.As(err, &e) || !errors.Is(err, ErrIllegal) || !errors.As(err, &got) {
			t.Errorf("%s: %v, want a *ParseError that matches ErrIllegal and has Problems", tt.fen, err)
			continue
		}
		if got != tt.want || e.Offset != tt.offset || e.Field != "FEN" || e.Detail != got.Error() {
			t.Errorf("%s: %v at %d, want %v at %d", tt.fen, got, e.Offset, tt.want, tt.offset)
		}
	}
}

func TestPositionText(t *testing.T) {
	p := StartPosition()
	q := p
	if err := q.UnmarshalText([]byte("x")); !errors.Is(err, ErrSyntax) || q.FEN() != StartFEN {
		t.Errorf("after %v the position is %s", err, q)
	}
	if got := string(p.AppendFEN([]byte("position fen "))); got != "position fen "+StartFEN {
		t.Errorf("AppendFEN gives %s", got)
	}
}

func TestMustParseFEN(t *testing.T) {
	defer func() {
		if err, ok := recover().(error); !ok || !errors.Is(err, ErrSyntax) {
			t.Errorf("the panic is %v", err)
		}
	}()
	MustParseFEN("x")
}

func FuzzParseFEN(f *testing.F) {
	for _, fen := range []string{
		StartFEN, castlingFEN, promotionFEN, enPassantFEN, innerRookFEN, chess960FEN(0), chess960FEN(959),
		StartFEN + " +0+0", "4k3/8/8/8/8/8/8/4K3 w - - 3+2 4 5", "8/8/8/4k3/8/8/8/4K3 b - -",
		"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
		"kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
		"6k1/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "8/♔7/8/8/8/8/8/8 w - -",
		"b5nr/1p2kB1p/2p3p1/4p1q1/p1P5/N3RP2/P7/4K3 b KQkq - 0 22", "4k3/8/8/8/8/8/8/4K1RR w HG e3 - 65535;",
		"r~3k2r/8/8/8/8/8/8/R2K3R_W_KQkqKQkq_-_- 9 +1+2",
	} {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := ParseFEN(fen)
		s, setupErr := ParseSetup(fen)
		if (setupErr != nil) != errors.Is(err, ErrSyntax) || setupErr == nil && (s.problems().fatal() != 0) != (err != nil) {
			t.Fatalf("%q: %v, as a Setup %v", fen, err, setupErr)
		}
		if setupErr == nil {
			checkRepair(t, s)
		}
		if err != nil {
			var e *ParseError
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(fen) || len(err.Error()) > 2000 {
				t.Fatalf("%q: %v", fen, err)
			}
			checkStart(t, "Standard", fen)
			return
		}
		if q, err := s.Position(); err != nil || !q.Equal(p) {
			t.Fatalf("%q is %s, by its Setup %s, %v", fen, p, q, err)
		}
		for _, text := range []string{p.FEN(), p.EPD()} {
			q, err := ParseFEN(text)
			if err != nil || q.Key() != p.Key() || text == p.FEN() && q.FEN() != text {
				t.Fatalf("%q is read back as %s, %v", text, q, err)
			}
		}
		for _, m := range p.AppendMoves(nil) {
			san := p.SAN(m)
			if got, err := p.ParseSAN(san); got != m || err != nil {
				t.Fatalf("%s: %s is read back as %v, %v", p, san, got, err)
			}
			next := p.After(m)
			if q, err := ParseFEN(next.FEN()); err != nil || !q.Equal(next) {
				t.Fatalf("%s: after %s there is %s, %v", p, san, next, err)
			}
		}
	})
}

// What is found in files: ParseSetup reads all of it as it is written, ParseFEN says
// what is wrong and where, and Repair makes a position of it.
func TestParseSetup(t *testing.T) {
	const a1, h1, a8, h8 = A1, H1, A8, H8
	for _, tt := range []struct {
		name, fen  string
		castling   []Square
		doublePush Square
		want       problemSet // that are Fatal
		offset     int
		repaired   string // the FEN, or "" if no repair helps
	}{
		{"a right of a black king without rook", "4k3/8/8/8/8/8/8/4K2R w Kk - 0 1", []Square{h1, h8}, NoSquare,
			impossibleCastling, 24, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
		{"ChessBase", "1q2kb1r/1r1n1ppp/2Qpp3/8/N7/8/1PP2PPP/R1BR2K1 w q - 0 1", []Square{a8}, NoSquare,
			impossibleCastling, 48, "1q2kb1r/1r1n1ppp/2Qpp3/8/N7/8/1PP2PPP/R1BR2K1 w - - 0 1"},
		{"after castling", "rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b HQkq - 0 1", []Square{h1, a1, h8, a8}, NoSquare,
			impossibleCastling, 49, "rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b Qkq - 0 1"},
		{"all flags", "b5nr/1p2kB1p/2p3p1/4p1q1/p1P5/N3RP2/P7/4K3 b KQkq - 0 22", []Square{h1, a1, h8, a8}, NoSquare,
			impossibleCastling, 45, "b5nr/1p2kB1p/2p3p1/4p1q1/p1P5/N3RP2/P7/4K3 b - - 0 22"},
		{"a square of the wrong side", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 2", []Square{h1, a1, h8, a8}, E3,
			impossibleEnPassant, 55, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
		{"both", "4k3/8/8/8/8/8/8/4K3 w Q h6", []Square{a1}, H6,
			impossibleCastling | impossibleEnPassant, 22, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"a right twice", "4k2r/8/8/8/8/8/8/4K2R w KK - 0 1", []Square{h1, h1}, NoSquare,
			impossibleCastling, 25, "4k2r/8/8/8/8/8/8/4K2R w K - 0 1"},
		{"two rooks on a side", "4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", []Square{h1, G1}, NoSquare,
			impossibleCastling, 25, "4k3/8/8/8/8/8/8/4K1RR w K - 0 1"},
		{"the inner rook first", "4k3/8/8/8/8/8/8/RR2K3 w BQ - 0 1", []Square{B1, a1}, NoSquare,
			impossibleCastling, 24, "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1"},
		{"a king that left its rank", "4k3/8/8/8/8/8/4K3/R7 w KQ - 0 1", []Square{h1, a1}, NoSquare,
			impossibleCastling, 23, "4k3/8/8/8/8/8/4K3/R7 w - - 0 1"},
		{"a king in the corner", "4k3/8/8/8/8/8/8/R6K w KQ - 0 1", []Square{h1, a1}, NoSquare,
			impossibleCastling, 22, "4k3/8/8/8/8/8/8/R6K w - - 0 1"},
		{"the square that is none", "4k3/8/8/8/8/8/8/4K3 w - a1 0 1", nil, B1,
			impossibleEnPassant, 24, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"Chess960 without a word of it", "r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", []Square{h1, a1, h8, a8}, NoSquare,
			0, 0, "r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1"},
		{"nothing", "8/8/8/8/8/8/8/8 w", nil, NoSquare, kingMissing, 0, ""},
		{"everything", "kkkkkkkk/KKKKKKKK/pppppppp/PPPPPPPP/8/8/8/P6p b KQ a3 65535 0 +3+3", []Square{h1, a1}, A3,
			kingSurplus | pawnOnBackRank | impossibleCastling | impossibleEnPassant | impossibleChecks, 0, ""},
	} {
		s, err := ParseSetup(tt.fen)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := s.problems().fatal(); got != tt.want {
			t.Errorf("%s: the problems are %v, want %v", tt.name, got, tt.want)
		}
		if diff := cmp.Diff(tt.castling, s.Castling) + cmp.Diff(tt.doublePush, s.DoublePush); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
		var e *ParseError
		if _, err := ParseFEN(tt.fen); errors.As(err, &e) != (tt.want != 0) || e != nil && (e.Err != tt.want || e.Offset != tt.offset) {
			t.Errorf("%s: %v at %d, want %v at %d", tt.name, err, e.Offset, tt.want, tt.offset)
		}
		repaired, mended := s.repair()
		if want := tt.want & (impossibleCastling | impossibleEnPassant); mended != want {
			t.Errorf("%s: Repair mends %v, want %v", tt.name, mended, want)
		}
		switch p, err := repaired.Position(); {
		case tt.repaired == "" && err == nil, tt.repaired != "" && err != nil, err == nil && p.FEN() != tt.repaired:
			t.Errorf("%s: repaired to %v, %v, want %s", tt.name, p, err, tt.repaired)
		}
	}
	if s, err := ParseSetup("8/8/8/8/8/8/8/8"); !errors.Is(err, ErrSyntax) || cmp.Diff(s, Setup{}) != "" {
		t.Errorf("a board alone is %v, %v", s, err)
	}
}

// identityTexts are texts that EPD writes, and texts that are nearly such.
var identityTexts = []string{
	StartPosition().EPD(),
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -",
	"1r2k1rr/8/8/8/8/8/8/1RR1K1R1 w GCgb -",
	"8/8/1k6/8/2pP4/8/5K2/8 b - d3",
	"rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3",
	"6k1/8/8/K2pP2r/8/8/8/8 w - d6", // the capture leaves the king in check
	"6k1/8/8/K2pP3/8/8/8/8 w - d6 2+1",
	"4k3/8/8/8/4P3/8/8/4K3 b - e3", // nobody can capture
	"4k3/8/8/8/8/4P3/8/4K3 b - e3",
	"4k3/8/8/8/4P3/8/4P3/4K3 b - e3",
	"4k3/8/8/8/8/8/8/4K3 w - - 0+3",
	"4k3/8/8/8/8/8/8/4K3 b - - 3+0",
	"4k3/8/8/8/8/8/4r3/4K3 b - -", // the king can be captured
	"4k3/8/8/8/8/8/8/P3K3 w - -",
	"p3k3/8/8/8/8/8/8/4K3 w - -",
	"4k3/8/8/8/8/8/8/K3K3 w - -",
	"8/8/8/8/8/8/8/4K3 w - -",
	"4k3/8/8/8/8/8/8/7K/ w - -",
	"8/4k3/8/8/8/8/8/8/4K3 w - -",
	"4k4/8/8/8/8/8/8/4K3 w - -",
	"4k3/8/8/8/8/8/8/4K2R w KK -",
	"4k3/8/8/8/8/8/8/4K1RR w KG -",
	"4k3/8/8/8/8/8/8/K6R w K -",
	"4k3/8/8/8/8/8/4K3/7R w K -",
	"4k3/QQQQQ3/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ -",
	manyMovesFEN, StartFEN, "", " ", "4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3 w - - ", "4k3/8/8/8/8/8/8/4K3  w - -",
	"4k3/8/8/8/8/8/8/4K3 w - - 3+", "4k3/8/8/8/8/8/8/4K3 w - - 3-3", "4k3/8/8/8/8/8/8/4K3 w - - 4+3", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1",
}

// checkIdentify checks that a text is the same Key, or the same error, whichever way
// it is read, and that the position by identify has the same legal moves but for
// castling.
func checkIdentify(t *testing.T, text string) {
	t.Helper()
	want, wantErr := ParseFEN(text)
	key, err := ParseKey(text)
	if key != want.Key() {
		t.Fatalf("%q is the Key %s, not %s", text, key, want.Key())
	}
	if want, got := fmt.Sprint(wantErr), fmt.Sprint(err); got != want {
		t.Fatalf("%q: %s, want %s", text, got, want)
	}
	if err != nil {
		return
	}
	var p Position
	if err := p.identify(text); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	for from := range NoSquare {
		for _, m := range want.appendPseudoLegalFrom(nil, from) {
			if !p.IsCastling(m) && p.legal(m) != want.legal(m) {
				t.Fatalf("%q: %v is legal or not", text, m)
			}
		}
	}
}

func TestIdentify(t *testing.T) {
	for _, text := range identityTexts {
		checkIdentify(t, text)
	}
}

// isIdentity reports whether the text is read without ParseFEN.
func isIdentity(epd string) bool {
	var p Position
	r := identityReader{text: epd, p: &p}
	return r.board() && r.turn() && r.castling() && r.enPassant() && r.checks() && r.text == ""
}

// What EPD writes is read the fast way, and spelled differently or damaged it is read
// as ParseFEN reads it.
func TestIdentifyGames(t *testing.T) {
	rng := chesstest.Rand(t)
	alphabet := "pnbrqkPNBRQK12345678/ wb-KQkqABGHabgh36e+"
	randomGames(chesstest.Sample(t, 40), func(p Position, _ []Move) {
		epd := p.EPD()
		checkIdentify(t, epd)
		if !isIdentity(epd) {
			t.Fatalf("%s is not read the fast way", epd)
		}
		checkIdentify(t, p.FEN())
		for range 4 {
			at, other := rng.IntN(len(epd)), alphabet[rng.IntN(len(alphabet))]
			for _, text := range []string{
				epd[:at] + epd[at+1:], epd[:at] + string(other) + epd[at:], epd[:at] + string(other) + epd[at+1:], epd[:at],
			} {
				checkIdentify(t, text)
			}
		}
		field := strings.Fields(epd)
		field[3] = Square(rng.IntN(64)).String()
		checkIdentify(t, strings.Join(field, " "))
		field[2] = string(alphabet[rng.IntN(len(alphabet))]) + string(alphabet[rng.IntN(len(alphabet))])
		checkIdentify(t, strings.Join(field, " "))
	})
}

func FuzzParseKey(f *testing.F) {
	for _, text := range identityTexts {
		f.Add(text)
	}
	f.Fuzz(checkIdentify)
}
