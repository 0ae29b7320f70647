// Package browsertest tests the page of examples/web in a real browser. By day it does so in one
// window, with CHESS_FULL=1 in windows of all sizes.
package browsertest

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
)

var (
	screenshots = flag.String("screenshots", "", "write screenshots of the page at the end of each test to this `folder`")
	optimize    = flag.Bool("optimize", false, "let the browser optimize the library, as it does for users; the tests take longer then")
	full        = os.Getenv("CHESS_FULL") != ""
)

// tab is shared by all tests; address is that of the page.
var (
	tab     context.Context
	address string
)

func TestMain(m *testing.M) {
	flag.Parse()
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// run starts an explorer, the program and a browser, and runs the tests.
func run(m *testing.M) (int, error) {
	folder, err := os.MkdirTemp("", "browsertest-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(folder)
	in := func(name string) string { return filepath.Join(folder, name) }
	if err := os.WriteFile(in("games.pgn"), []byte(games), 0o666); err != nil {
		return 0, err
	}
	for _, command := range [][]string{
		{"go", "build", "-C", "../../explorer", "-o", in("explorer"), "."},
		{in("explorer"), "add", "-o", in("games"), in("games.pgn")},
		{"go", "build", "-C", "..", "-o", in("web"), "."},
	} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			return 0, fmt.Errorf("%q: %w\n%s", command, err, out)
		}
	}
	explorer, stop, err := start(in("explorer"), "serve", "-addr", "localhost:0", in("games"))
	if err != nil {
		return 0, err
	}
	defer stop()
	if address, stop, err = start(in("web"), "-addr", "localhost:0", "-explorer", explorer); err != nil {
		return 0, err
	}
	defer stop()

	// Each tab would get two pages of the browser's own, which take more time than the tests.
	const unseen = "Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup"
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.Flag("disable-features", unseen), chromedp.Flag("process-per-site", true))
	if !*optimize {
		options = append(options, chromedp.Flag("js-flags", "--liftoff-only"))
	}
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	defer end()
	tab, end = chromedp.NewContext(allocator)
	defer end()
	if err := chromedp.Do(tab); err != nil {
		return 0, err
	}
	// Another tab of the same process keeps the library, or each load of the page would compile it again.
	keeper, end := chromedp.NewContext(tab)
	defer end()
	if err := chromedp.Do(keeper, chromedp.Navigate(address+"style.css")); err != nil {
		return 0, err
	}
	if _, err := chromedp.Run(keeper, chromedp.Evaluate[any](`WebAssembly.compileStreaming(fetch('chess.wasm')).then((module) => { window.kept = module; })`)); err != nil {
		return 0, err
	}
	return m.Run(), nil
}

// start starts a server, and returns the address on the loopback that it prints.
func start(program string, args ...string) (address string, stop func(), err error) {
	cmd := exec.Command(program, args...)
	cmd.Dir = ".."
	out, in, err := os.Pipe()
	if err != nil {
		return "", nil, err
	}
	cmd.Stdout, cmd.Stderr = in, in
	err = cmd.Start()
	in.Close()
	if err != nil {
		return "", nil, err
	}
	stop = func() {
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
	}
	said := ""
	for r := bufio.NewReader(out); ; {
		line, err := r.ReadString('\n')
		said += line
		if address = regexp.MustCompile(`http://(127\.0\.0\.1|localhost):\d+/?`).FindString(line); address != "" {
			go io.Copy(os.Stderr, r)
			return address, stop, nil
		}
		if err != nil {
			stop()
			return "", nil, fmt.Errorf("%s printed %q, and no address on the loopback", program, said)
		}
	}
}

// A page is the tab with the page loaded.
type page struct {
	*testing.T
	ctx     context.Context
	address string
}

// A window holds the properties of the window that shows the page.
type window struct {
	scheme        string // light or dark
	width, height int64
}

var (
	desktop = window{"light", 1280, 860}
	phone   = window{"light", 390, 844}
	onSide  = window{"dark", 844, 390}
)

// sizes returns the windows in which the page must look well.
func sizes() []window {
	if full {
		return []window{phone, onSide, desktop}
	}
	return []window{desktop}
}

// everything skips a test by day.
func everything(t *testing.T) {
	t.Helper()
	if !full {
		t.Skip("CHESS_FULL=1 runs it")
	}
}

