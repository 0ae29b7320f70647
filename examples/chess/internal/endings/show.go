package endings

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// A showing holds the flags of show.
type showing struct {
	tables endings.Choice
	output string   // the folder of the pictures and the page, or ""
	only   []string // the pictures to write; all if empty
	sample int      // how many random positions to look at; 0 for all
	by     string   // what heat maps compare: "result", "mate", or "" for what says more
	pieces string   // whose heat maps are printed
}

// showFlags defines the flags of show.
func showFlags(flags *flag.FlagSet) cli.Run {
	var s showing
	choiceFlags(flags, &s.tables)
	flags.StringVar(&s.output, "o", "", "write pictures and a page to this `folder`, which is created if necessary")
	flags.Func("only", "write only the pictures with these `names`, such as white-king,longest", func(names string) error {
		s.only = nil
		for name := range strings.SplitSeq(names, ",") {
			if !slices.Contains(s.only, name) {
				s.only = append(s.only, name)
			}
		}
		return nil
	})
	flags.IntVar(&s.sample, "sample", 0, "look at this many random `positions` in Syzygy's files, of up to seven pieces, and make no table")
	flags.StringVar(&s.by, "by", "", "compare squares by `what`: result or mate; by default the result, or mate if a side nearly always wins")
	flags.StringVar(&s.pieces, "piece", "", "print heat maps of these `pieces` only, such as Kp; - for none")
	return s.run
}

