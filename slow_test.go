package chess

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// slowPosition is a second implementation of the rules, to compare the fast one
// with. It follows FIDE's Laws of Chess, articles 3 and 5, and the Guidelines for
// Chess960, and for the variants what Lichess says of them, as directly as possible: it tries each move that the pieces could make
// on the board and checks whether the king can be captured. It shares only types
// and constants with the library.
type slowPosition struct {
	board     [8][8]Piece // by rank and file
	turn      Color
	rooks     [2][2]int // by Color and side: the file of the rook that may castle, or -1
	passed    spot      // the square passed over by the last move if it was a double push, else nowhere
	halfmove  int
	fullmove  int
	variant   Variant
	remaining [2]int        // in three-check
	pockets   [2][King]int  // in Crazyhouse
	promoted  map[spot]bool // in Crazyhouse; never changed
	id        string        // what identity returned
}

// spot is a square by rank and file.
type spot struct{ rank, file int }

var nowhere = spot{-1, -1}

func (s spot) onBoard() bool { return s.rank >= 0 && s.rank < 8 && s.file >= 0 && s.file < 8 }

func (s spot) String() string {
	if !s.onBoard() {
		return "-"
	}
	return string(rune('a'+s.file)) + strconv.Itoa(s.rank+1)
}

// everywhere holds the 64 squares.
var everywhere = func() (all []spot) {
	for i := range 64 {
		all = append(all, spot{i / 8, i % 8})
	}
	return
}()

type slowMove struct {
	from, to  spot
	promotion PieceType
	castling  string // "O-O" or "O-O-O", or none
	drop      PieceType
}

func (m slowMove) String() string {
	if m.drop != NoPieceType {
		return m.drop.Of(White).String() + "@" + m.to.String()
	}
	s := m.from.String() + m.to.String()
	if m.promotion != NoPieceType {
		s += " nbrqk"[m.promotion-1:][:1]
	}
	return s + m.castling
}

// slowName is slowMove.String for a move of the library's.
func slowName(p *Position, m Move) string {
	if !p.IsCastling(m) {
		return m.String()
	}
	name := m.From().String() + p.arrival(m).String() + "O-O"
	if m.To() < m.From() {
		name += "-O"
	}
	return name
}

func newSlow(s Setup) *slowPosition {
	p := &slowPosition{
		turn: s.Turn, passed: nowhere, halfmove: s.HalfmoveClock, fullmove: s.MoveNumber,
		variant: s.Variant, remaining: s.Checks, promoted: map[spot]bool{},
	}
	for _, piece := range s.Pocket {
		p.pockets[piece.Color()][piece.Type()]++
	}
	for _, sq := range s.Promoted {
		p.promoted[spot{sq.Rank(), sq.File()}] = true
	}
	for _, at := range everywhere {
		p.board[at.rank][at.file] = s.Board[8*at.rank+at.file]
	}
	p.rooks = [2][2]int{{-1, -1}, {-1, -1}}
	for _, rook := range s.Castling {
		c, side := rook.Rank()/7, 0
		if slices.Contains(s.Board[rook:56*c+8], King.Of(Color(c))) {
			side = 1
		}
		p.rooks[c][side] = rook.File()
	}
	if s.DoublePush != A1 && s.DoublePush != NoSquare {
		p.passed = spot{s.DoublePush.Rank(), s.DoublePush.File()}
	}
	return p
}

func (p *slowPosition) at(s spot) Piece         { return p.board[s.rank][s.file] }
func (p *slowPosition) put(s spot, piece Piece) { p.board[s.rank][s.file] = piece }
func (p *slowPosition) empty(s spot) bool       { return p.at(s) == NoPiece }

func (p *slowPosition) has(s spot, c Color) bool {
	return !p.empty(s) && p.at(s).Color() == c
}

// forward is the direction in which the pawns of c move.
func forward(c Color) int { return 1 - 2*int(c) }

// attacks reports whether the piece on from attacks the square to (3.1.3).
func (p *slowPosition) attacks(from, to spot) bool {
	ranks, files := to.rank-from.rank, to.file-from.file
	r, f := max(ranks, -ranks), max(files, -files)
	piece := p.at(from)
	switch piece.Type() {
	case Pawn:
		return ranks == forward(piece.Color()) && f == 1
	case Knight:
		return r == 2 && f == 1 || r == 1 && f == 2
	case King:
		return max(r, f) == 1
	case Bishop:
		return r == f && p.open(from, to)
	case Rook:
		return (r == 0) != (f == 0) && p.open(from, to)
	case Queen:
		return from != to && (r == f || r == 0 || f == 0) && p.open(from, to)
	}
	return false
}

// open reports whether all squares on a line between two others are empty (3.5).
func (p *slowPosition) open(from, to spot) bool {
	step := func(a, b int) int { return min(1, max(-1, b-a)) }
	dr, df := step(from.rank, to.rank), step(from.file, to.file)
	for s := (spot{from.rank + dr, from.file + df}); s != to && s.onBoard(); s = (spot{s.rank + dr, s.file + df}) {
		if !p.empty(s) {
			return false
		}
	}
	return true
}

