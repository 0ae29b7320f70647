package experiments

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestChapterWrite(t *testing.T) {
	r := &run{name: "depth", options: options{folder: t.TempDir()}, conditions: []string{"seed 1", "depth 2"}}
	c := &chapter{title: "Title", question: "Why\n\t\tnot?", results: section{
		tables:   []table{{caption: "A table.", head: []string{"name", "n"}, rows: [][]string{{"a", "1"}, {"×", "1,000"}}}},
		findings: []string{"It is so."}, pictures: []picture{{"x", "dots", "<svg/>"}},
	}}
	var b bytes.Buffer
	if err := c.write(&b, r); err != nil {
		t.Fatal(err)
	}
	want := `
## Title

Why not?

Conditions: seed 1; depth 2.

A table.

| name | n |
|---|--:|
| a | 1 |
| × | 1,000 |

- It is so.

![dots](experiments-depth-x.svg)
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if text, err := os.ReadFile(filepath.Join(r.folder, "experiments-depth-x.svg")); err != nil || string(text) != "<svg/>" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestNumbers(t *testing.T) {
	for x, want := range map[float64]string{0.00123: "0.00123", -0.5: "-0.5", 999.9: "1,000", -1200: "-1,200", 1.234: "1.23", 12.34: "12.3", 123.4: "123", 1234: "1,234"} {
		if got := significant(x); got != want {
			t.Errorf("%g: %s, want %s", x, got, want)
		}
	}
}
