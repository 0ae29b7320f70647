package chess

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"runtime"
)

// The file of a table begins with tableMagic, which ends with the version. Then
// follow blocks: the number of entries in four bytes, the entries, and the checksum
// (see summedWriter). The last block has no entries. All numbers are little-endian. An
// entry is, in bytes,
//
//	32  the board: the Piece on each square, four bits each, from a1 up
//	 4  the rest of the Key (22 bits), and the bound (2)
//	 1  the depth
//	 2  the score
//	 2  the static evaluation
//	 2  the move: 4 bits for its promotion, 6 for each square
const (
	tableMagic = "chesstt\x03"
	entryBytes = 43
	maxBlock   = 1024 * entryBytes
)

// WriteTo writes the entries for ReadFrom, in a format that is the same on every machine. It
// leaves out entries that ReadFrom would refuse. Other goroutines may use the table meanwhile. It is an
// error if games under a Rule filled the table.
func (t *Table) WriteTo(w io.Writer) (int64, error) {
	if err := t.underRule(); err != nil {
		return 0, err
	}
	f := &summedWriter{w: w}
	f.write([]byte(tableMagic))
	block := make([]byte, 0, maxBlock)
	for i := range t.buckets {
		for j := range t.buckets[i].slots {
			key, e := t.snapshot(i, j)
			if e.Bound == NoBound || key.hasClock() || checkEntry(&key, &e) != nil {
				continue
			}
			if block = appendEntry(block, &key, &e); len(block) == maxBlock {
				writeBlock(f, block)
				block = block[:0]
			}
		}
		if f.err != nil {
			return f.n, f.err
		}
	}
	if len(block) > 0 {
		writeBlock(f, block)
	}
	writeBlock(f, nil)
	return f.n, f.err
}

// writeBlock writes a block with its checksum.
func writeBlock(f *summedWriter, entries []byte) {
	f.number(uint32(len(entries) / entryBytes))
	f.write(entries)
	f.checksum()
}

// ReadFrom stores the entries that WriteTo has written, as Store does. It is an error if the
// file is not as WriteTo writes it, or if anything follows it; the blocks before the error, of
// up to a thousand entries, are stored. Moves are checked to be legal, scores cannot be. It is an error
// if games under a Rule filled the table.
func (t *Table) ReadFrom(r io.Reader) (int64, error) {
	if err := t.underRule(); err != nil {
		return 0, err
	}
	f := &summedReader{r: bufio.NewReader(r), file: "a table"}
	err := t.read(f)
	return f.n, err
}

// underRule returns the error for a file of a table that was filled under a Rule, or nil.
func (t *Table) underRule() error {
	if l := t.law.Load(); l != nil {
		return fmt.Errorf("chess: the table was filled under %q, and cannot be saved or loaded", l.name)
	}
	return nil
}

func (t *Table) read(f *summedReader) error {
	if err := f.magic(tableMagic); err != nil {
		return err
	}
	buf := make([]byte, maxBlock)
	for {
		n, err := f.number()
		if err != nil {
			return err
		}
		if n > maxBlock/entryBytes {
			return f.fail(4, fmt.Errorf("%w: a block of %d entries, more than %d", ErrSyntax, n, maxBlock/entryBytes))
		}
		if err := t.underRule(); err != nil {
			return err
		}
		entries := buf[:n*entryBytes]
		if err := f.next(entries); err != nil {
			return err
		}
		if err := f.checksum(); err != nil {
			return err
		}
		if n == 0 {
			return f.end()
		}
		for ; len(entries) > 0; entries = entries[entryBytes:] {
			key, e := decodeEntry(entries)
			if err := checkEntry(&key, &e); err != nil {
				return f.fail(len(entries)+4, err)
			}
			t.Store(&key, e)
		}
	}
}

func appendEntry(dst []byte, key *Key, e *Entry) []byte {
	for _, cells := range key.cells {
		dst = binary.LittleEndian.AppendUint64(dst, cells)
	}
	dst = binary.LittleEndian.AppendUint32(dst, key.state|uint32(e.Bound)<<stateBits)
	dst = append(dst, uint8(e.Depth))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(e.Score))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(e.Eval))
	return binary.LittleEndian.AppendUint16(dst, e.Move.pack())
}

// decodeEntry is the inverse of appendEntry. It checks nothing: see checkEntry.
func decodeEntry(p []byte) (key Key, e Entry) {
	for i := range key.cells {
		key.cells[i] = binary.LittleEndian.Uint64(p[8*i:])
	}
	state := binary.LittleEndian.Uint32(p[32:])
	key.state = state & (1<<stateBits - 1)
	return key, Entry{
		Bound: Bound(min(state>>stateBits, math.MaxUint8)),
		Depth: int(p[36]),
		Score: Score(int16(binary.LittleEndian.Uint16(p[37:]))),
		Eval:  Score(int16(binary.LittleEndian.Uint16(p[39:]))),
		Move:  unpackMove(binary.LittleEndian.Uint16(p[41:])),
	}
}

// checkEntry returns an error if a file must not hold the entry.
func checkEntry(key *Key, e *Entry) error {
	if e.Bound == NoBound || e.Bound > Exact {
		return fmt.Errorf("%w: an entry with bound %d", ErrSyntax, e.Bound)
	}
	if *e != e.clamp() {
		return fmt.Errorf("%w: an entry with score %d and evaluation %d", ErrSyntax, int(e.Score), int(e.Eval))
	}
	p, err := key.position()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrIllegal, err)
	}
	if e.Move != 0 && !p.legal(e.Move) {
		return fmt.Errorf("%w: %v in %s", ErrIllegal, e.Move, key.EPD())
	}
	return nil
}

// snapshot returns the key and the entry of slot j of bucket i. The entry has no bound
// if none begins there. Unlike the other methods it waits for the lock.
func (t *Table) snapshot(i, j int) (key Key, e Entry) {
	b := &t.buckets[i]
	head := b.head.Load()
	for ; !b.lock(head); head = b.head.Load() {
		runtime.Gosched()
	}
	defer b.unlock(head)
	switch e = b.slots[j].entry(); {
	case e.Bound == NoBound:
	case head&wideFlag(j) == 0:
		key = packedKeyAt(b.words[j], head>>(laneBits*j)&tagMask, i, len(t.buckets)).unpack()
	case j&1 == 0:
		key = b.wideKey(j)
	default:
		e = Entry{}
	}
	return key, e
}
