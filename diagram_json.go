package chess

import "encoding/json"

// UnmarshalJSON reads what encoding/json writes of a Diagram, which is an object with
// the names of the fields in lower camel case, without what is zero. It knows by the
// Position, in which LastMove has been played, whether LastMove castled.
func (d *Diagram) UnmarshalJSON(data []byte) error {
	type plain Diagram
	read := plain(*d)
	if err := readJSON(data, &read, "Diagram"); err != nil {
		return err
	}
	*d = Diagram(read)
	d.LastMove = d.last()
	return nil
}

// last returns LastMove, which knows whether it castled.
func (d *Diagram) last() Move {
	if d.Setup != nil || d.Position.isZero() {
		return d.LastMove
	}
	return d.Position.completedLast(d.LastMove)
}

// completedLast returns m, a move that led to p, with what a move read from text alone
// lacks: that it castled. A king that takes a rook on the square where the rook stays
// looks like a move of the rook, and is taken for one.
func (p *Position) completedLast(m Move) Move {
	us := p.turn().Other()
	home := Square(us) * A8
	from, to := m.From(), m.To()
	if m == 0 || m >= promotion || from.Rank() != home.Rank() || to.Rank() != home.Rank() {
		return m
	}
	for side := HSide; side <= ASide; side++ {
		kingTo, rookTo := home+G1-4*Square(side), home+F1-2*Square(side)
		if p.king(us) != kingTo || p.At(rookTo) != Rook.Of(us) {
			continue
		}
		rook := to // which the king has taken
		switch {
		case to != kingTo && p.At(to) != NoPiece: // this piece has moved
			return m
		case to == kingTo && from == home+E1:
			rook = home + H1 - 7*Square(side)
		case to == kingTo && from != rookTo && (from == to+1 || to == from+1):
			return m // a step of the king
		}
		return newCastling(mailbox[from], rook, side)
	}
	return m
}

// A jsonHeat is a Heat in JSON.
type jsonHeat struct {
	Values map[Square]jsonFloat `json:"values"`
	Scale  jsonFloat            `json:"scale,omitzero"`
	plainHeat
}

type plainHeat Heat

// MarshalJSON writes an object with the names of the fields in lower camel case,
// Values as an object by square, {"e4": 0.5}. What is no finite number is one of the
// strings "+Inf", "-Inf" and "NaN".
func (h Heat) MarshalJSON() ([]byte, error) {
	out := jsonHeat{Scale: jsonFloat(h.Scale), plainHeat: plainHeat(h)}
	if h.Values != nil {
		out.Values = map[Square]jsonFloat{}
	}
	for sq, v := range h.Values {
		out.Values[sq] = jsonFloat(v)
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (h *Heat) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	var read jsonHeat
	if err := readJSON(data, &read, "Heat"); err != nil {
		return err
	}
	*h = Heat(read.plainHeat)
	h.Scale = float64(read.Scale)
	if read.Values != nil {
		h.Values = map[Square]float64{}
	}
	for sq, v := range read.Values {
		h.Values[sq] = float64(v)
	}
	return nil
}
