package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
)

// A Server answers requests over HTTP with JSON, and games with PGN.
type Server struct {
	store   *Store
	names   *chess.OpeningNames
	slots   chan struct{} // taken by a request that is being answered
	scans   chan struct{} // taken by one that scans all games
	timeout time.Duration // for each request, waiting for a slot included
}

// The limits of a request.
const (
	maxPlay    = 500 // moves after the position
	maxTop     = 15  // games beside the moves
	maxPage    = 100 // games of a page
	maxHeaders = 16 << 10
)

// NewServer returns a server that answers so many requests at once.
func NewServer(s *Store, names *chess.OpeningNames, requests int, timeout time.Duration) *Server {
	return &Server{s, names, make(chan struct{}, requests), make(chan struct{}, 1), timeout}
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
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
	})
}

// A badRequest is an error of the client.
type badRequest struct{ error }

// errBusy is the error of a request that has waited too long.
var errBusy = errors.New("the server is busy")

// answer returns a handler that writes what f returns: a game as PGN, other things as
// JSON. It waits for one of the slots.
func (s *Server) answer(slots chan struct{}, f func(context.Context, *http.Request) (any, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), s.timeout)
		defer cancel()
		var value any
		err := errBusy
		select {
		case slots <- struct{}{}:
			func() {
				defer func() { <-slots }() // after a panic too
				value, err = f(ctx, r)
			}()
		case <-ctx.Done():
		}
		if t, ok := value.(*chess.GameTree); ok && err == nil {
			w.Header().Set("Content-Type", "application/x-chess-pgn; charset=utf-8")
			t.WriteTo(w)
			return
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		if err != nil {
			if ctx.Err() != nil {
				w.Header().Set("Retry-After", "1")
			}
			w.WriteHeader(status(err))
			value = map[string]string{"error": err.Error()}
		}
		printJSON(w, value)
	})
}

// status returns the status for an error.
func status(err error) int {
	var bad badRequest
	switch {
	case errors.As(err, &bad):
		return http.StatusBadRequest
	case errors.Is(err, errNoGame):
		return http.StatusNotFound
	case errors.Is(err, errBusy), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// A request is the parameters of a request, and the first error in them.
type request struct {
	url.Values
	err error
}

// fail remembers an error of the client.
func (r *request) fail(err error) {
	if r.err == nil && err != nil {
		r.err = badRequest{err}
	}
}

// number returns a parameter, of which more than most is most.
func (r *request) number(name string, usual, most int) int {
	text := r.Get(name)
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

// line returns the position of the parameters fen and play, after those that lead to it.
func (r *request) line() []chess.Position {
	p := chess.StartPosition()
	if fen := r.Get("fen"); fen != "" {
		var err error
		p, err = chess.ParseFEN(fen)
		r.fail(err)
	}
	line := []chess.Position{p}
	for word := range fields(r.Get("play")) {
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

// view calls f with a view of the games that the parameters choose, unless they have an
// error.
func (s *Server) view(ctx context.Context, r *request, f func(*View) (any, error)) (value any, err error) {
	filter, err := newFilter(r.Get)
	r.fail(err)
	if r.err != nil {
		return nil, r.err
	}
	v, err := s.store.View(ctx, filter)
	if err != nil {
		return nil, err
	}
	value, err = f(v)
	return value, errors.Join(err, v.Close())
}

// position answers what was played in a position.
func (s *Server) position(ctx context.Context, req *http.Request) (any, error) {
	r := &request{Values: req.URL.Query()}
	line := r.line()
	moves, top, recent := r.number("moves", 12, chess.MaxMoves), r.number("topGames", 4, maxTop), r.number("recentGames", 4, played.MostRecent)
	return s.view(ctx, r, func(v *View) (any, error) { return v.Answer(ctx, line, s.names, moves, top, recent) })
}

// games answers which games reach a position.
func (s *Server) games(ctx context.Context, req *http.Request) (any, error) {
	r := &request{Values: req.URL.Query()}
	line := r.line()
	offset, limit := r.page()
	return s.view(ctx, r, func(v *View) (any, error) { return v.gamesPage(ctx, line[len(line)-1], offset, limit) })
}

// find answers which games have a pattern.
func (s *Server) find(ctx context.Context, req *http.Request) (any, error) {
	r := &request{Values: req.URL.Query()}
	pattern, err := ParsePattern(r.Get("material"), r.Get("squares"))
	r.fail(err)
	offset, limit := r.page()
	return s.view(ctx, r, func(v *View) (any, error) { return v.findPage(ctx, pattern, offset, limit) })
}

// game answers with a game.
func (s *Server) game(ctx context.Context, req *http.Request) (any, error) {
	id, err := played.ParseID(req.PathValue("id"))
	if err != nil {
		return nil, badRequest{err}
	}
	return s.view(ctx, &request{}, func(v *View) (any, error) { return v.byID(id) })
}
