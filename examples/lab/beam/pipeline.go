package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"path"
	"path/filepath"
	"reflect"
	"runtime"
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

// report logs and counts problems.
func report(ctx context.Context, source string, all ...error) {
	for _, err := range all {
		log.Warnf(ctx, "%s: %v", source, err)
		problems.Inc(ctx, 1)
	}
}

// A Chunk is some games of a file, which one worker works on, and whose results are a file.
type Chunk struct {
	Source string
	Games  []Game
}

// A Game is a game of a file.
type Game struct {
	Number int    // in the file, from 1
	Text   string // PGN
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
	first, last := c.Games[0].Number, c.Games[len(c.Games)-1].Number
	return fmt.Sprintf("%s-%08x-%08d-%08d%s", base, crc32.ChecksumIEEE([]byte(c.Source)), first, last, extension)
}

// Read reads the games of a file, each up to what cannot be read, and cuts them into chunks.
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
	number, chunk := 0, Chunk{Source: source}
	for t, err := range chess.NewPGNReader(in).All() {
		number++
		report(ctx, source, pgnfile.Problems(t, err)...)
		if pgnfile.Empty(t) {
			continue
		}
		text, err := t.MarshalText()
		if err != nil {
			return err
		}
		chunk.Games = append(chunk.Games, Game{number, string(text)})
		if len(chunk.Games) == r.Games {
			emit(chunk)
			chunk.Games = nil
		}
	}
	if number == 0 {
		report(ctx, source, errors.New("there is no game in it"))
	}
	if len(chunk.Games) > 0 {
		emit(chunk)
	}
	return nil
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
	for _, game := range chunk.Games {
		t, err := chess.ParsePGN(game.Text)
		if err != nil {
			return err
		}
		err = w.tool.do(ctx, t, fmt.Sprintf("%s %d", path.Base(chunk.Source), game.Number), &text)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			report(ctx, chunk.Source, fmt.Errorf("game %d: %w", game.Number, err))
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
