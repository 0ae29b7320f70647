package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/seed-0971039b/chess"
)

// rules are what an engine must be told before it sees a position.
type rules struct{ chess960, threeCheck bool }

// rulesOf tells what it takes to play on from p.
func rulesOf(p *chess.Position) rules {
	r := rules{threeCheck: p.IsThreeCheck()}
	for c := chess.White; c <= chess.Black; c++ {
		for side := chess.HSide; side <= chess.ASide; side++ {
			rook := p.CastlingRook(c, side)
			if rook != chess.NoSquare && (p.King(c).File() != 4 || rook.File()%7 != 0) {
				r.chess960 = true
			}
		}
	}
	return r
}

// uci writes a move of p as an engine told of the rules does.
func (r rules) uci(p *chess.Position, m chess.Move) string {
	if r.chess960 {
		return p.UCI960(m)
	}
	return p.UCI(m)
}

// engine is a UCI engine that knows "go perft", in a process of its own. An
// error in a method is final: close it then.
type engine struct {
	name     string
	rules    rules
	patience time.Duration // longest silence
	ctx      context.Context
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      io.ReadCloser
	lines    *bufio.Scanner
	stop     func() bool
	end      sync.Once
}

// findEngine looks for a program in PATH and then where Debian has its games,
// which not everybody's PATH contains.
func findEngine(name string) (string, error) {
	path, err := exec.LookPath(name)
	if errors.Is(err, exec.ErrNotFound) && filepath.Base(name) == name {
		if path, err := exec.LookPath(filepath.Join("/usr/games", name)); err == nil {
			return path, nil
		}
		return "", fmt.Errorf("%w: no engine %q in PATH or /usr/games", errUsage, name)
	}
	if err != nil {
		return "", fmt.Errorf("%w: engine %w", errUsage, err)
	}
	return path, nil
}

// startEngine starts an engine and sets it to the rules. It, and whatever is
// asked of the engine later, fails after a silence longer than patience or when
// ctx is done.
func startEngine(ctx context.Context, name string, r rules, patience time.Duration) (*engine, error) {
	path, err := findEngine(name)
	if err != nil {
		return nil, err
	}
	e := &engine{name: name, rules: r, patience: patience, ctx: ctx, cmd: exec.Command(path)}
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
	e.stop = context.AfterFunc(ctx, e.kill)
	if err := e.begin(); err != nil {
		e.close()
		return nil, err
	}
	return e, nil
}

// begin makes the acquaintance of the engine and sets its options.
func (e *engine) begin() error {
	var variants string
	chess960 := false
	err := e.ask("uci", "uciok", func(line string) error {
		if name, ok := strings.CutPrefix(line, "id name "); ok {
			e.name = name
		}
		if rest, ok := strings.CutPrefix(line, "option name UCI_Variant type combo "); ok {
			variants = rest
		}
		chess960 = chess960 || strings.HasPrefix(line, "option name UCI_Chess960 ")
		return nil
	})
	if err != nil {
		return err
	}
	if e.rules.chess960 {
		if !chess960 {
			return fmt.Errorf("%w: %s does not know Chess960", errUsage, e.name)
		}
		e.send("setoption name UCI_Chess960 value true")
	}
	if e.rules.threeCheck {
		if !strings.Contains(variants+" ", " var 3check ") {
			return fmt.Errorf("%w: %s does not know three-check; fairy-stockfish does", errUsage, e.name)
		}
		e.send("setoption name UCI_Variant value 3check")
	}
	return e.ask("isready", "readyok", nil)
}

// send sends a command. That it did not arrive shows when the answer is read.
func (e *engine) send(command string) { fmt.Fprintln(e.in, command) }

// mostLines is more than any answer has; else an engine that babbles would
// never end.
const mostLines = 2000

// ask sends a command and reads the answer up to the line that begins with end.
func (e *engine) ask(command, end string, line func(string) error) error {
	e.send(command)
	return e.read(command, end, line)
}

func (e *engine) read(command, end string, line func(string) error) error {
	for range mostLines {
		silence := time.AfterFunc(e.patience, e.kill)
		ok := e.lines.Scan()
		if !silence.Stop() {
			return e.fail("%s did not answer %q within %v", command, e.patience)
		}
		if err := e.lines.Err(); err != nil {
			return e.fail("%s cannot be read: %w", err)
		}
		if !ok {
			e.close()
			return e.fail("%s ended (%v) instead of answering %q", e.cmd.ProcessState, command)
		}
		text := strings.TrimSpace(e.lines.Text())
		if line != nil {
			if err := line(text); err != nil {
				return err
			}
		}
		if strings.HasPrefix(text, end) {
			return nil
		}
	}
	return e.fail("%s did not answer %q in %d lines", command, mostLines)
}

// fail makes an error that begins with the engine's name, unless it was this
// program that gave up.
func (e *engine) fail(format string, args ...any) error {
	if err := e.ctx.Err(); err != nil {
		return err
	}
	return fmt.Errorf(format, append([]any{e.name}, args...)...)
}

// startPerft has the engine begin to count; perft waits for what it found.
func (e *engine) startPerft(p *chess.Position, depth int) {
	e.send("position fen " + p.FEN())
	e.send("go perft " + strconv.Itoa(depth))
}

// perft returns the counts by move, as written, of what startPerft began.
func (e *engine) perft(p *chess.Position, depth int) (map[string]uint64, error) {
	counts := map[string]uint64{}
	sum, all := uint64(0), uint64(0)
	err := e.read("go perft", "Nodes searched", func(line string) error {
		move, number, ok := strings.Cut(line, ": ")
		n, err := strconv.ParseUint(number, 10, 64)
		switch {
		case strings.HasPrefix(line, "bestmove"):
			return e.fail("%s does not know \"go perft\"")
		case !ok || err != nil || strings.HasPrefix(line, "info"):
		case strings.HasPrefix(move, "Nodes searched"):
			all = n
		default:
			counts[move] += n
			sum += n
		}
		return nil
	})
	if err == nil && sum != all {
		err = e.fail("%s counts %d nodes in all, but %d by move", all, sum)
	}
	if err != nil {
		return nil, fmt.Errorf("%w (depth %d of %v)", err, depth, p)
	}
	return counts, nil
}

// kill ends the process at once, and whatever waits for it.
func (e *engine) kill() {
	e.cmd.Process.Kill()
	e.out.Close() // a child of the engine's might hold it open
}

// close ends the process.
func (e *engine) close() {
	e.end.Do(func() {
		e.send("quit")
		e.in.Close()
		slow := time.AfterFunc(time.Second, e.kill)
		e.cmd.Wait()
		slow.Stop()
		e.stop()
	})
}
