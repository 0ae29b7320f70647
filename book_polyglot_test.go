package chess

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// The numbers are part of the format: none may change.
func TestPolyglotRandom(t *testing.T) {
	var data []byte
	for _, n := range polyglotRandom {
		data = binary.BigEndian.AppendUint64(data, n)
	}
	const want = "9aee840377ba74c9a7fe8e254958ad312aa15766257d18823f866b070cbcc9e8"
	if got := fmt.Sprintf("%x", sha256.Sum256(data)); got != want {
		t.Errorf("SHA-256 %s, want %s", got, want)
	}
}

// polyglotKeys are the test data in the description of the format.
var polyglotKeys = []struct {
	moves, fen string
	key        uint64
}{
	{"", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b96181691fc9c},
	{"e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196},
	{"e2e4 d7d5", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756b94461c50fb0},
	{"e2e4 d7d5 e4e5", "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662fafb965db29d4},
	{"e2e4 d7d5 e4e5 f7f5", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78},
	{"e2e4 d7d5 e4e5 f7f5 e1e2", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 1 3", 0x652a607ca3f242c1},
	{"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 2 4", 0x00fdd303c946bdd9},
	{"a2a4 b7b5 h2h4 b5b4 c2c4", "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637},
	{"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 1 4", 0x5c3f9b829b279560},
}

func TestPolyglotKey(t *testing.T) {
	for _, tt := range polyglotKeys {
		var g Game
		if err := g.PlayUCI(strings.Fields(tt.moves)...); err != nil {
			t.Fatal(err)
		}
		if g.FEN() != tt.fen {
			t.Errorf("%q leads to %s, want %s", tt.moves, g.FEN(), tt.fen)
		}
		for _, p := range []Position{g.Position(), MustParseFEN(tt.fen)} {
			if key, ok := p.PolyglotKey(); key != tt.key || !ok {
				t.Errorf("%q: key %016x, %v, want %016x", tt.moves, key, ok, tt.key)
			}
		}
	}
}

// When the key shows an en-passant square, and which positions have no key.
func TestPolyglotKeyRules(t *testing.T) {
	for _, tt := range []struct {
		name, fen, without string
		same               bool
	}{
		{"nothing beside", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", true},
		{"a pawn beside", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4Pp2/8/8/4K3 b - - 0 1", false},
		{"a knight beside", "4k3/8/8/8/4Pn2/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4Pn2/8/8/4K3 b - - 0 1", true},
		{"a pawn of the same side beside", "4k3/8/8/8/4PP2/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4PP2/8/8/4K3 b - - 0 1", true},
		{"a pawn on the other edge", "4k3/8/8/7p/P7/8/8/4K3 b - a3 0 1", "4k3/8/8/7p/P7/8/8/4K3 b - - 0 1", true},
		{"a pinned pawn beside", "4k3/8/8/8/3Pp3/8/8/K3R3 b - d3 0 1", "4k3/8/8/8/3Pp3/8/8/K3R3 b - - 0 1", false},
		{"a capture that exposes the king", "8/8/8/K2Pp2r/8/8/8/4k3 w - e6 0 1", "8/8/8/K2Pp2r/8/8/8/4k3 w - - 0 1", false},
		{"castling with the outermost rook", "4k3/8/8/8/8/8/8/R1R1K3 w A - 0 1", "4k3/8/8/8/8/8/8/R1R1K3 w - - 0 1", false},
	} {
		if same := polyglotKeyOf(t, tt.fen) == polyglotKeyOf(t, tt.without); same != tt.same {
			t.Errorf("%s: the key changes: %v", tt.name, !same)
		}
	}
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
		"4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1",
		"r1k2rr1/8/8/8/8/8/8/4K3 w f - 0 1",
	} {
		p := MustParseFEN(fen)
		if key, ok := p.PolyglotKey(); key != 0 || ok {
			t.Errorf("%s: key %x, %v", fen, key, ok)
		}
	}
}

// slowPolyglotKey computes the key from the text of a FEN, as the description of
// the format defines it.
func slowPolyglotKey(fen string) (key uint64, ok bool) {
	fields := strings.Fields(fen)
	if len(fields) != 6 {
		return 0, false
	}
	board := map[string]byte{}
	for i, row := range strings.Split(fields[0], "/") {
		file := 0
		for _, c := range []byte(row) {
			if c >= '1' && c <= '8' {
				file += int(c - '0')
				continue
			}
			board[string([]byte{"abcdefgh"[file], "87654321"[i]})] = c
			key ^= polyglotRandom[64*strings.IndexByte("pPnNbBrRqQkK", c)+8*(7-i)+file]
			file++
		}
	}
	for _, c := range []byte(strings.Trim(fields[2], "-")) {
		i := strings.IndexByte("KQkq", c)
		if i < 0 {
			return 0, false
		}
		key ^= polyglotRandom[768+i]
	}
	if ep := fields[3]; ep != "-" {
		rank, pawn := "5", byte('P')
		if fields[1] == "b" {
			rank, pawn = "4", 'p'
		}
		if board[string(ep[0]-1)+rank] == pawn || board[string(ep[0]+1)+rank] == pawn {
			key ^= polyglotRandom[772+int(ep[0]-'a')]
		}
	}
	if fields[1] == "w" {
		key ^= polyglotRandom[780]
	}
	return key, true
}

func TestSlowPolyglotKey(t *testing.T) {
	compare := func(p Position) (ok bool) {
		key, ok := p.PolyglotKey()
		want, wantOK := slowPolyglotKey(p.FEN())
		if ok != wantOK || ok && key != want {
			t.Fatalf("%s: %016x, %v, want %016x, %v", p, key, ok, want, wantOK)
		}
		return ok
	}
	randomGames(200, func(p Position, _ []Move) { compare(p) })

	// Rooks that may castle and are not the outermost ones, or become such.
	rng := rand.New(rand.NewPCG(5, chesstest.Seed()))
	keys := [2]int{}
	for range 100 {
		p := MustParseFEN("1rr1k1rr/p5pp/8/8/8/8/PP5P/RR2K1R1 w BGcg - 0 1")
		for range 60 {
			keys[oneIf(compare(p))]++
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p = p.After(moves[rng.IntN(len(moves))])
		}
	}
	if min(keys[0], keys[1]) < 100 {
		t.Errorf("%d positions without a key, %d with one", keys[0], keys[1])
	}
}

func TestPolyglotMove(t *testing.T) {
	for _, tt := range []struct {
		fen, uci string
		want     uint16
	}{
		{StartFEN, "e2e4", 0o1434},
		{StartFEN, "g1f3", 0o0625},
		{castlingFEN, "e1g1", 0o0407},
		{castlingFEN, "e1c1", 0o0400},
		{strings.Replace(castlingFEN, " w ", " b ", 1), "e8g8", 0o7477},
		{strings.Replace(castlingFEN, " w ", " b ", 1), "e8c8", 0o7470},
		{"4k3/8/8/8/8/8/8/1RK5 w Q - 0 1", "c1b1", 0o0201},
		{"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", 0o16070},
		{"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8b", 0o26071},
		{"4k3/8/8/8/8/8/7p/4K3 b - - 0 1", "h2h1r", 0o31707},
		{"4k3/8/8/8/8/8/7p/4K3 b - - 0 1", "h2h1q", 0o41707},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0o4453},
	} {
		p := MustParseFEN(tt.fen)
		m, err := p.ParseUCI(tt.uci)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.polyglotMove(m); got != tt.want {
			t.Errorf("%s %s: %#o, want %#o", tt.fen, tt.uci, got, tt.want)
		}
	}
	// Each legal move has a different code, and none has that of the null move.
	randomGames(100, func(p Position, moves []Move) {
		seen := map[uint16]Move{0: 0}
		for _, m := range moves {
			code := p.polyglotMove(m)
			if other, ok := seen[code]; ok {
				t.Fatalf("%s: %v and %v are both %#o", p, m, other, code)
			}
			seen[code] = m
		}
	})
}

func TestPolyglotAllocates(t *testing.T) {
	p := MustParseFEN(castlingFEN)
	if n := testing.AllocsPerRun(100, func() { p.PolyglotKey() }); n != 0 {
		t.Errorf("PolyglotKey allocates %v times", n)
	}
}
