// Package diagram is the command diagram: it draws a position as a PNG, as SVG or as text.
//
//	go run . -o board.png -last e2e4 -fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
//	go run . -o board.svg -arrows g1f3,d2d4=blue -highlight e5
//	go run . -flip
//
// The ending of the file's name says what it is: .png, .svg or .txt. A file of this
// name is replaced if it is of this kind. Without -o, the board is printed as text. A
// king in check is marked. See docs/programs.md for the exit statuses.
package diagram

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"image/png"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/lock"
	"github.com/seed-0971039b/chess/examples/internal/replace"
)

// Command is the command.
var Command = &cli.Command{Name: "diagram", Summary: "draw a position as PNG, SVG or text", Raw: func(ctx context.Context, args []string, s cli.Streams) error {
	return run(args, s.Out)
}}

const usage = `usage: diagram [-o file] [flags]
example: diagram -o board.png -last e2e4 -fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'

`

// settings holds the values of the command line.
type settings struct {
	diagram chess.Diagram
	out     string
	ascii   bool
}

func parse(args []string, help io.Writer) (*settings, error) {
	s := &settings{diagram: chess.Diagram{Check: true}}
	d := &s.diagram
	var fen, last, arrows, highlights string
	flags := flag.NewFlagSet("diagram", flag.ContinueOnError)
	flags.StringVar(&s.out, "o", "", "write this `file`: a .png, .svg or .txt; if empty, print text")
	flags.StringVar(&fen, "fen", chess.StartFEN, "draw the position of this `FEN`")
	flags.StringVar(&last, "last", "", "mark the last `move`, such as e2e4")
	flags.StringVar(&arrows, "arrows", "", "draw these `arrows`, such as g1f3,d2d4=blue; one square is a ring")
	flags.StringVar(&highlights, "highlight", "", "highlight these `squares`, such as e4,d5=#1f8a3b")
	flags.StringVar(&d.Caption, "caption", "", "write this `text` below the board")
	flags.StringVar(&d.LightSquares, "light", "", "the `colour` of light squares: a name, or # and hex digits")
	flags.StringVar(&d.DarkSquares, "dark", "", "the `colour` of dark squares")
	flags.IntVar(&d.Size, "size", 480, "draw a picture this many `pixels` wide")
	flags.BoolVar(&d.Flipped, "flip", false, "draw the board from Black's side")
	flags.BoolVar(&d.NoCoordinates, "bare", false, "draw no coordinates")
	flags.BoolVar(&s.ascii, "ascii", false, "use letters for the pieces in text")
	flags.BoolVar(&d.DarkScreen, "darkscreen", false, "print text for a screen that shows light on dark")
	if err := cli.Parse(flags, args, usage, help); err != nil {
		return nil, err
	}
	switch ext := filepath.Ext(s.out); {
	case flags.NArg() > 0:
		return nil, cli.BadCommandLine(fmt.Errorf("what is %q? A FEN follows -fen, in quotes", flags.Arg(0)))
	case s.out != "" && ext != ".png" && ext != ".svg" && ext != ".txt":
		return nil, cli.BadCommandLine(fmt.Errorf("%s: the name of the file must end in .png, .svg or .txt", s.out))
	case d.Size < 16 || d.Size > 4096:
		return nil, cli.BadCommandLine(errors.New("-size must be from 16 to 4096"))
	}
	for _, paint := range []string{d.LightSquares, d.DarkSquares} {
		if err := checkPaint(paint); err != nil {
			return nil, cli.BadCommandLine(err)
		}
	}
	var err error
	if d.Position, err = chess.ParseFEN(fen); err != nil {
		return nil, cli.BadCommandLine(err)
	}
	if last != "" {
		if d.LastMove, err = chess.ParseUCI(last); err != nil {
			return nil, cli.BadCommandLine(err)
		}
	}
	if d.Arrows, err = parseArrows(arrows); err != nil {
		return nil, cli.BadCommandLine(err)
	}
	if d.Highlights, err = parseHighlights(highlights); err != nil {
		return nil, cli.BadCommandLine(err)
	}
	return s, nil
}

// parseArrows reads a list such as "g1f3,d2d4=blue,e5".
func parseArrows(list string) (arrows []chess.Arrow, err error) {
	for item := range items(list) {
		name, paint, _ := strings.Cut(item, "=")
		if len(name) == 2 {
			name += name
		}
		half := len(name) / 2
		from, errFrom := chess.ParseSquare(name[:half])
		to, errTo := chess.ParseSquare(name[half:])
		if err := errors.Join(errFrom, errTo, checkPaint(paint)); err != nil {
			return nil, fmt.Errorf("the arrow %q: %w", item, err)
		}
		arrows = append(arrows, chess.Arrow{From: from, To: to, Paint: paint})
	}
	return arrows, nil
}

// parseHighlights reads a list such as "e4,d5=green".
func parseHighlights(list string) (highlights []chess.Highlight, err error) {
	for item := range items(list) {
		name, paint, _ := strings.Cut(item, "=")
		sq, err := chess.ParseSquare(name)
		if err := errors.Join(err, checkPaint(paint)); err != nil {
			return nil, fmt.Errorf("the square %q: %w", item, err)
		}
		highlights = append(highlights, chess.Highlight{Square: sq, Paint: paint})
	}
	return highlights, nil
}

// items yields the items of a list with commas.
func items(list string) func(yield func(string) bool) {
	return strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' })
}

// checkPaint returns an error if a colour is not known; "" is the usual one.
func checkPaint(paint string) error {
	if paint == "" {
		return nil
	}
	_, err := parseColor(paint)
	return err
}

// kinds are functions that tell a file of a kind from others.
var kinds = map[string]func(io.Reader) bool{
	".png": replace.Begins("\x89PNG\r\n"),
	".svg": replace.Begins("<svg ", "<?xml "),
	".txt": isBoard,
}

// isBoard reports whether a text may be a board: eight short lines, and a ninth with
// the names of the files.
func isBoard(text io.Reader) bool {
	content, err := io.ReadAll(io.LimitReader(text, 1<<10))
	lines := strings.Split(strings.TrimSuffix(string(content), "\n"), "\n")
	return err == nil && (len(lines) == 8 || len(lines) == 9) && !slices.ContainsFunc(lines, func(line string) bool {
		return utf8.RuneCountInString(line) > 40
	})
}

func run(args []string, stdout io.Writer) error {
	s, err := parse(args, stdout)
	if err != nil {
		return err
	}
	text := s.diagram.Unicode
	if s.ascii {
		text = s.diagram.ASCII
	}
	if s.out == "" {
		_, err := io.WriteString(stdout, text())
		return err
	}
	held, err := lock.File(s.out)
	if err != nil {
		return err
	}
	defer held.Release()
	kind := filepath.Ext(s.out)
	if err := replace.Foreign(s.out, kind+" of a board", kinds[kind]); err != nil {
		return err
	}
	return replace.File(s.out, func(w io.Writer) error {
		switch kind {
		case ".txt":
			_, err := io.WriteString(w, text())
			return err
		case ".svg":
			_, err := s.diagram.WriteTo(w)
			return err
		}
		img, err := render(s.diagram.String())
		if err != nil {
			return err
		}
		return png.Encode(w, img)
	})
}
