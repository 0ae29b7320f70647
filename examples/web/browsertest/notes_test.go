package browsertest

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// TestNotes plays variations, writes a glyph and a comment to a move, makes a variation the main
// line, and finds all of it in the PGN, and again after the page is loaded anew.
func TestNotes(t *testing.T) {
	p := played(t, "e2e4", "e7e5", "g1f3")
	current := func(san string) {
		t.Helper()
		p.want(`#moves [aria-current]`, "^"+san+"$")
	}
	color := func() string {
		return eval[string](p, `(({color, backgroundColor}) => color + backgroundColor)(getComputedStyle(document.querySelector('#moves [aria-current]')))`)
	}
	mainLine := color()
	p.click(`#first`)
	p.move("d2d4", "d7d5")
	p.want(`#moves`, `^1\.e4\s*1\. d4 d5\s*1\.\.\.e52\.Nf3$`)
	p.want(`#opening`, `^D00 `)
	current("d5")
	if got := color(); got != mainLine {
		t.Errorf("the current move is %s in a variation, %s in the main line", got, mainLine)
	}
	p.click(`#back`)
	p.click(`#forward`)
	current("d5") // not the main line
	p.click(`#first`)
	p.move("e2e4") // the move is there already
	current("e4")
	p.click(`#last`)
	current("Nf3")

	p.click(`#annotate`)
	p.set(`#notes [name="glyph"]`, "!?")
	p.set(`#notes [name="comment"]`, "The knight {comes} out.")
	current(`Nf3!\?`)
	p.want(`#moves .comment`, `^The knight .comes. out\.$`)
	p.click(`#back`)
	p.move("f2f4")
	p.click(`#promote`)
	p.want(`#moves .variation:last-of-type`, `Nf3!\? The knight .comes. out\.`)
	p.hidden(`#promote`)
	p.unfold("record")
	const pgn = `1\. e4 \(1\. d4 d5\) 1\.\.\. e5 2\. f4 \(2\. Nf3 \$5\s; The knight \{comes\} out\.\s\)`
	p.want(`#pgn-text`, pgn)
	p.load()
	p.unfold("record")
	p.want(`#pgn-text`, pgn)
}

// TestDrawnArrows draws an arrow and a ring with the right button. The left one removes them.
func TestDrawnArrows(t *testing.T) {
	p := played(t)
	right := func(from, to, drawn string) {
		t.Helper()
		a, b := p.centre(square(from)), p.centre(square(to))
		p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, a[0], a[1], chromedp.ButtonRight),
			chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, b[0], b[1], chromedp.ButtonRight))
		p.until(`[...document.querySelectorAll('.arrows .drawn')].map((e) => e.tagName).join() === %q`, drawn)
	}
	right("g1", "f3", "path")
	right("e4", "e4", "path,rect")
	right("e4", "e4", "path")
	p.move("e2e4")
	p.until(`document.querySelector('.arrows .drawn') === null`)
}
