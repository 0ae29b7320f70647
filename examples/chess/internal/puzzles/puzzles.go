// Package puzzles is the command puzzles, which makes puzzles from recorded games and has
// players solve them.
package puzzles

import "github.com/seed-0971039b/chess/examples/internal/cli"

// Command is the command.
var Command = &cli.Command{
	Name:    "puzzles",
	Summary: "make puzzles from games, and have a player solve them",
	Args:    "command [flags] file...",
	Example: "make -o puzzles.csv games.pgn",
	Commands: []*cli.Command{
		{
			Name: "make", Summary: "make puzzles from games", Args: "[flags] games.pgn...",
			Example: "-o puzzles.csv games.pgn more.pgn.gz", Help: makeHelp, Flags: makeFlags,
		},
		{
			Name: "themes", Summary: "compare the motifs in puzzles with their themes", Args: "[flags] puzzles.csv",
			Example: "-differ fork puzzles.csv", Help: themesHelp, Flags: themesFlags,
		},
		{
			Name: "solve", Summary: "have a player solve puzzles", Args: "[flags] puzzles.csv",
			Example: "-player alphabeta,UCI_Elo=1200 puzzles.csv", Help: solveHelp, Flags: solveFlags,
		},
		{
			Name: "mistakes", Summary: "tell how often a player makes the mistake before a puzzle", Args: "[flags] puzzles.csv",
			Example: "-player alphabeta,UCI_Elo=1200 puzzles.csv", Help: mistakesHelp, Flags: mistakesFlags,
		},
	},
}

// formatHelp says what a file of puzzles is.
const formatHelp = `The file is lichess.org's database of puzzles, or lines of its form: values separated by
commas or tabs, and first a line with the names of the columns, of which id or PuzzleId,
fen, moves and themes are needed. - is the standard input.
`

// number returns 1 if b, else 0.
func number(b bool) int {
	if b {
		return 1
	}
	return 0
}
