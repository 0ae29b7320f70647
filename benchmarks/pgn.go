package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// partOf is the factor by which the part that slow programs read is smaller than
// the file.
const partOf = 10

// pgnExtract is the name of the reader with which the others are compared.
const pgnExtract = "pgn-extract -s -r"

// pgnReader is a program that reads games and validates every move.
type pgnReader struct {
	name    string
	slow    bool // reads only a part of the file
	command func(file string) *exec.Cmd
	count   func(stdout []byte) (tally, error) // reads the output; nil if that has no counts
}

// pgnResult is the result of a reader over all rounds.
type pgnResult struct {
	took time.Duration // the best of all rounds
	peak int           // the most of all rounds, in KiB; 0 if unknown
}

// pgnFile is a file of games.
type pgnFile struct {
	what, name string
}

// benchPGN reads files of games with this library and with other programs, in
// turn, each in a separate process. If name is empty, it plays the games itself.
func benchPGN(stdout, stderr io.Writer, rounds int, name string, megabytes int) error {
	dir, err := os.MkdirTemp("", "benchmarks")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	files := []pgnFile{{"the file", name}}
	if name == "" {
		files = []pgnFile{
			{"engine games with comments", filepath.Join(dir, "games.pgn")},
			{"the same games without", filepath.Join(dir, "bare.pgn")},
		}
		if err := makeFiles(files[0].name, files[1].name, int64(megabytes)*1e6, stderr); err != nil {
			return err
		}
	}
	readers, err := pgnReaders()
	if err != nil {
		return err
	}
	if path, err := find("pgn-extract"); err != nil {
		fmt.Fprintf(stderr, "benchmarks: %v: skipped\n", err)
	} else {
		readers = append(readers, pgnReader{name: pgnExtract, command: func(file string) *exec.Cmd {
			return exec.Command(path, "-s", "-r", file)
		}})
	}
	for i, file := range files {
		if i > 0 {
			fmt.Fprintln(stdout)
		}
		if err := benchFile(stdout, stderr, rounds, file, readers, filepath.Join(dir, "part.pgn")); err != nil {
			return err
		}
	}
	return nil
}

// benchFile reads a file with the readers, in turn, and prints a table. It writes
// the part for slow readers to a file of that name.
func benchFile(stdout, stderr io.Writer, rounds int, file pgnFile, readers []pgnReader, part string) error {
	size, partSize, err := cutFile(file.name, part)
	if err != nil {
		return err
	}
	best := make([]pgnResult, len(readers))
	var whole, slow tally // the counts of the first reader, of the file and of its part
	for round := range rounds {
		for i, r := range readers {
			name, want := file.name, &whole
			if r.slow {
				name, want = part, &slow
			}
			progress(stderr, fmt.Sprintf("%s, round %d of %d, %s", file.what, round+1, rounds, r.name))
			c, took, err := runReader(r, name)
			if err != nil {
				return err
			}
			if best[i].took == 0 || took < best[i].took {
				best[i].took = took
			}
			if r.count == nil {
				continue
			}
			best[i].peak = max(best[i].peak, c.peak)
			if c.peak = 0; *want == (tally{}) {
				*want = c
			}
			if c != *want {
				return fmt.Errorf("%s reads %d games and %d moves, but the first program %d and %d", r.name, c.games, c.moves, want.games, want.moves)
			}
		}
	}
	progress(stderr, "")
	fmt.Fprintf(stdout, "%s: %d games, %d moves, %.1f MB\n\n", file.what, whole.games, whole.moves, float64(size)/1e6)
	return reportPGN(stdout, readers, best, whole.moves, size, float64(partSize)/float64(size))
}

// makeFiles plays games and writes them to two files, with comments, at least size
// bytes, and without.
func makeFiles(name, bare string, size int64, stderr io.Writer) error {
	var files [2]*os.File
	var writers [2]*bufio.Writer
	for i, name := range []string{name, bare} {
		f, err := os.Create(name)
		if err != nil {
			return err
		}
		defer f.Close()
		files[i], writers[i] = f, bufio.NewWriter(f)
	}
	err := writeGames(writers[0], writers[1], size, func(written int64) {
		progress(stderr, fmt.Sprintf("playing games, %d of %d MB", written/1e6, size/1e6))
	})
	return errors.Join(err, writers[0].Flush(), writers[1].Flush(), files[0].Close(), files[1].Close())
}

