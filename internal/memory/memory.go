// Package memory fits sizes to the memory that the process may still use, and maps files.
package memory

import "runtime/debug"

// AlwaysFits is the size in bytes up to which Fit does not ask how much memory is free.
const AlwaysFits = 16 << 20

// Fit returns size, or about the largest number of bytes below it that can be allocated
// at once. old is the size of a block that the new one replaces: its memory counts as
// free, and the result is not less. An eighth of the memory is left for everything else.
func Fit(size, old int) int {
	least := max(AlwaysFits, old)
	if size <= least {
		return size
	}
	fit := func() int {
		left := free()
		n := int(max(min(left-left/8+int64(old), int64(size)), int64(least)))
		for n > least && !canMap(n+n/8) {
			n = max(n-n/8, least)
		}
		return n
	}
	if fit() == size {
		return size
	}
	debug.FreeOSMemory() // until then garbage counts as used
	return fit()
}