// open opens the page in a window. The test fails if the console of the page shows an error, or a
// request that the content security policy forbids.
func open(t *testing.T, w window) *page {
	t.Helper()
	return openAt(t, w, address)
}

// openAt is open for the page at another address.
func openAt(t *testing.T, w window, at string) *page {
	t.Helper()
	ctx, stop := context.WithTimeout(tab, 5*time.Minute)
	p := &page{t, ctx, at}
	p.do(chromedp.Navigate("about:blank")) // from the page of another test
	var listening sync.WaitGroup
	messages := chromedp.Console(ctx)
	listening.Go(func() {
		for message, err := range messages {
			if err != nil {
				return
			}
			t.Errorf("the console: %v", message)
		}
	})
	t.Cleanup(func() {
		if !t.Failed() {
			p.shoot()
		}
		stop()
		listening.Wait()
	})
	p.resize(w)
	p.serviceWorker(at != address)
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error { // what another test has left
		_, err := cdp.Call(ctx, t, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{
			Origin: strings.TrimSuffix(p.address, "/"), StorageTypes: "local_storage,indexeddb",
		})
		return err
	}))
	p.load()
	return p
}

// serviceWorker lets the service worker answer for the server, or not: that takes a fifth of the time of
// a load, and most tests need none.
func (p *page) serviceWorker(on bool) {
	p.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, network.SetBypassServiceWorker, network.SetBypassServiceWorkerParams{Bypass: !on})
		return err
	}))
}

// played opens the page, and lets persons play moves, such as "e2e4".
func played(t *testing.T, moves ...string) *page {
	t.Helper()
	p := open(t, desktop)
	p.people()
	p.move(moves...)
	return p
}

// at opens the page with a position that persons play.
func at(t *testing.T, fen string) *page {
	t.Helper()
	p := played(t)
	p.setUp(fen)
	return p
}

// load loads the page, with what it has kept.
func (p *page) load() {
	p.Helper()
	p.do(chromedp.Navigate(p.address), chromedp.WaitReady(chromedp.CSS(`body[data-ready]`)))
}

func (p *page) resize(w window) {
	p.Helper()
	p.do(chromedp.EmulateViewport(w.width, w.height), chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: w.scheme}},
		})
		return err
	}))
}

func (p *page) do(actions ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

// eval returns the value of a JavaScript expression.
func eval[T any](p *page, script string, args ...any) T {
	p.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](fmt.Sprintf(script, args...)))
	if err != nil {
		p.Fatal(err)
	}
	return v
}

// act runs JavaScript.
func (p *page) act(script string, args ...any) {
	p.Helper()
	eval[any](p, "{"+script+"}", args...)
}

// click clicks on the element of a CSS selector with the mouse: again if the layout has moved it away
// meanwhile, and unfolds its card again if the click has folded that.
func (p *page) click(selector string) {
	p.Helper()
	open := eval[bool](p, `document.querySelector(%q)?.closest('details')?.open ?? false`, selector)
	if !p.poll(func() bool {
		there := eval[bool](p, `(() => {
			const wanted = document.querySelector(%q);
			if (%t && wanted) wanted.closest('details').open = true;
			window.missed = true;
			// A button that moves between down and up is not clicked; the board listens to down.
			const heard = wanted?.closest('[data-square]') ? 'pointerdown' : 'click';
			wanted?.addEventListener(heard, () => { window.missed = false; }, { once: true, capture: true });
			wanted?.scrollIntoView({block: 'nearest', behavior: 'instant'});
			return wanted !== null;
		})()`, selector, open)
		if !there {
			return false
		}
		p.do(chromedp.Click(chromedp.CSS(selector)))
		return eval[bool](p, `!window.missed`)
	}) {
		p.Fatalf("%s is not there, or does not hear a click", selector)
	}
}

// move clicks on the squares of moves, such as "e2e4".
func (p *page) move(moves ...string) {
	p.Helper()
	for _, m := range moves {
		p.click(square(m[:2]))
		p.click(square(m[2:]))
	}
}

func square(name string) string { return `[data-square="` + name + `"]` }

// seat chooses the player of a colour.
func (p *page) seat(color, player string) {
	p.Helper()
	p.set(seat(color)+`.player`, player)
}

func seat(color string) string { return `.seat[data-color="` + color + `"] ` }

