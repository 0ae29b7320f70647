package chess_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/seed-0971039b/chess"
)

// A game is named by the last position that has a name, whatever the order of the
// moves.
func ExampleGame_Opening() {
	game := chess.NewGame(chess.StartPosition())
	if err := game.PlaySAN("Nf3", "c5", "e4", "d6", "d4", "cxd4", "Nxd4", "Nf6", "Nc3", "a6", "h4"); err != nil {
		log.Fatal(err)
	}
	opening := game.Opening()
	fmt.Println(opening)
	fmt.Println(opening.ECO, opening.Family())
	fmt.Println(opening.Moves)
	// Output:
	// B90 Sicilian Defense: Najdorf Variation
	// B90 Sicilian Defense
	// 1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6
}

// Each position of a game is looked up by itself.
func ExamplePosition_Opening() {
	game := chess.NewGame(chess.StartPosition())
	if err := game.PlaySAN("d4", "Nf6", "c4", "e6", "Nc3", "Bb4"); err != nil {
		log.Fatal(err)
	}
	for ply, p := range game.Positions() {
		if opening := p.Opening(); opening.Name != "" {
			fmt.Println(ply, opening.Name)
		}
	}
	// Output:
	// 1 Queen's Pawn Game
	// 2 Indian Defense
	// 3 Indian Defense: Normal Variation
	// 4 Indian Defense: Normal Variation
	// 6 Nimzo-Indian Defense
}

// A table of one's own names the openings of recorded games.
func ExampleReadOpeningNames() {
	table, err := chess.ReadOpeningNames(strings.NewReader(
		"C50\tItalian Game\t1. e4 e5 2. Nf3 Nc6 3. Bc4\n" +
			" C53\t: My Favourite\tBc5 c3\n"))
	if err != nil {
		log.Fatal(err)
	}
	for opening := range table.All() {
		fmt.Println(opening)
	}
	tree, err := chess.ParsePGN("1. e4 e5 2. Bc4 Nc6 3. Nf3 Bc5 4. c3 Nf6 5. O-O *")
	if err != nil {
		log.Fatal(err)
	}
	for _, after := range tree.Nodes() {
		if opening := table.Find(after.After()); opening.Name != "" {
			fmt.Println(opening.Name)
		}
	}
	fmt.Println(chess.Openings().Len() > table.Len())
	// Output:
	// C50 Italian Game
	// C53 Italian Game: My Favourite
	// Italian Game
	// Italian Game: My Favourite
	// true
}
