package chess

import (
	"bufio"
	"embed"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
)

// Opening is a named position of opening theory. The zero Opening stands for none.
type Opening struct {
	ECO   string `json:"eco"`   // the code of the Encyclopaedia of Chess Openings, "A00" to "E99"
	Name  string `json:"name"`  // such as "Sicilian Defense: Najdorf Variation, English Attack"
	Moves string `json:"moves"` // the line of the table that leads there: "1. e4 c5 2. Nf3"
}

// Family returns the part of the name before the colon: "Sicilian Defense".
func (o Opening) Family() string {
	family, _, _ := strings.Cut(o.Name, ":")
	return family
}

// String returns the code and the name: "B90 Sicilian Defense: Najdorf Variation".
func (o Opening) String() string { return strings.TrimSpace(o.ECO + " " + o.Name) }

// Opening returns the opening that p is the named position of: see OpeningNames.Find.
func (p Position) Opening() Opening { return Openings().Find(p) }

// Opening returns the opening of the last position of the game that has a name in Openings, by
// whatever moves it was reached.
func (g *Game) Opening() Opening { return Openings().findGame(g) }

// Opening returns the opening of the main line, as Game.Opening does.
func (t *GameTree) Opening() Opening { return Openings().findTree(t) }

// TagOpening adds the tags ECO and Opening to a game that has neither of them and whose opening has
// a name.
func (t *GameTree) TagOpening() error {
	opening := t.Opening()
	if opening.Name == "" || t.Tag("ECO") != "" || t.Tag("Opening") != "" {
		return nil
	}
	if err := t.SetTag("ECO", opening.ECO); err != nil {
		return err
	}
	return t.SetTag("Opening", opening.Name)
}

// Find returns the opening that p is the named position of, or the zero Opening. Positions are
// compared by Key, so those of three-check have no name. It allocates nothing.
func (t *OpeningNames) Find(p Position) Opening {
	if i, ok := t.index[p.key()]; ok {
		return t.openings[i]
	}
	return Opening{}
}

// findGame returns the opening of the last named position that the game has passed, or the zero
// Opening. It stops at the first position with fewer pieces than any named one.
func (t *OpeningNames) findGame(g *Game) Opening {
	w := t.walk(g.first())
	for _, m := range g.Moves() {
		if !w.play(m) {
			break
		}
	}
	return w.last()
}

// findTree is findGame for the main line. It allocates nothing.
func (t *OpeningNames) findTree(tree *GameTree) Opening {
	w := t.walk(tree.first())
	for n := tree.root.child; n != nil; n = n.child {
		if !w.play(n.move) {
			break
		}
	}
	return w.last()
}

// An openingWalk plays a game and remembers the last named position.
type openingWalk struct {
	table *OpeningNames
	now   Position
	named int32 // the last opening, by its index, or -1
}

// walk begins a walk at a position.
func (t *OpeningNames) walk(start *Position) openingWalk {
	w := openingWalk{table: t, now: *start, named: -1}
	w.look()
	return w
}

// play plays a move. It returns false if no position from there on can have a name.
func (w *openingWalk) play(m Move) bool {
	w.now.do(m, &w.now)
	if w.now.numPieces() < w.table.fewest {
		return false
	}
	w.look()
	return true
}

// look looks the current position up.
func (w *openingWalk) look() {
	if i, ok := w.table.index[w.now.key()]; ok {
		w.named = i
	}
}

// last returns the opening of the last named position.
func (w *openingWalk) last() Opening {
	if w.named < 0 {
		return Opening{}
	}
	return w.table.openings[w.named]
}

// OpeningNames is a table of names of positions, made by ReadOpeningNames. It never changes, so any
// number of goroutines may use it.
type OpeningNames struct {
	openings []Opening
	index    map[Key]int32 // into openings
	fewest   int           // pieces that a named position has
}

// String says how many openings there are.
func (t OpeningNames) String() string { return fmt.Sprintf("%d openings", len(t.openings)) }

//go:embed openings
var openingFiles embed.FS

// Openings returns the table of this package, with all codes from A00 to E99. The first call reads it,
// in a few milliseconds.
func Openings() *OpeningNames { return builtinOpenings.get(readBuiltinOpenings) }

var builtinOpenings lazy[*OpeningNames]

func readBuiltinOpenings() *OpeningNames {
	var volumes []io.Reader
	for _, volume := range []string{"a", "b", "c", "d", "e"} {
		f, err := openingFiles.Open("openings/" + volume + ".tsv")
		if err != nil {
			panic(err)
		}
		volumes = append(volumes, f)
	}
	t, err := ReadOpeningNames(io.MultiReader(volumes...))
	if err != nil {
		panic(err)
	}
	return t
}

// Len returns the number of openings in the table.
func (t *OpeningNames) Len() int { return len(t.openings) }

// All returns the openings in the order of the table.
func (t *OpeningNames) All() iter.Seq[Opening] { return slices.Values(t.openings) }

