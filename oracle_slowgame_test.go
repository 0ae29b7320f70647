package chess

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// outcome returns the outcome that follows from the position alone, by articles 5
// and 9.6 of FIDE's Laws and the precedence that Game documents. stuck means that
// there is no legal move.
func (p *slowPosition) outcome(stuck bool) Outcome {
	winner := p.turn.Other()
	third := p.three && p.remaining[winner] == 0
	if third { // there are no moves: is it mate as well?
		q := *p
		q.three = false
		stuck = len(q.moves()) == 0
	}
	switch {
	case stuck && p.inCheck(p.turn): // 5.1.1
		return WinBy(winner, Checkmate)
	case third:
		return WinBy(winner, ThreeChecks)
	case p.dead(): // 5.2.2
		return DrawBy(InsufficientMaterial)
	case stuck: // 5.2.1
		return DrawBy(Stalemate)
	case p.halfmove >= 150: // 9.6.2
		return DrawBy(SeventyFiveMoves)
	}
	return Outcome{}
}

// dead reports whether no mate is possible with the material on the board: kings
// and a single knight, or kings and bishops of one square colour. In three-check,
// where any piece may give the checks, only bare kings are dead.
func (p *slowPosition) dead() bool {
	knights, bishops := 0, [2]int{}
	for _, s := range everywhere {
		switch p.at(s).Type() {
		case Pawn, Rook, Queen:
			return false
		case Knight:
			knights++
		case Bishop:
			bishops[(s.rank+s.file)%2]++
		}
	}
	all := knights + bishops[0] + bishops[1]
	switch {
	case p.three:
		return all == 0
	case knights > 0:
		return all == 1
	}
	return min(bishops[0], bishops[1]) == 0
}

// slowGame is a second implementation of Game: the list of its positions.
type slowGame []*slowPosition

func (g slowGame) present() *slowPosition { return g[len(g)-1] }

// repetitions returns how often p has occurred in the game (9.2.3).
func (g slowGame) repetitions(p *slowPosition) int {
	n := 0
	for _, q := range g {
		if q.identity() == p.identity() {
			n++
		}
	}
	return n
}

func (g slowGame) outcome() Outcome {
	p := g.present()
	o := p.outcome(len(p.moves()) == 0)
	if o == (Outcome{}) && g.repetitions(p) >= 5 { // 9.6.1
		return DrawBy(FivefoldRepetition)
	}
	return o
}

// claim returns the reason for which a draw may be claimed first, and the moves
// one of which must be announced for it (9.2, 9.3).
func (g slowGame) claim() (reason Termination, announced []string) {
	p := g.present()
	switch {
	case g.outcome() != Outcome{}:
		return unterminated, nil
	case g.repetitions(p) >= 3:
		return ThreefoldRepetition, nil
	case p.halfmove >= 100:
		return FiftyMoves, nil
	}
	var repeats, fifty []string
	for _, m := range p.moves() {
		next := p.after(m)
		if g.repetitions(next) >= 2 {
			repeats = append(repeats, m.String())
		}
		if next.halfmove >= 100 && next.outcome(len(next.moves()) == 0) == (Outcome{}) {
			fifty = append(fifty, m.String())
		}
	}
	switch {
	case repeats != nil:
		return ThreefoldRepetition, repeats
	case fifty != nil:
		return FiftyMoves, fifty
	}
	return unterminated, nil
}

// pass returns the position after a null move.
func (p *slowPosition) pass() *slowPosition {
	q := *p
	q.turn, q.passed = p.turn.Other(), nowhere
	q.halfmove++
	if p.turn == Black {
		q.fullmove++
	}
	return &q
}

// Two choices that comparePlay knows besides the number of a legal move.
const (
	passes  = 0xFF // the null move, unless in check
	returns = 0xFE // if possible, the piece that moved two plies ago returns
)

