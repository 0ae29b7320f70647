// Package program finds programs of other people that examples start.
package program

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
)

// Find looks for an engine in PATH and then where Debian has its games, which
// not everybody's PATH contains.
func Find(name string) (string, error) {
	path, err := exec.LookPath(name)
	if errors.Is(err, exec.ErrNotFound) && filepath.Base(name) == name {
		if path, err := exec.LookPath(filepath.Join("/usr/games", name)); err == nil {
			return path, nil
		}
		return "", fmt.Errorf("no engine %q in PATH or /usr/games", name)
	}
	if err != nil {
		return "", fmt.Errorf("engine %w", err)
	}
	return path, nil
}
