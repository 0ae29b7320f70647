package contest

import (
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess/examples/internal/player"
)

// Identities returns descriptions with a hash of each file that they name after its
// name, such as "pesto,weights=w.json#0e2bc1d8": a file may have other content in
// another run. A file that cannot be read has none.
func Identities(specs []string) []string {
	identities := slices.Clone(specs)
	for i, spec := range specs {
		d, err := player.Describe(spec)
		if err != nil {
			continue // it cannot play
		}
		for _, s := range d.Settings {
			if s.Name != "weights" && s.Name != "book" {
				continue
			}
			if content, err := os.ReadFile(s.Value); err == nil {
				named, hash := s.Name+"="+s.Value, sha256.Sum256(content)
				identities[i] = strings.Replace(identities[i], named, fmt.Sprintf("%s#%x", named, hash[:4]), 1)
			}
		}
	}
	return identities
}
