package chess

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSearchOptions(t *testing.T) {
	a := newTestSearcher()
	var _ Configurable = a
	var _ Forgetter = a
	for _, o := range a.Options() {
		switch o.Kind {
		case CheckOption:
			if err := a.SetOption(o.Name, strconv.FormatBool(o.Value != "true")); err != nil {
				t.Error(err)
			}
		case SpinOption:
			n, err := strconv.Atoi(o.Value)
			if err != nil || n < o.Min || n > o.Max {
				t.Errorf("%+v", o)
			}
			if err := a.SetOption(o.Name, strconv.Itoa(o.Max+1)); err == nil {
				t.Errorf("%s takes %d", o.Name, o.Max+1)
			}
			if o.Name == "Hash" || o.Name == "Threads" {
				continue
			}
			if err := a.SetOption(o.Name, strconv.Itoa(o.Min)); err != nil {
				t.Error(err)
			}
		}
		if err := a.SetOption(o.Name, "perhaps"); err == nil && o.Kind != ButtonOption {
			t.Errorf("%s takes any value", o.Name)
		}
	}
	want := AlphaBetaOptions{Hash: 16, Threads: 1, Rigorous: true}
	if diff := cmp.Diff(want, a.options); diff != "" {
		t.Errorf("all switched (-want +got):\n%s", diff)
	}
	if err := a.SetOption("hash", "3"); err != nil || a.table.Size() != 3<<20 {
		t.Errorf("a table of %d bytes, %v", a.table.Size(), err)
	}
	if err := a.SetOption("Depth", "3"); err == nil {
		t.Error("an option that is none")
	}
	if err := a.SetOption("Clear Hash", ""); err != nil {
		t.Error(err)
	}
}

// TestPlayersOptions sets every option of every player by its name, in any case, to
// each end of its range, and checks which options the players have.
func TestPlayersOptions(t *testing.T) {
	got := map[string][]string{}
	for _, player := range Players() {
		s, ok := player.New().(Configurable)
		if !ok {
			continue
		}
		var names []string
		for _, o := range s.Options() {
			names = append(names, o.Name)
			if o.Kind == ButtonOption || o.Kind == StringOption { // it has no value, or only few
				continue
			}
			values := []string{"false", "true"}
			if o.Kind == SpinOption {
				values = []string{fmt.Sprint(o.Max), fmt.Sprint(o.Min)}
			}
			if o.Name == "Hash" || o.Name == "Threads" {
				values = []string{"2"} // the largest take all of the memory
			}
			for _, value := range values {
				for _, name := range []string{o.Name, strings.ToUpper(o.Name), strings.ToLower(o.Name)} {
					if err := s.SetOption(name, value); err != nil {
						t.Errorf("%s: %v", player.Name, err)
					}
				}
				i := slices.IndexFunc(s.Options(), func(now Option) bool { return now.Name == o.Name })
				if now := s.Options()[i].Value; now != value {
					t.Errorf("%s: %s is %s after it was set to %s", player.Name, o.Name, now, value)
				}
			}
			for _, value := range []string{"", "x", fmt.Sprint(o.Max + 1), fmt.Sprint(o.Min - 1)} {
				if s.SetOption(o.Name, value) == nil {
					t.Errorf("%s: %s may be %q", player.Name, o.Name, value)
				}
			}
		}
		if s.SetOption("Castling", "1") == nil {
			t.Errorf("%s has an option that does not exist", player.Name)
		}
		if len(names) < 9 { // the techniques of AlphaBeta have a list of their own
			got[player.Name] = names
		}
	}
	small := []string{"Depth", "CapturesFirst", "CapturesBeyond", "CheckBonus", "ResignAt"}
	want := map[string][]string{
		"minimax": {"Depth"}, "negaalphabeta": small, "negascout": {"Depth", "CapturesFirst"},
		"capturesfirst": small, "checkbonus": small, "random": {"Seed"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
