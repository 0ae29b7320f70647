// Package annotate is the command annotate, which analyses recorded games and writes them
// with what it found.
package annotate

import (
	"cmp"
	"context"
	"flag"
	"os"
	"runtime"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/annotation"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// Command is the command.
var Command = &cli.Command{
	Name:    "annotate",
	Summary: "analyse games and write them with comments, glyphs and variations",
	Args:    "[flags] file.pgn...",
	Example: "-nodes 5000 -o annotated.pgn games.pgn more.pgn.zst",
	Help: `
It adds the value of every position; a glyph, a sentence, the reason and a better variation
at inaccuracies, mistakes and blunders; the accuracy of each side as a tag; and a summary of
the game before the first move, with its turning points. In endings of few pieces it marks
the moves that throw a result away, and in games that went on where neither side could win
the move that ended them by the Laws.

Files may be compressed (gzip, zstd, bzip2, zip); - is the standard input. The games are written
in the order of the input. With -o, a run that was interrupted or killed can be continued
by the same command, and in the end the file is the same, byte for byte. Graphs that are
missing are drawn, for which it analyses the games again. A game with a fault, such as an
illegal move, is annotated as far as it goes, and a line says what was left out.`,
	Flags: func(flags *flag.FlagSet) cli.Run {
		s := &settings{Settings: annotation.DefaultSettings()}
		flags.StringVar(&s.out, "o", "-", "write to this `file`, or continue it; - is the standard output")
		flags.Int64Var(&s.Nodes, "nodes", s.Nodes, "search this many `nodes` for each position, and up to eight times as many where it is in doubt")
		flags.IntVar(&s.Plies, "plies", s.Plies, "show this many `plies` of a better line")
		cli.Concurrency(flags, &s.goroutines, runtime.GOMAXPROCS(0), "analyse this many `games` at once")
		flags.TextVar(&s.Language, "lang", s.Language, "write the texts in this `language`: en or de")
		flags.StringVar(&s.graphs, "graph", "", "draw a graph of each game, as game-001.svg and so on in this `folder`")
		evaluation := player.EvaluationFlag(flags, "default")
		s.endings.AddFlags(flags, endings.Quick, "to judge moves")
		return func(ctx context.Context, paths []string, streams cli.Streams) error {
			err := cmp.Or(s.SetEvaluation(evaluation.Name), s.Check(), s.endings.Check(), pgnfile.CheckWork(paths))
			if err != nil {
				return cli.BadCommandLine(err)
			}
			return s.run(ctx, pgnfile.Input{Paths: paths, Stdin: streams.In}, streams)
		}
	},
}

// settings holds the values of the command line.
type settings struct {
	annotation.Settings
	out        string
	graphs     string // the folder; empty for none
	goroutines int
	endings    endings.Choice
}

// annotated is what is to be written of a game.
type annotated struct {
	text, graph []byte // nil if there is none to write
	found       bool   // whether the output has the game already
	conflict    error  // not nil if the output has another game in place of text
}

// run annotates the games of in.
func (s *settings) run(ctx context.Context, in pgnfile.Input, streams cli.Streams) error {
	tables, err := s.endings.Open(ctx, nil)
	if err != nil {
		return err
	}
	defer tables.Close()
	s.Endings = tables.String()
	if s.graphs != "" {
		if err := os.MkdirAll(s.graphs, 0o755); err != nil {
			return err
		}
		held, err := outfile.Hold(graphOf(s.graphs, 1)) // it stands for the folder
		if err != nil {
			return err
		}
		defer held.Release()
	}
	out, err := openOutput(s.out, streams.Out, s.Settings)
	if err != nil {
		return err
	}
	reviewer, err := s.Reviewer(tables.Tablebase())
	if err != nil {
		return out.End(err)
	}
	work := pgnfile.Work[annotated]{
		Program: "annotate", Concurrency: s.goroutines, Finish: out.finish, Stderr: streams.Err, Quiet: s.out == "-" && cli.Terminal(streams.Out),
		Begin: func(j *pgnfile.Job[annotated]) (err error) {
			r := &j.Result
			r.found, r.conflict, err = out.has(j.Tree)
			j.Skip = r.found && (s.graphs == "" || hasGraph(graphOf(s.graphs, j.Number)))
			return err
		},
		NewWorker: func() (func(context.Context, *pgnfile.Job[annotated]) error, error) {
			return func(ctx context.Context, j *pgnfile.Job[annotated]) error { return s.annotate(ctx, &reviewer, j) }, nil
		},
		// Each game in the output has its graph, which is written first.
		Done: func(j *pgnfile.Job[annotated]) (string, error) {
			r := &j.Result
			if r.text != nil && r.conflict != nil {
				return "", r.conflict
			}
			if r.graph != nil {
				if err := writeGraph(graphOf(s.graphs, j.Number), r.graph); err != nil {
					return "", err
				}
			}
			if r.text == nil {
				return "", nil
			}
			_, err := out.Write(r.text)
			return "", err
		},
	}
	return out.End(work.Do(ctx, in))
}

// annotate sets the text and the graph of a game, if they are missing.
func (s *settings) annotate(ctx context.Context, r *chess.Reviewer, j *pgnfile.Job[annotated]) error {
	review, err := r.Review(ctx, j.Tree)
	if err != nil {
		return err
	}
	var text, svg []byte
	if s.graphs != "" {
		if svg, err = graph(annotation.NewChart(j.Tree, review, r.Language)); err != nil {
			return err
		}
	}
	if !j.Result.found {
		if err := markDeadPosition(ctx, j.Tree, r.Language); err != nil {
			return err
		}
		if text, err = j.Tree.MarshalText(); err != nil {
			return err
		}
	}
	j.Result.text, j.Result.graph = text, svg
	return nil
}

// markDeadPosition adds a comment where a game ended by the Laws of Chess, if it went on: to
// the first position from which on neither side could win.
func markDeadPosition(ctx context.Context, t *chess.GameTree, l chess.Language) error {
	last := t.Root()
	for last.Next() != nil {
		last = last.Next()
	}
	var first *chess.Node
	for n := last; n != nil; n = n.Parent() {
		p := n.Position()
		o, err := chess.Laws{}.Outcome(ctx, p)
		if err != nil {
			return err
		}
		if o.Reason == chess.Stalemate || o.Reason == chess.SeventyFiveMoves { // which do not tell what was before
			continue
		}
		if o.Reason != chess.DeadPosition && o.Reason != chess.InsufficientMaterial {
			break
		}
		first = n
	}
	if first == nil || first == last {
		return nil
	}
	text := "a dead position: neither side can win any more, and the game is drawn (FIDE Laws, 5.2.2)"
	if l == chess.German {
		text = "eine tote Stellung: keine Seite kann mehr gewinnen, die Partie ist remis (FIDE-Regeln, 5.2.2)"
	}
	first.SetText(strings.TrimLeft(first.Text()+" "+text, " "))
	return nil
}
