package browsertest

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestMateByClicks(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	for _, m := range []string{"f2f3", "e7e5", "g2g4", "d8h4"} {
		p.move(m)
	}
	p.want(`#status`, `^Black wins: checkmate\.$`)
	p.want(`#live`, `^Black: queen to h4, checkmate\. Black wins: checkmate\.$`)
	p.want(`#moves`, `^1\.f3e52\.g4Qh4#$`)
	p.want(`#bar span`, `^0-1$`)
	if n := eval[int](p, `document.querySelectorAll('.movable').length`); n != 0 {
		t.Errorf("%d pieces can be moved after mate", n)
	}
}

// TestMateAgainstPlayer mates each player of the library, unless it resigns.
func TestMateAgainstPlayer(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	players := eval[[]string](p, `[...document.querySelectorAll('.seat[data-color="black"] .player option')].map((o) => o.value)`)
	if len(players) < 5 {
		t.Fatalf("players: %q", players)
	}
	for _, player := range players[1:] {
		t.Run(player, func(t *testing.T) {
			p := &page{t, p.ctx, p.address}
			p.people()
			p.setUp("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")
			p.seat("black", player)
			p.set(`.seat[data-color="black"] .level`, "0")
			p.move("g1g6")
			p.want(`#status`, `^Draw: stalemate\.$`)
			p.click(`#undo`)
			p.move("g1g5") // Black has one move
			p.want(`#status`, `^Your move: you have White\.$|^White wins: resignation\.$`)
			if p.text(`#status`) != "White wins: resignation." {
				p.move("g5g7")
				p.want(`#status`, `^White wins: checkmate\.$`)
			}
		})
	}
}

func TestDrag(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	p.drag("e2e4")
	p.drag("e7e6")
	p.drag("e4e6") // is not legal
	p.want(`#moves`, `^1\.e4e6$`)
	p.want(`#live`, `^Black: pawn to e6\.$`)
	p.click(`#flip`)
	p.drag("d2d4")
	p.want(`#moves`, `^1\.e4e62\.d4$`)
}

func TestLegalMovesShown(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	targets := func() string {
		return eval[string](p, `[...document.querySelectorAll('.target')].map((c) => c.dataset.square).sort().join(' ')`)
	}
	p.click(square("g1"))
	if got := targets(); got != "f3 h3" {
		t.Errorf("the knight can go to %q", got)
	}
	p.click(square("g1"))
	if got := targets(); got != "" {
		t.Errorf("after a second click the knight can go to %q", got)
	}
	p.click(square("e7"))
	if got := targets(); got != "" {
		t.Errorf("Black's pawn can go to %q", got)
	}
	p.setUp("8/8/8/8/8/1k6/3r4/R3K2R w KQ - 0 1")
	p.seat("black", "person")
	p.click(square("e1"))
	if got := targets(); got != "d2 f1 g1" {
		t.Errorf("the king can go to %q", got)
	}
}

func TestPromotion(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	p.setUp("8/P6k/8/8/8/8/7P/K7 w - - 0 1")
	p.move("a7a8")
	p.press(kb.Escape)
	if got := p.value(`#fen-text`); got != "8/P6k/8/8/8/8/7P/K7 w - - 0 1" {
		t.Errorf("after the promotion was cancelled the position is %s", got)
	}
	p.move("a7a8")
	p.shoot("promotion")
	p.click(`#promotion [aria-label="knight"]`)
	p.want(`#moves`, `^1\.a8=N$`)
	p.want(`#live`, `^White: pawn to a8, becomes a knight\.$`)
	if got := p.label("a8"); got != "a8, white knight" {
		t.Errorf("after the promotion there is %s", got)
	}
}

func TestKeyboard(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	label := func() string { return eval[string](p, `document.activeElement.getAttribute('aria-label')`) }
	step := func(want string, keys ...string) {
		t.Helper()
		for _, k := range keys {
			p.press(k)
		}
		if got := label(); got != want {
			t.Fatalf("the label of the focused button is %q, want %q", got, want)
		}
	}
	p.do(chromedp.Focus(chromedp.CSS(`.grid [tabindex="0"]`)))
	step("e2, white pawn")
	step("a2, white pawn", kb.Home)
	step("h2, white pawn", kb.End)
	step("h2, white pawn", kb.ArrowRight)
	step("e2, white pawn", kb.ArrowLeft, kb.ArrowLeft, kb.ArrowLeft)
	step("e2, white pawn, selected", kb.Enter)
	step("e2, white pawn", kb.Escape)
	step("e2, white pawn, selected", " ")
	step("e4, can move here", kb.ArrowUp, kb.ArrowUp)
	step("e4, white pawn", kb.Enter)
	p.want(`#live`, `^White: pawn to e4\.$`)

	p.do(chromedp.SendKeys(chromedp.CSS(`#typed input`), "nf6"+kb.Enter))
	p.want(`#live`, `^Black: knight to f6\.$`)
	p.do(chromedp.SendKeys(chromedp.CSS(`#typed input`), "e4e5"+kb.Enter))
	p.want(`#moves`, `^1\.e4Nf62\.e5$`)
	p.do(chromedp.SendKeys(chromedp.CSS(`#typed input`), "Ke4"+kb.Enter))
	p.want(`#typed-error`, `^"Ke4" is not legal here\.$`)
	p.want(`#moves`, `^1\.e4Nf62\.e5$`)
}

