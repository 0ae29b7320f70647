// Package book is the command book: it makes opening books in the Polyglot format from games and
// from positions, shows the moves of a book, and merges books.
package book

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// Command is the command.
var Command = &cli.Command{
	Name: "book", Summary: "make opening books, show and merge them",
	Args: "command [flags] [arguments]", Example: "make -o mine.bin -plies 20 -games 3 games.pgn",
	Help: `Books are in the Polyglot format. The file "-" is the standard input.`,
	Commands: []*cli.Command{
		{
			Name: "make", Summary: "make a book from games and positions",
			Args: "[flags] file.pgn|file.epd ...", Example: "-o mine.bin -plies 20 -games 3 games.pgn",
			Help: `The weight of a move is two points for each game won with it and one for each draw.
A game with a fault, such as an illegal move, is used as far as it goes. A line of
file.epd is a position and what to play there, with weights, or else 1:

  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm d4 Nf3; weight 3 2;

A move of such a line has this weight whatever the games say.`,
			Flags: makeFlags,
		},
		{
			Name: "show", Summary: "show the moves of a book in a position", Args: "[-depth n] book.bin [FEN]", Example: "-depth 4 mine.bin",
			Flags: func(flags *flag.FlagSet) cli.Run {
				depth := flags.Int("depth", 1, "show the lines of the book to this depth in `plies`")
				return func(_ context.Context, args []string, s cli.Streams) error { return show(args, *depth, s) }
			},
		},
		{
			Name: "merge", Summary: "merge books", Args: "[-o book.bin] a.bin b.bin ...", Example: "-o both.bin mine.bin yours.bin",
			Flags: func(flags *flag.FlagSet) cli.Run {
				output := outputFlag(flags)
				return func(_ context.Context, args []string, s cli.Streams) error { return merge(args, *output, s) }
			},
		},
	},
}

func outputFlag(flags *flag.FlagSet) *string {
	return flags.String("o", "book.bin", "write the book to this `file`")
}

// show prints the moves for a position.
func show(args []string, depth int, s cli.Streams) error {
	if len(args) == 0 {
		return cli.BadCommandLine(errors.New("a book is missing"))
	}
	if depth < 0 {
		return cli.BadCommandLine(errors.New("-depth must not be negative"))
	}
	position, err := cli.Position(args[1:])
	if err != nil {
		return cli.BadCommandLine(err)
	}
	book, err := read(args[0], s)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(s.Out)
	fmt.Fprintln(w, position)
	if len(book.Moves(&position)) == 0 {
		fmt.Fprintln(w, "The book has no move here.")
	}
	if err := showMoves(w, book, position, 0, depth); err != nil {
		return err
	}
	return w.Flush()
}

// showMoves prints the moves for a position, one per line, each with its weight and
// its share, and after each the moves that follow it, down to depth.
func showMoves(w io.Writer, book *chess.Book, p chess.Position, ply, depth int) error {
	if ply >= depth {
		return nil
	}
	moves := book.Moves(&p)
	sum := 0
	for _, m := range moves {
		sum += m.Weight
	}
	for _, m := range moves {
		text := strings.Repeat("  ", ply) + p.SANLine(m.Move)
		if _, err := fmt.Fprintf(w, "%-*s %6d %5.1f %%\n", 14+2*depth, text, m.Weight, 100*float64(m.Weight)/float64(max(sum, 1))); err != nil {
			return err
		}
		if err := showMoves(w, book, p.After(m.Move), ply+1, depth); err != nil {
			return err
		}
	}
	return nil
}

// merge merges books.
func merge(names []string, output string, s cli.Streams) error {
	if len(names) < 2 {
		return cli.BadCommandLine(errors.New("merge needs at least two books"))
	}
	out, err := lockBook(output)
	if err != nil {
		return err
	}
	defer out.Release()
	var books []*chess.Book
	for _, name := range names {
		b, err := read(name, s)
		if err != nil {
			return err
		}
		books = append(books, b)
	}
	book := chess.MergeBooks(books...)
	if err := write(book, output); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "%s: %s\n", output, prose.Count(book.Len(), "move"))
	return err
}

// open opens a file, or the standard input if the name is "-".
func open(name string, s cli.Streams) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(s.In), nil
	}
	return os.Open(name)
}

func read(name string, s cli.Streams) (*chess.Book, error) {
	f, err := open(name, s)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := chess.ReadBook(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}

// lockBook takes the lock of the file for a book, unless it has something else.
func lockBook(name string) (*outfile.Lock, error) {
	err := outfile.Foreign(name, "book", func(content io.Reader) bool {
		_, err := chess.ReadBook(content)
		return err == nil
	})
	if err != nil {
		return nil, err
	}
	return outfile.Hold(name)
}

// write writes a book to a file.
func write(b *chess.Book, name string) error {
	if b.Len() == 0 {
		return errors.New("the book is empty")
	}
	return outfile.Replace(name, func(w io.Writer) error {
		_, err := b.WriteTo(w)
		return err
	})
}
