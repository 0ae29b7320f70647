package chess

import (
	"iter"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Termination is the reason why a game ended, in words: one of the constants, or that of a Rule. It is
// empty while the game goes on.
type Termination string

// The reasons. Those from Checkmate to FivefoldRepetition end the game by themselves: the first
// that holds of Checkmate, the end of a variant, and the others. ThreefoldRepetition and
// FiftyMoves must be claimed. The players and the arbiter decide about the rest.
const (
	unterminated Termination = "" // the game goes on

	Checkmate            Termination = "checkmate"               // FIDE Laws 5.1.1
	ThreeChecks          Termination = "three checks"            // the third check, in three-check
	KingOnHill           Termination = "king on the hill"        // in King of the Hill
	KingOnEighthRank     Termination = "king on the eighth rank" // in Racing Kings; a draw if both kings are there
	KingExploded         Termination = "king exploded"           // in Atomic
	NoPiecesLeft         Termination = "no pieces left"          // a loss in Horde, a win in Antichess
	NoMovesLeft          Termination = "no moves left"           // a win in Antichess
	InsufficientMaterial Termination = "insufficient material"   // 5.2.2, by material alone
	DeadPosition         Termination = "dead position"           // 5.2.2, by any proof: see Laws; it does not end a Game by itself
	Stalemate            Termination = "stalemate"               // 5.2.1
	SeventyFiveMoves     Termination = "seventy-five moves"      // 9.6.2
	FivefoldRepetition   Termination = "fivefold repetition"     // 9.6.1

	ThreefoldRepetition Termination = "threefold repetition" // 9.2
	FiftyMoves          Termination = "fifty moves"          // 9.3

	Resignation     Termination = "resignation"      // 5.1.2
	Agreement       Termination = "agreement"        // 5.2.3
	TimeForfeit     Termination = "time"             // 6.9
	RulesInfraction Termination = "rules infraction" // such as a second illegal move, 7.5.5
	Adjudication    Termination = "adjudication"     // decided by a third party
	Abandonment     Termination = "abandonment"      // a player left, or a connection broke
	Unspecified     Termination = "unspecified"      // no reason is given
)

// terminations holds the reasons in the order of their numbers in the byte form of a Game.
var terminations = [...]Termination{
	unterminated, Checkmate, ThreeChecks, InsufficientMaterial, Stalemate, SeventyFiveMoves, FivefoldRepetition, ThreefoldRepetition,
	FiftyMoves, Resignation, Agreement, TimeForfeit, RulesInfraction, Adjudication, Abandonment, Unspecified,
	KingOnHill, KingOnEighthRank, KingExploded, NoPiecesLeft, NoMovesLeft, DeadPosition,
}

// byItself reports whether a game ends by itself for a reason.
func (t Termination) byItself() bool {
	switch t {
	case Checkmate, ThreeChecks, KingOnHill, KingOnEighthRank, KingExploded, NoPiecesLeft, NoMovesLeft,
		InsufficientMaterial, Stalemate, SeventyFiveMoves, FivefoldRepetition:
		return true
	}
	return false
}

// String returns the reason in words, such as "checkmate", "fifty moves" or "time", and "unterminated"
// while the game goes on.
func (t Termination) String() string {
	if t == unterminated {
		return "unterminated"
	}
	return string(t)
}

// MarshalText returns what String returns.
func (t Termination) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads any reason. The error is a *ParseError that matches ErrSyntax for one that is not
// words with a blank between two.
func (t *Termination) UnmarshalText(text []byte) error {
	switch reason := Termination(text); {
	case reason == "unterminated":
		*t = unterminated
	case !reason.wellFormed():
		return &ParseError{Kind: ErrSyntax, Field: "termination", Input: string(text), Detail: "a reason is words with a blank between two"}
	default:
		*t = reason
	}
	return nil
}

// Outcome is the result of a game and the reason for it. It is comparable; the zero Outcome is that of
// a game that goes on.
type Outcome struct {
	Reason  Termination
	Decided bool  // false for a draw
	Winner  Color // White unless Decided
}

// WinBy returns the outcome of a game that c has won.
func WinBy(c Color, reason Termination) Outcome {
	return Outcome{Reason: reason, Decided: true, Winner: c}
}

// DrawBy returns the outcome of a drawn game.
func DrawBy(reason Termination) Outcome { return Outcome{Reason: reason} }

// Over reports whether the game is over.
func (o Outcome) Over() bool { return o.Reason != unterminated }

// IsDraw reports whether the game is over and drawn.
func (o Outcome) IsDraw() bool { return o.Over() && !o.Decided }

// String returns the result as PGN writes it: "1-0", "0-1", "1/2-1/2", or "*".
func (o Outcome) String() string {
	switch {
	case !o.Over():
		return "*"
	case !o.Decided:
		return "1/2-1/2"
	case o.Winner == White:
		return "1-0"
	}
	return "0-1"
}

// wellFormed reports whether a reason consists of words with a blank between two.
func (t Termination) wellFormed() bool {
	return t != unterminated && t != "unterminated" && string(t) == strings.Join(strings.Fields(string(t)), " ")
}

// contradiction returns why no game can end with o, or "" if one can.
func (o Outcome) contradiction() string {
	switch o.Reason {
	case Checkmate, ThreeChecks, Resignation, KingOnHill, KingExploded, NoPiecesLeft:
		if !o.Decided {
			return "the reason contradicts the result"
		}
	case InsufficientMaterial, DeadPosition, Stalemate, SeventyFiveMoves, FivefoldRepetition, ThreefoldRepetition, FiftyMoves, Agreement:
		if o.Decided {
			return "the reason contradicts the result"
		}
	}
	switch {
	case !o.Reason.wellFormed():
		return "this is not a reason to end a game"
	case !o.Decided && o.Winner != White || o.Winner > Black:
		return "there is no such winner"
	}
	return ""
}

// Outcome returns the outcome that the position alone determines: checkmate, the end of a
// variant such as a third check, insufficient material, stalemate, or seventy-five moves on the halfmove clock. Repetition needs a
// Game.
func (p Position) Outcome() Outcome { return p.outcome() }

func (p *Position) outcome() Outcome { return (*law)(nil).outcome(p) }

// variantEnds holds the reasons by which the rules of variants end a game.
var variantEnds = [len(ruleSets)]Termination{
	ThreeCheck: ThreeChecks, KingOfTheHill: KingOnHill, RacingKings: KingOnEighthRank, Antichess: NoPiecesLeft, Atomic: KingExploded,
	Horde: NoPiecesLeft, suicide: NoPiecesLeft, giveaway: NoPiecesLeft,
}

// endedBy returns the outcome of a game that the rules of its variant have ended.
func (p *Position) endedBy(reason Termination, v verdict) Outcome {
	switch v {
	case moverLoses:
		return WinBy(p.turn().Other(), reason)
	case moverWins:
		return WinBy(p.turn(), reason)
	}
	return DrawBy(reason)
}

// CanWin reports whether c has the material to win by some sequence of legal moves (FIDE Laws 5.2.2
// and 6.9). A knight alone needs a piece of the opponent's, other than a queen, that blocks an escape
// of its king; bishops need a bishop on squares of the other colour, a knight or a pawn, of either
// side. In three-check any piece besides the king is enough. Other variants have rules of their own.
func (p Position) CanWin(c Color) bool { return p.canWin(c) }

// reversible returns how many plies, counted from the last, may lead to a repetition. In
// Crazyhouse what is captured comes back.
func (p *Position) reversible() int {
	if p.state&stateRules == crazyhouseState {
		return maxClock
	}
	return int(p.halfmove)
}

// fiftyMovesPlayed reports whether fifty moves without a capture or a pawn move count for a draw.
func (p *Position) fiftyMovesPlayed() bool { return p.halfmove >= 100 && !p.rules().endless }

// fiftyMoves reports whether the position is a draw by the fifty-move rule. buf
// has room for its moves.
func (p *Position) fiftyMoves(inCheck bool, buf *[MaxMoves]Move) bool {
	return p.halfmove >= 100 && p.fiftyMovesCount(inCheck, buf)
}

// fiftyMovesCount reports whether the rule applies: the end of the game comes first.
func (p *Position) fiftyMovesCount(inCheck bool, buf *[MaxMoves]Move) bool {
	r := p.rules()
	return !r.endless && !((inCheck || r.losing) && len(p.appendMoves(buf[:0])) == 0)
}

// canGiveLastCheck reports whether a move of the side to move wins in three-check. buf
// has room for its moves.
func (p *Position) canGiveLastCheck(buf *[MaxMoves]Move) bool {
	return p.isThreeCheck() && p.remainingChecks(p.turn()) == 1 && slices.ContainsFunc(p.appendMoves(buf[:0]), p.givesCheck)
}

// OutOfTime returns the outcome if c now runs out of time: a win for the opponent, or a draw if the
// opponent lacks the material to win, now or after whatever c may play (FIDE Laws 6.9). If the
// position has ended the game, it returns how.
func (p Position) OutOfTime(c Color) Outcome {
	if o := p.outcome(); o.Over() || p.isZero() {
		return o
	}
	if !p.canWin(c.Other()) {
		return DrawBy(TimeForfeit)
	}
	if c != p.turn() {
		return WinBy(c.Other(), TimeForfeit)
	}
	var buf [MaxMoves]Move
	for _, m := range p.appendMoves(buf[:0]) {
		if next := p.After(m); next.canWin(c.Other()) {
			return WinBy(c.Other(), TimeForfeit)
		}
	}
	return DrawBy(TimeForfeit)
}

// outOfTime returns the outcome if c now runs out of time, as Position.OutOfTime does. Under a Rule
// nothing is known of the material that it takes to win.
func (g *Game) outOfTime(c Color) Outcome {
	if g.law == nil {
		return g.current().OutOfTime(c)
	}
	if o := g.Outcome(); o.Over() {
		return o
	}
	return WinBy(c.Other(), TimeForfeit)
}

// Claim is a draw that the side to move may claim, by ThreefoldRepetition or FiftyMoves. Move is the
// move to announce, or the null move if the claim holds in the current position.
type Claim struct {
	Reason Termination `json:"reason"`
	Move   Move        `json:"move"`
}

// Game is a position with its history, on which draws by repetition depend. The zero Game begins with
// the start position. Assignment copies a Game: changes to the copy do not affect the original. A copy
// is cheap, since it shares the plies. Many goroutines may read a Game, or one may change it; copies may be
// changed at the same time.
type Game struct {
	start *Position // never changed; nil for the start position
	now   Position  // unused while start is nil
	last  *stretch  // with the plies, but the top
	plies int
	top   [1]ply // the last ply, if it is held: Play and Undo in turn touch no stretch
	held  bool
	ended Outcome // as given to End
	law   *law    // of the Rule of the game; nil for none
}

// NewGame returns a game that begins with a position, or with the start position if there is none. It knows
// of the moves before only the halfmove clock.
func NewGame(start ...Position) *Game {
	switch len(start) {
	case 0:
		return new(Game)
	case 1:
		p := start[0]
		return &Game{start: &p, now: p}
	}
	panic("chess: NewGame with several positions")
}

// Rule is a custom rule on top of those of the variant: another end of the game, moves that are taken
// away, or moves that are worth something by themselves. Set the fields and make games with NewGame;
// docs/cookbook has an example. Outcome, LegalMoves and Play of such a game obey the rule, and so do all
// searchers of this package, and a Match with such games as Openings.
//
// The functions get positions without their clocks. They must return the same for equal positions, and be
// safe for several goroutines at once. A nil function changes nothing. Once a game is made, changes to the
// fields have no effect.
//
// Under a Rule no side lacks the material to win; tablebases, books, and pruning that relies on the rules
// of chess are off; notation, CanWin and everything else that is asked of a Position are as without it.
// A Client and a Reviewer refuse such games. They have no byte form and no JSON. A Table that was
// filled under the rule is used for no other game, and cannot be saved.
type Rule struct {
	Name string // in PGN the value of the tag Variant, after "rule", so that nobody reads the game as ordinary chess

	// End returns how p ends the game, or the zero Outcome. It comes after checkmate and the end of
	// the variant, and before stalemate. Without a reason that fits, the reason is the name.
	End func(p Position) Outcome

	// Allows reports whether m, a legal move of p, may be played. A side in check is mated if it has no such
	// move.
	Allows func(p Position, m Move) bool

	// Weigh returns what m is worth to the side that plays it in p, whatever comes of it: up to 10,000
	// centipawns, either way. Searchers add it to the score of the move, unless that is a mate.
	Weigh func(p Position, m Move) Score

	once sync.Once
	law  *law
}

// String returns the fields that are not zero.
func (r *Rule) String() string { return listFields(r) }

// NewGame returns a game under the rule that begins with start.
func (r *Rule) NewGame(start Position) *Game {
	r.once.Do(func() { r.law = &law{ruleName(r.Name), r.End, r.Allows, r.Weigh} })
	g := NewGame(start)
	g.law = r.law
	return g
}

// ruleName returns what a rule is called in a tag: nothing that names a variant, on one line.
func ruleName(name string) string {
	words := strings.Fields(strings.ToValidUTF8(name, "?"))
	return strings.Join(append([]string{"rule"}, words...), " ")
}

// A law is what a Rule was when its first game was made: two games have the same rule if they have
// the same law. The nil law is that of games without a Rule.
type law struct {
	name   string
	ends   func(p Position) Outcome
	allows func(p Position, m Move) bool
	weighs func(p Position, m Move) Score
}

// unclocked returns p without its clocks, and without a square of en passant where no capture is
// legal, so that a rule cannot depend on them: what a search keeps does not.
func (p *Position) unclocked() Position {
	q := *p
	q.halfmove, q.fullmove = 0, 1
	if q.state&stateEnPassant == 0 {
		q.enPassantTarget = 0
	}
	return q
}

// end returns how the law ends the game in p: with the name of the rule as the reason, if a result has
// none that fits.
func (l *law) end(p *Position) Outcome {
	if l == nil || l.ends == nil || p.isZero() {
		return Outcome{}
	}
	o := l.ends(p.unclocked())
	if !o.Decided {
		o.Winner = White
	}
	if o != (Outcome{}) && o.contradiction() != "" {
		o.Reason, o.Winner = Termination(l.name), o.Winner&1
	}
	return o
}

// appendMoves appends the legal moves that the law allows, whether or not it ends the game.
func (l *law) appendMoves(dst []Move, p *Position) []Move {
	n := len(dst)
	dst = p.appendMoves(dst)
	if l != nil {
		moves := slices.DeleteFunc(dst[n:], func(m Move) bool { return !l.permits(p, m) })
		dst = dst[:n+len(moves)]
	}
	return dst
}

// canMove reports whether there is a legal move that the law allows.
func (l *law) canMove(p *Position) bool {
	if l == nil && p.movesFreely() {
		return true
	}
	var buf [MaxMoves]Move
	return len(l.appendMoves(buf[:0], p)) > 0
}

// permits reports whether the law allows the legal move m.
func (l *law) permits(p *Position, m Move) bool {
	return l.allows == nil || l.allows(p.unclocked(), m)
}

// weigh returns what the law adds to the score of a move.
func (l *law) weigh(p *Position, m Move) Score {
	if l == nil || l.weighs == nil {
		return 0
	}
	const most = 10_000 // so that those of a line can be added up
	return min(max(l.weighs(p.unclocked(), m), -most), most)
}

// outcome returns how p ends the game.
func (l *law) outcome(p *Position) Outcome {
	if p.isZero() {
		return Outcome{} // nothing is known of the game
	}
	winner := p.turn().Other()
	stuck := !l.canMove(p)
	if p.ended() {
		q := *p // as in ordinary chess: is it mate as well?
		q.state &^= stateRules
		if q.inCheck() && !(*law)(nil).canMove(&q) {
			return WinBy(winner, Checkmate)
		}
		return p.endedBy(variantEnds[p.variant()], p.verdict())
	}
	end := l.end(p)
	switch r := p.rules(); {
	case stuck && r.losing:
		return p.endedBy(NoMovesLeft, p.stuck())
	case stuck && p.inCheck():
		return WinBy(winner, Checkmate)
	case end.Over():
		return end
	case l == nil && p.scarce() && !p.canWin(White) && !p.canWin(Black):
		return DrawBy(InsufficientMaterial)
	case stuck:
		return DrawBy(Stalemate)
	case p.halfmove >= 150 && !r.endless:
		return DrawBy(SeventyFiveMoves)
	}
	return Outcome{}
}

// current returns the current position without copying it.
func (g *Game) current() *Position {
	if g.start == nil {
		return &startPosition
	}
	return &g.now
}

// Position returns the current position.
func (g *Game) Position() Position { return *g.current() }

// first returns the position that the game began with, without copying it.
func (g *Game) first() *Position {
	if g.start == nil {
		return &startPosition
	}
	return g.start
}

// Start returns the position that the game began with.
func (g *Game) Start() Position { return *g.first() }

// Len returns the number of plies played.
func (g *Game) Len() int { return g.plies }

// Play plays m. The error for an illegal move is a *ParseError that matches ErrIllegal and says why.
// Once the game is over, by End or by the rules (see Outcome), it matches ErrGameOver too.
func (g *Game) Play(m Move) error {
	if g.mayBeOver() {
		if o := g.final(); o.Over() {
			return gameOver("move", m.String(), o)
		}
	}
	return g.Continue(m)
}

// playLegal is Play for a legal move that a parser has returned.
func (g *Game) playLegal(m Move) error {
	if g.mayBeOver() {
		return g.Play(m)
	}
	g.push(m)
	return nil
}

// mayBeOver reports whether the game may be over although there is a legal move.
func (g *Game) mayBeOver() bool {
	p := g.current()
	return g.ended.Over() || p.scarce() || p.reversible() >= 16 || g.law != nil
}

// Continue is Play for games that go on after a draw by material, by seventy-five moves or by
// repetition, as recorded games do. The Outcome is that of the new position. Nothing can be played
// after End.
func (g *Game) Continue(m Move) error {
	if g.ended.Over() {
		return gameOver("move", m.String(), g.ended)
	}
	p := g.current()
	if !p.legal(m) {
		return g.refused(p.refusal(m))
	}
	if p.castles(m) {
		m = p.canonical(m)
	}
	if g.law != nil && !g.legal(m) {
		return g.refused(illegal("move", m.String(), "the rule "+strconv.Quote(g.law.name)+" does not allow it"))
	}
	g.push(m)
	return nil
}

// final returns the Outcome of a game that is over although there may be a legal move, and
// otherwise the zero Outcome. It looks no further than it must, since Play calls it.
func (g *Game) final() Outcome {
	p := g.current()
	if g.ended.Over() || p.scarce() || p.halfmove >= 150 || p.reversible() >= 16 && g.Repetitions() >= 5 || g.law != nil {
		return g.Outcome()
	}
	return Outcome{}
}

// gameOver returns the error of a move or another end after a game is over.
func gameOver(field, input string, o Outcome) *ParseError {
	err := illegal(field, input, "the game is over: "+o.Reason.String())
	err.Err = ErrGameOver
	return err
}

// legal reports whether m may be played.
func (g *Game) legal(m Move) bool {
	return g.current().legal(m) && (g.law == nil || slices.Contains(g.LegalMoves(), m))
}

// refused returns the error of an illegal move, which matches ErrGameOver too if no move can
// be played any more.
func (g *Game) refused(err *ParseError) *ParseError {
	if o := g.Outcome(); o.Over() {
		return gameOver(err.Field, err.Input, o)
	}
	return err
}

// push plays the legal move m.
func (g *Game) push(m Move) {
	if g.start == nil {
		g.start, g.now = &startPosition, startPosition
	}
	top := &g.top[0]
	if g.held {
		var p *ply
		g.last, p = g.last.claim(g.plies - 1)
		*p = *top
	}
	top.move = m
	g.now.makeMove(m, &top.undo)
	g.held = true
	g.plies++
}

// Undo takes back what was done last: End, or else the last move. It returns false if there is
// neither.
func (g *Game) Undo() bool {
	switch {
	case g.ended != Outcome{}:
		g.ended = Outcome{}
	case g.plies == 0:
		return false
	default:
		g.plies--
		top := &g.top[0]
		if !g.held {
			var p *ply
			g.last, p = g.last.find(g.plies)
			*top = *p
		}
		g.held = false
		g.now.unmakeMove(top.move, &top.undo)
	}
	return true
}

// End ends the game: by resignation, by agreement, on time, or by a claim. The error is a *ParseError
// that matches ErrIllegal. End rejects an outcome by the rules that has not occurred, a draw that
// cannot be claimed, a win on time that OutOfTime calls a draw, and a result that contradicts its
// reason, such as a drawn resignation. If the game is over, the error matches ErrGameOver too.
func (g *Game) End(o Outcome) error {
	if now := g.Outcome(); now.Over() && (g.ended.Over() || o != now) {
		return gameOver("outcome", o.words(), now)
	}
	if o.Reason == TimeForfeit && o.Decided && g.outOfTime(o.Winner.Other()) == DrawBy(TimeForfeit) {
		return illegal("outcome", o.words(), "the winner lacks the material to win")
	}
	return g.record(o)
}

// words returns the result and the reason, if there is one, for an error.
func (o Outcome) words() string {
	if o.Over() && o.Reason != Unspecified {
		return o.String() + " " + o.Reason.String()
	}
	return o.String()
}

// record is End for a recorded game, which may have gone on after a draw by the rules,
// and then have ended in another way.
func (g *Game) record(o Outcome) error {
	if why := g.contradiction(o); why != "" {
		return illegal("outcome", o.words(), why)
	}
	g.ended = o
	return nil
}

// Resign ends the game by the resignation of c, or returns the error of End.
func (g *Game) Resign(c Color) error { return g.End(WinBy(c.Other(), Resignation)) }

// AgreeDraw ends the game by agreement, or returns the error of End.
func (g *Game) AgreeDraw() error { return g.End(DrawBy(Agreement)) }

// ClaimDraw ends the game by the draw that CanClaimDraw returns, or returns the error of End.
func (g *Game) ClaimDraw() error {
	c, ok := g.CanClaimDraw()
	if !ok {
		c.Reason = ThreefoldRepetition
	}
	return g.End(DrawBy(c.Reason))
}

// contradiction returns why no record of the game can end with o, or "" if one can.
func (g *Game) contradiction(o Outcome) string {
	now := g.Outcome()
	claim := o.Reason == ThreefoldRepetition || o.Reason == FiftyMoves
	switch {
	case o == now && o.Over():
		return ""
	case o.contradiction() != "":
		return o.contradiction()
	case now.Over() && len(g.LegalMoves()) == 0:
		return "the game is over: " + now.Reason.String()
	case o.Reason.byItself():
		return "that has not happened"
	case claim:
		for c := range g.claims {
			if c.Reason == o.Reason {
				return ""
			}
		}
		return "there is nothing to claim"
	}
	return ""
}

// Outcome returns how End ended the game, or else the outcome by the rules: the first that holds of
// checkmate, the end of a variant such as a third check, insufficient material, stalemate, seventy-five moves and fivefold
// repetition. It is zero while the game goes on, even if a draw can be claimed. Earlier positions do
// not matter after Continue.
func (g *Game) Outcome() Outcome {
	if g.ended != (Outcome{}) {
		return g.ended
	}
	o := g.law.outcome(g.current())
	if o == (Outcome{}) && g.current().reversible() >= 16 && g.Repetitions() >= 5 {
		return DrawBy(FivefoldRepetition)
	}
	return o
}

// Repetitions returns how often the current position has occurred in the game, 1 for the first time.
func (g *Game) Repetitions() int {
	return 1 + g.occurrences(g.current(), g.plies)
}

// occurrences counts how often p, which is or would be the position at ply,
// has occurred before.
func (g *Game) occurrences(p *Position, ply int) int {
	n := 0
	key := p.key()
	for u := range g.before(ply, p.reversible()) {
		if u.cells == key.cells && u.state == key.state {
			n++
		}
	}
	return n
}

// before yields the positions that the one at ply, which comes after reversible plies, might repeat,
// from the last to the first, as what the moves played there keep of them.
func (g *Game) before(ply, reversible int) iter.Seq[*undo] {
	return func(yield func(*undo) bool) {
		first := max(0, ply-reversible)
		// The same side is to move every second ply, and no position recurs after two.
		s := g.last // the top is later than what may have occurred before
		for i := ply - 4; i >= first; {
			for i < int(s.first) {
				s = s.before
			}
			before := int(s.first)
			for ; i >= max(first, before); i -= 2 {
				if !yield(&s.plies[i-before].undo) {
					return
				}
			}
		}
	}
}

// mayRepeat reports whether a move might lead to a position that has occurred twice: two of the earlier
// ones differ from the current one by the step of a piece. Castling leads to none. Nearly always there are
// none. With this and movesFreely, CanClaimDraw and Outcome take 0.24 times the instructions.
func (g *Game) mayRepeat() bool {
	p := g.current()
	if p.state&stateRules == crazyhouseState { // whose keys have other cells
		return true
	}
	near := 0
	for u := range g.before(g.plies+1, p.reversible()+1) {
		changed := 0
		for i := range u.cells {
			changed += bits.OnesCount64(occupied(u.cells[i] ^ p.cells[i]))
		}
		if changed == 2 {
			near++
		}
	}
	return near >= 2
}

// CanClaimDraw reports whether the side to move may claim a draw, and which: by threefold repetition
// (FIDE Laws 9.2) or by fifty moves (9.3), in the current position or by announcing a legal move. It
// prefers a claim without a move, and then one by repetition.
func (g *Game) CanClaimDraw() (Claim, bool) {
	for c := range g.claims {
		return c, true
	}
	return Claim{}, false
}

// claims yields what the side to move may claim, in the order of CanClaimDraw:
// the loop over it is "for c := range g.claims".
func (g *Game) claims(yield func(Claim) bool) {
	if g.Outcome() != (Outcome{}) {
		return
	}
	p := g.current()
	if g.Repetitions() >= 3 && !yield(Claim{Reason: ThreefoldRepetition}) {
		return
	}
	if p.fiftyMovesPlayed() && !yield(Claim{Reason: FiftyMoves}) {
		return
	}
	repeats := p.reversible() >= 7 && g.mayRepeat() // a third occurrence needs eight plies
	fifty := p.halfmove >= 99 && !p.rules().endless
	if !repeats && !fifty {
		return
	}
	var next Position
	var buf [MaxMoves]Move
	moves := g.law.appendMoves(buf[:0], p)
	for _, m := range moves {
		p.Do(m, &next)
		if repeats && g.occurrences(&next, g.plies+1) >= 2 && !yield(Claim{ThreefoldRepetition, m}) {
			return
		}
	}
	if !fifty {
		return
	}
	for _, m := range moves {
		// A move that ends the game by itself leaves nothing to claim.
		p.Do(m, &next)
		if next.halfmove >= 100 && g.law.outcome(&next) == (Outcome{}) && !yield(Claim{FiftyMoves, m}) {
			return
		}
	}
}

// What people ask of the current position of a Game, and its other positions. The same
// methods of Position answer for any position.

// Turn returns the side to move.
func (g *Game) Turn() Color { return g.current().turn() }

// FEN returns the current position in Forsyth-Edwards Notation.
func (g *Game) FEN() string { return g.current().FEN() }

// LegalMoves returns the legal moves of the current position in a new slice, after End too: all, or those
// from some squares, as Position.LegalMoves does.
func (g *Game) LegalMoves(from ...Square) []Move {
	if g.law.end(g.current()).Over() {
		return nil
	}
	return movesFrom(g.law.appendMoves(nil, g.current()), from)
}

// SAN returns the legal move m of the current position in standard algebraic notation.
func (g *Game) SAN(m Move) string { return g.current().SAN(m) }

// shared returns how many plies are in stretches.
func (g *Game) shared() int { return g.plies - int(oneIf(g.held)) }

// reserve makes room for the given number of plies in a game that has none.
func (g *Game) reserve(plies int) {
	if plies > 0 {
		g.last = &stretch{plies: make([]ply, plies)}
	}
}

// lastCapture returns the type of the piece that the last move captured, and where the
// move went; NoPieceType and NoSquare if it captured none.
func (g *Game) lastCapture() (victim PieceType, to Square) {
	for _, run := range g.runs() {
		if last := &run[len(run)-1]; last.victim != 0 && !last.castled() {
			return last.victim.pieceType(), last.move.To()
		}
		break
	}
	return NoPieceType, NoSquare
}

// runs returns the plies in runs, the last run first, with the number of plies before each.
func (g *Game) runs() iter.Seq2[int, []ply] {
	return func(yield func(int, []ply) bool) {
		if !g.held || yield(g.plies-1, g.top[:]) {
			g.last.runs(g.shared())(yield)
		}
	}
}

// PositionAt returns the position after ply plies: the start at 0, the current one at Len. It returns
// the zero Position if ply is out of range. Positions is faster for all of them.
func (g *Game) PositionAt(ply int) Position {
	switch {
	case uint(ply) > uint(g.plies):
		return Position{}
	case ply > g.plies/2:
		p := g.Position()
		for first, run := range g.runs() {
			for i := len(run) - 1; i >= 0 && first+i >= ply; i-- {
				p.unmakeMove(run[i].move, &run[i].undo)
			}
		}
		return p
	}
	p := g.Start()
	for _, m := range g.Moves()[:ply] {
		p.do(m, &p)
	}
	return p
}

// Positions yields the positions from the start to the current one, with the number of plies before
// each. The game must not change during the loop.
func (g *Game) Positions() iter.Seq2[int, Position] {
	return func(yield func(int, Position) bool) {
		p, moves := g.Start(), g.Moves()
		for ply := 0; yield(ply, p) && ply < len(moves); ply++ {
			p.do(moves[ply], &p)
		}
	}
}

// beginsWith reports whether g begins at the position that start is the Key of, and
// goes on with the moves.
func (g *Game) beginsWith(start Key, moves []Move) bool {
	return g.plies >= len(moves) && g.first().key() == start && slices.Equal(moves, g.Moves()[:len(moves)])
}

// continues reports whether g begins as h does, and has all moves of h.
func (g *Game) continues(h *Game) bool {
	return g.law == h.law && g.Start().Equal(h.Start()) && g.beginsWith(h.first().key(), h.Moves())
}

// Moves returns the moves played, in a new slice.
func (g *Game) Moves() []Move {
	moves := make([]Move, g.plies)
	for first, run := range g.runs() {
		for i := range run {
			moves[first+i] = run[i].move
		}
	}
	return moves
}

// LastMove returns the move that was played last, or the null move if there is none.
func (g *Game) LastMove() Move {
	for _, run := range g.runs() {
		return run[len(run)-1].move
	}
	return 0
}
