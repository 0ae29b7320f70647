package tune

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"os"
	"runtime"
	"strconv"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/selfplay"
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
	l, err := outfile.Hold(path)
	if err != nil {
		return 0, err
	}
	defer l.Release()
	done, err := lastGame(path)
	if err != nil {
		return 0, err
	}
	in, err := os.Open(games)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	out, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return 0, err
	}
	defer out.Close()
	info, err := in.Stat()
	if err != nil {
		return 0, err
	}
	shown.Start("kB of "+games, 0, int(info.Size()/1000))
	reader := chess.NewPGNReader(&meter{ctx: ctx, r: in, shown: shown, size: info.Size()})
	reader.Detail = chess.MainLines
	var workers []func(context.Context, *labelledGame)
	for range runtime.GOMAXPROCS(0) {
		scorer, err := newScorer(ctx)
		if err != nil {
			return 0, err
		}
		defer player.Close(scorer)
		labeller := selfplay.NewLabeller(scorer, nodes)
		workers = append(workers, func(ctx context.Context, g *labelledGame) {
			if g.tree != nil {
				g.lines, g.positions, g.err = labeller.Append(ctx, nil, g.tree, strconv.Itoa(g.number))
			}
		})
	}
	positions := 0
	err = pgnfile.InOrder(ctx, gamesAfter(reader, done), workers, func(g *labelledGame) error {
		positions += g.positions
		if g.fault {
			broken++
		}
		if g.err != nil {
			return g.err
		}
		_, err := out.Write(g.lines)
		return err
	})
	line := fmt.Sprintf("%d positions", positions)
	if broken > 0 {
		line += fmt.Sprintf("; %d games with a fault, used up to it", broken)
	}
	fmt.Fprintln(shown, line)
	return broken, cli.Continues(errors.Join(err, out.Close()))
}

// A labelledGame is a game of the file, and the lines of its positions.
type labelledGame struct {
	number    int
	tree      *chess.GameTree // nil if it is not to be labelled
	fault     bool
	lines     []byte
	positions int // how many lines
	err       error
}

// gamesAfter yields the games with a result whose number is larger than done. Those with
// a fault are used up to it. All games with a fault are yielded.
func gamesAfter(r *chess.PGNReader, done int) iter.Seq2[*labelledGame, error] {
	return func(yield func(*labelledGame, error) bool) {
		number := 0
		for tree, err := range r.All() {
			if _, fault := err.(*chess.ParseError); err != nil && !fault {
				yield(nil, err)
				return
			}
			number++
			g := &labelledGame{number: number, fault: err != nil}
			if tree != nil && number > done && selfplay.Decided(tree) {
				g.tree = tree
			}
			if (g.tree != nil || g.fault) && !yield(g, nil) {
				return
			}
		}
	}
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

// lastGame returns the number of the last game in the file of which all positions are
// there, and removes what is there of the next: the program may have been killed while it
// wrote it.
func lastGame(path string) (number int, err error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	} else if err != nil {
		return 0, err
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	end, last := whole, 0 // the lines of the last game begin at end
	for end > 0 {
		start := bytes.LastIndexByte(text[:end-1], '\n') + 1
		epd, err := chess.ParseEPD(string(text[start:end]))
		if err != nil {
			return 0, fmt.Errorf("%s: %w", path, err)
		}
		n, err := strconv.Atoi(epd.Text("id"))
		if err != nil {
			return 0, fmt.Errorf("%s: the id %q is no number of a game", path, epd.Text("id"))
		}
		if last == 0 {
			last = n
		} else if n != last {
			return n, os.Truncate(path, int64(end))
		}
		end = start
	}
	return 0, os.Truncate(path, 0)
}
