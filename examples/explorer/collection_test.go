package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/seed-0971039b/chess"
)

// TestMakeCollection writes the games with which the explorer is measured: EXPLORER_GAMES
// games to the file EXPLORER_PGN. More games begin with the same ones.
func TestMakeCollection(t *testing.T) {
	path := os.Getenv("EXPLORER_PGN")
	if path == "" {
		t.Skip("EXPLORER_PGN is not set")
	}
	games, err := strconv.Atoi(os.Getenv("EXPLORER_GAMES"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	c := newCollection()
	var game []byte
	for i := range games {
		game = c.appendGame(game[:0], i)
		w.Write(game)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// A collection makes games that begin with lines of the table of openings, as often as the
// table has lines that go on so, and go on with random moves, of which every third is a
// capture where there is one.
type collection struct {
	openings map[chess.Key][]chess.Move // for each line of the table, the move that it plays in a position
	moves    []chess.Move
	captures []chess.Move
}

// newCollection reads the table of openings.
func newCollection() *collection {
	c := &collection{openings: map[chess.Key][]chess.Move{}}
	for o := range chess.Openings().All() {
		g, err := chess.ParsePGN(o.Moves + " *")
		if err != nil {
			panic(err)
		}
		p := chess.StartPosition()
		for _, m := range g.Mainline() {
			key := p.Key()
			c.openings[key] = append(c.openings[key], m)
			p.Do(m, &p)
		}
	}
	return c
}

// appendGame appends the game with a number as PGN.
func (c *collection) appendGame(dst []byte, number int) []byte {
	rng := rand.New(rand.NewPCG(28, uint64(number)))
	result := [...]string{"1-0", "1-0", "1-0", "1/2-1/2", "1/2-1/2", "1/2-1/2", "0-1", "0-1"}[rng.IntN(8)]
	player := func() int { return min(rng.IntN(20000), rng.IntN(20000)) }
	dst = fmt.Appendf(dst, "[Event \"Game %d\"]\n[Site \"?\"]\n[Date \"%d.%02d.%02d\"]\n[Round \"%d\"]\n[White \"Player, %d\"]\n[Black \"Player, %d\"]\n[Result \"%s\"]\n[WhiteElo \"%d\"]\n[BlackElo \"%d\"]\n\n",
		number, 1960+rng.IntN(65), 1+rng.IntN(12), 1+rng.IntN(28), 1+rng.IntN(9), player(), player(), result, 1800+rng.IntN(1000), 1800+rng.IntN(1000))
	p := chess.StartPosition()
	plies := 20 + rng.IntN(60) + rng.IntN(60)
	line := len(dst)
	for ply := range plies {
		m := c.choose(rng, p)
		if m == 0 {
			break
		}
		if len(dst)-line > 70 {
			dst = append(dst, '\n')
			line = len(dst)
		}
		if ply%2 == 0 {
			dst = append(strconv.AppendInt(dst, int64(ply/2+1), 10), ". "...)
		}
		dst = append(p.AppendSAN(dst, m), ' ')
		p.Do(m, &p)
	}
	return append(append(dst, result...), "\n\n"...)
}

// choose returns a move, or 0 if there is none.
func (c *collection) choose(rng *rand.Rand, p chess.Position) chess.Move {
	if known := c.openings[p.Key()]; len(known) > 0 && rng.IntN(8) > 0 {
		return known[rng.IntN(len(known))]
	}
	c.moves = p.AppendMoves(c.moves[:0])
	if len(c.moves) == 0 {
		return 0
	}
	if rng.IntN(3) == 0 {
		c.captures = c.captures[:0]
		for _, m := range c.moves {
			if p.At(m.To()) != chess.NoPiece && !p.IsCastling(m) {
				c.captures = append(c.captures, m)
			}
		}
		if len(c.captures) > 0 {
			return c.captures[rng.IntN(len(c.captures))]
		}
	}
	return c.moves[rng.IntN(len(c.moves))]
}
