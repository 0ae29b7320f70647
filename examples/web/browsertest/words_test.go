package browsertest

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// speak chooses a language, and waits until the page is loaded in it.
func (p *page) speak(language string) {
	p.Helper()
	p.act(`document.body.dataset.before = ''`)
	p.set(`#language`, language)
	p.do(chromedp.WaitReady(chromedp.CSS(`[lang=` + language + `] > body[data-ready]:not([data-before])`)))
}

// german opens the page in German, and lets persons play moves.
func german(t *testing.T, w window, moves ...string) *page {
	t.Helper()
	p := open(t, w)
	p.speak("de")
	p.people()
	p.move(moves...)
	return p
}

// TestGerman reads the page in German: its own words, what the library says, and the letters of the
// pieces. The games stay in English for other programs.
func TestGerman(t *testing.T) {
	p := german(t, desktop, "g1f3", "e7e5")
	p.told()
	p.want(`#status`, `^Weiß ist am Zug\.$`)
	p.want(`#moves`, `^1\.Sf3e5$`)
	p.want(`#new .main`, `^Neue Partie$`)
	p.want(`#near .level`, `.`)
	p.until(`document.querySelector('[data-square="f3"]').ariaLabel === 'f3, weißer Springer'`)
	p.want(`#live`, `^Schwarz: Bauer nach e5\.$`)
	p.typed("Sxe5\r")
	p.want(`#live`, `^Weiß: Springer schlägt Bauern auf e5\.$`)
	p.want(`#why`, `^Warum Sxe5\?$`)
	p.click(`#why`)
	p.want(`#reason`, `Sxe5 .*(Bauer|Bauern|schlägt|gewinnt)`)
	p.click(`#threats`)
	p.want(`#threat`, `^Wäre Weiß am Zug: `)
	p.want(`#opening`, `^[A-E]\d\d .*(spiel|Eröffnung|Verteidigung)`)
	p.unfold("explain")
	p.want(`#account`, `Material.*Figurenstellung`)
	p.want(`#by`, `^Standard$`)
	p.typed("Ke4\r")
	p.want(`#typed-error`, `^"Ke4" ist hier nicht erlaubt\.$`)
	p.until(`[...document.querySelector('#far .player').options].at(-1).text === 'Nur Bauernzüge'`)
	p.click(`#resign`)
	p.want(`#over-title`, `^Weiß gewinnt$`)
	p.want(`#over-text`, `^Grund: Aufgabe\. 2 Züge\.$`)
	p.click(`#over-review`)
	p.want(`#verdict`, `Genauigkeit|Weiß`)
	p.unfold("record")
	p.want(`#pgn-text`, `1\. Nf3 e5 2\. Nxe5`)
	p.unfold("database")
	p.want(`#database-count`, `^1 Partie$`)
	p.speak("en")
	p.want(`#status`, `^White wins: resignation\.$`)
	p.want(`#moves`, `^1\.Nf3e52\.Nxe5$`)
}

