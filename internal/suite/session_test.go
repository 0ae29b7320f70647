package suite_test

import (
	"context"
	"errors"
	"io"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/seed-0971039b/chess"
)

// A searcherFunc is the Search method of a Searcher.
type searcherFunc func(context.Context, *chess.Game, chess.Limits) (chess.Result, error)

// Search implements chess.Searcher.
func (f searcherFunc) Search(ctx context.Context, g *chess.Game, l chess.Limits) (chess.Result, error) {
	return f(ctx, g, l)
}

// firstMove plays the first legal move at once.
var firstMove = searcherFunc(func(_ context.Context, g *chess.Game, _ chess.Limits) (chess.Result, error) {
	if g.Outcome() != (chess.Outcome{}) {
		return chess.Result{}, chess.ErrGameOver
	}
	p := g.Position()
	moves := p.AppendMoves(nil)
	return chess.Result{Move: moves[0], PV: moves[:1:1], Bound: chess.Exact, Depth: 1, Nodes: 1}, nil
})

// runner is the loop of a protocol.
type runner interface {
	Run(ctx context.Context, r io.Reader, w io.Writer) error
}

// A testSession is a call of Run to which a test sends commands, in a bubble of
// synctest: nothing depends on speed, and a goroutine left behind is a failure.
type testSession struct {
	in   *io.PipeWriter
	lock sync.Mutex
	out  []byte // not received yet
	err  error
	done chan struct{}
}

// newTestSession starts e.
func newTestSession(t *testing.T, e runner) *testSession {
	r, w := io.Pipe()
	c := &testSession{in: w, done: make(chan struct{})}
	go func() {
		c.err = e.Run(t.Context(), r, c)
		r.CloseWithError(errors.New("the loop has ended")) // as the pipe of a process would
		close(c.done)
	}()
	return c
}

// send sends text and returns the output until all goroutines wait.
func (c *testSession) send(text string) string {
	io.WriteString(c.in, text)
	return c.receive()
}

// receive returns the output since the last call.
func (c *testSession) receive() string {
	synctest.Wait()
	c.lock.Lock()
	defer c.lock.Unlock()
	s := string(c.out)
	c.out = nil
	return s
}

// Write receives the engine's output.
func (c *testSession) Write(b []byte) (int, error) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.out = append(c.out, b...)
	return len(b), nil
}

// end closes the input and returns the output after that.
func (c *testSession) end() string {
	c.in.Close()
	<-c.done
	return c.receive()
}
