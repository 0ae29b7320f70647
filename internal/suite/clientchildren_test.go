//go:build unix

package suite_test

import (
	"io"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/seed-0971039b/chess"
)

// The children of an engine are killed with it.
func TestClientChildren(t *testing.T) {
	t.Parallel()
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
	c, err := chess.StartClient(t.Context(), cmd, time.Minute)
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
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
