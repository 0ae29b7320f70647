package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/transforms/top"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	parquetzstd "github.com/parquet-go/parquet-go/compress/zstd"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/played"
)

func init() {
	beam.RegisterDoFn(&Record{})
	beam.RegisterDoFn(&Count{})
	beam.RegisterDoFn(&Cut{})
	beam.RegisterDoFn(&Index{})
	beam.RegisterDoFn(&Merge{})
	register.Function2x1(lower)
	register.Emitter2[int, Recorded]()
	register.Emitter2[int, []byte]()
	register.Emitter1[[]byte]()
	register.Emitter1[Bounds]()
	register.Iter1[Recorded]()
	register.Iter1[Counted]()
	register.Iter1[Bounds]()
	register.Iter1[[]byte]()
}

// indexSettings is how positions are sorted.
type indexSettings struct {
	Blocks int // of games, each sorted in the memory of one worker
	Shards int // of rows, each merged in the memory of one worker
}

// Recorded is a game.
type Recorded struct {
	Order      string // games sorted by Order are in the order of the input
	Tags, Line []byte // what the explorer stores of it; the tags begin with the ID
}

// id returns the ID of the game, which is a part of a SHA-256.
func (r *Recorded) id() []byte { return r.Tags[:len(played.GameID{})] }

// Counted tells how many games a block has.
type Counted struct{ Block, Games int }

// Bounds are the keys with which all shards but the first begin.
type Bounds struct{ Keys [][]byte }

// indexPositions adds the steps from chunks to the shards, which it writes to the folder
// out, and to the problems of games. The results are the names of the shards.
//
// It sorts the rows of all blocks as follows. A sample of the positions tells where shards
// shall begin. Each worker sorts a block of games, cuts its rows there and sends each run
// of rows to the worker that merges the shard.
func indexPositions(s beam.Scope, c *settings, out string, chunks beam.PCollection) (results, problems beam.PCollection) {
	games, sample, problems := beam.ParDo3(s.Scope("Record"), &Record{Blocks: c.index.Blocks}, chunks)
	blocks := beam.GroupByKey(s.Scope("Same block"), games)
	counts := beam.ParDo(s.Scope("Count"), &Count{}, blocks)
	chosen := top.Smallest(s.Scope("Sample"), sample, sampleSize, lower)
	bounds := beam.ParDo(s.Scope("Cut"), &Cut{Shards: c.index.Shards}, chosen)
	runs := beam.ParDo(s.Scope("Index"), &Index{}, blocks, beam.SideInput{Input: counts}, beam.SideInput{Input: bounds})
	shards := beam.GroupByKey(s.Scope("Same shard"), runs)
	return beam.ParDo(s.Scope("Merge"), &Merge{Out: out}, shards), problems
}

// sampleSize is the number of positions that are chosen: the largest of a thousand shards
// has rarely more than twice the rows of the mean.
const sampleSize = 1 << 15

// lower orders samples.
func lower(a, b []byte) bool { return bytes.Compare(a, b) < 0 }

// Record reads the games of a chunk, by the number of a block. Of each it takes one
// position as a sample: its form after a random number, by which samples are chosen.
type Record struct {
	ByGame
	Blocks int
}

// ProcessElement reads games one after the other, as long as it can claim them.
func (r *Record) ProcessElement(ctx context.Context, own *sdf.LockRTracker, chunk Chunk, emit func(int, Recorded), sample func([]byte), report func(Part)) error {
	problems := Part{Order: orderFrom(&chunk, firstOf(own))}
	for g, err := range claim(ctx, own, chunk) {
		if err != nil {
			return err
		}
		if g.tree != nil {
			start, moves := g.tree.Start(), g.tree.Mainline()
			game, err := played.NewGame(g.tree)
			if err != nil {
				return pipelineError(err)
			}
			tags, line := game.Rows()
			random := binary.BigEndian.Uint64(game.ID[8:])
			emit(int(random%uint64(r.Blocks)), Recorded{orderFrom(&chunk, g.index), tags, line})
			sample(append(bytes.Clone(game.ID[:8]), formAfter(start, moves[:random%uint64(len(moves)+1)])...))
		}
		problems.Problems = append(problems.Problems, g.lines(chunk.Source)...)
	}
	report(problems) // also if there are none: without a part there is no output
	return nil
}

