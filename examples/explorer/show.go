package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

// A query is what the commands that read have in common.
type query struct {
	*streams
	flags         *flag.FlagSet
	dir           string
	json          bool
	offset, limit int
}

// newQuery returns a query with its flags.
func (p *streams) newQuery(command string) *query {
	q := &query{streams: p, flags: flag.NewFlagSet("explorer "+command, flag.ContinueOnError)}
	q.flags.StringVar(&q.dir, "o", "", "the `folder` of the games, as add makes it")
	return q
}

// addFilter adds the flags that choose games.
func (q *query) addFilter() {
	q.flags.BoolVar(&q.json, "json", false, "print JSON, as serve does")
	q.flags.String("since", "", "only games from this `year` or month, such as 1972-07")
	q.flags.String("until", "", "only games up to this `year` or month")
	q.flags.String("player", "", "only games of the players whose `name` begins so")
	q.flags.String("white", "", "only games in which they have White")
	q.flags.String("black", "", "only games in which they have Black")
	q.flags.String("result", "", "only games with these `results`, such as 1-0,1/2-1/2")
}

// addPage adds the flags of a list of games.
func (q *query) addPage() {
	q.flags.IntVar(&q.limit, "limit", 20, "print so many `games`")
	q.flags.IntVar(&q.offset, "offset", 0, "leave out so many of the best rated `games`")
}

// get returns the value of a flag, or "" if the command does not have it.
func (q *query) get(name string) string {
	if f := q.flags.Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}

// run parses the command line, which may end with other words, and prints the answer to the
// question that it is.
func (q *query) run(ctx context.Context, args []string, usage string, read func(words []string) (question, error)) error {
	words, err := cli.Interleaved(q.flags, args, func(args []string) error { return cli.Parse(q.flags, args, usage, q.stdout) })
	if err != nil {
		return err
	}
	if q.dir == "" {
		return cli.BadCommandLine(errors.New("there is no -o"))
	}
	filter, err := newFilter(q.get)
	if err != nil {
		return cli.BadCommandLine(err)
	}
	ask, err := read(words)
	if err != nil {
		return cli.BadCommandLine(err)
	}
	s, err := OpenStore(q.dir)
	if err != nil {
		return err
	}
	answer, err := s.ask(ctx, filter, ask)
	if err == nil {
		err = q.print(answer)
	}
	return errors.Join(err, s.Close())
}

// print prints the answer to a question.
func (q *query) print(answer any) error {
	switch a := answer.(type) {
	case *chess.GameTree:
		_, err := a.WriteTo(q.stdout)
		return err
	case interface{ print(io.Writer) }:
		if q.json {
			return printJSON(q.stdout, answer)
		}
		w := tabwriter.NewWriter(q.stdout, 0, 0, 2, ' ', 0)
		a.print(w)
		return w.Flush()
	}
	return nil
}

// newFilter reads a filter from flags, or parameters, of the same names.
func newFilter(get func(name string) string) (f Filter, err error) {
	f.Player, f.White, f.Black = get("player"), get("white"), get("black")
	if f.Since, err = played.ParseMonth(get("since"), false); err != nil {
		return f, err
	}
	if f.Until, err = played.ParseMonth(get("until"), true); err != nil {
		return f, err
	}
	for word := range fields(get("result")) {
		r := played.ResultOf(word)
		if r == played.Unknown && word != "*" {
			return f, fmt.Errorf("%.25q is not a result: want 1-0, 1/2-1/2, 0-1 or *", word)
		}
		f.Results |= 1 << r
	}
	return f, nil
}

// fields yields words that are separated by commas.
func fields(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(text, func(c rune) bool { return c == ',' })
}

