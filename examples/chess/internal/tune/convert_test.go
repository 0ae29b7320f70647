package tune

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

// unhex returns the bytes of records, in which blanks are for the eye, and "..." is 12 empty bytes.
func unhex(t *testing.T, records ...string) string {
	t.Helper()
	text := strings.Join(records, "")
	b, err := hex.DecodeString(strings.NewReplacer(" ", "", "...", strings.Repeat("00", 12)).Replace(text))
	if err != nil || len(b) != 32*len(records) {
		t.Fatalf("%s: %d bytes, %v", text, len(b), err)
	}
	return string(b)
}

// The records of three positions, found by hand.
const (
	castling = "9108001000000091 5303b8bd ... 2300 02 04 04 000000"
	knight   = "0020000800000101 51d80000 ... 7800 02 1b 00 000000"
	check    = "0102010000000000 850d0000 ... 0cfe 01 00 28 000000"
)

// TestConvert checks what is written in each format, and what is read back.
func TestConvert(t *testing.T) {
	const labels = `r3k2r/8/8/8/4p3/8/3P4/R3K2R w KQkq - hmvc 5; fmvn 12; bm O-O; ce 35; c9 "1-0"; id "1";
8/5n2/8/3k4/8/8/P7/K7 b - - bm Ne5; ce 120; c9 "0-1"; id "2";
k7/1P6/K7/8/8/8/8/8 b - - fmvn 60; ce -500; c9 "1/2-1/2";
`
	without := func(operations ...string) string {
		text := labels
		for _, operation := range operations {
			text = strings.ReplaceAll(text, " "+operation+";", "")
		}
		return text
	}
	record := unhex(t, castling, knight, check)
	const mirrored = `r3k2r/8/8/8/4p3/8/3P4/R3K2R w - - ce 35; c9 "1-0";
k7/p7/8/8/3K4/8/5N2/8 w - - ce 120; c9 "1-0";
8/8/8/8/8/k7/1p6/K7 w - - ce -500; c9 "1/2-1/2";
`
	for _, tt := range []struct{ ending, content, back string }{
		{".epd", labels, labels},
		{".txt", `r3k2r/8/8/8/4p3/8/3P4/R3K2R w KQkq - 5 12 | 35 | 1.0
8/5n2/8/3k4/8/8/P7/K7 b - - 0 1 | -120 | 0.0
k7/1P6/K7/8/8/8/8/8 b - - 0 60 | 500 | 0.5
`, without(`id "1"`, `id "2"`, "bm O-O", "bm Ne5")},
		{".book", `r3k2r/8/8/8/4p3/8/3P4/R3K2R w KQkq - 5 12 [1.0]
8/5n2/8/3k4/8/8/P7/K7 b - - 0 1 [0.0]
k7/1P6/K7/8/8/8/8/8 b - - 0 60 [0.5]
`, without(`id "1"`, `id "2"`, "bm O-O", "bm Ne5", "ce 35", "ce 120", "ce -500")},
		{".plain", `fen r3k2r/8/8/8/4p3/8/3P4/R3K2R w KQkq - 5 12
move e1g1
score 35
ply 22
result 1
e
fen 8/5n2/8/3k4/8/8/P7/K7 b - - 0 1
move f7e5
score 120
ply 1
result 1
e
fen k7/1P6/K7/8/8/8/8/8 b - - 0 60
move a8b8
score -500
ply 119
result 0
e
`, strings.ReplaceAll(without(`id "1"`, `id "2"`), "ce -500", "bm Kb8; ce -500")},
		{".bf", record, mirrored},
		{".data", record, mirrored},
	} {
		folder := t.TempDir()
		at := func(name string) string { return filepath.Join(folder, name) }
		writeFile(t, at("labels.epd"), labels)
		for range 2 { // the second replaces the file of the first
			tune(t, "convert", at("labels.epd"), at("other"+tt.ending))
		}
		if diff := cmp.Diff(tt.content, readFile(t, at("other"+tt.ending))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.ending, diff)
		}
		var gzipped, zipped bytes.Buffer
		z := gzip.NewWriter(&gzipped)
		io.WriteString(z, tt.content)
		z.Close()
		archive := zip.NewWriter(&zipped)
		entry, err := archive.Create("a" + tt.ending)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(entry, tt.content)
		archive.Close()
		for compression, content := range map[string]string{"": tt.content, ".gz": gzipped.String(), ".zip": zipped.String()} {
			writeFile(t, at("packed"+tt.ending+compression), content)
			_, problems := tune(t, "convert", at("packed"+tt.ending+compression), at("back.epd"))
			if diff := cmp.Diff(tt.back, readFile(t, at("back.epd"))); diff != "" || problems != "3 positions\n" {
				t.Errorf("%s%s: %s back (-want +got):\n%s", tt.ending, compression, problems, diff)
			}
		}
	}
}

