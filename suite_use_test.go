package chess

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestNamesAreUsed lists the exported names that no program in examples and
// benchmarks, and no example of the documentation, uses. What nobody uses nobody
// has tried, and a reader finds no use of it to copy.
//
// A package-level name is used where it is selected from the import of the package.
// A method is used where anything of its name is selected, or declared, as what
// implements an interface of the package or of the standard library is.
func TestNamesAreUsed(t *testing.T) {
	names, selected := usedNames(t)
	lib := parseLibrary(t)
	for _, f := range lib.files {
		for _, decl := range f.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				name := d.Name.Name
				switch {
				case !d.Name.IsExported():
				case d.Recv == nil:
					if !names[name] {
						t.Errorf("%v: nothing uses %s", lib.fset.Position(d.Pos()), name)
					}
				case ast.IsExported(receiverName(d)) && !selected[name] && !slices.Contains(implemented, name):
					t.Errorf("%v: nothing uses the method %s of %s", lib.fset.Position(d.Pos()), name, receiverName(d))
				}
			case *ast.GenDecl:
				for _, id := range declaredNames(d) {
					if id.IsExported() && !names[id.Name] {
						t.Errorf("%v: nothing uses %s", lib.fset.Position(id.Pos()), id.Name)
					}
				}
			}
		}
	}
}

// implemented are methods that are called through interfaces of other packages:
// fmt, errors, encoding, database/sql.
var implemented = []string{
	"String", "Error", "Unwrap", "Is", "AppendText", "MarshalText", "UnmarshalText", "AppendBinary", "MarshalBinary", "UnmarshalBinary",
	"MarshalJSON", "UnmarshalJSON", "Scan", "Value",
}

// declaredNames returns the names that a declaration of constants, variables or
// types declares.
func declaredNames(d *ast.GenDecl) (all []*ast.Ident) {
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.ValueSpec:
			all = append(all, s.Names...)
		case *ast.TypeSpec:
			all = append(all, s.Name)
		}
	}
	return all
}

// receiverName returns the name of the type that a method belongs to.
func receiverName(d *ast.FuncDecl) string {
	x := d.Recv.List[0].Type
	if p, ok := x.(*ast.StarExpr); ok {
		x = p.X
	}
	if id, ok := x.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// usedNames returns what the programs and the examples of the documentation select
// from the package, and everything that they select or declare as a method.
func usedNames(t *testing.T) (names, selected map[string]bool) {
	names, selected = map[string]bool{}, map[string]bool{}
	files, err := filepath.Glob("example_*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, dir := range []string{"examples", "benchmarks"} {
		err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if id, ok := n.X.(*ast.Ident); ok && id.Name == "chess" {
					names[n.Sel.Name] = true
				} else {
					selected[n.Sel.Name] = true
				}
			case *ast.FuncDecl:
				if n.Recv != nil {
					selected[n.Name.Name] = true
				}
			}
			return true
		})
	}
	return names, selected
}
