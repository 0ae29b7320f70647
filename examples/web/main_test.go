package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

func TestErrors(t *testing.T) {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	t.Chdir(t.TempDir())
	for _, test := range []struct {
		name  string
		args  []string
		usage bool
		want  string
	}{
		{"not in a checkout", []string{"-out", "page"}, false, "examples/web@latest"},
		{"port in use", []string{"-addr", l.Addr().String()}, false, "-addr chooses another address"},
		{"no such host", []string{"-addr", "256.0.0.1:0"}, false, "256.0.0.1"},
		{"no such port", []string{"-addr", "localhost:65536"}, false, "65536"},
		{"no such explorer", []string{"-addr", "localhost:0", "-explorer", "localhost"}, true, "http://localhost:8080"},
		{"argument", []string{"8080"}, true, `unexpected argument "8080"`},
	} {
		var stdout strings.Builder
		err := web.Run(t.Context(), test.args, cli.Streams{Out: &stdout, Err: io.Discard})
		if err == nil || errors.Is(err, cli.ErrUsage) != test.usage || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") || stdout.Len() > 0 {
			t.Errorf("%s: want one line with %q, got %v; it printed %q", test.name, test.want, err, &stdout)
		}
	}
}

// TestProgram compiles the library, serves the page, and is interrupted. The page is whole, and
// not too large.
func TestProgram(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	r, stdout := io.Pipe()
	var stderr bytes.Buffer
	ended := make(chan error, 1)
	go func() {
		ended <- web.Run(ctx, []string{"-addr", "localhost:0"}, cli.Streams{Out: stdout, Err: &stderr})
		stdout.Close()
	}()
	line, _ := bufio.NewReader(r).ReadString('\n')
	address := regexp.MustCompile(`http://(127\.0\.0\.1|\[::1\]):\d+/`).FindString(line)
	if address == "" {
		t.Fatalf("it printed %q, and no address on the loopback: %v", line, <-ended)
	}
	s, size := map[string]string{}, 0
	names := []string{"chess.wasm", "wasm_exec.js"}
	for _, path := range glob(t, "site/*") {
		names = append(names, filepath.Base(path))
	}
	for _, name := range names {
		request, err := http.NewRequestWithContext(t.Context(), "GET", address+name, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Accept-Encoding", "gzip")
		r, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") == "" {
			t.Errorf("%s: status %s, error %v, type %q", name, r.Status, err, r.Header.Get("Content-Type"))
		}
		size += len(content)
		if r.Header.Get("Content-Encoding") == "gzip" {
			content = unzipped(t, content)
		}
		s[name] = string(content)
	}
	interrupt()
	if err := <-ended; err != nil {
		t.Errorf("after an interrupt: %v", err)
	}
	if others := progress.Others(stderr.String()); others != "" {
		t.Errorf("it printed %q", others)
	}

	t.Logf("%d files of %d bytes, compressed by gzip", len(s), size)
	if size >= 2_395_000 {
		t.Errorf("%d bytes are too many", size)
	}
	// The page has the board before the library is there.
	if page := s[index]; strings.Count(page, `<g transform="translate(`) != 1+32 || !strings.Contains(page, fmt.Sprintf(`data-bytes="%d"`, len(s["chess.wasm"]))) {
		t.Error("the page lacks the start position, or the size of the library")
	}
	for name, content := range s {
		if name != "offline.js" && name != index && !strings.Contains(s["offline.js"], "'"+name+"'") {
			t.Errorf("%s is not kept for a visit without a network", name)
		}
		if filepath.Ext(name) == ".wasm" || name == "wasm_exec.js" {
			continue
		}
		for _, match := range regexp.MustCompile(`['"](?:\./)?([\w-]+\.(?:js|css|svg|wasm|html|webmanifest))['"]`).FindAllStringSubmatch(content, -1) {
			if s[match[1]] == "" {
				t.Errorf("%s refers to %s, which does not exist", name, match[1])
			}
		}
	}
}

