// Package chesstest has what tests of the package and those of internal/suite share. It does not
// import the package, whose own tests could not use it then.
package chesstest

import (
	"context"
	"errors"
	"io"
	"sync"
	"testing"
	"testing/synctest"
)

// Runner is the loop of a protocol.
type Runner interface {
	Run(ctx context.Context, r io.Reader, w io.Writer) error
}

// A Session is a call of Run to which a test sends commands, in a bubble of
// synctest: nothing depends on speed, and a goroutine left behind is a failure.
type Session struct {
	In   *io.PipeWriter
	Err  error         // what Run returned, after Done
	Done chan struct{} // closed when Run has returned

	lock sync.Mutex
	out  []byte // not received yet
}

// NewSession starts e.
func NewSession(t *testing.T, e Runner) *Session {
	r, w := io.Pipe()
	s := &Session{In: w, Done: make(chan struct{})}
	go func() {
		s.Err = e.Run(t.Context(), r, s)
		r.CloseWithError(errors.New("the loop has ended")) // as the pipe of a process would
		close(s.Done)
	}()
	return s
}

// Send sends text and returns the output until all goroutines wait.
func (s *Session) Send(text string) string {
	io.WriteString(s.In, text)
	return s.Receive()
}

// Receive returns the output since the last call.
func (s *Session) Receive() string {
	synctest.Wait()
	s.lock.Lock()
	defer s.lock.Unlock()
	out := string(s.out)
	s.out = nil
	return out
}

// Write receives the engine's output.
func (s *Session) Write(b []byte) (int, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.out = append(s.out, b...)
	return len(b), nil
}

// End closes the input and returns the output after that.
func (s *Session) End() string {
	s.In.Close()
	<-s.Done
	return s.Receive()
}
