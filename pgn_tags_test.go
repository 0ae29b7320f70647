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

// The tags that tell how a game begins may be any that agree with it.
func TestSetTag(t *testing.T) {
	const position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
	for _, tt := range []struct {
		fen, name, value string // the value "" deletes
		want             error
	}{
		{StartFEN, "White", "Jörg \"x\" \\", nil},
		{StartFEN, "Result", "1-0", nil},
		{StartFEN, "Result", "2:0", ErrSyntax},
		{StartFEN, "a b", "x", ErrSyntax},
		{StartFEN, "größe", "x", ErrSyntax},
		{StartFEN, "", "x", ErrSyntax},
		{StartFEN, "Variant", "Standard", nil},
		{StartFEN, "Variant", "From Position", nil},
		{StartFEN, "Variant", "fischerandom", nil},
		{StartFEN, "Variant", "Crazyhouse", ErrIllegal},
		{StartFEN, "Variant", "3check", ErrIllegal},
		{StartFEN, "Variant", "", nil},
		{StartFEN, "FEN", StartFEN, nil},
		{StartFEN, "FEN", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", nil},
		{StartFEN, "FEN", position, ErrIllegal},
		{StartFEN, "FEN", "x", ErrIllegal},
		{StartFEN, "SetUp", "0", nil},
		{StartFEN, "SetUp", "", nil},
		{position, "FEN", "", ErrIllegal},
		{position, "FEN", "4k3/8/8/8/8/8/4P3/4K3 w - - 1 1", ErrIllegal},
		{position, "SetUp", "", ErrIllegal},
		{position, "SetUp", "0", ErrIllegal},
		{position, "SetUp", "1", nil},
		{position, "Variant", "chess 960", nil},
		{chess960FEN(7), "Variant", "", nil},
		{"r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "Variant", "Standard", ErrIllegal}, // a game of Chess960
		{ThreeCheck.StartPosition().FEN(), "Variant", "threeCheck", nil},
		{ThreeCheck.StartPosition().FEN(), "Variant", "", ErrIllegal},
		{ThreeCheck.StartPosition().FEN(), "FEN", StartFEN, nil},
	} {
		tree := NewGameTree(MustParseFEN(tt.fen))
		before := tree.String()
		set := func() error { return tree.SetTag(tt.name, tt.value) }
		if tt.value == "" {
			set = func() error { return tree.DeleteTag(tt.name) }
		}
		err := set()
		if !errors.Is(err, tt.want) || err == nil && tree.Tag(tt.name) != tt.value || err != nil && tree.String() != before {
			t.Errorf("%s: %s %q: %v, want %v\n%v", tt.fen, tt.name, tt.value, err, tt.want, tree)
		}
		again, err := ParsePGN(tree.String())
		if err != nil || !equalTrees(tree, again) {
			t.Errorf("%v\nis read as\n%v\n%v", tree, again, err)
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

// What SetTag accepts is read back; what it rejects would not be.
func TestSetTagLimits(t *testing.T) {
	fen := MustParseFEN("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	for _, tt := range []struct {
		name  string
		start Position
		tags  int // that it has
		last  tagPair
		want  error
	}{
		{"long", StartPosition(), 0, tagPair{"A", strings.Repeat("x", maxTag)}, nil},
		{"too long", StartPosition(), 0, tagPair{"A", strings.Repeat("x", maxTag+1)}, ErrSyntax},
		{"quotes", StartPosition(), 0, tagPair{"A", strings.Repeat(`"`, maxTag)}, nil},
		{"too many quotes", StartPosition(), 0, tagPair{"A", strings.Repeat(`"`, maxTag+1)}, ErrSyntax},
		{"backslashes", StartPosition(), 0, tagPair{"A", strings.Repeat(`\`, maxTag)}, nil},
		{"Latin-1", StartPosition(), 0, tagPair{"A", strings.Repeat("\xE4", maxTag/2)}, nil},
		{"too much Latin-1", StartPosition(), 0, tagPair{"A", strings.Repeat("\xE4", maxTag/2+1)}, ErrSyntax},
		{"long name", StartPosition(), 0, tagPair{strings.Repeat("x", maxTag), "a"}, nil},
		{"tags", StartPosition(), maxTags - 1, tagPair{"A", "x"}, nil},
		{"too many tags", StartPosition(), maxTags, tagPair{"A", "x"}, ErrSyntax},
		{"one of the roster", StartPosition(), maxTags, tagPair{"Event", "x"}, nil},
		{"an existing tag", StartPosition(), maxTags, tagPair{"T0", "y"}, nil},
		{"tags and a position", fen, maxTags - 2, tagPair{"A", "x"}, nil},
		{"too many tags and a position", fen, maxTags - 1, tagPair{"A", "x"}, ErrSyntax},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tree := NewGameTree(tt.start)
			for i := range tt.tags {
				if err := tree.SetTag(fmt.Sprint("T", i), "x"); err != nil {
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
		{"3check", "", ThreeCheck.StartPosition().FEN(), nil},
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
		{"Shatranj", "", "tag Variant", ErrIllegal},
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
	for _, pgn := range []string{
		`[FEN "4k3/8/8/8/8/8/8/4K2R w Kk e6 0 1"] 1. Rh8+ Kd7 *`,
		`[FEN "4k3/8/8/8/8/8/8/R3K3_W_KQ;"] 1. Ra8+ Kd7 *`,
		`[Variant "Standard"] [FEN "4k3/8/8/8/8/8/8/R2K3R w KQkq - 0 1"] 1. Ra8+ Kd7 *`,
	} {
		tree := parseTree(t, pgn)
		faults := tree.Faults()
		if len(faults) == 0 || faults[0].Field != "FEN castling" || faults[0].Line != 1 || faults[0].Game != 1 {
			t.Errorf("%s: the faults are %v", pgn, faults)
		}
		written := tree.Tag("FEN")
		if start := tree.Start(); start.FEN() == written || start.IsChess960() {
			t.Errorf("%s: the game begins with %s", pgn, start)
		}
		checkForms(t, tree)
		for _, value := range []string{written, tree.Start().FEN(), written} {
			if err := tree.SetTag("FEN", value); err != nil {
				t.Errorf("%s: SetTag: %v", pgn, err)
			}
		}
	}
}

// A game whose start cannot be read has the outcome of its tags, however much is read of
// it, and everything else says what was not read.
func TestUnreadStart(t *testing.T) {
	for start, field := range map[string]string{ // and the field of their errors
		`[Variant "Shogi"]`: "tag Variant", `[Variant "Shatranj"]`: "tag Variant", `[Variant "3check"][FEN "x"]`: "FEN",
		`[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]`: "FEN", `[FEN "4k3/8/8/8/8/8/8/4K3 x - - 0 1"]`: "FEN",
	} {
		check := func(what string, err error) {
			t.Helper()
			if e, ok := errors.AsType[*ParseError](err); !ok || !strings.HasPrefix(e.Field, field) {
				t.Errorf("%s: %s: %v, want an error in %s", start, what, err, field)
			}
		}
		for result, want := range map[string]Outcome{
			"": {}, `[Result "1-0"]`: WinBy(White, Unspecified), `[Result "1-0"][Termination "time forfeit"]`: WinBy(White, TimeForfeit),
		} {
			text := start + result + "\n\n1. e4 e5\n"
			for _, detail := range []PGNDetail{WholeGames, MainLines, TagsOnly} {
				r := NewPGNReader(strings.NewReader(text))
				r.Detail = detail
				tree, err := r.Next()
				check("Next", err)
				game, err := tree.Game()
				check("Game", err)
				_, claim := game.CanClaimDraw()
				if claim || game.Len() != 0 || game.Repetitions() != 1 || game.Outcome().Over() || tree.Root().Game().Outcome().Over() {
					t.Errorf("%s: %d moves, %v, a claim: %v", start, game.Len(), game.Outcome(), claim)
				}
				again, err := ParsePGN(tree.String())
				check("read back", err)
				if tree.Outcome() != want || again.Outcome() != want {
					t.Errorf("%s: %v: outcomes %v and %v, want %v", text, detail, tree.Outcome(), again.Outcome(), want)
				}
				_, err = json.Marshal(tree)
				check("JSON", err)
				_, err = tree.MarshalBinary()
				check("binary", err)
			}
			end := ""
			check("Visit", NewPGNReader(strings.NewReader(text)).Visit(&PGNVisitor{End: func(result string) { end = result }}))
			if end != want.String() {
				t.Errorf("%s: Visit: %q, want %v", text, end, want)
			}
		}
	}
}

// With AnyVariant a game of another variant is an ordinary one, in every way to read it.
func TestAnyVariant(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
	for _, tt := range []struct {
		text, variant, start string
		plies                int
	}{
		{"[Variant \"Shatranj\"]\n\n1. e4 e5 2. Nf3 *", "Standard", StartFEN, 3},
		{"[Variant \"Losers\"]\n\n1. e4 b5 2. Bxb5 Nf6 3. Bxd7 Kxd7 4. e9 *", "Standard", StartFEN, 6},
		{"[Variant \"Bughouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *", "Standard", StartFEN, 4},
		{"[Variant \"No idea\"]\n[FEN \"" + fen + "\"]\n\n1. O-O-O *", "From Position", fen, 1},
		{"[Variant \"Chess960\"]\n\n1. e4 *", "Chess960", StartFEN, 1},
	} {
		reader := func() *PGNReader {
			r := NewPGNReader(strings.NewReader(tt.text))
			r.AnyVariant = true
			return r
		}
		tree, err := reader().Next()
		start := tree.Start()
		if tree.Tag("Variant") != tt.variant || start.FEN() != tt.start || len(tree.Mainline()) != tt.plies {
			t.Errorf("%s: %v, %v", tt.text, err, tree)
		}
		known := tt.variant == "Chess960"
		if faults := tree.Faults(); known != (len(faults) == 0) || !known && (faults[0].Field != "tag Variant" || faults[0].Line != 1) {
			t.Errorf("%s: %v", tt.text, faults)
		}
		for other, otherErr := range reader().Parallel(2) {
			if !equalTrees(tree, other) || (err == nil) != (otherErr == nil) {
				t.Errorf("%s, parallel: %v, %v", tt.text, otherErr, other)
			}
		}
		plies := 0
		reader().Visit(&PGNVisitor{Move: func(*Position, Move) bool { plies++; return true }})
		if plies != tt.plies {
			t.Errorf("%s: %d plies visited", tt.text, plies)
		}
		if game, gameErr := tree.Game(); err == nil && (gameErr != nil || len(game.Moves()) != tt.plies) {
			t.Errorf("%s: %v, %v", tt.text, game, gameErr)
		}
		tags := reader()
		tags.Detail = TagsOnly
		if tree, err := tags.Next(); err != nil || tree.Tag("Variant") != tt.variant {
			t.Errorf("%s, tags: %v, %v", tt.text, err, tree)
		}
		strict := reader()
		strict.Strict = true
		if tree, err := strict.Next(); (err == nil) != known {
			t.Errorf("%s, strict: %v, %v", tt.text, err, tree)
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
		tree := parseTree(t, tt.text)
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

// Results in other words than those of PGN are understood in the tag and behind the moves, and
// written as they were read. What is not understood stays, and is a fault.
func TestPGNResults(t *testing.T) {
	for _, tt := range []struct {
		want  string // of the outcome
		texts string // in the tag and behind the moves
		tags  string // only in the tag
	}{
		{"1/2-1/2", "1/2-1/2|1/2|½-½|½:½|½–½|0.5-0.5|0.5 - 0.5|1/2 - 1/2|½ - ½|Draw|draw.|Remis|remis|Tablas|Ничья", "=|=-=|1/2 |0,5-0,5| 1/2-1/2"},
		{"1-0", "1-0|1:0|1–0|1 - 0|1- 0|1 -0|White wins|white won|Black resigns|Weiß gewinnt|1-0.|1-0`", "1-0 "},
		{"0-1", "0-1|0:1|0 - 1|Black wins|Schwarz gewinnt|White resigned", " 0-1"},
		{"1-0 abandonment", "+:-|+--|1-0F|1-0f", "+-|+/-|1-0 F|1:0 kampflos|1-0 (forfeit)|1F-0F"},
		{"0-1 abandonment", "-:+|--+|–:+|0-1F", "-+|0-1 ff|0-1 w.o."},
		{"*", "*", "|?"},
	} {
		for _, text := range strings.Split(tt.texts, "|") {
			for _, head := range []string{"", "[Result \"*\"]\n\n"} {
				r := NewPGNReader(strings.NewReader(head + "1. e4 e5 " + text + "\n\n[Event \"next\"]\n\n1. d4 *\n"))
				tree, err := r.Next()
				next, nextErr := r.Next()
				if got, _ := tree.Outcome().MarshalText(); string(got) != tt.want || len(tree.Mainline()) != 2 || err != nil {
					t.Errorf("%s behind the moves: %s, %v, %v", text, got, err, tree)
				}
				if nextErr != nil || len(next.Mainline()) != 1 || len(next.Faults()) != 0 {
					t.Errorf("the game after %s: %v, %v, %v", text, nextErr, next.Faults(), next)
				}
			}
		}
		for _, tag := range strings.Split(tt.texts+"|"+tt.tags, "|") {
			tree, err := ParsePGN(fmt.Sprintf("[Result %q]\n\n1. e4 e5 *", tag))
			if got, _ := tree.Outcome().MarshalText(); string(got) != tt.want || err != nil || len(tree.Faults()) > 0 {
				t.Errorf("[Result %q]: %s, %v, %v", tag, got, err, tree.Faults())
			}
			result, _, _ := strings.Cut(tt.want, " ")
			if text := tree.String(); tree.Tag("Result") != result || tt.want != "*" && !strings.Contains(text, fmt.Sprintf("[Result %q]", tag)) || !strings.HasSuffix(text, " "+result+"\n\n") {
				t.Errorf("[Result %q] is %q: %s", tag, tree.Tag("Result"), text)
			}
			if again, err := ParsePGN(tree.String()); err != nil || !equalTrees(tree, again) {
				t.Errorf("[Result %q] comes back as %v, %v", tag, again, err)
			}
		}
	}
	for _, tag := range []string{"0-0", "-:-", "TBD", "2-0", "White", "adjourned"} {
		tree, err := ParsePGN(fmt.Sprintf("[Result %q]\n\n1. e4 e5 *", tag))
		if err != nil || tree.Outcome().Over() || tree.Tag("Result") != tag || len(tree.Faults()) != 1 || !strings.Contains(tree.String(), fmt.Sprintf("[Result %q]", tag)) {
			t.Errorf("[Result %q]: %v, %v, %v", tag, err, tree.Faults(), tree)
		}
		if tree, _ = ParsePGN(fmt.Sprintf("[Result %q]\n\n1. e4 e5 1-0", tag)); tree.Tag("Result") != "1-0" || len(tree.Faults()) != 1 {
			t.Errorf("[Result %q], and 1-0 behind the moves: %v, %v", tag, tree.Faults(), tree)
		}
	}
}
