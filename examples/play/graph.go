package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/seed-0971039b/chess/examples/internal/annotation"
)

const (
	graphHeight = 6  // lines
	graphMargin = 4  // columns, for the numbers of the vertical axis
	widestPly   = 3  // columns of a ply in the graph of a short game
	numberEvery = 10 // columns between the move numbers below it, at least
)

// graph draws White's winning chances move by move, no wider than a text beside the board,
// with the move numbers and a mark at each turning point below.
func graph(c *annotation.Chart, f figurines) string {
	points := c.Points
	const room = beside - graphMargin
	each := max(1, min(widestPly, room/len(points)))
	width := min(room, each*len(points))
	place := func(ply int) int { // of the first column of a ply
		return ply * width / len(points)
	}
	// A column has the mean of its plies: each of them if there is room, some together if not.
	sums, counts := make([]float64, width), make([]float64, width)
	for i, p := range points {
		for column := place(i); column < max(place(i)+1, place(i+1)); column++ {
			sums[column] += p.Chance
			counts[column]++
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", c.Y)
	for y := range graphHeight {
		label := map[int]string{0: "100", graphHeight / 2: "50", graphHeight - 1: "0"}[y]
		line := fmt.Sprintf("%*s ", graphMargin-1, label)
		for column := range sums {
			height := sums[column] / counts[column] / 100 * graphHeight
			line += block(height-float64(graphHeight-1-y), f)
		}
		b.WriteString(line + "\n")
	}
	numbers, marks := "", ""
	for i, p := range points {
		at := graphMargin + place(i)
		if n := fmt.Sprint(p.Move); p.Move == math.Trunc(p.Move) && i > 0 && at+len(n) <= beside && (numbers == "" || at >= len(numbers)+numberEvery-2) {
			numbers += strings.Repeat(" ", at-len(numbers)) + n
		}
		if p.Label != "" && at >= len(marks) {
			marks += strings.Repeat(" ", at-len(marks)) + "^"
		}
	}
	b.WriteString(numbers)
	if marks != "" {
		b.WriteString("\n" + marks)
	}
	return b.String()
}

// blocks are the parts of a graph: Black's chances, and White's from an eighth of a line to a
// whole one.
const blocks = "░▁▂▃▄▅▆▇█"

// block returns a character that is filled from below to a height, from 0 to 1.
func block(height float64, f figurines) string {
	eighths := int(math.Round(8 * max(0, min(height, 1))))
	if f == letters {
		return string(".#"[min(eighths/4, 1)])
	}
	return string([]rune(blocks)[eighths])
}

// paintGraph colours the graph in a line of text as the evaluation bar.
func (m *screen) paintGraph(line string) string {
	from, to := strings.IndexAny(line, blocks), strings.LastIndexAny(line, blocks)
	if from < 0 || !m.halves() {
		return line
	}
	to += len("█")
	style := ink(m.colours().forWhite).Background(m.colours().forBlack)
	return line[:from] + style.Render(strings.ReplaceAll(line[from:to], "░", " ")) + line[to:]
}
