package chesstest

import (
	"cmp"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// Sampled reports whether tests take samples: they do, unless CHESS_FULL is set.
func Sampled() bool { return os.Getenv("CHESS_FULL") == "" }

// Few returns a sample of the elements of a slice: see Sample.
func Few[T any](t testing.TB, all []T) []T {
	t.Helper()
	return all[:min(len(all), Sample(t, len(all)))]
}

// Sample returns how much of its work a test does: a tenth of all, at least one, and all
// with CHESS_FULL=1. CHESS_FULL=20 asks for twenty times as much as all. The test's log
// says what was left out.
func Sample(t testing.TB, all int) int {
	t.Helper()
	if Sampled() {
		n := max(1, all/10)
		t.Logf("a sample: %d of %d; CHESS_FULL=1 for all", n, all)
		return n
	}
	return all * number(t, "CHESS_FULL")
}

// Rand returns the random numbers of a test, which differ from test to test and are
// the same each time, unless CHESS_SEED is set to a number, as it is in the night. The
// test's log has the seed.
func Rand(t testing.TB) *rand.Rand {
	t.Helper()
	seed := number(t, "CHESS_SEED")
	t.Logf("CHESS_SEED=%d", seed)
	name := fnv.New64()
	name.Write([]byte(t.Name()))
	return rand.New(rand.NewPCG(uint64(seed), name.Sum64()))
}

// Seed returns CHESS_SEED, or 1 if it is not set, for random numbers that several tests
// share.
func Seed() uint64 {
	seed, err := strconv.ParseUint(os.Getenv("CHESS_SEED"), 10, 64)
	if err != nil {
		return 1 // Rand reports it
	}
	return seed
}

// number returns the number in an environment variable, 1 if it is not set.
func number(t testing.TB, variable string) int {
	t.Helper()
	n, err := strconv.Atoi(cmp.Or(os.Getenv(variable), "1"))
	if err != nil || n <= 0 {
		t.Fatalf("%s is %q, not a number above zero", variable, os.Getenv(variable))
	}
	return n
}
