package chess

import (
	"bytes"
	"math"
	"strings"
	"unicode"
)

// This file reads the words between the moves that are not plain SAN.

// noMove is what oddMove returns for a word that stands for a glyph or for nothing.
const noMove Move = math.MaxUint32

// oddMove reads a word that is not plain SAN: a move with a glyph behind it, or 0, or
// only a glyph. A word may have both: "Nf3N".
func (r *PGNReader) oddMove(p *Position, word []byte) (Move, NAG, *ParseError) {
	if nag, ok := wordGlyph(word); ok {
		return noMove, nag, nil
	}
	switch string(word) {
	case "--", "Z0", "0000":
		if !p.canPass() {
			return 0, 0, r.fault(ErrIllegal, "SAN", "a null move is not allowed in check, or where no move is legal")
		}
		return 0, 0, nil
	}
	text := string(word[:min(len(word), maxExcerpt)])
	m, err := p.ParseSAN(text)
	if err != nil {
		if plain := plainWord(text); plain != text {
			text = plain
			m, err = p.ParseSAN(text)
		}
	}
	if err == nil {
		return m, 0, nil
	}
	for n := min(maxGlyphWord, len(text)-2); n > 0; n-- {
		if nag, ok := wordGlyph([]byte(text[len(text)-n:])); ok {
			if m, err := p.ParseSAN(text[:len(text)-n]); err == nil {
				return m, nag, nil
			}
		}
	}
	e := err.(*ParseError)
	if e.Kind == ErrSyntax {
		if m, ok := p.slip(text); ok {
			r.report(r.fault(ErrSyntax, "SAN", "read as "+p.SAN(m)+", the only legal move that it can be"))
			return m, 0, nil
		}
	}
	e.Game = r.game
	e.Line, e.Column = r.lex.place()
	return 0, 0, e
}

// unknown deals with a word that is neither a legal move nor known, and the fault that
// ParseSAN found in it. A word that might be a move ends the line. Any other is
// skipped; but the line ends there if the next move number tells that the word stood
// for a move.
func (r *PGNReader) unknown(e *ParseError, numbered bool) {
	word := r.lex.token
	if numbered && bytes.ContainsFunc(word, unicode.IsLetter) || resemblesMove(word) {
		r.cut(e)
		return
	}
	e = r.fault(ErrSyntax, "PGN", "it is neither a move nor a known sign")
	r.report(e)
	r.doubt = e
	if next := r.lex.ahead(); next == '!' || next == '?' { // it belongs to the word
		r.lex.next()
	}
}

// checkNumber compares a move number with the position after a word was skipped.
func (r *PGNReader) checkNumber() {
	p := r.levels[r.depth].at()
	number, dots := moveNumber(r.lex.token)
	if number != 0 && (number != p.MoveNumber()+r.shift || dots > 1 && p.turn() == White) {
		r.cut(r.fault(ErrSyntax, "PGN", "the number shows that a move before it was not understood"))
	}
	r.doubt = nil
}

// moveNumber returns the value of a move number, or 0 if it is only dots, and how many
// dots follow.
func moveNumber(token []byte) (number, dots int) {
	for _, c := range token {
		switch {
		case c == '.':
			dots++
		case c-'0' < 10:
			number = min(10*number+int(c-'0'), maxClock)
		default:
			dots = 3 // "…"
		}
	}
	return number, dots
}

// maxSlip is the length of the longest word in which a slip is looked for, in bytes.
const maxSlip = 10

// slip returns the legal move that a malformed word stands for if one letter in it is
// doubled or superfluous, or two neighbours are exchanged: "Nf33", "xBc4", "Qfx2". It
// must be the only one. A superfluous letter may be "x", or a small letter that is
// not the first; "Sf3" is not "f3", since S may be the letter of a piece elsewhere, and
// "bx3" is not "b3", which captures nothing. A word of castling, such as "OO-O", is the
// only castling that is legal.
func (p *Position) slip(word string) (m Move, ok bool) {
	if len(word) > maxSlip {
		return 0, false
	}
	if strings.Trim(word, "O0o-") == "" {
		h, a := p.castlingMove(HSide), p.castlingMove(ASide)
		letters := len(word) - strings.Count(word, "-")
		return h | a, letters >= 2 && len(word) > 2 && (h == 0) != (a == 0)
	}
	captures := strings.Contains(word, "x")
	try := func(text string) bool {
		found, err := p.ParseSAN(text)
		if err != nil {
			return err.(*ParseError).Kind != ErrAmbiguous
		}
		if captures && !p.isCapture(found) {
			return true
		}
		if ok && found != m {
			return false
		}
		m, ok = found, true
		return true
	}
	for i := range len(word) {
		c := word[i]
		doubled := i > 0 && c == word[i-1]
		small := c >= 'a' && c <= 'z' && (i > 0 || c == 'x')
		if (doubled || small) && !try(word[:i]+word[i+1:]) {
			return 0, false
		}
		if i > 0 && c != word[i-1] && !try(word[:i-1]+string(c)+word[i-1:i]+word[i+1:]) {
			return 0, false
		}
	}
	return m, ok
}

// plainWord returns a word without what may stand around a move: commas and colons, and
// blanks and parentheses in a promotion.
func plainWord(word string) string {
	return aroundMoves.Replace(strings.Trim(word, ".,:"))
}

var aroundMoves = strings.NewReplacer(" ", "", "(", "", ")", "")
