package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"time"

	"github.com/seed-0971039b/chess/examples/internal/cli"
)

const serveUsage = `usage: explorer serve [-addr localhost:8080] folder [games.pgn...]
example: explorer serve games && curl 'localhost:8080/masters?play=e2e4,c7c5'

Answers over HTTP, and adds the games of the files meanwhile.

  /masters?fen=...&play=e2e4,c7c5&moves=12&topGames=4&recentGames=4   as lichess.org's
  /games?fen=...&play=...&offset=20&limit=20                          the best rated first
  /find?material=KRNvKR&squares=d4=P,d5=p&offset=0&limit=20
  /game/ID                                                            as PGN

The first three also take since, until (years or months), player, white, black (the
beginnings of names) and result (1-0,1/2-1/2,0-1). /lichess is /masters.

`

const (
	requestTimeout = 10 * time.Second
	stopTimeout    = requestTimeout + time.Second // for the requests that are being answered
)

// serve answers requests until ctx ends.
func (p *streams) serve(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("explorer serve", flag.ContinueOnError)
	addr := flags.String("addr", "localhost:8080", "listen to this `address`")
	requests := flags.Int("requests", 4*runtime.GOMAXPROCS(0), "answer so many `requests` at once")
	names := flags.String("names", "", "take the names of openings from this `file`, with code, name and moves separated by tabs, and not from the package")
	words, err := cli.Interleaved(flags, args, func(args []string) error { return cli.Parse(flags, args, serveUsage, p.stdout) })
	if err != nil {
		return err
	}
	if len(words) == 0 || *requests < 1 {
		return cli.BadCommandLine(errors.New("want a folder, and a positive number of -requests"))
	}
	openings, err := readOpenings(*names)
	if err != nil {
		return err
	}
	s, err := openToServe(words[0], len(words) > 1)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", *addr)
	if err != nil {
		return errors.Join(err, s.Close())
	}
	fmt.Fprintf(p.stderr, "listening on http://%s\n", l.Addr())
	added := make(chan error, 1)
	go func() {
		if len(words) == 1 {
			added <- nil
			return
		}
		added <- p.fill(ctx, s, words[1:])
	}()
	err = serveUntil(ctx, l, NewServer(s, openings, *requests, requestTimeout).Handler())
	return errors.Join(err, <-added, s.Close())
}

// openToServe opens a store, to add games to it or not.
func openToServe(dir string, add bool) (*Store, error) {
	if !add {
		return OpenStore(dir)
	}
	plies, err := readTitle(dir)
	if err != nil {
		plies = allPlies
	}
	return CreateStore(dir, plies, layersToServe)
}

// serveUntil answers requests until ctx ends, and then those that have begun.
func serveUntil(ctx context.Context, l net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      requestTimeout + 10*time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    maxHeaders,
	}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
		defer cancel()
		stopped <- server.Shutdown(ctx)
	})
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		stop()
		return err
	}
	return <-stopped
}
