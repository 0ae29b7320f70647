package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
)

// A shardSet is a folder with the rows of some games, sorted and in several files, as
// examples/beam writes it.
type shardSet struct {
	dir   string
	names []string // of the files, in the order of their keys
}

// openShards reads which files a folder has.
func openShards(dir string) (*shardSet, error) {
	text, err := os.ReadFile(filepath.Join(dir, played.ShardsFile))
	if err != nil {
		return nil, fmt.Errorf("%s: it is not a folder with shards of an index: %w", dir, err)
	}
	list, ok := strings.CutPrefix(string(text), played.ShardsTitle)
	s := &shardSet{dir: dir, names: strings.Fields(list)}
	for _, name := range s.names {
		ok = ok && filepath.IsLocal(name)
	}
	if !ok {
		return nil, fmt.Errorf("%s: %s does not list the shards of an index", dir, played.ShardsFile)
	}
	return s, nil
}

// path returns the path of a file.
func (s *shardSet) path(i int) string { return filepath.Join(s.dir, s.names[i]) }

// errUnsorted is the error of shards that are not the whole of what was written together.
var errUnsorted = errors.New("the rows of the shards are not sorted")

// rows yields the rows, each valid until the next.
func (s *shardSet) rows(ctx context.Context) iter.Seq2[*played.RowReader, error] {
	return func(yield func(*played.RowReader, error) bool) {
		var before []byte
		for i := range s.names {
			for row, err := range rowsOf(s.path(i)) {
				if err == nil {
					err = ctx.Err()
				}
				if err == nil && bytes.Compare(before, row.Key) >= 0 {
					err = errUnsorted
				}
				if err != nil {
					yield(nil, fmt.Errorf("%s: %w", s.path(i), err))
					return
				}
				before = append(before[:0], row.Key...)
				if !yield(row, nil) {
					return
				}
			}
		}
	}
}

// rowsOf yields the rows of a file.
func rowsOf(path string) iter.Seq2[*played.RowReader, error] {
	return func(yield func(*played.RowReader, error) bool) {
		f, err := os.Open(path)
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		z, err := openZstd(f)
		if err != nil {
			yield(nil, err)
			return
		}
		defer z.Close()
		for r := played.NewRowReader(z); ; {
			err := r.Next()
			if err == io.EOF || !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// table yields the rows of one table.
func (s *shardSet) table(ctx context.Context, table byte) iter.Seq2[*played.RowReader, error] {
	return func(yield func(*played.RowReader, error) bool) {
		for row, err := range s.rows(ctx) {
			switch {
			case err == nil && row.Key[0] < table:
				continue
			case err == nil && row.Key[0] > table, !yield(row, err):
				return
			}
		}
	}
}

// games yields the games, as reading their PGN would.
func (s *shardSet) games(ctx context.Context) iter.Seq2[*chess.GameTree, error] {
	return func(yield func(*chess.GameTree, error) bool) {
		next, stop := iter.Pull2(s.table(ctx, played.TableLines))
		defer stop()
		for row, err := range s.table(ctx, played.TableGames) {
			if err != nil {
				yield(nil, err)
				return
			}
			line, err, ok := next()
			if err == nil && (!ok || !bytes.Equal(line.Key[1:], row.Key[1:])) {
				err = played.ErrBroken
			}
			var t *chess.GameTree
			if err == nil {
				_, t, err = played.ReadGame(row.Value, line.Value)
			}
			if !yield(t, err) || err != nil {
				return
			}
		}
	}
}

// Take adds the games of shards. A store that is empty takes their rows as they are, all
// or none. Another one takes the games, as Add does.
func (s *Store) Take(ctx context.Context, shards *shardSet, done func(Added)) error {
	n, err := last(s.db)
	if err != nil {
		return err
	}
	if n == 0 && s.plies == allPlies {
		return s.takeRows(ctx, shards, done)
	}
	var failed error
	games := func(yield func(*chess.GameTree) bool) {
		for t, err := range shards.games(ctx) {
			if failed = err; err != nil || !yield(t) {
				return
			}
		}
	}
	return errors.Join(s.Add(ctx, games, done), failed)
}

// A takenShard is what an empty store has written of a file of rows.
type takenShard struct {
	paths       []string // of its own files
	first, last []byte   // keys of rows; nil if there are none
	added       Added
}

// takeRows adds the rows of shards to an empty store, on all processors.
func (s *Store) takeRows(ctx context.Context, shards *shardSet, done func(Added)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	taken := make([]takenShard, len(shards.names))
	next := make(chan int)
	var taking sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		taking.Go(func() {
			for i := range next {
				if err := s.takeShard(ctx, shards, i, &taken[i]); err != nil {
					cancel(err) // the others end
				}
			}
		})
	}
	for i := range taken {
		next <- i
	}
	close(next)
	taking.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	var paths []string
	var sum Added
	var last []byte
	for i := range taken {
		t := &taken[i]
		if t.first == nil {
			continue
		}
		if bytes.Compare(last, t.first) >= 0 {
			return fmt.Errorf("%s: %w", shards.path(i), errUnsorted)
		}
		last = t.last
		paths = append(paths, t.paths...)
		sum.Games += t.added.Games
		sum.Positions += t.added.Positions
	}
	if len(paths) == 0 {
		return nil
	}
	if err := s.db.Ingest(context.Background(), paths); err != nil {
		return err
	}
	done(sum)
	return nil
}

// takeShard writes the rows of a shard to files for the store.
func (s *Store) takeShard(ctx context.Context, shards *shardSet, i int, t *takenShard) error {
	w := &tableWriter{store: s, name: filepath.Join(s.dir, blocksDir, fmt.Sprintf("shard%d", i))}
	one := shardSet{shards.dir, shards.names[i : i+1]}
	for row, err := range one.rows(ctx) {
		if err == nil {
			err = row.WriteTo(w)
		}
		if err == nil && row.Key[0] == played.TableLines {
			var line played.Line
			line, err = played.ReadLine(row.Value)
			t.added.Games++
			t.added.Positions += line.Plies() + 1
		}
		if err != nil {
			return errors.Join(err, w.finish())
		}
		if t.first == nil {
			t.first = bytes.Clone(row.Key)
		}
		t.last = append(t.last[:0], row.Key...)
	}
	t.paths = w.paths
	return w.finish()
}
