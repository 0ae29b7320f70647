// Package progresstest tells the lines of a progress.Progress from others, for tests.
package progresstest

import (
	"regexp"
	"strings"
)

var line = regexp.MustCompile(`^[0-9]+( of [0-9]+)? .*, (about [0-9hms]+ left|[0-9hms]+ so far|took [0-9hms.µn]+)\n$`)

// Others returns the lines of text that no Progress has written to a file or a pipe:
// what else a program has printed, since a program that is slow for once shows its progress.
func Others(text string) string {
	var b strings.Builder
	for l := range strings.Lines(text) {
		if !line.MatchString(l) {
			b.WriteString(l)
		}
	}
	return b.String()
}
