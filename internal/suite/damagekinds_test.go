package suite_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/seed-0971039b/chess"
)

// A damagedFile is a file of three games. The middle one gets the damage.
type damagedFile struct {
	before, game, after string
	tree                *chess.GameTree // the game
	tokens              []pgnToken
	positions           []chess.Position // before each move of the main line
}

// A pgnToken is a token of the movetext of a damagedFile's game.
type pgnToken struct {
	kind       byte // one of "m#{;$(r)": move, number, comments, glyph, parentheses, result
	start, end int
	depth, ply int // of variations; of a move on the main line, counted from 0
}

// damages are the kinds of damage. Each function damages a file in a random place
// and reports whether the file has what it needs to. With fen the game begins with
// a FEN tag, with bare it has none.
var damages = []struct {
	name string
	fen  bool
	bare bool
	do   func(f *damagedFile, rng *rand.Rand) bool
}{
	{name: "none", do: func(*damagedFile, *rand.Rand) bool { return true }},
	{name: "illegal move", do: func(f *damagedFile, rng *rand.Rand) bool {
		return f.change(rng, 'm', func(f *damagedFile, _ string, ply int) string { return f.illegal(rng, ply) })
	}},
	{name: "illegal move in a variation", do: func(f *damagedFile, rng *rand.Rand) bool {
		return f.change(rng, 'm', func(f *damagedFile, san string, ply int) string {
			return san + " (" + f.number(ply) + f.illegal(rng, ply) + " Kb4 Qa5)"
		})
	}},
	{name: "letter replaced", do: typo(func(rng *rand.Rand, san string, i int) string {
		return san[:i] + anyOf(rng, "abcdefgh12345678KQRBNOx-=+#zyPS") + san[i+1:]
	})},
	{name: "letter missing", do: typo(func(_ *rand.Rand, san string, i int) string { return san[:i] + san[i+1:] })},
	{name: "letter doubled", do: typo(func(_ *rand.Rand, san string, i int) string { return san[:i+1] + san[i:] })},
	{name: "letters swapped", do: typo(func(_ *rand.Rand, san string, i int) string {
		if i == 0 {
			return san
		}
		return san[:i-1] + san[i:i+1] + san[i-1:i] + san[i+1:]
	})},
	{name: "move missing", do: func(f *damagedFile, rng *rand.Rand) bool {
		return f.change(rng, 'm', func(*damagedFile, string, int) string { return "" })
	}},
	{name: "move twice", do: func(f *damagedFile, rng *rand.Rand) bool {
		return f.change(rng, 'm', func(_ *damagedFile, san string, _ int) string { return san + " " + san })
	}},
	{name: "Informant sign", do: insertAfter(" ±", " ∓", " ⩲", " ⩱", " +−", " −+", " ∞", " N", " D", " □", " +=", " =", " +-", " ∞", " ⟳", " RR")},
	{name: "Informant sign joined", do: insertAfter("±", "∓", "⩲", "+−", "N", "D", "∞", "□", "!±", "!?N", " !!!", "!?!")},
	{name: "HTML", do: insertAfter("<br>", " <br>", " <br/>", " <b>", " </p>", " <!-- x -->", " &nbsp;")},
	{name: "glyph too large", do: insertAfter(" $256", " $999", " $1000", " $99999999999999999999", "$256", " $")},
	{name: "unknown word", do: insertAfter(" novelty", " zugzwang", " Diagram #", " better", " (!)", " ...", " ??!", " time", " \x1a", " ~", " ^", " /", " \"")},
	{name: "stray )", do: insertAfter(" )", ")")},
	{name: "stray ]", do: insertAfter(" ]", "]")},
	{name: "stray }", do: insertAfter(" }", "}")},
	{name: "comment within a comment", do: insertAfter(" {a {second} comment}", " {one} comment}")},
	{name: "comment not closed", do: func(f *damagedFile, rng *rand.Rand) bool {
		return f.change(rng, '{', func(_ *damagedFile, text string, _ int) string { return strings.TrimSuffix(text, "}") }) ||
			insertAfter(" { a remark", " {")(f, rng)
	}},
	{name: "variation not closed", do: func(f *damagedFile, rng *rand.Rand) bool {
		return f.change(rng, ')', func(*damagedFile, string, int) string { return "" }) || insertAfter(" (", " ( ")(f, rng)
	}},
	{name: "cut at the end of the file", do: func(f *damagedFile, rng *rand.Rand) bool {
		from := f.tokens[0].start
		f.game, f.after = f.game[:from+rng.IntN(len(f.game)-from)], ""
		return true
	}},
	{name: "cut, and another game follows", do: func(f *damagedFile, rng *rand.Rand) bool {
		from := f.tokens[0].start
		f.game = f.game[:from+rng.IntN(len(f.game)-from)] + []string{"\n", "\n\n"}[rng.IntN(2)]
		return true
	}},
	{name: "backslash at the end of a tag", do: inTag(`"]`, `\"]`)},
	{name: "quote missing in a tag", do: inTag(`"]`, `]`)},
	{name: "bracket missing in a tag", do: inTag(`"]`, `"`)},
	{name: "quotes within a tag", do: inTag(`"]`, ` "or so" "]`)},
	{name: "tag without a value", do: inTag(` "`, "")},
	{name: "FEN: right to castle too many", fen: true, do: surplusCastling},
	{name: "FEN: en-passant square too many", fen: true, do: surplusEnPassant},
	{name: "FEN: fields missing", fen: true, do: func(f *damagedFile, rng *rand.Rand) bool {
		return f.changeFEN(func(fields []string) []string {
			n := 1 + rng.IntN(5)
			if n < 4 && !slices.Equal(fields[n:4], []string{"w", "-", "-"}[n-1:]) {
				return nil // it would be another position
			}
			return fields[:n]
		})
	}},
	{name: "FEN: name of the tag in another case", fen: true, do: func(f *damagedFile, rng *rand.Rand) bool {
		f.game = strings.Replace(f.game, "[FEN ", []string{"[Fen ", "[fen "}[rng.IntN(2)], 1)
		return true
	}},
	{name: "castling with other dashes", do: rewriteMove(regexp.MustCompile("^O-O"), func(rng *rand.Rand, san string) string {
		if rng.IntN(2) == 0 {
			san = strings.ReplaceAll(san, "O", "0")
		}
		return strings.ReplaceAll(san, "-", []string{"–", "—", "‐", "−"}[rng.IntN(4)])
	})},
	{name: "result with other signs", do: func(f *damagedFile, rng *rand.Rand) bool {
		return f.change(rng, 'r', func(_ *damagedFile, result string, _ int) string {
			if result == "1/2-1/2" {
				return []string{"½-½", "½–½", "1/2", "½", "1/2–1/2", "0.5-0.5", "1/2:1/2"}[rng.IntN(7)]
			}
			if result == "*" {
				return "…"
			}
			return strings.ReplaceAll(result, "-", []string{"–", ":", "—", " - "}[rng.IntN(4)])
		})
	}},
	{name: "en passant marked", do: func(f *damagedFile, rng *rand.Rand) bool {
		return f.change(rng, 'm', func(f *damagedFile, san string, ply int) string {
			if p := f.positions[ply]; !p.IsEnPassant(f.tree.Mainline()[ply]) {
				return san
			}
			return san + []string{"ep", " ep", "e.p.", " e.p.", "/ep", "(ep)"}[rng.IntN(6)]
		})
	}},
	{name: "promotion in other signs", do: rewriteMove(regexp.MustCompile("=[QRBN]"), func(rng *rand.Rand, san string) string {
		i := strings.Index(san, "=")
		return san[:i] + fmt.Sprintf([]string{"(%s)", "/%s", "%s", "=(%s)", "= %s"}[rng.IntN(5)], san[i+1:i+2]) + san[i+2:]
	})},
	{name: "piece letters in lower case", do: func(f *damagedFile, rng *rand.Rand) bool {
		return f.change(rng, 'm', func(f *damagedFile, san string, ply int) string {
			p, m := f.positions[ply], f.tree.Mainline()[ply]
			if p.At(m.From()).Type() == chess.Pawn || p.IsCastling(m) {
				return san
			}
			lan := p.LAN(m)
			return strings.ToLower(lan[:1]) + lan[1:]
		})
	}},
	{name: "no result and no tags", bare: true, do: func(f *damagedFile, rng *rand.Rand) bool {
		f.before = cutResult(f.before) + []string{"\n\n", "\n\n\n"}[rng.IntN(2)]
		return true
	}},
	{name: "restart at move 1", bare: true, do: func(f *damagedFile, rng *rand.Rand) bool {
		f.before = cutResult(f.before) + []string{"\n", " "}[rng.IntN(2)]
		return true
	}},
	{name: "result missing", do: func(f *damagedFile, rng *rand.Rand) bool {
		return f.change(rng, 'r', func(*damagedFile, string, int) string { return "" })
	}},
	{name: "prose between games", do: func(f *damagedFile, rng *rand.Rand) bool {
		prose := []string{
			"The next game was played a day later, and decided the match.", "Round 2", "*** Group B ***", "===== 17 =====",
			"Annotated by the winner. See www.example.org/games?id=12", "-- \nA signature", "<pre>", "(c) 1997, all rights reserved",
			"It is 1. e4 that White prefers, but not here.", "{ not a game }",
		}
		f.game = prose[rng.IntN(len(prose))] + "\n\n" + f.game
		return true
	}},
	{name: "mail header between games", do: func(f *damagedFile, rng *rand.Rand) bool {
		header := "From: Jane Doe <jane@example.org>\nSubject: Re: games [2/7]\nDate: Mon, 1 Jan 1996 10:00:00 +0100\n"
		f.game = header + []string{"\n", "Message-ID: <1@example.org>\n\nHere are the games:\n\n"}[rng.IntN(2)] + f.game
		return true
	}},
	{name: "lines end with CR", do: func(f *damagedFile, rng *rand.Rand) bool {
		f.each(func(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, "\r", ""), "\n", "\r") })
		return true
	}},
	{name: "UTF-16", do: func(f *damagedFile, rng *rand.Rand) bool {
		big := rng.IntN(2)
		f.before = "\uFEFF" + f.before
		f.each(func(s string) string {
			var b []byte
			for _, u := range utf16.Encode([]rune(s)) {
				pair := [2]byte{byte(u), byte(u >> 8)}
				b = append(b, pair[big], pair[1-big])
			}
			return string(b)
		})
		return true
	}},
	{name: "byte order mark between games", do: func(f *damagedFile, _ *rand.Rand) bool { f.game = "\uFEFF" + f.game; return true }},
	{name: "no-break space", do: insertAfter("\u00A0", " \u00A0 ", "\u200B", "\u2009", "\u202F")},
	{name: "no-break space in Latin-1", do: insertAfter("\xA0", " \xA0 ")},
	{name: "ellipsis as one character", do: func(f *damagedFile, rng *rand.Rand) bool {
		return f.change(rng, 'm', func(_ *damagedFile, san string, ply int) string {
			return fmt.Sprintf(" %d… %s", f.positions[ply].MoveNumber(), san)
		})
	}},
	{name: "move number wrong or odd", do: func(f *damagedFile, rng *rand.Rand) bool {
		return f.change(rng, 'm', func(_ *damagedFile, san string, ply int) string {
			return []string{" 7. ", " 300... ", " 0.", " 12 ", " 12) ", " 12, ", " 5 . ", " .. ", " 99999999999999999999. "}[rng.IntN(9)] + san
		})
	}},
	{name: "blank line amid the moves", do: insertAfter("\n\n", "\n\n\n", "\n \n")},
	{name: "no blank line between games", do: func(f *damagedFile, _ *rand.Rand) bool {
		f.before, f.game = strings.TrimSpace(f.before)+"\n", strings.TrimSpace(f.game)+"\n"
		return true
	}},
}

