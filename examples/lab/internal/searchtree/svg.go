package searchtree

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// The measures of the picture, in pixels.
const (
	width   = 1200
	margin  = 24
	right   = width - margin
	side    = 196 // of the board
	band    = 30  // of a ply in the whole tree
	row     = 22  // of a root move
	label   = 84  // of a move
	score   = 66  // of its score
	strip   = 250 // of the moves that were tried in a node, at most
	letter  = 7.6 // at most, of a move in 13 pixels
	maxRows = 60
)

// svgBegin is how each picture begins.
const svgBegin = `<svg class="searchtree" xmlns="http://www.w3.org/2000/svg"`

// style has the colours of the picture, for light and dark screens. The three effects
// differ in lightness too, for people who confuse colours.
const style = `<style>
.searchtree{--back:#fff;--text:#1b1f24;--soft:#5d6672;--line:#b9c0c9;--band:#eaf3fb;--worse:#c3cad2;--best:#0b62ab;--cut:#e08a00;font:13px Arial,Helvetica,sans-serif}
@media(prefers-color-scheme:dark){.searchtree{--back:#15181d;--text:#e8eaed;--soft:#a3acb8;--line:#4d5661;--band:#1c2b3a;--worse:#59626e;--best:#5cb3ff;--cut:#ffb13d}}
.searchtree text{fill:var(--text);white-space:pre}
.searchtree .soft{fill:var(--soft);font-size:12px}
.searchtree .title{font-size:20px;font-weight:bold}
.searchtree .head{font-size:15px;font-weight:bold}
.searchtree .bold{font-weight:bold}
.searchtree .fen{font:12px monospace}
.searchtree .on{fill:#fff}
.searchtree .on0{fill:#000}
.searchtree .end{text-anchor:end}
.searchtree .mid{text-anchor:middle}
.searchtree .back{fill:var(--back)}
.searchtree .band{fill:var(--band)}
.searchtree .e0{fill:var(--worse)}
.searchtree .e1{fill:var(--best)}
.searchtree .e2{fill:var(--cut)}
.searchtree .none{fill:var(--line)}
.searchtree .line{stroke:var(--line);fill:none}
.searchtree .pv{stroke:var(--text);stroke-width:2;fill:none}
@media(prefers-color-scheme:dark){.searchtree .on{fill:#000}}
</style>
`

// drawing is a picture in the making.
type drawing struct {
	strings.Builder
	t *tree
	y float64 // where the next part begins
}

// text writes a text at a place, with a class or "".
func (d *drawing) text(x, y float64, class, text string) {
	if class != "" {
		class = ` class="` + class + `"`
	}
	fmt.Fprintf(d, "<text%s x=\"%s\" y=\"%s\">%s</text>\n", class, number(x), number(y), html.EscapeString(text))
}

// path writes a path, if it has any parts.
func (d *drawing) path(class, parts string) {
	if parts != "" {
		fmt.Fprintf(d, "<path class=\"%s\" d=\"%s\"/>\n", class, parts)
	}
}

// box returns a rectangle as a part of a path.
func box(x, y, w, h float64) string {
	return "M" + number(x) + " " + number(y) + "h" + number(w) + "v" + number(h) + "h" + number(-w) + "z"
}

// number writes a number with at most two decimals.
func number(x float64) string {
	s := strconv.FormatFloat(x, 'f', 2, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

// sides are the names of the colours.
var sides = [...]string{chess.White: "White", chess.Black: "Black"}

// mover returns the name of the side that makes the move at a ply, from 1.
func (t *tree) mover(ply int) string {
	c := t.position.Turn()
	if ply%2 == 0 {
		c = c.Other()
	}
	return sides[c]
}

// rootScore returns what a node is worth to the side to move at the root, with a sign
// for a bound.
func rootScore(n *node) string {
	score, bound := n.Score, n.Bound
	if len(n.Line)%2 == 1 {
		score = -score
		switch bound {
		case chess.UpperBound:
			bound = chess.LowerBound
		case chess.LowerBound:
			bound = chess.UpperBound
		}
	}
	sign := ""
	switch bound {
	case chess.UpperBound:
		sign = "≤ "
	case chess.LowerBound:
		sign = "≥ "
	}
	return sign + minus(score)
}

// minus writes a score with a real minus.
func minus(s chess.Score) string { return strings.ReplaceAll(s.String(), "-", "−") }

// svg draws the tree.
func (t *tree) svg() string {
	d := &drawing{t: t}
	body := func() string {
		d.heading()
		d.legend()
		d.whole()
		d.lines()
		d.table()
		return d.String()
	}()
	height := number(d.y)
	title := html.EscapeString(fmt.Sprintf("The tree of a search, %s, by %s", prose.Count(t.root.Depth, "ply"), t.name))
	return svgBegin + fmt.Sprintf(` viewBox="0 0 %d %s" width="%d" height="%s" role="img" aria-label="%s">`+"\n", width, height, width, height, title) +
		style + `<path class="back" d="` + box(0, 0, width, d.y) + "\"/>\n" + body + "</svg>\n"
}
