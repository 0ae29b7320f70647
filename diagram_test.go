package chess_test

import (
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
