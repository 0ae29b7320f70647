package outfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWrite checks that no file is written if one of them is foreign, or held by another run.
func TestWrite(t *testing.T) {
	folder := t.TempDir()
	a, b := filepath.Join(folder, "a"), filepath.Join(folder, "b")
	file := func(name string) File {
		return File{name, "list", Begins("list"), func(w io.Writer) error { _, err := io.WriteString(w, "list of "+name); return err }}
	}
	for range 2 {
		if err := Write(file(a), file(b)); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(b); string(text) != "list of "+b {
		t.Errorf("%q, %v", text, err)
	}
	os.Remove(a)
	if err := Check(file(a), file(b)); err != nil {
		t.Errorf("nothing is wrong: %v", err)
	}
	held, err := Hold(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []func(...File) error{Check, Write} {
		if err := f(file(a), file(b)); !errors.Is(err, errBusy) {
			t.Errorf("held: %v", err)
		}
	}
	held.Release()
	if err := os.WriteFile(b, []byte("my notes"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, f := range []func(...File) error{Check, Write} {
		if err := f(file(a), file(b)); err == nil || !strings.Contains(err.Error(), "b is no list") {
			t.Errorf("foreign: %v", err)
		}
	}
	if entries, err := os.ReadDir(folder); len(entries) != 1 || err != nil {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestGrow checks that a file grows from whatever a run leaves that is killed after or in
// its second part, and that other text stays as it is.
func TestGrow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	for text, want := range map[string]error{"one,": nil, "one,tw": nil, "one,two,": nil, "one,2": io.EOF, "one,two,three": io.EOF} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		g, err := Grow(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Grow(path, nil); !errors.Is(err, errBusy) {
			t.Errorf("%q twice: %v", text, err)
		}
		g.Done = int64(len("one,"))
		_, err = g.Write([]byte("two,"))
		if err == nil {
			err = g.Finish()
		}
		if (err == nil) != (want == nil) || err != nil && !strings.Contains(err.Error(), "x was not written by this command: ") {
			t.Errorf("%q: %v", text, err)
		}
		if err := g.End(nil); err != nil {
			t.Error(err)
		}
		if want == nil {
			text = "one,two,"
		}
		if got, _ := os.ReadFile(path); string(got) != text {
			t.Errorf("%q is left, want %q", got, text)
		}
	}
	var out strings.Builder
	g, err := Grow("-", &out)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(g, "one")
	if g.Before != nil || g.End(nil) != nil || out.String() != "one" {
		t.Errorf("printed %q", &out)
	}
	if g, err := Grow(os.DevNull, nil); err != nil || g.Before != nil || g.End(nil) != nil {
		t.Errorf("a device: %v", err)
	}
}
