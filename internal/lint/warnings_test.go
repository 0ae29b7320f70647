package lint_test

import (
	"go/ast"
	"testing"
)

// TestFunctionLength checks that no function has more than 100 lines, and search,
// at the heart of the engine, no more than 90.
func TestFunctionLength(t *testing.T) {
	lib := parseLibrary(t)
	for _, f := range lib.files {
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			longest := 100
			if fn.Name.Name == "search" {
				longest = 90
			}
			from, to := lib.fset.Position(fn.Pos()), lib.fset.Position(fn.End())
			if n := to.Line - from.Line + 1; n > longest {
				t.Errorf("%v: %s has %d lines, more than %d", from, fn.Name.Name, n, longest)
			}
		}
	}
}
