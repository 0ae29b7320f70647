package chess

import (
	"bytes"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"
)

// A pgnReading is the main line of a game as a language reads it.
type pgnReading struct {
	moves   []Move
	whole   bool // all its words are moves
	foreign int  // how many of its words have a letter of another language
}

// spells reports whether a move does not begin with a letter of another language. English does
// not write P.
func (l Language) spells(word []byte) bool {
	first, _ := utf8.DecodeRune(word)
	t, _ := l.piece(string(word))
	return t > Pawn || !unicode.IsUpper(first) || isNullMove(word) || castlingLetter(first) == 'O'
}

// reading reads the words of a main line up to the first that is no move.
func (l Language) reading(start *Position, words [][]byte) pgnReading {
	p, r := *start, PGNReader{pgnLine: pgnLine{language: l}}
	g := pgnReading{whole: true}
	for _, word := range words {
		g.foreign += int(oneIf(!l.spells(word)))
		if g.whole {
			m, _, e := r.oddMove(&p, word)
			if g.whole = e == nil; g.whole {
				g.moves = append(g.moves, m)
				p.Do(m, &p)
			}
		}
	}
	return g
}

// translate looks for the language of the game at a word that is no move in English, or that
// begins with P, which English does not write, if it is a move in another, and reports
// whether it has found one: see languageOf. What English has read must be the same in it. If
// two languages read the game differently, it is not read further.
//
// It looks ahead to the end of the game, and only once, so that other damage costs little.
// What it finds depends on the main line alone, and not on how much of the game is read.
func (r *PGNReader) translate() bool {
	if !foreignMove(r.levels[r.depth].at(), r.lex.token) {
		return false
	}
	if !r.asked && r.lex.keep >= 0 {
		r.asked = true
		r.language, r.unclear = languageOf(r.start, r.mainWords())
		if r.language != English {
			r.report(r.fault(ErrSyntax, "PGN language", "it is read with the letters of "+r.language.describe()))
			return r.reading()
		}
	}
	if r.unclear != "" && r.depth == 0 {
		r.stop(r.fault(ErrAmbiguous, "PGN language", r.unclear))
	}
	return false
}

// foreignMove reports whether a word is a move in another language than English.
func foreignMove(p *Position, word []byte) bool {
	text := plainWord(string(word[:min(len(word), maxMoveText)]))
	for l := English + 1; int(l) < len(languageLetters); l++ {
		if _, err := p.parseText("SAN", text, l); err == nil {
			return true
		}
	}
	return false
}

// languageOf returns the language of a game by the words of its main line: the one that reads
// all moves, or, if one is damaged, the one that reads more than English, contradicts no other,
// and knows the letters of far more words. It returns English if no other is sure, or English
// knows all letters. If two languages read the game differently, unclear says which.
func languageOf(start *Position, words [][]byte) (best Language, unclear string) {
	var readings [len(languageLetters)]pgnReading
	for l := range readings {
		readings[l] = Language(l).reading(start, words)
		more := len(readings[l].moves) - len(readings[best].moves)
		if more > 0 || more == 0 && readings[l].foreign < readings[best].foreign {
			best = Language(l)
		}
	}
	b, english := &readings[best], &readings[English]
	if best != English && english.foreign == 0 {
		return English, ""
	}
	pawn := slices.IndexFunc(words, func(word []byte) bool { return word[0] == 'P' })
	for l, g := range readings {
		n := min(len(g.moves), len(b.moves))
		if Language(l) == English && !g.whole && pawn >= 0 {
			n = min(n, pawn) // the word there may be the first that is not read in English
		}
		switch {
		case slices.Equal(g.moves[:n], b.moves[:n]):
		case !b.whole:
			return English, ""
		case g.whole || Language(l) == English:
			return English, fmt.Sprintf("the moves are others in %s than in %s", Language(l).describe(), best.describe())
		}
	}
	if !b.whole && (len(b.moves) == len(english.moves) || 2*b.foreign >= english.foreign) {
		return English, ""
	}
	return best, ""
}

// mainWords returns the words of the main line that seem to be moves, whether they have been
// read or not, or nil if the text of the game is longer than maxForeign.
func (r *PGNReader) mainWords() [][]byte {
	l := &r.lex
	l.count(l.start) // before the text moves: the other reader counts no lines for this one
	rest := PGNReader{lex: *l, pgnExtent: pgnExtent{limit: r.limit}, pgnLine: pgnLine{words: r.words, numbered: r.numbered, depth: r.depth}}
	rest.lex.most = maxForeign + 2*maxToken
	rest.movetext()
	l.buf, l.end, l.err = rest.lex.buf, rest.lex.end, rest.lex.err
	l.shift(int(rest.lex.base - l.base))
	l.token = l.buf[l.start:l.pos]

	if rest.lex.cut || rest.lex.pos-l.keep > maxForeign {
		return nil
	}
	text := bytes.Clone(l.buf[l.keep:rest.lex.pos])
	lex := pgnLexer{buf: append(text, 0), end: len(text), err: rest.lex.err, keep: -1}
	var words [][]byte
	for depth := 0; ; {
		switch lex.next() {
		case tokenMove:
			if depth == 0 && namesMove(lex.token) && len(lex.token) <= maxMoveText {
				words = append(words, lex.token)
			}
		case tokenOpen:
			depth++
		case tokenClose:
			depth = max(0, depth-1)
		case tokenEnd:
			return words
		}
	}
}