func (p *slowPosition) attacked(s spot, by Color) bool {
	return slices.ContainsFunc(everywhere, func(from spot) bool { return p.has(from, by) && p.attacks(from, s) })
}

func (p *slowPosition) king(c Color) spot {
	for _, s := range everywhere {
		if p.at(s) == King.Of(c) && (!p.losing() || p.mayEverCastle(c) && s.rank == 7*int(c) && s.file%7 != 0) {
			return s
		}
	}
	return nowhere
}

// losing reports whether who loses all pieces wins, and kings are pieces like others.
func (p *slowPosition) losing() bool {
	return p.variant == Antichess || p.variant == suicide || p.variant == giveaway
}

func (p *slowPosition) mayEverCastle(c Color) bool { return max(p.rooks[c][0], p.rooks[c][1]) >= 0 }

func (p *slowPosition) inCheck(c Color) bool {
	king := p.king(c)
	return king != nowhere && !p.losing() && p.attacked(king, c.Other()) && !p.kingsTouch(king, p.king(c.Other()))
}

// kingsTouch reports whether in Atomic kings on two squares touch: neither can capture the other
// then, nor can anything else without exploding its own king.
func (p *slowPosition) kingsTouch(a, b spot) bool {
	return p.variant == Atomic && a != nowhere && b != nowhere && touching(a, b)
}

// touching reports whether a king could step from one square to the other.
func touching(a, b spot) bool {
	r, f := a.rank-b.rank, a.file-b.file
	return r*r <= 1 && f*f <= 1 && a != b
}

// finished returns the outcome by the rules of the variant alone. It does not look for moves.
func (p *slowPosition) finished() Outcome {
	us, them := p.turn, p.turn.Other()
	onGoal := func(c Color) bool {
		k := p.king(c)
		return p.variant == KingOfTheHill && (k.rank == 3 || k.rank == 4) && (k.file == 3 || k.file == 4) ||
			p.variant == RacingKings && k.rank == 7
	}
	pieces := func(c Color) int {
		return len(slices.DeleteFunc(slices.Clone(everywhere), func(s spot) bool { return !p.has(s, c) }))
	}
	switch p.variant {
	case ThreeCheck:
		if p.remaining[them] == 0 {
			return WinBy(them, ThreeChecks)
		}
	case KingOfTheHill:
		if onGoal(them) {
			return WinBy(them, KingOnHill)
		}
	case RacingKings:
		// White began: Black, to move, may still draw by a step to the eighth rank.
		steps := us == Black && slices.ContainsFunc(everywhere, func(s spot) bool {
			if s.rank != 7 || !touching(s, p.king(us)) || p.has(s, us) {
				return false
			}
			q := *p
			q.put(p.king(us), NoPiece)
			q.put(s, King.Of(us))
			return !q.inCheck(us)
		})
		switch {
		case onGoal(us) && onGoal(them):
			return DrawBy(KingOnEighthRank)
		case onGoal(us):
			return WinBy(us, KingOnEighthRank)
		case onGoal(them) && !steps:
			return WinBy(them, KingOnEighthRank)
		}
	case Atomic:
		for _, c := range [2]Color{us, them} {
			if p.king(c) == nowhere {
				return WinBy(c.Other(), KingExploded)
			}
		}
	case Horde, Antichess, suicide, giveaway:
		for _, c := range [2]Color{us, them} {
			if pieces(c) == 0 && p.variant == Horde {
				return WinBy(c.Other(), NoPiecesLeft)
			} else if pieces(c) == 0 {
				return WinBy(c, NoPiecesLeft)
			}
		}
	}
	return Outcome{}
}

// lawful reports whether a move that the pieces can make is legal.
func (p *slowPosition) lawful(m slowMove) bool {
	q := p.after(m)
	switch {
	case p.variant == Atomic && q.king(p.turn) == nowhere:
		return false
	case p.variant == Atomic && q.king(q.turn) == nowhere:
		return true
	case p.variant == RacingKings && q.inCheck(q.turn):
		return false
	}
	return !q.inCheck(p.turn) // 3.9.2
}

