//go:build linux || darwin || dragonfly || freebsd || netbsd || openbsd

package suite_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/seed-0971039b/chess"
)

// pipe makes a named pipe, to open which takes until somebody writes into it.
func pipe(t *testing.T, dir, name string) {
	t.Helper()
	if err := syscall.Mkfifo(filepath.Join(dir, name), 0o666); err != nil {
		t.Skip(err)
	}
}

// A named pipe in the place of a file is an error, and nothing waits for it. In the place of an
// ending's file the table is made without it.
func TestPipes(t *testing.T) {
	dir := t.TempDir()
	pipe(t, dir, "KQvK.rtbw")
	pipe(t, dir, "KQvK.ending")
	s, err := chess.OpenSyzygy(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p := chess.MustParseFEN("8/8/8/8/8/1k6/8/K1Q5 w - - 0 1")
	if _, err := s.WDL(&p); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("the error %v", err)
	}
	tables := chess.EndingTables{Dir: dir}
	err = tables.Make(t.Context(), p.Ending())
	if _, ok := tables.Table(p.Ending()); !ok || err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("the error %v; a table: %v", err, ok)
	}
}
