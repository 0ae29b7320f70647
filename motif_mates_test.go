package chess

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// A slowMate is a mate on the board of the slow reference: what the definitions of patterns
// speak of, found by trying all squares.
type slowMate struct {
	*slowPosition
	us   Color
	king spot // theirs
	to   spot // where our last move went
}

// newSlowMate sets up the position after a move. It is not ok if that is no mate.
func newSlowMate(p Position, m Move) (x slowMate, ok bool) {
	after := newSlow(p.Setup()).after(slowMoveOf(p, m))
	x = slowMate{after, after.turn.Other(), after.king(after.turn), spot{m.To().Rank(), m.To().File()}}
	return x, after.inCheck(after.turn) && len(after.moves()) == 0
}

// slowMoveOf returns the move of the slow reference.
func slowMoveOf(p Position, m Move) slowMove {
	for _, slow := range newSlow(p.Setup()).moves() {
		if slow.String() == slowName(&p, m) {
			return slow
		}
	}
	panic("chess: the slow reference does not know " + m.String())
}

// ours returns where our pieces of a type stand.
func (x slowMate) ours(t PieceType) (all []spot) {
	for _, s := range everywhere {
		if x.at(s) == t.Of(x.us) {
			all = append(all, s)
		}
	}
	return all
}

// attackers returns our pieces that attack a square, through their king too.
func (x slowMate) attackers(to spot) (all []spot) {
	without := *x.slowPosition
	without.put(x.king, NoPiece)
	for _, s := range everywhere {
		if without.has(s, x.us) && without.attacks(s, to) {
			all = append(all, s)
		}
	}
	return all
}

// by reports whether a piece of a type gives mate alone, by the last move.
func (x slowMate) by(t PieceType) bool {
	checkers := x.attackers(x.king)
	return len(checkers) == 1 && checkers[0] == x.to && x.at(x.to).Type() == t
}

// flights returns the squares next to the king without a piece of its own.
func (x slowMate) flights() (all []spot) {
	for _, s := range everywhere {
		if apart(s, x.king) == 1 && !x.has(s, x.us.Other()) {
			all = append(all, s)
		}
	}
	return all
}

// apart is the number of king's moves, and the differences of files and ranks.
func apart(a, b spot) int      { return max(filesApart(a, b), ranksApart(a, b)) }
func filesApart(a, b spot) int { return max(a.file-b.file, b.file-a.file) }
func ranksApart(a, b spot) int { return max(a.rank-b.rank, b.rank-a.rank) }

