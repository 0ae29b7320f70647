package chesstest

import (
	"cmp"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
)

// told has the names of the tests whose logs say that they take samples.
var told sync.Map

// Sampled reports whether a test takes a sample: it does, unless CHESS_FULL is set. Its log
// says so.
func Sampled(t testing.TB) bool {
	t.Helper()
	if os.Getenv("CHESS_FULL") != "" {
		return false
	}
	if _, again := told.LoadOrStore(t.Name(), true); !again {
		t.Log("a sample; CHESS_FULL=1 for all")
	}
	return true
}

// Few returns a sample of a slice, in its order and at even distances: see Sample.
func Few[T any](t testing.TB, all []T) []T {
	t.Helper()
	few := make([]T, min(len(all), Sample(t, len(all))))
	for i := range few {
		few[i] = all[i*len(all)/len(few)]
	}
	return few
}

// Sample returns how much of its work a test does: a tenth of all, at least one, and all
// with CHESS_FULL=1. CHESS_FULL=20 asks for twenty times as much as all. The test's log
// says what was left out.
func Sample(t testing.TB, all int) int {
	t.Helper()
	if Sampled(t) {
		n := max(1, all/10)
		t.Logf("%d of %d", n, all)
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
