package chess

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSetTag(t *testing.T) {
	tree := NewGameTree(MustParseFEN(chess960FEN(7)))
	if tree.Tag("Variant") != "Chess960" || tree.Tag("SetUp") != "1" || tree.Tag("FEN") != tree.Start().FEN() {
		t.Errorf("the tags are\n%v", tree)
	}
	for _, tt := range []struct {
		name, value string
		want        error
	}{
		{"White", "Jörg \"x\" \\", nil},
		{"White", "", nil},
		{"Result", "1-0", nil},
		{"Result", "1:0", ErrSyntax},
		{"FEN", StartFEN, ErrIllegal},
		{"FEN", "", ErrIllegal},
		{"FEN", "x", ErrIllegal},
		{"SetUp", "0", ErrIllegal},
		{"SetUp", "1", nil},
		{"Variant", "", nil},
		{"Variant", "Three-check", ErrIllegal},
		{"Variant", "Atomic", ErrIllegal},
		{"Variant", "Fischerandom", nil},
		{"", "x", ErrSyntax},
		{"a b", "x", ErrSyntax},
		{"größe", "x", ErrSyntax},
		{"Long", strings.Repeat("x", maxTag+1), ErrSyntax},
		{strings.Repeat("x", maxTag+1), "long", ErrSyntax},
	} {
		before := tree.Tag(tt.name)
		err := tree.SetTag(tt.name, tt.value)
		if !errors.Is(err, tt.want) || err == nil && tree.Tag(tt.name) != tt.value || err != nil && tree.Tag(tt.name) != before {
			t.Errorf("SetTag(%s, %s) = %v, now %q", tt.name, tt.value, err, tree.Tag(tt.name))
		}
	}
}

// A result ends what Game.Tree says of a game that goes on, and nothing else.
func TestSetTagResult(t *testing.T) {
	var g Game
	tree := g.Tree()
	for _, tt := range []struct{ result, termination string }{{"*", "unterminated"}, {"1-0", ""}} {
		if err := tree.SetTag("Result", tt.result); err != nil || tree.Tag("Termination") != tt.termination {
			t.Errorf("%s: Termination %q, %v", tt.result, tree.Tag("Termination"), err)
		}
	}
	err := errors.Join(tree.SetTag("Termination", "time forfeit"), tree.SetTag("Result", "0-1"))
	if err != nil || tree.Tag("Termination") != "time forfeit" {
		t.Errorf("Termination %q, %v", tree.Tag("Termination"), err)
	}
}

