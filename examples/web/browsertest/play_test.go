package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestMate plays to mate by clicks, and asks for the reasons of moves.
func TestMate(t *testing.T) {
	p := open(t, desktop)
	p.hidden(`#about-move`) // before the first move
	p.people()
	p.move("f2f3", "e7e5", "g2g4")
	p.want(`#why`, `^Why g4\?$`)
	p.click(`#why`)
	p.want(`#reason`, `^2\. g4 allows mate in 1: 2\.\.\.Qh4#\.`)
	p.move("d8h4")
	p.want(`#status`, `^Black wins: checkmate\.$`)
	p.want(`#live`, `^Black: queen to h4, checkmate\. Black wins: checkmate\.$`)
	p.want(`#moves`, `^1\.f3e52\.g4Qh4#$`)
	p.want(`#bar span`, `^0-1$`)
	p.until(`document.querySelector('.movable') === null`)
	p.want(`#why`, `^Why Qh4#\?$`)
	p.want(`#reason`, `^$`)
	p.click(`#why`)
	p.want(`#reason`, `checkmate`)
}

func TestDrag(t *testing.T) {
	p := played(t)
	drag := func(from, to string) {
		t.Helper()
		p.drag(p.centre(square(from)), p.centre(square(to)))
	}
	drag("e2", "e4")
	drag("e7", "e6")
	drag("e4", "e6") // is not legal
	p.want(`#moves`, `^1\.e4e6$`)
	p.want(`#live`, `^Black: pawn to e6\.$`)
	p.click(`#flip`)
	drag("d2", "d4")
	p.want(`#moves`, `^1\.e4e62\.d4$`)
	p.until(`((s) => s.matches(':hover') && getComputedStyle(s).backgroundColor === 'rgba(0, 0, 0, 0)')(document.querySelector(%q))`, square("d4")) // the pointer hides no piece
}

func TestLegalMovesShown(t *testing.T) {
	p := open(t, desktop)
	targets := func(of, want string) {
		t.Helper()
		p.click(square(of))
		p.until(`[...document.querySelectorAll('.target')].map((c) => c.dataset.square).sort().join(' ') === %q`, want)
	}
	targets("g1", "f3 h3")
	targets("g1", "") // a second click
	targets("e7", "") // a program's
	p.setUp("8/8/8/8/8/1k6/3r4/R3K2R w KQ - 0 1")
	p.people()
	targets("e1", "d2 f1 g1")
}

// TestPromotion checks that the pieces to choose from are on the file, in the window.
func TestPromotion(t *testing.T) {
	p := played(t)
	for _, w := range sizes() {
		p.resize(w)
		for fen, move := range map[string]string{"8/P3k3/8/8/8/8/5K2/8 w - - 0 1": "a7a8", "8/4k3/8/8/8/8/5K1p/8 b - - 0 1": "h2h1"} {
			p.setUp(fen)
			p.act(`scrollTo(0, 0)`)
			p.move(move)
			p.until(`(() => {
				const d = document.querySelector('#promotion').getBoundingClientRect();
				const q = document.querySelector('#promotion [aria-label="queen"]').getBoundingClientRect();
				const s = document.querySelector(%q).getBoundingClientRect();
				return Math.abs(d.left - s.left) < 2 && d.top >= 0 && d.right <= innerWidth + 1 && d.bottom <= innerHeight + 1 && Math.abs(q.top - s.top) < 3;
			})()`, square(move[2:]))
			p.press(kb.Escape)
			p.want(`#moves`, `^$`)
		}
	}
	p.setUp("8/P6k/8/8/8/8/7P/K7 w - - 0 1")
	p.move("a7a8")
	p.click(`#promotion [aria-label="knight"]`)
	p.want(`#moves`, `^1\.a8=N$`)
	p.want(`#live`, `^White: pawn to a8, becomes a knight\.$`)
	p.until(`document.querySelector('[data-square="a8"]').ariaLabel === 'a8, white knight'`)
}

