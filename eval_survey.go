package chess

import "math/bits"

// Survey is made by an evaluator for its features: the position under evaluation, and facts
// about it that several features need. Each fact is computed when it is first used. A Survey is
// valid while a feature is being scored, for one goroutine.
type Survey struct {
	_        noCopy
	position *Position
	phase    int
	sums     [2]pair // what the feature being scored has credited, by Color
	trace    *trace  // where credits are recorded for an explanation, or nil

	byColor  [2]SquareSet // all pieces of a colour
	byType   [8]SquareSet // the pieces of a type, of both colours
	nonPawns SquareSet    // knights, bishops, rooks and queens of both colours

	done      uint8         // which of the following are computed for this position
	attacks   [2]attacks    // by Color
	from      [64]SquareSet // what the non-pawn piece on a square attacks; undefined for other squares
	attackers [2]SquareSet  // the enemy's non-pawn pieces that attack the zone of the king, by its Color
	blocking  [2]SquareSet  // see blockers
	pawns     *pawnFacts    // in table
	table     *pawnTable    // kept from one position to the next

	// The first numbers of the features whose credits are kept in the table, to tell
	// them from others of their types: see pawnStructure and kingShelter.
	structure, shelter *Tapered
}

// String returns the FEN of the position.
func (s *Survey) String() string {
	if s.position == nil {
		return "no position"
	}
	return s.position.FEN()
}

// attacks holds the squares that the pieces of one colour attack.
type attacks struct {
	by    [8]SquareSet // by type
	all   SquareSet
	twice SquareSet // by two pieces or more
}

// What a Survey has computed.
const (
	doneAttacks = 1 << iota
	doneBlockers
	donePawns
)

// load begins the survey of p.
func (s *Survey) load(p *Position) {
	s.position = p
	s.done = 0
	b := bitboards(&p.cells) // three for the bits of the PieceType, one for Black's pieces
	s.byColor[White], s.byColor[Black] = (b[0]|b[1]|b[2])&^b[3], b[3]
	s.byType[Pawn] = b[0] &^ b[1] &^ b[2]
	s.byType[Knight] = b[1] &^ b[0] &^ b[2]
	s.byType[Bishop] = b[0] & b[1]
	s.byType[Rook] = b[2] &^ b[0] &^ b[1]
	s.byType[Queen] = b[0] & b[2]
	s.byType[King] = b[1] & b[2]
	minors, majors := b[1]&^b[2], b[2]&^b[1]
	s.nonPawns = minors | majors
	s.phase = min(minors.Len()+2*majors.Len()+2*s.byType[Queen].Len(), MaxPhase)
}

// Position returns the position under evaluation. Features must not change or keep it.
func (s *Survey) Position() *Position { return s.position }

// Phase returns the game phase, from MaxPhase with all pieces to 0 with kings and pawns only. A
// knight or bishop counts 1, a rook 2, a queen 4 (as in PeSTO).
func (s *Survey) Phase() int { return s.phase }

// Credit adds t, in centipawns, to the score that the feature being scored gives c: what is
// positive is good for c. sq is the square of the reason, for an explanation, or NoSquare. The
// credits of a feature for a colour must not add up to more than a million centipawns either
// way.
func (s *Survey) Credit(c Color, sq Square, t Tapered) {
	s.sums[c&1] += t.pair()
	if s.trace != nil {
		s.trace.record(c, sq, t)
	}
}

// A trace records what features credit, for an Explanation.
type trace struct {
	open     ledger          // of the feature being scored
	features []tracedFeature // by term
}

// A ledger is what a feature has credited, by Color and square.
type ledger [2][NoSquare + 1]Tapered

// A tracedFeature is what a feature has credited, and its score.
type tracedFeature struct {
	credits ledger
	score   Score
}

// record adds a credit of the feature being scored.
func (l *trace) record(c Color, sq Square, t Tapered) {
	entry := &l.open[c&1][min(sq, NoSquare)]
	*entry = entry.Plus(t)
}

// close stores the credits and the score of the feature that was being scored, by its term, and
// begins the next feature.
func (l *trace) close(term int, score Score) {
	l.features[term] = tracedFeature{l.open, score}
	l.open = ledger{}
}

