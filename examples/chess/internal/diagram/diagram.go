// Package diagram is the command diagram, which draws a position, or what an evaluation
// credits in it.
package diagram

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
	"github.com/seed-0971039b/chess/examples/internal/player"
	"github.com/seed-0971039b/chess/examples/picture"
	"golang.org/x/image/colornames"
)

// Command is the command.
var Command = &cli.Command{
	Name:    "diagram",
	Summary: "draw a position as PNG, SVG or text, a game as GIF, or what each piece contributes to an evaluation",
	Args:    "[-o file] [flags] [FEN]\n-heat [-o folder] [-eval evaluation] [-only names] [-scale n] [-flip] [-size n] [FEN]",
	Example: "-o board.png -last e2e4 -fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'",
	Help: `
The ending of the file's name says what it is: .png, .svg, .txt, or .gif for all positions of
the game of -pgn. Without -o, the board is printed as text. A king in check is marked.

With -heat, a folder gets SVG files: heatmap-evaluation.svg for the whole evaluation, one
for each feature that credits a square (heatmap-material.svg), and two for each piece type
with its piece-square tables for the middlegame and the endgame (heatmap-knight-mg.svg,
heatmap-knight-eg.svg). heatmap.html shows all of them, and names the features that credit
no square. Numbers are in centipawns from White's point of view: blue is good for White,
orange for Black.

Files of these names are replaced if they are of this kind.`,
	Flags: addFlags,
}

// These flags are only for heat maps, and only for a board.
var (
	heatFlags  = []string{"eval", "only", "scale"}
	boardFlags = []string{"pgn", "pieces", "last", "arrows", "highlight", "caption", "light", "dark", "bare", "ascii", "darkscreen"}
)

func addFlags(flags *flag.FlagSet) cli.Run {
	d := chess.Diagram{Check: true}
	var h heatmap
	out := flags.String("o", "", "write this `file`, a .png, .svg, .txt or .gif; if empty, print text; with -heat, the folder, heatmaps if empty")
	flags.TextVar(&d.Position, "fen", chess.StartPosition(), "draw the position of this `FEN`, which may also be the last arguments")
	pgn := flags.String("pgn", "", "draw the last position of the first game in this `file`, or with a .gif all of them")
	flags.Func("pieces", "draw this `set` of pieces: "+strings.Join(slices.Sorted(maps.Keys(picture.Sets)), ", ")+" (usual)", func(name string) error {
		set, ok := picture.Sets[name]
		if !ok {
			return errors.New("there is no such set")
		}
		d.Pieces = set
		return nil
	})
	flags.IntVar(&d.Size, "size", 480, "draw a picture this many `pixels` wide")
	flags.BoolVar(&d.Flipped, "flip", false, "draw the board from Black's side")
	flags.Func("last", "mark the last `move`, such as e2e4", func(text string) (err error) {
		d.LastMove, err = chess.ParseUCI(text)
		return err
	})
	flags.Func("arrows", "draw these `arrows`, such as g1f3,d2d4=blue; one square is a ring", func(list string) (err error) {
		d.Arrows, err = parseArrows(list)
		return err
	})
	flags.Func("highlight", "highlight these `squares`, such as e4,d5=#1f8a3b", func(list string) (err error) {
		d.Highlights, err = parseHighlights(list)
		return err
	})
	flags.StringVar(&d.Caption, "caption", "", "write this `text` below the board")
	flags.Func("light", "the `colour` of light squares: a name, or # and hex digits", func(paint string) error {
		d.LightSquares = paint
		return checkPaint(paint)
	})
	flags.Func("dark", "the `colour` of dark squares", func(paint string) error {
		d.DarkSquares = paint
		return checkPaint(paint)
	})
	flags.BoolVar(&d.NoCoordinates, "bare", false, "draw no coordinates")
	ascii := flags.Bool("ascii", false, "use letters for the pieces in text")
	flags.BoolVar(&d.DarkScreen, "darkscreen", false, "print text for a screen that shows light on dark")
	heat := flags.Bool("heat", false, "draw what each piece contributes to an evaluation")
	h.evaluation = player.EvaluationFlag(flags, "default")
	flags.StringVar(&h.only, "only", "", "write only the heat maps with these `names`, such as evaluation,knight-mg")
	flags.Float64Var(&h.scale, "scale", 0, "give the strongest colour to this many `centipawns` (0: the maximum of each heat map)")
	return func(_ context.Context, words []string, s cli.Streams) error {
		var err error
		flags.Visit(func(f *flag.Flag) {
			if slices.Contains(heatFlags, f.Name) && !*heat || slices.Contains(boardFlags, f.Name) && *heat {
				err = fmt.Errorf("-%s has no meaning with -heat=%v", f.Name, *heat)
			}
		})
		if len(words) > 0 && err == nil {
			d.Position, err = cli.Position(words)
		}
		switch ext := filepath.Ext(*out); {
		case err != nil:
		case d.Size < 16 || d.Size > 4096:
			err = errors.New("-size must be from 16 to 4096")
		case *heat:
			return h.write(d, *out, s.Out)
		case *out != "" && kinds[ext] == nil:
			err = fmt.Errorf("%s: the name of the file must end in .png, .svg, .txt or .gif", *out)
		case ext == ".gif" && *pgn == "":
			err = errors.New("a .gif needs the game of -pgn")
		default:
			game := new(chess.Game)
			if *pgn != "" {
				if game, err = readGame(*pgn); err != nil {
					return err
				}
				d.Position, d.LastMove = game.Position(), game.LastMove()
			}
			return write(d, game, *out, *ascii, s.Out)
		}
		return cli.BadCommandLine(err)
	}
}

