//go:build unix

package process_test

import (
	"io"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/seed-0971039b/chess/internal/process"
)

func TestKillGroup(t *testing.T) {
	path, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cmd := exec.Command(path, "-c", "sleep 1000 &") // the child outlives the program
	cmd.ExtraFiles = []*os.File{w}
	process.OwnGroup(cmd)
	err = cmd.Start()
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	process.KillGroup(cmd)
	// The child holds the pipe open until it exits.
	r.SetReadDeadline(time.Now().Add(time.Minute))
	if _, err := io.ReadAll(r); err != nil {
		t.Errorf("the child is still running: %v", err)
	}
}
