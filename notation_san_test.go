package chess

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// slowSAN writes a legal move just as the PGN standard (8.2.3) describes it, or as LAN.
func slowSAN(p Position, m Move, long bool) string {
	from, piece, dash, s := m.From().String(), p.At(m.From()), "", ""
	if drop := m.Drop(); drop != NoPieceType {
		from, piece, dash = "", drop.Of(White), "@"
		if drop == Pawn {
			s = "P"
		}
	}
	unique := func(same func(sq Square) bool) bool {
		return !slices.ContainsFunc(p.AppendMoves(nil), func(o Move) bool {
			return o.From() != m.From() && o.To() == m.To() && !p.IsCastling(o) && p.At(o.From()) == piece && same(o.From())
		})
	}
	captures := p.At(m.To()) != NoPiece || m.Drop() == NoPieceType && piece.Type() == Pawn && m.From().File() != m.To().File()
	switch {
	case m.Drop() != NoPieceType:
	case long:
		dash = "-"
	case piece.Type() == Pawn && captures:
		from = from[:1]
	case piece.Type() == Pawn, unique(func(sq Square) bool { return true }):
		from = ""
	case unique(func(sq Square) bool { return sq.File() == m.From().File() }):
		from = from[:1]
	case unique(func(sq Square) bool { return sq.Rank() == m.From().Rank() }):
		from = from[1:]
	}
	if piece.Type() != Pawn {
		s = piece.Type().Of(White).String()
	}
	if captures {
		dash = "x"
	}
	s += from + dash + m.To().String()
	if m.IsPromotion() {
		s += "=" + m.Promotion().Of(White).String()
	}
	if p.IsCastling(m) {
		s = "O-O"
		if m.To() < m.From() {
			s += "-O"
		}
	}
	next := p.After(m)
	switch {
	case next.Outcome().Decided:
		s += "#"
	case next.InCheck():
		s += "+"
	}
	return s
}

