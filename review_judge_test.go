package chess

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

func TestWinningChance(t *testing.T) {
	for _, test := range []struct {
		score  Score
		chance float64
	}{
		{0, 50}, {100, 59.10}, {-100, 40.90}, {1000, 97.54}, {Mate - 3, 100}, {3 - Mate, 0}, {-Mate, 0},
	} {
		if got := test.score.WinningChance(); math.Abs(got-test.chance) > 0.01 {
			t.Errorf("the chance at %v is %.2f, want %.2f", test.score, got, test.chance)
		}
	}
	for _, test := range []struct {
		loss, accuracy float64
		glyph          NAG
	}{
		{0, 100, 0}, {4.99, 79.85, 0}, {5, 79.81, DubiousMove}, {10, 63.58, Mistake}, {15, 50.53, Blunder}, {50, 8.53, Blunder}, {100, 0, Blunder},
	} {
		if got := accuracy(test.loss); math.Abs(got-test.accuracy) > 0.01 {
			t.Errorf("the accuracy after losing %v is %.2f, want %.2f", test.loss, got, test.accuracy)
		}
		if got := flawGlyph(test.loss); got != test.glyph {
			t.Errorf("the glyph for a loss of %v is %v, want %v", test.loss, got, test.glyph)
		}
	}
}

// inLanguage returns a reviewer for a language, with searches deep enough that its reasons are right.
func inLanguage(l Language) Reviewer { return Reviewer{Nodes: 3000, Plies: 4, Language: l} }

// The reasons of blunders that everybody knows.
func TestFlawReasons(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		pgn    string
		ply    int
		en, de string // in the comment
		brief  string
	}{
		{
			"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# *", 6,
			"to #1, allows mate in 1; better is g6. The reply to 3...Nf6 is 4. Qxf7#. That was the threat.",
			"auf #1, erlaubt ein Matt in 1; besser ist g6. Die Antwort auf 3...Sf6 ist 4. Dxf7#. Das war die Drohung.",
			"allows mate in 1: 4. Qxf7#",
		},
		{
			"1. e4 e5 2. Qh5 g6 *", 4,
			"better is Nc6. 2...g6 loses a rook and a pawn: 3. Qxe5+ Ne7 4. Qxh8. That was the threat. 2...Nc6 protects the pawn on e5.",
			"besser ist Sc6. 2...g6 verliert einen Turm und einen Bauern: 3. Dxe5+ Se7 4. Dxh8. Das war die Drohung. 2...Sc6 schützt den Bauern auf e5.",
			"loses a rook and a pawn: 3. Qxe5+ Ne7 4. Qxh8",
		},
		{
			"1. d4 d5 2. Bh6 *", 3,
			"2. Bh6 puts the bishop where it is simply taken: 2...Nxh6.", "2. Lh6 stellt den Läufer ein: 2...Sxh6.",
			"puts the bishop where it is simply taken: 2...Nxh6",
		},
		{
			"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3 *", 7,
			"misses mate in 1; better is Qxf7#. The reply to 4. d3 is 4...Nxh5", "verpasst ein Matt in 1; besser ist Dxf7#. Die Antwort auf 4. d3 ist 4...Sxh5",
			"misses mate in 1",
		},
		{
			"1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 h6 5. Nxe5 Bxd1 *", 10,
			"allows mate in 2; better is dxe5. The reply to 5...Bxd1 is 6. Bxf7+ Ke7 7. Nd5#. That was the threat. 5...dxe5 recaptures on e5.",
			"erlaubt ein Matt in 2; besser ist dxe5. Die Antwort auf 5...Lxd1 ist 6. Lxf7+ Ke7 7. Sd5#. Das war die Drohung. 5...dxe5 schlägt auf e5 zurück.",
			"allows mate in 2: 6. Bxf7+ Ke7 7. Nd5#",
		},
		{
			"1. e4 e5 2. Qh5 g6 3. Qxg6 hxg6 *", 5,
			"3. Qxg6 loses the queen on g6 for a pawn: 3...hxg6", "3. Dxg6 verliert die Dame auf g6 für einen Bauern: 3...hxg6", "loses the queen on g6 for a pawn: 3...hxg6",
		},
	} {
		for _, l := range []Language{English, German} {
			tree := parseTree(t, test.pgn)
			review, err := inLanguage(l).Review(t.Context(), tree)
			if err != nil {
				t.Fatal(err)
			}
			got, want := nodeAt(tree, test.ply).Comment(), [2]string{test.en, test.de}[l]
			if !strings.Contains(got, want) {
				t.Errorf("%s, %v: %q, want %q", test.pgn, l, got, want)
			}
			n := slices.IndexFunc(review.Flaws(), func(f ReviewedMove) bool { return f.Ply == test.ply })
			if n < 0 || review.Flaws()[n].Reason == "" || !strings.HasSuffix(got, review.Flaws()[n].Reason) {
				t.Errorf("%s, %v: the flaws are %+v", test.pgn, l, review.Flaws())
			} else if l == English && review.Flaws()[n].Brief != test.brief {
				t.Errorf("%s: in a few words %q, want %q", test.pgn, review.Flaws()[n].Brief, test.brief)
			}
		}
	}
}