// formAfter returns the form of the key of the position after some moves.
func formAfter(p chess.Position, moves []chess.Move) []byte {
	for _, m := range moves {
		p.Do(m, &p)
	}
	form, _ := p.Key().MarshalBinary()
	return form
}

// Count counts the games of a block.
type Count struct{}

// ProcessElement returns the number of games.
func (*Count) ProcessElement(block int, next func(*Recorded) bool) Counted {
	ids := map[string]bool{}
	for r := (Recorded{}); next(&r); r = (Recorded{}) {
		ids[string(r.id())] = true
	}
	return Counted{block, len(ids)}
}

// Cut chooses where shards begin.
type Cut struct{ Shards int }

// ProcessElement emits the bounds. The rows are those of positions, and for a position that
// many games have, one for each game.
func (c *Cut) ProcessElement(sample [][]byte, emit func(Bounds)) {
	var forms []string
	for _, s := range sample {
		forms = append(forms, string(s[8:]))
	}
	slices.Sort(forms)
	var keys [][]byte
	for i, form := range forms {
		if i > 0 && forms[i-1] == form || i+1 < len(forms) && forms[i+1] == form {
			keys = append(keys, played.FormKey(played.TableVisits, []byte(form)))
		}
		if i == 0 || forms[i-1] != form {
			keys = append(keys, played.FormKey(played.TablePositions, []byte(form)))
		}
	}
	slices.SortFunc(keys, bytes.Compare)
	keys = slices.CompactFunc(keys, bytes.Equal)
	var b Bounds
	for i := 1; i < c.Shards && len(keys) >= c.Shards; i++ {
		b.Keys = append(b.Keys, keys[i*len(keys)/c.Shards])
	}
	emit(b)
}

// Index sorts the rows of a block and cuts them into runs by shard.
type Index struct{ games, positions beam.Counter }

// Setup makes the counters.
func (x *Index) Setup() {
	x.games = beam.NewCounter("chess", "games")
	x.positions = beam.NewCounter("chess", "positions")
}

// ProcessElement emits the runs of a block, in which a game counts once. Its games have the
// numbers after those of lower blocks.
func (x *Index) ProcessElement(ctx context.Context, block int, next func(*Recorded) bool, counts func(*Counted) bool, bounds func(*Bounds) bool, emit func(int, []byte)) error {
	before, all := 0, 0
	for c := (Counted{}); counts(&c); c = (Counted{}) {
		if all += c.Games; c.Block < block {
			before += c.Games
		}
	}
	if all > played.MostGames {
		return pipelineError(played.ErrFull)
	}
	var b Bounds
	bounds(&b)
	var games []Recorded
	for r := (Recorded{}); next(&r); r = (Recorded{}) {
		games = append(games, r)
	}
	slices.SortFunc(games, func(a, b Recorded) int {
		if c := bytes.Compare(a.id(), b.id()); c != 0 {
			return c
		}
		return strings.Compare(a.Order, b.Order)
	})
	games = slices.CompactFunc(games, func(a, b Recorded) bool { return bytes.Equal(a.id(), b.id()) })
	rows := played.NewBlock(played.GameNumber(before+1), 0)
	for _, r := range games {
		_, t, err := played.ReadGame(r.Tags, r.Line)
		if err != nil {
			return pipelineError(err)
		}
		g, err := played.NewGame(t)
		if err != nil {
			return pipelineError(err)
		}
		rows.Add(g, g.Plies()+1)
	}
	x.games.Inc(ctx, int64(rows.Len()))
	x.positions.Inc(ctx, int64(rows.Positions()))
	w := runWriter{bounds: b.Keys, emit: emit}
	if err := rows.Write(&w); err != nil {
		return pipelineError(err)
	}
	w.flush()
	return nil
}

