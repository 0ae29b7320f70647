package chess

import "strings"

// A catalogue holds all texts of a language. In a sentence, a word in braces stands for
// what words.fill writes there.
type catalogue struct {
	letters   [King + 1]string // of pieces in moves
	nouns     [King + 1]noun
	pronoun   string    // for a move that was just told, at the beginning of a sentence
	on, and   string    // between a piece and its square, and before the last of a list
	forThat   string    // before what is given for what is won
	sides     [2]string // in noun.theirs
	numbers   []string  // of pieces, from two on; the last is for more
	point     string    // the decimal point
	sentences map[string]string
	motifs    map[MotifKind][2]string // how material is won, and how it is lost
	features  map[string][2]string    // what is better, of a piece of one's own, and of the other side's
	reasons   map[Termination]string
	results   map[WDL]string
}

// A noun is a piece in the forms that sentences need.
type noun struct {
	name, a, the, subject, of, theirs, plural string // without article; an object, indefinite and definite; the subject, definite; "of the knight", "of Black's knight"; without article
}

// san returns a text of moves in SAN with the letters of the language.
func (c *catalogue) san(moves string) string {
	var b strings.Builder
	for _, r := range moves {
		t := Piece(strings.IndexRune(" PNBRQK", r))
		if t > 1 && int(t) < len(c.letters) {
			b.WriteString(c.letters[t])
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
