//go:build linux || darwin || dragonfly || freebsd || netbsd || openbsd

package memory

import (
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// free returns how many bytes more this process may use; math.MaxInt64 if that is
// not known, as on systems other than Linux.
func free() int64 {
	used := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(used)
	return freeIn(os.DirFS("/"), int64(used[0].Value.Uint64()-used[1].Value.Uint64()))
}

// freeIn is free, given the root of the file system and how many bytes the
// process has from the system.
func freeIn(root fs.FS, taken int64) int64 {
	left := freeInGroups(root)
	system := readNumbers(root, "proc/meminfo")
	if available, ok := system["MemAvailable"]; ok {
		left = min(left, available)
	}
	// The system counts memory as used when it is first written to, and a large table is
	// filled slowly.
	if used, ok := readNumbers(root, "proc/self/status")["RssAnon"]; ok {
		left -= max(taken-used, 0)
	}
	if overcommit, ok := readNumber(root, "proc/sys/vm/overcommit_memory"); ok && overcommit == 2 { // never
		left = min(left, system["CommitLimit"]-system["Committed_AS"])
	}
	return left
}

// freeInGroups returns how many bytes more the control groups of the process may use,
// of version 1 or 2; math.MaxInt64 if there is no limit.
func freeInGroups(root fs.FS) int64 {
	left := int64(math.MaxInt64)
	groups, _ := fs.ReadFile(root, "proc/self/cgroup")
	for line := range strings.Lines(string(groups)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3) // number, controllers, path
		if len(fields) < 3 {
			continue
		}
		mount, limitFile, usageFile, prefix := "sys/fs/cgroup", "memory.max", "memory.current", ""
		if fields[1] != "" {
			mount, limitFile, usageFile, prefix = "sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_"
			if !slices.Contains(strings.Split(fields[1], ","), "memory") {
				continue
			}
		}
		// In a container the path may be one outside, of which only the root can be seen.
		for group := filepath.Clean("/" + fields[2]); ; group = filepath.Dir(group) {
			dir := filepath.Join(mount, group)
			limit, limited := readNumber(root, filepath.Join(dir, limitFile))
			usage, ok := readNumber(root, filepath.Join(dir, usageFile))
			if limited && ok {
				stat := readNumbers(root, filepath.Join(dir, "memory.stat"))
				cache := stat[prefix+"active_file"] + stat[prefix+"inactive_file"] // the system takes it back
				left = min(left, limit-max(usage-cache, 0))
			}
			if group == "/" {
				break
			}
		}
	}
	return left
}

// readNumber returns the number that is all of a file; false if there is none.
func readNumber(root fs.FS, file string) (int64, bool) {
	text, err := fs.ReadFile(root, file)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}

// readNumbers returns the numbers in a file of lines such as "MemFree: 7 kB", in bytes, or
// "inactive_file 4096", by their names.
func readNumbers(root fs.FS, file string) map[string]int64 {
	numbers := map[string]int64{}
	text, _ := fs.ReadFile(root, file)
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) < 2 {
			continue
		}
		n, err := strconv.ParseInt(words[1], 10, 64)
		if err != nil {
			continue
		}
		if len(words) > 2 && words[2] == "kB" {
			n *= 1024
		}
		numbers[strings.TrimSuffix(words[0], ":")] = n
	}
	return numbers
}

// canMap reports whether the system gives so many bytes in one piece: there are limits
// of a process, and where an int has 32 bits few addresses.
func canMap(size int) bool {
	piece, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return false
	}
	syscall.Munmap(piece)
	return true
}