// moves returns the legal moves (3.10).
func (p *slowPosition) moves() []slowMove {
	var legal []slowMove
	if p.finished() != (Outcome{}) {
		return legal
	}
	try := func(m slowMove) {
		if p.lawful(m) {
			legal = append(legal, m)
		}
	}
	strongest := Queen
	if p.losing() {
		strongest = King
	}
	for _, from := range everywhere {
		if !p.has(from, p.turn) {
			continue
		}
		for _, to := range everywhere {
			switch {
			case p.has(to, p.turn): // 3.1
			case p.at(from).Type() != Pawn:
				if p.attacks(from, to) {
					try(slowMove{from: from, to: to})
				}
			case !p.pawnMoves(from, to):
			case to.rank == 7*int(p.turn.Other()): // 3.7.3.3
				for t := Knight; t <= strongest; t++ {
					try(slowMove{from: from, to: to, promotion: t})
				}
			default:
				try(slowMove{from: from, to: to})
			}
		}
	}
	for side, name := range [2]string{"O-O", "O-O-O"} {
		if p.mayCastle(side) {
			try(slowMove{from: p.king(p.turn), to: spot{p.king(p.turn).rank, kingFile[side]}, castling: name})
		}
	}
	for t, n := range p.pockets[p.turn] {
		for _, to := range everywhere {
			if n > 0 && p.empty(to) && (PieceType(t) != Pawn || to.rank%7 != 0) {
				try(slowMove{from: nowhere, to: to, drop: PieceType(t)})
			}
		}
	}
	quiet := func(m slowMove) bool {
		return m.castling != "" || p.empty(m.to) && (p.at(m.from).Type() != Pawn || m.to != p.passed)
	}
	if p.losing() && !slices.ContainsFunc(legal, func(m slowMove) bool { return !quiet(m) }) {
		return legal
	} else if p.losing() {
		return slices.DeleteFunc(legal, quiet)
	}
	return legal
}

// pawnMoves reports whether a pawn could make the move if there were no checks
// (3.7).
func (p *slowPosition) pawnMoves(from, to spot) bool {
	up := forward(p.turn)
	one := spot{from.rank + up, from.file}
	start := 1 + 5*int(p.turn)
	switch {
	case p.attacks(from, to):
		return p.has(to, p.turn.Other()) || to == p.passed
	case to == one:
		return p.empty(to)
	case to == spot{from.rank + 2*up, from.file}:
		first := p.variant == Horde && p.turn == White && from.rank == 0
		return (from.rank == start || first) && p.empty(one) && p.empty(to)
	}
	return false
}

// Where king and rook stand after castling, by side.
var kingFile, rookFile = [2]int{6, 2}, [2]int{5, 3}

// mayCastle reports whether castling is legal, except that it does not check that
// the king is safe afterwards (3.8.2, Guidelines for Chess960).
func (p *slowPosition) mayCastle(side int) bool {
	if p.rooks[p.turn][side] < 0 {
		return false
	}
	king := p.king(p.turn)
	rook := spot{king.rank, p.rooks[p.turn][side]}
	q := *p
	q.put(king, NoPiece)
	for f := range 8 {
		s := spot{king.rank, f}
		between := func(a, b int) bool { return min(a, b) <= f && f <= max(a, b) }
		crosses := between(king.file, kingFile[side]) && (s.file != kingFile[side] || s == king)
		if crosses && !p.losing() && q.attacked(s, p.turn.Other()) && !p.kingsTouch(s, p.king(p.turn.Other())) {
			return false
		}
		crossed := between(king.file, kingFile[side]) || between(rook.file, rookFile[side])
		if crossed && s != king && s != rook && !p.empty(s) {
			return false
		}
	}
	return true
}

// after returns the position after m.
func (p *slowPosition) after(m slowMove) *slowPosition {
	q := p.pass()
	q.promoted = maps.Clone(p.promoted)
	if m.drop != NoPieceType {
		q.put(m.to, m.drop.Of(p.turn))
		q.pockets[p.turn][m.drop]--
		return q
	}
	piece := p.at(m.from)
	taken := m.to
	if piece.Type() == Pawn && m.to == p.passed {
		taken = spot{m.from.rank, m.to.file}
	}
	captured := p.at(taken)
	if p.promoted[taken] {
		captured = Pawn.Of(captured.Color())
	}
	if captured != NoPiece && m.castling == "" && p.variant == Crazyhouse {
		q.pockets[p.turn][captured.Type()]++
	}
	delete(q.promoted, taken)
	delete(q.promoted, m.from)
	if p.promoted[m.from] || m.promotion != NoPieceType && p.variant == Crazyhouse {
		q.promoted[m.to] = true
	}
	if piece.Type() == Pawn || !p.empty(m.to) && m.castling == "" {
		q.halfmove = 0
	}
	if side := map[string]int{"O-O": 0, "O-O-O": 1}[m.castling]; m.castling != "" {
		q.put(m.from, NoPiece)
		q.put(spot{m.from.rank, p.rooks[p.turn][side]}, NoPiece)
		q.put(m.to, piece)
		q.put(spot{m.from.rank, rookFile[side]}, Rook.Of(p.turn))
	} else {
		q.put(m.from, NoPiece)
		q.put(m.to, piece)
	}
	if m.promotion != NoPieceType {
		q.put(m.to, m.promotion.Of(p.turn))
	}
	if piece.Type() == Pawn && m.to == p.passed {
		q.put(spot{m.from.rank, m.to.file}, NoPiece)
	}
	if piece.Type() == Pawn && m.to.rank-m.from.rank == 2*forward(p.turn) && m.from.rank%7 != 0 {
		q.passed = spot{(m.from.rank + m.to.rank) / 2, m.from.file}
	}
	for c := range Color(2) {
		for side, f := range q.rooks[c] {
			rook := spot{7 * int(c), f}
			if piece == King.Of(c) && m.from == p.king(c) || m.from == rook || m.to == rook || p.losing() && m.to == p.king(c) {
				q.rooks[c][side] = -1
			}
		}
	}
	if p.variant == Atomic && captured != NoPiece && m.castling == "" {
		q.explode(m.to)
	}
	if q.variant == ThreeCheck && q.inCheck(q.turn) {
		q.remaining[p.turn] = max(0, q.remaining[p.turn]-1)
	}
	return q
}

