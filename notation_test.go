package chess

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// A failure is what a test expects of a ParseError.
type failure struct {
	Kind   error
	Offset int
}

// failed returns the failure in err: the zero failure if err is nil. An error of
// another type fails the test.
func failed(t *testing.T, err error) failure {
	t.Helper()
	if err == nil {
		return failure{}
	}
	var e *ParseError
	if !errors.As(err, &e) {
		t.Fatalf("%T is not a *ParseError: %v", err, err)
	}
	if e.Detail == "" || e.Field == "" {
		t.Errorf("%#v lacks a detail or a field", e)
	}
	return failure{e.Kind, e.Offset}
}

// findMove returns the legal move that UCI writes as uci.
func findMove(t *testing.T, p Position, uci string) Move {
	t.Helper()
	for _, m := range p.AppendMoves(nil) {
		if p.UCI(m) == uci {
			return m
		}
	}
	t.Fatalf("%s has no move %s", p, uci)
	return 0
}

// chess960FEN returns start position n of the 960, the same for both sides, in
// the usual numbering.
func chess960FEN(n int) string {
	var rank [8]byte
	free := func(i int) *byte { // the i-th of the empty squares
		for f := range rank {
			if rank[f] == 0 {
				if i == 0 {
					return &rank[f]
				}
				i--
			}
		}
		return nil
	}
	rank[n%4*2+1] = 'B'
	n /= 4
	rank[n%4*2] = 'B'
	n /= 4
	*free(n % 6) = 'Q'
	n /= 6
	knights := [10][2]int{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1}, {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 3}}[n]
	*free(knights[0]) = 'N'
	*free(knights[1]) = 'N'
	for _, c := range []byte("RKR") {
		*free(0) = c
	}
	white := string(rank[:])
	rights := ""
	for f := 7; f >= 0; f-- {
		if rank[f] == 'R' {
			rights += string('A' + byte(f))
		}
	}
	return strings.ToLower(white) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w " + rights + strings.ToLower(rights) + " - 0 1"
}

func chess960(n int) Setup { return MustParseFEN(chess960FEN(n)).Setup() }

// randomGames plays games of random moves from ordinary, Chess960 and three-check
// starts, and calls visit with each position and its moves. It castles and promotes
// more often than random moves from the start position would.
func randomGames(games int, visit func(p Position, moves []Move)) {
	rng := rand.New(rand.NewPCG(1, chesstest.Seed()))
	for i := range games {
		fen := StartFEN
		switch i % 4 {
		case 1:
			fen += " +0+0"
		case 2:
			fen = chess960FEN(rng.IntN(960))
		case 3: // many pieces that SAN must tell apart, and few pawns
			fen = "n1n1k2r/1P1q2P1/2q3q1/n6n/N6N/2Q3Q1/1p1Q2p1/N1N1K2R w Kk - 0 1"
		}
		p := MustParseFEN(fen)
		for range 60 {
			moves := p.AppendMoves(nil)
			visit(p, moves)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			if j := slices.IndexFunc(moves, p.IsCastling); j >= 0 && rng.IntN(3) == 0 {
				m = moves[j]
			}
			p = p.After(m)
		}
	}
}

