package chess

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// TestLegal tries the moves of the position itself and of the one before, moves with
// changed bits, and what would be legal without checks; and in some positions all moves.
func TestLegal(t *testing.T) {
	t.Parallel()
	r := chesstest.Rand(t)
	var moves, before []Move
	try := func(p *Position, m Move) {
		want := slices.Contains(moves, m)
		if got := p.Legal(m); got != want {
			t.Fatalf("%v: Legal(%#x, %v) = %v, want %v", p, uint32(m), m, got, want)
		}
		if _, err := p.Play(m); (err == nil) != want {
			t.Fatalf("%v: Play(%#x): %v", p, uint32(m), err)
		}
	}
	spell := func(p *Position) {
		moves, before = nil, moves
		for _, m := range p.AppendMoves(nil) {
			moves = append(moves, spellings(t, p, m)...)
		}
	}
	for p := range manyPositions(16, chesstest.Sample(t, 400)) {
		spell(p)
		if p.movesFreely() && len(moves) == 0 {
			t.Fatalf("%v: there is no legal move", p)
		}
		for _, m := range slices.Concat(moves, before) {
			try(p, m)
			try(p, m^1<<r.IntN(32))
			try(p, m&0xFFFF|Move(r.IntN(16))<<16)
		}
		for sq := range NoSquare {
			for _, m := range p.appendPseudoLegalFrom(nil, sq) {
				try(p, m)
			}
		}
		for range 20 {
			try(p, Move(r.Uint32()))
			try(p, Move(r.Uint32N(10<<16)))
		}
	}
	fens := []string{
		"8/8/8/3pP2k/8/8/3P1P2/4K3 w - d6 0 9", perftTests[3].fen, perftTests[1].fen,
		"4k3/2p5/3N4/8/8/8/8/r3R1K1 b - - 0 9", // a double check
	}
	for _, fen := range chesstest.Few(t, fens) {
		p := MustParseFEN(fen)
		spell(&p)
		for m := range Move(16 << 16) {
			if p.Legal(m) != slices.Contains(moves, m) {
				t.Fatalf("%v: Legal(%#x) = %v", p, uint32(m), p.Legal(m))
			}
		}
	}
	moves = nil
	try(&Position{}, newMove(mailbox[E2], mailbox[E4]))
	try(&Position{}, 0)
}

func TestPseudoLegal(t *testing.T) {
	for p := range manyPositions(17, chesstest.Sample(t, 800)) {
		if p.ended() {
			if moves := p.AppendPseudoLegal(nil); len(moves) > 0 {
				t.Fatalf("%v: moves after the third check: %v", p, moves)
			}
			continue
		}
		legal := p.AppendMoves(nil)
		slow := newSlow(p.Setup())
		for sq := range NoSquare {
			piece := p.At(sq)
			moves := p.appendPseudoLegalFrom(nil, sq)
			var want []Move
			for _, m := range legal {
				if m.From() == sq {
					want = append(want, m)
				}
			}
			var got []Move
			for _, m := range moves {
				if m.From() != sq || piece == NoPiece {
					t.Fatalf("%v: move %v of %v", p, m, sq)
				}
				if piece.Type() != Pawn && !p.IsCastling(m) && !slow.attacks(everywhere[sq], everywhere[m.To()]) {
					t.Fatalf("%v: move %v", p, m)
				}
				if piece.Color() == p.Turn() {
					if next := p.After(m); !next.kingAttacked(p.Turn()) {
						got = append(got, m)
					}
				}
			}
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) && p.Variant() <= KingOfTheHill { // TestSlow compares the others
				t.Fatalf("%v: the legal moves of %v are %v, want %v", p, sq, got, want)
			}
		}
		var all []Move
		for sq, piece := range p.Pieces() {
			if piece.Color() == p.Turn() {
				all = p.appendPseudoLegalFrom(all, sq)
			}
		}
		if got := slices.DeleteFunc(p.AppendPseudoLegal(nil), func(m Move) bool { return m.Drop() != NoPieceType }); !p.tries() && !slices.Equal(got, all) {
			t.Fatalf("%v: all pseudo-legal moves are %v, want %v", p, got, all)
		}
		// The other side's moves are those it has when it is its turn.
		if next := p.After(0); p.enPassantTarget == 0 && !p.InCheck() && p.Variant() != ThreeCheck && !next.ended() {
			for sq := range NoSquare {
				if a, b := p.appendPseudoLegalFrom(nil, sq), next.appendPseudoLegalFrom(nil, sq); !slices.Equal(a, b) {
					t.Fatalf("%v: the moves of %v are %v, and %v after the turn", p, sq, a, b)
				}
			}
		}
	}
}

