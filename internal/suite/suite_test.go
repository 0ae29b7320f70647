// Package suite_test has the tests of whole behaviours: games that are played to the end,
// files of all kinds, other programs, and other processes. They use exported names only.
// CHESS_FULL=1 asks for more than the usual sample, and other environment variables for
// more still; the comment of each test says which.
package suite_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/seed-0971039b/chess"
)

// sampled reports whether tests take samples: they do, unless CHESS_FULL is set.
func sampled() bool { return os.Getenv("CHESS_FULL") == "" }

// scale returns n, or an eighth of it in a sample.
func scale(n int) int {
	if sampled() {
		return n / 8
	}
	return n
}

// sampleSize returns the number in an environment variable, or usual if it is not set.
func sampleSize(t *testing.T, variable string, usual int) int {
	t.Helper()
	s := os.Getenv(variable)
	if s == "" {
		return usual
	}
	n, err := strconv.Atoi(s)
	if err != nil || n <= 0 {
		t.Fatalf("%s is %q, not the number of positions", variable, s)
	}
	return n
}

// tempo is a feature with one number.
var tempo = feature("tempo")

// feature returns a feature by its name.
func feature(name string) chess.Feature {
	for _, f := range chess.Features() {
		if f.Name == name {
			return f.New()
		}
	}
	return nil
}