func TestSAN(t *testing.T) {
	for _, tt := range []struct{ fen, uci, want string }{
		{"8/2KN1p2/5p2/3N1B1k/5PNp/7P/7P/8 w - - 0 1", "d5f6", "N5xf6#"},
		{"8/2KN1p2/5p2/3N1B1k/5PNp/7P/7P/8 w - - 0 1", "d7f6", "N7xf6#"},
		{"8/2KN1p2/5p2/3N1B1k/5PNp/7P/7P/8 w - - 0 1", "g4f6", "Ngxf6+"},
		{"4k3/8/8/8/8/1N6/8/RN2K2R w - - 0 1", "b1d2", "N1d2"},
		{"4k3/8/8/8/8/1N3N2/8/RN2K2R w - - 0 1", "b3d2", "Nb3d2"},
		{"4k3/8/8/8/8/1N3N2/8/RN2K2R w - - 0 1", "f3d2", "Nfd2"},
		{"4k3/8/8/8/8/1N3N2/8/RN2K2R w - - 0 1", "b1d2", "N1d2"},
		{"4k3/4r3/8/8/4N3/8/8/1N2K3 w - - 0 1", "b1c3", "Nc3"}, // the other knight is pinned
		{"8/4P3/8/8/k7/8/8/4K3 w - - 0 1", "e7e8q", "e8=Q+"},
		{"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
		{longWalkFEN, "b1a1", "O-O-O"},
		{"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1", "h5f7", "Qxf7#"},
		{"4k3/8/8/8/8/8/3R4/4K3 w - - 1+3 0 1", "d2e2", "Re2#"}, // the third check
		{"4k3/8/8/8/8/8/3R4/4K3 w - - 2+3 0 1", "d2e2", "Re2+"},
		{"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", "a3b2", "Qaxb2#"},
	} {
		p := MustParseFEN(tt.fen)
		m := findMove(t, p, tt.uci)
		if got := p.SAN(m); got != tt.want {
			t.Errorf("%s: %s is written %s, want %s", tt.fen, tt.uci, got, tt.want)
		}
	}
}

// What a language writes it reads, and no move of another's letters.
func TestLanguageParseSAN(t *testing.T) {
	for l := range Language(len(languageLetters)) {
		code, err := l.MarshalText()
		var again Language
		if err != nil || again.UnmarshalText(code) != nil || again != l {
			t.Errorf("%v: %q, %v, %v", l, code, err, again)
		}
		randomGames(2, func(p Position, moves []Move) {
			for _, m := range moves {
				english := p.SAN(m)
				own := l.SAN(english)
				for _, text := range []string{own, l.SAN(p.LAN(m)), strings.Replace(own, "=", "", 1)} {
					if got, err := l.ParseSAN(p, text); got != m || err != nil {
						t.Fatalf("%v: %s in %v is %v, %v, want %v", l, text, p, got, err, m)
					}
				}
				if got, err := l.ParseSAN(p, english); err == nil && got == m && english != own {
					t.Fatalf("%v reads %s in %v", l, english, p)
				}
			}
		})
	}
	for code, want := range map[string]string{
		"en": "K Q R B N", "de": "K D T L S", "fr": "R D T F C", "es": "R D T A C", "it": "R D T A C", "nl": "K D T L P",
		"pt": "R D T B C", "pl": "K H W G S", "cs": "K D V S J", "hu": "K V B F H", "ru": "Кр Ф Л С К",
	} {
		var l Language
		if err := l.UnmarshalText([]byte(code)); err != nil || l.SAN("K Q R B N") != want {
			t.Errorf("%s: %s, want %s, %v", code, l.SAN("K Q R B N"), want, err)
		}
	}
	start := StartPosition()
	for _, tt := range []struct{ language, text, want, detail string }{
		{"de", "Sf3", "g1f3", ""},
		{"de", "♘f3", "g1f3", ""},
		{"de", "e4", "e2e4", ""},
		{"de", "Sg1-f3!", "g1f3", ""},
		{"de", "Nf3", "", `the knight is "S"`},
		{"de", "nf3", "", `the knight is "S"`},
		{"de", "Kf3", "", "king"},
		{"ru", "Кf3", "g1f3", ""},
		{"ru", "Крf3", "", "king"},
		{"hu", "Bf3", "", "rook"},
		{"de", "e8=N", "", "a promotion is one of S, L, T and D"},
		{"nl", "Pf3", "g1f3", ""},
	} {
		var l Language
		if err := l.UnmarshalText([]byte(tt.language)); err != nil {
			t.Fatal(err)
		}
		m, err := l.ParseSAN(start, tt.text)
		if err == nil && start.UCI(m) != tt.want || err != nil && (tt.detail == "" || !strings.Contains(err.Error(), tt.detail)) {
			t.Errorf("%s: %s is %v, %v", tt.language, tt.text, m, err)
		}
	}
	p := MustParseFEN(promotionFEN)
	for _, text := range []string{"e8D", "e8=D", "e8(D)", "e8/D", "e7-e8D"} {
		if m, err := German.ParseSAN(p, text); err != nil || m.Promotion() != Queen {
			t.Errorf("%s is %v, %v", text, m, err)
		}
	}
}

func TestParseSAN(t *testing.T) {
	const (
		queen   = "4Q3/8/8/8/8/7k/8/K7 w - - 0 1"
		knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
		bxc3    = "4k3/8/8/8/8/2n5/1P6/B3K3 w - - 0 1"
		bishop  = "4k3/8/8/8/8/2n5/8/B3K3 w - - 0 1"
		qxg7    = "6Q1/k5p1/8/7N/8/8/8/K7 w - - 0 1"

		bishopOnB = "4k3/8/8/8/8/2n5/1B6/4K3 w - - 0 1"
	)
	checkReadings(t, Position.ParseSAN, []reading{
		{fen: StartFEN, want: "e2e4", texts: "e4,e4+,e4#,e4!,e4?!,e4+!?,ee4,e-e4,e2e4,e2-e4,Pe4,Pe2e4,Pe2-e4"},
		{fen: StartFEN, want: "g1f3", texts: "Nf3,Nf3+,Nf3#,Ngf3,N1f3,Ng1f3,Ng1-f3,Nxf3,N-f3,g1f3,g1-f3,♘f3,♞f3,♘g1-f3!,♘\uFE0Ef3,♞\uFE0Ff3"},
		{fen: StartFEN, want: "d2d4", texts: "d4,♙d4,♟d4,♟\uFE0Fd4,♙d2d4"},
		{fen: queen, want: "e8f7", texts: "Qe8f7,Qef7,Q8f7,Qf7,Qe8-f7"},
		{fen: qxg7, want: "g8g7", texts: "Qg8xg7,Qgxg7,Qxg7,Qg7#,Qg8g7"},
		{fen: knights, want: "b1d2", texts: "Nbd2,N1d2,Nb1d2,Nb1-d2,b1d2,Nbxd2"},
		{fen: knights, want: "f3d2", texts: "Nfd2,N3d2"},
		{fen: "4k3/4r3/8/8/4N3/8/8/1N2K3 w - - 0 1", want: "b1c3", texts: "Nc3,Nbc3,N1c3"},
		{fen: bxc3, want: "b2c3", texts: "bxc3,bc3,b:c3,b2c3,b2xc3,Pbxc3,Pb2xc3"},
		{fen: enPassantFEN, want: "e5d6", texts: "exd6,ed6,exd6e.p.,exd6 e.p.,exd6+ e.p.!,e5d6,e5xd6 e.p.,e:d6"},
		{fen: promotionFEN, want: "e7e8q", texts: "e8=Q,e8=Q+,e8Q,e8=q,e8q,e7e8q,e7e8=Q,e7-e8=Q+,e8=♕,e8♛,Pe8Q"},
		{fen: promotionFEN, want: "e7e8b", texts: "e8=B,e8B,e8=b,e8b,e7e8b,♙e8♗"},
		{fen: promotionFEN, want: "e7d8n", texts: "exd8=N,exd8N,ed8n,exd8n!,e7d8n,e7xd8=N"},
		{fen: castlingFEN, want: "e1h1", texts: "O-O,0-0,o-o,O-O+,0-0#!,e1g1,e1h1,e1-g1"},
		{fen: castlingFEN, want: "e1a1", texts: "O-O-O,0-0-0,o-o-o,O-O-O?,e1c1,e1a1"},
		{fen: castlingFEN, want: "e1f1", texts: "Kf1,Ke1f1,e1f1"},
		{fen: neighboursFEN, want: "f1g1", texts: "O-O,f1g1"},
		{fen: longWalkFEN, want: "b1c1", texts: "Kc1,b1c1"},
		{fen: longWalkFEN, want: "b1a1", texts: "O-O-O,b1a1"},
		{fen: "4k3/8/8/8/3p4/8/4P3/4K3 b - - 0 1", want: "d4d3", texts: "d3"},

		{fen: castlingFEN, want: "e1h1", texts: "O–O,O—O,O−O,O‐O,O‑O,O‒O,O―O,0–0,o−o,O-0,o-0,0-O,OO,O–O+,OO!?,e1–g1,e1×h1"},
		{fen: castlingFEN, want: "e1a1", texts: "O–O–O,0–0–0,O-0-0,O–O-O,0−0−0+,OOO,o‑o‑o,OOO#"},
		{fen: StartFEN, want: "g1f3", texts: "Ng1–f3,Ng1—f3,Ng1−f3,Ng1‑f3,N–f3,g1–f3,ng1-f3,ng1f3,ng1–f3!,ng1xf3,N×f3,♘g1–f3"},
		{fen: StartFEN, want: "e2e4", texts: "e2–e4,e2−e4,pe2-e4,pe2e4,pe2–e4!"},
		{fen: enPassantFEN, want: "e5d6", texts: "exd6ep,exd6 ep,ed6ep,exd6+ep,exd6ep+,e5xd6ep,e5d6 ep,e×d6,e5×d6,e×d6e.p.,pe5xd6 ep"},
		{fen: promotionFEN, want: "e7e8q", texts: "e8(Q),e8(Q)+,e8(q),e8(♕),e8(=Q),e8/Q,e8/q!,e7e8(Q),e7-e8/Q,pe7-e8=Q,pe7e8q"},
		{fen: promotionFEN, want: "e7d8n", texts: "exd8(N),ed8/N,e×d8(n),e7xd8/N,pe7xd8n"},
		{fen: castlingFEN, want: "h1h8", texts: "rh1xh8,rh1h8+,rh1-h8,rh1×h8,rh1–h8"},
		{fen: castlingFEN, want: "e1f1", texts: "ke1-f1,ke1f1"},
		{fen: queen, want: "e8f7", texts: "qe8-f7,qe8f7,qe8–f7"},
		{fen: bishop, want: "a1c3", texts: "ba1-c3,ba1c3,ba1xc3,ba1×c3"},
		{fen: bishopOnB, want: "b2c3", texts: "bb2-c3,bb2c3,bb2xc3,Bxc3,b2c3"},

		// A small "b" before one square is a file, whatever stands there.
		{fen: bishopOnB, texts: "bxc3,bc3,b-c3,b×c3", fail: failure{ErrIllegal, 0}},
		{fen: bxc3, texts: "bb2-c3,bb2c3,ba1xc3,nb2-c3,pa1-b2", fail: failure{ErrIllegal, 0}},
		{fen: castlingFEN, texts: "ke1-g1,ke1xh1,bh1xh8,re1-f1,be8", fail: failure{ErrIllegal, 0}},

		{fen: StartFEN, texts: ",i4,!,+,xe4,-e4,=Q,z0,nf3,kf2,O,O-,\xff,é4,\xE2\x99,♠f3,±,∞,4,x,-,–,ng1-,ng1-f,rh1h,(Q),nbd2", fail: failure{ErrSyntax, 0}},
		{fen: StartFEN, texts: "N,e,e+,N9,Ni3,e9,N=Q,N+,e=Q,e.p.,ep,4e4", fail: failure{ErrSyntax, 1}},
		{fen: StartFEN, texts: "Nx,N1,ex,Nf,e2i4,Nx9,Nf9,e2 e4,e4 ,e4e,e4 e.,4e", fail: failure{ErrSyntax, 2}},
		{fen: StartFEN, texts: "Nf3 ,Nf3=Q,Nf3Q,Nf3e,Ng1f,e4x,e4N3,e2=,e4(,e4/,Nf3(Q),Nf3/Q,Nf3N,bf8c", fail: failure{ErrSyntax, 3}},
		{fen: StartFEN, texts: "Nf3x,Ne2-", fail: failure{ErrSyntax, 4}},
		{fen: StartFEN, texts: "O-O-,O-O-X,O-OO,O-O e.p.,O-O ep", fail: failure{ErrSyntax, 3}},
		{fen: StartFEN, texts: "OO-O,OOe,OO–", fail: failure{ErrSyntax, 2}},
		{fen: StartFEN, texts: "O-O-O-O", fail: failure{ErrSyntax, 5}},
		{fen: promotionFEN, texts: "e8=,e8=P,e8=+,e8(,e8(),e8/,e8=(Q)", fail: failure{ErrSyntax, 3}},
		{fen: promotionFEN, texts: "e8=K,e8=k,e8=♔,e8(K),e8/K", fail: failure{ErrIllegal, 0}},
		{fen: promotionFEN, texts: "e8(Q,e8(Q+,e8(=", fail: failure{ErrSyntax, 4}},
		{fen: StartFEN, texts: strings.Repeat("N", 33) + "," + "e4" + strings.Repeat("!", 5000), fail: failure{ErrSyntax, 32}},

		{fen: StartFEN, texts: "--,Z0,0000", fail: failure{ErrIllegal, 0}},
		{fen: StartFEN, texts: "e5,Nf4,Ne2,Ke2,Qd4,O-O,0-0-0,e1g1,e2e5,e3e4,e7e5,dxe4,dxe3,de3,e4=Q,e4 e.p.,g1f3q", fail: failure{ErrIllegal, 0}},
		{fen: castlingFEN, texts: "Kg1,Kc1,Ke1g1,Ke1-g1,Kh1,e1g1e.p.,e1g1q,e1b1,e1h2,Kxh1", fail: failure{ErrIllegal, 0}},
		{fen: bxc3, texts: "Bxc3,c3,bxa3", fail: failure{ErrIllegal, 0}},
		{fen: bishop, texts: "bxc3,bc3,axc3", fail: failure{ErrIllegal, 0}},
		{fen: knights, texts: "Nd2,Nxd2,N-d2", fail: failure{ErrAmbiguous, 0}},
		{fen: promotionFEN, texts: "e8,e7e8,exd8,e7-e8,Pe8", fail: failure{ErrAmbiguous, 0}},
	})
}

// line reads moves in SAN that are played from p one after the other.
func line(t *testing.T, p Position, moves ...string) (line []Move) {
	t.Helper()
	for _, san := range moves {
		m, err := p.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		line = append(line, m)
		p = p.After(m)
	}
	return line
}

func TestSANLine(t *testing.T) {
	e4 := "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 12"
	for _, tt := range []struct {
		fen   string
		moves []string
		want  string
	}{
		{StartFEN, nil, ""},
		{StartFEN, []string{"e4"}, "1. e4"},
		{StartFEN, []string{"e4", "e5", "Nf3"}, "1. e4 e5 2. Nf3"},
		{StartFEN, []string{"f3", "e5", "g4", "Qh4#"}, "1. f3 e5 2. g4 Qh4#"},
		{e4, []string{"e5"}, "12... e5"},
		{e4, []string{"e5", "Nf3", "Nc6"}, "12... e5 13. Nf3 Nc6"},
		{"4k3/8/8/8/8/8/8/4K2R w K - 98 9999", []string{"O-O", "Ke7"}, "9999. O-O Ke7"},
	} {
		p := MustParseFEN(tt.fen)
		moves := line(t, p, tt.moves...)
		if got := p.SANLine(moves...); got != tt.want {
			t.Errorf("%v is %q, want %q", tt.moves, got, tt.want)
		}
		if got := string(p.appendSANLine([]byte("before "), moves...)); got != "before "+tt.want {
			t.Errorf("%v is appended as %q", tt.moves, got)
		}
		if got := p.SANLine(bareLine(strings.Trim(fmt.Sprint(moves), "[]"))...); got != tt.want {
			t.Errorf("%v, read from text alone, is %q, want %q", tt.moves, got, tt.want)
		}
		for _, illegal := range []Move{0, newMove(mailbox[A1], mailbox[A1]), ^Move(0)} {
			if got := p.SANLine(slices.Concat(moves, []Move{illegal}, p.AppendMoves(nil))...); got != tt.want {
				t.Errorf("%v and then %#x is %q", tt.moves, uint32(illegal), got)
			}
		}
	}
}

func FuzzParseSAN(f *testing.F) {
	addMoveSeeds(f)
	f.Fuzz(func(t *testing.T, fen, text string) { fuzzMove(t, fen, text, Position.ParseSAN, Position.SAN) })
}

func TestParseLAN(t *testing.T) {
	checkReadings(t, Position.ParseLAN, []reading{
		{fen: StartFEN, want: "g1f3", texts: "Ng1-f3,ng1-f3"},
		{fen: StartFEN, want: "e2e4", texts: "e2-e4,e2-e4+!?"},
		{fen: enPassantFEN, want: "e5d6", texts: "e5xd6"},
		{fen: promotionFEN, want: "e7e8q", texts: "e7-e8=Q,e7-e8=Q+"},
		{fen: promotionFEN, want: "e7d8r", texts: "e7xd8=R#"},
		{fen: StartFEN, want: "b2b4", texts: "b2-b4"},
		{fen: bishopsFEN, want: "b2c3", texts: "bb2-c3"},
		{fen: bishopsFEN, want: "b2d4", texts: "bb2xd4+"},
		{fen: bishopsFEN, want: "b4a5", texts: "b4xa5"},
		{fen: bishopsFEN, want: "b4b5", texts: "b4-b5"},
		{fen: bishopsFEN, want: "b7b8b", texts: "b7-b8=B"},
		{fen: bishopsFEN, want: "e1f1", texts: "ke1-f1!"},
		{fen: castlingFEN, want: "a1a8", texts: "ra1xa8"},
		{fen: castlingFEN, want: "e1h1", texts: "O-O"},
		{fen: castlingFEN, want: "e1a1", texts: "0-0-0!"},
		{fen: StartFEN, texts: ",Pe2-e4,pe2-e4,nf3", fail: failure{ErrSyntax, 0}},
		{fen: StartFEN, texts: "Nf3,e2-i4,ng1f3", fail: failure{ErrSyntax, 3}},
		{fen: StartFEN, texts: "e4,e2e4", fail: failure{ErrSyntax, 2}},
		{fen: StartFEN, texts: "bf3,bf1-c", fail: failure{ErrSyntax, 1}},
		{fen: StartFEN, texts: "Ng1-f3x", fail: failure{ErrSyntax, 6}},
		{fen: enPassantFEN, texts: "e5xd6 e.p.", fail: failure{ErrSyntax, 5}},
		{fen: promotionFEN, texts: "e7-e8Q", fail: failure{ErrSyntax, 5}},
		{fen: promotionFEN, texts: "e7-e8=q,e7-e8=,e7-e8=P", fail: failure{ErrSyntax, 6}},
		{fen: promotionFEN, texts: "e7-e8=K", fail: failure{ErrIllegal, 0}},
		{fen: castlingFEN, texts: "O-O-", fail: failure{ErrSyntax, 3}},
		{fen: castlingFEN, texts: "O-O-O-O", fail: failure{ErrSyntax, 5}},
		{fen: StartFEN, texts: "--,e2-e5,g1-f3,Bg1-f3,O-O", fail: failure{ErrIllegal, 0}},
		{fen: StartFEN, texts: "Ng1xf3", fail: failure{ErrIllegal, 3}},
		{fen: enPassantFEN, texts: "e5-d6", fail: failure{ErrIllegal, 2}},
		{fen: castlingFEN, texts: "Ke1-g1,e1-g1", fail: failure{ErrIllegal, 0}},
		{fen: promotionFEN, texts: "e7-e8", fail: failure{ErrAmbiguous, 0}},
		{fen: StartFEN, texts: "e2-e4" + strings.Repeat("!", 100), fail: failure{ErrSyntax, 32}},
	})
}

// bishopsFEN has bishops and pawns on the b-file.
const bishopsFEN = "4k3/1P6/8/r7/1P1q4/8/1B6/4K3 w - - 0 1"

func FuzzParseLAN(f *testing.F) {
	addMoveSeeds(f)
	f.Fuzz(func(t *testing.T, fen, text string) { fuzzMove(t, fen, text, Position.ParseLAN, Position.LAN) })
}

func BenchmarkSAN(b *testing.B) {
	p := MustParseFEN(perftTests[1].fen)
	moves := p.AppendMoves(nil)
	var texts []string
	for _, m := range moves {
		texts = append(texts, p.SAN(m))
	}
	b.Run("parse", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			p.ParseSAN(texts[i%len(texts)])
		}
	})
	b.Run("append", func(b *testing.B) {
		b.ReportAllocs()
		buf := make([]byte, 0, 16)
		for i := 0; b.Loop(); i++ {
			p.AppendSAN(buf, moves[i%len(moves)])
		}
	})
}
