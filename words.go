package chess

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// catalogue returns the texts of the language, English ones with its letters if it has none.
func (l Language) catalogue() *catalogue {
	switch l {
	case English:
		return &englishCatalogue
	case German:
		return &germanCatalogue
	}
	c := englishCatalogue
	c.language = l
	return &c
}

// shortText is how many characters a text has at most if no limit is given.
const shortText = 300

// String returns the Text in English.
func (w Why) String() string { return w.Text(English, 0) }

// Text returns the remarks as whole sentences, the weightiest first, of at most limit
// characters together, or of 300 if limit is 0. A line that does not fit is left out of its
// sentence.
func (w Why) Text(l Language, limit int) string {
	if limit == 0 {
		limit = shortText
	}
	text, length := strings.Builder{}, 0
	v := words{catalogue: l.catalogue(), why: &w}
	for i := 0; i < len(w.Remarks); {
		n := w.sameSentence(i)
		for _, plies := range [...]int{maxProof, 3, 1, 0} {
			next := v
			next.plies = plies
			s := next.sentence(w.Remarks[i : i+n])
			if more := utf8.RuneCountInString(s) + int(oneIf(length > 0)); s != "" && length+more <= limit {
				if length > 0 {
					text.WriteByte(' ')
				}
				text.WriteString(s)
				length += more
				v = next
				break
			}
		}
		i += n
	}
	return text.String()
}

// before returns the position in which a move is played that a remark is about: one of the moves that
// are compared, or a reply in the line of Move.
func (w *Why) before(m Move) Position {
	p := w.Position
	if w.isReply(m) {
		pv := w.Reasons[0].Line.PV
		for _, played := range pv[:max(slices.Index(pv, m), 0)] {
			if !p.legal(played) {
				break
			}
			p = p.After(played)
		}
	}
	return p
}

// isReply reports whether a move that a remark is about is neither Move nor Other.
func (w *Why) isReply(m Move) bool { return m != w.Move && m != w.Other }

// sameSentence returns how many remarks from i on make one sentence: several about features,
// or one.
func (w *Why) sameSentence(i int) (n int) {
	first := &w.Remarks[i]
	for n = 1; i+n < len(w.Remarks) && first.Feature != ""; n++ {
		if r := &w.Remarks[i+n]; r.sentence() != first.sentence() || r.Move != first.Move {
			break
		}
	}
	return n
}

// words writes sentences about a Why, one after the other.
type words struct {
	*catalogue
	why   *Why
	told  Move // the move that the last sentence was about
	plies int  // how long lines may be
}

// sentence returns the sentence for a remark, or for several about features.
func (v *words) sentence(remarks []Remark) string {
	r := &remarks[0]
	var b strings.Builder
	if v.why.isReply(r.Move) && v.told != r.Move {
		b.WriteString(v.lineTo(r.Move))
	}
	key := r.sentence()
	if saysAgain(r.Kind) && v.told == r.Move {
		key.form |= formAgain
	}
	template := v.sentences[key]
	for template != "" {
		text, rest, _ := strings.Cut(template, "{")
		hole, after, _ := strings.Cut(rest, "}")
		b.WriteString(text)
		b.WriteString(v.fill(hole, r, remarks))
		template = after
	}
	return b.String()
}

// lineTo returns a sentence with the line of Move up to a reply in it, and a blank; or nothing if a
// sentence has shown that line, or has told of Move and the reply is the next move.
func (v *words) lineTo(m Move) string {
	line := v.why.Reasons[0].Line.PV
	n := slices.Index(line, m)
	refuted := func(r Remark) bool { return r.Kind == remarkRefuted }
	if n < 1 || n == 1 && v.told != 0 || slices.ContainsFunc(v.why.Remarks, refuted) {
		return ""
	}
	if n == 1 {
		v.told = m
	}
	return v.reply(v.why.Position, v.why.Move, line[1:], n) + " "
}

// reply returns a sentence with the line that answers the bad move m in p, or nothing if it is empty.
func (c *catalogue) reply(p Position, m Move, line []Move, plies int) string {
	if len(line) == 0 {
		return ""
	}
	after := p.After(m)
	return fmt.Sprintf(c.replies, c.localized(p.SANLine(m)), c.localized(after.SANLine(line[:min(plies, len(line))]...)))
}