// each changes the three games alike.
func (f *damagedFile) each(change func(string) string) {
	f.before, f.game, f.after = change(f.before), change(f.game), change(f.after)
}

// change replaces a random token of that kind, of a move or a result one on the
// main line, and reports whether there is one that becomes different.
func (f *damagedFile) change(rng *rand.Rand, kind byte, with func(f *damagedFile, text string, ply int) string) bool {
	for _, i := range rng.Perm(len(f.tokens)) {
		tok := f.tokens[i]
		if tok.kind != kind || tok.depth > 0 && kind != ')' && kind != '{' {
			continue
		}
		text := f.game[tok.start:tok.end]
		if s := with(f, text, tok.ply); s != text {
			f.game = f.game[:tok.start] + s + f.game[tok.end:]
			return true
		}
	}
	return false
}

// insertAfter returns a damage that inserts one of the texts after a move.
func insertAfter(texts ...string) func(*damagedFile, *rand.Rand) bool {
	return func(f *damagedFile, rng *rand.Rand) bool {
		return f.change(rng, 'm', func(_ *damagedFile, san string, _ int) string { return san + texts[rng.IntN(len(texts))] })
	}
}

// typo returns a damage that misspells a move at the byte with index i.
func typo(spell func(rng *rand.Rand, san string, i int) string) func(*damagedFile, *rand.Rand) bool {
	return func(f *damagedFile, rng *rand.Rand) bool {
		return f.change(rng, 'm', func(_ *damagedFile, san string, _ int) string { return spell(rng, san, rng.IntN(len(san))) })
	}
}

