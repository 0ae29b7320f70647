package chess

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// TestVariantPerft counts the moves of variants in positions of other libraries: up to 200,000
// by day.
func TestVariantPerft(t *testing.T) {
	t.Parallel()
	most := int64(1 << 40)
	if chesstest.Sampled(t) {
		most = 200_000
	}
	data, err := os.ReadFile("testdata/variants.epd")
	if err != nil {
		t.Fatal(err)
	}
	counts := map[Variant]int{}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		e, err := ParseEPD(line)
		if err != nil || len(e.Faults) > 0 {
			t.Fatalf("%s: %v, %v", line, err, e.Faults)
		}
		for depth := 1; depth < 14; depth++ {
			want, ok := e.Int(fmt.Sprint("D", depth))
			if !ok || want > most {
				continue
			}
			counts[e.Position.Variant()]++
			if got := Perft(e.Position, depth); got != uint64(want) {
				t.Errorf("%s, depth %d: %d moves, want %d", e.Text("id"), depth, got, want)
			}
		}
	}
	t.Log(counts)
	if len(counts) < 7 {
		t.Errorf("only %v", counts)
	}
}

func TestVariantNames(t *testing.T) {
	for name, want := range map[string]Variant{
		"standard": Standard, "Chess960": Standard, "normal": Standard, "3check": ThreeCheck, "threeCheck": ThreeCheck, "Three-check": ThreeCheck,
		"kingOfTheHill": KingOfTheHill, "King of the Hill": KingOfTheHill, "koth": KingOfTheHill, "racingKings": RacingKings, "Racing Kings": RacingKings,
		"Antichess": Antichess, "anti chess": Antichess, "atomic": Atomic, "Atomic chess": Atomic, "Horde": Horde, "crazyhouse": Crazyhouse,
		"Crazy House": Crazyhouse, "suicide": suicide, "Giveaway chess": giveaway,
	} {
		var v Variant
		if err := v.UnmarshalText([]byte(name)); err != nil || v != want {
			t.Errorf("%q is %v, %v, want %v", name, v, err, want)
		}
	}
	for v := range Variant(len(ruleSets)) {
		text, err := v.MarshalText()
		var back Variant
		if err != nil || back.UnmarshalText(text) != nil || back != v {
			t.Errorf("%v is written %q, %v, and read as %v", v, text, err, back)
		}
		start := v.StartPosition()
		if start.Variant() != v {
			t.Errorf("the start of %v is of %v", v, start.Variant())
		}
	}
	var v Variant
	if err := v.UnmarshalText([]byte("shogi")); !errors.Is(err, ErrSyntax) {
		t.Errorf("shogi: %v, %v", v, err)
	}
	if p := Variant(77).StartPosition(); p.FEN() != StartFEN || !(Material{}).AppliesTo(77) {
		t.Error("no variant is not ordinary chess")
	}
	if _, err := Variant(200).MarshalText(); err == nil {
		t.Error("a variant that does not exist has a text")
	}
}

// TestVariantIdentity checks that no two variants share a position, and that each form of a
// position brings its variant back.
func TestVariantIdentity(t *testing.T) {
	const fen = "r3k2r/ppp1qppp/8/3pP3/8/8/PPPQ1PPP/R3K2R w KQkq d6 0 9"
	seen := map[Key]Variant{}
	texts := map[string]Variant{}
	for v := range Variant(len(ruleSets)) {
		text := fen
		if v == Horde {
			text = strings.Replace(strings.Replace(fen, "R3K2R", "RP1PP2R", 1), "KQkq", "kq", 1)
		} else if v == RacingKings {
			text = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 3 9"
		} else if ruleSets[v].noCastle {
			text = strings.Replace(fen, "KQkq", "-", 1)
		}
		p, err := v.ParseFEN(text)
		if err != nil {
			t.Errorf("%v: %v", v, err)
			continue
		}
		if other, ok := seen[p.Key()]; ok {
			t.Errorf("%v and %v have one key", v, other)
		}
		if other, ok := texts[p.EPD()]; ok {
			t.Errorf("%v and %v have one EPD", v, other)
		}
		seen[p.Key()], texts[p.EPD()] = v, v
		forms := map[string]Position{}
		keep := func(name string, q Position, err error) {
			if forms[name] = q; err != nil {
				t.Errorf("%v: %s: %v", v, name, err)
			}
		}
		fenAgain, err := v.ParseFEN(p.FEN())
		keep("FEN", fenAgain, err)
		stringAgain, err := ParseFEN(p.String())
		keep("String", stringAgain, err)
		var fromJSON, fromBinary, scanned Position
		js, err := json.Marshal(p)
		keep("JSON", fromJSON, errors.Join(err, json.Unmarshal(js, &fromJSON)))
		forms["JSON"] = fromJSON
		binary, err := p.MarshalBinary()
		keep("binary", fromBinary, errors.Join(err, fromBinary.UnmarshalBinary(binary)))
		forms["binary"] = fromBinary
		var s Setup
		js, err = json.Marshal(p.Setup())
		err = errors.Join(err, json.Unmarshal(js, &s))
		scanned, err2 := s.Position()
		keep("Setup", scanned, errors.Join(err, err2))
		for name, q := range forms {
			if !q.Equal(p) || q.Variant() != v {
				t.Errorf("%v: %s brings %v back", p, name, q)
			}
		}
		key, err := ParseKey(p.EPD())
		var keyAgain Key
		form, _ := p.Key().MarshalBinary()
		if err = errors.Join(err, keyAgain.UnmarshalBinary(form)); err != nil || key != p.Key() || keyAgain != p.Key() || p.Key().Position().Key() != p.Key() {
			t.Errorf("%v: the key comes back as %v and %v, %v", p, key, keyAgain, err)
		}
		e, err := ParseEPD(p.EPD() + " bm " + p.SAN(p.LegalMoves()[0]) + ";")
		if err != nil || e.Position.Key() != p.Key() || len(e.Operations) != 1 || e.String() != p.EPD()+" bm "+p.SAN(p.LegalMoves()[0])+";" {
			t.Errorf("%v: the EPD is %v, %v", p, e, err)
		}
		table := NewTable(1)
		if err := table.Put(p.EPD(), Entry{Score: 1, Bound: Exact}); err != nil {
			t.Error(err)
		}
		for other := range texts {
			if _, ok := table.Get(other); ok != (other == p.EPD()) {
				t.Errorf("%q in a table of %q: %v", other, p.EPD(), ok)
			}
		}
	}
}

