package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/seed-0971039b/chess"
)

// lines is the front end for where there is no screen: a line in, some out.
type lines struct {
	session *session
	figures figurines
	asks    bool // a person sits there: he is prompted, and heard while others think
	out     io.Writer
	shown   *chess.Game // whose board has been shown
	plies   int         // and after how many moves
	prompt  bool        // the prompt is the last that was written
}

// input is a line, and what happened at its end.
type input struct {
	line string
	err  error
}

// maxLine is the length of the longest line that is heard.
const maxLine = 1 << 16

var errTooLong = errors.New("that line is too long")

// readLine reads a line; the last one need not be ended.
func readLine(r *bufio.Reader) input {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line) <= maxLine {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
		case len(line) > maxLine && err == nil:
			return input{"", errTooLong}
		default:
			return input{strings.TrimSpace(string(line)), err}
		}
	}
}

// run plays until somebody quits, or the input has ended and it is a person's
// turn.
//
// Each line is read by a goroutine of its own, and the next one only when it is
// wanted. So none is left behind, unless the context ends while a Read is under
// way: that cannot be taken back.
func (l *lines) run(ctx context.Context, r io.Reader) error {
	s := l.session
	in := bufio.NewReader(r)
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
			s.take(e)
		case <-ticker.C:
			s.tick()
		case i := <-inputs:
			reading = false
			l.prompt = false
			err := s.hear(i.line)
			switch {
			case i.err == errTooLong:
				err = i.err
			case i.err != nil && i.err != io.EOF:
				return i.err
			}
			ended = i.err == io.EOF
			if err != nil {
				s.tell("%v.", err)
			}
		}
	}
}

// show writes the news, the board when it is a person's turn or the game is
// over, and the prompt.
func (l *lines) show(ended bool) error {
	s := l.session
	var b strings.Builder
	news := s.took()
	if len(news) > 0 && l.prompt {
		b.WriteByte('\n')
	}
	for _, text := range news {
		b.WriteString(strings.TrimRight(text, "\n") + "\n")
	}
	if (l.shown != s.game || l.plies != s.game.Len()) && (s.awaited() || s.ended()) && !s.over {
		l.shown, l.plies = s.game, s.game.Len()
		fmt.Fprintf(&b, "\n%s\n\n%s", s.textBoard(l.figures), l.status())
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

// status writes what a player sees beside the board.
func (l *lines) status() string {
	s := l.session
	var b strings.Builder
	p := s.game.Position()
	for _, c := range []chess.Color{chess.White, chess.Black} {
		haul := s.haul(c, l.figures)
		if s.clocks[c].limited() || haul != "" || p.IsThreeCheck() {
			fmt.Fprintf(&b, "%s:", c)
			if s.clocks[c].limited() {
				fmt.Fprintf(&b, " %s left", &s.clocks[c])
			}
			if p.IsThreeCheck() {
				fmt.Fprintf(&b, " %d checks to give", p.RemainingChecks(c))
			}
			if haul != "" {
				fmt.Fprintf(&b, " has captured %s", haul)
			}
			b.WriteByte('\n')
		}
	}
	if s.awaited() {
		fmt.Fprintf(&b, "%s to move.\n", p.Turn())
	}
	return b.String()
}
