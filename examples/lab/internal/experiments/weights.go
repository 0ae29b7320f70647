package experiments

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/contest"
)

// weighted are the adversarial search system with six evaluations.
var weighted = []string{
	"capturesfirst,name=usual values",
	"capturesfirst,material[bishop]=700,name=bishop 7",
	"capturesfirst,material[knight]=700,name=knight 7",
	"capturesfirst,mobility=0,name=material only",
	"capturesfirst,mobility=0,material[bishop]=700,name=material only; bishop 7",
	"capturesfirst,mobility=0,material[knight]=700,name=material only; knight 7",
}

// forkKinds are the pairs of pieces that are attacked.
var forkKinds = [][2]chess.PieceType{{chess.Queen, chess.Rook}, {chess.Rook, chess.Bishop}, {chess.Rook, chess.Knight}, {chess.Bishop, chess.Knight}}

func kindName(types [2]chess.PieceType) string { return fmt.Sprintf("%v and %v", types[0], types[1]) }

// weighPieces is the experiment weights.
func weighPieces(ctx context.Context, r *run) (*chapter, error) {
	var specs []string
	for _, w := range weighted {
		specs = append(specs, fmt.Sprintf("%s,depth=%d", w, r.depth))
	}
	players, err := contest.ParsePlayers(specs, chess.Player{})
	if err != nil {
		return nil, err
	}
	made := make([][]fork, len(forkKinds))
	var positions []*chess.Game
	for k, types := range forkKinds {
		made[k] = forks(types, r.n, 1)
		for _, f := range made[k] {
			positions = append(positions, chess.NewGame(f.position))
		}
	}
	r.conditions = []string{
		fmt.Sprintf("%d positions for each pair of pieces, seed 1 (%s)", r.n, contest.Digest(positions)),
		"players: " + strings.Join(specs, "; "),
	}
	var pieces []piece[[2]int]
	for _, p := range players {
		for k, types := range forkKinds {
			pieces = append(pieces, piece[[2]int]{p.Name + ", " + kindName(types), func(ctx context.Context) ([2]int, error) { return saved(ctx, p, made[k]) }})
		}
	}
	done, err := work(ctx, r, "sets of positions", pieces)
	if err != nil {
		return nil, err
	}
	results := slices.Collect(slices.Chunk(done, len(forkKinds))) // by player and kind
	t := table{
		caption: `What the players save, in percent of the positions: only the first of the two pieces / only the second; in the others they lose both. The evaluation of the system counts a
			pawn for each legal move, too, and a rook has many: "material only" has no mobility.`,
		head: []string{"player"},
	}
	for _, types := range forkKinds {
		t.head = append(t.head, kindName(types))
	}
	for i, p := range players {
		var figures []any
		for _, only := range results[i] {
			figures = append(figures, fmt.Sprintf("%.0f / %.0f", 100*float64(only[0])/float64(r.n), 100*float64(only[1])/float64(r.n)))
		}
		t.add(p.Name, figures...)
	}
	return &chapter{
		title: "Weights",
		question: `The adversarial search system (Python coursework) describes an experiment: change the weights of the pieces, and when two of
			them are attacked the dearer one is saved. The positions are made by this rule: ` + forkRule + `. The player has Black, and makes one move.`,
		results: section{tables: []table{t}},
	}, nil
}

// saved has a player defend forks, and counts those in which only the first of the two pieces is
// saved, and only the second.
func saved(ctx context.Context, p chess.Player, all []fork) (only [2]int, err error) {
	s, err := p.New(ctx)
	if err != nil {
		return only, err
	}
	for i := range all {
		result, err := s.Search(ctx, chess.NewGame(all[i].position), p.Limits)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return only, err
		}
		switch all[i].lost(result.Move) {
		case [2]bool{false, true}:
			only[0]++
		case [2]bool{true, false}:
			only[1]++
		}
	}
	return only, nil
}

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
func forks(types [2]chess.PieceType, n int, seed uint64) (all []fork) {
	random := rand.New(rand.NewPCG(seed, uint64(types[0])<<8|uint64(types[1])))
	seen := map[chess.Key]bool{}
	for len(all) < n {
		f, ok := randomFork(types, random)
		if ok && f.decides() && !seen[f.position.Key()] {
			seen[f.position.Key()] = true
			all = append(all, f)
		}
	}
	return all
}

// randomFork draws the squares. It is not ok if the position is not legal, or Black is
// in check.
func randomFork(types [2]chess.PieceType, random *rand.Rand) (f fork, ok bool) {
	s := chess.Setup{Turn: chess.Black}
	ok = true
	put := func(sq chess.Square, p chess.Piece) {
		ok = ok && s.Board[sq] == chess.NoPiece
		s.Board[sq] = p
	}
	pawn := chess.SquareAt(1+random.IntN(6), 1+random.IntN(3))
	put(pawn, chess.WhitePawn)
	side := 1 - 2*random.IntN(2)
	for i, t := range types {
		f.pieces[i] = chess.SquareAt(pawn.File()+side*(1-2*i), pawn.Rank()+1)
		put(f.pieces[i], t.Of(chess.Black))
	}
	for c := range chess.Color(2) {
		put(chess.Square(random.IntN(64)), chess.King.Of(c))
		for range 3 {
			put(chess.SquareAt(random.IntN(8), 1+3*int(c)+random.IntN(3)), chess.Pawn.Of(c))
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
	var seen [2]bool // a move that saves only the first, only the second
	for _, m := range f.position.LegalMoves() {
		lost := f.lost(m)
		if lost == [2]bool{} {
			return false
		}
		for i := range seen {
			seen[i] = seen[i] || !lost[i]
		}
	}
	return seen == [2]bool{true, true}
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
