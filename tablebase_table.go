package chess

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// EndingTable holds the exact results and distances of all positions of one Ending of up to five
// pieces, whichever colour has which pieces, in two bytes for each position and side to move. It
// is a Tablebase, found by the rules alone, with captures en passant. EndingTables.Make makes
// one, and ReadEndingTable reads one; the zero EndingTable has no positions.
type EndingTable struct {
	index *endingIndex

	// By the side to move and the number of the position. A number of no legal position
	// has 0 in both.
	dtm [2][]byte // plies to mate plus 1, an even number in a win, an odd one in a loss; 0 in a draw
	dtz [2][]byte // plies to the mate or the zeroing move; 1 in a mate, and 0 in a draw
}

// String returns the ending.
func (t *EndingTable) String() string {
	if t.index == nil {
		return "no table"
	}
	return "table of " + t.index.ending.String()
}

// newEndingTable returns the table of an ending, in which all positions are draws. It
// fails if the ending is not Canonical, or if it has too many pieces or positions.
func newEndingTable(e Ending) (*EndingTable, error) {
	index, err := newEndingIndex(e)
	if err != nil {
		return nil, err
	}
	t := &EndingTable{index: index}
	for c := range Color(2) {
		t.dtm[c], t.dtz[c] = make([]byte, index.length(c)), make([]byte, index.length(c))
	}
	return t, nil
}

// Ending returns the material of the positions. It is Canonical.
func (t *EndingTable) Ending() Ending {
	if t.index == nil {
		return 0
	}
	return t.index.ending
}

// MaxPieces returns the number of pieces of the positions in the table.
func (t *EndingTable) MaxPieces() int { return t.Ending().Pieces() }

// WDL implements Tablebase. It allocates nothing.
func (t *EndingTable) WDL(p *Position) (WDL, error) {
	dtm, dtz, err := t.probe(p)
	return tableWDL(dtm, dtz), err
}

// Probe implements Tablebase, with both distances exact. It allocates nothing.
func (t *EndingTable) Probe(p *Position) (ProbeResult, error) {
	dtm, dtz, err := t.probe(p)
	if err != nil {
		return ProbeResult{}, err
	}
	return tableResult(dtm, dtz), nil
}

// errOtherEnding says that a table has not the pieces of a position.
var errOtherEnding error = missingError("the table is of another ending")

// probe returns the bytes of p.
func (t *EndingTable) probe(p *Position) (dtm, dtz byte, err error) {
	e, err := tablebaseEnding(p, t.MaxPieces())
	if err != nil {
		return 0, 0, err
	}
	if e != t.index.ending && e.swapped() != t.index.ending {
		return 0, 0, errOtherEnding
	}
	dtm, dtz = t.at(p, e)
	return dtm, dtz, nil
}

// at returns the bytes of p, whose ending is e: that of the table, or the same with the colours
// exchanged.
func (t *EndingTable) at(p *Position, e Ending) (dtm, dtz byte) {
	var at placement
	swapped := e != t.index.ending
	t.index.place(p, swapped, &at)
	side := p.turn() ^ Color(oneIf(swapped))
	n, ok := 0, false
	if p.state&stateEnPassant != 0 {
		n, ok = t.index.enPassantNumber(&at, side, int(p.state>>enPassantShift&7))
	}
	if !ok {
		n = t.index.number(&at)
	}
	return t.dtm[side&1][n], t.dtz[side&1][n]
}

// tableWDL returns the result of a position with these bytes in a table.
func tableWDL(dtm, dtz byte) WDL {
	switch won, late := dtm&1 == 0, dtz > 100; {
	case dtm == 0:
		return WDLDraw
	case won && late:
		return WDLCursedWin
	case won:
		return WDLWin
	case late:
		return WDLBlessedLoss
	}
	return WDLLoss
}

// tableResult returns what is known of a position with these bytes in a table.
func tableResult(dtm, dtz byte) ProbeResult {
	truth := ProbeResult{WDL: tableWDL(dtm, dtz), DTMKnown: true}
	if dtm != 0 {
		truth.DTZ, truth.DTM = int(dtz)*truth.WDL.sign(), int(dtm-1)*truth.WDL.sign()
	}
	return truth
}

