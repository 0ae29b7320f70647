package browsertest

import (
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPGN loads games, of which nothing is lost, and looks at them: nobody plays on, and what was
// there comes back.
func TestPGN(t *testing.T) {
	const game = `[Event "Skittles"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Greco"]
[Black "N.N."]
[Result "1-0"]

{Before the game.} 1. e4 b6 $14 {[%clk 0:10:00] word} 2. d4 Bb7 3. Bd3 f5 (3...
e6 4. c3 (4. c4 $146 4... c5) 4... c5) 4. exf5 Bxg2 5. Qh5+ {check} 5... g6 6.
fxg6 Nf6 7. gxh7+ Nxh5 8. Bg6# 1-0`
	p := open(t, desktop)
	p.move("e2e4") // against a program
	p.want(`#status`, `^Your move`)
	for range 2 {
		p.loadPGN(game)
		p.want(`#near b`, `^Greco$`)
		p.want(`#far b`, `^N\.N\.$`)
		p.want(`#status`, `^White wins: checkmate\.$`)
		p.want(`#moves`, `8\.Bg6#$`)
		p.want(`#pgn-text`, "^"+regexp.QuoteMeta(game)+"$")
		p.until(`document.querySelectorAll('#moves .variation').length === 1`)
		p.click(`#undone button`)
		p.want(`#near b`, `^White$`)
		p.want(seat("black")+`.player`, `^alphabeta$`)
	}
	p.loadPGN(game)
	p.loadPGN("hello")
	p.want(`#record-error`, `^This is not a game: .*\.$`)
	p.want(`#moves`, `8\.Bg6#$`)
	p.loadPGN("1. e4 e5 2. Ke3 *") // up to the fault
	p.want(`#record-error`, `"Ke3": illegal: .* The rest of the game is left out\.$`)
	p.want(`#moves`, `^1\.e4e5$`)
	p.move("g1f3")
	p.want(`#status`, `^Black to move\.$`)

	p.loadPGN("[White \"A\"]\n[Black \"B\"]\n\n1. e4 1-0\n\n[White \"C\"]\n[Black \"D\"]\n\n1. d4 d5 *\n")
	p.want(`#record-error`, `^$`)
	p.want(`#moves`, `^1\.e4$`)
	p.until(`document.querySelector('#games').innerText.match(/^1\. A – B, 1-0\s*2\. C – D, \*$/) !== null`)
	p.act(`const g = document.querySelector('#games'); g.selectedIndex = 1; g.dispatchEvent(new Event('change'))`)
	p.want(`#moves`, `^1\.d4d5$`)
	p.loadPGN("1. c4 *")
	p.want(`#moves`, `^1\.c4$`)
	p.hidden(`#games`)
	p.click(`#pgn-copy`)
	p.want(`#live`, `^Copied\.$|^Press Control`) // the browser may forbid it
	p.want(`#pgn-copy`, `^Copy$`)
}

// TestFile checks what the page shows of a file besides its moves: where and when, the clocks and the
// evaluations, what is drawn on the board, and comments as a whole.
func TestFile(t *testing.T) {
	long := strings.Repeat("A long comment that nobody cuts. ", 30)
	p := played(t)
	p.hidden(`#event`)
	for date, want := range map[string]string{"24.12.1999": `24\.12\.1999`, "1999.13.45": "1999", "1999.02.30": "1999", "1999.??.??": "1999"} {
		p.loadPGN(`[Event "Dated"]` + "\n[Date \"" + date + "\"]\n\n1. e4 *")
		p.want(`#event`, `^Dated · `+want+`$`)
	}
	p.loadPGN(`[Event "Casual game"]
[Site "Wijk aan Zee"]
[Date "1999.01.20"]
[Round "4"]
[White "Kasparov"]
[Black "Topalov"]

{[%csl Ge4,Zd4] Hello.} 1. e4 {[%clk 1:05:30] [%eval 0.34,20]} d6 $1 {[%eval #-3] [%clk 0:03:00][%cal Rd8h4, Gxxyy,Ye2e4][%csl Bd5] ` + long + `} 2. d4 {[%clk 0:00:09.5] [%eval x]} (2. f4 {[%eval 2]}) *`)
	p.want(`#event`, `^Casual game · Wijk aan Zee · round 4 · Jan 20, 1999$`)
	p.want(`#moves`, `^Hello\.1\.e4 \+0\.34d6! #−3A long .* cuts\.2\.d42\. f4 \+2\.00$`)
	for _, test := range []struct{ button, near, far, number, marks string }{
		{`#first`, `^$`, `^$`, `^depth \d+$`, "mark green rect,mark green rect"},
		{`#forward`, `^1:05:30$`, `^$`, `^depth \d+ · the file: \+0\.34, depth 20$`, ""},
		{`#forward`, `^1:05:30$`, `^3:00$`, `^depth \d+ · the file: #−3$`, "mark blue rect,mark red path,mark yellow path"},
		{`#forward`, `^0:09\.5$`, `^3:00$`, `^depth \d+$`, ""},
	} {
		p.click(test.button)
		p.want(`#near .clock`, test.near)
		p.want(`#far .clock`, test.far)
		p.want(`#effort`, test.number)
		p.until(`[...document.querySelectorAll('.arrows .mark')].map((e) => e.getAttribute('class') + ' ' + e.tagName).join() === %q`, test.marks)
	}
	p.click(`#back`)
	p.hidden(`#remark`) // the list has it
	p.until(`[...document.querySelectorAll('#moves .comment')].every((e) => e.scrollWidth <= e.clientWidth)`)
	p.resize(phone) // the strip has no room for it
	p.want(`#remark`, `^A long .* cuts\.$`)
	p.until(`((r) => r.checkVisibility() && r.scrollWidth <= r.clientWidth)(document.querySelector('#remark'))`)
	p.until(`document.documentElement.scrollWidth <= innerWidth`)
}

// TestFEN sets up positions. The program waits in them, and the user may resign before it moves.
func TestFEN(t *testing.T) {
	p := open(t, desktop)
	p.setUp("4k3/8/8/8/8/8/8/3QK3 b - - 0 1")
	p.want(`#status`, `^Black to move\.$`)
	p.want(`#go`, `^Let Black play$`)
	p.set(`#fen-text`, "8/8/8")
	p.click(`#fen button`)
	p.want(`#record-error`, `ends on rank .*\.$`)
	p.until(`document.querySelector('[data-square="d1"]').ariaLabel === 'd1, white queen'`)
	p.set(`#evaluation`, "simplified") // its numbers do not change, unlike the default's
	p.unfold("explain")
	p.want(`#account tr:last-child`, `^Total\+8\.95$`)
	p.click(`#resign`)
	p.want(`#status`, `^Black wins: resignation\.$`)
	p.want(`#bar span`, `^0-1$`)
	p.want(`#account tr:last-child`, `^Total\+8\.95$`) // the evaluation does not change
	p.want(`#total`, `^$`)
	p.want(`#pgn-text`, `0-1$`)
	p.set(`#fen-text`, "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1")
	p.click(`#fen button`)
	p.want(`#record-error`, `^Left out: a castling right .*\.$`)
	p.want(`#fen-text`, `^4k3/8/8/8/8/8/8/4K2R w K - 0 1$`)
}

// TestLinks copies the link to a game, follows links and loads the page with them, and checks that
// the page says where it is seen that a link is damaged.
func TestLinks(t *testing.T) {
	p := played(t, "e2e4", "c7c5")
	p.unfold("record")
	p.click(`#link-copy`)
	p.want(`#live`, `ink`)
	link := eval[string](p, `location.hash`)
	if !strings.HasPrefix(link, "#pgn=") {
		t.Fatalf("the link to the game ends with %q", link)
	}
	p.do(chromedp.Reload())
	p.want(`#live`, `^Your last game goes on\.$`) // the link is to this game
	p.unfold("record")
	p.click(`#new .main`)
	p.want(`#moves`, `^$`)
	page := p.address
	for _, test := range []struct{ hash, moves, fen, said string }{
		{link, `^1\.e4c5$`, `^rnbqkbnr/pp1ppppp/`, `Undo$`},
		{"#fen=8/8/8/8/8/1k6/3r4/R3K2R_w_KQ_-_0_1", `^$`, `^8/8/8/8/8/1k6/3r4/R3K2R w KQ - 0 1$`, `Undo$`},
		{"#fen=4k3/8/8/8/8/8/8/4K2R%20w%20K%20-%200%201", `^$`, `^4k3/8/8/8/8/8/8/4K2R w K - 0 1$`, `Undo$`},
		{"#pgn=!!!", ``, ``, `^The link is damaged`},
		{"#pgn=damaged", ``, ``, `^The link is damaged`},
	} {
		for _, load := range []bool{false, true} {
			if load {
				p.do(chromedp.Navigate("about:blank"))
				p.address = page + test.hash
				p.load()
				p.unfold("record")
			} else {
				p.act(`location.hash = %q`, test.hash)
			}
			p.want(`#undone`, test.said)
			p.want(`#moves`, test.moves)
			p.want(`#fen-text`, test.fen)
		}
	}
	p.hidden(`#undone button`) // there is no way back
	p.until(`document.querySelector('#undone span').checkVisibility()`)
}