// TestVariantPositions has positions of python-chess's tests of its variants, and others.
func TestVariantPositions(t *testing.T) {
	for _, tt := range []struct {
		variant Variant
		fen     string
		moves   string // SAN
		want    string // FEN, and the outcome if the game is over; or the error
	}{
		{Antichess, StartFEN[:len(StartFEN)-10] + "- - 0 1", "e4 d5 Nf3", "illegal"},
		{Antichess, "8/6P1/8/3K1k2/8/8/3p4/8 b - - 0 1", "d1=K", "8/6P1/8/3K1k2/8/8/8/3k4 w - - 0 2"},
		{Antichess, "8/8/8/8/8/8/1p6/k7 w - - 0 1", "", "8/8/8/8/8/8/1p6/k7 w - - 0 1 1-0 no pieces left"},
		{Antichess, "8/8/8/p7/P7/2p5/1P6/R3K3 w - - 0 25", "bxc3", "8/8/8/p7/P7/2P5/8/R3K3 b - - 0 25 0-1 no moves left"},
		{suicide, "8/8/8/p7/P7/2p5/1P6/R3K3 w - - 0 25", "bxc3", "8/8/8/p7/P7/2P5/8/R3K3 b - - 0 25 0-1 no moves left"},
		{suicide, "8/8/8/p7/P7/8/8/8 w - - 0 25", "", "8/8/8/p7/P7/8/8/8 w - - 0 25 1/2-1/2 no moves left"},
		{suicide, "8/6pp/6Pp/7P/8/8/8/8 w - - 0 25", "", "8/6pp/6Pp/7P/8/8/8/8 w - - 0 25"},
		{giveaway, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rxh8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1"},
		{giveaway, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
		{Atomic, "rnbqkb1r/pp2pppp/2p2n2/3p4/2PP4/2N2N2/PP2PPPP/R1BQKB1R b KQkq - 3 4", "dxc4", "rnbqkb1r/pp2pppp/2p2n2/8/3P4/5N2/PP2PPPP/R1BQKB1R w KQkq - 0 5"},
		{Atomic, "8/8/1Q2pk2/8/8/8/3K4/1n6 w - - 0 1", "Qa7", "illegal"},
		{Atomic, "8/8/1Q2pk2/8/8/8/3K4/1n6 w - - 0 1", "Qxe6#", "8/8/8/8/8/8/3K4/1n6 b - - 0 1 1-0 king exploded"},
		{Atomic, "8/8/8/2K5/2P5/2k1n3/8/2R5 b - - 0 1", "Nxc4", "illegal"}, // both kings would explode
		{Atomic, "rn2kb1r/2p1p2p/p2q1pp1/1pPP4/Q7/4P3/PP3P1P/R3K3 w Qkq b6 0 11", "cxb6+", "rn2kb1r/2p1p2p/p2q1pp1/3P4/Q7/4P3/PP3P1P/R3K3 b Qkq - 0 11"},
		{Atomic, "3kK3/8/8/2NNNNN1/2NN1pN1/2NN1NN1/2NNPNN1/2NNNNN1 w - - 0 1", "e4 fxe3", "3kK3/8/8/2NNNNN1/2N3N1/2N3N1/2N3N1/2NNNNN1 w - - 0 2"},
		{Atomic, "8/8/8/8/8/8/4k3/rR4KR w KQ - 0 1", "O-O-O", "illegal"}, // castling uncovers an attack along the rank
		{Atomic, "8/8/8/8/8/8/2k5/rR4KR w KQ - 0 1", "O-O-O", "8/8/8/8/8/8/2k5/r1KR3R b - - 1 1"},
		{Atomic, "5b1r/1p5p/4ppp1/4Bn2/1PPP1PP1/4P2P/3k4/4K2R w K - 1 1", "O-O", "5b1r/1p5p/4ppp1/4Bn2/1PPP1PP1/4P2P/3k4/5RK1 b - - 2 1"},
		{Atomic, "8/8/8/8/8/8/4k3/R3K2q w Q - 0 1", "O-O-O", "8/8/8/8/8/8/4k3/2KR3q b - - 1 1"},
		{Atomic, "8/8/8/8/8/8/5k2/R3K2r w Q - 0 1", "O-O-O", "illegal"},
		{Atomic, "8/8/8/8/8/8/6k1/R5Kr w Q - 0 1", "O-O-O", "illegal"},
		{Atomic, "8/8/8/8/8/8/4k3/r2RK2r w D - 0 1", "O-O-O", "illegal"},
		{Atomic, "rnb1kbnr/pppppppp/8/4q3/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "Qxe2#", "rnb1kbnr/pppppppp/8/8/8/8/PPPP1PPP/RNB3NR w kq - 0 2 0-1 king exploded"},
		{KingOfTheHill, "8/8/8/8/8/3k4/8/4K3 b - - 0 1", "Kd4#", "8/8/8/8/3k4/8/8/4K3 w - - 1 2 0-1 king on the hill"},
		{KingOfTheHill, "8/8/8/8/8/8/8/k1K5 w - - 0 1", "", "8/8/8/8/8/8/8/k1K5 w - - 0 1"}, // bare kings may still win
		{RacingKings, "1K6/7k/8/8/8/8/8/8 b - - 0 1", "Kg7", "1K6/6k1/8/8/8/8/8/8 w - - 1 2 1-0 king on the eighth rank"},
		{RacingKings, "1K6/7k/8/8/8/8/8/8 b - - 0 1", "Kg8", "1K4k1/8/8/8/8/8/8/8 w - - 1 2 1/2-1/2 king on the eighth rank"},
		{RacingKings, "1k6/6K1/8/8/8/8/8/8 w - - 0 1", "", "1k6/6K1/8/8/8/8/8/8 w - - 0 1 0-1 king on the eighth rank"},
		{RacingKings, "5RK1/1k6/8/8/8/8/8/8 b - - 0 1", "", "5RK1/1k6/8/8/8/8/8/8 b - - 0 1 1-0 king on the eighth rank"},
		{RacingKings, "2KR4/k7/2Q5/4q3/8/8/8/2N5 b - - 0 1", "", "2KR4/k7/2Q5/4q3/8/8/8/2N5 b - - 0 1 1-0 king on the eighth rank"},
		{RacingKings, "1Q4R1/5K2/4B3/8/8/3N4/8/k7 b - - 0 1", "", "1Q4R1/5K2/4B3/8/8/3N4/8/k7 b - - 0 1 1/2-1/2 stalemate"},
		{RacingKings, "4Q1K1/8/7k/4R3/8/5B2/8/3N4 b - - 0 1", "", "4Q1K1/8/7k/4R3/8/5B2/8/3N4 b - - 0 1 1-0 king on the eighth rank"},
		{RacingKings, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", "Nc3", "illegal"}, // check
		{Horde, "8/8/8/8/8/3k1p2/8/PPPPPPPP w - - 0 1", "d3", "illegal"},
		{Horde, "8/8/8/8/8/3k1p2/8/PPPPPPPP w - - 0 1", "e3", "8/8/8/8/8/3kPp2/8/PPPP1PPP b - - 0 1"},
		{Horde, "4k3/8/8/8/8/8/3p4/2P5 b - - 0 1", "dxc1=Q#", "4k3/8/8/8/8/8/8/2q5 w - - 0 2 0-1 no pieces left"},
		{Crazyhouse, "r2q1rk1/ppp2pp1/1bnp3p/3Bp3/4P1b1/2PPPN2/PP4PP/R2Q1RK1/NBn w - - 22 12", "d4 exd4 cxd4 @e6",
			"r2q1rk1/ppp2pp1/1bnpp2p/3B4/3PP1b1/4PN2/PP4PP/R2Q1RK1[BNPn] w - - 1 14"},
		{Crazyhouse, "4k3/8/8/1n6/8/3B4/8/4K3 w - - 0 1", "Bxb5+", "4k3/8/8/1B6/8/8/8/4K3[N] b - - 0 1"},
		{Crazyhouse, "4k3/8/8/8/8/8/1p6/2R1K3 b - - 0 1", "bxc1=Q+ Ke2 Qc8", "2q~1k3/8/8/8/8/8/4K3/8[r] w - - 2 3"},
		{Crazyhouse, "2q~1k3/8/8/8/6B1/8/4K3/8[r] w - - 2 3", "Bxc8", "2B1k3/8/8/8/8/8/4K3/8[Pr] b - - 0 3"},
		{Crazyhouse, ruleSets[Crazyhouse].start, "N@f3", "illegal"},
		{Crazyhouse, "7k/8/6KR/8/8/8/8/8[P] b - - 0 1", "", "7k/8/6KR/8/8/8/8/8[P] b - - 0 1"},
	} {
		p, err := tt.variant.ParseFEN(tt.fen)
		if err != nil {
			t.Errorf("%v %s: %v", tt.variant, tt.fen, err)
			continue
		}
		g := NewGame(p)
		got := ""
		if err := g.PlaySAN(strings.Fields(tt.moves)...); err != nil && errors.Is(err, ErrIllegal) {
			got = "illegal"
		} else if got = g.FEN(); g.Outcome().Over() {
			got += " " + g.Outcome().words()
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%v %s, %s (-want +got):\n%s", tt.variant, tt.fen, tt.moves, diff)
		}
		for g.Undo() {
		}
		if now := g.Position(); !now.Equal(p) {
			t.Errorf("%v %s, %s: taken back to %v", tt.variant, tt.fen, tt.moves, now)
		}
	}
}

// TestVariantSetups has positions that are impossible in their variant.
func TestVariantSetups(t *testing.T) {
	for fen, want := range map[string]string{
		"4k3/8/8/8/8/8/8/4KN2 w - - 0 1 variant horde":                          "more than one king on a side",
		"4k3/8/8/8/8/8/8/PPPPPPPP w - - 0 1 variant atomic":                     "a pawn on the first or last rank",
		"4k3/8/8/8/8/8/8/4K2R w K - 0 1 variant antichess":                      "a castling right without king and rook in place",
		"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1 variant racingkings":                   "the side not to move is in check",
		"4k3/8/8/8/8/8/8/4K3[K] w - - 0 1":                                      "in hand, a piece that cannot be, or with those on the board more than a set of chess has",
		"4k3/8/8/8/8/8/8/4K3[PPPPPPPPPPPPPPPPP] w - - 0 1":                      "in hand, a piece that cannot be, or with those on the board more than a set of chess has",
		"QQQQ~k3/8/8/8/8/8/8/Q3K3[QQQQ] w - - 0 1":                              "in hand, a piece that cannot be, or with those on the board more than a set of chess has",
		"qqqqkqqq/8/8/8/8/8/QQQQQQQQ/QQQQQQQQ w - - 0 1 variant antichess":      "",
		"QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/3k4 w - - 0 1 variant horde": "more than thirty-two pieces on a side, the most that this library can hold",
		"3kK3/8/8/8/8/8/8/8 w - - 0 1 variant atomic":                           "",
		"3k4/8/8/8/8/8/8/8 w - - 0 1 variant atomic":                            "",
		"3k4/8/8/8/8/8/8/8 b - - 0 1 variant atomic":                            "a side without a king",
	} {
		_, err := ParseFEN(fen)
		got := ""
		var ps problemSet
		if errors.As(err, &ps) {
			got = ps.Error()
		} else if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", fen, got, want)
		}
	}
	for _, fen := range []string{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"} {
		if p, err := Atomic.ParseFEN(fen); !errors.Is(err, ErrSyntax) {
			t.Errorf("%s in Atomic: %v, %v", fen, p, err)
		}
	}
}

// TestVariantMaterial has positions with and without the material to win.
func TestVariantMaterial(t *testing.T) {
	for _, tt := range []struct {
		variant      Variant
		board        string
		turn         string
		white, black bool
	}{
		{suicide, "8/8/8/2k5/8/8/4K3/8", "b", true, true},
		{suicide, "8/8/8/5b2/2B5/1B6/8/8", "b", true, true},
		{suicide, "4b3/8/8/8/3B4/2B5/8/8", "b", false, false},
		{suicide, "8/5b2/5P2/8/3B4/2B5/8/8", "b", true, true},
		{Antichess, "8/8/8/5n2/2N5/8/8/8", "w", true, false}, // both on light squares
		{Antichess, "8/8/8/5n2/2N5/8/8/8", "b", false, true},
		{Antichess, "8/8/8/5n2/3N4/8/8/8", "w", false, true},
		{Atomic, "8/3k4/8/8/4R3/4K3/8/8", "w", false, false},
		{Atomic, "7k/4b3/8/8/8/3B4/2B5/K7", "w", false, false},
		{Atomic, "7k/3b4/8/8/8/3B4/2B5/K7", "w", true, true},
		{Atomic, "8/1n6/1k6/8/8/8/3KN3/8", "w", true, true},
		{Atomic, "8/1nn5/1k6/8/8/8/3K4/8", "w", false, false},
		{Atomic, "3Q4/5kKB/8/8/8/8/8/8", "b", true, false},
		{KingOfTheHill, "4k3/8/8/8/8/8/8/4K3", "w", true, true},
		{RacingKings, "8/8/8/8/8/8/k7/7K", "w", true, true},
		{Crazyhouse, "4k3/8/8/8/8/8/8/4K3[]", "w", false, false},
		{Crazyhouse, "4k3/8/8/8/8/8/8/4K3[P]", "w", true, true},
		{Crazyhouse, "4k3/8/8/8/8/8/8/4K3[Nb]", "w", true, true},
		{Horde, "8/8/4r3/2b5/8/8/7q/6Qk", "b", true, true},
		{Horde, "8/8/8/8/8/8/7b/5Q1k", "b", false, true},
		{Horde, "8/8/8/8/8/2Q5/q7/kq6", "b", false, true},
		{Horde, "k1R5/nr6/8/8/8/8/8/8", "b", true, true},
		{Horde, "k1R5/br6/8/8/8/8/8/8", "b", false, true},
		{Horde, "8/8/8/8/8/5B2/7p/6bk", "b", true, true},
		{Horde, "8/8/8/8/8/5B2/6pn/7k", "b", false, true},
		{Horde, "8/8/8/8/8/8/1P6/7k", "b", false, true},
		{Horde, "8/8/8/8/8/8/1P5p/7k", "b", true, true},
		{Horde, "8/8/8/8/8/8/NN6/7k", "b", false, true},
		{Horde, "8/8/8/8/8/8/NN5n/7k", "b", true, true},
		{Horde, "8/8/8/8/8/8/NN5r/7k", "b", false, true},
		{Horde, "8/8/8/8/8/8/BB6/7k", "b", false, true},
		{Horde, "8/8/8/8/8/8/BB5b/7k", "b", true, true},
		{Horde, "8/8/8/8/8/8/BNN5/7k", "b", true, true},
		{Horde, "8/8/8/8/1B6/8/B1N5/7k", "b", true, true},
		{Horde, "8/8/8/8/B7/8/2B1N3/7k", "b", false, true},
		{Horde, "8/8/8/8/8/8/RB6/7k", "b", false, true},
		{Horde, "8/8/8/8/8/8/RN6/7k", "b", true, true},
	} {
		p, err := tt.variant.ParseFEN(tt.board + " " + tt.turn + " - - 0 1")
		if err != nil {
			t.Errorf("%v %s: %v", tt.variant, tt.board, err)
		} else if white, black := p.CanWin(White), p.CanWin(Black); white != tt.white || black != tt.black {
			t.Errorf("%v: White can win: %v, Black: %v; want %v and %v", p, white, black, tt.white, tt.black)
		}
	}
}

// In Crazyhouse the position before a capture may come again.
func TestCrazyhouseRepetition(t *testing.T) {
	g := NewGame(Crazyhouse.StartPosition())
	var keys []Key
	for _, m := range strings.Fields("e4 d5 exd5 Qxd5 Nc3 Qe5+ Be2 Qd6 Bd3 Qe5+ Be2 Qd6 Bd3 Qe5+ Be2") {
		if err := g.PlaySAN(m); err != nil {
			t.Fatal(err)
		}
		keys = append(keys, g.current().key())
	}
	if n := g.Repetitions(); n != 3 || slices.Index(keys, keys[len(keys)-1]) != 6 {
		t.Errorf("%d repetitions", n)
	}
	if p, ok := g.CanClaimDraw(); !ok || p.Reason != ThreefoldRepetition {
		t.Errorf("the claim is %v, %v", p, ok)
	}
	// With captures and drops between.
	start, err := Crazyhouse.ParseFEN("4k3/8/8/8/8/8/8/4K3[Rr] w - - 0 1")
	again := NewGame(start)
	err = errors.Join(err, again.PlaySAN(strings.Fields(strings.Repeat("R@d1 R@d8 Rxd8+ Kxd8 Ke2 Ke8 R@d1 R@d8 Rxd8+ Kxd8 Ke1 Ke8 ", 2))...))
	if n := again.Repetitions(); err != nil || n != 3 {
		t.Errorf("%d repetitions after %v: %v", n, again.Moves(), err)
	}
}

// TestVariantGames writes random games of each variant in every form, and reads them back.
func TestVariantGames(t *testing.T) {
	r := chesstest.Rand(t)
	for i := range chesstest.Sample(t, 200) {
		v := Variant(i % len(ruleSets))
		g := NewGame(v.StartPosition())
		for range 80 {
			moves := g.LegalMoves()
			if g.Outcome().Over() || len(moves) == 0 {
				break
			}
			if err := g.Play(moves[r.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
		check := func(form string, start Position, moves []Move, err error) {
			t.Helper()
			if err != nil || !start.Equal(g.Start()) || !slices.Equal(moves, g.Moves()) {
				t.Fatalf("%v: %s brings back %v %v, %v; the moves are %v", v, form, start, moves, err, g.Moves())
			}
		}
		var fromJSON, fromBinary Game
		data, err := json.Marshal(g)
		err = errors.Join(err, json.Unmarshal(data, &fromJSON))
		check("JSON", fromJSON.Start(), fromJSON.Moves(), err)
		data, err = g.MarshalBinary()
		err = errors.Join(err, fromBinary.UnmarshalBinary(data))
		check("binary", fromBinary.Start(), fromBinary.Moves(), err)
		tree := g.Tree()
		read, err := ParsePGN(tree.String())
		check("PGN", read.Start(), read.Mainline(), err)
		if read.String() != tree.String() || read.Outcome() != g.Outcome() {
			t.Fatalf("%v: written %v, read %v: %v, %v", v, tree, read, g.Outcome(), read.Outcome())
		}
		var treeJSON, treeBinary GameTree
		data, err = json.Marshal(tree)
		err = errors.Join(err, json.Unmarshal(data, &treeJSON))
		check("tree in JSON", treeJSON.Start(), treeJSON.Mainline(), err)
		data, err = tree.MarshalBinary()
		err = errors.Join(err, treeBinary.UnmarshalBinary(data))
		check("tree in binary", treeBinary.Start(), treeBinary.Mainline(), err)
		uci := NewGame(v.StartPosition())
		err = uci.PlayUCI(g.UCIMoves()...)
		check("UCI", uci.Start(), uci.Moves(), err)
		small := NewGame(v.StartPosition())
		err = small.PlayUCI(strings.Fields(strings.ToLower(strings.Join(g.UCIMoves(), " ")))...)
		check("UCI in small letters", small.Start(), small.Moves(), err)
	}
}

// TestVariantExports reads games of each variant as Lichess exports them, plays their moves, and writes
// them again byte for byte, but that the tags after the seven are in the order of their names, and
// comments and lines have other blanks.
func TestVariantExports(t *testing.T) {
	text, err := os.ReadFile("testdata/variants.pgn")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for want := range strings.SplitSeq(string(text), "\n\n[") {
		want = "[" + strings.Trim(want, "[\n")
		tree, err := ParsePGN(want)
		if err != nil {
			t.Fatal(err)
		}
		g := NewGame(tree.Start())
		for _, m := range tree.Mainline() {
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if o := g.Outcome(); o.Over() != strings.Contains(want, "# ") || o.Over() && o.String() != tree.Tag("Result") {
			t.Errorf("%v: %v, %v", tree.Tag("Variant"), o, tree.Outcome())
		}
		seen[tree.Tag("Variant")] = true
		tags, moves, _ := strings.Cut(want, "\n\n")
		lines := strings.Split(tags, "\n")
		slices.Sort(lines[7:])
		moves = strings.NewReplacer("{ ", "{", " }", "}").Replace(moves)
		writtenTags, written, _ := strings.Cut(tree.String(), "\n\n")
		if diff := cmp.Diff(append(lines, moves), append(strings.Split(writtenTags, "\n"), strings.Join(strings.Fields(written), " "))); diff != "" {
			t.Errorf("-export +written:\n%s", diff)
		}
	}
	for v := ThreeCheck; v < suicide; v++ {
		if !seen[v.String()] {
			t.Errorf("no game of %v", v)
		}
	}
}

// Rules of one's own, by their names.
var (
	hillRule = &Rule{Name: "hill", End: func(p Position) Outcome {
		for _, sq := range []Square{D4, E4, D5, E5} {
			if piece := p.At(sq); piece.Type() == King {
				return WinBy(piece.Color(), KingOnHill)
			}
		}
		return Outcome{}
	}}
	// Queens do not move, and a side without a pawn has lost.
	heavyRule = &Rule{
		Name:   "heavy queens",
		Allows: func(p Position, m Move) bool { return p.At(m.From()).Type() != Queen },
		End: func(p Position) Outcome {
			var pawns [2]int
			for _, piece := range p.Pieces() {
				if piece.Type() == Pawn {
					pawns[piece.Color()]++
				}
			}
			switch {
			case pawns[White]+pawns[Black] == 0:
				return DrawBy("no pawns")
			case pawns[White] == 0:
				return WinBy(Black, "no pawns")
			case pawns[Black] == 0:
				return WinBy(White, "no pawns")
			}
			return Outcome{}
		},
	}
	weighRule = &Rule{
		Name: "checks count",
		Weigh: func(p Position, m Move) Score {
			switch {
			case p.GivesCheck(m):
				return 70
			case p.IsCapture(m):
				return -30
			}
			return 0
		},
	}
	allRules = &Rule{Name: "all", End: hillRule.End, Allows: heavyRule.Allows, Weigh: weighRule.Weigh}
)

// replay returns a game under a rule with the moves of another, and whether the rule lets it go on.
func (r *Rule) replay(g *Game) (*Game, bool) {
	h := r.NewGame(g.Start())
	for _, m := range g.Moves() {
		if h.Continue(m) != nil {
			return h, false
		}
	}
	return h, !h.Outcome().Over()
}

// The user's king of the hill is that of the package.
func TestRuleIsVariant(t *testing.T) {
	t.Parallel()
	stalemate := hillRule.NewGame(MustParseFEN("7k/5Q2/8/8/4K3/8/8/8 b - - 0 1"))
	if o := stalemate.Outcome(); o != WinBy(White, KingOnHill) {
		t.Errorf("on the hill with stalemate: %v", o)
	}
	rng := chesstest.Rand(t)
	ends := map[Termination]int{}
	for range chesstest.Sample(t, 200) {
		variant, rule := NewGame(KingOfTheHill.StartPosition()), hillRule.NewGame(StartPosition())
		for variant.Len() < 200 {
			if variant.Outcome() != rule.Outcome() {
				t.Fatalf("%v: %v by the variant, %v by the rule", variant, variant.Outcome(), rule.Outcome())
			}
			moves := variant.LegalMoves()
			if diff := cmp.Diff(moves, rule.LegalMoves(), cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("%v:\n%s", variant, diff)
			}
			if len(moves) == 0 || variant.Outcome().Over() {
				break
			}
			m := moves[rng.IntN(len(moves))]
			for _, king := range moves {
				if p := variant.Position(); p.At(king.From()).Type() == King && rng.IntN(3) == 0 {
					m = king
				}
			}
			playMoves(t, variant, m)
			playMoves(t, rule, m)
		}
		ends[variant.Outcome().Reason]++
		if o := variant.Outcome(); o.Reason == KingOnHill {
			if err := rule.Continue(MustParseFEN(rule.FEN()).LegalMoves()[0]); !errors.Is(err, ErrGameOver) {
				t.Errorf("a move after the end: %v", err)
			}
			if !rule.Undo() || rule.Outcome().Over() {
				t.Errorf("%v after Undo", rule.Outcome())
			}
		}
	}
	if ends[KingOnHill] == 0 {
		t.Errorf("games ended by %v", ends)
	}
}

// Searchers find what a rule wins.
func TestRuleIsSearched(t *testing.T) {
	g := hillRule.NewGame(MustParseFEN("4k3/pppppppp/8/8/8/4K3/PPPPPPPP/8 w - - 0 1"))
	for _, player := range Players() {
		for depth := 1; depth < 6; depth++ {
			s := player.New()
			if s := player.Name; s == "random" || s == "pawnpusher" {
				continue
			}
			r := mustSearch(t, s, g, Limits{Depth: depth, Nodes: 20_000})
			if n, mate := r.Score.MateInMoves(); !mate || n != 1 || r.Move.From() != E3 || r.Move.To().Rank() != 3 {
				t.Errorf("%s, depth %d: %v %v", player.Name, depth, r.Move, r.Score)
			}
		}
	}
}

// What searchers find under a rule is what a search without pruning finds.
func TestRuleIsMinimax(t *testing.T) {
	t.Parallel()
	e := NewPeSTO()
	differ, seen := 0, map[string]int{}
	searchers := []Searcher{NewMinimax(e), NewNegaAlphaBeta(e), NewNegaScout(e)}
	randomHistories(t, 9, chesstest.Sample(t, 400), func(g *Game) {
		for _, rule := range []*Rule{hillRule, heavyRule, weighRule, allRules} {
			h, ok := rule.replay(g)
			if !ok {
				continue
			}
			seen[rule.Name]++
			depth := shallow(h)
			want := slowValue(&NegaAlphaBeta{}, e, new(*h), h.Len(), depth, 0)
			differ += int(oneIf(want != slowValue(&NegaAlphaBeta{}, e, new(*g), g.Len(), depth, 0)))
			for _, s := range append(searchers, newAlphaBeta(e, exactOptions())) {
				r := mustSearch(t, s, h, Limits{Depth: depth})
				if _, mate := r.Score.MateInMoves(); mate && r.Depth < depth { // it ends the search
					continue
				}
				if r.Score != want {
					t.Errorf("%s, %v after %v from %v, depth %d: %T finds %v %v, want %v",
						rule.Name, h.Position(), h.Moves(), h.Start(), depth, s, r.PV, r.Score, want)
				}
			}
		}
	})
	if differ == 0 || len(seen) < 4 {
		t.Errorf("%d differ, of %v", differ, seen)
	}
}

// What searchers find holds where pruning by the ordinary rules would be wrong.
func TestRuleOdd(t *testing.T) {
	e := NewPeSTO()
	onlyWhite := &Rule{Allows: func(p Position, m Move) bool { return p.Turn() == White }}
	enPassant := &Rule{Weigh: func(p Position, m Move) Score {
		if p.Turn() == Black && strings.Fields(p.FEN())[3] != "-" {
			return -300
		}
		return 0
	}}
	huge := &Rule{Weigh: func(p Position, m Move) Score {
		if p.GivesCheck(m) {
			return MaxEvaluation
		}
		return -MaxEvaluation * Score(m.To()&1)
	}}
	antichess, err := Antichess.ParseFEN("8/8/8/3k4/8/8/8/3K4 w - - 99 80")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		rule  *Rule
		p     Position
		depth int
	}{
		{onlyWhite, antichess, 2},
		{onlyWhite, MustParseFEN("4k3/8/8/8/8/8/8/R3K3 w - - 98 80"), 2},
		{enPassant, MustParseFEN("4k3/p7/8/8/8/8/4P3/4K3 w - - 0 1"), 4},
		{huge, MustParseFEN("4k3/p7/8/8/8/8/4P3/R3K3 w - - 0 1"), 3},
		{huge, MustParseFEN("4k3/p7/8/8/8/8/4P3/R3K3 w - - 1+1 0 1"), 3},
	} {
		g := tt.rule.NewGame(tt.p)
		want := mustSearch(t, NewMinimax(e), g, Limits{Depth: tt.depth, MultiPV: 40})
		got := mustSearch(t, newAlphaBeta(e, exactOptions()), g, Limits{Depth: tt.depth, MultiPV: 40})
		for i := range want.Lines {
			if len(got.Lines) != len(want.Lines) || got.Lines[i].Score != want.Lines[i].Score {
				t.Errorf("%v: %v, want %v", tt.p, got.Lines, want.Lines)
				break
			}
		}
	}

	only := (&Rule{Allows: func(_ Position, m Move) bool { return m.To() == E4 }}).NewGame(StartPosition())
	if why := mustExplain(t, newTestSearcher(), only, only.LegalMoves()[0], Limits{Depth: 1}); len(why.Remarks) > 0 {
		t.Errorf("the only move: %v", why)
	}
	edge := (&Rule{Weigh: func(_ Position, m Move) Score { return 900 * Score(oneIf(m.To() == H3)) }}).NewGame(StartPosition())
	h := NewHandicap(NewAlphaBeta(e), 1)
	h.SetOption("UCI_LimitStrength", "true")
	h.SetOption("UCI_Elo", "2200")
	for range 5 {
		if r := mustSearch(t, h, edge, Limits{Depth: 3}); r.Move.To() != H3 {
			t.Errorf("a handicap forgets what a move is worth: %v", r.Lines)
		}
	}
}

// The lines of all searchers obey a rule.
func TestRuleIsObeyed(t *testing.T) {
	t.Parallel()
	e := NewPeSTO()
	searchers := []Searcher{NewAlphaBeta(e), NewMCTS(e), NewHandicap(NewAlphaBeta(e), 1), newRandomMover(), pawnPusher{}, newBoardValuePlayer()}
	check := func(h *Game) {
		for _, s := range searchers {
			r := mustSearch(t, s, h, Limits{Nodes: 500, MultiPV: 2})
			for _, l := range r.Lines {
				line := new(*h)
				for _, m := range l.PV {
					if err := line.Continue(m); err != nil {
						t.Errorf("%s, %v: %T finds %v: %v", h.law.name, h.Position(), s, l.PV, err)
						break
					}
				}
			}
		}
	}
	check(heavyRule.NewGame(MustParseFEN("8/5Pr1/2K5/8/6pP/8/N4kN1/8 b - h3 0 1"))) // the side to move wins, and the line ends
	randomHistories(t, 10, chesstest.Sample(t, 200), func(g *Game) {
		for _, rule := range []*Rule{heavyRule, allRules} {
			if h, ok := rule.replay(g); ok {
				check(h)
			}
		}
	})
}

// Nothing that a search under a rule has kept is used without it, or under another.
func TestRuleIsNotShared(t *testing.T) {
	p := MustParseFEN("4k3/pppppppp/8/8/8/4K3/PPPPPPPP/8 w - - 0 1")
	other := &Rule{Name: hillRule.Name, End: func(Position) Outcome { return Outcome{} }}
	games := []*Game{NewGame(p), hillRule.NewGame(p), other.NewGame(p), NewGame(p), hillRule.NewGame(p)}
	a := newAlphaBeta(NewPeSTO(), defaultAlphaBetaOptions())
	for i, g := range append(games, games...) {
		want := mustSearch(t, newAlphaBeta(NewPeSTO(), defaultAlphaBetaOptions()), g, Limits{Depth: 7})
		got := mustSearch(t, a, g, Limits{Depth: 7})
		if want.Time = got.Time; cmp.Diff(want, got) != "" {
			t.Errorf("search %d: %s", i, cmp.Diff(want, got))
		}
	}

	ruled := hillRule.NewGame(p)
	mustSearch(t, a, ruled, Limits{Depth: 5})
	var file bytes.Buffer
	if _, err := a.Table().WriteTo(&file); err == nil || !strings.Contains(err.Error(), `"rule hill"`) {
		t.Errorf("a file of the table: %v", err)
	}
	plain := newAlphaBeta(NewPeSTO(), defaultAlphaBetaOptions())
	mustSearch(t, plain, NewGame(p), Limits{Depth: 7})
	if _, err := plain.Table().WriteTo(&file); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Table().ReadFrom(bytes.NewReader(file.Bytes())); err == nil {
		t.Error("a table filled under a rule reads a file")
	}
	read := newAlphaBeta(NewPeSTO(), defaultAlphaBetaOptions())
	if _, err := read.Table().ReadFrom(&file); err != nil {
		t.Fatal(err)
	}
	if r := mustSearch(t, read, ruled, Limits{Depth: 1}); r.Move.From() != E3 {
		t.Errorf("%v after a table of ordinary chess was read", r.PV)
	}

	// A rule stays what it was.
	changed := &Rule{End: hillRule.End}
	g := changed.NewGame(p)
	changed.End, changed.Allows = nil, func(Position, Move) bool { return false }
	if r := mustSearch(t, a, changed.NewGame(p), Limits{Depth: 1}); r.Move.From() != E3 || len(g.LegalMoves()) != 19 {
		t.Errorf("the rule has changed: %v, %d moves", r.Move, len(g.LegalMoves()))
	}
}

// A game under a rule is not taken for another.
func TestRuleIsKept(t *testing.T) {
	g := hillRule.NewGame(StartPosition())
	if err := g.PlaySAN("e3", "a6", "Ke2", "a5", "Kd3", "a4", "Kd4"); err != nil {
		t.Fatal(err)
	}
	if err := new(*g).PlaySAN("a3"); !errors.Is(err, ErrGameOver) {
		t.Errorf("a move after the end: %v", err)
	}
	if want := WinBy(White, KingOnHill); g.Outcome() != want || len(g.LegalMoves()) > 0 {
		t.Errorf("%v, %v", g.Outcome(), g.LegalMoves())
	}
	if _, err := g.MarshalBinary(); !errors.Is(err, ErrSyntax) {
		t.Errorf("byte form: %v", err)
	}
	if _, err := json.Marshal(g); !errors.Is(err, ErrSyntax) {
		t.Errorf("JSON: %v", err)
	}
	tree := g.Tree()
	if got := tree.Tag("Variant") + ", " + tree.Tag("Result"); got != "rule hill, 1-0" {
		t.Errorf("tags %s", got)
	}
	if again, err := tree.Clone().Game(); err != nil || again.law != g.law || again.Outcome() != g.Outcome() {
		t.Errorf("the game of its tree: %v, %v", again, err)
	}
	if _, err := tree.MarshalBinary(); !errors.Is(err, ErrSyntax) {
		t.Errorf("byte form of the tree: %v", err)
	}
	if _, err := json.Marshal(tree); !errors.Is(err, ErrSyntax) {
		t.Errorf("JSON of the tree: %v", err)
	}
	if _, err := (Reviewer{Nodes: 10}).Review(t.Context(), tree); !errors.Is(err, ErrSyntax) {
		t.Errorf("review: %v", err)
	}
	var builder BookBuilder
	if builder.Add(tree); builder.Book().Len() > 0 {
		t.Errorf("a book has %d moves", builder.Book().Len())
	}
	for _, name := range []string{"Standard", "chess", "Chess960", "a\nb", "\xff", "King of the Hill", ""} {
		other := (&Rule{Name: name}).NewGame(StartPosition())
		playMoves(t, other, other.LegalMoves()[0])
		if read, err := ParsePGN(other.Tree().String()); !errors.Is(err, ErrIllegal) || len(read.Mainline()) > 0 {
			t.Errorf("%q is read as PGN: %v, %v", name, read, err)
		}
	}
	text := tree.String()
	if _, err := NewPGNReader(strings.NewReader(text)).Next(); !errors.Is(err, ErrIllegal) {
		t.Errorf("read as PGN: %v", err)
	}

	timed := (&Rule{End: func(p Position) Outcome {
		if p.HalfmoveClock() > 0 || p.MoveNumber() > 1 {
			return DrawBy("clocks")
		}
		return Outcome{}
	}}).NewGame(StartPosition())
	if err := timed.PlaySAN("Nf3", "Nf6", "Ng1"); err != nil || timed.Outcome().Over() {
		t.Errorf("a rule sees the clocks: %v, %v", err, timed.Outcome())
	}

	for _, o := range []Outcome{WinBy(White, ""), WinBy(White, "unterminated"), WinBy(White, Stalemate), WinBy(7, "odd")} {
		odd := (&Rule{Name: "odd ends", End: func(Position) Outcome { return o }}).NewGame(StartPosition())
		if got := odd.Outcome(); got != WinBy(o.Winner&1, "rule odd ends") {
			t.Errorf("%v, %v is %v, %v", o, o.Reason, got, got.Reason)
		}
	}

	stuck := heavyRule.NewGame(MustParseFEN("6k1/5ppp/8/8/8/8/r4PPP/q5K1 w - - 0 1"))
	if want := WinBy(Black, Checkmate); stuck.Outcome() != want {
		t.Errorf("%v, want %v", stuck.Outcome(), want)
	}
	bishop := heavyRule.NewGame(MustParseFEN("4k3/8/8/8/8/8/4P3/4KB2 w - - 0 1"))
	if err := bishop.End(WinBy(Black, TimeForfeit)); bishop.Outcome().Reason != "no pawns" || !errors.Is(err, ErrGameOver) {
		t.Errorf("%v, %v", bishop.Outcome(), err)
	}
	kings := weighRule.NewGame(MustParseFEN("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
	if o := kings.Outcome(); o.Over() {
		t.Errorf("%v under a rule", o)
	}
	if err := kings.End(WinBy(Black, TimeForfeit)); err != nil {
		t.Error(err)
	}
}

// A match plays by the rule of its openings.
func TestRuleMatch(t *testing.T) {
	openings := []*Game{hillRule.NewGame(MustParseFEN("4k3/pppppppp/8/8/8/4K3/PPPPPPPP/8 w - - 0 1"))}
	player := func(name string, s func() Searcher) Player {
		return Player{Name: name, New: func(context.Context) (Searcher, error) { return s(), nil }, Limits: Limits{Nodes: 300}}
	}
	m := &Match{Players: []Player{
		player("a", func() Searcher { return NewAlphaBeta(NewPeSTO()) }),
		player("b", func() Searcher { return NewHandicap(NewAlphaBeta(NewPeSTO()), 1) }),
	}, Pairs: 1, Openings: openings}
	for g, err := range m.Games(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if want := WinBy(White, KingOnHill); g.Outcome != want || g.Tree.Tag("Variant") != "rule hill" {
			t.Errorf("%v %v", g, g.Tree)
		}
	}
}
