package lint_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOtherSystems checks the types of all packages of the module, and of their tests, as
// compilers for other systems do. It compiles nothing: go vet would compile the standard
// library for each system, which takes minutes.
func TestOtherSystems(t *testing.T) {
	for _, system := range []string{"windows/amd64", "darwin/arm64", "freebsd/amd64", "linux/s390x", "linux/386", "js/wasm"} {
		t.Run(strings.ReplaceAll(system, "/", "-"), func(t *testing.T) {
			goos, goarch, _ := strings.Cut(system, "/")
			checkTypes(t, goos, goarch)
		})
	}
}

// A listedPackage is what go list says of a package.
type listedPackage struct {
	Dir, ImportPath string
	GoFiles         []string
	ImportMap       map[string]string
	Module          *struct{ Main bool }
}

// checkTypes checks the types of the packages of the module for a system.
func checkTypes(t *testing.T, goos, goarch string) {
	t.Parallel()
	list := exec.Command("go", "list", "-deps", "-test", "-pgo=off", "-json=Dir,ImportPath,GoFiles,ImportMap,Module", "./...")
	list.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]*types.Package{"unsafe": types.Unsafe}
	files := token.NewFileSet()
	checked := 0
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listedPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.ImportPath == "unsafe" || strings.HasSuffix(p.ImportPath, ".test") {
			continue // the second is a program that go test writes
		}
		ours := p.Module != nil && p.Module.Main
		config := types.Config{
			Importer: importerFunc(func(path string) (*types.Package, error) {
				if mapped, ok := p.ImportMap[path]; ok {
					path = mapped
				}
				if found := packages[path]; found != nil {
					return found, nil
				}
				return nil, fmt.Errorf("there is no package %s", path)
			}),
			Sizes:            types.SizesFor("gc", goarch),
			IgnoreFuncBodies: !ours,
		}
		if ours {
			checked++
			config.Error = func(err error) { t.Error(err) }
		}
		packages[p.ImportPath], err = config.Check(p.ImportPath, files, parseFiles(t, files, &p), nil)
		if err != nil && !ours {
			t.Fatal(err)
		}
	}
	if checked == 0 {
		t.Error("go list names no package of the module")
	}
}

// parseFiles returns the files of a package.
func parseFiles(t *testing.T, files *token.FileSet, p *listedPackage) []*ast.File {
	t.Helper()
	var parsed []*ast.File
	for _, name := range p.GoFiles {
		if !filepath.IsAbs(name) {
			name = filepath.Join(p.Dir, name)
		}
		f, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
	}
	return parsed
}

// An importerFunc is a function that finds imported packages.
type importerFunc func(path string) (*types.Package, error)

// Import implements types.Importer.
func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }
