package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"sync"

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

// Add adds games. Those of a block become part of the store at once, all or none, so that
// the same games may be given again after a run that was killed: a game counts once. When
// ctx ends, it adds the block that it has begun and returns the error of ctx. It calls
// done for the number of games, new and known, of each block that is in the store. The trees
// lose their moves.
func (s *Store) Add(ctx context.Context, games iter.Seq[*chess.GameTree], done func(games int)) (Added, error) {
	last, err := last(s.db)
	if err != nil {
		return Added{}, err
	}
	a := &adder{Store: s, done: done, current: played.NewBlock(last+1, s.blockSize)}
	for t := range games {
		if err = ctx.Err(); err == nil {
			err = a.add(t)
		}
		if err != nil {
			break
		}
	}
	if err == nil || err == ctx.Err() {
		err = cmp.Or(a.write(), err)
	}
	a.writing.Wait()
	return a.added, cmp.Or(a.failed, err)
}

// An adder adds games to a store, block by block. It fills one block while it writes the
// one before.
type adder struct {
	*Store
	done            func(games int)
	added           Added
	current, before *played.Block
	known           int    // how many games were given since the block began that the store had already
	blocks          int    // how many are full
	ids             bitSet // the bits of the IDs of all games; nil in a run with few blocks

	writing sync.WaitGroup
	failed  error // why a block could not be written
}

// An ID that is new is looked up in all layers of blocks: with 190 that takes a sixth of the
// time. A set of the first bits of all IDs, which are hashes, tells most of the new ones at
// once. A run that adds few blocks need not read the IDs for it.
const (
	blocksWithoutIDs = 16
	idBits           = 28 // 32 MB: with ten million games 1 of 27 new ones is looked up, with a hundred million 1 of 3
)

// idBit returns the bit of an ID in adder.ids.
func idBit(id played.GameID) uint32 { return binary.BigEndian.Uint32(id[:]) >> (32 - idBits) }

// add adds a game to the current block, or to the next if it does not fit.
func (a *adder) add(t *chess.GameTree) error {
	g, err := played.NewGame(t)
	if err != nil {
		return err
	}
	known, err := a.knows(g.ID)
	if err != nil {
		return err
	}
	if known {
		a.known++
		return nil
	}
	if !a.current.Fits(g, a.plies) {
		if err := a.write(); err != nil {
			return err
		}
		if a.blocks == blocksWithoutIDs {
			if err := a.readIDs(); err != nil {
				return err
			}
		}
	}
	if a.current.Next() == 0 {
		return played.ErrFull
	}
	a.current.Add(g, a.plies)
	if a.ids != nil {
		a.ids.add(idBit(g.ID))
	}
	return nil
}

// knows reports whether the store has a game, or one of the blocks that it may not have
// yet.
func (a *adder) knows(id played.GameID) (bool, error) {
	if a.current.Has(id) || a.before != nil && a.before.Has(id) {
		return true, nil
	}
	if a.ids != nil && !a.ids.has(idBit(id)) {
		return false, nil
	}
	number, err := get(a.db, played.IDKey(id))
	return number != nil, err
}

// readIDs reads the IDs of all games, those of the block before included.
func (a *adder) readIDs() error {
	a.writing.Wait()
	a.ids = make(bitSet, 1<<idBits/64)
	for row, err := range rows(context.Background(), a.db, []byte{played.TableIDs}) {
		if err != nil {
			return err
		}
		a.ids.add(idBit(played.GameID(row.Key()[1:])))
	}
	return nil
}

// write waits for the block before, begins to write the current one, and begins another.
func (a *adder) write() error {
	if a.writing.Wait(); a.failed != nil {
		return a.failed
	}
	next := a.before // nobody needs it any more
	if next == nil {
		next = played.NewBlock(0, a.blockSize)
	}
	next.Reset(a.current.Next())
	full, known := a.current, a.known
	a.before, a.current, a.known = full, next, 0
	a.blocks++
	a.writing.Go(func() {
		if a.failed = a.addBlock(full); a.failed != nil {
			return
		}
		a.added.Games += full.Len()
		a.added.Known += known
		a.added.Positions += full.Positions
		a.done(full.Len() + known)
	})
	return nil
}

// Tidy merges what many blocks have added, which makes the store smaller and answers
// faster. It does nothing if there are few, or if they are small beside the rest, which it
// would write anew. A run that is killed in it loses nothing.
func (s *Store) Tidy(ctx context.Context) error {
	const few, many, small = 4, layersToServe / 2, 8 // small is an eighth
	levels := s.db.Metrics().Levels
	rest := int64(0)
	for _, level := range levels[1:] {
		rest += level.TablesSize
	}
	if n := levels[0].Sublevels; n <= few || n <= many && levels[0].TablesSize*small < rest {
		return nil
	}
	return s.db.Compact(ctx, []byte{played.TableGames}, []byte{played.TablePositions + 1}, true)
}

// addBlock adds the games of a block, all or none.
func (s *Store) addBlock(b *played.Block) error {
	if b.Len() == 0 {
		return nil
	}
	w := &tableWriter{store: s, name: filepath.Join(s.dir, blocksDir, fmt.Sprint(b.Next()))}
	for key, value := range b.Rows() {
		if err := w.add(key, value); err != nil {
			return errors.Join(err, w.finish())
		}
	}
	if err := w.finish(); err != nil {
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
)

// add writes a row. The record of a position is added to the others of the same position.
func (t *tableWriter) add(key, value []byte) error {
	first := key[:sharedBytes]
	if t.w != nil && t.w.Raw().EstimatedSize() >= largeFile && !bytes.Equal(first, t.first) {
		if err := t.finish(); err != nil {
			return err
		}
	}
	if t.w == nil {
		path := fmt.Sprintf("%s-%d.sst", t.name, len(t.paths)+1)
		f, err := t.store.options.FS.Create(path, vfs.WriteCategoryUnspecified)
		if err != nil {
			return err
		}
		t.paths = append(t.paths, path)
		t.w = sstable.NewWriter(objstorageprovider.NewFileWritable(f), t.store.options.MakeWriterOptions(0, t.store.db.TableFormat()))
	}
	t.first = append(t.first[:0], first...)
	if key[0] == played.TablePositions {
		return t.w.Merge(key, value)
	}
	return t.w.Set(key, value)
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
