package player

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

func TestDescribe(t *testing.T) {
	for spec, want := range map[string]*Description{
		"":       {},
		"random": {Player: "random"},
		" uci:toga2 -x , name=Toga, Hash=16,Skill Level=a=b": {
			Player: "uci:toga2 -x", Name: "Toga", Settings: []Setting{{"Hash", "16"}, {"Skill Level", "a=b"}},
		},
		"minimax,depth=3,nodes=7,time=1s,tc=60+1,depth=4": {
			Player: "minimax", TimeControl: chess.TimeControl{Time: time.Minute, Increment: time.Second},
			Limits: chess.Limits{Depth: 4, Nodes: 7, Time: time.Second},
		},
		"random,x": nil, "random,depth=x": nil, "random,nodes=-1": nil, "random,time=1": nil, "random,tc=": nil,
	} {
		got, err := Describe(spec)
		if want != nil {
			want.Text = spec
		}
		if diff := cmp.Diff(want, got); diff != "" || (err == nil) != (want != nil) {
			t.Errorf("%q: %v (-want +got):\n%s", spec, err, diff)
		}
	}
}

func TestDescribeErrors(t *testing.T) {
	for spec, want := range map[string]string{
		"random,":         `"" is not name=value`,
		"random,depth=":   "depth=: invalid syntax",
		"random,depth=x":  "depth=x: invalid syntax",
		"random,nodes=-1": "nodes=-1: it is negative",
		"random,time=1":   `time=1: time: missing unit in duration "1"`,
		"random,tc=":      `tc=: time control "": malformed: not a time in seconds, or minutes and seconds`,
	} {
		if _, err := Describe(spec); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", spec, err, want)
		}
	}
}
