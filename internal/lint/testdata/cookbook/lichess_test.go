package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/seed-0971039b/chess"
)

// A match is a challenge, and its game. The bot's opponent plays the moves of a script, and then any.
type match struct {
	variant, fen string
	seconds      int
	color        chess.Color // of the bot
	script       string
	offersDraws  bool

	answer string // to the challenge
	game   *chess.Game
}

type server struct {
	mu       sync.Mutex
	matches  []*match
	requests int
	changed  chan bool // closed at the next change
}

// change calls do with the match of a request, and wakes all streams. Every seventh request fails, before or after that.
func (s *server) change(do func(m *match, r *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.requests++
		n, err := strconv.Atoi(r.PathValue("n"))
		if err == nil && s.requests%7 != 0 {
			err = do(s.matches[n], r)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
		} else if s.requests%7 < 2 {
			http.Error(w, "try again", http.StatusBadGateway)
		}
		close(s.changed)
		s.changed = make(chan bool)
	}
}

// stream sends lines twice, the second time after a change, and breaks off after the next.
func (s *server) stream(lines func(r *http.Request, first bool) []any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for i := range 2 {
			s.mu.Lock()
			for _, line := range lines(r, i == 0) {
				json.NewEncoder(w).Encode(line)
			}
			changed := s.changed
			s.mu.Unlock()
			w.(http.Flusher).Flush()
			select {
			case <-changed:
			case <-r.Context().Done():
				return
			}
		}
	}
}

type object = map[string]any

func (s *server) events(*http.Request, bool) (lines []any) {
	for n, m := range s.matches {
		variant := object{"key": m.variant}
		switch {
		case m.answer == "":
			lines = append(lines, object{"type": "challenge", "challenge": object{
				"id": strconv.Itoa(n), "variant": variant, "initialFen": m.fen, "timeControl": object{"limit": m.seconds}, "status": "created",
			}})
		case m.game != nil && !m.game.Outcome().Over():
			lines = append(lines, object{"type": "gameStart", "game": object{
				"id": strconv.Itoa(n), "color": strings.ToLower(m.color.String()), "status": object{"name": "started"},
			}})
		}
	}
	return lines
}

func (s *server) states(r *http.Request, first bool) []any {
	n, _ := strconv.Atoi(r.PathValue("n"))
	m := s.matches[n]
	status := "started"
	if m.game.Outcome().Over() {
		status = m.game.Outcome().Reason.String()
	}
	state := object{
		"type": "gameState", "status": status, "moves": strings.Join(m.game.UCIMoves(), " "),
		"wtime": 60_000, "btime": 60_000, "winc": 1000, "binc": 1000,
		"wdraw": m.offersDraws && m.color == chess.Black, "bdraw": m.offersDraws && m.color == chess.White,
	}
	if first {
		return []any{object{"type": "gameFull", "variant": object{"key": m.variant}, "initialFen": m.fen, "state": state}}
	}
	return []any{object{"type": "chatLine", "text": "hello"}, state}
}

// reply plays for the opponent, if it is to move.
func (m *match) reply() error {
	if m.game.Outcome().Over() || m.game.Turn() == m.color {
		return nil
	}
	if moves := strings.Fields(m.script); m.game.Len()/2 < len(moves) {
		return m.game.PlayUCI(moves[m.game.Len()/2])
	}
	return m.game.Play(m.game.LegalMoves()[0])
}

func accept(m *match, r *http.Request) error {
	start, err := (&event{Variant: struct{ Key string }{m.variant}, InitialFEN: m.fen}).start()
	m.answer, m.game = "accepted", chess.NewGame(start)
	return errors.Join(err, m.reply())
}

func decline(m *match, r *http.Request) error {
	m.answer = "declined: " + r.FormValue("reason")
	return nil
}

func move(m *match, r *http.Request) error {
	p, text := m.game.Position(), r.PathValue("move")
	move, err := p.ParseUCI(text)
	if err != nil || m.game.Turn() != m.color || m.variant == "chess960" && text != p.UCI960(move) {
		return fmt.Errorf("move %s: %v", text, err)
	}
	return errors.Join(m.game.Play(move), m.reply())
}

func Example() {
	log.SetOutput(io.Discard)
	s := &server{changed: make(chan bool), matches: []*match{
		{variant: "standard", fen: "startpos", seconds: 180, color: chess.Black, script: "f2f3 g2g4"},
		{variant: "chess960", fen: "6k1/8/4Q2P/8/8/8/8/5K1R b K - 0 1", seconds: 180, script: "g8f8"},
		{variant: "chess960", fen: "rk3rnb/pppppppp/8/8/8/8/PPPPPPPP/RK3RQQ b kq - 0 1", seconds: 180, script: "b8a8"},
		{variant: "threeCheck", fen: "startpos", seconds: 60},
		{variant: "racingKings", seconds: 60, color: chess.Black},
		{variant: "fromPosition", fen: "k7/8/8/8/8/8/1q6/7K w - - 0 1", seconds: 60, script: strings.Repeat("a8b8 b8a8 ", 9)},
		{variant: "fromPosition", fen: "1k5r/8/8/8/8/8/B7/1K6 w - - 0 1", seconds: 60, script: strings.Repeat("h8h6 h6h8 ", 9), offersDraws: true},
		{variant: "bughouse", seconds: 60},
		{variant: "standard", fen: "startpos"},
	}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/stream/event", s.stream(s.events))
	mux.HandleFunc("GET /api/bot/game/stream/{n}", s.stream(s.states))
	mux.HandleFunc("POST /api/challenge/{n}/accept", s.change(accept))
	mux.HandleFunc("POST /api/challenge/{n}/decline", s.change(decline))
	mux.HandleFunc("POST /api/bot/game/{n}/move/{move}", s.change(move))
	mux.HandleFunc("POST /api/bot/game/{n}/resign", s.change(func(m *match, r *http.Request) error { return m.game.Resign(m.color) }))
	mux.HandleFunc("POST /api/bot/game/{n}/draw/yes", s.change(func(m *match, r *http.Request) error { return m.game.AgreeDraw() }))
	web := httptest.NewServer(mux)
	b := &bot{url: web.URL, limits: chess.Limits{Depth: 4}, pause: time.Millisecond}
	go b.run()

	for _, m := range s.matches {
		for {
			s.mu.Lock()
			over, changed := m.answer != "" && (m.game == nil || m.game.Outcome().Over()), s.changed
			s.mu.Unlock()
			if over {
				break
			}
			<-changed
		}
		fmt.Print(m.variant, " ", m.answer)
		if m.game != nil {
			fmt.Print(", ", m.game.Outcome(), " ", m.game.Outcome().Reason)
			for ply, p := range m.game.Positions() {
				if m.variant == "chess960" && ply < m.game.Len() && p.IsCastling(m.game.Moves()[ply]) {
					fmt.Print(", castling ", m.game.UCIMoves()[ply])
				}
			}
		}
		fmt.Println()
	}
	web.CloseClientConnections()
	// Output:
	// standard accepted, 0-1 checkmate
	// chess960 accepted, 1-0 checkmate, castling f1h1
	// chess960 accepted, 1-0 checkmate, castling b8a8
	// threeCheck accepted, 1-0 three checks
	// racingKings accepted, 0-1 king on the eighth rank
	// fromPosition accepted, 0-1 resignation
	// fromPosition accepted, 1/2-1/2 agreement
	// bughouse declined: variant
	// standard declined: timeControl
}
