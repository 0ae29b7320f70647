package chess

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Tablebase knows the results of positions with few pieces and best play by both sides. No
// Tablebase knows positions of three-check, or with the right to castle. Those of this package
// may be used by several goroutines at once.
//
// If a Tablebase has the method Prepare(p *Position) Tablebase, as EndingTables has, a search
// of p calls it first and uses what it returns. Prepare may begin to make more tables ready in
// the background, but what it returns must not change, so that equal searches give equal results.
type Tablebase interface {
	// MaxPieces returns the largest number of pieces, kings included, of a position that it
	// may know; 0 if it has no table.
	MaxPieces() int

	// WDL returns the result of p for the side to move, as if the halfmove clock were 0. An
	// error matches ErrNotInTablebase if p is not known; any other error says what is broken.
	WDL(p *Position) (WDL, error)

	// Probe returns all that is known of p. Its errors are those of WDL.
	Probe(p *Position) (ProbeResult, error)
}

// preparer is the optional method of a Tablebase.
type preparer interface {
	Prepare(p *Position) Tablebase
}

// ErrNotInTablebase is the class of the errors of a Tablebase that does not know a
// position.
var ErrNotInTablebase = errors.New("chess: the position is not in the tablebase")

// A missingError says why a Tablebase does not know a position.
type missingError string

func (e missingError) Error() string {
	return ErrNotInTablebase.Error() + ": " + string(e)
}

// Unwrap returns ErrNotInTablebase.
func (e missingError) Unwrap() error { return ErrNotInTablebase }

// Why no Tablebase knows a position. They are made once: a search meets them often.
var (
	errTablebaseThreeCheck error = missingError("the game is three-check")
	errTablebaseCastling   error = missingError("a side has the right to castle")
	errTablebaseKings      error = missingError("a side has no king")
	errTablebasePieces     error = missingError("it has more pieces than any of its tables")
	errNoTablebase         error = missingError("there is no tablebase")
)

// tablebaseEnding returns the material of p if a Tablebase of positions of at most so
// many pieces may know it.
func tablebaseEnding(p *Position, maxPieces int) (Ending, error) {
	switch {
	case p.state&stateThreeCheck != 0:
		return 0, errTablebaseThreeCheck
	case p.state&stateCastling != 0:
		return 0, errTablebaseCastling
	case p.pieces[0] == 0 || p.pieces[32] == 0:
		return 0, errTablebaseKings
	}
	if p.pieceCount() > maxPieces {
		return 0, errTablebasePieces
	}
	return p.ending(), nil
}

// WDL is a result with best play by both sides, from one side's point of view: win, draw
// or loss. If the fifty-move rule makes a draw of a win, that is a cursed win for
// the one side and a blessed loss for the other. The better result is the greater; -w
// is w from the other side's point of view.
type WDL int8

// The results, from a loss, -2, to a win, 2. The zero WDL is a draw.
const (
	WDLLoss        WDL = iota - 2 // the other side mates
	WDLBlessedLoss                // it would mate, but the fifty-move rule saves a draw
	WDLDraw                       // neither side mates
	WDLCursedWin                  // this side would mate, but the fifty-move rule saves the other a draw
	WDLWin                        // this side mates
)

var wdlNames = names[WDL]{"WDL", "result", []string{"loss", "blessed loss", "draw", "cursed win", "win"}}

// parseWDL reads what String returns.
func parseWDL(s string) (WDL, error) {
	w, err := wdlNames.parse(s)
	if err != nil {
		return 0, err
	}
	return w + WDLLoss, nil
}

// String returns "win", "cursed win", "draw", "blessed loss" or "loss".
func (w WDL) String() string {
	if w < WDLLoss || w > WDLWin {
		return fmt.Sprintf("WDL(%d)", int(w))
	}
	return wdlNames.of(w - WDLLoss)
}

// ForWhite returns, for a result from the point of view of the side to move, the result
// from White's: w if turn is White, and otherwise -w.
func (w WDL) ForWhite(turn Color) WDL {
	if turn == Black {
		return -w
	}
	return w
}

