package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/seed-0971039b/chess/examples/internal/lock"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/state"
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

// open returns the record of the file, or a new one if there is no file. It is an
// error if its results are those of another command or of other conditions.
func (r *run) open() (*record, error) {
	saved := &record{}
	found, err := state.Load(r.file(".json"), saved)
	switch {
	case err != nil:
		return nil, err
	case !found:
		return &record{r.command, r.conditions, map[string]json.RawMessage{}}, nil
	case saved.Command != r.command:
		return nil, fmt.Errorf("%s is a file of the command %s", r.file(".json"), saved.Command)
	}
	if was, is := strings.Join(saved.Conditions, "; "), strings.Join(r.conditions, "; "); was != is {
		return nil, fmt.Errorf("%s has results under other conditions; remove it, or keep those of this run in another folder (-state)\nits:      %s\nthis run: %s",
			r.file(".json"), was, is)
	}
	if saved.Done == nil {
		saved.Done = map[string]json.RawMessage{}
	}
	return saved, nil
}

// work does the pieces of work that the file does not have, several at once, and
// adds the results to the file. It returns the results of the pieces in their order,
// nil for those that an interrupt or another error has prevented. unit is what the
// pieces are, such as "searches".
func work[T any](ctx context.Context, r *run, unit string, pieces []piece[T]) ([]*T, error) {
	results := make([]*T, len(pieces))
	if err := os.MkdirAll(filepath.Dir(r.file(".json")), 0o777); err != nil {
		return results, err
	}
	locked, err := lock.File(r.file(".json"))
	if err != nil {
		return results, err
	}
	defer locked.Release()
	saved, err := r.open()
	if err != nil {
		return results, err
	}
	save := func() error { return state.Save(r.file(".json"), saved) }
	if err := save(); err != nil { // report an error before the work
		return results, err
	}
	var left []int
	for i, p := range pieces {
		if text, ok := saved.Done[p.name]; ok {
			results[i] = new(T)
			if err := json.Unmarshal(text, results[i]); err != nil {
				return results, fmt.Errorf("%s, %s: %w", r.file(".json"), p.name, err)
			}
		} else {
			left = append(left, i)
		}
	}
	p := progress.New(r.stderr)
	p.Start(unit, len(pieces)-len(left), len(pieces))
	defer p.Close()

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mutex sync.Mutex // for what follows
	var lastSaved time.Time
	finish := func(i int, result T) error {
		text, err := json.Marshal(result)
		if err != nil {
			return err
		}
		mutex.Lock()
		defer mutex.Unlock()
		results[i] = &result
		saved.Done[pieces[i].name] = text
		p.Add(1)
		if time.Since(lastSaved) < saveEvery {
			return nil
		}
		defer func() { lastSaved = time.Now() }()
		return save()
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
	return results, errors.Join(context.Cause(ctx), save())
}

// saveEvery is the time between two writes of the file, so that many short pieces of
// work take no longer. A program that is killed repeats the work of this time.
const saveEvery = time.Second / 4