// explode removes the piece on a square and all but the pawns around it, with the rights to castle.
func (p *slowPosition) explode(at spot) {
	p.put(at, NoPiece)
	for _, s := range everywhere {
		if touching(s, at) && p.at(s).Type() != Pawn {
			p.put(s, NoPiece)
		}
	}
	for c := range Color(2) {
		for side, f := range p.rooks[c] {
			if f >= 0 && (p.king(c) == nowhere || p.board[7*int(c)][f] != Rook.Of(c)) {
				p.rooks[c][side] = -1
			}
		}
	}
}

// epd returns the EPD with the given en-passant square.
func (p *slowPosition) epd(enPassant spot) string {
	var ranks []string
	for r := 7; r >= 0; r-- {
		row := ""
		for f := range 8 {
			if row += p.board[r][f].String(); p.promoted[spot{r, f}] {
				row += "~"
			}
		}
		for n := 8; n > 0; n-- {
			row = strings.ReplaceAll(row, strings.Repeat(".", n), strconv.Itoa(n))
		}
		ranks = append(ranks, row)
	}
	castling := ""
	for c := range Color(2) {
		for side, f := range p.rooks[c] {
			if f < 0 {
				continue
			}
			letter := "KQ"[side : side+1]
			for g := range 8 {
				beyond := side == 0 && g > f || side == 1 && g < f
				if beyond && p.board[7*int(c)][g] == Rook.Of(c) {
					letter = string(rune('A' + f))
				}
			}
			if c == Black {
				letter = strings.ToLower(letter)
			}
			castling += letter
		}
	}
	if castling == "" {
		castling = "-"
	}
	board := strings.Join(ranks, "/")
	if p.variant == Crazyhouse {
		board += "["
		for c := range Color(2) {
			for t := Queen; t >= Pawn; t-- {
				board += strings.Repeat(t.Of(c).String(), p.pockets[c][t])
			}
		}
		board += "]"
	}
	epd := fmt.Sprintf("%s %c %s %v", board, "wb"[p.turn], castling, enPassant)
	if p.variant == ThreeCheck {
		epd += fmt.Sprintf(" %d+%d", p.remaining[White], p.remaining[Black])
	}
	return epd
}

// identity returns the EPD, with the en-passant square only if a capture there is
// legal (9.2.3.1).
func (p *slowPosition) identity() string {
	if p.id != "" {
		return p.id
	}
	p.id = p.epd(nowhere)
	for _, from := range everywhere {
		if p.passed != nowhere && p.at(from) == Pawn.Of(p.turn) && p.attacks(from, p.passed) &&
			p.finished() == (Outcome{}) && p.lawful(slowMove{from: from, to: p.passed}) {
			p.id = p.epd(p.passed)
		}
	}
	if p.variant > ThreeCheck && p.variant != Crazyhouse {
		p.id += " variant " + strings.ToLower(strings.ReplaceAll(p.variant.String(), " ", "")) + ";"
	}
	return p.id
}

func (p *slowPosition) fen() string {
	return fmt.Sprintf("%s %d %d", p.epd(p.passed), p.halfmove, p.fullmove)
}

