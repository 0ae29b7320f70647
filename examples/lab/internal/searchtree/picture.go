package searchtree

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// heading writes what was searched, and draws the board.
func (d *drawing) heading() {
	t := d.t
	d.text(margin, 44, "title", shorten(fmt.Sprintf("A search of %s by %s", prose.Count(t.root.Depth, "ply"), t.name), 74))
	d.text(margin, 68, "fen", t.position.FEN())
	all := t.total()
	line := fmt.Sprintf("%s to move. The principal variation is %s, with a score of %s.", t.mover(1), t.sans(t.result.PV), rootScore(t.root))
	if t.root.Depth < t.depth {
		line += " More plies would not change it."
	}
	d.text(margin, 94, "", line)
	nodes := fmt.Sprintf("%s searched; minimax, which has no cutoffs, would search %s.", prose.Count(all.nodes, "node"), prose.Thousands(t.minimax))
	if all.again > 0 {
		nodes = fmt.Sprintf("%s searched, %s of them again; minimax, which has no cutoffs, would search %s.",
			prose.Count(all.nodes, "node"), prose.Thousands(all.again), prose.Thousands(t.minimax))
	}
	d.text(margin, 114, "", nodes)
	spared := "There were no cutoffs."
	if all.cutoffs > 0 {
		spared = fmt.Sprintf("%s, which spared the search of %s and of all that follows them.", prose.Count(all.cutoffs, "cutoff"), prose.Count(all.unsearched, "move"))
	}
	d.text(margin, 134, "", spared)
	d.text(margin, 154, "soft", "Scores are in pawns, from "+t.mover(1)+"’s point of view.")
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

// sans writes a line of moves from the root.
func (t *tree) sans(line []chess.Move) string {
	p := t.position
	var words []string
	for i, m := range line {
		number := ""
		switch {
		case p.Turn() == chess.White:
			number = fmt.Sprintf("%d.", p.MoveNumber())
		case i == 0:
			number = fmt.Sprintf("%d...", p.MoveNumber())
		}
		words = append(words, number+p.SAN(m))
		p = p.After(m)
	}
	return strings.Join(words, " ")
}

// legend explains the marks.
func (d *drawing) legend() {
	y := 184.0
	for e, meaning := range []string{
		noBetter: "no better than what its side has already",
		newBest:  "best move of its side so far",
		cutoff:   "refutation: so good that the opponent will avoid the position, and no other move is searched there (cutoff)",
	} {
		d.path(fmt.Sprint("e", e), box(margin, y-10, 14, 12))
		d.text(margin+24, y, "", meaning)
		y += 20
	}
	d.path("none", box(margin+1, y-4, 3, 3)+box(margin+6, y-4, 3, 3)+box(margin+11, y-4, 3, 3))
	d.text(margin+24, y, "", "moves that are not searched, because of a refutation")
	x := margin + 24 + 400.0
	d.path("pv", box(x, y-10, 14, 12))
	d.text(x+24, y, "", "principal variation: best play of both sides")
	if d.t.total().again > 0 {
		x += 350
		d.path("e1", box(x+5, y-6, 3, 8))
		d.path("e1", box(x+5, y-11, 3, 2))
		d.text(x+24, y, "", "searched again, for its score")
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
	d.text(margin, d.y, "head", "The whole tree")
	d.text(margin+150, d.y, "soft", "A band for each ply. A box is a move, as wide as the number of lines that end below it.")
	const left = margin + 90
	top := d.y + 14
	for ply := range t.root.Depth + 1 {
		name := "start"
		if ply > 0 {
			name = fmt.Sprintf("%d: %s", ply, t.mover(ply))
		}
		d.text(margin, top+float64(ply)*band+19, "soft", name)
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
			colours[e].WriteString(box(r.x, top+float64(ply)*band, r.w-gap, band-3))
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
			frames.WriteString(box(x, top+float64(ply)*band, max(w-0.7, 1), band-3))
		}
		y, middle := top+float64(ply)*band+18, x+w/2
		switch text := "all " + prose.Count(t.root.Considered, "move"); {
		case ply == 0:
			labels = append(labels, func() { d.text(middle, y, "on mid", text) })
		case w > 26:
			text = p.SAN(n.move())
			if float64(len(text))*letter+6 < w {
				class := [...]string{"mid", "on mid", "on0 mid"}[n.effect]
				labels = append(labels, func() { d.text(middle, y, class, text) })
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
		d.path(fmt.Sprint("e", e), colours[e].String())
	}
	d.path("pv", frames.String())
	for _, l := range labels {
		l()
	}
	d.y = top + float64(len(stretches))*band + 34
}

// lines draws a row for each move at the root: the moves that were tried against it,
// the best of them, the moves that were tried against that, and so on.
func (d *drawing) lines() {
	t := d.t
	d.text(margin, d.y, "head", "Move by move")
	d.text(margin+150, d.y, "soft", "Each move has a row, in the order of the search. After a move comes a mark for each answer; the tall one is written out: the best answer that was found.")
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
		d.text(column(ply), d.y, "soft", fmt.Sprintf("%d: %s", ply, t.mover(ply)))
		if ply < t.root.Depth {
			d.text(after(ply), d.y, "soft", t.mover(ply+1)+"’s answers")
		}
	}
	d.text(right, d.y, "soft end", "nodes")
	rows, omitted := t.rows()
	sizes := make([]int, len(rows))
	for i, r := range rows {
		sizes[i] = r.size()
	}
	largest := slices.Max(sizes)
	bus := margin + 8.0
	top := d.y + 4
	d.y += 22
	var marks [4]strings.Builder // by effect; the last for moves that are not searched
	var again, stubs, bars, principal strings.Builder
	for i, n := range rows {
		y := d.y + float64(i)*row
		if n.principal {
			d.path("band", box(margin, y-15, right-margin, row-1))
			fmt.Fprintf(&principal, "M%s %sV%sH%s", number(bus), number(top), number(y-4), number(column(1)-6))
		} else {
			fmt.Fprintf(&stubs, "M%s %sH%s", number(bus), number(y-4), number(column(1)-6))
		}
		p := t.position
		for ply, at := 1, n; at != nil; ply, at = ply+1, at.best() {
			x := column(ply)
			class := ""
			if n.principal {
				class = "bold"
			}
			d.text(x, y, class, p.SAN(at.move())+end(at))
			if ply == 1 {
				d.text(x+label, y, class, rootScore(at))
			}
			p = p.After(at.move())
			if at.Considered == 0 {
				continue
			}
			step := min(6, wide/float64(at.Considered))
			x = after(ply)
			searched, considered := x+step*float64(at.Searched), x+step*float64(at.Considered)
			fmt.Fprintf(&stubs, "M%s %sH%sM%s %sH%s", number(x-6), number(y-4), number(searched), number(considered+3), number(y-4), number(x+wide+6))
			best := at.best()
			for i, c := range at.children {
				if !at.final(i) {
					continue
				}
				h := 9.0
				if c == best {
					h = 17
				}
				marks[c.effect].WriteString(box(x, y-4-h/2, step*0.6, h))
				if c.Again {
					again.WriteString(box(x, y-4-h/2-3.5, step*0.6, 2))
				}
				x += step
			}
			for range at.Considered - at.Searched {
				marks[3].WriteString(box(x, y-5, step*0.5, 2))
				x += step
			}
		}
		bar := max(1, 60*float64(sizes[i])/float64(largest))
		bars.WriteString(box(right-64-bar, y-9, bar, 10))
		d.text(right, y, "soft end", prose.Thousands(sizes[i]))
	}
	d.y += float64(len(rows)-1) * row
	fmt.Fprintf(&stubs, "M%s %sV%s", number(bus), number(top), number(d.y-4))
	d.path("line", stubs.String())
	for e, class := range []string{"e0", "e1", "e2", "none"} {
		d.path(class, marks[e].String())
	}
	d.path("e1", again.String())
	d.path("none", bars.String())
	d.path("pv", principal.String())
	if omitted > 0 {
		d.y += row
		d.text(column(1), d.y, "soft", fmt.Sprintf("and %s, no better", prose.Count(omitted, "more move")))
	}
	d.y += 44
}

// rows returns the last searches of the moves at the root, and how many are left out:
// the last of those that are no better, if there are too many.
func (t *tree) rows() (rows []*node, omitted int) {
	for i, c := range t.root.children {
		if t.root.final(i) {
			rows = append(rows, c)
		}
	}
	for i := len(rows) - 1; i >= 0 && len(rows) > maxRows; i-- {
		if rows[i].effect == noBetter {
			rows = slices.Delete(rows, i, i+1)
			omitted++
		}
	}
	return rows, omitted
}

// size returns how many nodes the node's tree has.
func (n *node) size() int {
	sum := 1
	for _, c := range n.children {
		sum += c.size()
	}
	return sum
}

// end marks a move that draws by a rule.
func end(n *node) string {
	if n.GameOver && n.Score == 0 {
		return " ½"
	}
	return ""
}

// table writes what happened at each ply.
func (d *drawing) table() {
	t := d.t
	d.text(margin, d.y, "head", "Ply by ply")
	type column struct {
		name string
		of   func(c plyCount) int
	}
	columns := []column{
		{"nodes", func(c plyCount) int { return c.nodes }},
		{"leaves and ends", func(c plyCount) int { return c.ends }},
		{"cutoffs", func(c plyCount) int { return c.cutoffs }},
		{"by the first move", func(c plyCount) int { return c.first }},
		{"moves not searched", func(c plyCount) int { return c.unsearched }},
	}
	if t.total().again > 0 {
		columns = append(columns, column{"nodes searched again", func(c plyCount) int { return c.again }})
	}
	x := func(i int) float64 { return margin + 230 + float64(i)*150 }
	d.y += 26
	for i, c := range columns {
		d.text(x(i), d.y, "soft end", c.name)
	}
	line := func(name, class string, counts plyCount) {
		d.y += 20
		d.text(margin, d.y, class, name)
		for i, c := range columns {
			d.text(x(i), d.y, strings.TrimSpace(class+" end"), prose.Thousands(c.of(counts)))
		}
	}
	for ply, c := range t.plies {
		name := "start"
		if ply > 0 {
			name = fmt.Sprintf("%d: after %s’s move", ply, t.mover(ply))
		}
		line(name, "", c)
	}
	line("all", "bold", t.total())
	d.y += margin
}
