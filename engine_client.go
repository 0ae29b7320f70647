package chess

import (
	"bufio"
	"cmp"
	"context"
	"errors"
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

	"github.com/seed-0971039b/chess/internal/process"
)

// Client is a Searcher that runs any engine that speaks the Universal Chess Interface (UCI). Its Options
// are the engine's; it sets UCI_Chess960, UCI_Variant, MultiPV and Ponder itself. In a search by the clock
// the engine manages the time. It is for one goroutine at a time, except for Close.
//
// An engine that does not know UCI may speak the protocol of XBoard, version 2, which has one line, no pondering
// for a Client, and no limits of nodes, mates or moves. It is asked for that when it refuses the word "uci",
// as in "Illegal move: uci", or has said nothing of UCI when the patience is over.
//
// The Client waits for an answer no longer than its patience. If an engine does not answer or has exited,
// its processes are killed, and that call and all later ones return the same error, which matches
// ErrEngineEnded if it exited by itself. After an illegal move (ErrIllegal) the engine can still be used.
type Client struct {
	name, author string
	options      []Option
	xboard       *xboardEngine // nil if the engine speaks UCI

	patience time.Duration
	cmd      *exec.Cmd // nil if the engine is not a process that the Client has started
	ctx      context.Context
	detach   func() bool // stops ctx from ending the engine
	in       io.Writer
	out      io.Reader
	commands chan string
	lines    chan clientLine // closed at the end of out
	turn     atomic.Int64    // the number of commands sent that have an answer
	err      error           // of all calls from now on
	closed   atomic.Bool
	killed   chan struct{} // closed when the engine has been killed or has exited
	killOnce sync.Once
	endOnce  sync.Once
}

// String returns the name, and the author if the engine has told it.
func (c *Client) String() string {
	if c.author == "" {
		return c.name
	}
	return c.name + " by " + c.author
}

// A clientLine is a line from the engine, with Client.turn when it was read. Lines of earlier turns
// are late and ignored.
type clientLine struct {
	text string
	turn int64
}

// defaultPatience is enough to load a network, or to clear a table of some gigabytes.
const defaultPatience = 10 * time.Second

// quitTimeout is how long an engine may take to exit after "quit".
const quitTimeout = time.Second

