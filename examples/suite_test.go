// Package examples has tests of what all programs have in common: see
// docs/programs.md.
package examples

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// A program is a program of this directory, or a command of one, with what the tests of
// all programs need to know of it.
type program struct {
	name     string   // the name of its folder, and that of the command
	example  bool     // the example of its help needs no files, and ends soon
	commands []string // its commands, if its first argument is one

	outputs []*output // runs that write a file
}

// An output is a run of a program that writes the file OUT, or one with another name in
// its folder. In its arguments, OUT is replaced by the name of that file, FOLDER by that
// of its folder, OPENINGS by that of a file of openings, GAMES by that of a file of games,
// MISTAKES by that of games with mistakes, and BOOK by that of an opening book.
type output struct {
	args string // separated by spaces
	file string // the name of the file if it is not OUT

	// watch is the name of a file that changes while the run goes on, if file does not.
	watch string

	// content returns what must be the same in the end however often the run was
	// ended and continued: without times. It fails the test if the file is not whole.
	content func(t *testing.T, text []byte) string

	quick   bool   // it is over so soon that it cannot be ended in the middle
	foreign string // the content of a file that the program must refuse
	tool    string // the program whose folder is all of PATH; "" leaves PATH as it is
	blocks  int    // the size of a disk, in blocks of 512 bytes, that is full in the middle; 0 is full from the start

	program *program
	name    string
	once    sync.Once
	want    string // the content in the end
}

// programs are all programs.
var programs = []program{
	{name: "analyze"},
	{name: "chess annotate", outputs: []*output{{
		args:    "-nodes 60 -concurrency 1 -o OUT GAMES",
		content: games, foreign: foreignGames, blocks: 10,
	}, {
		args:    "-nodes 1 -graph FOLDER GAMES",
		file:    "game-001.svg",
		content: contains("White – Black  0-1"), quick: true, foreign: foreignGames,
	}}},
	{name: "chess book", commands: []string{"make", "show", "merge"}, outputs: []*output{{
		args:    "make -o OUT GAMES",
		content: book, quick: true, foreign: foreignGames,
	}, {
		args:    "merge -o OUT BOOK BOOK",
		content: book, quick: true, foreign: foreignGames,
	}}},
	{name: "chess diagram", example: true, outputs: []*output{{
		args:    "-o OUT.png",
		content: contains("\x89PNG"), quick: true, foreign: "<svg ",
	}, {
		args:    "-o OUT.svg",
		content: contains("<svg "), quick: true, foreign: "\x89PNG",
	}, {
		args:    "-o OUT.txt",
		content: contains("8 "), quick: true, foreign: foreignGames,
	}, {
		args:    "-pgn GAMES -o OUT.gif -size 32",
		content: contains("GIF89a"), quick: true, foreign: "<svg ",
	}, {
		args:    "-heat -o FOLDER",
		file:    "heatmap.html",
		content: contains("<h1>What each piece contributes</h1>"), quick: true, foreign: "<!DOCTYPE html>\n<title>Mine</title>\n",
	}}},
	{name: "chess endings", example: true, commands: []string{"make", "show", "explain"}, outputs: []*output{{
		args:    "make -tables FOLDER KPvK",
		file:    "KPvK.ending",
		content: endingTable, quick: true, foreign: foreignGames,
	}, {
		args:    "show -o FOLDER KQvK",
		file:    "endings-KQvK.html",
		content: contains("<h1>KQvK</h1>"), quick: true, foreign: "<!DOCTYPE html>\n<title>Mine</title>\n",
	}, {
		args:    "explain -o OUT 8/8/8/8/8/2k5/8/1R2K3 w - - 0 1",
		content: contains("mate in 14"), quick: true, foreign: foreignGames,
	}}},
	{name: "chess lessons"},
	{name: "chess match", outputs: []*output{{
		args:    "-a default -b pesto -nodes 500 -games 12 -openings OPENINGS -maxplies 80 -pgn OUT",
		content: games, foreign: foreignGames, blocks: 10,
	}, {
		args:    "-player pesto,nodes=1000 -player default,nodes=500 -player random -games 8 -maxplies 80 -pgn OUT",
		content: games, foreign: foreignGames, blocks: 10,
	}, {
		args:    "-player pawnpusher -player random -games 2 -maxplies 20 -html OUT",
		content: contains("<h1>Match, 2 games</h1>"), quick: true, foreign: foreignGames,
	}, {
		args:    "-player pawnpusher -player random -games 2 -maxplies 20 -plot OUT.svg",
		content: contains("<svg"), quick: true, foreign: foreignGames,
	}}},
	{name: "chess perft", example: true},
	{name: "chess puzzles", commands: []string{"make", "themes", "solve", "mistakes"}, outputs: []*output{{
		args:    "make -nodes 300 -verify 3000 -concurrency 1 -o OUT MISTAKES",
		content: same, foreign: foreignGames, blocks: 1,
	}, {
		args:    "make -format epd -nodes 300 -verify 3000 -concurrency 1 -o OUT MISTAKES",
		content: same, foreign: foreignGames, blocks: 1,
	}, {
		args:    "make -format pgn -nodes 300 -verify 3000 -concurrency 1 -o OUT MISTAKES",
		content: games, foreign: foreignGames, blocks: 1,
	}}},
	{name: "chess repertoire", commands: []string{"holes", "novelties", "drill"}, outputs: []*output{{
		args:    "drill -black GAMES -o OUT",
		content: contains(`"positions"`), quick: true, foreign: foreignGames,
	}}},
	{name: "chess tune", commands: []string{"play", "label", "fit", "learn", "generations", "show"}, outputs: []*output{{
		args:    "play -games 12 -nodes 500 -openings OPENINGS OUT",
		content: games, foreign: foreignGames, blocks: 10,
	}, {
		args:    "fit -rounds 1 -features tempo -o OUT GAMES",
		content: jsonWithout(), quick: true, foreign: foreignGames,
	}, {
		args:    "label -player alphabeta -nodes 50 GAMES OUT",
		content: same, foreign: foreignGames, blocks: 10,
	}, {
		args:    generations,
		file:    "report.md",
		watch:   "generation-001/games.pgn",
		content: report, foreign: "# Mine\n",
	}, {
		args:    generations,
		file:    "report.md",
		watch:   "generation-001/match.pgn",
		content: report, foreign: "# Mine\n",
	}}},
	{name: "explorer", commands: []string{"add", "moves", "games", "find", "game", "export", "serve"}}, // its own tests kill it
	{name: "lab experiments", outputs: []*output{{
		args:    "-n 12 -depth 1 -openings OPENINGS -o FOLDER -state FOLDER castling",
		file:    "castling.json",
		content: jsonWithout("median"), foreign: `{"games": 12}`, blocks: 1,
	}}},
	{name: "lab ledger", outputs: []*output{{
		args:    "-openings OPENINGS -nodes 100 -games 24 -rows tempo|NullMovePruning -cost 1us -o OUT",
		content: jsonWithout("cost", "system"), foreign: `{"conditions": {}, "values": [1]}`, blocks: 1,
	}}},
	{name: "lab searchtree", example: true, outputs: []*output{{
		args:    "-o OUT.html",
		content: contains("negaalphabeta"), quick: true, foreign: "<!DOCTYPE html>\n<title>Mine</title>\n",
	}, {
		args:    "-o OUT.svg",
		content: contains("<svg"), quick: true, foreign: foreignGames,
	}}},
	{name: "lab spsa", outputs: []*output{{
		args:    "-p LateMoveReductions=100:0:200 -openings OPENINGS -nodes 300 -pairs 1 -iterations 10 -o OUT",
		content: jsonWithout(), foreign: "{}",
	}}},
	{name: "play", example: true},
	{name: "uci", example: true},
	{name: "web", outputs: []*output{{
		args:    "-out FOLDER",
		file:    "index.html",
		content: contains("<title>Chess</title>"), quick: true, foreign: "<!DOCTYPE html>\n<title>Mine</title>\n",
		tool: "go", // and not brotli, which takes a quarter of a minute
	}}},
	{name: "xboard", example: true},
}