// slowMates holds the patterns that are on few puzzles, each as its MotifKind defines it.
var slowMates = map[MotifKind]func(x slowMate) bool{
	motifBodenMate:        func(x slowMate) bool { return x.bishopsAlone() && x.onBothSides() },
	motifDoubleBishopMate: func(x slowMate) bool { return x.bishopsAlone() && !x.onBothSides() },
	motifAnastasiaMate: func(x slowMate) bool {
		heavy := x.at(x.to).Type() == Rook || x.at(x.to).Type() == Queen
		edge := x.king.file == 0 || x.king.file == 7
		if !heavy || !edge || x.king.rank == 0 || x.king.rank == 7 || x.to.file != x.king.file {
			return false
		}
		inward := 1
		if x.king.file == 7 {
			inward = -1
		}
		return x.has(spot{x.king.rank, x.king.file + inward}, x.us.Other()) &&
			x.at(spot{x.king.rank, x.king.file + 3*inward}) == Knight.Of(x.us)
	},
	motifMorphysMate: func(x slowMate) bool {
		if !x.by(Bishop) || apart(x.to, x.king) == 1 {
			return false
		}
		file, guarded := x.king.file+1, 0 // beside the king, towards the bishop
		if x.to.file < x.king.file {
			file = x.king.file - 1
		}
		crossed := x.king.rank + 1
		if x.to.rank < x.king.rank {
			crossed = x.king.rank - 1
		}
		rook := slices.ContainsFunc(x.attackers(spot{crossed, file}), func(s spot) bool { return s.file == file && x.at(s).Type() == Rook })
		for _, s := range x.flights() {
			if s.file == file {
				guarded++
			}
		}
		return rook && guarded >= 2
	},
	motifCornerMate: func(x slowMate) bool {
		if !x.by(Knight) {
			return false
		}
		between := func(s spot) bool { return 2*s.file == x.to.file+x.king.file }
		if ranksApart(x.to, x.king) == 2 {
			between = func(s spot) bool { return 2*s.rank == x.to.rank+x.king.rank }
		}
		heavy := func(s spot) bool {
			return between(s) && x.has(s, x.us) && (x.at(s).Type() == Rook || x.at(s).Type() == Queen)
		}
		flights := 0
		for _, s := range x.flights() {
			if between(s) {
				flights++
				if !heavy(s) && !slices.ContainsFunc(x.attackers(s), heavy) {
					return false
				}
			}
		}
		return flights > 0
	},
	motifTriangleMate: func(x slowMate) bool {
		return x.by(Queen) && apart(x.to, x.king) == 1 && slices.ContainsFunc(x.ours(Rook), func(s spot) bool {
			return apart(s, x.king) == 1 && apart(s, x.to) == 2 && (s.file == x.to.file || s.rank == x.to.rank)
		})
	},
	motifKillBoxMate: func(x slowMate) bool {
		var partner PieceType
		switch x.at(x.to).Type() {
		case Queen:
			partner = Rook
		case Rook:
			partner = Queen
		default:
			return false
		}
		return slices.ContainsFunc(x.ours(partner), func(s spot) bool {
			middle := spot{(s.rank + x.to.rank) / 2, (s.file + x.to.file) / 2}
			corners := filesApart(s, x.to) == 2 && ranksApart(s, x.to) == 2
			return corners && apart(middle, x.king) <= 1 && (x.empty(middle) || middle == x.king)
		})
	},
	motifVukovicMate: func(x slowMate) bool {
		return x.by(Rook) && apart(x.to, x.king) == 1 && len(x.attackers(x.to)) > 0 && slices.ContainsFunc(x.ours(Knight), func(s spot) bool {
			return apart(s, x.to) == 1 && apart(s, x.king) == 2 && (s.file == x.king.file || s.rank == x.king.rank)
		})
	},
	motifBlindSwineMate: func(x slowMate) bool {
		return x.by(Rook) && apart(x.to, x.king) == 1 && slices.ContainsFunc(x.ours(Rook), func(s spot) bool {
			return apart(s, x.to) == 1 && apart(s, x.king) == 1 && s.file != x.king.file && s.rank != x.king.rank
		})
	},
	motifBalestraMate: func(x slowMate) bool {
		return slices.ContainsFunc(x.ours(Queen), func(queen spot) bool {
			return filesApart(queen, x.king) == 1 && ranksApart(queen, x.king) == 2 && slices.ContainsFunc(x.attackers(x.king), func(s spot) bool {
				sides := (s.file-x.king.file)*(queen.file-x.king.file) < 0
				return x.at(s).Type() == Bishop && sides && (s.rank-x.king.rank)*(queen.rank-x.king.rank) > 0
			})
		})
	},
}

// bishopsAlone reports whether only bishops attack the king and the squares around it.
func (x slowMate) bishopsAlone() bool {
	if len(x.ours(Bishop)) < 2 {
		return false
	}
	for _, s := range everywhere {
		for _, from := range everywhere {
			if apart(s, x.king) <= 1 && x.has(from, x.us) && x.at(from).Type() != Bishop && x.attacks(from, s) {
				return false
			}
		}
	}
	return true
}

// onBothSides reports whether bishops stand on both sides of the king's file.
func (x slowMate) onBothSides() bool {
	west := slices.ContainsFunc(x.ours(Bishop), func(s spot) bool { return s.file < x.king.file })
	east := slices.ContainsFunc(x.ours(Bishop), func(s spot) bool { return s.file > x.king.file })
	return west && east
}

