package played

import (
	"bufio"
	"bytes"
	"container/heap"
	"encoding/binary"
	"errors"
	"io"
)

// A RowWriter takes rows in the order of their keys.
type RowWriter interface {
	Set(key, value []byte) error
	Merge(key, value []byte) error // of a record, which is added to the others of its position
}

// AppendRow appends a row: the length of the key, the key, the length of the value, and the
// value.
func AppendRow(dst, key, value []byte) []byte {
	dst = append(binary.AppendUvarint(dst, uint64(len(key))), key...)
	return append(binary.AppendUvarint(dst, uint64(len(value))), value...)
}

// maxRow is more bytes than the key or the value of a row has: a counter of all moves and
// some games, or the tags of a game.
const maxRow = 1 << 26

// A RowReader reads rows that AppendRow has written.
type RowReader struct {
	Key, Value []byte // of the row that Next has read, valid until it is called again

	r *bufio.Reader
}

// NewRowReader returns a reader of rows.
func NewRowReader(r io.Reader) *RowReader { return &RowReader{r: bufio.NewReader(r)} }

// Next reads a row. At the end it returns io.EOF.
func (r *RowReader) Next() (err error) {
	if _, err = r.r.Peek(1); err != nil {
		return err
	}
	if r.Key, err = r.read(r.Key); err == nil {
		r.Value, err = r.read(r.Value)
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err == nil && len(r.Key) == 0 {
		err = ErrBroken
	}
	return err
}

// read reads bytes with their length before them into a buffer.
func (r *RowReader) read(buf []byte) ([]byte, error) {
	n, err := binary.ReadUvarint(r.r)
	if err != nil {
		return nil, err
	}
	if n > maxRow {
		return nil, ErrBroken
	}
	if uint64(cap(buf)) < n {
		buf = make([]byte, n)
	}
	buf = buf[:n]
	_, err = io.ReadFull(r.r, buf)
	return buf, err
}

// WriteTo writes the row to w.
func (r *RowReader) WriteTo(w RowWriter) error {
	if r.Key[0] == TablePositions {
		return w.Merge(r.Key, r.Value)
	}
	return w.Set(r.Key, r.Value)
}

// MergeRows reads sorted rows from several readers and writes all of them, sorted. The
// records of a position become one.
func MergeRows(readers []*RowReader, w RowWriter) error {
	var h rowHeap
	add := func(r *RowReader) error {
		err := r.Next()
		if err == nil {
			heap.Push(&h, r)
		}
		if err == io.EOF {
			return nil
		}
		return err
	}
	for _, r := range readers {
		if err := add(r); err != nil {
			return err
		}
	}
	for len(h) > 0 {
		r := heap.Pop(&h).(*RowReader)
		if r.Key[0] == TablePositions {
			if err := h.gather(r, add); err != nil {
				return err
			}
		}
		if err := r.WriteTo(w); err != nil {
			return err
		}
		if err := add(r); err != nil {
			return err
		}
	}
	return nil
}

// A rowHeap has the reader of the first row on top.
type rowHeap []*RowReader

// gather adds to the record that r has read those of the same position.
func (h *rowHeap) gather(r *RowReader, next func(*RowReader) error) error {
	if len(*h) == 0 || !bytes.Equal((*h)[0].Key, r.Key) {
		return nil
	}
	sum := NewSum(r.Value)
	for len(*h) > 0 && bytes.Equal((*h)[0].Key, r.Key) {
		same := heap.Pop(h).(*RowReader)
		if err := sum.MergeNewer(same.Value); err != nil {
			return err
		}
		if err := next(same); err != nil {
			return err
		}
	}
	var err error
	r.Value, _, err = sum.Finish(true) // never closed, since r keeps the value
	return err
}

// Len implements heap.Interface.
func (h rowHeap) Len() int { return len(h) }

// Less implements heap.Interface.
func (h rowHeap) Less(i, j int) bool { return bytes.Compare(h[i].Key, h[j].Key) < 0 }

// Swap implements heap.Interface.
func (h rowHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

// Push implements heap.Interface.
func (h *rowHeap) Push(x any) { *h = append(*h, x.(*RowReader)) }

// Pop implements heap.Interface.
func (h *rowHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
