package chess

import (
	"errors"
	"testing"
	"time"
)

func TestTimeControl(t *testing.T) {
	const s = time.Second
	for text, want := range map[string]TimeControl{
		"-":          {},
		"60":         {0, 60 * s, 0},
		"1+0.01":     {0, s, s / 100},
		"2.053+0.01": {0, 2053 * time.Millisecond, s / 100},
		"40/60":      {40, 60 * s, 0},
		"40/60+0.6":  {40, 60 * s, 600 * time.Millisecond},
		"0.5":        {0, s / 2, 0},
		"1/0.1":      {1, s / 10, 0},
	} {
		got, err := ParseTimeControl(text)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
		if got.String() != text {
			t.Errorf("%s is written as %v", text, got)
		}
	}
	if tc, err := ParseTimeControl("40/5:00+0:03"); err != nil || tc.String() != "40/300+3" {
		t.Errorf("%v, %v", tc, err)
	}
	for _, text := range []string{"", "0", "x", "-1", "+1", "1+", "1+x", "1+-1", "0/60", "-1/60", "99999/60", "60/", "1h", "1h2", "1e3",
		"1:", ":1", "1:1:1", "9999999999", "NaN", "Inf", "1..2", " 1", "*60"} {
		if tc, err := ParseTimeControl(text); !errors.Is(err, ErrSyntax) {
			t.Errorf("%q: %+v, %v", text, tc, err)
		}
	}
}

func FuzzParseTimeControl(f *testing.F) {
	f.Add("40/60+0.6")
	f.Add("5:00+3")
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