// compareSlow fails the test if the fast rules differ from the slow ones, or if p
// is inconsistent.
func compareSlow(t *testing.T, p *Position, slow *slowPosition) {
	t.Helper()
	if msg := p.inconsistency(); msg != "" {
		t.Fatalf("%v: %s", p, msg)
	}
	if diff := cmp.Diff(slow.fen(), p.FEN()); diff != "" {
		t.Fatalf("FEN (-slow +fast):\n%s", diff)
	}
	if diff := cmp.Diff(slow.identity(), p.EPD()); diff != "" {
		t.Fatalf("%v: EPD (-slow +fast):\n%s", p, diff)
	}
	if got, want := p.InCheck(), slow.inCheck(slow.turn); got != want {
		t.Fatalf("%v: InCheck = %v, want %v", p, got, want)
	}
	var want, got []string
	for _, m := range slow.moves() {
		want = append(want, m.String())
	}
	if got, want := p.Outcome(), slow.outcome(len(want) == 0); got != want {
		t.Fatalf("%v: Outcome = %+v, want %+v", p, got, want)
	}
	moves := p.AppendMoves(make([]Move, 1, 1+MaxMoves))
	for _, m := range moves[1:] {
		got = append(got, slowName(p, m))
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%v: moves (-slow +fast):\n%s", p, diff)
	}
	// Each move belongs to one of the two stages.
	captures, quiets := p.AppendCaptures(nil), p.AppendQuiets(nil)
	for _, m := range captures {
		if p.quiet(m) {
			t.Fatalf("%v: the quiet %v among the captures", p, m)
		}
	}
	for _, m := range quiets {
		if !p.quiet(m) {
			t.Fatalf("%v: the capture %v among the quiet moves", p, m)
		}
	}
	stages := slices.Sorted(slices.Values(append(captures, quiets...)))
	if all := slices.Sorted(slices.Values(moves[1:])); !slices.Equal(stages, all) {
		t.Fatalf("%v: captures and quiet moves are %v, all moves %v", p, stages, all)
	}
	for _, room := range []int{2, MaxMoves} {
		if tight := p.AppendMoves(make([]Move, 1, room)); !slices.Equal(tight, moves) {
			t.Fatalf("%v: the moves depend on the capacity: %v and %v", p, moves, tight)
		}
	}
}

// inconsistency returns which invariant of a position does not hold, or "".
func (p *Position) inconsistency() string {
	var castlers uint64
	for i, e := range p.pieces {
		sq := uint8(e) & 127
		switch {
		case e == 0:
		case p.board[sq] != uint8(i)|colorBit(uint8(i)&32):
			return fmt.Sprintf("pieces[%d] is a %v on %v, where the board has %#x", i, e.piece(), squares[sq], p.board[sq])
		case e.piece().Type() == NoPieceType || e.piece().Color() != Color(i>>5) || e>>12 != 0 || e&0x80 != 0:
			return fmt.Sprintf("pieces[%d] is %#x", i, e)
		case e.pieceType() == Pawn && i&31 < placePawns && !p.crowded:
			return fmt.Sprintf("pieces[%d] is a pawn", i)
		case (e.pieceType() == King) != (i&31 == placeKing) && !p.rules().losing:
			return fmt.Sprintf("pieces[%d] is a %v", i, e.piece())
		}
	}
	for i, b := range p.board {
		sq := SquareAt(i%10-1, i/10-2)
		switch {
		case sq == NoSquare && b != rim:
			return fmt.Sprintf("board[%d] = %#x, not the rim", i, b)
		case sq != NoSquare && b != 0 && uint8(p.pieces[b&63]) != uint8(i) && !(p.variant() == Horde && b == whiteHere|31 && p.pieces[31].piece() == WhitePawn):
			return fmt.Sprintf("the board has %#x on %v, where no piece of the list is", b, sq)
		case sq != NoSquare && Piece(p.cells[sq/16]>>(sq%16*4)&15) != p.At(sq):
			return fmt.Sprintf("a cell differs from the %v on %v", p.At(sq), sq)
		}
	}
	for c := range Color(2) {
		for side := range wing(2) {
			rook := p.castlingRook(c, side)
			if rook == NoSquare {
				continue
			}
			place := int(c)<<5 + placeRookH + int(side)
			castlers |= 1<<place | 1<<(c<<5)
			if e := p.pieces[place]; e.pieceType() != Rook || squares[e&127] != rook {
				return fmt.Sprintf("the castling rook is not at place %d", place)
			}
			if king := p.King(c); king.Rank() != rook.Rank() || (rook > king) != (side == kingSide) {
				return fmt.Sprintf("the rook on %v cannot castle with the king on %v", rook, king)
			}
		}
	}
	if p.castlers != castlers {
		return fmt.Sprintf("castlers = %#x, want %#x", p.castlers, castlers)
	}
	q, err := ParseFEN(p.String())
	if err != nil {
		return err.Error()
	}
	if q.Key() != p.Key() {
		return "ParseFEN gives another Key"
	}
	if q.crowded && !p.crowded {
		return "not marked as crowded"
	}
	return ""
}

func fastMove(p *Position, m slowMove) (Move, bool) {
	moves := p.AppendMoves(nil)
	i := slices.IndexFunc(moves, func(x Move) bool { return slowName(p, x) == m.String() })
	if i < 0 {
		return 0, false
	}
	return moves[i], true
}

