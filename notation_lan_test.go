package chess

import (
	"strings"
	"testing"
)

func TestLAN(t *testing.T) {
	for _, tt := range []struct{ fen, uci, want string }{
		{StartFEN, "g1f3", "Ng1-f3"},
		{StartFEN, "e2e4", "e2-e4"},
		{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "e4xd5"},
		{enPassantFEN, "e5d6", "e5xd6"},
		{"8/4P3/8/8/k7/8/8/4K3 w - - 0 1", "e7e8q", "e7-e8=Q+"},
		{promotionFEN, "e7d8n", "e7xd8=N"},
		{castlingFEN, "e1g1", "O-O"},
		{castlingFEN, "e1c1", "O-O-O"},
		{"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
		{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra1-a8#"},
	} {
		p := MustParseFEN(tt.fen)
		if got := p.LAN(findMove(t, p, tt.uci)); got != tt.want {
			t.Errorf("%s: %s is written %s, want %s", tt.fen, tt.uci, got, tt.want)
		}
	}
}

func TestParseLAN(t *testing.T) {
	for _, tt := range []struct {
		fen, text string
		want      string
		fail      failure
	}{
		{fen: StartFEN, text: "Ng1-f3", want: "g1f3"},
		{fen: StartFEN, text: "e2-e4", want: "e2e4"},
		{fen: StartFEN, text: "e2-e4+!?", want: "e2e4"},
		{fen: enPassantFEN, text: "e5xd6", want: "e5d6"},
		{fen: promotionFEN, text: "e7-e8=Q", want: "e7e8q"},
		{fen: promotionFEN, text: "e7-e8=Q+", want: "e7e8q"},
		{fen: promotionFEN, text: "e7xd8=R#", want: "e7d8r"},
		{fen: StartFEN, text: "ng1-f3", want: "g1f3"},
		{fen: StartFEN, text: "b2-b4", want: "b2b4"},
		{fen: bishopsFEN, text: "bb2-c3", want: "b2c3"},
		{fen: bishopsFEN, text: "bb2xd4+", want: "b2d4"},
		{fen: bishopsFEN, text: "b4xa5", want: "b4a5"},
		{fen: bishopsFEN, text: "b4-b5", want: "b4b5"},
		{fen: bishopsFEN, text: "b7-b8=B", want: "b7b8b"},
		{fen: bishopsFEN, text: "ke1-f1!", want: "e1f1"},
		{fen: castlingFEN, text: "ra1xa8", want: "a1a8"},
		{fen: castlingFEN, text: "O-O", want: "e1g1"},
		{fen: castlingFEN, text: "0-0-0!", want: "e1c1"},

		{fen: StartFEN, text: "", fail: failure{ErrSyntax, 0}},
		{fen: StartFEN, text: "Nf3", fail: failure{ErrSyntax, 3}},
		{fen: StartFEN, text: "e4", fail: failure{ErrSyntax, 2}},
		{fen: StartFEN, text: "e2e4", fail: failure{ErrSyntax, 2}},
		{fen: StartFEN, text: "e2-i4", fail: failure{ErrSyntax, 3}},
		{fen: StartFEN, text: "Pe2-e4", fail: failure{ErrSyntax, 0}},
		{fen: StartFEN, text: "pe2-e4", fail: failure{ErrSyntax, 0}},
		{fen: StartFEN, text: "ng1f3", fail: failure{ErrSyntax, 3}},
		{fen: StartFEN, text: "nf3", fail: failure{ErrSyntax, 0}},
		{fen: StartFEN, text: "bf3", fail: failure{ErrSyntax, 1}},
		{fen: StartFEN, text: "bf1-c", fail: failure{ErrSyntax, 1}},
		{fen: StartFEN, text: "Ng1-f3x", fail: failure{ErrSyntax, 6}},
		{fen: enPassantFEN, text: "e5xd6 e.p.", fail: failure{ErrSyntax, 5}},
		{fen: promotionFEN, text: "e7-e8Q", fail: failure{ErrSyntax, 5}},
		{fen: promotionFEN, text: "e7-e8=q", fail: failure{ErrSyntax, 6}},
		{fen: promotionFEN, text: "e7-e8=", fail: failure{ErrSyntax, 6}},
		{fen: promotionFEN, text: "e7-e8=K", fail: failure{ErrSyntax, 6}},
		{fen: castlingFEN, text: "O-O-", fail: failure{ErrSyntax, 3}},
		{fen: castlingFEN, text: "O-O-O-O", fail: failure{ErrSyntax, 5}},
		{fen: StartFEN, text: "e2-e4" + strings.Repeat("!", 100), fail: failure{ErrSyntax, 32}},

		{fen: StartFEN, text: "--", fail: failure{ErrIllegal, 0}},
		{fen: StartFEN, text: "e2-e5", fail: failure{ErrIllegal, 0}},
		{fen: StartFEN, text: "g1-f3", fail: failure{ErrIllegal, 0}},
		{fen: StartFEN, text: "Bg1-f3", fail: failure{ErrIllegal, 0}},
		{fen: StartFEN, text: "Ng1xf3", fail: failure{ErrIllegal, 3}},
		{fen: enPassantFEN, text: "e5-d6", fail: failure{ErrIllegal, 2}},
		{fen: castlingFEN, text: "Ke1-g1", fail: failure{ErrIllegal, 0}},
		{fen: castlingFEN, text: "e1-g1", fail: failure{ErrIllegal, 0}},
		{fen: StartFEN, text: "O-O", fail: failure{ErrIllegal, 0}},
		{fen: promotionFEN, text: "e7-e8", fail: failure{ErrAmbiguous, 0}},
	} {
		p := MustParseFEN(tt.fen)
		m, err := p.ParseLAN(tt.text)
		got := ""
		if err == nil {
			got = p.UCI(m)
		}
		if f := failed(t, err); got != tt.want || f != tt.fail {
			t.Errorf("%s: %q is %q, %v, want %q, %v", tt.fen, tt.text, got, err, tt.want, tt.fail)
		}
	}
}

// bishopsFEN has bishops and pawns on the b-file.
const bishopsFEN = "4k3/1P6/8/r7/1P1q4/8/1B6/4K3 w - - 0 1"

// The letter of the piece may be small: no other move is written so, and ParseSAN and
// ParseMove read it alike.
func TestSmallLetters(t *testing.T) {
	check := func(p Position, moves []Move) {
		for _, m := range moves {
			text := p.LAN(m)
			small := strings.ToLower(text[:1]) + text[1:]
			for _, text := range []string{text, small} {
				for _, parse := range []func(Position, string) (Move, error){Position.ParseLAN, Position.ParseSAN, Position.ParseMove} {
					if got, err := parse(p, text); got != m || err != nil {
						t.Fatalf("%s: %s is read as %v, %v", p, text, got, err)
					}
				}
			}
		}
	}
	randomGames(12, check)
	for _, fen := range []string{bishopsFEN, promotionFEN, castlingFEN, manyMovesFEN} {
		p := MustParseFEN(fen)
		check(p, p.AppendMoves(nil))
	}
}

func FuzzParseLAN(f *testing.F) {
	addMoveSeeds(f)
	f.Fuzz(func(t *testing.T, fen, text string) { fuzzMove(t, fen, text, Position.ParseLAN, Position.LAN) })
}
