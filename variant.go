package chess

import "strings"

// StartFEN is the FEN of the start position.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// A ruleSet is what tells a variant from ordinary chess. Where the rules are written, the
// package asks it or switches over the variant.
type ruleSet struct {
	pgn   string // its name in PGN, as Lichess writes it
	uci   string // its name in UCI, and in XBoard's protocol, where ordinary chess is "normal"
	names string // all that it is called, as canonicalName leaves it
	start string // FEN

	opcode   bool    // its FEN may look like one of another variant, so EPD names it
	slow     bool    // generate does not find its moves by itself
	tries    bool    // its moves are found by trying the pseudo-legal ones
	losing   bool    // who has no pieces wins; kings are pieces like others, and captures are compulsory
	endless  bool    // no draw by fifty and seventy-five moves
	kingless [2]bool // by Color: the side has no king
	noCastle bool    // there are no rights to castle
	goal     uint64  // the squares, by number, on which a king wins
}

// ruleSets holds the rules by variant.
var ruleSets = [...]ruleSet{
	Standard: {
		pgn: "Standard", uci: "chess", start: StartFEN,
		names: "standard chess normal orthodox classical classic regular western international ordinary wild0",
	},
	ThreeCheck: {
		pgn: "Three-check", uci: "3check", start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
		names: "threecheck 3check threechecks 3checks wild25 w25",
	},
	KingOfTheHill: {
		pgn: "King of the Hill", uci: "kingofthehill", start: StartFEN,
		names: "kingofthehill koth", opcode: true, goal: 1<<D4 | 1<<E4 | 1<<D5 | 1<<E5,
	},
	RacingKings: {
		pgn: "Racing Kings", uci: "racingkings", start: "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
		names: "racingkings racing race", opcode: true, slow: true, noCastle: true, goal: 0xFF << A8,
	},
	Antichess: {
		pgn: "Antichess", uci: "antichess", start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
		names: "anti antichess losing", opcode: true, slow: true, tries: true, losing: true, noCastle: true,
	},
	Atomic: {
		pgn: "Atomic", uci: "atomic", start: StartFEN,
		names: "atomic atom wild27 w27", opcode: true, slow: true, tries: true,
	},
	Horde: {
		pgn: "Horde", uci: "horde", start: "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
		names: "horde", opcode: true, slow: true, tries: true, kingless: [2]bool{White: true},
	},
	Crazyhouse: {
		pgn: "Crazyhouse", uci: "crazyhouse", start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
		names: "crazyhouse house zh wild23 w23", slow: true, endless: true,
	},
	suicide: {
		pgn: "Suicide", uci: "suicide", start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
		names: "suicide wild26 w26", opcode: true, slow: true, tries: true, losing: true, noCastle: true,
	},
	giveaway: {
		pgn: "Giveaway", uci: "giveaway", start: StartFEN,
		names: "giveaway", opcode: true, slow: true, tries: true, losing: true,
	},
}

// rules returns the rule set of v, or that of ordinary chess if there is no such variant.
func (v Variant) rules() *ruleSet {
	if !v.known() {
		v = Standard
	}
	return &ruleSets[v]
}

// rules returns the rule set of p.
func (p *Position) rules() *ruleSet { return &ruleSets[p.variant()] }

// known reports whether there is such a variant.
func (v Variant) known() bool { return int(v) < len(ruleSets) }

var variantNames = names[Variant]{"Variant", "variant", func() (texts []string) {
	for _, r := range &ruleSets {
		texts = append(texts, r.pgn)
	}
	return
}()}

// String returns the name that Lichess writes in PGN, such as "King of the Hill".
func (v Variant) String() string { return variantNames.of(v) }

// UCI returns the value of the option UCI_Variant, such as "kingofthehill".
func (v Variant) UCI() string {
	if !v.known() {
		return v.String()
	}
	return ruleSets[v].uci
}

// MarshalText returns what String returns.
func (v Variant) MarshalText() ([]byte, error) { return variantNames.appendText(nil, v) }

// UnmarshalText reads any name that servers and programs give a variant, such as "3check", "koth" or
// "Three-check", in letters of either size; names of Chess960 are Standard. The error is a *ParseError
// that matches ErrSyntax.
func (v *Variant) UnmarshalText(text []byte) error {
	known, ok := variantNamed(string(text))
	if !ok {
		_, err := variantNames.parse(string(text))
		return err
	}
	*v = known.Variant
	return nil
}

// A namedVariant is what a name means.
type namedVariant struct {
	Variant
	ordinary bool // no castling but that of ordinary chess
}

