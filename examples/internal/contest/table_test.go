package contest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// TestWriteTable checks ratings with a bounded interval, with one bound, and
// without any.
func TestWriteTable(t *testing.T) {
	won, lost, drawn := chess.Outcome{Decided: true, Winner: chess.White}, chess.Outcome{Decided: true, Winner: chess.Black}, chess.DrawBy(chess.Unspecified)
	for _, test := range []struct {
		games []chess.Outcome
		want  string
	}{
		{[]chess.Outcome{drawn, drawn}, `
         Elo     95 %  games  points  +  =  -    1    2
  1  a  +0.0  ± 636.4      2     1.0  0  2  0    ×  1.0
  2  b  +0.0  ± 636.4      2     1.0  0  2  0  1.0    ×
`},
		{[]chess.Outcome{won, lost, lost, drawn}, `
             Elo  95 %  games  points  +  =  -    1    2
  1  a  > -371.7            4     2.5  2  1  1    ×  2.5
  2  b   < 371.7            4     1.5  1  1  2  1.5    ×
`},
		{[]chess.Outcome{won}, `
            Elo  95 %  games  points  +  =  -    1    2
  1  a  unknown            1     1.0  1  0  0    ×  1.0
  2  b  unknown            1     0.0  0  0  1  0.0    ×
`},
	} {
		table := chess.NewCrossTable(2)
		for i, o := range test.games {
			table.Add(&chess.MatchGame{Round: i/2 + 1, Second: i%2 == 1, Players: [2]int{i % 2, 1 - i%2}, Outcome: o})
		}
		var got strings.Builder
		if err := WriteTable(&got, []string{"a", "b"}, table, Order(table), []chess.Estimate{table.Total(0).Estimate(), table.Total(1).Estimate()}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, "\n"+got.String()); diff != "" {
			t.Errorf("%d games (-want +got):\n%s", len(test.games), diff)
		}
	}
}
