package browsertest

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// dim lists the texts that can be seen whose colour is too near to that of their ground, as the Web
// Content Accessibility Guidelines (level AA) count it. The board and the bar have grounds of their own.
const dim = `(() => {
	const numbers = (color) => color.match(/[\d.]+/g).map(Number);
	const over = ([r, g, b, a = 1], under) => [r, g, b].map((c, i) => a * c + (1 - a) * under[i]);
	const ground = (e) => over(numbers(getComputedStyle(e).backgroundColor), e.parentElement ? ground(e.parentElement) : [255, 255, 255]);
	const luminance = (color) => color.map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
		.reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
	const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
	return [...document.querySelectorAll('body *')].flatMap((e) => {
		const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
		if (!own || e.disabled || !e.checkVisibility() || e.closest('svg, .board, #bar, .unseen, script, noscript, option, :disabled')) return [];
		const style = getComputedStyle(e);
		const size = parseFloat(style.fontSize);
		const least = size >= 24 || size >= 18.6 && style.fontWeight >= 700 ? 3 : 4.5;
		const under = ground(e);
		const got = contrast(luminance(over(numbers(style.color), under)), luminance(under));
		return got < least ? [e.tagName + '#' + e.id + '.' + e.className + ' "' + e.textContent.trim().slice(0, 30) + '": ' + got.toFixed(2)] : [];
	});
})()`

// TestContrast checks the colours of all texts, light and dark, with all cards open.
func TestContrast(t *testing.T) {
	p := played(t, "f2f3", "e7e5", "g2g4")
	p.click(`#why`)
	p.want(`#reason`, `\.$`)
	p.click(`#analyse`)
	p.click(`#threats`)
	p.act(`for (const card of document.querySelectorAll('details')) card.open = true`)
	p.click(`#look`)
	p.want(`#flaws`, `g4\?\?`)
	p.set(`#typed input`, "x")
	p.act(`document.querySelector('#typed').requestSubmit()`)
	p.act(`document.querySelector('#over').show()`)
	for _, w := range []window{desktop, {"dark", 1280, 860}} {
		p.resize(w)
		var bad []string
		p.poll(func() bool { // the colours change slowly
			bad = eval[[]string](p, dim)
			return len(bad) == 0
		})
		if len(bad) > 0 {
			t.Errorf("too little contrast, %s: %q", w.scheme, bad)
		}
	}
}

// TestMotion checks that nothing moves for those who ask for that.
func TestMotion(t *testing.T) {
	p := open(t, desktop)
	const calm = `getComputedStyle(document.documentElement).getPropertyValue('--calm')`
	p.until(calm + ` === '240ms'`)
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
		})
		return err
	}))
	p.until(calm + ` === '0s'`)
}

// TestBoardLarge checks that the board is as high as the window allows, and that the moves, the reason
// and what can be done stand beside it in the window.
func TestBoardLarge(t *testing.T) {
	p := played(t)
	p.loadPGN("1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d5 5. exd5 Nxd5 6. Nxf7 Kxf7 7. Qf3+ Ke6 *")
	p.act(`document.querySelector('#record').open = false`)
	p.click(`#why`)
	p.want(`#reason`, `\.$`)
	windows := []window{desktop}
	if full {
		windows = append(windows, window{"dark", 1280, 800}, window{"light", 1920, 1080}, window{"light", 1024, 700}, window{"light", 1600, 900})
	}
	for _, w := range windows {
		p.resize(w)
		p.act(`scrollTo(0, 0)`)
		p.until(`document.querySelector('#board').getBoundingClientRect().height >= innerHeight - 150`)
		p.until(`['far', 'board', 'near', 'moves', 'reason', 'tools'].every((id) => {
			const r = document.getElementById(id).getBoundingClientRect();
			return r.top >= 0 && r.left >= 0 && r.bottom <= innerHeight && r.right <= innerWidth && r.height > 30;
		})`)
		p.until(`document.documentElement.scrollWidth <= innerWidth`)
		if w.width >= 1600 { // the analysis too, in a column of its own
			p.until(`((a, g) => a.left >= g.right && a.top < 100)(document.querySelector('#analysis').getBoundingClientRect(), document.querySelector('#game').getBoundingClientRect())`)
		}
	}
}

