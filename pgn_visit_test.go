package chess

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

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
