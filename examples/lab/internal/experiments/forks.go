package experiments

import (
	"fmt"
	"math/rand/v2"

	"github.com/seed-0971039b/chess"
)

// A fork is a position with Black to move in which a white pawn attacks two black
// pieces, and only one of them can be saved.
type fork struct {
	position chess.Position
	pieces   [2]chess.Square // those that are attacked
}

// forkRule is the rule by which forks are made, in words. With a pawn as the attacker
// the dearer piece is the greater loss, defended or not.
const forkRule = `White has a king and four pawns, one of which attacks two black pieces; Black has these, a king and three pawns; the squares are
	drawn at random, each pawn in its own half of the board. Black is to move and not in check. A piece is lost after a move of Black if White has a legal capture of it that
	wins something by static exchange evaluation (1, 3, 3, 5 and 9 pawns). After each legal move at least one of the two pieces is lost;
	after some only the first, and after some only the second`

// forks returns n forks of two pieces of these types, different for another seed.
func forks(types [2]chess.PieceType, n int, seed uint64) ([]fork, error) {
	random := rand.New(rand.NewPCG(seed, uint64(types[0])<<8|uint64(types[1])))
	var all []fork
	seen := map[chess.Key]bool{}
	for tries := 0; len(all) < n; tries++ {
		if tries > 1_000_000+10_000*n {
			return nil, fmt.Errorf("only %d forks of %v and %v were found, not %d", len(all), types[0], types[1], n)
		}
		f, ok := randomFork(types, random)
		if ok && f.decides() && !seen[f.position.Key()] {
			seen[f.position.Key()] = true
			all = append(all, f)
		}
	}
	return all, nil
}

// randomFork draws the squares. It is not ok if the position is not legal, or Black is
// in check.
func randomFork(types [2]chess.PieceType, random *rand.Rand) (f fork, ok bool) {
	s := chess.Setup{Turn: chess.Black}
	put := func(sq chess.Square, p chess.Piece) bool {
		free := s.Board[sq] == chess.NoPiece
		s.Board[sq] = p
		return free
	}
	square := func() chess.Square { return chess.Square(random.IntN(64)) }
	ok = true
	pawn := chess.SquareAt(1+random.IntN(6), 1+random.IntN(3))
	put(pawn, chess.Pawn.Of(chess.White))
	side := 1 - 2*random.IntN(2)
	for i, t := range types {
		f.pieces[i] = chess.SquareAt(pawn.File()+side*(1-2*i), pawn.Rank()+1)
		put(f.pieces[i], t.Of(chess.Black))
	}
	for c := range chess.Color(2) {
		ok = put(square(), chess.King.Of(c)) && ok
		for range 3 {
			ok = put(chess.SquareAt(random.IntN(8), 1+3*int(c)+random.IntN(3)), chess.Pawn.Of(c)) && ok
		}
	}
	if !ok {
		return f, false
	}
	p, err := s.Position()
	f.position = p
	return f, err == nil && !p.InCheck()
}

// decides reports whether Black must choose which of the two pieces to save.
func (f *fork) decides() bool {
	var saves [2]bool
	for _, m := range f.position.LegalMoves() {
		lost := f.lost(m)
		if lost == [2]bool{} {
			return false
		}
		for i := range saves {
			saves[i] = saves[i] || !lost[i]
		}
	}
	return saves == [2]bool{true, true}
}

// lost reports which of the two pieces are lost after a move of Black.
func (f *fork) lost(m chess.Move) (lost [2]bool) {
	after := f.position.After(m)
	for _, capture := range after.LegalMoves() {
		if !after.IsCapture(capture) || after.SEE(capture, nil) <= 0 {
			continue
		}
		for i, sq := range f.pieces {
			if m.From() == sq {
				sq = m.To()
			}
			lost[i] = lost[i] || capture.To() == sq
		}
	}
	return lost
}

// saved plays two moves of each side, and reports which of the two pieces are still
// there. Black and White are the functions that choose the moves.
func (f *fork) saved(black, white func(*chess.Game) (chess.Move, error)) (saved [2]bool, err error) {
	g := chess.NewGame(f.position)
	at := f.pieces
	for ply := 0; ply < 4 && !g.Outcome().Over(); ply++ {
		mover := black
		if ply%2 == 1 {
			mover = white
		}
		m, err := mover(g)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			return saved, err
		}
		for i := range at {
			switch at[i] {
			case m.From():
				at[i] = m.To()
			case m.To():
				at[i] = chess.NoSquare // captured; en passant captures only pawns
			}
		}
	}
	for i := range at {
		saved[i] = at[i] != chess.NoSquare
	}
	return saved, nil
}
