package chess

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// commented returns a node with a comment.
func commented(comment string) *Node {
	n := new(GameTree).Root()
	n.SetComment(comment)
	return n
}

func TestCommand(t *testing.T) {
	for _, tt := range []struct {
		comment, name string
		value         string
		ok            bool
	}{
		{"[%clk 0:01:30]", "clk", "0:01:30", true},
		{"text [%eval 0.3] [%clk  0:01:30 ] more", "clk", "0:01:30", true},
		{"[%clk 1:00:00] [%clk 2:00:00]", "clk", "1:00:00", true},
		{"[%clk 0:01:30][%timestamp 1]", "timestamp", "1", true},
		{"[%mdl]", "mdl", "", true},
		{"[%clk 0:01:30", "clk", "", false},
		{"[%eval [%clk 0:01:30]", "clk", "0:01:30", true},
		{"[%eval [%clk 0:01:30]", "eval", "", false},
		{"[%clkx 0:01:30]", "clk", "", false},
		{"% clk 1", "clk", "", false},
		{"[%]", "", "", false},
		{"", "clk", "", false},
	} {
		value, ok := commented(tt.comment).Command(tt.name)
		if value != tt.value || ok != tt.ok {
			t.Errorf("%q: Command(%s) = %q, %v, want %q, %v", tt.comment, tt.name, value, ok, tt.value, tt.ok)
		}
	}
}

func TestSetCommand(t *testing.T) {
	for _, tt := range []struct{ comment, name, value, want string }{
		{"", "clk", "1", "[%clk 1]"},
		{"text", "clk", "1", "[%clk 1] text"},
		{"[%eval 0.3] text [%cal Ge2e4]", "clk", "1", "[%eval 0.3] [%clk 1] text [%cal Ge2e4]"},
		{"[%eval 0.3][%x 1]text", "clk", "1", "[%eval 0.3][%x 1] [%clk 1] text"},
		{"text [%clk 2] more", "clk", "1", "text [%clk 1] more"},
		{"a [%clk 2] b [%clk 3] c", "clk", "1", "a [%clk 1] b c"},
		{"a [%clk 2] b [%clk 3] c", "clk", "", "a b c"},
		{"[%clk 2] b", "clk", "", "b"},
		{"b [%clk 2]", "clk", "", "b"},
		{"a[%clk 2]b", "clk", "", "ab"},
		{"[%clk 2]", "clk", "", ""},
		{"a b", "clk", "", "a b"},
		{"[%clk 2", "clk", "1", "[%clk 1] [%clk 2"},
		{"a", "clk", " 1\n2 ", "[%clk 1 2] a"},
	} {
		n := commented(tt.comment)
		if err := n.SetCommand(tt.name, tt.value); err != nil || n.Comment() != tt.want {
			t.Errorf("%q: SetCommand(%s, %q) gives %q, %v, want %q", tt.comment, tt.name, tt.value, n.Comment(), err, tt.want)
		}
	}
	for _, tt := range [][2]string{{"", "1"}, {"a b", "1"}, {"clk]", "1"}, {"clk", "1]"}, {"clk", "[%x"}} {
		n := commented("[%clk 2]")
		if err := n.SetCommand(tt[0], tt[1]); !errors.Is(err, ErrSyntax) || n.Comment() != "[%clk 2]" {
			t.Errorf("SetCommand(%q, %q) = %v, %q", tt[0], tt[1], err, n.Comment())
		}
	}
}

