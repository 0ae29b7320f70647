package chess

import "strings"

// Opening is a named position of opening theory. It is comparable. The zero Opening
// stands for none.
type Opening struct {
	ECO   string `json:"eco"`   // the code of the Encyclopaedia of Chess Openings, "A00" to "E99"
	Name  string `json:"name"`  // such as "Sicilian Defense: Najdorf Variation, English Attack"
	Moves string `json:"moves"` // the line of the table that leads there: "1. e4 c5 2. Nf3"
}

// Family returns the part of the name before the colon: "Sicilian Defense". It is
// the whole name if that has none.
func (o Opening) Family() string {
	family, _, _ := strings.Cut(o.Name, ":")
	return family
}

// String returns the code and the name: "B90 Sicilian Defense: Najdorf Variation";
// "" for the zero Opening.
func (o Opening) String() string { return strings.TrimSpace(o.ECO + " " + o.Name) }