// variantNamed returns what the name of a variant means, and whether it is a game that this
// package knows. It ignores case, and everything but letters and digits.
//
// A game without a name may be Chess960, as many programs write it, and so may one "From
// Position", where Lichess allows the same castling: a right to castle that is no longer
// true changes no other move. Only a name that says so means ordinary chess.
func variantNamed(name string) (v namedVariant, ok bool) {
	name = canonicalName(name)
	for v := range ruleSets {
		for known := range strings.FieldsSeq(ruleSets[v].names) {
			if name == known {
				return namedVariant{Variant(v), Variant(v) == Standard}, true
			}
		}
	}
	switch name {
	case "", "fromposition", "setupposition", "custom",
		"chess960", "960", "chess9lx", "9lx", "fischerandom", "fischerrandom", "fischerandom960", "fischerrandom960",
		"freestyle", "frc", "fr", "wildfr", "wild22", "w22",
		"dfrc", "doublefischerandom", "doublefischerrandom", "doublechess960", "chess960double":
		return namedVariant{}, true
	}
	return namedVariant{}, false
}

// canonicalName returns a name in small letters and digits, without "chess" at its end.
func canonicalName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		}
		return -1
	}, name)
	if rest := strings.TrimSuffix(name, "chess"); rest != "" {
		name = rest
	}
	return name
}

// uciVariants returns the names of all variants in UCI, those of ordinary chess first.
func uciVariants() []string {
	names := []string{ruleSets[Standard].uci, "chess960"}
	for _, r := range ruleSets[1:] {
		names = append(names, r.uci)
	}
	return names
}

// uciVariant returns the name of a variant as UCI has it, for any that variantNamed knows,
// and another name as it is.
func uciVariant(name string) string {
	switch v, ok := variantNamed(name); {
	case !ok:
		return name
	case v.Variant == Standard && !v.ordinary:
		return "chess960"
	default:
		return ruleSets[v.Variant].uci
	}
}

// variantOfUCI returns the variant of a name in UCI.
func variantOfUCI(name string) namedVariant {
	v, _ := variantNamed(name)
	return namedVariant{Variant: v.Variant} // a game of ordinary chess may be one of Chess960
}

// bare reports whether c has no pieces.
func (p *Position) bare(c Color) bool {
	for _, e := range p.armyList(armyOf(c)) {
		if e != 0 {
			return false
		}
	}
	return true
}

// immune reports whether no king can be in check: in Atomic while they touch, since a king
// that captured would explode, and where kings are pieces like others.
func (p *Position) immune() bool {
	return p.rules().losing || p.variant() == Atomic && beside(p.pieces[0].square(), p.pieces[32].square())
}

// beside reports whether two mailbox squares touch.
func beside(a, b uint8) bool {
	switch max(a, b) - min(a, b) {
	case 1, 9, 10, 11:
		return true
	}
	return false
}

// tries reports whether the legal moves are found by trying the pseudo-legal ones.
func (p *Position) tries() bool { return p.state&stateRules != 0 && p.rules().tries }

// scarce reports whether there is no pawn, rook or queen on the board.
func (p *Position) scarce() bool {
	if p.state&stateRules != 0 && p.rules().slow {
		return true // other material counts
	}
	return strong(p.cells[0])|strong(p.cells[3]) == 0 && strong(p.cells[1])|strong(p.cells[2]) == 0
}

// strong returns the lowest bits of the nibbles of a word of Position.cells that hold a pawn, a
// rook or a queen: these, and no other piece, lack the middle bit of their type.
func strong(word uint64) uint64 { return (word | word>>2) &^ (word >> 1) & 0x1111_1111_1111_1111 }

func (p *Position) canWin(c Color) bool {
	if p.state&stateRules != 0 && !p.isThreeCheck() {
		return p.canWinVariant(c)
	}
	var own, all [King + 1]int
	var bishops [2]int // on dark and on light squares
	for sq, piece := range p.Pieces() {
		all[piece.Type()]++
		if piece.Color() == c {
			own[piece.Type()]++
		}
		if piece.Type() == Bishop {
			bishops[oneIf(sq.Light())]++
		}
	}
	switch {
	case own[Pawn]+own[Rook]+own[Queen] > 0, p.isThreeCheck() && own[Knight]+own[Bishop] > 0:
		return true
	case own[Knight] > 0: // with a second minor piece, or a piece that blocks the king's escape
		return all[Pawn]+all[Knight]+all[Bishop]+all[Rook] > 1
	case own[Bishop] > 0:
		return min(bishops[0], bishops[1]) > 0 || all[Knight]+all[Pawn] > 0
	}
	return false
}

// insufficientMaterial reports whether neither side has the material to win.
func (p *Position) insufficientMaterial() bool {
	const sufficient = 1<<Pawn | 1<<Rook | 1<<Queen
	for place := 15; place > 0; place-- { // most pawns are at the last of these places
		if sufficient>>p.pieces[place+32].pieceType()&1|sufficient>>p.pieces[place].pieceType()&1 != 0 {
			return false
		}
	}
	return !p.canWin(White) && !p.canWin(Black)
}

// A census counts the pieces of a position.
type census struct {
	of      [2][King + 1]int // by Color and type
	bishops [2][2]int        // by Color, on dark and on light squares
	all     [2]int           // by Color
}

func (p *Position) census() (n census) {
	for sq, piece := range p.Pieces() {
		c := piece.Color() & 1
		n.of[c][piece.Type()]++
		n.all[c]++
		if piece.Type() == Bishop {
			n.bishops[c][oneIf(sq.Light())&1]++
		}
	}
	return n
}

