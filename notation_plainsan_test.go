package chess

import (
	"math/rand/v2"
	"testing"
)

// playSAN plays the move that ParseSAN reads, and it reads all that SAN writes.
func TestPlaySAN(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var next Position
	var text, lan []byte
	randomGames(60, func(p Position, moves []Move) {
		for _, m := range moves {
			text = p.AppendSAN(text[:0], m)
			if got := p.playSAN(text, &next); got != m {
				t.Fatalf("%v: playSAN(%s) = %v, want %v", p, text, got, m)
			}
			if want := p.After(m); next.FEN() != want.FEN() || next.pieces != want.pieces || next.board != want.board {
				t.Fatalf("%v: after %s %v, want %v", p, text, next, want)
			}
			checkPlaySAN(t, &p, text[:len(text)-1])
			text[rng.IntN(len(text))] = "abcdefgh12345678x=+#NBRQKPO-"[rng.IntN(28)]
			checkPlaySAN(t, &p, text)
			lan = p.AppendLAN(lan[:0], m)
			checkPlaySAN(t, &p, lan)
			for i, c := range lan {
				if c == '-' && !m.IsCastling() {
					lan = append(lan[:i], lan[i+1:]...) // the whole departure square
					break
				}
			}
			checkPlaySAN(t, &p, lan)
			if p.At(m.From()).Type() == Pawn || m.IsCastling() {
				continue
			}
			for _, from := range []string{m.From().String(), m.From().String()[:1], m.From().String()[1:], ""} {
				checkPlaySAN(t, &p, []byte(pieceLetters[p.At(m.From())&7:][:1]+from+m.To().String()))
			}
		}
	})
}

// checkPlaySAN compares playSAN with ParseSAN, if playSAN reads the text.
func checkPlaySAN(t *testing.T, p *Position, text []byte) {
	t.Helper()
	var next Position
	got := p.playSAN(text, &next)
	if got == 0 {
		return
	}
	want, err := p.ParseSAN(string(text))
	if err != nil || got != want {
		t.Fatalf("%v: playSAN(%q) = %v, ParseSAN %v %v", p, text, got, want, err)
	}
	if q := p.After(want); next.FEN() != q.FEN() {
		t.Fatalf("%v: after %s %v, want %v", p, text, next, q)
	}
}

func FuzzPlaySAN(f *testing.F) {
	addMoveSeeds(f)
	f.Fuzz(func(t *testing.T, fen, text string) {
		if p, err := ParseFEN(fen); err == nil {
			checkPlaySAN(t, &p, []byte(text))
		}
	})
}

func BenchmarkPlaySAN(b *testing.B) {
	p := MustParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	var texts [][]byte
	for _, m := range p.AppendMoves(nil) {
		texts = append(texts, []byte(p.SAN(m)))
	}
	var next Position
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if p.playSAN(texts[i%len(texts)], &next) == 0 {
			b.Fatal(string(texts[i%len(texts)]))
		}
	}
}
