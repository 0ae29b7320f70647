package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/puzzle"
)

// The name of a work folder is that of the output with this mark and random letters.
const (
	workMark    = ".work-"
	workLetters = 8
)

// local reports whether the output is a file on this machine.
func (s *settings) local() bool { return !strings.Contains(s.out, "://") }

// take takes the lock of a local output, unless that is a file of another format, and
// removes what a run that was killed has left.
func (s *settings) take(ctx context.Context) (*outfile.Lock, error) {
	folder := filepath.Dir(s.out)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("there is no folder %s", folder)
	}
	if _, err := os.Lstat(s.out); s.format == formatPositions && !errors.Is(err, fs.ErrNotExist) {
		return nil, cmp.Or(err, fmt.Errorf("%s exists", s.out))
	}
	if err := outfile.Foreign(s.out, "file of the format "+s.format, formats[s.format]); err != nil {
		return nil, err
	}
	held, err := outfile.Hold(s.out)
	if err != nil {
		return nil, err
	}
	left, err := filepath.Glob(escape(s.out) + workMark + strings.Repeat("?", workLetters))
	for _, work := range left {
		err = errors.Join(err, removeFolder(ctx, work))
	}
	if err != nil {
		return nil, errors.Join(err, held.Release())
	}
	return held, nil
}

// folder returns the folder to which positions are written. A local one gets its name when
// it is complete; elsewhere folders have no names to change, and the list of the shards is
// what is written last.
func (s *settings) folder(work string) string {
	if s.local() {
		return join(work, "index")
	}
	return s.out
}

// formats are functions that tell a file of a format by its beginning.
var formats = map[string]func(io.Reader) bool{
	formatPGN:  outfile.Begins("["),
	formatJSON: outfile.Begins(`{"source":`),

	formatPositions: func(io.Reader) bool { return false }, // a folder, which is not replaced

	formatGames:   outfile.Begins("[Event \"self-play\"]\n"),
	formatPuzzles: outfile.Begins(puzzle.CSV.Head()),
	formatLabels: func(content io.Reader) bool {
		line, err := bufio.NewReader(io.LimitReader(content, 1<<10)).ReadString('\n')
		if err != nil {
			return false
		}
		_, err = chess.ParseEPD(strings.TrimSpace(line))
		return err == nil
	},
}

// watch shows how many parts of a local input are done, as the files in the work folder
// tell, until the caller calls stop.
func (s *settings) watch(shown *progress.Progress, work string) (stop func()) {
	shown.Start("parts", 0, 0)
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			if !s.local() {
				continue
			}
			files, err := os.ReadDir(work)
			if err != nil {
				continue // not yet there
			}
			in, out := 0, 0
			if s.format == formatGames {
				in = len(s.games.ranges())
			}
			for _, f := range files {
				switch {
				case strings.HasSuffix(f.Name(), ".part"):
				case strings.HasPrefix(f.Name(), "in-"):
					in++
				case strings.HasPrefix(f.Name(), "out-"):
					out++
				}
			}
			shown.Show(min(out, in), in, "")
		}
	}()
	return func() {
		close(done)
		<-stopped
		shown.Clear()
	}
}
