package chess

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// whyPositions are moves to explain: what they are about, the position, the moves that lead
// on from it, the last of which is explained.
var whyPositions = []struct{ about, fen, moves string }{
	{"mate", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8#"},
	{"mate in 2", "6k1/8/8/8/8/8/R7/1R2K3 w - - 0 1", "Ra7"},
	{"mate in 3", "3r2k1/pN3ppp/4p3/3qP3/3BQPn1/8/7r/3R2K1 b - - 3 33", "Qxe4"},
	{"allows mate", StartFEN, "f3 e5 g4"},
	{"scholar's mate", StartFEN, "e4 e5 Bc4 Nc6 Qh5 Nf6"},
	{"stops the mate", StartFEN, "e4 e5 Bc4 Nc6 Qh5 g6"},
	{"misses mate", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Kd2"},
	{"mate cannot be stopped", "4Rbk1/4Qp1p/1p3pp1/pB6/P1P5/5P1P/5P2/6K1 b - - 0 36", "h5"},
	{"fork", "4q1k1/5p1p/8/8/4N3/7P/5PP1/6K1 w - - 0 1", "Nf6+"},
	{"skewer", "8/8/8/1q1k4/8/8/8/6KR w - - 0 1", "Rh5+"},
	{"discovered attack", "3q2k1/5ppp/8/3B4/8/8/8/3RK3 w - - 0 1", "Bxf7+"},
	{"hanging piece taken", "4k3/8/2n5/8/4B3/8/8/4K3 w - - 0 1", "Bxc6+"},
	{"piece left hanging", "4k3/pp3ppp/8/8/4n3/8/PP1N1PPP/4K3 w - - 0 1", "Nf3"},
	{"hangs a knight", "4k3/1pp2ppp/2n5/4p3/8/5N2/PP3PPP/4K3 w - - 0 1", "Nxe5"},
	{"hangs itself", StartFEN, "e4 e5 Nf3 Nc6 Ba6"},
	{"hanging since pinned", "3k4/3p2pp/8/2n5/8/8/B5PP/3R2K1 b - - 0 1", "Ne6"},
	{"escapes", "4k3/pp3ppp/8/3p4/4N3/8/PPP2PPP/4K3 w - - 0 1", "Nc5"},
	{"protects", "4k3/pp3ppp/2n5/8/3P4/8/PP3PPP/1N2K1N1 w - - 0 1", "Nf3"},
	{"attacks", "1r2k3/pp3ppp/8/8/8/8/PP3PPP/2B1K3 w - - 0 1", "Bf4"},
	{"pins", "4k3/pp3ppp/2n5/8/8/8/PP2BPPP/4K3 w - - 0 1", "Bb5"},
	{"opening", StartFEN, "e4"},
	{"develops", StartFEN, "e4 e5 Nf3"},
	{"castles", StartFEN, "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O"},
	{"recaptures", StartFEN, "e4 d5 exd5 Qxd5"},
	{"exchanges", StartFEN, "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6"},
	{"loses the queen", StartFEN, "e4 e5 Qh5 g6 Qxe5+"},
	{"loses the queen for a pawn", StartFEN, "e4 e5 Qh5 g6 Qxg6"},
	{"forced", "7k/8/8/8/8/8/1r6/K7 w - - 0 1", "Kxb2"},
	{"only move", "4r1k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1", "g6"},
	{"sacrifice", "rnbq1rk1/pppnbppp/4p3/3pP3/3P3P/3B1N2/PPP2PP1/RNBQK2R w KQ - 0 1", "Bxh7+"},
	{"no sacrifice, since it is won back", "r1q2rk1/ppb2ppb/1np1n2p/8/P1N1P3/Q1N1B1P1/1P3PBP/2R2RK1 w - - 5 20", "Nd5"},
	{"offers an exchange", "1r3bk1/1P3p1p/B2pr3/1Q2p2b/4Pp2/N4P2/PP1q2PP/2R1R2K w - - 5 27", "Qe2"},
	{"takes a pawn", "r2q1rk1/p1nnppbp/3p2p1/1ppP4/4PP2/2N2N2/PPP1Q1PP/R1BR2K1 w - b6 0 12", "Nxb5"},
	{"lets a pawn promote", "8/P7/6p1/1R3kp1/1P6/r2p4/6K1/8 b - - 2 45", "Ke4"},
	{"a reply that a search has cut off", "r2q1rk1/1pp2ppp/2nb4/p2Q4/3P4/2P1BN1P/PP2P3/2KR1B1R w - - 0 14", "Bg5"},
	{"wins a pawn, but more is lost", "6k1/3q2p1/2pP1pNp/p4P2/8/4r2P/PP4PK/3R4 b - - 1 28", "Kh7"},
	{"connects the rooks", "r2q1rk1/pp2bpp1/2n1bn1p/3p4/3N4/2N1B1P1/PP2PPBP/2RQ1RK1 b - - 1 13", "Qd7"},
	{"rook to the seventh rank", "6k1/pp3pp1/7p/8/8/8/PP3PPP/3R2K1 w - - 0 1", "Rd7"},
	{"doubles the rooks", "r3r1k1/pp3ppp/2n5/8/8/2N5/PP1R1PPP/5RK1 w - - 0 1", "Rfd1"},
	{"makes castling possible", "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/3P1N2/PPP2PPP/RNBQKB1R w KQkq - 0 4", "Be2"},
	{"promotion", "8/P6k/8/8/8/8/6p1/6K1 w - - 0 1", "a8=Q"},
	{"stalemate", "7k/8/6K1/8/8/8/5Q2/8 w - - 0 1", "Qf7"},
	{"passed pawn", "4k3/8/1p1p4/2P5/1P6/8/8/4K3 w - - 0 1", "cxd6"},
	{"rook to an open file", "r4rk1/ppp2ppp/8/8/8/8/PPP2PPP/R4RK1 w - - 0 1", "Rfe1"},
	{"king to the centre", "8/5k2/p4p2/8/8/P4P2/8/6K1 w - - 0 1", "Kf2"},
	{"outpost", "r2q1rk1/pp3ppp/3p4/4p3/4P3/2N5/PPP2PPP/R2Q1RK1 w - - 0 1", "Nd5"},
	{"third check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "Ra8+"},
	{"check in three-check", "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", "Ra8+"},
	{"wins by checks", "4k3/3p4/8/8/8/8/8/RQ2K3 w - - 2+3 0 1", "Qg6+"},
	{"castling of Chess960", "4k3/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w F - 0 1", "O-O"},
	{"misses the queen", "r2qkbnr/p2npppp/2p5/3pPb2/5PQ1/8/PPPP2PP/RNB1K1NR b KQkq - 1 6", "Rc8"},
	{"pins to the queen", StartFEN, "d4 d5 c4 e6 Nc3 Nf6 Bg5"},
	{"sacrifices the queen", "r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3R1K1R b - - 3 17", "Be6"},
	{"unsound sacrifice", StartFEN, "e4 e5 Nf3 Nc6 Bc4 Bc5 Bxf7+"},
	{"loses material", "r2qk2r/3b1p2/ppn1pb1p/3p2p1/Q2P4/4P1P1/PP3PBP/RN2K1NR w KQkq - 0 13", "Nf3"},
	{"what the reply threatens", StartFEN, "d4 Nf6 c4 e5 dxe5 Ne4 Bf4"},
	{"a reply that is exchanged does nothing", "2kr1bnr/ppp1q1pp/2np1pb1/8/3P2P1/2P1BP2/PP1QN2P/RN2KB1R w KQ - 3 11", "f4"},
	{"both moves stop the threat", StartFEN, "e4 d5 Nc3"},
	{"both moves take the knight", StartFEN, "e4 e5 Nf3 Nc6 Nxe5 Nxe5 d4 d5"},
	{"perpetual check", "6k1/5ppp/8/8/8/5q2/q7/4Q2K w - - 0 1", "Kg1"},
}

// whyText returns what is said of the moves of whyPositions.
func whyText(t *testing.T) string {
	var b strings.Builder
	for _, tt := range whyPositions {
		g, m := whyGame(t, tt.fen, tt.moves)
		w := mustExplain(t, newTestSearcher(), g, m, Limits{Depth: 8})
		checkWhy(t, g, &w)
		fmt.Fprintf(&b, "%s: %s\n", tt.about, g.FEN())
		for _, r := range w.Remarks {
			p := w.before(r.Move)
			fmt.Fprintf(&b, "  %v %s %v %v\n", r.Kind, p.SAN(r.Move), r.Weight, r.Pieces)
		}
		fmt.Fprintf(&b, "  %s\n  %s\n\n", w.Text(English, 0), w.Text(German, 0))
	}
	return b.String()
}

// mustExplain returns why m is good or bad, after a search within l.
func mustExplain(t *testing.T, a *AlphaBeta, g *Game, m Move, l Limits) Why {
	t.Helper()
	l.WholeLines = true
	w, err := a.Why(t.Context(), g, mustSearch(t, a, g, l), m)
	if err != nil {
		t.Fatalf("%v %v: %v", g, g.SAN(m), err)
	}
	return w
}

// whyGame returns the game before the last of the moves, and that move.
func whyGame(t *testing.T, fen, moves string) (*Game, Move) {
	t.Helper()
	g := NewGame(MustParseFEN(fen))
	all := strings.Fields(moves)
	last := len(all) - 1
	if err := g.PlaySAN(all[:last]...); err != nil {
		t.Fatal(err)
	}
	m, err := g.Position().ParseSAN(all[last])
	if err != nil {
		t.Fatalf("%s %s: %v", fen, moves, err)
	}
	return g, m
}

// TestWhyTexts compares the remarks and texts with testdata/why.txt, which CHESS_RECORD=1
// writes.
func TestWhyTexts(t *testing.T) {
	t.Parallel()
	const path = "testdata/why.txt"
	got := whyText(t)
	if os.Getenv("CHESS_RECORD") != "" {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("(-recorded +now):\n%s", diff)
	}
}

// Each language has a sentence for each form of each kind, and no others.
func TestSentences(t *testing.T) {
	for _, l := range []Language{English, German} {
		known := map[sentence]bool{}
		for _, kind := range RemarkKinds() {
			forms := append(slices.Clone(sentenceForms[kind]), formPlain)
			if saysAgain(kind) {
				for _, form := range forms {
					forms = append(forms, form|formAgain)
				}
			}
			for _, form := range forms {
				key := sentence{kind, form}
				if known[key] = true; l.catalogue().sentences[key] == "" {
					t.Errorf("%v: no sentence for %v", l, key)
				}
			}
		}
		for key := range l.catalogue().sentences {
			if !known[key] {
				t.Errorf("%v: the sentence %v is never said", l, key)
			}
		}
		for _, kind := range howKinds {
			if l.catalogue().motifs[kind] == [2]string{} {
				t.Errorf("%v: no words for %v", l, kind)
			}
		}
	}
	for kind := range sentenceForms {
		if !slices.Contains(RemarkKinds(), kind) {
			t.Errorf("there is no kind %s", kind)
		}
	}
}

// All languages have the same sentences with the same holes, but for words between them.
func TestCatalogues(t *testing.T) {
	holes := regexp.MustCompile(`\{[a-z]+\}`)
	english := English.catalogue()
	for _, l := range []Language{German} {
		c := l.catalogue()
		for key, text := range english.sentences {
			other, ok := c.sentences[key]
			a, b := holes.FindAllString(text, -1), holes.FindAllString(other, -1)
			slices.Sort(a)
			slices.Sort(b)
			if !ok || other == "" || !slices.Equal(slices.Compact(a), slices.Compact(b)) {
				t.Errorf("%v, %v: %q, in English %q", l, key, other, text)
			}
		}
		if len(c.sentences) != len(english.sentences) || len(c.motifs) != len(english.motifs) || len(c.features) != len(english.features) ||
			len(c.reasons) != len(english.reasons) || len(c.results) != len(english.results) {
			t.Errorf("%v has other texts than English", l)
		}
		for i := range reflect.TypeFor[catalogue]().NumField() {
			sameVerbs(t, reflect.TypeFor[catalogue]().Field(i).Name, reflect.ValueOf(english).Elem().Field(i), reflect.ValueOf(c).Elem().Field(i))
		}
	}
	for _, f := range NewDefaultEvaluator().Terms() {
		name := f.Feature.Name()
		if _, ok := english.features[name]; !ok && !slices.Contains(unspoken, name) {
			t.Errorf("no words for the feature %s", name)
		}
	}
}

// sameVerbs checks that texts in English and in another language have the same verbs of fmt.
func sameVerbs(t *testing.T, name string, english, other reflect.Value) {
	t.Helper()
	switch english.Kind() {
	case reflect.Array:
		for i := range english.Len() {
			sameVerbs(t, name, english.Index(i), other.Index(i))
		}
	case reflect.Map:
		for _, key := range english.MapKeys() {
			sameVerbs(t, name, english.MapIndex(key), other.MapIndex(key))
		}
	case reflect.String:
		verbs := regexp.MustCompile(`%[a-z]`)
		a, b := verbs.FindAllString(english.String(), -1), verbs.FindAllString(other.String(), -1)
		if (other.String() == "") != (english.String() == "") || !slices.Equal(a, b) {
			t.Errorf("%s: %q, in English %q", name, other, english)
		}
	}
}

// remarkFields reads the table of docs/why.md: the fields that remarks of each kind have, and
// those that they may have.
var remarkFields = sync.OnceValues(func() (has, may map[RemarkKind][]string) {
	has, may = map[RemarkKind][]string{}, map[RemarkKind][]string{}
	page, err := os.ReadFile("docs/why.md")
	if err != nil {
		panic(err)
	}
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| [A-Z].* \\| (.*?) ?\\|$").FindAllSubmatch(page, -1) {
		kind := RemarkKind(row[1])
		has[kind] = nil
		for field := range strings.SplitSeq(string(row[2]), ", ") {
			if name, ok := strings.CutPrefix(field, "("); ok {
				may[kind] = append(may[kind], strings.TrimSuffix(name, ")"))
			} else if field != "" {
				has[kind] = append(has[kind], field)
			}
		}
	}
	return has, may
})

// checkFields checks that a remark has the fields of its kind, and no others.
func checkFields(t *testing.T, r Remark) {
	t.Helper()
	has, may := remarkFields()
	for field, value := range reflect.ValueOf(r).Fields() {
		if field.Name == "Kind" || field.Name == "Move" || field.Name == "Weight" {
			continue
		}
		switch set := !value.IsZero(); {
		case set && !slices.Contains(has[r.Kind], field.Name) && !slices.Contains(may[r.Kind], field.Name):
			t.Errorf("%s has %s, by docs/why.md it does not", r.Kind, field.Name)
		case !set && slices.Contains(has[r.Kind], field.Name):
			t.Errorf("%s has no %s, by docs/why.md it has", r.Kind, field.Name)
		}
	}
}

// docs/why.md defines each kind.
func TestRemarksAreDefined(t *testing.T) {
	has, _ := remarkFields()
	if diff := cmp.Diff(slices.Sorted(slices.Values(RemarkKinds())), slices.Sorted(maps.Keys(has))); diff != "" {
		t.Errorf("(-kinds +page):\n%s", diff)
	}
}

// TestTextOfOddRemarks puts into words what no search says, but a program or a file may: remarks
// without what their kind needs, and lines that cannot be played.
func TestTextOfOddRemarks(t *testing.T) {
	nowhere, err := json.Marshal(NoSquare)
	if err != nil {
		t.Fatal(err)
	}
	pieces := []string{``, `{"piece":"R","square":"e4"}`, `{"piece":"r","square":` + string(nowhere) + `},{"piece":"n","square":"a1"}`}
	lines := []string{``, `"a1a8"`, `"e2e4","e2e4"`, `"e7e8q"`, `"0000","0000"`}
	for _, kind := range RemarkKinds() {
		for _, line := range lines {
			for _, of := range pieces {
				for _, motif := range []string{"", "fork", "pin"} {
					for _, move := range []string{"e2e4", "0000", "h7h8q"} {
						text := fmt.Sprintf(`{"position":%q,"move":%q,"remarks":[{"kind":%q,"move":%q,"line":{"position":%q,"pv":[%s]},"pieces":[%s],"motif":%q,"squares":[],"won":["queen","pawn"],"mate":2}]}`,
							StartFEN, move, kind, move, StartFEN, line, of, motif)
						if motif == "" {
							text = strings.Replace(text, `,"motif":""`, "", 1)
						}
						var w Why
						if json.Unmarshal([]byte(text), &w) != nil {
							t.Fatalf("%s is not read", text)
						}
						for _, l := range []Language{English, German} {
							w.Text(l, 500) // does not panic
							reply := w
							reply.Move, reply.Reasons[0].Line.PV = 0, []Move{0, newMove(mailbox[E7], mailbox[E8]), w.Move}
							reply.Text(l, 500)
						}
					}
				}
			}
		}
	}
	for _, kind := range RemarkKinds() {
		w := Why{Remarks: []Remark{{Kind: kind}, {}}}
		w.Text(English, 500)
	}
}

// TestTextOfReplies checks that a reply is told with the line that leads to it, unless that was told.
func TestTextOfReplies(t *testing.T) {
	g := NewGame()
	if err := g.PlaySAN("e4", "e5", "Nf3", "Nc6"); err != nil {
		t.Fatal(err)
	}
	line := g.Moves()
	w := Why{Position: StartPosition(), Move: line[0], Other: legalMove(t, new(StartPosition()), "d2d4")}
	w.Reasons[0].Line = Line{Position: w.Position, PV: line}
	centre, knight := Remark{Kind: remarkCentre, Move: line[1]}, Remark{Kind: remarkDevelops, Move: line[3], Pieces: []PieceOn{{BlackKnight, C6}}}
	own, refuted := Remark{Kind: remarkCentre, Move: line[0]}, Remark{Kind: remarkRefuted, Move: line[0], Score: -50, Line: w.Reasons[0].Line}
	for _, test := range []struct {
		remarks []Remark
		want    string
	}{
		{[]Remark{centre}, "The reply to 1. e4 is 1...e5. It puts a pawn in the centre."},
		{[]Remark{centre, knight}, "The reply to 1. e4 is 1...e5. It puts a pawn in the centre. The reply to 1. e4 is 1...e5 2. Nf3 Nc6. 2...Nc6 develops the knight."},
		{[]Remark{knight}, "The reply to 1. e4 is 1...e5 2. Nf3 Nc6. 2...Nc6 develops the knight."},
		{[]Remark{own, centre}, "1. e4 puts a pawn in the centre. 1...e5 puts a pawn in the centre."},
		{[]Remark{own, knight}, "1. e4 puts a pawn in the centre. The reply to 1. e4 is 1...e5 2. Nf3 Nc6. 2...Nc6 develops the knight."},
		{[]Remark{refuted, knight}, "1. e4 is worse by 0.50: 1...e5 2. Nf3 Nc6. 2...Nc6 develops the knight."},
	} {
		w.Remarks = test.remarks
		if diff := cmp.Diff(test.want, w.String()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// TestRankingInGerman checks the words about tablebases in German; TestJudge has them in English.
func TestRankingInGerman(t *testing.T) {
	tables := threePieces()
	for fen, german := range map[string]string{
		"8/8/1K1k4/8/2P5/8/8/8 w - - 0 1":  "Weiß gewinnt bei bestem Spiel mit Matt in 13; nur c5+ und Kb5 gewinnen.",
		"2k5/8/8/2PK4/8/8/8/8 b - - 0 1":   "Remis bei bestem Spiel; nur Kc7 und Kd7 halten remis.",
		"8/8/8/8/8/2k5/8/1R2K3 w - - 0 1":  "Weiß gewinnt bei bestem Spiel mit Matt in 14; 11 von 14 Zügen gewinnen.",
		"8/8/8/8/8/2k5/8/1R2K3 w - - 99 1": "Remis, denn Weiß würde gewinnen, aber nicht in fünfzig Zügen.",
		"8/8/8/8/8/2k5/8/1R2K3 b - - 0 1":  "Weiß gewinnt bei bestem Spiel mit Matt in 14.",
	} {
		v, err := RankMoves(tables, MustParseFEN(fen))
		if err != nil {
			t.Fatal(err)
		}
		if got := German.catalogue().rankingSentence(&v); got != german {
			t.Errorf("%s: %q, want %q", fen, got, german)
		}
	}
}
