package chess

import (
	"bytes"
	"fmt"
	"io"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// Parallel yields the same as All.
func TestPGNParallel(t *testing.T) {
	text := mixedPGN(t)
	for _, end := range []error{io.EOF, io.ErrClosedPipe} {
		for _, detail := range []PGNDetail{WholeGames, MainLines, TagsOnly} {
			in := func() *PGNReader {
				r := NewPGNReader(io.MultiReader(bytes.NewReader(text), iotest.ErrReader(end)))
				r.Detail = detail
				return r
			}
			want := readAll(in())
			for _, goroutines := range []int{-1, 1, 3} {
				var got []string
				for tree, err := range in().Parallel(goroutines) {
					got = append(got, gameLine(tree, err))
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("detail %d, %d goroutines: %s", detail, goroutines, diff)
				}
			}
		}
	}

	n := 0
	r := NewPGNReader(bytes.NewReader(text))
	for range r.Parallel(2) {
		if n++; n == 10 {
			break
		}
	}
	if _, err := r.Next(); n != 10 || err != io.EOF {
		t.Errorf("%d games, then %v, want 10 and io.EOF", n, err)
	}
}

func BenchmarkPGNParallel(b *testing.B) {
	text := benchmarkPGN()
	for goroutines := range 4 {
		b.Run(fmt.Sprint(goroutines), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				r := NewPGNReader(bytes.NewReader(text))
				games := r.All()
				if goroutines > 0 {
					games = r.Parallel(goroutines)
				}
				for _, err := range games {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
