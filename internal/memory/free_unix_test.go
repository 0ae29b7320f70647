//go:build linux || darwin || dragonfly || freebsd || netbsd || openbsd

package memory

import (
	"math"
	"testing"
	"testing/fstest"
)

func TestFree(t *testing.T) {
	const (
		system   = "MemTotal:       24684092 kB\nMemFree:        20 kB\nMemAvailable:   8000 kB\nHugePages_Total:       0\nCommitLimit: 5000 kB\nCommitted_AS: 2000 kB\n"
		v2, v1   = "sys/fs/cgroup/", "sys/fs/cgroup/memory/"
		limit    = "memory.limit_in_bytes"
		usage    = "memory.usage_in_bytes"
		noLimit  = "9223372036854771712\n"
		cgroupV1 = "9:name=systemd:/\n4:cpu,memory:/a/b\n3:cpuset:/\n0::/\n"
	)
	for _, tt := range []struct {
		name  string
		files map[string]string
		taken int64
		want  int64
	}{
		{"nothing known", nil, 1 << 30, math.MaxInt64},
		{"nonsense", map[string]string{
			"proc/meminfo": "MemAvailable\nMemAvailable: many kB\n\n", "proc/self/cgroup": "x\n0::\n1:memory\n", "proc/self/status": "RssAnon:\n",
			v2 + "memory.max": "1e9", v2 + "memory.current": "7",
		}, 1 << 30, math.MaxInt64},
		{"available", map[string]string{"proc/meminfo": system}, 0, 8000 << 10},
		{"of what is taken, not all is in use", map[string]string{"proc/meminfo": system, "proc/self/status": "Name:\tx\nRssAnon:\t 500 kB\n"},
			600 << 10, 7900 << 10},
		{"others use more than Go knows of", map[string]string{"proc/meminfo": system, "proc/self/status": "RssAnon:\t 500 kB\n"}, 400 << 10, 8000 << 10},
		{"memory is promised freely", map[string]string{"proc/meminfo": system, "proc/sys/vm/overcommit_memory": "1\n"}, 0, 8000 << 10},
		{"no more is promised than there is", map[string]string{"proc/meminfo": system, "proc/sys/vm/overcommit_memory": "2\n"}, 0, 3000 << 10},
		{"a group", map[string]string{
			"proc/meminfo": system, "proc/self/cgroup": "0::/a/b\n", v2 + "a/b/memory.max": "1000\n", v2 + "a/b/memory.current": "400\n",
		}, 0, 600},
		{"a group's cache", map[string]string{
			"proc/self/cgroup": "0::/a\n", v2 + "a/memory.max": "1000\n", v2 + "a/memory.current": "900\n",
			v2 + "a/memory.stat": "anon 200\nactive_file 100\ninactive_file 300\n",
		}, 0, 500},
		{"a larger group than the memory", map[string]string{
			"proc/meminfo": system, "proc/self/cgroup": "0::/a\n", v2 + "a/memory.max": "9999999999\n", v2 + "a/memory.current": "0\n",
		}, 0, 8000 << 10},
		{"a group without a limit in one with a limit", map[string]string{
			"proc/self/cgroup": "0::/a/b\n", v2 + "a/b/memory.max": "max\n", v2 + "a/b/memory.current": "5\n",
			v2 + "a/memory.max": "1000\n", v2 + "a/memory.current": "5\n",
		}, 0, 995},
		{"the root of a container", map[string]string{
			"proc/self/cgroup": "0::/../outside (deleted)\n", v2 + "memory.max": "1000\n", v2 + "memory.current": "1\n",
		}, 0, 999},
		{"a group that is full", map[string]string{"proc/self/cgroup": "0::/\n", v2 + "memory.max": "10\n", v2 + "memory.current": "12\n"}, 0, -2},
		{"version 1", map[string]string{
			"proc/self/cgroup": cgroupV1, v1 + "a/b/" + limit: "5000\n", v1 + "a/b/" + usage: "1000\n",
			v1 + "a/" + limit: noLimit, v1 + "a/" + usage: "1000\n", "sys/fs/cgroup/memory.max": "max\n",
		}, 0, 4000},
		{"version 1, cache", map[string]string{
			"proc/self/cgroup": cgroupV1, v1 + limit: "5000\n", v1 + usage: "4000\n",
			v1 + "memory.stat": "inactive_file 77\ntotal_inactive_file 1000\ntotal_active_file 500\n",
		}, 0, 2500},
		{"version 1, no limit and more cache than usage", map[string]string{
			"proc/self/cgroup": cgroupV1, v1 + limit: noLimit, v1 + usage: "0\n", v1 + "memory.stat": "total_active_file 999999\n",
		}, 0, 9223372036854771712},
	} {
		root := fstest.MapFS{}
		for name, text := range tt.files {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := freeIn(root, tt.taken); got != tt.want {
			t.Errorf("%s: %d bytes, want %d", tt.name, got, tt.want)
		}
	}
}
