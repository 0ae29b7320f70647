package played

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"iter"
	"slices"

	"github.com/seed-0971039b/chess"
)

// A Block is some games that are added to the store at once, with all that belongs to
// them.
type Block struct {
	first   GameNumber // of the games
	games   []*Game
	visits  []Visit // the game, result, rating and date of each
	ids     map[GameID]bool
	entries []entry
	long    [][]byte // the forms that are longer than an entry has room for

	Positions int // of the games, each as often as it was reached
}

// An entry is a move of a game in a position.
type entry struct {
	form [formSize / 8]uint64 // the form of the key of the position, as numbers that compare as its bytes do, or where it is in block.long
	game uint32               // the index of the game in block.visits
	move MoveCode
	size uint8 // of the form
}

// formSize is the size of the form for 32 pieces in ordinary chess.
const formSize = 24

// NewBlock returns an empty block with room for this many moves, whose first game has that
// number.
func NewBlock(first GameNumber, moves int) *Block {
	b := &Block{entries: make([]entry, 0, moves)}
	b.Reset(first)
	return b
}

// Reset makes the block empty.
func (b *Block) Reset(first GameNumber) {
	*b = Block{first: first, ids: map[GameID]bool{}, entries: b.entries[:0]}
}

// Len returns the number of games.
func (b *Block) Len() int { return len(b.games) }

// Next returns the number that the next game will have.
func (b *Block) Next() GameNumber { return b.first + GameNumber(len(b.games)) }

// Has reports whether a game is in the block.
func (b *Block) Has(id GameID) bool { return b.ids[id] }

// Fits reports whether there is room for the first plies of a game, as there is for any
// game if it is the first.
func (b *Block) Fits(g *Game, plies int) bool {
	return len(b.games) == 0 || len(b.entries)+min(len(g.moves), plies) < cap(b.entries)
}

// Add adds a game, with the moves of its first plies, also if it does not fit. The game
// loses its moves.
func (b *Block) Add(g *Game, plies int) {
	index := uint32(len(b.games))
	g.Game = b.Next()
	b.games, b.visits = append(b.games, g), append(b.visits, g.Visit)
	b.ids[g.ID] = true
	p := g.start
	moves := g.moves
	g.moves = nil
	for i, m := range moves {
		if i == plies {
			return
		}
		b.enter(index, p.Key(), codeOf(m))
		p.Do(m, &p)
	}
	b.enter(index, p.Key(), NoMove)
}

// enter adds an entry.
func (b *Block) enter(game uint32, key chess.Key, move MoveCode) {
	var buf [formSize]byte
	form, _ := key.AppendBinary(buf[:0])
	e := entry{size: uint8(len(form)), game: game, move: move}
	if len(form) <= formSize {
		for i := range e.form {
			e.form[i] = binary.BigEndian.Uint64(buf[8*i:])
		}
	} else {
		e.form[0] = uint64(len(b.long))
		b.long = append(b.long, form)
	}
	b.entries = append(b.entries, e)
	b.Positions++
}

// appendFormOf appends the form of an entry.
func (b *Block) appendFormOf(dst []byte, e *entry) []byte {
	if e.size > formSize {
		return append(dst, b.long[e.form[0]]...)
	}
	n := len(dst)
	for _, word := range e.form {
		dst = binary.BigEndian.AppendUint64(dst, word)
	}
	return dst[:n+int(e.size)]
}

// comparePositions compares the positions of two entries as the keys of the store are
// compared.
func (b *Block) comparePositions(x, y *entry) int {
	switch {
	case x.size != y.size:
		return cmp.Compare(x.size, y.size)
	case x.size > formSize:
		return bytes.Compare(b.long[x.form[0]], b.long[y.form[0]])
	case x.form[0] != y.form[0]:
		return cmp.Compare(x.form[0], y.form[0])
	case x.form[1] != y.form[1]:
		return cmp.Compare(x.form[1], y.form[1])
	}
	return cmp.Compare(x.form[2], y.form[2])
}

// sort sorts the entries by position as the keys of the store are sorted, and then in the
// order of Better. It removes those that a game has twice.
func (b *Block) sort() {
	slices.SortFunc(b.visits, Better) // so that an index tells the order
	index := make([]uint32, len(b.visits))
	for i, v := range b.visits {
		index[v.Game-b.first] = uint32(i)
	}
	for i := range b.entries {
		e := &b.entries[i]
		e.game = index[e.game]
	}
	slices.SortFunc(b.entries, func(x, y entry) int {
		if c := b.comparePositions(&x, &y); c != 0 {
			return c
		}
		return cmp.Or(cmp.Compare(x.game, y.game), cmp.Compare(x.move, y.move))
	})
	b.entries = slices.CompactFunc(b.entries, func(x, y entry) bool {
		return x.game == y.game && x.move == y.move && b.comparePositions(&x, &y) == 0
	})
}

// positions yields the form of each position with at least this many visits, and these in
// the order of Better. Both are valid until the next.
func (b *Block) positions(least int) iter.Seq2[[]byte, []Visit] {
	return func(yield func([]byte, []Visit) bool) {
		var visits []Visit
		var form []byte
		for from, to := 0, 0; from < len(b.entries); from = to {
			first := &b.entries[from]
			for to < len(b.entries) && b.comparePositions(first, &b.entries[to]) == 0 {
				to++
			}
			if to-from < least {
				continue
			}
			visits = visits[:0]
			for _, e := range b.entries[from:to] {
				v := b.visits[e.game]
				v.Move = e.move
				visits = append(visits, v)
			}
			if form = b.appendFormOf(form[:0], first); !yield(form, visits) {
				return
			}
		}
	}
}

// Rows yields the key and the value of each row of the block, valid until the next, in the
// order of the keys. It may be called once.
func (b *Block) Rows() iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		b.sort()
		for _, g := range b.games {
			if !yield(NumberKey(TableGames, g.Game), slices.Concat(g.ID[:], g.tags)) {
				return
			}
		}
		byID := slices.SortedFunc(slices.Values(b.games), func(x, y *Game) int { return bytes.Compare(x.ID[:], y.ID[:]) })
		for _, g := range byID {
			if !yield(IDKey(g.ID), binary.BigEndian.AppendUint32(nil, uint32(g.Game))) {
				return
			}
		}
		var players [][]byte
		for _, g := range b.games {
			players = append(players, playerKey(g.white, chess.White, g.Game), playerKey(g.black, chess.Black, g.Game))
			if !yield(NumberKey(TableLines, g.Game), g.Line.append(nil)) {
				return
			}
		}
		slices.SortFunc(players, bytes.Compare)
		for _, key := range players {
			if !yield(key, nil) {
				return
			}
		}
		var key, value []byte
		for form, visits := range b.positions(fewVisits + 1) {
			for _, v := range visits {
				key = appendVisit(appendForm(append(key[:0], TableVisits), form), v)
				value = binary.BigEndian.AppendUint32(value[:0], v.pack())
				if !yield(key, value) {
					return
				}
			}
		}
		for form, visits := range b.positions(1) {
			key = appendForm(append(key[:0], TablePositions), form)
			r := newRecord(visits)
			if value = r.append(value[:0]); !yield(key, value) {
				return
			}
		}
	}
}
