package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
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
	flags  *flag.FlagSet
	dir    string
	json   bool
	filter struct{ since, until, player, white, black, result string }
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
	q.flags.StringVar(&q.filter.since, "since", "", "only games from this `year` or month, such as 1972-07")
	q.flags.StringVar(&q.filter.until, "until", "", "only games up to this `year` or month")
	q.flags.StringVar(&q.filter.player, "player", "", "only games of the players whose `name` begins so")
	q.flags.StringVar(&q.filter.white, "white", "", "only games in which they have White")
	q.flags.StringVar(&q.filter.black, "black", "", "only games in which they have Black")
	q.flags.StringVar(&q.filter.result, "result", "", "only games with these `results`, such as 1-0,1/2-1/2")
}

// open parses the command line, which may end with other words, opens the store and passes
// a view of it to f.
func (q *query) open(ctx context.Context, args []string, usage string, check func(words []string) error, f func(*View) error) error {
	words, err := cli.Interleaved(q.flags, args, func(args []string) error { return cli.Parse(q.flags, args, usage, q.stdout) })
	if err != nil {
		return err
	}
	if q.dir == "" {
		return cli.BadCommandLine(errors.New("there is no -o"))
	}
	filter, err := newFilter(q.filter.since, q.filter.until, q.filter.result)
	if err == nil {
		err = check(words)
	}
	if err != nil {
		return cli.BadCommandLine(err)
	}
	filter.Player, filter.White, filter.Black = q.filter.player, q.filter.white, q.filter.black
	s, err := OpenStore(q.dir)
	if err != nil {
		return err
	}
	v, err := s.View(ctx, filter)
	if err == nil {
		err = errors.Join(f(v), v.Close())
	}
	return errors.Join(err, s.Close())
}

// newFilter reads a range of dates, and results that are separated by commas.
func newFilter(since, until, results string) (f Filter, err error) {
	if f.Since, err = played.ParseMonth(since, false); err != nil {
		return f, err
	}
	if f.Until, err = played.ParseMonth(until, true); err != nil {
		return f, err
	}
	for word := range strings.FieldsFuncSeq(results, func(c rune) bool { return c == ',' }) {
		r := played.ResultOf(word)
		if r == played.Unknown && word != "*" {
			return f, fmt.Errorf("%.25q is not a result: want 1-0, 1/2-1/2, 0-1 or *", word)
		}
		f.Results |= 1 << r
	}
	return f, nil
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
	names := q.flags.String("names", "", "take the names of openings from this `file`, with code, name and moves separated by tabs, and not from the package")
	var line []chess.Position
	return q.open(ctx, args, movesUsage, func(words []string) (err error) {
		line, err = parseLine(words)
		return err
	}, func(v *View) error {
		openings, err := readOpenings(*names)
		if err != nil {
			return err
		}
		a, err := v.Answer(ctx, line[len(line)-1], *moves, *top, *recent)
		if err != nil {
			return err
		}
		a.Opening = nameOf(openings, line)
		if q.json {
			return printJSON(q.stdout, a)
		}
		return a.print(q.stdout)
	})
}

// print prints an answer as tables.
func (a *Answer) print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	if a.Opening != nil {
		fmt.Fprintf(w, "%s %s\n", a.Opening.ECO, a.Opening.Name)
	}
	fmt.Fprintf(w, "%d games: White won %d, drawn %d, Black won %d\n", a.games, a.White, a.Draws, a.Black)
	if len(a.Moves) > 0 {
		fmt.Fprint(w, "\nmove\tgames\twhite\tdraws\tblack\trating\tyears\n")
	}
	for _, m := range a.Moves {
		years := ""
		if m.tally.Last > 0 {
			years = fmt.Sprintf("%d-%d", m.tally.First.Year(), m.tally.Last.Year())
		}
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%d\t%s\n", m.SAN, m.tally.Games(), percent(m.White, &m.tally), percent(m.Draws, &m.tally), percent(m.Black, &m.tally), m.AverageRating, years)
	}
	for _, list := range []struct {
		title string
		games []GameAnswer
	}{{"best rated games", a.TopGames}, {"latest games", a.RecentGames}} {
		if len(list.games) > 0 {
			fmt.Fprintf(w, "\n%s\n", list.title)
			printGames(w, list.games)
		}
	}
	return w.Flush()
}

// percent returns which part of the games n is.
func percent(n uint64, of *played.Tally) string {
	return fmt.Sprintf("%.0f %%", 100*float64(n)/float64(of.Games()))
}

