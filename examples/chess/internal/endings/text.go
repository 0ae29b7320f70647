package endings

import (
	"fmt"
	"io"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// The codes of a terminal. Blue is White's, orange Black's, as in the pictures.
const (
	bold   = "1"
	blue   = "38;5;33"
	grey   = "38;5;245"
	orange = "38;5;208"
	green  = "38;5;34"
	red    = "38;5;160"
)

// A printer prints to a terminal, in colours if it has them.
type printer struct {
	io.Writer
	colour bool
}

// colour reports whether to print colours; tests change it.
var colour = cli.Colour

// paint returns text with a terminal code around it, if there are colours.
func (p *printer) paint(text, code string) string { return prose.Paint(text, code, p.colour) }

// lineWidth is how wide a text may be.
const lineWidth = 100

// printBeside prints diagrams side by side. Their lines are equally wide without their colours.
func (p *printer) printBeside(diagrams []chess.Diagram, lines func(chess.Diagram) []string) {
	var rows [][]string
	for _, d := range diagrams {
		for i, line := range lines(d) {
			if i == len(rows) {
				rows = append(rows, nil)
			}
			rows[i] = append(rows[i], line)
		}
	}
	for _, row := range rows {
		fmt.Fprintln(p, strings.TrimRight(strings.Join(row, "   "), " "))
	}
}

// board returns the lines of a board.
func (p *printer) board(d chess.Diagram) (lines []string) {
	if !p.colour {
		for line := range strings.Lines(d.ASCII()) {
			lines = append(lines, fmt.Sprintf("%-28s", strings.TrimSuffix(line, "\n")))
		}
		return lines
	}
	for _, line := range prose.Board(d.Position) {
		lines = append(lines, line+" ")
	}
	return lines
}

// heatShades are the grounds of a heat map, from none to the strongest: better, and
// worse.
var heatShades = [2][]int{
	{255, 189, 153, 111, 75, 33},
	{255, 224, 223, 216, 215, 208},
}

// heatText returns the lines of a heat map: a caption and a board, equally wide
// without their colours.
func (p *printer) heatText(d chess.Diagram) []string {
	const cell = 6
	_, caption, _ := strings.Cut(d.Caption, ", ") // without the piece
	lines := []string{fmt.Sprintf("  %-*s", 8*cell, caption)}
	for rank := 7; rank >= 0; rank-- {
		var b strings.Builder
		fmt.Fprintf(&b, "%d ", rank+1)
		for file := range 8 {
			v, ok := d.Heat.Values[chess.SquareAt(file, rank)]
			if !ok {
				fmt.Fprintf(&b, "%*s", cell, "· ")
				continue
			}
			text := fmt.Sprintf("%+*.*f ", cell-1, d.Heat.Decimals, v)
			text = strings.ReplaceAll(text, "-", "−")
			if strings.Trim(text, " +−0.") == "" {
				text = strings.NewReplacer("+", " ", "−", " ").Replace(text)
			}
			ramp := heatShades[0]
			if v < 0 {
				ramp = heatShades[1]
			}
			i := min(int(abs(v)/d.Heat.Scale*float64(len(ramp))), len(ramp)-1)
			b.WriteString(p.paint(text, fmt.Sprintf("48;5;%d;38;5;16", ramp[i])))
		}
		lines = append(lines, b.String())
	}
	return append(lines, "     a     b     c     d     e     f     g     h  ")
}

// printHeats prints the heat maps of some pieces.
func (p *printer) printHeats(s *survey, m measure, pieces []chess.Piece) {
	if len(pieces) > 0 {
		fmt.Fprintf(p, "\n%s: %s\n", p.paint("Best squares", bold), m.legend())
	}
	for _, piece := range pieces {
		fmt.Fprintf(p, "\n%s\n", p.paint(prose.Capital(pieceName(piece)), bold))
		diagrams := s.heatDiagrams(m, piece)
		if len(diagrams) == 0 || diagrams[0].Heat.Scale < 0.05 { // all would be 0.0
			fmt.Fprintln(p, "  All squares are alike.")
			continue
		}
		p.printBeside(diagrams, p.heatText)
	}
}
