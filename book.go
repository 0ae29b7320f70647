package chess

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
)

// Book is an opening book: moves for positions, each with a weight. It is what
// the files of Polyglot hold, the format that most programs know. Read one with
// ReadBook, make one with a BookBuilder, and let a BookSearcher play by it. The
// zero Book is empty. It never changes, so any number of goroutines may share
// it. A move takes 16 bytes.
//
// There is no book for three-check, and none for positions of Chess960 that
// Polyglot has no key for: see Position.PolyglotKey.
type Book struct {
	// By key, those of one key by weight, the heaviest first, and each move once.
	records []polyglotRecord
}

// BookMove is a move that a Book has for a position.
type BookMove struct {
	Move   Move
	Weight int    // from 0, never to be played, to 65,535; among the moves of one position only the ratio counts
	Learn  uint32 // what a program that learns has noted; else 0
}

// GrandmasterBook returns the smallest book of all, that of the board value
// system: it opens with 1.e4, and answers this with 1...e5.
func GrandmasterBook() *Book {
	return &Book{[]polyglotRecord{
		{key: 0x463B96181691FC9C, move: uint16(E2)<<6 | uint16(E4), weight: 1},
		{key: 0x823C9B50FD114196, move: uint16(E7)<<6 | uint16(E5), weight: 1},
	}}
}

// maxBook is the largest file that is read, in bytes. It takes as much memory.
const maxBook = 1 << 30

// ReadBook reads a Polyglot book, a file whose name ends in ".bin". It does its
// own buffering, and reads to the end. A move that a position has twice it has
// with both weights added up. Records with the key zero, where some programs
// keep a header, are left out.
//
// What ends within a record, has keys that are not in ascending order, or is
// longer than 1 GB is no book: an error that matches ErrSyntax. Any other error
// is the io.Reader's. Whether the moves are legal is not known before Moves is
// asked about a position.
func ReadBook(r io.Reader) (*Book, error) { return readBook(r, maxBook) }

func readBook(r io.Reader, limit int) (*Book, error) {
	b := &Book{}
	in := bufio.NewReaderSize(r, 1<<16)
	buf := make([]byte, polyglotSize)
	var key uint64
	var moves []weighedMove // of that key
	for n := 0; ; n++ {
		_, err := io.ReadFull(in, buf)
		switch {
		case err == io.EOF:
			b.add(key, moves)
			return b, nil
		case err == io.ErrUnexpectedEOF:
			return nil, fmt.Errorf("%w Polyglot book: it ends within record %d", ErrSyntax, n+1)
		case err != nil:
			return nil, err
		case n == limit/polyglotSize:
			return nil, fmt.Errorf("%w Polyglot book: it is longer than %d bytes", ErrSyntax, limit)
		}
		record := parsePolyglot(buf)
		if record.key < key {
			return nil, fmt.Errorf("%w Polyglot book: the key of record %d is smaller than the one before", ErrSyntax, n+1)
		}
		if record.key != key {
			b.add(key, moves)
			key, moves = record.key, moves[:0]
		}
		moves = append(moves, record.weighed())
	}
}

// A weighedMove is a move of a book in the making: its weight may be any.
type weighedMove struct {
	move   uint16
	learn  uint32
	weight uint64
}

func (r polyglotRecord) weighed() weighedMove {
	return weighedMove{r.move, r.learn, uint64(r.weight)}
}

