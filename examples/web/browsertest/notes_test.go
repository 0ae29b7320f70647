package browsertest

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// TestNotes writes a glyph and a comment to a move, makes a variation the main line, and finds
// all of it in the PGN, and again after the page is loaded anew.
func TestNotes(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	for _, m := range []string{"e2e4", "e7e5", "g1f3"} {
		p.move(m)
	}
	p.click(`#annotate`)
	p.set(`#notes [name="glyph"]`, "!?")
	eval[any](p, `(() => {const c = document.querySelector('#notes [name="comment"]'); c.value = 'The knight {comes} out.'; c.dispatchEvent(new Event('input'))})()`)
	p.want(`#moves [aria-current]`, `^Nf3!\?$`)
	p.want(`#moves .comment`, `^The knight .comes. out\.$`)
	p.shoot("notes")
	p.click(`#back`)
	p.move("f2f4")
	p.want(`#moves .variation`, `f4`)
	p.click(`#promote`)
	p.want(`#moves .variation`, `Nf3!\? The knight .comes. out\.`)
	if !eval[bool](p, `document.querySelector('#promote').hidden`) {
		t.Error("the main line can be made the main line")
	}
	p.unfold("record")
	pgn := p.value(`#pgn-text`)
	if !regexp.MustCompile(`1\. e4 e5 2\. f4 \(2\. Nf3 \$5\s; The knight \{comes\} out\.\s\)`).MatchString(pgn) {
		t.Errorf("the PGN is %s", pgn)
	}
	p.load()
	p.unfold("record")
	if got := p.value(`#pgn-text`); got != pgn {
		t.Errorf("loaded again, the PGN is %s, before it was %s", got, pgn)
	}
}

// TestDrawnArrows draws an arrow and a ring with the right button. The left one removes them.
func TestDrawnArrows(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	right := func(from, to string) {
		t.Helper()
		for _, at := range []struct {
			square string
			kind   input.DispatchMouseEventType
		}{{from, input.DispatchMouseEventTypeMousePressed}, {to, input.DispatchMouseEventTypeMouseReleased}} {
			xy := eval[[2]float64](p, `(() => {const r = document.querySelector(%q).getBoundingClientRect(); return [r.x + r.width/2, r.y + r.height/2]})()`, square(at.square))
			p.do(chromedp.MouseEvent(at.kind, xy[0], xy[1], chromedp.ButtonRight))
		}
	}
	drawn := func() []string {
		return eval[[]string](p, `[...document.querySelectorAll('.arrows .drawn')].map((e) => e.tagName)`)
	}
	right("g1", "f3")
	right("e4", "e4")
	if got := drawn(); !slices.Equal(got, []string{"path", "circle"}) {
		t.Errorf("an arrow and a ring are %v", got)
	}
	p.shoot("drawn")
	right("e4", "e4")
	if got := drawn(); !slices.Equal(got, []string{"path"}) {
		t.Errorf("after the ring once more there is %v", got)
	}
	p.move("e2e4")
	if got := drawn(); len(got) > 0 {
		t.Errorf("after a move there is %v", got)
	}
}