// sentence returns what to say about the remark.
func (r *Remark) sentence() sentence {
	for _, form := range sentenceForms[r.Kind] {
		if r.fits(form) {
			return sentence{r.Kind, form}
		}
	}
	return sentence{r.Kind, formPlain}
}

// fits reports whether a form of the remark's kind fits the remark.
func (r *Remark) fits(form sentenceForm) bool {
	switch form {
	case formCheckmate:
		return r.Reason == Checkmate
	case formStalemate:
		return r.Reason == Stalemate
	case formThreeChecks:
		return r.Reason == ThreeChecks || r.Mate > 0 && r.Line.Position.isThreeCheck()
	case formMate:
		return r.Mate > 0
	case formPromotion:
		return r.promotes()
	case formPinned:
		return len(r.Pieces) > 1
	case formMaterial:
		return r.Mate == 0
	case formUnsound:
		return r.Kind == remarkSacrifices && r.Score < 0 || r.Kind == RemarkLoses && r.isOffered()
	case formQueen:
		return len(r.Pieces) > 2
	case formItself:
		return r.piece(0).Square == r.Move.To()
	case formExchange:
		const exchange = 200 // a rook for a knight or a bishop
		return r.piece(0).Piece.Type() == Rook && (isMinor(r.piece(1).Piece.Type()) || len(r.Pieces) == 1 && r.Weight == exchange)
	case formFor:
		return len(r.Pieces) > 1
	case formEqualPieces:
		return r.piece(0).Piece.Type() == r.piece(1).Piece.Type()
	case formTheirs:
		return r.piece(0).Piece.Color() != r.Line.Position.turn()
	case formDecided:
		return r.Score <= -smallLoss
	case formEqualScore:
		return r.Score == 0
	case formFromCentre:
		file := r.Move.From().File()
		return file == 3 || file == 4
	}
	return false
}

// isDeclined reports whether the remark is of a sacrifice, and the line does not take it.
func (r *Remark) isDeclined() bool {
	return r.Kind == remarkSacrifices && (len(r.Line.PV) < 2 || r.Line.PV[1].To() != r.piece(0).Square)
}

// isOffered reports whether the line begins with a capture beside the other side's king, or one that
// gives check, of much less than the piece that captures, and a recapture.
func (r *Remark) isOffered() bool {
	p, pv := r.Line.Position, r.Line.PV
	if len(pv) < 2 || pv[0] != r.Move || !p.legal(pv[0]) || !p.isCapture(pv[0]) || pv[1].To() != pv[0].To() {
		return false
	}
	if exchangeValues[p.moved(pv[0]).Type()]-exchangeValues[p.captured(pv[0]).Type()] < 2*exchangeValues[Pawn] {
		return false
	}
	return p.givesCheck(pv[0]) || pv[0].To().Distance(p.king(p.turn().Other())) == 1
}

// promotes reports whether a promotion is part of what the side that wins in the line wins.
func (r *Remark) promotes() bool {
	p, side := r.Line.Position, r.Line.Position.turn()
	if r.Kind == RemarkLoses {
		side = side.Other()
	}
	captured := map[PieceType]int{}
	promoted := NoPieceType
	for _, m := range r.Line.PV {
		if !p.legal(m) {
			break
		}
		if p.turn() == side {
			captured[p.captured(m).Type()]++
			promoted = max(promoted, m.Promotion())
		}
		p = p.After(m)
	}
	n := 0
	for _, t := range r.Won {
		n += int(oneIf(t == promoted))
	}
	return promoted != NoPieceType && n > captured[promoted]
}

func isMinor(t PieceType) bool { return t == Knight || t == Bishop }

