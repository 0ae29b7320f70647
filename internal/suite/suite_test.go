// Package suite_test has the tests of whole behaviours: games that are played to the end,
// files of all kinds, other programs, and other processes. They use exported names only.
// CHESS_FULL=1 asks for more than the usual sample; see chesstest.Sample.
package suite_test

import "github.com/seed-0971039b/chess"

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
