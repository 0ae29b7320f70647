package searchtree

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/prose"
	"github.com/seed-0971039b/chess/examples/lab/internal/svg"
)

// The measures of the picture, in pixels.
const (
	width  = 1200
	margin = 24
	right  = width - margin
	side   = 196 // of the board
	band   = 30  // of a ply in the whole tree
	row    = 22  // of a root move
	label  = 84  // of a move
	score  = 66  // of its score
	strip  = 250 // of the moves that were tried in a node, at most
	letter = 7.6 // at most, of a move in 13 pixels
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
	svg.Drawing
	t *tree
	y float64 // where the next part begins
}

// mover returns the name of the side that makes the move at a ply, from 1.
func (t *tree) mover(ply int) string {
	c := t.position.Turn()
	if ply%2 == 0 {
		c = c.Other()
	}
	return c.String()
}

// rootScore returns what a node is worth to the side to move at the root, with a sign
// for a bound.
func rootScore(n *node) string {
	score, signs := n.Score, map[chess.Bound]string{chess.UpperBound: "≤ ", chess.LowerBound: "≥ "}
	if len(n.Line)%2 == 1 {
		score, signs = -score, map[chess.Bound]string{chess.UpperBound: "≥ ", chess.LowerBound: "≤ "}
	}
	return signs[n.Bound] + strings.ReplaceAll(score.String(), "-", "−") // a real minus
}

// picture draws the tree.
func (t *tree) picture() string {
	d := &drawing{t: t}
	d.heading()
	d.legend()
	d.whole()
	d.lines()
	return d.Picture("searchtree", fmt.Sprintf("The tree of a search, %s, by %s", prose.Count(t.root.Depth, "ply"), t.name), style, width, d.y)
}

// heading writes what was searched, and draws the board.
func (d *drawing) heading() {
	t := d.t
	d.Text(margin, 44, "title", shorten(fmt.Sprintf("A search of %s by %s", prose.Count(t.root.Depth, "ply"), t.name), 74))
	d.Text(margin, 68, "fen", t.position.FEN())
	all := t.root
	d.Text(margin, 94, "", fmt.Sprintf("%s to move. The principal variation is %s, with a score of %s.", t.mover(1), t.position.SANLine(t.result.PV...), rootScore(t.root)))
	again := ""
	if all.again > 0 {
		again = fmt.Sprintf(", %s of them again", prose.Thousands(all.again))
	}
	d.Text(margin, 114, "", fmt.Sprintf("%s searched%s; minimax, which has no cutoffs, would search %s.", prose.Count(all.nodes, "node"), again, prose.Thousands(t.minimax)))
	d.Text(margin, 134, "", fmt.Sprintf("%s, which spared the search of %s and of all that follows them.", prose.Count(all.cutoffs, "cutoff"), prose.Count(all.unsearched, "move")))
	d.Text(margin, 154, "soft", "Scores are in pawns, from "+t.mover(1)+"’s point of view.")
	board := chess.Diagram{Position: t.position, Size: side, NoCoordinates: true, Flipped: t.position.Turn() == chess.Black, Check: true}
	if len(t.result.PV) > 0 {
		m := t.result.PV[0]
		board.Arrows = []chess.Arrow{{From: m.From(), To: m.To(), Paint: "#0b62ab"}}
	}
	fmt.Fprintf(d, "<g transform=\"translate(%d %d)\">%s</g>\n", right-side, margin, strings.TrimSpace(board.String()))
}

// shorten returns at most n letters of a text.
func shorten(text string, n int) string {
	if letters := []rune(text); len(letters) > n {
		return string(letters[:n-1]) + "…"
	}
	return text
}

