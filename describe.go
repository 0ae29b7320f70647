package chess

import (
	"strconv"
	"strings"
)

// Positions and moves in words, for screen readers and speech.

// Describe returns the position in words: the pieces of each side, also in hand, the side to move, and
// how the game has ended, or a check, the castling rights, a legal capture en passant, and the remaining
// checks of three-check: "White: king g1, rooks a1 and f1. Black: king e8, queen d8. White to move."
func (p Position) Describe() string {
	sentences := describePieces(p.At, p.Pocket)
	if p.isZero() {
		return prose(sentences)
	}
	turn := p.turn()
	sentences = append(sentences, turn.String()+" to move")
	if o := p.outcome(); o.Reason != unterminated {
		return prose(append(sentences, o.describe()))
	}
	if p.inCheck() {
		sentences = append(sentences, turn.String()+" is in check")
	}
	for c := range Color(2) {
		var sides []string
		for side := kingSide; side <= queenSide; side++ {
			if p.castlingRook(c, side) != NoSquare {
				sides = append(sides, side.String())
			}
		}
		if len(sides) > 0 {
			sentences = append(sentences, c.String()+" may castle "+list(sides))
		}
	}
	if sq := p.enPassant(); sq != NoSquare {
		sentences = append(sentences, turn.String()+" may capture en passant on "+sq.String())
	}
	if v := p.variant(); v > ThreeCheck {
		sentences = append(sentences, "Variant: "+v.String())
	}
	if p.isThreeCheck() {
		sentences = append(sentences, "Checks to give: White "+strconv.Itoa(p.remainingChecks(White))+
			", Black "+strconv.Itoa(p.remainingChecks(Black)))
	}
	return prose(sentences)
}

// prose returns sentences, which have no full stop, as a text.
func prose(sentences []string) string { return strings.Join(sentences, ". ") + "." }

// describePieces returns a sentence for each side that has pieces on the board or in hand, without the
// full stop, or one for an empty board.
func describePieces(at func(Square) Piece, inHand func(Color, PieceType) int) (sentences []string) {
	var squares [BlackKing + 1][]string // by piece
	for i := range NoSquare {
		sq := i>>3 | i&7<<3 // file by file
		if piece := at(sq); piece != NoPiece {
			squares[piece] = append(squares[piece], sq.String())
		}
	}
	for c := range Color(2) {
		var types []string
		for t := King; t >= Pawn; t-- {
			switch names := squares[t.Of(c)]; len(names) {
			case 0:
			case 1:
				types = append(types, t.String()+" "+names[0])
			default:
				types = append(types, t.String()+"s "+list(names))
			}
		}
		for t, first := Queen, true; t >= Pawn; t-- {
			if n := inHand(c, t); n > 0 {
				text := strconv.Itoa(n) + " " + t.String()
				if n > 1 {
					text += "s"
				}
				if first {
					text, first = "in hand "+text, false
				}
				types = append(types, text)
			}
		}
		if len(types) > 0 {
			sentences = append(sentences, c.String()+": "+strings.Join(types, ", "))
		}
	}
	if len(sentences) == 0 {
		return []string{"An empty board"}
	}
	return sentences
}

// list returns words as a list: "a1", "a1 and b1", "a1, b1 and c1".
func list(words []string) string {
	last := len(words) - 1
	if last <= 0 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// describe returns how a game has ended, as a sentence without the full stop.
func (o Outcome) describe() string {
	if o.IsDraw() {
		return "A draw by " + o.Reason.String()
	}
	return o.Winner.String() + " wins by " + o.Reason.String()
}

// DescribeMove returns the legal move m in words: "White: knight takes pawn on e5, check", "Black:
// pawn to e1, becomes a queen, checkmate", "White castles kingside".
func (p Position) DescribeMove(m Move) string {
	turn := p.turn().String()
	switch {
	case m == 0:
		return turn + " passes"
	case !p.legal(m):
		return turn + ": " + p.UCI(m)
	}
	var b strings.Builder
	b.WriteString(turn)
	if p.castles(m) {
		b.WriteString(" castles " + m.side().String())
	} else {
		p.describeWay(&b, m)
	}
	next := p.After(m)
	o := next.outcome()
	if next.inCheck() && o.Reason != Checkmate {
		b.WriteString(", check")
	}
	switch {
	case o.IsDraw() && o.Reason != Stalemate:
		b.WriteString(", draw by " + o.Reason.String())
	case o.Reason != unterminated:
		b.WriteString(", " + o.Reason.String())
	}
	return b.String()
}

// describeWay writes which piece goes where, and what it takes and becomes.
func (p *Position) describeWay(b *strings.Builder, m Move) {
	t := moveText{piece: p.moved(m).Type(), file: omitted, rank: omitted, to: m.To(), promotion: m.Promotion()}
	if drop := m.Drop(); drop != NoPieceType {
		b.WriteString(" drops a " + drop.String() + " on " + t.to.String())
		return
	}
	b.WriteString(": " + t.piece.String())
	var out [maxFitting]Move
	if len(p.fitting(&out, &t)) > 1 {
		b.WriteString(" from " + m.From().String())
	}
	if victim := p.captured(m); victim != NoPiece {
		b.WriteString(" takes " + victim.Type().String())
		if p.isEnPassant(m) {
			b.WriteString(" en passant")
		}
		b.WriteString(" on " + t.to.String())
	} else {
		b.WriteString(" to " + t.to.String())
	}
	if t.promotion != NoPieceType {
		b.WriteString(", becomes a " + t.promotion.String())
	}
}
