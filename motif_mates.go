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

// anastasia reports whether it is a mate of Anastasia.
func (m *matePicture) anastasia() bool {
	file, rank := m.king.File(), m.king.Rank()
	if file%7 != 0 || rank%7 == 0 || m.to.File() != file || m.mover != Queen && m.mover != Rook {
		return false
	}
	inward := 1 - 2*(file/7)
	return m.colors[m.them].Has(SquareAt(file+inward, rank)) && m.ours(Knight).Has(SquareAt(file+3*inward, rank))
}

// arabian reports whether it is a mate of the Arabs.
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

// bishops reports whether nothing but bishops takes part, two or more.
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