// legend explains the marks.
func (d *drawing) legend() {
	y := 184.0
	for e, meaning := range []string{
		noBetter: "no better than what its side has already",
		newBest:  "best move of its side so far",
		cutoff:   "refutation: so good that the opponent will avoid the position, and no other move is searched there (cutoff)",
	} {
		d.Path(fmt.Sprint("e", e), svg.Box(margin, y-10, 14, 12))
		d.Text(margin+24, y, "", meaning)
		y += 20
	}
	d.Path("none", svg.Box(margin+1, y-4, 3, 3)+svg.Box(margin+6, y-4, 3, 3)+svg.Box(margin+11, y-4, 3, 3))
	d.Text(margin+24, y, "", "moves that are not searched, because of a refutation")
	x := margin + 24 + 400.0
	d.Path("pv", svg.Box(x, y-10, 14, 12))
	d.Text(x+24, y, "", "principal variation: best play of both sides")
	if d.t.root.again > 0 {
		x += 350
		d.Path("e1", svg.Box(x+5, y-6, 3, 8))
		d.Path("e1", svg.Box(x+5, y-11, 3, 2))
		d.Text(x+24, y, "", "searched again, for its score")
	}
	d.y = y + 40
}

// A stretch is a part of a band with one colour: a node, or nodes too narrow to be seen.
type stretch struct {
	x, w   float64
	widths [3]float64 // by effect
}

// whole draws the whole tree: a band for each ply, in which each node is as wide as
// the lines that end below it.
func (d *drawing) whole() {
	t := d.t
	d.Text(margin, d.y, "head", "The whole tree")
	d.Text(margin+150, d.y, "soft", "A band for each ply. A box is a move, as wide as the number of lines that end below it.")
	const left = margin + 90
	top := d.y + 14
	for ply := range t.root.Depth + 1 {
		name := "start"
		if ply > 0 {
			name = fmt.Sprintf("%d: %s", ply, t.mover(ply))
		}
		d.Text(margin, top+float64(ply)*band+19, "soft", name)
	}
	stretches := make([]stretch, t.root.Depth+1)
	var colours [3]strings.Builder
	flush := func(ply int) {
		r := &stretches[ply]
		if r.w > 0 {
			gap := 0.0
			if r.w > 2.5 {
				gap = 0.7
			}
			e := slices.Index(r.widths[:], slices.Max(r.widths[:]))
			colours[e].WriteString(svg.Box(r.x, top+float64(ply)*band, r.w-gap, band-3))
		}
		*r = stretch{}
	}
	var frames strings.Builder
	var labels []func()
	var draw func(n *node, p chess.Position, x, unit float64)
	draw = func(n *node, p chess.Position, x, unit float64) {
		ply, w := len(n.Line), float64(n.ends)*unit
		r := &stretches[ply]
		if r.w > 0 && (w > 2.5 || r.w > 2.5 || r.x+r.w < x-0.01 || r.w >= 1 && r.widths[n.effect] == 0) {
			flush(ply)
		}
		if r.w == 0 {
			r.x = x
		}
		r.w += w
		r.widths[n.effect] += w
		if n.principal {
			frames.WriteString(svg.Box(x, top+float64(ply)*band, max(w-0.7, 1), band-3))
		}
		y, middle := top+float64(ply)*band+18, x+w/2
		switch text := "all " + prose.Count(t.root.Considered, "move"); {
		case ply == 0:
			labels = append(labels, func() { d.Text(middle, y, "on mid", text) })
		case w > 26:
			text = p.SAN(n.move())
			if float64(len(text))*letter+6 < w {
				class := [...]string{"mid", "on mid", "on0 mid"}[n.effect]
				labels = append(labels, func() { d.Text(middle, y, class, text) })
			}
		}
		if ply > 0 {
			p = p.After(n.move())
		}
		for _, c := range n.children {
			draw(c, p, x, unit)
			x += float64(c.ends) * unit
		}
	}
	draw(t.root, t.position, left, float64(right-left)/float64(t.root.ends))
	for ply := range stretches {
		flush(ply)
	}
	for e := range colours {
		d.Path(fmt.Sprint("e", e), colours[e].String())
	}
	d.Path("pv", frames.String())
	for _, l := range labels {
		l()
	}
	d.y = top + float64(len(stretches))*band + 34
}

