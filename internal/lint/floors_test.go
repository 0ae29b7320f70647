package lint_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"
	"testing"
)

// floors lists the files of the package from the ground up. A file uses what
// lies before it in the list, so that the list is also an order to read them in:
// the rules know nothing of notation, notation nothing of games, an evaluation
// nothing of the search. Files that need each other stand in one string.
var floors = [][]string{
	{ // squares, pieces, moves, the position and its key; errors
		"doc.go", "errors.go", "checksum.go", "board.go", "board_text.go", "variant.go",
	},
	{ // the rules
		"attacks.go", "movegen.go", "play.go", "legal.go", "see.go", "setup.go", "setup_reachable.go",
	},
	{ // text in, text out
		"json.go", "notation_fen.go", "notation_binary.go", "notation_language.go", "notation_plainsan.go", "notation.go", "notation_san.go",
		"notation_epd.go",
	},
	{ // games, words, openings and pictures
		"eval_score.go", "game.go", "game_encoding.go", "describe.go", "pgn.go", "pgn_tags.go", "pgn_text.go", "pgn_lex.go",
		"pgn_build.go", "pgn_language.go pgn_movetext.go pgn_reader.go", "pgn_parallel.go", "pgn_writer.go", "pgn_encoding.go",
		"opening.go", "diagram.go", "diagram_svg.go",
	},
	{ // endings with few pieces: their truth, made and read
		"tablebase_ending.go", "tablebase.go", "tablebase_index.go", "tablebase_table.go", "tablebase_board.go",
		"tablebase_make.go", "syzygy_file.go", "syzygy_table.go",
		"syzygy.go", "tablebase_set.go", "proof.go", "proof_search.go",
	},
	{ // evaluation
		"pgn_commands.go", "eval_squareset.go", "eval_survey.go",
		"eval.go", "eval_material.go", "pst.go", "eval_pawns.go", "eval_king.go", "eval_pieces.go", "eval_network.go",
		"eval_endings.go", "eval_variant.go", "eval_published.go", "eval_features.go", "eval_explanation.go", "eval_weights.go",
	},
	{ // motifs: what happens in a line of play
		"motif.go", "motif_tactics.go", "motif_mates.go", "motif_line.go",
	},
	{ // the transposition table
		"transposition_entry.go", "transposition_bucket.go", "transposition.go", "transposition_file.go",
	},
	{ // search, reviews, puzzles, players, books, fitting an evaluation
		"search.go", "search_options.go", "search_budget.go", "search_draws.go", "search_ordering.go",
		"search_worker.go", "search_transposition.go", "search_tablebase.go", "search_quiescence.go", "search_pvs.go",
		"search_alphabeta.go", "why.go", "why_search.go", "why_facts.go", "why_remarks.go",
		"words_sentences.go", "words.go", "clock.go", "review.go", "review_search.go", "lessons.go", "review_game.go", "puzzle.go",
		"search_tree.go", "search_minimax.go", "search_mcts.go", "search_handicap.go", "search_zugzwang.go",
		"winnable_blockade.go", "winnable_search.go", "winnable.go", "helpmate.go", "book_polyglot.go", "book.go", "players.go", "tune.go", "tune_model.go", "tune_fit.go",
		"tune_network.go",
	},
	{ // protocols and matches
		"engine_bench.go", "engine_session.go", "engine_bot.go", "engine_uci.go", "engine_xboard.go",
		"engine_client_xboard.go", "engine_client.go", "engine_client_search.go", "match.go",
		"match_game.go", "match_pairings.go", "match_elo.go", "match_crosstable.go",
	},
}

// maxCycles is how many groups of files that need each other there may be.
const maxCycles = 1

// TestFloors checks the list, and how many cycles of files are in it.
func TestFloors(t *testing.T) {
	lib := parseLibrary(t)
	place := map[string]int{} // in the list, the same for those in one string
	groups := map[int][]string{}
	cycles := 0
	for _, floor := range floors {
		for _, group := range floor {
			names := strings.Fields(group)
			for _, name := range names {
				place[name] = len(groups)
			}
			if len(names) > 1 {
				cycles++
			}
			groups[len(groups)] = names
		}
	}
	if cycles > maxCycles {
		t.Errorf("%d groups of files need each other, more than %d", cycles, maxCycles)
	}
	for _, name := range lib.names {
		if _, ok := place[name]; !ok {
			t.Errorf("%s is on no floor: put it into the list", name)
		}
	}
	for name := range place {
		if _, err := os.Stat(name); err != nil {
			t.Errorf("%s is on a floor, and not here", name)
		}
	}

	uses := lib.uses(t)
	for _, u := range uses {
		if place[u.user] < place[u.owner] {
			t.Errorf("%v: %s comes before %s and uses its %s", u.at, u.user, u.owner, u.name)
		}
	}
	for _, names := range groups {
		for _, name := range names {
			if len(names) > 1 && !reaches(uses, name, names) {
				t.Errorf("%s does not need all of %v: give it a string of its own", name, names)
			}
		}
	}
}

