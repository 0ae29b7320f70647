package outfile

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestMain makes the test binary a program that holds the lock of a file until it is
// killed if LOCK_TEST_FILE is set.
func TestMain(m *testing.M) {
	if path := os.Getenv("LOCK_TEST_FILE"); path != "" {
		l, err := Hold(path)
		fmt.Println(err)
		time.Sleep(time.Minute)
		l.Release()
	}
	os.Exit(m.Run())
}

// take takes a lock that must be free, or skips the test on a system without locks.
func take(t *testing.T, path string) *Lock {
	t.Helper()
	l, err := Hold(path)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".*.lock"))
	if err != nil || len(files) == 0 {
		t.Skip("there are no locks here")
	}
	return l
}

func wantBusy(t *testing.T, path string) {
	t.Helper()
	if _, err := Hold(path); !errors.Is(err, errBusy) || !strings.Contains(err.Error(), filepath.Base(path)+" is being written by another run") {
		t.Errorf("taken a second time: %v", err)
	}
}

func TestHold(t *testing.T) {
	folder := t.TempDir()
	path, link := filepath.Join(folder, "x.pgn"), filepath.Join(folder, "link")
	for range 2 {
		l := take(t, path)
		wantBusy(t, path)
		if other, err := Hold(filepath.Join(folder, "y.pgn")); err != nil || other.Release() != nil {
			t.Errorf("another file: %v", err)
		}
		// A link has the lock of the file that it leads to, before there is one too. The lock stays
		// when the file is replaced.
		for range 2 {
			if err := os.Symlink("x.pgn", link); err == nil {
				if _, err := Hold(link); !errors.Is(err, errBusy) {
					t.Errorf("through a link: %v", err)
				}
				os.Remove(link)
			}
			if err := os.WriteFile(path+"2", nil, 0o666); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(path+"2", path); err != nil {
				t.Fatal(err)
			}
			wantBusy(t, path)
		}
		if err := l.Release(); err != nil {
			t.Error(err)
		}
		if left, err := filepath.Glob(filepath.Join(folder, ".*")); err != nil || len(left) > 0 {
			t.Errorf("%q left, %v", left, err)
		}
	}
	for _, path := range []string{os.DevNull, folder} {
		for range 2 {
			if _, err := Hold(path); err != nil {
				t.Errorf("not a regular file: %v", err)
			}
		}
	}
	if _, err := Hold(filepath.Join(folder, "none", "x")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("in no folder: %v", err)
	}
}

// TestKilled checks that a lock ends with the process that has it.
func TestKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.pgn")
	take(t, path).Release()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "LOCK_TEST_FILE="+path)
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "<nil>\n" {
		t.Errorf("the other process: %q, %v", line, err)
	}
	wantBusy(t, path)
	c.Process.Kill()
	c.Wait()
	take(t, path).Release()
}

// TestRace checks that at most one of many has the lock, though each removes its
// file.
func TestRace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.pgn")
	take(t, path).Release()
	var holders, taken atomic.Int32
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 500 {
				l, err := Hold(path)
				if errors.Is(err, errBusy) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				taken.Add(1)
				if n := holders.Add(1); n != 1 {
					t.Errorf("%d have the lock", n)
				}
				holders.Add(-1)
				if err := l.Release(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	if taken.Load() == 0 {
		t.Error("nobody got the lock")
	}
}