// randomMate returns a random position with a few pieces around a king, and a move that may
// mate it.
func randomMate(r *rand.Rand, kinds []PieceType) (Setup, bool) {
	s := Setup{DoublePush: NoSquare, MoveNumber: 1, Turn: Color(r.IntN(2))}
	us, them := s.Turn, s.Turn.Other()
	king := Square(r.IntN(64))
	if r.IntN(4) > 0 { // most mates are at the edge
		edge := []Square{Square(r.IntN(8)), A8 + Square(r.IntN(8)), Square(8 * r.IntN(8)), Square(8*r.IntN(8) + 7)}
		king = edge[r.IntN(4)]
	}
	s.Board[king] = King.Of(them)
	put := func(p Piece, reach int) {
		sq := SquareAt(min(max(king.File()+r.IntN(2*reach+1)-reach, 0), 7), min(max(king.Rank()+r.IntN(2*reach+1)-reach, 0), 7))
		if s.Board[sq] == NoPiece && (p.Type() != Pawn || sq.Rank()%7 != 0) {
			s.Board[sq] = p
		}
	}
	for _, t := range kinds {
		put(t.Of(us), 3)
	}
	for range r.IntN(5) {
		put([]PieceType{Pawn, Pawn, Pawn, Rook, Bishop, Knight}[r.IntN(6)].Of(them), 1)
	}
	for range r.IntN(3) {
		put([]PieceType{Pawn, Pawn, Knight, Bishop}[r.IntN(4)].Of(us), 3)
	}
	put(King.Of(us), 7)
	return s, slices.Contains(s.Board[:], King.Of(us))
}

// mateKinds holds the pieces that take part in a pattern.
var mateKinds = map[MotifKind][]PieceType{
	motifBodenMate: {Bishop, Bishop}, motifDoubleBishopMate: {Bishop, Bishop}, motifAnastasiaMate: {Rook, Knight},
	motifMorphysMate: {Bishop, Rook}, motifCornerMate: {Knight, Rook}, motifTriangleMate: {Queen, Rook}, motifKillBoxMate: {Queen, Rook},
	motifVukovicMate: {Rook, Knight}, motifBlindSwineMate: {Rook, Rook}, motifBalestraMate: {Queen, Bishop},
}

// patternMate returns a move of a position that mates with a pattern.
func patternMate(p Position, is func(slowMate) bool) (Move, bool) {
	for _, m := range p.LegalMoves() {
		if after := p.After(m); after.InCheck() && len(after.LegalMoves()) == 0 {
			if x, ok := newSlowMate(p, m); ok && is(x) {
				return m, true
			}
		}
	}
	return 0, false
}

// nearMiss changes one piece of a position, so that the same move is legal and mates, but
// without the pattern. It is not ok if there is no such change.
func nearMiss(r *rand.Rand, s Setup, m Move, is func(slowMate) bool) (Position, Move, bool) {
	for _, sq := range r.Perm(64) {
		piece := s.Board[sq]
		if piece == NoPiece || piece.Type() == King {
			continue
		}
		for _, to := range r.Perm(64) {
			t := s
			t.Board[sq] = NoPiece
			if t.Board[to] != NoPiece || piece.Type() == Pawn && to/8%7 == 0 {
				continue
			}
			t.Board[to] = piece
			p, err := t.Position()
			if err != nil {
				continue
			}
			from := m.From()
			if Square(sq) == from {
				from = Square(to)
			}
			moved, err := p.Move(from, m.To(), m.Promotion())
			if err != nil {
				continue
			}
			if x, ok := newSlowMate(p, moved); ok && !is(x) {
				return p, moved, true
			}
		}
	}
	return Position{}, 0, false
}

