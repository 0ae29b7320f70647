package chess

import (
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"
	"time"
)

// This file reads and writes commands in comments, such as "[%clk 0:01:30]": what
// servers and programs add to a move for other programs to read. A Node keeps them
// in its Comment as they are written; all others of a comment stay in place when one
// is changed.

// Text returns the Comment without its commands: what people read.
func (n *Node) Text() string {
	return withoutCommands(n.Comment())
}

// SetText sets what Text returns, in the form of SetComment. It keeps the commands, which come
// first; a command in the text becomes one of the comment.
func (n *Node) SetText(text string) {
	n.SetComment(strings.Join(append(commandTexts(n.Comment()), text), " "))
}

// Command returns the value of the first command of a name in the Comment, such as "0:01:30" of
// "[%clk 0:01:30]" for "clk", and whether there is one.
func (n *Node) Command(name string) (value string, ok bool) {
	for c := range commands(n.Comment()) {
		if c.name == name {
			return c.value, true
		}
	}
	return "", false
}

// SetCommand sets what Command returns, and keeps the rest of the comment; the value "" removes
// all commands of the name. It rejects, with a *ParseError that matches ErrSyntax, a name with
// characters other than letters, digits and underscores, and a value with "]" or "[%".
func (n *Node) SetCommand(name, value string) error {
	switch {
	case !isTagName(name):
		return &ParseError{Kind: ErrSyntax, Field: "command name", Input: name, Detail: "a name consists of letters, digits and underscores"}
	case strings.Contains(value, "]") || strings.Contains(value, "[%"):
		return &ParseError{Kind: ErrSyntax, Field: "command " + name, Input: value, Detail: `a value contains neither "]" nor "[%"`}
	}
	n.setCommand(name, tidy(value))
	return nil
}

// setCommand is SetCommand without the tests.
func (n *Node) setCommand(name, value string) {
	comment := n.Comment()
	text := "[%" + name + " " + value + "]"
	if value == "" {
		text = ""
	}
	place, found := 0, false
	for c := range commands(comment) {
		if strings.Trim(comment[place:c.from], " ") == "" {
			place = c.to
		}
		found = found || c.name == name
	}
	if !found {
		if text != "" {
			n.SetComment(comment[:place] + " " + text + " " + strings.TrimLeft(comment[place:], " "))
		}
		return
	}
	n.SetComment(replaceCommands(comment, func(c command) string {
		if c.name != name {
			return comment[c.from:c.to]
		}
		first := text
		text = "" // and the others are removed
		return first
	}))
}

// Clock returns the player's clock after the move, "[%clk 1:05:30]" in the comment, and whether
// it is there.
func (n *Node) Clock() (time.Duration, bool) { return n.duration("clk") }

// SetClock sets what Clock returns, in milliseconds, from zero to less than 1<<20 hours.
func (n *Node) SetClock(d time.Duration) { n.setCommand("clk", formatClock(d)) }

// ElapsedTime returns how long the player took for the move, "[%emt 0:00:05]", and whether it is
// there.
func (n *Node) ElapsedTime() (time.Duration, bool) { return n.duration("emt") }

// SetElapsedTime sets what ElapsedTime returns, as SetClock does.
func (n *Node) SetElapsedTime(d time.Duration) { n.setCommand("emt", formatClock(d)) }

// duration returns the value of a command that is a time.
func (n *Node) duration(name string) (time.Duration, bool) {
	value, ok := n.Command(name)
	if !ok {
		return 0, false
	}
	return parseClock(value)
}

// parseClock reads hours, minutes and seconds, "1:05:30.5". The hours, and the
// minutes with them, may be missing.
func parseClock(s string) (time.Duration, bool) {
	whole, fraction, point := strings.Cut(s, ".")
	parts := strings.Split(whole, ":")
	if len(parts) > 3 || point && strings.Trim(fraction, "0123456789") != "" {
		return 0, false
	}
	var seconds uint64
	for _, part := range parts {
		n, err := strconv.ParseUint(part, 10, 20) // no more, so that nothing overflows
		if err != nil {
			return 0, false
		}
		seconds = 60*seconds + n
	}
	nanoseconds, _ := strconv.ParseUint((fraction + "000000000")[:9], 10, 32)
	return time.Duration(seconds)*time.Second + time.Duration(nanoseconds), true
}

// formatClock returns hours, minutes and seconds, the latter with up to three
// decimals if they are needed.
func formatClock(d time.Duration) string {
	d = min(max(d, 0), 1<<20*time.Hour-time.Millisecond).Round(time.Millisecond) // at most what parseClock reads
	s := fmt.Sprintf("%d:%02d:%02d", d/time.Hour, d/time.Minute%60, d/time.Second%60)
	if ms := d / time.Millisecond % 1000; ms != 0 {
		s += strings.TrimRight(fmt.Sprintf(".%03d", ms), "0")
	}
	return s
}