// sign returns 1 for a win, cursed or not, -1 for a loss, and 0 for a draw.
func (w WDL) sign() int { return cmp.Compare(w, WDLDraw) }

// zeroingDTZ returns the DTZ of a position with this result whose best move zeroes the
// clock or ends the game.
func (w WDL) zeroingDTZ() int {
	if w == WDLCursedWin || w == WDLBlessedLoss {
		return 101 * w.sign()
	}
	return w.sign()
}

// MarshalText returns what String returns; it is an error if there is no such result.
func (w WDL) MarshalText() ([]byte, error) {
	if w < WDLLoss || w > WDLWin {
		return nil, errNoText(w.String())
	}
	return []byte(w.String()), nil
}

// UnmarshalText reads what String returns. An error is a *ParseError that matches
// ErrSyntax.
func (w *WDL) UnmarshalText(text []byte) error { return unmarshalText(w, text, parseWDL) }

// ProbeResult is what a Tablebase knows of a position, from the point of view of the side to
// move.
type ProbeResult struct {
	// WDL is the result as if the halfmove clock were 0: see At.
	WDL WDL `json:"wdl"`

	// DTZ, the distance to zeroing, is how many plies best play takes to the move that
	// ends the game or sets the halfmove clock to 0, a capture or a pawn move: the
	// fewest with which the winner keeps the result, against the defence that
	// takes the most. It counts that move. It is negative if the side to move loses, and 0
	// in a draw. A side that is mated has -1. That of a cursed win or a blessed loss is
	// beyond 100.
	DTZ int `json:"dtz"`

	// DTZRounded says that the distance to zeroing may be one ply more than DTZ, as in
	// most files of Syzygy, which hold moves.
	DTZRounded bool `json:"dtzRounded,omitzero"`

	// DTM, the distance to mate, is how many plies it takes to mate, whatever the
	// fifty-move rule says, the mate included: negative if the side to move is mated, and
	// 0 if it has been mated, in a draw, or if DTMKnown is false.
	DTM      int  `json:"dtm"`
	DTMKnown bool `json:"dtmKnown,omitzero"`
}

// String returns the result and the distances that are known, in plies: "win, DTZ 35,
// DTM 69", or "loss, DTZ -8 or -9" if DTZ is rounded.
func (t ProbeResult) String() string {
	if t.WDL == WDLDraw || t.WDL < WDLLoss || t.WDL > WDLWin {
		return t.WDL.String()
	}
	b := fmt.Appendf(nil, "%v, DTZ %d", t.WDL, t.DTZ)
	if t.DTZRounded {
		b = fmt.Appendf(b, " or %d", t.DTZ+t.WDL.sign())
	}
	if t.DTMKnown {
		b = fmt.Appendf(b, ", DTM %d", t.DTM)
	}
	return string(b)
}

// At returns the result of a position with the halfmove clock at halfmoves: a win
// is cursed if so many plies have been played since the last capture or pawn move
// that best play comes too late, and so a loss is blessed. Where DTZRounded leaves it
// open, it is taken to be too late. Mate comes before the fifty-move rule: a loss with
// a DTZ of -1 is taken for mate, unless DTM says that it is none.
func (t ProbeResult) At(halfmoves int) WDL {
	mated := t.DTZ == -1 && !t.DTZRounded && t.DTM == 0
	return t.at(halfmoves, mated)
}

// at is At for a position of which it is known whether the side to move is mated.
func (t ProbeResult) at(halfmoves int, mated bool) WDL {
	distance := max(t.DTZ, -t.DTZ)
	if t.DTZRounded && halfmoves > 0 {
		distance++
	}
	switch late := halfmoves+distance > 100 && !mated; {
	case late && t.WDL == WDLWin:
		return WDLCursedWin
	case late && t.WDL == WDLLoss:
		return WDLBlessedLoss
	}
	return t.WDL
}

