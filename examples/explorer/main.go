// Explorer answers what has been played in a position: it keeps the games of PGN files
// with an exact index of all their positions in a folder. README.md shows its commands, and
// docs/explorer.md says what is counted and stored.
package main

import "github.com/seed-0971039b/chess/examples/internal/cli"

func main() { cli.Main(explorer) }

// explorer is the program.
var explorer = &cli.Command{
	Name: "explorer", Args: "command [flags] [arguments]", Example: "add -o games games.pgn && explorer moves -o games 1. e4 c5",
	Help: "Keeps games with an index of their positions, and tells what was played in a position.",
	Commands: []*cli.Command{
		{Name: "add", Summary: "add games to a folder", Args: "[-plies n] -o folder games.pgn...", Example: "-o games games.pgn more.pgn.zst", Flags: add,
			Help: `Adds games to a folder, which it makes. Files may be compressed (gzip, zstd, bzip2, zip); -
is the standard input. The same command continues a run that was killed or interrupted.`},
		{Name: "moves", Summary: "the moves that were played in a position", Args: "[flags] -o folder [FEN, or moves such as 1. e4 c5]", Example: "-o games 1. e4 c5", Flags: moves,
			Help: `Prints the moves that were played in a position, with the results from White's point of
view, the mean rating and the years of the games, and the best and the latest games. After
moves, the opening is that of the last position on the way that has a name.`},
		{Name: "games", Summary: "the games that reach a position", Args: "[flags] -o folder [FEN, or moves]", Example: "-o games -limit 20 1. e4 c5", Flags: games,
			Help: "Prints the games that reach a position, the best rated first."},
		{Name: "find", Summary: "the games with a material, or pieces on some squares", Args: "[flags] -o folder -material KRNvKR -squares 'd4=P d5=p'", Example: "-o games -squares 'd4=P c4=. e4=. c5=.' -result 1-0", Flags: find,
			Help: `Prints the games in which a position has a material or pieces on some squares, or both,
the best rated first. Of a square a dot says that it is empty, a question mark that it is
not, and letters which piece is there: e4=PN is a white pawn or knight.`},
		{Name: "game", Summary: "a game as PGN", Args: "-o folder ID", Example: "-o games 0qgpjnk0co839isjbvd1cn791s", Flags: game},
		{Name: "export", Summary: "all positions and games as Parquet", Args: "-o folder -to folder", Example: "-o games -to parquet", Flags: export,
			Help: `Writes what was played in all positions, and all games, as Parquet, into a folder that must
not exist. Its file positions/keysize=24/positions.parquet has the positions of 31 and 32 pieces,
keysize=23 those of 29 and 30, and so on; games/year=1972/games.parquet has the games of a year.
docs/explorer.md describes the columns.`},
		{Name: "serve", Summary: "all of that over HTTP", Args: "[-addr localhost:8080] [-log info] folder [games.pgn...]", Example: "games && curl 'localhost:8080/masters?play=e2e4,c7c5'", Flags: serve,
			Help: `Answers over HTTP, and adds the games of the files meanwhile.

  /masters?fen=...&play=e2e4,c7c5&moves=12&topGames=4&recentGames=4   as lichess.org's
  /games?fen=...&play=...&offset=20&limit=20                          the best rated first
  /find?material=KRNvKR&squares=d4=P,d5=p&offset=0&limit=20
  /game/ID                                                            as PGN
  /healthz                                                            200 if the store answers
  /metrics                                                            for Prometheus

The first two also take variant (atomic, for example); the first three since, until (years
or months), player, white, black (the beginnings of names), result (1-0,1/2-1/2,0-1), speeds
(blitz,rapid) and ratings (2200,2500). /lichess is /masters.`},
	},
}