// rewriteMove returns a damage that writes a move differently that matches re.
func rewriteMove(re *regexp.Regexp, as func(rng *rand.Rand, san string) string) func(*damagedFile, *rand.Rand) bool {
	return func(f *damagedFile, rng *rand.Rand) bool {
		return f.change(rng, 'm', func(_ *damagedFile, san string, _ int) string {
			if !re.MatchString(san) {
				return san
			}
			return as(rng, san)
		})
	}
}

// inTag returns a damage that replaces a text in a tag pair, but not in those that
// tell what game it is.
func inTag(old, by string) func(*damagedFile, *rand.Rand) bool {
	return func(f *damagedFile, rng *rand.Rand) bool {
		lines := strings.SplitAfter(f.game[:f.tokens[0].start], "\n")
		i := rng.IntN(len(lines))
		if !strings.HasPrefix(lines[i], "[") || strings.HasPrefix(lines[i], "[FEN") || strings.HasPrefix(lines[i], "[Variant") || !strings.Contains(lines[i], old) {
			return false
		}
		lines[i] = strings.Replace(lines[i], old, by, 1)
		f.game = strings.Join(lines, "") + f.game[f.tokens[0].start:]
		return true
	}
}

// changeFEN changes the fields of the FEN tag, unless it gets none.
func (f *damagedFile) changeFEN(change func(fields []string) []string) bool {
	p := f.tree.Start()
	fields := change(strings.Fields(p.FEN()))
	if fields == nil {
		return false
	}
	f.game = strings.Replace(f.game, `"`+p.FEN()+`"`, `"`+strings.Join(fields, " ")+`"`, 1)
	return true
}