func TestParseError(t *testing.T) {
	cause := errors.New("cause")
	long := strings.Repeat("a", 1000) + "!" + strings.Repeat("b", 1000)
	for _, tt := range []struct {
		err  ParseError
		want string
	}{
		{ParseError{Kind: ErrSyntax, Field: "SAN", Input: "♘x", Offset: 4, Detail: "a file is missing"},
			`SAN "♘x": malformed at character 3: a file is missing`},
		{ParseError{Kind: ErrIllegal, Field: "move", Input: "e2e5"}, `move "e2e5": illegal`},
		{ParseError{Kind: ErrAmbiguous, Field: "SAN", Input: "Nd2", Detail: "two knights", Game: 3, Line: 12, Column: 5},
			`game 3, line 12, column 5: SAN "Nd2": ambiguous: two knights`},
		{ParseError{Kind: ErrSyntax, Field: "PGN", Input: long, Offset: 1000, Line: 2, Column: 1},
			`line 2, column 1: PGN "` + long[950:1050] + `": malformed at character 1001`},
		{ParseError{Kind: ErrSyntax, Field: "SAN", Input: "x", Offset: 9}, `SAN "x": malformed at character 2`},
		{ParseError{Kind: ErrSyntax, Field: "SAN", Input: "x", Offset: -9}, `SAN "x": malformed`},
	} {
		if diff := cmp.Diff(tt.want, tt.err.Error()); diff != "" {
			t.Error(diff)
		}
	}

	err := error(&ParseError{Kind: ErrIllegal, Err: cause})
	for target, want := range map[error]bool{ErrIllegal: true, cause: true, ErrSyntax: false, ErrAmbiguous: false} {
		if errors.Is(err, target) != want {
			t.Errorf("errors.Is finds %v: %v", target, !want)
		}
	}
}

const (
	castlingFEN    = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	promotionFEN   = "3n4/4P2k/8/8/8/8/8/4K3 w - - 0 1"
	enPassantFEN   = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
	neighboursFEN  = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"    // the king goes where the rook stands
	longWalkFEN    = "4k3/8/8/8/8/8/8/RK6 w A - 0 1"     // b1-c1 is a step, b1-a1 castling
	innerRookFEN   = "4k3/8/8/8/8/8/8/1R2K2R w KB - 0 1" // one rook in the corner, one not
	crossedFEN     = "7k/8/8/8/8/8/8/1KR1R3 w C - 0 1"   // b1-g1 is castling, over the other rook
	stayingKingFEN = "4k3/8/8/8/8/8/8/R5KR w HA - 0 1"   // castling on the h-file side the king stays
)

func TestUCI(t *testing.T) {
	for _, tt := range []struct {
		fen, castling string // as the king taking its rook
		uci, uci960   string
	}{
		{castlingFEN, "e1h1", "e1g1", "e1h1"},
		{castlingFEN, "e1a1", "e1c1", "e1a1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8h8", "e8g8", "e8h8"},
		{innerRookFEN, "e1h1", "e1g1", "e1h1"},
		{innerRookFEN, "e1b1", "e1b1", "e1b1"},
		{neighboursFEN, "f1g1", "f1g1", "f1g1"},
		{longWalkFEN, "b1a1", "b1a1", "b1a1"},
		{stayingKingFEN, "g1h1", "g1h1", "g1h1"},
	} {
		p := MustParseFEN(tt.fen)
		m, err := p.ParseUCI(tt.castling)
		if err != nil || !p.IsCastling(m) {
			t.Errorf("%s: %s is %v, %v, want castling", tt.fen, tt.castling, m, err)
			continue
		}
		if got := [2]string{p.UCI(m), p.UCI960(m)}; got != [2]string{tt.uci, tt.uci960} {
			t.Errorf("%s: castling is written %q, want %s and %s", tt.fen, got, tt.uci, tt.uci960)
		}
	}
	if got := StartPosition().UCI(0); got != "0000" {
		t.Errorf("the null move is written %q", got)
	}
}

// A reading is what texts, separated by commas, are read as in a position: a move, as
// UCI960 writes it, or a failure.
type reading struct {
	fen, texts string
	want       string
	fail       failure
}

func checkReadings(t *testing.T, parse func(Position, string) (Move, error), readings []reading) {
	t.Helper()
	for _, tt := range readings {
		p := MustParseFEN(tt.fen)
		for text := range strings.SplitSeq(tt.texts, ",") {
			m, err := parse(p, text)
			got := ""
			if err == nil {
				got = p.UCI960(m)
			}
			if f := failed(t, err); got != tt.want || f != tt.fail {
				t.Errorf("%s: %q is %q, %v, want %q, %v", tt.fen, text, got, err, tt.want, tt.fail)
			}
		}
	}
}

