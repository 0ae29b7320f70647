package chess

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// A themedLine is a line of play with the themes that it has.
type themedLine struct {
	id     string
	p      Position
	line   []Move
	themes []string
}

// readThemed reads puzzles: an identifier, themes, a FEN, and moves as in UCI, with tabs
// between them.
func readThemed(t testing.TB, path string) (all []themedLine) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		fields := strings.Split(lines.Text(), "\t")
		x := themedLine{id: fields[0], themes: strings.Fields(fields[1]), p: MustParseFEN(fields[2])}
		g := NewGame(x.p)
		if err := g.PlayUCI(strings.Fields(fields[3])...); err != nil {
			t.Fatalf("%s: %v", x.id, err)
		}
		x.line = g.Moves()
		all = append(all, x)
	}
	return all
}

// motifsText returns motifs as a text, one a line.
func motifsText(all []Motif) string {
	var b strings.Builder
	for _, m := range all {
		b.WriteString(string(m.Kind) + " " + strconv.Itoa(m.Ply))
		for _, sq := range m.Squares {
			b.WriteString(" " + sq.String())
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestMotifsOfPuzzles compares the motifs of puzzles with what is recorded, and lists where
// they differ from lichess's themes. CHESS_RECORD=1 records both.
func TestMotifsOfPuzzles(t *testing.T) {
	var motifs, mistakes strings.Builder
	for _, x := range readThemed(t, "testdata/motifs.tsv") {
		all, err := Motifs(x.p, x.line, 1)
		if err != nil {
			t.Fatalf("%s: %v", x.id, err)
		}
		motifs.WriteString("# " + x.id + "\n" + motifsText(all))
		found := map[string]bool{}
		for _, m := range all {
			if kind := string(m.Kind); !slices.Contains(x.themes, kind) && !found[kind] {
				mistakes.WriteString(x.id + " extra " + kind + "\n")
			}
			found[string(m.Kind)] = true
		}
		for _, theme := range x.themes {
			if !found[theme] {
				mistakes.WriteString(x.id + " missing " + theme + "\n")
			}
		}
		checkFlipped(t, x.p, x.line, 1)
	}
	checkRecord(t, "testdata/motifs.txt", motifs.String())
	checkRecord(t, "testdata/motifs_mistakes.txt", mistakes.String())
}

// flipped returns a position and a line with colours exchanged.
func flipped(t *testing.T, p Position, line []Move) (Position, []Move) {
	t.Helper()
	p = mirrored(&p)
	var moves []Move
	for at, i := p, 0; i < len(line); i++ {
		legal := at.LegalMoves()
		found := slices.IndexFunc(legal, func(m Move) bool {
			return m.From()^A8 == line[i].From() && m.To()^A8 == line[i].To() && m.Promotion() == line[i].Promotion()
		})
		if found < 0 {
			t.Fatalf("%s: %v is not legal", at.FEN(), line[i])
		}
		moves = append(moves, legal[found])
		at = at.After(legal[found])
	}
	return p, moves
}

// checkFlipped checks that a line with colours exchanged has the same motifs, flipped. The
// order of squares and of motifs of one kind may differ.
func checkFlipped(t *testing.T, p Position, line []Move, from int) {
	t.Helper()
	q, moves := flipped(t, p, line)
	want, err1 := Motifs(p, line, from)
	got, err2 := Motifs(q, moves, from)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	text := func(all []Motif, flip Square) (lines []string) {
		for _, m := range all {
			squares := slices.Clone(m.Squares)
			for i := range squares {
				squares[i] ^= flip
			}
			slices.Sort(squares)
			lines = append(lines, motifsText([]Motif{{m.Kind, m.Ply, squares}}))
		}
		slices.Sort(lines)
		return lines
	}
	if diff := cmp.Diff(text(want, A8), text(got, 0)); diff != "" {
		t.Errorf("%s %v (-flipped +of the flipped):\n%s", p.FEN(), line, diff)
	}
}

// Motifs in Chess960, in three-check, and of lines that nearly have others.
func TestMotifsOfLines(t *testing.T) {
	for _, c := range []struct {
		what, fen, line string
		has, hasNot     []MotifKind
	}{
		{"the king castles to the square of its own rook, which was attacked",
			"4k3/8/8/2b5/8/8/P7/5KR1 w G - 0 1", "a3 Bd6 O-O",
			[]MotifKind{motifCastling}, []MotifKind{motifTrappedPiece, motifHangingPiece, motifDeflection, motifInterference}},
		{"the rook gives check when the king castles, and nothing has been discovered",
			"5k2/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O",
			[]MotifKind{motifCastling}, []MotifKind{motifDiscoveredCheck, motifDiscoveredAttack}},
		{"two checks are left, and mate is mate",
			"6k1/5ppp/8/8/8/8/8/K2R4 w - - 2+2 0 1", "Rd8#",
			[]MotifKind{motifMate, motifMateIn1, motifBackRankMate}, nil},
		{"the third check ends the game without mate",
			"6k1/5pp1/7p/8/8/8/8/K2R4 w - - 1+3 0 1", "Rd8+",
			[]MotifKind{motifOneMove}, []MotifKind{motifMate, motifMateIn1, motifBackRankMate}},
		{"a mate that is the third check as well is one",
			"6k1/5ppp/8/8/8/8/8/K2R4 w - - 1+3 0 1", "Rd8#",
			[]MotifKind{motifMate, motifMateIn1, motifBackRankMate}, nil},
		{"a mate is no skewer",
			"r5k1/5ppp/q7/8/8/8/8/3R2K1 w - - 0 1", "Ra1 Qh6 Rxa8#",
			[]MotifKind{motifMate}, []MotifKind{motifSkewer}},
		{"nothing made the rook leave",
			"3rk3/8/8/3n4/8/1B6/8/4K3 w - - 0 1", "Kf1 Rc8 Bxd5",
			nil, []MotifKind{motifDeflection}},
	} {
		p := MustParseFEN(c.fen)
		motifs, err := Motifs(p, line(t, p, strings.Fields(c.line)...), 0)
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		for _, kind := range c.has {
			if !hasMotif(motifs, kind) {
				t.Errorf("%s: no %v in\n%s", c.what, kind, motifsText(motifs))
			}
		}
		for _, kind := range c.hasNot {
			if hasMotif(motifs, kind) {
				t.Errorf("%s: %v in\n%s", c.what, kind, motifsText(motifs))
			}
		}
	}
}

// A line of up to eleven moves needs two allocations: the motifs and their squares.
func TestMotifsAllocations(t *testing.T) {
	for _, x := range readThemed(t, "testdata/motifs.tsv") {
		all, err := Motifs(x.p, x.line, 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(x.line) > 11 || len(all) > 16 {
			continue
		}
		if got := testing.AllocsPerRun(1, func() { Motifs(x.p, x.line, 1) }); got > 2 {
			t.Errorf("%s: %v allocations", x.id, got)
		}
	}
}

func TestMotifsErrors(t *testing.T) {
	p := StartPosition()
	e4, e5 := newMove(mailbox[E2], mailbox[E4]), newMove(mailbox[E2], mailbox[E5])
	if _, err := Motifs(p, []Move{e4, e5}, 1); !errors.Is(err, ErrIllegal) {
		t.Errorf("an illegal move: %v", err)
	}
	for _, from := range []int{-1, 2} {
		if _, err := Motifs(p, []Move{e4}, from); err == nil || errors.Is(err, ErrIllegal) {
			t.Errorf("from %d: %v", from, err)
		}
	}
	if all, err := Motifs(p, nil, 0); err != nil || motifsText(all) != "opening -1\n" {
		t.Errorf("no moves: %v, %v", all, err)
	}
}

// docs/motifs.md defines each kind, in the order of the kinds.
func TestMotifsAreDefined(t *testing.T) {
	page, err := os.ReadFile("docs/motifs.md")
	if err != nil {
		t.Fatal(err)
	}
	var defined []MotifKind
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| [A-Z]").FindAllSubmatch(page, -1) {
		defined = append(defined, MotifKind(row[1]))
	}
	if diff := cmp.Diff(MotifKinds(), defined); diff != "" {
		t.Errorf("(-kinds +page):\n%s", diff)
	}
}

func TestMotifJSON(t *testing.T) {
	for i, kind := range MotifKinds() {
		checkJSON(t, Motif{kind, i - 1, []Square{E4, H8}})
		if read, err := ParseMotifKind(string(kind)); read != kind || err != nil {
			t.Errorf("%s is read as %s, %v", kind, read, err)
		}
	}
	for _, s := range []string{"", "Fork", "fork "} {
		m := Motif{Kind: motifPin}
		if err := json.Unmarshal([]byte(`{"kind":"`+s+`"}`), &m); !errors.Is(err, ErrSyntax) || m.Kind != motifPin {
			t.Errorf("the kind %q is read as %q, %v", s, m.Kind, err)
		}
	}
}

// checkMotifs checks what is true of the motifs of any line.
func checkMotifs(t *testing.T, p Position, line []Move, from int) {
	t.Helper()
	all, err := Motifs(p, line, from)
	if err != nil {
		t.Fatalf("%s, %v, %d: %v", p.FEN(), line, from, err)
	}
	seen := map[string]bool{}
	for i, m := range all {
		text := motifsText(all[i : i+1])
		if !slices.Contains(motifKinds, m.Kind) || m.Ply < -1 || m.Ply >= len(line) || m.Ply >= 0 && (m.Ply < from || (m.Ply-from)%2 != 0) || seen[text] {
			t.Errorf("%s, %v, %d: %s", p.FEN(), line, from, text)
		}
		if slices.ContainsFunc(m.Squares, func(sq Square) bool { return sq >= NoSquare }) {
			t.Errorf("%s, %v, %d: %s has no square", p.FEN(), line, from, text)
		}
		if i > 0 && (all[i-1].Ply > m.Ply || all[i-1].Ply == m.Ply && motifOrder[all[i-1].Kind] > motifOrder[m.Kind]) {
			t.Errorf("%s, %v, %d: not sorted", p.FEN(), line, from)
		}
		seen[text] = true
	}
}

// Any legal line has motifs, in Chess960 and three-check too.
func TestMotifsOfRandomLines(t *testing.T) {
	count := 0
	randomHistories(t, 12, chesstest.Sample(t, 3000), func(g *Game) {
		p := g.Position()
		var line []Move
		for at := p; len(line) < 8; at = at.After(line[len(line)-1]) {
			moves := at.LegalMoves()
			if len(moves) == 0 {
				break
			}
			line = append(line, moves[(count*7+len(line)*3)%len(moves)])
		}
		checkMotifs(t, p, line, min(count%4, len(line)))
		checkFlipped(t, p, line, min(count%4, len(line)))
		count++
	})
}

// FuzzMotifs plays the moves that bytes choose.
func FuzzMotifs(f *testing.F) {
	f.Add(StartFEN, []byte{1, 2, 3, 4}, uint8(1))
	f.Add("1k5r/5p2/8/8/8/8/5P2/1K2R2R w Eh - 0 1", []byte{0, 9, 200}, uint8(0))
	f.Add("8/P6k/8/8/8/8/p6K/8 w - - 3+3 0 1", []byte{0, 0, 0}, uint8(0))
	f.Fuzz(func(t *testing.T, fen string, choices []byte, from uint8) {
		p, err := ParseFEN(fen)
		if err != nil {
			return
		}
		var line []Move
		for at := p; len(line) < min(len(choices), 30); at = at.After(line[len(line)-1]) {
			moves := at.LegalMoves()
			if len(moves) == 0 {
				break
			}
			line = append(line, moves[int(choices[len(line)])%len(moves)])
		}
		checkMotifs(t, p, line, min(int(from), len(line)))
	})
}

func BenchmarkMotifs(b *testing.B) {
	all := readThemed(b, "testdata/motifs.tsv")
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		x := &all[i%len(all)]
		if _, err := Motifs(x.p, x.line, 1); err != nil {
			b.Fatal(err)
		}
	}
}

// The patterns of mates that few puzzles have, in twenty positions each and in as many near
// misses: other mates, one piece away. The diagrams of docs/motifs.md show the first position
// of each pattern after the mate, with the squares of the motif.
func TestOwnMates(t *testing.T) {
	data, err := os.ReadFile("testdata/motifs_own.tsv")
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 4 {
			continue
		}
		kind, p := MotifKind(fields[0]), MustParseFEN(fields[2])
		m, err := p.ParseUCI(fields[3])
		if err != nil {
			t.Fatal(err)
		}
		motifs, err := Motifs(p, []Move{m}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := hasMotif(motifs, kind), fields[1] == "yes"; got != want || !hasMotif(motifs, motifMateIn1) {
			t.Errorf("%s: %v", line, motifs)
		}
		if counts[fields[0]]++; counts[fields[0]] > 1 {
			continue
		}
		d := Diagram{Position: p.After(m), LastMove: m, NoCoordinates: true, Caption: fields[0]}
		for _, motif := range motifs {
			for _, sq := range motif.Squares {
				if motif.Kind == kind {
					d.Highlights = append(d.Highlights, Highlight{Square: sq})
				}
			}
		}
		checkRecord(t, "docs/motifs-"+fields[0]+".svg", d.String())
	}
	if len(counts) != 10 {
		t.Errorf("%d patterns", len(counts))
	}
}

// hasMotif reports whether one of the motifs is of a kind.
func hasMotif(motifs []Motif, kind MotifKind) bool {
	return slices.ContainsFunc(motifs, func(m Motif) bool { return m.Kind == kind })
}
