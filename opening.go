package chess

import (
	"iter"
	"math/bits"
	"slices"
	"strings"
)

// Opening is a named position of opening theory. It is comparable. The zero Opening
// stands for none.
type Opening struct {
	ECO   string `json:"eco"`   // the code of the Encyclopaedia of Chess Openings, "A00" to "E99"
	Name  string `json:"name"`  // such as "Sicilian Defense: Najdorf Variation, English Attack"
	Moves string `json:"moves"` // the line of the table that leads there: "1. e4 c5 2. Nf3"
}

// Family returns the part of the name before the colon: "Sicilian Defense". It is
// the whole name if that has none.
func (o Opening) Family() string {
	family, _, _ := strings.Cut(o.Name, ":")
	return family
}

// String returns the code and the name: "B90 Sicilian Defense: Najdorf Variation";
// "" for the zero Opening.
func (o Opening) String() string { return strings.TrimSpace(o.ECO + " " + o.Name) }

// Opening returns the opening that p is the named position of, by whatever moves it
// was reached; the zero Opening if p has no name. The names are those of Openings.
func (p Position) Opening() Opening { return Openings().Find(p) }

// Opening returns the opening of the game, from the table Openings: see
// OpeningTable.FindGame.
func (g *Game) Opening() Opening { return Openings().FindGame(g) }

// Opening returns the opening of the main line, from the table Openings: see
// OpeningTable.FindTree.
func (t *GameTree) Opening() Opening { return Openings().FindTree(t) }

// Find returns the opening that p is the named position of, or the zero Opening.
// Positions are compared by Key. So a position of a game of Chess960 has a name only
// if it is also one of ordinary chess, castling rights included, and one of
// three-check has none. Find allocates nothing.
func (t *OpeningTable) Find(p Position) Opening { return t.find(&p) }

func (t *OpeningTable) find(p *Position) Opening {
	if i, ok := t.index[p.key()]; ok {
		return t.openings[i]
	}
	return Opening{}
}

// FindGame returns the opening of the last named position that the game has passed,
// or the zero Opening. Transpositions count: moves in another order lead to the same
// name. It allocates nothing, and looks no further than to the first position with
// fewer pieces than any named one.
func (t *OpeningTable) FindGame(g *Game) Opening {
	return t.last(g.first(), slices.Values(g.moves))
}

// FindTree returns what FindGame does, for the main line.
func (t *OpeningTable) FindTree(tree *GameTree) Opening {
	return t.last(tree.first(), tree.mainline)
}

// last returns the opening of the last named position of a line of play.
func (t *OpeningTable) last(start *Position, moves iter.Seq[Move]) Opening {
	last, p := t.find(start), *start
	for m := range moves {
		p.do(m, &p)
		if p.numPieces() < t.fewest {
			break
		}
		if o := t.find(&p); o != (Opening{}) {
			last = o
		}
	}
	return last
}

// numPieces returns how many pieces stand on the board.
func (p *Position) numPieces() (n int) {
	for _, word := range p.cells {
		n += bits.OnesCount64(occupied(word))
	}
	return n
}

// mainline yields the moves of the main line.
func (t *GameTree) mainline(yield func(Move) bool) {
	for n := t.root.child; n != nil && yield(n.move); n = n.child {
	}
}
