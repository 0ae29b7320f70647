package examples

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// TestContinued checks that a run that is killed and interrupted again and again loses nothing
// and does nothing twice.
func TestContinued(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no signals")
	}
	signals := []os.Signal{syscall.SIGKILL, os.Interrupt, syscall.SIGKILL, syscall.SIGTERM, syscall.SIGKILL}
	if chesstest.Sampled(t) {
		signals = signals[:2]
	}
	forOutputs(t, ofEach(t, false), func(t *testing.T, o *output, path string) {
		out := newFile(t)
		for _, signal := range signals {
			r := o.start(t, path, out)
			r.waitForChanges(o.watched(out), 2)
			r.c.Process.Signal(signal)
			want := 3
			if signal == syscall.SIGKILL {
				want = -1
			}
			if r.wait(); r.status == 0 {
				t.Logf("%v came too late", signal)
			} else if r.status != want {
				t.Errorf("%v: status %d, want %d, %s", signal, r.status, want, r.stderr)
			} else if want == 3 && !strings.HasSuffix(r.stderr, ": interrupted; run the same command to continue\n") {
				t.Errorf("%v: standard error has %q", signal, r.stderr)
			}
		}
		if r := o.start(t, path, out).wait(); r.status != 0 {
			t.Fatalf("status %d, %s", r.status, r.stderr)
		}
		if diff := cmp.Diff(o.finished(t, path), o.read(t, out)); diff != "" {
			t.Errorf("(-whole +continued):\n%s", diff)
		}
		noneLeft(t, o.path(out))
	})
}

