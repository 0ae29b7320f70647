package chess

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// A pgnText is the text of a file of games without what depends on the system that
// wrote it: UTF-16 that begins with a byte order mark becomes UTF-8, the mark of UTF-8
// is left out, and CR becomes LF where it ends the lines by itself.
type pgnText struct {
	src   io.Reader
	ahead *bufio.Reader // of src, once the encoding is known
	ends  lineEnds
	after bool  // with endCR, the last byte was a CR
	err   error // of looking ahead, to be returned once all before it is read
}

// lineEnds is what ends the lines of a file.
type lineEnds uint8

const (
	unknownEnds lineEnds = iota // no line has ended yet
	endLF                       // also after CR
	endCR
)

// Read implements io.Reader. It does not read further ahead than to see what the
// first bytes and the first end of a line mean.
func (t *pgnText) Read(buf []byte) (int, error) {
	if t.ahead == nil {
		t.ahead = bufio.NewReaderSize(t.src, 16)
		mark, err := t.ahead.Peek(1)
		if len(mark) > 0 && mark[0] >= 0xEF {
			mark, err = t.ahead.Peek(3)
		}
		t.err = err
		switch {
		case bytes.HasPrefix(mark, []byte("\xEF\xBB\xBF")):
			t.ahead.Discard(3)
		case bytes.HasPrefix(mark, []byte("\xFF\xFE")):
			t.decode(binary.LittleEndian)
		case bytes.HasPrefix(mark, []byte("\xFE\xFF")):
			t.decode(binary.BigEndian)
		}
	}
	if t.err != nil && t.ahead.Buffered() == 0 {
		return 0, t.err
	}
	n, err := t.ahead.Read(buf)
	if t.ends == unknownEnds {
		t.findEnds(buf[:n], err)
	}
	if t.ends == endCR {
		for i, c := range buf[:n] {
			if c == '\r' {
				buf[i] = '\n'
			} else if c == '\n' && t.after {
				buf[i] = ' '
			}
			t.after = c == '\r'
		}
	}
	return n, err
}

// decode makes t read UTF-16 after its mark.
func (t *pgnText) decode(order binary.ByteOrder) {
	t.ahead.Discard(2)
	t.ahead = bufio.NewReaderSize(&utf16Text{src: bufio.NewReader(t.ahead), order: order}, 16)
}

// findEnds finds the first end of a line in a text that was read with an error or nil.
func (t *pgnText) findEnds(text []byte, err error) {
	i := bytes.IndexAny(text, "\r\n")
	if i < 0 {
		return
	}
	t.ends = endLF
	if text[i] == '\n' {
		return
	}
	next := text[i+1:]
	if len(next) == 0 && err == nil {
		next, t.err = t.ahead.Peek(1)
	}
	if len(next) == 0 || next[0] != '\n' {
		t.ends = endCR
	}
}

// A utf16Text reads UTF-16 and returns UTF-8.
type utf16Text struct {
	src   *bufio.Reader
	order binary.ByteOrder
	text  []byte // that has not been returned
}

// Read implements io.Reader. A half of a pair that stands alone becomes U+FFFD.
func (t *utf16Text) Read(buf []byte) (int, error) {
	for len(t.text) == 0 {
		unit, err := t.src.Peek(2)
		if err != nil {
			t.src.Discard(len(unit))
			return 0, err
		}
		for n := min(t.src.Buffered()&^1, 1024); n > 0; {
			unit, _ = t.src.Peek(2)
			r := rune(t.order.Uint16(unit))
			k := 2
			if utf16.IsSurrogate(r) {
				r2 := rune(utf8.RuneError)
				if pair, err := t.src.Peek(4); err == nil {
					r2 = rune(t.order.Uint16(pair[2:]))
				}
				if r = utf16.DecodeRune(r, r2); r != utf8.RuneError {
					k = 4
				}
			}
			t.src.Discard(k)
			n -= k
			t.text = utf8.AppendRune(t.text, r)
		}
	}
	n := copy(buf, t.text)
	t.text = append(t.text[:0], t.text[n:]...)
	return n, nil
}
