package chess

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"sync/atomic"
)

// Book is an opening book in the format of Polyglot: moves for positions, each with a weight.
// Read one with ReadBook or OpenBook, or make one with a BookBuilder; a BookSearcher plays its moves. The
// zero Book is empty. A Book never changes, so goroutines may share it.
// A Book has no moves for positions without a Position.PolyglotKey.
type Book struct {
	records []polyglotRecord // by key, then by weight, the largest first; each move of a key once
	file    *storedBook      // instead of records, or nil

	unsorted, twice int // how many records of its file were out of order, and were moves that there were before
}

// String returns the number of moves in words, and what was wrong with the file.
func (b Book) String() string {
	text := fmt.Sprintf("book of %d moves", b.Len())
	if b.unsorted > 0 {
		text += fmt.Sprintf(", %d of them out of order", b.unsorted)
	}
	if b.twice > 0 {
		text += fmt.Sprintf(", and %d more of moves that were there", b.twice)
	}
	if err := b.file.err(); err != nil {
		text += fmt.Sprintf(", which cannot be read: %v", err)
	}
	return text
}

// BookMove is a move that a Book has for a position.
type BookMove struct {
	Move   Move   `json:"move"`
	Weight int    `json:"weight"`         // 0 (never to be played) to 65,535, relative to the other moves of the position
	Learn  uint32 `json:"learn,omitzero"` // data of programs that learn from their games; usually 0
}

// GrandmasterBook returns the book of the board value system: 1.e4, and the reply 1...e5 to it.
// The system played e7-e5 wherever it was legal; a player with this book searches there.
func GrandmasterBook() *Book {
	return &Book{records: []polyglotRecord{
		{key: 0x463B96181691FC9C, move: uint16(E2)<<6 | uint16(E4), weight: 1},
		{key: 0x823C9B50FD114196, move: uint16(E7)<<6 | uint16(E5), weight: 1},
	}}
}

// maxBook is the size of the largest file that is read, in bytes. It takes as much memory.
const maxBook = 1 << 30

// ReadBook reads a Polyglot book (".bin"), with a buffer of its own, to the end. It sorts records that
// are out of order, adds the weights of a move that a position has twice, and ignores records with the
// key zero; String says how many there were. A file that ends within a record, that is longer than 1 GiB,
// or that is something else, such as a book of ChessBase (".ctg") or Arena (".abk"), is an error that
// matches ErrSyntax. ReadBook does not check whether moves are legal: Moves does.
func ReadBook(r io.Reader) (*Book, error) { return readBook(r, maxBook) }

func readBook(r io.Reader, limit int) (*Book, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if begin, _ := in.Peek(4096); otherBook(begin) != "" {
		return nil, fmt.Errorf("chess: %w Polyglot book: it is %s", ErrSyntax, otherBook(begin))
	}
	b := &Book{}
	buf := make([]byte, polyglotSize)
	var records []polyglotRecord
	for n := 0; ; n++ {
		_, err := io.ReadFull(in, buf)
		switch {
		case err == io.EOF:
			if b.unsorted > n/8 {
				return nil, fmt.Errorf("chess: %w Polyglot book: the keys of %d of its %d records are smaller than the ones before", ErrSyntax, b.unsorted, n)
			}
			b.addAll(records)
			return b, nil
		case err == io.ErrUnexpectedEOF:
			return nil, fmt.Errorf("chess: %w Polyglot book: it ends within record %d", ErrSyntax, n+1)
		case err != nil:
			return nil, err
		case n == limit/polyglotSize:
			return nil, fmt.Errorf("chess: %w Polyglot book: it is longer than %d bytes: OpenBook leaves it in its file", ErrSyntax, limit)
		}
		record := parsePolyglot(buf)
		if len(records) > 0 && record.key < records[len(records)-1].key {
			b.unsorted++
		}
		if record.key != 0 {
			records = append(records, record)
		}
	}
}

