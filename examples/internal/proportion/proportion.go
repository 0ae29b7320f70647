// Package proportion is now prose.Percent.
package proportion

import "github.com/seed-0971039b/chess/examples/internal/prose"

var Percent = prose.Percent