func BenchmarkLegal(b *testing.B) { benchmarkMoves(b, anyMove, (*Position).Legal) }

// spellings returns the ways to spell the legal move m of p as two squares.
func spellings(t *testing.T, p *Position, m Move) []Move {
	texts := []string{m.String()}
	if p.IsCastling(m) {
		texts = append(texts, m.From().String()+p.castlingRook(p.Turn(), m.side()).String())
		king := p.arrival(m)
		if steps := king.File() - m.From().File(); steps*steps > 1 {
			texts = append(texts, m.From().String()+king.String())
		}
	}
	var all []Move
	for _, text := range texts {
		read, err := ParseUCI(text)
		if err != nil || read.String() != text {
			t.Fatalf("%s is read as %v, %v", text, read, err)
		}
		all = append(all, read)
	}
	return all
}

// All that takes a move takes it in either spelling, and returns it in the first.
func TestSpellings(t *testing.T) {
	t.Parallel()
	type answers struct {
		Legal, Castles, Check, Capture, EnPassant, Better bool
		Moved, Captured                                   Piece
		SEE                                               int
		SAN, LAN, UCI, UCI960, Line, Words                string
		After, Do, Played                                 Position
	}
	ask := func(p *Position, m Move) (a answers) {
		a = answers{
			p.Legal(m), p.IsCastling(m), p.GivesCheck(m), p.IsCapture(m), p.IsEnPassant(m), p.SEEAtLeast(m, 1, nil),
			p.At(m.From()), p.Captured(m), p.SEE(m, nil),
			p.SAN(m), p.LAN(m), p.UCI(m), p.UCI960(m), p.SANLine(m), p.DescribeMove(m),
			p.After(m), Position{}, Position{},
		}
		p.Do(m, &a.Do)
		a.Played, _ = p.Play(m)
		return a
	}
	randomHistories(t, 8, chesstest.Sample(t, 500), func(g *Game) {
		p := g.Position()
		for _, m := range p.LegalMoves() {
			want := ask(&p, m)
			if !want.Legal || want.UCI != m.String() {
				t.Fatalf("%v: %v: %+v", p, m, want)
			}
			for i, s := range spellings(t, &p, m) {
				if i == 0 && s != m {
					t.Fatalf("%v: %v is not the move that its text says", p, m)
				}
				if got := ask(&p, s); !reflect.DeepEqual(want, got) { // cmp is a hundred times as slow
					if diff := cmp.Diff(want, got); diff != "" {
						t.Fatalf("%v: %v as %v (-want +got):\n%s", p, m, s, diff)
					}
				}
				checkSpelling(t, g, m, s)
			}
		}
	})
}

// checkSpelling gives the legal move m, spelled as s, to all that keeps a move.
func checkSpelling(t *testing.T, g *Game, m, s Move) {
	t.Helper()
	p, h := g.Position(), new(*g)
	if err := h.Play(s); err != nil || h.Moves()[g.Len()] != m {
		t.Fatalf("%v: Play(%v): %v", p, s, err)
	}
	after := h.Position()
	tree := NewGame(p).Tree()
	n, err := tree.Root().Add(s)
	if err != nil || n.Move() != m || tree.Root().Child(s) != n || !n.Position().Equal(after) {
		t.Fatalf("%v: Add(%v): %v", p, s, err)
	}
	if n, err := tree.Root().AddVariation(s); err != nil || n.Move() != m {
		t.Fatalf("%v: AddVariation(%v): %v", p, s, err)
	}
	if moves, err := rootMoves(g, &Limits{SearchMoves: []Move{s}}); g.Outcome().Over() != (err != nil) || err == nil && (len(moves) != 1 || moves[0] != m) {
		t.Fatalf("%v: SearchMoves %v: %v, %v", p, s, moves, err)
	}
	e := EPD{Position: p}
	if err := e.SetMoves("bm", s); err != nil || e.Moves("bm")[0] != m {
		t.Fatalf("%v: SetMoves(%v): %v", p, s, err)
	}
	table := NewTable(1)
	if err := table.Put(p.EPD(), Entry{Bound: Exact, Move: s}); err != nil {
		t.Fatalf("%v: Put(%v): %v", p, s, err)
	}
	if e, ok := table.Get(p.EPD()); !ok || e.Move != m {
		t.Fatalf("%v: Get gives %v for %v", p, e, s)
	}
	var b BookBuilder
	if err := b.Put(&p, s, 1); err == nil {
		if moves := b.Book().Moves(&p); len(moves) != 1 || moves[0].Move != m {
			t.Fatalf("%v: the book has %v for %v", p, moves, s)
		}
	}
	var back Game
	text, err := json.Marshal(h)
	if err == nil {
		err = json.Unmarshal([]byte(strings.Replace(string(text), `"`+m.String()+`"],"outcome"`, `"`+s.String()+`"],"outcome"`, 1)), &back)
	}
	if err != nil || !cmp.Equal(back.Moves(), h.Moves()) || back.Position().FEN() != after.FEN() {
		t.Fatalf("%v: %s is read as %v, %v", p, text, back.Moves(), err)
	}
	motifs, err := Motifs(p, []Move{m}, 0)
	again, err2 := Motifs(p, []Move{s}, 0)
	if err != nil || err2 != nil || !cmp.Equal(motifs, again) {
		t.Fatalf("%v: Motifs(%v): %v, %v, %v, %v", p, s, motifs, again, err, err2)
	}
}

