package browsertest

import (
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	pagedomain "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// importText imports a file of games. What was said before is cleared, so that a test waits for what
// is said of this one.
func (p *page) importText(text string) {
	p.Helper()
	p.unfold("database")
	p.act(`
		document.querySelector('#database-said span').textContent = '';
		const files = new DataTransfer();
		files.items.add(new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], 'games.pgn'));
		const field = document.querySelector('#database-file');
		field.files = files.files;
		field.dispatchEvent(new Event('change'));`, base64.StdEncoding.EncodeToString([]byte(text)))
}

// list waits until the database lists these games.
func (p *page) list(count string, games ...string) {
	p.Helper()
	if !p.poll(func() bool { return p.text(`#database-count`) == count }) {
		p.Fatalf("%s: %q, moves %q, %q; want %s", p.text(`#database-count`), p.text(`#database-games`), p.text(`#moves`), p.text(`#database-said`), count)
	}
	const titles = `[...document.querySelectorAll('#database-games b')].map((b) => b.textContent).join()`
	p.until(titles+` === %q`, strings.Join(games, ","))
}

const three = `[Event "Wijk aan Zee"]
[Date "1999.01.20"]
[White "Kasparov"]
[Black "Topalov"]
[WhiteElo "2812"]
[Result "1-0"]

1. e4 d6 2. d4 Nf6 {Pirc} 1-0

[Event "Training"]
[Date "2010.??.??"]
[White "Hübner"]
[Black "Kasparov"]
[Result "1/2-1/2"]

1. d4 Nf6 2. e4 d6 1/2-1/2

[Event "Empty"]

*

[Event "Training"]
[White "Larsen"]
[Black "Tal"]
[Result "0-1"]

1. b3 e5 0-1
`

// TestDatabase imports games, finds them by words, by the result and by the position, opens, changes
// and removes them.
func TestDatabase(t *testing.T) {
	p := played(t)
	p.unfold("database")
	p.want(`#database-count`, `^Games that you play here`)
	p.importText("hello")
	p.want(`#database-said`, `^There is no game in the file\.`)
	p.importText(three + "\n" + three)
	p.want(`#database-said`, `^3 games imported\. 3 were here already\. 2 could not be read\.`)
	p.importText(three)
	p.want(`#database-said`, `^0 games imported\. 3 were here already\. 1 could not be read\.`)
	all := []string{"Kasparov – Topalov", "Hübner – Kasparov", "Larsen – Tal"}
	p.list(`3 games`, all...)
	for _, test := range []struct {
		words string
		games []int
	}{
		{"kasparov", []int{0, 1}}, {"hubner", []int{1}}, {"B07 wijk", []int{0}}, {"tal", []int{2}}, {"larsen attack", []int{2}}, {"x", nil},
		{"1999", []int{0}}, {"2000-", []int{1}}, {"-1999", []int{0}}, {"larsen - tal", []int{2}}, {"1990-2010 kasparov", []int{0, 1}}, {"", []int{0, 1, 2}},
	} {
		p.set(`#database-search [name="words"]`, test.words)
		var want []string
		for _, i := range test.games {
			want = append(want, all[i])
		}
		count := map[int]string{0: "0 games of 3", 1: "1 game of 3", 2: "2 games of 3", 3: "3 games"}[len(want)]
		p.list(count, want...)
	}
	p.set(`#database-search [name="result"]`, "1/2-1/2")
	p.list(`1 game of 3`, all[1])
	p.set(`#database-search [name="result"]`, "")

	p.move("d2d4", "d7d6", "e2e4") // a third way to the position after three of the other moves
	p.click(`#database-here`)
	p.list(`2 games of 4`, "Person – Person", all[0])
	p.want(`#database .played`, `(?s)^Played here 1 game\s.*Nf61100 %`)
	p.click(`#database .played tbody button`)
	p.list(`3 games of 4`, "Person – Person", all[0], all[1])
	p.click(`#database-games li:nth-child(2) button`)
	p.want(`#near b`, `^Kasparov$`)
	p.want(`#moves [aria-current]`, `^Nf6$`)
	p.want(`#event`, `^Wijk aan Zee`)

	p.click(`#annotate`)
	p.set(`#notes [name="comment"]`, "Much was written.")
	p.click(`#database-save`)
	p.want(`#database-said`, `^The game is saved\.`)
	p.importText(three) // the comment stays
	p.want(`#database-said`, `^0 games imported\. 3 were here already\.`)
	p.load()
	p.unfold("database")
	p.list(`4 games`, all[0], "Person – Person", all[1], all[2])
	opens := func() {
		t.Helper()
		p.click(`#new .main`)
		p.until(`document.querySelector('#database-games [aria-current]') === null`)
		p.click(`#database-games li button`)
		p.until(`document.activeElement === document.querySelector('#database-games [aria-current]')`)
		p.want(`#moves .comment`, `^Much was written\.$`)
	}
	opens()

	p.click(`#database-games li button.quiet`)
	p.list(`3 games`, "Person – Person", all[1], all[2])
	p.want(`#database-said`, `^1 game removed\. Undo$`)
	p.click(`#database-said button`)
	p.list(`4 games`, all[0], "Person – Person", all[1], all[2])
	opens()
	p.set(`#database-search [name="words"]`, "training")
	p.want(`#database-remove`, `^Remove these$`)
	p.click(`#database-remove`)
	p.list(`0 games of 2`)
	p.set(`#database-search [name="words"]`, "")
	p.list(`2 games`, all[0], "Person – Person")
	p.load()
	p.unfold("database")
	p.list(`2 games`, all[0], "Person – Person")
	for _, w := range []window{phone, desktop} {
		p.resize(w)
		p.inReach(`#database`)
		p.until(`document.documentElement.scrollWidth <= innerWidth`)
	}
}

// TestPlayedGamesKept plays games, which are kept without being asked for, one entry for each, and
// only the last ones.
func TestPlayedGamesKept(t *testing.T) {
	p := played(t, "e2e4", "e7e5", "g1f3")
	p.unfold("database")
	p.list(`1 game`, "Person – Person")
	p.want(`#database-games small`, ` · C40 `)
	p.click(`#undo`)
	p.move("b1c3")
	p.click(`#resign`)
	p.want(`#database-games`, `1-0`)
	p.load() // it is the same game still
	p.unfold("database")
	p.click(`#first`)
	p.click(`#new .main`)
	p.move("d2d4")
	p.list(`1 game`, "Person – Person")
	p.move("d7d5")
	p.list(`2 games`, "Person – Person", "Person – Person")
	p.want(`#database-games li:first-child small`, ` · D00 `)
	p.click(`#database-games li:last-child button`)
	p.want(`#moves`, `^1\.e4e52\.Nc3$`)
	p.want(`#status`, `^White wins\.$`)
	p.move("b8c6") // of a game that was opened, nothing is kept until one asks
	p.list(`2 games`, "Person – Person", "Person – Person")
}

// TestPlayedGamesTrimmed plays a game when a hundred are kept already: the oldest goes.
func TestPlayedGamesTrimmed(t *testing.T) {
	p := played(t)
	p.act(`import('./store.js').then(async (store) => {
		const game = { white: 'A', black: 'B', elo: [0, 0], event: '', date: '', result: '*', opening: '', moves: '', keys: '', number: 0, pgn: '*' };
		await store.add(Array.from({ length: 100 }, (_, i) => ({ ...game, id: String(1000 + i), at: i })));
		window.filled = true;
	})`)
	p.until(`window.filled === true`)
	p.unfold("database")
	p.want(`#database-count`, `^100 games$`)
	p.move("e2e4", "e7e5")
	p.want(`#database-games b`, `^Person – Person$`)
	p.want(`#database-count`, `^100 games$`)
	p.load()
	p.unfold("database")
	p.want(`#database-count`, `^100 games$`)
}

// TestSavedGame saves a game that was played, which takes the place of the one that was kept.
func TestSavedGame(t *testing.T) {
	p := played(t, "e2e4", "e7e5")
	p.unfold("database")
	p.list(`1 game`, "Person – Person")
	p.click(`#database-save`)
	p.want(`#database-said`, `^The game is saved\.`)
	p.load()
	p.unfold("database")
	p.list(`1 game`, "Person – Person")
	p.click(`#database-games li button.quiet`)
	p.want(`#database-said`, `^1 game removed\. Undo$`)
	p.click(`#database-said button`)
	p.list(`1 game`, "Person – Person")
	p.until(`document.querySelector('#database-games [aria-current]') !== null`)
}

// TestGameInTwoTabs goes on with a game in two tabs, and removes a game in one that the other lists.
func TestGameInTwoTabs(t *testing.T) {
	p := played(t, "e2e4", "e7e5")
	p.unfold("database")
	p.list(`1 game`, "Person – Person")
	ctx, leave := chromedp.NewContext(p.ctx)
	defer leave()
	other := &page{t, ctx, p.address}
	other.resize(desktop)
	other.load()
	other.unfold("database")
	other.move("g1f3")
	other.list(`2 games`, "Person – Person", "Person – Person")
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, pagedomain.BringToFront, cdp.Empty{})
		return err
	}))
	p.load()
	p.unfold("database")
	p.list(`2 games`, "Person – Person", "Person – Person")
	other.click(`#database-remove`)
	other.want(`#database-said`, `^2 games removed`)
	p.click(`#database-games li button`)
	p.want(`#database-said`, `^The game is no longer there\.`)
	p.list(`1 game`, "Person – Person")
}

