package main

import (
	"os/exec"
	"slices"
	"testing"
)

// TestBareKey checks that the library builds with the table of bare keys.
func TestBareKey(t *testing.T) {
	overlay, err := bareKeyOverlay(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", slices.Concat([]string{"build"}, overlay, []string{"github.com/seed-0971039b/chess"})...)
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