// parseLine reads a FEN, or moves from the start position, with or without numbers. It
// returns the position that is meant, after those that lead to it.
func parseLine(words []string) ([]chess.Position, error) {
	text := strings.Join(words, " ")
	if strings.Contains(text, "/") {
		p, err := chess.ParseFEN(text)
		return []chess.Position{p}, err
	}
	p := chess.StartPosition()
	line := []chess.Position{p}
	for word := range strings.FieldsSeq(text) {
		if number, rest, ok := strings.Cut(word, "."); ok && strings.Trim(number, "0123456789") == "" {
			word = strings.TrimLeft(rest, ".")
		}
		if strings.TrimFunc(word, unicode.IsDigit) == "" {
			continue
		}
		m, err := p.ParseMove(word)
		if err != nil {
			return nil, err
		}
		p = p.After(m)
		line = append(line, p)
	}
	return line, nil
}

// printJSON prints a value as JSON.
func printJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(value)
}

const movesUsage = `usage: explorer moves [flags] -o folder [FEN, or moves]
example: explorer moves -o games 1. e4 c5

Prints the moves that were played in a position, with the results from White's point of
view, the mean rating and the years of the games, and the best and the latest games. After
moves, the opening is that of the last position on the way that has a name.

`

// moves prints the moves of a position.
func (p *streams) moves(ctx context.Context, args []string) error {
	q := p.newQuery("moves")
	q.addFilter()
	moves := q.flags.Int("moves", chess.MaxMoves, "print so many `moves`")
	top := q.flags.Int("top", 4, "print so many of the best rated `games`")
	recent := q.flags.Int("recent", 4, "print so many of the latest `games`")
	names := addNames(q.flags)
	return q.run(ctx, args, movesUsage, func(words []string) (question, error) {
		line, err := parseLine(words)
		return func(ctx context.Context, v *View) (any, error) {
			openings, err := readOpenings(*names)
			if err != nil {
				return nil, err
			}
			return v.Answer(ctx, line, openings, *moves, *top, *recent)
		}, err
	})
}

const gamesUsage = `usage: explorer games [flags] -o folder [FEN, or moves]
example: explorer games -o games -limit 20 1. e4 c5

Prints the games that reach a position, the best rated first.

`

// games prints the games that reach a position.
func (p *streams) games(ctx context.Context, args []string) error {
	q := p.newQuery("games")
	q.addFilter()
	q.addPage()
	return q.run(ctx, args, gamesUsage, func(words []string) (question, error) {
		line, err := parseLine(words)
		return func(ctx context.Context, v *View) (any, error) {
			return v.gamesPage(ctx, line[len(line)-1], q.offset, q.limit)
		}, err
	})
}

const findUsage = `usage: explorer find [flags] -o folder -material KRNvKR -squares 'd4=P d5=p'
example: explorer find -o games -squares 'd4=P c4=. e4=. c5=.' -result 1-0

Prints the games in which a position has a material or pieces on some squares, or both,
the best rated first. Of a square a dot says that it is empty, a question mark that it is
not, and letters which piece is there: e4=PN is a white pawn or knight.

`

// find prints the games that have a pattern.
func (p *streams) find(ctx context.Context, args []string) error {
	q := p.newQuery("find")
	q.addFilter()
	q.addPage()
	q.flags.String("material", "", "the `pieces` of White and of Black, such as KRNvKR")
	q.flags.String("squares", "", "the pieces on `squares`, such as 'd4=P c4=.'")
	return q.run(ctx, args, findUsage, func(words []string) (question, error) {
		if len(words) > 0 {
			return nil, fmt.Errorf("%q is not a flag", words[0])
		}
		pattern, err := ParsePattern(q.get("material"), q.get("squares"))
		return func(ctx context.Context, v *View) (any, error) { return v.findPage(ctx, pattern, q.offset, q.limit) }, err
	})
}

const gameUsage = `usage: explorer game -o folder ID
example: explorer game -o games 0qgpjnk0co839isjbvd1cn791s

Prints a game as PGN.

`

// game prints a game.
func (p *streams) game(ctx context.Context, args []string) error {
	q := p.newQuery("game")
	return q.run(ctx, args, gameUsage, func(words []string) (question, error) {
		if len(words) != 1 {
			return nil, errors.New("want the ID of a game")
		}
		id, err := played.ParseID(words[0])
		return func(_ context.Context, v *View) (any, error) { return v.Game(id) }, err
	})
}
