package chess

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// Parallel yields the same as All.
func TestPGNParallel(t *testing.T) {
	text := mixedPGN(t)
	for _, end := range []error{io.EOF, io.ErrClosedPipe} {
		for _, detail := range []PGNDetail{WholeGames, MainLines, TagsOnly} {
			in := func() *PGNReader {
				r := NewPGNReader(io.MultiReader(bytes.NewReader(text), iotest.ErrReader(end)))
				r.Detail = detail
				return r
			}
			want := readAll(in())
			for _, goroutines := range []int{-1, 1, 3, math.MaxInt} {
				var got []string
				for tree, err := range in().Parallel(goroutines) {
					got = append(got, gameLine(tree, err))
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("detail %d, %d goroutines: %s", detail, goroutines, diff)
				}
			}
		}
	}

	n := 0
	r := NewPGNReader(bytes.NewReader(text))
	for range r.Parallel(2) {
		if n++; n == 10 {
			break
		}
	}
	if _, err := r.Next(); n != 10 || err != io.EOF {
		t.Errorf("%d games, then %v, want 10 and io.EOF", n, err)
	}
}

// A pgnHole is text that is no part of a game: what a crash, a mail or another program
// has left in a file of games. Its middle is repeated.
type pgnHole struct {
	name, begin, middle, end string
	slow                     bool // to read, so that it is not made large
}

var pgnHoles = []pgnHole{
	{"blank lines", "", "\n", "", false},
	{"blank lines with CR", "", "\r\n", "", false},
	{"blanks", "", " \t", "", false},
	{"NULs", "", "\x00", "", false},
	{"escaped lines", "\n", "% a line\n", "", false},
	{"one escaped line", "\n%", "x", "\n", false},
	{"prose", "\n\n", "Played on a rainy day.\n", "\n", false},
	{"prose in one line", "\n\n", "word ", "\n\n", false},
	{"a page of HTML", "\n\n", "<p>The <b>score</b> of e4 was 1-0</p>\n", "\n", true},
	{"lines with results", "\n\n", "Smith beat Jones 1-0\n\n", "\n", true},
	{"comments to the end of the line", "\n", "; a comment\n", "", false},
	{"one comment to the end of the line", "\n;", "a comment ", "\n", false},
	{"a comment", "{", "word ", "}", false},
	{"a comment of many lines", "{", "a line\n\n", "}", false},
	{"a comment without blanks", "{", "x", "}", false},
	{"a comment in Latin-1", "{", "\xE9", "}", false},
	{"small comments", "", "{a comment} ", "", true},
	{"small comments in Latin-1", "", "{\xE9\xE9\xE9\xE9\xE9\xE9\xE9\xE9}\n", "", true},
	{"a comment that is not closed", "{", "word ", "\n", false},
	{"a comment with games in it", "{", "[Event \"x\"]\n\n1. e4 *\n", "}", false},
	{"a tag pair", "\n[Site \"", "a", "\"]\n", false},
	{"a tag pair with escapes", "\n[Site \"", `\"\\`, "\"]\n", true},
	{"a tag pair that is not closed", "\n[Site \"", "ab ", "\n", false},
	{"a long name", "\n[", "Name", " \"x\"]\n", false},
	{"tag pairs", "\n", "[A \"1\"]\n", "\n", true},
	{"a word", "", "x", " ", false},
	{"a word like moves", "", "e4", " ", true},
	{"a number", "", "1", ". ", false},
	{"dots", "1", ".", " ", false},
	{"glyphs", "", "$1 ", "", true},
	{"suffixes", "", "!", "", false},
	{"parentheses", "", "(", "", true},
	{"variations", "", "(1. d4) ", "", true},
	{"brackets", "", "[]", "", true},
	{"angles", "", "<>\n", "", true},
	{"closing braces", "", "} ", "", true},
	{"null moves", "", "-- ", "", true},
	{"games without moves", "", "*\n\n", "", true},
	{"binary", "", "\xFF\xD8\xFF\xE0\x00\x10JFIF\x01{\x00[\x90\n\n;%1. (\r", "", true},
	{"bytes above ASCII", "", "\xFF\xFE", "", false},
	{"words and commands", "\n", "%e4\x0BNf3 {x} ", "", true},
}

// holeAt are the places for a hole in holedPGN.
var holeAt = [...]string{"at the start", "between games", "behind the result", "between the tags", "before the moves", "in the moves", "in a variation", "at the end"}

