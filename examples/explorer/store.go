package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"
	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
)

// A Store is a folder with games and what was played in their positions. Its methods may
// be called by several goroutines at once, except that only one may add games.
type Store struct {
	db      *pebble.DB
	dir     string
	options *pebble.Options
	plies   int // the number of plies of a game whose moves are in the index

	blockSize int // the number of moves after which a block is full
}

const (
	blockSize  = 4 << 20   // a usual Store.blockSize: a larger block takes more memory, and smaller ones more work to merge
	blockBytes = 128 << 20 // about the size of such a block on the disk
	maxMerges  = 8         // that run at once, since each has a file of each layer open
	allPlies   = 1 << 20   // the number of plies of a store that has all moves
)

// How many blocks may lie over each other before some are merged, while others are added.
// Nobody reads a store to which a command adds, so that a single merge at the end will do:
// of ten million games every row is written twice. A server answers while it adds.
const (
	layersToAdd   = 256
	layersToServe = 32
)

const (
	titleFile   = "EXPLORER"                                 // tells that a folder is a store; it is there before all others
	titleFormat = "positions of games, format 5, plies %d\n" // its text
	blocksDir   = "blocks"                                   // the folder of a store with the blocks that are being written
)

var (
	errNoStore = errors.New("it is not a folder that explorer add has made")
	errInUse   = errors.New("is being used by another run")
)

// OpenStore opens the store in a folder to read it, and writes nothing but a lock. It waits
// a moment for another run that reads it. A folder that cannot be written needs no lock.
func OpenStore(dir string) (*Store, error) {
	plies, err := readTitle(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", dir, errNoStore)
	}
	if err != nil {
		return nil, err
	}
	for try := 1; ; try++ {
		o := options(layersToServe)
		o.ReadOnly = true
		s, err := open(dir, plies, o)
		if !errors.Is(err, errInUse) || try == 20 {
			return s, err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// CreateStore opens the store in a folder to add games, and makes it if there is none. It
// refuses a folder with other files, and a store with another number of plies. When so many
// layers of blocks lie over each other, they are merged while others are added.
func CreateStore(dir string, plies, layers int) (*Store, error) {
	have, err := readTitle(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		title := filepath.Join(dir, titleFile)
		if err := outfile.Clean(title); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
			return nil, fmt.Errorf("%s: %w", dir, errNoStore)
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, err
		}
		err := outfile.Replace(title, func(w io.Writer) error {
			_, err := fmt.Fprintf(w, titleFormat, plies)
			return err
		})
		if err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	case have != plies:
		return nil, fmt.Errorf("%s has the moves of %s, not of %s", dir, countPlies(have), countPlies(plies))
	}
	return open(dir, plies, options(layers))
}

// countPlies returns a number of plies in words.
func countPlies(n int) string {
	if n >= allPlies {
		return "all plies"
	}
	return strconv.Itoa(n) + " plies"
}

// readTitle returns the number of plies of a store.
func readTitle(dir string) (plies int, err error) {
	text, err := os.ReadFile(filepath.Join(dir, titleFile))
	if err != nil {
		return 0, err
	}
	if _, err := fmt.Sscanf(string(text), titleFormat, &plies); err != nil {
		return 0, fmt.Errorf("%s: %w", dir, errNoStore)
	}
	return plies, nil
}

// open opens the store of a folder that has a title.
func open(dir string, plies int, o *pebble.Options) (*Store, error) {
	s := &Store{dir: dir, plies: plies, options: o, blockSize: blockSize}
	lock, err := pebble.LockDirectory(dir, s.options.FS)
	if o.ReadOnly && unwritable(err) { // nobody else can write it either
		o.FS = unlocked{o.FS}
		lock, err = pebble.LockDirectory(dir, o.FS)
	}
	if err != nil {
		return nil, lockError(dir, err)
	}
	s.options.Lock = lock
	if !o.ReadOnly {
		os.RemoveAll(filepath.Join(dir, blocksDir)) // of a run that was killed
		if err := os.MkdirAll(filepath.Join(dir, blocksDir), 0o777); err != nil {
			return nil, errors.Join(err, lock.Close())
		}
	}
	if s.db, err = pebble.Open(dir, s.options); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", dir, err), lock.Close())
	}
	return s, nil
}

// unwritable reports whether an error of a lock says that its file cannot be written.
func unwritable(err error) bool {
	_, placed := errors.AsType[*fs.PathError](err) // else it is of a file that is open
	return placed && (errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS))
}

// lockError returns what an error of a lock means. That of a lock which another run has is
// a number on its own, or, if this process has it, a text.
func lockError(dir string, err error) error {
	const windowsSharingViolation = syscall.Errno(32)
	path, placed := errors.AsType[*fs.PathError](err)
	number, numbered := errors.AsType[syscall.Errno](err)
	switch {
	case unwritable(err):
		return fmt.Errorf("%s cannot be written: %w", dir, path.Err)
	case placed:
		return fmt.Errorf("%s cannot be locked: %w", dir, path.Err)
	case numbered && number != syscall.EAGAIN && number != syscall.EACCES && number != windowsSharingViolation:
		return fmt.Errorf("%s cannot be locked: %w", dir, err)
	}
	return fmt.Errorf("%s %w", dir, errInUse)
}

// unlocked is a file system on which a lock is nothing.
type unlocked struct{ vfs.FS }

// Lock implements vfs.FS.
func (unlocked) Lock(string) (io.Closer, error) { return io.NopCloser(nil), nil }

// options returns how the store is kept, with this many layers of blocks.
func options(layers int) *pebble.Options {
	o := &pebble.Options{
		Merger:                     merger,
		Logger:                     logger{},
		CacheSize:                  128 << 20,
		CompactionConcurrencyRange: func() (int, int) { return 1, min(runtime.GOMAXPROCS(0), maxMerges) },
		LBaseMaxBytes:              int64(layers) * blockBytes, // so that a merge goes to the last level at once
		L0CompactionThreshold:      2 * layers,                 // Pebble begins at half of it
		L0StopWritesThreshold:      4 * layers,
		L0CompactionFileThreshold:  100000,
		MaxOpenFiles:               4 * layersToAdd,
		FormatMajorVersion:         pebble.FormatNewest,
	}
	o.ApplyCompressionSettings(func() pebble.DBCompressionSettings { return pebble.DBCompressionBalanced })
	for i := range o.Levels {
		o.Levels[i].FilterPolicy = bloom.FilterPolicy(10)
		o.Levels[i].BlockSize = 32 << 10 // find reads all lines: half the work of 4 KB, and other queries take no more
	}
	for i := range o.TargetFileSizes {
		o.TargetFileSizes[i] = 32 << 20 // the filter of a file then fits in a processor's cache while it is made
	}
	o.EnsureDefaults()
	return o
}

// merger adds the records of a position.
var merger = &pebble.Merger{
	Name:  "chess.explorer.record.1",
	Merge: func(_, value []byte) (pebble.ValueMerger, error) { return played.NewSum(value), nil },
}

// A logger ends the program where the store cannot go on. It says nothing else.
type logger struct{}

func (logger) Infof(string, ...any)  {}
func (logger) Errorf(string, ...any) {}

// Fatalf implements pebble.Logger, which expects that it does not return.
func (logger) Fatalf(format string, args ...any) {
	text, _, _ := strings.Cut(fmt.Sprintf(format, args...), "\n")
	fmt.Fprintln(os.Stderr, "explorer:", text)
	os.Exit(1)
}

// Close closes the store.
func (s *Store) Close() error { return errors.Join(s.db.Close(), s.options.Lock.Close()) }