// comparePlay plays the legal moves that the bytes choose, and compares the library
// with the slow rules: each position, the moves as text, and the game.
func comparePlay(t *testing.T, start Position, choices []byte) {
	slow := slowGame{newSlow(start.Setup())}
	fast := NewGame(start)
	fens := []string{start.FEN()}
	texts, keys := map[Key]string{}, map[string]Key{}
	for _, choice := range choices {
		p := fast.Position()
		compareSlow(t, &p, slow.present())
		if got, want := fast.Outcome(), slow.outcome(); got != want {
			t.Fatalf("%v after %v: Outcome = %+v, want %+v", p, fens, got, want)
		}
		text, key := slow.present().identity(), p.Key()
		if old, ok := texts[key]; ok && old != text {
			t.Fatalf("one Key for %s and %s", old, text)
		}
		if old, ok := keys[text]; ok && old != key {
			t.Fatalf("two Keys for %s", text)
		}
		texts[key], keys[text] = text, key

		moves := slow.present().moves()
		if len(moves) == 0 {
			break
		}
		if choice == passes && !p.InCheck() { // begins another game
			p = p.After(0)
			slow = slowGame{slow.present().pass()}
			fast, fens = NewGame(p), []string{p.FEN()}
			continue
		}
		slices.SortFunc(moves, func(a, b slowMove) int { // so that a choice does not depend on the order of generation
			return strings.Compare(a.String(), b.String())
		})
		chosen := moves[int(choice)%len(moves)]
		if n := fast.Len(); choice == returns && n >= 2 {
			last := fast.Moves()[n-2]
			for _, m := range moves {
				if m.from.String() == last.To().String() && m.to.String() == last.From().String() {
					chosen = m
				}
			}
		}
		m, ok := fastMove(&p, chosen)
		if !ok {
			t.Fatalf("%v: no move %v", p, chosen)
		}
		compareTexts(t, p, m)
		if over, err := slow.outcome().Over(), new(*fast).Play(m); over == (err == nil) || over != errors.Is(err, ErrGameOver) {
			t.Fatalf("after %q: Play(%v): %v", fens, m, err)
		}
		if err := fast.Continue(m); err != nil {
			t.Fatal(err)
		}
		slow = append(slow, slow.present().after(chosen))
		fens = append(fens, slow.present().fen())
	}

	p := fast.Position()
	compareSlow(t, &p, slow.present())
	reason, announced := slow.claim()
	claim, ok := fast.CanClaimDraw()
	if claim.Reason != reason || ok != (reason != unterminated) || (claim.Move != 0) != (announced != nil) ||
		announced != nil && !slices.Contains(announced, slowName(&p, claim.Move)) {
		t.Fatalf("after %q: CanClaimDraw = %v, %v, want %v with one of %v", fens, claim, ok, reason, announced)
	}
	for i := len(fens) - 1; i >= 0; i-- {
		if p := fast.Position(); p.FEN() != fens[i] || p.inconsistency() != "" {
			t.Fatalf("%d moves from the start: %v, want %s", i, p, fens[i])
		}
		if fast.Undo() != (i > 0) {
			t.Fatalf("Undo is wrong with %d moves in the game", i)
		}
	}
}

// compareTexts fails the test if a legal move is not parsed as it was written, or
// if the queries about it do not agree with playing it.
func compareTexts(t *testing.T, p Position, m Move) {
	t.Helper()
	if got, want := p.SAN(m), slowSAN(p, m); got != want {
		t.Fatalf("%v: %v is written %s, want %s", p, m, got, want)
	}
	for text, parse := range map[string]func(string) (Move, error){
		p.SAN(m): p.ParseSAN, p.LAN(m): p.ParseLAN, p.UCI(m): p.ParseUCI,
	} {
		if back, err := parse(text); back != m || err != nil {
			t.Fatalf("%v: %v is written %s and read as %v, %v", p, m, text, back, err)
		}
	}
	next := p.After(m)
	if got, want := p.GivesCheck(m), next.InCheck(); got != want {
		t.Fatalf("%v: GivesCheck(%v) = %v", p, m, got)
	}
	if !p.Legal(m) || p.Legal(m|1<<31) {
		t.Fatalf("%v: Legal is wrong about %v", p, m)
	}
	count := func(p *Position) (n int) {
		for range p.Pieces() {
			n++
		}
		return n
	}
	if lost := count(&p) - count(&next); (lost == 1) != p.IsCapture(m) || lost < 0 || lost > 1 {
		t.Fatalf("%v: %v takes %d pieces off the board", p, m, lost)
	}
}

// FuzzPlay tests the rules as a whole: for any moves from any position, the library
// agrees with the slow rules, and what it updates with each move agrees with
// computing it from scratch.
func FuzzPlay(f *testing.F) {
	r := rand.New(rand.NewPCG(10, 1))
	starts := []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2+1 0 1",
		"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
		"4k3/8/8/8/8/8/8/R3K3 w - - 96 90",
		"7k/8/5K2/8/8/8/8/6Q1 w - - 147 90",
		"8/8/8/8/1k1n4/8/1B6/K7 w - - 0 1",
	}
	for _, tt := range perftTests {
		starts = append(starts, tt.fen)
	}
	for _, fen := range starts {
		for _, plies := range []int{10, 40} {
			choices := make([]byte, plies)
			for i := range choices {
				choices[i] = byte(r.IntN(256))
			}
			f.Add(fen, choices)
		}
	}
	for plies := range 18 { // up to the fifth repetition and beyond
		for _, fen := range []string{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 93 90"} {
			f.Add(fen, append([]byte{3, 1}, bytes.Repeat([]byte{returns}, plies)...))
		}
	}
	f.Fuzz(func(t *testing.T, fen string, choices []byte) {
		choices = choices[:min(len(choices), 64)]
		p, err := ParseFEN(fen)
		if err != nil || p.HalfmoveClock()+len(choices) > maxClock || p.MoveNumber()+len(choices) > maxClock {
			return
		}
		comparePlay(t, p, choices)
	})
}