// StartClient starts an engine and waits until it is ready. The fields of cmd may be set, except Stdin and
// Stdout. patience is how long an answer that is due at once may take, such as the move after "stop"; 0 is
// ten seconds. The engine runs until Close, or until ctx is done, in a process group of its own where there
// are any, so that its children are killed with it.
func StartClient(ctx context.Context, cmd *exec.Cmd, patience time.Duration) (*Client, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	process.OwnGroup(cmd)
	if cmd.WaitDelay == 0 {
		cmd.WaitDelay = quitTimeout // if other processes hold its standard error open
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return newClient(ctx, cmd, out, in, patience)
}

// NewClient is like StartClient for an engine at the other end of a connection: it answers on r and gets
// commands on w. Both are closed at the end if they are io.Closers; otherwise goroutines may remain that
// wait for them.
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
	detachSet := make(chan struct{})
	c.detach = context.AfterFunc(ctx, func() {
		<-detachSet
		c.end(0)
	})
	close(detachSet)
	go c.readLoop()
	go c.writeLoop()
	if err := c.handshake(); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// readLoop reads the lines from the engine.
func (c *Client) readLoop() {
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

// quitCommand is the last command.
const quitCommand = "quit\n"

// writeLoop writes commands to the engine.
func (c *Client) writeLoop() {
	for {
		select {
		case text := <-c.commands:
			if _, err := io.WriteString(c.in, text); err != nil {
				return // whoever waits for an answer will find that the engine has exited
			}
			if text == quitCommand {
				closeIfCloser(c.in)
				return
			}
		case <-c.killed:
			return
		}
	}
}

// handshake sends "uci", reads the name, the author and the options of the engine, and waits until it is ready.
func (c *Client) handshake() error {
	known, refused := false, false
	err := c.ask(context.Background(), "uci", false, func(text string) bool {
		if name, ok := strings.CutPrefix(text, "id name "); ok {
			c.name, known = shorten(strings.TrimSpace(name), maxExcerpt), true
		} else if author, ok := strings.CutPrefix(text, "id author "); ok {
			c.author, known = shorten(strings.TrimSpace(author), maxExcerpt), true
		} else if o, ok := parseOption(text); ok {
			if known = true; len(c.options) < maxOptions && c.option(o.Name) == nil {
				c.options = append(c.options, o)
			}
		}
		refused = !known && refusal(text) == "uci"
		return text != "uciok" && !refused
	})
	switch {
	case refused:
		err = c.handshakeXBoard("protover 2")
	case err == errSilent && !known: // not before: an engine of both protocols would change to XBoard's
		err = c.handshakeXBoard("uci")
	case err == errSilent:
		err = c.failTimeout("uci")
	}
	if err != nil {
		return err
	}
	return c.ready()
}

// handshakeXBoard sends "protover 2", and reads the name and the options of the engine. An engine that says nothing
// has not answered the command asked.
func (c *Client) handshakeXBoard(asked string) error {
	x := &xboardEngine{features: map[string]string{}}
	until := func(enough func() bool) func(string) bool {
		return func(text string) bool {
			if features, ok := strings.CutPrefix(text, "feature "); ok {
				x.readFeatures(features)
			}
			return !enough()
		}
	}
	err := c.send(context.Background(), "xboard")
	if err == nil {
		err = c.ask(context.Background(), "protover 2", false, until(func() bool { return len(x.features) > 0 }))
	}
	if err == nil && x.features["done"] == "" {
		const most = 2 * time.Second // the protocol's time for an engine that does not tell the end
		err = c.listen(context.Background(), "protover 2", min(most, c.patience), false, until(func() bool { return x.features["done"] != "" }))
		if err == errSilent {
			err = nil
		}
	}
	if err == nil && x.features["done"] == "0" { // it needs more time
		err = c.listen(context.Background(), "protover 2", c.patience, false, until(func() bool { return x.features["done"] != "0" }))
	}
	switch {
	case err == errSilent:
		return c.failTimeout(asked)
	case err != nil:
		return err
	}
	c.xboard, c.options, c.name = x, x.options, cmp.Or(shorten(x.features["myname"], maxExcerpt), c.name)
	return c.send(context.Background(), strings.Join(x.accepted, "\n")) // not before: it may have to write all before it reads on
}

// ready waits until the engine has obeyed all commands.
func (c *Client) ready() error {
	if c.xboard != nil {
		_, err := c.ping(c.xboard)
		return err
	}
	return c.roundTrip(context.Background(), "isready", false, func(text string) bool { return text != "readyok" })
}

// ping waits until an engine of XBoard has obeyed all commands, if it knows "ping". It returns the line by which the
// engine refuses the game, or "".
func (c *Client) ping(x *xboardEngine) (refused string, err error) {
	if x.features["ping"] != "1" {
		return "", c.err
	}
	x.pings++
	pong := fmt.Sprint("pong ", x.pings)
	err = c.roundTrip(context.Background(), fmt.Sprint("ping ", x.pings), false, func(text string) bool {
		if refusesGame(text) {
			refused = text
		}
		return text != pong
	})
	return refused, err
}

// Name returns the engine's name.
func (c *Client) Name() string { return c.name }

// Author returns the engine's author.
func (c *Client) Author() string { return c.author }

// Command sends the engine a command that no method sends, such as "go perft 5", and passes each line of the
// answer to handle until that returns false; nil expects no answer. If the engine sends nothing for longer
// than its patience, or ctx is done, it fails, and the engine cannot be used any more.
func (c *Client) Command(ctx context.Context, command string, handle func(text string) bool) error {
	switch {
	case strings.ContainsAny(command, "\r\n"):
		return fmt.Errorf("chess: %q is more than one command", shorten(command, maxExcerpt))
	case handle == nil:
		return c.send(ctx, command)
	}
	return c.roundTrip(ctx, command, true, handle)
}

// roundTrip sends a command and passes each line of the answer to handle until
// handle returns false. The engine may take as long as its patience for the whole
// answer or, if perLine, for each line.
func (c *Client) roundTrip(ctx context.Context, command string, perLine bool, handle func(text string) bool) error {
	err := c.ask(ctx, command, perLine, handle)
	if err == errSilent {
		return c.failTimeout(command)
	}
	return err
}

// errSilent is not for callers.
var errSilent = errors.New("chess: the engine did not answer")

// ask is a roundTrip that leaves an engine alone that has not answered: the error is errSilent.
func (c *Client) ask(ctx context.Context, command string, perLine bool, handle func(text string) bool) error {
	c.turn.Add(1)
	if err := c.send(ctx, command); err != nil {
		return err
	}
	return c.listen(ctx, command, c.patience, perLine, handle)
}

// listen is ask, for another time, of a command that has been sent.
func (c *Client) listen(ctx context.Context, command string, wait time.Duration, perLine bool, handle func(text string) bool) error {
	timeout := time.NewTimer(wait)
	defer timeout.Stop()
	for {
		select {
		case l, ok := <-c.lines:
			switch {
			case !ok:
				return c.failExited(command)
			case l.turn != c.turn.Load():
			case !handle(l.text):
				return nil
			case perLine:
				timeout.Reset(wait)
			}
		case <-timeout.C:
			return errSilent
		case <-c.killed:
			return c.failExited(command)
		case <-ctx.Done():
			return c.fail(ctx.Err())
		}
	}
}

// send sends a line. It waits only if the engine has not read many lines before it: an engine may
// have to write an answer before it reads on.
func (c *Client) send(ctx context.Context, text string) error {
	switch {
	case c.ctx == nil:
		return errNoEngine
	case c.err != nil:
		return c.err
	case ctx.Err() != nil:
		return c.fail(ctx.Err())
	}
	timeout := time.NewTimer(c.patience)
	defer timeout.Stop()
	select {
	case c.commands <- text + "\n":
		return nil
	case <-timeout.C:
		return c.failTimeout(text)
	case <-c.killed:
		return c.failExited(text)
	case <-ctx.Done():
		return c.fail(ctx.Err())
	}
}

var errNoEngine = errors.New("chess: the Client has no engine: StartClient and NewClient make one")

// failTimeout ends an engine that has not answered in time.
func (c *Client) failTimeout(command string) error {
	return c.fail(fmt.Errorf("chess: %s did not answer %q within %v", c.name, shorten(command, maxExcerpt), c.patience))
}

// ErrEngineEnded is the error of a Client whose engine has crashed or closed the connection.
var ErrEngineEnded = errors.New("chess: the engine has ended")

// failExited cleans up after an engine that has exited.
func (c *Client) failExited(command string) error {
	c.end(quitTimeout)
	state := "the connection is closed"
	if c.cmd != nil {
		state = c.cmd.ProcessState.String()
	}
	text := fmt.Sprintf("chess: %s has ended (%s) instead of answering %q", c.name, state, shorten(command, maxExcerpt))
	return c.fail(&endedError{text})
}

// An endedError matches ErrEngineEnded.
type endedError struct{ text string }

func (e *endedError) Error() string { return e.text }
func (e *endedError) Unwrap() error { return ErrEngineEnded }

// fail ends the engine. It returns err, or that the Client was closed or its
// context is done, as the error of this and all later calls.
func (c *Client) fail(err error) error {
	c.end(0)
	switch {
	case c.closed.Load():
		err = fmt.Errorf("chess: %s: %w", c.name, os.ErrClosed)
	case c.ctx.Err() != nil:
		err = fmt.Errorf("chess: %s: %w", c.name, context.Cause(c.ctx))
	}
	c.err = err
	return err
}

// Close ends the engine: it sends "quit", and kills it after a second. A running search fails. Any goroutine
// may call Close, more than once. The error is nil.
func (c *Client) Close() error {
	c.closed.Store(true)
	c.end(quitTimeout)
	return nil
}

// end ends the engine, killing it after the given time, and waits until it has
// exited.
func (c *Client) end(grace time.Duration) {
	c.endOnce.Do(func() {
		if c.ctx == nil {
			return // the zero Client
		}
		c.detach()
		if grace == 0 {
			c.kill()
		} else {
			force := time.AfterFunc(grace, c.kill)
			defer force.Stop()
			select {
			case c.commands <- quitCommand:
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

// kill kills the engine and releases all goroutines that wait for it.
func (c *Client) kill() {
	c.killOnce.Do(func() {
		close(c.killed)
		if c.cmd != nil {
			process.KillGroup(c.cmd)
		}
		closeIfCloser(c.in)
		closeIfCloser(c.out)
	})
}

// closeIfCloser closes an end of a connection if it is an io.Closer.
func closeIfCloser(end any) {
	if c, ok := end.(io.Closer); ok {
		c.Close()
	}
}

// Options implements Configurable.
func (c *Client) Options() []Option { return slices.Clone(c.options) }

// option returns the option with a name, in upper or lower case, or nil.
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
		return fmt.Errorf("chess: %s has no option %q", c.name, shorten(name, maxExcerpt))
	}
	if err := c.set(o, value); err != nil {
		return err
	}
	return c.ready()
}

// set sets an option. It does not wait until the engine is ready.
func (c *Client) set(o *Option, value string) error {
	if strings.ContainsAny(value, "\r\n") {
		return fmt.Errorf("chess: option %s is one line, not %q", o.Name, shorten(value, maxExcerpt))
	}
	value, err := o.accept(value)
	if err != nil {
		return err
	}
	if o.Kind != buttonOption {
		o.Value = value
	}
	switch {
	case c.xboard != nil:
		return c.send(context.Background(), c.xboard.setCommand(o, value))
	case o.Kind == buttonOption:
		return c.send(context.Background(), "setoption name "+o.Name)
	}
	if value == "" {
		value = "<empty>"
	}
	return c.send(context.Background(), "setoption name "+o.Name+" value "+value)
}

// parseOption parses the line in which an engine lists an option, such as "option
// name Hash type spin default 16 min 1 max 1024".
func parseOption(text string) (o Option, ok bool) {
	words := strings.Fields(text)
	if len(words) == 0 || words[0] != "option" {
		return o, false
	}
	for words = words[1:]; len(words) > 0; {
		// A value ends before the next keyword, but the default of a string option
		// may contain keywords.
		end := 1
		for end < len(words) && (o.Kind == stringOption && words[0] == "default" || !slices.Contains(optionWords, words[end])) {
			end++
		}
		value := strings.Join(words[1:end], " ")
		switch words[0] {
		case "name":
			o.Name = value
		case "type":
			if o.Kind.UnmarshalText([]byte(value)) != nil {
				o.Kind = ""
			}
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
	return o, o.Kind != "" && o.Name != ""
}

// optionWords are the keywords of an option.
var optionWords = []string{"name", "type", "default", "min", "max", "var"}

// Forget implements Forgetter: it tells the engine that a new game begins.
func (c *Client) Forget() {
	if x := c.xboard; x != nil {
		x.start = "" // so that the next search begins with "new"
		if err := c.ready(); err == nil && x.features["ping"] != "1" {
			// Nothing tells when the engine has said all about the last game. Most do so at once.
			const most = 100 * time.Millisecond
			c.turn.Add(1)
			c.listen(context.Background(), "new", most, false, func(string) bool { return true })
		}
		return
	}
	if c.send(context.Background(), "ucinewgame") == nil {
		c.ready() // the next search returns its error
	}
}
