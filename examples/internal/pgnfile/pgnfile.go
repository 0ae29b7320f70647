// Package pgnfile helps programs to read files of games that may be compressed, cut short,
// or not PGN at all, and to work on several games at once.
package pgnfile

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/seed-0971039b/chess"
)

// Input is a list of PGN files, which may be compressed.
type Input struct {
	Paths  []string // "-" means Stdin; a name that no file has may be a pattern of filepath.Match
	Stdin  io.Reader
	OnRead func(n int) error // see Open

	Detail     chess.PGNDetail // how much is read of each game
	Goroutines int             // how many goroutines read; with 0 or 1 no other than the caller's
}

// Games yields the games, each up to what cannot be read, and the problems of games and
// files, in order. Each problem names its file. A game of which no move can be read is not
// yielded, only its problems.
func (in Input) Games() iter.Seq2[*chess.GameTree, []error] {
	return func(yield func(*chess.GameTree, []error) bool) {
		for _, path := range in.files() {
			title := path
			if path == "-" {
				title = "standard input"
			}
			for tree, problems := range in.gamesOf(path) {
				for i, err := range problems {
					problems[i] = fmt.Errorf("%s: %w", title, Reason(err))
				}
				if !yield(tree, problems) {
					return
				}
			}
		}
	}
}

// gamesOf yields the games and problems of one file. If no game with a tag or a move can be
// read, the file is probably not PGN, and gamesOf yields only one problem.
func (in Input) gamesOf(path string) iter.Seq2[*chess.GameTree, []error] {
	const maxHeld = 20 // problems that are held back until it is known that the file is PGN
	return func(yield func(*chess.GameTree, []error) bool) {
		r, err := Open(path, in.Stdin, in.OnRead)
		if err != nil {
			yield(nil, []error{err})
			return
		}
		defer r.Close()
		var held []error
		more := 0
		known := false // to be PGN
		reader := chess.NewPGNReader(r)
		reader.Detail = in.Detail
		games := reader.All()
		if in.Goroutines > 1 {
			games = reader.Parallel(in.Goroutines)
		}
		for tree, err := range games {
			problems := Problems(tree, err)
			_, fault := err.(*chess.ParseError)
			if !known && (tree == nil || Bare(tree)) && (err == nil || fault) {
				n := min(len(problems), maxHeld-len(held))
				held = append(held, problems[:n]...)
				more += len(problems) - n
				continue
			}
			if more > 0 {
				held = append(held, fmt.Errorf("%d more errors at the beginning", more))
				more = 0
			}
			if len(held) > 0 && !yield(nil, held) {
				return
			}
			held, known = nil, true
			if err != nil && Empty(tree) {
				tree = nil
			}
			if !yield(tree, problems) {
				return
			}
		}
		if !known {
			var first error
			if len(held) > 0 {
				first = held[0]
			}
			yield(nil, []error{NoGame(first)})
		}
	}
}

// files returns the names of the files.
func (in Input) files() (names []string) {
	for _, path := range in.Paths {
		if _, err := os.Lstat(path); err != nil && path != "-" {
			if matches, _ := filepath.Glob(path); len(matches) > 0 {
				names = append(names, matches...)
				continue
			}
		}
		names = append(names, path)
	}
	return names
}

// Size returns the size of the files, or -1 if one can be read only once.
func (in Input) Size() (bytes int64) {
	for _, path := range in.files() {
		info, err := os.Stat(path)
		switch {
		case path == "-" || err == nil && !info.Mode().IsRegular() && !info.IsDir():
			return -1
		case err == nil && !info.IsDir():
			bytes += info.Size()
		}
	}
	return bytes
}

// count counts the games, including those that cannot be read. It returns 0 if ctx ends
// before, or if a file can be read only once.
func (in Input) count(ctx context.Context) (games int64) {
	if in.Size() < 0 {
		return 0
	}
	for _, path := range in.files() {
		r, err := Open(path, nil, nil)
		if err != nil {
			continue
		}
		reader := chess.NewPGNReader(r)
		reader.Detail = chess.TagsOnly
		for range reader.All() {
			if games++; ctx.Err() != nil {
				r.Close()
				return 0
			}
		}
		r.Close()
	}
	return games
}

// Open opens a file and decompresses it. The name "-" means stdin, unless that is nil. If onRead is not nil, it
// is called before each read of a file with how many bytes the one before has read, and its error ends the
// reading.
func Open(name string, stdin io.Reader, onRead func(n int) error) (io.ReadCloser, error) {
	if name == "-" && stdin != nil {
		if onRead != nil {
			stdin = &meteredReader{stdin, meter{onRead: onRead, left: math.MaxInt}}
		}
		return Decompress(io.NopCloser(stdin))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	open := Decompress
	if isRecords(name) {
		open = func(f io.ReadCloser) (io.ReadCloser, error) { return f, nil }
	}
	if onRead == nil {
		return open(f)
	}
	left := math.MaxInt
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		left = int(info.Size())
	}
	return open(&meteredFile{f, meter{onRead: onRead, left: left}})
}