// told translates what the library says: all of a sentence, or nothing.
func (p *page) told() {
	p.Helper()
	p.act(`import('./words.js').then(({ opening, told }) => { Object.assign(window, { opening, told }); })`)
	p.until(`window.told !== undefined`)
	for _, test := range [][2]string{
		{"White wins: mate in 13 with best play; only c5+ and Qb5 win.", "Weiß gewinnt: Matt in 13 bei bestem Spiel; nur c5+ und Db5 gewinnen."},
		{"Black wins with best play; only e1=Q wins.", "Schwarz gewinnt bei bestem Spiel; nur e1=D gewinnt."},
		{"White wins: mate in 6 with best play; 17 of 21 moves win.", "Weiß gewinnt: Matt in 6 bei bestem Spiel; 17 von 21 Zügen gewinnen."},
		{"Draw with best play; only Kc7, Kd7 and Nd8 draw.", "Remis bei bestem Spiel; nur Kc7, Kd7 und Sd8 halten remis."},
		{"Draw with best play; 4 of 5 moves draw.", "Remis bei bestem Spiel; 4 von 5 Zügen halten remis."},
		{"Draw with best play; only Rxb8 draws.", "Remis bei bestem Spiel; nur Txb8 hält remis."},
		{"Draw: White would win, but not within fifty moves.", "Remis: Weiß würde gewinnen, aber nicht in fünfzig Zügen."},
		{"Draw: stalemate.", "Remis: Patt."},
		{"White has mated.", "Weiß hat mattgesetzt."},
		{"mated in 5", "matt in 5"},
		{"DTZ 15 or 16", "DTZ 15 oder 16"},
		{"cursed win", "gewinnen zu spät"},
		{"blessed loss", "verlieren zu spät"},
		{"Preparing tables.", "Tabellen werden vorbereitet."},
		{"Preparing tables: 3 of 7, KQvK 45 %", "Tabellen werden vorbereitet: 3 von 7, KDvK 45 %"},
		{"Finishing another table, KPvK 45 %, before those of this ending.", "Erst wird eine andere Tabelle fertig, KPvK 45 %, dann die dieses Endspiels."},
		{"mate, mate in 2, opera mate.", "Matt, Matt in 2, Opernmatt."},
		{"White: the rook on g4 moves.", "Weiß: Turm auf g4 zieht."},
		{"Black: pawn to e1, becomes a queen, checkmate", "Schwarz: Bauer nach e1, wird Dame, Matt"},
		{"White: pawn takes pawn en passant on e6, check", "Weiß: Bauer schlägt Bauern en passant auf e6, Schach"},
		{"White drops a knight on e5", "Weiß setzt Springer auf e5"},
		{"White drops a pawn on e5, check", "Weiß setzt Bauern auf e5, Schach"},
		{"Black: king from e8 to e7, draw by fivefold repetition", "Schwarz: König von e8 nach e7, Remis durch fünfmalige Stellungswiederholung"},
		{"black queen", "schwarze Dame"},
		{`This is not a position: FEN board "8/8/8": malformed at character 6: the board ends on rank 6 after 8 squares.`,
			`Das ist keine Stellung: Brett der FEN "8/8/8": fehlerhaft bei Zeichen 6: das Brett endet auf Reihe 6 nach 8 Feldern.`},
		{`FEN turn "8/8/8/8/8/8/8/8 x": malformed at character 17: "x" is neither "w" nor "b".`, `Zugrecht der FEN "8/8/8/8/8/8/8/8 x": fehlerhaft bei Zeichen 17: "x" ist weder "w" noch "b".`},
		{"This position cannot be used: a side without a king, the side not to move is in check.",
			"Die Stellung ist nicht möglich: eine Seite ohne König, die Seite, die nicht am Zug ist, steht im Schach."},
		{`Game 1, line 2, column 5: SAN "Ke3: a": illegal: no such move of a king to e3 is legal.`, `Partie 1, Zeile 2, Spalte 5: Zug "Ke3: a": nicht erlaubt: kein Zug mit König nach e3 ist erlaubt.`},
		{`There is no evaluation "x": want default, handcrafted, pesto.`, `Es gibt keine Bewertung "x": möglich sind default, handcrafted, pesto.`},
		{`No option or feature of mcts is called "x"; its options: Hash, Depth; its features: material, king shelter.`,
			`Keine Option und kein Merkmal von Monte-Carlo-Suche heißt "x"; Optionen: Hash, Depth; Merkmale: material, king shelter.`},
		{"The knight wins.", "The knight wins."},
		{"constructor", "constructor"},
	} {
		if got := eval[string](p, `window.told(%q)`, test[0]); got != test[1] {
			p.Errorf("%q is %q, want %q", test[0], got, test[1])
		}
	}
	for _, test := range [][2]string{
		{"B90 Sicilian Defense: Najdorf Variation, English Attack", "B90 Sizilianische Verteidigung: Najdorf-Variante, Englischer Angriff"},
		{"Queen's Gambit Declined: Max Lange Attack", "Abgelehntes Damengambit: Max-Lange-Angriff"},
		{"B04 Alekhine's Defense: From's Gambit Accepted", "B04 Aljechin-Verteidigung: Angenommenes From-Gambit"},
		{"Alekhine Defense: Alekhine Variation, Be6 Line", "Aljechin-Verteidigung: Aljechin-Variante, Le6-Abspiel"},
		{"Italian Game: Modern Main Line, King's Indian System", "Italienische Partie: Modern Main Line, King's Indian System"},
		{"Semi-Slav Defense Accepted", "Semi-Slav Defense Accepted"},
		{"A00 Folly", "A00 Folly"},
		{"", ""},
	} {
		if got := eval[string](p, `window.opening(%q)`, test[0]); got != test[1] {
			p.Errorf("the opening %q is %q, want %q", test[0], got, test[1])
		}
	}
}