// canWinVariant is canWin for a variant other than three-check.
func (p *Position) canWinVariant(c Color) bool {
	n, them := p.census(), c.Other()
	ours, theirs := &n.of[c], &n.of[them]
	switch p.variant() {
	case Antichess, suicide, giveaway:
		return p.canLose(c, &n)
	case Atomic:
		minors := ours[Knight] + ours[Bishop] + ours[Rook]
		switch {
		case theirs[King] == 0:
			return true
		case n.all[c] == 1:
			return false
		case n.all[them] > 1: // its own pieces may explode beside its king, unless bishops never meet
			bishops := ours[Bishop] + theirs[Bishop] + 2
			return bishops < n.all[c]+n.all[them] ||
				n.bishops[White][0]*n.bishops[Black][0]+n.bishops[White][1]*n.bishops[Black][1] > 0
		case ours[Queen]+ours[Pawn] > 0:
			return true
		}
		return minors > 2 || minors == 2 && ours[Knight] < 2
	case Horde:
		return c == Black || hordeCanWin(&n)
	case Crazyhouse:
		hand := 0
		for side := range Color(2) {
			for t := Pawn; t < King; t++ {
				hand += p.pocket(side, t)
				if (t == Pawn || t >= Rook) && p.pocket(side, t)+n.of[side][t] > 0 {
					return true
				}
			}
		}
		k := p.key()
		_, promoted, _ := k.unpacked()
		return promoted != 0 || n.all[0]+n.all[1]+hand > 3
	}
	return true
}

// canLose reports whether c can lose all of its pieces.
func (p *Position) canLose(c Color, n *census) bool {
	them := c.Other()
	switch total := n.all[0] + n.all[1]; {
	case n.all[c] == 0:
		return true
	case n.all[them] == 0:
		return false
	case n.of[0][Bishop]+n.of[1][Bishop] == total: // each of ours needs one of theirs that can take it
		return (n.bishops[c][0] == 0 || n.bishops[them][0] > 0) && (n.bishops[c][1] == 0 || n.bishops[them][1] > 0)
	case n.of[0][Knight]+n.of[1][Knight] == total && total == 2:
		// On squares of one colour, the side to move can only be taken, and otherwise only take.
		light := 0
		for sq := range p.Pieces() {
			light += int(oneIf(sq.Light()))
		}
		return (light != 1) == (c == p.turn())
	}
	return true
}

// hordeCanWin reports whether the horde has the material to mate with the help of Black's
// pieces, after the analysis of Stavros Papazis (horde-insufficient-material-tests).
func hordeCanWin(n *census) bool {
	horde, black, all := &n.of[White], &n.of[Black], n.all[Black]
	pawns, knights, rooks := black[Pawn], black[Knight], black[Rook]
	// Two bishops on one colour do what more of them do.
	dark, light := min(n.bishops[White][0], 2), min(n.bishops[White][1], 2)
	colour := oneIf(light > 0) & 1 // of the squares of a bishop
	same, other := n.bishops[Black][colour], n.bishops[Black][1-colour]
	men := horde[Pawn] + horde[Knight] + horde[Rook] + horde[Queen] + dark + light
	switch {
	case men == 0 || men < 3 && all == 1 && (men == 1 || horde[Pawn]+horde[Queen]+horde[Rook] == 0):
		return false
	case men >= 4, men >= 2 && horde[Pawn]+horde[Queen] > 0:
		return true
	case men >= 2 && horde[Rook] > 0:
		return men > 2 || horde[Bishop] == 0 || all-same > 1
	case men == 3:
		return horde[Knight] >= 2 || dark*light > 0 || all > 1
	case men == 2:
		switch {
		case horde[Knight] == 2:
			return pawns+knights+black[Bishop] > 0
		case dark*light > 0:
			return pawns+black[Bishop] > 0 || knights > 0 && rooks+black[Queen] > 0
		case horde[Knight] == 1:
			return pawns+other > 0 || all-same >= 3
		}
		return pawns*other+pawns*knights+other*knights > 0 || max(pawns, other, knights) >= 2
	case horde[Pawn] == 1:
		queen, knight := *n, *n
		queen.of[White][Pawn], queen.of[White][Queen] = 0, 1
		knight.of[White][Pawn], knight.of[White][Knight] = 0, 1
		return hordeCanWin(&queen) || hordeCanWin(&knight)
	case horde[Queen] == 1:
		return pawns+rooks > 0 || max(same, other) >= 2
	case horde[Rook] == 1:
		return pawns >= 2 || rooks*pawns+rooks*knights+pawns*knights > 0
	case horde[Knight] == 0: // a bishop
		return other >= 2 || other*pawns > 0 || pawns >= 2
	}
	kinds := oneIf(pawns > 0) + oneIf(knights > 0) + oneIf(rooks > 0) + oneIf(black[Bishop] > 0)
	crowd := max(knights, pawns) >= 2 || kinds >= 2
	return all >= 4 && crowd && (same < 2 || all-same >= 3) && (other < 2 || all-other >= 3)
}