func TestParseUCI(t *testing.T) {
	checkReadings(t, Position.ParseUCI, []reading{
		{fen: StartFEN, want: "e2e4", texts: "e2e4"},
		{fen: StartFEN, want: "g1f3", texts: "g1f3"},
		{fen: promotionFEN, want: "e7e8q", texts: "e7e8q"},
		{fen: promotionFEN, want: "e7d8b", texts: "e7d8b"},
		{fen: enPassantFEN, want: "e5d6", texts: "e5d6"},
		{fen: castlingFEN, want: "e1h1", texts: "e1g1,e1h1"},
		{fen: castlingFEN, want: "e1a1", texts: "e1c1,e1a1"},
		{fen: castlingFEN, want: "e1f1", texts: "e1f1"},
		{fen: neighboursFEN, want: "f1g1", texts: "f1g1"},
		{fen: longWalkFEN, want: "b1c1", texts: "b1c1"},
		{fen: longWalkFEN, want: "b1a1", texts: "b1a1"},
		{fen: innerRookFEN, want: "e1b1", texts: "e1c1"},
		{fen: crossedFEN, texts: "b1g1", fail: failure{ErrIllegal, 0}},
		{fen: stayingKingFEN, want: "g1a1", texts: "g1c1"},
		{fen: StartFEN, texts: ",E2E4,Nf3,--", fail: failure{ErrSyntax, 0}},
		{fen: StartFEN, texts: "e2i4,e2-e4,e2\xff4", fail: failure{ErrSyntax, 2}},
		{fen: StartFEN, texts: "e2e9,e2e", fail: failure{ErrSyntax, 3}},
		{fen: StartFEN, texts: "e2e4 ", fail: failure{ErrSyntax, 4}},
		{fen: promotionFEN, texts: "e7e8Q,e7e8p", fail: failure{ErrSyntax, 4}},
		{fen: promotionFEN, texts: "e7e8k", fail: failure{ErrIllegal, 0}},
		{fen: promotionFEN, texts: "e7e8qq", fail: failure{ErrSyntax, 5}},
		{fen: StartFEN, texts: "0000,e2e5,e7e5,e3e4,e2e2,e2e4q,e1g1", fail: failure{ErrIllegal, 0}},
		{fen: castlingFEN, texts: "e1g1q,e1h8", fail: failure{ErrIllegal, 0}},
		{fen: promotionFEN, texts: "e7e8", fail: failure{ErrAmbiguous, 0}},
		{fen: StartFEN, texts: strings.Repeat("e2e4", 1000), fail: failure{ErrSyntax, 4}},
		{fen: "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", texts: "e1g1", fail: failure{ErrIllegal, 0}},
		{fen: "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", texts: "e1h1", fail: failure{ErrIllegal, 0}},
	})
}

// An illegal move is written as in UCI, whatever its bits, and nothing panics.
func TestWriteIllegalMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, chesstest.Seed()))
	for _, fen := range []string{StartFEN, castlingFEN, promotionFEN, enPassantFEN, crossedFEN} {
		p := MustParseFEN(fen)
		for i := range 20000 {
			m := Move(rng.Uint32())
			if i%2 == 0 { // squares of the board, mostly
				m = Move(rng.IntN(10))<<16 | Move(mailbox[rng.IntN(64)])<<8 | Move(mailbox[rng.IntN(64)])
			}
			if p.Legal(m) {
				continue
			}
			want := p.UCI(m)
			if got := [2]string{p.SAN(m), p.LAN(m)}; got != [2]string{want, want} {
				t.Fatalf("%s: the illegal move %#x is written %q, want %s", fen, uint32(m), got, want)
			}
		}
		if got := [2]string{p.SAN(0), p.LAN(0)}; got != [2]string{"--", "--"} {
			t.Errorf("the null move is written %q", got)
		}
	}
}

