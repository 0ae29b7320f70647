package chess

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadOpenings(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		plies      int
		want       []string // the positions they end in
	}{
		{"EPD", "# two\n\n4k3/8/8/8/8/8/8/4KR2 w - - id \"x\";\r\n4k3/8/8/8/8/8/8/4KR2 b - - hmvc 3; fmvn 9;\n", 0,
			[]string{"4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "4k3/8/8/8/8/8/8/4KR2 b - - 3 9"}},
		{"FEN", StartFEN + "\n", 5, []string{StartFEN}},
		{"PGN", "[Event \"x\"]\n\n1. e4 (1. d4) e5 2. Nf3 1-0\n\n[Event \"y\"]\n\n1. Nf3 *\n", 2,
			[]string{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"}},
		{"PGN without tags", "\ufeff 1.e4 e5\n", 0, []string{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"}},
		{"a fault behind the opening", "1. e4 <br> e5 2. Ke3 Nc6 *\n", 2, []string{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"}},
		{"nothing", " \n", 0, nil},
	} {
		games, err := ReadOpenings(strings.NewReader(tt.text), tt.plies)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		var got []string
		for _, g := range games {
			got = append(got, g.Position().FEN())
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	for text, line := range map[string]int{
		"# \n4k3/8/8/8/8/8/8/4KR2 w - - \nkk w - -\n": 3,
		"[Event \"x\"]\n\n1. e4 e5 2. Ke3\n":          3,
		"[Event \"x\"]\n\n1. e4 -- 2. e5\n":           0,
		"[Variant \"Atomic\"]\n\n1. e4 e5 2. Nf3 *\n": 1,
		"\n" + strings.Repeat("x", 70_000) + "\n":     2,
	} {
		games, err := ReadOpenings(strings.NewReader(text), 0)
		var parse *ParseError
		if err == nil || line > 0 && (!errors.As(err, &parse) || parse.Line != line) {
			t.Errorf("%.40q: %d games, %v; want an error in line %d", text, len(games), err, line)
		}
	}
	f, err := os.Open("testdata/openings.epd")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if games, err := ReadOpenings(f, 0); err != nil || len(games) != 200 {
		t.Errorf("%d openings, %v", len(games), err)
	}
}

func FuzzReadOpenings(f *testing.F) {
	f.Add(StartFEN+"\n# x\n", 0)
	f.Add("[Event \"x\"]\n\n1. e4 e5 *\n", 1)
	f.Fuzz(func(t *testing.T, text string, plies int) {
		games, err := ReadOpenings(strings.NewReader(text), plies)
		if err != nil {
			return
		}
		for _, g := range games {
			if plies > 0 && g.Len() > plies {
				t.Errorf("%d plies of %d", g.Len(), plies)
			}
		}
	})
}
