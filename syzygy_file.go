package chess

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"sync"

	"github.com/seed-0971039b/chess/internal/memory"
)

// How Syzygy compresses a table.
//
// A table is a long row of small numbers, one for each index (see syzygy_table.go). It is
// compressed twice.
//
// First, pairs are replaced. The symbol that follows another most often makes, together
// with it, a new symbol; that goes on until there are up to 4,095 symbols. So a symbol
// stands either for one number, or for a pair of symbols: it is a binary tree with the
// numbers in its leaves, at most 256.
//
// Then the symbols are written with a Huffman code, in blocks of 2^n bytes. The code is
// canonical: of two symbols the one with the longer code has the smaller number, and
// codes of one length are consecutive numbers. So it is told by the first symbol of
// each length. Where one length ends and the next begins follows from the longest on:
// its first code is 0, and what comes after its last one, without the last bit, is the
// first code of the next shorter length.
//
//	length 3:  000 001 010 011     symbols 0 1 2 3
//	length 2:  10  11              symbols 4 5
//
// No symbol lies in two blocks. A number is found in four steps:
//
//  1. The table of spans has for each 2^n indexes, of the one in their middle, the block it is in,
//     and how many numbers of the block come before it.
//  2. The table of lengths has how many numbers each block holds, less one. From the block of step 1 it leads,
//     forward or backward, to the block of the index that is wanted.
//  3. The symbols of the block are decoded and counted, up to the one that holds the number.
//  4. In the tree of that symbol the way to the leaf is known by the number of leaves on each side.

// A syzygyCode is one compressed row of numbers.
type syzygyCode struct {
	constant bool // all numbers are value, and there are no blocks
	value    uint16

	blockBits uint8  // a block has 1<<blockBits bytes
	spanBits  uint8  // a span has 1<<spanBits indexes
	blocks    uint32 // how many there are
	lengths   uint32 // in the table of lengths, which goes a little beyond the last block
	spanAt    int64  // where in the file the table of spans is,
	lengthsAt int64  // the table of lengths,
	blocksAt  int64  // and the first block
	symbols   []syzygySymbol
	shortest  uint8                     // the length of the shortest code, in bits
	first     [32]uint16                // the first symbol of each length, from the shortest
	base      [32]uint64                // the first code of each length, as the highest bits of a word
	skips     [1 << skipBits]syzygySkip // by the first bits of a word
	longer    [256]uint8                // by the first byte of a word: its first code is at least so much longer than the shortest
}

// A syzygySymbol stands for a number, or for two symbols.
type syzygySymbol struct {
	left, right uint16 // left is the number if count is 1
	count       uint16 // how many numbers it stands for in all,
	leftCount   uint16 // and left; 0 if it stands for one
}

// A syzygySkip is the whole codes in skipBits bits: in the lowest byte their bits, and above
// it how many numbers their symbols stand for. Codes are short: to step over several at once
// makes a probe of results 1.3 times as fast.
type syzygySkip uint32

const skipBits = 10

// syzygyConstant is the flag of a row of equal numbers.
const syzygyConstant = 0x80

const (
	maxSyzygySymbols = 0xFFF // a symbol has twelve bits; the last one marks a leaf
	maxSyzygyCount   = 256   // the numbers that a symbol stands for
	maxSyzygyBlock   = 10    // the logarithm of the bytes of the largest block

	spanBytes      = 6
	lengthBytes    = 2
	blockReadahead = 8 // how many bytes beyond a block the decoder may load
)

