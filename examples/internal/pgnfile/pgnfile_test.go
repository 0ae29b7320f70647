package pgnfile

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"

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
		"plain":    {text, text, nil},
		"empty":    {"", "", nil},
		"short":    {"*", "*", nil},
		"gzip":     {zipped.String(), text, nil},
		"bzip2":    {string(bzipped), text, nil},
		"zstd":     {"\x28\xb5\x2f\xfd...", text, nil},
		"no gzip":  {"\x1f\x8bxxxxxxxxxxxx", "", gzip.ErrHeader},
		"cut gzip": {"\x1f\x8b\x08", "", io.ErrUnexpectedEOF},
		"no zstd":  {"\x28\xb5\x2f\xfd", "", broken},
	} {
		f := &file{Reader: strings.NewReader(test.packed)}
		r, err := Decompress(f, func(io.Reader) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), test.err })
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
	if _, err := Decompress(&file{Reader: errReader{}}, nil); !errors.Is(err, fs.ErrInvalid) {
		t.Errorf("a file that cannot be read: %v", err)
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
