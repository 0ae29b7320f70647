package chess

import (
	"slices"
	"strconv"
	"strings"
)

// NAG is a numeric annotation glyph (PGN standard, 10). Those from 10 on assess the
// position.
type NAG uint8

// The glyphs that have a sign of their own.
const (
	GoodMove        NAG = 1 + iota // !
	Mistake                        // ?
	BrilliantMove                  // !!
	Blunder                        // ??
	InterestingMove                // !?
	DubiousMove                    // ?!
)

var nagSigns = [...]string{
	GoodMove: "!", Mistake: "?", BrilliantMove: "!!", Blunder: "??", InterestingMove: "!?", DubiousMove: "?!",
}

// String returns the sign of the glyph, such as "!!", or if it has none the number
// as PGN writes it, such as "$14".
func (n NAG) String() string {
	if int(n) < len(nagSigns) && nagSigns[n] != "" {
		return nagSigns[n]
	}
	return "$" + strconv.Itoa(int(n))
}

// ParseNAG reads what String returns, and a number from "$0" to "$255" also for the
// glyphs that have a sign. An error is a *ParseError that matches ErrSyntax.
func ParseNAG(s string) (NAG, error) {
	if digits, ok := strings.CutPrefix(s, "$"); ok {
		if n, err := strconv.ParseUint(digits, 10, 8); err == nil {
			return NAG(n), nil
		}
	} else if n := slices.Index(nagSigns[:], s); n > 0 {
		return NAG(n), nil
	}
	return 0, &ParseError{Kind: ErrSyntax, Field: "NAG", Input: s, Detail: `neither a sign such as "!?" nor a number from "$0" to "$255"`}
}

// AppendText appends what String returns to dst. The error is always nil.
func (n NAG) AppendText(dst []byte) ([]byte, error) { return append(dst, n.String()...), nil }

// MarshalText returns what AppendText appends. The error is always nil.
func (n NAG) MarshalText() ([]byte, error) { return n.AppendText(nil) }

// UnmarshalText reads a glyph, as ParseNAG does.
func (n *NAG) UnmarshalText(text []byte) error { return unmarshalText(n, text, ParseNAG) }
