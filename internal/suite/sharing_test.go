package suite_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seed-0971039b/chess"
)

// A sharingRow is a row of the table of docs/sharing.md.
type sharingRow struct {
	name       string
	goroutines string   // its first word: any, readers, one, ...
	free       []string // methods that allocate nothing
}

// readSharing reads the table of docs/sharing.md.
func readSharing(t *testing.T) (rows []sharingRow) {
	t.Helper()
	page, err := os.ReadFile("../../docs/sharing.md")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile("`([^`]+)`")
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| (\\w+)[^|]*\\|([^|]*)\\|").FindAllStringSubmatch(string(page), -1) {
		row := sharingRow{name: m[1], goroutines: m[2]}
		for _, method := range code.FindAllStringSubmatch(m[3], -1) {
			row.free = append(row.free, method[1])
		}
		rows = append(rows, row)
	}
	if len(rows) < 20 {
		t.Fatalf("only %d rows found", len(rows))
	}
	return rows
}

const sharedGame = "[White \"A\"]\n\n1. e4 {a king's pawn} e5 2. Nf3 (2. f4 exf4) 2... Nc6 3. Bb5 a6 *\n"

// A use makes a value of a type of the package, and returns a function that uses it and
// returns what it has found.
type use func(t *testing.T) func() any

