package outfile

import (
	"os"
	"path/filepath"
	"testing"
)

// TestCut checks that what follows the parts of an earlier run is removed, and replaced by the next.
func TestCut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, []byte("one\ntw"), 0o666); err != nil {
		t.Fatal(err)
	}
	g, err := Grow(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	g.Done = 4
	for _, want := range []int64{2, 0} {
		if removed, err := g.Cut(); removed != want || err != nil {
			t.Errorf("%d bytes removed, want %d, %v", removed, want, err)
		}
	}
	if text, err := os.ReadFile(path); string(text) != "one\n" || err != nil {
		t.Errorf("after the cut the file has %q, %v", text, err)
	}
	if _, err := g.Write([]byte("other\n")); err != nil {
		t.Error(err)
	}
	if err := g.End(g.Finish()); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(path); string(text) != "one\nother\n" || err != nil {
		t.Errorf("the file has %q, %v", text, err)
	}
}

// TestGrowDash checks that "-" is a file for a program that does not write to stdout.
func TestGrowDash(t *testing.T) {
	t.Chdir(t.TempDir())
	g, err := Grow("-", nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.Write([]byte("x"))
	if err = g.End(err); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile("-"); string(text) != "x" || err != nil {
		t.Errorf("the file has %q, %v", text, err)
	}
}