// people lets persons play both colours.
func (p *page) people() {
	p.Helper()
	p.seat("white", "person")
	p.seat("black", "person")
}

// set sets the value of a field and sends the events of a change by the user.
func (p *page) set(selector, value string) {
	p.Helper()
	p.act(`const e = document.querySelector(%q); e.value = %q; for (const c of ['input', 'change']) e.dispatchEvent(new Event(c, {bubbles: true}))`, selector, value)
}

// typed types a move, or something else.
func (p *page) typed(text string) {
	p.Helper()
	p.do(chromedp.SendKeys(chromedp.CSS(`#typed input`), text))
}

// text returns the text of the element of a CSS selector, or the value of a field, or "" if there
// is none.
func (p *page) text(selector string) string {
	p.Helper()
	return strings.TrimSpace(eval[string](p, `((e) => (e?.matches('input, select, textarea') ? e.value : e?.textContent) ?? '')(document.querySelector(%q))`, selector))
}

// poll asks again and again whether the page shows what it should, for a minute.
func (p *page) poll(right func() bool) bool {
	p.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if right() {
			return true
		}
	}
	return false
}

// want waits until the text of the element of a CSS selector matches the pattern.
func (p *page) want(selector, pattern string) {
	p.Helper()
	got := ""
	if !p.poll(func() bool {
		got = p.text(selector)
		return regexp.MustCompile(pattern).MatchString(got)
	}) {
		p.Fatalf("%s is %q, want %q", selector, got, pattern)
	}
}

// until waits until a JavaScript expression is true.
func (p *page) until(script string, args ...any) {
	p.Helper()
	if !p.poll(func() bool { return eval[bool](p, script, args...) }) {
		p.Fatalf("not true: "+script, args...)
	}
}

// hidden waits until the element of a CSS selector is not there, or not seen.
func (p *page) hidden(selector string) {
	p.Helper()
	p.until(`!document.querySelector(%q)?.checkVisibility()`, selector)
}

// setUp sets up a position.
func (p *page) setUp(fen string) {
	p.Helper()
	p.unfold("record")
	p.act(`document.querySelector('#fen-text').value = %q; document.querySelector('#fen').requestSubmit()`, fen)
	p.want(`#fen-text`, "^"+regexp.QuoteMeta(fen)+"$")
	p.want(`#record-error`, `^$`)
}

// loadPGN loads games.
func (p *page) loadPGN(text string) {
	p.Helper()
	p.unfold("record")
	p.set(`#pgn-text`, text)
	p.act(`document.querySelector('#pgn').requestSubmit()`)
}

// unfold opens a card, and waits until the layout no longer changes, so that clicks do not miss.
func (p *page) unfold(id string) {
	p.Helper()
	p.act(`document.getElementById(%q).open = true`, id)
	before := -1.0
	p.poll(func() bool {
		height := eval[float64](p, `document.documentElement.scrollHeight`)
		same := height == before
		before = height
		return same
	})
}

// press presses keys.
func (p *page) press(keys ...string) {
	p.Helper()
	for _, k := range keys {
		p.do(chromedp.KeyEvent(k))
	}
}

// centre returns where the middle of an element is.
func (p *page) centre(selector string) [2]float64 {
	p.Helper()
	return eval[[2]float64](p, `(({x, y, width, height}) => [x + width/2, y + height/2])(document.querySelector(%q).getBoundingClientRect())`, selector)
}

// drag moves the mouse from one place to another with its button down.
func (p *page) drag(from, to [2]float64) {
	p.Helper()
	p.do(chromedp.DragAndDropXY(from[0], from[1], to[0], to[1]))
}

// shoot takes screenshots in windows of all sizes if -screenshots is set.
func (p *page) shoot() {
	p.Helper()
	if *screenshots == "" {
		return
	}
	for _, w := range []window{phone, {"dark", 390, 844}, onSide, {"light", 1280, 800}, {"dark", 1280, 800}} {
		p.resize(w)
		time.Sleep(400 * time.Millisecond) // the end of animations
		picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
		if err == nil {
			err = os.WriteFile(filepath.Join(*screenshots, fmt.Sprintf("%s-%s-%dx%d.png", p.Name(), w.scheme, w.width, w.height)), picture, 0o644)
		}
		if err != nil {
			p.Error(err)
		}
	}
}
