package chess

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
)

// A summedWriter writes a file with checksums. Each is the CRC-32 (IEEE) of everything in
// the file so far except the earlier checksums, in four bytes. All numbers are
// little-endian. After an error it writes no more.
type summedWriter struct {
	w   io.Writer
	n   int64  // bytes written
	sum uint32 // of what is written, without the checksums
	err error
}

// write writes what the next checksum covers.
func (f *summedWriter) write(p []byte) {
	if f.err == nil {
		f.sum = crc32.Update(f.sum, crc32.IEEETable, p)
	}
	f.put(p)
}

// number writes a number of four bytes.
func (f *summedWriter) number(v uint32) { f.write(binary.LittleEndian.AppendUint32(nil, v)) }

// checksum writes the checksum.
func (f *summedWriter) checksum() { f.put(binary.LittleEndian.AppendUint32(nil, f.sum)) }

func (f *summedWriter) put(p []byte) {
	if f.err != nil {
		return
	}
	n, err := f.w.Write(p)
	if f.n += int64(n); err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	f.err = err
}

// A summedReader reads what a summedWriter writes.
type summedReader struct {
	r    *bufio.Reader
	file string // whose file it reads, for errors
	n    int64  // bytes read
	sum  uint32 // of what is read, without the checksums
}

// next fills p with what the next checksum covers.
func (f *summedReader) next(p []byte) error {
	err := f.take(p)
	if err == nil {
		f.sum = crc32.Update(f.sum, crc32.IEEETable, p)
	}
	return err
}

func (f *summedReader) take(p []byte) error {
	n, err := io.ReadFull(f.r, p)
	f.n += int64(n)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return f.fail(0, err)
	}
	return nil
}

// magic reads what a file begins with.
func (f *summedReader) magic(want string) error {
	p := make([]byte, len(want))
	if err := f.next(p); err != nil {
		return err
	}
	if string(p) != want {
		return f.fail(len(p), fmt.Errorf("%w: not the file of %s, or of another version", ErrSyntax, f.file))
	}
	return nil
}

// number reads a number of four bytes.
func (f *summedReader) number() (uint32, error) {
	var p [4]byte
	err := f.next(p[:])
	return binary.LittleEndian.Uint32(p[:]), err
}

// checksum reads the checksum, and returns an error if it is wrong.
func (f *summedReader) checksum() error {
	var p [4]byte
	if err := f.take(p[:]); err != nil {
		return err
	}
	if binary.LittleEndian.Uint32(p[:]) != f.sum {
		return f.fail(4, fmt.Errorf("%w: wrong checksum", ErrSyntax))
	}
	return nil
}

// end returns an error unless the file ends here.
func (f *summedReader) end() error {
	switch _, err := f.r.ReadByte(); err {
	case io.EOF:
		return nil
	case nil:
		return f.fail(0, fmt.Errorf("%w: data after the end", ErrSyntax))
	default:
		return f.fail(0, err)
	}
}

// fail returns err with the offset in the file where it occurred: back bytes before
// the next byte.
func (f *summedReader) fail(back int, err error) error { return f.failAt(f.n-int64(back), err) }

func (f *summedReader) failAt(offset int64, err error) error {
	return fmt.Errorf("chess: the file of %s, byte %d: %w", f.file, offset, err)
}
