package chess

import (
	"iter"
	"slices"
)

// What people ask of the current position of a Game, its other positions, and moves as
// text. The same methods of Position answer for any position.

// Turn returns the side to move.
func (g *Game) Turn() Color { return g.current().turn() }

// InCheck reports whether the king of the side to move is attacked.
func (g *Game) InCheck() bool { return g.current().inCheck() }

// At returns the piece on s, or NoPiece if s is empty or NoSquare.
func (g *Game) At(s Square) Piece { return g.current().pieceAt(s) }

// Key returns the identity of the current position.
func (g *Game) Key() Key { return g.current().key() }

// FEN returns the current position in Forsyth-Edwards Notation.
func (g *Game) FEN() string { return g.current().FEN() }

// LegalMoves returns the legal moves of the current position in a new slice. After
// End there are still those that Undo would allow.
func (g *Game) LegalMoves() []Move { return g.current().LegalMoves() }

// Legal reports whether m is a legal move of the current position.
func (g *Game) Legal(m Move) bool { return g.current().legal(m) }

// SAN returns the legal move m of the current position in standard algebraic
// notation: see Position.SAN.
func (g *Game) SAN(m Move) string { return g.current().SAN(m) }

// PlaySAN plays moves in standard algebraic notation, one a string: "e4", "Nf3",
// "O-O". It reads what Position.ParseSAN reads. After an error, which is a
// *ParseError of ParseSAN or Play, the moves before it have been played: Len tells how many.
func (g *Game) PlaySAN(moves ...string) error { return g.playText(Position.ParseSAN, moves) }

// PlayUCI plays moves in the notation of UCI engines, one a string: "e2e4",
// "e7e8q", "e1g1". It reads what Position.ParseUCI reads. After an error, which is a
// *ParseError of ParseUCI or Play, the moves before it have been played: Len tells how many.
func (g *Game) PlayUCI(moves ...string) error { return g.playText(Position.ParseUCI, moves) }

// PlayText plays moves in any notation, one a string: "e4", "g8f6", "Ng1-f3". It
// reads what Position.ParseMove reads. After an error, which is a *ParseError of
// ParseMove or Play, the moves before it have been played: Len tells how many.
func (g *Game) PlayText(moves ...string) error { return g.playText(Position.ParseMove, moves) }

// playText plays moves that parse reads.
func (g *Game) playText(parse func(Position, string) (Move, error), moves []string) error {
	for _, s := range moves {
		m, err := parse(*g.current(), s)
		if err == nil {
			err = g.Play(m)
		} else if fault, ok := err.(*ParseError); ok && fault.Kind == ErrIllegal {
			err = g.refused(fault)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// shared returns how many plies are in stretches.
func (g *Game) shared() int { return g.plies - int(oneIf(g.held)) }

// reserve makes room for the given number of plies in a game that has none.
func (g *Game) reserve(plies int) {
	if plies > 0 {
		g.last = &stretch{plies: make([]ply, plies)}
	}
}

// runs returns the plies in runs, the last run first, with the number of plies before each.
func (g *Game) runs() iter.Seq2[int, []ply] {
	return func(yield func(int, []ply) bool) {
		if !g.held || yield(g.plies-1, g.top[:]) {
			g.last.runs(g.shared())(yield)
		}
	}
}

// PositionAt returns the position after the given number of plies: the start at 0,
// the current one at Len, and the zero Position if ply is out of that range. It plays
// the moves from the start, or takes them back from the end if that is nearer; see
// Positions for all of them.
func (g *Game) PositionAt(ply int) Position {
	switch {
	case uint(ply) > uint(g.plies):
		return Position{}
	case ply > g.plies/2:
		p := g.Position()
		for first, run := range g.runs() {
			for i := len(run) - 1; i >= 0 && first+i >= ply; i-- {
				p.unmakeMove(run[i].move, &run[i].undo)
			}
		}
		return p
	}
	p := g.Start()
	for _, m := range g.Moves()[:ply] {
		p.do(m, &p)
	}
	return p
}

// Positions returns the positions of the game with the number of plies before each:
// the start, with 0, and that after each move. The game must not be changed during the
// loop.
func (g *Game) Positions() iter.Seq2[int, Position] {
	return func(yield func(int, Position) bool) {
		p, moves := g.Start(), g.Moves()
		for ply := 0; yield(ply, p) && ply < len(moves); ply++ {
			p.do(moves[ply], &p)
		}
	}
}

// beginsWith reports whether g begins at the position that start is the Key of, and
// goes on with the moves.
func (g *Game) beginsWith(start Key, moves []Move) bool {
	return g.plies >= len(moves) && g.first().key() == start && slices.Equal(moves, g.Moves()[:len(moves)])
}

// Moves returns the moves played, in a new slice.
func (g *Game) Moves() []Move {
	moves := make([]Move, g.plies)
	for first, run := range g.runs() {
		for i := range run {
			moves[first+i] = run[i].move
		}
	}
	return moves
}

// SANMoves returns the moves played in standard algebraic notation, as PlaySAN
// reads them.
func (g *Game) SANMoves() []string {
	moves := g.Moves()
	sans := make([]string, 0, len(moves))
	for ply, p := range g.Positions() {
		if ply < len(moves) {
			sans = append(sans, p.SAN(moves[ply]))
		}
	}
	return sans
}

// String returns the moves in SAN with their numbers, and the result: "1. e4 e5 *". If the
// game does not begin with the start position, its FEN comes first. Tree has the PGN.
func (g Game) String() string {
	var b []byte
	start := g.Start()
	if !start.Equal(startPosition) {
		b = append(start.appendFEN(b), ": "...)
	}
	if b = start.AppendSANLine(b, g.Moves()...); g.Len() > 0 {
		b = append(b, ' ')
	}
	return string(b) + g.Outcome().String()
}

// UCIMoves returns the moves played in the notation of UCI engines, as PlayUCI reads
// them.
func (g *Game) UCIMoves() []string {
	texts := make([]string, g.plies)
	for i, m := range g.Moves() {
		texts[i] = m.String()
	}
	return texts
}