var mateText = regexp.MustCompile(`(allows|misses) mate in \d+`)

// TestFlawReasonsOfGames checks that each flaw of some games has a reason that is not too long,
// says nothing twice, and has one length of a mate, and that the language changes texts only.
func TestFlawReasonsOfGames(t *testing.T) {
	t.Parallel()
	n := chesstest.Sample(t, 10)
	english, german := firstGames(t, n), firstGames(t, n)
	a, b := inLanguage(English), inLanguage(German)
	a.Nodes, b.Nodes = 1000, 1000
	flaws := 0
	for i := range english {
		one, err := a.Review(t.Context(), english[i])
		if err != nil {
			t.Fatal(err)
		}
		two, err := b.Review(t.Context(), german[i])
		if err != nil {
			t.Fatal(err)
		}
		for j := range one.Moves {
			f, g := &one.Moves[j], &two.Moves[j]
			if f.Glyph == 0 {
				continue
			}
			flaws++
			text := f.Text(English)
			for _, part := range []string{f.Reason, g.Reason} {
				if n := utf8.RuneCountInString(part); n == 0 || n > maxReason {
					t.Errorf("game %d, %d. %s: a reason of %d characters: %s", i+1, f.Number, f.Move, n, part)
				}
			}
			for _, once := range []string{"better is ", "is better", "misses mate", "allows mate", "is checkmate"} {
				if n := strings.Count(text, once); n > 1 || once == "is better" && n > 0 {
					t.Errorf("game %d, %d. %s: %d times %q: %s", i+1, f.Number, f.Move, n, once, text)
				}
			}
			if mate := mateText.FindString(f.Brief); !strings.Contains(text, mate) {
				t.Errorf("game %d, %d. %s: %q in a few words, and %q", i+1, f.Number, f.Move, f.Brief, text)
			}
			g.Reason, g.Brief = f.Reason, f.Brief
		}
		if diff := cmp.Diff(one, two, cmp.Comparer(Position.Equal)); diff != "" {
			t.Errorf("game %d in German:\n%s", i+1, diff)
		}
		for l, tree := range []*GameTree{english[i], german[i]} {
			if n := utf8.RuneCountInString(tree.Root().Comment()); n == 0 || n > 500 {
				t.Errorf("game %d, %v: a summary of %d characters", i+1, Language(l), n)
			}
		}
	}
	if flaws < n {
		t.Errorf("only %d flaws", flaws)
	}
}

// The few words say what the sentence says: a pawn that promotes is no queen that is lost.
func TestBriefPromotion(t *testing.T) {
	tree := parseTree(t, `[FEN "8/P7/6p1/1R3kp1/1P6/r2p4/6K1/8 b - - 2 45"]`+"\n\n45... Ke4 *")
	review, err := inLanguage(English).Review(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	if f := review.Flaws(); len(f) != 1 || !strings.HasPrefix(f[0].Brief, "lets a pawn promote: ") || !strings.Contains(f[0].Reason, f[0].Brief[:20]) {
		t.Errorf("%+v", f)
	}
}

// TestBriefMate checks that a mate has one length, also if the explanation finds a shorter one than
// the review, whose score is beside it.
func TestBriefMate(t *testing.T) {
	p := StartPosition()
	m, err := p.ParseUCI("e2e4")
	if err != nil {
		t.Fatal(err)
	}
	r, err := shortReviewer(100).start()
	if err != nil {
		t.Fatal(err)
	}
	line := Line{PV: []Move{m}}
	for _, test := range []struct {
		kind RemarkKind
		flaw ReviewedMove
		want string
	}{
		{RemarkAllowsMate, ReviewedMove{AllowedMate: 5}, "allows mate in 5"},
		{RemarkAllowsMate, ReviewedMove{AllowedMate: 3}, "allows mate in 3"},
		{RemarkAllowsMate, ReviewedMove{}, "allows mate in 3"}, // of which the review knows nothing
		{RemarkMisses, ReviewedMove{MissedMate: 4}, "misses mate in 4"},
	} {
		why := Why{Position: p, Move: m, Remarks: []Remark{{Kind: test.kind, Move: m, Mate: 3, Line: line}}}
		if got := r.brief(&why, &test.flaw); !strings.HasPrefix(got, test.want) {
			t.Errorf("%v, %+v: %q, want %q", test.kind, test.flaw, got, test.want)
		}
	}
}
