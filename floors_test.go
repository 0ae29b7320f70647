package chess

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// floors gives each file its floor. A file uses what lies on its own floor and
// below: the rules know nothing of notation, notation nothing of games, an
// evaluation nothing of the search.
var floors = map[string]int{
	"doc.go": 0, "board.go": 0, "errors.go": 0,

	"movegen.go": 1, "pieces.go": 1, "attack.go": 1, "play.go": 1, "query.go": 1, "see.go": 1, "setup.go": 1, "chess960.go": 1,
	"validate.go": 1,

	"notation.go": 2, "epd.go": 2, "fen.go": 2, "san.go": 2, "plainsan.go": 2,

	"game.go": 3, "pgn.go": 3, "pgntags.go": 3, "pgnwriter.go": 3,
	"pgnlex.go": 3, "pgnreader.go": 3, "pgnmovetext.go": 3, "pgnparallel.go": 3, "svg.go": 3,

	"eval.go": 4, "survey.go": 4, "pst.go": 4, "features.go": 4, "pawns.go": 4, "king.go": 4, "mobility.go": 4,
	"threats.go": 4, "minors.go": 4, "space.go": 4, "systems.go": 4, "endings.go": 4, "squareset.go": 4, "evaluators.go": 4, "explain.go": 4, "heat.go": 4,

	"transposition.go": 5, "bucket.go": 5, "bucket_barekey.go": 5, "tablefile.go": 5,

	"search.go": 6, "alphabeta.go": 6, "deepening.go": 6, "pvs.go": 6, "quiescence.go": 6, "ordering.go": 6, "history.go": 6, "clock.go": 6,
	"searchoptions.go": 6, "mcts.go": 6, "players.go": 6, "minimax.go": 6, "budget.go": 6, "book.go": 6, "tune.go": 6,
	"tunemodel.go": 6, "tunenewton.go": 6, "tunefile.go": 6,
	"bookbuilder.go": 6, "booksearcher.go": 6, "polyglot.go": 6, "polyglotrandom.go": 6, "options.go": 6, "handicap.go": 6,

	"session.go": 7, "uci.go": 7, "bench.go": 7, "xboard.go": 7, "xboardanswers.go": 7, "client.go": 7, "match.go": 7, "matchgame.go": 7, "timecontrol.go": 7,
	"openings.go": 7, "elo.go": 7, "crosstable.go": 7, "sprt.go": 7, "clientsearch.go": 7, "client_unix.go": 7, "client_other.go": 7,
}

// library is the package without its tests, parsed once.
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
	lib := &library{fset: token.NewFileSet(), names: dir.GoFiles}
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

func TestFloors(t *testing.T) {
	lib := parseLibrary(t)
	for _, name := range lib.names {
		if _, ok := floors[name]; !ok {
			t.Errorf("%s is on no floor: put it into the table", name)
		}
	}
	uses := map[*ast.Ident]types.Object{}
	config := types.Config{Importer: importer.ForCompiler(lib.fset, "source", nil)}
	pkg, err := config.Check("chess", lib.fset, lib.files, &types.Info{Uses: uses})
	if err != nil {
		t.Fatal(err)
	}
	for id, obj := range uses {
		if obj.Pkg() != pkg {
			continue
		}
		user, owner := lib.file(id.Pos()), lib.file(obj.Pos())
		if floors[user] < floors[owner] {
			t.Errorf("%v: floor %d uses %s of %s, floor %d",
				lib.fset.Position(id.Pos()), floors[user], obj.Name(), owner, floors[owner])
		}
	}
}

func TestImports(t *testing.T) {
	lib := parseLibrary(t)
	for _, f := range lib.files {
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			first, _, _ := strings.Cut(path, "/")
			if err != nil || path == "C" || strings.Contains(first, ".") {
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