func TestKeyboard(t *testing.T) {
	p := played(t)
	step := func(want string, keys ...string) {
		t.Helper()
		p.press(keys...)
		p.until(`document.activeElement.ariaLabel === %q`, want)
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
	p.typed("nf6" + kb.Enter)
	p.want(`#live`, `^Black: knight to f6\.$`)
	p.typed("e4e5" + kb.Enter)
	p.want(`#moves`, `^1\.e4Nf62\.e5$`)
}

// TestTypedError checks when a text that is not a move, and its error, disappear.
func TestTypedError(t *testing.T) {
	p := played(t, "e2e4")
	p.unfold("record")
	for _, test := range []struct {
		left string
		act  func()
	}{
		{"Ke4x", func() { p.typed("x") }},
		{"", func() { p.move("e7e5") }},
		{"", func() { p.click(`#undo`) }},
		{"", func() { p.click(`#resign`) }},
		{"", func() { p.click(`#pgn button`) }},
		{"", func() { p.click(`#new .main`) }},
	} {
		p.set(`#typed input`, "")
		p.typed("Ke4" + kb.Enter)
		p.want(`#typed-error`, `^"Ke4" is not legal here\.$`)
		test.act()
		p.want(`#typed-error`, `^$`)
		p.want(`#typed input`, "^"+test.left+"$")
	}
}

// TestLabels checks that all controls and squares have names.
func TestLabels(t *testing.T) {
	p := open(t, desktop)
	p.unfold("explain")
	p.unfold("record")
	p.click(`#edit`)
	nameless := eval[[]string](p, `[...document.querySelectorAll('button, select, input, textarea')].filter((e) =>
		!e.textContent.trim() && !e.ariaLabel && !e.labels?.length).map((e) => e.outerHTML)`)
	if len(nameless) > 0 {
		t.Errorf("without a name: %q", nameless)
	}
	p.until(`document.querySelectorAll('[role=grid] > [role=row] > [role=gridcell][aria-label]').length === 2*64`)
}

// TestThinking checks what can be done while the program thinks: to take back, to choose the next
// move, which is played if it is legal then, and to let it move at once.
func TestThinking(t *testing.T) {
	p := open(t, desktop)
	p.set(seat("black")+`.level`, "6") // long enough
	p.unfold("theme")
	p.click(`#sound`)
	p.move("e2e4")
	p.want(`#status`, `^Black is thinking…$`)
	p.want(`#effort`, `^depth \d+, .* nodes, .*/s$`)
	p.act(`scrollTo(0, 0)`)
	p.inWindow(`#play`)
	p.inWindow(`#tools`)
	p.typed("e5" + kb.Enter)
	p.want(`#typed-error`, `^Black is to move, and is played by alphabeta\.$`)
	p.click(`#undo`)
	p.want(`#status`, `^Your move: you have White\.$`)

	p.move("e2e4", "d2d4")
	p.want(`#live`, `^D2 to d4 will be played next, if it is legal\.$`)
	p.until(`[...document.querySelectorAll('.chosen')].map((c) => c.dataset.square).sort().join(' ') === 'd2 d4'`)
	p.want(`#go`, `Move now`)
	p.click(`#go`)
	p.want(`#moves`, `^1\.e4\S+2\.d4`)
	p.move("a1a8") // is not legal then
	p.want(`#go`, `Move now`)
	p.click(`#go`)
	p.want(`#status`, `^Your move: you have White\.$`)
	p.want(`#moves`, `^1\.e4\S+2\.d4[A-Za-h]\S*$`)
	p.click(`#back`)
	p.want(`#status`, `^Looking back: Black to move here\.$`)
	p.click(`#last`)
	p.want(`#status`, `^Your move: you have White\.$`)
}

// TestNewGame begins games against the program, at the weakest rating, and between programs.
func TestNewGame(t *testing.T) {
	p := open(t, desktop)
	level := seat("black") + `.level`
	names := eval[[]string](p, `[...document.querySelectorAll(%q)].map((o) => o.text)`, level+" .ratings option")
	if got, want := strings.Join(names, ","), "Beginner 800,Novice 1000,Casual player 1200,Hobby player 1400,Club player 1600,Strong club player 1800,Expert 2000,Master 2200"; got != want {
		t.Errorf("ratings %s, want %s", got, want)
	}
	weakest := eval[string](p, `document.querySelector(%q).value`, level+" .ratings option")
	p.set(level, weakest)
	p.set(`#new [name="side"]`, "black")
	p.click(`#new .main`)
	p.want(`#moves`, `^1\.[A-Za-h][a-h1-8]+$`) // the program has begun
	p.want(`#near b`, `^Black$`)
	p.want(seat("white")+`.level`, "^"+weakest+"$")
	p.set(`#new [name="side"]`, "white")
	p.click(`#new .main`)
	p.want(`#status`, `^Your move: you have White\.$`)
	p.move("e2e4")
	p.want(`#moves`, `^1\.e4[A-Za-h]`)

	p.seat("black", "random")
	p.hidden(level + " .ratings") // it has none
	p.seat("white", "random")
	p.want(`#moves`, `4\.`)
	p.act(`document.querySelector('#pause').click()`) // it is not there between two moves
	p.want(`#go`, `^Let (White|Black) play$`)

	p.people()
	p.set(`#new [name="variant"]`, "chess960")
	p.set(`#new [name="number"]`, "2000") // which is not read in the end
	p.set(`#new [name="variant"]`, "chess")
	p.click(`#new .main`)
	p.want(`#moves`, `^$`)
}

func TestVariants(t *testing.T) {
	p := played(t)
	p.unfold("record")
	p.set(`#new select`, "chess960")
	p.set(`#new input`, "0")
	p.click(`#new .main`)
	p.want(`#fen-text`, `^bbqnnrkr/`)
	p.setUp("4k3/8/8/8/8/8/8/R4KR1 w KQ - 0 1")
	p.move("f1g1") // castling: the king moves to its rook
	p.want(`#moves`, `^1\.O-O$`)
	p.set(`#new select`, "three-check")
	p.click(`#new .main`)
	p.want(seat("white")+`.checks`, `^3 checks to win$`)
	p.move("e2e4", "d7d6", "f1b5", "c8d7", "b5d7", "e8d7", "d1g4")
	p.want(`#status`, `^White wins: three checks\.$`)
	p.set(`#new select`, "crazyhouse")
	p.click(`#new .main`)
	p.move("e2e4", "d7d5", "e4d5", "d8d5")
	p.want(seat("white")+`.pocket`, `^×1$`)
	p.click(seat("white") + `.pocket button`)
	p.click(square("e6"))
	p.want(`#moves`, `2\.exd5Qxd53\.P@e6$`)
	p.want(seat("white")+`.pocket`, `^$`)
	p.want(seat("black")+`.pocket`, `^×1$`)
	p.until(`document.querySelector(%q).disabled === false`, seat("black")+`.pocket button`)
	p.set(`#new select`, "antichess")
	p.click(`#new .main`)
	p.move("e2e4", "d7d5", "a2a3") // it must capture
	p.want(`#moves`, `^1\.e4d5$`)
}

// TestClaim claims a draw, which cannot be claimed in an earlier position.
func TestClaim(t *testing.T) {
	p := played(t)
	p.set(`#new [name=clock]`, "15+10")
	p.click(`#new .main`)
	p.move("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8", "e2e4")
	p.click(`#back`)
	p.hidden(`#claim`)
	p.click(`#last`)
	p.click(`#undo`)
	p.until(`['claim', 'undone'].every((id) => document.getElementById(id).checkVisibility())`)
	p.inWindow(`#now`) // with all that there can be to say
	p.click(`#claim`)
	p.want(`#status`, `^Draw: threefold repetition\.$`)
}

func TestUndo(t *testing.T) {
	p := played(t, "e2e4", "e7e5", "g1f3")
	undone := func(said string) {
		t.Helper()
		p.want(`#undone`, said)
		p.click(`#undone button`)
		p.want(`#moves`, `^1\.e4e52\.Nf3$`)
		p.hidden(`#undone`)
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

// TestClock plays by a time of the user's own, which shows before that is used up by a slow machine.
func TestClock(t *testing.T) {
	p := played(t)
	begin := func(control string) {
		t.Helper()
		p.set(`#new [name="clock"]`, "own")
		p.set(`#new [name="time"]`, control)
		p.click(`#new .main`)
	}
	p.set(`#new [name="clock"]`, "own")
	for _, wrong := range []string{"", "x", "20", "20+5+5"} {
		p.set(`#new [name="time"]`, wrong)
		p.until(`!document.querySelector('#new').checkValidity()`)
	}
	begin("3+60")
	p.want(`#near .clock`, `^3:00$`)
	p.move("e2e4") // the first move takes no time
	p.want(`#far .clock.runs`, `^[12]:\d\d$`)
	p.move("e7e5")
	p.want(`#near .clock.runs`, `^[12]:\d\d$`)
	p.want(`#far .clock`, `^[23]:[0-5]\d$`) // with the increment
	p.unfold("record")
	p.want(`#pgn-text`, `(?s)\[TimeControl "180\+60"\].* e5 \{\[%clk 0:0[23]:`)
	p.load() // the clocks stand until the next move
	p.want(`#far .clock`, `^[23]:[0-5]\d$`)
	p.until(`document.querySelector('.clock.runs') === null`)

	begin("0.02+0")
	p.move("e2e4")
	p.want(`#status`, `^White wins: time\.$`)
	p.set(`#new [name="side"]`, "white")
	p.set(seat("black")+`.level`, "0")
	begin("3+2")
	p.move("e2e4")
	p.want(`#status`, `^Your move: you have White\.$`)
	p.want(`#near .clock.runs`, `^[12]:\d\d$`)
	p.set(`#new [name="clock"]`, "")
	p.click(`#new .main`)
	p.hidden(`#near .clock`)
}

// TestKeys walks through the game by keys, reads the list of them, and uses others.
func TestKeys(t *testing.T) {
	p := played(t, "e2e4", "e7e5") // a cell of the board has the focus
	current := func(san string, keys ...string) {
		t.Helper()
		p.press(keys...)
		p.want(`#moves [aria-current]`, "^"+san+"$")
	}
	current("e4", kb.ArrowLeft)
	current("e5", kb.End)
	current("e4", kb.Home, kb.ArrowRight)
	p.press("f")
	p.want(`#near b`, `^Black$`)
	p.unfold("record")
	p.act(`document.querySelector('#fen-text').focus()`)
	current("e4", kb.ArrowLeft) // in a field
	p.act(`document.activeElement.blur()`)
	p.press("?")
	p.want(`#keys dl`, `turn the board`)
	p.click(`#keys button`)
	p.press("l")
	p.want(`#effort`, `^depth`)
	p.press("x")
	p.want(`#threat`, `If it were White's move`)
}

func TestReload(t *testing.T) {
	p := played(t, "e2e4", "c7c5", "g1f3")
	p.click(`#back`)
	p.click(`#flip`)
	const board = `document.querySelector('#board .picture').innerHTML`
	before := eval[string](p, board)
	p.load()
	p.want(`#moves`, `^1\.e4c52\.Nf3$`)
	p.want(`#moves [aria-current]`, `^c5$`)
	p.until(board+` === %q`, before)
	for _, kept := range []string{"", "{", `{"game":{"start":"x","moves":["e2e4"]}}`, `{"game":{"start":"8/8/8/8/8/8/8/8 w - - 0 1","moves":["e2e4"]}}`} {
		p.act(`localStorage.setItem('state', %q)`, kept)
		p.load()
		p.want(`#moves`, `^$`)
	}
}
