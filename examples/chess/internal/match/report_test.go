package match

import (
	"io"
	"strings"
	"testing"
	"time"

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
		r := &report{players: []chess.Player{{Name: "a"}, {Name: "b"}}, table: table, times: make([][]time.Duration, 2)}
		var got strings.Builder
		writeTable(&got, r.rows([]chess.Estimate{table.Total(0).Estimate(), table.Total(1).Estimate()}, []int{0, 1}))
		if diff := cmp.Diff(test.want, "\n"+got.String()); diff != "" {
			t.Errorf("%d games (-want +got):\n%s", len(test.games), diff)
		}
	}
}

func TestBrief(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "0s", 13: "13ns", 1234: "1.2µs", 98765432: "99ms", 1500 * time.Millisecond: "1.5s"} {
		if got := brief(d); got != want {
			t.Errorf("%d: %s, want %s", d, got, want)
		}
	}
}

// TestPlotWithoutTimes checks that a player that failed before its first move has
// no time and is not in the plot.
func TestPlotWithoutTimes(t *testing.T) {
	r := newReport(&settings{match: chess.Match{Players: []chess.Player{{Name: "early"}, {Name: "late"}}, Pairs: 1}}, io.Discard)
	defer r.progress.Clear()
	r.add(&chess.MatchGame{Players: [2]int{0, 1}, Outcome: chess.WinBy(chess.White, chess.Abandonment), Tree: chess.NewGameTree(chess.StartPosition())})
	if svg, err := r.picture("svg"); err != nil || !strings.Contains(string(svg), "<svg") {
		t.Errorf("%v, %.20q", err, svg)
	}
	if r.ends["abandonment (late)"] != 1 {
		t.Errorf("the games ended by %v", r.ends)
	}
}
