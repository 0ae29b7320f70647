package annotation

import (
	"reflect"
	"regexp"
	"slices"
	"testing"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// All languages have all texts, with the same verbs of fmt in them.
func TestCatalogues(t *testing.T) {
	verbs := regexp.MustCompile(`%[a-z]`)
	var compare func(name string, english, other reflect.Value)
	compare = func(name string, english, other reflect.Value) {
		switch english.Kind() {
		case reflect.Array:
			for i := range english.Len() {
				compare(name, english.Index(i), other.Index(i))
			}
		case reflect.String:
			a, b := verbs.FindAllString(english.String(), -1), verbs.FindAllString(other.String(), -1)
			if other.String() == "" || !slices.Equal(a, b) {
				t.Errorf("%s: %q, in English %q", name, other, english)
			}
		}
	}
	english, german := reflect.ValueOf(englishCatalogue), reflect.ValueOf(germanCatalogue)
	for i := range english.NumField() {
		compare(english.Type().Field(i).Name, english.Field(i), german.Field(i))
	}
}

// TestTruth checks that the words about tablebases are those of chess.Ranking in English, and
// what they are in German.
func TestTruth(t *testing.T) {
	a := annotatorOf(t)
	for fen, german := range map[string]string{
		"8/8/1K1k4/8/2P5/8/8/8 w - - 0 1":  "Weiß gewinnt bei bestem Spiel mit Matt in 13; nur c5+ und Kb5 gewinnen.",
		"2k5/8/8/2PK4/8/8/8/8 b - - 0 1":   "Remis bei bestem Spiel; nur Kc7 und Kd7 halten remis.",
		"8/8/8/8/8/2k5/8/1R2K3 w - - 0 1":  "Weiß gewinnt bei bestem Spiel mit Matt in 14; 11 von 14 Zügen gewinnen.",
		"8/8/8/8/8/2k5/8/1R2K3 w - - 99 1": "Remis, denn Weiß würde gewinnen, aber nicht in fünfzig Zügen.",
		"8/8/8/8/8/2k5/8/1R2K3 b - - 0 1":  "Weiß gewinnt bei bestem Spiel mit Matt in 14.",
	} {
		v, err := chess.RankMoves(a.tablebase, chess.MustParseFEN(fen))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := englishCatalogue.truth(&v), prose.Capital(v.String())+"."; got != want {
			t.Errorf("%s: %q, want %q", fen, got, want)
		}
		if got := germanCatalogue.truth(&v); got != german {
			t.Errorf("%s: %q, want %q", fen, got, german)
		}
	}
}