// A runWriter cuts the rows of a block into runs.
type runWriter struct {
	bounds [][]byte
	emit   func(int, []byte)
	shard  int
	rows   []byte
}

// largeRun is the number of bytes after which a run ends, which an element of Beam may have.
const largeRun = 1 << 20

// Set implements played.RowWriter.
func (w *runWriter) Set(key, value []byte) error {
	for w.shard < len(w.bounds) && bytes.Compare(w.bounds[w.shard], key) <= 0 {
		w.flush()
		w.shard++
	}
	if w.rows = played.AppendRow(w.rows, key, value); len(w.rows) >= largeRun {
		w.flush()
	}
	return nil
}

// Merge implements played.RowWriter.
func (w *runWriter) Merge(key, value []byte) error { return w.Set(key, value) }

// flush ends a run.
func (w *runWriter) flush() {
	if len(w.rows) > 0 {
		w.emit(w.shard, w.rows)
	}
	w.rows = nil
}

// Merge merges the runs of a shard and writes it to the folder Out: the rows to one file,
// and the positions as Parquet to one for each size of their keys.
type Merge struct{ Out string }

// ProcessElement returns the name of the file of rows. If it is repeated, it writes the same
// files.
func (m *Merge) ProcessElement(ctx context.Context, shard int, next func(*[]byte) bool) (Result, error) {
	var runs []*played.RowReader
	for run := ([]byte)(nil); next(&run); run = nil {
		runs = append(runs, played.NewRowReader(bytes.NewReader(run)))
	}
	name := fmt.Sprintf("rows-%05d.zst", shard)
	err := writeFile(ctx, join(m.Out, name), func(out io.Writer) error {
		z, err := zstd.NewWriter(out, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return err
		}
		w := shardWriter{ctx: ctx, folder: m.Out, shard: shard, out: z}
		return errors.Join(played.MergeRows(runs, &w), w.flush(), z.Close())
	})
	return Result{Order: fmt.Sprintf("%09d", shard), Text: []byte(name + "\n")}, err
}

// A shardWriter writes the rows of a shard.
type shardWriter struct {
	ctx    context.Context
	folder string
	shard  int
	out    io.Writer
	row    []byte

	size    int          // of the keys of the positions in the following
	parquet bytes.Buffer // a file
	w       *parquet.GenericWriter[played.ParquetRow]
	rows    []played.ParquetRow
}

// Set implements played.RowWriter.
func (w *shardWriter) Set(key, value []byte) error {
	w.row = played.AppendRow(w.row[:0], key, value)
	_, err := w.out.Write(w.row)
	return err
}

// Merge implements played.RowWriter.
func (w *shardWriter) Merge(key, value []byte) error {
	if err := w.Set(key, value); err != nil {
		return err
	}
	form := played.FormOf(key)
	if w.w == nil || w.size != len(form) {
		if err := w.flush(); err != nil {
			return err
		}
		w.size = len(form)
		w.w = parquet.NewGenericWriter[played.ParquetRow](&w.parquet, parquet.Compression(&parquetzstd.Codec{}), parquet.MaxRowsPerRowGroup(played.ParquetGroup))
	}
	var err error
	if w.rows, err = played.AppendParquet(w.rows[:0], form, value); err != nil {
		return err
	}
	_, err = w.w.Write(w.rows)
	return err
}

// flush writes the file of positions.
func (w *shardWriter) flush() error {
	if w.w == nil {
		return nil
	}
	if err := w.w.Close(); err != nil {
		return err
	}
	w.w = nil
	path := join(w.folder, fmt.Sprintf("positions/keysize=%d/part-%05d.parquet", w.size, w.shard))
	return writeFile(w.ctx, path, func(out io.Writer) error {
		_, err := w.parquet.WriteTo(out)
		return err
	})
}
