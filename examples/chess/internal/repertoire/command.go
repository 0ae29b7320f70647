// Package repertoire is the command repertoire, which compares an opening repertoire with games, and drills it.
package repertoire

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"sync/atomic"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// Command is the command.
var Command = &cli.Command{
	Name: "repertoire", Summary: "find the holes of an opening repertoire, where games left it, and drill it",
	Args: "command [flags] [arguments]", Example: "holes -white study.pgn games.pgn",
	Help: `A repertoire is PGN with variations, such as a study of lichess.org with all its chapters: all
moves that its side plays there, but those marked ? or ??, and the replies that it has
answers to. Positions count, not orders of moves. Files may be compressed (gzip, zstd,
bzip2, zip), and patterns; - is the standard input.`,
	Commands: []*cli.Command{
		{
			Name: "holes", Summary: "the replies that are played most and have no answer",
			Args: "[flags] -white|-black study.pgn games.pgn...", Example: "-white study.pgn games.pgn.zst",
			Help: `Prints the moves of the other side that the repertoire has no answer to, those first that a
player of the repertoire meets most often: a reply is as likely as it is frequent in the
games, and of several own moves each is played as often.`,
			Flags: holesFlags,
		},
		{
			Name: "novelties", Summary: "where games left the repertoire",
			Args: "[flags] -white|-black study.pgn games.pgn...", Example: "-white study.pgn -player 'Smith, Jane' mine.pgn",
			Help: `Prints where each game first left the repertoire, by whose move, and what the repertoire
plays there; and with -games the first position that none of those games has.`,
			Flags: noveltiesFlags,
		},
		{
			Name: "drill", Summary: "ask for the moves of the repertoire, those that are due",
			Args: "[flags] -white|-black study.pgn", Example: "-white study.pgn -o drill.json",
			Help: `Shows positions, and asks for the move: any of the repertoire is right, an empty line says that
you do not know, and quit ends. What was wrong is asked again at the end. The boxes of
Sebastian Leitner (1972) decide when a position is due again: it begins in the first, goes to
the next when the answer is right, and back to the first when it is wrong; one in box n is
due after 2^(n-1) days. There are eight.`,
			Flags: drillFlags,
		},
	},
}

// An input is what the flags and arguments of a command name: repertoires and games.
type input struct {
	studies [2]string // the files of the repertoires, by side; "" for none
	player  string
	chosen  bool // a game of the player
	streams cli.Streams
	partly  error // cli.ErrPartly after a fault
}

func newInput(flags *flag.FlagSet) *input {
	in := new(input)
	flags.StringVar(&in.studies[chess.White], "white", "", "the repertoire of White is this `file`")
	flags.StringVar(&in.studies[chess.Black], "black", "", "the repertoire of Black is this `file`")
	return in
}

func (in *input) addPlayer(flags *flag.FlagSet) {
	flags.StringVar(&in.player, "player", "", "only the games in which this `name`, or a part of it, has the side of the repertoire")
}

// chooses reports whether a game is to be compared with the repertoire of a side.
func (in *input) chooses(t *chess.GameTree, side chess.Color) bool {
	c, ok := pgnfile.SideOf(in.player, t)
	fits := in.player == "" || ok && c == side
	in.chosen = in.chosen || fits
	return fits
}

// nobody returns an error if there is a player, and no game of theirs was chosen.
func (in *input) nobody() error {
	if in.player == "" || in.chosen {
		return nil
	}
	return fmt.Errorf("no game of %q in a colour of the repertoire, or of one player of that name alone", in.player)
}

// check returns the error of a command line without a repertoire.
func (in *input) check() error {
	if in.studies == [2]string{} {
		return errors.New("there is no repertoire: -white or -black")
	}
	return nil
}

// repertoires reads the repertoires.
func (in *input) repertoires(ctx context.Context, streams cli.Streams) (all []*repertoire, err error) {
	in.streams = streams
	for side, path := range in.studies {
		if path == "" {
			continue
		}
		r := newRepertoire(chess.Color(side))
		if err := in.each(ctx, []string{path}, chess.WholeGames, r.add); err != nil {
			return nil, err
		}
		if len(r.places) == 0 {
			return nil, fmt.Errorf("%s has no moves for a repertoire of %v", path, r.side)
		}
		all = append(all, r)
	}
	return all, nil
}

// each calls do for the games of files, one after the other, and prints what is wrong with them.
func (in *input) each(ctx context.Context, paths []string, detail chess.PGNDetail, do func(*chess.GameTree)) error {
	const megabyte = 1_000_000
	var read atomic.Int64
	files := pgnfile.Input{Paths: paths, Stdin: in.streams.In, Detail: detail, Goroutines: runtime.GOMAXPROCS(0), OnRead: func(n int) error {
		read.Add(int64(n))
		return ctx.Err()
	}}
	size := max(0, int(files.Size()))
	shown := progress.New(in.streams.Err)
	shown.Start("MB", 0, size/megabyte)
	defer shown.Clear()
	games := 0
	for t, problems := range files.Games() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, problem := range problems {
			fmt.Fprintf(shown, "repertoire: %v\n", problem)
			in.partly = cli.Partly(cli.ErrReported)
		}
		if t != nil {
			do(t)
			games++
		}
		shown.Show(int(read.Load()/megabyte), size/megabyte, prose.Count(games, "game"))
	}
	if games == 0 {
		return cli.ErrReported
	}
	return ctx.Err()
}