// TestStrip checks that phones and tablets that stand show the moves as a strip below the board, which
// follows the game, and that what can be done is at the lower edge.
func TestStrip(t *testing.T) {
	p := played(t)
	p.loadPGN("1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d5 5. exd5 Nxd5 6. Nxf7 Kxf7 7. Qf3+ Ke6 8. Nc3 Nb4 9. O-O c6 10. d4 Qf6 *")
	windows := []window{phone}
	if full {
		windows = append(windows, window{"light", 360, 640}, window{"dark", 820, 1180})
	}
	for _, w := range windows {
		p.resize(w)
		p.act(`scrollTo(0, 0)`)
		for _, button := range []string{`#first`, `#forward`, `#last`} {
			p.click(button)
			p.until(`((list, move) => list.height < 60 && list.bottom < document.querySelector('#tools').getBoundingClientRect().top &&
				(!move || move.left >= list.left && move.right <= list.right && move.top >= list.top && move.bottom <= list.bottom))
				(document.querySelector('#moves').getBoundingClientRect(), document.querySelector('#moves [aria-current]')?.getBoundingClientRect())`)
		}
		p.until(`((r) => r.bottom === innerHeight && [...document.querySelectorAll('#tools button')].every((b) => b.offsetHeight >= 44 && b.offsetWidth >= 44 && b.scrollWidth <= b.offsetWidth))(document.querySelector('#tools').getBoundingClientRect())`)
		p.click(`#unroll`)
		p.until(`document.querySelector('#moves').offsetHeight > 100`)
		p.click(`#unroll`)
		p.until(`document.documentElement.scrollWidth <= innerWidth`)
	}
}

// TestSeats checks what the cards of the players say, during a game and of one that was loaded.
func TestSeats(t *testing.T) {
	p := open(t, desktop)
	p.want(`#far .level option:checked`, `^Hobby player 1400$`)
	p.set(`#new [name="clock"]`, "5+3")
	p.click(`#new .main`)
	p.until(`parseFloat(getComputedStyle(document.querySelector('#near .clock')).fontSize) >= 28`)
	p.loadPGN("[White \"Carlsen, Magnus\"]\n[WhiteElo \"2835\"]\n[WhiteTitle \"GM\"]\n[Black \"N.N.\"]\n[BlackElo \"?\"]\n\n1. e4 d5 2. exd5 *")
	p.want(`#near .first b`, `^Carlsen, Magnus$`)
	p.want(`#near .known`, `^White GM 2835$`)
	p.want(`#far .known`, `^Black$`)
	p.hidden(`#near .player`)
	p.want(`#near .material`, `^\+1$`)
	p.click(`#near .more`)
	p.until(`document.activeElement === document.querySelector('#near .player')`)
}

// TestSheet ends games, and does what the sheet offers by keyboard and mouse.
func TestSheet(t *testing.T) {
	p := open(t, desktop)
	p.hidden(`#over`)
	p.set(`#new [name="clock"]`, "5+3")
	p.click(`#new .main`)
	p.click(`#resign`)
	p.want(`#over-title`, `^You lose$`)
	p.want(`#over-text`, `^Black wins: resignation\. 0 moves\.$`)
	p.until(`document.activeElement.id === 'over-review'`) // so it is read
	p.until(`document.querySelector('#over').getAttribute('aria-labelledby') === 'over-title'`)
	p.press(kb.Escape)
	p.hidden(`#over`)
	p.click(`#result`)
	p.press(kb.Tab, kb.Enter) // the rematch
	p.hidden(`#over`)
	p.want(`#near b`, `^Black$`) // with the other colour
	p.want(`#moves`, `^1\.[A-Za-h][a-h1-8]+$`)
	p.want(`#near .clock`, `^[45]:\d\d$`)

	p.people()
	p.click(`#new .main`)
	p.move("f2f3", "e7e5", "g2g4", "d8h4")
	p.want(`#over-title`, `^Black wins$`)
	p.want(`#over-text`, `^By checkmate\. 2 moves\.$`)
	p.click(`#back`) // a click elsewhere closes it, and is heard
	p.hidden(`#over`)
	p.want(`#moves [aria-current]`, `^g4$`)
	p.hidden(`#result`)
	p.click(`#last`)
	p.hidden(`#over`) // the game has not ended just now
	p.click(`#result`)
	p.act(`window.saved = null; document.querySelector('#pgn-save').addEventListener('click', (e) => { e.preventDefault(); window.saved = decodeURIComponent(e.target.href); })`)
	p.click(`#over-save`)
	p.until(`window.saved?.includes('Qh4#') && window.saved.includes('Result "0-1"')`)
	p.click(`#over-review`)
	p.want(`#verdict`, `2\. ?g4`)
	p.click(`#result`)
	p.want(`#over-accuracy`, `^Accuracy: White \d+ %, Black \d+ %$`)
	p.click(`#over-close`)
	p.hidden(`#over`)
	p.load()
	p.hidden(`#over`)
}