// parse reads the header of the code of a row.
//
//	1  flags: 0x80 says that all numbers are the same; then follows
//	   1  that number, or 0 in a table of distances
//	   and nothing else. Otherwise:
//	1  blockBits
//	1  spanBits
//	1  lengths that are in the table of lengths beyond those of the blocks
//	4  blocks
//	1  the length of the longest code
//	1  the length of the shortest code
//	2  the first symbol of each length, from the shortest
//	2  the number of symbols
//	3  each symbol: twice 12 bits, the left symbol and the right one; the right one of a leaf is 0xFFF, and the left
//	   one is its number
//	   and a byte if the number of symbols is odd
//
// Numbers are little-endian.
func (c *syzygyCode) parse(h *syzygyHeader) (flags byte) {
	flags = h.byte()
	if flags&syzygyConstant != 0 {
		c.constant = true
		c.value = uint16(h.byte())
		return flags
	}
	c.blockBits, c.spanBits = h.byte(), h.byte()
	padding := h.byte()
	c.blocks = h.uint32()
	c.lengths = c.blocks + uint32(padding)
	longest := h.byte()
	c.shortest = h.byte()
	switch {
	case c.blockBits > maxSyzygyBlock:
		h.fail("its blocks are too large")
	case c.spanBits < 1 || c.spanBits > 31:
		h.fail("its spans have a wrong size")
	case c.lengths < c.blocks || c.blocks == 0:
		h.fail("the number of blocks is wrong")
	case c.shortest < 1 || longest < c.shortest || longest > 32:
		h.fail("the lengths of its codes are wrong")
	default:
		c.parseLengths(h, int(longest-c.shortest)+1)
		c.parseSymbols(h)
	}
	return flags
}

// parseLengths reads the first symbol of each of n lengths, and computes the first codes.
func (c *syzygyCode) parseLengths(h *syzygyHeader, n int) {
	for i := range n {
		c.first[i] = h.uint16()
	}
	for i := n - 2; i >= 0; i-- {
		if c.first[i] < c.first[i+1] {
			h.fail("the first symbols of its codes are wrong")
			return
		}
		c.base[i] = (c.base[i+1] + uint64(c.first[i]-c.first[i+1])) / 2
	}
	for i := range n {
		c.base[i] <<= 64 - uint(c.shortest) - uint(i)
	}
	for first := range c.longer {
		last := uint64(first+1)<<56 - 1 // for 255 all ones, as 256<<56 is 0
		for last < c.base[c.longer[first]] {
			c.longer[first]++
		}
	}
}

// parseSymbols reads the symbols and counts their numbers.
func (c *syzygyCode) parseSymbols(h *syzygyHeader) {
	n := int(h.uint16())
	if n == 0 || n > maxSyzygySymbols {
		h.fail("the number of symbols is wrong")
		return
	}
	c.symbols = make([]syzygySymbol, n)
	for i := range c.symbols {
		b := h.next(3)
		s := &c.symbols[i]
		s.left, s.right = uint16(b[0])|uint16(b[1]&15)<<8, uint16(b[1]>>4)|uint16(b[2])<<4
		if s.right == maxSyzygySymbols {
			s.count = 1
		} else if int(max(s.left, s.right)) >= n {
			h.fail("a symbol is made of one that does not exist")
			return
		}
	}
	h.even()
	for i := range c.symbols {
		if c.count(uint16(i)) > maxSyzygyCount {
			h.fail("a symbol stands for too many values, or for itself")
			return
		}
	}
	for i := range c.symbols {
		if s := &c.symbols[i]; s.count > 1 {
			s.leftCount = c.symbols[s.left].count
		}
	}
	for i := range c.skips {
		word := uint64(i) << (64 - skipBits)
		bits, numbers := 0, 0
		for {
			symbol, length := c.symbol(word << bits)
			if symbol >= len(c.symbols) || bits+length > skipBits {
				break
			}
			bits += length
			numbers += int(c.symbols[symbol].count)
		}
		c.skips[i] = syzygySkip(numbers<<8 | bits)
	}
}

// count returns for how many numbers a symbol stands, and keeps it. It is more than
// maxSyzygyCount if there are too many, or if the symbol is a part of itself.
func (c *syzygyCode) count(symbol uint16) uint16 {
	s := &c.symbols[symbol]
	if s.count == 0 {
		s.count = maxSyzygyCount + 1 // until it is known
		if sum := c.count(s.left) + c.count(s.right); sum <= maxSyzygyCount {
			s.count = sum
		}
	}
	return s.count
}

