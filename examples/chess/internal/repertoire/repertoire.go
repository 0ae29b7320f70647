package repertoire

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
)

// A repertoire is what one side plays: a graph of positions, in which each is once, whatever the moves that
// lead to it. It does not depend on the order of its games and variations.
type repertoire struct {
	side   chess.Color
	places map[chess.Key]*place
}

// A place is a position of a repertoire: one in which it has a move, or after one. Where a game begins with
// the other side's move, it is one too.
type place struct {
	line
	moves []chess.Move // that the repertoire plays, sorted; none where the other side is to move
}

// A line is moves and the position that they start from.
type line struct {
	start chess.Position
	moves []chess.Move
}

func newRepertoire(side chess.Color) *repertoire {
	return &repertoire{side, map[chess.Key]*place{}}
}

// add adds the moves of a game and its variations. A move of the side with ? or ?? is not one of the
// repertoire, nor is a null move, or what follows them.
func (r *repertoire) add(t *chess.GameTree) {
	start := t.Start()
	lines := map[*chess.Node]line{t.Root(): {start: start}}
	if start.Turn() != r.side {
		r.place(start, lines[t.Root()])
	}
	for n, at := range t.Nodes() {
		before, ok := lines[n.Parent()]
		p, m := at.Before(), n.Move()
		own := p.Turn() == r.side
		if !ok || m == 0 || own && slices.ContainsFunc(n.NAGs(), isBad) {
			continue
		}
		after := line{start, append(slices.Clip(before.moves), m)}
		lines[n] = after
		if own {
			from := r.place(p, before)
			if i, found := slices.BinarySearch(from.moves, m); !found {
				from.moves = slices.Insert(from.moves, i, m)
			}
			r.place(p.After(m), after)
		}
	}
}

func isBad(n chess.NAG) bool { return n == chess.Mistake || n == chess.Blunder }

// place returns the place of a position, which it adds if there is none, and keeps the least line to it.
func (r *repertoire) place(p chess.Position, l line) *place {
	at := r.places[p.Key()]
	if at == nil {
		at = &place{line: l}
		r.places[p.Key()] = at
	}
	if l.compare(at.line) < 0 {
		at.line = l
	}
	return at
}

// text returns the moves that the repertoire plays in p, the position of the place.
func (at *place) text(p chess.Position) string {
	var sans []string
	for _, m := range at.moves {
		sans = append(sans, p.SAN(m))
	}
	return strings.Join(sans, " or ")
}

// has reports whether a position is one of the repertoire.
func (r *repertoire) has(p chess.Position) bool { return r.places[p.Key()] != nil }

// sorted returns the keys of the places that choose returns true for, those with the least line first.
func (r *repertoire) sorted(choose func(chess.Key, *place) bool) (keys []chess.Key) {
	for key, at := range r.places {
		if choose(key, at) {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, func(a, b chess.Key) int { return r.places[a].compare(r.places[b].line) })
	return keys
}

// usual reports whether the line starts from the position that games start from.
func (l line) usual() bool { return l.start.Key() == usualStart(l.start) }

// usualStart returns the key of the position that games of the variant of p start from.
func usualStart(p chess.Position) chess.Key { return p.Variant().StartPosition().Key() }

// compare orders lines: first those from the usual start, then by length, then by moves.
func (l line) compare(other line) int {
	n := cmp.Or(
		cmp.Compare(number(other.usual()), number(l.usual())),
		cmp.Compare(len(l.moves), len(other.moves)),
		slices.Compare(l.moves, other.moves),
	)
	if n == 0 {
		n = strings.Compare(l.start.FEN(), other.start.FEN())
	}
	return n
}

// number returns 1 if b, else 0.
func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// String returns the moves, and before them where they start unless that is usual.
func (l line) String() string {
	text := l.start.SANLine(l.moves...)
	switch {
	case text == "" && l.usual():
		return "The start"
	case text == "":
		return l.start.FEN()
	case l.usual():
		return text
	}
	return l.start.FEN() + ": " + text
}
