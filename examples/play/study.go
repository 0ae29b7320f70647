package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/annotation"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/player"
)

// A study finds out why moves are good or bad, beside the search of the current position.
type study struct {
	worker
	language chess.Language
	glyphs   map[int]chess.NAG // of the bad moves that a review has found, by ply
	progress string            // how far it is, in words; "" if that is not known
}

// abandon ends the study without a text.
func (s *study) abandon() {
	s.worker.abandon()
	s.progress = ""
}

// investigate begins to find something out, and tells it in the end.
func (s *session) investigate(find func(ctx context.Context, report func(event)) (text string, err error)) {
	s.study.abandon()
	s.study.start(func(ctx context.Context, report func(event)) event {
		text, err := find(ctx, report)
		if err != nil {
			text = fmt.Sprintf("No explanation: %v.", err)
		}
		return func() {
			s.study.progress = ""
			s.notify("%s", text)
		}
	})
}

// The search of the best move that an explanation compares with.
const (
	whyNodes = 500_000
	whyTime  = 2 * time.Second
)

// why says why a move that is legal now, or without one the last move, is good or bad.
func (s *session) why(text string) error {
	g, m, err := whichMove(s.shown().Game, text)
	if err != nil {
		return err
	}
	s.notify("Looking at %s ...", g.Position().SANLine(m))
	evaluator, tables, language := s.evaluator.Fork(), s.thinking.tables, s.study.language
	s.investigate(func(ctx context.Context, _ func(event)) (string, error) {
		searcher := chess.NewAlphaBeta(evaluator, func(o *chess.AlphaBetaOptions) { o.Tablebase = tables.Tablebase() })
		best, err := searcher.Search(ctx, g, chess.Limits{Nodes: whyNodes, Time: whyTime, WholeLines: true})
		if err != nil {
			return "", err
		}
		why, err := searcher.Why(ctx, g, best, m)
		return ansi.Wrap(why.Text(language, 0), beside, ""), err
	})
	return nil
}

// whichMove returns the move to explain, and the game before it: one that is legal now or,
// without a text, the last move.
func whichMove(game *chess.Game, text string) (*chess.Game, chess.Move, error) {
	g := new(*game)
	var m chess.Move
	if text != "" {
		var err error
		if m, err = g.Position().ParseMove(text); err != nil {
			return nil, 0, illegalMove(text, err)
		}
	} else {
		if m = g.LastMove(); m == 0 {
			return nil, 0, errors.New(`there is no last move: "why e4" explains another`)
		}
		for n := g.Len(); g.Len() == n; { // the end of a game is taken back before its last move
			g.Undo()
		}
	}
	if g.Outcome().Over() { // a recorded game may go on after a draw by the rules
		return nil, 0, errors.New("the game is over")
	}
	return g, m, nil
}

// reviewNodes is how many nodes the search of each position has for a review.
const reviewNodes = 20_000

// reviewing is the news at the start of a review. A screen shows how far it is in its place.
const reviewing = "Looking at the moves of the game ..."

// review says how accurately both sides have played the whole game, where it turned and why,
// and which moves were bad, and draws a graph.
func (s *session) review(string) error {
	if s.game.Len() == 0 {
		return errors.New("there is no move to review")
	}
	s.notify("%s", reviewing)
	reviewer := chess.Reviewer{Nodes: reviewNodes, Language: s.study.language}
	tree, figures := s.game.Tree(), s.figures
	s.investigate(func(ctx context.Context, report func(event)) (string, error) {
		moves := len(tree.Mainline())
		reviewer.Progress = func(ply int, _ chess.Score) {
			progress := fmt.Sprintf("Looking at the moves: %d of %d ...", moves-ply, moves)
			if ply == 0 {
				progress = "Finding the reasons ..."
			}
			report(func() { s.study.progress = progress })
		}
		found, err := reviewer.Review(ctx, tree)
		if err != nil {
			return "", err
		}
		glyphs := map[int]chess.NAG{}
		for _, f := range found.Flaws() {
			glyphs[f.Ply] = f.Glyph
		}
		report(func() { s.study.glyphs = glyphs })
		return reviewText(tree, found, reviewer.Language, figures), nil
	})
	return nil
}

// lessonNodes is how many nodes the search of each position has for lessons, of many games.
const lessonNodes = 5000