// fill returns what stands for a hole of a sentence.
func (v *words) fill(hole string, r *Remark, all []Remark) string {
	switch hole {
	case "move":
		if v.told == r.Move {
			return v.pronoun
		}
		fallthrough
	case "san":
		v.told = r.Move
		p := v.why.before(r.Move)
		return v.san(&p, r.Move)
	case "other":
		return v.san(&v.why.Position, v.why.Other)
	case "line":
		return v.line(r)
	case "threat":
		if len(r.Line.PV) == 0 {
			return ""
		}
		return v.san(&r.Line.Position, r.Line.PV[0])
	case "gain":
		return v.gain(r)
	case "how":
		return v.how(r)
	case "the":
		return v.on1(v.nouns[r.piece(0).Piece.Type()].the, r.piece(0).Square)
	case "all":
		var texts []string
		for _, piece := range r.Pieces {
			texts = append(texts, v.on1(v.nouns[piece.Piece.Type()].the, piece.Square))
		}
		return v.list(texts)
	case "given":
		if r.fits(formExchange) {
			return v.exchange
		}
		return v.nouns[r.piece(0).Piece.Type()].the
	case "piece":
		return v.nouns[r.piece(0).Piece.Type()].the
	case "apiece":
		return v.nouns[r.piece(0).Piece.Type()].a
	case "plural":
		return v.nouns[r.piece(0).Piece.Type()].plural
	case "captured":
		return v.nouns[r.piece(1).Piece.Type()].a
	case "second":
		return v.nouns[r.piece(1).Piece.Type()].the
	case "pinned":
		return v.on1(v.nouns[r.piece(1).Piece.Type()].subject, r.piece(1).Square)
	case "square":
		return r.piece(0).Square.String()
	case "file":
		return r.piece(0).Square.String()[:1]
	case "n":
		return strconv.Itoa(r.Mate)
	case "score":
		return v.pawns(r.Score)
	case "reason":
		return v.reasons[r.Reason]
	case "result":
		return v.results[r.WDL]
	case "features":
		var texts []string
		for i := range all {
			texts = append(texts, v.feature(&all[i]))
		}
		return v.list(texts)
	}
	return ""
}

// san returns a move with its number.
func (v *words) san(p *Position, m Move) string { return v.localized(p.SANLine(m)) }

// line returns the line of a remark after a colon, or "" if there is none to show.
func (v *words) line(r *Remark) string {
	p, pv := r.Line.Position, r.Line.PV
	if r.isDeclined() {
		return ""
	}
	begin := v.why.before(r.Move)
	if len(pv) > 0 && pv[0] == r.Move && p.legal(pv[0]) && p.turn() == begin.turn() && p.MoveNumber() == begin.MoveNumber() {
		p, pv = p.After(pv[0]), pv[1:] // the sentence begins with the move
	}
	if pv = pv[:min(len(pv), v.plies)]; len(pv) == 0 {
		return ""
	}
	return ": " + v.localized(p.SANLine(pv...))
}

// on1 returns a piece with its square.
func (v *words) on1(piece string, sq Square) string {
	if sq >= NoSquare {
		return piece
	}
	return piece + v.on + sq.String()
}

// gain returns what is won and what is given for it.
func (v *words) gain(r *Remark) string {
	text := v.pieces(r.Won)
	if len(r.Pieces) > 0 && len(r.Won) == 1 {
		text = v.on1(v.nouns[r.Won[0]].the, r.piece(0).Square)
	}
	if len(r.Won) == 1 && len(r.Lost) == 1 && r.Won[0] == Rook && isMinor(r.Lost[0]) {
		return v.exchange
	}
	if len(r.Lost) > 0 {
		text += v.forThat + v.pieces(r.Lost)
	}
	if p, pv := r.Line.Position, r.Line.PV; len(r.Won) > 1 {
		if r.Kind == RemarkLoses && len(pv) > 0 && p.legal(pv[0]) {
			p, pv = p.After(pv[0]), pv[1:]
		}
		if !forces(p, pv) {
			return v.material // with other moves it may be something else
		}
	}
	return text
}

// pieces returns pieces as a list: "a rook and two pawns". Pieces of a type must be next to
// each other.
func (v *words) pieces(types []PieceType) string {
	var texts []string
	for len(types) > 0 {
		t, n := types[0], 1
		for n < len(types) && types[n] == t {
			n++
		}
		text := v.nouns[t].a
		if n > 1 {
			text = v.numbers[min(n, len(v.numbers)-1)] + " " + v.nouns[t].plural
		}
		texts = append(texts, text)
		types = types[n:]
	}
	return v.list(texts)
}