// Eval returns the evaluation after the move from White's point of view, such as "[%eval 0.34]"
// in pawns, "[%eval #-3]", or "[%eval 0.34,20]" with the depth, which is otherwise 0, and
// whether it is there.
func (n *Node) Eval() (white Score, depth int, ok bool) {
	value, ok := n.Command("eval")
	if !ok {
		return 0, 0, false
	}
	text, after, _ := strings.Cut(value, ",")
	if white, ok = parseEval(text); !ok {
		return 0, 0, false
	}
	if d, err := strconv.ParseUint(strings.TrimSpace(after), 10, 31); err == nil {
		depth = int(d)
	}
	return white, depth, true
}

// parseEval reads an evaluation with any number of decimals.
func parseEval(s string) (Score, bool) {
	if mate, ok := strings.CutPrefix(s, "#"); ok {
		return parseMate(strings.TrimPrefix(mate, "+"))
	}
	pawns, err := strconv.ParseFloat(s, 64)
	if err != nil || strings.Trim(s, "+-.0123456789") != "" {
		return 0, false
	}
	const most = float64(MaxEvaluation)
	return Score(math.Round(min(max(100*pawns, -most), most))), true
}

// SetEval sets what Eval returns; a depth that is not positive is left out.
func (n *Node) SetEval(white Score, depth int) {
	value := strings.TrimPrefix(white.String(), "+")
	if depth > 0 {
		value += "," + strconv.Itoa(depth)
	}
	n.setCommand("eval", value)
}

// paints are the colours that commands of PGN have, by their letters.
var paints = [...]struct{ letter, paint string }{{"G", "green"}, {"R", "red"}, {"Y", "yellow"}, {"B", "blue"}}

// Arrows returns the arrows drawn after the move, "[%cal Ge2e4,Rd8h4]", for a Diagram. The
// letters are green, red, yellow and blue; another gives an empty Paint.
func (n *Node) Arrows() []Arrow {
	var arrows []Arrow
	for paint, text := range n.marks("cal") {
		from, _, wrong := readSquare(text)
		to, _, wrongTo := readSquare(text[min(2, len(text)):])
		if wrong == "" && wrongTo == "" && len(text) == 4 {
			arrows = append(arrows, Arrow{from, to, paint})
		}
	}
	return arrows
}

// SetArrows sets what Arrows returns. A Paint other than those four becomes green; arrows off
// the board are left out.
func (n *Node) SetArrows(arrows ...Arrow) {
	var marks []string
	for _, a := range arrows {
		if a.From < NoSquare && a.To < NoSquare {
			marks = append(marks, letterOf(a.Paint, "G")+a.From.String()+a.To.String())
		}
	}
	n.setCommand("cal", strings.Join(marks, ","))
}

// Highlights returns the squares marked after the move, "[%csl Gd4,Re5]", with the colours of
// Arrows.
func (n *Node) Highlights() []Highlight {
	var highlights []Highlight
	for paint, text := range n.marks("csl") {
		if sq, _, wrong := readSquare(text); wrong == "" && len(text) == 2 {
			highlights = append(highlights, Highlight{sq, paint})
		}
	}
	return highlights
}

// SetHighlights sets what Highlights returns. A Paint other than those four becomes red; what
// lies off the board is left out.
func (n *Node) SetHighlights(highlights ...Highlight) {
	var marks []string
	for _, h := range highlights {
		if h.Square < NoSquare {
			marks = append(marks, letterOf(h.Paint, "R")+h.Square.String())
		}
	}
	n.setCommand("csl", strings.Join(marks, ","))
}

// marks returns the marks in all commands of a name: their paints and squares.
func (n *Node) marks(name string) iter.Seq2[string, string] {
	return func(yield func(paint, squares string) bool) {
		for c := range commands(n.Comment()) {
			if c.name != name {
				continue
			}
			for mark := range strings.SplitSeq(c.value, ",") {
				mark = strings.TrimSpace(mark)
				if mark == "" {
					continue
				}
				paint := ""
				for _, p := range paints {
					if p.letter == mark[:1] {
						paint = p.paint
					}
				}
				if !yield(paint, mark[1:]) {
					return
				}
			}
		}
	}
}

// letterOf returns the letter of a paint, or otherwise if it has none.
func letterOf(paint, otherwise string) string {
	for _, p := range paints {
		if strings.EqualFold(p.paint, paint) {
			return p.letter
		}
	}
	return otherwise
}
