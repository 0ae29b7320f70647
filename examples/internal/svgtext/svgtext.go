// Package svgtext is now prose.FitSVG.
package svgtext

import "github.com/seed-0971039b/chess/examples/internal/prose"

var Fit = prose.FitSVG