// TestConvertOdd checks a record that begins as a file of gzip does, a mark of the byte order, what FEN has too
// much, and scores beyond the limits.
func TestConvertOdd(t *testing.T) {
	for _, tt := range []struct{ from, content, to, want string }{
		{".txt", "rnbqkbnr/pppppppp/8/8/8/2N5/PP1P3P/RNBQK3 w - - 0 1 | 7 | 0.5\n", ".epd", "rnbqkbnr/pppppppp/8/8/8/2N5/PP1P3P/RNBQK3 w - - ce 7; c9 \"1/2-1/2\";\n"},
		{".txt", "\uFEFF8/5n2/8/3k4/8/8/P7/K7 w - - 0 1 | 99999 | 1.0\n", ".txt", "8/5n2/8/3k4/8/8/P7/K7 w - - 0 1 | 31000 | 1.0\n"},
		{".plain", "\uFEFFfen 4k3/8/8/8/8/8/8/4K2R w Kk - 0 1\nmove e1g1\nscore -40000\nply 0\nresult 1\ne\n", ".book", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 [1.0]\n"},
	} {
		folder := t.TempDir()
		at := func(name string) string { return filepath.Join(folder, name) }
		writeFile(t, at("in"+tt.from), tt.content)
		tune(t, "convert", at("in"+tt.from), at("middle.bf"))
		if tt.to == ".epd" { // by records
			tune(t, "convert", at("middle.bf"), at("out"+tt.to))
		} else {
			tune(t, "convert", at("in"+tt.from), at("out"+tt.to))
		}
		if diff := cmp.Diff(tt.want, readFile(t, at("out"+tt.to))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.content, diff)
		}
	}
}

// TestConvertRefuses checks that the first refused position is named, and that the others are written.
func TestConvertRefuses(t *testing.T) {
	const (
		kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
		good  = kings + " | 7 | 0.5\n"
		plain = "fen " + kings + "\nmove e1e2\nscore 7\nply 0\nresult 0\ne\n"
	)
	record := unhex(t, knight)
	at := func(i int, b byte) string { return record[:i] + string([]byte{b}) + record[i+1:] }
	for _, tt := range []struct {
		from, to, content string
		positions         int // that are written
		want              string
	}{
		{".txt", ".epd", good + "\n" + kings + " | x | 0.5\n" + good, 2, `:3: want a result, such as c9 "1-0", not ""; EPD "`},
		{".txt", ".epd", good + kings + " | 7 | 0.7\n", 1, ":2: "},
		{".txt", ".epd", good + "8/8 w - - | 7 | 0.5\n", 1, `:2: EPD board "8/8 w - - | 7 | 0.5"`},
		{".epd", ".txt", kings + " c9 \"*\";\n" + good, 1, `:1: want a result, such as c9 "1-0", not "*"`},
		{".epd", ".txt", good + kings + " c9 \"1-0\";\n", 1, ":2: it has no score (ce), which .txt needs"},
		{".epd", ".book", good + "4k3/8/8/8/8/8/8/4K3 w - - variant Atomic; c9 \"1-0\";\n", 1, ":2: .book has no positions of Atomic"},
		{".txt", ".plain", good + "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1 | 7 | 1.0\n", 1, ":2: it has no legal move, which .plain needs"},
		{".txt", ".bf", good + "qqqqkqqq/qqqqqqqq/8/8/8/QQQQQQQQ/QQQQQQQQ/QQQQKQQQ w - - 0 1 | 7 | 0.5\n", 1, ":2: it has more than 32 pieces"},
		{".plain", ".epd", plain + "\n" + strings.Replace(plain, "e1e2", "e1e3", 1) + plain, 2, `:8: UCI move "e1e3"`},
		{".plain", ".epd", strings.Replace(plain, "score 7", "score x", 1) + plain, 1, `:1: want a number as score, not "x"`},
		{".plain", ".epd", strings.Replace(plain, "result 0", "result 2", 1) + plain, 1, `:1: want 1, 0 or -1 as result, not "2"`},
		{".plain", ".epd", strings.Replace(plain, "fen ", "fen x", 1) + plain, 1, `:1: EPD `},
		{".plain", ".epd", plain + strings.TrimSuffix(plain, "e\n") + plain, 2, `:7: the position has no end, the line "e"`},
		{".plain", ".epd", plain + strings.TrimSuffix(plain, "e\n"), 1, `:7: the position has no end, the line "e"`},
		{".plain", ".txt", plain + strings.Replace(plain, "score 7", "score 32002", 1), 1, ":7: it has no score (ce), which .txt needs"},
		{".bf", ".epd", record + at(8, 0x56) + record, 2, ":2: the piece on f2 is 6: want 0 to 5 or 8 to 13"},
		{".bf", ".epd", record + at(26, 3), 1, ":2: want 0, 1 or 2 as result, not 3"},
		{".bf", ".epd", record + at(27, 0), 1, ":2: want 27 and 0 as squares of the kings, not 0 and 0"},
		{".bf", ".epd", record + at(28, 9), 1, ":2: want 27 and 0 as squares of the kings, not 27 and 9"},
		{".bf", ".epd", record + at(0, 0xff) + record, 2, ":2: "},
		{".bf", ".epd", strings.Repeat("\xff", 32) + record, 1, ":1: there are 64 pieces"},
	} {
		folder := t.TempDir()
		in, out := filepath.Join(folder, "in"+tt.from), filepath.Join(folder, "out"+tt.to)
		writeFile(t, in, tt.content)
		var stderr strings.Builder
		err := run(t.Context(), []string{"convert", in, out}, io.Discard, &stderr)
		if !errors.Is(err, cli.ErrReported) || !strings.HasPrefix(stderr.String(), in+tt.want) || strings.Count(stderr.String(), "\n") != 2 {
			t.Errorf("%q: %v, it printed %q, want %q", tt.content, err, stderr.String(), tt.want)
		}
		if end := fmt.Sprintf("\n%d positions; 1 refused\n", tt.positions); !strings.HasSuffix(stderr.String(), end) {
			t.Errorf("%q: it printed %q, want %q", tt.content, stderr.String(), end)
		}
	}
	folder := t.TempDir()
	for _, tt := range []struct{ name, content, want string }{
		{"short.bf", record + record[:8], "the file is cut short"},
		{"long.txt", good + strings.Repeat("8/", 100_000), "line 2: bufio.Scanner: token too long"},
	} {
		path := filepath.Join(folder, tt.name)
		writeFile(t, path, tt.content)
		want := path + ": " + tt.want
		for _, args := range [][]string{{"convert", path, path + ".epd"}, {"fit", "-o", path + ".json", path}} {
			if err := run(t.Context(), args, io.Discard, io.Discard); err == nil || err.Error() != want {
				t.Errorf("%v: %v, want %s", args, err, want)
			}
		}
		if _, err := os.Stat(path + ".epd"); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: half a file is there: %v", tt.name, err)
		}
	}
}

