package endings

import (
	"fmt"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/endings"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

// A heat adds up what best play gives with a piece on each square.
type heat [64]tally

// A tally counts positions, and what they give White.
type tally struct {
	Positions int
	points    int    // 2 for a win, 1 for a draw
	Wins      [2]int // by the winner
	moves     [2]int // to mate in these wins
}

// add adds a part of a tally to it.
func (t *tally) add(other *tally, times int) {
	t.Positions += times * other.Positions
	t.points += times * other.points
	for c := range t.Wins {
		t.Wins[c] += times * other.Wins[c]
		t.moves[c] += times * other.moves[c]
	}
}

// A measure says what a heat map compares.
type measure struct {
	mates  bool        // moves to mate, not results
	winner chess.Color // whose wins count for mates
}

// of returns what a tally is worth for White: points in percent, or moves to mate, fewer if
// White is the winner. It is false if there is nothing to compare.
func (m measure) of(t *tally) (v float64, ok bool) {
	if !m.mates {
		return 50 * float64(t.points) / float64(t.Positions), t.Positions > 0
	}
	wins := t.Wins[m.winner]
	v = float64(t.moves[m.winner]) / float64(wins)
	if m.winner == chess.White {
		v = -v
	}
	return v, wins > 0
}

// words returns what an average is, from the point of view of a side.
func (m measure) words(mean float64, side chess.Color) string {
	switch {
	case m.mates:
		return fmt.Sprintf("mate in %.1f on average", abs(mean))
	case side == chess.Black:
		mean = 100 - mean
	}
	return fmt.Sprintf("%.1f %% on average", mean)
}

// legend returns what the numbers of the heat maps are.
func (m measure) legend() string {
	if m.mates {
		return fmt.Sprintf("moves to mate in positions that %v wins, fewer (%v’s pieces) or more (%v’s) than on average", m.winner, m.winner, m.winner.Other())
	}
	return "points in percent, more or less than on average; a draw is half a point"
}

// measureOf returns the measure that a name asks for. Without a name it is the moves to
// mate if a side that is to move wins nearly always, so that results say little.
func (s *survey) measureOf(name string) measure {
	m := measure{mates: name == "mate"}
	for c := range chess.Color(2) {
		side := &s.Sides[c]
		if name == "" && side.Result(chess.WDLWin.ForWhite(c))*100 >= 98*side.Positions {
			m.mates = true
		}
	}
	if s.result(chess.WDLLoss) > s.result(chess.WDLWin) {
		m.winner = chess.Black
	}
	if s.Wins[m.winner].Longest.Count == 0 { // nobody wins, or no distance to mate is known
		m.mates = false
	}
	return m
}

// addHeat counts a position: twice, but that of a table once if it is its own mirror image,
// since expand adds it to itself.
func (s *survey) addHeat(p *chess.Position, truth chess.ProbeResult) {
	turn := p.Turn()
	w := truth.WDL.ForWhite(turn)
	one := tally{Positions: 1, points: endings.HalfPoints(w)}
	if moves, ok := truth.MateInMoves(); ok {
		winner := turn
		if truth.WDL < chess.WDLDraw {
			winner = turn.Other()
		}
		one.Wins[winner], one.moves[winner] = 1, abs(moves)
	}
	weight := 2
	if !s.sampled && selfSymmetric(p) {
		weight = 1
	}
	for sq, piece := range p.Pieces() {
		s.heats[turn][piece][sq].add(&one, weight)
	}
}

// expand adds to each square what was counted on those that are symmetric to it: a
// table has symmetric positions once, and a sample few. Without pawns, eight positions are
// symmetric to each other, or four if they are their own mirror images in a diagonal;
// with pawns, two.
func (s *survey) expand() {
	symmetries := 8
	if s.Ending.Count(chess.White, chess.Pawn)+s.Ending.Count(chess.Black, chess.Pawn) > 0 {
		symmetries = 2
	}
	for turn := range s.heats {
		for i := range s.heats[turn] {
			h := &s.heats[turn][i]
			var sum heat
			for sq := range chess.NoSquare {
				for symmetry := range symmetries {
					sum[sq].add(&h[image(sq, symmetry)], 1)
				}
			}
			*h = sum
		}
	}
}

// image returns where a square is on a board that is mirrored: by the bits of
// symmetry left to right, top to bottom, and in the diagonal of a1.
func image(sq chess.Square, symmetry int) chess.Square {
	if symmetry&1 != 0 {
		sq ^= chess.H1
	}
	if symmetry&2 != 0 {
		sq ^= chess.A8
	}
	if symmetry&4 != 0 {
		sq = chess.SquareAt(sq.Rank(), sq.File())
	}
	return sq
}

// selfSymmetric reports whether a position without pawns is its own mirror image in a
// diagonal. No other mirror leaves a king where it is.
func selfSymmetric(p *chess.Position) bool {
	for _, symmetry := range [...]int{4, 7} {
		same := true
		for sq, piece := range p.Pieces() {
			if same = piece.Type() != chess.Pawn && p.At(image(sq, symmetry)) == piece; !same {
				break
			}
		}
		if same {
			return true
		}
	}
	return false
}

// total returns the tally of all squares.
func (h *heat) total() (sum tally) {
	for sq := range h {
		sum.add(&h[sq], 1)
	}
	return sum
}

// pieces returns the different pieces of the ending, White's first, kings first.
func pieces(e chess.Ending) (all []chess.Piece) {
	for _, c := range [...]chess.Color{chess.White, chess.Black} {
		for t := chess.King; t >= chess.Pawn; t-- {
			if e.Count(c, t) > 0 {
				all = append(all, t.Of(c))
			}
		}
	}
	return all
}

// pieceName returns a piece in words: "white king".
func pieceName(piece chess.Piece) string {
	return [...]string{chess.White: "white", chess.Black: "black"}[piece.Color()] + " " + piece.Type().String()
}

// heatDiagrams draws where a piece stands best, with White and with Black to move, on
// the same scale: how much better than the average it is for its side to have it on each square
// where it can be.
func (s *survey) heatDiagrams(m measure, piece chess.Piece) (diagrams []chess.Diagram) {
	largest := 0.0 // of all numbers, with either sign
	for turn := range chess.Color(2) {
		h := &s.heats[turn][piece]
		all := h.total()
		mean, ok := m.of(&all)
		if !ok {
			continue
		}
		values := map[chess.Square]float64{}
		for sq := range chess.NoSquare {
			if v, ok := m.of(&h[sq]); ok {
				values[sq] = v - mean
				if piece.Color() == chess.Black {
					values[sq] = mean - v
				}
				largest = max(largest, abs(v-mean))
			}
		}
		diagrams = append(diagrams, chess.Diagram{
			Heat:    &chess.Heat{Values: values, Positive: "better", Negative: "worse"},
			Caption: fmt.Sprintf("%s, %v to move: %s", prose.Capital(pieceName(piece)), turn, m.words(mean, piece.Color())),
			Title:   fmt.Sprintf("%v, %s, %v to move", s.Ending, pieceName(piece), turn),
		})
	}
	for _, d := range diagrams {
		d.Heat.Scale = largest
		if largest < 10 {
			d.Heat.Decimals = 1
		}
	}
	return diagrams
}
