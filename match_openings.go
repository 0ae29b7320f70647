package chess

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// ReadOpenings reads openings for a Match: either PGN, or lines of EPD or FEN. An
// opening from PGN has at most the given number of plies of a game's main line, or
// all if plies is 0. Of other lines, ReadOpenings skips empty ones and those that
// begin with "#". Text that begins with a bracket, a brace, a semicolon, a percent
// sign or a move number is PGN. An error is a *ParseError with the line, or r's. Of PGN,
// it is one only if a move of an opening is missing: what a PGNReader skips, and moves
// after the given number of plies, are no errors.
func ReadOpenings(r io.Reader, plies int) ([]*Game, error) {
	buffered := bufio.NewReader(r)
	if looksLikePGN(buffered) {
		return readPGNOpenings(buffered, plies)
	}
	var openings []*Game
	lines := bufio.NewScanner(buffered)
	n := 1
	for ; lines.Scan(); n++ {
		text := bytes.TrimSpace(lines.Bytes())
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		epd, err := ParseEPD(string(text))
		if err != nil {
			if e, ok := errors.AsType[*ParseError](err); ok {
				e.Line, e.Column = n, 1
			}
			return nil, err
		}
		openings = append(openings, NewGame(epd.Position))
	}
	if err := lines.Err(); err == bufio.ErrTooLong {
		return nil, &ParseError{Kind: ErrSyntax, Field: "openings", Detail: "a line that is too long", Err: err, Line: n, Column: 1}
	} else if err != nil {
		return nil, err
	}
	return openings, nil
}

// looksLikePGN reports whether a text begins as PGN does. A FEN has no period in
// its first word.
func looksLikePGN(r *bufio.Reader) bool {
	text, _ := r.Peek(1 << 10)
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\uFEFF")), " \t\r\n")
	if len(text) == 0 {
		return false
	}
	word, _, _ := bytes.Cut(text, []byte(" "))
	return bytes.IndexByte([]byte("[{;%"), text[0]) >= 0 || bytes.IndexByte(word, '.') > 0
}

func readPGNOpenings(r io.Reader, plies int) ([]*Game, error) {
	var openings []*Game
	var g *Game
	var played error
	v := PGNVisitor{
		Game: func(t *GameTree) bool {
			g = NewGame(t.Start())
			openings = append(openings, g)
			return true
		},
		Move: func(_ *Position, m Move) bool {
			played = g.Continue(m)
			return played == nil && g.Len() != plies
		},
	}
	for games := NewPGNReader(r); ; {
		switch err := games.Visit(&v); {
		case err == io.EOF:
			return openings, nil
		case played != nil:
			return nil, fmt.Errorf("chess: opening %d: %w", len(openings), played)
		case err != nil:
			return nil, err
		}
	}
}