// symbol returns the symbol of the code that a word begins with, and the length of the
// code. If the file is broken, there may be no such symbol.
func (c *syzygyCode) symbol(word uint64) (symbol, length int) {
	i := c.longer[word>>56]
	for word < c.base[i&31] { // ends at the longest, which is 0
		i++
	}
	length = int(c.shortest) + int(i)
	return int(c.first[i&31]) + int((word-c.base[i&31])>>((64-length)&63)), length
}

// place finds room in the file, from at on, for the table of spans of a row of size numbers,
// and returns where it ends. placeLengths and placeBlocks do so for the rest.
func (c *syzygyCode) place(at int64, size uint64) int64 {
	if c.constant {
		return at
	}
	c.spanAt = at
	span := uint64(1) << c.spanBits
	return at + spanBytes*int64((size+span-1)>>c.spanBits)
}

func (c *syzygyCode) placeLengths(at int64) int64 {
	if c.constant {
		return at
	}
	c.lengthsAt = at
	return at + lengthBytes*int64(c.lengths)
}

// placeBlocks is for the blocks, which begin at a multiple of 64.
func (c *syzygyCode) placeBlocks(at int64) int64 {
	if c.constant {
		return at
	}
	c.blocksAt = (at + 63) &^ 63
	return c.blocksAt + int64(c.blocks)<<c.blockBits
}

// syzygyBuffers are for files that are not mapped.
var syzygyBuffers = sync.Pool{New: func() any { return new([1<<maxSyzygyBlock + blockReadahead]byte) }}

// at returns the number at an index.
func (c *syzygyCode) at(f *syzygyFile, index uint64) (uint16, error) {
	if c.constant {
		return c.value, nil
	}
	var buffer []byte
	if f.data == nil {
		b := syzygyBuffers.Get().(*[1<<maxSyzygyBlock + blockReadahead]byte)
		defer syzygyBuffers.Put(b)
		buffer = b[:]
	}
	block, before, err := c.find(f, index, buffer)
	if err != nil {
		return 0, err
	}
	data, err := f.bytes(c.blocksAt+int64(block)<<c.blockBits, 1<<c.blockBits+blockReadahead, buffer)
	if err != nil {
		return 0, err
	}
	value, ok := c.decode(data, before)
	runtime.KeepAlive(f) // and so data
	if !ok {
		return 0, f.fault("block %d is broken", block)
	}
	return value, nil
}

// find returns the block with an index, and how many numbers of the block come before
// it.
func (c *syzygyCode) find(f *syzygyFile, index uint64, buffer []byte) (block uint32, before int, err error) {
	span := uint64(1) << c.spanBits
	entry, err := f.bytes(c.spanAt+spanBytes*int64(index>>c.spanBits), spanBytes, buffer)
	if err != nil {
		return 0, 0, err
	}
	block = binary.LittleEndian.Uint32(entry)
	// Of the index in the middle of the span, and then of the one that is wanted.
	before = int(binary.LittleEndian.Uint16(entry[4:]))
	before += int(index&(span-1)) - int(span/2)
	if block >= c.lengths {
		return 0, 0, f.fault("a span begins in block %d of %d", block, c.blocks)
	}

	const window = 32 // lengths that are read at once
	for before < 0 {
		n := min(block, window)
		if n == 0 {
			return 0, 0, f.fault("the blocks hold too few values")
		}
		lengths, err := f.bytes(c.lengthsAt+lengthBytes*int64(block-n), lengthBytes*int(n), buffer)
		if err != nil {
			return 0, 0, err
		}
		for ; before < 0 && n > 0; n-- {
			block--
			before += int(binary.LittleEndian.Uint16(lengths[lengthBytes*(n-1):])) + 1
		}
	}
	for {
		n := min(c.lengths-block, window)
		if n == 0 {
			return 0, 0, f.fault("the blocks hold too few values")
		}
		lengths, err := f.bytes(c.lengthsAt+lengthBytes*int64(block), lengthBytes*int(n), buffer)
		if err != nil {
			return 0, 0, err
		}
		for ; len(lengths) > 0; lengths = lengths[lengthBytes:] {
			length := int(binary.LittleEndian.Uint16(lengths)) + 1
			if before < length {
				if block >= c.blocks {
					return 0, 0, f.fault("there is no block %d", block)
				}
				return block, before, nil
			}
			before -= length
			block++
		}
	}
}

