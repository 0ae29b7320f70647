package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// errMissing is a program that is not installed.
var errMissing = errors.New("no such program in PATH or /usr/games")

// engine is a UCI engine that knows "go perft", in a process of its own.
type engine struct {
	name     string
	patience time.Duration
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      io.ReadCloser
	lines    *bufio.Scanner
}

// find returns where a program is.
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

// startEngine starts an engine from PATH or from where Debian has its games.
func startEngine(name string, patience time.Duration) (*engine, error) {
	path, err := find(name)
	if err != nil {
		return nil, err
	}
	e := &engine{name: name, patience: patience, cmd: exec.Command(path)}
	if e.in, err = e.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if e.out, err = e.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := e.cmd.Start(); err != nil {
		return nil, err
	}
	e.lines = bufio.NewScanner(e.out)
	fmt.Fprintln(e.in, "uci")
	err = e.read("uciok", func(line string) {
		if id, ok := strings.CutPrefix(line, "id name "); ok {
			e.name = id
		}
	})
	if err == nil {
		fmt.Fprintln(e.in, "isready")
		err = e.read("readyok", nil)
	}
	if err != nil {
		e.close()
		return nil, err
	}
	return e, nil
}

// read reads lines up to the one that begins with end.
func (e *engine) read(end string, line func(string)) error {
	late := time.AfterFunc(e.patience, e.kill)
	defer late.Stop()
	for e.lines.Scan() {
		if line != nil {
			line(e.lines.Text())
		}
		if strings.HasPrefix(e.lines.Text(), end) {
			return nil
		}
	}
	return fmt.Errorf("%s said no %q within %v, or ended", e.name, end, e.patience)
}

// perft counts, and measures from the question to the last line of the answer.
func (e *engine) perft(fen string, depth int) (nodes uint64, took time.Duration, err error) {
	fmt.Fprintf(e.in, "position fen %s\nisready\n", fen)
	if err := e.read("readyok", nil); err != nil {
		return 0, 0, err
	}
	const total = "Nodes searched: "
	start := time.Now()
	fmt.Fprintln(e.in, "go perft", depth)
	answer := ""
	err = e.read(total, func(line string) { answer = line })
	took = time.Since(start)
	if err == nil {
		nodes, err = strconv.ParseUint(strings.TrimPrefix(answer, total), 10, 64)
	}
	return nodes, took, err
}

// kill ends the process at once, and whatever waits for it.
func (e *engine) kill() {
	e.cmd.Process.Kill()
	e.out.Close()
}

// close ends the process.
func (e *engine) close() {
	fmt.Fprintln(e.in, "quit")
	e.in.Close()
	slow := time.AfterFunc(time.Second, e.kill)
	defer slow.Stop()
	e.cmd.Wait()
}
