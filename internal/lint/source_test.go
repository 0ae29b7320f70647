package lint_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestImports(t *testing.T) {
	lib := parseLibrary(t)
	for _, f := range lib.files {
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			first, _, _ := strings.Cut(path, "/")
			if err != nil || path == "C" || strings.Contains(first, ".") && !strings.HasPrefix(path, "github.com/seed-0971039b/chess/internal/") {
				t.Errorf("%v: %s is not of the standard library", lib.fset.Position(spec.Pos()), spec.Path.Value)
			}
		}
	}
}

func TestNoInit(t *testing.T) {
	lib := parseLibrary(t)
	for _, f := range lib.files {
		for _, decl := range f.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				t.Errorf("%v: an init function", lib.fset.Position(fn.Pos()))
			}
		}
	}
}

func TestPackageComment(t *testing.T) {
	lib := parseLibrary(t)
	for i, f := range lib.files {
		if has, want := f.Doc != nil, lib.names[i] == "doc.go"; has != want {
			t.Errorf("%s: has a package comment: %v, want %v", lib.names[i], has, want)
		}
	}
}

// TestErrorPrefix checks that the errors of the package name it, so that a program
// that prints one says where it is from. Texts for protocols, and the errors that a
// ParseError or another error wraps, do not.
func TestErrorPrefix(t *testing.T) {
	wrapped := []string{"errors.go", "engine_uci.go", "engine_xboard.go", "tablebase_table.go", "transposition.go"}
	lib := parseLibrary(t)
	found := 0
	for i, f := range lib.files {
		if slices.Contains(wrapped, lib.names[i]) {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			literal, ok := call.Args[0].(*ast.BasicLit)
			if name := types.ExprString(call.Fun); !ok || name != "errors.New" && name != "fmt.Errorf" {
				return true
			}
			found++
			text, err := strconv.Unquote(literal.Value)
			if err != nil || !strings.HasPrefix(text, "chess: ") && !strings.HasPrefix(text, "%w") && text != "longer than %d bytes" {
				t.Errorf("%v: %s does not begin with \"chess: \"", lib.fset.Position(call.Pos()), literal.Value)
			}
			return true
		})
	}
	if found < 20 {
		t.Errorf("found only %d errors", found)
	}
}

// TestIteratorsGiveNoPointers checks that no exported iterator gives a pointer to a
// Position: it would change while the loop goes on.
func TestIteratorsGiveNoPointers(t *testing.T) {
	lib := parseLibrary(t)
	iterators := 0
	for _, f := range lib.files {
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || !fn.Name.IsExported() || fn.Type.Results == nil {
				continue
			}
			for _, result := range fn.Type.Results.List {
				if text := types.ExprString(result.Type); strings.HasPrefix(text, "iter.Seq") {
					if iterators++; strings.Contains(text, "*Position") {
						t.Errorf("%v: %s gives pointers", lib.fset.Position(fn.Pos()), fn.Name.Name)
					}
				}
			}
		}
	}
	if iterators < 15 {
		t.Errorf("only %d iterators", iterators)
	}
}

// suites are the test files of the root that are not named after the file they test.
var suites = []string{"export_test.go", "slow_test.go", "values_test.go"}

// TestFileNames checks that a test file of the root is named after the file it tests.
func TestFileNames(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		tested, isTest := strings.CutSuffix(name, "_test.go")
		if isTest && !strings.HasPrefix(name, "example_") && !slices.Contains(names, tested+".go") && !slices.Contains(suites, name) {
			t.Errorf("%s: there is no %s.go; what tests more than one file belongs to internal/suite", name, tested)
		}
	}
}

// TestMadeTypes checks the comments of the types whose zero value is for nothing: the
// first sentence says who makes one.
func TestMadeTypes(t *testing.T) {
	made := map[string]string{"Survey": "made by an evaluator"}
	for _, f := range parseLibrary(t).files {
		for _, decl := range f.Decls {
			d, ok := decl.(*ast.GenDecl)
			if !ok || d.Tok != token.TYPE {
				continue
			}
			name := d.Specs[0].(*ast.TypeSpec).Name.Name
			first, _, _ := strings.Cut(strings.ReplaceAll(d.Doc.Text(), "\n", " "), ". ")
			if !strings.Contains(first, made[name]) {
				t.Errorf("the first sentence about %s does not say %q", name, made[name])
			}
			delete(made, name)
		}
	}
	for name := range made {
		t.Errorf("there is no type %s", name)
	}
}
