//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package outfile

import "errors"

// acquire returns an error: the system has no locks that end with the process.
func acquire(string) (release func() error, err error) { return nil, errors.ErrUnsupported }
