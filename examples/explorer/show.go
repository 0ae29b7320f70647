package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
	"github.com/seed-0971039b/chess/examples/internal/cli"
)

// A query is what the commands that read have in common.
type query struct {
	flags         *flag.FlagSet
	dir           string
	json          bool
	offset, limit int
}

// newQuery returns a query with its flags.
func newQuery(flags *flag.FlagSet) *query {
	q := &query{flags: flags}
	flags.StringVar(&q.dir, "o", "", "the `folder` of the games, as add makes it")
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
	q.flags.String("speeds", "", "only games of these `speeds`, such as blitz,rapid")
	q.flags.String("ratings", "", "only games of these `groups` by mean rating, such as 2200,2500")
}

// addVariant adds the flag of the variant of a position.
func addVariant(flags *flag.FlagSet) *string {
	return flags.String("variant", "", "the position is of this `variant`, such as atomic")
}

// addPage adds the flags of a list of games.
func (q *query) addPage() {
	q.flags.IntVar(&q.limit, "limit", 20, "print this many `games`")
	q.flags.IntVar(&q.offset, "offset", 0, "leave out this many of the best rated `games`")
}

// get returns the value of a flag, or "" if the command does not have it.
func (q *query) get(name string) string {
	if f := q.flags.Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}

// run returns what prints the answer to the question that the flags and words are.
func (q *query) run(read func(words []string, streams cli.Streams) (question, error)) cli.Run {
	return func(ctx context.Context, words []string, streams cli.Streams) error {
		if q.dir == "" {
			return cli.BadCommandLine(errors.New("there is no -o"))
		}
		filter, err := newFilter(q.get)
		if err != nil {
			return cli.BadCommandLine(err)
		}
		ask, err := read(words, streams)
		if err != nil {
			return cli.BadCommandLine(err)
		}
		s, err := OpenStore(q.dir)
		if err != nil {
			return err
		}
		answer, err := s.ask(ctx, filter, ask)
		if err == nil {
			err = q.print(streams.Out, answer)
		}
		return errors.Join(err, s.Close())
	}
}

// print prints the answer to a question.
func (q *query) print(out io.Writer, answer any) error {
	switch a := answer.(type) {
	case *chess.GameTree:
		_, err := a.WriteTo(out)
		return err
	case interface{ print(io.Writer) }:
		if q.json {
			return printJSON(out, answer)
		}
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
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
	if f.Results, err = bits(get, "result", played.Results); err != nil {
		return f, err
	}
	if f.Speeds, err = bits(get, "speeds", played.Speeds); err != nil {
		return f, err
	}
	f.Ratings, err = bits(get, "ratings", played.RatingGroups)
	return f, err
}

// bits reads some words of a list from a flag, or parameter, and returns a bit for each.
func bits[T any](get func(name string) string, name string, list []T) (set uint16, err error) {
	for word := range fields(get(name)) {
		i := slices.IndexFunc(list, func(x T) bool { return fmt.Sprint(x) == word })
		if i < 0 {
			return 0, fmt.Errorf("%s has %.25q: want some of %v", name, word, list)
		}
		set |= 1 << i
	}
	return set, nil
}

// fields yields words that are separated by commas.
func fields(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(text, func(c rune) bool { return c == ',' })
}

// parseStart reads a FEN, or the name of a variant, or both: the start position if both are empty.
func parseStart(variant, fen string) (p chess.Position, err error) {
	var v chess.Variant
	if variant != "" {
		if err := v.UnmarshalText([]byte(variant)); err != nil {
			return p, err
		}
	}
	switch {
	case fen == "":
		return v.StartPosition(), nil
	case v == chess.Standard:
		return chess.ParseFEN(fen)
	}
	return v.ParseFEN(fen)
}

// parseLine reads a FEN, or moves from the start position, with or without numbers. It
// returns the position that is meant, after those that lead to it.
func parseLine(variant string, words []string) ([]chess.Position, error) {
	text := strings.Join(words, " ")
	if strings.Contains(text, "/") {
		p, err := parseStart(variant, text)
		return []chess.Position{p}, err
	}
	p, err := parseStart(variant, "")
	if err != nil {
		return nil, err
	}
	line := []chess.Position{p}
	moves, err := p.ParseLine(text)
	for _, m := range moves {
		p = p.After(m)
		line = append(line, p)
	}
	return line, err
}

// printJSON prints a value as JSON.
func printJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(value)
}

// moves prints the moves of a position.
func moves(flags *flag.FlagSet) cli.Run {
	q := newQuery(flags)
	q.addFilter()
	moves := flags.Int("moves", chess.MaxMoves, "print this many `moves`")
	top := flags.Int("top", 4, "print this many of the best rated `games`")
	recent := flags.Int("recent", 4, "print this many of the latest `games`")
	names := addNames(flags)
	variant := addVariant(flags)
	return q.run(func(words []string, _ cli.Streams) (question, error) {
		line, err := parseLine(*variant, words)
		return func(ctx context.Context, v *View) (any, error) {
			openings, err := readOpenings(*names)
			if err != nil {
				return nil, err
			}
			return v.Answer(ctx, line, openings, *moves, *top, *recent)
		}, err
	})
}

// games prints the games that reach a position.
func games(flags *flag.FlagSet) cli.Run {
	q := newQuery(flags)
	q.addFilter()
	q.addPage()
	variant := addVariant(flags)
	return q.run(func(words []string, _ cli.Streams) (question, error) {
		line, err := parseLine(*variant, words)
		return func(ctx context.Context, v *View) (any, error) {
			return v.gamesPage(ctx, line[len(line)-1], q.offset, q.limit)
		}, err
	})
}

// find prints the games that have a pattern.
func find(flags *flag.FlagSet) cli.Run {
	q := newQuery(flags)
	q.addFilter()
	q.addPage()
	flags.String("material", "", "the `pieces` of White and of Black, such as KRNvKR")
	flags.String("squares", "", "the pieces on `squares`, such as 'd4=P c4=.'")
	return q.run(func(words []string, _ cli.Streams) (question, error) {
		if len(words) > 0 {
			return nil, fmt.Errorf("%q is not a flag", words[0])
		}
		pattern, err := ParsePattern(q.get("material"), q.get("squares"))
		return func(ctx context.Context, v *View) (any, error) { return v.findPage(ctx, pattern, q.offset, q.limit) }, err
	})
}

// game prints a game.
func game(flags *flag.FlagSet) cli.Run {
	return newQuery(flags).run(func(words []string, _ cli.Streams) (question, error) {
		if len(words) != 1 {
			return nil, errors.New("want the ID of a game")
		}
		id, err := played.ParseID(words[0])
		return func(_ context.Context, v *View) (any, error) { return v.Game(id) }, err
	})
}
