package picture_test

import (
	"bytes"
	"fmt"
	"image/gif"
	"image/png"
	"log"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/picture"
)

func ExamplePNG() {
	green := picture.Boards["green"]
	d := chess.Diagram{
		Position:     chess.MustParseFEN("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"),
		Check:        true,
		Size:         400,
		LightSquares: green[0],
		DarkSquares:  green[1],
		Pieces:       picture.Sets["shaded"],
	}
	var file bytes.Buffer // or a file, or an http.ResponseWriter
	if err := picture.PNG(&file, d); err != nil {
		log.Fatal(err)
	}
	config, err := png.DecodeConfig(&file)
	fmt.Println(config.Width, config.Height, err)
	// Output: 400 400 <nil>
}

// A game from Black's side, two seconds a move.
func ExampleGIF() {
	game := new(chess.Game)
	if err := game.PlaySAN("f3", "e5", "g4", "Qh4#"); err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	if err := picture.GIF(&file, chess.Diagram{Flipped: true, Size: 300}, game, 2*time.Second); err != nil {
		log.Fatal(err)
	}
	decoded, err := gif.DecodeAll(&file)
	fmt.Println(len(decoded.Image), decoded.Delay, err)
	// Output: 5 [200 200 200 200 600] <nil>
}

// What cannot be drawn is an error.
func ExampleImage() {
	_, err := picture.Image(chess.Diagram{DarkSquares: "chocolat"})
	fmt.Println(err)
	_, err = picture.Image(chess.Diagram{
		Position: chess.StartPosition(),
		Pieces:   map[chess.Piece]string{chess.WhitePawn: `<image href="pawn.png"/>`},
	})
	fmt.Println(err)
	// Output:
	// picture: the colour "chocolat" is not known
	// picture: the drawing of a White pawn is not only shapes: see chess.Diagram
}
