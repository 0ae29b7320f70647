// Package searchtree is the command searchtree: it draws the tree of a search, which moves
// it tried, which were good enough to end a node (cutoffs), and what it did not need to search.
package searchtree

import (
	"context"
	"flag"
	"fmt"
	"io"
	"path/filepath"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// Command is the command.
var Command = &cli.Command{
	Name: "searchtree", Summary: "draw the tree of a search",
	Args:    "[-o file] [-depth n] [-player description] [FEN]",
	Example: "-o search-tree.html -player negascout,CapturesFirst=true,eval=simplified -depth 4",
	Help: `A file that ends with .svg is a picture of the whole tree with the best answer to each move. One that ends with .html
is a page with the same picture and the tree itself, of which each node can be opened; it needs no network. Compare
the trees of negaalphabeta, of negaalphabeta,CapturesFirst=true and of negascout. The picture in docs is made by

  lab searchtree -o ../../docs/search-tree.svg -player negaalphabeta,CapturesFirst=true \
    'r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5'`,
	Flags: func(flags *flag.FlagSet) cli.Run {
		s := &settings{}
		flags.StringVar(&s.path, "o", "search-tree.html", "write this `file`, .svg or .html")
		flags.IntVar(&s.depth, "depth", 3, "search this many `plies`, from 1 to 4")
		flags.StringVar(&s.spec, "player", "negaalphabeta", "show the tree of this `player`: negaalphabeta, capturesfirst, checkbonus or negascout,\n"+
			"with settings, separated by commas: options (CapturesFirst=true, CapturesBeyond=2), eval=, weights=")
		return s.run
	},
}

// settings holds the values of the command line.
type settings struct {
	path  string
	depth int
	spec  string // of the player
}

// maxDepth is the largest depth of a tree.
const maxDepth = 4

// searcher checks the command line, and returns the player.
func (s *settings) searcher(ctx context.Context) (d *player.Description, made chess.Searcher, err error) {
	if s.depth < 1 || s.depth > maxDepth {
		return nil, nil, fmt.Errorf("-depth must be from 1 to %d", maxDepth)
	}
	if begins[filepath.Ext(s.path)] == "" {
		return nil, nil, fmt.Errorf("%s ends with neither .svg nor .html", s.path)
	}
	if d, err = player.Describe(s.spec); err != nil {
		return nil, nil, err
	}
	if d.Limited() || d.IsEngine() {
		return nil, nil, fmt.Errorf("%q: the player is one of the package's, and -depth is its limit", s.spec)
	}
	create, err := d.Maker()
	if err == nil {
		made, err = create(ctx)
	}
	if err == nil && !setTrace(made, nil) {
		err = fmt.Errorf("%q does not show its tree: want negaalphabeta, capturesfirst, checkbonus or negascout, without a book", s.spec)
	}
	return d, made, err
}

// begins says how files of a kind begin, so that no other file is replaced.
var begins = map[string]string{".svg": svgBegin, ".html": pageBegin}

func (s *settings) run(ctx context.Context, fen []string, streams cli.Streams) error {
	d, searcher, err := s.searcher(ctx)
	var position chess.Position
	if err == nil {
		position, err = cli.Position(fen)
	}
	if err != nil {
		return cli.BadCommandLine(err)
	}
	kind := filepath.Ext(s.path)
	held, err := outfile.Hold(s.path)
	if err != nil {
		return err
	}
	defer held.Release()
	if err := outfile.Foreign(s.path, kind[1:]+" file of searchtree", outfile.Begins(begins[kind])); err != nil {
		return err
	}
	shown := progress.New(streams.Err)
	t, err := search(ctx, searcher, position, s.depth, maxNodes, shown)
	shown.Close()
	if err != nil {
		return err
	}
	t.name = d.String()
	write := t.page
	if kind == ".svg" {
		write = func(w io.Writer) error {
			_, err := io.WriteString(w, t.picture())
			return err
		}
	}
	err = outfile.Replace(s.path, write)
	if err == nil {
		_, err = fmt.Fprintf(streams.Out, "%s: the tree of %s\n", s.path, t.name)
	}
	return err
}