// TestWhyNotCastling checks what the error about castling says.
func TestWhyNotCastling(t *testing.T) {
	for _, tt := range []struct{ fen, move, want string }{
		{StartFEN, "O-O", "White may not castle kingside: the bishop on f1 is in the way"},
		{StartFEN, "O-O-O", "White may not castle queenside: the knight on b1 is in the way"},
		{"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "White may not castle kingside: its king or its rook has moved, or there is no such right"},
		{"4k2r/8/8/8/8/8/8/4K2R b k - 0 1", "O-O-O", "Black may not castle queenside: its king or its rook has moved, or there is no such right"},
		{"4k3/8/8/8/8/8/8/R3K1N1 w Q - 0 1", "O-O", "White may not castle kingside: its king or its rook has moved, or there is no such right"},
		{"r3k3/8/8/8/4Q3/8/8/4K3 b q - 0 1", "O-O-O", "Black may not castle queenside: the king is in check"},
		{"4k3/8/8/8/5r2/8/8/4K2R w K - 0 1", "O-O", "White may not castle kingside: the king would pass over f1, which is attacked"},
		{"4k3/8/8/8/6r1/8/8/4K2R w K - 0 1", "e1g1", "White may not castle kingside: the king would be in check on g1"},
		{"4k3/8/8/8/8/8/7p/4K2R w K - 0 1", "O-O", "White may not castle kingside: the king would be in check on g1"},
		{"4k3/8/8/8/2r5/8/8/R3K3 w Q - 0 1", "O-O-O", "White may not castle queenside: the king would be in check on c1"},
		{"4k3/8/8/8/3r4/8/8/R3K3 w Q - 0 1", "O-O-O", "White may not castle queenside: the king would pass over d1, which is attacked"},
		{"4k3/8/8/8/8/8/8/qR1K4 w B - 0 1", "O-O-O", "White may not castle queenside: the rook on b1 is pinned"},
		{"1k6/8/8/8/8/8/8/RKB5 w A - 0 1", "O-O-O", "White may not castle queenside: the bishop on c1 is in the way"},
		{"1k6/8/8/8/8/8/8/1KR1N2R w H - 0 1", "O-O", "White may not castle kingside: the rook on c1 is in the way"},
		{"1k6/8/8/8/8/4r3/8/1K5R w H - 0 1", "O-O", "White may not castle kingside: the king would pass over e1, which is attacked"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Ke1-g1", "castling kingside is written O-O"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Ke1c1", "castling queenside is written O-O-O"},
		{"1k6/8/8/8/8/8/8/1K5R w H - 0 1", "Kb1-g1", "castling kingside is written O-O"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Kd1-g1", "no such move of a king to g1 is legal"},
		{"4k3/8/8/8/8/8/8/4K2q w - - 0 1", "Ke1-g1", "White may not castle kingside: its king or its rook has moved, or there is no such right"},
		{"r3k2r/8/8/8/4K3/8/8/8 b kq - 0 1 variant koth", "O-O", "the game is over"},
		{"rnb1k1nr/ppp2ppp/3p3q/4pP2/3b2P1/N4N1B/PPPPP2P/1RBQK2R w Kkq - 0 9 variant atomic", "O-O", "White may not castle kingside: the king would be in check on g1"},
		{"1n2k1n1/r2p1p2/2p5/pp2p3/2P5/BP4PR/P1QP4/R3K3 w Q - 0 18 variant giveaway", "O-O-O", "White may not castle queenside: a capture is compulsory"},
	} {
		p := MustParseFEN(tt.fen)
		_, err := p.ParseMove(tt.move)
		if e, ok := err.(*ParseError); !ok || !errors.Is(err, ErrIllegal) || e.Detail != tt.want {
			t.Errorf("%s %s: %v, want %s", tt.fen, tt.move, err, tt.want)
		}
	}
}
