package chess

import "strings"

// variantOf returns the Variant tag that a position needs, or "": in the words of
// Lichess, which writes most of these games.
func variantOf(p *Position) string {
	if p.isThreeCheck() {
		return "Three-check"
	}
	for c := range Color(2) {
		for side := range Side(2) {
			rook := p.castlingRook(c, side)
			if rook != NoSquare && (p.king(c).File() != 4 || rook.File()%7 != 0) {
				return "Chess960"
			}
		}
	}
	return ""
}

// knownVariant reports whether a Variant tag means a game that this package knows,
// and whether that is three-check. It ignores case, and everything but letters and
// digits.
func knownVariant(tag string) (threeCheck, ok bool) {
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
		return true, true
	case "", "standard", "chess", "normal", "orthodox", "fromposition", "setupposition",
		"chess960", "960", "fischerandom", "fischerrandom", "fischerrandomchess", "fischerandomchess",
		"freestyle", "frc", "fr":
		return false, true
	}
	return false, false
}

// threeCheckStart is the start position of three-check.
var threeCheckStart = MustParseFEN(StartFEN + " +0+0")

// startOf returns the position that a game begins with by its tags Variant and FEN.
func startOf(variant, fen string) (Position, *ParseError) {
	threeCheck, ok := knownVariant(variant)
	if !ok {
		return Position{}, &ParseError{Kind: ErrIllegal, Field: "tag Variant", Input: variant, Detail: "the variant is not supported"}
	}
	p, err := startingAt(fen, threeCheck)
	if err == nil {
		return p, nil
	}
	e, ok := err.(*ParseError)
	if !ok {
		e = &ParseError{Kind: ErrIllegal, Field: "FEN", Input: fen, Detail: err.Error(), Err: err}
	}
	return p, e
}

// startingAt returns the position that a FEN describes, or the start position if
// it is empty. In three-check each side has three checks left to give, unless the
// FEN says otherwise.
func startingAt(fen string, threeCheck bool) (Position, error) {
	switch {
	case fen == "" && threeCheck:
		return threeCheckStart, nil
	case fen == "":
		return startPosition, nil
	}
	p, err := ParseFEN(fen)
	if err == nil && threeCheck && !p.isThreeCheck() {
		s := p.Setup()
		s.ThreeCheck, s.Checks = true, [2]int{3, 3}
		p, err = s.Position()
	}
	return p, err
}
