package chess

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// thirtyTwoFEN has as many black pieces as a Position can hold.
const thirtyTwoFEN = "kqqqqqqq/qqqqqqqq/pppppppp/1ppppppp/p7/8/8/7K w - - 0 1"

func TestSetupProblems(t *testing.T) {
	put := func(piece Piece, squares ...Square) func(*Setup) {
		return func(s *Setup) {
			for _, sq := range squares {
				s.Board[sq] = piece
			}
		}
	}
	castle := func(c Color, side wing, sq Square) func(*Setup) {
		return func(s *Setup) {
			rooks, _ := s.castlingRooks()
			rooks[c][side] = sq
			s.Castling = nil
			for _, rook := range [4]Square{rooks[0][0], rooks[0][1], rooks[1][0], rooks[1][1]} {
				if rook != NoSquare {
					s.Castling = append(s.Castling, rook)
				}
			}
		}
	}
	for _, tt := range []struct {
		name   string
		start  string
		change func(*Setup)
		want   problemSet
	}{
		{"nothing", StartFEN, func(s *Setup) {}, 0},
		{"empty board", StartFEN, func(s *Setup) { *s = Setup{} }, kingMissing},
		{"no white king", castlingFEN, put(NoPiece, E1), kingMissing | impossibleCastling},
		{"no black king", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", put(NoPiece, E8), kingMissing},
		{"two white kings", StartFEN, put(WhiteKing, E4), kingSurplus},
		{"two black kings", StartFEN, put(BlackKing, D8), kingSurplus},
		{"sixteen kings", StartFEN, func(s *Setup) {
			*s = Setup{}
			for sq := range A3 {
				s.Board[sq], s.Board[sq+A7] = WhiteKing, BlackKing
			}
		}, kingSurplus},
		{"white pawn on a8", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", put(WhitePawn, A8), pawnOnBackRank},
		{"white pawn on h1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", put(WhitePawn, H1), pawnOnBackRank},
		{"black pawn on a1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", put(BlackPawn, A1), pawnOnBackRank},
		{"black pawn on h8", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", put(BlackPawn, H8), pawnOnBackRank},
		{"fifteen pawns", "4k3/8/8/8/8/PPPPPPP1/PPPPPPPP/4K3 w - - 0 1", func(s *Setup) {}, 0},
		{"seventeen pieces", StartFEN, put(WhiteKnight, E4), 0},
		{"thirty-two pieces", thirtyTwoFEN, func(s *Setup) {}, 0},
		{"thirty-three pieces", thirtyTwoFEN, put(BlackQueen, A5), tooManyPieces},
		{"check to the side not to move", castlingFEN, put(WhiteRook, E4), opponentInCheck},
		{"check to the side to move", castlingFEN, put(BlackRook, E4), 0},
		{"neighbouring kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", func(s *Setup) { put(NoPiece, E8)(s); put(BlackKing, E2)(s) },
			opponentInCheck},
		{"two problems", castlingFEN, func(s *Setup) { put(WhiteRook, E4)(s); put(BlackPawn, B1)(s) },
			pawnOnBackRank | opponentInCheck},
		{"a right without a rook", castlingFEN, put(NoPiece, H1), impossibleCastling},
		{"a right with the enemy's rook", castlingFEN, put(BlackRook, A1), impossibleCastling},
		{"a right without a king", castlingFEN, func(s *Setup) { put(NoPiece, E1)(s); put(WhiteKing, E2)(s) }, impossibleCastling},
		{"a right on the wrong side", castlingFEN, castle(White, kingSide, A1), impossibleCastling},
		{"a right on the wrong rank", castlingFEN, castle(White, kingSide, H8), impossibleCastling},
		{"a right off the board", castlingFEN, castle(Black, queenSide, NoSquare+1), impossibleCastling},
		{"a right of a king on the h-file", "4k3/8/8/8/8/8/8/R6K w - - 0 1", castle(White, queenSide, A1), impossibleCastling},
		{"a right of a king on the a-file", "4k3/8/8/8/8/8/8/K6R w - - 0 1", castle(White, kingSide, H1), impossibleCastling},
		{"one right less", castlingFEN, castle(Black, queenSide, NoSquare), 0},
		{"an inner rook", "4k3/8/8/8/8/8/8/4KR1R w - - 0 1", castle(White, kingSide, F1), 0},
		{"en passant", enPassantFEN, func(s *Setup) {}, 0},
		{"en passant without a pawn", enPassantFEN, put(NoPiece, D5), impossibleEnPassant},
		{"en passant of a white pawn for White", enPassantFEN, put(WhitePawn, D5), impossibleEnPassant},
		{"en passant on a piece", enPassantFEN, put(BlackKnight, D6), impossibleEnPassant},
		{"en passant, a piece on the start square", enPassantFEN, put(BlackKnight, D7), impossibleEnPassant},
		{"en passant of the side to move", enPassantFEN, func(s *Setup) { s.Turn = Black }, impossibleEnPassant},
		{"en passant off the board", enPassantFEN, func(s *Setup) { s.DoublePush = 200 }, impossibleEnPassant},
		{"en passant on the fourth", enPassantFEN, func(s *Setup) { s.DoublePush = D4 }, impossibleEnPassant},
		{"negative clock", StartFEN, func(s *Setup) { s.HalfmoveClock = -1 }, impossibleClock},
		{"long clock", StartFEN, func(s *Setup) { s.HalfmoveClock = maxClock + 1 }, impossibleClock},
		{"longest clock", StartFEN, func(s *Setup) { s.HalfmoveClock = maxClock }, 0},
		{"negative move", StartFEN, func(s *Setup) { s.MoveNumber = -1 }, impossibleClock},
		{"late move", StartFEN, func(s *Setup) { s.MoveNumber = maxClock + 1 }, impossibleClock},
		{"off the board", StartFEN, func(s *Setup) { s.Castling = []Square{NoSquare} }, impossibleCastling},
		{"the same right twice", StartFEN, func(s *Setup) { s.Castling = []Square{H1, H1} }, impossibleCastling},
		{"checks in ordinary chess", StartFEN, func(s *Setup) { s.Checks[Black] = 3 }, impossibleChecks},
		{"three-check", StartFEN, func(s *Setup) { s.Variant, s.Checks = ThreeCheck, [2]int{3, 1} }, 0},
		{"three checks given", StartFEN, func(s *Setup) { s.Variant, s.Checks = ThreeCheck, [2]int{3, 0} }, 0},
		{"three checks given, but to move", StartFEN, func(s *Setup) { s.Variant, s.Checks = ThreeCheck, [2]int{0, 3} }, impossibleChecks},
		{"four checks", StartFEN, func(s *Setup) { s.Variant, s.Checks = ThreeCheck, [2]int{4, 3} }, impossibleChecks},
		{"negative checks", StartFEN, func(s *Setup) { s.Variant, s.Checks = ThreeCheck, [2]int{3, -1} }, impossibleChecks},
		{"piece 7", StartFEN, put(7, E4), impossibleValue},
		{"piece 8", StartFEN, put(8, E4), impossibleValue},
		{"piece 15", StartFEN, put(15, E4), impossibleValue},
		{"piece 22", castlingFEN, put(16|WhiteKing, E1), impossibleValue | kingMissing | impossibleCastling},
		{"colour 2", StartFEN, func(s *Setup) { s.Turn = 2 }, impossibleValue},
	} {
		s := MustParseFEN(tt.start).Setup()
		tt.change(&s)
		p, err := s.Position()
		var got problemSet
		if errors.As(err, &got); got != tt.want || err != nil && !p.isZero() {
			t.Errorf("%s: %v, %v, want %v", tt.name, p, err, tt.want)
		}
		checkSetup(t, s)
	}
}

func TestProblemsString(t *testing.T) {
	for ps, want := range map[problemSet]string{
		kingMissing:                    "a side without a king",
		pawnOnBackRank | tooManyPieces: "a pawn on the first or last rank, more than thirty-two pieces on a side, the most that this library can hold",
		impossibleValue:                "an invalid piece, colour or variant",
	} {
		if got := ps.Error(); got != want {
			t.Errorf("problemSet(%d) is %q, want %q", ps, got, want)
		}
	}
	if 1<<len(problems) != 2*contradictoryClock {
		t.Error("a problem has no name")
	}
}

// randomRights returns a Setup as a careless program leaves it: with rights to castle
// and en-passant squares that may be impossible.
func randomRights(rng *rand.Rand) Setup {
	s := randomSetup(rng, []PieceType{Pawn, Rook, Rook, Queen}, rng.IntN(12))
	for range rng.IntN(4) {
		s.Castling = append(s.Castling, Square(rng.IntN(8))+Square(rng.IntN(2))*A8)
	}
	if rng.IntN(4) == 0 {
		s.Castling = append(s.Castling, Square(rng.IntN(256)))
	}
	if rng.IntN(2) == 0 {
		s.DoublePush = Square(rng.IntN(70))
	}
	if rng.IntN(8) == 0 {
		s.Board[rng.IntN(64)] = Piece(rng.IntN(20))
	}
	s.Ordinary = rng.IntN(2) == 0
	return s
}

// checkRepair checks what Repair promises.
func checkRepair(t *testing.T, s Setup) {
	t.Helper()
	const mendable = impossibleCastling | impossibleEnPassant
	r, mended := s.repair()
	ps, left := s.problems().fatal(), r.problems().fatal()
	if mended != ps&mendable || left&mendable != 0 || left&^opponentInCheck != ps&^opponentInCheck&^mendable {
		t.Fatalf("%+v\nhas the problems %v; of them %v are mended and %v left", s, ps, mended, left)
	}
	if again, more := r.repair(); more != 0 || cmp.Diff(again, r) != "" {
		t.Fatalf("%+v\nis repaired again to\n%+v: %v", r, again, more)
	}
	want := s
	want.Castling, want.DoublePush = r.Castling, r.DoublePush
	if diff := cmp.Diff(want, r); diff != "" || mended == 0 && cmp.Diff(s, r) != "" {
		t.Fatalf("%+v\nis changed by Repair: %s", s, diff)
	}
	// Each right is there still, or impossible beside those that are there.
	kept := r.Castling
	for _, rook := range s.Castling {
		if len(kept) > 0 && kept[0] == rook {
			kept = kept[1:]
			continue
		}
		with := r
		with.Castling = append(slices.Clone(r.Castling), rook)
		if with.problems()&impossibleCastling == 0 {
			t.Fatalf("%+v\nis repaired without the right of %v, which is possible", s, rook)
		}
	}
	if len(kept) > 0 || mended&impossibleCastling == 0 && len(r.Castling) < len(s.Castling) ||
		mended&impossibleEnPassant == 0 && r.DoublePush != s.DoublePush || mended&impossibleEnPassant != 0 && r.DoublePush != NoSquare {
		t.Fatalf("%+v\nis repaired to\n%+v: %v", s, r, mended)
	}
}

// checkSetup checks that Position accepts a Setup without fatal problems only, and that the
// position plays by the slow rules and has the same Setup again.
func checkSetup(t *testing.T, s Setup) {
	t.Helper()
	p, err := s.Position()
	ps := s.problems()
	if (err != nil) != (ps.fatal() != 0) || err != nil && err != ps.fatal() || (ps.Error() == "") != (ps == 0) {
		t.Fatalf("%+v: error %v, problems %v", s, err, ps)
	}
	if err != nil {
		return
	}
	if s.DoublePush == A1 {
		s.DoublePush = NoSquare
	}
	s.MoveNumber, s.Ordinary = max(1, s.MoveNumber), false
	anyOrder := cmpopts.SortSlices(func(a, b Square) bool { return a < b })
	if diff := cmp.Diff(s, p.Setup(), anyOrder, cmpopts.EquateEmpty()); diff != "" {
		t.Fatal(diff)
	}
	compareSlow(t, &p, newSlow(s))
	if p.problems() != ps {
		t.Fatalf("%v: problems %v, of the Setup %v", p, p.problems(), ps)
	}
}

func TestRepair(t *testing.T) {
	t.Parallel()
	rng := chesstest.Rand(t)
	for range chesstest.Sample(t, 5000) {
		s := randomRights(rng)
		checkRepair(t, s)
		s, _ = s.repair()
		checkSetup(t, s)
	}
}

// Ordinary chess refuses what only Chess960 allows, and nothing else.
func TestSetupOrdinary(t *testing.T) {
	rng := chesstest.Rand(t)
	for range chesstest.Sample(t, 5000) {
		s, _ := randomRights(rng).repair()
		s.Ordinary = false
		p, ps := s.position()
		s.Ordinary = true
		if q, got := s.position(); ps == 0 {
			if want := problemSet(oneIf(p.IsChess960())) * impossibleCastling; got != want || got == 0 && !q.Equal(p) {
				t.Fatalf("%s: as ordinary chess it is %s: %v, want %v", p, q, got, want)
			}
		} else if got&^impossibleCastling&^opponentInCheck != ps&^opponentInCheck {
			t.Fatalf("%+v: %v, want %v", s, got, ps)
		}
	}
	for fen, want := range map[string]string{
		"r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1": "r3k2r/8/8/8/8/8/8/R2K3R w kq - 0 1",
		"4k1r1/8/8/8/8/8/8/1R2K2R w KQk - 0 1": "4k1r1/8/8/8/8/8/8/1R2K2R w K - 0 1",
		castlingFEN:                            castlingFEN,
		chess960FEN(0):                         "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w - - 0 1",
		chess960FEN(518):                       StartFEN,
	} {
		s, err := ParseSetup(fen)
		if err != nil {
			t.Fatal(err)
		}
		s.Ordinary = true
		repaired, _ := s.repair()
		if p, err := repaired.Position(); err != nil || p.FEN() != want {
			t.Errorf("%s: %v, %v, want %s", fen, p, err, want)
		}
	}
}

// FuzzSetup makes a Setup from the bytes. If it is accepted, the position is
// consistent, plays by the slow rules, and has the same Setup again. Otherwise
// there is a reason.
func FuzzSetup(f *testing.F) {
	r := rand.New(rand.NewPCG(11, chesstest.Seed()))
	for range 20 {
		s := randomSetup(r, []PieceType{Pawn, Pawn, Knight, Bishop, Rook, Queen}, r.IntN(20))
		board := make([]byte, 64)
		for sq, piece := range s.Board {
			board[sq] = byte(piece)
		}
		var castling []byte
		for _, rook := range s.Castling {
			castling = append(castling, byte(rook))
		}
		f.Add(board, byte(s.Turn), castling, byte(s.DoublePush), s.HalfmoveClock, s.MoveNumber, byte(s.Variant), s.Checks[0], s.Checks[1])
	}
	f.Add([]byte{7, 8, 255}, byte(2), []byte{64, 65}, byte(255), -1, math.MaxInt, byte(200), -3, math.MinInt)
	f.Fuzz(func(t *testing.T, board []byte, turn byte, castling []byte, doublePush byte, halfmoves, move int, variant byte, white, black int) {
		s := Setup{Ordinary: len(board) > 64}
		for sq, piece := range board[:min(len(board), 64)] {
			s.Board[sq] = Piece(piece)
		}
		for _, sq := range castling {
			s.Castling = append(s.Castling, Square(sq))
		}
		s.Turn, s.DoublePush = Color(turn), Square(doublePush)
		s.HalfmoveClock, s.MoveNumber = halfmoves, move
		s.Variant, s.Checks = Variant(variant), [2]int{white, black}
		checkRepair(t, s)
		checkSetup(t, s)
	})
}

func TestChess960Position(t *testing.T) {
	for n, want := range map[int]string{
		0:   "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
		1:   "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1",
		518: StartFEN,
		534: "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1",
		959: "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1",
	} {
		if p, err := Chess960Position(n); err != nil || p.FEN() != want {
			t.Errorf("Chess960Position(%d) = %v, %v, want %s", n, p, err, want)
		}
	}
	for want := range 960 {
		p, err := Chess960Position(want)
		if err != nil || !p.Equal(MustParseFEN(chess960FEN(want))) || p.problems() != 0 {
			t.Errorf("Chess960Position(%d) = %v, %v", want, p, err)
		}
		if n, ok := Chess960Number(p); n != want || !ok {
			t.Errorf("Chess960Number(%v) = %d, %v", p, n, ok)
		}
	}
	if n, ok := Chess960Number(MustParseFEN(perftTests[1].fen)); ok {
		t.Errorf("kiwipete is start position %d", n)
	}
	for _, n := range []int{-1, 960, math.MaxInt} {
		if _, err := Chess960Position(n); !errors.Is(err, ErrIllegal) {
			t.Errorf("Chess960Position(%d): %v", n, err)
		}
	}
}

// A mirrored position has as many moves, and mirrored again it is the first.
func TestMirror(t *testing.T) {
	positions := 0
	check := func(p Position) {
		t.Helper()
		setup := p.Setup()
		again, err1 := setup.Mirror().Mirror().Position()
		m, err2 := setup.Mirror().Position()
		if err := errors.Join(err1, err2); err != nil || !again.Equal(p) {
			t.Fatalf("%s: %s, %v", p.FEN(), again.FEN(), err)
		}
		if p.Turn() == m.Turn() || len(p.LegalMoves()) != len(m.LegalMoves()) || p.InCheck() != m.InCheck() || p.HalfmoveClock() != m.HalfmoveClock() {
			t.Fatalf("%s is not the mirror of %s", m.FEN(), p.FEN())
		}
		positions++
	}
	rng := chesstest.Rand(t)
	for v := range giveaway + 1 {
		if v == Horde {
			continue
		}
		for range chesstest.Sample(t, 30) {
			p := v.StartPosition()
			for range 60 {
				moves := p.LegalMoves()
				if len(moves) == 0 || p.Outcome().Over() {
					break
				}
				p = p.After(moves[rng.IntN(len(moves))])
				check(p)
			}
		}
	}
	if positions < 500 {
		t.Errorf("only %d positions", positions)
	}
	check(MustParseFEN("1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 3 9"))
	if _, err := Horde.StartPosition().Setup().Mirror().Position(); err == nil {
		t.Error("Black has the horde")
	}
}

func TestUnreachable(t *testing.T) {
	for _, tt := range []struct {
		name, fen string
		want      problemSet
	}{
		{"start", StartFEN, 0},
		{"kiwipete", perftTests[1].fen, 0},
		{"nine pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 9", tooManyPromoted},
		{"ten knights", "8/8/8/7k/8/8/NNNNN3/KNNNNN2 w - - 0 99", 0},
		{"eleven knights", "8/8/8/7k/8/8/NNNNNN2/KNNNNN2 w - - 0 99", tooManyPromoted},
		{"two queens and eight pawns", "4k3/8/8/8/8/8/PPPPPPPP/3QKQ2 w - - 0 9", tooManyPromoted},
		{"three rooks and seven pawns", "4k3/8/8/8/8/8/1PPPPPPP/R1R1K2R w - - 0 9", 0},
		{"two bishops on one colour and eight pawns", "4k3/8/8/8/8/4B3/PPPPPPPP/2B1K3 w - - 0 9", tooManyPromoted},
		{"two bishops on two colours and eight pawns", "4k3/8/8/8/8/8/PPPPPPPP/2B1KB2 w - - 0 9", 0},
		{"many black knights", "nnnnk3/pppppppp/8/8/8/8/8/4K3 w - - 0 9", tooManyPromoted},
		{"doubled pawns, nothing missing", "rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 9", tooManyCaptures},
		{"doubled pawns, one piece missing", "rnbqkbnr/ppppppp1/8/8/8/P7/P1PPPPPP/RNBQKBNR w KQkq - 0 9", 0},
		{"a pawn too many files away for its rank", "4k3/8/8/8/8/P7/P1PPPPP1/4K3 w - - 0 9", 0},
		{"pawns too many files away for their ranks", "4k3/8/8/8/P7/P7/P7/4K3 w - - 0 9", 0},
		{"pawns that cannot have got there", "4k3/8/8/8/8/PP6/PP6/4K3 w - - 0 9", tooManyCaptures},
		{"Black's pawns that cannot", "4k3/pp6/pp6/8/8/8/8/4K3 w - - 0 9", tooManyCaptures},
		{"three checkers", "4k3/8/3N1N2/8/8/8/8/4R1K1 b - - 0 9", tooManyCheckers},
		{"a double check discovered", "4k3/8/3N4/8/8/8/8/4R1K1 b - - 0 9", 0},
		{"two knights give check", "4k3/8/3N1N2/8/8/8/8/6K1 b - - 0 9", impossibleLastMove},
		{"two rooks from opposite sides", "8/8/8/8/R2k3R/8/8/6K1 b - - 0 9", impossibleLastMove},
		{"two rooks, one of them a pawn before", "3Rk3/8/8/8/8/8/8/4R1K1 b - - 0 9", 0},
		{"two rooks, too far apart for that", "4k2R/8/8/8/8/8/8/4R1K1 b - - 0 9", impossibleLastMove},
		{"two checkers discovered by en passant", "B3R3/8/3P4/8/4k3/8/8/7K b - - 0 9", 0},
		{"two checkers that en passant cannot have discovered", "B3R3/3p4/3P4/8/4k3/8/8/7K b - - 0 9", impossibleLastMove},
		{"a pawn from its first rank", "8/8/8/8/8/1k6/P7/6K1 b - - 0 9", impossibleLastMove},
		{"a pawn that captured", "8/8/8/8/1k6/P7/8/6K1 b - - 0 9", 0},
		{"en passant, the pawn gives check", "8/8/8/3k4/4P3/8/8/6K1 b - e3 0 9", 0},
		{"en passant, a rook gives discovered check", "K7/8/8/8/4P3/8/R6k/8 b - e3 0 9", 0},
		{"en passant, another piece gives check", "8/8/8/8/4P3/8/8/K5Rk b - e3 0 9", impossibleLastMove},
		{"en passant, the pawn has blocked a check", "8/7k/8/8/4P3/8/8/KB6 b - e3 0 9", impossibleLastMove},
		{"a pawn that blocks, perhaps by one step", "8/7k/8/8/4P3/8/8/KB6 b - - 0 9", 0},
		{"a check that only a double push explains, since Black has all its pieces", "rnbq1bnr/pppppppp/8/1k6/4P3/8/6P1/4KB1R b K - 0 9", 0},
		{"the king has castled in Chess960", "8/8/8/8/8/5k2/8/4RRK1 b - - 9 29", 0},
		{"the king has castled to the other side", "2krr3/8/3K4/8/8/8/8/8 w - - 9 29", 0},
		{"the king cannot have castled, since it still may", "8/8/8/8/8/5k2/8/4RRKR b K - 9 29", impossibleLastMove},
		{"the rook has moved", "7k/8/8/8/8/8/8/4K2R b - - 9 29", 0},
		{"the rook cannot have moved, since it may still castle", "7k/8/8/8/8/8/8/4K2R b K - 9 29", impossibleLastMove},
		{"a check that has not been counted", "4k3/8/8/8/8/8/8/4RK2 b - - 3+3 9 29", uncountedCheck},
		{"a check that has been counted", "4k3/8/8/8/8/8/8/4RK2 b - - 2+3 9 29", 0},
		{"the clock ahead of the game", "4k3/8/8/8/8/8/8/4K3 w - - 9 1", contradictoryClock},
		{"the clock with the game", "4k3/8/8/8/8/8/8/4K3 b - - 9 5", 0},
		{"the clock of a double push", "4k3/8/8/8/4P3/8/8/4K3 b - e3 1 9", contradictoryClock},
	} {
		p, err := ParseFEN(tt.fen)
		if (err != nil) != (tt.want.fatal() != 0) {
			t.Errorf("%s: %v", tt.name, err)
		}
		if err != nil {
			continue
		}
		s := p.Setup()
		if got := [2]problemSet{p.problems(), s.problems()}; got != [2]problemSet{tt.want, tt.want} {
			t.Errorf("%s: the problems, and those of its setup, are %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestReachable checks that no position of a game has a problem, and that a move
// from any position can be taken back.
func TestReachable(t *testing.T) {
	t.Parallel()
	r := chesstest.Rand(t)
	for i := range chesstest.Sample(t, 160) {
		s := chess960([]int{518, r.IntN(960)}[i%2])
		if i%3 == 0 {
			s.Variant, s.Checks = ThreeCheck, [2]int{3, 3}
		}
		p, err := s.Position()
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			if ps := p.problems(); ps != 0 {
				t.Fatalf("%v: %v", p, ps)
			}
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p = p.After(moves[r.IntN(len(moves))])
		}
	}
	var next Position
	for p := range manyPositions(32, chesstest.Sample(t, 1200)) {
		if p.problems()&(tooManyPromoted|tooManyCaptures) != 0 {
			continue // a capture too many cannot be taken back
		}
		for _, m := range p.AppendMoves(nil) {
			p.Do(m, &next)
			if ps := next.history() &^ (uncountedCheck | contradictoryClock); ps != 0 {
				t.Fatalf("%v: after %v %v: %v", p, m, next, ps)
			}
			next.enPassantTarget = 0 // as in an EPD
			if ps := next.history() &^ (uncountedCheck | contradictoryClock); ps != 0 {
				t.Fatalf("%v: after %v %v without en passant: %v", p, m, next, ps)
			}
		}
	}
}
