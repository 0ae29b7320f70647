package chess

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// The patterns of mates that few puzzles have, in twenty positions each and in as many near
// misses: other mates, one piece away. The diagrams of docs/motifs.md show the first position
// of each pattern after the mate, with the squares of the motif.
func TestOwnMates(t *testing.T) {
	data, err := os.ReadFile("testdata/motifs_own.tsv")
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 4 {
			continue
		}
		kind, p := MotifKind(fields[0]), MustParseFEN(fields[2])
		m, err := p.ParseUCI(fields[3])
		if err != nil {
			t.Fatal(err)
		}
		motifs, err := Motifs(p, []Move{m}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := hasMotif(motifs, kind), fields[1] == "yes"; got != want || !hasMotif(motifs, motifMateIn1) {
			t.Errorf("%s: %v", line, motifs)
		}
		if counts[fields[0]]++; counts[fields[0]] > 1 {
			continue
		}
		d := Diagram{Position: p.After(m), LastMove: m, NoCoordinates: true, Caption: fields[0]}
		for _, motif := range motifs {
			for _, sq := range motif.Squares {
				if motif.Kind == kind {
					d.Highlights = append(d.Highlights, Highlight{Square: sq})
				}
			}
		}
		checkRecord(t, "docs/motifs-"+fields[0]+".svg", d.String())
	}
	if len(counts) != 10 {
		t.Errorf("%d patterns", len(counts))
	}
}

// hasMotif reports whether one of the motifs is of a kind.
func hasMotif(motifs []Motif, kind MotifKind) bool {
	return slices.ContainsFunc(motifs, func(m Motif) bool { return m.Kind == kind })
}