// surplusCastling adds a right to castle to the FEN, without a king or a rook in
// place.
func surplusCastling(f *damagedFile, rng *rand.Rand) bool {
	p := f.tree.Start()
	letter := anyOf(rng, "KQkq")
	color, rank := chess.White, 0
	if letter == "k" || letter == "q" {
		color, rank = chess.Black, 7
	}
	corner := chess.SquareAt(7, rank)
	if letter == "Q" || letter == "q" {
		corner = chess.SquareAt(0, rank)
	}
	if p.King(color) == chess.SquareAt(4, rank) && p.At(corner).Type() == chess.Rook && p.At(corner).Color() == color {
		return false
	}
	return f.changeFEN(func(fields []string) []string {
		rights := strings.TrimPrefix(fields[2], "-")
		fields[2] = ""
		for _, c := range "KQkq" {
			if strings.ContainsRune(rights, c) || string(c) == letter {
				fields[2] += string(c)
			}
		}
		return fields
	})
}

// surplusEnPassant gives the FEN an en-passant square where no pawn has passed.
func surplusEnPassant(f *damagedFile, rng *rand.Rand) bool {
	p := f.tree.Start()
	file, rank := rng.IntN(8), 2+3*rng.IntN(2)
	passed := chess.SquareAt(file, rank+1-2*(rank/4))
	if p.At(passed).Type() == chess.Pawn && (p.Turn() == chess.Black) == (rank == 2) {
		return false
	}
	return f.changeFEN(func(fields []string) []string {
		if fields[3] != "-" {
			return nil // its first move may need the square
		}
		fields[3] = chess.SquareAt(file, rank).String()
		return fields
	})
}

