//go:build unix

package suite_test

import (
	"context"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/seed-0971039b/chess"
)

// The children of an engine are killed with it.
func TestClientChildren(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	path, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	// The shell waits for its child, and both ignore "quit".
	cmd := exec.Command(path, "-c", "read uci; echo uciok; read isready; echo readyok; sleep 1000 & wait")
	cmd.ExtraFiles = []*os.File{w}
	ctx, cancel := context.WithCancel(t.Context())
	c, err := chess.StartClient(ctx, cmd, time.Minute)
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	cancel() // at once; without it the Client would wait for a second
	c.Close()
	if cmd.ProcessState == nil {
		t.Error("the process has not ended")
	}
	// The child holds the pipe open until it exits.
	r.SetReadDeadline(time.Now().Add(time.Minute))
	if _, err := io.ReadAll(r); err != nil {
		t.Errorf("the child is still running: %v", err)
	}
}