// add adds the moves of a position, whose key must be larger than all before.
// Of moves that are the same the weights add up, and what else was learnt of
// the first stands. Weights beyond 16 bits are scaled down, and the others of
// the position with them, but none to zero that was not. The heaviest come first,
// and those that weigh the same by their moves.
func (b *Book) add(key uint64, moves []weighedMove) {
	if key == 0 || len(moves) == 0 {
		return
	}
	slices.SortStableFunc(moves, func(x, y weighedMove) int { return cmp.Compare(x.move, y.move) })
	n := 0
	for _, m := range moves[1:] {
		if m.move == moves[n].move {
			moves[n].weight += m.weight
		} else {
			n++
			moves[n] = m
		}
	}
	moves = moves[:n+1]
	most := uint64(math.MaxUint16)
	for _, m := range moves {
		most = max(most, m.weight)
	}
	first := len(b.records)
	for _, m := range moves {
		weight := max(m.weight*math.MaxUint16/most, min(m.weight, 1))
		b.records = append(b.records, polyglotRecord{key, m.move, uint16(weight), m.learn})
	}
	slices.SortStableFunc(b.records[first:], func(x, y polyglotRecord) int { return cmp.Compare(y.weight, x.weight) })
}

// MergeBooks returns a book with all that the books have. Where they have the
// same move for a position the weights add up, and Learn is that of the first;
// should a weight be too large, all those of the position are scaled down.
func MergeBooks(books ...*Book) *Book {
	rest := make([][]polyglotRecord, len(books))
	for i, b := range books {
		rest[i] = b.records
	}
	merged := &Book{}
	var moves []weighedMove
	for {
		rest = slices.DeleteFunc(rest, func(r []polyglotRecord) bool { return len(r) == 0 })
		if len(rest) == 0 {
			return merged
		}
		key := rest[0][0].key
		for _, r := range rest {
			key = min(key, r[0].key)
		}
		moves = moves[:0]
		for i, r := range rest {
			for len(r) > 0 && r[0].key == key {
				moves = append(moves, r[0].weighed())
				r = r[1:]
			}
			rest[i] = r
		}
		merged.add(key, moves)
	}
}

// WriteTo writes the book as a Polyglot file, which ReadBook and other programs
// read. It implements io.WriterTo and does its own buffering.
func (b *Book) WriteTo(w io.Writer) (int64, error) {
	var written int64
	var buf []byte
	for part := range slices.Chunk(b.records, 1<<12) {
		buf = buf[:0]
		for _, r := range part {
			buf = r.append(buf)
		}
		n, err := w.Write(buf)
		written += int64(n)
		if err != nil {
			return written, err
		}
	}
	return written, nil
}

// Len returns the number of moves in the book, those of all positions together.
func (b *Book) Len() int { return len(b.records) }

// Moves returns the moves that the book has for p, the heaviest first; nil if
// there are none. A move that is not legal in p is left out: it comes from a
// mistake in the book, or belongs to another position with the same key.
func (b *Book) Moves(p *Position) []BookMove {
	key, ok := p.PolyglotKey()
	if !ok {
		return nil
	}
	first, ok := slices.BinarySearchFunc(b.records, key, func(r polyglotRecord, key uint64) int {
		return cmp.Compare(r.key, key)
	})
	if !ok {
		return nil
	}
	var buf [MaxMoves]Move
	legal := p.AppendMoves(buf[:0])
	var moves []BookMove
	for _, r := range b.records[first:] {
		if r.key != key {
			break
		}
		// No two legal moves are written alike, and castling cannot be told from
		// another move before one sees what is legal.
		for _, m := range legal {
			if p.polyglotMove(m) == r.move {
				moves = append(moves, BookMove{m, int(r.weight), r.learn})
				break
			}
		}
	}
	return moves
}

// Choose returns one of the moves for p, taken at random in proportion to the
// weights. It reports false if there are none, or all have the weight zero.
func (b *Book) Choose(p *Position, rng *rand.Rand) (Move, bool) {
	return chooseMove(b.Moves(p), rng)
}

func chooseMove(moves []BookMove, rng *rand.Rand) (Move, bool) {
	sum := 0
	for _, m := range moves {
		sum += m.Weight
	}
	if sum == 0 {
		return 0, false
	}
	at := rng.IntN(sum)
	i := 0
	for ; at >= moves[i].Weight; i++ {
		at -= moves[i].Weight
	}
	return moves[i].Move, true
}
