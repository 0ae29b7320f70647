package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/annotation"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/played"
	"github.com/seed-0971039b/chess/examples/internal/puzzle"
)

// Workers are other processes, possibly on other machines, and find the functions
// of the pipeline by name.
func init() {
	beam.RegisterDoFn(&Split{})
	beam.RegisterDoFn(&Analyse{})
	beam.RegisterDoFn(&Store{})
	beam.RegisterDoFn(&Join{})
	register.Emitter1[Chunk]()
	register.Emitter1[Part]()
	register.Emitter1[Result]()
	register.Iter1[Part]()
}

// Result is the output for games of a chunk.
type Result struct {
	Order    string
	Text     []byte
	Problems []string // what was left out, one line each
}

// Part names the file of a Result.
type Part struct {
	Order    string
	Path     string // empty if there are only problems
	Problems []string
}

// build adds the pipeline to s.
func build(s beam.Scope, c *settings, work string) {
	var results, faults, shared beam.PCollection
	var problems []beam.PCollection
	if c.format != formatGames {
		chunks, unread := splitSources(s, c, work)
		shared, problems = beam.Reshuffle(s.Scope("Distribute"), chunks), append(problems, unread)
	}
	out, head := c.out, ""
	switch c.format {
	case formatGames:
		results = playGames(s, &c.games)
	case formatLabels:
		results = beam.ParDo(s.Scope("Label"), &Label{Player: c.player, Nodes: c.Nodes}, shared)
	case formatPuzzles:
		results, faults = findPuzzles(s, c, shared)
		problems, head = append(problems, faults), puzzle.CSV.Head()
	case formatPositions:
		folder := c.folder(work)
		results, faults = indexPositions(s, c, folder, shared)
		problems, out, head = append(problems, faults), join(folder, played.ShardsFile), played.ShardsTitle
	default:
		results = beam.ParDo(s.Scope("Analyse"), &Analyse{Format: c.format, Settings: c.Settings, Endings: c.endings}, shared)
	}
	parts := beam.ParDo(s.Scope("Store"), &Store{Work: work}, results)
	all := beam.Flatten(s.Scope("All"), append(problems, parts)...)
	one := beam.GroupByKey(s.Scope("Gather"), beam.AddFixedKey(s.Scope("Gather"), all))
	beam.ParDo0(s.Scope("Join"), &Join{Out: out, Head: head, Problems: problemsOf(c.out)}, one)
}

// splitSources adds the steps from the files to chunks of games, and to the files that
// cannot be read.
func splitSources(s beam.Scope, c *settings, work string) (chunks, unread beam.PCollection) {
	sources := make([]Source, len(c.paths))
	for i, path := range c.paths {
		sources[i] = Source{i, path}
	}
	// One worker splits a source. The reshuffle gives the sources to different
	// workers.
	read := beam.Reshuffle(s.Scope("Sources"), beam.CreateList(s.Scope("Sources"), sources))
	return beam.ParDo2(s.Scope("Split"), &Split{Work: work}, read)
}

// The formats of the output.
const (
	formatPGN    = "pgn"
	formatJSON   = "json"
	formatLabels = "labels"

	formatPuzzles   = "puzzles"
	formatPositions = "positions"
	formatGames     = "games"
)

// Analyse makes the output for the games of a chunk.
type Analyse struct {
	ByGame
	Format   string
	Settings annotation.Settings
	Endings  endings.Choice

	reviewer        chess.Reviewer
	games, blunders beam.Counter
}

// Setup makes the reviewer for all chunks of this worker.
func (a *Analyse) Setup() (err error) {
	a.games = beam.NewCounter("chess", "games")
	a.blunders = beam.NewCounter("chess", "blunders")
	tables, err := openTables(a.Endings)
	if err != nil {
		return err
	}
	if text := tables.String(); text != a.Settings.Endings {
		return fmt.Errorf("this worker has %q, not %q", text, a.Settings.Endings)
	}
	a.reviewer, err = a.Settings.Reviewer(tables.Tablebase())
	return err
}

// opened are the tables of this worker: those who analyse share them, for they take much
// memory.
var opened = struct {
	sync.Mutex
	tables map[endings.Choice]*endings.Tables
}{tables: map[endings.Choice]*endings.Tables{}}

// openTables returns the tables of a choice. They stay until the worker ends.
func openTables(c endings.Choice) (*endings.Tables, error) {
	opened.Lock()
	defer opened.Unlock()
	if tables, ok := opened.tables[c]; ok {
		return tables, nil
	}
	tables, err := c.Open(context.Background(), nil)
	if err == nil {
		opened.tables[c] = tables
	}
	return tables, err
}

