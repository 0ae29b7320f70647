package main

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
)

// A monitor counts requests for /metrics, and logs them.
type monitor struct {
	log *slog.Logger

	mu       sync.Mutex
	underWay int
	done     map[kind]*times
}

// A kind of requests is those of a route that were answered with a status.
type kind struct {
	route  string // as Server.Handler has it, so that clients cannot make up others
	status int
}

// times are how long the requests of a kind took.
type times struct {
	count  uint64
	sum    float64             // in seconds
	within [len(bounds)]uint64 // how many took at most so long
}

// bounds are the limits of times.within in seconds.
var bounds = [...]float64{0.001, 0.01, 0.1, 1, 10}

// begin counts a request that is under way.
func (m *monitor) begin() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.underWay++
}

// end counts a request that is done.
func (m *monitor) end(k kind, seconds float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.underWay--
	t := m.done[k]
	if t == nil {
		t = new(times)
		m.done[k] = t
	}
	t.count++
	t.sum += seconds
	for i, bound := range bounds {
		if seconds <= bound {
			t.within[i]++
		}
	}
}

// text returns the counts and the number of games in the text format of Prometheus
// (https://prometheus.io/docs/instrumenting/exposition_formats).
func (m *monitor) text(games played.GameNumber) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var b strings.Builder
	fmt.Fprintf(&b, "# TYPE explorer_games gauge\nexplorer_games %d\n", games)
	fmt.Fprintf(&b, "# TYPE explorer_requests_under_way gauge\nexplorer_requests_under_way %d\n", m.underWay)
	fmt.Fprint(&b, "# TYPE explorer_request_seconds histogram\n")
	for _, k := range slices.SortedFunc(maps.Keys(m.done), func(a, b kind) int {
		return cmp.Or(cmp.Compare(a.route, b.route), cmp.Compare(a.status, b.status))
	}) {
		t := m.done[k]
		labels := fmt.Sprintf(`route="%s",status="%d"`, k.route, k.status)
		for i, bound := range bounds {
			fmt.Fprintf(&b, "explorer_request_seconds_bucket{%s,le=\"%g\"} %d\n", labels, bound, t.within[i])
		}
		fmt.Fprintf(&b, "explorer_request_seconds_bucket{%s,le=\"+Inf\"} %d\n", labels, t.count)
		fmt.Fprintf(&b, "explorer_request_seconds_sum{%s} %g\nexplorer_request_seconds_count{%s} %d\n", labels, t.sum, labels, t.count)
	}
	return b.String()
}

// saneID is a request ID that is taken from a client.
var saneID = regexp.MustCompile(`^[\w.-]{1,64}$`)

// watch counts and logs the requests to a handler, which gets a *response.
func (m *monitor) watch(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get("X-Request-Id")
		if !saneID.MatchString(id) {
			id = rand.Text()
		}
		w.Header().Set("X-Request-Id", id)
		a := &response{ResponseWriter: w}
		began := time.Now()
		m.begin()
		defer func() { // after a panic too
			took := time.Since(began).Seconds()
			status := cmp.Or(a.status, http.StatusInternalServerError)
			m.end(kind{cmp.Or(strings.TrimPrefix(r.Pattern, "GET "), "other"), status}, took)
			level := slog.LevelInfo
			switch {
			case status == http.StatusServiceUnavailable:
				level = slog.LevelWarn
			case status >= 500:
				level = slog.LevelError
			}
			if !m.log.Enabled(r.Context(), level) {
				return
			}
			url := r.URL.RequestURI()
			line := []any{"id", id, "method", r.Method, "url", url[:min(len(url), maxLogged)], "status", status, "seconds", took}
			if a.err != nil {
				line = append(line, "error", a.err)
			}
			m.log.Log(r.Context(), level, "request", line...)
		}()
		next.ServeHTTP(a, r)
	})
}

// maxLogged is how much of an address is logged, in bytes.
const maxLogged = 300

// A response remembers its status, and why there is no other answer.
type response struct {
	http.ResponseWriter
	status int // 0 until it is written
	err    error
}

// WriteHeader implements http.ResponseWriter.
func (a *response) WriteHeader(status int) {
	a.status = status
	a.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (a *response) Write(p []byte) (int, error) {
	a.status = cmp.Or(a.status, http.StatusOK)
	return a.ResponseWriter.Write(p)
}