// addMoveSeeds adds positions and texts of moves to a fuzz target.
func addMoveSeeds(f *testing.F) {
	for _, s := range [][2]string{
		{StartFEN, "e2e4"}, {StartFEN, "e2i4"}, {StartFEN, "Ng1-f3"}, {StartFEN, "♘f3!?"}, {StartFEN, "0000"},
		{castlingFEN, "O-O-O+"}, {castlingFEN, "0-0"}, {castlingFEN, "e1h1"}, {castlingFEN, "Kg1"},
		{promotionFEN, "e7e8q"}, {promotionFEN, "exd8=N#"}, {promotionFEN, "e8b"}, {promotionFEN, "e7-e8=Q+"},
		{enPassantFEN, "exd6 e.p."}, {enPassantFEN, "e5:d6"}, {crossedFEN, "b1c1"}, {stayingKingFEN, "g1c1"},
		{castlingFEN, "0–0–0"}, {castlingFEN, "OO"}, {castlingFEN, "rh1×h8"}, {StartFEN, "ng1−f3"}, {StartFEN, "bb2-c3"},
		{enPassantFEN, "exd6ep"}, {promotionFEN, "e8(Q)"}, {promotionFEN, "exd8/n"},
		{"8/2KN1p2/5p2/3N1B1k/5PNp/7P/7P/8 w - - 0 1", "N5xf6#"}, {StartFEN + " +0+0", "Pe2-e4"},
	} {
		f.Add(s[0], s[1])
	}
}

// fuzzMove checks that a text is either rejected or read as a legal move, and that
// what is written for the move is read as the same move.
func fuzzMove(t *testing.T, fen, text string,
	read func(Position, string) (Move, error), write func(Position, Move) string) {
	p, err := ParseFEN(fen)
	if err != nil {
		t.Skip()
	}
	m, err := read(p, text)
	if err != nil {
		f := failed(t, err)
		if f.Offset < 0 || f.Offset > len(text) || m != 0 || len(err.Error()) > 2000 {
			t.Fatalf("%s: %q is %v, %v", p, text, m, err)
		}
		return
	}
	if !p.Legal(m) {
		t.Fatalf("%s: %q is read as the illegal move %v", p, text, m)
	}
	if got, err := read(p, write(p, m)); got != m {
		t.Fatalf("%s: %q is %v but %q is %v, %v", p, text, m, write(p, m), got, err)
	}
}

func FuzzParseUCI(f *testing.F) {
	addMoveSeeds(f)
	f.Fuzz(func(t *testing.T, fen, text string) { fuzzMove(t, fen, text, Position.ParseUCI, Position.UCI) })
}

