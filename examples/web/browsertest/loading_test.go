package browsertest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	scripts "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// slow emulates a phone whose processor is four times slower, and fast 3G; or no longer.
func (p *page) slow(on bool) {
	p.Helper()
	rate, conditions := 1.0, []*network.Conditions{}
	if on {
		rate, conditions = 4, append(conditions, &network.Conditions{Latency: 150, DownloadThroughput: 1.6e6 / 8, UploadThroughput: 0.75e6 / 8})
	}
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: conditions})
		if err == nil {
			_, err = cdp.Call(ctx, t, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: rate})
		}
		return err
	}))
}

// TestLoading holds the library back when half of it has come: the board shows the position already,
// and takes a legal move, which is played when the library is there.
func TestLoading(t *testing.T) {
	gate := make(chan struct{}, 1) // while it is empty, the library stays away
	release, hold := func() { gate <- struct{}{} }, func() { <-gate }
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		request, err := http.NewRequest("GET", address+r.URL.Path[1:], nil)
		if err != nil {
			t.Error(err)
			return
		}
		if r.URL.Path != "/" {
			request.Header.Set("Accept-Encoding", "gzip") // it stays compressed
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Error(err)
			return
		}
		defer response.Body.Close()
		content, _ := io.ReadAll(response.Body)
		for _, name := range []string{"Content-Type", "Content-Encoding"} {
			w.Header()[name] = response.Header[name]
		}
		if r.URL.Path == "/" {
			content = regexp.MustCompile(`<meta name="explorer".*`).ReplaceAll(content, nil)
		} else if r.URL.Path == "/chess.wasm" {
			w.Write(content[:len(content)/2])
			w.(http.Flusher).Flush()
			select {
			case <-gate:
				release()
			case <-r.Context().Done():
			}
			content = content[len(content)/2:]
		}
		w.Write(content)
	}))
	defer server.Close()
	defer server.CloseClientConnections()
	p := open(t, phone)
	p.serviceWorker(true)
	come := func() {
		t.Helper()
		p.hidden(`body[data-ready]`)
		release()
		p.do(chromedp.WaitReady(chromedp.CSS(`body[data-ready]`)))
	}
	movable := func(squares string) {
		t.Helper()
		p.until(`[...document.querySelectorAll('.movable, .target')].map((c) => c.dataset.square).sort().join(' ') === %q`, squares)
	}
	p.slow(true)
	p.act(`location.href = %q`, server.URL)
	p.until(`location.origin === %q && performance.getEntriesByName('interactive').length === 1`, server.URL)
	t.Logf("interactive after %.0f ms on a slow phone", eval[float64](p, `performance.getEntriesByName('interactive')[0].startTime`))
	p.slow(false)
	p.want(`#status`, `^Loading the chess library… [4-6]\d %$`)
	p.until(`document.querySelectorAll('#board g[stroke-linejoin] > g').length === 32`)
	const first = "a2 b1 b2 c2 d2 e2 f2 g1 g2 h2"
	movable(first)
	p.click(square("e2"))
	movable("a2 b1 b2 c2 d2 e2 e3 e4 f2 g1 g2 h2")
	p.click(square("e5")) // is not legal
	movable(first)
	p.move("e2e4")
	movable("") // until Black has moved
	p.until(`document.querySelector('[data-square="e4"]').ariaLabel === 'e4, white pawn'`)
	p.until(`document.activeElement.closest('[inert]') === null && document.querySelector('#tools').inert`)
	come()
	p.want(`#moves`, `^1\.e4[A-Za-h]`)
	p.want(`#status`, `^Your move`)
	p.until(`document.querySelector('#explorer') === null`)
	p.until(`navigator.serviceWorker.controller !== null`) // it needs the server no more

	hold()
	p.people()
	p.setUp("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1")
	p.move("e1c1")
	p.click(`#flip`)
	p.act(`sessionStorage.other = localStorage.state`)
	p.do(chromedp.Reload())
	movable("e8")
	p.until(`document.querySelector('[data-square="d1"]').ariaLabel === 'd1, white rook' && document.querySelector('[data-square]').dataset.square === 'h1'`)
	p.move("e8e7")
	come()
	p.want(`#moves`, `^1\.O-O-OKe7$`)

	hold()
	p.do(chromedp.Reload())
	p.click(square("c1"))
	movable("b1 b2 c1 c2 d1 d2 h1")
	come()
	movable("b1 b2 c1 c2 d1 d2 h1") // the king is still selected

	hold()
	p.do(chromedp.Reload())
	p.until(`document.querySelector('[data-square]') !== null`)
	p.move("c1b1")
	p.act(`localStorage.state = sessionStorage.other`) // by another tab
	come()
	p.want(`#live`, `^The move was not played: `)
	p.want(`#moves`, `^1\.O-O-O$`)

	hold()
	p.act(`location.hash = 'fen=8/P7/8/8/8/8/8/k1K5_w_-_-_0_1'; location.reload()`)
	p.until(`document.querySelector('[data-square]') !== null`)
	movable("") // it is not known yet
	come()
	movable("a7 c1")
}

