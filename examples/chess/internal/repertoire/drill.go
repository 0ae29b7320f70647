package repertoire

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

func drillFlags(flags *flag.FlagSet) cli.Run {
	in := newInput(flags)
	path := flags.String("o", "drill.json", "keep in this `file` when each position is due")
	fresh := flags.Int("new", 10, "ask for this many `positions` of each side that were not asked for before")
	return func(ctx context.Context, args []string, streams cli.Streams) error {
		if err := cmp.Or(in.check(), cli.NoArguments(args)); err != nil {
			return cli.BadCommandLine(err)
		}
		if *fresh < 0 {
			return cli.BadCommandLine(errors.New("-new must not be negative"))
		}
		if slices.Contains(in.studies[:], "-") {
			return cli.BadCommandLine(errors.New("the standard input has the answers: a repertoire must be a file"))
		}
		all, err := in.repertoires(ctx, streams)
		if err != nil {
			return err
		}
		held, err := outfile.Hold(*path)
		if err != nil {
			return err
		}
		defer held.Release()
		d := drill{today: time.Now(), out: streams.Out, answer: answers(ctx, streams.In)}
		if _, err := outfile.Load(*path, &d.deck); err != nil {
			return err
		}
		d.save = func() error { return outfile.Save(*path, d.deck) }
		for _, r := range all {
			if err := d.run(r, *fresh); err == io.EOF {
				break
			} else if err != nil {
				return cli.Continues(err)
			}
		}
		return in.partly
	}
}

// answers returns a function that reads lines until ctx is done. A goroutine reads, and may stay at a read.
func answers(ctx context.Context, r io.Reader) func() (string, error) {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for in := bufio.NewScanner(r); in.Scan(); {
			select {
			case lines <- in.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return func() (string, error) {
		select {
		case line, ok := <-lines:
			if !ok {
				return "", cmp.Or(ctx.Err(), io.EOF)
			}
			return strings.TrimSpace(line), nil
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// boxes is the number of Leitner's boxes: positions in box n wait for 2^(n-1) days.
const boxes = 8

// A card says when a position is due.
type card struct {
	Box int    `json:"box"` // from 1
	Due string `json:"due"` // the day, as 2006-01-02
}

// next returns the card after an answer.
func (c card) next(right bool, today time.Time) card {
	box := 1
	if right {
		box = min(max(c.Box, 1)+1, boxes)
	}
	return card{box, today.AddDate(0, 0, 1<<(box-1)).Format(time.DateOnly)}
}

// A deck has the cards of the positions that were asked for, those of White and of Black.
type deck struct {
	Positions map[chess.Key]card `json:"positions"`
}

// A drill asks for the moves of repertoires.
type drill struct {
	deck   deck
	today  time.Time
	out    io.Writer
	answer func() (string, error)
	save   func() error
}

// due returns the positions to ask for: those that are due, the first due first, and some that are new.
func (d *drill) due(r *repertoire, fresh int) (old, new []chess.Key) {
	today := d.today.Format(time.DateOnly)
	for _, key := range r.sorted(func(_ chess.Key, at *place) bool { return len(at.moves) > 0 }) {
		switch c, ok := d.deck.Positions[key]; {
		case ok && c.Due <= today:
			old = append(old, key)
		case !ok && len(new) < fresh:
			new = append(new, key)
		}
	}
	slices.SortStableFunc(old, func(a, b chess.Key) int {
		return cmp.Compare(d.deck.Positions[a].Due, d.deck.Positions[b].Due)
	})
	return old, new
}

// run asks for the moves of a repertoire that are due. The error is io.EOF if the answers end before.
func (d *drill) run(r *repertoire, fresh int) error {
	if d.deck.Positions == nil {
		d.deck.Positions = map[chess.Key]card{}
	}
	old, new := d.due(r, fresh)
	fmt.Fprintf(d.out, "%s: %s due, %d new\n", prose.Capital(r.side.String()), prose.Count(len(old), "position"), len(new))
	asked := map[chess.Key]bool{}
	right := 0
	var ended error
	for queue := append(old, new...); ; queue = queue[1:] {
		if err := d.save(); err != nil {
			return err
		}
		if len(queue) == 0 {
			break
		}
		key := queue[0]
		ok, err := d.ask(r, r.places[key])
		if err == io.EOF {
			ended = err
			break
		}
		if err != nil {
			return err
		}
		if !asked[key] {
			asked[key] = true
			right += number(ok)
			d.deck.Positions[key] = d.deck.Positions[key].next(ok, d.today)
		}
		if !ok {
			queue = append(queue, key)
		}
	}
	_, err := fmt.Fprintf(d.out, "%d of %d right\n", right, len(asked))
	return cmp.Or(err, ended)
}

// ask asks for a move, and reports whether the answer is right. The error is io.EOF after the last answer.
func (d *drill) ask(r *repertoire, at *place) (right bool, err error) {
	p, last := at.start, chess.Move(0)
	for _, m := range at.line.moves {
		p, last = p.After(m), m
	}
	board := chess.Diagram{Position: p, Flipped: r.side == chess.Black, LastMove: last, Check: true}
	fmt.Fprintf(d.out, "\n%v\n%s", at.line, board.Unicode())
	for {
		fmt.Fprintf(d.out, "%s plays: ", prose.Capital(r.side.String()))
		text, err := d.answer()
		if err != nil || text == "quit" {
			fmt.Fprintln(d.out)
			return false, cmp.Or(err, io.EOF)
		}
		m, err := p.ParseMove(text)
		switch {
		case text != "" && err != nil:
			fmt.Fprintln(d.out, err)
			continue
		case text != "" && r.has(p.After(m)):
			_, err = fmt.Fprintln(d.out, "Right.")
			return true, err
		}
		_, err = fmt.Fprintf(d.out, "The repertoire plays %s.\n", at.text(p))
		return false, err
	}
}
