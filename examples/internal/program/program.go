// Package program is now player.FindEngine.
package program

import "github.com/seed-0971039b/chess/examples/internal/player"

var Find = player.FindEngine
