// Web is chess in a browser: see README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"time"

	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

func main() { cli.Main(web) }

// web is the program.
var web = &cli.Command{
	Name: "web", Args: "[-addr host:port] [-out folder] [-explorer http://host:port]", Example: "-addr localhost:9000",
	Flags: func(flags *flag.FlagSet) cli.Run {
		addr := flags.String("addr", "localhost:8080", "serve at this `address`; port 0 means any free port")
		out := flags.String("out", "", "write the page to this `folder` and exit")
		var explorer *url.URL
		flags.Func("explorer", "show the moves that were played in a position, as the server of examples/explorer at this `address` tells, such as http://localhost:8081",
			func(address string) (err error) {
				explorer, err = parseExplorer(address)
				return err
			})
		return func(ctx context.Context, args []string, streams cli.Streams) error {
			if err := cli.NoArguments(args); err != nil {
				return err
			}
			var l net.Listener
			if *out == "" { // before the build: the port may be in use
				var err error
				if l, err = net.Listen("tcp", *addr); err != nil {
					return fmt.Errorf("%w (-addr chooses another address)", err)
				}
				defer l.Close()
			}
			s, err := build(ctx, progress.New(streams.Err), explorer)
			if err != nil {
				return err
			}
			if *out != "" {
				return s.write(ctx, *out)
			}
			if _, err := fmt.Fprintf(streams.Out, "Play at http://%v/ (stop with Ctrl-C)\n", l.Addr()); err != nil {
				return err
			}
			return serve(ctx, l, s)
		}
	},
}

// parseExplorer reads the address of a server of examples/explorer, or of another that answers
// as it does. The host must be fit for the policy of the page.
func parseExplorer(address string) (*url.URL, error) {
	host := regexp.MustCompile(`^[A-Za-z0-9.:\[\]-]+$`)
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || !host.MatchString(u.Host) || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("want an address such as http://localhost:8080")
	}
	return u, nil
}

// serve serves a site until ctx is done, which is not an error.
func serve(ctx context.Context, l net.Listener, s site) error {
	server := http.Server{
		Handler: s, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: writeTimeout, IdleTimeout: time.Minute,
	}
	defer context.AfterFunc(ctx, func() { server.Close() })()
	if err := server.Serve(l); ctx.Err() == nil {
		return err
	}
	return nil
}
