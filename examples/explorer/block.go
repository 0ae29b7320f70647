package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/seed-0971039b/chess"
)

// A block is some games that are added to the store at once, with all that belongs to
// them.
type block struct {
	first   gameNumber // of the games
	games   []*game
	visits  []visit // the game, result, rating and date of each
	ids     map[gameID]struct{}
	entries []entry
	long    [][]byte // the forms that are longer than an entry has room for
	known   int      // how many games were given that the store had already
	reached int      // entries before sort
}

// An entry is a move of a game in a position.
type entry struct {
	form [formWords]uint64 // the form of the key of the position, as numbers that compare as its bytes do, or where it is in block.long
	game uint32            // the index of the game
	move moveCode
	size uint8 // of the form
}

const (
	formWords = 3
	formSize  = 8 * formWords // the size of the form for 32 pieces in ordinary chess
)

// newBlock returns an empty block that overwrites the entries of another one.
func newBlock(first gameNumber, old []entry) *block {
	return &block{first: first, ids: map[gameID]struct{}{}, entries: old[:0]}
}

// room returns how many plies of a game have room.
func (b *block) room() int { return cap(b.entries) - len(b.entries) - 1 }

// add adds a game, with the moves of its first plies. The game loses its moves.
func (b *block) add(g *game, plies int) {
	index := uint32(len(b.games))
	g.game = b.first + gameNumber(index)
	b.games, b.visits = append(b.games, g), append(b.visits, g.visit)
	b.ids[g.id] = struct{}{}
	p := g.position()
	moves := g.moves
	g.moves = nil
	for i, m := range moves {
		if i == plies {
			return
		}
		b.enter(index, p.Key(), g.code(i))
		p.Do(m, &p)
	}
	b.enter(index, p.Key(), noMove)
}

// enter adds an entry.
func (b *block) enter(game uint32, key chess.Key, move moveCode) {
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
	b.reached++
}

// appendFormOf appends the form of an entry.
func (b *block) appendFormOf(dst []byte, e *entry) []byte {
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
func (b *block) comparePositions(x, y *entry) int {
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

// sort sorts the entries by position as the keys of the store are sorted, and then by
// game. It removes those that a game has twice.
func (b *block) sort() {
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

// positions calls f for each position that has at least so many visits, with these in the
// order of better. Both are valid until f returns.
func (b *block) positions(least int, f func(form []byte, visits []visit) error) error {
	var visits []visit
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
			v.move = e.move
			visits = append(visits, v)
		}
		if len(visits) > 1 {
			slices.SortFunc(visits, better)
		}
		form = b.appendFormOf(form[:0], first)
		if err := f(form, visits); err != nil {
			return err
		}
	}
	return nil
}

// write writes the rows of the block in the order of their keys. It sorts the entries.
func (b *block) write(w *tableWriter) error {
	b.sort()
	for _, table := range []func(*tableWriter) error{b.writeGames, b.writeIDs, b.writeLines, b.writePlayers, b.writeVisits, b.writePositions} {
		if err := table(w); err != nil {
			return err
		}
	}
	return nil
}

func (b *block) writeGames(w *tableWriter) error {
	for _, g := range b.games {
		if err := w.Set(numberKey(tableGames, g.game), append(g.id[:], g.tags...)); err != nil {
			return err
		}
	}
	return nil
}

func (b *block) writeIDs(w *tableWriter) error {
	sorted := slices.Clone(b.games)
	slices.SortFunc(sorted, func(x, y *game) int { return bytes.Compare(x.id[:], y.id[:]) })
	for _, g := range sorted {
		if err := w.Set(idKey(g.id), binary.BigEndian.AppendUint32(nil, uint32(g.game))); err != nil {
			return err
		}
	}
	return nil
}

func (b *block) writeLines(w *tableWriter) error {
	for _, g := range b.games {
		if err := w.Set(numberKey(tableLines, g.game), g.line.append(nil)); err != nil {
			return err
		}
	}
	return nil
}

func (b *block) writePlayers(w *tableWriter) error {
	var keys [][]byte
	for _, g := range b.games {
		keys = append(keys, playerKey(g.white, chess.White, g.game), playerKey(g.black, chess.Black, g.game))
	}
	slices.SortFunc(keys, bytes.Compare)
	for _, key := range keys {
		if err := w.Set(key, nil); err != nil {
			return err
		}
	}
	return nil
}

func (b *block) writeVisits(w *tableWriter) error {
	var key, value []byte
	return b.positions(fewVisits+1, func(form []byte, visits []visit) error {
		for _, v := range visits {
			key = appendVisit(appendForm(append(key[:0], tableVisits), form), v)
			value = binary.BigEndian.AppendUint32(value[:0], v.pack())
			if err := w.Set(key, value); err != nil {
				return err
			}
		}
		return nil
	})
}

func (b *block) writePositions(w *tableWriter) error {
	var key, value []byte
	return b.positions(1, func(form []byte, visits []visit) error {
		key = appendForm(append(key[:0], tablePositions), form)
		r := newRecord(visits)
		value = r.append(value[:0])
		return w.Merge(key, value)
	})
}
