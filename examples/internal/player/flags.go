package player

import (
	"flag"

	"github.com/seed-0971039b/chess"
)

// Flags defines the flags -player and -eval of a program for one player, by default
// the strongest, and returns a function that parses what they describe.
func Flags(flags *flag.FlagSet, usage string) func() (*Description, error) {
	spec := flags.String("player", chess.Players()[0].Name, usage)
	evaluation := flags.String("eval", "", "let the player play by this `evaluation`, with settings like those of a player")
	return func() (*Description, error) {
		usual := *spec == chess.Players()[0].Name && *evaluation == chess.Evaluators()[0].Name
		if *evaluation != "" && !usual {
			return Describe(*spec + ",eval=" + *evaluation)
		}
		return Describe(*spec)
	}
}
