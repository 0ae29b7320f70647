package chess

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
)

// BookBuilder makes a Book of the games that are passed to Add, and of the moves that
// are passed to Put. The weight of a move in games is what its player scored with it,
// two for a win and one for a draw, as in the books that Polyglot makes. The zero
// BookBuilder is ready for use, by one goroutine at a time. It takes some 120 bytes for
// each position.
//
// Positions are identified by their Keys. If two positions have the same Polyglot
// key, the book does not mix their moves: it has only those of the position that
// came first. See Collisions.
type BookBuilder struct {
	_        noCopy
	Plies    int // how many plies of each game to use; 0 is all
	MinGames int // a move that was played in fewer games is left out, unless it was Put

	positions  map[uint64]bookPosition // by Polyglot key
	played     []playedMove            // played[0] is unused
	collisions int
}

// String says how many positions there are.
func (b *BookBuilder) String() string {
	return fmt.Sprintf("%s of %d positions", listFields(b), len(b.positions))
}

// A bookPosition is a position in which a move was played.
type bookPosition struct {
	key   Key
	first uint32 // index in BookBuilder.played of its first move
}

// A playedMove is a move that was played in a position, in a linked list of them.
// Lists in one array without pointers take little memory: most positions of a
// large file have a single move.
type playedMove struct {
	next   uint32 // index of the next move of the position, or 0
	games  uint32
	points uint32
	move   uint16 // as Polyglot writes it
	put    bool   // the points are the weight that Put was given
}

// Add counts the moves of the main line of t, up to a null move. A game without a
// result counts as drawn. A move that is played twice in a game, because the
// position was repeated, counts twice.
func (b *BookBuilder) Add(t *GameTree) {
	points := [2]uint32{1, 1}
	if o := t.recorded(); o.Decided {
		points[o.Winner], points[o.Winner.Other()] = 2, 0
	}
	p := t.Start()
	for i, m := range t.Mainline() {
		if m == 0 || b.Plies > 0 && i >= b.Plies {
			return
		}
		b.count(&p, m, points[p.turn()])
		p.Do(m, &p)
	}
}

// count counts a move that was played in p and scored the points.
func (b *BookBuilder) count(p *Position, m Move, points uint32) {
	move, err := b.entry(p, m)
	if err != nil {
		if err == errSameKey {
			b.collisions++
		}
		return
	}
	if move.games++; !move.put {
		move.points += points
	}
}

// Put gives m, a legal move of p, a weight from 0 to 65,535: that of the last call,
// whatever the games say, and however few there are. The other moves of p keep
// theirs. But if the games give one of them more than 65,535, Book scales all weights of
// p down, as MergeBooks does. A book player never chooses a move of weight 0.
//
// It is an error, which matches ErrIllegal, if the move is not legal. Any other error
// says that the weight is out of range, that the format of books has no key for p (see
// Position.PolyglotKey), or that another position has come before with the same key.
// After an error the builder is as before.
func (b *BookBuilder) Put(p *Position, m Move, weight int) error {
	if m = p.canonical(m); !p.legal(m) {
		return p.refusal(m)
	}
	if uint(weight) > math.MaxUint16 {
		return fmt.Errorf("chess: the weight %d is not from 0 to %d", weight, math.MaxUint16)
	}
	move, err := b.entry(p, m)
	if err == nil {
		move.points, move.put = uint32(weight), true
	}
	return err
}

var (
	errNoBookKey = errors.New("chess: books have no key for three-check, nor for a castling right of an inner rook")
	errSameKey   = errors.New("chess: the book has another position with the same key")
)

// entry returns what the builder has of the legal move m in p, after making it if
// there is nothing yet.
func (b *BookBuilder) entry(p *Position, m Move) (*playedMove, error) {
	key, ok := p.polyglotKey()
	if !ok {
		return nil, errNoBookKey
	}
	if b.positions == nil {
		b.positions, b.played = map[uint64]bookPosition{}, make([]playedMove, 1)
	}
	position, found := b.positions[key]
	if found && position.key != p.key() {
		return nil, errSameKey
	}
	move := p.polyglotMove(m)
	i := position.first
	for i != 0 && b.played[i].move != move {
		i = b.played[i].next
	}
	if i == 0 {
		i = uint32(len(b.played))
		b.played = append(b.played, playedMove{next: position.first, move: move})
		b.positions[key] = bookPosition{p.key(), i}
	}
	return &b.played[i], nil
}

// Collisions returns how many moves Add has not counted because another position with
// the same Polyglot key had come before. In a million positions the probability of
// a collision is one in forty million.
func (b *BookBuilder) Collisions() int { return b.collisions }

// Book returns the book of all games and moves so far, without moves that scored
// nothing.
func (b *BookBuilder) Book() *Book {
	book := &Book{}
	var moves []weightedMove
	for _, key := range slices.Sorted(maps.Keys(b.positions)) {
		moves = moves[:0]
		for i := b.positions[key].first; i != 0; i = b.played[i].next {
			if m := b.played[i]; m.put || m.points > 0 && int(m.games) >= b.MinGames {
				moves = append(moves, weightedMove{move: m.move, weight: uint64(m.points)})
			}
		}
		book.add(key, moves)
	}
	return book
}
