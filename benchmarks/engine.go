package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
)

// errMissing is the error of find for a program that is not installed.
var errMissing = errors.New("no such program in PATH or /usr/games")

// find returns the path of a program.
func find(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		path, err = exec.LookPath(filepath.Join("/usr/games", name))
	}
	if err != nil {
		return "", fmt.Errorf("%q: %w", name, errMissing)
	}
	return path, nil
}

// engine is a UCI engine that supports "go perft".
type engine struct{ *chess.Client }

// startEngine starts an engine from PATH or from /usr/games, where Debian
// installs games.
func startEngine(name string, patience time.Duration) (*engine, error) {
	path, err := find(name)
	if err != nil {
		return nil, err
	}
	c, err := chess.StartClient(context.Background(), exec.Command(path), patience)
	return &engine{c}, err
}

// perft returns the number of leaf nodes, and the time from the command to the
// last line of the answer.
func (e *engine) perft(fen string, depth int) (nodes uint64, took time.Duration, err error) {
	ctx := context.Background()
	if err := e.Command(ctx, "position fen "+fen, nil); err != nil {
		return 0, 0, err
	}
	if err := e.Command(ctx, "isready", func(line string) bool { return line != "readyok" }); err != nil {
		return 0, 0, err
	}
	answer := ""
	start := time.Now()
	err = e.Command(ctx, fmt.Sprintf("go perft %d", depth), func(line string) bool {
		var last bool
		answer, last = strings.CutPrefix(line, "Nodes searched: ")
		return !last
	})
	took = time.Since(start)
	if err == nil {
		nodes, err = strconv.ParseUint(answer, 10, 64)
	}
	return nodes, took, err
}
