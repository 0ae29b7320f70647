package outfile

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
)

func TestReplace(t *testing.T) {
	const before, after = "before", "a longer text that comes after"
	name := filepath.Join(t.TempDir(), "x.json")
	content := func() string {
		entries, err := os.ReadDir(filepath.Dir(name))
		if err != nil || len(entries) > 1 {
			t.Errorf("%d files, %v, want one", len(entries), err)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	write := func(text string, err error) func(w io.Writer) error {
		return func(w io.Writer) error {
			_, problem := io.WriteString(w, text)
			return cmp.Or(err, problem)
		}
	}
	if err := Replace(name, write(before, nil)); err != nil || content() != before {
		t.Fatalf("a new file: %v, %q", err, content())
	}
	for n := range len(after) + 1 { // the disk is full after n bytes
		if err := Replace(name, write(after[:n], syscall.ENOSPC)); err == nil || content() != before {
			t.Fatalf("disk full after %d bytes: error %v, content %q", n, err, content())
		}
	}
	if err := Replace(name, write(after, nil)); err != nil || content() != after {
		t.Errorf("replaced: %v, %q", err, content())
	}
	if err := os.Chmod(name, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(name, link); err != nil {
		t.Skip(err)
	}
	if err := Replace(link, write(before, nil)); err != nil || content() != before {
		t.Errorf("through a link: %v, %q", err, content())
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
		t.Errorf("the file's mode became %v, %v", info.Mode(), err)
	}
	if err := Replace(t.TempDir(), write(after, nil)); err == nil {
		t.Error("no error for a folder")
	}
	if err := Replace(filepath.Join(name, "none"), write(after, nil)); err == nil {
		t.Error("no error in a folder that does not exist")
	}
}

// TestReal checks where links lead, whether there is a file or not.
func TestReal(t *testing.T) {
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(folder, name) }
	if err := os.MkdirAll(at("a/b"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{
		"link": "a/b/x", "second": "link", "absolute": at("a/x"), "folder": "a/b", "a/b/up": "../x", "loop": "loop", "lost": "none/x",
	} {
		if err := os.Symlink(to, at(name)); err != nil {
			t.Skip(err)
		}
	}
	for range 2 { // without the files, and with them
		for name, want := range map[string]string{
			"x": "x", "link": "a/b/x", "second": "a/b/x", "absolute": "a/x", "folder/up": "a/x", "loop": "loop", "lost": "none/x", "none/x": "none/x",
		} {
			if got := Real(at(name)); got != at(want) {
				t.Errorf("%s leads to %s, want %s", name, got, at(want))
			}
		}
		for _, link := range []string{"second", "absolute"} {
			if err := Replace(at(link), func(io.Writer) error { return nil }); err != nil {
				t.Error(err)
			}
		}
	}
	if info, err := os.Lstat(at("second")); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v, %v", info.Mode(), err)
	}
}

// TestClean checks that only the files of Replace are removed.
func TestClean(t *testing.T) {
	folder := t.TempDir()
	stay := []string{".x.json-", ".x.json-1a", ".x.json.lock", ".y.json-1", "x.json", "x.json-1"}
	for _, file := range append([]string{".x.json-0", ".x.json-2947381923"}, stay...) {
		if err := os.WriteFile(filepath.Join(folder, file), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, ".x.json-7"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Clean(filepath.Join(folder, "x.json")); err != nil {
		t.Error(err)
	}
	left, err := filepath.Glob(filepath.Join(folder, "*"))
	for i := range left {
		left[i] = filepath.Base(left[i])
	}
	if stay = append(stay, ".x.json-7"); err != nil || !slices.Equal(slices.Sorted(slices.Values(stay)), left) {
		t.Errorf("%q are left, want %q, %v", left, stay, err)
	}
	if err := Clean(filepath.Join(folder, "none", "x")); err == nil {
		t.Error("no error for a folder that does not exist")
	}
}