// how returns the words for the motif by which material is won or lost.
func (v *words) how(r *Remark) string {
	text := v.motifs[r.Motif][oneIf(r.Kind == RemarkLoses)]
	if r.Motif != MotifFork {
		return text
	}
	// The squares are those before the move that forks: only the piece that forks has moved since.
	p := r.Line.Position
	for _, m := range r.Line.PV[:min(len(r.Line.PV), 1+int(oneIf(r.Kind == RemarkLoses)))] {
		if !p.legal(m) {
			break
		}
		p = p.After(m)
	}
	var targets []string
	for _, sq := range r.Squares[min(1, len(r.Squares)):] {
		targets = append(targets, v.nouns[p.pieceAt(sq).Type()].name)
	}
	slices.Sort(targets)
	return fmt.Sprintf(text, v.list(targets))
}

// feature returns the words for what is better by a feature.
func (v *words) feature(r *Remark) string {
	text, known := v.features[r.Feature]
	if phrase := cmp.Or(r.Phrase, r.Feature); !known || r.Phrase != "" {
		text = [2]string{phrase, phrase}
	}
	piece := r.piece(0)
	theirs := piece.Piece.Color() != v.why.Position.turn()
	n := v.nouns[piece.Piece.Type()]
	of := n.of
	if theirs {
		of = fmt.Sprintf(n.theirs, v.sides[piece.Piece.Color()])
	}
	return strings.NewReplacer("{of}", v.on1(of, piece.Square), "{the}", v.on1(n.the, piece.Square), "{square}", piece.Square.String()).Replace(text[oneIf(theirs)])
}

// pawns returns a score in pawns, without a sign.
func (v *words) pawns(s Score) string {
	s = max(s, -s)
	return fmt.Sprintf("%d%s%02d", s/100, v.point, s%100)
}

// String says in one line who wins with best play, how soon, and which moves keep the result, if not
// all do:
//
//	White wins: mate in 23 with best play; only Kd6 wins
//
// A win that the fifty-move rule makes a draw is a draw here.
func (v Ranking) String() string {
	switch {
	case len(v.Moves) > 0:
		return englishCatalogue.ranking(&v)
	case v.Position.isZero():
		return "nothing is known"
	case v.Probe.WDL == WDLDraw:
		return "draw: stalemate"
	}
	return fmt.Sprintf("%v has mated", v.winner())
}

// winner returns the side that would win without the fifty-move rule.
func (v *Ranking) winner() Color {
	if turn := v.Position.turn(); v.Probe.WDL >= WDLDraw {
		return turn
	}
	return v.Position.turn().Other()
}

// ranking says what best play comes to, and which moves keep that.
func (c *catalogue) ranking(v *Ranking) string {
	text := c.result(v)
	if keep := c.keeping(v); keep != "" {
		text += "; " + keep
	}
	return text
}

// rankingSentence is ranking as a sentence.
func (c *catalogue) rankingSentence(v *Ranking) string { return capital(c.ranking(v)) + "." }

// result says who wins with best play.
func (c *catalogue) result(v *Ranking) string {
	winner := c.colors[v.winner()]
	switch {
	case v.Result == WDLDraw:
		return c.draw
	case v.Result.outcome() == WDLDraw:
		return fmt.Sprintf(c.cursed, winner)
	case !v.knowsMates():
		return fmt.Sprintf(c.wins[0], winner)
	}
	n, _ := v.Moves[0].Probe.MateInMoves()
	return fmt.Sprintf(c.wins[1], winner, max(n, -n))
}

// keeping says which moves keep the result, or nothing if all do.
func (c *catalogue) keeping(v *Ranking) string {
	var moves []string
	for _, m := range v.Moves {
		if m.Result.outcome() == v.Result.outcome() {
			moves = append(moves, c.language.SAN(v.Position.SAN(m.Move)))
		}
	}
	texts := &c.keep[oneIf(v.Result != WDLWin)]
	switch n := len(moves); {
	case n == len(v.Moves):
		return ""
	case n == 1:
		return fmt.Sprintf(texts[0], moves[0])
	case n <= 3:
		return fmt.Sprintf(texts[1], c.list(moves))
	default:
		return fmt.Sprintf(texts[2], n, len(v.Moves))
	}
}

// score returns a score as a text.
func (c *catalogue) score(s Score) string { return c.decimal(s.String()) }

// decimal returns a number with the decimal point of the language.
func (c *catalogue) decimal(number string) string { return strings.Replace(number, ".", c.point, 1) }

// capital returns a text of a catalogue, which begins with an ASCII letter, with a capital letter.
func capital(s string) string { return strings.ToUpper(s[:min(1, len(s))]) + s[min(1, len(s)):] }
