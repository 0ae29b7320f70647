package chess_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess"
)

// TestFeatures checks that the list has every feature of every evaluator under its
// name, and makes a new one of the same type each time.
func TestFeatures(t *testing.T) {
	types := map[string]reflect.Type{}
	for _, named := range chess.Features() {
		f, other := named.New(), named.New()
		types[named.Name] = reflect.TypeOf(f)
		if f.Name() != named.Name {
			t.Errorf("%s is called %q", named.Name, f.Name())
		}
		if diff := cmp.Diff(f, other); diff != "" {
			t.Errorf("%s differs from another:\n%s", named.Name, diff)
		}
		if v := reflect.ValueOf(f); v.Kind() == reflect.Pointer && v.Pointer() == reflect.ValueOf(other).Pointer() {
			t.Errorf("%s is the same twice", named.Name)
		}
	}
	for i, term := range chess.NewDefaultEvaluator().Terms() {
		if diff := cmp.Diff(chess.Features()[i].New(), term.Feature); diff != "" {
			t.Errorf("feature %d of the default evaluator (-Features +evaluator):\n%s", i, diff)
		}
	}
	for _, named := range chess.Evaluators() {
		for _, term := range named.New().Terms() {
			if got, want := reflect.TypeOf(term.Feature), types[term.Feature.Name()]; got != want {
				t.Errorf("%s of %s is a %v, want a %v", term.Feature.Name(), named.Name, got, want)
			}
		}
	}
}

// checkNames checks the names of a list, and that ByName finds them.
func checkNames[T any](t *testing.T, list []chess.Named[T], oneWord bool) {
	t.Helper()
	seen := map[string]bool{}
	for _, want := range list {
		if seen[want.Name] || want.Name != strings.ToLower(want.Name) || oneWord && strings.ContainsAny(want.Name, " \t") ||
			want.Description == "" || strings.Contains(want.Description, "\n") {
			t.Errorf("%q: %q", want.Name, want.Description)
		}
		seen[want.Name] = true
		got, err := chess.ByName(list, strings.ToUpper(want.Name))
		if err != nil || got.Name != want.Name {
			t.Errorf("%q: found %q, %v", want.Name, got.Name, err)
		}
	}
	n, err := chess.ByName(list, "nobody")
	if err == nil || n.Name != "" {
		t.Fatalf("nobody: found %q, %v", n.Name, err)
	}
	for name := range seen {
		if !strings.HasPrefix(err.Error(), `chess: unknown name "nobody": want `) || !strings.Contains(err.Error(), name) {
			t.Errorf("nobody: %v", err)
		}
	}
}

func TestByName(t *testing.T) {
	checkNames(t, chess.Players(), true)
	checkNames(t, chess.Evaluators(), true)
	checkNames(t, chess.Features(), false)
	if _, err := chess.ByName([]chess.Named[chess.Feature]{}, "x"); err == nil {
		t.Error("found in an empty list")
	}
}