// TestCompressed checks that compressed files of games and openings give the same as plain ones.
func TestCompressed(t *testing.T) {
	reads := slices.DeleteFunc(append(ofEach(t, true), ofEach(t, false)...), func(o *output) bool {
		return o.program.folder() != "chess" || !slices.ContainsFunc(inputs, func(word string) bool { return strings.Contains(o.args, word) })
	})
	forOutputs(t, reads, func(t *testing.T, o *output, path string) {
		for name, compress := range map[string]func([]byte) []byte{"gz": gzipped, "zst": zstandard} {
			out := newFile(t)
			c := o.prepare(t, path, out)
			for i, arg := range c.Args {
				if filepath.Base(filepath.Dir(arg)) != "testdata" {
					continue
				}
				text, err := os.ReadFile(arg)
				if err != nil {
					t.Fatal(err)
				}
				c.Args[i] = filepath.Join(t.TempDir(), filepath.Base(arg)+"."+name)
				if err := os.WriteFile(c.Args[i], compress(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if r := start(t, c).wait(); r.status != 0 {
				t.Errorf("%s: status %d, %s", name, r.status, r.stderr)
			} else if diff := cmp.Diff(o.finished(t, path), o.read(t, out)); diff != "" {
				t.Errorf("%s (-plain +compressed):\n%s", name, diff)
			}
		}
	})
}

// gzipped returns a file of gzip.
func gzipped(text []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(text)
	w.Close()
	return b.Bytes()
}

// zstandard returns a file of Zstandard, of one segment and blocks that are as they were (RFC 8878, 3.1.1).
func zstandard(text []byte) []byte {
	const magic, sizeOf4BytesOneSegment = "\x28\xb5\x2f\xfd", 0b10_1_00000
	file := binary.LittleEndian.AppendUint32(append([]byte(magic), sizeOf4BytesOneSegment), uint32(len(text)))
	rest := len(text)
	for block := range slices.Chunk(text, 1<<16) {
		header := uint32(len(block)) << 3
		if rest -= len(block); rest == 0 {
			header |= 1 // the last
		}
		file = append(binary.LittleEndian.AppendUint32(file, header)[:len(file)+3], block...)
	}
	return file
}

// TestKilled checks that a run that writes its file at the end, and is killed at any
// moment, leaves the file before or the file after, whole.
func TestKilled(t *testing.T) {
	forOutputs(t, ofEach(t, true), func(t *testing.T, o *output, path string) {
		out := newFile(t)
		r := o.start(t, path, out).wait()
		if r.status != 0 {
			t.Fatalf("status %d, %s", r.status, r.stderr)
		}
		want, duration := o.read(t, out), r.ended.Sub(r.began)
		rng := chesstest.Rand(t)
		for range chesstest.Sample(t, 10) {
			r := o.start(t, path, out)
			select {
			case <-r.done:
			case <-time.After(time.Duration(rng.Int64N(int64(duration)))):
				r.c.Process.Kill()
				r.wait()
			}
			if diff := cmp.Diff(want, o.read(t, out)); diff != "" {
				t.Errorf("(-whole +killed):\n%s", diff)
			}
		}
		if r := o.start(t, path, out).wait(); r.status != 0 {
			t.Errorf("in the end: status %d, %s", r.status, r.stderr)
		}
		noneLeft(t, o.path(out))
	})
}

// TestTwoAtOnce checks that the second of two runs on one file fails at once, and
// that the file is that of the first.
func TestTwoAtOnce(t *testing.T) {
	forOutputs(t, someOutputs(t), func(t *testing.T, o *output, path string) {
		out := newFile(t)
		if o.quick {
			l, err := outfile.Hold(o.path(out))
			if err != nil {
				t.Fatal(err)
			}
			if r := o.start(t, path, out).wait(); r.status != 1 || !strings.HasSuffix(r.stderr, busy) || r.stdout != "" {
				t.Errorf("status %d, %q, %q", r.status, r.stdout, r.stderr)
			}
			if _, err := os.Stat(o.path(out)); err == nil {
				t.Error("the file was written")
			}
			if err := l.Release(); err != nil {
				t.Error(err)
			}
			return
		}
		first := o.start(t, path, out)
		first.waitForChanges(o.watched(out), 1)
		second := o.start(t, path, out).wait()
		first.wait()
		if first.status != 0 {
			t.Errorf("the first: status %d, %s", first.status, first.stderr)
		}
		switch {
		case second.status == 0 && second.began.Add(time.Second).After(first.ended):
			t.Log("the first was over too soon")
		case second.status != 1 || !strings.HasSuffix(second.stderr, busy) || second.stdout != "":
			t.Errorf("the second: status %d, %q, %q", second.status, second.stdout, second.stderr)
		}
		if diff := cmp.Diff(o.finished(t, path), o.read(t, out)); diff != "" {
			t.Errorf("(-one +two):\n%s", diff)
		}
		noneLeft(t, o.path(out))
	})
}

const busy = " is being written by another run\n"

// TestFullDisk checks that a run that cannot write fails at once, and leaves nothing
// that it cannot continue from.
func TestFullDisk(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no shell to limit the size of files")
	}
	forOutputs(t, someOutputs(t), func(t *testing.T, o *output, path string) {
		out := newFile(t)
		r := o.prepare(t, path, out)
		// Without the signal that the system sends, a write beyond the limit fails.
		script := `trap "" XFSZ; ulimit -f ` + string(rune('0'+o.blocks/10)) + string(rune('0'+o.blocks%10)) + `; exec "$0" "$@"`
		r.Path, r.Args = shell, append([]string{shell, "-c", script}, r.Args...)
		limited := start(t, r).wait()
		if limited.status != 1 || !strings.Contains(limited.stderr, "file too large") {
			t.Errorf("status %d, %s", limited.status, limited.stderr)
		}
		if _, err := os.Stat(o.path(out)); err == nil && o.blocks > 0 {
			o.read(t, out)
		}
		noneLeft(t, o.path(out))
		if r := o.start(t, path, out).wait(); r.status != 0 {
			t.Errorf("with room again: status %d, %s", r.status, r.stderr)
		}
		if diff := cmp.Diff(o.finished(t, path), o.read(t, out)); diff != "" {
			t.Errorf("(-with room +after a full disk):\n%s", diff)
		}
	})
}

// TestForeign checks that a file that is not the program's own stays as it is.
func TestForeign(t *testing.T) {
	forOutputs(t, someOutputs(t), func(t *testing.T, o *output, path string) {
		for _, text := range []string{o.foreign, "Notes:\n\n1. buy milk\n"} {
			out := newFile(t)
			if real := o.path(out); os.WriteFile(real, []byte(text), 0o666) != nil {
				t.Fatal("cannot write", real)
			}
			r := o.start(t, path, out).wait()
			if now, err := os.ReadFile(o.path(out)); err != nil || string(now) != text {
				t.Errorf("the file became %.200q, %v", now, err)
			}
			if r.status != 1 || strings.Count(r.stderr, "\n") < 1 {
				t.Errorf("status %d, %q", r.status, r.stderr)
			}
			noneLeft(t, o.path(out))
		}
	})
}

// newFile returns the name of a file that does not exist, in a folder of its own.
func newFile(t *testing.T) string { return filepath.Join(t.TempDir(), "out") }

// path returns the path of the file that a run writes: OUT may have an extension.
func (o *output) path(out string) string {
	if o.file != "" {
		return filepath.Join(filepath.Dir(out), o.file)
	}
	for word := range strings.FieldsSeq(o.args) {
		if extension, ok := strings.CutPrefix(word, "OUT"); ok {
			return out + extension
		}
	}
	return out
}

// watched returns the path of the file that changes while a run goes on.
func (o *output) watched(out string) string {
	if o.watch != "" {
		return filepath.Join(filepath.Dir(out), o.watch)
	}
	return o.path(out)
}

// noneLeft checks that no lock and no part of a file is left beside the output.
func noneLeft(t *testing.T, out string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(out))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") || strings.Contains(e.Name(), ".part") || strings.Contains(e.Name(), ".work-") {
			t.Errorf("%s is left", e.Name())
		}
	}
}

