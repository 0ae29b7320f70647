package chess

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestDraft(t *testing.T) {
	r := openingReader{table: &OpeningTable{index: map[Key]int32{}, fewest: 32}}
	for _, v := range []string{"a", "b", "c", "d", "e"} {
		f, _ := os.Open("openings/" + v + ".tsv")
		s := bufio.NewScanner(f)
		n := 0
		for s.Scan() {
			n++
			r.line++
			text := s.Text()
			if text == "" || text[0] == '#' {
				continue
			}
			if err := r.read(text); err != nil {
				msg := err.Error()
				if i := strings.Index(msg, "names this position"); i > 0 {
					var l int
					fmt.Sscanf(msg[strings.LastIndex(msg, ": line ")+7:], "%d", &l)
					for i, x := range r.lines {
						if x == l {
							fmt.Printf("%s:%d: DUP of %v (%s)   | %s\n", v, n, r.table.openings[i], r.table.openings[i].Moves, text)
						}
					}
				} else {
					fmt.Printf("%s:%d: %v\n    %s\n", v, n, msg, text)
				}
			}
		}
	}
	seen := map[string]bool{}
	for _, o := range r.table.openings {
		seen[o.ECO] = true
	}
	var missing []string
	for c := 'A'; c <= 'E'; c++ {
		for i := range 100 {
			if code := fmt.Sprintf("%c%02d", c, i); !seen[code] {
				missing = append(missing, code)
			}
		}
	}
	fmt.Println(len(r.table.openings), "openings; missing", missing)
	if os.Getenv("NAMES") != "" {
		defer fmt.Println()
		theirs := map[string]bool{}
		for _, v := range []string{"a", "b", "c", "d", "e"} {
			f, _ := os.Open("/work/shared/data/opening-names/" + v + ".tsv")
			tt, _ := ReadOpeningTable(f)
			for o := range tt.All() {
				theirs[o.Name] = true
			}
		}
		for _, o := range r.table.openings {
			if !theirs[o.Name] && strings.HasPrefix(o.ECO, os.Getenv("NAMES")) {
				fmt.Println("NAME", o, "|", o.Moves)
			}
		}
	}
}
