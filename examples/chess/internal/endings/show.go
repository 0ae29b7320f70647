package endings

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// show prints what the table of an ending knows, and writes pictures and a page.
func (p *program) show(ctx context.Context, s *settings) error {
	if len(s.words) != 1 {
		return cli.BadCommandLine(errors.New("want one ending, such as KQvKR"))
	}
	most := maxPieces
	if s.sample > 0 {
		most = maxSyzygyPieces
	}
	named, err := parseEnding(s.words[0], most)
	if err != nil {
		return cli.BadCommandLine(err)
	}
	e := named.Canonical()
	shown, err := chosenPieces(e, s.piece)
	if err != nil {
		return cli.BadCommandLine(err)
	}
	if err := checkNames(e, s.only); err != nil {
		return cli.BadCommandLine(err)
	}
	var pictures *folder
	if s.output != "" {
		if pictures, err = openFolder(s.output, e, s.only); err != nil {
			return err
		}
		defer pictures.close()
	}
	x, err := p.examine(ctx, s, e)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(p.stdout)
	if named != e {
		fmt.Fprintf(w, "%v is %v with the colours exchanged.\n\n", named, e)
	}
	p.printShares(w, x)
	p.printWins(w, x)
	p.printPasses(w, x)
	p.printEnPassant(w, x)
	p.printMates(w, x)
	m := x.measureOf(s.by)
	p.printHeats(w, x, m, shown)
	if x.compared != nil {
		fmt.Fprintf(w, "\n%s: %v\n", p.paint("Syzygy’s files", bold), x.compared)
	}
	if pictures != nil {
		if err := pictures.write(w, x, m); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if x.compared != nil && x.compared.differ() {
		return errors.New("the table and Syzygy’s files differ")
	}
	return nil
}

// examine studies the table of an ending and compares it with Syzygy's files, or it studies
// a sample of what these say.
func (p *program) examine(ctx context.Context, s *settings, e chess.Ending) (*survey, error) {
	bar := progress.New(p.stderr)
	defer bar.Clear()
	chosen := endings.Choice{Folder: s.tables, Syzygy: s.syzygy, Threads: s.threads}
	if s.sample == 0 {
		chosen.Pieces = e.Pieces()
	}
	tables, err := chosen.Open(ctx, bar.Tables())
	if err != nil {
		return nil, err
	}
	defer tables.Close()
	tables.NotKept = notKept(bar)
	var t positions = &sample{Tablebase: tables, ending: e, n: s.sample}
	var other chess.Tablebase
	if s.sample == 0 {
		if t, err = tables.Table(e); err != nil {
			return nil, err
		}
		other = tables.Files()
	}
	bar.Start("positions", 0, s.sample)
	x, err := study(ctx, t, other, func(n int) { bar.Show(n, s.sample, "") })
	if err != nil {
		return nil, err
	}
	return x, x.addLines(ctx, tables)
}

// chosenPieces returns the pieces of which heat maps are printed, by their letters in
// a FEN: all if there are none.
func chosenPieces(e chess.Ending, letters string) ([]chess.Piece, error) {
	all := pieces(e)
	switch letters {
	case "":
		return all, nil
	case "-":
		return nil, nil
	}
	var chosen []chess.Piece
	for _, letter := range letters {
		piece, err := chess.ParsePiece(string(letter))
		if err != nil || e.Count(piece.Color(), piece.Type()) == 0 {
			return nil, fmt.Errorf("%q is no piece of %v: capital letters are White's", letter, e)
		}
		chosen = append(chosen, piece)
	}
	return chosen, nil
}

// addLines adds the lines of the longest wins.
func (s *survey) addLines(ctx context.Context, t chess.Tablebase) error {
	for c := range s.wins {
		win := &s.wins[c]
		if win.longest.count == 0 {
			continue
		}
		v, err := chess.RankMoves(t, win.longest.first)
		if err == nil {
			win.line, err = bestLine(ctx, t, v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A column is a result in the table of shares.
type column struct {
	name   string
	result chess.WDL // from White's point of view
	code   string
	fill   string // of its part of a bar, without colours
}

// columns returns the results that the ending has: the cursed ones only if there are
// some.
func (s *survey) columns() (all []column) {
	for _, c := range []column{
		{"White wins", chess.WDLWin, blue, "█"},
		{"cursed", chess.WDLCursedWin, grey, "▓"},
		{"draw", chess.WDLDraw, grey, "▒"},
		{"cursed", chess.WDLBlessedLoss, grey, "░"},
		{"Black wins", chess.WDLLoss, orange, "·"},
	} {
		cursed := c.name == "cursed"
		if !cursed || s.sides[0].result(c.result)+s.sides[1].result(c.result) > 0 {
			all = append(all, c)
		}
	}
	return all
}

// share writes a part of a whole in percent.
func share(part, whole int) string {
	switch {
	case part == 0:
		return "0 %"
	case part == whole:
		return "100 %"
	}
	text := fmt.Sprintf("%.1f", 100*float64(part)/float64(whole))
	switch text { // not all, and not none
	case "0.0":
		text = "< 0.1"
	case "100.0":
		text = "> 99.9"
	}
	return text + " %"
}

// size says how many positions there are. The error of a share is twice the standard
// deviation, at most.
func (s *survey) size() string {
	if s.sampled {
		fewer := min(s.sides[chess.White].positions, s.sides[chess.Black].positions)
		return fmt.Sprintf("%s at random, so that shares may be off by %.1f %%", prose.Count(s.count(), "position"), 100/math.Sqrt(float64(max(fewer, 1))))
	}
	return prose.Count(s.count(), "position") + ", mirror images once"
}

// printShares prints who wins how often.
func (p *program) printShares(w io.Writer, s *survey) {
	fmt.Fprintf(w, "%s: %s\n\n", p.paint(s.ending.String(), bold), s.size())
	columns := s.columns()
	fmt.Fprintf(w, "%-15s%11s", "", "positions")
	for _, c := range columns {
		fmt.Fprintf(w, " %s", p.paint(fmt.Sprintf("%20s", c.name), c.code))
	}
	fmt.Fprintln(w)
	for turn := range chess.Color(2) {
		side := &s.sides[turn]
		fmt.Fprintf(w, "%-15s%11s", turn.String()+" to move", prose.Thousands(side.positions))
		for _, c := range columns {
			n := side.result(c.result)
			fmt.Fprintf(w, " %11s %8s", prose.Thousands(n), share(n, side.positions))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
	for turn := range chess.Color(2) {
		fmt.Fprintf(w, "%-15s%s\n", turn.String()+" to move", p.bar(&s.sides[turn], columns))
	}
	fmt.Fprintln(w)
	for turn := range chess.Color(2) {
		side := &s.sides[turn]
		fmt.Fprintf(w, "%v to move: %s, %s\n", turn, prose.Count(side.mates, "mate"), prose.Count(side.stalemates, "stalemate"))
	}
}

// bar returns the shares of results as a bar.
func (p *program) bar(side *sideSurvey, columns []column) string {
	const width = 60
	var b strings.Builder
	sum, at := 0, 0
	for _, c := range columns {
		sum += side.result(c.result)
		end := (sum*width + side.positions/2) / max(side.positions, 1)
		fill := c.fill
		if p.colour {
			fill = "█"
		}
		b.WriteString(p.paint(strings.Repeat(fill, end-at), c.code))
		at = end
	}
	return b.String()
}

// printWins prints the longest wins.
func (p *program) printWins(w io.Writer, s *survey) {
	never, longest := "never wins", "Longest way"
	if s.sampled {
		never, longest = "wins none of them", "Longest way found"
	}
	for c := range chess.Color(2) {
		win := &s.wins[c]
		if win.zeroing.count == 0 {
			fmt.Fprintf(w, "\n%s\n", p.paint(fmt.Sprintf("%v, to move, %s", c, never), bold))
			continue
		}
		title, start := fmt.Sprintf("Wins of %v", c), win.zeroing.first
		l := &win.longest
		if l.count > 0 {
			title, start = fmt.Sprintf("Longest win of %v: mate in %d", c, (l.n+1)/2), l.first
		}
		fmt.Fprintf(w, "\n%s\n", p.paint(title, bold))
		p.printBoards(w, []chess.Diagram{{Position: start}})
		if l.count > 0 {
			fmt.Fprintf(w, "   %s %v\n   %s\n", suchAs(l.count), l.first, prose.Wrap(l.first.SANLine(win.line...), lineWidth, 3, 3))
		}
		z := &win.zeroing
		fmt.Fprintf(w, "   %s to mate, a capture or a pawn move: %s\n   %s %v\n", longest, prose.Count(z.n, "ply"), suchAs(z.count), z.first)
	}
}

// suchAs counts positions of which one is shown.
func suchAs(n int) string {
	if n == 1 {
		return "In 1 position:"
	}
	return fmt.Sprintf("In %s positions, such as", prose.Thousands(n))
}

// passWords say what each kind of mutual zugzwang is.
var passWords = [passKinds]string{
	drawOrWin:  "a draw if White is to move, a win for White if Black is",
	lossOrDraw: "a win for Black if White is to move, a draw if Black is",
	lossOrWin:  "whoever is to move loses",
}

// printPasses prints the mutual zugzwangs.
func (p *program) printPasses(w io.Writer, s *survey) {
	all := 0
	for i := range s.passes {
		all += s.passes[i].count
	}
	if all == 0 {
		fmt.Fprintf(w, "\n%s\n", p.paint("No mutual zugzwang", bold))
		return
	}
	fmt.Fprintf(w, "\n%s, in which each side would rather pass than move\n", p.paint(prose.Count(all, "mutual zugzwang"), bold))
	for i := range s.passes {
		k := &s.passes[i]
		if k.count == 0 {
			continue
		}
		fmt.Fprintf(w, "   %s: %s\n", prose.Thousands(k.count), passWords[i])
		var boards []chess.Diagram
		for _, e := range k.examples {
			boards = append(boards, chess.Diagram{Position: e})
		}
		p.printBoards(w, boards)
		for _, e := range k.examples {
			fmt.Fprintf(w, "   %v\n", e)
		}
	}
}

// printEnPassant prints what captures en passant matter.
func (p *program) printEnPassant(w io.Writer, s *survey) {
	e := &s.enPassant
	if e.positions == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s: in %s of %s the right to capture changes the result", p.paint("En passant", bold), prose.Thousands(e.matters), prose.Count(e.positions, "position"))
	if e.matters > 0 {
		fmt.Fprintf(w, ", such as\n   %v", e.first)
	}
	fmt.Fprintln(w)
}

// A bucket is a row of a histogram.
type bucket struct {
	from, to int // moves to mate
	count    int
}

// name returns the moves of the row.
func (b bucket) name() string {
	if b.from == b.to {
		return fmt.Sprint(b.from)
	}
	return fmt.Sprintf("%d–%d", b.from, b.to)
}

// histogram groups the counts by moves to mate in at most so many rows, all equally
// wide.
func histogram(counts []int, rows int) (all []bucket) {
	wide := max(1, (len(counts)-1+rows-1)/rows)
	for from := 1; from < len(counts); from += wide {
		b := bucket{from: from, to: min(from+wide, len(counts)) - 1}
		for _, n := range counts[from : b.to+1] {
			b.count += n
		}
		all = append(all, b)
	}
	return all
}

// maxRows is how many rows a histogram has at most.
const maxRows = 20

// printMates prints how many positions are won in how many moves.
func (p *program) printMates(w io.Writer, s *survey) {
	const width = 50
	for c := range chess.Color(2) {
		rows := histogram(s.wins[c].mateIn, maxRows)
		if len(rows) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s\n", p.paint(fmt.Sprintf("Moves to mate, %v to move and win", c), bold))
		most := 0
		for _, b := range rows {
			most = max(most, b.count)
		}
		for _, b := range rows {
			n := (b.count*width + most/2) / most
			if n == 0 && b.count > 0 {
				n = 1
			}
			fmt.Fprintf(w, "%8s %11s %s\n", b.name(), prose.Thousands(b.count), p.paint(strings.Repeat("█", n), [...]string{blue, orange}[c]))
		}
	}
}