// decode returns the number of a block that comes after before others.
func (c *syzygyCode) decode(data []byte, before int) (value uint16, ok bool) {
	// The next bits are the highest ones of word, and at least 32 of them have been loaded.
	word := binary.BigEndian.Uint64(data)
	data = data[8:]
	loaded := 64
	var s syzygySymbol
	for {
		skip := c.skips[word>>(64-skipBits)]
		numbers, length := int(skip>>8), int(skip&0xFF)
		if before < numbers || numbers == 0 { // one symbol only
			var symbol int
			symbol, length = c.symbol(word)
			if uint(symbol) >= uint(len(c.symbols)) {
				return 0, false
			}
			s = c.symbols[symbol]
			if numbers = int(s.count); before < numbers {
				break
			}
		}
		before -= numbers
		word <<= length
		if loaded -= length; loaded <= 32 {
			if len(data) < 4 {
				return 0, false
			}
			word |= uint64(binary.BigEndian.Uint32(data)) << (32 - uint(loaded))
			data = data[4:]
			loaded += 32
		}
	}
	for s.leftCount > 0 {
		next := s.left
		if left := int(s.leftCount); before >= left {
			before -= left
			next = s.right
		}
		s = c.symbols[next]
	}
	return s.left, true
}

// maxSyzygyHeader is more than the bytes before the table of spans of any file: eight
// codes of 4,095 symbols, or four of them and four maps, each of four times 4,095
// distances.
const maxSyzygyHeader = 1 << 18

// A syzygyHeader reads the beginning of a file. It keeps the first error, and from then on
// it reads zeros.
type syzygyHeader struct {
	file *syzygyFile
	data []byte
	at   int
	err  error
}

// fail says what is wrong.
func (h *syzygyHeader) fail(detail string, args ...any) {
	if h.err == nil {
		h.err = h.file.fault("%s", fmt.Sprintf(detail, args...))
	}
}

// next reads n bytes.
func (h *syzygyHeader) next(n int) []byte {
	if h.at+n > len(h.data) {
		h.fail("it ends within its header")
	}
	if h.err != nil {
		return make([]byte, n)
	}
	h.at += n
	return h.data[h.at-n:][:n]
}

func (h *syzygyHeader) byte() byte     { return h.next(1)[0] }
func (h *syzygyHeader) uint16() uint16 { return binary.LittleEndian.Uint16(h.next(2)) }
func (h *syzygyHeader) uint32() uint32 { return binary.LittleEndian.Uint32(h.next(4)) }

// even skips a byte if an odd number of bytes has been read.
func (h *syzygyHeader) even() { h.next(h.at & 1) }

// A syzygyFile is the bytes of a file of Syzygy. They are mapped into memory where the
// system can do that; elsewhere they are read, and few of the files are open at a time.
type syzygyFile struct {
	path string
	size int64
	data []byte // nil if the file is not mapped
	open *openFiles
}

// openSyzygyFile opens a file. On the way it learns its size, and whether it can be
// mapped.
func openSyzygyFile(path string, open *openFiles) (*syzygyFile, error) {
	info, err := os.Stat(path) // before it is opened: to open a named pipe may take forever
	if err != nil {
		return nil, fmt.Errorf("chess: %w", err)
	}
	f := &syzygyFile{path: path, size: info.Size(), open: open}
	if !info.Mode().IsRegular() {
		return nil, f.fault("it is not a regular file")
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("chess: %w", err)
	}
	defer file.Close()
	if f.size > 0 && !open.never {
		// The memory is given back when f is garbage, not when the tables are closed: a
		// probe may be at work.
		if f.data = memory.MapFile(file, f.size); f.data != nil {
			runtime.AddCleanup(f, memory.Unmap, f.data)
		}
	}
	return f, nil
}