// TestOneNumber checks that the bar, the lines and the explanation have one number, that it says its
// depth, and that a deeper one stays after the analysis.
func TestOneNumber(t *testing.T) {
	p := played(t)
	p.until(`(() => { // nothing shallow is ever shown
		const number = document.querySelector('#number');
		new MutationObserver(() => {
			const depth = document.querySelector('#effort').textContent.match(/^depth (\d+)/);
			window.shallow ||= number.textContent.includes('.') && !(depth && depth[1] >= 10) || document.querySelector('#pv').children.length > 0 && !depth;
		}).observe(document.querySelector('#analysis'), { subtree: true, childList: true, characterData: true });
		return true;
	})()`)
	p.move("e2e4", "g8f6") // two plies deep, the pawn takes the knight
	same := func() {
		t.Helper()
		p.until(`(() => {
			const text = (s) => document.querySelector(s).textContent.trim();
			const number = text('#number');
			const rows = [...document.querySelectorAll('#account tr')].map((r) => r.children[3].textContent);
			const cents = (s) => Math.round(100 * Number(s.replace('−', '-')));
			const [still, ahead, total] = rows.slice(-3).map(cents);
			return /^[+−]?\d/.test(number) && text('#total') === number && rows.at(-1) === number && still + ahead === total &&
				Math.abs(cents(text('#bar span')) - total) <= 5 &&
				(document.querySelector('#pv b')?.textContent ?? number) === number;
		})()`)
		p.want(`#effort`, `^depth \d\d`)
		p.until(`document.querySelector('#bar').ariaValueText.startsWith(document.querySelector('#number').textContent + ', depth ')`)
	}
	p.unfold("explain")
	same()
	p.click(`#analyse`)
	p.want(`#effort`, `^depth 1[1-9], `)
	p.until(`document.querySelectorAll('#pv li').length === 3`)
	p.click(`#analyse`)
	p.want(`#effort`, `^depth 1[1-9]$`)
	same()
	deep := p.text(`#number`)
	p.click(`#back`)
	p.click(`#forward`)
	p.want(`#number`, "^"+deep[:1])
	p.want(`#effort`, `^depth 1[1-9]$`)
	p.until(`!window.shallow`)
}

// TestWheelAndSpace goes through the game by the wheel and by keys, and lets the space bar analyse and
// play the best move.
func TestWheelAndSpace(t *testing.T) {
	p := played(t, "e2e4", "e7e5", "g1f3")
	for _, test := range []struct {
		dy      int
		current string
	}{{-100, "e5"}, {-100, "e4"}, {100, "e5"}, {20, "e5"}, {20, "Nf3"}, {100, "Nf3"}} { // a trackpad sends small steps
		p.act(`
			const e = new WheelEvent('wheel', {deltaY: %d, bubbles: true, cancelable: true});
			document.querySelector('#board [data-square="d5"]').dispatchEvent(e);
			if (!e.defaultPrevented) throw new Error('the page scrolls');`, test.dy)
		p.want(`#moves [aria-current]`, "^"+test.current+"$")
	}
	p.press(kb.ArrowUp)
	p.until(`document.querySelector('#moves [aria-current]') === null`)
	p.press(kb.ArrowDown)
	p.want(`#moves [aria-current]`, `^Nf3$`)
	p.press(" ") // a square has the focus, by a click
	p.want(`#pv li`, `^\S+ 2\.\.\. `)
	p.press(" ")
	p.until(`((moves) => moves.length === 4 && moves[3].ariaCurrent === 'true')([...document.querySelectorAll('#moves button')])`)
	p.do(chromedp.Focus(chromedp.CSS(`#flip`)))
	p.press(" ") // the button's
	p.want(`#near b`, `^Black$`)
	p.want(`#moves`, `^1\.e4e52\.Nf3\S+$`)
}
