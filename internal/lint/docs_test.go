package lint_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

// sorted returns the words without repetitions, in order.
func sorted(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}

// TestFilesAreDocumented checks that the table of CONTRIBUTING.md has the files of each
// floor, by family.
func TestFilesAreDocumented(t *testing.T) {
	text, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	floor := 0
	table := regexp.MustCompile(`(?m)^\| \d+ \|.*\|$`).ReplaceAllStringFunc(string(text), func(row string) string {
		if floor++; floor > len(floors) {
			return row // the programs
		}
		cells := strings.Split(row, "|")
		cells[3] = " `" + strings.Join(patterns(floor-1), "` `") + "` "
		return strings.Join(cells, "|")
	})
	if floor != len(floors)+1 {
		t.Errorf("CONTRIBUTING.md has %d floors, want %d", floor, len(floors)+1)
	}
	checkRecord(t, "CONTRIBUTING.md", table)
}

// patterns returns the families of files of a floor: "eval*.go" on the floor that has the
// most files of a family, and the names of the files on others.
func patterns(floor int) (all []string) {
	counts := map[string][]int{} // by family and floor
	family := func(file string) string {
		name, _, _ := strings.Cut(strings.TrimSuffix(file, ".go"), "_")
		return name
	}
	for i, groups := range floors {
		for _, file := range strings.Fields(strings.Join(groups, " ")) {
			if counts[family(file)] == nil {
				counts[family(file)] = make([]int, len(floors))
			}
			counts[family(file)][i]++
		}
	}
	for _, file := range strings.Fields(strings.Join(floors[floor], " ")) {
		pattern := file
		if n := counts[family(file)]; n[floor] > 1 && n[floor] == slices.Max(n) {
			pattern = family(file) + "*.go"
		}
		if !slices.Contains(all, pattern) {
			all = append(all, pattern)
		}
	}
	return all
}

// TestFuzzTargets checks that SECURITY.md lists all fuzz targets.
func TestFuzzTargets(t *testing.T) {
	text, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, m := range regexp.MustCompile("`(Fuzz[A-Za-z0-9]+)`").FindAllStringSubmatch(string(text), -1) {
		listed[m[1]] = true
	}
	target := regexp.MustCompile(`(?m)^func (Fuzz[A-Za-z0-9]+)\(`)
	var targets []string
	err = filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, m := range target.FindAllStringSubmatch(string(source), -1) {
			targets = append(targets, m[1])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sorted(targets), slices.Sorted(maps.Keys(listed))); diff != "" {
		t.Errorf("SECURITY.md (-targets +listed):\n%s", diff)
	}
}

// markdownText is a file in Markdown without its blocks and spans of code.
func markdownText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile("(?ms)^ *```.*?^ *```$|`[^`\n]*`").ReplaceAllStringFunc(string(text), func(code string) string {
		if strings.Contains(code, "\n") {
			return ""
		}
		return strings.Trim(code, "`") // a span is text in headings
	})
}

// anchors returns the anchors that GitHub gives the headings of a file in Markdown.
func anchors(t *testing.T, path string) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	link := regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	for _, m := range regexp.MustCompile(`(?m)^#+ +(.*?) *$`).FindAllStringSubmatch(markdownText(t, path), -1) {
		anchor := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, link.ReplaceAllString(m[1], "$1"))
		first := anchor
		for n := 1; all[anchor]; n++ {
			anchor = fmt.Sprintf("%s-%d", first, n)
		}
		all[anchor] = true
	}
	return all
}

// TestLinks checks that every link of the documentation to a file or a heading of the
// repository leads there, and that the programs of the commands in it exist.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	program := regexp.MustCompile(`go (?:run|build|install|test) (?:-\S+ )*\./(examples/\w+)|go -C (examples/\w+)`)
	links, programs := 0, 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git") {
			return fs.SkipDir
		}
		if err != nil || filepath.Ext(path) != ".md" {
			return err
		}
		for _, m := range link.FindAllStringSubmatch(markdownText(t, path), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			links++
			file, anchor, _ := strings.Cut(m[1], "#")
			target := path
			if file != "" {
				target = filepath.Join(filepath.Dir(path), file)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %s does not exist", path, m[1])
			} else if anchor != "" && !anchors(t, target)[anchor] {
				t.Errorf("%s: %s: %s has no such heading", path, m[1], target)
			}
		}
		text, err := os.ReadFile(path)
		for _, m := range program.FindAllStringSubmatch(string(text), -1) {
			programs++
			if _, err := os.Stat(m[1] + m[2]); err != nil {
				t.Errorf("%s: %s: %v", path, m[0], err)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if links < 100 || programs < 20 {
		t.Errorf("only %d links and %d programs were found", links, programs)
	}
}

// TestDocsREADME checks that the README stays short: details belong to docs.
func TestDocsREADME(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(strings.Fields(string(text))); n > 1000 {
		t.Errorf("README.md has %d words, more than 1000", n)
	}
}
