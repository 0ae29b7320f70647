package lint_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A recipe is a Go program in a page of the documentation: blocks of Go, of which
// those with a test or an example function are its main_test.go, and the commands
// that follow it. One that imports other modules is alone in its page and has only a test, which
// CHESS_FULL=1 runs if they are not of this repository. A test that no reader needs is in testdata/cookbook.
type recipe struct {
	page         string
	line         int // where it begins in the page
	source, test string
	runs         []recipeRun
}

// A recipeRun is a block of commands, each after "$ ", with what they print.
type recipeRun struct {
	first, after int  // its lines in the page, without the fences
	approximate  bool // whether numbers are compared only as numbers
	text         string
}

// readRecipes returns the recipes of a page, and its lines.
func readRecipes(t *testing.T, page string) (all []recipe, lines []string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	lines = strings.Split(string(text), "\n")
	for i := 0; i < len(lines); i++ {
		language, fenced := strings.CutPrefix(lines[i], "```")
		if !fenced {
			continue
		}
		first := i + 1
		for i++; i < len(lines) && lines[i] != "```"; i++ {
		}
		if i == len(lines) {
			t.Fatalf("%s:%d: the block does not end", page, first)
		}
		block := strings.Join(lines[first:i], "\n") + "\n"
		kind, _, _ := strings.Cut(language, " ")
		switch isTest := regexp.MustCompile(`(?m)^func (Test|Example)`).MatchString(block); {
		case kind == "go" && !isTest:
			all = append(all, recipe{page: page, line: first, source: block})
		case kind != "go" && kind != "console":
		case len(all) == 0:
			t.Fatalf("%s:%d: no program is above it", page, first)
		case kind == "go":
			all[len(all)-1].test = block
		default:
			last := &all[len(all)-1]
			last.runs = append(last.runs, recipeRun{first, i, language == "console approximate", block})
		}
	}
	test, err := os.ReadFile("internal/lint/testdata/cookbook/" + strings.TrimSuffix(filepath.Base(page), ".md") + "_test.go")
	if err == nil {
		if len(all) != 1 {
			t.Fatalf("%s has a test, and %d programs", page, len(all))
		}
		all[0].test = string(test)
	}
	return all, lines
}

// cookbookPages returns the pages with programs.
func cookbookPages(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob("docs/cookbook/*.md")
	if err != nil || len(pages) < 5 {
		t.Fatal(pages, err)
	}
	return append(pages, "README.md", "docs/errors.md")
}