// illegal returns the SAN of a move that is not legal at that ply, nor another
// legal move of the piece to that square.
func (f *damagedFile) illegal(rng *rand.Rand, ply int) string {
	p := f.positions[ply]
	for {
		pt, to := chess.Knight+chess.PieceType(rng.IntN(5)), chess.SquareAt(rng.IntN(8), rng.IntN(8))
		if !slices.ContainsFunc(p.AppendMoves(nil), func(m chess.Move) bool { return p.At(m.From()).Type() == pt && m.To() == to }) {
			return "??NBRQK"[pt:pt+1] + to.String()
		}
	}
}

// number returns the number of the move at a ply, as at the start of a variation.
func (f *damagedFile) number(ply int) string {
	p := f.positions[ply]
	if p.Turn() == chess.Black {
		return fmt.Sprintf("%d... ", p.MoveNumber())
	}
	return fmt.Sprintf("%d. ", p.MoveNumber())
}

func anyOf(rng *rand.Rand, letters string) string {
	i := rng.IntN(len(letters))
	return letters[i : i+1]
}

func cutResult(game string) string {
	game = strings.TrimSpace(game)
	return game[:strings.LastIndexAny(game, " \n")]
}

// movetextTokens matches the tokens of movetext, one group for each kind.
var movetextTokens = regexp.MustCompile(`(\{[^}]*\})|(;[^\n]*)|(\$\d+)|(\()|(\))|(1-0|0-1|1/2-1/2|\*)|(\d+\.+)|([^\s(){};$]+)`)

// tokenize finds the tokens of the game. It reports whether the main line is that
// of the tree.
func (f *damagedFile) tokenize() bool {
	start := 0
	for start < len(f.game) && f.game[start] == '[' {
		start += strings.IndexByte(f.game[start:]+"\n", '\n') + 1
	}
	depth, plies := 0, 0
	f.tokens = f.tokens[:0]
	for _, m := range movetextTokens.FindAllStringSubmatchIndex(f.game[min(start, len(f.game)):], -1) {
		group := 1
		for m[2*group] < 0 {
			group++
		}
		tok := pgnToken{kind: "{;$()r#m"[group-1], start: start + m[0], end: start + m[1], depth: depth}
		switch {
		case tok.kind == '(':
			depth++
		case tok.kind == ')':
			depth--
		case tok.kind == 'm' && depth == 0:
			tok.ply = plies
			plies++
		}
		f.tokens = append(f.tokens, tok)
	}
	f.positions = f.positions[:0]
	p := f.tree.Start()
	for _, m := range f.tree.Mainline() {
		f.positions = append(f.positions, p)
		p = p.After(m)
	}
	return plies == len(f.positions) && depth == 0 && plies > 0
}