// TestTypedError checks when a text that is not a move, and its error, disappear.
func TestTypedError(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	p.move("e2e4")
	p.unfold("record")
	for _, test := range []struct {
		name, left string
		act        func()
	}{
		{"typing", "Ke4x", func() { p.do(chromedp.SendKeys(chromedp.CSS(`#typed input`), "x")) }},
		{"a move", "", func() { p.move("e7e5") }},
		{"taking back", "", func() { p.click(`#undo`) }},
		{"resigning", "", func() { p.click(`#resign`) }},
		{"loading", "", func() { p.click(`#pgn button`) }},
		{"a new game", "", func() { p.click(`#new .main`) }},
	} {
		p.set(`#typed input`, "")
		p.do(chromedp.SendKeys(chromedp.CSS(`#typed input`), "Ke4"+kb.Enter))
		p.want(`#typed-error`, `^"Ke4" is not legal here\.$`)
		test.act()
		if text, left := p.text(`#typed-error`), p.value(`#typed input`); text != "" || left != test.left {
			t.Errorf("after %s the field has %q and the error is %q", test.name, left, text)
		}
	}
}

// TestLabels checks that all controls have names.
func TestLabels(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.unfold("explain")
	p.unfold("record")
	p.click(`#edit`)
	nameless := eval[[]string](p, `[...document.querySelectorAll('button, select, input, textarea')].filter((e) =>
		!e.textContent.trim() && !e.ariaLabel && !e.labels?.length).map((e) => e.outerHTML)`)
	if len(nameless) > 0 {
		t.Errorf("without a name: %q", nameless)
	}
	if got := eval[int](p, `document.querySelectorAll('[role=grid] > [role=row] > [role=gridcell][aria-label]').length`); got != 2*64 {
		t.Errorf("%d squares have labels", got)
	}
}

func TestThinking(t *testing.T) {
	p := open(t, desktop)
	p.set(`.seat[data-color="black"] .level`, "6")
	p.move("e2e4")
	p.want(`#status`, `^Black is thinking…$`)
	p.want(`#effort`, `^depth \d+, .* nodes, .*/s$`)

	p.do(chromedp.SendKeys(chromedp.CSS(`#typed input`), "e5"+kb.Enter))
	p.want(`#typed-error`, `^Black is to move, and is played by alphabeta\.$`)
	p.click(`#undo`) // the player thinks for longer than want waits
	p.want(`#status`, `^Your move: you have White\.$`)
	p.move("d2d4")
	p.want(`#pv li`, `\S`)
	p.click(`#go`) // move now
	p.want(`#status`, `^Your move: you have White\.$`)
	p.click(`#back`)
	p.want(`#status`, `^Looking back: Black to move here\.$`)
	p.click(`#last`)
	p.want(`#status`, `^Your move: you have White\.$`)
}

// TestWorkersKept analyses moves: a search ends for the next one, and its worker stays, with its
// table.
func TestWorkersKept(t *testing.T) {
	p := open(t, desktop)
	p.people()
	p.want(`#bar span`, `\d`) // its worker is there
	eval[any](p, `{
		window.made = 0;
		window.Worker = class extends Worker { constructor(...args) { super(...args); window.made++; } };
	}`)
	p.click(`#analyse`)
	for _, m := range []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1b5"} {
		p.want(`#effort`, `^depth \d+`)
		p.move(m)
	}
	p.want(`#effort`, `^depth \d+`)
	p.click(`#analyse`)
	p.want(`#effort`, `^$`)
	p.do(chromedp.Sleep(2500 * time.Millisecond)) // longer than a worker may take to stop
	if made := eval[int](p, `window.made`); made != 0 {
		t.Errorf("%d workers were replaced", made)
	}

	// A worker that does not stop is replaced.
	eval[any](p, `{
		const all = Object.getPrototypeOf(Worker.prototype); // of those before too
		const post = all.postMessage;
		all.postMessage = function (message) { if (!message.stop) post.call(this, message); };
	}`)
	p.click(`#analyse`)
	p.want(`#effort`, `^depth \d+`)
	p.move("a7a6")
	p.want(`#pv li`, `^\S+ 4\. `)
	if made := eval[int](p, `window.made`); made != 1 {
		t.Errorf("%d workers were replaced, want 1", made)
	}
}

