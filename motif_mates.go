package chess

// A matePicture is a position in which their king is mated.
type matePicture struct {
	*motifPosition
	us, them Color
	king     Square
	around   SquareSet // the squares around the king
	flights  SquareSet // those of them on which no piece of its own stands
	mover    PieceType // what moved last
	to       Square    // and where it went
}

func newMatePicture(x, before *motifPosition, us Color) matePicture {
	them := us.Other()
	king := x.position.king(them)
	around := kingAttacks[king]
	return matePicture{x, us, them, king, around, around &^ x.colors[them], before.arrived, before.to}
}

// ours returns our pieces of a type.
func (m *matePicture) ours(t PieceType) SquareSet { return m.types[t] & m.colors[m.us] }

// backRank reports whether it is a mate on the back rank.
func (m *matePicture) backRank() bool {
	if m.king.relativeRank(m.them) != 0 || m.checkers&m.king.SameRank() == 0 {
		return false
	}
	ahead := m.king.Set().Forward(m.them)
	ahead |= ahead.Beside()
	if ahead&^m.colors[m.them] != 0 {
		return false
	}
	for sq := range ahead.All() {
		if m.attackers(sq, m.us) != 0 {
			return false
		}
	}
	return true
}

// smothered reports whether it is a smothered mate.
func (m *matePicture) smothered() bool {
	return m.checkers&m.types[Knight] != 0 && m.around&^m.colors[m.them] == 0
}

// anastasia reports whether it is Anastasia's mate.
func (m *matePicture) anastasia() bool {
	file, rank := m.king.File(), m.king.Rank()
	if file%7 != 0 || rank%7 == 0 || m.to.File() != file || m.mover != Queen && m.mover != Rook {
		return false
	}
	inward := 1 - 2*(file/7)
	return m.colors[m.them].Has(SquareAt(file+inward, rank)) && m.ours(Knight).Has(SquareAt(file+3*inward, rank))
}

// arabian reports whether it is an Arabian mate.
func (m *matePicture) arabian() bool {
	if m.king.File()%7 != 0 || m.king.Rank()%7 != 0 || m.mover != Rook || !m.around.Has(m.to) {
		return false
	}
	for sq := range (m.attackers(m.to, m.us) & m.types[Knight]).All() {
		files, ranks := sq.File()-m.king.File(), sq.Rank()-m.king.Rank()
		if files*files == 4 && ranks*ranks == 4 {
			return true
		}
	}
	return false
}

// hook reports whether it is a hook mate.
func (m *matePicture) hook() bool {
	if m.mover != Rook || !m.around.Has(m.to) {
		return false
	}
	for sq := range (m.attackers(m.to, m.us) & m.types[Knight] & m.around).All() {
		if m.attackers(sq, m.us)&m.types[Pawn] != 0 {
			return true
		}
	}
	return false
}

// bishops reports whether two or more bishops mate, and no other piece takes part.
func (m *matePicture) bishops() bool {
	if m.ours(Bishop).Len() < 2 {
		return false
	}
	for sq := range (m.around | m.king.Set()).All() {
		if m.attackers(sq, m.us)&^m.types[Bishop] != 0 {
			return false
		}
	}
	return true
}

// crossed reports whether bishops stand on both sides of the king.
func (m *matePicture) crossed() bool {
	west, east := 0, 0
	for sq := range m.ours(Bishop).All() {
		west += int(oneIf(sq.File() < m.king.File()))
		east += int(oneIf(sq.File() > m.king.File()))
	}
	return west > 0 && east > 0
}

// dovetail reports whether it is a dovetail mate.
func (m *matePicture) dovetail() bool {
	if m.king.File()%7 == 0 || m.king.Rank()%7 == 0 || m.mover != Queen || !m.around.Has(m.to) ||
		m.to.File() == m.king.File() || m.to.Rank() == m.king.Rank() {
		return false
	}
	for sq := range (m.around &^ m.to.Set()).All() {
		switch attackers := m.attackers(sq, m.us); {
		case attackers == m.to.Set():
			if m.occupied.Has(sq) {
				return false
			}
		case attackers != 0:
			return false
		}
	}
	return true
}

// The following patterns are mates by pieces of two types.

// checkerOf returns the square of the only piece that gives mate if it is of type t and has
// just moved, or else NoSquare.
func (m *matePicture) checkerOf(t PieceType) Square {
	if m.checkers != m.to.Set() || m.mover != t {
		return NoSquare
	}
	return m.to
}

// guards returns our pieces that attack a square next to the king, or do so through the king.
func (m *matePicture) guards(sq Square) SquareSet {
	return m.attackersThrough(sq, m.us, m.occupied&^m.king.Set())
}

// opera reports whether a rook next to the king mates, defended by a bishop.
func (m *matePicture) opera() bool {
	rook := m.checkerOf(Rook)
	return rook != NoSquare && m.around.Has(rook) && m.attackers(rook, m.us)&m.types[Bishop] != 0
}

