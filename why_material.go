package chess

import "slices"

// A materialGain is what a line of play wins for one side, and what the side gives for it.
type materialGain struct {
	line      []Move // up to where it is won
	value     int    // in centipawns
	won, lost []PieceType
	piece     PieceOn // the only piece that is won, if it stands on the square from the first move on
	at        int     // index in line of the move that captures it
}

// maxProof is how many plies a line may have that proves a gain: longer ones are hard to
// follow.
const maxProof = 9

// A small part of a gain may be lost again: one in smallPart, such as a pawn of a queen or, if
// no gain is that safe, one in mostPart, such as a pawn of a rook and a pawn.
const (
	smallPart = 8
	mostPart  = 6
)

// gainOf returns what the line from p wins for c, if it wins anything that is not lost again
// before its end, or only a small part of it.
func gainOf(p Position, line []Move, c Color) (g materialGain, ok bool) {
	positions := make([]Position, 1, len(line)+1)
	positions[0] = p
	for _, m := range line {
		positions = append(positions, positions[len(positions)-1].After(m))
	}
	for n := len(line); n > 0 && (!positions[n].settled(c) || recaptures(positions, line, n, c)); n-- {
		line = line[:n-1] // the line is cut in the middle of something
	}
	began := p.balance(c)
	kept := positions[len(line)].balance(c) - began // to the end of the line
	var ends, values [2]int                         // where no more than smallPart is lost again, and where more is
	for i := len(line); i > 0; i-- {
		value := positions[i].balance(c) - began
		if positions[i].settled(c.Other()) { // or c takes back at once
			kept = min(kept, value)
		}
		lost := value - kept
		part := oneIf(lost > value/smallPart)
		if lost >= 0 && lost <= value/mostPart && value > 0 && value >= values[part] && i <= maxProof && positions[i].settled(c) {
			ends[part], values[part] = i, value
		}
	}
	part := oneIf(ends[0] == 0)
	end := ends[part]
	if end == 0 {
		return materialGain{}, false
	}
	g.value = values[part]
	for end > 1 && positions[end-1].balance(c)-began == g.value { // no need to show what follows
		end--
	}
	g.line = slices.Clone(line[:end])
	g.count(positions, c)
	return g, len(g.won) > 0
}

// recaptures reports whether the n-th move of a line is a capture, and c can win something
// back on that square.
func recaptures(positions []Position, line []Move, n int, c Color) bool {
	m, p := line[n-1], &positions[n]
	if p.turn() != c || !positions[n-1].isCapture(m) {
		return false
	}
	gain, _ := p.gainOn(m.To())
	return gain > 0
}

// count finds out which pieces are won and lost.
func (g *materialGain) count(positions []Position, c Color) {
	var won, lost [King + 1]int
	l := Line{Position: positions[0], PV: g.line}
	captures := map[PieceType]int{} // by type, the index of the only capture in line, or -1
	for i, m := range g.line {
		p := &positions[i]
		mine := p.turn() == c
		if t := p.captured(m).Type(); t != NoPieceType {
			if mine {
				won[t]++
				if _, again := captures[t]; again {
					captures[t] = -1
				} else {
					captures[t] = i
				}
			} else {
				lost[t]++
			}
		}
		if t := m.Promotion(); t != NoPieceType {
			if mine {
				won[t]++
				lost[Pawn]++
			} else {
				lost[t]++
				won[Pawn]++
			}
		}
	}
	cancel := func(a, b *int) {
		n := min(*a, *b)
		*a -= n
		*b -= n
	}
	for t := Pawn; t <= Queen; t++ {
		cancel(&won[t], &lost[t])
	}
	cancel(&won[Knight], &lost[Bishop])
	cancel(&won[Bishop], &lost[Knight])
	for t := Queen; t >= Pawn; t-- {
		g.won = append(g.won, slices.Repeat([]PieceType{t}, won[t])...)
		g.lost = append(g.lost, slices.Repeat([]PieceType{t}, lost[t])...)
	}
	g.piece.Square = NoSquare
	if len(g.won) != 1 {
		return
	}
	t := g.won[0]
	i, known := captures[t]
	if !known || i < 0 || positions[i].IsEnPassant(g.line[i]) {
		return
	}
	g.at = i
	to := g.line[i].To()
	before := Line{Position: l.Position, PV: g.line[:i]}
	if from := before.journey().from[to]; from == to || from == g.line[0].From() && to == g.line[0].To() {
		g.piece = PieceOn{positions[i].captured(g.line[i]), to}
	}
}
