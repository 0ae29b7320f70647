package chess

import "strings"

// variantOf returns the Variant tag that a position needs, or "": in the words of
// Lichess, which writes most of these games.
func variantOf(p *Position) string {
	switch {
	case p.isThreeCheck():
		return "Three-check"
	case p.isChess960():
		return "Chess960"
	}
	return ""
}

// A pgnVariant is what a Variant tag means.
type pgnVariant struct {
	threeCheck bool
	ordinary   bool // no castling but that of ordinary chess
}

// knownVariant returns what a Variant tag means, and whether it is a game that this
// package knows. It ignores case, and everything but letters and digits.
//
// A game without the tag may be Chess960, as many programs write it, and so may one
// "From Position", where Lichess allows the same castling: a right to castle that is
// no longer true changes no other move. Only a tag that says so means ordinary chess.
func knownVariant(tag string) (v pgnVariant, ok bool) {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		}
		return -1
	}, tag)
	switch name {
	case "threecheck", "3check", "threechecks", "3checks":
		return pgnVariant{threeCheck: true}, true
	case "standard", "chess", "normal", "orthodox":
		return pgnVariant{ordinary: true}, true
	case "", "fromposition", "setupposition",
		"chess960", "960", "fischerandom", "fischerrandom", "fischerrandomchess", "fischerandomchess",
		"freestyle", "frc", "fr":
		return pgnVariant{}, true
	}
	return pgnVariant{}, false
}

// threeCheckStart is the start position of three-check.
var threeCheckStart = MustParseFEN(StartFEN + " +0+0")

// startOf returns the position that a game begins with by its tags Variant and FEN.
// Castling rights and an en-passant square that are impossible are dropped from a FEN,
// each with an error that says so, and in a board alone White is to move; err is what
// leaves no position. The byte form of a
// GameTree depends on all of this.
func startOf(variant, fen string) (p Position, dropped []*ParseError, err *ParseError) {
	v, ok := knownVariant(variant)
	if !ok {
		return p, nil, &ParseError{Kind: ErrIllegal, Field: "tag Variant", Input: variant, Detail: "the variant is not supported"}
	}
	return v.start(fen, true)
}

// startingAt returns the position that a FEN describes, or the start position if
// it is empty. In three-check each side has three checks left to give, unless the
// FEN says otherwise.
func startingAt(fen string, threeCheck bool) (Position, error) {
	p, _, err := pgnVariant{threeCheck: threeCheck}.start(fen, false)
	if err != nil {
		return Position{}, err
	}
	return p, nil
}

// start is startingAt with other rules. If repair is true, it first drops what is
// impossible, as startOf does.
func (v pgnVariant) start(fen string, repair bool) (p Position, dropped []*ParseError, err *ParseError) {
	switch {
	case fen == "" && v.threeCheck:
		return threeCheckStart, nil, nil
	case fen == "":
		return startPosition, nil, nil
	}
	r := fenReader{input: fen}
	if err = r.read(); err != nil {
		if !repair || err.Field != "FEN turn" || err.Offset < len(r.text) {
			return p, nil, err
		}
		err.Detail = "the field is missing: White is to move"
		dropped = append(dropped, err)
	}
	r.s.Ordinary = v.ordinary
	if v.threeCheck && !r.s.ThreeCheck {
		r.s.ThreeCheck, r.s.Checks = true, [2]int{3, 3}
	}
	if repair {
		dropped = append(dropped, r.repair()...)
	}
	p, err = r.position()
	return p, dropped, err
}
