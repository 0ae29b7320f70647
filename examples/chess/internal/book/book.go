// Package book is the command book: it makes opening books in the Polyglot format from games and from positions, shows
// the moves of a book, and merges books.
//
//	go run ./examples/book make [-o book.bin] [-plies n] [-games n] [-skip] file.pgn|file.epd ...
//	go run ./examples/book show [-depth n] book.bin [FEN]
//	go run ./examples/book merge [-o book.bin] a.bin b.bin ...
//
// The weight of a move is two points for each game won with it and one for each
// draw. A game with a fault, such as an illegal move, is used as far as it goes, and the
// fault is printed; with -skip the game is left out, which is no error. The file "-" is the standard input.
//
// A file whose name ends in ".epd" has positions and the moves to play there:
//
//	rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm d4 Nf3; weight 3 2;
//
// The operation weight has the weight of each move, 1 if it is missing. A move of such
// a line has this weight whatever the games say, whose moves keep theirs.
//
// The output file is replaced atomically, if it is a book.
//
// The exit status is 3 after an interrupt, when no book is written, and if there was a
// fault in a game or a line; see docs/programs.md.
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
	"sync/atomic"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/lock"
	"github.com/seed-0971039b/chess/examples/internal/progress"
	"github.com/seed-0971039b/chess/examples/internal/prose"
	"github.com/seed-0971039b/chess/examples/internal/replace"
)

// Command is the command.
var Command = &cli.Command{Name: "book", Summary: "make opening books, show and merge them", Raw: func(ctx context.Context, args []string, s cli.Streams) error {
	return run(ctx, args, s.In, s.Out, s.Err)
}}

const usage = `usage: book make [-o book.bin] [-plies n] [-games n] [-skip] file.pgn|file.epd ...
       book show [-depth n] book.bin [FEN]
       book merge [-o book.bin] a.bin b.bin ...
example: book make -o mine.bin -plies 20 -games 3 games.pgn
A line of file.epd is a position and what to play there: "... w KQkq - bm d4 Nf3; weight 3 2;".

`

// settings holds the values of the command line.
type settings struct {
	output       string
	plies, games int
	skip         bool
	depth        int
	words        []string // the arguments that are not flags
}

// program holds the standard streams.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	p := program{stdin, stdout, stderr}
	if len(args) == 0 {
		return cli.BadCommandLine(errors.New("the command is missing: make, show or merge"))
	}
	var s settings
	flags := flag.NewFlagSet("book", flag.ContinueOnError)
	command := func(*settings) error {
		return cli.BadCommandLine(fmt.Errorf("unknown command %q: want make, show or merge", args[0]))
	}
	words := args[1:]
	switch args[0] {
	case "make":
		command = func(s *settings) error { return p.makeBook(ctx, s) }
		flags.StringVar(&s.output, "o", "book.bin", "write the book to this `file`")
		flags.IntVar(&s.plies, "plies", 40, "use this many `plies` of each game, 0 for all")
		flags.IntVar(&s.games, "games", 1, "skip moves that were played in fewer `games`")
		flags.BoolVar(&s.skip, "skip", false, "skip games of which moves are missing, and lines with a fault, and print only their number")
	case "show":
		command = p.showBook
		flags.IntVar(&s.depth, "depth", 1, "show the lines of the book to this depth in `plies`")
	case "merge":
		command = p.mergeBooks
		flags.StringVar(&s.output, "o", "book.bin", "write the book to this `file`")
	case "help":
		words = []string{"-h"}
	default:
		if strings.HasPrefix(args[0], "-") {
			words = args
		}
	}
	var err error
	if s.words, err = cli.Interleaved(flags, words, func(args []string) error { return cli.Parse(flags, args, usage, stdout) }); err != nil {
		return err
	}
	if s.plies < 0 || s.games < 0 || s.depth < 0 {
		return cli.BadCommandLine(errors.New("-plies, -games and -depth must not be negative"))
	}
	return command(&s)
}

