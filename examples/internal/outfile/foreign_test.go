package outfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestForeign(t *testing.T) {
	folder := t.TempDir()
	own := Begins("<svg ", "<?xml ")
	for text, foreign := range map[string]bool{"": false, "<svg >": false, "<?xml version": false, "<sv": true, "[Event \"x\"]": true, " <svg ": true} {
		path := filepath.Join(folder, "x.svg")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		err := Foreign(path, "SVG", own)
		if (err != nil) != foreign || foreign && !strings.Contains(err.Error(), "x.svg is no SVG") {
			t.Errorf("%q: %v", text, err)
		}
	}
	// No regular file: Replace says what is wrong with it, or it is a device.
	for _, path := range []string{filepath.Join(folder, "none"), folder, os.DevNull} {
		if err := Foreign(path, "SVG", own); err != nil {
			t.Error(err)
		}
	}
}