func TestAnalysis(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	p.setUp("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
	p.set(`#lines`, "2")
	p.click(`#analyse`)
	p.want(`#pv`, `#1\s+1\. Rd8#`)
	p.want(`#pv li:nth-child(2)`, `\S`)
	p.want(`#bar span`, `^#1$`)
	if n := eval[int](p, `document.querySelectorAll('.arrows path').length`); n != 2 {
		t.Errorf("%d arrows for two lines", n)
	}
	p.shoot("arrows")
	p.move("d1d8")
	p.want(`#status`, `^White wins: checkmate\.$`)
	p.want(`#bar span`, `^1-0$`)
}

func TestHint(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	p.setUp("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
	p.click(`#hint`)
	p.want(`#live`, `^Hint: White: rook to d8, checkmate$`)
	p.want(`.picture desc`, `Arrows: d1 to d8\.`)
}

func TestExplanation(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	p.setUp("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
	p.click(`#explain summary`)
	p.want(`#account`, `material\+\d+\.\d\d0\.00\+\d+\.\d\d`)
	p.want(`#total`, `^\+\d`)
	if sum, total := p.text(`#account tr:last-child`), p.text(`#total`); !strings.HasSuffix(sum, total) {
		t.Errorf("the table ends with %q, the heading with %q", sum, total)
	}
	p.click(`tr[data-feature="material"] button`)
	p.want(`.picture desc`, `Numbers: d1 \+\d+\.$`)
	p.click(`tr[data-feature="material"] button`)
	if got := p.text(`.picture desc`); strings.Contains(got, "Numbers") {
		t.Errorf("the heat map is still shown: %s", got)
	}
	p.want(`#by`, `^default$`)
	p.set(`#evaluation`, "simplified")
	p.want(`#account`, `^material\+9\.00`)
	p.set(`#evaluation-settings`, "material=50")
	p.want(`#account`, `^material\+4\.50`)
	p.set(`#evaluation-settings`, "luck=50")
	p.want(`#account`, `^material\+4\.50`)
	if got := eval[string](p, `document.querySelector('#evaluation-settings').validationMessage`); !strings.Contains(got, "luck") {
		t.Errorf("the field says %q", got)
	}
	if p.text(`#by`) != "" {
		t.Errorf("the evaluation is that of %s", p.text(`#by`))
	}
}

// TestSettings explains the evaluation of the player at the board, with the settings
// that were typed, and keeps the player if they are wrong.
func TestSettings(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	p.setUp("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
	p.click(`#explain summary`)
	const settings = `.seat[data-color="black"] .settings`
	p.seat("black", "capturesfirst")
	p.want(`#by`, `^capturesfirst$`)
	p.set(settings, "eval=simplified,material=200")
	p.want(`#by`, `^capturesfirst,eval=simplified,material=200$`)
	p.want(`#account`, `^material\+18\.00`)
	p.click(`tr[data-feature="piece-square"] button`)
	p.set(settings, "eval=materialmobility") // which has no tables
	p.want(`#account`, `mobility`)
	p.set(settings, "luck=1")
	if got := eval[string](p, `document.querySelector(%q).validationMessage`, settings); !strings.Contains(got, "luck") {
		t.Errorf("the field says %q", got)
	}
	p.want(`#by`, `^capturesfirst,eval=materialmobility$`)
	p.click(`#flip`)
	if got := p.value(settings); got != "eval=materialmobility" {
		t.Errorf("turned, the field has %q", got)
	}
	p.move("d1d7")
	p.want(`#moves`, `Qd7\+Kxd7`)
}

func TestPGN(t *testing.T) {
	t.Parallel()
	const game = "[Event \"Skittles\"]\n[White \"Greco\"]\n[Black \"N.N.\"]\n[Result \"1-0\"]\n\n" +
		"1. e4 b6 2. d4 Bb7 3. Bd3 f5 (3... e6) 4. exf5 Bxg2 5. Qh5+ {check} g6 6. fxg6 Nf6 7. gxh7+ Nxh5 8. Bg6# 1-0\n"
	p := open(t, desktop)
	p.unfold("record")
	load := func(text string) {
		t.Helper()
		p.set(`#pgn-text`, text)
		p.click(`#pgn button`)
	}
	load(game)
	p.want(`#status`, `^White wins: checkmate\.$`)
	p.want(`#moves`, `8\.Bg6#$`)
	written := p.value(`#pgn-text`)
	for _, part := range []string{`[Event "Skittles"]`, `[White "Greco"]`, `[Result "1-0"]`, "f5 (3... e6)", "5. Qh5+ {check} 5... g6", "8. Bg6# 1-0"} {
		if !strings.Contains(strings.Join(strings.Fields(written), " "), part) {
			t.Errorf("%s is not in\n%s", part, written)
		}
	}
	before := p.text(`#moves`)
	for _, bad := range []string{"", "hello", "1. e5 *", strings.Repeat("[", 100_000), "\x00\xff"} {
		load(bad)
		p.want(`#record-error`, `^[A-Z].*\.$`)
		if got := p.text(`#moves`); got != before {
			t.Errorf("after the PGN %.20q the moves are %q", bad, got)
		}
	}
	load(written) // the page can read its own PGN
	p.want(`#record-error`, `^$`)
	if got := p.text(`#moves`); got != before {
		t.Errorf("after its own PGN the moves are %q", got)
	}
	load("1. e4 e5 2. Ke3 *") // as far as it goes
	p.want(`#record-error`, `"Ke3": illegal: .* The rest of the game is left out\.$`)
	p.want(`#moves`, `e5$`)
	load(written)
	p.want(`#record-error`, `^$`)
}

func TestFEN(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	const fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 7"
	p.setUp(fen)
	p.want(`#status`, `^Black to move\.$`) // the program waits for the button
	p.want(`#go`, `^Let Black play$`)
	for _, bad := range []string{"", "hello", "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ♞"} {
		p.set(`#fen-text`, bad)
		p.click(`#fen button`)
		p.want(`#record-error`, `^[A-Z].*\.$`)
		if got := p.text(`#record-error`); strings.Count(got, "\n") > 0 || len(got) > 300 {
			t.Errorf("the error is not one line: %s", got)
		}
		if got := p.label("e2"); got != "e2, white bishop" {
			t.Errorf("after the FEN %q there is %s", bad, got)
		}
	}
	p.set(`#fen-text`, "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1")
	p.click(`#fen button`)
	p.want(`#record-error`, `^Left out: a castling right .*\.$`)
	if got := p.value(`#fen-text`); got != "4k3/8/8/8/8/8/8/4K2R w K - 0 1" {
		t.Errorf("the position is %s", got)
	}
}

func TestVariants(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	p.unfold("record")
	p.set(`#new select`, "chess960")
	p.set(`#new input`, "0")
	p.click(`#new .main`)
	if got := p.value(`#fen-text`); !strings.HasPrefix(got, "bbqnnrkr/") {
		t.Errorf("start position 0 is %s", got)
	}
	p.setUp("4k3/8/8/8/8/8/8/R4KR1 w KQ - 0 1")
	p.move("f1g1") // castling: the king moves to its rook
	p.want(`#moves`, `^1\.O-O$`)

	p.set(`#new select`, "three-check")
	p.click(`#new .main`)
	p.want(`.seat[data-color="white"] .checks`, `^3 checks to win$`)
	for _, m := range []string{"e2e4", "d7d6", "f1b5", "c8d7", "b5d7", "e8d7", "d1g4"} {
		p.move(m)
	}
	p.want(`#status`, `^White wins: three checks\.$`)
}

func TestResign(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.set(`#evaluation`, "simplified") // its numbers do not change, unlike the default's
	p.setUp("4k3/8/8/8/8/8/8/3QK3 b - - 0 1")
	p.want(`#total`, `^\+8\.95$`)
	p.click(`#resign`)
	p.want(`#status`, `^Black wins: resignation\.$`)
	p.want(`#bar span`, `^0-1$`)
	p.want(`#total`, `^\+8\.95$`) // the evaluation does not change
	if got := p.value(`#pgn-text`); !regexp.MustCompile(`0-1\s*$`).MatchString(got) {
		t.Errorf("the PGN is\n%s", got)
	}
	p.click(`#new .main`)
	p.want(`#status`, `^Your move: you have White\.$`)
}

// TestClaim claims a draw, and checks that it cannot be claimed in an earlier
// position.
func TestClaim(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	for _, m := range []string{"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8", "e2e4"} {
		p.move(m)
	}
	p.click(`#back`)
	if !eval[bool](p, `document.querySelector('#claim').hidden`) {
		t.Error("a draw can be claimed in an earlier position")
	}
	p.click(`#last`)
	p.click(`#undo`)
	p.click(`#claim`)
	p.want(`#status`, `^Draw: threefold repetition\.$`)
}

// TestPlayersAlone lets two programs play.
func TestPlayersAlone(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.set(`.seat[data-color="black"] .level`, "0")
	p.set(`.seat[data-color="white"] .level`, "0")
	p.seat("white", "random")
	p.want(`#moves`, `3\.`)
	p.click(`#pause`)
	p.want(`#go`, `^Let (White|Black) play$`)
}

// TestPhone checks that the page fits the width of a phone.
func TestPhone(t *testing.T) {
	t.Parallel()
	p := open(t, window{"light", 360, 740})
	p.unfold("explain")
	p.unfold("record")
	wide := eval[[]string](p, `[...document.querySelectorAll('body *:not(.picture *)')].filter((e) => e.getBoundingClientRect().right > 360).map((e) => e.cloneNode(false).outerHTML)`)
	if len(wide) > 0 {
		t.Errorf("elements wider than the page: %q", wide)
	}
	p.people()
	p.move("e2e4")
	p.want(`#moves`, `^1\.e4$`)
}

// On a phone the board is as large as the window allows, and buttons are large enough for a
// finger.
func TestPhoneSizes(t *testing.T) {
	t.Parallel()
	for _, w := range []window{{"light", 390, 844}, {"dark", 844, 390}} {
		p := open(t, w)
		p.people()
		p.move("e2e4")
		cell := eval[[2]float64](p, `(() => {const r = document.querySelector('[data-square="e4"]').getBoundingClientRect(); return [r.width, r.height]})()`)
		want := float64(min(w.width, w.height)-40) / 9
		if w.width < w.height {
			want = 48
		}
		if cell[0] < want || cell[1] < want {
			t.Errorf("%d by %d: a square is %v, want %v at least", w.width, w.height, cell, want)
		}
		board := eval[[4]float64](p, `(() => {const r = document.querySelector('#board').getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]})()`)
		if board[0] < 0 || board[1] < 0 || board[2] > float64(w.width) || board[3] > float64(w.height) {
			t.Errorf("%d by %d: the board is at %v", w.width, w.height, board)
		}
		small := eval[[]string](p, `[...document.querySelectorAll('#play button:not(.grid *), #new button, #new select')].filter((e) => {
			const r = e.getBoundingClientRect();
			return r.width > 0 && (r.height < 44 || r.width < 44);
		}).map((e) => e.id + e.name)`)
		if len(small) > 0 {
			t.Errorf("%d by %d: small buttons: %q", w.width, w.height, small)
		}
		p.shoot(fmt.Sprintf("phone-%d", w.width))
		p.unfold("explain")
		p.click(`#account [data-feature="piece-square"] button`)
		p.shoot(fmt.Sprintf("phone-heat-%d", w.width))
		if top := eval[float64](p, `document.querySelector('#board').getBoundingClientRect().top`); top < 0 {
			t.Errorf("%d by %d: the board that a row of the explanation colours is at %v", w.width, w.height, top)
		}
	}
}

// TestSpeed logs the speed of the library in the browser, with -optimize what a user has; see
// examples/uci for its speed without a browser.
func TestSpeed(t *testing.T) {
	p := open(t, desktop)
	for range 3 { // the browser optimises code that runs for long
		p.click(`#bench`)
		p.want(`#speed`, `^.* nodes in .* s: .* nodes/s$`)
		t.Log(p.text(`#speed`))
	}
}

// TestScreens takes screenshots of a game if -screenshots is set.
func TestScreens(t *testing.T) {
	for _, scheme := range []string{"light", "dark"} {
		t.Run(scheme, func(t *testing.T) {
			p := open(t, window{scheme, 1280, 860})
			p.shoot(scheme + "-start")
			p.people()
			for _, m := range []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "f3g5", "d7d5", "e4d5"} {
				p.move(m)
			}
			p.want(`#status`, "Black to move")
			p.click(square("c6"))
			p.shoot(scheme + "-select")
			p.click(`#analyse`)
			p.want(`#effort`, `depth \d+`)
			p.unfold("explain")
			p.shoot(scheme + "-explain")
			p.click(`tr[data-feature="piece-square"] button`)
			p.resize(window{scheme, 1120, 900})
			eval[any](p, `scrollTo(0, 0)`)
			p.shoot(scheme + "-heat")
			p.resize(window{scheme, 390, 844})
			p.shoot(scheme + "-phone-heat")
			p.click(`tr[data-feature="piece-square"] button`)
			eval[any](p, `scrollTo(0, 0)`)
			p.shoot(scheme + "-phone")
		})
	}
}

// TestTruth checks that the analysis says who wins an ending, and that the page goes on
// while tables are made.
func TestTruth(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	p.setUp("8/8/1K1k4/8/2P5/8/8/8 w - - 0 1")
	if got := p.text(`#truth p`); got != "" {
		t.Errorf("without analysis the page says %q", got)
	}
	p.click(`#analyse`)
	p.want(`#truth p`, `^White wins: mate in 13 with best play; only c5\+ and Kb5 win\.$`)
	p.want(`#bar span`, `^#13$`) // no other value beside it
	p.want(`#pv li`, `^#13 1\. c5\+ `)
	p.want(`#effort`, `^by the tables$`)
	p.want(`#truth ul`, `^Win c5\+ \(mate in 13\), Kb5 \(mate in 16\)Draw Ka5, Ka6, Ka7, Kb7$`)
	p.shoot("ending")
	p.move("b6b7")
	p.want(`#truth p`, `^Draw with best play; only Kc5 draws\.$`)
	p.setUp("8/5p2/1K1k4/8/2P5/8/8/8 w - - 0 1")
	p.want(`#truth p`, `^Preparing tables: \d+ of \d+, K\w+vK\w* \d+ %$`)
	p.shoot("tables")
	p.setUp("8/8/8/8/8/8/3k4/K6Q w - - 0 1") // does not wait for the tables of before
	p.want(`#truth p`, `^White wins: mate in \d+ with best play`)
	p.setUp("8/5p2/1K1k4/8/2P5/8/8/8 w - - 0 1")
	p.move("c4c5") // while tables are made
	p.want(`#moves`, `^1\.c5\+$`)
	p.setUp("8/8/1K1k4/8/2P5/8/8/7N w - - 3+3 0 1")
	if hidden := eval[bool](p, `document.querySelector('#truth').hidden`); !hidden {
		t.Error("three-check has a truth")
	}
	p.click(`#analyse`)
}

func TestWhy(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	if !eval[bool](p, `document.querySelector('#about-move').hidden`) {
		t.Error("before the first move there is a move to explain")
	}
	p.people()
	for _, m := range []string{"f2f3", "e7e5", "g2g4"} {
		p.move(m)
	}
	p.want(`#why`, `^Why g4\?$`)
	p.click(`#why`)
	p.want(`#reason`, `^2\. g4 allows mate in 1: 2\.\.\.Qh4#\.`)
	p.shoot("why")
	p.move("d8h4")
	p.want(`#why`, `^Why Qh4#\?$`)
	p.want(`#reason`, `^$`)
	p.click(`#why`)
	p.want(`#reason`, `checkmate`)
}

func TestCurrentMoveInView(t *testing.T) {
	t.Parallel()
	for _, w := range []window{desktop, {"light", 390, 844}} {
		p := open(t, w)
		p.people()
		p.unfold("record")
		p.set(`#pgn-text`, "1. Nf3 Nf6 "+strings.Repeat("Ng1 Ng8 Nf3 Nf6 ", 20)+"*")
		p.click(`#pgn button`)
		for _, button := range []string{`#first`, `#last`} {
			p.click(button)
			if button == `#first` {
				p.click(`#forward`)
			}
			if !eval[bool](p, `(() => {
				const list = document.querySelector('#moves').getBoundingClientRect();
				const move = document.querySelector('#moves [aria-current]').getBoundingClientRect();
				return move.top >= list.top && move.bottom <= list.bottom;
			})()`) {
				t.Errorf("%d pixels wide: after %s the current move is not in view", w.width, button)
			}
		}
	}
}

// The bar shows what a search has found, and not what the position is worth without it.
func TestBarSearches(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	p.setUp("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
	p.want(`#bar span`, `^#1$`)
	p.setUp("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1")
	p.want(`#bar span`, `^#1$`)
	p.move("e1e7")
	p.want(`#bar span`, `^\+`)
}

func TestReload(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	for _, m := range []string{"e2e4", "c7c5", "g1f3"} {
		p.move(m)
	}
	p.click(`#back`)
	p.click(`#flip`)
	before := eval[string](p, `document.querySelector('#board .picture').innerHTML`)
	p.load()
	p.want(`#moves`, `^1\.e4c52\.Nf3$`)
	p.want(`#moves [aria-current]`, `^c5$`)
	if got := eval[string](p, `document.querySelector('#board .picture').innerHTML`); got != before {
		t.Error("after the page was loaded again the board is another one")
	}
	for _, kept := range []string{"", "{", `{"game":{"start":"x","moves":["e2e4"]}}`, `{"game":{"start":"8/8/8/8/8/8/8/8 w - - 0 1","moves":["e2e4"]}}`} {
		eval[chromedp.Void](p, `localStorage.setItem('state', %q)`, kept)
		p.load()
		p.want(`#moves`, `^$`)
	}
}

func TestUndo(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	play := func() {
		t.Helper()
		for _, m := range []string{"e2e4", "e7e5", "g1f3"} {
			p.move(m)
		}
	}
	play()
	undone := func(said string) {
		t.Helper()
		p.want(`#undone`, said)
		p.click(`#undone button`)
		p.want(`#moves`, `^1\.e4e52\.Nf3$`)
		if !eval[bool](p, `document.querySelector('#undone').hidden`) {
			t.Errorf("%s: there is still something to undo", said)
		}
	}
	p.click(`#new .main`)
	p.want(`#moves`, `^$`)
	undone(`^A new game has begun\. Undo$`)
	p.click(`#resign`)
	undone(`^The game has ended\. Undo$`)
	p.want(`#status`, `^Black to move\.$`)
	p.click(`#undo`)
	p.want(`#moves`, `^1\.e4e5$`)
	undone(`^Taken back\. Undo$`)
	p.setUp("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
	undone(`^Another game was loaded\. Undo$`)
}

func TestNewGame(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.set(`#new [name="side"]`, "black")
	p.set(`.seat[data-color="black"] .level`, "0")
	p.click(`#new .main`)
	p.want(`#moves`, `^1\.[A-Za-h][a-h1-8]+$`) // the program has begun
	if got := p.text(`#near b`); got != "Black" {
		t.Errorf("%s is at the bottom", got)
	}
	if got := p.value(`.seat[data-color="white"] .level`); got != "0" {
		t.Errorf("the program plays at level %s", got)
	}
	p.set(`#new [name="side"]`, "white")
	p.click(`#new .main`)
	p.want(`#status`, `^Your move: you have White\.$`)

	p.set(`#new [name="variant"]`, "chess960")
	p.set(`#new [name="number"]`, "2000")
	p.set(`#new [name="variant"]`, "chess")
	p.move("e2e4")
	p.click(`#new .main`)
	p.want(`#moves`, `^$`)
}

func TestKeysWalk(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	p.move("e2e4")
	p.move("e7e5") // a cell of the board has the focus
	p.press(kb.ArrowLeft)
	p.want(`#moves [aria-current]`, `^e4$`)
	p.press(kb.End)
	p.want(`#moves [aria-current]`, `^e5$`)
	p.press(kb.Home)
	p.press(kb.ArrowRight)
	p.want(`#moves [aria-current]`, `^e4$`)
	p.press("f")
	if got := p.text(`#near b`); got != "Black" {
		t.Errorf("%s is at the bottom", got)
	}
	p.unfold("record")
	eval[chromedp.Void](p, `document.querySelector('#fen-text').focus()`)
	p.press(kb.ArrowLeft)
	p.want(`#moves [aria-current]`, `^e4$`)
}

func TestBoardKeepsItsSize(t *testing.T) {
	t.Parallel()
	for _, w := range []window{desktop, {"light", 390, 844}, {"light", 844, 390}} {
		p := open(t, w)
		height := func() float64 {
			return eval[float64](p, `document.querySelector('#board').getBoundingClientRect().height`)
		}
		p.people()
		before := height()
		p.unfold("explain")
		p.click(`#account [data-feature="material"] button`)
		if got := height(); got != before {
			t.Errorf("%d pixels wide: the board is %v high, with a heat map %v", w.width, before, got)
		}
		p.shoot(fmt.Sprintf("heat-%d", w.width))
	}
}

func TestVariations(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	for _, m := range []string{"e2e4", "e7e5", "g1f3"} {
		p.move(m)
	}
	p.click(`#first`)
	p.move("d2d4")
	p.move("d7d5")
	p.want(`#moves`, `^1\.e4\s*1\. d4 d5\s*1\.\.\.e52\.Nf3$`)
	p.want(`#opening`, `^D00 `)
	p.want(`#moves [aria-current]`, `^d5$`)
	p.click(`#back`)
	p.click(`#forward`)
	p.want(`#moves [aria-current]`, `^d5$`) // not the main line
	p.click(`#first`)
	p.move("e2e4") // the move is there already
	p.want(`#moves [aria-current]`, `^e4$`)
	p.click(`#last`)
	p.want(`#moves [aria-current]`, `^Nf3$`)
	p.load()
	p.want(`#moves`, `^1\.e4\s*1\. d4 d5\s*1\.\.\.e52\.Nf3$`)
	p.unfold("record")
	if got := p.value(`#pgn-text`); !strings.Contains(got, "1. e4 (1. d4 d5) 1... e5 2. Nf3 *") {
		t.Errorf("the PGN is\n%s", got)
	}
}

// A PGN with everything comes out as it went in, once it has the form that the library writes.
func TestPGNUnchanged(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString("[Event \"Skittles\"]\n[White \"Greco\"]\n[Termination \"Normal\"]\n\n{Before the game.} ")
	for n := 1; n <= 40; n++ {
		move := []string{"Nf3 Nf6", "Ng1 Ng8"}[(n-1)%2]
		white, black, _ := strings.Cut(move, " ")
		fmt.Fprintf(&text, "%d. %s $14 {[%%clk 0:10:%02d] word %d} (%d. e4 $1 e5 (%d... c5 {Sicilian} %d. c3) %d. d4) (%d. c4 $146) %d... %s ", n, white, n, n, n, n, n+1, n+1, n, n, black)
	}
	text.WriteString("1/2-1/2\n")
	p := open(t, desktop)
	p.unfold("record")
	p.set(`#pgn-text`, text.String())
	p.click(`#pgn button`)
	first := p.value(`#pgn-text`)
	if n := eval[int](p, `document.querySelectorAll('#moves .variation').length`); n != 80 {
		t.Errorf("%d variations in\n%s", n, first)
	}
	p.shoot("variations")
	for range 2 {
		p.set(`#pgn-text`, first)
		p.click(`#pgn button`)
		if again := p.value(`#pgn-text`); again != first {
			t.Errorf("%s\nbecame\n%s", first, again)
		}
	}
}

func TestManyGames(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.unfold("record")
	p.set(`#pgn-text`, "[White \"A\"]\n[Black \"B\"]\n\n1. e4 1-0\n\n[White \"C\"]\n[Black \"D\"]\n\n1. d4 d5 *\n")
	p.click(`#pgn button`)
	p.want(`#moves`, `^1\.e4$`)
	p.want(`#games`, `1\. A – B, 1-0\s*2\. C – D, \*`)
	eval[chromedp.Void](p, `(() => {const g = document.querySelector('#games'); g.selectedIndex = 1; g.dispatchEvent(new Event('change'))})()`)
	p.want(`#moves`, `^1\.d4d5$`)
	p.set(`#pgn-text`, "1. c4 *")
	p.click(`#pgn button`)
	p.want(`#moves`, `^1\.c4$`)
	if !eval[bool](p, `document.querySelector('#games').hidden`) {
		t.Error("there is a list of one game")
	}
}

func TestLineClicked(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	p.setUp("6k1/5ppp/8/8/8/8/5PPP/K2R4 b - - 0 9")
	p.click(`#analyse`)
	p.want(`#pv li`, `9\.\.\. ?\S+ 10\. `)
	move := eval[string](p, `(() => {
		const move = document.querySelectorAll('#pv li .line button')[1];
		move.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}));
		return move.textContent;
	})()`)
	p.want(`#moves [aria-current]`, "^"+regexp.QuoteMeta(move)+"$")
	p.want(`#status`, `^(Check! )?Black to move\.$|wins`)
}

// TestPreview shows the position after a move of a line while the pointer or the focus is there.
func TestPreview(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	p.setUp("6k1/5ppp/8/8/8/8/5PPP/K2R4 w - - 0 1")
	p.click(`#analyse`)
	p.want(`#effort`, `^depth \d+`)
	hidden := func() bool { return eval[bool](p, `document.querySelector('#preview').hidden`) }
	if !hidden() {
		t.Error("there is a small board though the pointer is on no move")
	}
	at := eval[[2]float64](p, `(() => {const r = document.querySelector('#pv .line button').getBoundingClientRect(); return [r.x + r.width/2, r.y + r.height/2]})()`)
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
	p.want(`#preview desc`, `Last move: d1 to d8\.`)
	p.shoot("preview")
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 1, 1))
	if !hidden() {
		t.Error("the small board stays when the pointer is elsewhere")
	}
	p.do(chromedp.Focus(chromedp.CSS(`#lines`)))
	p.press(kb.Tab)
	p.want(`#preview desc`, `Last move: d1 to d8\.`)
	p.want(`.picture desc`, `White to move\.$`) // the board has not changed
}

// TestThreats shows what the other side would play, in red and in words.
func TestThreats(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	for _, m := range []string{"e2e4", "e7e5", "f1c4", "b8c6", "d1h5"} {
		p.move(m)
	}
	p.click(`#threats`)
	p.want(`#threat`, `^If it were White's move: .*Qxf7#`)
	if n := eval[int](p, `document.querySelectorAll('.arrows .threat').length`); n != 1 {
		t.Errorf("%d red arrows", n)
	}
	p.shootAll("threat")
	p.move("g7g6")
	p.want(`#threat`, `^If it were Black's move: .*gxh5`)
	p.move("c4f7")
	p.want(`#threat`, `^Black is in check\.$`)
	p.want(`.arrows`, `^$`)
	p.click(`#threats`)
	p.click(`#back`)
	if !eval[bool](p, `document.querySelector('#threat').hidden && document.querySelector('.arrows .threat') === null`) {
		t.Error("there are threats after they were switched off")
	}
}

func TestReview(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.unfold("record")
	p.set(`#pgn-text`, "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0")
	p.click(`#pgn button`)
	p.unfold("review")
	p.click(`#look`)
	p.want(`#verdict`, `3\.\.\.Nf6`)
	p.want(`#flaws`, `3\.\.\.Nf6\?\?.*Qxf7#`)
	if n := eval[int](p, `document.querySelectorAll('#graph .blunder').length`); n != 1 {
		t.Errorf("%d blunders in the graph", n)
	}
	eval[chromedp.Void](p, `[...document.querySelectorAll('#flaws button')].at(-1).click()`)
	p.want(`#moves [aria-current]`, `^Nf6$`)
	p.shoot("review")
	p.click(`#last`)
	p.click(`#undo`)
	p.want(`#verdict`, `^$`) // it was of another game
	p.click(`#look`)
	eval[chromedp.Void](p, `document.querySelector('#undo').click()`) // while it looks
	p.want(`#moves`, `^1\.e4e52\.Bc4Nc63\.Qh5$`)
	p.want(`#verdict`, `^$`)
	p.click(`#new .main`)
	if eval[bool](p, `getComputedStyle(document.querySelector('#graph')).display !== 'none'`) {
		t.Error("a new game has the graph of the old one")
	}
}

// linkTo plays moves, and returns the link to the game.
func (p *page) linkTo(moves ...string) string {
	p.Helper()
	p.people()
	for _, m := range moves {
		p.move(m)
	}
	p.unfold("record")
	p.click(`#link-copy`)
	p.want(`#live`, `ink`)
	link := eval[string](p, `location.href`)
	if !strings.Contains(link, "#pgn=") {
		p.Fatalf("the address is %s", link)
	}
	return link
}

func TestLinks(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	link := p.linkTo("e2e4", "c7c5")
	p.click(`#new .main`)
	p.want(`#moves`, `^$`)
	for _, test := range []struct{ hash, moves, fen string }{
		{link[strings.Index(link, "#"):], `^1\.e4c5$`, ""},
		{"#fen=8/8/8/8/8/1k6/3r4/R3K2R_w_KQ_-_0_1", `^$`, "8/8/8/8/8/1k6/3r4/R3K2R w KQ - 0 1"},
		{"#fen=4k3/8/8/8/8/8/8/4K2R%20w%20K%20-%200%201", `^$`, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
	} {
		eval[chromedp.Void](p, `location.hash = %q`, test.hash)
		p.want(`#moves`, test.moves)
		if got := p.value(`#fen-text`); test.fen != "" && got != test.fen {
			t.Errorf("%s: the position is %s", test.hash, got)
		}
	}
	eval[chromedp.Void](p, `location.hash = '#pgn=!!!'`)
	p.want(`#undone`, `^The link is damaged`)
}

func TestMaterial(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.people()
	p.setUp("r1b1k2r/ppp2ppp/8/8/8/8/PPPP1PPP/R1BQK2R w KQkq - 0 1")
	p.want(`#near .material`, `^\+10$`) // a queen and a pawn
	if got := eval[int](p, `document.querySelectorAll('#near .material svg').length`); got != 2 {
		t.Errorf("%d pieces", got)
	}
	p.want(`#far .material`, `^$`)
	p.shoot("material")
}

// The board is there before the library, and the page says how much of that has come.
func TestLoading(t *testing.T) {
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	rest := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/chess.wasm" {
			proxy.ServeHTTP(w, r)
			return
		}
		response, err := http.Get(address + "chess.wasm")
		if err != nil {
			t.Error(err)
			return
		}
		defer response.Body.Close()
		content, _ := io.ReadAll(response.Body)
		w.Write(content[:len(content)/2])
		w.(http.Flusher).Flush()
		<-rest
		w.Write(content[len(content)/2:])
	}))
	defer server.Close()
	p := open(t, desktop)
	eval[chromedp.Void](p, `location.href = %q`, server.URL)
	p.want(`#loading`, `^Loading the chess library… (49|50) %$`)
	if n := eval[int](p, `document.querySelectorAll('#board use').length`); n != 32 {
		t.Errorf("%d pieces are there while the library is loaded", n)
	}
	p.shootAll("loading")
	close(rest)
	p.do(chromedp.WaitReady(chromedp.CSS(`body[data-ready]`)))
	p.want(`#status`, `^Your move`)
}

