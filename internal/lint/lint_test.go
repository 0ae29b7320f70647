// Package lint_test checks what the source, the documentation and the names of the
// repository look like. What a reader should know but need not change at once is a
// warning, which "go test -v -run Warnings ./internal/lint" prints.
//
//	CHESS_RECORD=1 go test ./internal/lint
//
// records the API, the pages that are made of the source, and what the programs of
// docs/cookbook print.
package lint_test

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMain runs the tests in the root of the repository.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// fset and sources are shared, since reading the standard library takes seconds.
var (
	fset    = token.NewFileSet()
	sources = importer.ForCompiler(fset, "source", nil)
)

// library is the package without its tests.
type library struct {
	fset  *token.FileSet
	names []string
	files []*ast.File
}

func parseLibrary(t *testing.T) *library {
	t.Helper()
	dir, err := build.ImportDir(".", 0)
	if err != nil {
		t.Fatal(err)
	}
	lib := &library{fset: fset, names: dir.GoFiles}
	for _, name := range lib.names {
		f, err := parser.ParseFile(lib.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		lib.files = append(lib.files, f)
	}
	return lib
}

// file returns the name of the file that declares or uses something at pos.
func (lib *library) file(pos token.Pos) string {
	return filepath.Base(lib.fset.Position(pos).Filename)
}

// check returns the package with its types, and what each identifier is.
func (lib *library) check(t *testing.T) (*types.Package, *types.Info) {
	t.Helper()
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: sources}
	pkg, err := config.Check("chess", lib.fset, lib.files, info)
	if err != nil {
		t.Fatal(err)
	}
	return pkg, info
}

// checkRecord compares a text with a file, or writes it there if CHESS_RECORD is set.
func checkRecord(t *testing.T, path, text string) {
	t.Helper()
	if os.Getenv("CHESS_RECORD") != "" {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	recorded, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(recorded), "\n"), strings.Split(text, "\n")); diff != "" {
		t.Errorf("%s (-recorded +now; CHESS_RECORD=1 go test ./internal/lint records it):\n%s", path, diff)
	}
}
