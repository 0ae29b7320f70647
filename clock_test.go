package chess

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestTimeControl(t *testing.T) {
	const s = time.Second
	for text, want := range map[string]TimeControl{
		"-":                    {},
		"60":                   {Time: 60 * s},
		"1+0.01":               {Time: s, Increment: s / 100},
		"2.053+0.01":           {Time: 2053 * time.Millisecond, Increment: s / 100},
		"40/60":                {Moves: 40, Time: 60 * s},
		"40/60+0.6":            {Moves: 40, Time: 60 * s, Increment: 600 * time.Millisecond},
		"0.5":                  {Time: s / 2},
		"1/0.1":                {Moves: 1, Time: s / 10},
		"*60":                  {Time: 60 * s, Hourglass: true},
		"300d5":                {Time: 300 * s, Delay: 5 * s},
		"40/60:030b0.5":        {Moves: 40, Time: 60 * s, Then: [3]TimeStage{{Time: 30 * s}}, Delay: s / 2, Bronstein: true},
		"40/9000:3600":         {Moves: 40, Time: 9000 * s, Then: [3]TimeStage{{Time: 3600 * s}}},
		"40/7200:20/3600:1800": {Moves: 40, Time: 7200 * s, Then: [3]TimeStage{{Moves: 20, Time: 3600 * s}, {Time: 1800 * s}}},
		"40/5400+30:1800+30":   {Moves: 40, Time: 5400 * s, Increment: 30 * s, Then: [3]TimeStage{{Time: 1800 * s, Increment: 30 * s}}},
		"1/60:2/60:3/60:4/60":  {Moves: 1, Time: 60 * s, Then: [3]TimeStage{{2, 60 * s, 0}, {3, 60 * s, 0}, {4, 60 * s, 0}}},
		"40/9000:030":          {Moves: 40, Time: 9000 * s, Then: [3]TimeStage{{Time: 30 * s}}},
	} {
		got, err := ParseTimeControl(text)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
		if got.String() != text {
			t.Errorf("%s is written as %v", text, got)
		}
	}
	for text, want := range map[string]string{"40/5:00+0:03": "40/300+3", "40/5:00:20/10:00:300+3": "40/300:20/600:300+3", "?": "-"} {
		if tc, err := ParseTimeControl(text); err != nil || tc.String() != want {
			t.Errorf("%s: %v, %v", text, tc, err)
		}
	}
	for _, text := range []string{"", "0", "x", "-1", "+1", "1+", "1+x", "1+-1", "0/60", "-1/60", "99999/60", "60/", "1h", "1h2", "1e3",
		"1:", ":1", "1:1:1", "9999999999", "NaN", "Inf", "1..2", " 1", "*", "**60", "*60+1", "*40/60", "*60:60",
		"60:600", "40/60:", ":40/60", "40/60:x", "40/60:0/60", "1/60:1/60:1/60:1/60:1/60", "??", "40/60:*60"} {
		if tc, err := ParseTimeControl(text); !errors.Is(err, ErrSyntax) {
			t.Errorf("%q: %+v, %v", text, tc, err)
		}
	}
}

func TestParseMinutes(t *testing.T) {
	for text, want := range map[string]string{
		"3+2": "180+2", "3|2": "180+2", "15 10": "900+10", "5": "300", "1/2+0": "30", "½+1": "30+1", "0.25+0": "15", "90 + 30": "5400+30",
		"1:30+1": "90+1",
	} {
		if tc, err := ParseMinutes(text); err != nil || tc.String() != want {
			t.Errorf("%s: %v, %v", text, tc, err)
		}
	}
	for _, text := range []string{"", "-", "x", "0", "0+0", "3+", "3+x", "+2", "-3+2", "3++2", "1e3", "NaN", "Inf", "99999999", "3+2+1"} {
		if tc, err := ParseMinutes(text); !errors.Is(err, ErrSyntax) {
			t.Errorf("%q: %v, %v", text, tc, err)
		}
	}
}

