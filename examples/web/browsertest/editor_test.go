package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestEditor puts, moves and removes pieces, and uses a position only if it is legal.
func TestEditor(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	at := func(square string) string { return `#editor [data-square="` + square + `"]` }
	take := func(tool string) { p.click(`#palette [title="` + tool + `"]`) }
	p.move("e2e4")
	p.click(`#edit`)
	p.want(`#editor-problems`, `^$`)
	if got := p.value(`#editor-fen`); got != "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1" {
		t.Errorf("the editor begins with %s", got)
	}
	p.shootAll("editor")
	p.click(`#editor-clear`)
	p.want(`#editor-problems`, `^This position cannot be used: a side without a king\.$`)
	if !eval[bool](p, `document.querySelector('#editor-use').disabled`) {
		t.Error("a board without kings can be used")
	}
	take("white king")
	p.click(at("d1"))
	take("black king")
	p.click(at("e8"))
	take("white rook")
	p.click(at("h1"))
	p.click(at("a2"))
	p.want(`#editor-problems`, `^$`)
	take("move a piece")
	p.click(at("d1"))
	p.click(at("e1"))
	p.want(`#editor-rights`, `^White O-O \(h1\)$`)
	p.click(`#editor-rights input`)
	take("remove a piece")
	p.click(at("a2"))
	take("black pawn")
	p.click(at("a1"))
	p.want(`#editor-problems`, `a pawn on the first or last rank`)
	p.click(at("a1")) // a second click removes it
	p.click(at("b4"))
	take("white pawn")
	p.click(at("a4"))
	p.set(`#editor-turn`, "Black")
	p.set(`#editor-passed`, "a3")
	const want = "4k3/8/8/8/Pp6/8/8/4K2R b K a3 0 1"
	if got := p.value(`#editor-fen`); got != want {
		t.Errorf("the position is %s, want %s", got, want)
	}
	p.set(`#editor-variant`, "Three-check")
	p.want(`#editor-checks`, `White's checks left`)
	p.shootAll("editor-checks")
	p.set(`#editor-variant`, "Chess")

	// By keyboard.
	take("white queen")
	p.do(chromedp.Focus(chromedp.CSS(at("a4"))))
	p.press(kb.ArrowUp)
	p.press(kb.Enter)
	p.want(`#live`, `^A5, white queen$`)
	p.press(kb.Delete)
	p.want(`#live`, `^A5, empty$`)

	p.click(`#editor-use`)
	p.unfold("record")
	if got := p.value(`#fen-text`); got != want {
		t.Errorf("the game begins with %s, want %s", got, want)
	}
	p.click(`#undone button`)
	p.want(`#moves`, `^1\.e4$`)

	p.click(`#edit`)
	p.set(`#editor-fen`, "8/8/8")
	p.click(`#editor-read button`)
	p.want(`#editor-problems`, `ends on rank`)
	p.click(`#editor-cancel`)
	p.want(`#moves`, `^1\.e4$`)
}

// TestEditorDrag drags pieces to other squares, and off the board.
func TestEditorDrag(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.click(`#edit`)
	centre := func(square string) (at [2]float64) {
		return eval[[2]float64](p, `(() => {const r = document.querySelector('#editor [data-square="%s"]').getBoundingClientRect(); return [r.x + r.width/2, r.y + r.height/2]})()`, square)
	}
	drag := func(from string, to [2]float64) {
		t.Helper()
		at := centre(from)
		p.do(chromedp.DragAndDropXY(at[0], at[1], to[0], to[1]))
	}
	drag("e2", centre("e4"))
	drag("a1", [2]float64{5, 5})
	if got, want := p.value(`#editor-fen`), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/1NBQKBNR w Kkq - 0 1"; got != want {
		t.Errorf("the position is %s, want %s", got, want)
	}
}