// A use is an identifier in one file that another declares.
type use struct {
	user, owner string // files
	name        string
	at          token.Position
}

// uses returns all uses of one file by another.
func (lib *library) uses(t *testing.T) (all []use) {
	t.Helper()
	pkg, info := lib.check(t)
	for id, obj := range info.Uses {
		user, owner := lib.file(id.Pos()), lib.file(obj.Pos())
		if obj.Pkg() == pkg && user != owner {
			all = append(all, use{user, owner, obj.Name(), lib.fset.Position(id.Pos())})
		}
	}
	slices.SortFunc(all, func(a, b use) int { return strings.Compare(a.at.String(), b.at.String()) })
	return all
}

// TestMovesWithoutSquareSet checks that nothing that the functions of moves use,
// directly or by others, has to do with a SquareSet: moves are found without
// bitboards.
func TestMovesWithoutSquareSet(t *testing.T) {
	lib := parseLibrary(t)
	pkg, info := lib.check(t)
	declarations := map[types.Object]ast.Node{} // of functions, methods, variables, constants and types
	for _, f := range lib.files {
		for _, decl := range f.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				declarations[info.Defs[decl.Name]] = decl
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						declarations[info.Defs[spec.Name]] = spec
					case *ast.ValueSpec:
						for _, name := range spec.Names {
							declarations[info.Defs[name]] = spec
						}
					}
				}
			}
		}
	}
	set := pkg.Scope().Lookup("SquareSet")
	// path returns how root comes to use SquareSet, or "".
	path := func(root types.Object) string {
		from := map[types.Object]types.Object{root: nil}
		for queue := []types.Object{root}; len(queue) > 0; queue = queue[1:] {
			found := false
			ast.Inspect(declarations[queue[0]], func(n ast.Node) bool {
				if e, ok := n.(ast.Expr); ok {
					if tv, ok := info.Types[e]; ok && types.Identical(tv.Type, set.Type()) {
						found = true
					}
				}
				id, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				obj := info.Uses[id]
				if f, ok := obj.(*types.Func); ok {
					obj = f.Origin()
				}
				if _, known := from[obj]; !known && declarations[obj] != nil {
					from[obj] = queue[0]
					queue = append(queue, obj)
				}
				return true
			})
			if found || queue[0] == set {
				way := ""
				for at := queue[0]; at != nil; at = from[at] {
					way = at.Name() + " " + way
				}
				return way
			}
		}
		return ""
	}
	method := func(of, name string) types.Object {
		obj, _, _ := types.LookupFieldOrMethod(pkg.Scope().Lookup(of).Type(), true, pkg, name)
		if obj == nil {
			t.Fatalf("%s has no method %s", of, name)
		}
		return obj
	}
	for _, name := range []string{"AppendMoves", "AppendCaptures", "Do", "After", "Play", "Legal", "GivesCheck", "InCheck", "Outcome", "SEE",
		"Attackers", "XRayAttackers", "Attacks", "Checkers", "Pins", "ParseSAN", "AppendSAN"} {
		if way := path(method("Position", name)); way != "" {
			t.Errorf("Position.%s uses SquareSet: %s", name, way)
		}
	}
	if way := path(pkg.Scope().Lookup("Perft")); way != "" {
		t.Errorf("Perft uses SquareSet: %s", way)
	}
	for _, obj := range []types.Object{method("FeatureEvaluator", "Evaluate"), method("kingAttack", "Score"), method("KingExposure", "Score")} {
		if path(obj) == "" {
			t.Errorf("%v does not use SquareSet: this test does not see what it should", obj)
		}
	}
}

// reaches reports whether from uses, directly or by others of the group, all of
// the group.
func reaches(uses []use, from string, group []string) bool {
	reached := map[string]bool{from: true}
	for grown := true; grown; {
		grown = false
		for _, u := range uses {
			if reached[u.user] && slices.Contains(group, u.owner) && !reached[u.owner] {
				reached[u.owner], grown = true, true
			}
		}
	}
	return len(reached) == len(group)
}