// A syzygyFault says what is wrong with a file. It stays wrong, while an error of the
// system may pass.
type syzygyFault struct{ path, detail string }

func (e *syzygyFault) Error() string { return "chess: " + e.path + ": " + e.detail }

// fault returns the error that says what is wrong with the file.
func (f *syzygyFile) fault(format string, args ...any) error {
	return &syzygyFault{f.path, fmt.Sprintf(format, args...)}
}

// bytes returns n bytes of the file. They are in buffer, which has room for them, if the
// file is not mapped.
func (f *syzygyFile) bytes(at int64, n int, buffer []byte) ([]byte, error) {
	if at < 0 || at > f.size-int64(n) {
		return nil, f.fault("it ends before byte %d", at+int64(n))
	}
	if f.data != nil {
		return f.data[at:][:n], nil
	}
	buffer = buffer[:n]
	if err := f.open.readAt(f, buffer, at); err != nil {
		return nil, fmt.Errorf("chess: %w", err)
	}
	return buffer, nil
}

// maxOpenFiles is how many files that are not mapped are open at a time. All tables of
// five pieces have 290 files, and a system may allow a process 256.
const maxOpenFiles = 64

// openFiles holds the files that are not mapped and are open. The zero openFiles is
// ready to use.
type openFiles struct {
	never bool // for tests: map no file

	mu     sync.Mutex
	files  []*openFile // the one used last is the last
	closed bool
}

type openFile struct {
	of    *syzygyFile
	file  *os.File
	users int // that are reading it now
}

// readAt reads from a file, and opens it first if need be.
func (o *openFiles) readAt(f *syzygyFile, buffer []byte, at int64) error {
	open, err := o.take(f)
	if err != nil {
		return err
	}
	defer o.put(open)
	if _, err := open.file.ReadAt(buffer, at); err != nil {
		if err == io.EOF { // it has become shorter
			err = &os.PathError{Op: "read", Path: f.path, Err: io.ErrUnexpectedEOF}
		}
		return err
	}
	return nil
}

func (o *openFiles) take(f *syzygyFile) (*openFile, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return nil, os.ErrClosed
	}
	i := slices.IndexFunc(o.files, func(open *openFile) bool { return open.of == f })
	if i < 0 {
		file, err := os.Open(f.path)
		if err != nil {
			return nil, err
		}
		o.files = append(o.files, &openFile{of: f, file: file})
		i = len(o.files) - 1
	}
	open := o.files[i]
	open.users++
	copy(o.files[i:], o.files[i+1:])
	o.files[len(o.files)-1] = open
	o.closeOldest()
	return open, nil
}

func (o *openFiles) put(open *openFile) {
	o.mu.Lock()
	defer o.mu.Unlock()
	open.users--
	o.closeOldest()
}

// closeOldest closes files that are not being read, while there are too many.
func (o *openFiles) closeOldest() {
	most := maxOpenFiles
	if o.closed {
		most = 0
	}
	for i := 0; len(o.files) > most && i < len(o.files); {
		if open := o.files[i]; open.users == 0 {
			open.file.Close() // it was read only
			o.files = slices.Delete(o.files, i, i+1)
			continue
		}
		i++
	}
}

// closeFile closes a file that is not being read.
func (o *openFiles) closeFile(f *syzygyFile) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.files = slices.DeleteFunc(o.files, func(open *openFile) bool {
		if open.of != f {
			return false
		}
		open.file.Close()
		return true
	})
}

// close closes all files, those that are being read as soon as they have been.
func (o *openFiles) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	o.closeOldest()
}
