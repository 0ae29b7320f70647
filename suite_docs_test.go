package chess

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

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