// ProcessElement analyses games one after the other, as long as it can claim them.
func (a *Analyse) ProcessElement(ctx context.Context, own *sdf.LockRTracker, chunk Chunk, emit func(Result)) error {
	r := Result{Order: orderFrom(&chunk, firstOf(own))}
	for g, err := range claim(ctx, own, chunk) {
		if err != nil {
			return err
		}
		if g.tree != nil {
			r.Text, err = a.appendGame(ctx, r.Text, g.tree, chunk.Source)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				g.add(err)
			} else {
				a.games.Inc(ctx, 1)
			}
		}
		r.Problems = append(r.Problems, g.lines(chunk.Source)...)
	}
	emit(r)
	return nil
}

// appendGame appends the output for a game to dst.
func (a *Analyse) appendGame(ctx context.Context, dst []byte, t *chess.GameTree, source string) ([]byte, error) {
	review, err := a.reviewer.Review(ctx, t)
	if err != nil {
		return dst, err
	}
	a.blunders.Inc(ctx, int64(review.White.Blunders+review.Black.Blunders))
	if a.Format == formatPGN {
		text, err := t.MarshalText()
		return append(dst, text...), err
	}
	line := jsonGame{
		Source: source, Tags: map[string]string{}, Start: t.Start().FEN(),
		White: review.White, Black: review.Black, Flaws: []jsonFlaw{}, Scores: review.Scores, TurningPoints: review.TurningPoints,
	}
	for i := range review.Flaws {
		f := &review.Flaws[i]
		line.Flaws = append(line.Flaws, jsonFlaw{Ply: f.Ply, Kind: f.Kind(chess.English), Flaw: f})
	}
	for name, value := range t.Tags() {
		line.Tags[name] = value
	}
	p := t.Start()
	for _, m := range t.Mainline() {
		line.Moves = append(line.Moves, p.UCI(m))
		p = p.After(m)
	}
	text, err := json.Marshal(line)
	if err != nil {
		return dst, err
	}
	return append(append(dst, text...), '\n'), nil
}

// jsonGame is a line of the JSON format.
type jsonGame struct {
	Source string            `json:"source"`
	Tags   map[string]string `json:"tags"`
	Start  string            `json:"start"` // FEN
	Moves  []string          `json:"moves"` // in UCI notation

	White         chess.ReviewedSide `json:"white"`
	Black         chess.ReviewedSide `json:"black"`
	Flaws         []jsonFlaw         `json:"flaws"`
	Scores        []chess.Score      `json:"scores"`
	TurningPoints []int              `json:"turningPoints"`
}

// jsonFlaw is a flaw with its kind as a word in place of the glyph.
type jsonFlaw struct {
	Ply   int    `json:"ply"`
	Kind  string `json:"kind"`
	Glyph int    `json:"glyph,omitzero"`
	*chess.Flaw
}

// Store writes results to files in the folder Work.
type Store struct{ Work string }

// ProcessElement writes one result. If it is repeated, it writes the same file.
func (s *Store) ProcessElement(ctx context.Context, r Result) (Part, error) {
	p := Part{Order: r.Order, Path: join(s.Work, "out-"+r.Order), Problems: r.Problems}
	return p, writeFile(ctx, p.Path, func(w io.Writer) error {
		_, err := w.Write(r.Text)
		return err
	})
}

// Join copies all parts into one file, in the order of the games, after the text Head. If
// there are problems, it writes them to another file.
type Join struct{ Out, Head, Problems string }

// ProcessElement joins the parts. It keeps only their names in memory, not their
// text.
func (j *Join) ProcessElement(ctx context.Context, _ int, next func(*Part) bool) error {
	var parts []Part
	problems := beam.NewCounter("chess", "problems")
	for p := (Part{}); next(&p); p = (Part{}) {
		parts = append(parts, p)
		problems.Inc(ctx, int64(len(p.Problems)))
	}
	slices.SortFunc(parts, func(a, b Part) int { return strings.Compare(a.Order, b.Order) })
	err := writeFile(ctx, j.Out, func(w io.Writer) error {
		if _, err := io.WriteString(w, j.Head); err != nil {
			return err
		}
		for _, p := range parts {
			if p.Path == "" {
				continue
			}
			if err := copyFile(ctx, w, p.Path); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	var problemLines bytes.Buffer
	for _, p := range parts {
		for _, problem := range p.Problems {
			fmt.Fprintln(&problemLines, problem)
		}
	}
	if problemLines.Len() == 0 {
		removeFile(ctx, j.Problems) // from an earlier run
		return nil
	}
	return writeFile(ctx, j.Problems, func(w io.Writer) error {
		_, err := problemLines.WriteTo(w)
		return err
	})
}

// problemsOf returns the name of the file for the problems.
func problemsOf(out string) string { return out + ".problems" }