// TestImportOldFile imports a file of two parts, with letters of two encodings, and with games that do
// not begin with the event. It is stopped while the games of the first part are being kept.
func TestImportOldFile(t *testing.T) {
	var text strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&text, "[White \"Müller\"]\r\n[Black \"B\xf6hm %d\"]\r\n[Event \"Köln\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 e5 1-0\r\n\r\n", i)
	}
	p := played(t)
	p.act(`
		const { add } = IDBObjectStore.prototype;
		IDBObjectStore.prototype.add = function (game) {
			document.querySelector('#database-said button').click();
			return add.call(this, game);
		};`)
	p.importText(text.String())
	p.want(`#database-said`, `^Stopped after [12],\d{3} games\.`)
	p.load()
	p.importText(text.String())
	p.want(`#database-said`, `games imported\. [12],\d{3} were here already\.`)
	p.set(`#database-search [name="words"]`, "müller böhm köln")
	p.want(`#database-count`, `^3,000 games$`)
}

// TestLessons reviews the games of the player who has most, newest first, and opens one at a move
// that the lessons name. A second try is stopped.
func TestLessons(t *testing.T) {
	p := played(t)
	var text strings.Builder
	for i, white := range []string{"Max", "Tom", "Tim"} {
		fmt.Fprintf(&text, "[White \"%s\"]\n[Black \"Eva\"]\n[Date \"200%d.01.01\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n", white, i)
	}
	p.importText(text.String())
	p.want(`#lessons [name="player"]`, `^Eva$`)
	p.click(`#lessons button`)
	p.want(`#lessons-text li`, `^Games: 3, moves: 9, points: 0\.0`)
	p.want(`#lessons button`, `^Lessons$`)
	p.want(`#lessons-text li:nth-child(2)`, `^Allowed mate: 3×.* lost; 3\.\.\.Nf6\?\? in game 1 against Tim; 3\.\.\.Nf6\?\? in game 2 against Tom; `)
	p.click(`#lessons-text button ~ button`)
	p.want(`#moves [aria-current]`, `^Nf6`)
	p.want(seat("white")+`b`, `^Tom$`)

	p.set(`#database-search [name="words"]`, "max")
	p.act(`const { postMessage } = Worker.prototype;
		Worker.prototype.postMessage = function (message) {
			postMessage.call(this, message);
			if (message.question) document.querySelector('#lessons button').click();
		};`)
	p.click(`#lessons button`)
	p.want(`#lessons-said`, `^Stopped after 0 games\.$`)
}

