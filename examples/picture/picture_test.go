package picture

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

func TestPNG(t *testing.T) {
	for size, width := range map[int]int{0: 480, -1: 480, 1: 1, 16: 16, 333: 333} {
		var b bytes.Buffer
		if err := PNG(&b, chess.Diagram{Size: size}); err != nil {
			t.Fatal(err)
		}
		if img, err := png.Decode(&b); err != nil || img.Bounds().Dx() != width {
			t.Errorf("size %d: %v, %v", size, img.Bounds(), err)
		}
	}
}

// What cannot be drawn is an error, and not another picture.
func TestErrors(t *testing.T) {
	start := chess.StartPosition()
	own := func(drawing string) chess.Diagram {
		return chess.Diagram{Position: start, Pieces: map[chess.Piece]string{chess.BlackKnight: drawing}}
	}
	crazyhouse := chess.MustParseFEN("4k3/8/8/8/8/8/8/R3K3[n] w Q - 0 9 variant crazyhouse;")
	for want, d := range map[string]chess.Diagram{
		`"colour" is not known`:           {LightSquares: "colour"},
		`"dork"`:                          {DarkSquares: "dork"},
		`"x"`:                             {Highlights: []chess.Highlight{{Square: chess.E4, Paint: "x"}}},
		`"y"`:                             {Arrows: []chess.Arrow{{From: chess.E2, To: chess.E4, Paint: "y"}}},
		"8192":                            {Size: 8193},
		"Black knight is not only shapes": own(`<text>N</text>`),
		"Black knight is":                 {Position: crazyhouse, Pieces: own("<text/>").Pieces},
		"path":                            own(`<path d="M0 0 X"/>`),
		"rotate":                          own(`<g transform="rotate(9)"/>`),
		"dasharray":                       own(`<g stroke-dasharray="1"/>`),
		"knight is not":                   own(`g`),
		"knight is not only":              own(`</g>`),
		"knight is not only shapes":       own(`<path`),
		`"mauvish"`:                       own(`<path fill="mauvish" d="M0 0H9V9z"/>`),
	} {
		img, err := Image(d)
		if err == nil || !strings.HasPrefix(err.Error(), "picture: ") || !strings.Contains(err.Error(), want) || img != nil {
			t.Errorf("want an error with %s: %v, a picture: %v", want, err, img != nil)
		}
		g := new(chess.Game)
		if d.Pieces != nil {
			g = chess.NewGame(d.Position)
		}
		if err := GIF(new(bytes.Buffer), d, g, 0); err == nil {
			t.Errorf("a GIF has no error with %s", want)
		}
	}
	failed := errors.New("full")
	if err := PNG(broken{failed}, chess.Diagram{}); !errors.Is(err, failed) {
		t.Error(err)
	}
	if err := GIF(broken{failed}, chess.Diagram{}, new(chess.Game), 0); !errors.Is(err, failed) {
		t.Error(err)
	}
}

type broken struct{ error }

func (b broken) Write([]byte) (int, error) { return 0, b.error }

// Letters that the font lacks are left out.
func TestLetters(t *testing.T) {
	const size = 200
	want, got := drawn(t, chess.Diagram{Caption: "ab", Size: size}), drawn(t, chess.Diagram{Caption: "a棋♘😀b", Size: size})
	if in, out := differences(want, got, image.Rectangle{}); in+out > 0 {
		t.Errorf("%d pixels differ", out)
	}
}

// What is far out of the picture takes no time.
func TestFar(t *testing.T) {
	for _, drawing := range []string{
		`<path d="M0 0Q9e99 9e99 50 1e300L-1e200 50C-1e9 1e9 3 3 4 4"/>`, `<circle cx="50" cy="50" r="1e9" stroke="red" stroke-width="1e99"/>`,
		`<path d="M0 0A1e200 1e-200 1e99 0 1 9e99 3" transform="matrix(1e200 1e200 -1e200 1e300 1e300 -1e300)"/>`,
	} {
		drawn(t, chess.Diagram{Position: chess.StartPosition(), Pieces: map[chess.Piece]string{chess.WhitePawn: drawing}, Size: 16})
	}
}