func TestPositionMove(t *testing.T) {
	const castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	const promotion = "1n6/P7/8/8/8/8/8/K6k w - - 0 1"
	for _, tt := range []struct {
		name, fen string
		from, to  Square
		promotion PieceType
		want      string
		err       error
		detail    string
	}{
		{"a pawn", StartFEN, E2, E4, NoPieceType, "e2e4", nil, ""},
		{"castling by the king's step", castling, E1, G1, NoPieceType, "e1g1", nil, ""},
		{"castling by taking the rook", castling, E1, A1, NoPieceType, "e1c1", nil, ""},
		{"Chess960", "1k6/8/8/8/8/8/8/RK6 w A - 0 1", B1, A1, NoPieceType, "b1a1", nil, ""},
		{"a promotion", promotion, A7, A8, Knight, "a7a8n", nil, ""},
		{"a capture that promotes", promotion, A7, B8, Queen, "a7b8q", nil, ""},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", E5, D6, NoPieceType, "e5d6", nil, ""},
		{"no promotion", promotion, A7, A8, NoPieceType, "", ErrAmbiguous, "it fits a8=N, a8=B+, a8=R, a8=Q+"},
		{"a promotion too early", StartFEN, E2, E4, Queen, "", ErrIllegal, "a pawn promotes on the last rank, not on e4"},
		{"a promotion of a knight", StartFEN, G1, F3, Queen, "", ErrIllegal, "only a pawn promotes"},
		{"a promotion to a king", promotion, A7, A8, King, "", ErrIllegal, "a pawn does not become a king"},
		{"a promotion to a pawn", promotion, A7, A8, Pawn, "", ErrIllegal, "a pawn does not become a pawn"},
		{"a promotion to nothing", promotion, A7, A8, 99, "", ErrIllegal, "a pawn does not become a PieceType(99)"},
		{"an empty square", StartFEN, E4, E5, NoPieceType, "", ErrIllegal, "White has no piece on e4"},
		{"the opponent's piece", StartFEN, E7, E5, NoPieceType, "", ErrIllegal, "White has no piece on e7"},
		{"castling through pieces", StartFEN, E1, G1, NoPieceType, "", ErrIllegal, "White may not castle kingside: the bishop on f1 is in the way"},
		{"no square", StartFEN, NoSquare, E4, NoPieceType, "", ErrIllegal, "there is no such square"},
		{"beyond the squares", StartFEN, E2, 200, NoPieceType, "", ErrIllegal, "there is no such square"},
	} {
		p := MustParseFEN(tt.fen)
		m, err := p.Move(tt.from, tt.to, tt.promotion)
		if err != nil {
			var pe *ParseError
			if !errors.Is(err, tt.err) || !errors.As(err, &pe) || pe.Detail != tt.detail || pe.Field != "move" || m != 0 {
				t.Errorf("%s: %v, %v, want %v: %s", tt.name, m, err, tt.err, tt.detail)
			}
		} else if tt.err != nil || m.String() != tt.want || !p.Legal(m) {
			t.Errorf("%s: %v, want %s, %v", tt.name, m, tt.want, tt.err)
		}
	}
}

func TestParseMoveErrors(t *testing.T) {
	for text, want := range map[string]string{
		"e2e5":  `move "e2e5": illegal: no such move of a pawn to e5 is legal`,
		"nf3":   `move "nf3": malformed: "n" is neither a file nor a piece: the knight is "N"`,
		"Sf3":   `move "Sf3": malformed: "S" is neither a file nor a piece`,
		"Кf3":   `move "Кf3": malformed: "К" is neither a file nor a piece`,
		"kf3":   `move "kf3": malformed: "k" is neither a file nor a piece: the king is "K"`,
		"1e4":   `move "1e4": malformed at character 2: the file that the pawn leaves is missing`,
		"?":     `move "?": malformed: this is not a move`,
		"±":     `move "±": malformed: this is not a move`,
		"=":     `move "=": malformed: this is not a move`,
		"12":    `move "12": malformed: this is not a move`,
		"":      `move "": malformed: there is no move`,
		"a8(Q":  `move "a8(Q": malformed at character 5: ")" is missing`,
		"Nx":    `move "Nx": malformed at character 3: a file, from a to h, is missing`,
		"0000":  `move "0000": illegal: the null move is not legal in a game`,
		"@@@@":  `move "@@@@": illegal: the null move is not legal in a game`,
		"5255":  `move "5255": illegal: no such move of a pawn to e5 is legal`,
		"P-K4":  `move "P-K4": malformed at character 3: descriptive notation is not read`,
		"NxP":   `move "NxP": malformed at character 3: descriptive notation is not read`,
		"N-KB3": `move "N-KB3": malformed at character 3: descriptive notation is not read`,
		"e2e4q": `move "e2e4q": illegal: a pawn promotes on the last rank, not on e4`,
	} {
		p := StartPosition()
		if _, err := p.ParseMove(text); err == nil || err.Error() != want {
			t.Errorf("ParseMove gives %v, want %s", err, want)
		}
		want = strings.Replace(want, "move", "SAN", 1)
		if _, err := p.ParseSAN(text); err == nil || err.Error() != want {
			t.Errorf("ParseSAN gives %v, want %s", err, want)
		}
	}
}