// uses are the uses of the types by name. Several goroutines call a function at once if the
// page says that the value may be shared; otherwise each goroutine makes a value of its own,
// out of the same evaluators, books and tablebases.
func uses() map[string]use {
	p := chess.MustParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	ending := chess.MustParseFEN("8/8/8/8/8/2K5/4Q3/k7 w - - 0 1")
	book, evaluator := chess.GrandmasterBook(), chess.NewDefaultEvaluator()
	ctx := context.Background()
	search := func(make func() chess.Searcher) use {
		return func(t *testing.T) func() any {
			s := make()
			return func() any {
				r, err := s.Search(ctx, chess.NewGame(p), chess.Limits{Depth: 1, Nodes: 300})
				return []any{r.Move, r.Score, r.Nodes, err}
			}
		}
	}
	tablebase := func(base chess.Tablebase) func() any {
		return func() any {
			w, err := base.WDL(&ending)
			r, err2 := base.Probe(&ending)
			return []any{w, r, err, err2}
		}
	}
	var features []chess.Feature
	for _, f := range chess.Features() {
		features = append(features, f.New())
	}
	// plain is a use that makes nothing before.
	plain := func(f func() any) use { return func(*testing.T) func() any { return f } }
	session := func(run func(r io.Reader, w io.Writer) error, text string) use {
		return plain(func() any {
			var out bytes.Buffer
			err := run(strings.NewReader(text), &out)
			return []any{strings.Contains(out.String(), "option"), err}
		})
	}
	return map[string]use{
		"Position": plain(func() any { return []any{p.LegalMoves(), p.Key(), p.FEN(), p.Outcome(), chess.Perft(p, 2)} }),
		"Book": plain(func() any {
			m, ok := book.Choose(new(chess.StartPosition()), rand.New(rand.NewPCG(1, 2)))
			return []any{m, ok, book.Len(), book.Moves(new(chess.StartPosition()))}
		}),
		"OpeningNames": func(*testing.T) func() any {
			names := chess.Openings()
			return func() any { return []any{names.Find(p), names.Find(chess.StartPosition()), names.Len()} }
		},
		"Rule": func(*testing.T) func() any {
			rule := &chess.Rule{
				End:    func(q chess.Position) chess.Outcome { return chess.Outcome{} },
				Allows: func(q chess.Position, m chess.Move) bool { return !q.IsCapture(m) },
			}
			return func() any {
				g := rule.NewGame(p)
				r, err := chess.NewMinimax(evaluator.Fork()).Search(ctx, g, chess.Limits{Depth: 1})
				return []any{r.Move, r.Score, r.Nodes, err, g.LegalMoves(), g.Outcome()}
			}
		},
		"Table": func(*testing.T) func() any {
			table := chess.NewTable(1)
			return func() any {
				for _, m := range p.LegalMoves() {
					key := p.After(m).Key()
					table.Store(&key, chess.Entry{Score: 7, Depth: 3, Bound: chess.Exact})
					// An entry that another goroutine is using is not found.
					if e, ok := table.Lookup(&key); ok && e.Score != 7 {
						return e
					}
				}
				return nil
			}
		},
		"EndingTable": func(t *testing.T) func() any { return tablebase(endingTable(t)) },
		"EndingTables": func(t *testing.T) func() any {
			var set chess.EndingTables
			return func() any {
				kqk, err := chess.ParseEnding("KQvK")
				return []any{err, set.Make(ctx, kqk), tablebase(&set)()}
			}
		},
		"Syzygy": func(t *testing.T) func() any { return tablebase(syzygy(t)) },
		"Tablebase": func(t *testing.T) func() any {
			return tablebase(chess.JoinTablebases(endingTable(t), syzygy(t)))
		},
		"Evaluator": plain(func() any { return []any{mobile{}.Evaluate(&p), mobile{}.Evaluate(&ending)} }),
		"Feature": plain(func() any {
			e, err := chess.NewFeatureEvaluator(chess.Terms(features...)...)
			if err != nil {
				return err
			}
			return []any{e.Evaluate(&p), e.Explain(&p)}
		}),
		"Game": func(*testing.T) func() any {
			g := chess.NewGame(p)
			return func() any {
				mine := *g // a copy may be changed meanwhile
				mine.PlaySAN("Qxf6")
				return []any{g.LegalMoves(), g.Outcome(), g.FEN(), g.Repetitions(), mine.FEN(), mine.SANMoves()}
			}
		},
		"GameTree": func(t *testing.T) func() any {
			tree := sharedTree(t)
			return func() any {
				mine := tree.Clone()
				err := mine.SetTag("Black", "B")
				return []any{tree.String(), mine.String(), err, tree.Mainline(), tree.Opening()}
			}
		},
		"Node": func(t *testing.T) func() any {
			node := sharedTree(t).Root().Next()
			return func() any { return []any{node.Text(), node.SAN(), node.Position().FEN(), node.Ply()} }
		},
		"FeatureEvaluator": func(*testing.T) func() any {
			e := evaluator.Fork()
			return func() any { return []any{e.Evaluate(&p), e.Evaluate(&ending)} }
		},
		"Survey": func(t *testing.T) func() any {
			e, err := chess.NewFeatureEvaluator(chess.Terms(surveyed{})...)
			if err != nil {
				t.Fatal(err)
			}
			return func() any { return e.Evaluate(&p) }
		},
		"AlphaBeta":     search(func() chess.Searcher { return chess.NewAlphaBeta(evaluator) }),
		"MCTS":          search(func() chess.Searcher { return chess.NewMCTS(evaluator) }),
		"Minimax":       search(func() chess.Searcher { return chess.NewMinimax(evaluator) }),
		"NegaAlphaBeta": search(func() chess.Searcher { return chess.NewNegaAlphaBeta(evaluator) }),
		"NegaScout":     search(func() chess.Searcher { return chess.NewNegaScout(evaluator) }),
		"Handicap":      search(func() chess.Searcher { return chess.NewHandicap(chess.NewAlphaBeta(evaluator), 1) }),
		"BookSearcher":  search(func() chess.Searcher { return chess.NewBookSearcher(book, chess.NewMinimax(evaluator), 1) }),
		"Searcher":      search(func() chess.Searcher { return chess.Players()[0].New() }),
		"Client": func(t *testing.T) func() any {
			in, toEngine := io.Pipe()
			fromEngine, out := io.Pipe()
			go func() {
				defer out.Close()
				(&chess.UCI{Searcher: chess.NewMinimax(evaluator)}).Run(ctx, in, out)
			}()
			c, err := chess.NewClient(ctx, fromEngine, toEngine, 0)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { c.Close() })
			return search(func() chess.Searcher { return c })(t)
		},
		"Bot": func(t *testing.T) func() any {
			bot := &chess.Bot{Searcher: chess.NewMinimax(evaluator), Limits: chess.Limits{Depth: 1}, NoPonder: true}
			t.Cleanup(bot.Stop)
			return func() any {
				r, err := bot.Move(ctx, chess.NewGame(p), chess.Clock{})
				return []any{r.Move, r.Score, err}
			}
		},
		"UCI": session(func(r io.Reader, w io.Writer) error {
			return (&chess.UCI{Searcher: chess.NewMinimax(evaluator)}).Run(ctx, r, w)
		}, "uci\ngo depth 1\n"),
		"XBoard": session(func(r io.Reader, w io.Writer) error {
			return (&chess.XBoard{Searcher: chess.NewMinimax(evaluator)}).Run(ctx, r, w)
		}, "xboard\nprotover 2\nping 1\n"),
		"Match": func(*testing.T) func() any {
			player := func(name string) chess.Player {
				return chess.Player{Name: name, Limits: chess.Limits{Depth: 1}, New: func(context.Context) (chess.Searcher, error) {
					return chess.NewMinimax(evaluator), nil
				}}
			}
			m := &chess.Match{Players: []chess.Player{player("a"), player("b")}, Pairs: 1, Openings: []*chess.Game{chess.NewGame(ending)}}
			return func() any {
				var all []any
				for g, err := range m.Games(ctx) {
					all = append(all, g.Outcome, g.Tree.Mainline(), err)
				}
				return all
			}
		},
		"PGNReader": plain(func() any {
			var all []string
			for tree, err := range chess.NewPGNReader(strings.NewReader(sharedGame + sharedGame)).Parallel(2) {
				all = append(all, fmt.Sprint(tree, err))
			}
			return all
		}),
		"PGNVisitor": plain(func() any {
			moves := 0
			err := chess.NewPGNReader(strings.NewReader(sharedGame + sharedGame)).Visit(&chess.PGNVisitor{
				Move: func(*chess.Position, chess.Move) bool { moves++; return true },
			})
			return []any{moves, err}
		}),
		"BookBuilder": plain(func() any {
			var b chess.BookBuilder
			err := b.Put(&p, p.LegalMoves()[0], 3)
			return []any{b.Book().Len(), err}
		}),
		"Tuner": func(t *testing.T) func() any {
			tuner := &chess.Tuner{Terms: chess.Terms(tempo)}
			return func() any {
				broken, err := tuner.ReadGames(chess.NewPGNReader(strings.NewReader(sharedGame + sharedGame)))
				return []any{broken, err}
			}
		},
	}
}

