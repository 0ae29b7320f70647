package progress

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A clockedWriter records what is written, with the second.
type clockedWriter struct {
	began time.Time
	lines []string
}

func (w *clockedWriter) Write(text []byte) (int, error) {
	w.lines = append(w.lines, fmt.Sprintf("%v: %s", time.Since(w.began), text))
	return len(text), nil
}

// shown returns what work shows in a bubble with a fake clock.
func shown(t *testing.T, terminal bool, work func(p *Progress)) []string {
	var w *clockedWriter
	synctest.Test(t, func(*testing.T) {
		w = &clockedWriter{began: time.Now()}
		p := New(w)
		p.terminal = terminal
		work(p)
		p.Close()
		p.Add(1) // after the end nothing is shown
		p.Show(1, 1, "")
		p.Skip(1)
		p.Close()
		time.Sleep(time.Minute)
	})
	return w.lines
}

func TestProgress(t *testing.T) {
	for _, test := range []struct {
		name string
		work func(p *Progress)
		want []string
	}{
		{"silent", func(p *Progress) {
			p.Start("rows", 0, 4)
			time.Sleep(12*time.Second + time.Millisecond)
			p.Add(1)
			time.Sleep(12 * time.Second)
			p.Add(3)
		}, []string{
			"1.5s: 0 of 4 rows, 2s so far\n", "6.5s: 0 of 4 rows, 7s so far\n", "11.5s: 0 of 4 rows, 12s so far\n",
			"16.5s: 1 of 4 rows, about 50s left\n", "21.5s: 1 of 4 rows, about 1m5s left\n", "24.001s: 4 of 4 rows, took 24s\n",
		}},
		{"quick", func(p *Progress) {
			p.Start("games", 0, 100)
			for n := range 100 {
				p.Show(n+1, 100, "a +1")
				time.Sleep(time.Millisecond)
			}
		}, []string{"100ms: 100 of 100 games, a +1, took 100ms\n"}},
		{"busy", func(p *Progress) {
			p.Start("games", 0, 100)
			for n := range 100 {
				time.Sleep(70 * time.Millisecond)
				p.Show(n+1, 100, "a")
			}
		}, []string{
			"1.5s: 21 of 100 games, a, about 6s left\n", "6.5s: 92 of 100 games, a, about 1s left\n", "7s: 100 of 100 games, a, took 7s\n",
		}},
		{"continued", func(p *Progress) {
			p.Start("games", 40, 100)
			time.Sleep(time.Second)
			p.Skip(10)
			time.Sleep(10 * time.Second)
			p.Add(10)
		}, []string{
			"1.5s: 50 of 100 games, 1s so far\n", "6.5s: 50 of 100 games, 6s so far\n", "11s: 60 of 100 games, took 10s\n",
		}},
		{"unknown total", func(p *Progress) {
			p.Start("games", 0, 0)
			time.Sleep(1100 * time.Millisecond)
			p.Add(7)
			time.Sleep(time.Second)
		}, []string{"1.5s: 7 games, 2s so far\n", "2.1s: 7 games, took 2.1s\n"}},
		{"two tasks", func(p *Progress) {
			p.Start("files", 0, 1)
			p.Add(1)
			p.Start("rows", 0, 1)
			time.Sleep(3 * time.Second)
			p.Start("games", 0, 9)
			time.Sleep(2 * time.Second)
			fmt.Fprintln(p, "a message")
		}, []string{
			"1.5s: 0 of 1 rows, 2s so far\n", "3s: 0 of 1 rows, took 3s\n",
			"4.5s: 0 of 9 games, 2s so far\n", "5s: a message\n", "5s: 0 of 9 games, took 2s\n",
		}},
		{"cleared", func(p *Progress) {
			p.Start("games", 0, 9)
			p.Add(1)
			time.Sleep(2 * time.Second)
			p.Clear()
			p.Clear()
		}, []string{"1.5s: 1 of 9 games, about 12s left\n"}},
		{"no start", func(p *Progress) { p.Add(1) }, nil},
		{"nothing done", func(p *Progress) { p.Start("games", 0, 9) }, nil},
		{"all done before", func(p *Progress) { p.Start("games", 9, 9) }, []string{"0s: 9 of 9 games, took 0s\n"}},
	} {
		got := shown(t, false, test.work)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		for _, line := range got {
			_, text, _ := strings.Cut(line, ": ")
			if others := Others(text); others != "" && others != "a message\n" {
				t.Errorf("%s: Others does not know %q", test.name, text)
			}
		}
	}
}

func TestTerminal(t *testing.T) {
	got := shown(t, true, func(p *Progress) {
		p.Start("games", 0, 3)
		time.Sleep(2600 * time.Millisecond)
		p.Add(1)
		p.Add(1) // too early to be seen
		fmt.Fprintln(p, "a message")
		p.Start("rows", 0, 3)
		time.Sleep(1700 * time.Millisecond)
		p.Clear()
	})
	line := func(text string) string { return "\r\x1b[?7l" + text + "\x1b[K\x1b[?7h" }
	want := []string{
		"1.5s: " + line("0 of 3 games, 2s so far"), "2.5s: " + line("0 of 3 games, 3s so far"),
		"2.6s: " + line("1 of 3 games, about 5s left"),
		"2.6s: \r\x1b[K", "2.6s: a message\n", "2.6s: " + line("2 of 3 games, about 1s left"),
		"2.6s: " + line("2 of 3 games, took 2.6s"), "2.6s: \n",
		"4.1s: " + line("0 of 3 rows, 2s so far"), "4.3s: \r\x1b[K",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
