package pgnfile

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/seed-0971039b/chess"
)

const text = "1. e4 e5 *\n"

// file counts the calls of Close.
type file struct {
	io.Reader
	closed int
}

func (f *file) Close() error { f.closed++; return nil }

func TestDecompress(t *testing.T) {
	defer func() { Zstd = nil }()
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	io.WriteString(z, text)
	z.Close()
	bzipped, err := base64.StdEncoding.DecodeString("QlpoOTFBWSZTWToMz4AAAANZAAAQQBEmAAIAIAAhppo9QQwIsw0OUXi7kinChIHQZnwA")
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	for name, test := range map[string]struct {
		packed, want string
		err          error
	}{
		"plain":     {text, text, nil},
		"empty":     {"", "", nil},
		"short":     {"*", "*", nil},
		"gzip":      {zipped.String(), text, nil},
		"bzip2":     {string(bzipped), text, nil},
		"zstd":      {"\x28\xb5\x2f\xfd...", text, nil},
		"no gzip":   {"\x1f\x8bxxxxxxxxxxxx", "", gzip.ErrHeader},
		"cut gzip":  {"\x1f\x8b\x08", "", io.ErrUnexpectedEOF},
		"no zstd":   {"\x28\xb5\x2f\xfd", "", broken},
		"128 MB":    {"\x28\xb5\x2f\xfd\x04\x88", text, nil},
		"a segment": {"\x28\xb5\x2f\xfd\xa7\xff\xff\xff\xff\x00\x00\x00\x08", text, nil},
	} {
		f := &file{Reader: strings.NewReader(test.packed)}
		Zstd = func(io.Reader) io.ReadCloser {
			if test.err != nil {
				return io.NopCloser(iotest.ErrReader(test.err))
			}
			return io.NopCloser(strings.NewReader(text))
		}
		r, err := Decompress(f)
		if err == nil {
			var got []byte
			got, err = io.ReadAll(r)
			if string(got) != test.want || f.closed > 0 {
				t.Errorf("%s: %q, %v, closed %d times", name, got, err, f.closed)
			}
			r.Close()
		}
		if !errors.Is(err, test.err) || f.closed != 1 {
			t.Errorf("%s: %v, closed %d times", name, err, f.closed)
		}
	}
	for header, want := range map[string]string{
		"\x04\x89":             "needs 144 MB of memory, more than 128",
		"\x04\xff":             "needs 3932160 MB",
		"\xa0\x00\x00\x00\x09": "needs 144 MB",
		"\xe1\xff\x00\x00\x00\x00\x01\x00\x00\x00": "needs 4096 MB",
	} {
		if _, err := Decompress(&file{Reader: strings.NewReader("\x28\xb5\x2f\xfd" + header)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", header, err, want)
		}
	}
	if _, err := Decompress(&file{Reader: errReader{}}); !errors.Is(err, fs.ErrInvalid) {
		t.Errorf("a file that cannot be read: %v", err)
	}
}

// TestZip checks that the games of an archive are read one after the other, and without games all files.
func TestZip(t *testing.T) {
	packed := func(entries ...string) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, entry := range entries {
			name, content, _ := strings.Cut(entry, ":")
			w, err := z.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			io.WriteString(w, content)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	two := packed("read.me:no game", "games/", "games/a.pgn:1. e4 *", "__MACOSX/games/._a.pgn:\x00\x05", "B.PGN:1. d4 *")
	for name, test := range map[string]struct{ content, want, err string }{
		"games":  {two, "1. e4 *\n\n1. d4 *\n\n", ""},
		"others": {packed("a.epd:x"), "x\n\n", ""},
		"cut":    {two[:len(two)/2], "", "zip: not a valid zip file"},
	} {
		path := filepath.Join(t.TempDir(), "archive")
		if err := os.WriteFile(path, []byte(test.content), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Decompress(f)
		var got []byte
		if err == nil {
			got, err = io.ReadAll(r)
			r.Close()
		}
		if string(got) != test.want || (err == nil) != (test.err == "") || err != nil && err.Error() != test.err {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if _, err := f.Read(nil); !errors.Is(err, fs.ErrClosed) {
			t.Errorf("%s: the file is open, %v", name, err)
		}
		told := 0
		if r, err := Open(path, nil, func(n int) error { told += n; return nil }); err == nil {
			io.Copy(io.Discard, r)
			if r.Close(); told > len(test.content) || told == 0 {
				t.Errorf("%s: %d of %d bytes read", name, told, len(test.content))
			}
		}
	}
	if _, err := Decompress(io.NopCloser(strings.NewReader(two))); err == nil || !strings.Contains(err.Error(), "not piped") {
		t.Errorf("from a pipe: %v", err)
	}
	if _, err := Decompress(io.NopCloser(strings.NewReader("\x28\xb5\x2f\xfd..."))); err == nil || !strings.Contains(err.Error(), "zstdcat") {
		t.Errorf("by Zstandard: %v", err)
	}
}

// TestPatterns checks that names that no file has are patterns, and the size of the files.
func TestPatterns(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.pgn", "b.pgn", "[c].pgn"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for pattern, want := range map[string]struct {
		names string
		files int64
	}{
		"?.pgn": {"a.pgn b.pgn", 2}, "[c].pgn": {"[c].pgn", 1}, "x*.pgn": {"x*.pgn", 0}, "b.pgn": {"b.pgn", 1}, ".": {".", 0},
	} {
		in := Input{Paths: []string{pattern}}
		if got := strings.Join(in.files(), " "); got != want.names || in.Size() != want.files*int64(len(text)) || in.count(t.Context()) != want.files {
			t.Errorf("%s: %s, %d bytes, %d games", pattern, got, in.Size(), in.count(t.Context()))
		}
	}
	if in := (Input{Paths: []string{"a.pgn", "-"}, Stdin: strings.NewReader(text)}); in.Size() != -1 || in.count(t.Context()) != 0 {
		t.Errorf("the standard input has %d bytes", in.Size())
	}
	if _, err := Open("-", nil, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a standard input: %v", err)
	}
	told := 0
	r, err := Open("-", strings.NewReader(text), func(n int) error { told += n; return nil })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, r); err != nil || told != len(text) {
		t.Errorf("%d of %d bytes of the standard input read, %v", told, len(text), err)
	}
}

func TestExt(t *testing.T) {
	for name, want := range map[string]string{"a.epd": ".epd", "x/A.EPD.gz": ".epd", "a.bf.zst": ".bf", "a.epd-games.pgn": ".pgn", "b.epd/a": "", "epd": ""} {
		if got := Ext(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// errReader is a file that cannot be read.
type errReader struct{}

func (errReader) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: "x", Err: fs.ErrInvalid}
}

func TestBare(t *testing.T) {
	for text, want := range map[string]bool{
		"*": true, "[Result \"1-0\"]\n\n{well} 1-0": true, "[White \"A\"]\n\n*": false, "1. e4 *": false,
	} {
		tree, err := chess.ParsePGN(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := Bare(tree); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestReason(t *testing.T) {
	for want, err := range map[string]error{
		"invalid argument": &fs.PathError{Op: "read", Path: "x", Err: fs.ErrInvalid}, "the file is cut short": io.ErrUnexpectedEOF, "EOF": io.EOF,
	} {
		if got := Reason(err); got.Error() != want {
			t.Errorf("%v: %v", err, got)
		}
	}
}

// TestProblems checks that each fault is told, and which of them ends the game.
func TestProblems(t *testing.T) {
	failed := errors.New("failed")
	for _, test := range []struct {
		text string
		end  error // of the file
		want []string
	}{
		{"1. e4 e5 *", io.EOF, nil},
		{"1. e4 <br> e5 2. Ke3 *", io.EOF, []string{`"<br>": malformed: it has no meaning here`, "a king to e3 is legal; the rest of the game is left out"}},
		{"1. e5 *", io.EOF, []string{"a pawn to e5 is legal; the game is left out"}},
		{"1. e4 <br> ", failed, []string{"it has no meaning here", "failed"}},
		{"", failed, []string{"failed"}},
	} {
		tree, err := chess.NewPGNReader(io.MultiReader(strings.NewReader(test.text), iotest.ErrReader(test.end))).Next()
		problems := Problems(tree, err)
		if len(problems) != len(test.want) {
			t.Errorf("%q: %v", test.text, problems)
			continue
		}
		for i, problem := range problems {
			if !strings.HasSuffix(problem.Error(), test.want[i]) {
				t.Errorf("%q: %v", test.text, problem)
			}
		}
		if Empty(tree) != !strings.Contains(test.text, "e4") {
			t.Errorf("%q: %v", test.text, tree)
		}
	}
}

// TestGoroutines checks that several goroutines read the same games and problems as one.
func TestGoroutines(t *testing.T) {
	games := strings.Repeat("[White \"A\"]\n\n1. e4 {comment} e5 *\n\n[White \"B\"]\n\n1. e4 e5 2. Ke3 *\n\n", 50)
	lines := func(goroutines int) (all []string) {
		in := Input{Paths: []string{"-"}, Stdin: strings.NewReader(games), Detail: chess.MainLines, Goroutines: goroutines}
		for tree, problems := range in.Games() {
			all = append(all, fmt.Sprint(tree, problems))
		}
		return all
	}
	one, three := lines(1), lines(3)
	if len(one) != 100 || !slices.Equal(one, three) || strings.Contains(one[0], "comment") {
		t.Errorf("%d games and %d, the first %q", len(one), len(three), one[:min(1, len(one))])
	}
}