func sharedTree(t *testing.T) *chess.GameTree {
	t.Helper()
	tree, err := chess.ParsePGN(sharedGame)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// mobile is an Evaluator that several goroutines may use: it counts legal moves.
type mobile struct{}

func (mobile) Evaluate(p *chess.Position) chess.Score { return chess.Score(len(p.LegalMoves())) }

// surveyed is a Feature that asks its Survey for what the page lists.
type surveyed struct{}

func (surveyed) Name() string { return "surveyed" }

func (surveyed) Score(s *chess.Survey) {
	for c := range chess.Color(2) {
		n := (s.AttacksBy(c, chess.Knight) | s.Passed(c)).Len()
		s.Credit(c, chess.E4, chess.Tapered{MG: 1, EG: 1}.Times(n))
	}
}

// endingTable returns the table of testdata.
func endingTable(t *testing.T) *chess.EndingTable {
	t.Helper()
	f, err := os.Open("../../testdata/KQvK.ending")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	table, err := chess.ReadEndingTable(f)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// syzygy returns the tablebase of testdata.
func syzygy(t *testing.T) *chess.Syzygy {
	t.Helper()
	s, err := chess.OpenSyzygy("../../testdata/syzygy")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestSharingSideBySide uses the types of docs/sharing.md in several goroutines at once, and expects
// what one goroutine finds alone. The race detector sees the rest.
func TestSharingSideBySide(t *testing.T) {
	all := uses()
	for _, row := range readSharing(t) {
		make, ok := all[row.name]
		if !ok {
			t.Errorf("nothing uses %s", row.name)
			continue
		}
		delete(all, row.name)
		t.Run(row.name, func(t *testing.T) {
			want := make(t)()
			f := make(t)
			var got [4]any
			var wait sync.WaitGroup
			for i := range got {
				if i > 0 && row.goroutines != "any" && row.goroutines != "readers" && row.goroutines != "as" {
					f = make(t)
				}
				work := f
				wait.Go(func() { got[i] = work() })
			}
			wait.Wait()
			for _, g := range got {
				if !reflect.DeepEqual(g, want) {
					t.Errorf("%v, want %v", g, want)
				}
			}
		})
	}
	for name := range all {
		t.Errorf("docs/sharing.md has no row for %s", name)
	}
}

// TestAllocatesNothing calls the methods that allocate nothing by docs/sharing.md.
func TestAllocatesNothing(t *testing.T) {
	p := chess.MustParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	ending := chess.MustParseFEN("8/8/8/8/8/2K5/4Q3/k7 w - - 0 1")
	draw := chess.MustParseFEN("8/8/8/8/8/2K5/4N3/k7 w - - 0 1")
	m := p.LegalMoves()[0]
	var moves [chess.MaxMoves]chess.Move
	text := make([]byte, 0, 128)
	next := p.After(m)
	key := p.Key()
	game := chess.NewGame(p)
	tree := sharedTree(t)
	node := tree.Root().Next()
	table, made, files, names := chess.NewTable(1), endingTable(t), syzygy(t), chess.Openings()
	var set chess.EndingTables
	if err := set.Make(t.Context(), made.Ending()); err != nil {
		t.Fatal(err)
	}
	e := chess.NewDefaultEvaluator()
	survey, err := chess.NewFeatureEvaluator(chess.Terms(surveyed{})...)
	if err != nil {
		t.Fatal(err)
	}
	free := map[string]func(){
		"Position.After":       func() { next = p.After(m) },
		"Position.AppendFEN":   func() { p.AppendFEN(text) },
		"Position.AppendMoves": func() { p.AppendMoves(moves[:0]) },
		"Position.AppendSAN":   func() { p.AppendSAN(text, m) },
		"Position.Do":          func() { p.Do(m, &next) },
		"Position.GivesCheck":  func() { p.GivesCheck(m) },
		"Position.Key":         func() { key = p.Key() },
		"Position.Legal":       func() { p.Legal(m) },
		"Position.Outcome":     func() { p.Outcome() },
		"Position.ParseSAN":    func() { p.ParseSAN("Qxf6") },
		"Position.ParseUCI":    func() { p.ParseUCI("e1g1") },
		"Position.SEE":         func() { p.SEE(m, nil) },

		"OpeningNames.Find":  func() { names.Find(p) },
		"Table.Lookup":       func() { table.Lookup(&key) },
		"Table.Store":        func() { table.Store(&key, chess.Entry{Depth: 1, Bound: chess.Exact}) },
		"EndingTable.Probe":  func() { made.Probe(&ending) },
		"EndingTable.WDL":    func() { made.WDL(&ending) },
		"EndingTables.Probe": func() { set.Probe(&ending) },
		"EndingTables.WDL":   func() { set.WDL(&ending) },
		"Syzygy.WDL":         func() { files.WDL(&draw) },

		"Game.CanClaimDraw": func() { game.CanClaimDraw() },
		"Game.Outcome":      func() { game.Outcome() },
		"Game.Position":     func() { game.Position() },
		"Game.Repetitions":  func() { game.Repetitions() },
		"GameTree.Opening":  func() { tree.Opening() },
		"Node.Move":         func() { node.Move() },
		"Node.Next":         func() { node.Next() },
		"Node.Parent":       func() { node.Parent() },

		"FeatureEvaluator.Evaluate": func() { e.Evaluate(&p) },

		"Survey.AttacksBy": func() { survey.Evaluate(&p) },
		"Survey.Credit":    func() { survey.Evaluate(&p) },
		"Survey.Passed":    func() { survey.Evaluate(&p) },
	}
	var listed []string
	for _, row := range readSharing(t) {
		for _, method := range row.free {
			listed = append(listed, row.name+"."+method)
		}
	}
	slices.Sort(listed)
	if called := slices.Sorted(maps.Keys(free)); !slices.Equal(called, listed) {
		t.Errorf("docs/sharing.md lists %v, called are %v", listed, called)
	}
	for name, call := range free {
		if n := testing.AllocsPerRun(20, call); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}
