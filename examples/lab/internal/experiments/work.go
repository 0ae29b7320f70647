package experiments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/lab/internal/study"
	"golang.org/x/sync/errgroup"
)

// A piece is a piece of work that does not depend on the others. Its name is unique
// among them.
type piece[T any] struct {
	name string
	do   func(ctx context.Context) (T, error)
}

// A record is the content of the file that a command continues from.
type record struct {
	Conditions []string                   `json:"conditions"`
	Done       map[string]json.RawMessage `json:"done"` // by the name of the piece
}

// path returns the name of the file of the run.
func (r *run) path() string { return filepath.Join(r.state, r.name+".json") }

// open opens or creates the file of the run, and locks it. It is an error if its results are
// those of other conditions.
func (r *run) open() (s *record, release func() error, err error) {
	if err := os.MkdirAll(r.state, 0o777); err != nil {
		return nil, nil, err
	}
	s = &record{}
	found, release, err := study.Open(r.path(), s, func() error {
		switch {
		case !slices.Equal(s.Conditions, r.conditions):
			return fmt.Errorf("it has results under other conditions, %q and not %q: remove it, or name another folder by -state",
				strings.Join(s.Conditions, "; "), strings.Join(r.conditions, "; "))
		case s.Done == nil:
			return errors.New("it is damaged: it has no results")
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if !found {
		s = &record{r.conditions, map[string]json.RawMessage{}}
	}
	if err := outfile.Save(r.path(), s); err != nil { // report an error before the work
		return nil, nil, errors.Join(err, release())
	}
	return s, release, nil
}

// saveEvery is the time between two writes of the file, so that many short pieces of
// work take no longer. A program that is killed repeats the work of this time.
const saveEvery = time.Second / 4

// work does the pieces of work that the file does not have, several at once, and adds the
// results to the file. It returns the results of the pieces in their order. unit is what the
// pieces are, such as "searches".
func work[T any](ctx context.Context, r *run, unit string, pieces []piece[T]) (results []T, err error) {
	s, release, err := r.open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, outfile.Save(r.path(), s), release()) }()
	results = make([]T, len(pieces))
	var left []int
	for i, p := range pieces {
		text, found := s.Done[p.name]
		if !found {
			left = append(left, i)
		} else if err := json.Unmarshal(text, &results[i]); err != nil {
			return nil, fmt.Errorf("%s, %s: %w", r.path(), p.name, err)
		}
	}
	p := progress.New(r.stderr)
	p.Start(unit, len(pieces)-len(left), len(pieces))
	defer p.Close()

	var mutex sync.Mutex // for s and saved
	var saved time.Time
	workers, ctx := errgroup.WithContext(ctx)
	workers.SetLimit(r.atOnce)
	for _, i := range left {
		workers.Go(func() (err error) {
			if err = ctx.Err(); err == nil {
				results[i], err = pieces[i].do(ctx)
			}
			if err != nil {
				return err
			}
			p.Add(1)
			mutex.Lock()
			defer mutex.Unlock()
			if s.Done[pieces[i].name], err = json.Marshal(results[i]); err != nil || time.Since(saved) < saveEvery {
				return err
			}
			saved = time.Now()
			return outfile.Save(r.path(), s)
		})
	}
	return results, workers.Wait()
}