// randomSetup puts up to n pieces anywhere, for the unusual pins, checks and
// castling paths that games from the start position seldom reach. It draws their
// types from a list.
func randomSetup(r *rand.Rand, types []PieceType, n int) Setup {
	s := Setup{DoublePush: NoSquare, MoveNumber: 1}
	s.Turn = Color(r.IntN(2))
	s.HalfmoveClock = r.IntN(160)
	for c := range Color(2) {
		home := Square(c) * A8
		if r.IntN(2) == 0 { // a king that may castle
			rooks := [2]int{r.IntN(8), r.IntN(8)}
			king := 1 + r.IntN(6)
			s.Board[home+Square(king)] = King.Of(c)
			var seen [2]bool
			for _, f := range rooks {
				side := oneIf(f < king)
				if f == king || seen[side] {
					continue
				}
				seen[side] = true
				s.Castling = append(s.Castling, home+Square(f))
				s.Board[home+Square(f)] = Rook.Of(c)
			}
		}
	}
	for c := range Color(2) {
		for !slices.Contains(s.Board[:], King.Of(c)) {
			if sq := r.IntN(64); s.Board[sq] == NoPiece {
				s.Board[sq] = King.Of(c)
			}
		}
	}
	if r.IntN(2) == 0 { // a double push, with a pawn that might capture
		f, us, them := r.IntN(8), s.Turn, s.Turn.Other()
		rank := 3 + int(us^1)
		start, passed, victim := SquareAt(f, rank+2*forward(us)), SquareAt(f, rank+forward(us)), SquareAt(f, rank)
		beside := SquareAt(f+1-2*r.IntN(2), rank)
		if s.Board[start] == NoPiece && s.Board[passed] == NoPiece && s.Board[victim] == NoPiece &&
			beside != NoSquare && s.Board[beside] == NoPiece {
			s.DoublePush = passed
			s.Board[victim], s.Board[beside] = Pawn.Of(them), Pawn.Of(us)
			s.HalfmoveClock = 0
		}
	}
	count := [2]int{}
	for _, piece := range s.Board {
		if piece != NoPiece {
			count[piece.Color()]++
		}
	}
	for range n {
		c, sq, t := Color(r.IntN(2)), r.IntN(64), types[r.IntN(len(types))]
		kept := s.DoublePush != NoSquare && Square(sq).File() == s.DoublePush.File()
		backRank := sq < 8 || sq >= 56
		if s.Board[sq] == NoPiece && count[c] < 32 && !(t == Pawn && backRank) && !kept {
			s.Board[sq] = t.Of(c)
			count[c]++
		}
	}
	if r.IntN(4) == 0 {
		s.Variant, s.Checks = ThreeCheck, [2]int{1 + r.IntN(3), 1 + r.IntN(3)}
	}
	return s
}

func TestSizes(t *testing.T) {
	if n := unsafe.Sizeof(Move(0)); n > 4 {
		t.Errorf("a Move takes %d bytes, want at most 4", n)
	}
	if n := unsafe.Sizeof(Position{}); n > 320 {
		t.Errorf("a Position takes %d bytes, want at most 320", n)
	}
	if reflect.TypeOf(Position{}).Comparable() {
		t.Error("a Position can be compared with ==, which would compare the clocks and the order of the pieces")
	}
}

// outcome returns the outcome that follows from the position alone, by articles 5
// and 9.6 of FIDE's Laws and the precedence that Game documents. stuck means that
// there is no legal move.
func (p *slowPosition) outcome(stuck bool) Outcome {
	winner := p.turn.Other()
	finished := p.finished()
	if finished != (Outcome{}) && p.variant <= KingOfTheHill { // there are no moves: is it mate as well?
		q := *p
		q.variant = Standard
		stuck = len(q.moves()) == 0
	}
	own, enemy := 0, 0
	for _, s := range everywhere {
		own += int(oneIf(p.has(s, p.turn)))
		enemy += int(oneIf(p.has(s, winner)))
	}
	switch {
	case finished != (Outcome{}) && (!stuck || !p.inCheck(p.turn) || p.variant > KingOfTheHill):
		return finished
	case stuck && p.losing() && (p.variant != suicide || own < enemy):
		return WinBy(p.turn, NoMovesLeft)
	case stuck && p.losing() && own > enemy:
		return WinBy(winner, NoMovesLeft)
	case stuck && p.losing():
		return DrawBy(NoMovesLeft)
	case stuck && p.inCheck(p.turn): // 5.1.1
		return WinBy(winner, Checkmate)
	case p.dead(): // 5.2.2
		return DrawBy(InsufficientMaterial)
	case stuck: // 5.2.1
		return DrawBy(Stalemate)
	case p.halfmove >= 150 && p.variant != Crazyhouse: // 9.6.2
		return DrawBy(SeventyFiveMoves)
	}
	return Outcome{}
}

