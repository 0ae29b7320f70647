// Lab has the programs for research on this engine: no user of the library needs them. The
// folder beam has pipelines for clusters, a program of its own.
package main

import (
	"github.com/klauspost/compress/zstd"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/lab/internal/experiments"
	"github.com/seed-0971039b/chess/examples/lab/internal/ledger"
	"github.com/seed-0971039b/chess/examples/lab/internal/searchtree"
	"github.com/seed-0971039b/chess/examples/lab/internal/spsa"
)

func main() {
	pgnfile.Zstd = zstd.ZipDecompressor()
	cli.Main(&cli.Command{
		Name: "lab", Args: "command [flags] [arguments]", Example: "searchtree -depth 3",
		Help: "\"lab help command\" says more about a command.",
		Commands: []*cli.Command{
			experiments.Command, ledger.Command, searchtree.Command, spsa.Command,
			{Name: "players", Summary: "how to name a player, such as default,nodes=1000 or uci:stockfish", Help: player.Usage},
		},
	})
}
