// Package browsertest tests the page of examples/web in a real browser.
package browsertest

import (
	"bufio"
	"context"
	"flag"
	"fmt"
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
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"
)

var (
	screenshots = flag.String("screenshots", "", "write screenshots of the page to this `folder`")
	optimize    = flag.Bool("optimize", false, "let the browser optimize the library, as it does for users; the tests take longer then")
)

// browser and address are shared by all tests. Those that look at a clock run alone; the others call Parallel.
var (
	browser context.Context
	address string
)

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(run(m))
}

// run starts the program and a browser, and runs the tests.
func run(m *testing.M) int {
	folder, err := os.MkdirTemp("", "browsertest-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	web := filepath.Join(folder, "web")
	build := exec.Command("go", "build", "-o", web)
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
		return 1
	}
	program := exec.Command(web, "-addr", "localhost:0")
	program.Dir = ".."
	program.Stderr = os.Stderr
	stdout, err := program.StdoutPipe()
	if err == nil {
		err = program.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer program.Wait()
	defer program.Process.Signal(os.Interrupt)
	line, _ := bufio.NewReader(stdout).ReadString('\n')
	if address = regexp.MustCompile(`http://127\.0\.0\.1:\d+/`).FindString(line); address == "" {
		fmt.Fprintf(os.Stderr, "the program printed %q, and no address on the loopback\n", line)
		return 1
	}

	// Each tab would get two pages of the browser's own, which take more time than the tests.
	const unseen = "Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup"
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.Flag("disable-features", unseen))
	if !*optimize {
		options = append(options, chromedp.Flag("js-flags", "--liftoff-only"))
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	defer stop()
	browser, stop = chromedp.NewContext(allocator)
	defer stop()
	if err := chromedp.Do(browser); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// A page is a tab with the page loaded.
type page struct {
	*testing.T
	ctx     context.Context
	address string
}

// open opens the page in a window. The test fails if the console of the page shows
// an error, or a request that the content security policy forbids.
func open(t *testing.T, w window) *page {
	t.Helper()
	return openAt(t, w, origin(t))
}

// origins are those that are in use.
var origins = struct {
	sync.Mutex
	used map[int]bool
}{used: map[int]bool{}}

// origin returns the address by a name that no other page has: what the browser keeps belongs to it.
func origin(t *testing.T) string {
	origins.Lock()
	defer origins.Unlock()
	n := 0
	for origins.used[n] {
		n++
	}
	origins.used[n] = true
	t.Cleanup(func() {
		origins.Lock()
		defer origins.Unlock()
		delete(origins.used, n)
	})
	return strings.Replace(address, "127.0.0.1", fmt.Sprintf("test%d.localhost", n), 1)
}

// openAt is open for the page at another address.
func openAt(t *testing.T, w window, address string) *page {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(ctx, 2*time.Minute)
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
		stop()
		listening.Wait()
	})
	p := &page{t, ctx, address}
	p.resize(w)
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error { // what another test has left
		_, err := cdp.Call(ctx, t, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{
			Origin: strings.TrimSuffix(p.address, "/"), StorageTypes: "local_storage",
		})
		return err
	}))
	p.load()
	return p
}

// load loads the page, with what it has kept.
func (p *page) load() {
	p.Helper()
	p.do(chromedp.Navigate(p.address), chromedp.WaitReady(chromedp.CSS(`body[data-ready]`)))
}

// A window holds the properties of the window that shows the page.
type window struct {
	scheme        string // light or dark
	width, height int64
}

var desktop = window{"light", 1280, 860}

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

// click clicks on the element of a CSS selector with the mouse.
func (p *page) click(selector string) {
	p.Helper()
	eval[chromedp.Void](p, `document.querySelector(%q)?.scrollIntoView({block: 'nearest', behavior: 'instant'})`, selector)
	p.do(chromedp.Click(chromedp.CSS(selector)))
}

// move clicks on the squares of a move, such as "e2e4".
func (p *page) move(squares string) {
	p.Helper()
	for _, sq := range []string{squares[:2], squares[2:]} {
		p.click(square(sq))
	}
}