// Positions returns all legal positions of the ending, the stronger side White, with either side
// to move. Of symmetric positions there is one. Positions with a capture en passant come last.
func (t *EndingTable) Positions() iter.Seq2[Position, ProbeResult] {
	return func(yield func(Position, ProbeResult) bool) {
		var p Position
		var at placement
		x := t.index
		if x == nil {
			return
		}
		for i := range x.stages {
			stage := &x.stages[i]
			end := stage.first + stage.block*len(x.kings.pairs)
			for n := stage.first; n < end; n++ {
				x.squares(n, stage, &at)
				if king := (n - stage.first) / stage.block; x.kings.diagonal[king] && x.mirrored(at, king) < n {
					continue
				}
				for side := range Color(2) {
					if x.position(&p, &at, side, NoSquare) && !yield(p, tableResult(t.dtm[side][n], t.dtz[side][n])) {
						return
					}
				}
			}
		}
		for side := range Color(2) {
			for n := x.size; n < x.length(side); n++ {
				file := x.enPassantSquares(n, side, &at)
				over := SquareAt(file, 5-3*int(side))
				if x.position(&p, &at, side, over) && p.enPassant() == over && !yield(p, tableResult(t.dtm[side][n], t.dtz[side][n])) {
					return
				}
			}
		}
	}
}

// position sets p to the position with the pieces on these squares, after a double push
// over a square or NoSquare, and reports whether it is legal.
func (x *endingIndex) position(p *Position, at *placement, side Color, over Square) bool {
	s := Setup{Turn: side, DoublePush: over}
	for slot, piece := range x.pieces {
		if s.Board[at[slot]] != NoPiece {
			return false
		}
		s.Board[at[slot]] = piece
	}
	legal, problems := s.position()
	*p = legal
	return problems == 0
}

// The file of an EndingTable begins with endingMagic, which ends with the version. Then
// follow a head and blocks, each with its checksum after it: see summedWriter. The head
// is, in bytes,
//
//	4  the length of the text of the ending
//	.. the text
//	4  how many positions there are with White to move
//	4  with Black to move
//
// The positions with White to move and then those with Black to move come in the order of
// endingIndex. Those of one side to move are in parts of maxEndingBlock, the last of them
// shorter, and each part is in one block, or in several if it has more pairs of distances
// than one may have. A block is
//
//	4  how many positions it holds
//	4  how many pairs of distances these have: at most 256; as many, unless the part ends
//	4  the length of the data
//	.. the pairs, the smallest first: plies to mate and to zeroing, a byte each, as in EndingTable
//	.. the data: the number of each position's pair, a byte each, as DEFLATE (RFC 1951)
//
// As no block depends on another, several goroutines read and write them.
const (
	endingMagic    = "chessen\x01"
	maxEndingBlock = 1 << 16 // positions
	maxEndingPairs = 1 << 8  // of a block

	// How much longer than its positions the data of a block may be, in bytes, and how
	// many positions a byte of it may stand for at most: DEFLATE knows no more. So a
	// file says how large the table is by its own size.
	deflateExtra = 1 << 10
	maxDeflation = 1032

	// A third of the time of the default level, for a seventh more bytes.
	deflateLevel = 2
)

var errNoEndingTable = errors.New("chess: the EndingTable is empty: EndingTables.Make and ReadEndingTable make one")

// WriteTo writes the table for ReadEndingTable, in a format that is the same on every machine.
func (t *EndingTable) WriteTo(w io.Writer) (int64, error) {
	if t.index == nil {
		return 0, errNoEndingTable
	}
	f := &summedWriter{w: w}
	f.write([]byte(endingMagic))
	text := t.Ending().String()
	f.number(uint32(len(text)))
	f.write([]byte(text))
	f.number(uint32(len(t.dtm[White])))
	f.number(uint32(len(t.dtm[Black])))
	f.checksum()
	const batch = 1 << 8 // blocks that are in memory
	for parts := range slices.Chunk(t.parts(), batch) {
		blocks := make([][]endingBlock, len(parts))
		inParallel(len(parts), func() func(int) {
			var c endingCompressor
			return func(i int) { blocks[i] = c.blocks(parts[i]) }
		})
		for _, b := range slices.Concat(blocks...) {
			f.write(b.appendTo(nil))
			f.checksum()
		}
		if f.err != nil {
			break
		}
	}
	return f.n, f.err
}

// inParallel calls functions that worker returns with each number below n, each on a
// goroutine of its own, as many as can run at once.
func inParallel(n int, worker func() func(i int)) {
	var next atomic.Int64
	var running sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		running.Go(func() {
			f := worker()
			for i := next.Add(1); i <= int64(n); i = next.Add(1) {
				f(int(i - 1))
			}
		})
	}
	running.Wait()
}

// An endingPart is a part of a table: positions with adjacent numbers and the same side
// to move.
type endingPart struct{ dtm, dtz []byte }