// inputs are the words of arguments that stand for files of games or openings.
var inputs = []string{"OPENINGS", "GAMES", "MISTAKES"}

// prepare returns the command of a run.
func (o *output) prepare(t *testing.T, path, out string) *exec.Cmd {
	t.Helper()
	testdata, err := filepath.Abs("../testdata")
	if err != nil {
		t.Fatal(err)
	}
	var args []string
	for word := range strings.FieldsSeq(o.args) {
		if extension, ok := strings.CutPrefix(word, "OUT"); ok {
			word = out + extension
		}
		switch word {
		case "FOLDER":
			word = filepath.Dir(out)
		case "OPENINGS":
			word = filepath.Join(testdata, "openings.epd")
		case "GAMES":
			word = filepath.Join(testdata, "games.pgn")
		case "MISTAKES":
			word = filepath.Join(testdata, "mistakes.pgn")
		case "BOOK":
			word = filepath.Join(t.TempDir(), "book.bin")
			var content bytes.Buffer
			if _, err := chess.GrandmasterBook().WriteTo(&content); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(word, content.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		args = append(args, word)
	}
	c := o.program.command(path, args...)
	c.Env = append(os.Environ(), "TMPDIR="+bin) // a program that is killed leaves files there
	if o.tool != "" {
		tool, err := exec.LookPath(o.tool)
		if err != nil {
			t.Fatal(err)
		}
		c.Env = append(c.Env, "PATH="+filepath.Dir(tool))
	}
	return c
}

func (o *output) start(t *testing.T, path, out string) *running {
	t.Helper()
	return start(t, o.prepare(t, path, out))
}

// finished returns the content of the file of a run that nothing disturbs.
func (o *output) finished(t *testing.T, path string) string {
	t.Helper()
	o.once.Do(func() {
		out := newFile(t)
		if r := o.start(t, path, out).wait(); r.status != 0 {
			t.Errorf("status %d, %s", r.status, r.stderr)
		}
		noneLeft(t, o.path(out))
		o.want = o.read(t, out)
	})
	return o.want
}

func (o *output) read(t *testing.T, out string) string {
	t.Helper()
	text, err := os.ReadFile(o.path(out))
	if err != nil {
		t.Fatal(err)
	}
	return o.content(t, text)
}

// A running is a program that runs, or has run.
type running struct {
	c              *exec.Cmd
	done           chan struct{} // closed at the end
	began, ended   time.Time
	out, diag      bytes.Buffer
	status         int // -1 after a signal
	stdout, stderr string
}

// start starts a program. It is killed at the end of the test.
func start(t *testing.T, c *exec.Cmd) *running {
	t.Helper()
	r := &running{c: c, done: make(chan struct{}), began: time.Now()}
	c.Stdout, c.Stderr = &r.out, &r.diag
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		c.Wait()
		r.ended = time.Now()
		close(r.done)
	}()
	t.Cleanup(func() {
		c.Process.Kill()
		<-r.done
	})
	return r
}

// wait waits for the end of the program.
func (r *running) wait() *running {
	<-r.done
	r.status, r.stdout, r.stderr = r.c.ProcessState.ExitCode(), r.out.String(), r.diag.String()
	return r
}

// waitForChanges waits until the program has changed its file n times, or has ended.
func (r *running) waitForChanges(path string, n int) {
	var last os.FileInfo
	for changes := 0; changes < n; {
		select {
		case <-r.done:
			return
		case <-time.After(2 * time.Millisecond):
		}
		info, err := os.Stat(path)
		if err != nil || info.Size() == 0 {
			continue
		}
		if last == nil || !os.SameFile(last, info) || last.Size() != info.Size() {
			changes++
		}
		last = info
	}
}

// games returns the games of a PGN file without times and dates, sorted. Each must be
// whole, and none may occur twice.
func games(t *testing.T, text []byte) string {
	t.Helper()
	r := chess.NewPGNReader(bytes.NewReader(text))
	r.Strict = true
	var all []string
	for {
		tree, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Errorf("a game is not whole: %v", err)
			if !errors.As(err, new(*chess.ParseError)) {
				break
			}
			continue
		}
		words := []string{tree.Tag("Round"), tree.Tag("White"), tree.Tag("Black"), tree.Tag("Result"), tree.Tag("Settings")}
		p := tree.Start()
		words = append(words, p.SANLine(tree.Mainline()...))
		all = append(all, strings.Join(words, " "))
	}
	slices.Sort(all)
	for i := 1; i < len(all); i++ {
		if all[i] == all[i-1] {
			t.Errorf("a game occurs twice: %s", all[i])
		}
	}
	return strings.Join(all, "\n")
}

