package chess

import "slices"

// balance returns the material of c less that of the other side, in centipawns.
func (p *Position) balance(c Color) (sum int) {
	for i := range p.pieces {
		e := p.pieces[i]
		if t := e.pieceType(); e != 0 && t != King {
			if e.piece().Color() == c {
				sum += exchangeValues[t]
			} else {
				sum -= exchangeValues[t]
			}
		}
	}
	return sum
}

// captureGain returns what the best capture or promotion wins for the side to move on its
// square, in centipawns.
func (p *Position) captureGain() (best int) {
	var buf [MaxMoves]Move
	for _, m := range p.appendCaptures(buf[:0]) {
		best = max(best, p.see(m, nil))
	}
	return best
}

// gainOn returns what captures on a square win for the side to move, and the best capture.
func (p *Position) gainOn(sq Square) (gain int, best Move) {
	var buf [MaxMoves]Move
	for _, m := range p.appendMoves(buf[:0]) {
		if m.To() == sq && p.isCapture(m) {
			if g := p.see(m, nil); g > gain {
				gain, best = g, m
			}
		}
	}
	return gain, best
}

// settled reports whether the other side of c can win nothing of c by captures on one
// square, or, if it is c's turn, c has a move that loses nothing and after which it cannot.
func (p *Position) settled(c Color) bool {
	if p.turn() != c {
		return p.captureGain() <= 0
	}
	var buf [MaxMoves]Move
	for _, m := range p.appendMoves(buf[:0]) {
		if p.see(m, nil) < 0 {
			continue
		}
		if next := p.After(m); next.captureGain() <= 0 {
			return true
		}
	}
	return false
}

// A haul is what a line of play wins for one side, and what the side gives for it.
type haul struct {
	line      []Move // up to where it is won
	value     int    // in centipawns
	won, lost []PieceType
	piece     PieceOn // the only piece that is won, if it stands on the square from the first move on
	at        int     // index in line of the move that captures it
}

// maxProof is how many plies a line may have that proves what material is won: more are
// not easy to follow.
const maxProof = 9

// A haul is described without the part of it, one in smallPart, that may be lost again: a pawn of a
// queen. If there is none such, one in mostPart may be: a pawn of a rook and a pawn.
const (
	smallPart = 8
	mostPart  = 6
)

// haulOf returns what the line from p wins for c, if it wins anything that is not lost again
// before its end, or only a small part of it.
func haulOf(p Position, line []Move, c Color) (h haul, ok bool) {
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
		return haul{}, false
	}
	h.value = values[part]
	for end > 1 && positions[end-1].balance(c)-began == h.value { // no need to show what follows
		end--
	}
	h.line = slices.Clone(line[:end])
	h.count(positions, c)
	return h, len(h.won) > 0
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

// count finds out which pieces make the haul.
func (h *haul) count(positions []Position, c Color) {
	var won, lost [King + 1]int
	l := Line{Position: positions[0], PV: h.line}
	captures := map[PieceType]int{} // by type, the index of the only capture in line, or -1
	for i, m := range h.line {
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
		h.won = append(h.won, slices.Repeat([]PieceType{t}, won[t])...)
		h.lost = append(h.lost, slices.Repeat([]PieceType{t}, lost[t])...)
	}
	h.piece.Square = NoSquare
	if len(h.won) != 1 {
		return
	}
	t := h.won[0]
	i, known := captures[t]
	if !known || i < 0 || positions[i].IsEnPassant(h.line[i]) {
		return
	}
	h.at = i
	to := h.line[i].To()
	before := Line{Position: l.Position, PV: h.line[:i]}
	if from := before.journey().from[to]; from == to || from == h.line[0].From() && to == h.line[0].To() {
		h.piece = PieceOn{positions[i].captured(h.line[i]), to}
	}
}
