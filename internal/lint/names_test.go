package lint_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestNamesAreUsed lists the exported names that no program of examples or benchmarks, and
// none of docs/cookbook and the README, uses, unless testdata/unused.txt has them, with the
// reason. Nobody has tried what nobody uses, and nobody can see how to use it.
//
// A package-level name is used where it is selected from the import of the package, and a
// method where anything of its name is selected. A type is also used if what is used has it
// in its signature or in its fields. The verbs that all types share need no use of their
// own: ParseX, AppendX, and what fmt and the encoders call.
func TestNamesAreUsed(t *testing.T) {
	lib := parseLibrary(t)
	used := usedNames(t)
	for grown := true; grown; {
		grown = false
		for _, e := range lib.exports() {
			if !used[e.name] {
				continue
			}
			for _, name := range e.mentions {
				grown = grown || !used[name]
				used[name] = true
			}
		}
	}
	allowed := readUnused(t)
	var unused []string
	for _, e := range lib.exports() {
		verb := strings.TrimLeft(e.name, ".")
		if used[e.name] || sharedVerbs[verb] || strings.HasPrefix(verb, "Append") || strings.HasPrefix(verb, "Parse") {
			continue
		}
		found := false
		for i := range allowed {
			if allowed[i].pattern.MatchString(e.name) {
				found, allowed[i].found = true, true
			}
		}
		unused = append(unused, e.name)
		if !found {
			t.Errorf("%v: nothing uses %s", lib.fset.Position(e.pos), e.name)
		}
	}
	// Squares and pieces are one set each.
	sets := regexp.MustCompile(`^([A-H][1-8]|(White|Black)(Pawn|Knight|Bishop|Rook|Queen|King))$`)
	unused = slices.DeleteFunc(unused, sets.MatchString)
	t.Logf("%d names without a use: %v", len(unused), unused)
	for _, a := range allowed {
		if !a.found {
			t.Errorf("testdata/unused.txt: %v is used now, or has gone: remove the line", a.pattern)
		}
	}
	if len(unused) > maxUnused {
		t.Errorf("%d names without a use, more than %d", len(unused), maxUnused)
	}
}

// maxUnused is how many names and methods, besides squares and pieces, may be in testdata/unused.txt.
const maxUnused = 51

// An unusedName is a line of testdata/unused.txt.
type unusedName struct {
	pattern *regexp.Regexp // of whole names; of methods with a dot before them
	found   bool
}

// readUnused reads testdata/unused.txt.
func readUnused(t *testing.T) (all []unusedName) {
	t.Helper()
	text, err := os.ReadFile("internal/lint/testdata/unused.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line[0] == '#' {
			continue
		}
		pattern, reason, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || reason == "" {
			t.Fatalf("testdata/unused.txt: no reason in %q", line)
		}
		compiled, err := regexp.Compile("^(?:" + pattern + ")$")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, unusedName{pattern: compiled})
	}
	return all
}

// TestExamplesUseExportedNames checks that the examples of the documentation use no
// name that only tests have: a reader could not copy them.
func TestExamplesUseExportedNames(t *testing.T) {
	exported := map[string]bool{}
	for _, e := range parseLibrary(t).exports() {
		exported[e.name] = true
	}
	paths, err := filepath.Glob("example_*_test.go")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	fset := token.NewFileSet()
	for _, path := range paths {
		f, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "chess" && x.Obj == nil && !exported[s.Sel.Name] {
					t.Errorf("%v: the package does not export %s", fset.Position(s.Pos()), s.Sel.Name)
				}
			}
			return true
		})
	}
}

// sharedVerbs are the methods that are called through interfaces of the standard
// library.
var sharedVerbs = map[string]bool{
	"String": true, "Error": true, "Unwrap": true, "Is": true, "MarshalText": true, "UnmarshalText": true,
	"MarshalBinary": true, "UnmarshalBinary": true, "MarshalJSON": true, "UnmarshalJSON": true,
}

// An export is an exported name of the package, with the names of the package that
// are used where it is.
type export struct {
	name     string // of a method with a dot before it
	pos      token.Pos
	mentions []string
}

// exports returns the exported names of the package.
func (lib *library) exports() (all []export) {
	for _, f := range lib.files {
		for _, decl := range f.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				e := export{d.Name.Name, d.Pos(), mentions(d.Type)}
				if d.Recv != nil {
					e.name = "." + e.name
				}
				if d.Name.IsExported() && (d.Recv == nil || anyExported(mentions(d.Recv))) {
					all = append(all, e)
				}
			case *ast.GenDecl:
				var typ ast.Expr // of a constant: that of the first of its group, if it has none
				for _, spec := range d.Specs {
					switch s := spec.(type) {
					case *ast.ValueSpec:
						if s.Type != nil || len(s.Values) > 0 {
							typ = s.Type
						}
						for _, id := range s.Names {
							if id.IsExported() {
								all = append(all, export{id.Name, id.Pos(), mentions(typ)})
							}
						}
					case *ast.TypeSpec:
						if s.Name.IsExported() {
							all = append(all, export{s.Name.Name, s.Pos(), mentions(s.Type)})
						}
					}
				}
			}
		}
	}
	return all
}

// mentions returns the identifiers in a declaration. Names of fields, which are
// among them, do no harm: hardly any is also that of something at package level.
func mentions(n ast.Node) (all []string) {
	if n == nil {
		return nil
	}
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			all = append(all, id.Name)
		}
		return true
	})
	return all
}

func anyExported(names []string) bool {
	for _, name := range names {
		if ast.IsExported(name) {
			return true
		}
	}
	return false
}

// usedNames returns what the programs, those of the documentation too, select from the
// package and, with a dot before them, from anything else, and the methods that they
// declare.
func usedNames(t *testing.T) map[string]bool {
	t.Helper()
	used := map[string]bool{}
	add := func(name string, source any) {
		f, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if id, ok := n.X.(*ast.Ident); ok && id.Name == "chess" {
					used[n.Sel.Name] = true
				} else {
					used["."+n.Sel.Name] = true
				}
			case *ast.FuncDecl:
				if n.Recv != nil {
					used["."+n.Name.Name] = true
				}
			}
			return true
		})
	}
	for _, dir := range []string{"examples", "benchmarks"} {
		err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
				add(path, nil)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, page := range cookbookPages(t) {
		recipes, _ := readRecipes(t, page)
		for _, r := range recipes {
			add(page, r.source)
			if r.test != "" {
				add(page, r.test)
			}
		}
	}
	return used
}
