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
// sign or a move number is PGN. An error is a *ParseError with the line, or r's.
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
	games := NewPGNReader(r)
	games.Detail = MainLines
	for t, err := range games.All() {
		if err != nil {
			return nil, err
		}
		g := NewGame(t.Start())
		for _, m := range t.Mainline() {
			if plies > 0 && g.Len() == plies {
				break
			}
			if err := g.Play(m); err != nil {
				return nil, fmt.Errorf("chess: opening %d: %w", len(openings)+1, err)
			}
		}
		openings = append(openings, g)
	}
	return openings, nil
}
