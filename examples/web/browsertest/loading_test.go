package browsertest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestLoading checks that the board is there before the library, that the page says how much of
// that has come, and that a page without an explorer has no card for it.
func TestLoading(t *testing.T) {
	rest := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		response, err := http.Get(address + r.URL.Path[1:])
		if err != nil {
			t.Error(err)
			return
		}
		defer response.Body.Close()
		content, _ := io.ReadAll(response.Body)
		w.Header().Set("Content-Type", response.Header.Get("Content-Type"))
		if r.URL.Path == "/" {
			content = regexp.MustCompile(`<meta name="explorer".*`).ReplaceAll(content, nil)
		} else if r.URL.Path == "/chess.wasm" {
			w.Write(content[:len(content)/2])
			w.(http.Flusher).Flush()
			<-rest
			content = content[len(content)/2:]
		}
		w.Write(content)
	}))
	defer server.Close()
	p := open(t, desktop)
	p.act(`location.href = %q`, server.URL)
	p.want(`#loading`, `^Loading the chess library… (49|50) %$`)
	p.until(`document.querySelectorAll('#board g[stroke-linejoin] > g').length === 32`)
	close(rest)
	p.do(chromedp.WaitReady(chromedp.CSS(`body[data-ready]`)))
	p.want(`#status`, `^Your move`)
	p.until(`document.querySelector('#explorer') === null`)
	p.until(`navigator.serviceWorker.controller !== null`) // it needs the server no more
}

// TestOffline checks that the page works without its server after one visit.
func TestOffline(t *testing.T) {
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(httputil.NewSingleHostReverseProxy(target))
	p := openAt(t, desktop, server.URL+"/")
	p.until(`navigator.serviceWorker.controller !== null`) // all is kept
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