// After one visit the page works without its server.
func TestOffline(t *testing.T) {
	t.Parallel()
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(httputil.NewSingleHostReverseProxy(target))
	p := openAt(t, desktop, server.URL+"/")
	for !eval[bool](p, `navigator.serviceWorker.controller !== null`) { // until all is kept
		time.Sleep(20 * time.Millisecond)
	}
	server.Close()
	p.do(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(`body[data-ready]`)))
	p.people()
	p.move("e2e4")
	p.want(`#moves`, `^1\.e4$`)
	p.want(`#bar span`, `\d`)
}

func TestClock(t *testing.T) {
	p := open(t, desktop)
	p.people()
	p.set(`#new [name="clock"]`, "3+2")
	p.click(`#new .main`)
	p.want(`#near .clock`, `^3:00$`)
	p.move("e2e4") // the first move takes no time
	p.want(`#far .clock.runs`, `^2:5\d$`)
	p.move("e7e5")
	p.want(`#near .clock.runs`, `^2:5\d$`)
	p.want(`#far .clock`, `^3:0\d$`) // with the increment
	p.unfold("record")
	if got := p.value(`#pgn-text`); !strings.Contains(got, `[TimeControl "180+2"]`) || !strings.Contains(got, "e5 {[%clk 0:03:0") {
		t.Errorf("the PGN is\n%s", got)
	}
	p.shoot("clock")
	p.load() // the clocks stand until the next move
	p.want(`#far .clock`, `^3:0\d$`)
	if eval[bool](p, `document.querySelector('.clock.runs') !== null`) {
		t.Error("after the page was loaded again a clock runs")
	}

	eval[chromedp.Void](p, `document.querySelector('#new [name="clock"]').add(new Option('0.02+0'))`)
	p.set(`#new [name="clock"]`, "0.02+0")
	p.click(`#new .main`)
	p.move("e2e4")
	p.want(`#status`, `^White wins: time\.$`)
	p.set(`#new [name="side"]`, "white")
	p.set(`#new [name="clock"]`, "3+2")
	p.click(`#new .main`)
	p.move("e2e4")
	p.want(`#status`, `^Your move: you have White\.$`)
	p.want(`#near .clock.runs`, `^2:5\d$`)
	p.click(`#new .main`)
	p.set(`#new [name="clock"]`, "")
	p.click(`#new .main`)
	if !eval[bool](p, `document.querySelector('#near .clock').hidden`) {
		t.Error("a game without a clock shows one")
	}
}

// While the program thinks, the next move can be chosen; it is played if it is legal then.
func TestChosenInAdvance(t *testing.T) {
	t.Parallel()
	p := open(t, desktop)
	p.set(`.seat[data-color="black"] .level`, "6") // long enough
	p.unfold("theme")
	p.click(`#sound`)
	p.move("e2e4")
	p.want(`#status`, `^Black is thinking…$`)
	p.move("d2d4")
	p.want(`#live`, `^D2 to d4 will be played next, if it is legal\.$`)
	if got := eval[string](p, `[...document.querySelectorAll('.chosen')].map((c) => c.dataset.square).sort().join(' ')`); got != "d2 d4" {
		t.Errorf("chosen squares: %q", got)
	}
	p.shoot("chosen")
	p.want(`#go`, `Move now`)
	p.click(`#go`)
	p.want(`#moves`, `^1\.e4\S+2\.d4`)
	p.move("a1a8") // is not legal then
	p.click(`#go`)
	p.want(`#status`, `^Your move: you have White\.$`)
	p.want(`#moves`, `^1\.e4\S+2\.d4[A-Za-h]\S*$`)
}
