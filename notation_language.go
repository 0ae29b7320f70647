package chess

import (
	"fmt"
	"slices"
	"strings"
)

// Language is a language with letters of its own for the pieces in SAN. The constants are those in which
// a Why and a Review are put into words; UnmarshalText makes a Language of any of the codes "en", "de",
// "fr", "es", "it", "nl", "pt", "pl", "cs", "hu" and "ru". In these a Why is in English, with the
// letters of the language in its moves.
type Language uint8

const (
	English Language = iota
	German
)

var languageNames = names[Language]{"Language", "language", []string{"en", "de", "fr", "es", "it", "nl", "pt", "pl", "cs", "hu", "ru"}}

// languageLetters has what stands for the pieces in each language.
var languageLetters = [...]struct {
	name   string
	pieces [King + 1]string
}{
	{"English", [...]string{Pawn: "P", Knight: "N", Bishop: "B", Rook: "R", Queen: "Q", King: "K"}},
	{"German", [...]string{Knight: "S", Bishop: "L", Rook: "T", Queen: "D", King: "K"}},
	{"French", [...]string{Knight: "C", Bishop: "F", Rook: "T", Queen: "D", King: "R"}},
	{"Spanish", [...]string{Knight: "C", Bishop: "A", Rook: "T", Queen: "D", King: "R"}},
	{"Italian", [...]string{Knight: "C", Bishop: "A", Rook: "T", Queen: "D", King: "R"}},
	{"Dutch", [...]string{Knight: "P", Bishop: "L", Rook: "T", Queen: "D", King: "K"}},
	{"Portuguese", [...]string{Knight: "C", Bishop: "B", Rook: "T", Queen: "D", King: "R"}},
	{"Polish", [...]string{Knight: "S", Bishop: "G", Rook: "W", Queen: "H", King: "K"}},
	{"Czech", [...]string{Knight: "J", Bishop: "S", Rook: "V", Queen: "D", King: "K"}},
	{"Hungarian", [...]string{Knight: "H", Bishop: "F", Rook: "B", Queen: "V", King: "K"}},
	{"Russian", [...]string{Knight: "К", Bishop: "С", Rook: "Л", Queen: "Ф", King: "Кр"}}, // Cyrillic letters
}

// String returns the code of ISO 639, such as "en".
func (l Language) String() string { return languageNames.of(l) }

// MarshalText returns what String returns. It is an error if there is no such language.
func (l Language) MarshalText() ([]byte, error) { return languageNames.appendText(nil, l) }

// UnmarshalText reads a code: see Language. An error is a *ParseError that matches ErrSyntax.
func (l *Language) UnmarshalText(text []byte) error {
	return unmarshalText(l, text, languageNames.parse)
}

// SAN returns a text of moves in SAN with the letters that the pieces have in the language:
// "12. Sxd5" for "12. Nxd5".
func (l Language) SAN(moves string) string {
	letters := l.letters()
	var b strings.Builder
	for _, r := range moves {
		if i := strings.IndexRune("NBRQK", r); i >= 0 {
			b.WriteString(letters[int(Knight)+i])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// letters returns the letters of the pieces, English ones for a language that does not exist.
func (l Language) letters() *[King + 1]string {
	if int(l) >= len(languageLetters) {
		l = English
	}
	return &languageLetters[l].pieces
}

// piece returns the type of the piece whose letter a text begins with, and the length of the letter.
func (l Language) piece(text string) (t PieceType, size int) {
	for i, letter := range l.letters() {
		if len(letter) > size && strings.HasPrefix(text, letter) { // "Кр" is no "К"
			t, size = PieceType(i), len(letter)
		}
	}
	return t, size
}

// isPromotion reports whether a letter is that of a piece that a pawn becomes in any language.
func isPromotion(letter string) bool {
	for _, l := range languageLetters {
		if slices.Contains(l.pieces[Knight:King], letter) {
			return true
		}
	}
	return false
}

// describe returns the names of all languages with the letters, and these: "German (K, D, T, L, S)".
func (l Language) describe() string {
	of := l.letters()
	var all []string
	for _, other := range languageLetters {
		if other.pieces == *of {
			all = append(all, other.name)
		}
	}
	return fmt.Sprintf("%s (%s, %s, %s, %s, %s)", strings.Join(all, " or "), of[King], of[Queen], of[Rook], of[Bishop], of[Knight])
}
