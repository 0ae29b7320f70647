package browsertest

import (
	"regexp"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestAnalysis asks for a hint and for lines, shows the position after a move of a line while the
// pointer or the focus is there, and plays one.
func TestAnalysis(t *testing.T) {
	p := at(t, "6k1/5ppp/8/8/8/8/5PPP/K2R4 w - - 0 9")
	p.click(`#hint`)
	p.want(`#live`, `^Hint: White: rook to d8, checkmate$`)
	p.want(`.picture desc`, `Arrows: d1 to d8\.`)
	p.set(`#lines`, "2")
	p.click(`#analyse`)
	p.want(`#pv`, `#1\s+9\. Rd8#`)
	p.want(`#pv li:nth-child(2)`, `\S+ 9\. `)
	p.want(`#bar span`, `^#1$`)
	p.until(`document.querySelectorAll('.arrows path').length === 2`)

	p.hidden(`#preview`)
	move := p.centre(`#pv .line button`)
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, move[0], move[1]))
	p.want(`#preview desc`, `Last move: d1 to d8\.`)
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 1, 1))
	p.hidden(`#preview`)
	p.do(chromedp.Focus(chromedp.CSS(`#threats`)))
	p.press(kb.Tab)
	p.want(`#preview desc`, `Last move: d1 to d8\.`)
	p.want(`#board .picture desc`, `White to move\.$`) // the board has not changed

	san := eval[string](p, `(() => {
		const move = [...document.querySelectorAll('#pv li:nth-child(2) .line button')].at(-1);
		move.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}));
		return move.textContent;
	})()`)
	p.want(`#moves [aria-current]`, "^"+regexp.QuoteMeta(san)+"$")
	p.click(`#first`)
	p.move("d1d8")
	p.want(`#status`, `^White wins: checkmate\.$`)
	p.want(`#bar span`, `^1-0$`)
}

