package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestEditor puts, moves, drags and removes pieces, and uses a position only if it is legal.
func TestEditor(t *testing.T) {
	p := played(t, "e2e4")
	at := func(square string) string { return `#editor [data-square="` + square + `"]` }
	use := func(tool string, squares ...string) {
		p.click(`#palette [title="` + tool + `"]`)
		for _, sq := range squares {
			p.click(at(sq))
		}
	}
	p.click(`#edit`)
	p.want(`#editor-problems`, `^$`)
	p.want(`#editor-fen`, `^rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1$`)
	p.drag(p.centre(at("d2")), p.centre(at("d4")))
	p.drag(p.centre(at("a1")), [2]float64{5, 5})
	p.want(`#editor-fen`, `^rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/1NBQKBNR b Kkq `)

	p.click(`#editor-clear`)
	p.want(`#editor-problems`, `^This position cannot be used: a side without a king\.$`)
	p.until(`document.querySelector('#editor-use').disabled`)
	use("white king", "d1")
	use("black king", "e8")
	use("white rook", "h1", "a2")
	p.want(`#editor-problems`, `^$`)
	use("move a piece", "d1", "e1")
	p.want(`#editor-rights`, `^White O-O \(h1\)$`)
	p.click(`#editor-rights input`)
	use("remove a piece", "a2")
	use("black pawn", "a1")
	p.want(`#editor-problems`, `a pawn on the first or last rank`)
	p.click(at("a1")) // a second click removes it
	p.click(at("b4"))
	use("white pawn", "a4")
	p.set(`#editor-turn`, "Black")
	p.set(`#editor-passed`, "a3")
	const want = `^4k3/8/8/8/Pp6/8/8/4K2R b K a3 0 1$`
	p.want(`#editor-fen`, want)
	p.set(`#editor-variant`, "Three-check")
	p.want(`#editor-checks`, `White's checks left`)
	for _, w := range sizes() {
		p.resize(w)
		p.inReach(`#editor-side`)
	}
	p.set(`#editor-variant`, "Atomic")
	p.want(`#editor-fen`, ` variant atomic$`)
	p.set(`#editor-variant`, "Chess")

	use("white queen") // by keyboard
	p.do(chromedp.Focus(chromedp.CSS(at("a4"))))
	p.press(kb.ArrowUp, kb.Enter)
	p.want(`#live`, `^A5, white queen$`)
	p.press(kb.Delete)
	p.want(`#live`, `^A5, empty$`)

	p.click(`#editor-use`)
	p.unfold("record")
	p.want(`#fen-text`, want)
	p.click(`#undone button`)
	p.want(`#moves`, `^1\.e4$`)
	p.click(`#edit`)
	p.set(`#editor-fen`, "8/8/8")
	p.click(`#editor-read button`)
	p.want(`#editor-problems`, `ends on rank`)
	p.click(`#editor-cancel`)
	p.want(`#moves`, `^1\.e4$`)
}
