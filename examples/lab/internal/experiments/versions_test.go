package experiments

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// TestAlike checks which players are said to play the same.
func TestAlike(t *testing.T) {
	white, black := chess.White.String(), chess.Black.String()
	shared := &played{Games: [2]playedGame{{Winner: white}, {Winner: white}}} // one point each
	longer := &played{Games: [2]playedGame{{Winner: white, Plies: 1}, {Winner: white}}}
	won := &played{Games: [2]playedGame{{Winner: white}, {Winner: black}}} // by the first
	g := &games{
		players:  []chess.Player{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		meetings: [][2]int{{0, 1}, {0, 2}, {1, 2}},
	}
	for _, test := range []struct {
		name    string
		results [][]*played
		want    [][]string
	}{
		{"alike", [][]*played{{shared, shared}, {won, won}, {won, won}}, [][]string{{"a", "b"}}},
		{"games of other lengths between them", [][]*played{{shared, longer}, {won, won}, {won, won}}, nil},
		{"one wins between them", [][]*played{{shared, won}, {won, won}, {won, won}}, nil},
		{"another result against the third", [][]*played{{shared, shared}, {won, won}, {won, shared}}, nil},
		{"interrupted", [][]*played{{nil, nil}, {won, nil}, {nil, nil}}, nil},
	} {
		if diff := cmp.Diff(test.want, newStandings(g, test.results).alike()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}
