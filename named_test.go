package chess

import (
	"strings"
	"testing"
)

// checkNames checks the names of a list, and that ByName finds them.
func checkNames[T any](t *testing.T, list []Named[T], oneWord bool) {
	t.Helper()
	seen := map[string]bool{}
	for _, want := range list {
		if seen[want.Name] || want.Name != strings.ToLower(want.Name) || oneWord && strings.ContainsAny(want.Name, " \t") ||
			want.Description == "" || strings.Contains(want.Description, "\n") {
			t.Errorf("%q: %q", want.Name, want.Description)
		}
		seen[want.Name] = true
		got, err := ByName(list, strings.ToUpper(want.Name))
		if err != nil || got.Name != want.Name {
			t.Errorf("%q: found %q, %v", want.Name, got.Name, err)
		}
	}
	n, err := ByName(list, "nobody")
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
	checkNames(t, Players(), true)
	checkNames(t, Evaluators(), true)
	checkNames(t, Features(), false)
	if _, err := ByName([]Named[Feature]{}, "x"); err == nil {
		t.Error("found in an empty list")
	}
}
