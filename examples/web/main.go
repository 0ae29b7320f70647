// Web is chess in a browser: play against the library, see what it thinks, and
// why.
//
//	go run ./examples/web [-addr host:port] [-out folder]
//
// It compiles the library to WebAssembly, which takes a minute the first time,
// and serves the page on the loopback. The page needs nothing from the server
// but its files: with -out it writes them into a folder instead, for any web
// server.
//
// The exit status is 1 if something fails or is interrupted before the page is
// served, and 2 for a command line that makes no sense.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the second interrupt ends the program at once
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	code := 1
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return
	case ctx.Err() != nil:
		err = errors.New("interrupted")
	case errors.Is(err, errUsage):
		code = 2
	}
	fmt.Fprintln(os.Stderr, "web:", err)
	os.Exit(code)
}

var errUsage = errors.New("bad command line")

const usage = "usage: web [-addr host:port] [-out folder]\n"

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("web", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // an error is told once, in one line, by main
	addr := flags.String("addr", "localhost:8080", "serve at this `address`; port 0 is any that is free")
	out := flags.String("out", "", "write the page into this `folder` and end")
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stderr, usage)
		flags.SetOutput(stderr)
		flags.PrintDefaults()
		return err
	}
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("%q is no flag", flags.Arg(0))
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	if *out != "" {
		s, err := build(ctx, stderr)
		if err != nil {
			return err
		}
		return s.write(*out)
	}
	l, err := net.Listen("tcp", *addr) // before the long work: the port may be in use
	if err != nil {
		return fmt.Errorf("%w (-addr chooses another address)", err)
	}
	defer l.Close()
	s, err := build(ctx, stderr)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(stdout, "Play at http://%v/ (stop with Ctrl-C)\n", l.Addr()); err != nil {
		return err
	}
	return serve(ctx, l, s)
}

// serve serves a site until ctx is done, which is no failure.
func serve(ctx context.Context, l net.Listener, s site) error {
	server := http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); ctx.Err() == nil {
		return err
	}
	return nil
}
