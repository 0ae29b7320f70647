package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
)

const threeGames = `[Event "World Championship"]
[Site "Reykjavik"]
[Date "1972.07.23"]
[Round "6"]
[White "Fischer, R"]
[Black "Spassky, B"]
[Result "1-0"]
[WhiteElo "2785"]
[BlackElo "2660"]
[TimeControl "40/9000"]

1. c4 e6 2. Nf3 d5 1-0

[Event "Casual"]
[Site "?"]
[Date "1999.??.??"]
[Round "?"]
[White "A"]
[Black "B"]
[Result "1/2-1/2"]

1. c4 c5 1/2-1/2

[Event "Casual"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A"]
[Black "C"]
[Result "*"]
[WhiteElo "2000"]
[BlackElo "1901"]

1. c4 *
`

// newServer returns a server of games.
func newServer(t *testing.T, pgn string, requests int, timeout time.Duration) (*Server, *httptest.Server) {
	t.Helper()
	s := newStore(t, 1000, allPlies, slices.Values(read(t, pgn)))
	names, err := chess.ReadOpeningNames(strings.NewReader("A10\tEnglish Opening\t1. c4\n"))
	if err != nil {
		t.Fatal(err)
	}
	server := NewServer(s, names, requests, timeout, slog.New(slog.DiscardHandler))
	h := httptest.NewServer(server.Handler())
	t.Cleanup(h.Close)
	return server, h
}