func TestText(t *testing.T) {
	for comment, want := range map[string]string{
		"":                              "",
		"text":                          "text",
		"[%clk 1]":                      "",
		"[%eval 0.3] [%clk 1] a  b":     "a  b",
		"a [%clk 1] b [%csl Gd4] c":     "a b c",
		"a [%clk 1][%csl Gd4]":          "a",
		"a [%clk":                       "a [%clk",
		"[%eval 0.3] (0.1 -> 0.3) [x]":  "(0.1 -> 0.3) [x]",
		"x [%a b c] [not a command]  y": "x [not a command]  y",
	} {
		n := commented(comment)
		if got := n.Text(); got != want {
			t.Errorf("%q: Text = %q, want %q", comment, got, want)
		}
		n.SetText("new text")
		if n.Text() != "new text" || !cmp.Equal(commandsOf(commented(comment)), commandsOf(n)) {
			t.Errorf("%q: SetText gives %q", comment, n.Comment())
		}
	}
	n := commented("old [%clk 1] old [%eval 2]")
	if n.SetText("x [%emt 3]"); n.Text() != "x" || n.Comment() != "[%clk 1] [%eval 2] x [%emt 3]" {
		t.Errorf("a text with a command gives %q", n.Comment())
	}
	if err := n.SetCommand("emt", ""); err != nil {
		t.Fatal(err)
	}
	if n.SetText(""); n.Comment() != "[%clk 1] [%eval 2]" {
		t.Errorf("%q", n.Comment())
	}
}

// commandsOf lists the commands in the comment of a node.
func commandsOf(n *Node) (all []string) {
	for c := range commands(n.Comment()) {
		all = append(all, c.name+" "+c.value)
	}
	return all
}

func TestClock(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"0:00:00":       0,
		"1:05:30":       time.Hour + 5*time.Minute + 30*time.Second,
		"0:02:59.9":     2*time.Minute + 59900*time.Millisecond,
		"00:00:01.125":  1125 * time.Millisecond,
		"0:00:01.":      time.Second,
		"90:00":         90 * time.Minute,
		"0.25":          250 * time.Millisecond,
		"100:00:00":     100 * time.Hour,
		"1.0000000019":  time.Second + 1,
		"1048575:00:00": 1048575 * time.Hour,
	} {
		n := commented("x [%clk " + value + "] y")
		if got, ok := n.Clock(); got != want || !ok {
			t.Errorf("%s is read as %v, %v, want %v", value, got, ok, want)
		}
		n.SetClock(want)
		rounded := want.Round(time.Millisecond)
		if got, ok := n.Clock(); got != rounded || !ok || n.Text() != "x y" {
			t.Errorf("%v is written as %q", want, n.Comment())
		}
	}
	for _, value := range []string{"", "x", "-1:00:00", "+1", "1:2:3:4", "1::2", ":", "1.2.3", "1.x", "1:00:00.5s", "9999999:00:00", "1 2", "18446744073709551616"} {
		n := commented("[%clk " + value + "] [%emt " + value + "]")
		if got, ok := n.Clock(); ok || got != 0 {
			t.Errorf("%q is read as %v", value, got)
		}
		if got, ok := n.ElapsedTime(); ok || got != 0 {
			t.Errorf("%q is read as %v", value, got)
		}
	}
	n := commented("good")
	if _, ok := n.Clock(); ok {
		t.Error("a clock without a command")
	}
	n.SetClock(83 * time.Second)
	n.SetElapsedTime(1500*time.Millisecond + 300*time.Microsecond)
	const want = "[%clk 0:01:23] [%emt 0:00:01.5] good"
	if n.Comment() != want {
		t.Errorf("%q, want %q", n.Comment(), want)
	}
	if n.SetClock(-5); n.Comment() != strings.Replace(want, "0:01:23", "0:00:00", 1) {
		t.Errorf("%q", n.Comment())
	}
	n.SetClock(1<<63 - 1)
	if d, ok := n.Clock(); !ok || d != 1<<20*time.Hour-time.Millisecond { // the longest that is read
		t.Errorf("%v, %v from %q", d, ok, n.Comment())
	}
}

