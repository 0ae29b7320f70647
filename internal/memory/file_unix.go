//go:build (linux || darwin || dragonfly || freebsd || netbsd || openbsd) && (amd64 || arm64 || loong64 || mips64 || mips64le || ppc64 || ppc64le || riscv64 || s390x)

package memory

import (
	"os"
	"syscall"
)

// MapFile returns the bytes of a file, of a size above 0, as a part of the memory,
// which the system reads when they are used; nil if it refuses.
func MapFile(file *os.File, size int64) []byte {
	data, err := syscall.Mmap(int(file.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil
	}
	return data
}

// Unmap gives back what MapFile returned.
func Unmap(data []byte) { syscall.Munmap(data) }