// MateInMoves returns in how many moves the side to move gives mate, negative if it is
// being mated, and whether that is known. The moves are 0 if it has been mated. Unlike
// Score's it does not depend on the fifty-move rule.
func (t ProbeResult) MateInMoves() (moves int, ok bool) {
	if !t.DTMKnown || t.WDL == WDLDraw {
		return 0, false
	}
	return (t.DTM + t.WDL.sign()) / 2, true
}

// JoinTablebases returns a Tablebase that asks one after the other until one knows the
// position. An error that does not match ErrNotInTablebase ends it. Its Prepare prepares
// each of them. A nil interface is left out.
func JoinTablebases(tablebases ...Tablebase) Tablebase {
	var joined joinedTablebases
	for _, t := range tablebases {
		if t != nil {
			joined = append(joined, t)
		}
	}
	return joined
}

type joinedTablebases []Tablebase

func (j joinedTablebases) MaxPieces() int {
	most := 0
	for _, t := range j {
		most = max(most, t.MaxPieces())
	}
	return most
}

func (j joinedTablebases) WDL(p *Position) (w WDL, err error) {
	err = errNoTablebase
	for _, t := range j {
		if w, err = t.WDL(p); err == nil || !errors.Is(err, ErrNotInTablebase) {
			return w, err
		}
	}
	return w, err
}

func (j joinedTablebases) Probe(p *Position) (truth ProbeResult, err error) {
	err = errNoTablebase
	for _, t := range j {
		if truth, err = t.Probe(p); err == nil || !errors.Is(err, ErrNotInTablebase) {
			return truth, err
		}
	}
	return truth, err
}

func (j joinedTablebases) Prepare(p *Position) Tablebase {
	ready := make(joinedTablebases, len(j))
	for i, t := range j {
		ready[i] = prepared(t, p)
	}
	return ready
}

// prepared returns what is ready of t, for a search of p.
func prepared(t Tablebase, p *Position) Tablebase {
	if t, ok := t.(preparer); ok {
		return t.Prepare(p)
	}
	return t
}

// Ranking is what a Tablebase says of a position and of each of its moves.
type Ranking struct {
	Position Position    `json:"position"`
	Probe    ProbeResult `json:"truth"`  // of the position, from the point of view of the side to move
	Result   WDL         `json:"result"` // the same with the halfmove clock of the position: what best play gives

	Moves []RankedMove `json:"moves,omitzero"` // all legal moves, the best first; none in a mate or a stalemate
}

// RankedMove is a move and what best play after it gives, from the point of view of the
// side that moves.
type RankedMove struct {
	Move   Move        `json:"move"`
	Probe  ProbeResult `json:"truth"`  // its distances count the move
	Result WDL         `json:"result"` // with the halfmove clock of the position
}

// RankMoves asks t for p and for each position after a legal move of p. It fails if t does
// not know one of them: the error is t's.
//
// The moves are sorted: first by Result; then a win by the shortest way to mate, or if
// t does not know that of all of them, to zeroing; a loss by the longest. Moves that are
// equal in all of it stay in the order of AppendMoves.
func RankMoves(t Tablebase, p Position) (Ranking, error) {
	v := Ranking{Position: p}
	var err error
	if v.Probe, err = t.Probe(&p); err != nil {
		return Ranking{}, err
	}
	moves := p.appendMoves(nil)
	v.Result = v.Probe.at(p.HalfmoveClock(), len(moves) == 0)
	for _, m := range moves {
		after := p.After(m)
		truth, err := t.Probe(&after)
		if err != nil {
			return Ranking{}, err
		}
		mates := truth.DTZ == -1 && len(after.appendMoves(nil)) == 0
		truth = truth.before(mates || after.HalfmoveClock() == 0)
		v.Moves = append(v.Moves, RankedMove{Move: m, Probe: truth, Result: truth.at(p.HalfmoveClock(), false)})
	}
	if len(v.Moves) == 0 {
		return v, nil
	}
	byMate := v.knowsMates()
	slices.SortStableFunc(v.Moves, func(a, b RankedMove) int {
		way := cmp.Compare(a.Probe.DTZ, b.Probe.DTZ)
		if byMate {
			way = cmp.Compare(a.Probe.DTM, b.Probe.DTM)
		}
		return cmp.Or(cmp.Compare(b.Result, a.Result), way)
	})
	v.Result = v.Moves[0].Result // the same, unless the DTZ of p is rounded
	return v, nil
}