// lessons says what the games in a file teach a player: the one named after the file, whose name may have
// spaces, or else the person at the board.
func (s *session) lessons(args string) error {
	path, name, _ := strings.Cut(args, " ")
	if path == "" {
		return errors.New("the name of the file is missing")
	}
	for i := len(args); i > 0; i = strings.LastIndexByte(args[:i], ' ') {
		if info, err := os.Stat(args[:i]); err == nil && !info.IsDir() {
			path, name = args[:i], strings.TrimSpace(args[i:])
			break
		}
	}
	for _, seat := range s.seats {
		if name == "" && seat.person() {
			name = seat.name
		}
	}
	if name == "" {
		return fmt.Errorf(`whose games? A name comes after the file: "lessons %s NAME"`, path)
	}
	s.notify("%s", reviewing)
	reviewer := chess.Reviewer{Nodes: lessonNodes, Language: s.study.language}
	s.investigate(func(ctx context.Context, report func(event)) (string, error) {
		var l chess.Lessons
		var skipped []error
		for t, problems := range (pgnfile.Input{Paths: []string{path}}).Games() {
			skipped = append(skipped, problems...)
			if t == nil {
				continue
			}
			c, ok := pgnfile.SideOf(name, t)
			if !ok {
				if pgnfile.BothSides(name, t) {
					skipped = append(skipped, fmt.Errorf("%s: both are %q", players(t), name))
				}
				continue
			}
			progress := fmt.Sprintf("Looking at game %d of %s ...", l.Games+1, name)
			report(func() { s.study.progress = progress })
			r, err := reviewer.Review(ctx, t)
			switch {
			case ctx.Err() != nil:
				return "", ctx.Err()
			case err != nil:
				skipped = append(skipped, fmt.Errorf("%s: %w", players(t), err))
			default:
				l.Add(t, r, c)
			}
		}
		if l.Games == 0 {
			return "", errors.Join(append(skipped[:min(len(skipped), 1)], fmt.Errorf("%s has no game of %q", path, name))...)
		}
		text := l.Text(reviewer.Language) + player.Practice(&l, reviewer.Language, "level %d %s")
		if len(skipped) > 0 {
			text += fmt.Sprintf("Skipped: %v.\n", skipped[0])
		}
		if more := len(skipped) - 1; more > 0 {
			text += fmt.Sprintf("Skipped: %d more.\n", more)
		}
		return ansi.Wrap(text, beside, ""), nil
	})
	return nil
}

// reviewText writes a review: how accurate both sides were, a graph of the game, and what was
// bad, with the reasons.
func reviewText(t *chess.GameTree, r *chess.Review, l chess.Language, f figurines) string {
	var b strings.Builder
	b.WriteString(ansi.Wrap(r.Summary(l), beside, ""))
	b.WriteString("\n\n" + graph(annotation.NewChart(t, r, l), f))
	for _, f := range r.Flaws() {
		b.WriteString("\n\n" + ansi.Wrap(l.SAN(f.String())+" "+f.Text(l), beside, ""))
	}
	return b.String()
}

const (
	graphHeight = 6  // lines
	graphMargin = 4  // columns, for the numbers of the vertical axis
	widestPly   = 3  // columns of a ply in the graph of a short game
	numberEvery = 10 // columns between the move numbers below it, at least
)

// graph draws White's winning chances move by move, no wider than a text beside the board,
// with the move numbers and a mark at each turning point below.
func graph(c *annotation.Chart, f figurines) string {
	points := c.Points
	const room = beside - graphMargin
	each := max(1, min(widestPly, room/len(points)))
	width := min(room, each*len(points))
	place := func(ply int) int { // of the first column of a ply
		return ply * width / len(points)
	}
	// A column has the mean of its plies: each of them if there is room, some together if not.
	sums, counts := make([]float64, width), make([]float64, width)
	for i, p := range points {
		for column := place(i); column < max(place(i)+1, place(i+1)); column++ {
			sums[column] += p.Chance
			counts[column]++
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", c.Y)
	for y := range graphHeight {
		label := map[int]string{0: "100", graphHeight / 2: "50", graphHeight - 1: "0"}[y]
		line := fmt.Sprintf("%*s ", graphMargin-1, label)
		for column := range sums {
			height := sums[column] / counts[column] / 100 * graphHeight
			line += block(height-float64(graphHeight-1-y), f)
		}
		b.WriteString(line + "\n")
	}
	numbers, marks := "", ""
	for i, p := range points {
		at := graphMargin + place(i)
		if n := fmt.Sprint(p.Move); p.Move == math.Trunc(p.Move) && i > 0 && at+len(n) <= beside && (numbers == "" || at >= len(numbers)+numberEvery-2) {
			numbers += strings.Repeat(" ", at-len(numbers)) + n
		}
		if p.Label != "" && at >= len(marks) {
			marks += strings.Repeat(" ", at-len(marks)) + "^"
		}
	}
	b.WriteString(numbers)
	if marks != "" {
		b.WriteString("\n" + marks)
	}
	return b.String()
}

// blocks are the parts of a graph: Black's chances, and White's from an eighth of a line to a
// whole one.
const blocks = "░▁▂▃▄▅▆▇█"

// block returns a character that is filled from below to a height, from 0 to 1.
func block(height float64, f figurines) string {
	eighths := int(math.Round(8 * max(0, min(height, 1))))
	if f == letters {
		return string(".#"[min(eighths/4, 1)])
	}
	return string([]rune(blocks)[eighths])
}

// paintGraph colours the graph in a line of text as the evaluation bar.
func (m *screen) paintGraph(line string) string {
	from, to := strings.IndexAny(line, blocks), strings.LastIndexAny(line, blocks)
	if from < 0 || !m.halves() {
		return line
	}
	to += len("█")
	style := ink(m.colours().forWhite).Background(m.colours().forBlack)
	return line[:from] + style.Render(strings.ReplaceAll(line[from:to], "░", " ")) + line[to:]
}