// holedPGN returns a reader of four games with a hole of about the given size. It calls read
// while it reads the hole, and returns err at the end.
func holedPGN(h *pgnHole, at string, size int, err error, read func()) io.Reader {
	text := []string{
		"at the start", "[Event \"a\"]\n[White \"A\"]\n[Result \"1-0\"]\n\n1. d4 d5 {one} 2. c4 1-0\n\n",
		"between games", "[Event \"b\"]\n", "between the tags", "[White \"B\"]\n[Result \"*\"]\n\n",
		"before the moves", "1. e4 e5 2. Nf3 ", "in the moves", "Nc6 (2... d6 3. d4 ", "in a variation", "exd4) 3. Bb5 a6 *",
		"behind the result", "\n\n[Event \"c\"]\n[White \"C\"]\n\n1. c4 c5 2. Nf33 0-1\n\n",
		"[Event \"d\"]\n[White \"D\"]\n\n1. Nf3 Nf6 *\n", "at the end", "1. b3 b6\n",
	}
	readers := make([]io.Reader, 0, len(text)+3)
	for _, s := range text {
		switch {
		case s == at:
			hole := &chesstest.Flood{Text: h.middle, Left: max(1, size/len(h.middle)) * len(h.middle), OnRead: read}
			readers = append(readers, strings.NewReader(h.begin), hole, strings.NewReader(h.end))
		case !slices.Contains(holeAt[:], s):
			readers = append(readers, strings.NewReader(s))
		}
	}
	return io.MultiReader(append(readers, iotest.ErrReader(err))...)
}

// gameTexts returns what a loop yields: all of it, and the faults and errors alone.
func gameTexts(games iter.Seq2[*GameTree, error]) (all, faults []string) {
	for t, err := range games {
		all = append(all, gameText(t, err))
		var list []*ParseError
		if t != nil {
			list = t.Faults()
		}
		faults = append(faults, faultText(list, err))
	}
	return all, faults
}

func faultText(faults []*ParseError, err error) string { return fmt.Sprintf("%v: %v", faults, err) }

// visitFaults returns the faults and errors of all games that Visit reads.
func visitFaults(r *PGNReader) (all []string) {
	v := PGNVisitor{Comment: func([]byte, bool) {}, NAG: func(NAG) {}, Open: func() bool { return true }}
	for {
		err := r.Visit(&v)
		if err == io.EOF {
			return all
		}
		all = append(all, faultText(r.Faults(), err))
		if _, ok := err.(*ParseError); err != nil && !ok {
			return all
		}
	}
}

// TestPGNHoles checks that all ways to read a file return the same games, faults and
// errors, whatever stands in it and wherever, in bounded memory.
func TestPGNHoles(t *testing.T) {
	for i, h := range pgnHoles {
		sizes := []int{1 << 10, 1 << 17}
		if !chesstest.Sampled(t) && !h.slow {
			sizes = append(sizes, maxToken-i, 3*maxToken/2, 12<<20)
		}
		if !chesstest.Sampled(t) && (h.name == "NULs" || h.name == "a comment") {
			sizes = append(sizes, 64<<20)
		}
		for j, at := range holeAt {
			for _, size := range sizes {
				// Large holes are at few places, for the sake of time.
				if chesstest.Sampled(t) && (i+j)%20 > 0 || size > 1<<10 && at != "between games" && j != i%len(holeAt) || size > 2<<20 && j != i%2 {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/%d", h.name, at, size), func(t *testing.T) { testHole(t, &h, at, size) })
			}
		}
	}
}

func testHole(t *testing.T, h *pgnHole, at string, size int) {
	var before, m runtime.MemStats
	most := uint64(0)
	large := size > 16<<20
	if large {
		runtime.GC()
		runtime.ReadMemStats(&before)
	}
	read := func() {
		if large {
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
		}
	}
	games := map[PGNDetail]int{}
	for _, mode := range []struct {
		detail PGNDetail
		strict bool
		end    error
	}{{WholeGames, false, io.ErrClosedPipe}, {TagsOnly, false, io.ErrClosedPipe}, {MainLines, true, io.EOF}} {
		if large && mode.strict {
			continue // for the sake of time
		}
		in := func() *PGNReader {
			r := NewPGNReader(holedPGN(h, at, size, mode.end, read))
			r.Detail, r.Strict = mode.detail, mode.strict
			return r
		}
		want, faults := gameTexts(in().All())
		for _, goroutines := range []int{1, 4} {
			got, _ := gameTexts(in().Parallel(goroutines))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%v: All and Parallel(%d) differ: %s", mode, goroutines, diff)
			}
		}
		// The memory of a game is none of Visit's limits.
		if mode.detail == WholeGames && !strings.Contains(strings.Join(want, ""), "of memory") {
			if diff := cmp.Diff(faults, visitFaults(in())); diff != "" {
				t.Errorf("%v: Next and Visit differ: %s", mode, diff)
			}
		}
		games[mode.detail] = len(want)
	}
	if games[WholeGames] != games[TagsOnly] {
		t.Errorf("%d games, but %d if they are skipped", games[WholeGames], games[TagsOnly])
	}
	if most > before.HeapAlloc+96<<20 {
		t.Errorf("%d MB of memory", (most-before.HeapAlloc)>>20)
	}
}

func BenchmarkPGNParallel(b *testing.B) {
	text := benchmarkPGN()
	for goroutines := range 4 {
		b.Run(fmt.Sprint(goroutines), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				r := NewPGNReader(bytes.NewReader(text))
				games := r.All()
				if goroutines > 0 {
					games = r.Parallel(goroutines)
				}
				for _, err := range games {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
