package chess

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
func (t *OpeningTable) Find(p Position) Opening {
	if i, ok := t.index[p.key()]; ok {
		return t.openings[i]
	}
	return Opening{}
}

// FindGame returns the opening of the last named position that the game has passed,
// or the zero Opening. Transpositions count: moves in another order lead to the same
// name. It looks no further than to the first position with fewer pieces than any named
// one. It allocates a list of the moves.
func (t *OpeningTable) FindGame(g *Game) Opening {
	w := t.walk(g.first())
	for _, m := range g.Moves() {
		if !w.play(m) {
			break
		}
	}
	return w.last()
}

// FindTree returns what FindGame does, for the main line. It allocates nothing.
func (t *OpeningTable) FindTree(tree *GameTree) Opening {
	w := t.walk(tree.first())
	for n := tree.root.child; n != nil; n = n.child {
		if !w.play(n.move) {
			break
		}
	}
	return w.last()
}

// An openingWalk plays a game and remembers the last named position.
type openingWalk struct {
	table *OpeningTable
	now   Position
	named int32 // the last opening, by its index, or -1
}

// walk begins a walk at a position.
func (t *OpeningTable) walk(start *Position) openingWalk {
	w := openingWalk{table: t, now: *start, named: -1}
	w.look()
	return w
}

// play plays a move. It returns false if no position from there on can have a name.
func (w *openingWalk) play(m Move) bool {
	w.now.do(m, &w.now)
	if w.now.numPieces() < w.table.fewest {
		return false
	}
	w.look()
	return true
}

// look looks the current position up.
func (w *openingWalk) look() {
	if i, ok := w.table.index[w.now.key()]; ok {
		w.named = i
	}
}

// last returns the opening of the last named position.
func (w *openingWalk) last() Opening {
	if w.named < 0 {
		return Opening{}
	}
	return w.table.openings[w.named]
}
