package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"iter"
	"path/filepath"

	"github.com/cockroachdb/pebble/v2/objstorage/objstorageprovider"
	"github.com/cockroachdb/pebble/v2/sstable"
	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
)

// Added counts what a run of Add has done.
type Added struct {
	Games     int // new ones, which are in the store now
	Known     int // those that it had already
	Positions int // of the new games, each as often as games have reached it
}

// A batch is a block on its way to the store.
type batch struct {
	block *played.Block
	known int // how many games were given that the store had already
}

// Add adds games. Those of a block become part of the store at once, all or none, so that
// the same games may be given again after a run that was killed: a game counts once. When
// ctx ends, it adds the block that it has begun and returns the error of ctx. It calls
// done for the numbers of new and known games of each block that is in the store. The trees
// lose their moves.
func (s *Store) Add(ctx context.Context, games iter.Seq[*chess.GameTree], done func(Added)) error {
	last, err := last(s.db)
	if err != nil {
		return err
	}
	full := make(chan batch)
	failed := make(chan error, 1)
	written := make(chan struct{})
	go func() {
		defer close(written)
		for b := range full {
			if err := s.addBlock(b.block); err != nil {
				failed <- err
				return
			}
			if done != nil {
				done(Added{Games: b.block.Len(), Known: b.known, Positions: b.block.Positions()})
			}
		}
	}()
	current := batch{block: played.NewBlock(last+1, s.blockSize)}
	var before batch
	send := func() error {
		select {
		case full <- current:
			next := before.block // the writer is done with it
			if next == nil {
				next = played.NewBlock(0, s.blockSize)
			}
			next.Reset(current.block.Next())
			before, current = current, batch{block: next}
			return nil
		case err := <-failed:
			return err
		}
	}
	sent := 0
	var ids idFilter
	for t := range games {
		if err = ctx.Err(); err != nil {
			break
		}
		g, e := played.NewGame(t)
		if err = e; err != nil {
			break
		}
		var known bool
		if known, err = s.knows(g.ID, ids, current.block, before.block); err != nil {
			break
		}
		if known {
			current.known++
			continue
		}
		if !current.block.Fits(g, s.plies) {
			if err = send(); err != nil {
				break
			}
			if sent++; sent == blocksWithoutFilter {
				if ids, err = s.filterIDs(current.block, before.block); err != nil {
					break
				}
			}
		}
		if current.block.Next() == 0 {
			err = played.ErrFull
			break
		}
		current.block.Add(g, s.plies)
		ids.add(g.ID)
	}
	if err == nil || err == ctx.Err() {
		if e := send(); e != nil {
			err = e
		}
	}
	close(full)
	<-written
	select {
	case e := <-failed:
		err = e
	default:
	}
	return err
}

// Tidy merges what many blocks have added, which makes the store smaller and answers
// faster. It does nothing if there are few, and a run that is killed in it loses nothing.
func (s *Store) Tidy(ctx context.Context) error {
	const few = 4
	if s.db.Metrics().Levels[0].Sublevels <= few {
		return nil
	}
	return s.db.Compact(ctx, []byte{played.TableGames}, []byte{played.TablePositions + 1}, true)
}

// knows reports whether the store has a game, or one of the blocks that it may not have
// yet.
func (s *Store) knows(id played.GameID, ids idFilter, blocks ...*played.Block) (bool, error) {
	for _, b := range blocks {
		if b != nil && b.Has(id) {
			return true, nil
		}
	}
	if !ids.mayHave(id) {
		return false, nil
	}
	number, err := get(s.db, played.IDKey(id))
	return number != nil, err
}

// addBlock adds the games of a block, all or none.
func (s *Store) addBlock(b *played.Block) error {
	if b.Len() == 0 {
		return nil
	}
	w := &tableWriter{store: s, name: filepath.Join(s.dir, blocksDir, fmt.Sprint(b.Next()))}
	err := b.Write(w)
	if err = cmp.Or(err, w.finish()); err != nil {
		return err
	}
	return s.db.Ingest(context.Background(), w.paths)
}

// A tableWriter writes sorted rows to files for the store. A file ends where the first
// bytes of the keys change, once it is large: so that files of different blocks have the
// same limits, and several can be merged at once.
type tableWriter struct {
	store *Store
	name  string // of the files, without their numbers
	paths []string
	w     *sstable.Writer
	first []byte // the first bytes of the key of the last row
}

const (
	sharedBytes = 2       // the table, and in tables of positions the size of the form, which grows with the number of pieces
	largeFile   = 4 << 20 // bytes, after which a file may end
	largestFile = 1 << 28 // bytes, after which it ends: no block is so large, but shards may be
)

// writer returns the writer for a key.
func (t *tableWriter) writer(key []byte) (*sstable.Writer, error) {
	first := key[:sharedBytes]
	if t.w != nil && (t.w.Raw().EstimatedSize() < largeFile || bytes.Equal(first, t.first) && t.w.Raw().EstimatedSize() < largestFile) {
		t.first = append(t.first[:0], first...)
		return t.w, nil
	}
	if err := t.finish(); err != nil {
		return nil, err
	}
	path := fmt.Sprintf("%s-%d.sst", t.name, len(t.paths)+1)
	f, err := t.store.options.FS.Create(path, vfs.WriteCategoryUnspecified)
	if err != nil {
		return nil, err
	}
	t.first = append(t.first[:0], first...)
	t.paths = append(t.paths, path)
	t.w = sstable.NewWriter(objstorageprovider.NewFileWritable(f), t.store.options.MakeWriterOptions(0, t.store.db.TableFormat()))
	return t.w, nil
}

// Set writes a row.
func (t *tableWriter) Set(key, value []byte) error {
	w, err := t.writer(key)
	if err != nil {
		return err
	}
	return w.Set(key, value)
}

// Merge writes a record, which is added to those of the same position.
func (t *tableWriter) Merge(key, value []byte) error {
	w, err := t.writer(key)
	if err != nil {
		return err
	}
	return w.Merge(key, value)
}

// finish ends the last file, which is then on the disk.
func (t *tableWriter) finish() error {
	if t.w == nil {
		return nil
	}
	err := t.w.Close()
	t.w = nil
	return err
}
