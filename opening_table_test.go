package chess

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOpeningNames compares the names of the table with those of lichess, whose folder
// CHESS_OPENINGS tells: along the moves of each of its lines, the last position that
// the table names.
func TestOpeningNames(t *testing.T) {
	folder := os.Getenv("CHESS_OPENINGS")
	if folder == "" {
		t.Skip("CHESS_OPENINGS is not set: the folder of lichess's names of openings")
	}
	var lines, families, codes, exact int
	for _, volume := range []string{"a", "b", "c", "d", "e"} {
		f, err := os.Open(filepath.Join(folder, volume+".tsv"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		theirs, err := ReadOpeningTable(bufio.NewReader(f))
		if err != nil {
			t.Fatal(err)
		}
		for want := range theirs.All() {
			g := NewGame(StartPosition())
			for word := range strings.FieldsSeq(want.Moves) {
				if !strings.HasSuffix(word, ".") {
					if err := g.PlaySAN(word); err != nil {
						t.Fatal(err)
					}
				}
			}
			got := g.Opening()
			var wrong []string
			lines++
			if got.Family() == want.Family() {
				families++
			} else {
				wrong = append(wrong, "family")
			}
			if got.ECO == want.ECO {
				codes++
			} else {
				wrong = append(wrong, "code")
			}
			if got.Name == want.Name {
				exact++
			}
			if wrong != nil {
				fmt.Printf("%s: %v, lichess %v: %s\n", strings.Join(wrong, " "), got, want, want.Moves)
			}
		}
	}
	percent := func(n int) float64 { return 100 * float64(n) / float64(lines) }
	t.Logf("of %d lines, %.1f %% have the same family, %.1f %% the same code, %.1f %% the same name", lines, percent(families), percent(codes), percent(exact))
}