func mustMove(t *testing.T, p chess.Position, s string) chess.Move {
	t.Helper()
	m, err := p.ParseMove(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// fetch returns the status and the body of an answer.
func fetch(t *testing.T, url string) (int, string) {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Header.Get("Access-Control-Allow-Origin"); got != "*" {
		t.Errorf("%s: allowed origin %q", url, got)
	}
	return r.StatusCode, string(body)
}

func TestAnswers(t *testing.T) {
	_, server := newServer(t, threeGames, 4, time.Minute)
	const fischer = `"id":"ID1","winner":"white","speed":"classical","white":{"name":"Fischer, R","rating":2785},"black":{"name":"Spassky, B","rating":2660},"year":1972,"month":"1972-07","result":"1-0","event":"World Championship"}`
	const a = `"id":"ID2","winner":null,"white":{"name":"A","rating":0},"black":{"name":"B","rating":0},"year":1999,"month":null,"result":"1/2-1/2","event":"Casual"}`
	for path, want := range map[string]string{
		"/masters?play=c2c4&topGames=1&recentGames=1": `{"white":1,"draws":1,"black":0,"moves":[` +
			`{"uci":"c7c5","san":"c5","averageRating":0,"white":0,"draws":1,"black":0,"game":{` + a + `},` +
			`{"uci":"e7e6","san":"e6","averageRating":2722,"white":1,"draws":0,"black":0,"game":{` + fischer + `}],` +
			`"topGames":[{"uci":"e7e6",` + fischer + `],"recentGames":[{"uci":"c7c5",` + a + `],` +
			`"opening":{"eco":"A10","name":"English Opening"}}`,
		"/lichess?moves=1&topGames=0&recentGames=0": `{"white":1,"draws":1,"black":0,"moves":[` +
			`{"uci":"c2c4","san":"c4","averageRating":2336,"white":1,"draws":1,"black":0,"game":null}],"topGames":[],"recentGames":[],"opening":null}`,
		"/masters?fen=" + url.QueryEscape("8/8/8/8/8/2k5/8/1R2K3 w - - 0 1"): `{"white":0,"draws":0,"black":0,"moves":[],"topGames":[],"recentGames":[],"opening":null}`,
		"/masters?play=c2c4&player=fischer&moves=0&topGames=0&recentGames=0": `{"white":1,"draws":0,"black":0,"moves":[],"topGames":[],"recentGames":[],"opening":{"eco":"A10","name":"English Opening"}}`,
		"/games?play=c2c4&offset=2":               `{"games":[{"uci":"c7c5",` + a + `]}`,
		"/games?limit=1&since=1972-07&until=1972": `{"games":[{"uci":"c2c4",` + fischer + `]}`,
		"/find?squares=f3%3DN&limit=5":            `{"games":[{` + strings.Replace(fischer, `,"result"`, `,"ply":3,"result"`, 1) + `],"total":1}`,
		"/find?material=KRvK":                     `{"games":[],"total":0}`,
		"/games?speeds=blitz,classical":           `{"games":[{"uci":"c2c4",` + fischer + `]}`,
		"/games?ratings=2500&limit=5":             `{"games":[{"uci":"c2c4",` + fischer + `]}`,
		"/lichess?speeds=blitz":                   `{"white":0,"draws":0,"black":0,"moves":[],"topGames":[],"recentGames":[],"opening":null}`,
		"/find?squares=f3%3DN&ratings=0,1000":     `{"games":[],"total":0}`,
		"/healthz":                                `{"games":3}`,
	} {
		status, body := fetch(t, server.URL+path)
		trees := read(t, threeGames)
		for i, name := range []string{"ID1", "ID2"} {
			g, err := played.NewGame(trees[i])
			if err != nil {
				t.Fatal(err)
			}
			body = strings.ReplaceAll(body, g.ID.String(), name)
		}
		if diff := cmp.Diff(want+"\n", body); diff != "" || status != 200 {
			t.Errorf("%s: status %d (-want +got):\n%s", path, status, diff)
		}
	}
}

func TestGame(t *testing.T) {
	_, server := newServer(t, threeGames, 4, time.Minute)
	for _, tree := range read(t, threeGames) {
		want := tree.String()
		g, err := played.NewGame(tree)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"/game/", "/masters/pgn/"} {
			if status, body := fetch(t, server.URL+path+g.ID.String()); status != 200 || body != want {
				t.Errorf("status %d: %s", status, cmp.Diff(want, body))
			}
		}
	}
}

// TestPlay checks that castling may be written as the king taking its rook, as clients of
// lichess.org write it.
func TestPlay(t *testing.T) {
	_, server := newServer(t, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O d6 *\n", 4, time.Minute)
	const moves = "e2e4,e7e5,g1f3,b8c6,f1c4,f8c5,"
	for _, castling := range []string{"e1g1", "e1h1"} {
		if status, body := fetch(t, server.URL+"/masters?play="+moves+castling); status != 200 || !strings.Contains(body, `"uci":"d7d6"`) {
			t.Errorf("%s: status %d, %s", castling, status, body)
		}
	}
}

// TestBadRequests checks that what is wrong with a request is said, in JSON.
func TestBadRequests(t *testing.T) {
	_, server := newServer(t, threeGames, 4, time.Minute)
	for path, want := range map[string]int{
		"/masters?fen=x": 400, "/masters?play=e2e5": 400, "/masters?moves=-1": 400, "/masters?topGames=x": 400, "/masters?since=x": 400,
		"/masters?result=2-0": 400, "/games?limit=x": 400, "/find": 400, "/find?material=K": 400, "/game/x": 400,
		"/game/00000000000000000000000000": 404, "/masters?play=" + strings.Repeat("g1f3,g8f6,f3g1,f6g8,", 126): 400,
	} {
		status, body := fetch(t, server.URL+path)
		var answer struct{ Error string }
		if err := json.Unmarshal([]byte(body), &answer); status != want || err != nil || answer.Error == "" {
			t.Errorf("%.60s: status %d, %v, %s", path, status, err, body)
		}
	}
	if status, _ := fetch(t, server.URL+"/nothing"); status != 404 {
		t.Errorf("status %d", status)
	}
	r, err := http.Post(server.URL+"/masters", "text/plain", strings.NewReader("x"))
	if err != nil || r.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %v, %v", r, err)
	}
	request, err := http.NewRequest(http.MethodOptions, server.URL+"/masters", nil)
	if err != nil {
		t.Fatal(err)
	}
	if r, err = http.DefaultClient.Do(request); err != nil || r.StatusCode != 204 || r.Header.Get("Access-Control-Allow-Methods") == "" {
		t.Errorf("OPTIONS: %v, %v", r, err)
	}
}

// TestParameters checks that a parameter which is not obeyed is refused, and named.
func TestParameters(t *testing.T) {
	_, server := newServer(t, threeGames, 4, time.Minute)
	for path, fault := range map[string]string{
		"/lichess?history=true": "history", "/lichess?modes=rated": "modes", "/lichess?color=white": "color",
		"/lichess?queue=1": "queue", "/lichess?speeds%5B%5D=blitz": "speeds[]", "/lichess?speeds=blitz&speeds=rapid": "speeds is there 2 times",
		"/lichess?speeds=blitz,fast": `speeds has \"fast\"`, "/lichess?ratings=1700": `ratings has \"1700\"`, "/lichess?result=2-0": `result has \"2-0\"`,
		"/lichess?fen=x%zz": "%zz", "/lichess?speeds=blitz;ratings=0": "semicolon", "/games?moves=3": "moves", "/find?squares=f3%3DN&fen=x": "fen",
		"/game/00000000000000000000000000?since=1972": "since", "/masters/pgn/00000000000000000000000000?x=1": "x", "/healthz?x=1": "x", "/metrics?speeds=blitz": "speeds",
	} {
		if status, body := fetch(t, server.URL+path); status != 400 || !strings.Contains(body, fault) {
			t.Errorf("%s: status %d, %s", path, status, body)
		}
	}
}

// TestHarmlessParameters checks that parameters which ask for nothing else are taken.
func TestHarmlessParameters(t *testing.T) {
	_, server := newServer(t, threeGames, 4, time.Minute)
	_, want := fetch(t, server.URL+"/lichess")
	if status, body := fetch(t, server.URL+"/lichess?history=false&source=analysis&modes=&since=&fen=&queue="); status != 200 || body != want {
		t.Errorf("status %d, %s, want %s", status, body, want)
	}
}

// TestGone checks that a client which does not wait is not taken for a busy server.
func TestGone(t *testing.T) {
	s, _ := newServer(t, threeGames, 1, time.Minute)
	var log strings.Builder
	s.monitor.log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s.slots <- struct{}{} // nobody is answered
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", "/masters", nil))
	if w.Code != statusGone || log.Len() > 0 {
		t.Errorf("status %d, %s", w.Code, log.String())
	}
}

// TestMonitor checks what is counted of requests, and what is logged of them.
func TestMonitor(t *testing.T) {
	s, _ := newServer(t, threeGames, 1, 20*time.Millisecond)
	handler := s.Handler()
	for _, test := range []struct {
		path, id   string
		busy       bool
		status     int
		keeps      bool   // the ID of the client
		log, error string // what the line has, if there is one
	}{
		{"/masters?play=c2c4", "a-1", false, 200, true, "level=INFO", ""},
		{"/masters?moves=x", "", false, 400, false, "level=INFO", "moves is"},
		{"/game/00000000000000000000000000", strings.Repeat("x", 64), false, 404, true, "level=INFO", errNoGame.Error()},
		{"/nothing", strings.Repeat("x", 65), false, 404, false, "level=INFO", ""},
		{"/masters", "a b", true, 503, false, "level=WARN", errBusy.Error()},
		{"/healthz", "", true, 200, false, "level=INFO", ""},
	} {
		var log strings.Builder
		s.monitor.log = slog.New(slog.NewTextHandler(&log, nil))
		if test.busy {
			s.slots <- struct{}{}
		}
		r := httptest.NewRequest("GET", test.path, nil)
		r.Header.Set("X-Request-Id", test.id)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if test.busy {
			<-s.slots
		}
		id, line := w.Header().Get("X-Request-Id"), log.String()
		if w.Code != test.status || id == "" || (id == test.id) != test.keeps {
			t.Errorf("%s: status %d, the ID is %q", test.path, w.Code, id)
		}
		for _, want := range []string{test.log, "id=" + id, test.path, fmt.Sprint("status=", test.status), test.error} {
			if !strings.Contains(line, want) || strings.Count(line, "\n") != 1 || strings.Contains(line, "error=") != (test.error != "") {
				t.Errorf("%s: no %q in %q", test.path, want, line)
			}
		}
	}
	var log strings.Builder
	s.monitor.log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if log.Len() > 0 {
		t.Errorf("logged: %s", &log)
	}
	var got []string
	for line := range strings.Lines(w.Body.String()) {
		if !strings.Contains(line, "_bucket") && !strings.Contains(line, "_sum") {
			got = append(got, line)
		}
	}
	want := []string{
		"# TYPE explorer_games gauge\n", "explorer_games 3\n", "# TYPE explorer_requests_under_way gauge\n", "explorer_requests_under_way 1\n",
		"# TYPE explorer_request_seconds histogram\n",
		"explorer_request_seconds_count{route=\"/game/{id}\",status=\"404\"} 1\n",
		"explorer_request_seconds_count{route=\"/healthz\",status=\"200\"} 1\n",
		"explorer_request_seconds_count{route=\"/masters\",status=\"200\"} 1\n",
		"explorer_request_seconds_count{route=\"/masters\",status=\"400\"} 1\n",
		"explorer_request_seconds_count{route=\"/masters\",status=\"503\"} 1\n",
		"explorer_request_seconds_count{route=\"other\",status=\"404\"} 1\n",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTimes(t *testing.T) {
	m := monitor{done: map[kind]*times{}}
	for _, seconds := range []float64{0.5, 0.0625, 20} {
		m.begin()
		m.end(kind{"/find", 200}, seconds)
	}
	_, got, _ := strings.Cut(m.text(7), "histogram\n")
	const want = `explorer_request_seconds_bucket{route="/find",status="200",le="0.001"} 0
explorer_request_seconds_bucket{route="/find",status="200",le="0.01"} 0
explorer_request_seconds_bucket{route="/find",status="200",le="0.1"} 1
explorer_request_seconds_bucket{route="/find",status="200",le="1"} 2
explorer_request_seconds_bucket{route="/find",status="200",le="10"} 2
explorer_request_seconds_bucket{route="/find",status="200",le="+Inf"} 3
explorer_request_seconds_sum{route="/find",status="200"} 20.5625
explorer_request_seconds_count{route="/find",status="200"} 3
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPanic checks that a request that fails altogether is counted and logged.
func TestPanic(t *testing.T) {
	var log strings.Builder
	m := monitor{log: slog.New(slog.NewTextHandler(&log, nil)), done: map[kind]*times{}}
	func() {
		defer func() { recover() }()
		m.watch(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("broken") })).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/x", nil))
	}()
	if m.underWay != 0 || m.done[kind{"other", 500}] == nil || !strings.Contains(log.String(), "level=ERROR") {
		t.Errorf("%+v, %s", m.done, &log)
	}
}

// TestQuotes checks that an answer quotes at most 100 bytes of a request.
func TestQuotes(t *testing.T) {
	_, server := newServer(t, threeGames, 4, time.Minute)
	for _, letter := range []string{"z", "\u00e9", "\U0001d11e"} {
		long := url.PathEscape(strings.Repeat(letter, 1000))
		for _, path := range []string{
			"/game/", "/masters/pgn/", "/masters?fen=", "/masters?play=", "/masters?play=e2e4,", "/masters?moves=", "/masters?since=", "/masters?until=1972-",
			"/masters?result=", "/lichess?speeds=", "/lichess?ratings=", "/lichess?topGames=", "/metrics?", "/games?offset=", "/games?limit=", "/find?material=", "/find?material=K", "/find?squares=",
			"/find?squares=e4=", "/find?squares=e4", "/find?squares=e4=q,", "/nothing/", "//game/", "/game/./", "/game/x/../", "/",
		} {
			address := server.URL + path + long
			if strings.HasSuffix(path, "?") {
				address += "=1"
			}
			status, body := fetch(t, address)
			quoted := strings.Count(body, letter)*len(letter) + strings.Count(body, url.PathEscape(letter))*len(letter)*strings.Count(url.PathEscape(letter), "%")
			if status < 400 || quoted > 110 || len(body) > 500 { // a word around may have a letter z
				t.Errorf("%s%s...: status %d, %d bytes with %d of the request: %.600s", path, letter, status, len(body), quoted, body)
			}
		}
	}
}

// TestLimits checks that a request that gets no slot is refused after its time, and that
// large numbers become the largest that are allowed.
func TestLimits(t *testing.T) {
	s, server := newServer(t, randomGames(400, 10), 1, 20*time.Millisecond)
	s.slots <- struct{}{}
	if status, body := fetch(t, server.URL+"/masters"); status != 503 || !strings.Contains(body, errBusy.Error()) {
		t.Errorf("status %d, %s", status, body)
	}
	<-s.slots
	slow := func(*request) question {
		return func(ctx context.Context, _ *View) (any, error) {
			<-ctx.Done()
			return nil, errors.Join(ctx.Err(), ctx.Err())
		}
	}
	w := httptest.NewRecorder()
	s.monitor.watch(s.answer(s.slots, slow)).ServeHTTP(w, httptest.NewRequest("GET", "/find", nil))
	if body := w.Body.String(); w.Code != 503 || w.Header().Get("Retry-After") == "" || !strings.Contains(body, errSlow.Error()) {
		t.Errorf("status %d, %s", w.Code, body)
	}
	s.timeout = time.Minute
	var a Answer
	_, body := fetch(t, server.URL+"/masters?topGames=1000&recentGames=1000")
	if err := json.Unmarshal([]byte(body), &a); err != nil || len(a.TopGames) != maxTop || len(a.RecentGames) != played.MostRecent {
		t.Errorf("%v: %d and %d games", err, len(a.TopGames), len(a.RecentGames))
	}
	var page Page
	_, body = fetch(t, server.URL+"/games?limit=1000")
	if err := json.Unmarshal([]byte(body), &page); err != nil || len(page.Games) != maxPage {
		t.Errorf("%v: %d games", err, len(page.Games))
	}
}

// TestGracefulStop checks that a request that has begun is answered after the end of the
// context, and that then no other is.
func TestGracefulStop(t *testing.T) {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	begun, goOn := make(chan struct{}), make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() {
		stopped <- serveUntil(ctx, l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			close(begun)
			<-goOn
			io.WriteString(w, "done")
		}))
	}()
	answer := make(chan string, 1)
	go func() {
		r, err := http.Get("http://" + l.Addr().String())
		if err != nil {
			answer <- err.Error()
			return
		}
		defer r.Body.Close()
		body, _ := io.ReadAll(r.Body)
		answer <- string(body)
	}()
	<-begun
	cancel()
	for { // until the listener is closed
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			break
		}
		c.Close()
	}
	close(goOn)
	if got := <-answer; got != "done" {
		t.Error(got)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	if _, err := http.Get("http://" + l.Addr().String()); err == nil {
		t.Error("it still answers")
	}
}