// run prints what the table of an ending says, and writes pictures and a page.
func (s *showing) run(ctx context.Context, words []string, streams cli.Streams) error {
	err := checkThreads(&s.tables)
	switch {
	case len(words) != 1:
		err = errors.New("want one ending, such as KQvKR")
	case s.sample < 0:
		err = errors.New("-sample must not be negative")
	case s.sample > 0 && (s.tables.Syzygy == "" || s.tables.Folder != ""):
		err = errors.New("-sample needs -syzygy, and not -tables")
	case s.by != "" && s.by != "result" && s.by != "mate":
		err = fmt.Errorf("-by is result or mate, not %q", s.by)
	case len(s.only) > 0 && s.output == "":
		err = errors.New("-only needs -o")
	}
	if err != nil {
		return cli.BadCommandLine(err)
	}
	most := maxPieces
	if s.sample > 0 {
		most = maxSyzygyPieces
	}
	named, err := parseEnding(words[0], most)
	if err != nil {
		return cli.BadCommandLine(err)
	}
	e := named.Canonical()
	shown, err := chosenPieces(e, s.pieces)
	if err := cmp.Or(err, checkNames(e, s.only)); err != nil {
		return cli.BadCommandLine(err)
	}
	if s.output != "" {
		if err := s.makeFolder(e); err != nil {
			return err
		}
	}
	x, err := s.examine(ctx, streams, e)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(streams.Out)
	p := &printer{w, colour(streams.Out)}
	if named != e {
		fmt.Fprintf(w, "%v is %v with the colours exchanged.\n\n", named, e)
	}
	p.printShares(x)
	p.printWins(x)
	p.printPasses(x)
	p.printEnPassant(x)
	p.printMates(x)
	m := x.measureOf(s.by)
	p.printHeats(x, m, shown)
	if x.compared != nil {
		fmt.Fprintf(w, "\n%s: %v\n", p.paint("Syzygy’s files", bold), x.compared)
	}
	if s.output != "" {
		if err := s.write(w, x, m); err != nil {
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
func (s *showing) examine(ctx context.Context, streams cli.Streams, e chess.Ending) (*survey, error) {
	bar := progress.New(streams.Err)
	defer bar.Clear()
	if s.sample == 0 {
		s.tables.Pieces = e.Pieces()
	}
	tables, err := openTables(ctx, &s.tables, bar)
	if err != nil {
		return nil, err
	}
	defer tables.Close()
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

// chosenPieces returns the pieces whose heat maps are printed, by their letters in
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
	for c := range s.Wins {
		win := &s.Wins[c]
		if win.Longest.Count == 0 {
			continue
		}
		v, err := chess.RankMoves(t, win.Longest.First)
		if err == nil {
			win.Line, err = v.Line(ctx, t, maxLine)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A column is a result in the table of shares.
type column struct {
	Name   string
	Result chess.WDL // from White's point of view
	code   string
	fill   string // of its part of a bar, without colours
}

// Columns returns the results that the ending has: the cursed ones only if there are
// some.
func (s *survey) Columns() (all []column) {
	for _, c := range []column{
		{"White wins", chess.WDLWin, blue, "█"},
		{"cursed", chess.WDLCursedWin, grey, "▓"},
		{"draw", chess.WDLDraw, grey, "▒"},
		{"cursed", chess.WDLBlessedLoss, grey, "░"},
		{"Black wins", chess.WDLLoss, orange, "·"},
	} {
		if c.Name != "cursed" || s.result(c.Result) > 0 {
			all = append(all, c)
		}
	}
	return all
}

// share writes a part of a whole in percent.
func share(part, whole int) string {
	text := fmt.Sprintf("%.1f", 100*float64(part)/float64(whole))
	switch {
	case part == 0:
		text = "0"
	case part == whole:
		text = "100"
	case text == "0.0": // not none, and not all
		text = "< 0.1"
	case text == "100.0":
		text = "> 99.9"
	}
	return text + " %"
}

// Size says how many positions there are. The error of a share is twice the standard
// deviation, at most.
func (s *survey) Size() string {
	if s.sampled {
		fewer := min(s.Sides[chess.White].Positions, s.Sides[chess.Black].Positions)
		return fmt.Sprintf("%s at random, so that shares may be off by %.1f %%", prose.Count(s.count(), "position"), 100/math.Sqrt(float64(max(fewer, 1))))
	}
	return prose.Count(s.count(), "position") + ", mirror images once"
}

// printShares prints who wins how often.
func (p *printer) printShares(s *survey) {
	fmt.Fprintf(p, "%s: %s\n\n", p.paint(s.Ending.String(), bold), s.Size())
	columns := s.Columns()
	fmt.Fprintf(p, "%-15s%11s", "", "positions")
	for _, c := range columns {
		fmt.Fprintf(p, " %s", p.paint(fmt.Sprintf("%20s", c.Name), c.code))
	}
	fmt.Fprintln(p)
	for turn := range chess.Color(2) {
		side := &s.Sides[turn]
		fmt.Fprintf(p, "%-15s%11s", turn.String()+" to move", prose.Thousands(side.Positions))
		for _, c := range columns {
			n := side.Result(c.Result)
			fmt.Fprintf(p, " %11s %8s", prose.Thousands(n), share(n, side.Positions))
		}
		fmt.Fprintln(p)
	}
	fmt.Fprintln(p)
	for turn := range chess.Color(2) {
		fmt.Fprintf(p, "%-15s%s\n", turn.String()+" to move", p.bar(&s.Sides[turn], columns))
	}
	fmt.Fprintln(p)
	for turn := range chess.Color(2) {
		side := &s.Sides[turn]
		fmt.Fprintf(p, "%v to move: %s, %s\n", turn, prose.Count(side.Mates, "mate"), prose.Count(side.Stalemates, "stalemate"))
	}
}

// bar returns the shares of results as a bar.
func (p *printer) bar(side *sideSurvey, columns []column) string {
	const width = 60
	var b strings.Builder
	sum, at := 0, 0
	for _, c := range columns {
		sum += side.Result(c.Result)
		end := (sum*width + side.Positions/2) / max(side.Positions, 1)
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
func (p *printer) printWins(s *survey) {
	never, longest := "never wins", "Longest way"
	if s.sampled {
		never, longest = "wins none of them", "Longest way found"
	}
	for c := range chess.Color(2) {
		win := &s.Wins[c]
		if win.Zeroing.Count == 0 {
			fmt.Fprintf(p, "\n%s\n", p.paint(fmt.Sprintf("%v, to move, %s", c, never), bold))
			continue
		}
		title, start := fmt.Sprintf("Wins of %v", c), win.Zeroing.First
		l := &win.Longest
		if l.Count > 0 {
			title, start = fmt.Sprintf("Longest win of %v: mate in %d", c, l.Moves()), l.First
		}
		fmt.Fprintf(p, "\n%s\n", p.paint(title, bold))
		p.printBeside([]chess.Diagram{{Position: start}}, p.board)
		if l.Count > 0 {
			fmt.Fprintf(p, "   %s %v\n   %s\n", suchAs(l.Count), l.First, prose.Wrap(l.First.SANLine(win.Line...), lineWidth, 3, 3))
		}
		z := &win.Zeroing
		fmt.Fprintf(p, "   %s to mate, a capture or a pawn move: %s\n   %s %v\n", longest, prose.Count(z.Plies, "ply"), suchAs(z.Count), z.First)
	}
}

// suchAs counts positions, one of which is shown.
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
func (p *printer) printPasses(s *survey) {
	all := 0
	for i := range s.Passes {
		all += s.Passes[i].Count
	}
	if all == 0 {
		fmt.Fprintf(p, "\n%s\n", p.paint("No mutual zugzwang", bold))
		return
	}
	fmt.Fprintf(p, "\n%s, in which each side would rather pass than move\n", p.paint(prose.Count(all, "mutual zugzwang"), bold))
	for i := range s.Passes {
		k := &s.Passes[i]
		if k.Count == 0 {
			continue
		}
		fmt.Fprintf(p, "   %s: %s\n", prose.Thousands(k.Count), passWords[i])
		var boards []chess.Diagram
		fens := ""
		for _, e := range k.Examples {
			boards = append(boards, chess.Diagram{Position: e})
			fens += fmt.Sprintf("   %v\n", e)
		}
		p.printBeside(boards, p.board)
		fmt.Fprint(p, fens)
	}
}

// printEnPassant prints what captures en passant matter.
func (p *printer) printEnPassant(s *survey) {
	e := &s.EnPassant
	if e.Positions == 0 {
		return
	}
	fmt.Fprintf(p, "\n%s: in %s of %s the right to capture changes the result", p.paint("En passant", bold), prose.Thousands(e.Matters), prose.Count(e.Positions, "position"))
	if e.Matters > 0 {
		fmt.Fprintf(p, ", such as\n   %v", e.First)
	}
	fmt.Fprintln(p)
}

// A row is a row of a histogram: how many positions are won in these moves to mate.
type row struct {
	Moves   string
	Count   int
	Percent float64 // of the longest row
}

// Rows groups the counts by moves to mate in at most 20 rows, all equally wide.
func (s *winSurvey) Rows() (all []row) {
	const most = 20
	wide := max(1, (len(s.MateIn)-1+most-1)/most)
	longest := 1
	for from := 1; from < len(s.MateIn); from += wide {
		to := min(from+wide, len(s.MateIn)) - 1
		r := row{Moves: fmt.Sprint(from)}
		if to > from {
			r.Moves = fmt.Sprintf("%d–%d", from, to)
		}
		for _, n := range s.MateIn[from : to+1] {
			r.Count += n
		}
		longest = max(longest, r.Count)
		all = append(all, r)
	}
	for i := range all {
		all[i].Percent = 100 * float64(all[i].Count) / float64(longest)
	}
	return all
}

// printMates prints how many positions are won in how many moves.
func (p *printer) printMates(s *survey) {
	const width = 50
	for c := range chess.Color(2) {
		for i, r := range s.Wins[c].Rows() {
			if i == 0 {
				fmt.Fprintf(p, "\n%s\n", p.paint(fmt.Sprintf("Moves to mate, %v to move and win", c), bold))
			}
			n := max(int(math.Round(r.Percent*width/100)), min(r.Count, 1)) // something if there is a win
			fmt.Fprintf(p, "%8s %11s %s\n", r.Moves, prose.Thousands(r.Count), p.paint(strings.Repeat("█", n), [...]string{blue, orange}[c]))
		}
	}
}
