package chess_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// checkmate is a position after a move that has given checkmate.
func checkmate(t *testing.T) (chess.Position, chess.Move) {
	t.Helper()
	p := chess.MustParseFEN("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
	m, err := p.ParseSAN("Qxf7")
	if err != nil {
		t.Fatal(err)
	}
	return p.After(m), m
}

func TestDiagramASCII(t *testing.T) {
	mate, qxf7 := checkmate(t)
	highlights := []chess.Highlight{{Square: chess.D4}, {Square: chess.E8}, {Square: chess.F7}, {Square: chess.NoSquare}, {Square: 200}}
	for _, test := range []struct {
		name string
		d    chess.Diagram
		want string
	}{
		{"all marks", chess.Diagram{Position: mate, LastMove: qxf7, Check: true, Highlights: highlights}, `
8  r  :  b  q !k! b  .  r  *
7  p  p  p  p  : (Q) p  p
6  .  :  n  :  .  n  .  :
5  :  .  :  .  p  .  : [.]
4  .  :  B (:) P  :  .  :
3  :  .  :  .  :  .  :  .
2  P  P  P  P  .  P  P  P
1  R  N  B  .  K  .  N  R
   a  b  c  d  e  f  g  h
`},
		{"flipped", chess.Diagram{Position: mate, LastMove: qxf7, Flipped: true}, `
1  R  N  .  K  .  B  N  R
2  P  P  P  .  P  P  P  P
3  .  :  .  :  .  :  .  :
4  :  .  :  P  :  B  :  .
5 [.] :  .  p  .  :  .  :
6  :  .  n  .  :  n  :  .
7  p  p [Q] :  p  p  p  p
8  r  .  b  k  q  b  :  r  *
   h  g  f  e  d  c  b  a
`},
		{"without coordinates", chess.Diagram{Position: mate, LastMove: qxf7, Flipped: true, NoCoordinates: true, Check: true}, `
 R  N  .  K  .  B  N  R
 P  P  P  .  P  P  P  P
 .  :  .  :  .  :  .  :
 :  .  :  P  :  B  :  .
[.] :  .  p  .  :  .  :
 :  .  n  .  :  n  :  .
 p  p [Q] :  p  p  p  p
 r  .  b !k! q  b  :  r
`},
	} {
		if diff := cmp.Diff(test.want[1:], test.d.ASCII()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// Pieces in hand are beside the side of their colour, in a picture too.
func TestDiagramHands(t *testing.T) {
	p := chess.MustParseFEN("4k3/8/8/8/8/8/8/R3K3[QPPn] w Q - 0 9 variant crazyhouse;")
	setup := p.Setup()
	for _, d := range []chess.Diagram{{Position: p}, {Position: p, Flipped: true}, {Setup: &setup}, {Setup: &setup, Flipped: true, NoCoordinates: true}} {
		lines := strings.Split(d.ASCII(), "\n")
		top, bottom := strings.TrimSpace(lines[0]), strings.TrimSpace(lines[len(lines)-2])
		if d.Flipped {
			top, bottom = bottom, top
		}
		if top != "n" || bottom != "Q P P" {
			t.Errorf("%q above and %q below:\n%s", top, bottom, d.ASCII())
		}
		svg := d.String()
		if strings.Count(svg, " scale(.5 .5)") != 3 || strings.Count(svg, ">×2<") != 1 || strings.Count(svg, ">×1<") != 2 ||
			!strings.Contains(svg, "in hand 1 queen, 2 pawns") {
			t.Error(svg)
		}
	}
}

func TestDiagramUnicode(t *testing.T) {
	mate, qxf7 := checkmate(t)
	d := chess.Diagram{Position: mate, LastMove: qxf7, Check: true, NoCoordinates: true}
	for dark, figures := range map[bool]string{false: "♔♕♖♗♘♙♚♛♜♝♞♟", true: "♚♛♜♝♞♟♔♕♖♗♘♙"} {
		d.DarkScreen = dark
		var pairs []string
		for i, figure := range []rune(figures) {
			pairs = append(pairs, "KQRBNPkqrbnp"[i:i+1], strings.Replace(string(figure), "♟", "♟\uFE0E", 1))
		}
		if diff := cmp.Diff(strings.NewReplacer(pairs...).Replace(d.ASCII()), d.Unicode()); diff != "" {
			t.Errorf("for a dark screen %v (-want +got):\n%s", dark, diff)
		}
	}
}

// TestDiagramTextShowsPosition checks that the board can be read off the text, and
// that all squares of a file are in the same column.
func TestDiagramTextShowsPosition(t *testing.T) {
	for i, p := range randomPositions(t) {
		d := chess.Diagram{Position: p, Flipped: i%2 == 0, Check: i%3 == 0, DarkScreen: i%5 == 0}
		ascii := strings.Split(d.ASCII(), "\n")
		unicode := strings.Split(strings.ReplaceAll(d.Unicode(), "\uFE0E", ""), "\n")
		checked := 0
		for sq := range chess.NoSquare {
			row, column := 7-sq.Rank(), sq.File()
			if d.Flipped {
				row, column = 7-row, 7-column
			}
			at := 3 + 3*column
			want := p.At(sq).String()
			if p.At(sq) == chess.NoPiece {
				want = string(":."[(sq.File()+sq.Rank())%2])
			}
			if got := ascii[row][at : at+1]; got != want {
				t.Fatalf("%s: %v is %q, want %q", p, sq, got, want)
			}
			if ascii[row][at-1] == '!' {
				checked++
				if sq != p.King(p.Turn()) || !p.InCheck() {
					t.Fatalf("%s: check is marked on %v", p, sq)
				}
			}
		}
		if want := d.Check && p.InCheck(); (checked == 1) != want {
			t.Fatalf("%s: %d kings are marked", p, checked)
		}
		for row, line := range unicode {
			if got, want := utf8.RuneCountInString(line), len(ascii[row]); got != want {
				t.Fatalf("%s: line %d is %d characters wide, want %d", p, row, got, want)
			}
		}
	}
}

// A drawing holds what the tests check of an SVG file.
type drawing struct {
	elements []xml.StartElement
	texts    map[string][]string // by element
}

// parseSVG reads an SVG file strictly, and checks what holds for all of them.
func parseSVG(t *testing.T, text string) drawing {
	t.Helper()
	d := drawing{texts: map[string][]string{}}
	ids := map[string]bool{}
	var open []string
	for r := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := r.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		switch token := token.(type) {
		case xml.StartElement:
			token = token.Copy()
			open = append(open, token.Name.Local)
			d.elements = append(d.elements, token)
			d.texts[token.Name.Local] = append(d.texts[token.Name.Local], "")
			if id := attribute(token, "id"); id != "" {
				if ids[id] {
					t.Errorf("two elements have the id %q", id)
				}
				ids[id] = true
			}
			if href := attribute(token, "href"); href != "" && !ids[strings.TrimPrefix(href, "#")] {
				t.Errorf("%s is used before its definition", href)
			}
			for _, a := range token.Attr {
				if strings.Contains(a.Value, "%!") {
					t.Errorf("<%s>: %s=%q", token.Name.Local, a.Name.Local, a.Value)
				}
				if name := a.Name.Local; name == "class" || name == "style" || strings.HasPrefix(name, "on") {
					t.Errorf("<%s> has %s=%q, which a page may interfere with", token.Name.Local, name, a.Value)
				}
			}
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) == 0 {
				continue
			}
			texts := d.texts[open[len(open)-1]]
			texts[len(texts)-1] += string(token)
		}
	}
	var names []string
	for _, e := range d.elements {
		names = append(names, e.Name.Local)
	}
	if want := []string{"svg", "title", "desc"}; len(names) < 3 || !slices.Equal(names[:3], want) {
		t.Fatalf("begins with %v, want %v", names[:min(3, len(names))], want)
	}
	root := d.elements[0]
	if root.Name.Space != "http://www.w3.org/2000/svg" || attribute(root, "role") != "img" ||
		attribute(root, "aria-label") != d.texts["title"][0] || d.texts["title"][0] == "" || d.texts["desc"][0] == "" {
		t.Errorf("a screen reader cannot read %v, title %q", root, d.texts["title"])
	}
	return d
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// board returns the pieces of a drawing. Their outlines are those of the start position.
func (d drawing) board(t *testing.T, flipped bool) (pieces [64]chess.Piece) {
	t.Helper()
	start := chess.Diagram{Position: chess.StartPosition()}.String()
	color, sq := chess.Color(2), chess.NoSquare
	for _, e := range d.elements {
		switch outline := attribute(e, "d"); e.Name.Local {
		case "g":
			var x, y int
			if attribute(e, "stroke-width") != "" {
				color = chess.Color(strings.Index("#fffdf8#3a373d", attribute(e, "fill")) / 7)
			} else if color > chess.Black {
				continue
			} else if n, _ := fmt.Sscanf(attribute(e, "transform"), "translate(%d %d)", &x, &y); n == 2 && x%100 == 0 && y%100 == 0 {
				sq = chess.SquareAt(x/100, 7-y/100)
				if flipped {
					sq ^= chess.H8
				}
				if sq >= chess.NoSquare || pieces[sq] != chess.NoPiece {
					t.Fatalf("a piece at (%d, %d) is off the board or on top of another", x, y)
				}
			}
		case "path":
			before, _, ok := strings.Cut(start, outline)
			if at := strings.LastIndex(before, `translate(`); ok && sq != chess.NoSquare && at >= 0 && outline != "" {
				var x, y int
				if _, err := fmt.Sscanf(before[at:], "translate(%d %d)", &x, &y); err != nil {
					t.Fatal(err)
				}
				pieces[sq] = chess.StartPosition().At(chess.SquareAt(x/100, 7-y/100)).Type().Of(color)
			}
			sq = chess.NoSquare
		}
	}
	return pieces
}

func TestDiagramShowsPosition(t *testing.T) {
	for i, p := range randomPositions(t) {
		if i%10 != 0 {
			continue
		}
		d := chess.Diagram{Position: p, Flipped: i%20 == 0, NoCoordinates: i%30 == 0}
		if i%50 == 0 {
			d.Heat = &chess.Heat{Values: map[chess.Square]float64{chess.E4: 1}}
		}
		if diff := cmp.Diff(p.Setup().Board, parseSVG(t, d.String()).board(t, d.Flipped)); diff != "" {
			t.Fatalf("%s (-want +drawn):\n%s", p, diff)
		}
	}
}

// A Setup is drawn as its position is, and also if it is none.
func TestDiagramShowsSetup(t *testing.T) {
	for i, p := range randomPositions(t) {
		if i%100 != 0 {
			continue
		}
		s := p.Setup()
		want := chess.Diagram{Position: p}
		got := chess.Diagram{Setup: &s, Position: chess.StartPosition()}
		if diff := cmp.Diff(want.String()+want.ASCII()+want.Unicode(), got.String()+got.ASCII()+got.Unicode()); diff != "" {
			t.Fatalf("%v (-position +setup):\n%s", p, diff)
		}
	}
	e4, err := chess.StartPosition().ParseUCI("e2e4")
	if err != nil {
		t.Fatal(err)
	}
	pieces := [64]chess.Piece{chess.A2: chess.BlackKnight, chess.A3: chess.WhiteKing, chess.A4: chess.WhiteKing}
	s := chess.Setup{Turn: 2, Board: pieces}
	copy(s.Board[:], []chess.Piece{7, 8, 15, 255})
	d := chess.Diagram{Setup: &s, Check: true, LastMove: e4}
	if diff := cmp.Diff(pieces, parseSVG(t, d.String()).board(t, false)); diff != "" {
		t.Errorf("(-want +drawn):\n%s", diff)
	}
	if text := d.ASCII() + d.Unicode() + d.String(); strings.ContainsAny(text, "*!") || strings.Contains(text, "to move") {
		t.Errorf("a side to move, or a check:\n%s", text)
	}
}

func TestDiagramCoordinates(t *testing.T) {
	for _, flipped := range []bool{false, true} {
		d := chess.Diagram{Position: chess.StartPosition(), Flipped: flipped}
		x, y := map[string]string{}, map[string]string{}
		drawn := parseSVG(t, d.String())
		i := 0
		for _, e := range drawn.elements {
			if e.Name.Local == "text" {
				text := drawn.texts["text"][i]
				x[text], y[text] = attribute(e, "x"), attribute(e, "y")
				i++
			}
		}
		wantA, want1, wantTurn := "50", "758", "750"
		if flipped {
			wantA, want1, wantTurn = "750", "58", "50"
		}
		if len(x) != 16 || x["a"] != wantA || y["1"] != want1 {
			t.Errorf("flipped %v: a at x %s, 1 at y %s of %d labels", flipped, x["a"], y["1"], len(x))
		}
		disc := drawn.elements[slices.IndexFunc(drawn.elements, func(e xml.StartElement) bool { return e.Name.Local == "circle" })]
		if attribute(disc, "cy") != wantTurn || attribute(disc, "fill") != "#fffdf8" {
			t.Errorf("flipped %v: the disc of the side to move is %v", flipped, disc)
		}
	}
	bare := parseSVG(t, chess.Diagram{Position: chess.StartPosition(), NoCoordinates: true}.String())
	if got := attribute(bare.elements[0], "viewBox"); got != "0 0 800 800" || len(bare.texts["text"]) > 0 {
		t.Errorf("without coordinates: viewBox %s, texts %q", got, bare.texts["text"])
	}
}

// Each type of piece has a drawing of its own, inside its square, and the picture has nothing that
// simple readers of SVG do not know.
func TestDiagramPieces(t *testing.T) {
	text := chess.Diagram{Position: chess.StartPosition(), NoCoordinates: true}.String()
	outlines := map[string]bool{}
	number := regexp.MustCompile(`[0-9.]+`)
	for _, piece := range regexp.MustCompile(`<path d="([^"]*)"/><path [^>]* d="([^"]*)"/>`).FindAllStringSubmatch(text, -1) {
		outlines[piece[1]] = true
		for _, s := range number.FindAllString(piece[1]+piece[2], -1) {
			if n, err := strconv.Atoi(s); err != nil || n < 2 || n > 98 {
				t.Errorf("%s is out of the square in %s", s, piece[0])
			}
		}
	}
	if len(outlines) != 6 {
		t.Errorf("%d different drawings", len(outlines))
	}
	for _, e := range parseSVG(t, text).elements {
		if !slices.Contains([]string{"svg", "title", "desc", "g", "path", "rect", "circle"}, e.Name.Local) ||
			attribute(e, "stroke-dasharray") != "" || attribute(e, "stroke") == "currentColor" || attribute(e, "id") != "" {
			t.Errorf("not plain: %v", e)
		}
	}
	if len(text) > 13_000 {
		t.Errorf("the start position takes %d bytes", len(text))
	}
}

// An own drawing replaces that of its piece, on the board and in hand, if it is only shapes.
func TestDiagramOwnPieces(t *testing.T) {
	setup := chess.Setup{
		Board:  [64]chess.Piece{chess.E1: chess.WhiteKing, chess.E8: chess.BlackKing, chess.A2: chess.WhitePawn},
		Pocket: []chess.Piece{chess.WhitePawn, chess.BlackPawn},
	}
	usual := chess.Diagram{Setup: &setup}.String()
	for drawing, drawn := range map[string]int{
		`<circle cx="50" cy="50" r="30"/>`: 2,
		"<g fill=\"#fff\"\n\ttransform=\"rotate(5)\"> <path d=\"M0 0L9 9\" style=\"stroke:red; fill-rule:evenodd\"></path >\n</g>":  0, // "</path >"
		"\n<g fill=\"#fff\"\n\ttransform=\"rotate(5)\"> <path d=\"M0 0L9 9\" style=\"stroke:red; fill-rule:evenodd\"></path>\n</g>": 2,
		`<ellipse rx="1"/><rect x="1"/><line x1="2" y2="3"/><polygon points="1,2 3,4"/><polyline points="1 2"/>`:                    2,
		"<circle r=\"1\"/>\r\n": 2, `<g fill-opacity=".5" stroke-linecap="round" stroke-dasharray="1 2" style="d:x;;"/>`: 2,
		`<g fill="red" fill="blue"/>`: 0, `<g xmlns="http://www.w3.org/2000/xmlns/"/>`: 0, `<g hx-get="x"/>`: 0, `<g x-init="x"/>`: 0,
		`<g v-html="x"/>`: 0, `<g href="javascript:x"/>`: 0, `<g autofocus="" tabindex="1"/>`: 0, `<g style="animation-name:spin"/>`: 0,
		`<g style="fill:red; position:fixed"/>`: 0, `<g style="fill"/>`: 0, `<g style="stroke:hover{position:fixed}"/>`: 0,
		`x`: 0, `<g>`: 0, `</g>`: 0, `<g></path>`: 0, `<g><path></g></path>`: 0, `<path`: 0, `<g></g`: 0, `</g></svg><script>`: 0,
		`<script>alert(1)</script>`: 0, `<script/>`: 0, `<image href="x"/>`: 0, `<use href="#x"/>`: 0, `<a/>`: 0, `<!-- -->`: 0, `<![CDATA[x]]>`: 0,
		`<g onload="x"/>`: 0, `<g ONLOAD="x"/>`: 0, `<g/onload="x"/>`: 0, `<g href="x" xlink:href="x"/>`: 0, `<g class="x"/>`: 0, `<g id="x"/>`: 0,
		`<g fill='red'/>`: 0, `<g fill=red/>`: 0, `<g fill="red/>`: 0, `<g fill/>`: 0, `<g a="1"b="2"/>`: 0, `<g ="1"/>`: 0, `<g 1="1"/>`: 0,
		`<g fill="url(http://example.com)"/>`: 0, `<g style="fill:url(x)"/>`: 0, `<g style="fill:\75rl"/>`: 0, `<g fill="&#117;rl"/>`: 0,
		`<g fill="<"/>`: 0, `<g fill=">"/>`: 0, "<g fill=\"\x00\"/>": 0, "<g fill=\"\xff\"/>": 0, "<g\u00a0fill=\"x\"/>": 0,
	} {
		d := chess.Diagram{Setup: &setup, Pieces: map[chess.Piece]string{chess.WhitePawn: drawing}}
		text := d.String()
		parseXML := xml.Unmarshal([]byte(text), new(struct{}))
		if got := strings.Count(text, ">"+drawing+"</g>"); got != drawn || (text == usual) != (drawn == 0) || parseXML != nil {
			t.Errorf("%q is drawn %d times, want %d (%v)", drawing, got, drawn, parseXML)
		}
	}
	blind := chess.Diagram{Setup: &setup, Pieces: map[chess.Piece]string{chess.WhiteKing: "", 200: "x"}}.String()
	if len(blind) >= len(usual) {
		t.Error("an empty drawing is not drawn as nothing")
	}
}

func TestDiagramText(t *testing.T) {
	p := chess.MustParseFEN("4k3/8/8/8/8/8/4P2P/R3K3 w Q - 0 1")
	move, err := p.ParseUCI("e1c1")
	if err != nil {
		t.Fatal(err)
	}
	heat := &chess.Heat{Values: map[chess.Square]float64{chess.E2: 12.4, chess.A1: -3, chess.H8: 0.4, chess.D4: math.NaN(), 99: 5}}
	for _, test := range []struct {
		name                string
		d                   chess.Diagram
		title, desc, legend string
	}{
		{name: "empty", title: "Chess diagram", desc: "An empty board."},
		{
			name: "pieces", d: chess.Diagram{Position: p.After(move), LastMove: move},
			title: "Chess diagram",
			desc:  "White: king c1, rook d1, pawns e2 and h2. Black: king e8. Black to move. Last move: e1 to c1.",
		},
		{
			name: "numbers", d: chess.Diagram{Heat: heat, Caption: "where it is hot"},
			title: "where it is hot", desc: "An empty board. Numbers: a1 −3, e2 +12, h8 0.",
		},
		{
			name: "own", d: chess.Diagram{Caption: "a", Title: `<b> & "c" 'd'` + "\x00\xff", Description: "]]> e"},
			title: `<b> & "c" 'd'` + "\uFFFD\uFFFD", desc: "]]> e",
		},
	} {
		drawn := parseSVG(t, test.d.String())
		if diff := cmp.Diff([]string{test.title, test.desc}, []string{drawn.texts["title"][0], drawn.texts["desc"][0]}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if c := test.d.Caption; c != "" && !slices.Contains(drawn.texts["text"], c) {
			t.Errorf("%s: no caption %q among %q", test.name, c, drawn.texts["text"])
		}
	}
}

func TestDiagramHeat(t *testing.T) {
	// fills returns the colours of values on light squares, by value.
	fills := func(scale float64, values ...float64) map[float64]string {
		h := &chess.Heat{Scale: scale, Values: map[chess.Square]float64{}}
		for i, v := range values {
			h.Values[chess.SquareAt(i, 1-i%2)] = v
		}
		found := map[float64]string{}
		squares := regexp.MustCompile(`<path fill="(#[0-9a-f]{6})" d="M([0-9]+) [67]00h100v100h-100z"/>`)
		for _, m := range squares.FindAllStringSubmatch(chess.Diagram{Heat: h}.String(), -1) {
			x, err := strconv.Atoi(m[2])
			if err != nil {
				t.Fatal(err)
			}
			found[values[x/100]] = m[1]
		}
		return found
	}
	for _, test := range []struct {
		name   string
		scale  float64
		values []float64
		want   map[float64]string
	}{
		// A quarter of the scale has half the strength of the colour.
		{"own scale", 0, []float64{100, 25, 0, -25, -100}, map[float64]string{100: "#4a96d9", 25: "#a0c4e3", -25: "#f1bc91", -100: "#ec8636"}},
		{"given scale", 400, []float64{100, 1000, -400}, map[float64]string{100: "#a0c4e3", 1000: "#4a96d9", -400: "#ec8636"}},
		{"infinity", 0, []float64{100, math.Inf(1), math.Inf(-1)}, map[float64]string{100: "#4a96d9", math.Inf(1): "#4a96d9", math.Inf(-1): "#ec8636"}},
		{"infinite scale", math.Inf(1), []float64{7}, map[float64]string{7: "#4a96d9"}},
		{"no scale", math.NaN(), []float64{7}, map[float64]string{7: "#4a96d9"}},
		{"nothing", 0, []float64{0, math.NaN()}, map[float64]string{}},
	} {
		if diff := cmp.Diff(test.want, fills(test.scale, test.values...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestDiagramNumbers(t *testing.T) {
	h := &chess.Heat{
		Values: map[chess.Square]float64{
			chess.A1: 0.125, chess.B1: -2, chess.C1: 0.001, chess.D1: 12345678, chess.E1: math.Inf(-1), chess.F1: math.NaN(),
		},
		Scale: 2, Decimals: 2, Positive: "good", Negative: "bad",
	}
	numbers := []string{"+0.12", "−2.00", "0.00", "+1.23e+07", "−∞"}
	legend := []string{"−2.00", "−0.50", "0.00", "+0.50", "+2.00", "bad", "good"}
	got := parseSVG(t, chess.Diagram{Heat: h, NoCoordinates: true}.String()).texts["text"]
	if diff := cmp.Diff(slices.Concat(numbers, legend), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	h.NoNumbers = true
	got = parseSVG(t, chess.Diagram{Heat: h, NoCoordinates: true}.String()).texts["text"]
	if diff := cmp.Diff(legend, got); diff != "" {
		t.Errorf("without numbers (-want +got):\n%s", diff)
	}
}

// An arrow's tip lies on the square that it goes to, also on a flipped board.
func TestDiagramArrows(t *testing.T) {
	for from := range chess.NoSquare {
		for to := range chess.NoSquare {
			d := chess.Diagram{NoCoordinates: true, Flipped: (from^to)&1 == 0, Arrows: []chess.Arrow{{From: from, To: to}}}
			drawn := d.String()
			if from == to {
				if n := strings.Count(drawn, "<circle"); n != 1 {
					t.Errorf("%v: %d rings", from, n)
				}
				continue
			}
			i := strings.Index(drawn, "matrix(")
			var a, b, c, e, x, y, head, tip float64
			if i < 0 {
				t.Fatalf("no arrow from %v to %v", from, to)
			}
			if _, err := fmt.Sscanf(drawn[i:], `matrix(%g %g %g %g %g %g)" d="M32 -8H%gV-24L%g 0`, &a, &b, &c, &e, &x, &y, &head, &tip); err != nil {
				t.Fatalf("%v: %s", err, drawn[i:])
			}
			tipX, tipY := x+a*tip, y+b*tip
			file, rank := int(tipX/100), 7-int(tipY/100)
			if d.Flipped {
				file, rank = 7-file, 7-rank
			}
			if chess.SquareAt(file, rank) != to || math.Abs(a*e-b*c-1) > 1e-3 {
				t.Fatalf("the arrow from %v to %v ends at (%g, %g)", from, to, tipX, tipY)
			}
		}
	}
}

// The king in check is marked with a disc, or in a heat map with a ring, but no other.
func TestDiagramCheck(t *testing.T) {
	mate, _ := checkmate(t)
	for _, test := range []struct {
		name  string
		d     chess.Diagram
		marks []string
		words bool
	}{
		{"check", chess.Diagram{Position: mate, Check: true}, []string{`<circle cx="450" cy="50" r="48" fill="#d9372c" opacity=".8"/>`}, true},
		{"flipped", chess.Diagram{Position: mate, Check: true, Flipped: true}, []string{`<circle cx="350" cy="750" r="48" fill="#d9372c" opacity=".8"/>`}, true},
		{"heat map", chess.Diagram{Position: mate, Check: true, Heat: &chess.Heat{}}, []string{`<circle cx="450" cy="50" r="44" fill="none" stroke="#d9372c" stroke-width="8"/>`}, true},
		{"not asked for", chess.Diagram{Position: mate}, nil, false},
		{"no check", chess.Diagram{Position: chess.StartPosition(), Check: true}, nil, false},
		{"no king", chess.Diagram{Check: true}, nil, false},
	} {
		test.d.NoCoordinates = true
		drawn := test.d.String()
		if diff := cmp.Diff(test.marks, regexp.MustCompile(`<circle.*/>`).FindAllString(drawn, -1)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if desc := parseSVG(t, drawn).texts["desc"][0]; strings.Contains(desc, " Black to move. Black is in check.") != test.words {
			t.Errorf("%s: the description is %q", test.name, desc)
		}
	}
}

func TestDiagramSquareColors(t *testing.T) {
	mate, move := checkmate(t)
	fills := func(d chess.Diagram) []string {
		d.Position, d.LastMove, d.Check, d.NoCoordinates = mate, move, true, true
		m := regexp.MustCompile(`(?s)crispEdges"><path fill="([^"]*)".*?<path fill="([^"]*)".*<path fill="([^"]*)" [^>]*opacity.*<circle [^>]*="(#d9372c|teal)"`).
			FindStringSubmatch(strings.ReplaceAll(d.String(), "zm8 8", `"opacity`))
		if m == nil {
			t.Fatal(d)
		}
		return m[1:]
	}
	usual := []string{"#efe1ca", "#b99d7c", "#f0c419", "#d9372c"}
	for _, test := range []struct {
		d    chess.Diagram
		want []string
	}{
		{chess.Diagram{}, usual},
		{chess.Diagram{LightSquares: "white", DarkSquares: "#789", LastMovePaint: "#9c0", CheckPaint: "teal"}, []string{"white", "#789", "#9c0", "teal"}},
		{chess.Diagram{LightSquares: "url(x)", DarkSquares: `"`, LastMovePaint: "#1", CheckPaint: "<"}, usual},
		{
			chess.Diagram{LightSquares: "white", DarkSquares: "#789", LastMovePaint: "#9c0", CheckPaint: "teal", Heat: &chess.Heat{}},
			[]string{"#f5f2ec", "#e6e1d8", "#9c0", "teal"},
		},
	} {
		if diff := cmp.Diff(test.want, fills(test.d)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// What makes no sense is not drawn.
func TestDiagramOffBoard(t *testing.T) {
	want := chess.Diagram{}.String()
	got := chess.Diagram{
		Size:       -5,
		Highlights: []chess.Highlight{{Square: chess.NoSquare}, {Square: 200}},
		Arrows:     []chess.Arrow{{From: chess.NoSquare, To: chess.E4}, {From: chess.E4, To: 255}},
	}.String()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDiagramPaint(t *testing.T) {
	for paint, want := range map[string]string{
		"": "#d9372c", "Teal": "Teal", "#0aF": "#0aF", "#0aF8": "#0aF8", "#12abEF": "#12abEF", "#12abEF80": "#12abEF80",
		"#": "#d9372c", "#zz": "#d9372c", "#12": "#d9372c", "#12345": "#d9372c", "#1234567": "#d9372c", "#123456789": "#d9372c",
		"#zzz": "#d9372c", "#12g": "#d9372c", "##123": "#d9372c", "0af": "#d9372c", "12": "#d9372c",
		"url(http://example.com/x)": "#d9372c", `"/><script>`: "#d9372c", "a b": "#d9372c", "a#b": "#d9372c", "é": "#d9372c",
	} {
		for _, heat := range []*chess.Heat{nil, {}} {
			drawn := parseSVG(t, chess.Diagram{Heat: heat, Highlights: []chess.Highlight{{Square: chess.E4, Paint: paint}}}.String())
			if !slices.ContainsFunc(drawn.elements, func(e xml.StartElement) bool {
				return attribute(e, "fill") == want || attribute(e, "stroke") == want
			}) {
				t.Errorf("%q: no element has the colour %s", paint, want)
			}
		}
	}
}

func TestDiagramWriteTo(t *testing.T) {
	d := chess.Diagram{Position: chess.StartPosition()}
	var b strings.Builder
	n, err := d.WriteTo(&b)
	if err != nil || b.String() != d.String() || n != int64(b.Len()) {
		t.Errorf("wrote %d of %d bytes: %v", n, len(d.String()), err)
	}
	if n, err := d.WriteTo(fullDisk{}); n != 3 || !errors.Is(err, errFull) {
		t.Errorf("a full disk: %d, %v", n, err)
	}
}

var errFull = errors.New("disk full")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 3, errFull }

// Any Diagram is drawn as valid XML, and as the same text when drawn again.
func FuzzDiagram(f *testing.F) {
	f.Add("a caption", "red", 1.5, 3.0, uint8(12), uint8(200), 2)
	f.Add("<&\"'\x00\xff]]>", "url(x)", math.Inf(1), math.NaN(), uint8(64), uint8(0), -1)
	f.Fuzz(func(t *testing.T, text, paint string, v, scale float64, from, to uint8, decimals int) {
		d := chess.Diagram{
			Position:     chess.StartPosition(),
			Flipped:      v > scale,
			Check:        v > scale,
			LightSquares: paint,
			DarkSquares:  text,
			Highlights:   []chess.Highlight{{chess.Square(to), paint}},
			Arrows:       []chess.Arrow{{chess.Square(from), chess.Square(to), paint}},
			Heat:         &chess.Heat{Values: map[chess.Square]float64{chess.Square(from): v, chess.E4: 1}, Scale: scale, Decimals: decimals, Positive: text},
			Caption:      text,
			Description:  text,
			Pieces:       map[chess.Piece]string{chess.WhitePawn: text, chess.BlackPawn: `<path d="` + paint + `"/>`},
		}
		drawn := d.String()
		parseSVG(t, drawn)
		for _, board := range []string{d.ASCII(), d.Unicode()} {
			if lines := strings.Count(board, "\n"); lines != 9 || len(board) > 9*100 {
				t.Errorf("as text:\n%s", board)
			}
		}
		d.Setup = &chess.Setup{Turn: chess.Color(to), Board: [64]chess.Piece{chess.E4: chess.Piece(from), chess.E5: chess.Piece(to)}}
		parseSVG(t, d.String())
		d.Unicode()
		d.Setup = nil
		d.Heat.Values = maps.Clone(d.Heat.Values)
		if again := d.String(); again != drawn {
			t.Errorf("drawn again:\n%s\nnot\n%s", again, drawn)
		}
	})
}

// Texts are escaped as encoding/xml does.
func FuzzDiagramText(f *testing.F) {
	f.Add(`<a href="b">&'` + "\t\r\n\x00\x1f\x7f\xff\uFFFD\uFFFE\uFFFF\U0010FFFF\u2028")
	f.Fuzz(func(t *testing.T, text string) {
		var want strings.Builder
		if err := xml.EscapeText(&want, []byte(text)); err != nil {
			t.Fatal(err)
		}
		with := chess.Diagram{Position: chess.StartPosition(), Title: text}.String()
		if text != "" && !strings.Contains(with, ">"+want.String()+"</title>") {
			t.Errorf("%q is not written as %q", text, &want)
		}
	})
}
