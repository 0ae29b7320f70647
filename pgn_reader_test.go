package chess

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// appendRandomGame appends a game of random moves, up to its end or to a random
// length, with comments as in engine matches: "{+0.34/12 0.5s}".
func appendRandomGame(tb testing.TB, dst []byte, rng *rand.Rand, number int) []byte {
	g := NewGame()
	var buf [MaxMoves]Move
	plies := 20 + rng.IntN(180)
	for range plies {
		p := g.current()
		moves := p.AppendMoves(buf[:0])
		if len(moves) == 0 || g.Outcome() != (Outcome{}) {
			break
		}
		m := moves[rng.IntN(len(moves))]
		for range 3 { // prefer captures and castling, as engines do
			o := moves[rng.IntN(len(moves))]
			if p.victim(o) > p.victim(m) || p.castles(o) {
				m = o
			}
		}
		g.push(m)
	}
	t := g.Tree()
	for _, tag := range [][2]string{
		{"Event", "Engine match"}, {"Site", "Nowhere"}, {"Date", "2024.05.17"}, {"Round", fmt.Sprint(number)},
		{"White", "Left 1.0"}, {"Black", "Right 2.1"}, {"TimeControl", "10+0.1"}, {"PlyCount", fmt.Sprint(g.Len())},
	} {
		if err := t.SetTag(tag[0], tag[1]); err != nil {
			tb.Fatal(err)
		}
	}
	for n := t.Root().Next(); n != nil; n = n.Next() {
		n.SetComment(fmt.Sprintf("%+.2f/%d %.3fs", float64(rng.IntN(600)-300)/100, 8+rng.IntN(20), rng.Float64()))
	}
	dst, err := t.appendText(dst)
	if err != nil {
		tb.Fatal(err)
	}
	return dst
}

// randomPGN returns a file of random games.
func randomPGN(tb testing.TB, games int) []byte {
	rng := rand.New(rand.NewPCG(5, chesstest.Seed()))
	var text []byte
	for i := range games {
		text = appendRandomGame(tb, text, rng, i+1)
	}
	return text
}

// benchmarkPGN returns a file of engine games for the benchmarks.
var benchmarkPGN = sync.OnceValue(func() []byte { return randomPGN(new(testing.B), 1000) })

