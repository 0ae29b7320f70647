// Web is chess in a browser: play against the library, and see its analysis and its
// evaluation.
//
//	go run ./examples/web [-addr host:port] [-out folder] [-explorer http://host:port]
//
// It compiles the library to WebAssembly, which takes a minute the first time and
// shows how far it is, and serves the page on the loopback interface. For that it needs
// the go command, and must run in the checkout that it is built in, or be installed by
// go install github.com/seed-0971039b/chess/examples/web@latest. With -out it
// writes the page to a folder instead, one of its own. The page consists of static
// files, which any web server can serve. Beside each is the same compressed by gzip and,
// if the machine has the program brotli, by that: servers that look for such files, as
// nginx's gzip_static and brotli_static and Caddy's precompressed do, send the smallest that the
// browser takes.
//
// With -explorer the page shows the moves that were played in a position and their results, as
// the server of examples/explorer at that address tells.
//
// The exit status is 3 if it is interrupted before the page is served; see
// docs/programs.md.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

func main() {
	ctx := cli.Context()
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	if err != nil && ctx.Err() != nil {
		err = cli.ErrInterrupted
	}
	cli.Exit("web", err)
}

const usage = `usage: web [-addr host:port] [-out folder] [-explorer http://host:port]
example: web -addr localhost:9000

`

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("web", flag.ContinueOnError)
	addr := flags.String("addr", "localhost:8080", "serve at this `address`; port 0 means any free port")
	out := flags.String("out", "", "write the page to this `folder` and exit")
	explorer := flags.String("explorer", "", "show the moves that were played in a position, as the server of examples/explorer at this `address` tells, such as http://localhost:8081")
	if err := cli.Parse(flags, args, usage, stdout); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return cli.BadCommandLine(fmt.Errorf("unexpected argument %q", flags.Arg(0)))
	}
	if *out != "" {
		s, err := buildFor(ctx, progress.New(stderr), *explorer)
		if err != nil {
			return err
		}
		if err := s.brotli(ctx); err != nil {
			return err
		}
		return s.write(*out)
	}
	l, err := net.Listen("tcp", *addr) // before the build: the port may be in use
	if err != nil {
		return fmt.Errorf("%w (-addr chooses another address)", err)
	}
	defer l.Close()
	s, err := buildFor(ctx, progress.New(stderr), *explorer)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(stdout, "Play at http://%v/ (stop with Ctrl-C)\n", l.Addr()); err != nil {
		return err
	}
	return serve(ctx, l, s)
}

// serve serves a site until ctx is done, which is not an error.
func serve(ctx context.Context, l net.Listener, s site) error {
	server := http.Server{
		Handler: s, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: writeTimeout, IdleTimeout: time.Minute,
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); ctx.Err() == nil {
		return err
	}
	return nil
}
