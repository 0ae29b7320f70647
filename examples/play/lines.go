package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
)

// lines is the front end without a screen: it reads lines and prints lines.
type lines struct {
	session *session
	asks    bool // the input is a terminal: show a prompt, and read input while a searcher thinks
	out     io.Writer
	shown   *game  // whose board was shown last
	fen     string // of that board
	prompt  bool   // the prompt was written last
}

// input is a line, and the error of reading it.
type input struct {
	line string
	err  error
}

// maxLine is the maximum length of a line of input.
const maxLine = 1 << 16

var errTooLong = errors.New("that line is too long")

// readLine reads a line, which is no longer than the buffer of the reader. The last line may lack
// the newline.
func readLine(r *bufio.Reader) input {
	line, more, err := r.ReadLine()
	text := strings.TrimSpace(string(line))
	if more {
		for more && err == nil {
			_, more, err = r.ReadLine()
		}
		return input{"", cmp.Or(err, errTooLong)}
	}
	return input{text, err}
}

// run plays until "quit", or until the input has ended and it is a person's turn.
//
// A goroutine reads each line, and starts only when the line is wanted. So none is
// left at the end, unless ctx is done during a Read, which cannot be cancelled.
func (l *lines) run(ctx context.Context, r io.Reader) error {
	s := l.session
	in := bufio.NewReaderSize(r, maxLine)
	inputs := make(chan input, 1)
	reading, ended := false, false
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for {
		if err := l.show(ended); err != nil || s.over {
			return err
		}
		if ended && !s.busy() {
			return s.failed
		}
		if !reading && !ended && (l.asks || !s.busy()) {
			reading = true
			go func() { inputs <- readLine(in) }()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e := <-s.events:
			e()
		case <-ticker.C:
			s.tick()
		case i := <-inputs:
			reading = false
			l.prompt = false
			err := s.handleLine(i.line)
			switch {
			case i.err == errTooLong:
				err = i.err
			case i.err != nil && i.err != io.EOF:
				return i.err
			}
			ended = i.err == io.EOF
			if err != nil {
				s.notify("%v.", err)
			}
		}
	}
}

// show writes the news; the board if it is a person's turn or the game is over; and
// the prompt.
func (l *lines) show(ended bool) error {
	s := l.session
	var b strings.Builder
	news := s.takeNews()
	if len(news) > 0 && l.prompt {
		b.WriteByte('\n')
	}
	for _, text := range news {
		b.WriteString(strings.TrimRight(text, "\n") + "\n")
	}
	g := s.shown()
	changed := l.shown != s.game || l.fen != g.FEN()
	if changed && (s.personToMove() || g.ended()) && !s.over {
		l.shown, l.fen = s.game, g.FEN()
		fmt.Fprintf(&b, "\n%s\n%s", l.board(), l.status())
	}
	if l.asks && !ended && !s.over && !(l.prompt && len(news) == 0) {
		b.WriteString("> ")
		l.prompt = true
	}
	if b.Len() == 0 {
		return nil
	}
	_, err := io.WriteString(l.out, b.String())
	return err
}

// board draws the board.
func (l *lines) board() string {
	g := l.session.shown()
	d := chess.Diagram{Position: g.Position(), Flipped: l.session.flipped, LastMove: g.LastMove(), Check: true}
	if l.session.figures == letters {
		return d.ASCII()
	}
	return d.Unicode()
}

// status returns the clocks, the captured pieces and the side to move.
func (l *lines) status() string {
	s, g := l.session, l.session.shown()
	var b strings.Builder
	p := g.Position()
	for c := range chess.Color(2) {
		text := ""
		if clock := &s.game.clock; limited(clock, c) {
			text += fmt.Sprintf(" %s left", watchText(clock, c, s.now()))
		}
		if p.Variant() == chess.ThreeCheck {
			text += fmt.Sprintf(" %d checks to give", p.RemainingChecks(c))
		}
		if captured := g.capturedText(c, s.figures); captured != "" {
			has := " has captured "
			if p.Variant() == chess.Crazyhouse {
				has = " has in hand "
			}
			text += has + captured
		}
		if text != "" {
			fmt.Fprintf(&b, "%s:%s\n", c, text)
		}
	}
	if s.personToMove() {
		fmt.Fprintf(&b, "%s to move.\n", p.Turn())
	}
	return b.String()
}
