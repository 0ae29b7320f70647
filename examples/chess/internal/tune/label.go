package tune

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"strconv"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/annotation"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// label has a player score the quiet positions of games, and appends them to a file of
// positions.
func label(flags *flag.FlagSet) cli.Run {
	spec := flags.String("player", "uci:stockfish", "score by this `player`: see \"chess help players\"")
	nodes := flags.Int64("nodes", 3000, "search this many `nodes` for each position")
	return func(ctx context.Context, words []string, s cli.Streams) error {
		if len(words) != 2 || *nodes < 1 {
			return cli.BadCommandLine(errors.New("label takes a file of games and a file of positions, and -nodes must be positive"))
		}
		newScorer, err := player.Maker(*spec)
		if err != nil {
			return cli.BadCommandLine(err)
		}
		shown := progress.New(s.Err)
		defer shown.Close()
		broken, err := labelGames(ctx, newScorer, *nodes, words[0], words[1], shown)
		if err == nil && broken > 0 {
			err = cli.Partly(cli.ErrReported)
		}
		return err
	}
}

// labelGames scores the quiet positions of the games of a file that are missing in a file
// of positions. It returns how many games of the file have a fault.
func labelGames(ctx context.Context, newScorer func(context.Context) (chess.Searcher, error), nodes int64, games, path string, shown *progress.Progress) (broken int, err error) {
	if err := outfile.Foreign(path, "file of labelled positions", isLabelled); err != nil {
		return 0, err
	}
	in, err := openMeter(ctx, games, shown)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	out, err := outfile.Grow(path, nil)
	if err != nil {
		return 0, err
	}
	defer func() { err = out.End(err) }()
	done := 0
	if out.Before != nil {
		if done, out.Done, err = lastGame(out.Before); err != nil {
			return 0, fmt.Errorf("%s: %w", path, err)
		}
		if _, err := out.Cut(); err != nil {
			return 0, err
		}
	}
	var workers []func(context.Context, *numbered)
	for range runtime.GOMAXPROCS(0) {
		scorer, err := newScorer(ctx)
		if err != nil {
			return 0, err
		}
		defer player.Close(scorer)
		workers = append(workers, func(ctx context.Context, g *numbered) {
			if g.tree != nil && g.number > done {
				g.lines, g.err = annotation.Labels(ctx, scorer, nodes, g.tree, strconv.Itoa(g.number))
			}
		})
	}
	jobs := func(yield func(*numbered, error) bool) {
		reader, number := chess.NewPGNReader(in), 0
		reader.Detail = chess.MainLines
		for tree, err := range reader.All() {
			_, fault := err.(*chess.ParseError)
			if fault {
				err = nil
			}
			number++
			if !yield(&numbered{number: number, tree: tree, fault: fault}, err) || err != nil {
				return
			}
		}
	}
	positions := 0
	err = pgnfile.InOrder(ctx, jobs, workers, func(g *numbered) error {
		if g.fault {
			broken++
		}
		if g.err != nil || g.lines == nil {
			return g.err
		}
		positions += bytes.Count(g.lines, []byte("\n"))
		_, err := out.Write(g.lines)
		return err
	})
	line := fmt.Sprintf("%d positions", positions)
	if broken > 0 {
		line += fmt.Sprintf("; %d games with a fault, used up to it", broken)
	}
	fmt.Fprintln(shown, line)
	return broken, err
}

// isLabelled reports whether the first line is a position as label writes it.
func isLabelled(content io.Reader) bool {
	line, err := bufio.NewReader(content).ReadString('\n')
	if err != nil {
		return false
	}
	epd, err := chess.ParseEPD(line)
	_, scored := epd.Int("ce")
	return err == nil && scored && epd.Text("id") != ""
}

// lastGame returns the number of the last game in a file of positions of which all positions are
// there, and where they end: the program may have been killed while it wrote the next.
func lastGame(r io.Reader) (number int, end int64, err error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return 0, 0, err
	}
	last := 0
	for at := bytes.LastIndexByte(text, '\n') + 1; at > 0; { // the lines of the last game begin at at
		start := bytes.LastIndexByte(text[:at-1], '\n') + 1
		epd, err := chess.ParseEPD(string(text[start:at]))
		if err != nil {
			return 0, 0, err
		}
		n, err := strconv.Atoi(epd.Text("id"))
		if err != nil {
			return 0, 0, fmt.Errorf("the id %q is no number of a game", epd.Text("id"))
		}
		if last != 0 && n != last {
			return n, int64(at), nil
		}
		last, at = n, start
	}
	return 0, 0, nil
}