func TestEval(t *testing.T) {
	for _, tt := range []struct {
		value string
		score Score
		depth int
		ok    bool
	}{
		{"0.34", 34, 0, true},
		{"+0.34,12", 34, 12, true},
		{"-1.2, 7", -120, 7, true},
		{"0", 0, 0, true},
		{".5", 50, 0, true},
		{"1.2349", 123, 0, true},
		{"-0.005", -1, 0, true},
		{"9999999999", MaxEvaluation, 0, true},
		{"-400.00", -MaxEvaluation, 0, true},
		{"#3", Mate - 5, 0, true},
		{"#+3,20", Mate - 5, 20, true},
		{"#-3", 6 - Mate, 0, true},
		{"#0", Mate, 0, true},
		{"#-0", -Mate, 0, true},
		{"0.34,x", 34, 0, true},
		{"0.34,-1", 34, 0, true},
		{"", 0, 0, false},
		{"#", 0, 0, false},
		{"#x", 0, 0, false},
		{"NaN", 0, 0, false},
		{"Inf", 0, 0, false},
		{"1e9", 0, 0, false},
		{"0x1p-2", 0, 0, false},
		{"1-2", 0, 0, false},
		{"1" + strings.Repeat("0", 400), 0, 0, false},
	} {
		n := commented("[%eval " + tt.value + "] text")
		score, depth, ok := n.Eval()
		if score != tt.score || depth != tt.depth || ok != tt.ok {
			t.Errorf("%q is read as %v, %d, %v, want %v, %d, %v", tt.value, score, depth, ok, tt.score, tt.depth, tt.ok)
		}
		if !ok {
			continue
		}
		n.SetEval(score, depth)
		if again, d, ok := n.Eval(); again.String() != score.String() || d != depth || !ok || n.Text() != "text" {
			t.Errorf("%v, %d is written as %q", score, depth, n.Comment())
		}
	}
	n := commented("[%clk 0:01:00] solid")
	for _, tt := range []struct {
		score Score
		depth int
		want  string
	}{
		{34, 0, "0.34"}, {-120, 20, "-1.20,20"}, {0, -3, "0.00"}, {Mate - 3, 0, "#2"}, {4 - Mate, 5, "#-2,5"}, {Mate, 0, "#0"},
	} {
		n.SetEval(tt.score, tt.depth)
		if want := "[%clk 0:01:00] [%eval " + tt.want + "] solid"; n.Comment() != want {
			t.Errorf("%q, want %q", n.Comment(), want)
		}
	}
}