// TestCookbook builds the programs of the README, docs/errors.md and docs/cookbook in a module of
// their own, and runs their tests and the commands below them. What a command prints must
// be what the page says: with CHESS_RECORD=1 the page is changed to say it.
func TestCookbook(t *testing.T) {
	pages := cookbookPages(t)
	var all []recipe
	lines := map[string][]string{}
	for _, page := range pages {
		recipes, text := readRecipes(t, page)
		all, lines[page] = append(all, recipes...), text
	}
	imports := regexp.MustCompile(`(?m)^\s*_? ?"([a-z0-9]+\..*)"$`)
	all = slices.DeleteFunc(all, func(r recipe) bool {
		foreign, ours := false, true
		for _, path := range imports.FindAllStringSubmatch(r.source, -1) {
			foreign = foreign || path[1] != module
			ours = ours && strings.HasPrefix(path[1], module)
		}
		if foreign && (ours || os.Getenv("CHESS_FULL") != "") {
			testForeign(t, r, strings.Join(lines[r.page], "\n"))
		}
		return foreign
	})
	dir := buildRecipes(t, all)
	for _, path := range []string{"testdata/games.pgn", exports} {
		if games, err := filepath.Abs(path); err != nil {
			t.Fatal(err)
		} else if err := os.Symlink(games, filepath.Join(dir, filepath.Base(path))); err != nil {
			t.Fatal(err)
		}
	}

	for i, r := range slices.Backward(all) { // so that a longer recipeRun moves no other
		if len(r.runs) == 0 && r.test == "" {
			t.Errorf("%s:%d: nothing runs this program", r.page, r.line)
		}
		for _, s := range slices.Backward(r.runs) {
			program := fmt.Sprintf("./cookbook recipe%d", i)
			s.readExports(t, dir, program)
			got := s.run(t, dir, program)
			if os.Getenv("CHESS_RECORD") != "" {
				recorded := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
				lines[r.page] = slices.Replace(lines[r.page], s.first, s.after, recorded...)
				continue
			}
			split := func(text string) []string { return strings.Split(text, "\n") }
			if s.approximate {
				number := regexp.MustCompile(`[-+±=]?\d[\d.,]*`)
				split = func(text string) []string { return strings.Fields(number.ReplaceAllString(text, "#")) }
			}
			if diff := cmp.Diff(split(s.text), split(got)); diff != "" {
				t.Errorf("%s:%d (-page +now; CHESS_RECORD=1 changes the page):\n%s", r.page, s.first+1, diff)
			}
		}
	}
	if os.Getenv("CHESS_RECORD") != "" {
		for page, text := range lines {
			if err := os.WriteFile(page, []byte(strings.Join(text, "\n")), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// exports has a game as each of lichess, chess.com, The Week in Chess and ChessBase writes it: 7, 4, 18
// and 7 plies, with results 1-0, 0-1, 1/2-1/2 and 1-0.
const exports = "internal/lint/testdata/exports.pgn"

// readExports runs commands that read games on exports instead.
func (s recipeRun) readExports(t *testing.T, dir, program string) {
	if !strings.Contains(s.text, "games.pgn") {
		return
	}
	s.text = strings.ReplaceAll(s.text, "games.pgn", filepath.Base(exports))
	got := s.run(t, dir, program)
	if strings.Contains(got, "games with a fault") && !strings.Contains(got, "4 games, 36 plies, map[0-1:1 1-0:2 1/2-1/2:1]\n2 checks, 0 games with a fault") {
		t.Errorf("of four games of others: %s", got)
	}
}

// buildRecipes writes the programs into a module that uses this checkout, builds them at
// once, runs their tests, and returns the directory of the module. There each is a
// package of one program, which starts the one that is named: linking takes longer than
// all else.
func buildRecipes(t *testing.T, all []recipe) (dir string) {
	t.Helper()
	dir = t.TempDir()
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", fmt.Sprintf(recipeModule, root))
	tests := []string{"test", "-vet=off", "-count=1"}
	var imports, programs strings.Builder
	for i, r := range all {
		name := fmt.Sprintf("recipe%d", i)
		toPackage := strings.NewReplacer("package main\n", "package "+name+"\n", "func main()", "func Main()")
		write(name+"/main.go", fmt.Sprintf("//line %s:%d\n", filepath.Join(root, r.page), r.line+1)+toPackage.Replace(r.source))
		if r.test != "" {
			write(name+"/main_test.go", toPackage.Replace(r.test))
			tests = append(tests, "./"+name)
		}
		fmt.Fprintf(&imports, "\t\"cookbook/%s\"\n", name)
		fmt.Fprintf(&programs, "\tcase %q:\n\t\t%s.Main()\n", name, name)
	}
	write("main.go", fmt.Sprintf("package main\n\nimport (\n\t\"os\"\n%s)\n\nfunc main() {\n\tos.Args = os.Args[1:]\n\tswitch os.Args[0] {\n%s\t}\n}\n", &imports, &programs))
	for _, args := range [][]string{{"build", "."}, tests} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		if text, err := cmd.CombinedOutput(); err != nil && args[0] == "build" {
			t.Fatalf("%v\n%s", err, text)
		} else if err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	}
	return dir
}

const (
	module       = "github.com/seed-0971039b/chess"
	recipeModule = "module cookbook\n\ngo 1.26\n\nrequire " + module + " v0.0.0\n\nreplace " + module + " => %[1]s\n" +
		"\nreplace " + module + "/examples/picture => %[1]s/examples/picture\n"
)

// testForeign runs the test of a program after the commands "go get" of its page.
func testForeign(t *testing.T, r recipe, page string) {
	t.Helper()
	dir := t.TempDir()
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"go.mod": fmt.Sprintf(recipeModule, root), "main.go": r.source, "main_test.go": r.test} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, command := range append(regexp.MustCompile(`(?m)^    go get .*`).FindAllString(page, -1), "go test -count=1 .") {
		if strings.Contains(command, module) {
			command += "@v0.0.0" // of this checkout
		}
		cmd := exec.CommandContext(t.Context(), "sh", "-c", command)
		cmd.Dir = dir
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %s: %v\n%s", r.page, command, err, text)
		}
	}
}

// run runs the commands of a recipeRun, with the program for "go run .", and returns
// the recipeRun as it is now.
func (s recipeRun) run(t *testing.T, dir, program string) string {
	t.Helper()
	var now strings.Builder
	for line := range strings.Lines(s.text) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		if _, err := exec.LookPath("stockfish"); err != nil && slices.Contains(strings.Fields(command), "stockfish") {
			t.Logf("not run without Stockfish: %s", command)
			return s.text
		}
		cmd := exec.CommandContext(t.Context(), "sh", "-c", strings.ReplaceAll(command, "go run .", program))
		cmd.Dir = dir
		var stderr strings.Builder
		cmd.Stderr = &stderr
		text, err := cmd.Output()
		if err != nil {
			t.Errorf("%s: %v\n%s", strings.TrimSpace(command), err, stderr.String())
		}
		now.WriteString(line)
		now.Write(text)
	}
	return now.String()
}

// TestCookbookNames checks that the package has the names in the last columns of the
// tables of the README and of docs/cookbook.
func TestCookbookNames(t *testing.T) {
	names := map[string]bool{}
	for _, e := range parseLibrary(t).exports() {
		names[strings.TrimPrefix(e.name, ".")] = true
		for _, name := range e.mentions { // fields
			names[name] = true
		}
	}
	checked := 0
	for _, page := range cookbookPages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range regexp.MustCompile(`(?m)^\|.*\|([^|]*)\|$`).FindAllStringSubmatch(string(text), -1) {
			for _, code := range regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(row[1], -1) {
				for _, name := range regexp.MustCompile(`"[^"]*"|\b[A-Z]\w*[a-z]\w*`).FindAllString(code[1], -1) {
					if checked++; name[0] != '"' && !names[name] {
						t.Errorf("%s: %s: the package does not export %s", page, code[0], name)
					}
				}
			}
		}
	}
	if checked < 50 {
		t.Errorf("only %d names were found in the tables", checked)
	}
}