// TestLinesWhole checks that no move of a line is cut off, and that a line can be unfolded.
func TestLinesWhole(t *testing.T) {
	p := at(t, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
	p.click(`#analyse`)
	p.want(`#effort`, `^depth ([6-9]|\d\d)`)
	for _, w := range sizes() {
		p.resize(w)
		p.until(`(() => {
			let whole = 0;
			for (const line of document.querySelectorAll('#pv .line')) {
				const box = line.getBoundingClientRect();
				for (const move of line.querySelectorAll('button')) {
					const at = move.getBoundingClientRect();
					if (at.top >= box.bottom - 1) continue; // folded away
					if (at.right > box.right + 1 || at.bottom > box.bottom + 4) return false;
					whole++;
				}
			}
			return whole >= 6;
		})()`)
	}
	p.want(`#pv .unfold:not([hidden])`, `▾`)
	p.act(`document.querySelector('#pv .unfold').click()`)
	p.until(`(() => {const l = document.querySelector('#pv .line'); return l.closest('li').classList.contains('unfolded') && l.scrollHeight <= l.clientHeight + 1})()`)
}

// TestThreats shows what the other side would play, in red and in words.
func TestThreats(t *testing.T) {
	p := played(t, "e2e4", "e7e5", "f1c4", "b8c6", "d1h5")
	p.click(`#threats`)
	p.want(`#threat`, `^If it were White's move: .*Qxf7#`)
	p.until(`document.querySelectorAll('.arrows .threat').length === 1`)
	p.move("g7g6")
	p.want(`#threat`, `^If it were Black's move: .*gxh5`)
	p.move("c4f7")
	p.want(`#threat`, `^Black is in check\.$`)
	p.want(`.arrows`, `^$`)
	p.click(`#threats`)
	p.click(`#back`)
	p.hidden(`#threat`)
	p.hidden(`.arrows .threat`)
}

// TestBar checks that the bar shows what a search has found, and not what the position is worth
// without it, and that it can be hidden.
func TestBar(t *testing.T) {
	p := at(t, "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1")
	p.want(`#bar span`, `^#1$`)
	p.move("e1e7")
	p.want(`#bar span`, `^\+`)
	p.unfold("theme")
	p.set(`#theme-bar`, "hidden")
	p.load()
	p.until(`getComputedStyle(document.querySelector('#bar')).visibility === 'hidden'`)
}

// TestTruth checks that the analysis says who wins an ending, and that the page goes on while
// tables are made.
func TestTruth(t *testing.T) {
	p := at(t, "8/8/1K1k4/8/2P5/8/8/8 w - - 0 1")
	p.want(`#truth p`, `^$`) // without analysis
	p.click(`#analyse`)
	p.want(`#truth p`, `^White wins: mate in 13 with best play; only c5\+ and Kb5 win\.$`)
	p.want(`#bar span`, `^#13$`) // no other value beside it
	p.want(`#pv li`, `^#13 1\. c5\+ `)
	p.want(`#effort`, `^by the tables$`)
	p.want(`#truth ul`, `^Win c5\+ \(mate in 13\), Kb5 \(mate in 16\)Draw Ka5, Ka6, Ka7, Kb7$`)
	p.setUp("8/5p2/1K1k4/8/2P5/8/8/8 w - - 0 1")
	p.want(`#truth p`, `^Preparing tables: \d+ of \d+, K\w+vK\w* \d+ %$`)
	p.setUp("8/8/8/8/8/8/3k4/K6Q w - - 0 1") // does not wait for the tables of before
	p.want(`#truth p`, `^White wins: mate in \d+ with best play`)
	p.setUp("8/5p2/1K1k4/8/2P5/8/8/8 w - - 0 1")
	p.move("c4c5") // while tables are made
	p.want(`#moves`, `^1\.c5\+$`)
	p.setUp("8/8/1K1k4/8/2P5/8/8/7N w - - 3+3 0 1")
	p.hidden(`#truth`) // of three-check
}

// TestExplanation explains the evaluation that was chosen, or that of the player at the board,
// with the settings that were typed, and keeps both if they are wrong.
func TestExplanation(t *testing.T) {
	p := at(t, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
	wrong := func(settings string) {
		t.Helper()
		p.set(settings, "luck=1")
		p.until(`((m) => m.includes('luck') && m.length < 170)(document.querySelector(%q).validationMessage)`, settings)
	}
	p.click(`#explain summary`)
	p.want(`#by`, `^default$`)
	p.want(`#account`, `material\+\d+\.\d\d0\.00\+\d+\.\d\d`)
	p.want(`#total`, `^\+\d`)
	p.want(`#account tr:last-child`, regexp.QuoteMeta(p.text(`#total`))+"$")
	p.click(`tr[data-feature="material"] button`)
	p.want(`.picture desc`, `Numbers: d1 \+\d+\.$`)
	p.click(`tr[data-feature="material"] button`)
	p.until(`!document.querySelector('.picture desc').textContent.includes('Numbers')`)

	settings := seat("black") + `.settings`
	p.seat("black", "capturesfirst")
	p.want(`#by`, `^capturesfirst$`)
	p.set(settings, "eval=simplified,material=200")
	p.want(`#by`, `^capturesfirst,eval=simplified,material=200$`)
	p.want(`#account`, `^material\+18\.00`)
	p.click(`tr[data-feature="piece-square"] button`)
	p.set(settings, "eval=materialmobility") // which has no tables
	p.want(`#account`, `mobility`)
	wrong(settings)
	p.want(`#by`, `^capturesfirst,eval=materialmobility$`)
	p.click(`#flip`)
	p.want(settings, `^eval=materialmobility$`)

	p.set(`#evaluation`, "simplified")
	p.want(`#account`, `^material\+9\.00`)
	p.want(`#by`, `^$`)
	p.set(`#evaluation-settings`, "material=50")
	p.want(`#account`, `^material\+4\.50`)
	wrong(`#evaluation-settings`)
	p.want(`#account`, `^material\+4\.50`)
	p.move("d1d7")
	p.want(`#moves`, `Qd7\+Kxd7`)
}

// TestWorkersKeptTakesTime analyses moves: a search ends for the next one, and its worker stays,
// with its table. A worker that does not stop is replaced.
func TestWorkersKeptTakesTime(t *testing.T) {
	everything(t)
	p := played(t)
	p.want(`#bar span`, `\d`) // its worker is there
	p.act(`
		window.made = 0;
		window.Worker = class extends Worker { constructor(...args) { super(...args); window.made++; } };`)
	p.click(`#analyse`)
	for _, m := range []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1b5"} {
		p.want(`#effort`, `^depth \d+`)
		p.move(m)
	}
	p.want(`#effort`, `^depth \d+`)
	p.click(`#analyse`)
	p.want(`#effort`, `^depth \d+$`)
	time.Sleep(2500 * time.Millisecond) // longer than a worker may take to stop
	p.until(`window.made === 0`)

	p.act(`
		const all = Object.getPrototypeOf(Worker.prototype); // of those before too
		const post = all.postMessage;
		all.postMessage = function (message) { if (!message.stop) post.call(this, message); };`)
	p.click(`#analyse`)
	p.want(`#effort`, `^depth \d+`)
	p.move("a7a6")
	p.want(`#pv li`, `^\S+ 4\. `)
	p.until(`window.made === 1`)
}

// TestSpeed logs the speed of the library in the browser, with -optimize what a user has; see
// examples/uci for its speed without a browser.
func TestSpeed(t *testing.T) {
	if !*optimize {
		everything(t)
	}
	p := open(t, desktop)
	for range 3 { // the browser optimises code that runs for long
		p.click(`#bench`)
		p.want(`#speed`, `^.* nodes in .* s: .* nodes/s$`)
		t.Log(p.text(`#speed`))
	}
}

// TestReview reviews a game, and finds better moves than its bad ones as puzzles.
func TestReview(t *testing.T) {
	p := open(t, desktop)
	p.unfold("puzzles")
	p.set(`#puzzle-source`, "review")
	p.want(`#puzzle-task`, `^Let your game be reviewed first`)
	p.loadPGN("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0")
	p.unfold("review")
	p.act(`
		window.grown = new Set();
		new MutationObserver(() => {
			if (document.querySelector('#verdict').textContent.startsWith('Looking')) window.grown.add(document.querySelector('#graph .white').getAttribute('points').split(' ').length);
		}).observe(document.querySelector('#graph'), {childList: true});`)
	p.click(`#look`)
	p.want(`#verdict`, `3\.\.\.Nf6`)
	p.want(`#flaws`, `3\.\.\.Nf6\?\?.*Qxf7#`)
	p.until(`window.grown.size >= 3`) // while it looked
	p.until(`document.querySelectorAll('#graph .blunder').length === 1`)
	p.act(`[...document.querySelectorAll('#flaws .move')].at(-1).click()`)
	p.want(`#moves [aria-current]`, `^Nf6\?\?$`)

	p.until(`document.querySelector('#moves .blunder').parentNode.textContent === 'Nf6??'`)
	p.act(`[...document.querySelectorAll('#flaws .again')].at(-1).click()`)
	p.want(`#puzzle-task`, ` to move: find a better move than in the game\.$`)
	p.want(`#moves`, `^1\.e4e52\.Bc4Nc63\.Qh5$`)
	p.click(`#puzzle-leave`)

	p.click(`#puzzle-next`)
	for range 5 { // until it is the blunder
		p.want(`#puzzle-task`, ` to move: find a better move than in the game\.$`)
		if p.text(`#moves`) == "1.e4e52.Bc4Nc63.Qh5" {
			break
		}
		p.click(`#puzzle-next`)
	}
	p.move("g8f6")
	p.want(`#puzzle-task`, `^Nf6 is not it\. Winning chances of 0 %; the best move has \d+ %\. Try again\.$`)
	p.want(`#moves`, `Qh5$`)
	p.move("d8e7") // and g6: both will do
	p.want(`#puzzle-task`, `^Qe7 is right\. Solved!$`)
	p.click(`#puzzle-leave`)
	p.want(`#moves`, `Qxf7#$`)
	p.want(`#verdict`, `3\.\.\.Nf6`)
	p.until(`getComputedStyle(document.querySelector('#graph')).display !== 'none'`)

	p.click(`#last`)
	p.click(`#undo`)
	p.want(`#verdict`, `^$`) // it was of another game
	p.click(`#look`)
	p.act(`document.querySelector('#undo').click()`) // while it looks
	p.want(`#moves`, `^1\.e4e52\.Bc4Nc63\.Qh5$`)
	p.want(`#verdict`, `^$`)
	p.click(`#new .main`)
	p.until(`getComputedStyle(document.querySelector('#graph')).display === 'none'`)
}
