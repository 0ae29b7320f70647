package annotation

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

func TestRemarkKinds(t *testing.T) {
	known := chess.RemarkKinds()
	for _, kind := range slices.Concat(against, slight, []chess.RemarkKind{"sacrifices"}) {
		if !slices.Contains(known, kind) {
			t.Errorf("there is no kind of remark %q", kind)
		}
	}
}

// inLanguage returns an annotator for a language, with searches deep enough that its reasons
// are right.
func inLanguage(t *testing.T, l chess.Language) *Annotator {
	t.Helper()
	a, err := New(Settings{Nodes: 30_000, Plies: 4, Language: l}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The reasons of blunders that everybody knows.
func TestReasons(t *testing.T) {
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
			"better is Nc6. 2...g6 loses a rook and a pawn: 3. Qxe5+ Qe7 4. Qxh8. That was the threat. 2...Nc6 protects the pawn on e5.",
			"besser ist Sc6. 2...g6 verliert einen Turm und einen Bauern: 3. Dxe5+ De7 4. Dxh8. Das war die Drohung. 2...Sc6 schützt den Bauern auf e5.",
			"loses a rook and a pawn: 3. Qxe5+ Qe7 4. Qxh8",
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
		for _, l := range []chess.Language{chess.English, chess.German} {
			tree := parse(t, test.pgn)
			report, err := inLanguage(t, l).Annotate(t.Context(), tree)
			if err != nil {
				t.Fatal(err)
			}
			want := test.en
			if l == chess.German {
				want = test.de
			}
			got := at(tree, test.ply).Comment()
			if !strings.Contains(got, want) {
				t.Errorf("%s, %v: %q, want %q", test.pgn, l, got, want)
			}
			i := slices.IndexFunc(report.Flaws, func(f Flaw) bool { return f.Ply == test.ply })
			if i < 0 || report.Flaws[i].Why == "" || !strings.HasSuffix(got, report.Flaws[i].Why) {
				t.Errorf("%s, %v: the flaws are %+v", test.pgn, l, report.Flaws)
			} else if l == chess.English && report.Flaws[i].Brief != test.brief {
				t.Errorf("%s: in a few words %q, want %q", test.pgn, report.Flaws[i].Brief, test.brief)
			}
		}
	}
}

var mateIn = regexp.MustCompile(`(allows|misses) mate in \d+`)

// TestReasonsOfGames checks that each flaw of some games has a reason that is not too long,
// says nothing twice, and has one length of a mate, and that the language changes texts only.
func TestReasonsOfGames(t *testing.T) {
	english, german := games(t, 8), games(t, 8)
	a, b := inLanguage(t, chess.English), inLanguage(t, chess.German)
	a.settings.Nodes, b.settings.Nodes = 1000, 1000
	flaws := 0
	for i := range english {
		one, err := a.Annotate(t.Context(), english[i])
		if err != nil {
			t.Fatal(err)
		}
		two, err := b.Annotate(t.Context(), german[i])
		if err != nil {
			t.Fatal(err)
		}
		for j := range one.Flaws {
			f, g := &one.Flaws[j], &two.Flaws[j]
			flaws++
			text := a.Text(f)
			for _, part := range []string{f.Why, g.Why} {
				if n := utf8.RuneCountInString(part); n == 0 || n > maxReason {
					t.Errorf("game %d, %d. %s: a reason of %d characters: %s", i+1, f.Number, f.Move, n, part)
				}
			}
			for _, once := range []string{"better is ", "is better", "misses mate", "allows mate", "is checkmate"} {
				if n := strings.Count(text, once); n > 1 || once == "is better" && n > 0 {
					t.Errorf("game %d, %d. %s: %d times %q: %s", i+1, f.Number, f.Move, n, once, text)
				}
			}
			if mate := mateIn.FindString(f.Brief); !strings.Contains(text, mate) {
				t.Errorf("game %d, %d. %s: %q in a few words, and %q", i+1, f.Number, f.Move, f.Brief, text)
			}
			g.Why, g.Brief = f.Why, f.Brief
		}
		if diff := cmp.Diff(one, two); diff != "" {
			t.Errorf("game %d in German:\n%s", i+1, diff)
		}
		if diff := cmp.Diff(english[i].Mainline(), german[i].Mainline()); diff != "" {
			t.Error(diff)
		}
		for c, tree := range map[*Annotator]*chess.GameTree{a: english[i], b: german[i]} {
			if n := utf8.RuneCountInString(tree.Root().Comment()); n == 0 || n > 500 {
				t.Errorf("game %d, %v: a summary of %d characters", i+1, c.settings.Language, n)
			}
		}
	}
	if flaws < 20 {
		t.Errorf("only %d flaws", flaws)
	}
}

// The few words say what the sentence says: a pawn that promotes is no queen that is lost.
func TestBriefPromotion(t *testing.T) {
	tree := parse(t, `[FEN "8/P7/6p1/1R3kp1/1P6/r2p4/6K1/8 b - - 2 45"]`+"\n\n45... Ke4 *")
	report, err := inLanguage(t, chess.English).Annotate(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	if f := report.Flaws; len(f) != 1 || !strings.HasPrefix(f[0].Brief, "lets a pawn promote: ") || !strings.Contains(f[0].Why, f[0].Brief[:20]) {
		t.Errorf("%+v", f)
	}
}

// TestBriefMate checks that a mate has one length, also if the explanation finds a shorter one than
// the review, whose score is beside it.
func TestBriefMate(t *testing.T) {
	p := chess.StartPosition()
	m, err := p.ParseUCI("e2e4")
	if err != nil {
		t.Fatal(err)
	}
	line := chess.Line{PV: []chess.Move{m}}
	for _, test := range []struct {
		kind chess.RemarkKind
		flaw Flaw
		want string
	}{
		{chess.RemarkAllowsMate, Flaw{AllowedMate: 5}, "allows mate in 5"},
		{chess.RemarkAllowsMate, Flaw{AllowedMate: 3}, "allows mate in 3"},
		{chess.RemarkAllowsMate, Flaw{}, "allows mate in 3"}, // of which the review knows nothing
		{chess.RemarkMisses, Flaw{MissedMate: 4}, "misses mate in 4"},
	} {
		why := chess.Why{Position: p, Move: m, Remarks: []chess.Remark{{Kind: test.kind, Move: m, Mate: 3, Line: line}}}
		if got := annotator(t, 100).brief(&why, &test.flaw); !strings.HasPrefix(got, test.want) {
			t.Errorf("%v, %+v: %q, want %q", test.kind, test.flaw, got, test.want)
		}
	}
}
