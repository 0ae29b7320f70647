package chess

import (
	"maps"
	"slices"
)

// BookBuilder makes a Book of the games that are given to Add. A move weighs as
// much as its player scored with it, two for a win and one for a draw, as in
// the books that Polyglot makes. The zero BookBuilder is ready for use, by one
// goroutine at a time. It takes some 120 bytes for each position.
//
// Positions are told apart by their Keys: should two have the same Polyglot
// key, the book has no mixture of their moves, but only those of the one that
// came first. See Collisions.
type BookBuilder struct {
	Plies    int // how many plies of a game are looked at; 0 is all
	MinGames int // a move that was played less often is left out

	places     map[uint64]bookPlace // by Polyglot key
	played     []playedMove         // the first is none
	collisions int
}

// A bookPlace is a position that was met.
type bookPlace struct {
	key   Key
	first uint32 // of its moves, in BookBuilder.played
}

// A playedMove is a move that was played in a position, in a list of them. Lists
// in one array without pointers are cheap to keep: most positions of a large
// file have a single move.
type playedMove struct {
	next   uint32 // the next move of the position, or 0
	games  uint32
	points uint32
	move   uint16 // as Polyglot writes it
}

// Add counts the moves of the main line of t, up to a null move. A game without
// a result counts as drawn. A move that is played twice in a game, when the
// position is repeated, counts twice.
func (b *BookBuilder) Add(t *GameTree) {
	points := [2]uint32{1, 1}
	switch t.Tag("Result") {
	case "1-0":
		points = [2]uint32{2, 0}
	case "0-1":
		points = [2]uint32{0, 2}
	}
	p := t.Start()
	for i, m := range t.Mainline() {
		if m == 0 || b.Plies > 0 && i >= b.Plies {
			return
		}
		b.count(&p, m, points[p.Turn()])
		p.Do(m, &p)
	}
}

// count counts a move that was played in p and how much it scored.
func (b *BookBuilder) count(p *Position, m Move, points uint32) {
	key, ok := p.PolyglotKey()
	if !ok {
		return
	}
	if b.places == nil {
		b.places, b.played = map[uint64]bookPlace{}, make([]playedMove, 1)
	}
	place, met := b.places[key]
	if met && place.key != p.Key() {
		b.collisions++
		return
	}
	move := p.polyglotMove(m)
	i := place.first
	for i != 0 && b.played[i].move != move {
		i = b.played[i].next
	}
	if i == 0 {
		i = uint32(len(b.played))
		b.played = append(b.played, playedMove{next: place.first, move: move})
		b.places[key] = bookPlace{p.Key(), i}
	}
	b.played[i].games++
	b.played[i].points += points
}

// Collisions returns how many moves were not counted because another position
// with the same Polyglot key had come before. In a million positions there is
// one with a probability of one in forty million.
func (b *BookBuilder) Collisions() int { return b.collisions }

// Book returns the book of all games so far. A move with which nothing was
// scored is left out.
func (b *BookBuilder) Book() *Book {
	book := &Book{}
	var moves []weighedMove
	for _, key := range slices.Sorted(maps.Keys(b.places)) {
		moves = moves[:0]
		for i := b.places[key].first; i != 0; i = b.played[i].next {
			if m := b.played[i]; m.points > 0 && int(m.games) >= b.MinGames {
				moves = append(moves, weighedMove{move: m.move, weight: uint64(m.points)})
			}
		}
		book.add(key, moves)
	}
	return book
}