// The tags that tell how a game begins may be any that agree with it.
func TestSetTagStart(t *testing.T) {
	const position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	for _, tt := range []struct {
		fen         string
		name, value string // the value "" deletes
		ok          bool
	}{
		{StartFEN, "Variant", "Standard", true},
		{StartFEN, "Variant", "From Position", true},
		{StartFEN, "Variant", "fischerandom", true},
		{StartFEN, "Variant", "Crazyhouse", false},
		{StartFEN, "Variant", "3check", false},
		{StartFEN, "Variant", "", true},
		{StartFEN, "FEN", StartFEN, true},
		{StartFEN, "FEN", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", true},
		{StartFEN, "FEN", position, false},
		{StartFEN, "SetUp", "0", true},
		{StartFEN, "SetUp", "", true},
		{position, "FEN", "", false},
		{position, "FEN", "4k3/8/8/8/8/8/4P3/4K3 w - - 1 1", false},
		{position, "SetUp", "", false},
		{position, "Variant", "chess 960", true},
		{threeCheckStart.FEN(), "Variant", "threeCheck", true},
		{threeCheckStart.FEN(), "Variant", "", false},
		{threeCheckStart.FEN(), "FEN", StartFEN, true},
	} {
		tree := NewGameTree(MustParseFEN(tt.fen))
		before := tree.String()
		set := func() error { return tree.SetTag(tt.name, tt.value) }
		if tt.value == "" {
			set = func() error { return tree.DeleteTag(tt.name) }
		}
		err := set()
		if (err == nil) != tt.ok || err == nil && tree.Tag(tt.name) != tt.value || err != nil && (!errors.Is(err, ErrIllegal) || tree.String() != before) {
			t.Errorf("%s: %s %q: %v\n%v", tt.fen, tt.name, tt.value, err, tree)
		}
		again, err := ParsePGN(tree.String())
		if err != nil || !equalTrees(tree, again) {
			t.Errorf("%v\nis read as\n%v\n%v", tree, again, err)
		}
	}
}

// What SetTag accepts is read back; what it rejects would not be.
func TestSetTagLimits(t *testing.T) {
	many := func(n int) []tagPair {
		var tags []tagPair
		for i := range n {
			tags = append(tags, tagPair{fmt.Sprint("T", i), "x"})
		}
		return tags
	}
	fen := MustParseFEN("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	for _, tt := range []struct {
		name  string
		start Position
		tags  []tagPair
		last  tagPair
		want  error
	}{
		{"long", StartPosition(), nil, tagPair{"A", strings.Repeat("x", maxTag)}, nil},
		{"too long", StartPosition(), nil, tagPair{"A", strings.Repeat("x", maxTag+1)}, ErrSyntax},
		{"quotes", StartPosition(), nil, tagPair{"A", strings.Repeat(`"`, maxTag)}, nil},
		{"too many quotes", StartPosition(), nil, tagPair{"A", strings.Repeat(`"`, maxTag+1)}, ErrSyntax},
		{"backslashes", StartPosition(), nil, tagPair{"A", strings.Repeat(`\`, maxTag)}, nil},
		{"Latin-1", StartPosition(), nil, tagPair{"A", strings.Repeat("\xE4", maxTag/2)}, nil},
		{"too much Latin-1", StartPosition(), nil, tagPair{"A", strings.Repeat("\xE4", maxTag/2+1)}, ErrSyntax},
		{"long name", StartPosition(), nil, tagPair{strings.Repeat("x", maxTag), "a"}, nil},
		{"tags", StartPosition(), many(maxTags - 1), tagPair{"A", "x"}, nil},
		{"too many tags", StartPosition(), many(maxTags), tagPair{"A", "x"}, ErrSyntax},
		{"one of the roster", StartPosition(), many(maxTags), tagPair{"Event", "x"}, nil},
		{"an existing tag", StartPosition(), many(maxTags), tagPair{"T0", "y"}, nil},
		{"tags and a position", fen, many(maxTags - 2), tagPair{"A", "x"}, nil},
		{"too many tags and a position", fen, many(maxTags - 1), tagPair{"A", "x"}, ErrSyntax},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tree := NewGameTree(tt.start)
			for _, tag := range tt.tags {
				if err := tree.SetTag(tag.name, tag.value); err != nil {
					t.Fatal(err)
				}
			}
			if err := tree.SetTag(tt.last.name, tt.last.value); !errors.Is(err, tt.want) {
				t.Fatalf("SetTag = %.100v, want %v", err, tt.want)
			}
			if tt.want != nil {
				tree.put(tt.last.name, string(appendTagValue(nil, []byte(tt.last.value), false)))
			}
			r := NewPGNReader(strings.NewReader(tree.String()))
			r.Strict = true
			again, err := r.Next()
			if !errors.Is(err, tt.want) {
				t.Fatalf("read back with the error %.200v, want %v", err, tt.want)
			}
			if err == nil && !equalTrees(tree, again) {
				t.Error("read back as another tree")
			}
		})
	}
}

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
	s, setupErr := ParseSetup(fen)
	if fen == "" {
		return
	}
	if setupErr != nil { // only a board
		if len(dropped) == 0 {
			t.Fatalf("%q: ParseSetup refuses it: %v", fen, setupErr)
		}
		if e := dropped[0]; e.Field != "FEN turn" || e.Kind != ErrSyntax || e.Offset > len(fen) || len(dropped) > 1 {
			t.Fatalf("%q: %v, which ParseSetup refuses: %v", fen, dropped, setupErr)
		}
		return
	}
	s.Ordinary = true
	_, want := s.repair()
	var got problemSet
	for _, e := range dropped {
		var ps problemSet
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

// TestManyPieces reads games of lichess that begin with more pieces than a game of
// chess can have. Their ends are those that pgn-extract finds.
func TestManyPieces(t *testing.T) {
	for _, tt := range []struct{ fen, moves, result, end string }{
		{"5r1k/P2pNp1p/P2p1p1p/P2pPppp/PPPpP2p/P1P1P2p/P1PnP2p/K1R5 w - - 0 1",
			"1. Nxf5 g4 2. Nxh4 g3 3. b5 g2 4. b6 h1=Q 5. Kb2 Nxc4+ 6. Kb3 Qxc1 7. cxd4 Qb2#", "0-1",
			"5r1k/P2p1p1p/PP1p1p1p/P2pP2p/P1nPP2N/PK2P2p/PqP1P1p1/8 w - - 1 8"},
		{"rnbqkbnr/pppppppp/8/p2PP2p/pp1PP1pp/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			"1. h3 g5 2. d3 h6 3. e3 Bg7 4. hxg4 hxg4 5. Qxg4 d6 6. e6 Nf6 7. exf7+ Kxf7 8. Qf3 Bg4 9. e5 Bxf3 10. exf6 Bxd5 " +
				"11. fxg7 Kxg7 12. e4 Bf7 13. g3 hxg3 14. fxg3 Re8 15. Be3 e5 16. Nd2 Nc6 17. Ne2 Qf6 18. c3 Kh7 19. Bh3 Be6 " +
				"20. Bxe6 exd4 21. Bf5+ Kg7 22. cxd4 Rad8 23. g4 d5 24. e5 Nxe5 25. dxe5 Qxe5 26. Ne4 dxe4 27. dxe4 Qxb2 " +
				"28. Kf2 c5 29. Rac1 b6 30. Rh3 Rd3 31. Rch1 Rh8 32. Rf3 b3 33. axb3 Qxb3 34. e5 a3 35. e6 a2 36. Bxd3 Qxd3 " +
				"37. Rf7+ Kg6 38. Ng3 Qc2+ 39. Kf3 Qb2 40. Nh5 a1=Q 41. Rxa1 Qxa1 42. Bc1 Qc3+ 43. Be3 Qd3 44. Rg7#", "1-0",
			"7r/p5R1/1p2P1kp/p1p3pN/6P1/3qBK2/8/8 b - - 5 44"},
	} {
		text := "[Variant \"From Position\"]\n[FEN \"" + tt.fen + "\"]\n\n" + tt.moves + " " + tt.result + "\n"
		tree, err := ParsePGN(text)
		if err != nil || len(tree.Faults()) > 0 {
			t.Errorf("%s: %v, %v", tt.fen, err, tree.Faults())
			continue
		}
		g, err := tree.Game()
		if err != nil {
			t.Errorf("%s: %v", tt.fen, err)
			continue
		}
		if p := g.Position(); p.FEN() != tt.end {
			t.Errorf("%s: the end is %s, want %s", tt.fen, p.FEN(), tt.end)
		}
		start := g.Start()
		if got := start.SANLine(g.Moves()...); got != tt.moves {
			t.Errorf("%s: written as\n%s", tt.fen, got)
		}
		for !g.Start().Equal(g.Position()) { // the FEN of each position, backwards
			p := g.Position()
			if q, err := ParseFEN(p.FEN()); err != nil || !q.Equal(p) {
				t.Fatalf("%v is read as %v, %v", p, q, err)
			}
			g.Undo()
		}
		if start.problems() != tooManyPromoted || start.problems().fatal() != 0 {
			t.Errorf("%s: %v", tt.fen, start.problems())
		}
	}
}

// A game whose start cannot be read has the outcome of its tags, however much is read of
// it, and everything else says what was not read.
func TestUnreadStart(t *testing.T) {
	starts := map[string]string{ // and the fields of their errors
		`[Variant "Crazyhouse"]`: "tag Variant", `[Variant "Atomic"]`: "tag Variant", `[Variant "Antichess"]`: "tag Variant",
		`[Variant "Horde"]`: "tag Variant", `[Variant "Classical"]`: "tag Variant", `[Variant "King of the Hill"]`: "tag Variant",
		`[FEN "?"]`:                             "FEN",
		`[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]`:     "FEN",
		`[FEN "4k3/8/8/8/8/8/8/4K3 x - - 0 1"]`: "FEN",
		`[FEN "4k3/4p3/8/8/8/8/4P3/4K3"]`:       "",
		`[Variant "3check"][FEN "x"]`:           "FEN",
	}
	results := map[string]Outcome{
		"": {}, `[Result "*"]`: {}, `[Result "1-0"]`: WinBy(White, Unspecified), `[Result "0-1"]`: WinBy(Black, Unspecified),
		`[Result "1/2-1/2"]`: DrawBy(Unspecified), `[Result "1-0"][Termination "time forfeit"]`: WinBy(White, TimeForfeit),
	}
	for start, field := range starts {
		for result, want := range results {
			for _, detail := range []PGNDetail{WholeGames, MainLines, TagsOnly} {
				in := func() *PGNReader {
					r := NewPGNReader(strings.NewReader(start + result + "\n\n1. e4 e5\n\n[White \"next\"]\n1. d4 *\n"))
					r.Detail = detail
					return r
				}
				tree, err := in().Next()
				var e *ParseError
				if field == "" { // the position is read
					if err != nil || len(tree.Faults()) != 1 {
						t.Errorf("%s: %v: %v, %v, want one fault", start, detail, err, tree.Faults())
					}
					continue
				}
				if !errors.As(err, &e) || !strings.HasPrefix(e.Field, field) || e.Line != 1 || !slices.Contains(tree.Faults(), e) {
					t.Errorf("%s: %v: %v, want one of %s", start, detail, err, field)
				}
				game, gameErr := tree.Game()
				var ge *ParseError
				if !errors.As(gameErr, &ge) || !strings.HasPrefix(ge.Field, field) || game.Outcome().Over() || game.Len() != 0 {
					t.Errorf("%s: %v: Game: %v, %v", start, detail, game.Outcome(), gameErr)
				}
				if got := tree.Outcome(); got != want {
					t.Errorf("%s: %v: outcome %v, %v, want %v", start+result, detail, got, got.Reason, want)
				}
				if _, ok := game.CanClaimDraw(); ok || game.Repetitions() != 1 || tree.Root().Game().Outcome().Over() {
					t.Errorf("%s: a claim, or an outcome", start)
				}
				if again, err := ParsePGN(tree.String()); !errors.As(err, &ge) || !strings.HasPrefix(ge.Field, field) || again.Outcome() != want {
					t.Errorf("%s: read back: %v, %v", start+result, again.Outcome(), err)
				}
				_, jsonErr := json.Marshal(tree)
				_, binaryErr := tree.MarshalBinary()
				for _, err := range []error{jsonErr, binaryErr} {
					if !errors.As(err, &ge) || !strings.HasPrefix(ge.Field, field) {
						t.Errorf("%s: written with the error %v", start, err)
					}
				}
				var all []string
				for tree, err := range in().Parallel(2) {
					all = append(all, gameText(tree, err))
				}
				if len(all) != 2 || all[0] != gameText(tree, err) {
					t.Errorf("%s: %v: Parallel: %q, want %q", start, detail, all, gameText(tree, err))
				}
				r := in()
				if r.Strict = true; detail == TagsOnly {
					if tree, err := r.Next(); tree != nil || !errors.As(err, &ge) || !strings.HasPrefix(ge.Field, field) {
						t.Errorf("%s: strict: %v, %v", start, tree, err)
					}
				}
			}
			end := ""
			err := NewPGNReader(strings.NewReader(start + result + "\n\n1. e4 e5\n")).Visit(&PGNVisitor{End: func(result string) { end = result }})
			if o, parseErr := parseOutcome(end); (err == nil) != (field == "") || parseErr != nil || o.String() != want.String() {
				t.Errorf("%s: Visit: %q, %v, want %v", start+result, end, err, want)
			}
		}
	}
}

func TestGameTreeGame(t *testing.T) {
	const mate = " 1. f3 e5 2. g4 Qh4# "
	const bare = "[FEN \"4k3/8/8/8/8/8/4p3/4K3 w - - 0 1\"][Termination \"time forfeit\"] 1. Kxe2 "
	knights := strings.Repeat(" Nf3 Nf6 Ng1 Ng8", 2)
	for _, tt := range []struct {
		name, text string
		want       Outcome
		err        error
	}{
		{"unfinished", "1. e4 *", Outcome{}, nil},
		{"mate", mate + "0-1", WinBy(Black, Checkmate), nil},
		{"mate without a result", mate, WinBy(Black, Checkmate), nil},
		{"mate and the wrong winner", mate + "1-0", WinBy(Black, Checkmate), ErrIllegal},
		{"resigned", "[Termination \"White won by resignation\"] 1. e4 1-0", WinBy(White, Resignation), nil},
		{"normal", "[Termination \"normal\"] 1. e4 1-0", WinBy(White, Unspecified), nil},
		{"no reason", "1. e4 0-1", WinBy(Black, Unspecified), nil},
		{"time", "[Termination \"Time forfeit\"] 1. e4 0-1", WinBy(Black, TimeForfeit), nil},
		{"agreed", "[Termination \"Game drawn by agreement\"] 1. e4 1/2-1/2", DrawBy(Agreement), nil},
		{"repetition", "[Termination \"Draw by repetition\"]" + knights + " 1/2-1/2", DrawBy(ThreefoldRepetition), nil},
		{"no repetition", "[Termination \"Draw by repetition\"] 1. e4 1/2-1/2", DrawBy(Unspecified), nil},
		{"bare kings", bare + "1/2-1/2", DrawBy(InsufficientMaterial), nil},
		{"bare kings and a winner", bare + "1-0", WinBy(White, TimeForfeit), nil},
		{"null move", "1. e4 -- 2. d4 1-0", Outcome{}, ErrIllegal},
	} {
		tree, err := ParsePGN(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := tree.Outcome(); got.String() != tree.Tag("Result") && tree.Tag("Result") != "*" || tt.err == nil && got != tt.want {
			t.Errorf("%s: Outcome = %+v, want %+v", tt.name, got, tt.want)
		}
		g, err := tree.Game()
		if !errors.Is(err, tt.err) || g.Outcome() != tt.want {
			t.Errorf("%s: %+v, %v, want %+v, %v", tt.name, g.Outcome(), err, tt.want, tt.err)
		}
		if err != nil {
			continue
		}
		back := g.Tree()
		if !slices.Equal(back.Mainline(), tree.Mainline()) || back.Tag("Result") != g.Outcome().String() {
			t.Errorf("%s: the tree of the game is\n%s", tt.name, back)
		}
	}
}
