// Package puzzle takes puzzles from recorded games. A puzzle begins with a mistake of one
// side. Then the other, the solver, has one winning move at each turn, until it gives mate
// or has won material. The result depends only on the game and the Settings, so games can
// be searched in any order and in parallel.
//
// The idea is that of the generator of lichess.org. The rules, with their numbers, are in
// rules.go.
package puzzle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
)

// Puzzle is a puzzle.
type Puzzle struct {
	Start chess.Position    // before the opponent's mistake
	Moves []chess.Move      // the mistake, then a move of the solver, an answer, and so on; the last is the solver's
	Kinds []chess.MotifKind // what happens, each kind once, in the order of the kinds
	Nodes int64             // how much the library's own search needs to solve it: see Finder.Effort
	Game  Game              // where it is from
}

// Game says which game a puzzle is from.
type Game struct {
	Event, Site, Date, White, Black, Opening string // its tags
	Ply                                      int    // of the mistake, 1 for the first move
}

// gameOf returns what a puzzle says of its game.
func gameOf(t *chess.GameTree, ply int) Game {
	return Game{t.Tag("Event"), t.Tag("Site"), t.Tag("Date"), t.Tag("White"), t.Tag("Black"), t.Tag("Opening"), ply}
}

// URL returns the address of the game, with the ply after "#" as lichess.org has it; ""
// if the tag Site is no address.
func (g *Game) URL() string {
	if !strings.HasPrefix(g.Site, "https://") && !strings.HasPrefix(g.Site, "http://") {
		return ""
	}
	return fmt.Sprintf("%s#%d", g.Site, g.Ply)
}

// Position returns the position to solve: after the mistake.
func (p *Puzzle) Position() chess.Position { return p.Start.After(p.Moves[0]) }

// Solution returns the moves after the mistake.
func (p *Puzzle) Solution() []chess.Move { return p.Moves[1:] }

// Key returns the key of the position to solve. Puzzles with the same key are the same,
// however the position came about.
func (p *Puzzle) Key() chess.Key { return p.Position().Key() }

// ID returns an identifier that depends on the Key alone.
func (p *Puzzle) ID() string { return fmt.Sprintf("%016x", p.Key().Hash()) }

// FirstMoves returns the moves that solve the puzzle at its first turn: one, or all that
// give mate at once.
func (p *Puzzle) FirstMoves() []chess.Move {
	if len(p.Moves) > 2 {
		return p.Moves[1:2]
	}
	return mates(p.Position())
}

// themes returns the names of the kinds.
func (p *Puzzle) themes() []string {
	names := make([]string, len(p.Kinds))
	for i, k := range p.Kinds {
		names[i] = string(k)
	}
	return names
}

// kindsOf returns the motifs of a puzzle.
func kindsOf(start chess.Position, moves []chess.Move) ([]chess.MotifKind, error) {
	motifs, err := chess.Motifs(start, moves, 1)
	if err != nil {
		return nil, err
	}
	var kinds []chess.MotifKind
	for _, kind := range chess.MotifKinds() {
		if slices.ContainsFunc(motifs, func(m chess.Motif) bool { return m.Kind == kind }) {
			kinds = append(kinds, kind)
		}
	}
	return kinds, nil
}