// makeBook makes a book from the games of the files.
func (p *program) makeBook(ctx context.Context, s *settings) error {
	if len(s.words) == 0 {
		return cli.BadCommandLine(errors.New("a file of games or positions is missing"))
	}
	out, err := lockBook(s.output)
	if err != nil {
		return err
	}
	defer out.Release()
	m := maker{settings: s, progress: progress.New(p.stderr), builder: chess.BookBuilder{Plies: s.plies, MinGames: s.games}}
	defer m.progress.Clear()
	bytes, err := size(s.words)
	if err != nil {
		return err // before hours of work, not after
	}
	m.total = int(bytes / megabyte)
	m.progress.Start("MB", 0, m.total)
	for _, name := range s.words {
		f, err := p.open(name)
		if err != nil {
			return err
		}
		if strings.HasSuffix(strings.ToLower(name), ".epd") {
			err = m.readPositions(ctx, name, f)
		} else {
			err = m.readGames(ctx, name, f)
		}
		f.Close()
		if err != nil {
			return err
		}
	}
	book := m.builder.Book()
	m.progress.Clear()
	if err := write(book, s.output); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%s: %s out of %s\n", s.output, prose.Count(book.Len(), "move"), m.taken)
	if m.skipped != (material{}) {
		fmt.Fprintf(p.stdout, "skipped: %s with errors\n", m.skipped)
	}
	if n := m.builder.Collisions(); n > 0 {
		fmt.Fprintf(p.stdout, "skipped: %s in positions that have the same key as another\n", prose.Count(n, "move"))
	}
	if m.faults > 0 {
		return cli.Partly(cli.ErrReported)
	}
	return nil
}

const megabyte = 1_000_000

// size returns the size of the files, or 0 if it is unknown.
func size(names []string) (bytes int64, err error) {
	known := true
	for _, name := range names {
		if name == "-" {
			known = false
			continue
		}
		info, err := os.Stat(name)
		if err != nil {
			return 0, err
		}
		known = known && info.Mode().IsRegular()
		bytes += info.Size()
	}
	if !known {
		return 0, nil
	}
	return bytes, nil
}

// A countingReader counts the bytes that are read.
type countingReader struct {
	io.Reader
	count *atomic.Int64
}

// Read implements io.Reader.
func (r countingReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.count.Add(int64(n))
	return n, err
}

// showBook prints the moves for a position.
func (p *program) showBook(s *settings) error {
	if len(s.words) == 0 {
		return cli.BadCommandLine(errors.New("a book is missing"))
	}
	position := chess.StartPosition()
	if fen := strings.Join(s.words[1:], " "); fen != "" {
		var err error
		if position, err = chess.ParseFEN(fen); err != nil {
			return cli.BadCommandLine(err)
		}
	}
	book, err := p.read(s.words[0])
	if err != nil {
		return err
	}
	w := bufio.NewWriter(p.stdout)
	fmt.Fprintln(w, position)
	if len(book.Moves(&position)) == 0 {
		fmt.Fprintln(w, "The book has no move here.")
	}
	if err := showMoves(w, book, position, 0, s.depth); err != nil {
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

// mergeBooks merges books.
func (p *program) mergeBooks(s *settings) error {
	if len(s.words) < 2 {
		return cli.BadCommandLine(errors.New("merge needs at least two books"))
	}
	out, err := lockBook(s.output)
	if err != nil {
		return err
	}
	defer out.Release()
	var books []*chess.Book
	for _, name := range s.words {
		b, err := p.read(name)
		if err != nil {
			return err
		}
		books = append(books, b)
	}
	book := chess.MergeBooks(books...)
	if err := write(book, s.output); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%s: %s\n", s.output, prose.Count(book.Len(), "move"))
	return nil
}

// open opens a file, or the standard input if the name is "-".
func (p *program) open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(p.stdin), nil
	}
	return os.Open(name)
}

func (p *program) read(name string) (*chess.Book, error) {
	f, err := p.open(name)
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
func lockBook(name string) (*lock.Lock, error) {
	err := replace.Foreign(name, "book", func(content io.Reader) bool {
		_, err := chess.ReadBook(content)
		return err == nil
	})
	if err != nil {
		return nil, err
	}
	return lock.File(name)
}

// write writes a book to a file.
func write(b *chess.Book, name string) error {
	if b.Len() == 0 {
		return errors.New("the book is empty")
	}
	return replace.File(name, func(w io.Writer) error {
		_, err := b.WriteTo(w)
		return err
	})
}