// ReadOpeningNames reads a table in the form that lichess publishes: lines of a code, a name and
// moves, with tabs between them. docs/cookbook/explorer.md shows the short form of lines that continue others.
// The error is a *ParseError with the line, or r's. No two lines may name the same position.
func ReadOpeningNames(r io.Reader) (*OpeningNames, error) {
	t := &OpeningNames{index: map[Key]int32{}, fewest: 32}
	reader := openingReader{table: t}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		reader.line++
		text := strings.TrimRight(lines.Text(), " \t")
		if reader.line == 1 {
			text = strings.TrimPrefix(text, "\uFEFF")
		}
		if text == "" || text[0] == '#' || strings.HasPrefix(text, "eco\tname\tpgn") {
			continue
		}
		if err := reader.read(text); err != nil {
			if e, ok := errors.AsType[*ParseError](err); ok {
				e.Line = reader.line
			}
			return nil, err
		}
	}
	if err := lines.Err(); err == bufio.ErrTooLong {
		return nil, &ParseError{Kind: ErrSyntax, Field: "openings", Detail: "a line that is too long", Err: err, Line: reader.line + 1, Column: 1}
	} else if err != nil {
		return nil, err
	}
	return t, nil
}

// An openingReader reads the lines of a table.
type openingReader struct {
	table *OpeningNames
	line  int
	lines []int         // of each opening of the table
	above []openingLine // those that the next line may continue, by their blanks
}

// An openingLine is a line of a table: the opening, also where it names nothing, and
// the position that it leads to.
type openingLine struct {
	blanks   int
	opening  Opening
	position Position
}

// read reads a line.
func (r *openingReader) read(text string) error {
	fail := func(column int, detail string) error {
		return &ParseError{Kind: ErrSyntax, Field: "opening", Input: text, Offset: column, Detail: detail, Column: 1}
	}
	blanks := len(text) - len(strings.TrimLeft(text, " "))
	for len(r.above) > 0 && r.above[len(r.above)-1].blanks >= blanks {
		r.above = r.above[:len(r.above)-1]
	}
	line := openingLine{position: startPosition}
	if n := len(r.above); n > 0 {
		line = r.above[n-1]
	} else if blanks > 0 {
		return fail(0, "there is no line to continue")
	}
	line.blanks = blanks

	fields := strings.Split(text[blanks:], "\t")
	if len(fields) < 3 {
		return fail(len(text), "the line does not have a code, a name and moves")
	}
	code, name := fields[0], fields[1]
	if err := line.name(code, name); err != "" {
		return fail(blanks, err)
	}
	if err := line.play(fields[2], blanks+len(code)+len(name)+2); err != nil {
		return err
	}
	r.above = append(r.above, line)
	if code == "" && name == "" {
		return nil
	}
	t, key := r.table, line.position.key()
	if i, ok := t.index[key]; ok {
		return fail(0, fmt.Sprintf("line %d names this position", r.lines[i]))
	}
	t.index[key] = int32(len(t.openings))
	t.openings = append(t.openings, line.opening)
	t.fewest = min(t.fewest, line.position.numPieces())
	r.lines = append(r.lines, r.line)
	return nil
}

// name sets the code and the name of a line, which has those of the line that it
// continues. It returns what is wrong, or "".
func (l *openingLine) name(code, name string) string {
	o := &l.opening
	if code != "" {
		if len(code) != 3 || code[0] < 'A' || code[0] > 'E' || code[1]-'0' > 9 || code[2]-'0' > 9 {
			return "the code is none of A00 to E99"
		}
		o.ECO = code
	}
	switch {
	case strings.HasPrefix(name, ","):
		o.Name += name
	case strings.HasPrefix(name, ":"):
		o.Name = o.Family() + name
	case name != "":
		o.Name = name
	}
	if (code != "" || name != "") && (o.ECO == "" || o.Name == "") {
		return "the line has no code or no name"
	}
	return ""
}

// play plays the moves of a line, which begin at an offset in it.
func (l *openingLine) play(text string, offset int) error {
	p := &l.position
	written := []byte(l.opening.Moves)
	for word, rest := cutMove(text); word != ""; word, rest = cutMove(rest) {
		m, err := p.parseText("opening", word, English)
		if err != nil {
			if e, ok := errors.AsType[*ParseError](err); ok {
				e.Column = offset + len(text) - len(rest) - len(word) + 1
			}
			return err
		}
		if len(written) > 0 {
			written = append(written, ' ')
		}
		if p.turn() == White {
			written = fmt.Appendf(written, "%d. ", p.fullmove)
		}
		written = p.AppendSAN(written, m)
		p.do(m, p)
	}
	if len(written) == len(l.opening.Moves) {
		return &ParseError{Kind: ErrSyntax, Field: "opening", Input: text, Detail: "there are no moves", Column: offset + 1}
	}
	l.opening.Moves = string(written)
	return nil
}
