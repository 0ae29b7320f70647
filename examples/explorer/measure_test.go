package main

import (
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
)

// TestMeasure measures how fast a store answers: EXPLORER_STORE is its folder. The first
// queries are cold if the system has none of its files in memory.
func TestMeasure(t *testing.T) {
	dir := os.Getenv("EXPLORER_STORE")
	if dir == "" {
		t.Skip("EXPLORER_STORE is not set")
	}
	s, err := OpenStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	handler := NewServer(s, chess.Openings(), 64, time.Minute, slog.New(slog.DiscardHandler))
	server := httptest.NewServer(handler.Handler())
	defer server.Close()
	v := view(t, s, Filter{})
	number, err := last(v)
	if err != nil {
		t.Fatal(err)
	}

	// Half of the positions are of the first 20 plies, of the others many are of one game.
	rng := rand.New(rand.NewPCG(1, 1))
	paths := map[string][]string{}
	for i := range 4000 {
		id, _, err := v.Tags(1 + played.GameNumber(rng.IntN(int(number))))
		if err != nil {
			t.Fatal(err)
		}
		tree, err := v.Game(id)
		if err != nil {
			t.Fatal(err)
		}
		plies := 1 + rng.IntN(len(tree.Mainline()))
		if i%2 == 0 {
			plies = min(plies, 1+rng.IntN(20))
		}
		p := tree.Start()
		for _, m := range tree.Mainline()[:plies] {
			p.Do(m, &p)
		}
		paths["moves"] = append(paths["moves"], "/masters?fen="+url.QueryEscape(p.FEN()))
		paths["games"] = append(paths["games"], "/games?fen="+url.QueryEscape(p.FEN()))
		paths["game"] = append(paths["game"], "/game/"+id.String())
	}
	half := len(paths["moves"]) / 2
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	for _, name := range []string{"moves", "games", "game"} {
		for _, run := range []struct {
			title   string
			clients int
			rate    int // requests a second; 0 for as many as there are answers
			paths   []string
		}{
			{"first", 1, 0, paths[name][:half]}, {"again", 1, 0, paths[name][:half]},
			{"first, 50 clients", 50, 0, paths[name][half:]}, {"again, 50 clients", 50, 0, paths[name][half:]},
			{"again, 50 clients, 500 a second", 50, 500, paths[name][half:]},
		} {
			began := time.Now()
			times := ask(t, client, server.URL, run.paths, run.clients, run.rate)
			slices.Sort(times)
			t.Logf("%-6s %-32s median %8v, 99 %% below %8v, %6.0f a second", name, run.title,
				times[len(times)/2], times[len(times)*99/100], float64(len(times))/time.Since(began).Seconds())
		}
	}
	for _, path := range []string{"/masters", "/masters?player=Carlsen", "/masters?since=2000", "/find?material=KRNvKR", "/find?squares=d4%3DP,c4%3D.,e4%3D.,d5%3D.,c5%3D.,e5%3D.", "/find?squares=e4%3DP,d5%3Dp,g7%3Db"} {
		times := ask(t, client, server.URL, []string{path, path, path}, 1, 0)
		t.Logf("%-60s %v", path, times)
	}
}

// ask sends requests by several clients, and returns how long each took. With a rate, it
// counts the time from the moment at which a request was due, even if no client was free.
func ask(t *testing.T, client *http.Client, server string, paths []string, clients, rate int) []time.Duration {
	t.Helper()
	times, due := make([]time.Duration, len(paths)), make([]time.Time, len(paths))
	next := make(chan int)
	var asking sync.WaitGroup
	for range clients {
		asking.Go(func() {
			for i := range next {
				if rate == 0 {
					due[i] = time.Now()
				}
				r, err := client.Get(server + paths[i])
				if err == nil {
					_, err = io.Copy(io.Discard, r.Body)
					r.Body.Close()
				}
				if err == nil && r.StatusCode != http.StatusOK {
					err = fmt.Errorf("status %d", r.StatusCode)
				}
				if err != nil {
					t.Error(paths[i], err)
				}
				times[i] = time.Since(due[i])
			}
		})
	}
	began := time.Now()
	for i := range paths {
		if rate > 0 {
			due[i] = began.Add(time.Duration(i) * time.Second / time.Duration(rate))
			time.Sleep(time.Until(due[i]))
		}
		next <- i
	}
	close(next)
	asking.Wait()
	return times
}