// knowsMates reports whether the distance to mate is known of all moves after which a
// side wins.
func (v *Ranking) knowsMates() bool {
	return !slices.ContainsFunc(v.Moves, func(m RankedMove) bool { return m.Probe.WDL != WDLDraw && !m.Probe.DTMKnown })
}

// before returns, for the position after a move, what it means to the side that moves,
// with the move counted. zeroing says that the move ends the game or sets the clock to 0.
func (t ProbeResult) before(zeroing bool) ProbeResult {
	t.WDL, t.DTZ, t.DTM = -t.WDL, -t.DTZ, -t.DTM
	sign := t.WDL.sign()
	if t.DTMKnown {
		t.DTM += sign
	}
	if zeroing {
		t.DTZ, t.DTZRounded = t.WDL.zeroingDTZ(), false
		return t
	}
	t.DTZ += sign
	t.WDL = t.at(0, false)
	return t
}

// Best returns the moves that keep the result of the position, the best first.
func (v Ranking) Best() []RankedMove {
	n := 0
	for n < len(v.Moves) && v.Moves[n].Result == v.Moves[0].Result {
		n++
	}
	return v.Moves[:n]
}

// String says in one line without a full stop who wins with best play, how soon, and
// which moves keep the result, if not all do:
//
//	White wins: mate in 23 with best play; only Kd6 wins
//
// Mate is in so many moves as DTM says. A win that the fifty-move rule makes a draw is a
// draw here.
func (v Ranking) String() string {
	turn := v.Position.turn()
	winner := turn
	if v.Probe.WDL < WDLDraw {
		winner = turn.Other()
	}
	if len(v.Moves) == 0 {
		switch {
		case v.Position.isZero():
			return "nothing is known"
		case v.Probe.WDL == WDLDraw:
			return "draw: stalemate"
		}
		return fmt.Sprintf("%v has mated", winner)
	}
	var b strings.Builder
	switch v.Result {
	case WDLWin, WDLLoss:
		fmt.Fprintf(&b, "%v wins", winner)
		if v.knowsMates() {
			moves, _ := v.Moves[0].Probe.MateInMoves()
			fmt.Fprintf(&b, ": mate in %d", max(moves, -moves))
		}
		b.WriteString(" with best play")
	case WDLDraw:
		b.WriteString("draw with best play")
	default:
		fmt.Fprintf(&b, "draw: %v would win, but not within fifty moves", winner)
	}
	v.appendOnly(&b)
	return b.String()
}

// appendOnly appends which moves win or draw, if not all do.
func (v *Ranking) appendOnly(b *strings.Builder) {
	keep := 0
	for keep < len(v.Moves) && v.Moves[keep].Result.outcome() == v.Result.outcome() {
		keep++
	}
	if keep == len(v.Moves) {
		return
	}
	verb := "draw"
	if v.Result == WDLWin {
		verb = "win"
	}
	const few = 3
	if keep > few {
		fmt.Fprintf(b, "; %d of %d moves %s", keep, len(v.Moves), verb)
		return
	}
	var words []string
	for _, m := range v.Moves[:keep] {
		words = append(words, v.Position.SAN(m.Move))
	}
	if keep == 1 {
		verb += "s"
	}
	fmt.Fprintf(b, "; only %s %s", list(words), verb)
}

// outcome returns what the game comes to: a cursed win and a blessed loss are draws.
func (w WDL) outcome() WDL { return w / 2 * 2 }
