// Chess is the tool of the library: it counts moves, plays matches, makes books, puzzles and tables of
// endings, annotates games, drills repertoires, draws positions, and fits evaluations to games.
package main

import (
	"github.com/seed-0971039b/chess/examples/chess/internal/annotate"
	"github.com/seed-0971039b/chess/examples/chess/internal/book"
	"github.com/seed-0971039b/chess/examples/chess/internal/diagram"
	"github.com/seed-0971039b/chess/examples/chess/internal/endings"
	"github.com/seed-0971039b/chess/examples/chess/internal/lessons"
	"github.com/seed-0971039b/chess/examples/chess/internal/match"
	"github.com/seed-0971039b/chess/examples/chess/internal/perft"
	"github.com/seed-0971039b/chess/examples/chess/internal/puzzles"
	"github.com/seed-0971039b/chess/examples/chess/internal/repertoire"
	"github.com/seed-0971039b/chess/examples/chess/internal/tune"
	_ "github.com/seed-0971039b/chess/examples/chess/internal/zstd"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

func main() {
	cli.Main(&cli.Command{
		Name: "chess", Args: "command [flags] [arguments]", Example: "perft -depth 5",
		Help: "\"chess help command\" says more about a command.",
		Commands: []*cli.Command{
			annotate.Command, lessons.Command, puzzles.Command, diagram.Command, endings.Command, book.Command,
			repertoire.Command, match.Command, perft.Command, tune.Command,
			{Name: "players", Summary: "how to name a player, such as default,nodes=1000 or uci:stockfish", Help: player.Usage},
		},
	})
}