// TestLinesWhole checks that no move of a line is cut off, and that a line can be unfolded.
func TestLinesWhole(t *testing.T) {
	t.Parallel()
	for _, w := range sizes {
		p := open(t, w)
		p.people()
		p.setUp("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
		p.click(`#analyse`)
		p.want(`#effort`, `^depth ([6-9]|\d\d)`)
		const cut = `(() => {
			let whole = 0;
			for (const line of document.querySelectorAll('#pv .line')) {
				const box = line.getBoundingClientRect();
				for (const move of line.querySelectorAll('button')) {
					const at = move.getBoundingClientRect();
					if (at.top >= box.bottom - 1) continue; // folded away
					if (at.right > box.right + 1 || at.bottom > box.bottom + 4) return -1;
					whole++;
				}
			}
			return whole;
		})()`
		if got := eval[int](p, cut); got < 6 {
			t.Errorf("%v: %d whole moves", w, got)
		}
		p.want(`#pv .unfold:not([hidden])`, `▾`)
		eval[any](p, `document.querySelector('#pv .unfold').click()`)
		if !eval[bool](p, `(() => {const l = document.querySelector('#pv .line'); return l.closest('li').classList.contains('unfolded') && l.scrollHeight <= l.clientHeight + 1})()`) {
			t.Errorf("%v: the first line is not unfolded", w)
		}
		p.shoot("unfolded")
	}
}

// TestOwnClock begins a game with a time of the user's own.
func TestOwnClock(t *testing.T) {
	p := open(t, desktop)
	p.set(`#new [name="clock"]`, "own")
	for _, wrong := range []string{"", "x", "20", "20+5+5"} {
		eval[any](p, `document.querySelector('#new [name="time"]').value = %q`, wrong)
		if eval[bool](p, `document.querySelector('#new').checkValidity()`) {
			t.Errorf("the time %q is taken", wrong)
		}
	}
	eval[any](p, `document.querySelector('#new [name="time"]').value = '0.5+7'`)
	p.click(`#new .main`)
	p.want(`#near .clock`, `^0:30$`)
	p.people()
	p.move("e2e4")
	p.move("e7e5")
	p.move("g1f3")
	p.want(`#near .clock`, `^0:[34]\d$`)
	p.set(`#new [name="clock"]`, "")
	p.click(`#new .main`)
	p.want(`#live`, `^New game`)
}

// TestKeys reads the list of keys, and uses one of them.
func TestKeys(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.press("?")
	p.want(`#keys dl`, `turn the board`)
	p.shoot("keys")
	p.click(`#keys button`)
	p.press("l")
	p.want(`#effort`, `^depth`)
	p.press("x")
	p.want(`#threat`, `If it were Black's move`)
}

// TestPromotionPlace checks that the pieces to choose from are on the file, in the window.
func TestPromotionPlace(t *testing.T) {
	t.Parallel()
	for _, w := range sizes {
		p := open(t, w)
		p.people()
		for fen, move := range map[string]string{"8/P3k3/8/8/8/8/5K2/8 w - - 0 1": "a7a8", "8/4k3/8/8/8/8/5K1p/8 b - - 0 1": "h2h1"} {
			p.setUp(fen)
			eval[any](p, `scrollTo(0, 0)`)
			p.move(move)
			if !eval[bool](p, `(() => {
				const d = document.querySelector('#promotion').getBoundingClientRect();
				const q = document.querySelector('#promotion [aria-label="queen"]').getBoundingClientRect();
				const s = document.querySelector(%q).getBoundingClientRect();
				return Math.abs(d.left - s.left) < 2 && d.top >= 0 && d.right <= innerWidth + 1 && d.bottom <= innerHeight + 1 && Math.abs(q.top - s.top) < 3;
			})()`, square(move[2:])) {
				t.Errorf("%v: %s: the pieces are elsewhere", w, move)
			}
			p.shoot("promotion")
			p.click(`#promotion [aria-label="queen"]`)
		}
	}
}

// TestRatings plays against the weakest rating. The list has all that the library offers.
func TestRatings(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	const level = `.seat[data-color="black"] .level`
	names := eval[[]string](p, `[...document.querySelectorAll(%q)].map((o) => o.text)`, level+" .ratings option")
	if want := strings.Fields("800 1000 1200 1400 1600 1800 2000 2200"); strings.Join(names, ",") != "Elo "+strings.Join(want, ",Elo ") {
		t.Errorf("ratings %q", names)
	}
	p.set(level, eval[string](p, `document.querySelector(%q).value`, level+" .ratings option"))
	p.move("e2e4")
	p.want(`#moves`, `^1\.e4\S`)
	p.seat("black", "random") // which has no rating
	if !eval[bool](p, `document.querySelector(%q).hidden`, level+" .ratings") {
		t.Error("another player has ratings")
	}
}

// TestLoadedGame checks that nobody plays on in a game that was loaded, that its players have their
// names, and that what was there comes back.
func TestLoadedGame(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.move("e2e4") // against a program
	p.want(`#status`, `^Your move`)
	p.unfold("record")
	load := func() {
		t.Helper()
		p.set(`#pgn-text`, "[White \"Anna\"]\n[Black \"Boris\"]\n\n1. d4 d5 2. c4 *")
		eval[chromedp.Void](p, `document.querySelector('#pgn').requestSubmit()`)
		p.want(`#near b`, `^Anna$`)
		p.want(`#far b`, `^Boris$`)
	}
	load()
	p.click(`#undone button`)
	p.want(`#near b`, `^White$`)
	if player := p.value(`.seat[data-color="black"] .player`); player == "person" {
		t.Error("the program does not come back")
	}
	load()
	p.move("e7e6")
	p.want(`#status`, `^White to move\.$`)
	p.click(`#pgn-copy`)
	p.want(`#live`, `^Copied\.$|^Press Control`) // the browser may forbid it
	p.want(`#pgn-copy`, `^Copy$`)
}

// TestLoadedWithLink checks that the page opens the game of the link with which it is loaded, and says
// where it is seen that a link is damaged.
func TestLoadedWithLink(t *testing.T) {
	t.Parallel()
	p := open(t, window{"light", 390, 844})
	link := p.linkTo("e2e4", "c7c5")
	p.do(chromedp.Reload())
	p.want(`#live`, `^Your last game goes on\.$`) // the link is to this game
	p.click(`#new .main`)
	p.want(`#moves`, `^$`)
	start := p.address
	for _, test := range []struct{ address, moves, said string }{
		{link, `^1\.e4c5$`, `^Undo$`},
		{start + "#fen=4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1", `^$`, `^Another game was loaded\. Undo$`},
		{start + "#pgn=!!!", `^$`, `^The link is damaged`},
		{start + "#pgn=damaged", `^$`, `^The link is damaged`},
	} {
		p.do(chromedp.Navigate("about:blank"))
		p.address = test.address
		p.load()
		p.want(`#moves`, test.moves)
		p.want(`#undone`, test.said)
	}
	if !eval[bool](p, `document.querySelector('#undone span').checkVisibility() && !document.querySelector('#undone button').checkVisibility()`) {
		t.Error("the message is hidden, or offers a way back")
	}
}