// OpenBook returns the book in a Polyglot file of a size in bytes, and leaves it there, so that a book may
// be larger than memory: a look-up in ten million records reads 25 times. It refuses what ReadBook refuses,
// but cannot sort: in a file that is out of order some moves are not found. The file must stay open. Where
// it cannot be read the book has no moves, and String says why.
func OpenBook(r io.ReaderAt, size int64) (*Book, error) {
	f := &storedBook{src: r, size: size}
	begin := make([]byte, max(0, min(size, 4096)))
	if _, err := r.ReadAt(begin, 0); err != nil && err != io.EOF {
		return nil, err
	}
	if other := otherBook(begin); other != "" {
		return nil, fmt.Errorf("chess: %w Polyglot book: it is %s", ErrSyntax, other)
	}
	if size < 0 || size%polyglotSize != 0 || size/polyglotSize > math.MaxInt {
		return nil, fmt.Errorf("chess: %w Polyglot book: it has %d bytes, no multiple of %d", ErrSyntax, size, polyglotSize)
	}
	if size > 0 {
		last := make([]byte, polyglotSize)
		switch {
		case !f.read(last, f.len()-1):
			return nil, f.err()
		case parsePolyglot(begin).key > parsePolyglot(last).key:
			return nil, fmt.Errorf("chess: %w Polyglot book: it is not sorted", ErrSyntax)
		}
	}
	return &Book{file: f}, nil
}

// A storedBook is a book in a file.
type storedBook struct {
	src    io.ReaderAt
	size   int64
	failed atomic.Pointer[error] // the first error of reading it
}

func (f *storedBook) len() int { return int(f.size / polyglotSize) }

// err returns the first error of reading the file, or nil. There may be no file.
func (f *storedBook) err() error {
	if f == nil || f.failed.Load() == nil {
		return nil
	}
	return *f.failed.Load()
}

// fail keeps the first error.
func (f *storedBook) fail(err error) { f.failed.CompareAndSwap(nil, &err) }

// read reads the record with index i, and reports whether it could.
func (f *storedBook) read(buf []byte, i int) bool {
	n, err := f.src.ReadAt(buf, int64(i)*polyglotSize)
	if n < len(buf) {
		f.fail(cmp.Or(err, io.ErrUnexpectedEOF))
	}
	return n == len(buf)
}

// maxBookMoves bounds the records of a position that are read. No position has as many moves.
const maxBookMoves = 4 * MaxMoves

// find returns the records of a key, or nil if they cannot be read.
func (f *storedBook) find(key uint64) []polyglotRecord {
	buf := make([]byte, polyglotSize)
	ok := true
	first := sort.Search(f.len(), func(i int) bool {
		ok = ok && f.read(buf, i)
		return !ok || parsePolyglot(buf).key >= key
	})
	if !ok {
		return nil
	}
	var moves []weightedMove
	in := bufio.NewReaderSize(io.NewSectionReader(f.src, int64(first)*polyglotSize, maxBookMoves*polyglotSize), 32*polyglotSize)
	for range min(f.len()-first, maxBookMoves) {
		if _, err := io.ReadFull(in, buf); err != nil {
			f.fail(err)
			return nil
		}
		r := parsePolyglot(buf)
		if r.key != key {
			break
		}
		moves = append(moves, r.weighted())
	}
	var b Book
	b.add(key, moves)
	return b.records
}

// all returns all records of the book, which it reads into memory if they are in a file.
func (b *Book) all() []polyglotRecord {
	if b.file == nil {
		return b.records
	}
	read, err := readBook(io.NewSectionReader(b.file.src, 0, b.file.size), math.MaxInt)
	if err != nil {
		b.file.fail(err)
		return nil
	}
	return read.records
}

// find returns the records of a key.
func (b *Book) find(key uint64) []polyglotRecord {
	if b.file != nil {
		return b.file.find(key)
	}
	first, _ := slices.BinarySearchFunc(b.records, key, func(r polyglotRecord, key uint64) int {
		return cmp.Compare(r.key, key)
	})
	n := first
	for n < len(b.records) && b.records[n].key == key {
		n++
	}
	return b.records[first:n]
}

// otherBook returns what a file is that begins so, if it is a book of another program, or "". The first
// 4,096 bytes of a book of ChessBase are zero but for 32 at three places.
func otherBook(begin []byte) string {
	if bytes.HasPrefix(begin, []byte("\x03ABK")) {
		return "a book of Arena (ABK)"
	}
	if len(begin) < 4096 || bytes.Count(begin[:32], []byte{0}) == 32 {
		return ""
	}
	for _, part := range [][]byte{begin[32:1024], begin[1056:2048], begin[2080:4096]} {
		if bytes.Count(part, []byte{0}) != len(part) {
			return ""
		}
	}
	return "a book of ChessBase (CTG)"
}

