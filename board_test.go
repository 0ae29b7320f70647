package chess

import (
	"runtime"
	"strings"
	"testing"
)

// BenchmarkKey takes the keys of all positions a ply away.
func BenchmarkKey(b *testing.B) {
	benchmark(b, "keys", func(b *testing.B, p *Position) int {
		_, positions := children(p)
		var key Key
		for b.Loop() {
			for i := range positions {
				key = positions[i].Key()
				runtime.KeepAlive(&key)
			}
		}
		return len(positions)
	})
}

func TestParseSquare(t *testing.T) {
	for sq := range NoSquare {
		if got, err := ParseSquare(sq.String()); got != sq || err != nil {
			t.Errorf("ParseSquare(%q) = %v, %v", sq.String(), got, err)
		}
	}
	for s, offset := range map[string]int{
		"": 0, "--": 0, "-4": 0, "e": 1, "e9": 1, "e0": 1, "i4": 0, "E4": 0, "e4 ": 2, "e45": 2, " e4": 0, "é4": 0, "`1": 0, "a:": 1,
	} {
		got, err := ParseSquare(s)
		if f := failed(t, err); got != NoSquare || f != (failure{ErrSyntax, offset}) {
			t.Errorf("ParseSquare(%q) = %v, %v, want an error at %d", s, got, err, offset)
		}
	}
}

func TestLight(t *testing.T) {
	for s := range Square(255) {
		if want := s < NoSquare && (s.File()+s.Rank())%2 == 1; s.Light() != want {
			t.Errorf("%v is light: %v", s, s.Light())
		}
	}
}

// TestAllocates calls what allocates nothing, beside what TestAllocatesNothing of
// internal/suite calls.
func TestAllocates(t *testing.T) {
	var moves [MaxMoves]Move
	text := make([]byte, 0, 128)
	sum := 0
	check := func(name string, f func()) {
		t.Helper()
		if n := testing.AllocsPerRun(10, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
	for _, tt := range perftTests {
		p := MustParseFEN(tt.fen)
		m := p.AppendMoves(nil)[0]
		key := p.Key()
		san, lan, uci, epd := p.SAN(m), p.LAN(m), p.UCI(m), p.EPD()
		values := PieceValues{1, 2, 3}
		for name, f := range map[string]func(){
			"AppendMoves":                   func() { p.AppendMoves(moves[:0]) },
			"AppendMoves with room for all": func() { p.AppendMoves(moves[:0:tt.counts[0]]) },
			"AppendPseudoLegal":             func() { p.AppendPseudoLegal(moves[:0]) },
			"Play":                          func() { p.Play(m) },
			"InCheck":                       func() { p.InCheck() },
			"At":                            func() { p.At(E4) },
			"CanWin":                        func() { p.CanWin(White) },
			"SEE":                           func() { p.SEE(m, nil); p.SEE(m, &values); p.SEEAtLeast(m, -100, nil) },
			"Key.Compare":                   func() { key.Compare(Key{}) },
			"Key.Hash":                      func() { key.Hash() },
			"Key.AppendBinary":              func() { key.AppendBinary(text) },
			"appendEPD":                     func() { key.appendEPD(text) },
			"ParseKey":                      func() { ParseKey(epd) },
			"Position.AppendBinary":         func() { p.AppendBinary(text) },
			"AppendSAN":                     func() { p.AppendSAN(text, m) },
			"AppendLAN":                     func() { p.appendLAN(text, m) },
			"ParseSAN":                      func() { p.ParseSAN(san) },
			"ParseLAN":                      func() { p.ParseLAN(lan) },
			"ParseUCI":                      func() { p.ParseUCI(uci) },
			"iterators": func() {
				for sq := range p.Attackers(E4, White) {
					sum += int(sq)
				}
				for sq := range p.XRayAttackers(E4, White) {
					sum += int(sq)
				}
				for sq := range p.Defenders(E5) {
					sum += int(sq)
				}
				for sq := range p.Attacks(E5) {
					sum += int(sq)
				}
				for sq := range p.Checkers() {
					sum += int(sq)
				}
				for pinned, pinner := range p.Pins(Black) {
					sum += int(pinned - pinner)
				}
			},
		} {
			check(tt.name+": "+name, f)
		}
	}
	for fen, texts := range map[string]string{
		StartFEN:     "Ng1–f3,ng1-f3,N×f3,e2−e4,♘f3",
		enPassantFEN: "exd6ep,exd6 e.p.,e×d6",
		promotionFEN: "e8(Q),e8/q,exd8(=N)",
		castlingFEN:  "O–O,0‑0‑0,OO,rh1xh8",
	} {
		p := MustParseFEN(fen)
		for text := range strings.SplitSeq(texts, ",") {
			check(text, func() { p.ParseSAN(text) })
		}
	}
}