// recordOwn makes testdata/motifs_own.tsv: for each pattern that few puzzles have, twenty mates with
// it and twenty that differ from one of those by one piece. No two kings of a pattern stand on
// the same square, as long as there are others.
func recordOwn(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var out strings.Builder
	out.WriteString("# made by TestOwnMates: the pattern, whether it is there, the position, the move that mates\n")
	for _, kind := range motifKinds {
		is, kings := slowMates[kind], map[Square]int{}
		if is == nil {
			continue
		}
		for found, tries := 0, 0; found < 20; tries++ {
			s, ok := randomMate(r, mateKinds[kind])
			if !ok {
				continue
			}
			p, err := s.Position()
			if err != nil || p.InCheck() {
				continue
			}
			king := p.king(s.Turn.Other())
			if kings[king] > tries/100_000 || found%2 != int(s.Turn) {
				continue
			}
			m, ok := patternMate(p, is)
			if !ok {
				continue
			}
			near, other, ok := nearMiss(r, s, m, is)
			if !ok {
				continue
			}
			fmt.Fprintf(&out, "%v\tyes\t%s\t%v\n%v\tno\t%s\t%v\n", kind, p.FEN(), m, kind, near.FEN(), other)
			kings[king]++
			found++
		}
	}
	if err := os.WriteFile("testdata/motifs_own.tsv", []byte(out.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// The patterns of mates that few puzzles have, in positions of our own and in near misses:
// other mates, one piece away. The slow reference says what they are.
func TestOwnMates(t *testing.T) {
	if os.Getenv("CHESS_RECORD") != "" {
		recordOwn(t)
	}
	f, err := os.Open("testdata/motifs_own.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	counts := map[string]int{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 4 {
			continue
		}
		kind, err := ParseMotifKind(fields[0])
		if err != nil {
			t.Fatal(err)
		}
		counts[fields[0]+" "+fields[1]]++
		p := MustParseFEN(fields[2])
		m, err := p.ParseUCI(fields[3])
		if err != nil {
			t.Fatal(err)
		}
		want := fields[1] == "yes"
		if x, ok := newSlowMate(p, m); !ok || slowMates[kind](x) != want {
			t.Errorf("%s: the slow reference: mate %v, %v %v, want %v", lines.Text(), ok, kind, !want, want)
		}
		motifs, err := Motifs(p, []Move{m}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := hasMotif(motifs, kind); got != want || !hasMotif(motifs, motifMateIn1) {
			t.Errorf("%s: %v", lines.Text(), motifs)
		}
	}
	for kind := range slowMates {
		if yes, no := counts[string(kind)+" yes"], counts[string(kind)+" no"]; yes < 20 || no < 20 {
			t.Errorf("%v: %d positions and %d near misses", kind, yes, no)
		}
	}
}

// hasMotif reports whether one of the motifs is of a kind.
func hasMotif(motifs []Motif, kind MotifKind) bool {
	return slices.ContainsFunc(motifs, func(m Motif) bool { return m.Kind == kind })
}

// Random mates have the patterns that the slow reference finds.
func TestMatePatternsSlow(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	kinds, mates := []PieceType{Knight, Bishop, Rook, Queen}, 0
	for mates < scale(300) {
		s, ok := randomMate(r, []PieceType{kinds[r.IntN(4)], kinds[r.IntN(4)], kinds[r.IntN(4)]})
		if !ok {
			continue
		}
		p, err := s.Position()
		if err != nil || p.InCheck() {
			continue
		}
		m, ok := patternMate(p, func(slowMate) bool { return true })
		if !ok {
			continue
		}
		mates++
		x, _ := newSlowMate(p, m)
		motifs, err := Motifs(p, []Move{m}, 0)
		if err != nil {
			t.Fatal(err)
		}
		for kind, is := range slowMates {
			if want := is(x); hasMotif(motifs, kind) != want {
				t.Errorf("%s %v: %v is %v by the slow reference", p.FEN(), m, kind, want)
			}
		}
	}
}

// The diagrams of docs/motifs.md show the first position of each pattern in testdata/motifs_own.tsv
// after the mate, with the squares of the motif.
func TestMotifDiagrams(t *testing.T) {
	data, err := os.ReadFile("testdata/motifs_own.tsv")
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 4 || drawn[fields[0]] {
			continue
		}
		drawn[fields[0]] = true
		p := MustParseFEN(fields[2])
		m, err := p.ParseUCI(fields[3])
		if err != nil {
			t.Fatal(err)
		}
		motifs, err := Motifs(p, []Move{m}, 0)
		if err != nil {
			t.Fatal(err)
		}
		d := Diagram{Position: p.After(m), LastMove: m, NoCoordinates: true, Caption: fields[0]}
		for _, motif := range motifs {
			if string(motif.Kind) == fields[0] {
				for _, sq := range motif.Squares {
					d.Highlights = append(d.Highlights, Highlight{Square: sq})
				}
			}
		}
		checkRecord(t, "docs/motifs-"+fields[0]+".svg", d.String())
	}
}
