package browsertest

import (
	"strings"
	"testing"
)

// inReach checks that each button of an element can be scrolled to, and that nothing lies over it.
func (p *page) inReach(selector string) {
	p.Helper()
	p.seen(selector, true)
}

// inWindow checks that the windows of laptops show all buttons of an element, which does not
// scroll with the page.
func (p *page) inWindow(selector string) {
	p.Helper()
	if full {
		for _, w := range []window{{"dark", 1280, 800}, {"dark", 1280, 720}, {"dark", 1024, 700}, {"dark", 1280, 600}} {
			p.resize(w)
			p.seen(selector, false)
		}
		p.resize(desktop)
	}
	p.seen(selector, false)
}

func (p *page) seen(selector string, scroll bool) {
	p.Helper()
	p.until(`[...document.querySelector(%q).querySelectorAll('button, input, select')].every((e) => {
		if (!e.checkVisibility()) return true;
		if (%v) e.scrollIntoView({block: 'nearest', behavior: 'instant'});
		const r = e.getBoundingClientRect();
		const over = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
		return r.top >= 0 && r.left >= 0 && r.bottom <= innerHeight && r.right <= innerWidth && (e === over || e.contains(over) || over?.contains(e));
	})`, selector, scroll)
}

// TestPhone checks what a phone shows, upright and on its side: the board is as large as the
// window allows, keeps its size, and stays in the window, buttons are large enough for a finger,
// and what is asked for is in view.
func TestPhone(t *testing.T) {
	everything(t)
	for _, w := range []window{phone, onSide} {
		p := open(t, w)
		p.people()
		p.move("e2e4")
		p.unfold("record")
		upright := w.width < w.height
		least := float64(min(w.width, w.height)-40) / 9
		if upright {
			least = 48
		}
		p.until(`((r) => r.width >= %[1]v && r.height >= %[1]v)(document.querySelector('[data-square="e4"]').getBoundingClientRect())`, least)
		p.until(`[...document.querySelectorAll('#play button:not(.grid *), #new button, #new select')].every((e) => {
			const r = e.getBoundingClientRect();
			return r.width === 0 || r.height >= 44 && r.width >= 44;
		})`)
		p.resize(window{w.scheme, w.width - 30, w.height})
		p.until(`[...document.querySelectorAll('body *:not(.picture *)')].every((e) => e.getBoundingClientRect().right <= innerWidth)`)
		p.resize(w)

		p.until(`((r) => r.left >= 0 && r.top >= 0 && r.right <= innerWidth && r.bottom <= innerHeight)(document.querySelector('#board').getBoundingClientRect())`)
		height := eval[float64](p, `document.querySelector('#board').getBoundingClientRect().height`)
		p.unfold("explain")
		p.click(`#account [data-feature="material"] button`) // a heat map
		p.until(`((r) => r.top >= 0 && r.height === %v)(document.querySelector('#board').getBoundingClientRect())`, height)
		p.set(`#fen-text`, "8/8/8")
		p.click(`#fen button`)
		p.want(`#record-error`, `ends on rank`)
		p.until(`((r) => r.top >= 0 && r.bottom <= innerHeight + 1)(document.querySelector('#record-error').getBoundingClientRect())`)
		if upright {
			for _, id := range []string{"puzzle-next", "about", "why"} {
				p.act(`document.getElementById(%q).scrollIntoView({block: 'end', behavior: 'instant'})`, id)
				p.until(`((r) => r.top >= 0 && r.top <= 100)(document.querySelector('#board').getBoundingClientRect())`)
			}
			p.click(`#why`)
			p.want(`#reason`, `\.$`)
			p.until(`((r) => r.top >= 400 && r.bottom <= innerHeight + 1)(document.querySelector('#reason').getBoundingClientRect())`)
			p.act(`document.querySelector('#typed input').focus()`) // there is a keyboard now
			p.until(`getComputedStyle(document.querySelector('#middle')).position !== 'sticky'`)
		}
	}
}

// TestCurrentMoveInView checks that the list of moves is scrolled to the current one.
func TestCurrentMoveInView(t *testing.T) {
	p := open(t, desktop)
	p.loadPGN("1. Nf3 Nf6 " + strings.Repeat("Ng1 Ng8 Nf3 Nf6 ", 20) + "*")
	for _, w := range sizes() {
		p.resize(w)
		for _, button := range []string{`#first`, `#forward`, `#last`} {
			p.click(button)
			p.until(`((list, move) => !move || move.top >= list.top && move.bottom <= list.bottom)
				(document.querySelector('#moves').getBoundingClientRect(), document.querySelector('#moves [aria-current]')?.getBoundingClientRect())`)
		}
	}
}

// TestMaterial checks that the captured pieces can be told from the ground in the dark too: black
// ones have a rim.
func TestMaterial(t *testing.T) {
	p := at(t, "r1b1k2r/ppp2ppp/8/8/8/8/PPPP1PPP/R1BQK2R w KQkq - 0 1")
	p.want(`#near .material`, `^\+10$`) // a queen and a pawn
	p.until(`document.querySelectorAll('#near .material svg').length === 2`)
	p.want(`#far .material`, `^$`)
	const rim = `getComputedStyle(document.querySelector('#near .material svg')).filter`
	light := eval[string](p, rim)
	p.resize(window{"dark", 1280, 800})
	p.until(rim+` !== %q`, light)
}

// TestTheme changes how the page looks, and loads it again.
func TestTheme(t *testing.T) {
	everything(t)
	p := open(t, desktop)
	const knight = `document.querySelector('#board g[transform="translate(100 700)"]').innerHTML`
	round := eval[string](p, knight)
	looks := func(ground, square string, same bool) {
		t.Helper()
		p.until(`getComputedStyle(document.body).backgroundColor === %q`, ground)
		p.until(`getComputedStyle(document.querySelector('#board path[fill="#efe1ca"]')).fill === %q`, square)
		p.until(`(getComputedStyle(document.querySelector('#board path[fill="#b99d7c"]')).fill === 'rgb(185, 157, 124)') === %v`, square == "rgb(239, 225, 202)")
		p.until(`(`+knight+` === %q) === %v`, round, same)
	}
	looks("rgb(244, 241, 236)", "rgb(239, 225, 202)", true)
	p.unfold("theme")
	p.set(`#theme-scheme`, "dark")
	p.set(`#theme-board`, "green")
	p.set(`#theme-pieces`, "plain")
	for range 2 {
		looks("rgb(29, 27, 25)", "rgb(232, 236, 214)", false)
		p.load()
	}
	p.set(`#theme-scheme`, "light")
	p.set(`#theme-pieces`, "round")
	looks("rgb(244, 241, 236)", "rgb(232, 236, 214)", true)
	p.act(`localStorage.setItem('theme', '{"board": "pink"}')`)
	p.load()
	p.want(`#theme-board`, `^wood$`)
}
