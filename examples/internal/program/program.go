// Package program finds the engines that examples start.
package program

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
)

// Find returns the path of an engine. It looks in PATH and then in /usr/games,
// where Debian installs games and which may be missing in PATH.
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
