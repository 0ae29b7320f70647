package chess

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// checkStart checks that the errors of startOf have their place in the FEN, and that
// they tell of all that was dropped.
func checkStart(t *testing.T, variant, fen string) {
	t.Helper()
	p, dropped, err := startOf(variant, fen)
	if err != nil {
		if !p.isZero() {
			t.Fatalf("%q: %s, %v", fen, p, err)
		}
		return
	}
	s, _ := ParseSetup(fen)
	s.Ordinary = true
	_, want := s.Repair()
	var got Problems
	for _, e := range dropped {
		var ps Problems
		if !errors.Is(e, ErrIllegal) || !errors.As(e, &ps) || e.Input != fen || e.Offset >= len(fen) || got&ps != 0 {
			t.Fatalf("%q: %v", fen, e)
		}
		got |= ps
	}
	if got != want {
		t.Fatalf("%q: %v was dropped, want %v", fen, got, want)
	}
}

// A FEN tag is read as far as it makes sense, and what was dropped is told.
func TestStartOf(t *testing.T) {
	type dropped struct {
		field  string
		offset int
		detail string
	}
	const (
		right  = ", a castling right without king and rook in place"
		square = ", an en-passant square that no double push left"
	)
	for _, tt := range []struct {
		variant, fen, want string // want is empty if it is fen
		dropped            []dropped
	}{
		{"", "", StartFEN, nil},
		{"Standard", "", StartFEN, nil},
		{"3check", "", threeCheckStart.FEN(), nil},
		{"", "4k3/8/8/8/8/8/8/4K2R w Kk - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
			[]dropped{{"FEN castling", 24, `dropped "k"` + right}}},
		{"", "1q2kb1r/1r1n1ppp/2Qpp3/8/N7/8/1PP2PPP/R1BR2K1 w q - 0 1", "1q2kb1r/1r1n1ppp/2Qpp3/8/N7/8/1PP2PPP/R1BR2K1 w - - 0 1",
			[]dropped{{"FEN castling", 48, `dropped "q"` + right}}},
		{"", "rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b HQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b Qkq - 0 1",
			[]dropped{{"FEN castling", 49, `dropped "H"` + right}}},
		{"Standard", "rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b HQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b kq - 0 1",
			[]dropped{{"FEN castling", 49, `dropped "HQ"` + right}}},
		{"", "b5nr/1p2kB1p/2p3p1/4p1q1/p1P5/N3RP2/P7/4K3 b KQkq - 0 22", "b5nr/1p2kB1p/2p3p1/4p1q1/p1P5/N3RP2/P7/4K3 b - - 0 22",
			[]dropped{{"FEN castling", 45, `dropped "KQkq"` + right}}},
		{"", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 2", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
			[]dropped{{"FEN en passant", 55, `dropped "e3"` + square}}},
		{"Three-check", "4k2r/8/8/8/8/8/8/4K2R_w_KQKq_h1", "4k2r/8/8/8/8/8/8/4K2R w K - 3+3 0 1",
			[]dropped{{"FEN castling", 25, `dropped "QKq"` + right}, {"FEN en passant", 29, `dropped "h1"` + square}}},
		{"", "8/8/8/3pkp2/7p/5R2/4rP1K/8", "8/8/8/3pkp2/7p/5R2/4rP1K/8 w - - 0 1",
			[]dropped{{"FEN turn", 26, "the field is missing: White is to move"}}},
		{"", "r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "", nil},
		{"From Position", "r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "", nil},
		{"Fischerandom", "r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "", nil},
		{"normal", "r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R2K3R w kq - 0 1",
			[]dropped{{"FEN castling", 26, `dropped "KQ"` + right}}},
	} {
		p, faults, err := startOf(tt.variant, tt.fen)
		if tt.want == "" {
			tt.want = tt.fen
		}
		if err != nil || p.FEN() != tt.want {
			t.Errorf("%s %q: %v, %v, want %s", tt.variant, tt.fen, p, err, tt.want)
		}
		var got []dropped
		for _, e := range faults {
			got = append(got, dropped{e.Field, e.Offset, e.Detail})
		}
		if diff := cmp.Diff(tt.dropped, got, cmp.AllowUnexported(dropped{})); diff != "" {
			t.Errorf("%s %q: %s", tt.variant, tt.fen, diff)
		}
		if tt.variant == "Standard" {
			checkStart(t, tt.variant, tt.fen)
		}
	}
	for _, tt := range []struct {
		variant, fen, field string
		kind                error
	}{
		{"Atomic", "", "tag Variant", ErrIllegal},
		{"", "8/8/8/8/8/8/8/8 w KQ e3", "FEN", ErrIllegal},
		{"", "8/8/8/8/8/8/8/8", "FEN", ErrIllegal},
	} {
		if _, _, err := startOf(tt.variant, tt.fen); err == nil || err.Field != tt.field || !errors.Is(err, tt.kind) {
			t.Errorf("%s %q: %v, want one in %s that matches %v", tt.variant, tt.fen, err, tt.field, tt.kind)
		}
	}
}

// A game keeps a FEN tag that was repaired as it is written, in every form.
func TestRepairedStart(t *testing.T) {
	for _, tags := range []string{
		`[FEN "4k3/8/8/8/8/8/8/4K2R w Kk e6 0 1"]`,
		`[FEN "4k3/8/8/8/8/8/8/R3K3_W_KQ;"]`,
		`[Variant "Standard"] [FEN "4k3/8/8/8/8/8/8/R2K3R w KQkq - 0 1"]`,
	} {
		tree, err := ParsePGN(tags + "\n\n1. Ra8+ Kd7 *")
		if err != nil {
			if tree, err = ParsePGN(tags + "\n\n1. Rh8+ Kd7 *"); err != nil {
				t.Fatal(err)
			}
		}
		faults := tree.Faults()
		if len(faults) == 0 || faults[0].Field != "FEN castling" || faults[0].Line != 1 || faults[0].Game != 1 {
			t.Errorf("%s: the faults are %v", tags, faults)
		}
		written := tree.Tag("FEN")
		if start := tree.Start(); start.FEN() == written || start.IsChess960() {
			t.Errorf("%s: the game begins with %s", tags, start)
		}
		check := func(form string, again *GameTree, err error) {
			t.Helper()
			if err != nil || !equalTrees(tree, again) || again.Tag("FEN") != written || !again.Start().Equal(tree.Start()) {
				t.Errorf("%s: %s gives\n%v, %v", tags, form, again, err)
			}
		}
		again, err := ParsePGN(tree.String())
		check("PGN", again, err)
		again = new(GameTree)
		text, err := json.Marshal(tree)
		if err == nil {
			err = json.Unmarshal(text, again)
		}
		check("JSON", again, err)
		again = new(GameTree)
		form, err := tree.MarshalBinary()
		if err == nil {
			err = again.UnmarshalBinary(form)
		}
		check("bytes", again, err)
		for _, value := range []string{written, tree.Start().FEN(), written} {
			if err := again.SetTag("FEN", value); err != nil {
				t.Errorf("%s: SetTag: %v", tags, err)
			}
		}
		check("SetTag", again, nil)
	}
	tree := NewGameTree(MustParseFEN("r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1"))
	if err := tree.SetTag("Variant", "Standard"); !errors.Is(err, ErrIllegal) {
		t.Errorf("a game of Chess960 becomes ordinary: %v\n%v", err, tree)
	}
}
