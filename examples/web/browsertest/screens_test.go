package browsertest

import (
	"fmt"
	"testing"
)

// hiddenIn returns the buttons of an element that the window does not show whole, or that
// something lies over. The page may be scrolled for each of them.
func (p *page) hiddenIn(selector string, scroll bool) []string {
	p.Helper()
	return eval[[]string](p, `[...document.querySelector(%q).querySelectorAll('button, input, select')].filter((e) => {
		if (!e.checkVisibility()) return false;
		if (%v) e.scrollIntoView({block: 'nearest', behavior: 'instant'});
		const r = e.getBoundingClientRect();
		const over = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
		return r.top < 0 || r.left < 0 || r.bottom > innerHeight || r.right > innerWidth || !(e === over || e.contains(over) || over?.contains(e));
	}).map((e) => e.id || e.getAttribute('aria-label') || e.textContent)`, selector, scroll)
}

// TestButtonsInWindow checks that the column of the board, which does not scroll with the page, shows
// all its buttons in the windows of laptops, whatever there is to say.
func TestButtonsInWindow(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.set(`#new [name=clock]`, "3+2")
	p.click(`#new .main`)
	p.people()
	for _, m := range []string{"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8", "e2e4"} {
		p.move(m)
	}
	p.click(`#undo`) // a draw can be claimed, and the taking back undone
	p.want(`#status`, `^White to move\.$`)
	check := func(what string) {
		t.Helper()
		for _, w := range []window{{"dark", 1280, 800}, {"dark", 1280, 720}, {"dark", 1024, 700}, {"dark", 1280, 600}} {
			p.resize(w)
			if hidden := p.hiddenIn(`#play`, false); len(hidden) > 0 {
				t.Errorf("%s, %d by %d: hidden are %q", what, w.width, w.height, hidden)
			}
			p.shoot(fmt.Sprintf("window-%s-%dx%d", what, w.width, w.height))
		}
		p.resize(desktop)
	}
	if !eval[bool](p, `document.querySelector('#claim').checkVisibility() && document.querySelector('#undone button').checkVisibility()`) {
		t.Error("no draw can be claimed, or the taking back cannot be undone")
	}
	check("claim")

	p.set(`.seat[data-color="white"] .level`, "6") // it thinks for 20 s
	p.seat("white", "alphabeta")
	p.click(`#new .main`)
	p.want(`#status`, `^White is thinking`)
	p.want(`#undone`, `^A new game has begun\.`)
	check("thinking")
}

// TestEditorOnItsSide checks that in a small window nothing of the editor lies over its fields.
func TestEditorOnItsSide(t *testing.T) {
	t.Parallel()
	for _, w := range []window{{"dark", 844, 390}, {"dark", 390, 844}} {
		p := open(t, w)
		p.people()
		p.move("e2e4")
		p.click(`#edit`)
		p.set(`#editor-variant`, "Three-check")
		p.want(`#editor-checks`, `White's checks left`)
		if hidden := p.hiddenIn(`#editor-side`, true); len(hidden) > 0 {
			t.Errorf("%d by %d: hidden are %q", w.width, w.height, hidden)
		}
		p.shoot(fmt.Sprintf("editor-fields-%d", w.width))
	}
}

// TestDark checks that captured pieces can be told from the ground in the dark: black ones have a rim.
func TestDark(t *testing.T) {
	t.Parallel()
	p := open(t, window{"dark", 1280, 800})
	p.people()
	p.setUp("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	rim := func() string {
		return eval[string](p, `getComputedStyle(document.querySelector('#near .material svg')).filter`)
	}
	p.want(`#near .material`, `^\+9$`)
	dark := rim()
	p.shoot("dark-material")
	p.resize(window{"light", 1280, 800})
	if light := rim(); light == dark {
		t.Errorf("in the light as in the dark: %s", light)
	}
}

// TestErrorInView checks that the message of an error is where it can be read.
func TestErrorInView(t *testing.T) {
	t.Parallel()
	p := open(t, window{"dark", 844, 390})
	p.unfold("record")
	p.set(`#fen-text`, "8/8/8")
	p.click(`#fen button`)
	p.want(`#record-error`, `ends on rank`)
	if at := eval[[2]float64](p, `(() => {const r = document.querySelector('#record-error').getBoundingClientRect(); return [r.top, r.bottom]})()`); at[0] < 0 || at[1] > 391 {
		t.Errorf("the message is at %v", at)
	}
}

// TestBoardStays checks that on a phone the board stays in the window while the page is scrolled,
// and that what is asked for is not below it.
func TestBoardStays(t *testing.T) {
	t.Parallel()
	p := open(t, window{"light", 390, 844})
	p.people()
	p.move("e2e4")
	p.move("e7e5")
	for _, id := range []string{"puzzle-next", "about", "why"} {
		eval[any](p, `document.getElementById(%q).scrollIntoView({block: 'end', behavior: 'instant'})`, id)
		if top := eval[float64](p, `document.querySelector('#board').getBoundingClientRect().top`); top < 0 || top > 100 {
			t.Errorf("%s: the board is at %v", id, top)
		}
	}
	p.click(`#why`)
	p.want(`#reason`, `\.$`)
	if at := eval[[2]float64](p, `(() => {const r = document.querySelector('#reason').getBoundingClientRect(); return [r.top, r.bottom]})()`); at[0] < 400 || at[1] > 845 {
		t.Errorf("the reason is at %v", at)
	}
	eval[any](p, `document.querySelector('#typed input').focus()`) // there is a keyboard now
	if position := eval[string](p, `getComputedStyle(document.querySelector('#middle')).position`); position != "static" {
		t.Errorf("the board is %s while somebody writes", position)
	}
}

// TestVariationCurrent checks that the current move has the same colours in a variation as in the main line.
func TestVariationCurrent(t *testing.T) {
	t.Parallel()
	for _, scheme := range []string{"light", "dark"} {
		p := open(t, window{scheme, 1280, 800})
		p.people()
		colors := func() string {
			return eval[string](p, `(({color, backgroundColor}) => color + backgroundColor)(getComputedStyle(document.querySelector('#moves [aria-current]')))`)
		}
		p.move("e2e4")
		main := colors()
		p.click(`#first`)
		p.move("d2d4")
		if variation := colors(); variation != main || p.text(`#moves .variation [aria-current]`) != "d4" {
			t.Errorf("%s: %s in a variation, %s in the main line", scheme, variation, main)
		}
	}
}

// TestNoBar checks that the bar can be hidden, and stays so.
func TestNoBar(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.unfold("theme")
	p.set(`#theme-bar`, "hidden")
	p.load()
	if seen := eval[string](p, `getComputedStyle(document.querySelector('#bar')).visibility`); seen != "hidden" {
		t.Errorf("the bar is %s", seen)
	}
}

// TestLongMessage checks that the message of a wrong setting is short.
func TestLongMessage(t *testing.T) {
	t.Parallel()
	p := open(t, window{"light", 390, 844})
	p.click(`.seat[data-color="black"] .more`)
	p.set(`.seat[data-color="black"] .settings`, "luck=1")
	message := eval[string](p, `document.querySelector('.seat[data-color="black"] .settings').validationMessage`)
	if len(message) == 0 || len(message) > 170 {
		t.Errorf("the message has %d bytes: %s", len(message), message)
	}
}