// scale adds the difference that a Scaler makes.
func (l *trace) scale(term int, difference Score) { l.features[term].score += difference }

// Pieces returns the squares of c's pieces of a type; none for NoPieceType.
func (s *Survey) Pieces(c Color, t PieceType) SquareSet { return s.byColor[c&1] & s.byType[t&7] }

// Occupied returns the squares that are not empty.
func (s *Survey) Occupied() SquareSet { return s.byColor[White] | s.byColor[Black] }

// OccupiedBy returns the squares of all of c's pieces.
func (s *Survey) OccupiedBy(c Color) SquareSet { return s.byColor[c&1] }

// Attacks returns the squares that c attacks, empty or not. Pinned pieces attack too. Bishops,
// rooks and queens attack through pieces of their side that move along the same line, as a rook
// through a queen.
func (s *Survey) Attacks(c Color) SquareSet { return s.attacksOf(c).all }

// AttacksTwice returns the squares that two or more of c's pieces attack.
func (s *Survey) AttacksTwice(c Color) SquareSet { return s.attacksOf(c).twice }

// AttacksBy returns the squares that c's pieces of a type attack; none for NoPieceType.
func (s *Survey) AttacksBy(c Color, t PieceType) SquareSet { return s.attacksOf(c).by[t&7] }

// AttacksFrom returns the squares that the piece on sq attacks; none if sq is empty or NoSquare.
func (s *Survey) AttacksFrom(sq Square) SquareSet {
	if s.nonPawns.Has(sq) {
		s.attacksOf(White) // fills s.from
		return s.from[sq&63]
	}
	return s.position.pieceAt(sq).Attacks(sq, s.Occupied())
}

// KingZone returns the square of c's king, those around it, and the three in front of these.
func (s *Survey) KingZone(c Color) SquareSet {
	return kingZones[c&1][s.position.king(c)]
}

// Passed returns c's passed pawns: no enemy pawn is in front of them on their file or beside it,
// and no pawn of c on their file.
func (s *Survey) Passed(c Color) SquareSet { return s.pawnFacts().passed[c&1] }

// typeOn returns the type of the piece on a square that is not empty.
func (s *Survey) typeOn(sq Square) PieceType {
	return s.position.pieceOn(mailbox[sq&63]).pieceType()
}

// nonPawnsOf returns c's knights, bishops, rooks and queens.
func (s *Survey) nonPawnsOf(c Color) SquareSet { return s.byColor[c&1] & s.nonPawns }

// attacksOf returns what c's pieces attack.
func (s *Survey) attacksOf(c Color) *attacks {
	if s.done&doneAttacks == 0 {
		s.findAttacks()
	}
	return &s.attacks[c&1]
}

// unsafe returns the squares that do not count for the reach of c's pieces: those
// that c occupies, and those that enemy pawns attack.
func (s *Survey) unsafe(c Color) SquareSet {
	return s.byColor[c&1] | s.attacksOf(c.Other()).by[Pawn]
}

// findAttacks computes attacks, from and attackers. It is not inlined, so that attacksOf is.
//
//go:noinline
func (s *Survey) findAttacks() {
	s.done |= doneAttacks
	occupied := s.Occupied()
	for c := range Color(2) {
		pawns, zone := s.Pieces(c, Pawn), s.KingZone(c.Other())
		bishops, rooks, queens := s.Pieces(c, Bishop), s.Pieces(c, Rook), s.Pieces(c, Queen)
		p, k := pawnAttacks(c, pawns), kingAttacks[s.position.king(c)]
		west, east := (pawns & ^aFile >> 1).Forward(c), (pawns & ^hFile << 1).Forward(c)
		sum := attackSum{all: p | k, twice: west&east | p&k}
		var n, b, r, q SquareSet
		for set := s.Pieces(c, Knight); set != 0; set &= set - 1 {
			sq := set.First() & 63
			from := knightAttacks[sq]
			s.from[sq] = from
			n |= from
			sum = sum.plus(from, sq, zone)
		}
		for set := bishops; set != 0; set &= set - 1 {
			sq := set.First() & 63
			from := bishopAttacks(sq, occupied&^(bishops|queens))
			s.from[sq] = from
			b |= from
			sum = sum.plus(from, sq, zone)
		}
		for set := rooks; set != 0; set &= set - 1 {
			sq := set.First() & 63
			from := rookAttacks(sq, occupied&^(rooks|queens))
			s.from[sq] = from
			r |= from
			sum = sum.plus(from, sq, zone)
		}
		for set := queens; set != 0; set &= set - 1 {
			sq := set.First() & 63
			from := bishopAttacks(sq, occupied&^(bishops|queens)) | rookAttacks(sq, occupied&^(rooks|queens))
			s.from[sq] = from
			q |= from
			sum = sum.plus(from, sq, zone)
		}
		a := &s.attacks[c]
		a.by[Pawn], a.by[Knight], a.by[Bishop], a.by[Rook], a.by[Queen], a.by[King] = p, n, b, r, q, k
		a.all, a.twice = sum.all, sum.twice
		s.attackers[c.Other()] = sum.attackers
	}
}

