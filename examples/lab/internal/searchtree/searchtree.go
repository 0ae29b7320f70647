// Package searchtree is the command searchtree: it draws the tree of a search: which moves it tried, which were good enough
// to end a node (cutoffs), and what it did not need to search.
//
//	go run ./examples/searchtree [-o folder] [-depth n] [-player description] [-eval evaluation] [FEN]
//
// It writes two files to a folder: search-tree.svg, a picture of the whole tree with
// the best answer to each move, and search-tree.html, a page with the same picture and
// the tree itself, of which each node can be opened. The page needs no network. The
// default is the start position, searched three plies deep by negaalphabeta.
//
// The players that show their trees are negaalphabeta, capturesfirst, checkbonus and
// negascout, with any options and any evaluation. Compare
//
//	go run ./examples/searchtree -player negaalphabeta
//	go run ./examples/searchtree -player negaalphabeta,CapturesFirst=true
//	go run ./examples/searchtree -player negascout
//
// The picture in docs is made by
//
//	go run ./examples/searchtree -o docs -only svg -player negaalphabeta,CapturesFirst=true 'r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5'
//
// A file of these names that the program has not written stays as it is, and is an
// error. See docs/programs.md for the exit statuses.
package searchtree

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// Command is the command.
var Command = &cli.Command{Name: "searchtree", Summary: "draw the tree of a search", Raw: func(ctx context.Context, args []string, s cli.Streams) error {
	return run(ctx, args, s.Out, s.Err)
}}

// maxDepth is the largest depth of a tree.
const maxDepth = 4

const usage = `usage: searchtree [-o folder] [-depth n] [-player description] [-eval evaluation] [-only file] [FEN]
example: searchtree -player negascout,CapturesFirst=true -eval simplified -depth 4

`

// settings holds the values of the command line.
type settings struct {
	position chess.Position
	searcher chess.Searcher
	name     string // of the searcher and its evaluation
	depth    int
	folder   string
	only     string // "svg" or "html"; empty for both
}

func parse(ctx context.Context, args []string, help io.Writer) (*settings, error) {
	var s settings
	var spec, evaluation string
	flags := flag.NewFlagSet("searchtree", flag.ContinueOnError)
	flags.StringVar(&s.folder, "o", "searchtree", "write to this `folder`, which is created if necessary")
	flags.IntVar(&s.depth, "depth", 3, "search this many `plies`, from 1 to 4")
	flags.StringVar(&spec, "player", "negaalphabeta", "show the tree of this `player`: negaalphabeta, capturesfirst, checkbonus or negascout,\n"+
		"with settings, separated by commas: options (CapturesFirst=true, CapturesBeyond=2), eval=, weights=")
	flags.StringVar(&evaluation, "eval", "", "let it search by this `evaluation`, such as boardvalue")
	flags.StringVar(&s.only, "only", "", "write only the `kind` svg or html")
	fen, err := cli.Interleaved(flags, args, func(args []string) error { return cli.Parse(flags, args, usage, help) })
	if err != nil {
		return nil, err
	}
	if s.depth < 1 || s.depth > maxDepth {
		return nil, cli.BadCommandLine(fmt.Errorf("-depth must be from 1 to %d", maxDepth))
	}
	if s.only != "" && s.only != "svg" && s.only != "html" {
		return nil, cli.BadCommandLine(fmt.Errorf("-only is svg or html, not %q", s.only))
	}
	if s.position, err = cli.Position(fen); err != nil {
		return nil, cli.BadCommandLine(err)
	}
	if evaluation != "" {
		spec += ",eval=" + evaluation
	}
	d, err := player.Describe(spec)
	if err != nil {
		return nil, cli.BadCommandLine(err)
	}
	if d.Limited() || d.IsEngine() {
		return nil, cli.BadCommandLine(fmt.Errorf("%q: the player is one of the package's, and -depth is its limit", spec))
	}
	create, err := d.Maker()
	if err != nil {
		return nil, cli.BadCommandLine(err)
	}
	s.name = d.String()
	if s.searcher, err = create(ctx); err != nil {
		return nil, err
	}
	if !setTrace(s.searcher, nil) {
		return nil, cli.BadCommandLine(fmt.Errorf("%q does not show its tree: want negaalphabeta, capturesfirst, checkbonus or negascout, without a book", spec))
	}
	return &s, nil
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	s, err := parse(ctx, args, stdout)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.folder, 0o755); err != nil {
		return err
	}
	held, err := outfile.Hold(s.path("html"))
	if err != nil {
		return err
	}
	defer held.Release()
	for kind, begin := range map[string]string{"svg": svgBegin, "html": pageBegin} {
		if s.writes(kind) {
			err = cmp.Or(err, outfile.Foreign(s.path(kind), kind+" file of searchtree", outfile.Begins(begin)), outfile.Clean(s.path(kind)))
		}
	}
	if err != nil {
		return err
	}
	shown := progress.New(stderr)
	t, err := search(ctx, s.searcher, s.position, s.depth, maxNodes, shown)
	shown.Close()
	if err != nil {
		return err
	}
	t.name = s.name
	if err := s.write(stdout, "svg", "a picture", func(w io.Writer) error {
		_, err := io.WriteString(w, t.svg())
		return err
	}); err != nil {
		return err
	}
	return s.write(stdout, "html", "a page", t.page)
}

// writes reports whether to write the file of a kind.
func (s *settings) writes(kind string) bool { return s.only == "" || s.only == kind }

// path returns the name of the file of a kind.
func (s *settings) path(kind string) string { return filepath.Join(s.folder, "search-tree."+kind) }

// write writes the file of a kind, and says so.
func (s *settings) write(stdout io.Writer, kind, what string, write func(io.Writer) error) error {
	if !s.writes(kind) {
		return nil
	}
	if err := outfile.Replace(s.path(kind), write); err != nil {
		return err
	}
	_, err := fmt.Fprintf(stdout, "%s: %s of %s\n", s.path(kind), what, s.name)
	return err
}
