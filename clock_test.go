package chess

import (
	"errors"
	"fmt"
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
		clock := newPlayerClock(tc)
		total := tc.Time
		var got []string
		for made := 1; made <= 8; made++ {
			_, left := tc.Stage(made)
			got = append(got, fmt.Sprintf("%g/%d", tc.Added(made).Seconds(), left))
			total += tc.Added(made)
			if clock.stop(0); clock.left != total {
				t.Errorf("%s: %v after %d moves, want %v", text, clock.left, made, total)
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