// TestImport imports many games while the page is used. With CHESS_FULL=1 they are ten thousand.
func TestImport(t *testing.T) {
	content, err := os.ReadFile("../../../testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	n, said := 600, "600"
	if full {
		n, said = 10_000, "10,000"
	}
	games := strings.Split(strings.TrimSpace(string(content)), "\n[Event ")
	var text strings.Builder
	for i := range n {
		event, rest, _ := strings.Cut(strings.TrimPrefix(games[i%len(games)], "[Event "), "\n")
		fmt.Fprintf(&text, "[Event %s\n[Annotator \"%d\"]\n%s\n\n", event, i, rest)
	}
	p := played(t)
	p.importText(text.String())
	p.act(`
		window.longest = 0;
		let last = performance.now();
		setInterval(() => {
			const now = performance.now();
			window.longest = Math.max(window.longest, now - last);
			last = now;
		}, 0);`)
	p.want(`#database-said`, `^Importing: \d+ %.*Stop$`)
	p.move("e2e4", "c7c5")
	p.want(`#database-said`, `^Importing`) // still
	p.want(`#database-said`, `^`+said+` games imported\.`)
	t.Logf("the page did not answer for up to %.0f ms", eval[float64](p, `window.longest`))
	t.Logf("a search takes %.0f ms", eval[float64](p, `(() => {
		const begin = performance.now();
		document.querySelector('#database-search').dispatchEvent(new Event('input'));
		return performance.now() - begin;
	})()`))
	p.click(`#database-here`)
	p.want(`#database-count`, `^1 game of `) // the file's have other starts
}