// jsonWithout returns a function that returns a JSON value without the fields with
// these names.
func jsonWithout(names ...string) func(t *testing.T, text []byte) string {
	var without func(value any) any
	without = func(value any) any {
		switch v := value.(type) {
		case map[string]any:
			for name, x := range v {
				if v[name] = without(x); slices.Contains(names, name) {
					delete(v, name)
				}
			}
		case []any:
			for i, x := range v {
				v[i] = without(x)
			}
		}
		return value
	}
	return func(t *testing.T, text []byte) string {
		t.Helper()
		var value any
		if err := json.Unmarshal(text, &value); err != nil {
			t.Errorf("the file is not whole: %v", err)
		}
		text, err := json.MarshalIndent(without(value), "", " ")
		if err != nil {
			t.Error(err)
		}
		return string(text)
	}
}

// book returns a Polyglot book, which must be whole.
func book(t *testing.T, text []byte) string {
	t.Helper()
	b, err := chess.ReadBook(bytes.NewReader(text))
	if err != nil || b.Len() == 0 {
		t.Errorf("no book: %v", err)
	}
	return string(text)
}

// endingTable returns the table of an ending, which must be whole.
func endingTable(t *testing.T, text []byte) string {
	t.Helper()
	if _, err := chess.ReadEndingTable(bytes.NewReader(text)); err != nil {
		t.Errorf("no table: %v", err)
	}
	return string(text)
}

// report returns a table without its last column, which has times.
func report(_ *testing.T, text []byte) string {
	return regexp.MustCompile(` [0-9.]+ \|\n`).ReplaceAllString(string(text), "\n")
}

// same returns a text of lines, which must be whole.
func same(t *testing.T, text []byte) string {
	t.Helper()
	if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		t.Errorf("the last line is not whole: %q", text)
	}
	return string(text)
}

// contains returns a function that checks that a file, which a run writes at its end,
// has the text.
func contains(want string) func(t *testing.T, text []byte) string {
	return func(t *testing.T, text []byte) string {
		t.Helper()
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("no %q in %.200q", want, text)
		}
		return want
	}
}
