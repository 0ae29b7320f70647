package main

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess"
)

// serve returns a server with a database, and a function that asks it.
func serve(t *testing.T, file string) (address string, ask func(path string, form ...string) string) {
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	s, err := newServer(db)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.routes())
	t.Cleanup(server.Close)
	return server.URL, func(path string, form ...string) string {
		values := url.Values{}
		for i := 0; i < len(form); i += 2 {
			values.Set(form[i], form[i+1])
		}
		answer, err := http.PostForm(server.URL+path, values)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		line, _ := bufio.NewReader(answer.Body).ReadString('\n')
		return strings.TrimSpace(line)
	}
}

// watching returns a function that waits until a browser is shown a text.
func watching(t *testing.T, address, id string) func(text string) {
	answer, err := http.Get(address + "/games/" + id)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	lines := bufio.NewReader(answer.Body)
	return func(text string) {
		t.Helper()
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				t.Fatalf("no %q: %v", text, err)
			}
			if strings.Contains(line, text) {
				return
			}
		}
	}
}

func TestServer(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.db")
	address, ask := serve(t, file)
	var keys [3]string
	if err := json.Unmarshal([]byte(ask("/games", "minutes", "5+3")), &keys); err != nil {
		t.Fatal(err)
	}
	game := "/games/" + keys[2]
	shown := watching(t, address, keys[2])
	play := func(player int, move, want string) {
		t.Helper()
		if got := ask(game+"/move", "key", keys[player], "move", move); got != want {
			t.Errorf("%s: %s, want %s", move, got, want)
		}
	}
	play(0, "e4 e5 Qh5", `"move \"e4 e5 Qh5\": malformed at character 3: text after the move"`)
	play(0, "e4", `"done"`)
	shown(`"moves":"1. e4"`)
	play(0, "d4", `"it is not your turn"`)
	play(1, "Ke6", `"move \"Ke6\": illegal: no such move of a king to e6 is legal"`)
	ask(game+"/takeback", "key", keys[1]) // which has no move
	if got := ask(game+"/takeback", "key", keys[0]); got != `"no move can be taken back"` {
		t.Error(got)
	}
	play(1, "e5", `"done"`)
	shown(`"offer":false`)
	ask(game+"/takeback", "key", keys[1])
	shown(`"offer":true`)
	ask(game+"/takeback", "key", keys[0])
	shown(`"moves":"1. e4","offer":false`)

	address, ask = serve(t, file) // again
	shown = watching(t, address, keys[2])
	shown(`"moves":"1. e4"`)
	for i, move := range []string{"e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7"} {
		play((i+1)%2, move, `"done"`)
	}
	shown(`"result":"1-0 checkmate"`)
	found := func(fen string) (games string) {
		answer, err := http.Get(address + "/find?fen=" + url.QueryEscape(fen))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		json.NewDecoder(answer.Body).Decode(&games)
		return games
	}
	for fen, want := range map[string]string{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2": keys[2], chess.StartPosition().FEN(): keys[2], "4k3/8/8/8/8/8/8/4K3 w - - 0 1": ""} {
		if got := found(fen); got != want {
			t.Errorf("%s is in the games %q, want %q", fen, got, want)
		}
	}
}

// TestFlag plays with three hundredths of a second for all moves.
func TestFlag(t *testing.T) {
	address, ask := serve(t, filepath.Join(t.TempDir(), "games.db"))
	var keys [3]string
	json.Unmarshal([]byte(ask("/games", "minutes", "0.0005")), &keys)
	shown := watching(t, address, keys[2])
	for i, move := range []string{"e4", "e5"} {
		ask("/games/"+keys[2]+"/move", "key", keys[i], "move", move)
	}
	shown(`"result":"0-1 time"`)
	if got := ask("/games/"+keys[2]+"/move", "key", keys[0], "move", "d4"); got != `"the game is over"` {
		t.Error(got)
	}
}
