package main

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"

	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// host is what may stand in a policy of the page as the host of an address.
var host = regexp.MustCompile(`^[A-Za-z0-9.:\[\]-]+$`)

// parseExplorer reads the address of a server of examples/explorer, or of another that answers
// as it does.
func parseExplorer(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || !host.MatchString(u.Host) || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("-explorer is %q: want an address such as http://localhost:8080", address)
	}
	return u, nil
}

// buildFor is build for a page that asks the explorer at an address, if there is one.
func buildFor(ctx context.Context, shown *progress.Progress, explorer string) (site, error) {
	if explorer == "" {
		return build(ctx, shown)
	}
	u, err := parseExplorer(explorer)
	if err != nil {
		return nil, cli.BadCommandLine(err)
	}
	s, err := build(ctx, shown)
	if err == nil {
		s.explore(u)
	}
	return s, err
}

// explore lets the page ask the explorer at an address, and nobody else.
func (s site) explore(u *url.URL) {
	const policy, place = `content="default-src 'self'; `, `<title>`
	page := s[index].plain
	page = bytes.Replace(page, []byte(policy), fmt.Appendf(nil, "%sconnect-src 'self' %s://%s; ", policy, u.Scheme, u.Host), 1)
	meta := fmt.Sprintf("<meta name=\"explorer\" content=\"%s\">\n", html.EscapeString(strings.TrimSuffix(u.String(), "/")))
	s.add(index, bytes.Replace(page, []byte(place), []byte(meta+place), 1))
}