// TestBeforeTheGame presses keys and follows a link while the browser is slow to say whether another tab
// has the game that goes on. The keys are not heard, the clocks stand, and the link is opened.
func TestBeforeTheGame(t *testing.T) {
	p := played(t)
	p.set(`#new [name="clock"]`, "5+3")
	p.click(`#new .main`)
	p.move("e2e4", "e7e5")
	p.do(chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		script, err := cdp.Call(ctx, tab, scripts.AddScriptToEvaluateOnNewDocument, scripts.AddScriptToEvaluateOnNewDocumentParams{
			Source: `const { request } = LockManager.prototype;
				LockManager.prototype.request = async function (...args) {
					await new Promise((resolve) => { window.unlock = resolve; });
					return request.apply(this, args);
				};`,
		})
		t.Cleanup(func() {
			cdp.Call(ctx, tab, scripts.RemoveScriptToEvaluateOnNewDocument, scripts.RemoveScriptToEvaluateOnNewDocumentParams(script))
		})
		return err
	}))
	reload := func(meanwhile string, keys ...string) {
		t.Helper()
		p.do(chromedp.Reload())
		p.until(`window.unlock !== undefined`)
		p.press(keys...)
		p.act(meanwhile)
		time.Sleep(300 * time.Millisecond) // three ticks of the clock
		p.act(`window.unlock()`)
		p.do(chromedp.WaitReady(chromedp.CSS(`body[data-ready]`)))
	}
	reload("", kb.ArrowLeft, "f", "l", " ", "h")
	p.want(`#moves [aria-current]`, `^e5$`)
	p.want(`#near b`, `^White$`)
	p.want(`#near .clock`, `^[45]:\d\d$`)
	reload(`location.hash = 'fen=8/P7/8/8/8/8/8/k1K5_w_-_-_0_1'`)
	p.until(`document.querySelector('[data-square="a7"]').ariaLabel.endsWith('white pawn')`)
}

// TestOffline checks that the page works without its server after one visit. A second one writes only
// what has changed.
func TestOffline(t *testing.T) {
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	var visit atomic.Int32
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ModifyResponse = func(r *http.Response) error {
		n := fmt.Sprint(visit.Load())
		r.Header.Set("Visit", n)
		if r.Request.URL.Path == "/theme.js" {
			r.Header.Set("ETag", strconv.Quote(n)) // another file each time
		}
		return nil
	}
	server := httptest.NewServer(proxy)
	p := openAt(t, desktop, server.URL+"/")
	p.until(`navigator.serviceWorker.controller !== null`) // all is kept
	visit.Add(1)
	p.load()
	for _, file := range []struct{ name, visit string }{{"theme.js", "1"}, {"board.js", "0"}} {
		p.until(`(caches.match(%q).then((r) => { window.written = r.headers.get('Visit'); }), window.written === %q)`, file.name, file.visit)
	}
	server.Close()
	p.do(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS(`body[data-ready]`)))
	p.people()
	p.move("e2e4", "e7e5")
	p.want(`#moves`, `^1\.e4e5$`)
	p.want(`#bar span`, `\d`)
	p.importText(three)
	p.want(`#database-said`, `^3 games imported\.`)
	p.want(`#database-count`, `^4 games$`)
}
