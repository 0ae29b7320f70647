package lint_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// readPage returns the text of a file of the documentation.
func readPage(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// firstColumn returns the names in the first columns of the tables of a page.
func firstColumn(page string) (all []string) {
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\|").FindAllStringSubmatch(page, -1) {
		all = append(all, m[1])
	}
	return all
}

// TestPagesNameTheirReaders checks that each page of docs says in its first line for whom it is.
func TestPagesNameTheirReaders(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil || len(pages) < 10 {
		t.Fatal(pages, err)
	}
	for _, page := range append(pages, "docs/lab/README.md", "docs/cookbook/README.md") {
		if !regexp.MustCompile(`^# [^\n]+\n\nFor `).MatchString(readPage(t, page)) {
			t.Errorf("%s does not begin with its reader: %q", page, "For ...")
		}
	}
}

// TestPagesAreShort checks that the page about the search can be read at once.
func TestPagesAreShort(t *testing.T) {
	for page, most := range map[string]int{"docs/search.md": 700, "docs/lab/README.md": 400} {
		if n := len(strings.Fields(readPage(t, page))); n > most {
			t.Errorf("%s has %d words, more than %d", page, n, most)
		}
	}
}

// TestSharingIsComplete checks that docs/sharing.md has each exported type that has methods
// once: in its table, or in the lists below it.
func TestSharingIsComplete(t *testing.T) {
	page := readPage(t, "docs/sharing.md")
	listed := firstColumn(page)
	for _, list := range regexp.MustCompile("(?ms)^(?:Optional interfaces|Features|Plain values)[^:]*:(.*?)\n(?:\n|\\z)").FindAllStringSubmatch(page, -1) {
		for _, m := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(list[1], -1) {
			listed = append(listed, m[1])
		}
	}
	slices.Sort(listed)
	pkg, _ := parseLibrary(t).check(t)
	var want []string
	for _, name := range pkg.Scope().Names() {
		typ, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || !typ.Exported() {
			continue
		}
		methods := types.NewMethodSet(types.NewPointer(typ.Type()))
		exported := types.IsInterface(typ.Type())
		for m := range methods.Methods() {
			exported = exported || m.Obj().Exported()
		}
		if exported {
			want = append(want, name)
		}
	}
	if diff := cmp.Diff(want, listed); diff != "" {
		t.Errorf("docs/sharing.md (-types +page):\n%s", diff)
	}
}

// TestErrorsAreListed checks that the table of docs/errors.md has the exported errors and types
// of errors.
func TestErrorsAreListed(t *testing.T) {
	listed := sorted(firstColumn(readPage(t, "docs/errors.md")))
	pkg, _ := parseLibrary(t).check(t)
	isError := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	var want []string
	for _, name := range pkg.Scope().Names() {
		o := pkg.Scope().Lookup(name)
		if o.Exported() && (types.Implements(o.Type(), isError) || types.Implements(types.NewPointer(o.Type()), isError)) {
			if _, ok := o.(*types.Func); !ok {
				want = append(want, name)
			}
		}
	}
	if diff := cmp.Diff(want, listed); diff != "" {
		t.Errorf("docs/errors.md (-package +page):\n%s", diff)
	}
}

// TestPageNames checks that what these pages and their pictures call by name exists: in the
// package, its tests or those of internal.
func TestPageNames(t *testing.T) {
	declared := map[string]bool{}
	paths, err := filepath.Glob("*.go")
	for _, pattern := range []string{"internal/*/*_test.go", "examples/*_test.go"} {
		tests, _ := filepath.Glob(pattern)
		paths = append(paths, tests...)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range f.Decls {
			declare(declared, decl)
		}
	}
	// A word without capitals may be a program or a command.
	name := regexp.MustCompile(`^(\w*[A-Z]\w*|[A-Za-z]\w*\.[A-Za-z]\w*)$`)
	ofOthers := regexp.MustCompile(`^(errors|io|os)\.|\.(go|md|json|bin|mod|work)$|^CHESS_|^UCI_`)
	checked := 0
	check := func(page, text string) {
		if !name.MatchString(text) || ofOthers.MatchString(text) {
			return
		}
		checked++
		for part := range strings.SplitSeq(text, ".") {
			if !declared[part] {
				t.Errorf("%s: there is no %s", page, text)
			}
		}
	}
	for _, page := range []string{"search", "sharing", "errors", "cookbook/where", "extending", "maintaining"} {
		path := "docs/" + page + ".md"
		text := regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(readPage(t, path), "")
		for _, m := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(text, -1) {
			check(path, m[1])
		}
		picture := "docs/" + strings.Replace(page, "cookbook/where", "map", 1) + ".svg"
		for _, m := range regexp.MustCompile(`<text class="code"[^>]*>([^<]+)<`).FindAllStringSubmatch(readPage(t, picture), -1) {
			check(picture, m[1])
		}
	}
	if checked < 100 {
		t.Errorf("only %d names were found", checked)
	}
}

// declare adds the names that a declaration declares, those of fields and of methods of
// interfaces too.
func declare(declared map[string]bool, decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		declared[d.Name.Name] = true
	case *ast.GenDecl:
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				declared[n.Name.Name] = true
			case *ast.ValueSpec:
				for _, id := range n.Names {
					declared[id.Name] = true
				}
			case *ast.Field:
				for _, id := range n.Names {
					declared[id.Name] = true
				}
			}
			return true
		})
	}
}
