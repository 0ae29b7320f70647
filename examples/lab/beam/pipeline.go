package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"math/rand/v2"
	"path"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3" // s3://
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/klauspost/compress/zstd"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
)

// Workers are other processes, possibly on other machines, and find the functions of
// the pipeline by name.
func init() {
	register.DoFn3x1[context.Context, fileio.ReadableFile, func(Chunk), error](&Read{})
	register.DoFn3x1[context.Context, Chunk, func(string), error](&Work{})
	register.Emitter1[Chunk]()
	register.Emitter1[string]()
	register.Function1x0(ignore)
	beam.RegisterCoder(reflect.TypeFor[Chunk](), encode, decode)
	pgnfile.Zstd = zstd.ZipDecompressor()
}

// build adds the pipeline to s. A file is read by one worker, and its chunks go to all. No step
// waits for all of the one before, so that the files of chunks are there as soon as they are done.
func build(s beam.Scope, out string, chunk int, task Task, patterns []string) {
	files := fileio.ReadMatches(s, fileio.MatchAll(s, beam.CreateList(s, patterns)), fileio.ReadUncompressed(), fileio.ReadDirectoryDisallow())
	chunks := beam.ParDo(s.Scope("Read"), &Read{Games: chunk}, beam.Reshuffle(s, files))
	files = beam.ParDo(s.Scope("Work"), &Work{Task: task, Out: out}, beam.Reshuffle(s, chunks))
	beam.ParDo0(s, ignore, beam.Reshuffle(s, files))
}

// ignore reads the names of the files. Prism 2.77.0 waits for a bundle of a stage that has no output
// in a loop that takes a processor.
func ignore(string) {}

// namespace is that of the counters.
const namespace = "chess"

var (
	games    = beam.NewCounter(namespace, "games")
	problems = beam.NewCounter(namespace, "problems")
	before   = beam.NewCounter(namespace, "before") // chunks that an earlier run has done
)

// report logs and counts a problem.
func report(ctx context.Context, source string, err error) {
	log.Warnf(ctx, "%s: %v", source, err)
	problems.Inc(ctx, 1)
}

// A Chunk is some games of a file, which one worker works on, and whose results are a file.
type Chunk struct {
	Source      string
	First, Last int    // numbers of games in the file, from 1
	Lines       int    // of the file before them
	Begin, End  int64  // where they are in the file, if a worker can go there
	Text        string // of the games, if not
}

// A runner may hold all chunks that wait in memory, and more than once: so they are packed.
var (
	packer, _   = zstd.NewWriter(nil)
	unpacker, _ = zstd.NewReader(nil)
)

func encode(c Chunk) ([]byte, error) {
	text, err := json.Marshal(c)
	return packer.EncodeAll(text, nil), err
}

func decode(packed []byte) (c Chunk, err error) {
	text, err := unpacker.DecodeAll(packed, nil)
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	return c, err
}

// name returns the name of the file of a chunk: that of its source, some digits that tell it from others
// of the same name, and the first and the last game, so that chunks of another size have other files.
func (c *Chunk) name(extension string) string {
	base, _, _ := strings.Cut(path.Base(filepath.ToSlash(c.Source)), ".")
	return fmt.Sprintf("%s-%08x-%08d-%08d%s", base, crc32.ChecksumIEEE([]byte(c.Source)), c.First, c.Last, extension)
}

