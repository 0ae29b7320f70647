package chess_test

import (
	"fmt"
	"log"

	"github.com/seed-0971039b/chess"
)

// What happens in the solution of a puzzle, whose first move is the opponent's.
func ExampleMotifs() {
	p := chess.MustParseFEN("q5k1/5p1p/8/8/4N3/8/5PPP/6K1 b - - 0 1")
	var line []chess.Move
	at := p
	for _, text := range []string{"Qe8", "Nf6+", "Kg7", "Nxe8+"} {
		m, err := at.ParseSAN(text)
		if err != nil {
			log.Fatal(err)
		}
		line = append(line, m)
		at = at.After(m)
	}
	motifs, err := chess.Motifs(p, line, 1)
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range motifs {
		if m.Kind == chess.MotifFork {
			fmt.Println("a fork:", m.Squares)
			continue
		}
		fmt.Println(m.Kind, m.Ply)
	}
	// Output:
	// short -1
	// endgame -1
	// a fork: [f6 e8 g8]
}
