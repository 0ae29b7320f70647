package puzzle

import (
	"cmp"
	"slices"

	"github.com/seed-0971039b/chess"
)

// values are the values of the pieces in pawns.
var values = chess.PieceValues{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9}

// balance returns how much more material a side has than the other, in pawns.
func balance(p *chess.Position, side chess.Color) int {
	sum := 0
	for _, piece := range p.Pieces() {
		switch t := piece.Type(); {
		case t == chess.King:
		case piece.Color() == side:
			sum += values[t]
		default:
			sum -= values[t]
		}
	}
	return sum
}

// bestCapture returns what the side to move wins by captures on one square at most.
func bestCapture(p *chess.Position) int {
	best := 0
	for _, m := range p.AppendMoves(nil) {
		best = max(best, p.SEE(m, &values))
	}
	return best
}

// kept returns the balance of the side that is not to move, less what the other side
// wins back by captures on one square.
func kept(p *chess.Position) int { return balance(p, p.Turn().Other()) - bestCapture(p) }

// mates returns the moves that give mate at once, promotions to a queen first.
func mates(p chess.Position) (all []chess.Move) {
	for _, m := range p.AppendMoves(nil) {
		if next := p.After(m); next.Outcome().Reason == chess.Checkmate {
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(a, b chess.Move) int { return cmp.Compare(b.Promotion(), a.Promotion()) })
	return all
}

// recaptures reports whether a move captures the piece that has captured by the move
// before it, in p.
func recaptures(p *chess.Position, before, m chess.Move) bool {
	captured := p.At(before.To()) != chess.NoPiece && !p.IsCastling(before) || p.IsEnPassant(before)
	return captured && m.To() == before.To()
}