// parts returns the whole table, in parts of at most maxEndingBlock positions.
func (t *EndingTable) parts() (all []endingPart) {
	for c := range t.dtm {
		for first := 0; first < len(t.dtm[c]); first += maxEndingBlock {
			end := min(first+maxEndingBlock, len(t.dtm[c]))
			all = append(all, endingPart{t.dtm[c][first:end], t.dtz[c][first:end]})
		}
	}
	return all
}

// An endingBlock is a block of the file.
type endingBlock struct {
	positions   int
	pairs, data []byte
	at          int64 // where in the file it was read
}

func (b *endingBlock) appendTo(dst []byte) []byte {
	for _, n := range [3]int{b.positions, len(b.pairs) / 2, len(b.data)} {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(n))
	}
	return append(append(dst, b.pairs...), b.data...)
}

// An endingCompressor makes blocks. The zero endingCompressor is ready to use.
type endingCompressor struct {
	number   [1 << 16]uint16 // of each pair of the block, plus 1
	deflater *flate.Writer
}

// blocks returns the blocks of a part: one, if it has not too many pairs.
func (c *endingCompressor) blocks(part endingPart) (all []endingBlock) {
	numbers := make([]byte, 0, len(part.dtm))
	for first := 0; first < len(part.dtm); first += len(numbers) {
		var pairs []byte
		numbers = numbers[:0]
		for i, dtm := range part.dtm[first:] {
			dtz := part.dtz[first+i]
			n := &c.number[uint16(dtm)<<8|uint16(dtz)]
			if *n == 0 {
				if len(pairs) == 2*maxEndingPairs {
					break
				}
				pairs = append(pairs, dtm, dtz)
				*n = uint16(len(pairs) / 2)
			}
			numbers = append(numbers, byte(*n-1))
		}
		for pair := range slices.Chunk(pairs, 2) {
			c.number[uint16(pair[0])<<8|uint16(pair[1])] = 0
		}
		all = append(all, endingBlock{positions: len(numbers), pairs: pairs, data: c.deflate(numbers)})
	}
	return all
}

func (c *endingCompressor) deflate(p []byte) []byte {
	var b bytes.Buffer
	if c.deflater == nil {
		c.deflater, _ = flate.NewWriter(&b, deflateLevel) // the only error is an unknown level
	} else {
		c.deflater.Reset(&b)
	}
	c.deflater.Write(p) // b has no errors
	c.deflater.Close()
	return b.Bytes()
}

// ReadEndingTable reads what EndingTable.WriteTo writes. A table may take 2,064 times the memory
// of its file. An error matches ErrSyntax if the file is not as WriteTo writes it, or
// io.ErrUnexpectedEOF if it is cut off. Results cannot be checked.
func ReadEndingTable(r io.Reader) (*EndingTable, error) {
	f := newEndingReader(r)
	t, err := readEndingHead(f)
	if err != nil {
		return nil, err
	}
	if err := t.readBlocks(f); err != nil {
		return nil, err
	}
	return t, nil
}

func newEndingReader(r io.Reader) *summedReader {
	return &summedReader{r: bufio.NewReader(r), file: "an ending table"}
}

// readBlocks reads what comes after the head, and gives the table its memory.
func (t *EndingTable) readBlocks(f *summedReader) error {
	var blocks []endingBlock
	var lengths [2]int // of t, when it has its memory
	for c := range lengths {
		lengths[c] = t.index.length(Color(c))
		for n := 0; n < lengths[c]; {
			b, err := readEndingBlock(f, min(lengths[c]-n, maxEndingBlock-n%maxEndingBlock))
			if err != nil {
				return err
			}
			blocks = append(blocks, b)
			n += b.positions
		}
	}
	if err := f.end(); err != nil {
		return err
	}
	for c, n := range lengths {
		t.dtm[c], t.dtz[c] = make([]byte, n), make([]byte, n)
	}
	parts := make([]endingPart, 0, len(blocks))
	for c := range t.dtm {
		rest := endingPart{t.dtm[c], t.dtz[c]}
		for len(rest.dtm) > 0 {
			n := blocks[len(parts)].positions
			parts = append(parts, endingPart{rest.dtm[:n], rest.dtz[:n]})
			rest = endingPart{rest.dtm[n:], rest.dtz[n:]}
		}
	}
	faults := make([]error, len(blocks))
	inParallel(len(blocks), func() func(int) {
		var e endingExpander
		return func(i int) { faults[i] = e.expand(&blocks[i], parts[i]) }
	})
	for i, err := range faults {
		if err != nil {
			return f.failAt(blocks[i].at, fmt.Errorf("%w: %w", ErrSyntax, err))
		}
	}
	return nil
}