// cutFile copies the first games of a file to part, about one in partOf, and
// returns the sizes of both files in bytes.
func cutFile(name, part string) (size, partSize int64, err error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, 0, err
	}
	text := make([]byte, info.Size()/partOf)
	if _, err := io.ReadFull(f, text); err != nil {
		return 0, 0, err
	}
	end := bytes.LastIndex(text, []byte("\n\n[Event ")) + 2
	if end < 2 {
		return 0, 0, fmt.Errorf("%s is too short, or its games are too long", name)
	}
	return info.Size(), int64(end), os.WriteFile(part, text[:end], 0o600)
}

// pgnReaders returns the readers that are part of this program.
func pgnReaders() ([]pgnReader, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var readers []pgnReader
	for _, r := range []struct{ name, mode string }{
		{"chess, Next", "next"},
		{"chess, Parallel(2)", "parallel"},
		{"chess, Next, main lines", "next-mainlines"},
		{"chess, Visit", "visit"},
		{"chess, Parallel(2), main lines", "parallel-mainlines"},
		{"corentings/chess", "corentings"},
	} {
		readers = append(readers, pgnReader{
			name: r.name,
			slow: r.mode == "corentings",
			command: func(file string) *exec.Cmd {
				return exec.Command(self, "-pgn", "-read", r.mode, "-file", file)
			},
			count: func(stdout []byte) (c tally, err error) {
				_, err = fmt.Sscan(string(stdout), &c.games, &c.moves, &c.peak)
				return c, err
			},
		})
	}
	return readers, nil
}

// counting matches the progress that pgn-extract prints while it reads.
var counting = regexp.MustCompile(`Games: \d+\r?`)

// runReader reads a file with a reader. The time is from the start of its process
// to the end.
func runReader(r pgnReader, file string) (c tally, took time.Duration, err error) {
	cmd := r.command(file)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	err = cmd.Run()
	took = time.Since(start)
	text := strings.TrimSpace(counting.ReplaceAllString(stderr.String(), ""))
	if err == nil && text != "" {
		err = errors.New("unexpected output on standard error")
	}
	if err != nil {
		return c, took, fmt.Errorf("%s: %w: %.500s", r.name, err, text)
	}
	if r.count != nil {
		c, err = r.count(stdout.Bytes())
	}
	return c, took, err
}

// reportPGN prints the time that each reader takes for the whole file, also as a
// multiple of the time of the first, and its rate as a multiple of that of
// pgn-extract, if that has read the file. The time of a slow reader, which has read
// only the given part of the file, is scaled.
func reportPGN(w io.Writer, readers []pgnReader, best []pgnResult, moves int, size int64, part float64) error {
	rows := [][]string{{"every move validated", "seconds", "million moves/s", "MB/s", "time/first", "rate/pgn-extract", "peak MB"}}
	extract := 0.0 // seconds
	for i, r := range readers {
		if r.name == pgnExtract {
			extract = best[i].took.Seconds()
		}
	}
	for i, r := range readers {
		seconds, name := best[i].took.Seconds(), r.name
		if r.slow {
			seconds /= part
			name += fmt.Sprintf(" (from %.0f%% of the file)", 100*part)
		}
		rate, peak := "-", "-"
		if extract > 0 {
			rate = fmt.Sprintf("%.2f", extract/seconds)
		}
		if best[i].peak > 0 {
			peak = fmt.Sprintf("%.1f", float64(best[i].peak)/1024)
		}
		rows = append(rows, []string{
			name,
			fmt.Sprintf("%.2f", seconds),
			fmt.Sprintf("%.2f", float64(moves)/1e6/seconds),
			fmt.Sprintf("%.1f", float64(size)/1e6/seconds),
			fmt.Sprintf("%.2f", seconds/best[0].took.Seconds()),
			rate,
			peak,
		})
	}
	return align(w, rows)
}