// printGames prints games, one a line.
func printGames(w io.Writer, games []GameAnswer) {
	for _, g := range games {
		date := fmt.Sprint(g.Year)
		if g.Month != nil {
			date = *g.Month
		}
		ply := ""
		if g.Ply != nil {
			ply = fmt.Sprintf("\tply %d", *g.Ply)
		}
		fmt.Fprintf(w, "%s\t%s\t%s (%d) – %s (%d)\t%s\t%s%s\n", date, g.Result, g.White.Name, g.White.Rating, g.Black.Name, g.Black.Rating, g.UCI, g.ID, ply)
	}
}

// A Page is a part of a list of games.
type Page struct {
	Games []GameAnswer `json:"games"`
	Total *int         `json:"total,omitempty"` // how many there are, if that is known
}

const gamesUsage = `usage: explorer games [flags] -o folder [FEN, or moves]
example: explorer games -o games -limit 20 1. e4 c5

Prints the games that reach a position, the best rated first.

`

// games prints the games that reach a position.
func (p *streams) games(ctx context.Context, args []string) error {
	q := p.newQuery("games")
	q.addFilter()
	limit := q.flags.Int("limit", 20, "print so many `games`")
	offset := q.flags.Int("offset", 0, "leave out so many of the best rated `games`")
	var line []chess.Position
	return q.open(ctx, args, gamesUsage, func(words []string) (err error) {
		line, err = parseLine(words)
		return err
	}, func(v *View) error {
		position := line[len(line)-1]
		visits, err := v.Games(ctx, position.Key(), *offset, *limit)
		if err != nil {
			return err
		}
		games, err := v.games(position, visits)
		if err != nil {
			return err
		}
		return q.printPage(&Page{Games: games})
	})
}

// printPage prints a page.
func (q *query) printPage(page *Page) error {
	if q.json {
		return printJSON(q.stdout, page)
	}
	w := tabwriter.NewWriter(q.stdout, 0, 0, 2, ' ', 0)
	if page.Total != nil {
		fmt.Fprintf(w, "%d games\n", *page.Total)
	}
	printGames(w, page.Games)
	return w.Flush()
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
	limit := q.flags.Int("limit", 20, "print so many `games`")
	offset := q.flags.Int("offset", 0, "leave out so many of the best rated `games`")
	material := q.flags.String("material", "", "the `pieces` of White and of Black, such as KRNvKR")
	squares := q.flags.String("squares", "", "the pieces on `squares`, such as 'd4=P c4=.'")
	var pattern *Pattern
	return q.open(ctx, args, findUsage, func(words []string) (err error) {
		if len(words) > 0 {
			return fmt.Errorf("%q is not a flag", words[0])
		}
		pattern, err = ParsePattern(*material, *squares)
		return err
	}, func(v *View) error {
		page, err := v.findPage(ctx, pattern, *offset, *limit)
		if err != nil {
			return err
		}
		return q.printPage(page)
	})
}

// findPage returns a part of the games that have a pattern.
func (v *View) findPage(ctx context.Context, pattern *Pattern, offset, limit int) (*Page, error) {
	offset, limit = max(offset, 0), max(limit, 0)
	hits, err := v.Find(ctx, pattern, offset+limit)
	if err != nil {
		return nil, err
	}
	page := &Page{Games: []GameAnswer{}, Total: &hits.Total}
	for _, h := range hits.Best[min(offset, len(hits.Best)):] {
		g, err := v.game(h.Visit.Game)
		if err != nil {
			return nil, err
		}
		g.Ply = &h.Ply
		page.Games = append(page.Games, *g)
	}
	return page, nil
}

const gameUsage = `usage: explorer game -o folder ID
example: explorer game -o games 0qgpjnk0co839isjbvd1cn791s

Prints a game as PGN.

`

// game prints a game.
func (p *streams) game(ctx context.Context, args []string) error {
	q := p.newQuery("game")
	var id played.GameID
	return q.open(ctx, args, gameUsage, func(words []string) (err error) {
		if len(words) != 1 {
			return errors.New("want the ID of a game")
		}
		id, err = played.ParseID(words[0])
		return err
	}, func(v *View) error {
		t, err := v.byID(id)
		if err != nil {
			return err
		}
		_, err = t.WriteTo(q.stdout)
		return err
	})
}

// errNoGame is the error of byID.
var errNoGame = errors.New("there is no such game")

// byID returns a game.
func (v *View) byID(id played.GameID) (*chess.GameTree, error) {
	n, err := v.Number(id)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, errNoGame
	}
	_, t, err := v.Game(n)
	return t, err
}