// readEndingHead reads what comes before the blocks, and returns the table without its
// memory.
func readEndingHead(f *summedReader) (*EndingTable, error) {
	if err := f.magic(endingMagic); err != nil {
		return nil, err
	}
	length, err := f.number()
	if err != nil {
		return nil, err
	}
	const maxText = maxMadePieces + 1 // and the v
	if length > maxText {
		return nil, f.fail(4, fmt.Errorf("%w: an ending of %d letters, more than %d", ErrSyntax, length, maxText))
	}
	text := make([]byte, length)
	if err := f.next(text); err != nil {
		return nil, err
	}
	var lengths [2]uint32
	for c := range lengths {
		if lengths[c], err = f.number(); err != nil {
			return nil, err
		}
	}
	if err := f.checksum(); err != nil {
		return nil, err
	}
	back := 4*len(lengths) + 4
	e, err := ParseEnding(string(text))
	if err != nil {
		return nil, f.fail(back+len(text), err)
	}
	if e != e.Canonical() || string(text) != e.String() {
		return nil, f.fail(back+len(text), fmt.Errorf("%w: %s instead of %v", ErrSyntax, text, e.Canonical()))
	}
	index, err := newEndingIndex(e)
	if err != nil {
		return nil, f.fail(back+len(text), fmt.Errorf("%w: %w", ErrSyntax, err))
	}
	for c, n := range lengths {
		if want := index.length(Color(c)); uint64(n) != uint64(want) {
			return nil, f.fail(back, fmt.Errorf("%w: %d positions of %v, not %d", ErrSyntax, n, e, want))
		}
	}
	return &EndingTable{index: index}, nil
}

// readEndingBlock reads a block of a part, of which left positions are missing.
func readEndingBlock(f *summedReader, left int) (b endingBlock, err error) {
	b.at = f.n
	var positions, pairs, length uint32
	for _, n := range []*uint32{&positions, &pairs, &length} {
		if *n, err = f.number(); err != nil {
			return b, err
		}
	}
	switch {
	case positions == 0 || uint64(positions) > uint64(left):
		return b, f.failAt(b.at, fmt.Errorf("%w: a block of %d positions", ErrSyntax, positions))
	case pairs == 0 || pairs > maxEndingPairs:
		return b, f.failAt(b.at, fmt.Errorf("%w: a block with %d pairs", ErrSyntax, pairs))
	case int(positions) < left && pairs < maxEndingPairs: // many small blocks would take much more memory than the file has
		return b, f.failAt(b.at, fmt.Errorf("%w: a block of %d positions with %d pairs, and %d positions are left", ErrSyntax, positions, pairs, left))
	case length > positions+deflateExtra || positions > maxDeflation*length:
		return b, f.failAt(b.at, fmt.Errorf("%w: %d bytes of data for %d positions", ErrSyntax, length, positions))
	}
	b.positions = int(positions)
	b.pairs, b.data = make([]byte, 2*pairs), make([]byte, length)
	for _, p := range [][]byte{b.pairs, b.data} {
		if err := f.next(p); err != nil {
			return b, err
		}
	}
	return b, f.checksum()
}

// An endingExpander reads the positions of blocks. The zero endingExpander is ready to
// use.
type endingExpander struct {
	inflater io.ReadCloser
	numbers  []byte
}

// expand sets a part of a table to the positions of b, of the same number.
func (e *endingExpander) expand(b *endingBlock, part endingPart) error {
	data := bytes.NewReader(b.data)
	if e.inflater == nil {
		e.inflater, e.numbers = flate.NewReader(data), make([]byte, maxEndingBlock)
	} else if err := e.inflater.(flate.Resetter).Reset(data, nil); err != nil {
		return err
	}
	numbers := e.numbers[:b.positions]
	if n, err := io.ReadFull(e.inflater, numbers); err != nil {
		return fmt.Errorf("%d positions in a block of %d: %w", n, b.positions, err)
	}
	var more [1]byte
	if _, err := io.ReadFull(e.inflater, more[:]); err != io.EOF || data.Len() > 0 {
		return errors.New("data after the end of a block")
	}
	var dtm, dtz [maxEndingPairs]byte
	pairs := len(b.pairs) / 2
	for i := range pairs {
		dtm[i], dtz[i] = b.pairs[2*i], b.pairs[2*i+1]
	}
	for i, n := range numbers {
		if int(n) >= pairs {
			return fmt.Errorf("pair %d of %d", n, pairs)
		}
		part.dtm[i], part.dtz[i] = dtm[n], dtz[n]
	}
	return nil
}
