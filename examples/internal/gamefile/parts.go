package gamefile

import (
	"bufio"
	"bytes"
	"io"

	"github.com/seed-0971039b/chess"
)

// WholeGames returns the offset of the end of the last game in r that was written
// as a whole, as chess.GameTree.AppendText does: tags and moves are a paragraph
// each. An empty line ends a paragraph, and there is none in it.
func WholeGames(r io.Reader) (end int64, err error) {
	b := bufio.NewReaderSize(r, 1<<16)
	var (
		fresh  = true  // at the beginning of a line
		inside = false // in a paragraph
		moves  = false // the paragraph, or the last one, is not of tags
	)
	for offset := int64(1); ; offset++ {
		c, err := b.ReadByte()
		if err == io.EOF {
			return end, nil
		}
		if err != nil {
			return 0, err
		}
		switch {
		case c != '\n' && !inside:
			inside, moves = true, c != '['
		case c == '\n' && fresh:
			if inside = false; moves {
				end = offset
			}
		}
		fresh = c == '\n'
	}
}

// wholeGame returns the game of a text that has one whole game, or nil.
func wholeGame(text []byte) *chess.GameTree {
	r := chess.NewPGNReader(bytes.NewReader(text))
	r.Strict = true
	t, err := r.Next()
	if err != nil {
		return nil
	}
	text = bytes.TrimSpace(text)
	if last := text[bytes.LastIndexAny(text, " \n")+1:]; string(last) != t.Tag("Result") {
		return nil
	}
	if _, err := r.Next(); err != io.EOF {
		return nil
	}
	return t
}

// tornGame returns the tags on the whole lines of a text, or nil if there are none.
func tornGame(text []byte) *chess.GameTree {
	r := chess.NewPGNReader(bytes.NewReader(text[:bytes.LastIndexByte(text, '\n')+1]))
	r.Detail = chess.TagsOnly
	t, err := r.Next()
	if err != nil {
		return nil
	}
	return t
}