// An attackSum adds up what the pieces of a colour attack.
type attackSum struct {
	all, twice SquareSet
	attackers  SquareSet // the pieces that attack the zone of the enemy king
}

// plus returns the sum with what a piece on sq attacks. zone is that of the enemy king.
func (a attackSum) plus(from SquareSet, sq Square, zone SquareSet) attackSum {
	a.twice |= a.all & from
	a.all |= from
	a.attackers |= SquareSet(oneIf(from&zone != 0)) << sq
	return a
}

// weak returns the squares that are hard to hold for c: the enemy attacks them, c does
// not attack them twice, and if at all, only with king or queen.
func (s *Survey) weak(c Color) SquareSet {
	own, enemy := s.attacksOf(c), s.attacksOf(c.Other())
	return enemy.all &^ own.twice & (^own.all | own.by[King] | own.by[Queen])
}

// blockers returns the pieces of either colour that are alone between c's king and an
// enemy bishop, rook or queen that would attack it without them.
func (s *Survey) blockers(c Color) SquareSet {
	if s.done&doneBlockers == 0 {
		s.findBlockers()
	}
	return s.blocking[c&1]
}

// findBlockers computes blocking. It is not inlined, so that blockers is.
//
//go:noinline
func (s *Survey) findBlockers() {
	s.done |= doneBlockers
	occupied := s.Occupied()
	for c := range Color(2) {
		king, enemy := s.position.king(c), c.Other()
		s.attacksOf(enemy) // fills s.from
		l, rank := &linesOf[king], SquareSet(0xFF)<<(king&0x38)
		blockers := SquareSet(0)
		sliders := (s.Pieces(enemy, Queen) | s.Pieces(enemy, Bishop)) & (l.diagonal | l.antidiagonal)
		for set := sliders; set != 0; set &= set - 1 {
			line := l.diagonal
			if sq := set.First(); !line.Has(sq) {
				line = l.antidiagonal
			}
			blockers |= lineAttacks(line, king, occupied) & s.from[set.First()] &^ sliders
		}
		sliders = (s.Pieces(enemy, Queen) | s.Pieces(enemy, Rook)) & (l.file | rank)
		for set := sliders; set != 0; set &= set - 1 {
			line := l.file
			if sq := set.First(); !line.Has(sq) {
				line = rank
			}
			blockers |= rookAttacks(king, occupied) & line & s.from[set.First()] &^ sliders
		}
		s.blocking[c] = blockers & occupied
	}
}

// pawnFacts returns what is known about the pawns.
func (s *Survey) pawnFacts() *pawnFacts {
	if s.done&donePawns == 0 {
		s.findPawns()
	}
	return s.pawns
}

// findPawns finds the pawns in the table, or computes the facts about them. It is
// not inlined, so that pawnFacts is.
//
//go:noinline
func (s *Survey) findPawns() {
	s.done |= donePawns
	if s.table == nil {
		s.table = new(pawnTable)
	}
	key := pawnKey{s.Pieces(White, Pawn), s.Pieces(Black, Pawn)}
	s.pawns = &s.table[key.index()]
	if s.pawns.key != key {
		*s.pawns = pawnFacts{key: key}
		s.pawns.find()
	}
}