// TestSets checks that a set has a drawing of each piece that can be told from each other, in pictures of all
// sizes, and that it stays in its square.
func TestSets(t *testing.T) {
	if len(Sets) < 3 {
		t.Errorf("%d sets", len(Sets))
	}
	for name, set := range Sets {
		if set != nil && len(set) != 12 {
			t.Errorf("%s has %d pieces", name, len(set))
		}
		for _, size := range []int{120, 400} {
			for _, sq := range []chess.Square{chess.D4, chess.E4} { // dark and light
				at := image.Rect(sq.File()*size/8, (7-sq.Rank())*size/8, (sq.File()+1)*size/8, (8-sq.Rank())*size/8)
				setup := chess.Setup{Turn: 2}
				d := chess.Diagram{Setup: &setup, Pieces: set, Size: size, NoCoordinates: true}
				empty := drawn(t, d)
				var before []image.Image
				for piece := range chess.BlackKing + 1 {
					if piece.Type() < chess.Pawn || piece.Type() > chess.King {
						continue
					}
					setup.Board[sq] = piece
					img := drawn(t, d)
					if _, out := differences(empty, img, at); out > 0 {
						t.Errorf("%s, %d pixels: %v is drawn out of %v", name, size, piece, sq)
					}
					for _, other := range before {
						if n, _ := differences(other, img, at); n*60 < at.Dx()*at.Dy() {
							t.Errorf("%s, %d pixels: only %d pixels of a %v and another piece differ", name, size, n, piece)
						}
					}
					before = append(before, img)
				}
			}
		}
	}
}

// differences returns how many pixels differ much in a rectangle, and how many differ out of it.
func differences(a, b image.Image, r image.Rectangle) (in, out int) {
	for y := range a.Bounds().Max.Y {
		for x := range a.Bounds().Max.X {
			switch p := image.Pt(x, y); {
			case !p.In(r) && a.At(x, y) != b.At(x, y):
				out++
			case p.In(r) && far(a.At(x, y), b.At(x, y)) > 40:
				in++
			}
		}
	}
	return in, out
}