// The clock of a player, move by move, against a slow one.
func TestTimeStages(t *testing.T) {
	for text, want := range map[string]string{ // what is added after each of eight moves, and how many are left in the stage after it
		"60+1":        "1/0 1/0 1/0 1/0 1/0 1/0 1/0 1/0",
		"3/60":        "0/2 0/1 60/3 0/2 0/1 60/3 0/2 0/1",
		"3/60+1:030":  "1/2 1/1 31/0 0/0 0/0 0/0 0/0 0/0",
		"2/60:3/50+2": "0/1 50/3 2/2 2/1 52/3 2/2 2/1 52/3",
		"2/60:1/5:9":  "0/1 5/1 9/0 0/0 0/0 0/0 0/0 0/0",
	} {
		tc, err := ParseTimeControl(text)
		if err != nil {
			t.Fatal(err)
		}
		clock := GameClock{Control: [2]TimeControl{tc, tc}}
		total := tc.Time
		var got []string
		for made := 1; made <= 8; made++ {
			_, left := tc.stage(made)
			got = append(got, fmt.Sprintf("%g/%d", tc.added(made).Seconds(), left))
			total += tc.added(made)
			clock.Press(Black, time.Time{})
			if left := clock.Left(Black, time.Time{}); left != total {
				t.Errorf("%s: %v after %d moves, want %v", text, left, made, total)
			}
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func FuzzParseTimeControl(f *testing.F) {
	f.Add("40/60+0.6")
	f.Add("5:00+3")
	f.Add("40/9000:20/3600+2:030")
	f.Add("*60")
	f.Fuzz(func(t *testing.T, text string) {
		tc, err := ParseTimeControl(text)
		if err != nil {
			return
		}
		if err := tc.check(); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if again, err := ParseTimeControl(tc.String()); err != nil || again != tc {
			t.Errorf("%q is written as %v: %+v, %v", text, tc, again, err)
		}
	})
}

// at is a moment of a test, some seconds after its start.
func at(seconds float64) time.Time {
	return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(seconds * float64(time.Second)))
}

// What both sides have left after each of some moves, which took these seconds.
func TestGameClock(t *testing.T) {
	for _, tt := range []struct {
		white, black string
		took         []float64
		want         string
	}{
		{"60", "60", []float64{1, 2, 0.5}, "59/60 59/58 58.5/58"},
		{"60+2", "30", []float64{1, 2, 5, 7}, "61/30 61/28 58/28 58/21"},
		{"2/60", "2/60+1", []float64{9, 9, 9, 9, 9}, "51/60 51/52 102/52 102/104 93/104"},
		{"2/60:010", "2/60:010", []float64{9, 9, 9, 9, 9}, "51/60 51/51 52/51 52/52 43/52"},
		{"*60", "*60", []float64{5, 20}, "55/65 75/45"},
		{"60d5", "60b5", []float64{3, 3, 9, 9}, "60/60 60/60 56/60 56/56"},
		{"5", "5", []float64{5, 5.5}, "0/5 0/0!"},
		{"5+3", "5+3", []float64{5.25}, "0/5!"},
		{"5d2", "5b2", []float64{7, 5.25}, "0/5 0/0!"},
		{"-", "5", []float64{100, 1}, "0/5 0/4"},
		{"-", "-", []float64{100, 1}, "0/0 0/0"},
	} {
		var k GameClock
		for c, text := range []string{tt.white, tt.black} {
			k.Control[c], _ = ParseTimeControl(text)
		}
		k.Start(White, at(0))
		now := 0.0
		var got []string
		mover := White
		for _, took := range tt.took {
			flag, limited := k.Flag()
			now += took
			d, ok := k.Press(mover, at(now))
			if d.Seconds() != took && ok {
				t.Errorf("%s: a move of %g s took %v", tt.white, took, d)
			}
			if limited && ok == at(now).After(flag) {
				t.Errorf("%s: the flag falls at %v, and a move at %v is in time: %v", tt.white, flag, at(now), ok)
			}
			shown := fmt.Sprintf("%g/%g", k.Left(White, at(now)).Seconds(), k.Left(Black, at(now)).Seconds())
			if !ok {
				shown += "!"
			}
			got = append(got, shown)
			mover = mover.Other()
			if _, runs := k.Running(); runs != ok {
				t.Errorf("%s: in time: %v, and it runs: %v", tt.white, ok, runs)
			}
			if !ok {
				break
			}
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%s, %s: %s, want %s", tt.white, tt.black, got, tt.want)
		}
	}
}

// What a clock shows during a move that is interrupted, and after the move was taken back.
func TestGameClockRuns(t *testing.T) {
	five := TimeControl{Time: 5 * time.Second, Delay: 2 * time.Second}
	back := TimeControl{Time: 5 * time.Second, Delay: 2 * time.Second, Bronstein: true}
	k := GameClock{Control: [2]TimeControl{five, back}}
	check := func(when, white, black, used float64) {
		t.Helper()
		if w, b := k.Left(White, at(when)).Seconds(), k.Left(Black, at(when)).Seconds(); w != white || b != black {
			t.Errorf("at %g: %g and %g, want %g and %g", when, w, b, white, black)
		}
		if u := k.Used(White, at(when)).Seconds(); u != used {
			t.Errorf("at %g White has used %g, want %g", when, u, used)
		}
	}
	check(100, 5, 5, 0) // not started
	if c, ok := k.Running(); ok {
		t.Errorf("%v runs", c)
	}
	k.Start(White, at(0))
	check(1, 5, 5, 1)
	k.Stop(at(1))
	check(9, 5, 5, 1)
	k.Start(White, at(9))
	check(10, 5, 5, 2)
	check(11, 4, 5, 3) // the delay is not given twice
	before := k
	k.Press(White, at(11))
	if got := k.String(); got != "4s 5s" {
		t.Error(got)
	}
	check(12, 4, 4, 3)
	if c, ok := k.Running(); c != Black || !ok {
		t.Errorf("%v runs: %v", c, ok)
	}
	k.Press(Black, at(13))
	check(13, 4, 5, 3)
	k = before
	check(11, 4, 5, 3)
	k.Set(White, 3*time.Second, at(11))
	check(11, 3, 5, 3)
	want := Clock{Left: [2]time.Duration{3 * time.Second, 5 * time.Second}, Increment: [2]time.Duration{2 * time.Second, 2 * time.Second}}
	if diff := cmp.Diff(want, k.Clock(White, at(11))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	want.Left[White], want.Increment[White] = 4*time.Second, 2*time.Second
	for _, tt := range []struct{ at, left float64 }{{0, 4}, {1, 3}, {2, 2}, {3, 1}, {4, 0}, {9, 0}} { // of 2 s and a delay of 2 s
		searched := GameClock{Control: k.Control}
		searched.Set(White, 2*time.Second, at(0))
		searched.Start(White, at(0))
		want.Left[White] = time.Duration(tt.left * float64(time.Second))
		if diff := cmp.Diff(want, searched.Clock(White, at(tt.at))); diff != "" {
			t.Errorf("for a search after %g s (-want +got):\n%s", tt.at, diff)
		}
	}
	check(100, 0, 5, 92)
	k.Start(Black, at(12)) // White's move is taken back, not pressed
	check(13, 2, 4, 4)
	k.Start(Black, at(1)) // a clock of the system that was set back
	check(1, 2, 5, 4)

	three, _ := ParseTimeControl("2/60:030")
	k.SetControl(White, three)
	for range 3 {
		k.Press(White, at(13))
		k.Press(Black, at(13))
	}
	if left, used := k.Left(White, at(13)), k.Used(White, at(13)); left != 90*time.Second || used != 0 {
		t.Errorf("a new control, two moves of it and the next stage: %v left, %v used", left, used)
	}

	black, fifth := k, k // a Color that does not exist is one of the two
	for c, k := range map[Color]*GameClock{Black: &black, 5: &fifth} {
		k.Start(c, at(20))
		k.Set(c, time.Second, at(20))
		k.Press(c, at(20))
		k.SetControl(c, three)
	}
	if black != fifth || fifth.Left(5, at(20)) != black.Left(Black, at(20)) || fifth.Used(5, at(20)) != 0 || fifth.Clock(5, at(20)) != black.Clock(Black, at(20)) {
		t.Errorf("%+v, of Color(5) %+v", black, fifth)
	}

	unlimited := GameClock{Control: [2]TimeControl{{}, five}}
	unlimited.Start(White, at(0))
	if at, ok := unlimited.Flag(); ok {
		t.Errorf("no limit, and the flag falls at %v", at)
	}
	if got := unlimited.Clock(White, at(1)); got != (Clock{}) {
		t.Errorf("a search without a clock gets %+v", got)
	}
	if got := unlimited.Clock(Black, at(1)); got.Left[White] != got.Left[Black] || got.Left[Black] != 7*time.Second {
		t.Errorf("a search with a clock of its own gets %+v", got)
	}
}

// A clock from JSON shows what the one that was written does.
func TestGameClockJSON(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 0))
		controls := []string{"-", "60", "5:00+3", "2/60:030", "60d5", "60b5", "*60"}
		var k GameClock
		for c := range k.Control {
			k.Control[c], _ = ParseTimeControl(controls[r.IntN(len(controls))])
		}
		now := 0.0
		for range 12 {
			now += r.Float64() * 9
			switch r.IntN(4) {
			case 0:
				k.Start(Color(r.IntN(2)), at(now))
			case 1:
				k.Stop(at(now))
			default:
				k.Press(Color(r.IntN(2)), at(now))
			}
			text, err := json.Marshal(k)
			var again GameClock
			if err = errors.Join(err, json.Unmarshal(text, &again)); err != nil {
				t.Fatal(err)
			}
			show := func(k *GameClock) []any {
				c, runs := k.Running()
				flag, falls := k.Flag()
				return []any{k.Control, c, runs, flag, falls, k.Left(White, at(now+3)), k.Left(Black, at(now+3)), k.Used(White, at(now+3)), k.Used(Black, at(now+3)), k.Clock(White, at(now)), k.Clock(Black, at(now))}
			}
			if diff := cmp.Diff(show(&k), show(&again)); diff != "" {
				t.Fatalf("%s (-written +read):\n%s", text, diff)
			}
		}
	}
	for _, text := range []string{`{"control":["x","-"]}`, `{"left":["1"]}`, `{"turn":"green"}`, `[]`} {
		if err := json.Unmarshal([]byte(text), new(GameClock)); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}