// TestLabelsFit checks in both languages that what is written on buttons and in the fields to choose
// from fits, with all of them shown.
func TestLabelsFit(t *testing.T) {
	p := open(t, phone)
	for _, language := range []string{"en", "de"} {
		if language != "en" {
			p.speak(language)
		}
		p.people()
		p.setUp("4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1")
		p.move("a1a4")
		p.click(`#hint`)
		p.until(`document.querySelector('.picture desc').textContent.includes('Arrows')`)
		p.click(`#edit`)
		p.act(`
			for (const card of document.querySelectorAll('details')) card.open = true;
			for (const e of document.querySelectorAll('[hidden]:is(button, p, form, select, input), #about-move')) e.hidden = e.matches('#claim, #result, #threat');
			document.querySelector('#over').show();
			document.querySelector('#keys').showModal();`)
		for _, w := range []window{phone, onSide, {"light", 820, 1180}, {"dark", 1280, 800}, {"light", 1920, 1080}} {
			p.resize(w)
			if bad := eval[[]string](p, `[...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() && !e.closest('#moves, .board, .unseen')).filter((e) => {
				const box = e.getBoundingClientRect();
				if (box.right > innerWidth + 1 || !e.matches('button, .button, label, h2, select')) return box.right > innerWidth + 1;
				const words = document.createRange();
				if (e.matches('select')) {
					const { font, paddingLeft, paddingRight } = getComputedStyle(e);
					const pen = new OffscreenCanvas(1, 1).getContext('2d');
					pen.font = font;
					return pen.measureText(e.selectedOptions[0]?.text ?? '').width > e.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) + 1;
				}
				return [...e.childNodes, ...e.querySelectorAll('span')].some((node) => {
					if (!node.textContent.trim() || node.nodeType === 1 && !node.matches('span')) return false;
					words.selectNodeContents(node);
					const r = words.getBoundingClientRect();
					return r.left < box.left - 1 || r.right > box.right + 1 || r.top < box.top - 1 || r.bottom > box.bottom + 1;
				});
			}).map((e) => e.tagName + '#' + e.id + '.' + e.className + ' ' + (e.selectedOptions?.[0]?.text ?? e.textContent.trim()).slice(0, 40))`); len(bad) > 0 {
				t.Errorf("too wide in %s at %d: %q", language, w.width, bad)
			}
		}
	}
}

// TestLanguageOfBrowser opens the page in browsers with other languages.
func TestLanguageOfBrowser(t *testing.T) {
	p := open(t, desktop)
	speaks := func(languages string) {
		t.Helper()
		p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: "Chrome", AcceptLanguage: languages})
			return err
		}))
	}
	defer speaks("en-US")
	for _, test := range []struct{ languages, title string }{{"de-AT,en", "Neue Partie"}, {"fr,de", "Neue Partie"}, {"fr-FR", "New game"}, {"en-GB,de", "New game"}} {
		speaks(test.languages)
		p.load()
		p.want(`#new .main`, "^"+test.title+"$")
	}
}
