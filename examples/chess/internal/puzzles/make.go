package puzzles

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"hash"
	"hash/crc32"
	"hash/fnv"
	"io"
	"path/filepath"
	"runtime"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/puzzle"
)

const makeHelp = `
Where a move of a game is a mistake, it looks for a line in which the other side has one
winning move at each turn, until it gives mate or has won material. Each position makes one
puzzle, also if it occurs in several games.

Files may be compressed (gzip, zstd, bzip2, zip); - is the standard input. With -o, a run that was
interrupted or killed can be continued by the same command, and in the end the file is the
same, byte for byte. FILE.state beside it says how far the run is.
`

func makeFlags(flags *flag.FlagSet) cli.Run {
	s := puzzle.DefaultFinder()
	out := flags.String("o", "-", "write to this `file`, or continue it; - is the standard output")
	format := flags.String("format", "", "write `csv` in the columns of lichess.org, epd or pgn; by default as the file of -o is named, or else csv")
	flags.Int64Var(&s.Nodes, "nodes", s.Nodes, "search this many `nodes` for each position of a game")
	flags.Int64Var(&s.Verify, "verify", s.Verify, "search this many `nodes` for each position of a puzzle")
	var goroutines int
	cli.Concurrency(flags, &goroutines, runtime.GOMAXPROCS(0), "search this many `games` at once")
	return func(ctx context.Context, paths []string, streams cli.Streams) error {
		if named := filepath.Ext(*out); *format == "" && (named == ".epd" || named == ".pgn") {
			*format = named[1:]
		}
		*format = cmp.Or(*format, string(puzzle.CSV))
		err := cmp.Or(puzzle.Check(s), puzzle.Format(*format).Check(), pgnfile.CheckWork(paths))
		if err != nil {
			return cli.BadCommandLine(err)
		}
		o, err := openOutput(*out, streams.Out, puzzle.Format(*format), s)
		if err != nil {
			return err
		}
		work := pgnfile.Work[found]{
			Program: "puzzles", Stderr: streams.Err, Concurrency: goroutines, Begin: o.begin, Done: o.add, Finish: o.finish,
			NewWorker: func() (func(context.Context, *pgnfile.Job[found]) error, error) {
				return func(ctx context.Context, j *pgnfile.Job[found]) (err error) {
					j.Result.puzzles, err = s.Find(ctx, j.Tree)
					return err
				}, nil
			},
		}
		return o.End(work.Do(ctx, pgnfile.Input{Paths: paths, Stdin: streams.In}))
	}
}

// found is what comes of a game.
type found struct {
	read    string // a hash of all games up to this
	puzzles []chess.Puzzle
}

// A progressed is what the file beside the output says: how far an interrupted run has
// come. So another can continue, and tell that the output is its own.
type progressed struct {
	Settings string `json:"settings"` // what the puzzles depend on besides the games
	Games    int    `json:"games"`    // the number of games that are done
	Read     string `json:"read"`     // a hash of these games
	Bytes    int64  `json:"bytes"`    // the size of the output after them
	Sum      uint32 `json:"sum"`      // the CRC-32 of these bytes
}

// An output is the destination of puzzles, which may have puzzles of an earlier run.
type output struct {
	*outfile.Growing
	format puzzle.Format
	state  string    // the name of the file beside the output
	games  hash.Hash // of the games so far
	number int       // of the last of them
	done   progressed
	before progressed             // what an earlier run has done
	seen   map[chess.Key]struct{} // the positions of all puzzles
}

// openOutput opens a file, "-" for stdout, to add the puzzles that are missing.
func openOutput(path string, stdout io.Writer, format puzzle.Format, finder chess.PuzzleFinder) (*output, error) {
	g, err := outfile.Grow(path, stdout)
	if err != nil {
		return nil, err
	}
	o := &output{Growing: g, format: format, state: path + ".state", games: fnv.New64a(), seen: map[chess.Key]struct{}{}}
	o.done.Settings = fmt.Sprintf("%d nodes a position, %d to verify, %s", finder.Nodes, finder.Verify, format)
	if g.Before != nil {
		if err := o.resume(); err != nil {
			return nil, g.End(err)
		}
	}
	return o, nil
}

// resume reads what an earlier run has done.
func (o *output) resume() error {
	if err := outfile.Clean(o.state); err != nil { // after a run that was killed
		return err
	}
	var done progressed
	found, err := outfile.Load(o.state, &done)
	switch size := o.Before.Size(); {
	case err != nil:
		return err
	case size == 0:
		return o.save() // before the first puzzle, so that the file is never without it
	case !found:
		return o.Foreign("there is no %s", o.state)
	case done.Settings != o.done.Settings:
		return o.Foreign("it was made with %s", done.Settings)
	case done.Bytes < 0 || done.Bytes > size:
		return o.Foreign("it had %d bytes", done.Bytes)
	}
	puzzles := func() io.Reader { return io.NewSectionReader(o.Before, 0, done.Bytes) }
	hash := crc32.NewIEEE()
	if _, err := io.Copy(hash, puzzles()); err != nil {
		return err
	}
	if hash.Sum32() != done.Sum {
		return o.Foreign("it has changed")
	}
	if done.Bytes > 0 {
		for key, err := range o.format.Keys(puzzles()) {
			if err != nil {
				return o.Foreign("%w", err)
			}
			o.seen[key] = struct{}{}
		}
	}
	o.done, o.before, o.Done = done, done, done.Bytes
	return nil
}

// begin reports whether a game is done already.
func (o *output) begin(j *pgnfile.Job[found]) error {
	fmt.Fprintln(o.games, j.Tree.Start().FEN(), j.Tree.Mainline())
	j.Result.read = fmt.Sprintf("%x", o.games.Sum(nil))
	if j.Number == o.before.Games && j.Result.read != o.before.Read {
		return o.Foreign("it is from other games")
	}
	j.Skip = j.Number <= o.before.Games
	return nil
}

// add writes the puzzles of the next game, without those that it has already.
func (o *output) add(j *pgnfile.Job[found]) (note string, err error) {
	o.number = j.Number
	if j.Skip {
		return "", nil
	}
	var text []byte
	for _, p := range j.Result.puzzles {
		key := p.Position.Key()
		if _, ok := o.seen[key]; ok {
			continue
		}
		o.seen[key] = struct{}{}
		if text, err = o.format.Append(text, &p, j.Tree); err != nil {
			return "", err
		}
	}
	if err := o.write(text); err != nil {
		return "", err
	}
	o.done.Games++
	o.done.Read = j.Result.read
	return fmt.Sprintf("puzzles: %d", len(o.seen)), o.save()
}

// write writes a text, before the first what stands at the head of the file.
func (o *output) write(text []byte) error {
	if o.Done == 0 {
		text = append([]byte(o.format.Head()), text...)
	}
	if len(text) == 0 {
		return nil
	}
	_, err := o.Write(text)
	if err == nil {
		o.done.Sum, o.done.Bytes = crc32.Update(o.done.Sum, crc32.IEEETable, text), o.Done
	}
	return err
}

// save writes the file beside the output, if there is one.
func (o *output) save() error {
	if o.Before == nil {
		return nil
	}
	return outfile.Save(o.state, o.done)
}

// finish completes a file without puzzles, and returns an error if the file has more than
// the puzzles of the input.
func (o *output) finish() error {
	if o.number < o.before.Games {
		return o.Foreign("it is from %d games, of which %d are there", o.before.Games, o.number)
	}
	if o.Done == 0 {
		if err := o.write(nil); err != nil {
			return err
		}
		if err := o.save(); err != nil {
			return err
		}
	}
	return o.Finish()
}
