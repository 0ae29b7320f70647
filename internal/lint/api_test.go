package lint_test

import (
	"bytes"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// TestAPI fails if what the package exports is not what testdata/api.txt says, so that
// nobody changes the API without seeing it.
func TestAPI(t *testing.T) {
	checkRecord(t, "testdata/api.txt", exported(t))
}

// The budget of the API. Whoever adds a name removes another, or says in the commit why
// the budget must grow. For comparison, net/http has 187 names and 91 methods.
const (
	maxNames   = 367
	maxMethods = 531
)

// TestNamesAreFew counts the exported names of the package, and the exported methods that
// its exported types declare.
func TestNamesAreFew(t *testing.T) {
	pkg, _ := parseLibrary(t).check(t)
	names, methods := 0, 0
	for _, name := range pkg.Scope().Names() {
		if !ast.IsExported(name) {
			continue
		}
		names++
		obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if named, ok := obj.Type().(*types.Named); ok {
			for m := range named.Methods() {
				if m.Exported() {
					methods++
				}
			}
		}
	}
	t.Logf("%d names, %d methods", names, methods)
	if names > maxNames || methods > maxMethods {
		t.Errorf("%d exported names and %d methods: at most %d and %d", names, methods, maxNames, maxMethods)
	}
}

// promoted returns the methods that exported types have from the types that they
// embed, which no declaration shows.
func promoted(pkg *types.Package) (all []string) {
	for _, name := range pkg.Scope().Names() {
		obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || !obj.Exported() || types.IsInterface(obj.Type()) {
			continue
		}
		methods := types.NewMethodSet(types.NewPointer(obj.Type()))
		for i := range methods.Len() {
			m := methods.At(i)
			if len(m.Index()) > 1 && m.Obj().Exported() {
				signature := strings.TrimPrefix(types.TypeString(m.Type(), types.RelativeTo(pkg)), "func")
				all = append(all, "func (*"+name+") "+m.Obj().Name()+signature+" // promoted")
			}
		}
	}
	return all
}

// exported returns the declarations of what the package exports, without
// comments and bodies, in alphabetical order, promoted methods included.
func exported(t *testing.T) string {
	lib := parseLibrary(t)
	pkg, _ := lib.check(t)
	all := promoted(pkg)
	for _, f := range lib.files {
		ast.FileExports(f)
		for _, decl := range f.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil && !receiver(d).IsExported() {
					continue
				}
				d.Body, d.Doc = nil, nil
				all = append(all, source(t, lib.fset, d))
			case *ast.GenDecl:
				if d.Tok == token.IMPORT {
					continue
				}
				// Uncommented, since comments are no part of a promise that a
				// program can notice.
				ast.Inspect(d, func(n ast.Node) bool {
					switch n := n.(type) {
					case *ast.GenDecl:
						n.Doc = nil
					case *ast.TypeSpec:
						n.Doc, n.Comment = nil, nil
					case *ast.ValueSpec:
						n.Doc, n.Comment = nil, nil
					case *ast.Field:
						n.Doc, n.Comment = nil, nil
					case *ast.FuncLit:
						n.Body.List = nil
					}
					return true
				})
				all = append(all, source(t, lib.fset, d))
			}
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n") + "\n"
}

// receiver returns the name of the type that a method belongs to.
func receiver(d *ast.FuncDecl) *ast.Ident {
	x := d.Recv.List[0].Type
	for {
		switch e := x.(type) {
		case *ast.StarExpr:
			x = e.X
		case *ast.IndexExpr:
			x = e.X
		case *ast.Ident:
			return e
		}
	}
}

func source(t *testing.T, fset *token.FileSet, node any) string {
	var b bytes.Buffer
	if err := (&printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 8}).Fprint(&b, fset, node); err != nil {
		t.Fatal(err)
	}
	// Without comments the printer leaves empty lines where they stood.
	return strings.Join(slices.DeleteFunc(strings.Split(b.String(), "\n"), func(line string) bool {
		return strings.TrimSpace(line) == ""
	}), "\n")
}
