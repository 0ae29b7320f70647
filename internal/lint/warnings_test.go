package lint_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// What a file, a function and a comment should have at most.
const (
	maxFileLines     = 900
	maxFunctionLines = 100
	maxCommentLines  = 20 // of an exported type
	maxColumns       = 128
	tabColumns       = 4
)

// TestWarnings prints, with -v, what a reader should know but need not change at once. It
// fails only if it cannot look.
func TestWarnings(t *testing.T) {
	warnOfWords(t)
	warnOfFiles(t)
	lib := parseLibrary(t)
	warnOfLengths(lib)
	warnOfShadows(t, lib)
}

// warn prints a warning.
func warn(format string, args ...any) {
	if testing.Verbose() {
		fmt.Printf("warning: "+format+"\n", args...)
	}
}

// warnOfFiles warns of Go files of the main module with too many lines, and of lines with
// too many columns.
func warnOfFiles(t *testing.T) {
	root := os.DirFS(".")
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && (d.Name() == "testdata" || d.Name() == "examples" || d.Name() == "benchmarks" || strings.HasPrefix(name, ".") && name != ".") {
			return fs.SkipDir
		}
		if err != nil || filepath.Ext(name) != ".go" {
			return err
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		if n := bytes.Count(text, []byte("\n")); n > maxFileLines {
			warn("%s has %d lines, more than %d", name, n, maxFileLines)
		}
		if strings.HasSuffix(name, "_test.go") {
			return nil
		}
		var wide []int
		for i, line := range strings.Split(string(text), "\n") {
			if n := utf8.RuneCountInString(line) + (tabColumns-1)*strings.Count(line, "\t"); n > maxColumns {
				wide = append(wide, i+1)
			}
		}
		if len(wide) > 0 {
			warn("%s: lines of more than %d columns: %v", name, maxColumns, wide)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// warnOfLengths warns of functions that are too long, and of exported types whose comment is.
func warnOfLengths(lib *library) {
	lines := func(from, to token.Pos) int { return lib.fset.Position(to).Line - lib.fset.Position(from).Line + 1 }
	for i, f := range lib.files {
		for _, decl := range f.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if n := lines(d.Pos(), d.End()); n > maxFunctionLines {
					warn("%s:%d: %s has %d lines, more than %d", lib.names[i], lib.fset.Position(d.Pos()).Line, d.Name.Name, n, maxFunctionLines)
				}
			case *ast.GenDecl:
				if d.Tok != token.TYPE || d.Doc == nil {
					continue
				}
				name := d.Specs[0].(*ast.TypeSpec).Name
				if n := lines(d.Doc.Pos(), d.Doc.End()); name.IsExported() && n > maxCommentLines {
					warn("%s:%d: the comment of %s has %d lines, more than %d", lib.names[i], lib.fset.Position(name.Pos()).Line, name.Name, n, maxCommentLines)
				}
			}
		}
	}
}

// warnOfShadows warns of names of the package that mean something else inside functions.
func warnOfShadows(t *testing.T, lib *library) {
	pkg, info := lib.check(t)
	places := map[string]int{}
	all := 0
	for id, obj := range info.Defs {
		if obj == nil || obj.Parent() == nil || obj.Parent() == pkg.Scope() || pkg.Scope().Lookup(id.Name) == nil {
			continue
		}
		if _, isLabel := obj.(*types.Label); !isLabel {
			places[id.Name]++
			all++
		}
	}
	if all == 0 {
		return
	}
	var names []string
	for name, n := range places {
		names = append(names, fmt.Sprintf("%s %d", name, n))
	}
	slices.Sort(names)
	warn("%d names of the package are shadowed in %d places: %s", len(places), all, strings.Join(names, ", "))
}