const generations = "generations -generations 1 -games 12 -nodes 500 -openings OPENINGS -player= -fit -rounds 1 -matchnodes 100 -matchgames 12 FOLDER"

const foreignGames = "[Event \"Casual game\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n"

// folder returns the name of the folder of the program.
func (p *program) folder() string { return strings.Fields(p.name)[0] }

// module reports whether the program is in a module of its own.
func (p *program) module() bool {
	_, err := os.Stat(filepath.Join(p.folder(), "go.mod"))
	return err == nil
}

// command returns the program with arguments.
func (p *program) command(path string, args ...string) *exec.Cmd {
	return exec.Command(path, append(strings.Fields(p.name)[1:], args...)...)
}

// TestPrograms checks that every program of this directory and every command is in the list,
// and in the table of docs/programs.md.
func TestPrograms(t *testing.T) {
	table, err := os.ReadFile("../docs/programs.md")
	if err != nil {
		t.Fatal(err)
	}
	listed, folders := map[string]bool{}, map[string]bool{}
	for i := range programs {
		p := &programs[i]
		listed[p.name], folders[p.folder()] = true, true
		if !bytes.Contains(table, fmt.Appendf(nil, "| [`%s`](../examples/%s) |", p.name, p.folder())) {
			t.Errorf("%s is not in docs/programs.md", p.name)
		}
	}
	mains, err := filepath.Glob("*/main.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range mains {
		if !folders[filepath.Dir(path)] {
			t.Errorf("%s is not in the list", path)
		}
	}
	for _, name := range []string{"chess", "lab"} {
		help := start(t, exec.Command(built(t, &program{name: name}), "help")).wait().stdout
		for _, match := range regexp.MustCompile(`(?m)^  (\w+) `).FindAllStringSubmatch(help, -1) {
			if command := name + " " + match[1]; !listed[command] && match[1] != "players" {
				t.Errorf("%s is not in the list", command)
			}
		}
	}
}