func square(name string) string { return `[data-square="` + name + `"]` }

// label returns the label of a square for screen readers.
func (p *page) label(name string) string {
	p.Helper()
	return eval[string](p, `document.querySelector(%q).ariaLabel`, square(name))
}

// seat chooses the player of a colour.
func (p *page) seat(color, player string) {
	p.Helper()
	p.set(`.seat[data-color="`+color+`"] .player`, player)
}

// set sets the value of a field and sends the event of a change by the user.
func (p *page) set(selector, value string) {
	p.Helper()
	eval[chromedp.Void](p, `{const e = document.querySelector(%q); e.value = %q; e.dispatchEvent(new Event('change', {bubbles: true}))}`, selector, value)
}

// text returns the text of the element of a CSS selector, or "" if there is none.
func (p *page) text(selector string) string {
	p.Helper()
	return strings.TrimSpace(eval[string](p, `document.querySelector(%q)?.textContent ?? ''`, selector))
}

// value returns the value of a field.
func (p *page) value(selector string) string {
	p.Helper()
	return eval[string](p, `document.querySelector(%q).value`, selector)
}

// want waits until the text of the element of a CSS selector matches the pattern.
func (p *page) want(selector, pattern string) {
	p.Helper()
	got := ""
	for deadline := time.Now().Add(15 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if got = p.text(selector); regexp.MustCompile(pattern).MatchString(got) {
			return
		}
	}
	p.Fatalf("%s is %q, want %q", selector, got, pattern)
}

// people lets persons play both colours.
func (p *page) people() {
	p.Helper()
	p.seat("white", "person")
	p.seat("black", "person")
}

// setUp sets up a position.
func (p *page) setUp(fen string) {
	p.Helper()
	p.unfold("record")
	eval[chromedp.Void](p, `document.querySelector('#fen-text').value = %q; document.querySelector('#fen').requestSubmit()`, fen)
	if problem := p.text(`#record-error`); problem != "" {
		p.Fatal(problem)
	}
	if got := p.value(`#fen-text`); got != fen {
		p.Fatalf("the position is %s, want %s", got, fen)
	}
}

// unfold opens a card, and waits until the layout no longer changes, so that clicks
// do not miss.
func (p *page) unfold(id string) {
	p.Helper()
	eval[chromedp.Void](p, `document.getElementById(%q).open = true`, id)
	for before := -1.0; ; time.Sleep(20 * time.Millisecond) {
		height := eval[float64](p, `document.documentElement.scrollHeight`)
		if height == before {
			return
		}
		before = height
	}
}

// press presses keys.
func (p *page) press(keys string) {
	p.Helper()
	p.do(chromedp.KeyEvent(keys))
}

// drag moves the mouse from one square to another with its button down.
func (p *page) drag(squares string) {
	p.Helper()
	var at [2][2]float64
	for i, sq := range []string{squares[:2], squares[2:]} {
		at[i] = eval[[2]float64](p, `(() => {const r = document.querySelector(%q).getBoundingClientRect(); return [r.x + r.width/2, r.y + r.height/2]})()`, square(sq))
	}
	p.do(chromedp.DragAndDropXY(at[0][0], at[0][1], at[1][0], at[1][1]))
}

// sizes are windows in which the page must look well.
var sizes = []window{{"light", 390, 844}, {"light", 844, 390}, {"light", 1280, 800}}

// shootAll takes a screenshot in each of the sizes, and leaves the last.
func (p *page) shootAll(name string) {
	p.Helper()
	if *screenshots == "" {
		return
	}
	for _, w := range sizes {
		p.resize(w)
		p.shoot(fmt.Sprintf("%s-%dx%d", name, w.width, w.height))
	}
}

// shoot takes a screenshot if -screenshots is set.
func (p *page) shoot(name string) {
	p.Helper()
	if *screenshots == "" {
		return
	}
	p.do(chromedp.Sleep(400 * time.Millisecond)) // wait for the end of animations
	picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(*screenshots, name+".png"), picture, 0o644)
	}
	if err != nil {
		p.Fatal(err)
	}
}
