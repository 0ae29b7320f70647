package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/url"
	"path"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// serve answers requests until ctx ends, and adds games meanwhile.
func serve(flags *flag.FlagSet) cli.Run {
	addr := flags.String("addr", "localhost:8080", "listen to this `address`")
	requests := flags.Int("requests", 4*runtime.GOMAXPROCS(0), "answer this many `requests` at once")
	var level slog.Level
	flags.TextVar(&level, "log", slog.LevelWarn, "log what has at least this `level`: info (each request), warn (what was refused) or error")
	names := addNames(flags)
	return func(ctx context.Context, words []string, streams cli.Streams) error {
		if len(words) == 0 || *requests < 1 {
			return cli.BadCommandLine(errors.New("want a folder, and a positive number of -requests"))
		}
		openings, err := readOpenings(*names)
		if err != nil {
			return err
		}
		dir, files := words[0], words[1:]
		var s *Store
		if len(files) == 0 {
			s, err = OpenStore(dir)
		} else {
			plies, missing := readTitle(dir)
			if missing != nil {
				plies = allPlies
			}
			s, err = CreateStore(dir, plies, layersToServe)
		}
		if err != nil {
			return err
		}
		l, err := net.Listen("tcp", *addr)
		if err != nil {
			return errors.Join(err, s.Close())
		}
		fmt.Fprintf(streams.Err, "listening on http://%s\n", l.Addr())
		shown := progress.New(streams.Err)
		var adding sync.WaitGroup
		var failed error
		if len(files) > 0 {
			adding.Go(func() { failed = fill(ctx, s, files, streams, shown) })
		}
		log := slog.New(slog.NewTextHandler(shown, &slog.HandlerOptions{Level: level}))
		err = serveUntil(ctx, l, NewServer(s, openings, *requests, requestTimeout, log).Handler())
		adding.Wait()
		return errors.Join(err, failed, s.Close())
	}
}

// serveUntil answers requests until ctx ends, and then those that have begun.
func serveUntil(ctx context.Context, l net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler: handler, MaxHeaderBytes: maxHeaders, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: requestTimeout + 10*time.Second, IdleTimeout: time.Minute,
	}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		ctx, cancel := context.WithTimeout(context.Background(), requestTimeout+time.Second)
		defer cancel()
		stopped <- server.Shutdown(ctx)
	})
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		stop()
		return err
	}
	return <-stopped
}

// A Server answers requests over HTTP with JSON, and games with PGN.
type Server struct {
	store   *Store
	names   *chess.OpeningNames
	slots   chan struct{} // taken by a request that is being answered
	scans   chan struct{} // taken by one that scans all games
	checks  chan struct{} // taken by one that asks for the server's health, so that it is told when all others wait
	monitor monitor
	timeout time.Duration // for each request, waiting for a slot included
}

// The limits of a request.
const (
	maxPlay        = 500 // moves after the position
	maxTop         = 15  // games beside the moves
	maxPage        = 100 // games of a page
	maxHeaders     = 16 << 10
	requestTimeout = 10 * time.Second
)

// NewServer returns a server that answers this many requests at once.
func NewServer(s *Store, names *chess.OpeningNames, requests int, timeout time.Duration, log *slog.Logger) *Server {
	slots := func(n int) chan struct{} { return make(chan struct{}, n) }
	return &Server{s, names, slots(requests), slots(1), slots(4), monitor{log: log, done: map[kind]*times{}}, timeout}
}

// Handler returns what answers the requests.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /masters", s.answer(s.slots, s.position))
	mux.Handle("GET /lichess", s.answer(s.slots, s.position))
	mux.Handle("GET /games", s.answer(s.slots, s.games))
	mux.Handle("GET /find", s.answer(s.scans, s.find))
	mux.Handle("GET /game/{id}", s.answer(s.slots, s.game))
	mux.Handle("GET /masters/pgn/{id}", s.answer(s.slots, s.game))
	mux.Handle("GET /healthz", s.answer(s.checks, s.health))
	mux.Handle("GET /metrics", s.answer(s.checks, s.metrics))
	return s.monitor.watch(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("X-Content-Type-Options", "nosniff")
		if r.Method == http.MethodOptions {
			h.Set("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		if r.URL.Path != path.Clean(r.URL.Path) { // ServeMux would answer with the whole of it
			http.NotFound(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	}))
}

// A badRequest is an error of the client.
type badRequest struct{ error }

// The errors of a request that has waited too long, and of one whose answer takes too long.
var (
	errBusy = errors.New("the server is busy")
	errSlow = errors.New("the answer takes too long")
)

// answer returns a handler that writes the answer to the question of a request: a game as
// PGN, a text as it is, other things as JSON. It waits for one of the slots.
func (s *Server) answer(slots chan struct{}, read func(*request) question) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		ctx, cancel := context.WithTimeout(req.Context(), s.timeout)
		defer cancel()
		var value any
		err := errBusy
		select {
		case slots <- struct{}{}:
			value, err = s.ask(ctx, req, read, slots)
		case <-ctx.Done():
		}
		if gone := req.Context().Err(); gone != nil && err != nil {
			err = gone
		} else if errors.Is(err, context.DeadlineExceeded) {
			err = errSlow
		}
		h, code := w.Header(), http.StatusOK
		if err != nil {
			if ctx.Err() != nil {
				h.Set("Retry-After", "1")
			}
			w.(*response).err = err
			code, value = status(err), map[string]string{"error": err.Error()}
		}
		switch value := value.(type) {
		case *chess.GameTree:
			h.Set("Content-Type", "application/x-chess-pgn; charset=utf-8")
			value.WriteTo(w)
		case string:
			h.Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
			io.WriteString(w, value)
		default:
			h.Set("Content-Type", "application/json; charset=utf-8")
			w.WriteHeader(code)
			printJSON(w, value)
		}
	})
}