// dead reports whether no mate is possible with the material on the board: kings
// and a single knight, or kings and bishops of one square colour. In three-check,
// where any piece may give the checks, only bare kings are dead.
func (p *slowPosition) dead() bool {
	if p.variant > ThreeCheck { // not independent: TestPythonChess compares it
		q, err := p.variant.ParseFEN(p.fen())
		return err != nil || !q.CanWin(White) && !q.CanWin(Black)
	}
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
	case p.variant == ThreeCheck:
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
	case p.halfmove >= 100 && p.variant != Crazyhouse:
		return FiftyMoves, nil
	}
	var repeats, fifty []string
	for _, m := range p.moves() {
		next := p.after(m)
		if g.repetitions(next) >= 2 {
			repeats = append(repeats, m.String())
		}
		if next.halfmove >= 100 && p.variant != Crazyhouse && next.outcome(len(next.moves()) == 0) == (Outcome{}) {
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
	q.turn, q.passed, q.id = p.turn.Other(), nowhere, ""
	q.halfmove++
	if p.turn == Black {
		q.fullmove++
	}
	return &q
}

// Choices that comparePlay knows besides the number of a legal move.
const (
	passes  = 0xFF // the null move, unless in check
	returns = 0xFE // if possible, the piece that moved two plies ago returns
	rare    = 0xF0 // and those up to returns: if possible, a promotion, castling or en passant
)

// comparePlay plays the legal moves that the bytes choose, and compares the library
// with the slow rules: each position, the moves, and the game.
func comparePlay(t *testing.T, start Position, choices []byte) {
	t.Helper()
	slow := slowGame{newSlow(start.Setup())}
	fast := NewGame(start)
	fens := []string{start.FEN()}
	texts, keys := map[Key]string{}, map[string]Key{}
	for _, choice := range choices {
		now := slow.present()
		p := fast.Position()
		compareSlow(t, &p, now)
		if got, want := fast.Outcome(), slow.outcome(); got != want {
			t.Fatalf("%v after %v: Outcome = %+v, want %+v", p, fens, got, want)
		}
		text, key := now.identity(), p.Key()
		if old, ok := texts[key]; ok && old != text {
			t.Fatalf("one Key for %s and %s", old, text)
		}
		if old, ok := keys[text]; ok && old != key {
			t.Fatalf("two Keys for %s", text)
		}
		texts[key], keys[text] = text, key

		moves := now.moves()
		if len(moves) == 0 {
			break
		}
		if choice == passes && !p.InCheck() { // begins another game
			p = p.After(0)
			slow = slowGame{now.pass()}
			fast, fens = NewGame(p), []string{p.FEN()}
			continue
		}
		slices.SortFunc(moves, func(a, b slowMove) int { // so that a choice does not depend on the order of generation
			return strings.Compare(a.String(), b.String())
		})
		wanted := moves
		switch n := fast.Len(); {
		case choice == returns && n >= 2:
			last := fast.Moves()[n-2]
			wanted = slices.DeleteFunc(slices.Clone(moves), func(m slowMove) bool {
				return m.from.String() != last.To().String() || m.to.String() != last.From().String()
			})
		case choice >= rare:
			wanted = slices.DeleteFunc(slices.Clone(moves), func(m slowMove) bool {
				return m.drop == NoPieceType && m.castling == "" && m.promotion == NoPieceType && (m.to != now.passed || now.at(m.from).Type() != Pawn)
			})
		}
		if len(wanted) == 0 {
			wanted = moves
		}
		chosen := wanted[int(choice)%len(wanted)]
		m, ok := fastMove(&p, chosen)
		if !ok {
			t.Fatalf("%v: no move %v", p, chosen)
		}
		compareMove(t, p, m)
		if over, err := slow.outcome().Over(), new(*fast).Play(m); over == (err == nil) || over != errors.Is(err, ErrGameOver) {
			t.Fatalf("after %q: Play(%v): %v", fens, m, err)
		}
		if err := fast.Continue(m); err != nil {
			t.Fatal(err)
		}
		slow = append(slow, now.after(chosen))
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

// compareMove fails the test if a legal move is not written as it should be, is not read
// as it was written, or if the queries about it do not agree with playing it.
func compareMove(t *testing.T, p Position, m Move) {
	t.Helper()
	san, lan, uci := p.SAN(m), p.LAN(m), p.UCI(m)
	small := strings.ToLower(lan[:1]) + lan[1:]
	if diff := cmp.Diff([]string{slowSAN(p, m, false), slowSAN(p, m, true), m.String()}, []string{san, lan, uci}); diff != "" {
		t.Fatalf("%v: %v (-slow +fast):\n%s", p, m, diff)
	}
	read := func(text string, parsers ...func(string) (Move, error)) {
		t.Helper()
		for _, parse := range append(parsers, p.ParseSAN, p.ParseMove) {
			if back, err := parse(text); back != m || err != nil {
				t.Fatalf("%v: %v is written %s and read as %v, %v", p, m, text, back, err)
			}
		}
	}
	read(san)
	read(lan, p.ParseLAN)
	if m.Drop() == NoPieceType {
		read(small, p.ParseLAN)
	}
	read(uci, p.ParseUCI)
	read(p.UCI960(m), p.ParseUCI)
	if got, err := p.Move(m.From(), m.To(), m.Promotion()); got != m && !p.IsCastling(m) && m.Drop() == NoPieceType {
		t.Fatalf("%v: Move gives %v, %v for %v", p, got, err, m)
	}

	next := p.After(m)
	lost := NoPiece
	for i := range 32 {
		if place := p.army() ^ 32 + uint8(i); p.pieces[place] != 0 && next.pieces[place] == 0 {
			lost = p.pieces[place].piece()
		}
	}
	if p.GivesCheck(m) != next.InCheck() || !p.Legal(m) || p.Legal(m|1<<31) || m.Drop() == NoPieceType && p.moved(m) != p.At(m.From()) ||
		!p.tries() && (p.Captured(m) != lost || p.IsCapture(m) != (lost != NoPiece)) || p.IsEnPassant(m) != (p.IsCapture(m) && p.At(m.To()) == NoPiece) {
		t.Fatalf("%v: a query is wrong about %v", p, m)
	}
	var u undo
	done, made := p, p
	done.Do(m, &done)
	made.makeMove(m, &u)
	back := made
	back.unmakeMove(m, &u)
	for name, positions := range map[string][2]Position{"Do": {next, done}, "makeMove": {next, made}, "unmakeMove": {p, back}} {
		if !cmp.Equal(positions[0], positions[1], exactly) && !(p.tries() && positions[0].Equal(positions[1])) { // undoing makes the list anew
			t.Fatalf("%v: %s(%v) gives %+v, want %+v", p, name, m, positions[1], positions[0])
		}
	}
}

// TestMoveAll checks all moves of random positions.
func TestMoveAll(t *testing.T) {
	for p := range manyPositions(13, chesstest.Sample(t, 80)) {
		for _, m := range p.AppendMoves(nil) {
			compareMove(t, *p, m)
		}
	}
}

// TestSlow plays random moves from many positions.
func TestSlow(t *testing.T) {
	r := chesstest.Rand(t)
	for i := range chesstest.Sample(t, 600) {
		p, plies := randomStart(r, i)
		choices := make([]byte, plies)
		for i := range choices {
			choices[i] = byte(r.IntN(256))
			if r.IntN(2) == 0 {
				choices[i] |= rare
			}
		}
		comparePlay(t, p, choices)
	}
}

// oddFENs are positions that random play seldom reaches, and those where it finds rare
// moves.
var oddFENs = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2+1 0 1",
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
	"n1n1k2r/1P1q2P1/2q3q1/n6n/N6N/2Q3Q1/1p1Q2p1/N1N1K2R w Kk - 0 1", // pieces that SAN must tell apart
	"4k3/8/8/8/8/8/8/R3K3 w - - 96 90",
	"7k/8/5K2/8/8/8/8/6Q1 w - - 147 90",
	"8/8/8/8/1k1n4/8/1B6/K7 w - - 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",                   // promotions
	"4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1", // en passant
	"1rk5/8/8/8/8/8/8/1RK5 w Bb - 0 1",                          // king and rook change places
	"rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1",
	"5rkr/8/8/8/8/8/8/5RKR w KQkq - 0 9999",
	"4k2r/8/8/8/8/8/8/RN2K3 w Qk - 65400 65410",
	"4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", // one of two pawns that capture en passant is pinned
	"4r2k/8/8/2PpP3/8/8/8/2K5 w - d6 0 1",
	"8/8/8/K1PpP2r/8/8/8/7k w - d6 0 1", // two pawns, on one rank with the king
	"7k/8/8/8/2pPp3/8/8/4R2K b - d3 0 1",
	"7k/8/8/2PpP3/4K3/8/8/8 w - d6 0 1", // en passant captures the checker
	"7k/6b1/8/2PpP3/8/2K5/8/8 w - d6 0 1",
	"4k3/8/8/8/8/8/8/rRK5 w B - 0 1", // a rook that may castle is pinned
	"4k3/8/8/8/8/8/8/5KRr w G - 0 1",
	"Rrk5/8/8/8/8/8/8/4K3 b b - 0 1",
	"q2q2q1/8/2NNN3/q1NKN1q1/2NNN3/8/q2q2q1/7k w - - 0 1",  // pins on all lines, and no move
	"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", // 218 moves
	manyMovesFEN,
	"8/8/8/2PpP3/QQQQ4/QQQQ4/pp1Q4/kB4QK w - d6 0 1", // crowded: the moves are generated piece by piece
	"8/4P3/8/QQQQ4/QQQQ4/8/pp6/kB5K w - - 0 1",       // crowded after the promotion
	"6rk/P5pp/8/8/8/QQQQQQQQ/8/R3K3 w - - 0 1",
}

// FuzzPlay tests the rules as a whole: for any moves from any position, the library
// agrees with the slow rules, and what it updates with each move agrees with
// computing it from scratch.
func FuzzPlay(f *testing.F) {
	for _, fen := range oddFENs {
		for i := range byte(4) {
			f.Add(fen, []byte{rare + i, 31 * i, rare + i, 77 * i})
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