// TestSetsAreShapes checks that the drawings are good for the SVG of a Diagram too.
func TestSetsAreShapes(t *testing.T) {
	for name, set := range Sets {
		text := chess.Diagram{Position: chess.StartPosition(), Pieces: set}.String()
		for piece, drawing := range set {
			if !strings.Contains(text, drawing) {
				t.Errorf("%s: a Diagram does not take the %v", name, piece)
			}
		}
	}
	for name, colors := range Boards {
		if _, err := Image(chess.Diagram{LightSquares: colors[0], DarkSquares: colors[1], Size: 16}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// game returns a short game with a capture, castling, en passant and check.
func game(t testing.TB) *chess.Game {
	t.Helper()
	g := new(chess.Game)
	if err := g.PlaySAN("e4", "c5", "Nf3", "Nc6", "Bb5", "g6", "O-O", "Bg7", "e5", "d5", "exd6", "Qxd6", "Re1", "Kf8", "Bxc6", "bxc6", "Rxe7", "Kxe7", "Qe2+"); err != nil {
		t.Fatal(err)
	}
	return g
}

func TestGIF(t *testing.T) {
	g := game(t)
	for _, d := range []chess.Diagram{
		{Size: 200, NoCoordinates: true}, {Size: 200, NoCoordinates: true, Flipped: true, Pieces: Sets["shaded"], Caption: "a game"},
	} {
		var b bytes.Buffer
		if err := GIF(&b, d, g, 250*time.Millisecond); err != nil {
			t.Fatal(err)
		}
		decoded, err := gif.DecodeAll(&b)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(decoded.Image); n != g.Len()+1 || decoded.LoopCount != 0 {
			t.Fatalf("%d frames, %d loops", n, decoded.LoopCount)
		}
		var shown *image.RGBA
		moves := g.Moves()
		for ply, p := range g.Positions() {
			frame := decoded.Image[ply]
			if want := map[bool]int{true: 75, false: 25}[ply == g.Len()]; decoded.Delay[ply] != want {
				t.Errorf("frame %d is shown for %d, want %d", ply, decoded.Delay[ply], want)
			}
			changed := map[chess.Square]bool{}
			if ply == 0 {
				shown = image.NewRGBA(frame.Rect)
			}
			for y := frame.Rect.Min.Y; y < frame.Rect.Max.Y; y++ {
				for x := frame.Rect.Min.X; x < frame.Rect.Max.X; x++ {
					if _, _, _, alpha := frame.At(x, y).RGBA(); alpha == 0 {
						continue
					}
					shown.Set(x, y, frame.At(x, y))
					sq := chess.SquareAt(x/25, 7-y/25)
					if d.Flipped {
						sq ^= chess.H8
					}
					changed[sq] = true
				}
			}
			// Each picture is that of its position.
			d.Position, d.Check, d.LastMove = p, true, 0
			if ply > 0 {
				d.LastMove = moves[ply-1]
			}
			want := drawn(t, d)
			for i := range 200 * 200 {
				if x, y := i%200, i/200; far(shown.At(x, y), want.At(x, y)) > 24 {
					t.Fatalf("ply %d: %v at (%d, %d), want %v", ply, shown.At(x, y), x, y, want.At(x, y))
				}
			}
			// What changes is what the move and that before it have marked, and what castling and en passant change.
			if ply == 0 {
				continue
			}
			may := map[chess.Square]bool{}
			for _, m := range moves[max(ply-2, 0):ply] {
				may[m.From()], may[m.To()] = true, true
			}
			before := g.PositionAt(ply - 1)
			for sq := range chess.NoSquare {
				if before.At(sq) != p.At(sq) {
					may[sq] = true
				}
			}
			if p.InCheck() {
				may[p.King(p.Turn())] = true
			}
			if diff := cmp.Diff(may, changed); diff != "" {
				t.Errorf("ply %d, %v: squares (-want +changed):\n%s", ply, moves[ply-1], diff)
			}
		}
	}
}

// A long game has one palette, and a file without moves one frame.
func TestGIFPalette(t *testing.T) {
	var b bytes.Buffer
	if err := GIF(&b, chess.Diagram{Size: 240, Pieces: Sets["shaded"]}, game(t), 0); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 40_000 {
		t.Errorf("%d bytes", b.Len())
	}
	decoded, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	for i, frame := range decoded.Image {
		if diff := cmp.Diff(decoded.Config.ColorModel.(color.Palette)[1:], frame.Palette[1:]); diff != "" { // the first is transparent
			t.Errorf("frame %d has a palette of its own", i)
		}
	}
	if err := GIF(&b, chess.Diagram{}, new(chess.Game), -1); err != nil {
		t.Fatal(err)
	}
	if one, err := gif.DecodeAll(&b); err != nil || len(one.Image) != 1 || one.Delay[0] != 300 {
		t.Errorf("%d frames, %v, %v", len(one.Image), one.Delay, err)
	}
}

func BenchmarkGIF(b *testing.B) {
	tree, err := chess.ParsePGN("1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 " +
		"11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0")
	if err != nil {
		b.Fatal(err)
	}
	g, err := tree.Game()
	if err != nil {
		b.Fatal(err)
	}
	for name, set := range Sets {
		b.Run(name, func(b *testing.B) {
			var out bytes.Buffer
			for b.Loop() {
				out.Reset()
				if err := GIF(&out, chess.Diagram{Size: 400, Pieces: set}, g, 0); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(out.Len()), "bytes")
		})
	}
}
