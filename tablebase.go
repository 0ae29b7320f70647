package chess

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
)

// Tablebase knows the results of positions with few pieces and best play by both sides. No
// Tablebase knows positions of three-check, or with the right to castle. Those of this package
// may be used by several goroutines at once; so must yours if a search has several Threads. An error matches ErrNotInTablebase if the position
// is not known; any other error says what is broken.
//
// If a Tablebase has the method Prepare(p *Position) Tablebase, as EndingTables has, a search
// of p calls it first and uses what it returns, which must not change: so equal searches give
// equal results. Prepare may make more tables in the background.
type Tablebase interface {
	MaxPieces() int                         // of a position that it may know, kings included; 0 if it has no table
	WDL(p *Position) (WDL, error)           // for the side to move, as if the halfmove clock were 0
	Probe(p *Position) (ProbeResult, error) // all that is known
}

// preparer is the optional method of a Tablebase.
type preparer interface {
	Prepare(p *Position) Tablebase
}

// ErrNotInTablebase is matched by the errors of a Tablebase that does not know a position.
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
	errTablebaseVariant  error = missingError("the game is a variant")
	errTablebaseCastling error = missingError("a side has the right to castle")
	errTablebaseKings    error = missingError("a side has no king")
	errTablebasePieces   error = missingError("it has more pieces than any of its tables")
	errNoTablebase       error = missingError("there is no tablebase")
)

// tablebaseEnding returns the material of p if a Tablebase of positions of up to maxPieces
// pieces may know it.
func tablebaseEnding(p *Position, maxPieces int) (Ending, error) {
	switch {
	case p.state&stateRules != 0:
		return 0, errTablebaseVariant
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

// WDL is a result with best play, from one side's point of view. A win that the fifty-move rule
// turns into a draw is a cursed win, and a blessed loss for the other side. The better result is
// the greater; -w is w from the other side's point of view.
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

// ForWhite returns w, the result for the side to move, from White's point of view.
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

// UnmarshalText reads what String returns. An error is a *ParseError that matches ErrSyntax.
func (w *WDL) UnmarshalText(text []byte) error { return unmarshalText(w, text, parseWDL) }

// ProbeResult is what a Tablebase knows of a position, from the point of view of the side to
// move. Distances are in plies, include the last move, and are negative if the side to move
// loses, and 0 in a draw.
type ProbeResult struct {
	WDL WDL `json:"wdl"` // as if the halfmove clock were 0: see At

	// DTZ is the distance to the move that ends the game or zeroes the halfmove clock, with best
	// play for the fifty-move rule. It is -1 for a side that is mated, and beyond 100 for a
	// cursed win or a blessed loss. If DTZRounded is set, as for most of Syzygy's files, it may
	// be one ply more.
	DTZ        int  `json:"dtz"`
	DTZRounded bool `json:"dtzRounded,omitzero"`

	// DTM is the distance to mate, whatever the fifty-move rule says; 0 for a side that is mated.
	DTM      int  `json:"dtm"`
	DTMKnown bool `json:"dtmKnown,omitzero"`
}

// String returns the result and the known distances: "win, DTZ 35, DTM 69", or "loss, DTZ -8 or
// -9" if DTZ is rounded.
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

// At returns the result with the halfmove clock at halfmoves: a win is cursed, and a loss
// blessed, if best play comes too late, or may come too late because DTZ is rounded. Mate comes
// before the fifty-move rule.
func (t ProbeResult) At(halfmoves int) WDL {
	mated := t.DTZ == -1 && !t.DTZRounded && t.DTM == 0
	return t.at(halfmoves, mated)
}

// at is At if it is known whether the side to move is mated.
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

// MateInMoves returns in how many moves the side to move mates, negative if it is being mated,
// and whether that is known, whatever the fifty-move rule says.
func (t ProbeResult) MateInMoves() (moves int, ok bool) {
	if !t.DTMKnown || t.WDL == WDLDraw {
		return 0, false
	}
	return (t.DTM + t.WDL.sign()) / 2, true
}

// JoinTablebases returns a Tablebase that asks one after the other until one knows the position;
// an error that does not match ErrNotInTablebase ends it. Its Prepare prepares each of them. Nil
// interfaces are left out.
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
	Probe    ProbeResult `json:"truth"`  // of the position, for the side to move
	Result   WDL         `json:"result"` // the same with the halfmove clock of the position

	Moves []RankedMove `json:"moves,omitzero"` // all legal moves, the best first
}

// RankedMove is a move and the result of best play after it, for the side that moves.
type RankedMove struct {
	Move   Move        `json:"move"`
	Probe  ProbeResult `json:"truth"`  // its distances count the move
	Result WDL         `json:"result"` // with the halfmove clock of the position
}

// RankMoves asks t for p and for the position after each legal move, and sorts the moves: by
// Result, then wins by the shortest way to mate, or to zeroing if that is not known of all, and
// losses by the longest. An error is t's.
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

// Line returns best play from the position: up to most moves, to the end of the game or as far
// as t, which has ranked the moves, knows it. An error is t's or ctx's.
func (v Ranking) Line(ctx context.Context, t Tablebase, most int) (line []Move, err error) {
	for len(v.Moves) > 0 {
		line = append(line, v.Moves[0].Move)
		if len(line) == most {
			break
		}
		v, err = RankMoves(t, v.Position.After(v.Moves[0].Move))
		if errors.Is(err, ErrNotInTablebase) {
			break
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
	}
	return line, nil
}

// outcome returns what the game comes to: a cursed win and a blessed loss are draws.
func (w WDL) outcome() WDL { return w / 2 * 2 }
