package chesstest

import (
	"io"
	"runtime"
	"runtime/debug"
)

// A Flood is a reader of a text that is repeated up to a number of bytes.
type Flood struct {
	Text   string
	Left   int    // how many bytes are left
	OnRead func() // called at the beginning of each Read

	pos int // in Text
}

func (f *Flood) Read(buf []byte) (int, error) {
	if f.Left <= 0 {
		return 0, io.EOF
	}
	f.OnRead()
	n := 0
	for n < len(buf) && n < f.Left {
		k := copy(buf[n:min(len(buf), f.Left)], f.Text[f.pos:])
		n += k
		f.pos = (f.pos + k) % len(f.Text)
	}
	f.Left -= n
	return n, nil
}

// Heap returns the most memory that work has in use, in bytes, beyond what was in use
// before. It is measured when work reads from in.
func Heap(work func(in *Flood)) uint64 {
	// The more other tests have left in memory, the less often it is collected.
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before, most, reads := m.HeapAlloc, uint64(0), 0
	work(&Flood{OnRead: func() {
		if reads++; reads%64 == 1 { // ReadMemStats stops the world
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
		}
	}})
	return most - min(before, most)
}
