package chess

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestSetupRoundTrip(t *testing.T) {
	randomGames(20, func(p Position, _ []Move) {
		s := p.Setup()
		q, err := s.Position()
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		if q.FEN() != p.FEN() || q.Key() != p.Key() {
			t.Fatalf("%s comes back as %s", p, q)
		}
		if diff := cmp.Diff(s, q.Setup()); diff != "" {
			t.Fatalf("%s: %s", p, diff)
		}
	})
}

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
		{"white pawn on b8", castlingFEN, put(WhitePawn, B8), pawnOnBackRank},
		{"black pawn on b1", castlingFEN, put(BlackPawn, B1), pawnOnBackRank},
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
		{"three-check", StartFEN, func(s *Setup) { s.ThreeCheck, s.Checks = true, [2]int{3, 1} }, 0},
		{"three checks given", StartFEN, func(s *Setup) { s.ThreeCheck, s.Checks = true, [2]int{3, 0} }, 0},
		{"three checks given, but to move", StartFEN, func(s *Setup) { s.ThreeCheck, s.Checks = true, [2]int{0, 3} }, impossibleChecks},
		{"four checks", StartFEN, func(s *Setup) { s.ThreeCheck, s.Checks = true, [2]int{4, 3} }, impossibleChecks},
		{"negative checks", StartFEN, func(s *Setup) { s.ThreeCheck, s.Checks = true, [2]int{3, -1} }, impossibleChecks},
		{"piece 7", StartFEN, put(7, E4), impossibleValue},
		{"piece 8", StartFEN, put(8, E4), impossibleValue},
		{"piece 15", StartFEN, put(15, E4), impossibleValue},
		{"piece 22", castlingFEN, put(16|WhiteKing, E1), impossibleValue | kingMissing | impossibleCastling},
		{"colour 2", StartFEN, func(s *Setup) { s.Turn = 2 }, impossibleValue},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := MustParseFEN(tt.start).Setup()
			tt.change(&s)
			p, err := s.Position()
			var got problemSet
			if err != nil && !errors.As(err, &got) {
				t.Fatalf("%T is not a problemSet", err)
			}
			if got != tt.want {
				t.Errorf("the problems are %v, want %v", got, tt.want)
			}
			if err != nil && len(p.AppendMoves(nil)) > 0 {
				t.Error("there are moves despite the error")
			}
			if err == nil && cmp.Diff(s, p.Setup()) != "" {
				t.Error(cmp.Diff(s, p.Setup()))
			}
		})
	}
}

