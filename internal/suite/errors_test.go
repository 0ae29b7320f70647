package suite_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

var errLost = errors.New("the connection is lost")

// TestReadersFail reads valid text from a reader that fails after n bytes, for each
// n. The error must be that of the reader, whatever was read before.
func TestReadersFail(t *testing.T) {
	var weights, book bytes.Buffer
	terms := []chess.Term{{Feature: tempo, MG: 100, EG: 100}}
	if err := chess.WriteWeights(&weights, terms...); err != nil {
		t.Fatal(err)
	}
	if _, err := chess.GrandmasterBook().WriteTo(&book); err != nil {
		t.Fatal(err)
	}
	const pgn = "[Event \"x\"]\n\n1. e4 {why} (1. d4 $1) 1... e5 *\n\n[Event \"y\"]\n\n1. c4 *\n"
	lastError := func(games func(yield func(*chess.GameTree, error) bool)) (last error) {
		for _, err := range games {
			last = err
		}
		return last
	}
	for _, tt := range []struct {
		name, text string
		read       func(r io.Reader) error
	}{
		{"ReadBook", book.String(), func(r io.Reader) error { _, err := chess.ReadBook(r); return err }},
		{"ReadWeights", weights.String(), func(r io.Reader) error { _, err := chess.ReadWeights(r, terms...); return err }},
		{"ReadOpenings of EPD", chess.StartFEN + "\n# x\n" + chess.StartFEN + " bm e4;\n", func(r io.Reader) error { _, err := chess.ReadOpenings(r, 0); return err }},
		{"ReadOpenings of PGN", pgn, func(r io.Reader) error { _, err := chess.ReadOpenings(r, 0); return err }},
		{"PGNReader", pgn, func(r io.Reader) error { return lastError(chess.NewPGNReader(r).All()) }},
		{"PGNReader.Parallel", pgn, func(r io.Reader) error { return lastError(chess.NewPGNReader(r).Parallel(2)) }},
		{"UCI", "uci\nisready\nposition startpos moves e2e4\ngo depth 1\n", func(r io.Reader) error {
			return (&chess.UCI{Searcher: firstMove}).Run(t.Context(), r, io.Discard)
		}},
		{"XBoard", "xboard\nprotover 2\nnew\nusermove e2e4\nping 1\n", func(r io.Reader) error {
			return (&chess.XBoard{Searcher: firstMove}).Run(t.Context(), r, io.Discard)
		}},
	} {
		if err := tt.read(strings.NewReader(tt.text)); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		for n := range len(tt.text) + 1 {
			err := tt.read(io.MultiReader(strings.NewReader(tt.text[:n]), iotest.ErrReader(errLost)))
			if !errors.Is(err, errLost) {
				// Half a line is not an EPD, and that error may come first.
				if _, parse := errors.AsType[*chess.ParseError](err); !parse {
					t.Fatalf("%s: %v after %d bytes, want %v", tt.name, err, n, errLost)
				}
			}
		}
	}
}

// TestWritersFail writes to a writer that has room for n bytes, for each n (or each tenth).
// All of them must be written, and the error must be that of the writer.
func TestWritersFail(t *testing.T) {
	tree, err := chess.ParsePGN("[Event \"x\"]\n\n1. e4 {why} (1. d4 $1) 1... e5 *\n")
	if err != nil {
		t.Fatal(err)
	}
	p := chess.StartPosition()
	explanation := chess.NewDefaultEvaluator().Explain(&p)
	session := func(e chesstest.Runner, text string) func(w io.Writer) error {
		return func(w io.Writer) error { return e.Run(t.Context(), strings.NewReader(text), w) }
	}
	for _, tt := range []struct {
		name  string
		write func(w io.Writer) error
	}{
		{"Book", func(w io.Writer) error { _, err := chess.GrandmasterBook().WriteTo(w); return err }},
		{"WriteWeights", func(w io.Writer) error {
			return chess.WriteWeights(w, chess.Term{Feature: tempo, MG: 100, EG: 100})
		}},
		{"GameTree", func(w io.Writer) error { _, err := tree.WriteTo(w); return err }},
		{"Explanation", func(w io.Writer) error { _, err := explanation.WriteTo(w); return err }},
		{"UCI", session(&chess.UCI{Searcher: firstMove}, "isready\ngo depth 1\nbad\n")},
		{"XBoard", session(&chess.XBoard{Searcher: firstMove}, "protover 2\nforce\nusermove e2e4\nping 1\nbad\nusermove e2e4\n")},
	} {
		var whole bytes.Buffer
		if err := tt.write(&whole); err != nil || whole.Len() == 0 {
			t.Errorf("%s: %d bytes, %v", tt.name, whole.Len(), err)
			continue
		}
		step := 1
		if chesstest.Sampled(t) {
			step = 10
		}
		for n := 0; n < whole.Len(); n += step {
			w := &limitedWriter{left: n}
			if err := tt.write(w); !errors.Is(err, io.ErrShortWrite) || w.left != 0 {
				t.Fatalf("%s: %v with room for %d bytes of %d, of which %d are left", tt.name, err, n, whole.Len(), w.left)
			}
		}
	}
}

// TestHandshakeFails ends the output of an engine after n bytes of the handshake, for
// each n.
func TestHandshakeFails(t *testing.T) {
	const greeting = "id name X\noption name Hash type spin default 1 min 1 max 9\nuciok\nreadyok\n"
	for n := range len(greeting) {
		ctx, cancel := context.WithCancel(t.Context())
		c, err := chess.NewClient(ctx, strings.NewReader(greeting[:n]), io.Discard, 0)
		cancel()
		if err == nil && n < len(greeting)-1 { // the last newline is not needed
			c.Close()
			t.Fatalf("no error after %q", greeting[:n])
		}
	}
}

// limitedWriter is a writer that fails after left bytes.
type limitedWriter struct{ left int }

func (w *limitedWriter) Write(b []byte) (int, error) {
	n := min(len(b), w.left)
	w.left -= n
	if n < len(b) {
		return n, io.ErrShortWrite
	}
	return n, nil
}
