package match

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// A row is a player in the table of the page.
type row struct {
	Place                          int
	Name, Elo, Error, Time, Points string
	chess.Tally
	Cells []cell // in the order of the opponents' places
}

// A cell is the result of one player against another. Its colour goes from red (no
// points) through yellow to green.
type cell struct {
	Points string
	Title  string
	Hue    int
}

// writePage writes the cross-table and the plot as a page that refers to no other
// files.
func (r *report) writePage(w io.Writer) error {
	svg, err := r.picture("svg")
	if err != nil {
		return err
	}
	ratings, order := r.standings()
	var rows []row
	for place, i := range order {
		e := ratings[i]
		line := row{
			Place: place + 1, Name: r.players[i].Name, Elo: fmt.Sprintf("%+d", int(math.Round(e.Elo))), Error: fmt.Sprintf("± %.0f", (e.High-e.Low)/2),
			Time: brief(r.time(i)), Tally: r.table.Total(i), Points: points(r.table.Total(i).Points()),
		}
		for _, j := range order {
			var c cell
			if t := r.table.Against(i, j); t.Games() > 0 {
				c = cell{
					Points: points(t.Points()),
					Title:  fmt.Sprintf("%s against %s: %v", r.players[i].Name, r.players[j].Name, t),
					Hue:    int(math.Round(120 * t.Points() / float64(t.Games()))),
				}
			}
			line.Cells = append(line.Cells, c)
		}
		rows = append(rows, line)
	}
	// The page must not contain the XML declaration.
	return page.Execute(w, struct {
		Event         string
		Games, Wanted int
		Rows          []row
		Plot          template.HTML
		Conditions    []string
	}{r.match.Event, r.games, r.wanted, rows, template.HTML(svg[bytes.Index(svg, []byte("<svg")):]), strings.Split(strings.TrimSpace(r.conditions()), "\n")})
}

// points formats points, with ½ for a half.
func points(p float64) string {
	whole, half := math.Modf(p)
	switch {
	case half == 0:
		return strconv.Itoa(int(whole))
	case whole == 0:
		return "½"
	}
	return strconv.Itoa(int(whole)) + "½"
}
