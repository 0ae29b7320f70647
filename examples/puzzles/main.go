// Puzzles makes puzzles from recorded games, compares the motifs that the package
// finds in puzzles with the themes that lichess.org gives them, and has a player solve puzzles.
//
//	go run ./examples/puzzles make [-format csv|epd|pgn] [-o file] [-nodes n] [-verify n] games.pgn...
//	go run ./examples/puzzles themes [-differ theme] [-nodes n] puzzles.csv
//	go run ./examples/puzzles themes -differ fork puzzles.tsv
//	go run ./examples/puzzles solve [-player player] [-nodes n] [-unsolved] puzzles.csv
//	go run ./examples/puzzles solve -nodes 100000 testdata/tactics.epd
//	go run ./examples/puzzles mistakes [-player player] [-nodes n] [-loss n] puzzles.csv
//
// # Making
//
// Make searches each position of the games. Where a move is a mistake, it looks for a line
// in which the other side has one winning move at each turn, by longer searches, until it
// gives mate or has won material. chess.PuzzleFinder has the rules. Each
// position makes one puzzle, also if it occurs in several games.
//
//   - csv has the columns of lichess.org's database. PuzzleId is a hash of the position to
//     solve, FEN is the position before the opponent's mistake, and Moves begin with it.
//     Rating is estimated from the nodes that the package's own search needs, so
//     RatingDeviation is 500; Popularity and NbPlays are 0. Themes are the motifs. GameUrl
//     is the tag Site of the game, if it is an address, with "#" and the ply, and OpeningTags
//     the tag Opening, in the first twenty moves.
//   - epd has the position to solve, with the operations bm (several moves if all give mate
//     at once), pv (the solution), dm (for a mate), id, c0 (motifs), c1 (difficulty) and c2
//     (the game).
//   - pgn has a game for each puzzle, which starts before the mistake. The comment before the
//     moves has the motifs and the difficulty.
//
// It searches games on all processors; the result does not depend on how many there are.
// With -o, a run that was interrupted or killed can be continued by the same command, and
// in the end the file is the same, byte for byte. The file FILE.state beside it says how far
// the run is; without it, or with other settings or games, a file that is not empty is
// another's, and stays as it is.
//
// # Themes
//
// The file is the database of https://database.lichess.org/#puzzles, or one of its form:
// lines of values separated by commas or by tabs, and first a line with the names of the
// columns. Those that are needed are id or PuzzleId, fen, moves and themes, in any order and
// in upper or lower case. The first move is the opponent's. "-" is the standard input.
//
// For each theme, it prints how many puzzles have it, in how many the package finds it,
// which part of the found ones have it (precision), which part of those that have it is
// found (recall), and the harmonic mean of both (F1). With -differ it prints the puzzles in
// which the theme is missing or extra, with their position and moves.
//
// Zugzwang takes a search, of so many nodes as -nodes says for each position; with 0 it is not
// looked for. The 12,219 puzzles of docs/motifs.md take minutes, and less than a second with 0.
//
// # Solving
//
// Solve has a player play the moves of the solver, each puzzle from an empty table, and prints how many puzzles it
// solves in whole, by rating and by theme, with intervals of 95 %. Another move than that of the solution does as
// well if it gives mate. The last line is the rating of a player who would be expected to solve as many, by Elo's
// formula.
//
// A test suite is a file with an EPD on each line, besides empty lines and those that begin with "#" or ";". The player must
// play a move of the operation bm, and none of am; or announce a mate in so many moves as dm says, or fewer.
//
// Mistakes has the player move in the position before each puzzle, where the person who played
// the game made the mistake. It prints how often that is a mistake, which loses at least as many centipawns as
// -loss says, and how many of the mistakes are the person's. It shows whether a weak player plays as
// people do: of the moves of the player random that are mistakes, few are the person's.
//
// The exit status is 3 after an interrupt, and if a game or a puzzle cannot be read; see
// docs/programs.md.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/seed-0971039b/chess/examples/internal/cli"
)

func main() {
	cli.Exit("puzzles", run(cli.Context(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

const usage = `usage: puzzles make [flags] games.pgn...
       puzzles themes [-differ theme] [-nodes n] puzzles.csv
       puzzles solve [flags] puzzles.csv
       puzzles mistakes [flags] puzzles.csv

Makes puzzles from games, compares motifs with the themes of puzzles, has a player solve
puzzles, and tells how often it makes the mistake before them.
Each command has a flag -help.

example: puzzles make -o puzzles.csv games.pgn
`

// streams holds the standard streams.
type streams struct {
	stdin          io.Reader
	stdout, stderr io.Writer
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	p := streams{stdin, stdout, stderr}
	if len(args) == 0 {
		return cli.BadCommandLine(errors.New("the command is missing: make, themes, solve or mistakes"))
	}
	switch args[0] {
	case "make":
		return p.make(ctx, args[1:])
	case "themes":
		return p.themes(ctx, args[1:])
	case "solve":
		return p.solve(ctx, args[1:])
	case "mistakes":
		return p.mistakes(ctx, args[1:])
	case "help", "-h", "-help", "--help":
		_, err := io.WriteString(stdout, usage)
		return err
	}
	return cli.BadCommandLine(fmt.Errorf("unknown command %q: want make, themes, solve or mistakes", args[0]))
}

// open opens a file, or the standard input.
func (p *streams) open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(p.stdin), nil
	}
	return os.Open(name)
}