// open returns a reader of the games.
func (c *Chunk) open(ctx context.Context) (io.ReadCloser, error) {
	if c.Text != "" {
		return io.NopCloser(strings.NewReader(c.Text)), nil
	}
	fs, err := filesystem.New(ctx, c.Source)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	file, err := fs.OpenRead(ctx, c.Source)
	if err != nil {
		return nil, err
	}
	if f, ok := file.(io.Seeker); !ok {
		err = errors.New("this worker cannot read from the middle of a file")
	} else {
		_, err = f.Seek(c.Begin, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", c.Source, err), file.Close())
	}
	return &part{io.LimitedReader{R: file, N: c.End - c.Begin}, file}, nil
}

// A part reads a part of a file, all of which must be there, and closes the file.
type part struct {
	limited io.LimitedReader
	io.Closer
}

func (p *part) Read(buf []byte) (int, error) {
	n, err := p.limited.Read(buf)
	if err == io.EOF && p.limited.N > 0 {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// Read cuts files into chunks. A chunk of a plain file where one can go to any place, such as one on a disk,
// is only that place.
type Read struct {
	Games int // of a chunk
}

// ProcessElement reads a file.
func (r *Read) ProcessElement(ctx context.Context, file fileio.ReadableFile, emit func(Chunk)) error {
	source := file.Metadata.Path
	opened, err := file.Open(ctx)
	if err != nil {
		return err
	}
	in, err := pgnfile.Decompress(opened)
	if err != nil {
		report(ctx, source, err)
		return nil
	}
	defer in.Close()
	_, seekable := in.(io.Seeker)
	chunk, lines := Chunk{Source: source}, 0
	for text, err := range cut(in, r.Games) {
		if err != nil {
			report(ctx, source, err)
		}
		reader := chess.NewPGNReader(bytes.NewReader(text))
		reader.Detail = chess.TagsOnly
		chunk.First = chunk.Last + 1
		for range reader.All() {
			chunk.Last++
		}
		chunk.Begin, chunk.End = chunk.End, chunk.End+int64(len(text))
		if chunk.Lines, lines = lines, lines+bytes.Count(text, []byte{'\n'}); chunk.Last < chunk.First {
			continue
		}
		if !seekable {
			chunk.Text = string(text)
		}
		emit(chunk)
	}
	if chunk.Last == 0 {
		report(ctx, source, errors.New("there is no game in it"))
	}
	return nil
}

// cut yields the text in parts of that number of games, the last with fewer, and the error that ends it. It cuts
// only where a game ends for sure: behind a line with a result come blank lines and an Event tag. What has none of
// these is one part.
func cut(r io.Reader, games int) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		in := bufio.NewReader(r)
		var text []byte
		n := 0
		for {
			line, err := in.ReadSlice('\n')
			if isEvent(line) && endsGame(text) {
				if n++; n == games {
					if !yield(text, nil) {
						return
					}
					text, n = text[:0], 0
				}
			}
			text = append(text, line...)
			if err == nil || err == bufio.ErrBufferFull { // the rest of a long line follows
				continue
			}
			if err == io.EOF {
				err = nil
			}
			yield(text, err)
			return
		}
	}
}

// isEvent reports whether a line is an Event tag.
func isEvent(line []byte) bool {
	return bytes.HasPrefix(line, []byte(`[Event "`)) && bytes.HasSuffix(bytes.TrimRight(line, " \r\n"), []byte(`"]`))
}

// endsGame reports whether a text ends with a line that ends with a result, and blank lines.
func endsGame(text []byte) bool {
	lines := bytes.TrimRight(text, "\r\n")
	if bytes.Count(text[len(lines):], []byte{'\n'}) < 2 {
		return false
	}
	line := lines[bytes.LastIndexByte(lines, '\n')+1:]
	last := line[bytes.LastIndexByte(line, ' ')+1:]
	return !bytes.ContainsAny(line, ";%{(") && slices.Contains([]string{"1-0", "0-1", "1/2-1/2", "*"}, string(last))
}

// Work does a task for the games of chunks, one after the other, and writes a file for each chunk.
type Work struct {
	Task Task
	Out  string // the folder

	tool *tool
}

// slots is one for each processor. A runner may give a worker more chunks at once, of which all
// that are begun are lost if it is killed.
var slots = make(chan struct{}, runtime.GOMAXPROCS(0))

// Setup makes what all games of this worker share.
func (w *Work) Setup() (err error) {
	w.tool, err = newTool(w.Task)
	return err
}

// ProcessElement works on a chunk, unless its file is there, and emits the name of the file.
func (w *Work) ProcessElement(ctx context.Context, chunk Chunk, emit func(string)) error {
	name := strings.TrimSuffix(w.Out, "/") + "/" + chunk.name(w.Task.extension())
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer fs.Close()
	if _, err := fs.Size(ctx, name); err == nil {
		before.Inc(ctx, 1)
		emit(name)
		return nil
	}
	slots <- struct{}{}
	defer func() { <-slots }()
	var text bytes.Buffer
	w.tool.puzzles = map[chess.Key]bool{}
	in, err := chunk.open(ctx)
	if err != nil {
		return err
	}
	defer in.Close()
	number := chunk.First - 1
	for t, err := range chess.NewPGNReader(in).All() {
		number++
		if _, ok := err.(*chess.ParseError); err != nil && !ok {
			return fmt.Errorf("%s: %w", chunk.Source, err)
		}
		if t != nil {
			for _, fault := range t.Faults() {
				fault.Game, fault.Line = number, fault.Line+chunk.Lines
			}
		}
		for _, err := range pgnfile.Problems(t, err) {
			report(ctx, chunk.Source, err)
		}
		if pgnfile.Empty(t) {
			continue
		}
		err = w.tool.do(ctx, t, fmt.Sprintf("%s %d", path.Base(chunk.Source), number), &text)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			report(ctx, chunk.Source, fmt.Errorf("game %d: %w", number, err))
			continue
		}
		games.Inc(ctx, 1)
	}
	if err := store(ctx, fs, name, text.Bytes()); err != nil {
		return err
	}
	emit(name)
	return nil
}

// store writes a file that is there when it is complete, and not before: a file system that cannot
// rename files, such as one of objects, has a file when it is closed.
func store(ctx context.Context, fs filesystem.Interface, name string, text []byte) error {
	renamer, ok := fs.(filesystem.Renamer)
	temporary := name
	if ok {
		temporary = fmt.Sprintf("%s.%08x.part", name, rand.Uint32()) // another worker may have the same chunk
	}
	out, err := fs.OpenWrite(ctx, temporary)
	if err != nil {
		return err
	}
	if _, err = out.Write(text); err != nil {
		return errors.Join(err, out.Close())
	}
	if err = out.Close(); err == nil && ok {
		err = renamer.Rename(ctx, temporary, name)
	}
	return err
}
