package chess

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
)

// The file of a table begins with tableMagic, which ends with the version. Then
// come blocks: how many entries there are, in four bytes, those entries, and in
// four bytes the CRC-32 (IEEE) of all that the file holds so far, other such
// sums apart. A block without entries is the last. All numbers have their lowest
// byte first. An entry is, in bytes,
//
//	32  the board, a nibble a square, the Piece on it, from a1 up
//	 4  the rest of the Key (22 bits), and the bound (2)
//	 1  the depth
//	 2  the score
//	 2  the static evaluation
//	 2  the move: 4 bits for its kind, 6 for each square
const (
	tableMagic = "chesstt\x01"
	entryBytes = 43
	maxBlock   = 1024 * entryBytes
)

// WriteTo writes the entries of the table in a form that ReadFrom reads, the
// same on every machine. It leaves out what no file may hold: the zero Key, and
// a move that is not legal. The table may be in use meanwhile: each entry is
// written whole. WriteTo implements io.WriterTo.
func (t *Table) WriteTo(w io.Writer) (int64, error) {
	f := tableWriter{w: w}
	f.write([]byte(tableMagic), true)
	block := make([]byte, 0, maxBlock)
	for i := range t.buckets {
		for j := range t.buckets[i].slots {
			key, e := t.buckets[i].snapshot(j)
			if e.Bound == NoBound || checkEntry(&key, &e) != nil {
				continue
			}
			if block = appendEntry(block, &key, &e); len(block) == maxBlock {
				f.block(block)
				block = block[:0]
			}
		}
		if f.err != nil {
			return f.n, f.err
		}
	}
	if len(block) > 0 {
		f.block(block)
	}
	f.block(nil)
	return f.n, f.err
}

// A tableWriter writes until an error, counts and sums up.
type tableWriter struct {
	w   io.Writer
	n   int64
	sum uint32
	err error
}

func (f *tableWriter) block(entries []byte) {
	f.write(binary.LittleEndian.AppendUint32(nil, uint32(len(entries)/entryBytes)), true)
	f.write(entries, true)
	f.write(binary.LittleEndian.AppendUint32(nil, f.sum), false)
}

func (f *tableWriter) write(p []byte, summed bool) {
	if f.err != nil {
		return
	}
	if summed {
		f.sum = crc32.Update(f.sum, crc32.IEEETable, p)
	}
	n, err := f.w.Write(p)
	if f.n += int64(n); err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	f.err = err
}

// ReadFrom stores what WriteTo has written, as Store would. A table of the same
// size that was empty gives the same answers then as the one that was written;
// in a smaller one, entries of less depth have given way. What r holds takes no
// more memory than the table has, and a little.
//
// It is an error if anything is not as WriteTo writes it, or if anything comes
// after it. Each entry that is stored belongs to a position that ParseFEN would
// accept, and its move is the null move or legal there; whether the scores are
// true nobody can know. What comes before an error, to a thousand entries, is
// stored. ReadFrom implements io.ReaderFrom.
func (t *Table) ReadFrom(r io.Reader) (int64, error) {
	f := tableReader{r: bufio.NewReader(r)}
	err := f.read(t)
	return f.n, err
}

// A tableReader reads, counts and sums up.
type tableReader struct {
	r   *bufio.Reader
	n   int64
	sum uint32
}

func (f *tableReader) read(t *Table) error {
	buf := make([]byte, maxBlock)
	if err := f.next(buf[:len(tableMagic)], true); err != nil {
		return err
	}
	if string(buf[:len(tableMagic)]) != tableMagic {
		return f.fail(len(tableMagic), fmt.Errorf("%w: no table, or one of another version", ErrSyntax))
	}
	for {
		n, err := f.number(true)
		if err != nil {
			return err
		}
		if n > maxBlock/entryBytes {
			return f.fail(4, fmt.Errorf("%w: a block of %d entries, more than %d", ErrSyntax, n, maxBlock/entryBytes))
		}
		entries := buf[:n*entryBytes]
		if err := f.next(entries, true); err != nil {
			return err
		}
		if sum, err := f.number(false); err != nil {
			return err
		} else if sum != f.sum {
			return f.fail(4, fmt.Errorf("%w: the checksum does not fit", ErrSyntax))
		}
		if n == 0 {
			return f.end()
		}
		for ; len(entries) > 0; entries = entries[entryBytes:] {
			key, e := decodeEntry(entries)
			if err := checkEntry(&key, &e); err != nil {
				return f.fail(len(entries)+4, err)
			}
			t.store(&key, key.hash(), e)
		}
	}
}

// end sees to it that nothing follows.
func (f *tableReader) end() error {
	switch _, err := f.r.ReadByte(); err {
	case io.EOF:
		return nil
	case nil:
		return f.fail(0, fmt.Errorf("%w: something follows the end", ErrSyntax))
	default:
		return f.fail(0, err)
	}
}

// next fills p.
func (f *tableReader) next(p []byte, summed bool) error {
	n, err := io.ReadFull(f.r, p)
	f.n += int64(n)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return f.fail(0, err)
	}
	if summed {
		f.sum = crc32.Update(f.sum, crc32.IEEETable, p)
	}
	return nil
}

func (f *tableReader) number(summed bool) (uint32, error) {
	var p [4]byte
	err := f.next(p[:], summed)
	return binary.LittleEndian.Uint32(p[:]), err
}

// fail returns err with where it occurred: so many bytes before what is read next.
func (f *tableReader) fail(back int, err error) error {
	return fmt.Errorf("chess: table file, byte %d: %w", f.n-int64(back), err)
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

// decodeEntry undoes appendEntry. What it returns may be nonsense.
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

// checkEntry returns what is wrong with an entry for a file, or nil.
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
	if e.Move != 0 && !p.Legal(e.Move) {
		return fmt.Errorf("%w: %v in %s", ErrIllegal, e.Move, key.EPD())
	}
	return nil
}

// position returns a position that has the key, if there is one.
func (k *Key) position() (Position, error) {
	q := Position{cells: k.cells, state: k.state}
	s := NewSetup()
	for sq := range s.Board {
		s.Board[sq] = Piece(k.cells[sq>>4] >> (sq & 15 * 4) & 15)
	}
	s.Turn, s.EnPassant, s.ThreeCheck = q.Turn(), q.EnPassant(), q.IsThreeCheck()
	for c := range Color(2) {
		s.Castling[c] = [2]Square{q.CastlingRook(c, HSide), q.CastlingRook(c, ASide)}
		s.Checks[c] = q.RemainingChecks(c)
	}
	p, err := s.Position()
	if err == nil && p.Key() != *k {
		err = ImpossibleEnPassant // as a key has it only where it can be captured
	}
	return p, err
}