// TestFormatsFit checks that a fit is the same from each format.
func TestFormatsFit(t *testing.T) {
	file, err := os.Open("../../../../testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var lines bytes.Buffer
	games := chess.NewPGNReader(file)
	for range 10 {
		tree, err := games.Next()
		if err != nil {
			t.Fatal(err)
		}
		for ply, p := range chess.QuietPositions(tree.Start(), tree.Mainline()) {
			s := p.Setup()
			s.Castling, s.DoublePush = nil, chess.NoSquare // which records do not have
			if p, err = s.Position(); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&lines, "%s ce %d; c9 %q;\n", p.EPD(), ply%7*20-30, tree.Tag("Result"))
		}
	}
	fit := func(ending string, trust int) *chess.TuneReport {
		var text bytes.Buffer
		if _, _, err := rewrite(&text, ending, bytes.NewReader(lines.Bytes()), "labels.epd", io.Discard); err != nil {
			t.Fatal(err)
		}
		tuner := chess.Tuner{Terms: chess.NewDefaultEvaluator().Terms()[:1], Trust: trust, HeldOut: -1, Rounds: 1}
		if refused, err := readPositions(&tuner, &text, "x"+ending, io.Discard); refused > 0 || err != nil {
			t.Fatalf("%s: %d refused, %v", ending, refused, err)
		}
		report, err := tuner.Fit(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	for _, trust := range []int{0, 50} {
		want := fit(".epd", trust)
		if !slices.ContainsFunc(want.Weights, func(w chess.TunedWeight) bool { return w.From != w.To }) {
			t.Fatalf("trust %d: no weight has changed: %v", trust, want)
		}
		for _, ending := range formats[1:] {
			if ending == ".book" && trust > 0 {
				continue // it has no scores
			}
			got := fit(ending, trust)
			if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-6, 1e-9), cmpopts.IgnoreFields(chess.TuneReport{}, "Terms", "Games")); diff != "" {
				t.Errorf("trust %d, %s (-want +got):\n%s", trust, ending, diff)
			}
		}
	}
}