func TestProblemsString(t *testing.T) {
	for ps, want := range map[problemSet]string{
		kingMissing:                    "a side without a king",
		pawnOnBackRank | tooManyPieces: "a pawn on the first or last rank, more than thirty-two pieces on a side, the most that this library can hold",
		impossibleValue:                "an invalid piece or colour",
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

func TestRepair(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(20, 2))
	count := map[problemSet]int{}
	for range 5000 {
		s := randomRights(rng)
		checkRepair(t, s)
		_, mended := s.repair()
		count[mended]++
	}
	for _, mended := range []problemSet{0, impossibleCastling, impossibleEnPassant, impossibleCastling | impossibleEnPassant} {
		if count[mended] < 100 {
			t.Errorf("%d times %v: too few", count[mended], mended)
		}
	}
}

// Ordinary chess refuses what only Chess960 allows, and nothing else.
func TestSetupOrdinary(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 3))
	count := map[bool]int{}
	for range 5000 {
		s := randomRights(rng)
		s, _ = s.repair()
		s.Ordinary = false
		p, ps := s.position()
		s.Ordinary = true
		if q, got := s.position(); ps == 0 {
			count[p.IsChess960()]++
			if want := problemSet(oneIf(p.IsChess960())) * impossibleCastling; got != want || got == 0 && !q.Equal(p) {
				t.Fatalf("%s: as ordinary chess it is %s: %v, want %v", p, q, got, want)
			}
		} else if got&^impossibleCastling&^opponentInCheck != ps&^opponentInCheck {
			t.Fatalf("%+v: %v, want %v", s, got, ps)
		}
	}
	if min(count[false], count[true]) < 100 {
		t.Errorf("Chess960 or not: %v", count)
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

// TestSetupGarbage tries random Setups: Position does not panic, and where it
// succeeds, the Position's Setup is the same again.
func TestSetupGarbage(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	positions := 0
	for i := range 20000 {
		s := Setup{DoublePush: NoSquare, MoveNumber: 1}
		if i%4 == 0 {
			for sq := range s.Board {
				s.Board[sq] = Piece(rng.IntN(256))
			}
			s.Turn = Color(rng.IntN(256))
			s.Castling = []Square{Square(rng.IntN(256))}
			s.DoublePush = Square(rng.IntN(256))
		} else {
			for range rng.IntN(20) {
				s.Board[rng.IntN(64)] = Piece(rng.IntN(7) + 8*rng.IntN(2))
			}
			s.Board[rng.IntN(64)], s.Board[rng.IntN(64)] = WhiteKing, BlackKing
			s.Turn = Color(rng.IntN(2))
			s.Castling = []Square{Square(rng.IntN(65))}
			if i%8 > 4 {
				s.DoublePush = Square(1 + rng.IntN(64))
				s.Castling = nil
			}
		}
		p, err := s.Position()
		if err != nil {
			continue
		}
		positions++
		if diff := cmp.Diff(s, p.Setup()); diff != "" {
			t.Fatal(diff)
		}
		for _, m := range p.AppendMoves(nil) {
			p.After(m)
		}
	}
	if positions == 0 {
		t.Error("none of them was a position")
	}
}

func TestPawnsOnBackRanks(t *testing.T) {
	for sq := range NoSquare {
		for _, pawn := range []Piece{WhitePawn, BlackPawn} {
			s := MustParseFEN("8/8/8/k7/7K/8/8/8 w - - 0 1").Setup()
			if s.Board[sq] != NoPiece {
				continue
			}
			s.Board[sq] = pawn
			got, want := s.problems()&pawnOnBackRank != 0, sq.Rank() == 0 || sq.Rank() == 7
			if got != want {
				t.Errorf("%v on %v: on the back rank %v, want %v", pawn, sq, got, want)
			}
		}
	}
}

// FuzzSetup makes a Setup from the bytes. If it is accepted, the position is
// consistent, plays by the slow rules, and has the same Setup again. Otherwise
// there is a reason.
func FuzzSetup(f *testing.F) {
	r := rand.New(rand.NewPCG(11, 1))
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
		f.Add(board, byte(s.Turn), castling, byte(s.DoublePush), s.HalfmoveClock, s.MoveNumber, s.ThreeCheck, s.Checks[0], s.Checks[1])
	}
	f.Add([]byte{7, 8, 255}, byte(2), []byte{64, 65}, byte(255), -1, math.MaxInt, false, -3, math.MinInt)
	f.Fuzz(func(t *testing.T, board []byte, turn byte, castling []byte, doublePush byte, halfmoves, move int, three bool, white, black int) {
		s := Setup{Ordinary: len(board) > 64}
		for sq, piece := range board[:min(len(board), 64)] {
			s.Board[sq] = Piece(piece)
		}
		for _, sq := range castling {
			s.Castling = append(s.Castling, Square(sq))
		}
		s.Turn, s.DoublePush = Color(turn), Square(doublePush)
		s.HalfmoveClock, s.MoveNumber = halfmoves, move
		s.ThreeCheck, s.Checks = three, [2]int{white, black}
		checkRepair(t, s)
		p, err := s.Position()
		ps := s.problems()
		if (err != nil) != (ps.fatal() != 0) || (ps.Error() == "") != (ps == 0) {
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
		p, err := Chess960Position(n)
		if err != nil || p.FEN() != want {
			t.Errorf("Chess960Position(%d) = %v, %v, want %s", n, p, err, want)
		}
	}
	seen := map[Key]int{}
	for n := range 960 {
		p, err := Chess960Position(n)
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[p.Key()]; ok {
			t.Errorf("%d and %d are the same", n, other)
		}
		seen[p.Key()] = n
		// King between the rooks, and bishops on both colours.
		king := p.King(White)
		if p.castlingRook(White, queenSide) >= king || p.castlingRook(White, kingSide) <= king || p.problems() != 0 {
			t.Errorf("%d: %v", n, p)
		}
	}
	for _, n := range []int{-1, 960, math.MaxInt} {
		if _, err := Chess960Position(n); !errors.Is(err, ErrIllegal) {
			t.Errorf("Chess960Position(%d): %v", n, err)
		}
	}
}

func TestChess960Number(t *testing.T) {
	for _, want := range []int{0, 17, 518, 959} {
		p, err := Chess960Position(want)
		if err != nil {
			t.Fatal(err)
		}
		if n, ok := Chess960Number(p); n != want || !ok {
			t.Errorf("Chess960Number(%v) = %d, %v", p, n, ok)
		}
	}
	if n, ok := Chess960Number(MustParseFEN(perftTests[1].fen)); ok {
		t.Errorf("kiwipete is start position %d", n)
	}
}