// addAll adds records in any order.
func (b *Book) addAll(records []polyglotRecord) {
	if b.unsorted > 0 {
		slices.SortStableFunc(records, func(x, y polyglotRecord) int { return cmp.Compare(x.key, y.key) })
	}
	b.records = records[:0]  // add has fewer than there were
	var moves []weightedMove // of a key
	for i, r := range records {
		if moves = append(moves, r.weighted()); i+1 == len(records) || records[i+1].key != r.key {
			b.add(r.key, moves)
			moves = moves[:0]
		}
	}
	b.twice = len(records) - len(b.records)
}

// A weightedMove is a move to add to a book. Its weight may exceed 16 bits.
type weightedMove struct {
	move   uint16
	learn  uint32
	weight uint64
}

func (r polyglotRecord) weighted() weightedMove {
	return weightedMove{r.move, r.learn, uint64(r.weight)}
}

// add adds the moves of a position, whose key must be larger than all before, sorted by weight,
// the largest first, and then by code. It adds the weights of equal moves and keeps the first
// learn. If a weight exceeds 16 bits, it scales down all weights of the position; a positive
// weight stays at least 1.
func (b *Book) add(key uint64, moves []weightedMove) {
	if key == 0 || len(moves) == 0 {
		return
	}
	slices.SortStableFunc(moves, func(x, y weightedMove) int { return cmp.Compare(x.move, y.move) })
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

// MergeBooks returns a book with the moves of all books. For a move that several have it adds the weights;
// weights too large for the format are scaled down with all others of the position. It reads a book of
// OpenBook into memory, and leaves it out if it cannot be read, which its String says.
func MergeBooks(books ...*Book) *Book {
	rest := make([][]polyglotRecord, len(books))
	for i, b := range books {
		rest[i] = b.all()
	}
	merged := &Book{}
	var moves []weightedMove
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
				moves = append(moves, r[0].weighted())
				r = r[1:]
			}
			rest[i] = r
		}
		merged.add(key, moves)
	}
}

