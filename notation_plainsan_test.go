package chess

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
)

// isPlain reports whether sanLine.read reads a word. The file that a pawn leaves is
// that of its target only in words that are not plain.
func isPlain(word []byte) bool {
	return plainWords.Match(word) && !(word[0] >= 'a' && len(word) > 3 && word[0] == word[2])
}

var plainWords = regexp.MustCompile(`^([NBRQK][a-h]?[1-8]?x?[a-h][1-8]|[a-h](x[a-h])?[1-8](=[NBRQ])?|O-O(-O)?)[+#]?$`)

// identical reports whether two positions are equal to the last byte.
func identical(p, q *Position) bool {
	return p.board == q.board && p.pieces == q.pieces && p.cells == q.cells && p.state == q.state && p.castlers == q.castlers &&
		p.enPassantTarget == q.enPassantTarget && p.crowded == q.crowded && p.large == q.large && p.halfmove == q.halfmove && p.fullmove == q.fullmove
}

// playWord plays the move that a word in plain SAN names, if there is one, and returns it.
func (l *sanLine) playWord(word []byte) Move {
	m := l.read(word)
	if m != 0 {
		l.play(m)
	}
	return m
}

// checkLine plays a word on a copy of l, and compares with ParseSAN, After and InCheck.
// l must not have been changed by a method of Position.
func checkLine(t *testing.T, l sanLine, word []byte) {
	t.Helper()
	p := *l.at()
	moved, was := l.moved, Position{}
	l.before(&was)
	want, err := p.ParseSAN(string(word))
	got := l.playWord(word)
	if err == nil && got == 0 && isPlain(word) || got != 0 && got != want {
		t.Fatalf("%v: read(%q) = %v, ParseSAN %v %v", p, word, got, want, err)
	}
	if got == 0 {
		var now Position
		if l.before(&now) != moved || !identical(l.at(), &p) || !identical(&now, &was) || l.inCheck != p.inCheck() {
			t.Fatalf("%v: %q changed the line to %v", p, word, l.at())
		}
		return
	}
	checkLast(t, &l, &p, got)
}

// checkLast checks what l holds after the move m from p.
func checkLast(t *testing.T, l *sanLine, p *Position, m Move) {
	t.Helper()
	var was Position
	if next := p.After(m); !identical(l.at(), &next) || l.inCheck != next.inCheck() {
		t.Fatalf("%v: after %v %v, in check %v, want %v, %v", p, m, l.at(), l.inCheck, next, next.inCheck())
	}
	var fresh sanLine
	if fresh.start(l.at()); l.sliders != fresh.sliders || l.places != fresh.places {
		t.Fatalf("%v: after %v sliders %x on places %x, want %x, %x", p, m, l.sliders, l.places, fresh.sliders, fresh.places)
	}
	if !l.before(&was) || !identical(&was, p) {
		t.Fatalf("%v: before %v there was %v", p, m, was)
	}
}

func TestPlainSAN(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, chesstest.Seed()))
	var words [][]byte
	randomGames(chesstest.Sample(t, 150), func(p Position, moves []Move) {
		words = words[:0]
		for _, m := range moves {
			san, lan := p.AppendSAN(nil, m), p.appendLAN(nil, m)
			words = append(words, san, lan, san[:len(san)-1])
			changed := append([]byte(nil), san...)
			changed[rng.IntN(len(san))] = "abcdefgh12345678x=+#NBRQKPO-"[rng.IntN(28)]
			words = append(words, changed)
			if p.At(m.From()).Type() != Pawn && !p.IsCastling(m) {
				for _, from := range []string{m.From().String(), m.From().String()[:1], m.From().String()[1:], ""} {
					words = append(words, []byte(pieceLetters[p.At(m.From())&7:][:1]+from+m.To().String()))
				}
			}
		}
		// Pseudo-legal moves, among them those of pinned pieces and of others in check.
		for from := range p.Pieces() {
			if p.At(from).Color() != p.Turn() {
				continue
			}
			for _, m := range p.appendPseudoLegalFrom(nil, from) {
				word := []byte(m.To().String())
				switch t := p.At(from).Type(); {
				case t != Pawn:
					word = append([]byte{pieceLetters[t]}, word...)
				case m.From().File() != m.To().File():
					word = append([]byte{'a' + byte(m.From().File()), 'x'}, word...)
				}
				words = append(words, word)
			}
		}
		var l sanLine
		l.start(&p)
		for _, word := range words {
			checkLine(t, l, word)
		}
		if len(moves) == 0 {
			return
		}
		// The same on a line that has a move, which may give check.
		m := moves[rng.IntN(len(moves))]
		l.play(m)
		checkLast(t, &l, &p, m)
		next := *l.at()
		for _, m := range next.AppendMoves(nil) {
			checkLine(t, l, next.AppendSAN(nil, m))
		}
		if next.canPass() {
			l.play(0)
			checkLast(t, &l, &next, 0)
		}
	})
}

func TestPlainSANCases(t *testing.T) {
	for _, tt := range []struct {
		fen, word string
		legal     bool
	}{
		{"b3k3/8/8/3PpP2/8/8/6K1/8 w - e6 0 2", "dxe6", false}, // pinned
		{"b3k3/8/8/3PpP2/8/8/6K1/8 w - e6 0 2", "fxe6", true},
		{"4k3/8/8/K3pP1r/8/8/8/8 w - e6 0 2", "fxe6", false},   // two pawns leave the rank
		{"8/6k1/8/4pP2/8/8/1B6/4K3 w - e6 0 2", "fxe6+", true}, // the victim uncovers a check
		{"4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "Rxe8+", true},   // along the pin
		{"4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "Rd2", false},
		{"4r1k1/8/8/4R3/8/8/8/R3K3 w - - 0 1", "Ra5", true}, // the other one is pinned
		{"6k1/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "Kxe2", true},
		{"4r1k1/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "Kxe2", false},
		{"4r1k1/8/8/8/4K3/8/8/8 w - - 0 1", "Ke3", false}, // on the line of the check
		{"6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=Q+", true},
		{"6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8", false},
		{"6k1/8/8/8/8/4p3/8/R3K3 w Q - 0 1", "O-O-O", true},
		{"6k1/8/8/8/8/8/4p3/R3K3 w Q - 0 1", "O-O-O", false},
	} {
		p := MustParseFEN(tt.fen)
		var l sanLine
		l.start(&p)
		checkLine(t, l, []byte(tt.word))
		if legal := l.playWord([]byte(tt.word)) != 0; legal != tt.legal {
			t.Errorf("%s: %s is legal: %v, want %v", tt.fen, tt.word, legal, tt.legal)
		}
	}

	// Nothing is legal after the third check.
	p := MustParseFEN("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +2+0")
	var l sanLine
	l.start(&p)
	if l.playWord([]byte("Ra8+")) == 0 {
		t.Fatal("Ra8+ is not legal")
	}
	checkLine(t, l, []byte("Kd7"))
}

func FuzzPlainSAN(f *testing.F) {
	addMoveSeeds(f)
	f.Fuzz(func(t *testing.T, fen, word string) {
		if p, err := ParseFEN(fen); err == nil {
			var l sanLine
			l.start(&p)
			checkLine(t, l, []byte(word))
		}
	})
}
