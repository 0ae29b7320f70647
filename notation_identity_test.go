package chess

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
	if diff := cmp.Diff(errorText(wantErr), errorText(err)); diff != "" {
		t.Fatalf("%q (-want +got):\n%s", text, diff)
	}
	if err != nil {
		return
	}
	var p Position
	if err := p.identify(text); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	for from := range NoSquare {
		for _, m := range want.AppendPseudoLegal(nil, from) {
			if !p.IsCastling(m) && p.legal(m) != want.legal(m) {
				t.Fatalf("%q: %v is legal or not", text, m)
			}
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
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
	rng := rand.New(rand.NewPCG(5, 6))
	alphabet := "pnbrqkPNBRQK12345678/ wb-KQkqABGHabgh36e+"
	fast := 0
	randomGames(40, func(p Position, _ []Move) {
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
				if isIdentity(text) {
					fast++
				}
			}
		}
		field := strings.Fields(epd)
		field[3] = Square(rng.IntN(64)).String()
		checkIdentify(t, strings.Join(field, " "))
		field[2] = string(alphabet[rng.IntN(len(alphabet))]) + string(alphabet[rng.IntN(len(alphabet))])
		checkIdentify(t, strings.Join(field, " "))
	})
	if fast == 0 {
		t.Error("no damaged text was read the fast way")
	}
}

func TestParseKeyAllocates(t *testing.T) {
	for _, epd := range []string{identityTexts[0], identityTexts[1], identityTexts[2], identityTexts[5]} {
		if n := testing.AllocsPerRun(100, func() { ParseKey(epd) }); n != 0 {
			t.Errorf("%s: %v allocations", epd, n)
		}
	}
}

func FuzzParseKey(f *testing.F) {
	for _, text := range identityTexts {
		f.Add(text)
	}
	f.Fuzz(checkIdentify)
}
