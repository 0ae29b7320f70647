package experiments

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestChapterWrite(t *testing.T) {
	c := &chapter{
		title: "Title", question: "Why\n\t\tnot?", conditions: []string{"seed 1", "depth 2"},
		tables:   []table{{caption: "A table.", head: []string{"name", "n"}, rows: [][]string{{"a|b", "1"}, {"×", "1,000"}}}},
		findings: []string{"It is so."}, pictures: []picture{{alt: "dots", file: "x.svg"}},
	}
	for f, want := range map[format]string{
		plainText: `Title

Why not?

    go run . x

Conditions: seed 1; depth 2.

A table.

  name      n
  a|b       1
  ×     1,000

- It is so.

Picture: x.svg
`,
		markdown: `## Title

Why not?

    go run . x

Conditions: seed 1; depth 2.

A table.

| name | n |
|---|--:|
| a\|b | 1 |
| × | 1,000 |

- It is so.

![dots](x.svg)
`,
	} {
		var b strings.Builder
		if err := c.write(&b, f, "go run . x"); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, b.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", f, diff)
		}
	}
}

func TestNumbers(t *testing.T) {
	for x, want := range map[float64]string{0.00123: "0.001", 1.234: "1.23", 12.34: "12.3", 123.4: "123", 1234: "1,234"} {
		if got := significant(x); got != want {
			t.Errorf("%g: %s, want %s", x, got, want)
		}
	}
}
