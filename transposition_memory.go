package chess

import "runtime/debug"

// alwaysFits is the size in bytes up to which a table is made whatever the memory: the
// rest of a program takes as much.
const alwaysFits = 16 << 20

// fitTable returns size, or if there is not enough memory for a table of so many bytes,
// about the largest size for which there is. old is the size of the table that the new
// one replaces. An eighth of the memory is left for everything else.
func fitTable(size, old int) int {
	least := max(alwaysFits, old)
	if size <= least {
		return size
	}
	fit := func() int {
		left := memoryLeft()
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