// pawnFacts is what an evaluation needs to know about the pawns alone. It is kept
// in a pawnTable from one position to the next, since few moves are made by pawns.
type pawnFacts struct {
	key    pawnKey
	files  [2]pawnFiles
	passed [2]SquareSet // see Survey.Passed
	scored bool         // whether scores is set
	scores [2]pair      // what Survey.structure credits for these pawns, by Color

	// What Survey.shelter credits with these pawns, for a king and its castling
	// rights, by Color.
	shelter [2]struct {
		king  uint32
		worth Tapered
	}
}

// pawnFiles holds the ranks of one side's rearmost and most advanced pawn on
// each file, counted from that side; 0 for none. The files are counted from 1,
// so that each has neighbours.
type pawnFiles struct{ rear, front [10]uint8 }

// pawnKey holds the pawns of both sides, by Color.
type pawnKey [2]SquareSet

// A pawnTable keeps pawnFacts by their key: a pawn hash table. New facts replace
// those with the same index. An empty entry is right as it is: no pawns.
type pawnTable [1 << pawnTableBits]pawnFacts

const pawnTableBits = 12 // 416 KiB

// index returns the index of the key in a pawnTable.
func (k *pawnKey) index() uint64 {
	high, low := bits.Mul64(uint64(k[0])^0x9E3779B97F4A7C15, uint64(k[1])^0xD1B54A32D192ED03)
	return (high ^ low) >> (64 - pawnTableBits)
}

// find computes files and passed, which must be zero, from the key.
func (f *pawnFacts) find() {
	for c := range f.files {
		own := &f.files[c]
		for set := f.key[c]; set != 0; set &= set - 1 {
			file, rank := relative(Color(c), set.First())
			own.front[file] = max(own.front[file], rank)
			if own.rear[file] == 0 || own.rear[file] > rank {
				own.rear[file] = rank
			}
		}
	}
	for c := range Color(2) {
		own, enemy := &f.files[c], &f.files[c.Other()]
		for file := 1; file <= 8; file++ {
			if rank := own.front[file]; rank != 0 && !enemy.ahead(file-1, rank) &&
				!enemy.ahead(file, rank) && !enemy.ahead(file+1, rank) {
				f.passed[c] |= SquareAt(file-1, int(rank^uint8(c)*7)).Set()
			}
		}
	}
}

// ahead reports whether the side whose files these are has a pawn on a file in
// front of a rank of its enemy, counted from the enemy's side.
func (f *pawnFiles) ahead(file int, rank uint8) bool {
	return f.rear[file] != 0 && f.rear[file] < 7-rank
}

// candidate reports whether c's pawn on sq, with no enemy pawn in front of it on
// its file, is kept from being passed by enemy pawns on the files beside, but by
// no more than c has pawns there, level with it or behind it, to support it.
func (f *pawnFacts) candidate(c Color, sq Square) bool {
	file := sq.SameFile()
	beside := file.Beside()
	ahead := ^SquareSet(0) << (sq | 7) << 1
	if c == Black {
		ahead = 1<<(sq&^7) - 1
	}
	guards := beside & ahead & f.key[c.Other()]
	return guards != 0 && (beside&^ahead&f.key[c]).Len() >= guards.Len()
}

// nearest returns how many king's moves it is from sq to the nearest of c's
// pawns, 0 if there is none.
func (f *pawnFacts) nearest(c Color, sq Square) int {
	near := sq.Set()
	for away := range 8 {
		if near&f.key[c] != 0 {
			return away
		}
		wide := near | near.Beside()
		near = wide | wide<<8 | wide>>8
	}
	return 0
}

// bare returns on how many of the three files around c's king it has no pawn. A king on
// the edge counts as if it were one file further in.
func (f *pawnFacts) bare(c Color, king Square) (n int) {
	file := min(max(king.File()+1, 2), 7)
	for _, rank := range f.files[c].front[file-1 : file+2] {
		n += int(oneIf(rank == 0))
	}
	return n
}

// relative returns a square's file, counted from 1, and its rank, counted from
// c's side: 0 for c's first rank.
func relative(c Color, sq Square) (file int, rank uint8) {
	return sq.File() + 1, uint8(sq>>3) ^ uint8(c)*7
}
