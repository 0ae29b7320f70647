//go:build !((linux || darwin || dragonfly || freebsd || netbsd || openbsd) && (amd64 || arm64 || loong64 || mips64 || mips64le || ppc64 || ppc64le || riscv64 || s390x))

package memory

import "os"

// MapFile returns nil: files are read. Where an address has 32 bits there is no room for
// large tables.
func MapFile(*os.File, int64) []byte { return nil }

// Unmap does nothing.
func Unmap([]byte) {}