// parseArrows reads a list such as "g1f3,d2d4=blue,e5".
func parseArrows(list string) (arrows []chess.Arrow, err error) {
	for item := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' }) {
		name, paint, _ := strings.Cut(item, "=")
		if len(name) == 2 {
			name += name
		}
		half := len(name) / 2
		from, errFrom := chess.ParseSquare(name[:half])
		to, errTo := chess.ParseSquare(name[half:])
		if err := errors.Join(errFrom, errTo, checkPaint(paint)); err != nil {
			return nil, fmt.Errorf("%q: %w", item, err)
		}
		arrows = append(arrows, chess.Arrow{From: from, To: to, Paint: paint})
	}
	return arrows, nil
}

// parseHighlights reads a list such as "e4,d5=green".
func parseHighlights(list string) (highlights []chess.Highlight, err error) {
	arrows, err := parseArrows(list)
	for _, a := range arrows {
		if a.From != a.To {
			return nil, fmt.Errorf("%v%v are two squares", a.From, a.To)
		}
		highlights = append(highlights, chess.Highlight{Square: a.To, Paint: a.Paint})
	}
	return highlights, err
}

// checkPaint returns an error if a colour is not known; "" is the usual one.
func checkPaint(paint string) error {
	if _, named := colornames.Map[strings.ToLower(paint)]; named || paint == "" || hexDigits.MatchString(paint) {
		return nil
	}
	return fmt.Errorf("the colour %q is neither a name nor # and 3, 4, 6 or 8 hex digits", paint)
}

var hexDigits = regexp.MustCompile(`^#([[:xdigit:]]{3,4}|[[:xdigit:]]{6}|[[:xdigit:]]{8})$`)

// readGame returns the first game of a file.
func readGame(path string) (*chess.Game, error) {
	in, err := pgnfile.Open(path, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, pgnfile.Reason(err))
	}
	defer in.Close()
	tree, err := chess.NewPGNReader(in).Next()
	if err == nil {
		var game *chess.Game
		if game, err = tree.Game(); err == nil {
			return game, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", path, err)
}

// kinds are functions that tell a file of a kind from others.
var kinds = map[string]func(io.Reader) bool{
	".png": outfile.Begins("\x89PNG\r\n"),
	".svg": outfile.Begins("<svg ", "<?xml "),
	".txt": isBoard,
	".gif": outfile.Begins("GIF8"),
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

// write writes a board, or a game, to a file of the kind that its name says, or prints the board.
func write(d chess.Diagram, game *chess.Game, path string, ascii bool, stdout io.Writer) error {
	text := d.Unicode
	if ascii {
		text = d.ASCII
	}
	if path == "" {
		_, err := io.WriteString(stdout, text())
		return err
	}
	kind := filepath.Ext(path)
	return outfile.Write(outfile.File{Name: path, Kind: kind + " of a board", Own: kinds[kind], Write: func(w io.Writer) error {
		switch kind {
		case ".txt":
			_, err := io.WriteString(w, text())
			return err
		case ".svg":
			_, err := d.WriteTo(w)
			return err
		case ".gif":
			return picture.GIF(w, d, game, 0)
		}
		return picture.PNG(w, d)
	}})
}