// WriteTo writes a Polyglot file. It implements io.WriterTo.
func (b *Book) WriteTo(w io.Writer) (int64, error) {
	if b.file != nil {
		n, err := io.CopyN(w, io.NewSectionReader(b.file.src, 0, b.file.size), b.file.size)
		if err == io.EOF { // the file is shorter than it was
			err = io.ErrUnexpectedEOF
		}
		return n, err
	}
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

// Len returns the number of moves, of all positions together.
func (b *Book) Len() int {
	if b.file != nil {
		return b.file.len()
	}
	return len(b.records)
}

// Moves returns the legal moves that the book has for p, the largest weight first; nil if there are none.
func (b *Book) Moves(p *Position) []BookMove {
	key, ok := p.polyglotKey()
	if !ok {
		return nil
	}
	var buf [MaxMoves]Move
	legal := p.appendMoves(buf[:0])
	var moves []BookMove
	for _, r := range b.find(key) {
		// The legal moves of a position have different codes, but the same code can be castling
		// in one position and another move in another: so compare the codes of the legal moves.
		for _, m := range legal {
			if p.polyglotMove(m) == r.move {
				moves = append(moves, BookMove{m, int(r.weight), r.learn})
				break
			}
		}
	}
	return moves
}

// Choose returns a random move for p, with probabilities proportional to the weights, among those that
// accept returns true for, or all if there is none; false if there are no moves, or all weights are zero.
func (b *Book) Choose(p *Position, rng *rand.Rand, accept ...func(BookMove) bool) (Move, bool) {
	moves := b.Moves(p)
	for _, f := range accept {
		moves = slices.DeleteFunc(moves, func(m BookMove) bool { return f != nil && !f(m) })
	}
	return chooseMove(moves, rng)
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

// BookSearcher is a Searcher that plays a move of a Book if there is one, and otherwise that of another
// Searcher. It uses the book unless the search is an analysis: one without a limit of depth, nodes, time
// or clock, or one for a mate or several lines. A move of the book has depth and score 0.
// Its own options are OwnBook, whether to use the book, BestBookMove, whether always to play the move of
// the largest weight, and MinBookWeight, the smallest weight that it plays.
type BookSearcher struct {
	settings
	book   *Book
	inBook bool // OwnBook
	best   bool // BestBookMove
	least  int  // MinBookWeight
}

// String names the book and the searcher.
func (s *BookSearcher) String() string { return fmt.Sprintf("%v, then %v", s.book, s.searcher) }

// NewBookSearcher returns a Searcher that plays by the book, and by next when the book has no move. It
// chooses a move at random, with probabilities proportional to the weights, and makes the same choices
// after the same seed. A nil book has no moves.
func NewBookSearcher(book *Book, next Searcher, seed uint64) *BookSearcher {
	if book == nil {
		book = new(Book)
	}
	s := &BookSearcher{book: book, inBook: true, least: 1}
	s.settings = settings{searcher: next, own: []setting{
		checkSetting("OwnBook", &s.inBook),
		checkSetting("BestBookMove", &s.best),
		spinSetting("MinBookWeight", &s.least, 1, math.MaxUint16),
	}, rng: newRand(seed)}
	return s
}

// Search implements Searcher.
func (s *BookSearcher) Search(ctx context.Context, g *Game, l Limits) (Result, error) {
	limited := l.Depth != 0 || l.Nodes != 0 || l.Time != 0 || l.Clock != (Clock{}) || s.LimitsItself()
	if g != nil && g.law == nil && s.inBook && limited && l.Mate == 0 && l.MultiPV <= 1 && !g.Outcome().Over() {
		if m, ok := s.choose(g.current(), &l); ok {
			return s.result(g.current(), m), nil
		}
	}
	return s.search(ctx, g, l)
}

// choose returns a move of the book for p that the limits allow.
func (s *BookSearcher) choose(p *Position, l *Limits) (Move, bool) {
	moves := slices.DeleteFunc(s.book.Moves(p), func(m BookMove) bool { return m.Weight < s.least || !l.allows(p, m.Move) })
	if s.best {
		moves = moves[:min(1, len(moves))]
	}
	return chooseMove(moves, s.rng)
}

// result returns the Result of playing m in p.
func (s *BookSearcher) result(p *Position, m Move) Result {
	r := Result{Position: *p, Move: m, PV: []Move{m}}
	next := p.After(m)
	if replies := s.book.Moves(&next); len(replies) > 0 && replies[0].Weight >= s.least {
		r.Ponder = replies[0].Move
		r.PV = append(r.PV, r.Ponder)
	}
	r.Lines = []Line{{Position: *p, PV: r.PV}}
	return r
}

// BookBuilder makes a Book of games and single moves. The weight of a move is what its player scored with
// it, two for a win and one for a draw, or the weight that Put gave it. The zero BookBuilder is ready
// for use, by one goroutine at a time. It takes about 120 bytes for each position.
type BookBuilder struct {
	_        noCopy
	Plies    int // of each game to use; 0 is all
	MinGames int // leave out moves of fewer games, unless they were Put

	positions  map[uint64]bookPosition // by Polyglot key
	played     []playedMove            // played[0] is unused
	collisions int
}

// String returns the settings and the number of positions.
func (b *BookBuilder) String() string {
	return fmt.Sprintf("%s of %d positions", listFields(b), len(b.positions))
}

// A bookPosition is a position with moves.
type bookPosition struct {
	key   Key
	first uint32 // index in BookBuilder.played of its first move
}

// A playedMove is a move of a position, in a linked list. Lists in one array without pointers
// take little memory: most positions of a large file have a single move.
type playedMove struct {
	next   uint32 // index of the next move of the position, or 0
	games  uint32
	points uint32
	move   uint16 // as Polyglot writes it
	put    bool   // the points are the weight given to Put
}

// Add counts the moves of the main line of t, up to a null move, each time they were played. A game
// without a result counts as drawn, and one under a Rule not at all.
func (b *BookBuilder) Add(t *GameTree) {
	if t.law != nil {
		return
	}
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

// Put gives m, a legal move of p, a weight from 0 to 65,535, whatever the games say; a BookSearcher never
// chooses weight 0. The error of an illegal move matches ErrIllegal; other errors say that the weight is
// out of range, or that p has no PolyglotKey or that of another position.
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

// entry returns the entry of the legal move m in p, which it makes if there is none.
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

// Collisions returns how many moves Add has left out because their position has the Polyglot key of an
// earlier one, which is rare.
func (b *BookBuilder) Collisions() int { return b.collisions }

// Book returns the book of all games and moves so far, without moves that scored nothing.
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