// ask answers the question that a request is read as, and frees its slot.
func (s *Server) ask(ctx context.Context, req *http.Request, read func(*request) question, slots chan struct{}) (any, error) {
	defer func() { <-slots }() // after a panic too
	params, err := url.ParseQuery(req.URL.RawQuery)
	r := &request{params: params, id: req.PathValue("id"), err: err}
	q := read(r)
	for _, name := range slices.Sorted(maps.Keys(r.params)) {
		if r.get(name) == "" {
			continue
		}
		r.fail(fmt.Errorf("%.25q is not a parameter here", name))
	}
	if r.err != nil {
		return nil, badRequest{r.err}
	}
	return s.store.ask(ctx, r.filter, q)
}

// statusGone is the status of nginx for a client that has not waited for the answer.
const statusGone = 499

// status returns the status for an error.
func status(err error) int {
	var bad badRequest
	switch {
	case errors.As(err, &bad):
		return http.StatusBadRequest
	case errors.Is(err, errNoGame):
		return http.StatusNotFound
	case errors.Is(err, context.Canceled):
		return statusGone
	case errors.Is(err, errBusy), errors.Is(err, errSlow):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// A request is the parameters of a request, and the first error in them.
type request struct {
	params url.Values // that nobody has read yet
	id     string     // of a game, in the path
	filter Filter
	err    error
}

// get returns a parameter, which is read then.
func (r *request) get(name string) (value string) {
	values := r.params[name]
	if delete(r.params, name); len(values) > 0 {
		value = values[0]
	}
	if len(values) > 1 {
		r.fail(fmt.Errorf("%s is there %d times", name, len(values)))
	}
	return value
}

// choose reads the parameters that choose games.
func (r *request) choose() {
	var err error
	r.filter, err = newFilter(r.get)
	r.fail(err)
}

// fail remembers an error of the client.
func (r *request) fail(err error) {
	r.err = cmp.Or(r.err, err)
}

// number returns a parameter, of which more than most is most.
func (r *request) number(name string, usual, most int) int {
	text := r.get(name)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		r.fail(fmt.Errorf("%s is %.25q, not a number", name, text))
	}
	return min(n, most)
}

// page returns which part of a list of games is wanted.
func (r *request) page() (offset, limit int) {
	return r.number("offset", 0, 1<<31-1), r.number("limit", 20, maxPage)
}

// line returns the position of the parameters variant, fen and play, after those that lead to it.
func (r *request) line() []chess.Position {
	p, err := parseStart(r.get("variant"), r.get("fen"))
	r.fail(err)
	line := []chess.Position{p}
	for word := range fields(r.get("play")) {
		m, err := p.ParseUCI(word)
		if err == nil && len(line) > maxPlay {
			err = fmt.Errorf("play has more than %d moves", maxPlay)
		}
		if r.fail(err); r.err != nil {
			break
		}
		p = p.After(m)
		line = append(line, p)
	}
	return line
}

// position asks what was played in a position.
func (s *Server) position(r *request) question {
	line := r.line()
	r.choose()
	r.get("source") // only tells who asks
	if history := r.get("history"); history != "" && history != "false" {
		r.fail(errors.New("history: no counts by month are kept"))
	}
	moves, top, recent := r.number("moves", 12, chess.MaxMoves), r.number("topGames", 4, maxTop), r.number("recentGames", 4, played.MostRecent)
	return func(ctx context.Context, v *View) (any, error) {
		return v.Answer(ctx, line, s.names, moves, top, recent)
	}
}

// games asks which games reach a position.
func (s *Server) games(r *request) question {
	line := r.line()
	r.choose()
	offset, limit := r.page()
	return func(ctx context.Context, v *View) (any, error) {
		return v.gamesPage(ctx, line[len(line)-1], offset, limit)
	}
}

// find asks which games have a pattern.
func (s *Server) find(r *request) question {
	pattern, err := ParsePattern(r.get("material"), r.get("squares"))
	r.fail(err)
	r.choose()
	offset, limit := r.page()
	return func(ctx context.Context, v *View) (any, error) { return v.findPage(ctx, pattern, offset, limit) }
}

// game asks for a game, which no filter chooses.
func (s *Server) game(r *request) question {
	id, err := played.ParseID(r.id)
	r.fail(err)
	return func(_ context.Context, v *View) (any, error) { return v.Game(id) }
}

// health asks whether the store answers.
func (s *Server) health(*request) question {
	return func(_ context.Context, v *View) (any, error) {
		n, err := last(v)
		return map[string]played.GameNumber{"games": n}, err
	}
}

// metrics asks for what the monitor has counted.
func (s *Server) metrics(*request) question {
	return func(_ context.Context, v *View) (any, error) {
		n, err := last(v)
		return s.monitor.text(n), err
	}
}