func TestArrowsAndHighlights(t *testing.T) {
	n := commented("[%csl Gd4,Re5] look [%cal Ge2e4,Yd1h5, Bd8d8 ,Oa1h8,x,Ge2,Ge2e4q,Gi1a1,,G] here [%csl Ba1]")
	arrows := []Arrow{{E2, E4, "green"}, {D1, H5, "yellow"}, {D8, D8, "blue"}, {A1, H8, ""}}
	highlights := []Highlight{{D4, "green"}, {E5, "red"}, {A1, "blue"}}
	if diff := cmp.Diff(arrows, n.Arrows()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff(highlights, n.Highlights()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	n.SetArrows(append(arrows, Arrow{NoSquare, E4, "red"}, Arrow{E2, 99, "red"}, Arrow{H1, H2, "#1f8a3b"}, Arrow{H2, H1, "Red"})...)
	n.SetHighlights(append(highlights, Highlight{NoSquare, "red"}, Highlight{H2, "orange"}, Highlight{H1, ""})...)
	const want = "[%csl Gd4,Re5,Ba1,Rh2,Rh1] look [%cal Ge2e4,Yd1h5,Bd8d8,Ga1h8,Gh1h2,Rh2h1] here"
	if n.Comment() != want {
		t.Errorf("%q, want %q", n.Comment(), want)
	}
	n.SetArrows()
	n.SetHighlights(Highlight{NoSquare, "red"})
	if n.Comment() != "look here" || n.Arrows() != nil || n.Highlights() != nil {
		t.Errorf("%q", n.Comment())
	}
}

// Reading or changing one thing in a comment takes time in proportion to its length.
func TestManyCommands(t *testing.T) {
	n := commented(strings.Repeat("[%clk 1] ", 100_000) + "text")
	n.SetClock(time.Second)
	if n.Comment() != "[%clk 0:00:01] text" {
		t.Errorf("%.100s", n.Comment())
	}
	n.SetComment(strings.Repeat("[%a 1] [%b ", 100_000) + "text")
	n.SetClock(time.Second)
	if n.Text() == "" || len(n.Arrows()) > 0 {
		t.Errorf("%.100s", n.Comment())
	}
}

// Setting a command keeps the others and the text, it is read back, and removing it
// leaves what was there before.
func FuzzCommands(f *testing.F) {
	for _, seed := range []string{"", "text", "[%clk 0:01:30] text", "a [%eval #-3,12] b [%cal Ge2e4]", "[%eval [%clk 1]", "[%clk 1][%clk 2]", "[%", "]", "[%eval 1e400]"} {
		f.Add(seed, int64(1500), int32(34), uint8(12), uint8(28))
	}
	f.Fuzz(func(t *testing.T, comment string, ms int64, centipawns int32, from, to uint8) {
		n := commented(comment)
		comment = n.Comment()
		text := n.Text()
		_, _, _ = n.Eval()
		if strings.ContainsAny(text, "[]") {
			return // without what is between, they may become a command
		}
		others := func(names ...string) (all []string) {
			for _, c := range commandsOf(n) {
				name, _, _ := strings.Cut(c, " ")
				if !slices.Contains(names, name) {
					all = append(all, c)
				}
			}
			return all
		}
		before := others("clk", "eval", "cal", "csl")
		d := time.Duration(ms&(1<<40-1)) * time.Millisecond
		score := min(max(Score(centipawns), -Mate), Mate)
		a, b := Square(from%64), Square(to%64)
		n.SetClock(d)
		n.SetEval(score, int(to))
		n.SetArrows(Arrow{a, b, "blue"})
		n.SetHighlights(Highlight{a, "yellow"})
		gotClock, ok := n.Clock()
		gotScore, depth, okEval := n.Eval()
		if gotClock != d || !ok || gotScore.String() != score.String() || depth != int(to) || !okEval ||
			!cmp.Equal(n.Arrows(), []Arrow{{a, b, "blue"}}) || !cmp.Equal(n.Highlights(), []Highlight{{a, "yellow"}}) {
			t.Fatalf("%q becomes %q", comment, n.Comment())
		}
		if strings.Join(strings.Fields(n.Text()), "") != strings.Join(strings.Fields(text), "") {
			t.Fatalf("the text %q becomes %q", text, n.Text())
		}
		if after := others("clk", "eval", "cal", "csl"); !cmp.Equal(before, after) {
			t.Fatalf("%q becomes %q", comment, n.Comment())
		}
		for _, name := range []string{"clk", "eval", "cal", "csl"} {
			if err := n.SetCommand(name, ""); err != nil {
				t.Fatal(err)
			}
			if _, ok := n.Command(name); ok {
				t.Fatalf("%s is not removed from %q", name, n.Comment())
			}
		}
		if after := others(); !cmp.Equal(before, after) {
			t.Fatalf("%q becomes %q", comment, n.Comment())
		}
	})
}

// A loop over commands or marks can stop after any of them.
func TestCommandsStop(t *testing.T) {
	for stop := range 3 {
		n := 0
		for range commands("[%a 1] text [%b 2] [%c]") {
			if n++; n > stop {
				break
			}
		}
		for range commented("[%cal Ge2e4,Re4e5] [%cal Bd1d2]").marks("cal") {
			if n--; n <= 0 {
				break
			}
		}
		if n != 0 {
			t.Errorf("%d more commands than marks after stop %d", n, stop)
		}
	}
}