// lines draws a row for each move at the root: the moves that were tried against it,
// the best of them, the moves that were tried against that, and so on.
func (d *drawing) lines() {
	t := d.t
	d.Text(margin, d.y, "head", "Move by move")
	d.Text(margin+150, d.y, "soft", "Each move has a row, in the order of the search. After a move comes a mark for each answer; the tall one is written out: the best answer that was found.")
	gaps := float64(t.root.Depth - 1)
	wide := strip * 1.0 // of the marks after a move
	if gaps > 0 {
		wide = min(wide, (right-150-margin-30-score-float64(t.root.Depth)*label)/gaps-18)
	}
	column := func(ply int) float64 { // where the move is written; the first has its score after it
		return margin + 30 + score*min(1, float64(ply-1)) + float64(ply-1)*(label+wide+18)
	}
	after := func(ply int) float64 { return column(ply+1) - wide - 18 } // where the marks are
	d.y += 28
	for ply := 1; ply <= t.root.Depth; ply++ {
		d.Text(column(ply), d.y, "soft", fmt.Sprintf("%d: %s", ply, t.mover(ply)))
		if ply < t.root.Depth {
			d.Text(after(ply), d.y, "soft", t.mover(ply+1)+"’s answers")
		}
	}
	d.Text(right, d.y, "soft end", "nodes")
	var rows []*node // the last searches of the moves at the root
	largest := 0
	for i, c := range t.root.children {
		if t.root.final(i) {
			rows = append(rows, c)
			largest = max(largest, c.nodes)
		}
	}
	bus := margin + 8.0
	top := d.y + 4
	d.y += 22
	var marks [4]strings.Builder // by effect; the last for moves that are not searched
	var again, stubs, bars, principal strings.Builder
	for i, n := range rows {
		y := d.y + float64(i)*row
		if n.principal {
			d.Path("band", svg.Box(margin, y-15, right-margin, row-1))
			fmt.Fprintf(&principal, "M%s %sV%sH%s", svg.Number(bus), svg.Number(top), svg.Number(y-4), svg.Number(column(1)-6))
		} else {
			fmt.Fprintf(&stubs, "M%s %sH%s", svg.Number(bus), svg.Number(y-4), svg.Number(column(1)-6))
		}
		p := t.position
		for ply, at := 1, n; at != nil; ply, at = ply+1, at.best() {
			x := column(ply)
			class := ""
			if n.principal {
				class = "bold"
			}
			d.Text(x, y, class, p.SAN(at.move()))
			if ply == 1 {
				d.Text(x+label, y, class, rootScore(at))
			}
			p = p.After(at.move())
			if at.Considered == 0 {
				continue
			}
			step := min(6, wide/float64(at.Considered))
			x = after(ply)
			searched, considered := x+step*float64(at.Searched), x+step*float64(at.Considered)
			fmt.Fprintf(&stubs, "M%s %sH%sM%s %sH%s", svg.Number(x-6), svg.Number(y-4), svg.Number(searched), svg.Number(considered+3), svg.Number(y-4), svg.Number(x+wide+6))
			best := at.best()
			for i, c := range at.children {
				if !at.final(i) {
					continue
				}
				h := 9.0
				if c == best {
					h = 17
				}
				marks[c.effect].WriteString(svg.Box(x, y-4-h/2, step*0.6, h))
				if c.Again {
					again.WriteString(svg.Box(x, y-4-h/2-3.5, step*0.6, 2))
				}
				x += step
			}
			for range at.Considered - at.Searched {
				marks[3].WriteString(svg.Box(x, y-5, step*0.5, 2))
				x += step
			}
		}
		bar := max(1, 60*float64(n.nodes)/float64(largest))
		bars.WriteString(svg.Box(right-64-bar, y-9, bar, 10))
		d.Text(right, y, "soft end", prose.Thousands(n.nodes))
	}
	d.y += float64(len(rows)-1) * row
	fmt.Fprintf(&stubs, "M%s %sV%s", svg.Number(bus), svg.Number(top), svg.Number(d.y-4))
	d.Path("line", stubs.String())
	for e, class := range []string{"e0", "e1", "e2", "none"} {
		d.Path(class, marks[e].String())
	}
	d.Path("e1", again.String())
	d.Path("none", bars.String())
	d.Path("pv", principal.String())
	d.y += margin - 12
}