// isRecords reports whether a file has records, by its name: it may begin as a compressed file does.
func isRecords(name string) bool {
	ending := strings.ToLower(filepath.Ext(name))
	return ending == ".bf" || ending == ".data"
}

// A meter tells how much is read.
type meter struct {
	onRead func(n int) error
	last   int // how many bytes the last call has read
	left   int // how many are left to tell: of a zip archive some are read twice
}

func (m *meter) do(read func() (int, error)) (n int, err error) {
	if err = m.onRead(m.last); err == nil {
		n, err = read()
	}
	m.last = min(n, m.left)
	m.left -= m.last
	return n, err
}

// A meteredFile is a file that is metered.
type meteredFile struct {
	*os.File
	meter
}

// Read implements io.Reader.
func (m *meteredFile) Read(p []byte) (int, error) {
	return m.do(func() (int, error) { return m.File.Read(p) })
}

// ReadAt implements io.ReaderAt, for zip archives.
func (m *meteredFile) ReadAt(p []byte, at int64) (int, error) {
	return m.do(func() (int, error) { return m.File.ReadAt(p, at) })
}

// A meteredReader is the standard input, metered: it may be no file.
type meteredReader struct {
	io.Reader
	meter
}

// Read implements io.Reader.
func (m *meteredReader) Read(p []byte) (int, error) {
	return m.do(func() (int, error) { return m.Reader.Read(p) })
}

// Zstd decompresses Zstandard. Programs set it to zstd.ZipDecompressor() of klauspost/compress, which
// the library's module does not need.
var Zstd func(io.Reader) io.ReadCloser

// MaxWindow is the largest window of Zstandard that is read, as by the program zstd without flags:
// so much memory a file may take.
const MaxWindow = 128 << 20

// isZstd reports whether a file begins as one of Zstandard, or with a frame of it that is skipped, as
// some programs that compress in parallel write.
func isZstd(header []byte) bool {
	return bytes.HasPrefix(header, []byte{0x28, 0xb5, 0x2f, 0xfd}) || len(header) >= 4 && header[0]&0xf0 == 0x50 && bytes.Equal(header[1:4], []byte{0x2a, 0x4d, 0x18})
}

// window returns how many bytes of memory a file of Zstandard needs, or 0 if its header does not tell:
// the window, or the size of what is in it (RFC 8878, 3.1.1.1).
func window(header []byte) uint64 {
	if len(header) < 6 || header[0] != 0x28 {
		return 0
	}
	descriptor, rest := header[4], header[5:]
	if descriptor&(1<<5) == 0 {
		base := uint64(1) << (10 + rest[0]>>3)
		return base + base/8*uint64(rest[0]&7)
	}
	rest = rest[min(len(rest), []int{0, 1, 2, 4}[descriptor&3]):] // without the ID of a dictionary
	var size [8]byte
	copy(size[:], rest[:min(len(rest), 1<<(descriptor>>6))])
	return binary.LittleEndian.Uint64(size[:]) // one of two bytes is 256 more, which does not matter
}

