package searchtree

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

func run(ctx context.Context, stdout io.Writer, args ...string) error {
	return Command.Run(ctx, args, cli.Streams{Out: stdout, Err: io.Discard})
}

// searchtree runs the program, and returns what it writes to a file of a kind.
func searchtree(t *testing.T, kind string, args ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tree"+kind)
	var out bytes.Buffer
	err := run(t.Context(), &out, append(args, "-o", path)...)
	text, failed := os.ReadFile(path)
	if err != nil || failed != nil || !strings.HasPrefix(out.String(), path+": ") {
		t.Fatalf("%v: %v, %v; it says %s", args, err, failed, &out)
	}
	return string(text)
}

// TestPictures checks pictures of many kinds of trees: that they are XML, that no text
// overlaps another or the edge, and that pages need no network.
func TestPictures(t *testing.T) {
	for _, args := range [][]string{
		{},
		{"-depth", "1"},
		{"-depth", "4", "-player", "negascout"},
		{"-depth", "2", "-player", "negascout,eval=boardvalue", kiwipete},
		{"-player", "capturesfirst", italian},
		{"-player", "checkbonus,CapturesBeyond=1", "8/P6k/8/8/8/8/p6K/8 w - - 0 1"},
		{"-depth", "1", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"}, // 218 moves
		{"-depth", "2", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q3p/kBNN1KB1 b - - 0 1"},
		{"-depth", "4", "1n2k3/P6P/8/8/8/8/p6p/1N2K3 w - - 95 90"},
		{"-depth", "2", "-player", "negaalphabeta,name=</text><script>alert(1)</script>&\"'"},
		{"-depth", "2", "-player", "negaalphabeta,name=" + strings.Repeat("MW", 200)},
	} {
		svg, page := searchtree(t, ".svg", args...), searchtree(t, ".html", args...)
		checkTexts(t, args, svg)
		for _, text := range []string{svg, page} {
			if strings.Contains(text, "<script>alert") {
				t.Errorf("%q: a name is not escaped", args)
			}
			addresses := regexp.MustCompile(`(?i)https?://[^"' <]*|url\(|@import|src=`).FindAllString(text, -1)
			for _, a := range addresses {
				if a != "http://www.w3.org/2000/svg" {
					t.Errorf("%q: it uses %s", args, a)
				}
			}
		}
	}
}

// checkTexts checks that the picture is XML, and that no two of its texts overlap. A
// letter is taken to be as wide as the widest usual font makes it.
func checkTexts(t *testing.T, args []string, svg string) {
	t.Helper()
	type span struct {
		text           string
		left, right, y float64
	}
	var spans []span
	var picture struct {
		Height float64 `xml:"height,attr"`
		Texts  []struct {
			Class string  `xml:"class,attr"`
			X     float64 `xml:"x,attr"`
			Y     float64 `xml:"y,attr"`
			Text  string  `xml:",chardata"`
		} `xml:"text"`
	}
	if err := xml.Unmarshal([]byte(svg), &picture); err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	for _, text := range picture.Texts {
		wide := 7.2
		for class, w := range map[string]float64{"soft": 6.6, "title": 12.2, "head": 9.2, "bold": 7.6} {
			if strings.Contains(text.Class, class) {
				wide = w
			}
		}
		w, x := float64(len([]rune(text.Text)))*wide, text.X
		switch {
		case strings.Contains(text.Class, "end"):
			x -= w
		case strings.Contains(text.Class, "mid"):
			x -= w / 2
		}
		if text.Y < 10 || text.Y > picture.Height-4 || x < margin-4 || x+w > width || text.Y < side+margin && x+w > right-side && !strings.Contains(text.Class, "title") {
			t.Errorf("%q: %q is from %v to %v at %v of %v", args, text.Text, x, x+w, text.Y, picture.Height)
		}
		spans = append(spans, span{text.Text, x, x + w, text.Y})
	}
	for i, a := range spans {
		for _, b := range spans[:i] {
			if a.left < b.right && b.left < a.right && max(a.y-b.y, b.y-a.y) < 11 {
				t.Errorf("%q: %q and %q overlap", args, a.text, b.text)
			}
		}
	}
	if len(spans) < 20 {
		t.Errorf("%q: %d texts", args, len(spans))
	}
}

// TestPageData checks that the page has all nodes of the tree, and that the changes of
// the board which it shows lead from the position to that after each line.
func TestPageData(t *testing.T) {
	for _, fen := range []string{kiwipete, italian, "1n2k3/P6P/8/1pP5/8/8/p6p/1N2K3 w - b6 0 1"} {
		p := chess.MustParseFEN(fen)
		tree, err := search(t.Context(), chess.NewNegaScout(material{}), p, 2, maxNodes, progress.New(io.Discard))
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := tree.page(&text); err != nil {
			t.Fatal(err)
		}
		_, after, _ := strings.Cut(text.String(), `id="data">`)
		embedded, _, _ := strings.Cut(after, "</script>")
		var data pageData
		if err := json.Unmarshal([]byte(embedded), &data); err != nil {
			t.Fatal(err)
		}
		const columns = 9
		nodes := 0
		var check func(n *node, before chess.Position)
		check = func(n *node, before chess.Position) {
			got := data.Nodes[nodes*columns:][:columns]
			nodes++
			move, flags := -1, int(n.effect)
			if len(n.Line) > 0 {
				move = got[1]
				m := data.Moves[move]
				setup := before.Setup()
				for c := m.Changes; c != ""; c = c[3:] {
					sq, err := chess.ParseSquare(c[:2])
					if err != nil {
						t.Fatal(err)
					}
					setup.Board[sq] = chess.NoPiece
					if c[2] != '.' {
						if setup.Board[sq], err = chess.ParsePiece(c[2:3]); err != nil {
							t.Fatal(err)
						}
					}
				}
				before = before.After(n.move())
				if setup.Board != before.Setup().Board || m.UCI != n.move().String() {
					t.Errorf("%s: %v by %s %s gives %v", fen, n, m.UCI, m.Changes, before)
				}
			}
			for i, set := range []bool{n.GameOver, n.Again, n.principal, n.Depth == 0} {
				if set {
					flags += 4 << i
				}
			}
			want := []int{len(n.Line), move, int(n.Alpha), int(n.Beta), int(n.Score), int(n.Bound), n.Considered, n.Searched, flags}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s: %v (-want +got):\n%s", fen, n, diff)
			}
			for _, c := range n.children {
				check(c, before)
			}
		}
		check(tree.root, p)
		if len(data.Nodes) != nodes*columns || data.FEN != fen {
			t.Errorf("%s: %d numbers for %d nodes of %s", fen, len(data.Nodes), nodes, data.FEN)
		}
	}
}

// TestDocs checks that the picture in docs is the one that the program draws by the
// command in its help.
func TestDocs(t *testing.T) {
	want := searchtree(t, ".svg", "-player", "negaalphabeta,CapturesFirst=true", italian)
	got, err := os.ReadFile("../../../../docs/search-tree.svg")
	if err != nil || string(got) != want {
		t.Errorf("docs/search-tree.svg is out of date: run the command in its help (%v)", err)
	}
	if len(want) > 200_000 {
		t.Errorf("the picture in docs has %d bytes", len(want))
	}
}

func TestCommandLine(t *testing.T) {
	for _, args := range []string{
		"-depth 0", "-depth 5", "-depth x", "-o x.png", "-o x", "-player alphabeta", "-player random", "-player nobody", "-player uci:cat",
		"-player negascout,CapturesBeyond=1", "-player negascout,depth=3", "-player negascout,Depth=0", "-player negascout,eval=nobody", "8/8 w - - 0 1",
	} {
		t.Chdir(t.TempDir())
		if err := run(t.Context(), io.Discard, strings.Fields(args)...); !errors.Is(err, cli.ErrUsage) {
			t.Errorf("%s: %v", args, err)
		}
		if files, err := os.ReadDir("."); err != nil || len(files) > 0 {
			t.Errorf("%s: it left %v, %v", args, files, err)
		}
	}
}