func BenchmarkPGNReader(b *testing.B) {
	text := benchmarkPGN()
	for _, bm := range []struct {
		name   string
		detail PGNDetail
	}{{"whole games", WholeGames}, {"main lines", MainLines}, {"tags only", TagsOnly}} {
		b.Run(bm.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			moves := 0
			for b.Loop() {
				r := NewPGNReader(bytes.NewReader(text))
				r.Detail = bm.detail
				for t, err := range r.All() {
					if err != nil {
						b.Fatal(err)
					}
					for n := t.Root().Next(); n != nil; n = n.Next() {
						moves++
					}
				}
			}
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}

// movetextOf returns the movetext that is written for a tree, in one line.
func movetextOf(t *testing.T, tree *GameTree) string {
	t.Helper()
	text, err := tree.appendText(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, moves, _ := strings.Cut(string(text), "]\n\n")
	return strings.ReplaceAll(strings.TrimSuffix(moves, "\n\n"), "\n", " ")
}

// readAll returns one line for each game or error.
func readAll(r *PGNReader) []string {
	var lines []string
	for t, err := range r.All() {
		lines = append(lines, gameLine(t, err))
	}
	return lines
}

// gameLine returns White's name and the main line, or the error.
func gameLine(t *GameTree, err error) string {
	if err != nil {
		return err.Error()
	}
	moves := make([]string, 0, 8)
	for _, m := range t.Mainline() {
		moves = append(moves, m.String())
	}
	return strings.TrimSpace(t.Tag("White") + " " + strings.Join(moves, " "))
}

// gameText returns what Next has returned: the result, the moves with variations in
// parentheses, the faults, and the error.
func gameText(t *GameTree, err error) string {
	if t == nil {
		return fmt.Sprint(err)
	}
	result := t.Tag("Result")
	if result != "" && !isResult(result) {
		result = "*" // as PGNVisitor.End has it
	}
	b := []byte(t.Tag("White") + " " + result)
	for s := range t.steps {
		switch {
		case s.node != nil:
			b = fmt.Appendf(b, " %v", s.node.move)
		case s.opens:
			b = append(b, " ("...)
		default:
			b = append(b, " )"...)
		}
	}
	for _, e := range t.Faults() {
		b = fmt.Appendf(b, "; %v", e)
	}
	return fmt.Sprintf("%s: %v", b, err)
}

// Where games begin and end.
func TestPGNGames(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"blanks and escapes", " \n\n%x\n", nil},
		{"a comment", "{nobody plays} ; here", []string{""}},
		{"a comment before the tags", "; of X\n\n[Event \"a\"]\n\n1. e4 *", []string{"e2e4"}},
		{"a comment behind blanks", "\n {only}", []string{""}},
		{"a comment at the end", "1. e4 * {nobody plays}\n; here\n", []string{"e2e4"}},
		{"two", "1. e4 *\n\n1. d4 *", []string{"e2e4", "d2d4"}},
		{"in one line", "1. e4 * 1. d4 1-0 1. c4", []string{"e2e4", "d2d4", "c2c4"}},
		{"no result", "[White \"a\"]\n\n1. e4\n[White \"b\"]\n\n1. d4", []string{"a e2e4", "b d2d4"}},
		{"no moves", "[White \"a\"]\n\n*\n\n[White \"b\"]\n\n*", []string{"a", "b"}},
		{"no moves and no result", "[White \"a\"]\n[Black \"x\"]\n\n[White \"b\"]\n\n1. d4", []string{"a", "b d2d4"}},
		{"Event begins a game", "[White \"a\"]\n\n[Event \"x\"]\n[White \"b\"]\n\n1. d4", []string{"a", "b d2d4"}},
		{"tags alone at the end", "1. e4 *\n[White \"a\"]", []string{"e2e4", "a"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, readAll(NewPGNReader(strings.NewReader(tt.text)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPGNDetail(t *testing.T) {
	const text = `[White "a"]
{x} 1. e4 $1 (1. d4 (1. c4 "[<nonsense 2. Zz9)) e5 {y} 1-0
[White "b"]
1. Ke2 1-0
[White "c"]
[FEN "x"]
1. e4 (1. d4 1-0
[White "d"]
1. c4 {1-0} ; 0-1
% *
c5`
	for _, tt := range []struct {
		detail PGNDetail
		want   []string
	}{
		{MainLines, []string{
			"a e2e4 e7e5",
			`game 2, line 4, column 4: SAN "Ke2": illegal: no such move of a king to e2 is legal`,
			`game 3, line 6, column 1: FEN board "x": malformed: "x" is neither a piece, a digit from 1 to 8, nor a slash`,
			"d c2c4 c7c5",
		}},
		{TagsOnly, []string{
			"a", "b",
			`game 3, line 6, column 1: FEN board "x": malformed: "x" is neither a piece, a digit from 1 to 8, nor a slash`,
			"d",
		}},
	} {
		r := NewPGNReader(strings.NewReader(text))
		r.Detail = tt.detail
		if diff := cmp.Diff(tt.want, readAll(r)); diff != "" {
			t.Error(diff)
		}
	}

	r := NewPGNReader(strings.NewReader("{a} 1. e4 {b} (1. d4) $1 *"))
	r.Detail = MainLines
	tree, err := r.Next()
	if err != nil || movetextOf(t, tree) != "1. e4 *" {
		t.Errorf("%v, %v, want the bare main line", tree, err)
	}
}

// Next does not wait for text behind the game.
func TestPGNStreams(t *testing.T) {
	in, out := io.Pipe()
	r := NewPGNReader(in)
	for _, text := range []string{"[White \"a\"]\n\n1. e4 {x} *\n\n", "[White \"b\"]\n\n1. d4 1-0\n"} {
		go out.Write([]byte(text))
		if _, err := r.Next(); err != nil {
			t.Fatal(err)
		}
	}
	go out.CloseWithError(io.ErrUnexpectedEOF)
	for range 2 {
		if _, err := r.Next(); err != io.ErrUnexpectedEOF {
			t.Errorf("%v, want the error of the reader", err)
		}
	}

	// The moves of a game that is being played come at once, whatever stands between them.
	in, out = io.Pipe()
	moves := make(chan Move, 10)
	v := PGNVisitor{Move: func(_ *Position, m Move) bool { moves <- m; return true }, Open: func() bool { return true }}
	go NewPGNReader(in).Visit(&v)
	for _, text := range []string{"1. e4 e5 (1... Nd6) ", "2. Pd4 exd4 (2... Zf6 novelty) ", "be 3. c3 Pdxc3 "} {
		out.Write([]byte(text))
		<-moves
		<-moves
	}
	out.Close()
}

// An idleReader returns neither bytes nor an error.
type idleReader struct{}

func (idleReader) Read([]byte) (int, error) { return 0, nil }

func TestPGNReadErrors(t *testing.T) {
	lost := errors.New("lost")
	const text = "1. e4 *\n1. d4 d5"
	for _, tt := range []struct {
		name string
		in   io.Reader
		want []string
	}{
		{"in a game", io.MultiReader(strings.NewReader(text), iotest.ErrReader(lost)), []string{"e2e4", "lost"}},
		{"between games", io.MultiReader(strings.NewReader(text[:8]), iotest.ErrReader(lost)), []string{"e2e4", "lost"}},
		{"with the last bytes", iotest.DataErrReader(strings.NewReader(text)), []string{"e2e4", "d2d4 d7d5"}},
		{"byte by byte", iotest.OneByteReader(strings.NewReader(text)), []string{"e2e4", "d2d4 d7d5"}},
		{"no progress", io.MultiReader(strings.NewReader(text), idleReader{}), []string{"e2e4", io.ErrNoProgress.Error()}},
	} {
		if diff := cmp.Diff(tt.want, readAll(NewPGNReader(tt.in))); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
	for _, text := range []string{"\xEF", "1. e4\r", "1. e4 e5\n"} { // an error that comes once, where the reader looks ahead
		lines := readAll(NewPGNReader(iotest.TimeoutReader(strings.NewReader(text))))
		if lines[len(lines)-1] != iotest.ErrTimeout.Error() {
			t.Errorf("%q: %q, want an error at the end", text, lines)
		}
	}
	if _, err := new(PGNReader).Next(); err != io.EOF {
		t.Errorf("the zero PGNReader: %v, want io.EOF", err)
	}
}

// mixedPGN returns a file of valid and broken games.
func mixedPGN(t *testing.T) []byte {
	rng := rand.New(rand.NewPCG(7, chesstest.Seed()))
	var text []byte
	for i := range 300 {
		from := len(text)
		text = appendRandomGame(t, text, rng, i+1)
		switch game := text[from:]; i % 10 {
		case 1: // a wrong byte at a random place
			game[rng.IntN(len(game))] = "{}()[]\";%\n*19x"[rng.IntN(14)]
		case 2:
			text = append(bytes.TrimRight(text, "\n*"), " {never closed\n\n"...)
		case 3:
			text = append(text, "1. e4 e5 (2. d4 1-0 [a \"b\"]\n\n\n{c}% \n"...)
		case 4:
			text = append(text, "[Event \"empty\"]\n\n"...)
		case 5:
			text = append(text, "\r\n\n"...)
		case 6: // a game that ends in a comment
			text = append(bytes.TrimRight(text, "\n"), " {\n\n1-0\n\n"...)
		}
	}
	return text
}

// No file takes more than 64 MB of memory.
func TestPGNMemory(t *testing.T) {
	shuffle := "Nf3!Nf6!Ng1!Ng8!"
	for i, tt := range []struct{ name, start, again string }{
		{"moves", "", "Nf3 Nf6 Ng1 Ng8 "},
		{"annotated moves", "", shuffle},
		{"comments", "", "{a} $1 "},
		{"one comment", "{", "all work and no play makes\nJack a dull boy "},
		{"one comment behind a semicolon", ";", "all work and no play "},
		{"variations", "1. e4 ", "(d4) "},
		{"nested variations", "", "1. e4 (1. d4 "},
		{"variations with comments", "1. e4 ", "(d4!{x}) {y} "},
		{"open parentheses", "1. e4 ", "("},
		{"tags", "", "[A \"1\"]"},
		{"one tag", "[A \"", "1"},
		{"one word", "", "x"},
		{"one number", "", "1"},
		{"blanks", "1. e4 ", "\n"},
		{"escapes", "1. e4\n", "%\n"},
		{"brackets", "", "["},
		{"games", "", "1. e4 e5 * "},
		{"games without moves", "", "* "},
		{"large games", "", strings.Repeat(shuffle, 1<<12) + "*\n"},
	} {
		for _, goroutines := range []int{0, 1} {
			if chesstest.Sampled(t) && (goroutines > 0 || i%7 > 0) {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d", tt.name, goroutines), func(t *testing.T) {
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				before, most := m.HeapAlloc, uint64(0)
				reads := 0
				in := &chesstest.Flood{Text: tt.again, Left: 10 << 20, OnRead: func() {
					if reads++; reads%16 == 0 { // ReadMemStats stops the world
						runtime.ReadMemStats(&m)
						most = max(most, m.HeapAlloc)
					}
				}}
				if strings.HasPrefix(tt.name, "games") {
					in.Left = 2 << 20 // that is many games
				}
				r := NewPGNReader(io.MultiReader(strings.NewReader(tt.start), in))
				games := r.All()
				if goroutines > 0 {
					games = r.Parallel(goroutines)
				}
				n := 0
				for range games {
					n++
				}
				if n == 0 && tt.name != "one word" {
					t.Error("neither a game nor an error")
				}
				limit := uint64(64 << 20)
				if goroutines > 0 {
					limit *= 2
				}
				if most-before > limit {
					t.Errorf("%d MB in use", (most-before)>>20)
				}
				t.Logf("%d MB in use, %d games", (most-min(before, most))>>20, n)
			})
		}
	}
}

// What is within the limits is read, and what is beyond them is not.
func TestPGNLimits(t *testing.T) {
	shuffle := strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 50_000)
	var tags strings.Builder
	for i := range maxTags {
		fmt.Fprintf(&tags, `[T%d "x"]`, i)
	}
	for _, tt := range []struct {
		name, text string
		ok         bool
	}{
		{"moves", shuffle, true},
		{"too many moves", shuffle + shuffle, false},
		{"comment", "{" + strings.Repeat("x", maxComment) + "} *", true},
		{"too long a comment", "{" + strings.Repeat("x", maxToken) + "} *", false},
		{"text", strings.Repeat("% escape\n", maxGame/9-10) + "*", true},
		{"too much text", "e4 " + strings.Repeat("\n% escape", maxGame/9+10) + " *", false},
		{"depth", strings.Repeat("Nf3 a6 (Nc6 a3 (Ng1 a6 (Nb8 a3 (", maxDepth/4) + "Nf3" + strings.Repeat(")", maxDepth), true},
		{"tag", `[A "` + strings.Repeat("x", maxTag) + "\"] *", true},
		{"too long a tag", `[A "` + strings.Repeat("x", maxTag+1) + "\"] *", false},
		{"escapes in a tag", `[A "` + strings.Repeat(`\"`, maxTag) + "\"] *", true},
		{"too many escapes in a tag", `[A "` + strings.Repeat(`\"`, maxTag+1) + "\"] *", false},
		{"Latin-1 in a tag", `[A "` + strings.Repeat("\xE4", maxTag/2) + "\"] *", true},
		{"too much Latin-1 in a tag", `[A "` + strings.Repeat("\xE4", maxTag/2+1) + "\"] *", false},
		{"long name of a tag", "[" + strings.Repeat("A", maxTag) + " \"1\"] *", true},
		{"too long a name of a tag", "[" + strings.Repeat("A", maxTag+1) + " \"1\"] *", false},
		{"tags", tags.String() + "*", true},
		{"tags and a position", strings.Replace(tags.String(), `[T0 "x"]`, `[FEN "`+StartFEN+`"]`, 1) + "*", true},
		{"tags and the seven", tags.String() + `[Event "x"][Result "1-0"] *`, true},
		{"too many tags", tags.String() + `[A "x"] *`, false},
		{"comments around a move", "e4" + strings.Repeat("{a} $1 ", maxAnnotations/2), true},
		{"too many comments around a move", "e4" + strings.Repeat("{a} $1 ", maxAnnotations/2+1), false},
	} {
		tree, err := ParsePGN(tt.text)
		if ok := err == nil && len(tree.Faults()) == 0; ok != tt.ok {
			t.Errorf("%s: %v, %v, want success: %v", tt.name, err, tree.Faults(), tt.ok)
			continue
		}
		if tt.ok {
			again, err := ParsePGN(tree.String())
			if err != nil || !equalTrees(tree, again) {
				t.Errorf("%s: not read back: %v", tt.name, err)
			}
		}
	}
}

func TestPGNReaderAllocates(t *testing.T) {
	text := bytes.Repeat(randomPGN(t, 1), 200)
	for _, tt := range []struct {
		detail PGNDetail
		most   float64 // a game: the tree, its tags and their text; nodes; notes and their text
	}{{WholeGames, 7}, {MainLines, 6}, {TagsOnly, 5}} {
		r := NewPGNReader(bytes.NewReader(text))
		r.Detail = tt.detail
		for range 10 {
			if _, err := r.Next(); err != nil {
				t.Fatal(err)
			}
		}
		got := testing.AllocsPerRun(100, func() {
			if _, err := r.Next(); err != nil {
				t.Fatal(err)
			}
		})
		if got > tt.most {
			t.Errorf("detail %d: %v allocations a game, want %v", tt.detail, got, tt.most)
		}
	}
}

// FuzzPGN reads any bytes. A game that was read is written and read back as the same
// tree, and all ways of reading agree on where games begin and end.
func FuzzPGN(f *testing.F) {
	for _, seed := range []string{
		"", "1. e4 e5 *", "[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 1-0\n",
		"{a} 1. e4! {b} (1. d4 (1. c4) {c} d5 $18) 1... {d} e5 ; e } f\n% g\n2. -- *",
		"[A \"\\\"\\\\\"]\n\n[A \"\xE4\"]\n{\xE4", "1. e4 {x\n\n[Event \"y\"]\n1. d4 ) ( * } 1-0 0-1 1/2 [B \"]",
		"1. e4 *\n\n[Event \"a\"]\n(; 1-0\n\n[Event \"b\"]\r\n\r\n{x} 1-0\r\n\r\n[Event \"c\"] 0-1\n\n[Event \"d",
		"[Variant \"3check\"]\n1. e4 d6 2. Bb5+ Bd7 3. Bxd7+ Kxd7 4. Qg4# 1-0", "\uFEFF1.e4 += ( { } ) (Nf3!? Z0) <",
		"1. e4 e5 2. Sf3 (2. Pf4 Sf6) Sc6 3. Tg1 Lb4 *", "[FEN \"4k3/8/8/8/8/8/R7/3K4 w - - 0 1\"]\n1. Rd2 Rd7 (1... Re7) 2. Ta7+ *",
		"[Result\"0\"]", "Aa1\xC8\xC8\xC8\xC8\xC8\xC8", "e4 a6 e5 d5 e 1 000000000000000000000", "[Result \"+:-\"] 1. e4 be Nb d7 1st {[ 0.5 - 0.5 (x) 1-0 F White wins",
	} {
		f.Add([]byte(seed))
	}
	for _, tt := range inputs {
		f.Add([]byte(tt.text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		read := func(in io.Reader, set func(*PGNReader)) []string {
			r := NewPGNReader(in)
			set(r)
			var games []string
			for tree, err := range r.All() {
				games = append(games, gameText(tree, err))
			}
			return games
		}
		same := func(name string, want, got []string) {
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s: %s", name, diff)
			}
		}
		var all []string
		for tree, err := range NewPGNReader(bytes.NewReader(text)).All() {
			all = append(all, gameText(tree, err))
			if err != nil && !slices.Contains(tree.Faults(), err.(*ParseError)) {
				t.Fatalf("%v is not among the faults", err)
			}
			for _, e := range tree.Faults() {
				if e.Game != len(all) || e.Line < 1 || e.Column < 1 || len(e.Input) > maxExcerpt {
					t.Fatalf("game %d: fault %#v", len(all), e)
				}
			}
			if start := tree.Start(); start.isZero() {
				continue
			}
			written, err := tree.appendText(nil)
			if err != nil {
				t.Fatal(err)
			}
			again, err := ParsePGN(string(written))
			if err != nil {
				t.Fatalf("%q was read and written as\n%s\n%v", text, written, err)
			}
			if !equalTrees(tree, again) {
				t.Fatalf("%q was read and written as\n%s\nand then as\n%s", text, written, again)
			}
		}
		none := func(*PGNReader) {}
		same("byte by byte", all, read(iotest.OneByteReader(bytes.NewReader(text)), none))
		strict := func(r *PGNReader) { r.Strict = true }
		for _, set := range []func(*PGNReader){none, strict} {
			r := NewPGNReader(bytes.NewReader(text))
			set(r)
			var parallel []string
			for tree, err := range r.Parallel(2) {
				parallel = append(parallel, gameText(tree, err))
			}
			same("parallel", read(bytes.NewReader(text), set), parallel)
		}
		mains := read(bytes.NewReader(text), func(r *PGNReader) { r.Detail = MainLines })
		tags := read(bytes.NewReader(text), func(r *PGNReader) { r.Detail = TagsOnly })
		if len(mains) != len(all) || len(tags) != len(all) {
			t.Fatalf("%q: %q in full, main lines %q, tags %q", text, all, mains, tags)
		}
		same("main lines visited", mains, visitAll(bytes.NewReader(text), false))
		same("visited", all, visitAll(bytes.NewReader(text), true))
	})
}

// visitAll returns gameText of all games, from what a visitor is told. It builds the
// trees itself if it reads variations.
func visitAll(in io.Reader, variations bool) []string {
	r := NewPGNReader(in)
	var games []string
	var t *GameTree
	var at *Node
	var outer []*Node // the moves that the open variations replace
	first := false    // the next move is the first of a variation
	v := &PGNVisitor{
		Game: func(game *GameTree) bool {
			t = NewGameTree(game.Start())
			t.tags = slices.Clone(game.tags)
			at, outer, first = t.Root(), outer[:0], false
			return true
		},
		Move: func(p *Position, m Move) bool {
			n := &Node{parent: at, move: m}
			if first {
				n.parent = at.parent
			}
			link := &n.parent.child
			for *link != nil {
				link = &(*link).next
			}
			*link = n
			if q := n.parent.Position(); !q.Equal(*p) {
				panic(fmt.Sprintf("before %v the position is %v, want %v", m, p, q))
			}
			at, first = n, false
			return true
		},
		End: func(result string) { t.put("Result", result) },
	}
	if variations {
		v.Comment = func([]byte, bool) {}
		v.NAG = func(NAG) {}
		v.Open = func() bool {
			outer = append(outer, at)
			first = true
			return true
		}
		v.Close = func() {
			at, outer, first = outer[len(outer)-1], outer[:len(outer)-1], false
		}
	}
	for {
		t = nil
		err := r.Visit(v)
		if t == nil {
			return games
		}
		t.faults = r.Faults()
		games = append(games, gameText(t, err))
	}
}

func TestVisit(t *testing.T) {
	const text = `{a} 1. e4 {b} e5! $14 (1... c5 {c} 2. Nf3 (2. Nc3 Nc6) d6) 2. {d} Nf3 (2. f4 exf4)
		2... Nc6 1-0 [White "x"] 1. Zz1 * [White "y"] 1. d4 d5 (1... Nf6) 2. c4 1/2-1/2 [White "z"] 1. c4 *`
	var events []string
	add := func(format string, args ...any) { events = append(events, fmt.Sprintf(format, args...)) }
	v := &PGNVisitor{
		Game:    func(t *GameTree) bool { add("game %s", t.Tag("White")); return t.Tag("White") != "z" },
		Move:    func(p *Position, m Move) bool { add("%s", p.SAN(m)); return m.To() != D5 },
		Comment: func(text []byte, before bool) { add("{%s %v}", text, before) },
		NAG:     func(nag NAG) { add("%v", nag) },
		Open:    func() bool { add("("); return len(events) < 20 },
		Close:   func() { add(")") },
		End:     func(result string) { add("end %s", result) },
	}
	r := NewPGNReader(strings.NewReader(text))
	for {
		err := r.Visit(v)
		if err == io.EOF {
			break
		}
		add("%v", err)
	}
	want := "{a false}|game |e4|{b false}|e5|!|$14|(|c5|{c false}|Nf3|(|Nc3|Nc6|)|d6|)|" +
		"{d true}|Nf3|(|Nc6|end 1-0|<nil>|" +
		`game x|end *|game 2, line 2, column 31: SAN "Zz1": malformed: "Z" is neither a file nor a piece` +
		"|game y|d4|d5|end 1/2-1/2|<nil>|game z|<nil>"
	if got := strings.Join(events, "|"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