// Decompress returns a reader of the decompressed file. The first bytes of the
// file tell whether it is compressed by gzip, bzip2 or Zstandard, or is a zip archive, whose
// files it reads one after the other: those with the ending .pgn, or all if there are none.
// If the file is not compressed, and an io.Seeker, so is the reader. Closing the reader closes
// the file; if there is an error, the file is closed already.
func Decompress(file io.ReadCloser) (io.ReadCloser, error) {
	b := bufio.NewReaderSize(file, 1<<16)
	plain := io.NopCloser(b)
	magic, err := b.Peek(17)
	if err == io.EOF {
		err = nil // the file is short
	}
	switch {
	case err != nil:
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		plain, err = gzip.NewReader(b)
	case isZstd(magic) && Zstd == nil:
		err = errors.New("it is compressed by Zstandard, which this program does not read: use zstdcat")
	case isZstd(magic):
		if n := window(magic); n > MaxWindow {
			err = fmt.Errorf("it is compressed by Zstandard and needs %d MB of memory, more than %d: use zstdcat --long=31", (n+1<<20-1)>>20, MaxWindow>>20)
			break
		}
		z := Zstd(b)
		plain = struct {
			io.Reader
			io.Closer
		}{io.MultiReader(z), z} // z itself has another error than io.EOF when it is read again
	case bytes.HasPrefix(magic, []byte("PK\x03\x04")):
		plain, err = openZip(file)
	case bytes.HasPrefix(magic, []byte("BZh")):
		plain = io.NopCloser(bzip2.NewReader(b))
	default:
		if f, ok := file.(io.ReadSeekCloser); ok {
			return &plainFile{b, f}, nil
		}
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return &decompressed{plain, file}, nil
}

// Ext returns the ending of the name of a file in lower case, such as ".epd", without that of a compression.
func Ext(name string) string {
	name = strings.ToLower(name)
	for _, suffix := range []string{".gz", ".bz2", ".zst", ".zip"} {
		name = strings.TrimSuffix(name, suffix)
	}
	return filepath.Ext(name)
}

// openZip returns a reader of what is in a zip archive.
func openZip(file io.Reader) (io.ReadCloser, error) {
	f, ok := file.(interface {
		io.ReaderAt
		Stat() (fs.FileInfo, error)
	})
	if !ok {
		return nil, errors.New("a zip archive must be named, not piped")
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(f, info.Size())
	if err != nil {
		return nil, err
	}
	var all, games []io.Reader
	for _, entry := range archive.File {
		if entry.Mode().IsRegular() && !strings.HasPrefix(entry.Name, "__MACOSX/") {
			r := []io.Reader{&zipped{entry: entry}}
			if !isRecords(entry.Name) {
				r = append(r, strings.NewReader("\n\n"))
			}
			if all = append(all, r...); strings.EqualFold(path.Ext(entry.Name), ".pgn") {
				games = append(games, r...)
			}
		}
	}
	if games == nil {
		games = all
	}
	return io.NopCloser(io.MultiReader(games...)), nil
}

// zipped reads a file of a zip archive, which it opens only then.
type zipped struct {
	entry *zip.File
	r     io.Reader
}

func (z *zipped) Read(buf []byte) (n int, err error) {
	if z.r == nil {
		if z.r, err = z.entry.Open(); err != nil {
			return 0, fmt.Errorf("%s: %w", z.entry.Name, err)
		}
	}
	return z.r.Read(buf)
}

// decompressed reads the decompressed content of a file, and closes both.
type decompressed struct {
	io.ReadCloser
	file io.Closer
}

// Close implements io.Closer.
func (d *decompressed) Close() error { return errors.Join(d.ReadCloser.Close(), d.file.Close()) }

// plainFile reads a file that is not compressed.
type plainFile struct {
	*bufio.Reader
	file io.ReadSeekCloser
}

// Close implements io.Closer.
func (f *plainFile) Close() error { return f.file.Close() }

// Seek implements io.Seeker.
func (f *plainFile) Seek(offset int64, whence int) (int64, error) {
	if whence == io.SeekCurrent {
		offset -= int64(f.Buffered())
	}
	f.Reset(f.file)
	return f.file.Seek(offset, whence)
}

// Bare reports whether a game has no moves, and no tags except the result. Such
// games can be found in any text, so they do not show that a file is PGN.
func Bare(t *chess.GameTree) bool {
	for name := range t.Tags() {
		if name != "Result" {
			return false
		}
	}
	return Empty(t)
}

// Empty reports whether no move could be read of a game.
func Empty(t *chess.GameTree) bool { return t == nil || t.Root().Next() == nil }

// Problems returns everything that was not understood of a game which a PGNReader
// returned with err: each fault, and the error of the file that cuts the game. The
// fault that ends the main line says so.
func Problems(t *chess.GameTree, err error) []error {
	var all []error
	left := "the game"
	if !Empty(t) {
		left = "the rest of the game"
	}
	if t != nil {
		for _, fault := range t.Faults() {
			if error(fault) == err {
				all = append(all, fmt.Errorf("%w; %s is left out", err, left))
			} else {
				all = append(all, fault)
			}
		}
	}
	if _, ok := err.(*chess.ParseError); err != nil && (!ok || t == nil) {
		all = append(all, err)
	}
	return all
}

// NoGame returns the error for a file that has only bare games; first is the first
// of their problems, or nil.
func NoGame(first error) error {
	if first != nil {
		return fmt.Errorf("no game in it can be read: %w", first)
	}
	return errors.New("there is no game in it")
}

// Reason returns an error of reading a file in plain words, without the operation
// and the path that the os package adds.
func Reason(err error) error {
	if e, ok := errors.AsType[*os.PathError](err); ok {
		return e.Err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the file is cut short")
	}
	return err
}

// SideOf returns the color of a player in a game, and whether it is one of its games: whether the
// name is that of a player or, if it is of none, a part of one of the two, without regard to case.
func SideOf(name string, t *chess.GameTree) (c chess.Color, ok bool) {
	fits := func(matches func(tag string) bool) (c chess.Color, ok bool) {
		white, black := matches(t.Tag("White")), matches(t.Tag("Black"))
		if black {
			c = chess.Black
		}
		return c, white != black
	}
	if c, ok = fits(func(tag string) bool { return strings.EqualFold(tag, name) }); ok {
		return c, ok
	}
	return fits(func(tag string) bool { return strings.Contains(strings.ToLower(tag), strings.ToLower(name)) })
}

// BothSides reports whether a name is no player's, but a part of both.
func BothSides(name string, t *chess.GameTree) bool {
	_, one := SideOf(name, t)
	return !one && strings.Contains(strings.ToLower(t.Tag("White")), strings.ToLower(name))
}
