// Package progresstest is now progress.Others.
package progresstest

import "github.com/seed-0971039b/chess/examples/internal/progress"

var Others = progress.Others
