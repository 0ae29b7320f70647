package chess

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Client is a Searcher that has another program do the work: any engine that
// speaks the Universal Chess Interface (UCI). Its Options are the engine's.
//
// Chess960 and three-check it plays if the engine has the options UCI_Chess960
// and UCI_Variant, which the Client sets, like MultiPV, as the search at hand
// wants them. A search by the clock leaves it to the engine how to divide its
// time.
//
// An engine may die, fall silent, or answer what makes no sense. The Client
// waits for an answer no longer than its patience; then, and when the engine has
// ended, it kills what is left of it, and that search and all later ones return
// the same error. A move that is not legal is an error that matches ErrIllegal,
// after which the engine may be asked again.
//
// Except for Close, its methods must not be called by several goroutines at once.
type Client struct {
	name, author string
	options      []Option

	patience time.Duration
	cmd      *exec.Cmd // nil if it is not a process of ours
	ctx      context.Context
	release  func() bool // what keeps ctx from ending the engine
	in       io.Writer
	out      io.Reader
	commands chan string
	lines    chan clientLine // closed when there will be no more
	turn     atomic.Int64    // how many commands have been sent that are answered
	err      error           // of all calls from now on
	closed   atomic.Bool
	killed   chan struct{} // closed when nothing can be expected any more
	killing  sync.Once
	ending   sync.Once
}

// A clientLine is what the engine said while the command with the number turn
// was the last that is answered.
type clientLine struct {
	text string
	turn int64
}

// defaultPatience is enough to load a network, or to clear a table of some
// gigabytes.
const defaultPatience = 10 * time.Second

// farewell is how long an engine may take to end.
const farewell = time.Second

// maxOptions is more than any engine has.
const maxOptions = 1000

