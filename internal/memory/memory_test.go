package memory

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"
)

func TestFit(t *testing.T) {
	size := int(min(int64(math.MaxInt), 1<<40))
	fit := Fit(size, 0)
	if fit == size {
		t.Skip("there is memory for the largest block, or no bound")
	}
	if fit < AlwaysFits || fit > size {
		t.Errorf("%d of %d bytes fit", fit, size)
	}
	for _, tt := range []struct{ size, old, want int }{
		{0, 0, 0},
		{AlwaysFits, 0, AlwaysFits},
		{size - 1, size - 1, size - 1}, // the old block makes room
		{size - 2, size - 1, size - 2},
	} {
		if got := Fit(tt.size, tt.old); got != tt.want {
			t.Errorf("Fit(%d, %d) is %d, want %d", tt.size, tt.old, got, tt.want)
		}
	}
}

func TestMapFile(t *testing.T) {
	want := []byte("mapped")
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, want, 0o666); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	data := MapFile(file, int64(len(want)))
	if data == nil {
		t.Skip("the system does not map files")
	}
	defer Unmap(data)
	if !bytes.Equal(data, want) {
		t.Errorf("%q, want %q", data, want)
	}
}
