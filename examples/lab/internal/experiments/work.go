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
)

// A piece is a piece of work that does not depend on the others. Its name is unique
// among them.
type piece[T any] struct {
	name string
	do   func(ctx context.Context) (T, error)
}

// A record is the content of the file that a command continues from.
type record struct {
	Command    string                     `json:"command"`
	Conditions []string                   `json:"conditions"`
	Done       map[string]json.RawMessage `json:"done"` // by the name of the piece
}

// A store is the file that a run continues from, locked against other runs. Its
// methods are for one goroutine at a time.
type store struct {
	*record
	path   string
	locked *outfile.Lock
	saved  time.Time
}

// open opens or creates the file of the run. It is an error if its results are those
// of another command or of other conditions.
func (r *run) open() (*store, error) {
	s := &store{record: &record{}, path: r.path}
	if err := os.MkdirAll(filepath.Dir(s.path), 0o777); err != nil {
		return nil, err
	}
	var err error
	if s.locked, err = outfile.Hold(s.path); err != nil {
		return nil, err
	}
	found, err := outfile.Load(s.path, s.record)
	switch {
	case err != nil:
	case !found:
		s.Command, s.Conditions = r.command, r.conditions
	case s.Command != r.command:
		err = fmt.Errorf("%s is a file of the command %s", s.path, s.Command)
	default:
		err = s.differ(r.conditions)
	}
	if s.Done == nil {
		s.Done = map[string]json.RawMessage{}
	}
	if err == nil {
		err = s.save() // report an error before the work
	}
	if err != nil {
		return nil, errors.Join(err, s.locked.Release())
	}
	return s, nil
}

// differ returns an error that names a difference between the conditions of the file
// and those of this run.
func (s *store) differ(conditions []string) error {
	if slices.Equal(s.Conditions, conditions) {
		return nil
	}
	i := 0
	for ; i < min(len(s.Conditions), len(conditions)) && s.Conditions[i] == conditions[i]; i++ {
	}
	at := func(list []string) string { return strings.Join(list[min(i, len(list)):min(i+1, len(list))], "") }
	return fmt.Errorf("%s has results under other conditions, %q and not %q: remove it, or name another file by -state", s.path, at(s.Conditions), at(conditions))
}

// get reads the result of a piece. It is not found if the piece is not done.
func (s *store) get(name string, result any) (found bool, err error) {
	text, found := s.Done[name]
	if !found {
		return false, nil
	}
	if err := json.Unmarshal(text, result); err != nil {
		return false, fmt.Errorf("%s, %s: %w", s.path, name, err)
	}
	return true, nil
}

// put sets the result of a piece, and writes the file if that was not done just
// before.
func (s *store) put(name string, result any) error {
	text, err := json.Marshal(result)
	if err != nil {
		return err
	}
	s.Done[name] = text
	if time.Since(s.saved) < saveEvery {
		return nil
	}
	return s.save()
}

// saveEvery is the time between two writes of the file, so that many short pieces of
// work take no longer. A program that is killed repeats the work of this time.
const saveEvery = time.Second / 4

func (s *store) save() error {
	s.saved = time.Now()
	return outfile.Save(s.path, s.record)
}

// close writes the file and releases its lock.
func (s *store) close() error { return errors.Join(s.save(), s.locked.Release()) }

// work does the pieces of work that the file does not have, several at once, and
// adds the results to the file. It returns the results of the pieces in their order,
// nil for those that an interrupt or another error has prevented; or no results if the
// file cannot be used. unit is what the pieces are, such as "searches".
func work[T any](ctx context.Context, r *run, unit string, pieces []piece[T]) (results []*T, err error) {
	s, err := r.open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	results = make([]*T, len(pieces))
	var left []int
	for i, p := range pieces {
		result := new(T)
		found, err := s.get(p.name, result)
		switch {
		case err != nil:
			return nil, err
		case found:
			results[i] = result
		default:
			left = append(left, i)
		}
	}
	p := progress.New(r.stderr)
	p.Start(unit, len(pieces)-len(left), len(pieces))
	defer p.Close()

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mutex sync.Mutex // for s and results
	finish := func(i int, result T) error {
		mutex.Lock()
		defer mutex.Unlock()
		results[i] = &result
		p.Add(1)
		return s.put(pieces[i].name, result)
	}
	queue := make(chan int)
	var workers sync.WaitGroup
	for range r.atOnce {
		workers.Go(func() {
			for i := range queue {
				result, err := pieces[i].do(ctx)
				if err == nil {
					err = finish(i, result)
				}
				if err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, i := range left {
		select {
		case queue <- i:
		case <-ctx.Done():
		}
	}
	close(queue)
	workers.Wait()
	return results, context.Cause(ctx)
}