// pillsburys reports whether a rook mates, and a bishop alone guards a flight: one that
// does not defend the rook next to the king.
func (m *matePicture) pillsburys() bool {
	rook := m.checkerOf(Rook)
	if rook == NoSquare {
		return false
	}
	defenders := m.attackers(rook, m.us)
	for sq := range m.flights.All() {
		guards := m.guards(sq)
		if guards == 0 || guards&^m.types[Bishop] != 0 {
			continue
		}
		if !m.around.Has(rook) || defenders&m.types[Bishop] == 0 || guards&^defenders != 0 {
			return true
		}
	}
	return false
}

// morphys reports whether a bishop mates from afar, and a rook guards the file beside the
// king that the bishop's line crosses.
func (m *matePicture) morphys() bool {
	bishop := m.checkerOf(Bishop)
	if bishop == NoSquare || m.around.Has(bishop) {
		return false
	}
	next := (m.king.Between(bishop) & m.around).First()
	file := next.SameFile()
	return m.guards(next)&m.types[Rook]&file != 0 && (file&m.flights).Len() >= 2
}

// corner reports whether a knight mates, and a rook or a queen guards the file or the rank
// that lies between the knight and the king.
func (m *matePicture) corner() bool {
	knight := m.checkerOf(Knight)
	if knight == NoSquare {
		return false
	}
	middle := SquareAt((knight.File()+m.king.File())/2, (knight.Rank()+m.king.Rank())/2)
	line := middle.SameFile()
	if knight.Rank()-m.king.Rank() != 1 && m.king.Rank()-knight.Rank() != 1 {
		line = middle.SameRank()
	}
	flights := line & m.flights
	majors := m.colors[m.us] & (m.types[Rook] | m.types[Queen])
	for sq := range flights.All() {
		if (m.guards(sq)|sq.Set())&majors&line == 0 {
			return false
		}
	}
	return flights != 0
}

// triangle reports whether a queen next to the king mates, and a rook also stands next to
// it, on the queen's file or rank, with one square between.
func (m *matePicture) triangle() bool {
	queen := m.checkerOf(Queen)
	if queen == NoSquare || !m.around.Has(queen) {
		return false
	}
	for rook := range (m.ours(Rook) & m.around & (queen.SameFile() | queen.SameRank())).All() {
		if rook.Distance(queen) == 2 {
			return true
		}
	}
	return false
}

// killBox reports whether a queen and a rook in opposite corners of a block of three by
// three squares mate a king on that block. The queen guards the rook, through the king too.
func (m *matePicture) killBox() bool {
	if m.mover != Rook && m.mover != Queen || !m.colors[m.us].Has(m.to) {
		return false
	}
	partners := m.ours(Queen)
	if m.mover == Queen {
		partners = m.ours(Rook)
	}
	for sq := range partners.All() {
		files, ranks := sq.File()-m.to.File(), sq.Rank()-m.to.Rank()
		middle := sq.Between(m.to)
		if files*files == 4 && ranks*ranks == 4 && m.occupied&middle&^m.king.Set() == 0 &&
			(middle | kingAttacks[middle.First()]).Has(m.king) {
			return true
		}
	}
	return false
}

// vukovic reports whether a defended rook next to the king mates, and beside the rook stands
// a knight, on the same file or rank as the king and two squares from it.
func (m *matePicture) vukovic() bool {
	rook := m.checkerOf(Rook)
	if rook == NoSquare || !m.around.Has(rook) || m.attackers(rook, m.us) == 0 {
		return false
	}
	for knight := range (m.ours(Knight) & kingAttacks[rook] & (m.king.SameFile() | m.king.SameRank())).All() {
		if knight.Distance(m.king) == 2 {
			return true
		}
	}
	return false
}

// blindSwine reports whether a rook next to the king mates, and another one stands next to
// both: the king and the rooks are on a block of two by two squares.
func (m *matePicture) blindSwine() bool {
	rook := m.checkerOf(Rook)
	if rook == NoSquare || !m.around.Has(rook) {
		return false
	}
	beside := m.ours(Rook) & m.around & kingAttacks[rook]
	return beside&^(m.king.SameFile()|m.king.SameRank()) != 0
}

// balestra reports whether a bishop gives mate, and a queen stands one file and two ranks from
// the king: on the other side of its file, and on the same side of its rank.
func (m *matePicture) balestra() bool {
	for queen := range (m.ours(Queen) & knightAttacks[m.king]).All() {
		for bishop := range (m.checkers & m.types[Bishop]).All() {
			beyond := (bishop.File() < m.king.File()) != (queen.File() < m.king.File())
			ahead := (bishop.Rank() < m.king.Rank()) == (queen.Rank() < m.king.Rank())
			if files := queen.File() - m.king.File(); files*files == 1 && beyond && ahead {
				return true
			}
		}
	}
	return false
}