// TestHelp checks that -h prints the usage with an example on the standard output, and that it
// fails if that cannot be written.
func TestHelp(t *testing.T) {
	forAll(t, func(t *testing.T, p *program, path string) {
		help := [][]string{{"-h"}}
		for _, command := range p.commands {
			help = append(help, []string{command, "-h"})
		}
		for _, args := range help {
			r := start(t, p.command(path, args...)).wait()
			if r.status != 0 || r.stderr != "" || !strings.HasPrefix(r.stdout, "usage: "+p.name) || !regexp.MustCompile(`\nexample:\s+(go run \. |`+p.name+`)`).MatchString(r.stdout) {
				t.Errorf("%q: status %d, standard error %q, no usage or example in\n%s", args, r.status, r.stderr, r.stdout)
			}
		}
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skip(err)
		}
		defer full.Close()
		c := p.command(path, "-h")
		c.Stdout = full
		if c.Run(); c.ProcessState.ExitCode() != 1 {
			t.Errorf("a full disk: %v", c.ProcessState)
		}
	})
}

// TestExample runs the examples of -h.
func TestExample(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	forAll(t, func(t *testing.T, p *program, path string) {
		if !p.example {
			t.Skip("it needs files, or time")
		}
		help := start(t, p.command(path, "-h")).wait().stdout
		match := regexp.MustCompile(`(?m)^example: ` + p.name + `( .*)`).FindStringSubmatch(help)
		if match == nil {
			t.Fatalf("no example in\n%s", help)
		}
		c := exec.Command(shell, "-c", "'"+path+"' "+strings.Join(strings.Fields(p.name)[1:], " ")+match[1])
		c.Dir = t.TempDir()
		if r := start(t, c).wait(); r.status != 0 {
			t.Errorf("%s: status %d, standard error %q", match[0], r.status, r.stderr)
		}
	})
}

// forAll runs a test for each program.
func forAll(t *testing.T, test func(t *testing.T, p *program, path string)) {
	for i := range programs {
		p := &programs[i]
		t.Run(p.name, func(t *testing.T) { test(t, p, built(t, p)) })
	}
}

// allOutputs returns the outputs of all programs.
func allOutputs() (all []*output) {
	for i := range programs {
		p := &programs[i]
		for j, o := range p.outputs {
			o.program, o.name = p, fmt.Sprintf("%s %d", p.name, j+1)
			all = append(all, o)
		}
	}
	return all
}

// ofEach returns the outputs that are quick, or those that are not; of a sample, the first of
// each program.
func ofEach(t *testing.T, quick bool) (some []*output) {
	for _, o := range allOutputs() {
		if o.quick == quick && (len(some) == 0 || some[len(some)-1].program != o.program || !chesstest.Sampled(t)) {
			some = append(some, o)
		}
	}
	return some
}

// someOutputs returns all outputs, or some of them.
func someOutputs(t *testing.T) []*output {
	t.Helper()
	all := allOutputs()
	chesstest.Rand(t).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return chesstest.Few(t, all)
}

// forOutputs runs a test for outputs.
func forOutputs(t *testing.T, outputs []*output, test func(t *testing.T, o *output, path string)) {
	for _, o := range outputs {
		t.Run(o.name, func(t *testing.T) {
			t.Parallel()
			test(t, o, built(t, o.program))
		})
	}
}

// A build is the result of building a program.
type build struct {
	once sync.Once
	path string
	log  string
	err  error
}

var (
	bin    string // the folder of the programs
	builds = map[string]*build{}
)

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if bin, err = os.MkdirTemp("", "examples"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(bin)
		for i := range programs {
			builds[programs[i].folder()] = &build{}
		}
		return m.Run()
	}())
}

// built returns the path of the program, which it builds. Modules are skipped if what they need
// is not on this machine.
func built(t *testing.T, p *program) string {
	t.Helper()
	b := builds[p.folder()]
	b.once.Do(func() {
		b.path = filepath.Join(bin, p.folder())
		if runtime.GOOS == "windows" {
			b.path += ".exe"
		}
		c := exec.Command("go", "build", "-o", b.path, ".")
		c.Dir = p.folder()
		if p.module() {
			c.Env = append(os.Environ(), "GOPROXY=off")
		}
		var log []byte
		log, b.err = c.CombinedOutput()
		b.log = string(log)
	})
	switch {
	case b.err != nil && p.module() && strings.Contains(b.log, "GOPROXY=off"):
		t.Skipf("%s: not all modules are here", p.folder())
	case b.err != nil:
		t.Fatalf("%v\n%s", b.err, b.log)
	}
	return b.path
}
