package browsertest

import "testing"

// TestTheme changes how the page looks, and loads it again.
func TestTheme(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	style := func(selector, property string) string {
		return eval[string](p, `getComputedStyle(document.querySelector(%q))[%q]`, selector, property)
	}
	const light, square = `body`, `#board path[fill="#efe1ca"]`
	if got := style(light, "backgroundColor"); got != "rgb(244, 241, 236)" {
		t.Errorf("the ground is %s", got)
	}
	knight := eval[string](p, `document.querySelector('#chess-knight').innerHTML`)
	p.unfold("theme")
	p.set(`#theme-scheme`, "dark")
	p.set(`#theme-board`, "green")
	p.set(`#theme-pieces`, "plain")
	for range 2 {
		if got := style(light, "backgroundColor"); got != "rgb(29, 27, 25)" {
			t.Errorf("in the dark the ground is %s", got)
		}
		if got := style(square, "fill"); got != "rgb(232, 236, 214)" {
			t.Errorf("a light square of the green board is %s", got)
		}
		if got := eval[string](p, `document.querySelector('#chess-knight').innerHTML`); got == knight {
			t.Error("the pieces are as before")
		}
		p.load()
	}
	p.shootAll("theme-green")
	p.unfold("explain")
	p.click(`#account [data-feature="material"] button`)
	p.shoot("theme-heat")
	p.unfold("theme")
	p.set(`#theme-board`, "blue")
	p.set(`#theme-scheme`, "light")
	p.click(`#account [data-feature="material"] button`)
	p.shoot("theme-blue")
	p.set(`#theme-pieces`, "round")
	if got := eval[string](p, `document.querySelector('#chess-knight').innerHTML`); got != knight {
		t.Error("the pieces are not as before")
	}
	eval[any](p, `localStorage.setItem('theme', '{"board": "pink"}')`)
	p.load()
	if got := p.value(`#theme-board`); got != "wood" {
		t.Errorf("a board that there is not became %q", got)
	}
}