// StartClient starts a program that speaks UCI and waits until it has said what
// it is and is ready. Set what cmd says beside its standard input and output,
// which the Client takes. The longest that the engine may take for an answer
// that is due at once, such as its move after it was stopped, is patience; 0 is
// ten seconds.
//
// Where the system has process groups the program gets one of its own, so
// that interrupts from the keyboard do not reach it and its children die with
// it. It lives until Close, or until ctx is done.
func StartClient(ctx context.Context, cmd *exec.Cmd, patience time.Duration) (*Client, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	ownGroup(cmd)
	if cmd.WaitDelay == 0 {
		cmd.WaitDelay = farewell // when others have its standard error open
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return newClient(ctx, cmd, out, in, patience)
}

// NewClient is StartClient for an engine at the other end of a connection, which
// says what comes from r and hears what is written to w. If they are io.Closers
// they are closed at the end; only that makes sure that nothing waits for them
// for ever.
func NewClient(ctx context.Context, r io.Reader, w io.Writer, patience time.Duration) (*Client, error) {
	return newClient(ctx, nil, r, w, patience)
}

func newClient(ctx context.Context, cmd *exec.Cmd, out io.Reader, in io.Writer, patience time.Duration) (*Client, error) {
	c := &Client{
		name: "the engine", patience: patience, cmd: cmd, ctx: ctx, in: in, out: out,
		commands: make(chan string, 16), lines: make(chan clientLine), killed: make(chan struct{}),
	}
	if cmd != nil {
		c.name = filepath.Base(cmd.Path)
	}
	if patience == 0 {
		c.patience = defaultPatience
	}
	begun := make(chan struct{})
	c.release = context.AfterFunc(ctx, func() {
		<-begun
		c.end(0)
	})
	close(begun)
	go c.listen()
	go c.talk()
	if err := c.introduce(); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// listen passes on what the engine says.
func (c *Client) listen() {
	defer close(c.lines)
	r := bufio.NewReader(c.out)
	for {
		in := readInput(r)
		if in.line != "" {
			select {
			case c.lines <- clientLine{in.line, c.turn.Load()}:
			case <-c.killed:
				return
			}
		}
		if in.err != nil && in.err != errTooLong {
			return
		}
	}
}

// quit is the last command.
const quit = "quit\n"

// talk passes on what the engine is told.
func (c *Client) talk() {
	for {
		select {
		case text := <-c.commands:
			if _, err := io.WriteString(c.in, text); err != nil {
				return // that the engine has ended shows elsewhere
			}
			if text == quit {
				hangUp(c.in)
				return
			}
		case <-c.killed:
			return
		}
	}
}

// introduce makes the acquaintance of the engine.
func (c *Client) introduce() error {
	err := c.converse(context.Background(), "uci", false, func(text string) bool {
		if name, ok := strings.CutPrefix(text, "id name "); ok {
			c.name = shorten(strings.TrimSpace(name), maxExcerpt)
		} else if author, ok := strings.CutPrefix(text, "id author "); ok {
			c.author = shorten(strings.TrimSpace(author), maxExcerpt)
		} else if o, ok := parseOption(text); ok && len(c.options) < maxOptions && c.option(o.Name) == nil {
			c.options = append(c.options, o)
		}
		return text != "uciok"
	})
	if err != nil {
		return err
	}
	return c.ready()
}

// ready waits until the engine has done what it was told.
func (c *Client) ready() error {
	return c.converse(context.Background(), "isready", false, func(text string) bool { return text != "readyok" })
}

// Name returns what the engine calls itself.
func (c *Client) Name() string { return c.name }

// Author returns who the engine says has written it.
func (c *Client) Author() string { return c.author }

// Command sends the engine a command that has no place in a Searcher, such as
// Stockfish's "eval" or "go perft 5", and passes each line that it says to hear,
// until hear returns false; if hear is nil no answer is expected. It fails when
// the engine has been silent for longer than its patience, or ctx is done; then
// the engine cannot be used any more.
func (c *Client) Command(ctx context.Context, command string, hear func(text string) bool) error {
	switch {
	case strings.ContainsAny(command, "\r\n"):
		return fmt.Errorf("%q is more than one command", shorten(command, maxExcerpt))
	case hear == nil:
		return c.send(ctx, command)
	}
	return c.converse(ctx, command, true, hear)
}

// converse sends a command and passes each line that the engine says to hear,
// until that returns false. The engine may take as long as its patience for all
// of it or, if patient, for each line.
func (c *Client) converse(ctx context.Context, command string, patient bool, hear func(text string) bool) error {
	c.turn.Add(1)
	if err := c.send(ctx, command); err != nil {
		return err
	}
	late := time.NewTimer(c.patience)
	defer late.Stop()
	for {
		select {
		case l, ok := <-c.lines:
			switch {
			case !ok:
				return c.gone(command)
			case l.turn != c.turn.Load():
			case !hear(l.text):
				return nil
			case patient:
				late.Reset(c.patience)
			}
		case <-late.C:
			return c.late(command)
		case <-c.killed:
			return c.gone(command)
		case <-ctx.Done():
			return c.fail(ctx.Err())
		}
	}
}

// send sends a line. It does not wait until the engine has read it, which may
// want to say something first, unless the engine has not read many before.
func (c *Client) send(ctx context.Context, text string) error {
	switch {
	case c.err != nil:
		return c.err
	case ctx.Err() != nil:
		return c.fail(ctx.Err())
	}
	late := time.NewTimer(c.patience)
	defer late.Stop()
	select {
	case c.commands <- text + "\n":
		return nil
	case <-late.C:
		return c.late(text)
	case <-c.killed:
		return c.gone(text)
	case <-ctx.Done():
		return c.fail(ctx.Err())
	}
}

// late is the end of an engine that did not answer in time.
func (c *Client) late(command string) error {
	return c.fail(fmt.Errorf("%s did not answer %q within %v", c.name, shorten(command, maxExcerpt), c.patience))
}

// gone is the end of an engine that has ended.
func (c *Client) gone(command string) error {
	c.end(farewell)
	state := "the connection is closed"
	if c.cmd != nil {
		state = c.cmd.ProcessState.String()
	}
	return c.fail(fmt.Errorf("%s has ended (%s) instead of answering %q", c.name, state, shorten(command, maxExcerpt)))
}

// fail ends the engine and returns why.
func (c *Client) fail(err error) error {
	c.end(0)
	switch {
	case c.closed.Load():
		err = fmt.Errorf("%s: %w", c.name, os.ErrClosed)
	case c.ctx.Err() != nil:
		err = fmt.Errorf("%s: %w", c.name, context.Cause(c.ctx))
	}
	c.err = err
	return err
}

// Close ends the engine: it is told to quit, and a second later killed if it is
// still there. A search that is going on fails. Close may be called more than
// once, and from any goroutine; it always returns nil.
func (c *Client) Close() error {
	c.closed.Store(true)
	c.end(farewell)
	return nil
}

// end ends the engine, by force after the time given, and waits until nothing is
// left of it.
func (c *Client) end(grace time.Duration) {
	c.ending.Do(func() {
		c.release()
		if grace == 0 {
			c.kill()
		} else {
			force := time.AfterFunc(grace, c.kill)
			defer force.Stop()
			select {
			case c.commands <- quit:
			case <-c.killed:
			}
		}
		for open := true; open; {
			select {
			case _, open = <-c.lines:
			case <-c.killed:
				open = false
			}
		}
		if c.cmd != nil {
			c.cmd.Wait()
		}
		c.kill()
	})
}

// kill ends the engine at once, with whatever waits for it.
func (c *Client) kill() {
	c.killing.Do(func() {
		close(c.killed)
		if c.cmd != nil {
			killGroup(c.cmd)
		}
		hangUp(c.in)
		hangUp(c.out)
	})
}

// hangUp closes an end of a connection if it can be closed.
func hangUp(end any) {
	if c, ok := end.(io.Closer); ok {
		c.Close()
	}
}

// Options implements Configurable: the options that the engine has told of.
func (c *Client) Options() []Option { return slices.Clone(c.options) }

// option returns the option with a name, in any case, or nil.
func (c *Client) option(name string) *Option {
	i := slices.IndexFunc(c.options, func(o Option) bool { return strings.EqualFold(o.Name, name) })
	if i < 0 {
		return nil
	}
	return &c.options[i]
}

// SetOption implements Configurable. It waits until the engine is ready again.
func (c *Client) SetOption(name, value string) error {
	o := c.option(name)
	if o == nil {
		return fmt.Errorf("%s has no option %q", c.name, shorten(name, maxExcerpt))
	}
	if err := c.set(o, value); err != nil {
		return err
	}
	return c.ready()
}

// set sets an option without waiting.
func (c *Client) set(o *Option, value string) error {
	if strings.ContainsAny(value, "\r\n") {
		return fmt.Errorf("option %s is one line, not %q", o.Name, shorten(value, maxExcerpt))
	}
	value, err := o.accept(value)
	if err != nil {
		return err
	}
	if o.Kind == ButtonOption {
		return c.send(context.Background(), "setoption name "+o.Name)
	}
	o.Value = value
	if value == "" {
		value = "<empty>"
	}
	return c.send(context.Background(), "setoption name "+o.Name+" value "+value)
}

// parseOption reads what an engine says about an option, such as "option name
// Hash type spin default 16 min 1 max 1024".
func parseOption(text string) (o Option, ok bool) {
	words := strings.Fields(text)
	if len(words) == 0 || words[0] != "option" {
		return o, false
	}
	kinds := map[string]OptionKind{
		"check": CheckOption, "spin": SpinOption, "combo": ComboOption, "button": ButtonOption, "string": StringOption,
	}
	known := false
	for words = words[1:]; len(words) > 0; {
		// A value is all up to the next keyword; that of a string may be anything.
		end := 1
		for end < len(words) && (o.Kind == StringOption && known && words[0] == "default" || !slices.Contains(optionWords, words[end])) {
			end++
		}
		value := strings.Join(words[1:end], " ")
		switch words[0] {
		case "name":
			o.Name = value
		case "type":
			o.Kind, known = kinds[value]
		case "default":
			if value != "<empty>" {
				o.Value = value
			}
		case "min":
			o.Min, _ = strconv.Atoi(value)
		case "max":
			o.Max, _ = strconv.Atoi(value)
		case "var":
			o.Choices = append(o.Choices, value)
		}
		words = words[end:]
	}
	return o, known && o.Name != ""
}

var optionWords = []string{"name", "type", "default", "min", "max", "var"}

// Forget implements Forgetter: the engine is told that another game begins.
func (c *Client) Forget() {
	if c.send(context.Background(), "ucinewgame") == nil {
		c.ready() // an error comes again with the next search
	}
}
