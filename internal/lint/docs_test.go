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

// TestFilesAreDocumented checks that the families of files are those that doc.go
// lists, and that the table of CONTRIBUTING.md has the files of each floor.
func TestFilesAreDocumented(t *testing.T) {
	lib := parseLibrary(t)
	var families []string
	for _, name := range lib.names {
		if family, _, _ := strings.Cut(strings.TrimSuffix(name, ".go"), "_"); family != "doc" {
			families = append(families, family)
		}
	}
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(doc), "# The source files")
	if !ok {
		t.Fatal("doc.go does not list the source files")
	}
	var listed []string
	for _, m := range regexp.MustCompile(`//   - ([a-z0-9, ]+):`).FindAllStringSubmatch(section, -1) {
		listed = append(listed, strings.Split(m[1], ", ")...)
	}
	if diff := cmp.Diff(sorted(families), sorted(listed)); diff != "" {
		t.Errorf("doc.go (-files +listed):\n%s", diff)
	}

	text, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| \d+ \|.*\|(.*)\|$`).FindAllStringSubmatch(string(text), -1)
	if len(rows) != len(floors)+1 { // and the programs
		t.Fatalf("CONTRIBUTING.md has %d floors, want %d", len(rows), len(floors)+1)
	}
	for i, floor := range floors {
		patterns := strings.Fields(strings.ReplaceAll(rows[i][1], "`", ""))
		unused := map[string]bool{}
		for _, pattern := range patterns {
			unused[pattern] = true
		}
		for _, name := range strings.Fields(strings.Join(floor, " ")) {
			found := false
			for _, pattern := range patterns {
				if match, _ := filepath.Match(pattern, name); match {
					found = true
					delete(unused, pattern)
				}
			}
			if !found {
				t.Errorf("CONTRIBUTING.md: %s is missing on floor %d", name, i)
			}
		}
		for pattern := range unused {
			t.Errorf("CONTRIBUTING.md: no file of floor %d matches %s", i, pattern)
		}
	}
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