// TestBrotli compresses all files of the page by brotli, which takes half a minute.
func TestBrotli(t *testing.T) {
	if _, err := exec.LookPath("brotli"); err != nil || chesstest.Sampled(t) {
		t.Skip("it takes long, with CHESS_FULL=1 and brotli")
	}
	folder := filepath.Join(t.TempDir(), "new", "site")
	if err := web.Run(t.Context(), []string{"-out", folder}, cli.Streams{Out: io.Discard, Err: io.Discard}); err != nil {
		t.Fatal(err)
	}
	size := 0
	for _, path := range glob(t, filepath.Join(folder, "*")) {
		small, err := os.Stat(path + ".br")
		if plain, failed := os.Stat(path); failed == nil && err != nil && !strings.HasSuffix(path, ".gz") && !strings.HasSuffix(path, ".br") {
			small, err = plain, nil // too small to compress
		}
		if err == nil {
			size += int(small.Size())
		}
	}
	t.Logf("%d bytes by brotli", size)
	if size >= 1_745_000 { // 1.74 MB, as docs/performance.md says
		t.Errorf("%d bytes by brotli are too many", size)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := web.Run(ctx, []string{"-addr", "localhost:0"}, cli.Streams{Out: io.Discard, Err: io.Discard}); err == nil {
		t.Error("no error after an interrupt")
	}
}

func TestCompact(t *testing.T) {
	for source, want := range map[string]string{
		"// Copyright\n// Rights\n\n// c\nlet a = 1; // why\n\n  f(`b\n    // gone\n  c`);\n": "// Copyright\n// Rights\nlet a = 1;\nf(`b\nc`);\n",
		"a = 'http://b // c'; // '' is none\n":                                                "a = 'http://b // c'; // '' is none\n",
		"/* one\n   two */\n.a { color: red } /* why */\n  .b { c: d }\n":                     ".a { color: red }\n.b { c: d }\n",
	} {
		if got := string(compact([]byte(source))); got != want {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}

// page is one that this program has written.
var page = []byte(`<title>Chess</title><script src="wasm_exec.js"></script>` + strings.Repeat("hello ", 100))

// TestCompressed checks the files that are compressed beforehand, and that none of another page
// stays.
func TestCompressed(t *testing.T) {
	folder := t.TempDir()
	s := site{"index.html": newFile(page), "a.js": newFile(page), "b.js": newFile([]byte("b"))}
	want := []string{"a.js", "a.js.gz", "b.js", "index.html", "index.html.gz"}
	brotli, err := exec.LookPath("brotli")
	if err == nil {
		want = []string{"a.js", "a.js.br", "a.js.gz", "b.js", "index.html", "index.html.br", "index.html.gz"}
	}
	write := func(pattern string) (names []string) {
		t.Helper()
		if err := s.write(t.Context(), folder); err != nil {
			t.Fatal(err)
		}
		for _, path := range glob(t, filepath.Join(folder, pattern)) {
			names = append(names, filepath.Base(path))
		}
		return names
	}
	if diff := cmp.Diff(want, write("*")); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if brotli != "" {
		if got, err := exec.Command(brotli, "-dc", filepath.Join(folder, "index.html.br")).Output(); err != nil || !bytes.Equal(got, page) {
			t.Errorf("by brotli: %q, %v", got, err)
		}
	}
	packed, err := os.ReadFile(filepath.Join(folder, "index.html.gz"))
	if err != nil {
		t.Fatal(err)
	}
	if got := unzipped(t, packed); !bytes.Equal(got, page) {
		t.Errorf("by gzip: %q", got)
	}
	s["a.js"] = newFile([]byte("a"))
	if got := write("a.js*"); len(got) != 1 {
		t.Errorf("files of another page stay: %q", got)
	}
}

// glob returns the files of a pattern.
func glob(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatal(pattern, err)
	}
	return paths
}

func unzipped(t *testing.T, content []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(content))
	if err == nil {
		content, err = io.ReadAll(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// TestForeign checks that the page replaces no other files.
func TestForeign(t *testing.T) {
	s := site{"a.js": newFile([]byte("a")), "index.html": newFile(page)}
	for _, name := range []string{"index.html", "a.js", "."} {
		folder := t.TempDir()
		if name == "." { // a file in place of the folder
			folder = filepath.Join(folder, "file")
		}
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		err := s.write(t.Context(), folder)
		content, _ := os.ReadFile(path)
		if entries, _ := os.ReadDir(folder); err == nil || string(content) != "mine" || len(entries) > 1 {
			t.Errorf("%s: %v, now %q, %d files", name, err, content, len(entries))
		}
	}
}

// get asks a site for a file.
func get(s site, method, path string, header http.Header) *http.Response {
	r := httptest.NewRequest(method, path, nil)
	r.Header = header
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}

func TestServe(t *testing.T) {
	s := site{"index.html": newFile(page), "a.js": newFile([]byte("a")), "chess.wasm": newFile([]byte("\x00asm"))}
	for _, test := range []struct {
		name, method, path, encodings string
		status                        int
		kind, encoding, body          string
	}{
		{"page", "GET", "/", "", 200, "text/html; charset=utf-8", "", string(page)},
		{"by name", "GET", "/index.html?x", "", 200, "text/html; charset=utf-8", "", string(page)},
		{"compressed", "GET", "/", "br, gzip;q=0.5", 200, "text/html; charset=utf-8", "gzip", string(page)},
		{"not compressed", "GET", "/", "br, gzip;q=0.0", 200, "text/html; charset=utf-8", "", string(page)},
		{"too small to compress", "GET", "/a.js", "gzip", 200, "text/javascript; charset=utf-8", "", "a"},
		{"WebAssembly", "GET", "/chess.wasm", "", 200, "application/wasm", "", "\x00asm"},
		{"head", "HEAD", "/a.js", "", 200, "text/javascript; charset=utf-8", "", ""},
		{"missing", "GET", "/b.js", "", 404, "text/plain; charset=utf-8", "", "404 page not found\n"},
		{"source", "GET", "/../main.go", "", 404, "text/plain; charset=utf-8", "", "404 page not found\n"},
		{"post", "POST", "/", "", 405, "text/plain; charset=utf-8", "", "only GET and HEAD\n"},
	} {
		r := get(s, test.method, test.path, http.Header{"Accept-Encoding": {test.encodings}})
		content, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		if r.Header.Get("Content-Encoding") == "gzip" {
			content = unzipped(t, content)
		}
		got := []any{r.StatusCode, r.Header.Get("Content-Type"), r.Header.Get("Content-Encoding"), string(content)}
		if diff := cmp.Diff([]any{test.status, test.kind, test.encoding, test.body}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// pipes is a listener whose only connection is one end of a pipe, without a buffer.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if c, ok := <-p; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}

func (p pipes) Close() error   { return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

// TestSlowClients checks that a client which reads slowly gets all of a large file, and
// that one which stops is given up.
func TestSlowClients(t *testing.T) {
	large := bytes.Repeat([]byte("0123456789abcdef"), 100_000)
	s := site{"a.wasm": newFile(large)}
	for _, test := range []struct {
		name string
		rest time.Duration // before each 64 KB
		all  bool
	}{
		{"fast", 0, true}, {"slow", 20 * time.Second, true}, {"too slow", 40 * time.Second, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			l := make(pipes, 1)
			served := make(chan error, 1)
			go func() { served <- serve(ctx, l, s) }()
			client, server := net.Pipe()
			l <- server
			io.WriteString(client, "GET /a.wasm HTTP/1.1\r\nHost: a\r\n\r\n")
			began := time.Now()
			r, err := http.ReadResponse(bufio.NewReader(client), nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []byte
			part := make([]byte, 64<<10)
			for n := 0; err == nil && len(got) < len(large); got = append(got, part[:n]...) {
				time.Sleep(test.rest)
				n, err = io.ReadFull(r.Body, part)
				if err == io.ErrUnexpectedEOF && len(got)+n == len(large) {
					err = nil
				}
			}
			if all := bytes.Equal(got, large); all != test.all {
				t.Errorf("%s: %d of %d bytes in %v, %v", test.name, len(got), len(large), time.Since(began), err)
			}
			client.Close()
			cancel()
			close(l)
			if err := <-served; err != nil {
				t.Error(test.name, err)
			}
		})
	}
}

// TestServeAgain requests a file that the browser has already.
func TestServeAgain(t *testing.T) {
	s := site{"a.js": newFile([]byte("a"))}
	known := http.Header{"If-None-Match": {get(s, "GET", "/a.js", nil).Header.Get("ETag")}}
	if r := get(s, "GET", "/a.js", known); r.StatusCode != http.StatusNotModified {
		t.Errorf("status %s for a file that has not changed", r.Status)
	}
	s["a.js"] = newFile([]byte("b"))
	if r := get(s, "GET", "/a.js", known); r.StatusCode != http.StatusOK {
		t.Errorf("status %s for a file that has changed", r.Status)
	}
}

// TestExplore checks which server the page may ask, and that it knows the address.
func TestExplore(t *testing.T) {
	content, err := embedded.ReadFile("site/" + index)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(content), "connect-src") {
		t.Error("the page may ask others without an explorer")
	}
	for _, test := range []struct{ address, policy, meta string }{
		{"http://localhost:8080", "default-src 'self'; connect-src 'self' http://localhost:8080; script-src", "http://localhost:8080"},
		{"https://example.org/chess/", "default-src 'self'; connect-src 'self' https://example.org; script-src", "https://example.org/chess"},
	} {
		u, err := parseExplorer(test.address)
		if err != nil {
			t.Fatal(err)
		}
		page := string(prepared(content, 1, u))
		if meta := `<meta name="explorer" content="` + test.meta + `">`; !strings.Contains(page, test.policy) || strings.Count(page, meta) != 1 {
			t.Errorf("%s: the page does not have %q and %q:\n%.900s", test.address, test.policy, meta, page)
		}
	}
	for _, bad := range []string{"localhost:8080", "ftp://localhost", "http://", "http://localhost/?a=b", "http://a b", `http://a"b`, "http://a;b", "http://a/#b"} {
		if u, err := parseExplorer(bad); err == nil {
			t.Errorf("%q is the address %v", bad, u)
		}
	}
}
