package worth

import (
	"strings"
	"testing"
)

func TestDraw(t *testing.T) {
	if got := draw(1, 5, []bool{false, false}); got != "==" {
		t.Errorf("without open rows: %s", got)
	}
	counts := map[byte]int{}
	for n := range 1000 {
		one := draw(1, n, []bool{false, true, false})
		if one[0] != '=' || one[2] != '=' {
			t.Fatalf("%s lacks a row that is not open", one)
		}
		counts[one[1]]++
	}
	if counts['='] > 0 || counts['1'] < 400 || counts['2'] < 400 {
		t.Errorf("signs of one row: %v", counts)
	}
	open := make([]bool, 40)
	for i := range open {
		open[i] = true
	}
	total := [3]int{}
	for n := range 1000 {
		signs := draw(1, n, open)
		for i := range total {
			total[i] += strings.Count(signs, "=12"[i:i+1])
		}
		if signs != draw(1, n, open) {
			t.Error("a second call returns other signs")
		}
	}
	if a, b := total[1], total[2]; a+b < 7500 || a+b > 8500 || a < b*9/10 || b < a*9/10 {
		t.Errorf("signs of forty rows: %v", total)
	}
	if draw(1, 1, open) == draw(2, 1, open) {
		t.Error("another seed gives the same signs")
	}
}

func TestPairText(t *testing.T) {
	for _, want := range []Pair{{"", 0}, {"=12", 4}, {"222", 3}} {
		text, err := want.MarshalText()
		var got Pair
		if err == nil {
			err = got.UnmarshalText(text)
		}
		if err != nil || got != want {
			t.Errorf("%+v was marshalled as %q and unmarshalled as %+v, %v", want, text, got, err)
		}
	}
	for _, text := range []string{"", "=", "= ", "= 5", "= /", "= 11", "3 1", "= = 1", "=1"} {
		if err := new(Pair).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("no error for %q", text)
		}
	}
}
