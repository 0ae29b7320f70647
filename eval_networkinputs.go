package chess

import "iter"

// networkKind is which pieces a network sees.
type networkKind uint8

const (
	pawnsAndKings networkKind = iota
	allPieces
)

// inputs returns the inputs of a network of the kind.
func (k networkKind) inputs() *networkInputs { return &networkInputsOf[k] }

var networkInputsOf = [...]networkInputs{
	pawnsAndKings: newNetworkInputs("pawns and kings", Pawn, King),
	allPieces:     newNetworkInputs("all pieces", Pawn, Knight, Bishop, Rook, Queen, King),
}

// networkInputs has the inputs for the pieces that a network sees.
type networkInputs struct {
	name  string
	first [2][8]int // by whether the piece is the enemy's and by type: the input for A1
	count int
	seen  [8]bool // by type
}

// newNetworkInputs returns the inputs for the types of pieces. Pawns have 48 squares, and
// others 64.
func newNetworkInputs(name string, types ...PieceType) networkInputs {
	n := networkInputs{name: name}
	for _, t := range types {
		n.seen[t] = true
		for enemy := range n.first {
			n.first[enemy][t] = n.count
			n.count += 64
			if t == Pawn {
				n.first[enemy][t] -= int(A2)
				n.count -= 16
			}
		}
	}
	return n
}

// places yields the types of pieces that the network sees, and the squares that have inputs.
func (n *networkInputs) places() iter.Seq2[PieceType, Square] {
	return func(yield func(PieceType, Square) bool) {
		for t, seen := range n.seen {
			for sq := range NoSquare {
				pawnless := PieceType(t) == Pawn && (sq < A2 || sq > H7)
				if seen && !pawnless && !yield(PieceType(t), sq) {
					return
				}
			}
		}
	}
}

// input returns the input of White's view for a piece on a square, if the files are not
// exchanged.
func (n *networkInputs) input(c Color, t PieceType, sq Square) int {
	return n.first[c&1][t&7] + int(sq)
}

// inputOf returns the input of a view for a piece on a square. turned is 7 if the view has
// the files exchanged, or else 0.
func (n *networkInputs) inputOf(view Color, turned Square, c Color, t PieceType, sq Square) int {
	return n.input(view^c, t, sq^A8*Square(view)^turned)
}

// piecePlanes has the pieces that a network sees: three sets for the bits of the PieceType,
// and one for Black's pieces. So those that differ in two positions are found at once.
type piecePlanes [4]SquareSet

// planesOf returns the pieces of the position.
func (n *networkInputs) planesOf(s *Survey) (b piecePlanes) {
	pawns, kings := s.byType[Pawn], s.byType[King]
	if !n.seen[Knight] {
		return piecePlanes{pawns, kings, kings, s.byColor[Black] & (pawns | kings)}
	}
	return piecePlanes{
		pawns | s.byType[Bishop] | s.byType[Queen],
		s.byType[Knight] | s.byType[Bishop] | kings,
		s.byType[Rook] | s.byType[Queen] | kings,
		s.byColor[Black],
	}
}

// at returns the piece on a square; the type is NoPieceType if there is none.
func (b *piecePlanes) at(sq Square) (Color, PieceType) {
	sq &= 63
	return Color(b[3]>>sq) & 1, PieceType(b[0]>>sq&1 | b[1]>>sq&1<<1 | b[2]>>sq&1<<2)
}

// occupied returns the squares of all pieces.
func (b *piecePlanes) occupied() SquareSet { return b[0] | b[1] | b[2] }

// turned returns 7 if the view of c has the files exchanged, or else 0.
func (b *piecePlanes) turned(c Color) Square {
	kings := b[1] & b[2] &^ b[0]
	if c == Black {
		kings &= b[3]
	} else {
		kings &^= b[3]
	}
	if kings&^queenside != 0 {
		return 7
	}
	return 0
}
