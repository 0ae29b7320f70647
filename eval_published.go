package chess

// This file has the features of published systems: the board value system, a utility function
// made of features (Python, 2022); the three-check bot for XBoard (C++); and the adversarial
// search system (Python coursework). The default evaluator uses none of them.
//
// Two things are as the authors meant, not as they wrote. The system subtracted CastleScore from
// a side when the other side could castle. Coverage looked at the piece that had moved last,
// which a Position does not know, and took |A| of D in the third case, one too many.

// CastleScore is the feature of a side that may castle with no piece in the way, or whose king
// stands as after castling, with no own rook between it and the edge, in centipawns for that
// side. It is from the board value system.
type CastleScore struct {
	Value Tapered // for being able to castle, or a king as after castling
}

// defaultCastleScore returns the number of the board value system, 90.
func defaultCastleScore() CastleScore { return CastleScore{Tapered{90, 90}} }

const castleScoreName = "castle score"

// Name returns "castle score".
func (CastleScore) Name() string { return castleScoreName }

// Score credits each king once.
func (f CastleScore) Score(s *Survey) {
	for c := range Color(2) {
		if s.castlingOpen(c) || s.castled(c) {
			s.Credit(c, s.position.king(c), f.Value)
		}
	}
}

// castlingOpen reports whether c has a right to castle and no piece is in the way.
func (s *Survey) castlingOpen(c Color) bool {
	p, army := s.position, armyOf(c)
	rights := p.castlingRights(army)
	if rights == 0 {
		return false
	}
	paths := castlingPaths{noPath, noPath}
	p.openPaths(&paths, uint8(p.pieces[army]), rights)
	return paths != castlingPaths{noPath, noPath}
}

// castled reports whether c's king stands as after castling, and has not walked there
// past a rook.
func (s *Survey) castled(c Color) bool {
	flip := Square(c) * A8
	var past SquareSet // where a rook would be shut in
	switch s.position.king(c) ^ flip {
	case A1, H1, A2, B2, G2, H2:
	case B1:
		past = A1.Set()
	case C1:
		past = A1.Set() | B1.Set()
	case G1:
		past = H1.Set()
	default:
		return false
	}
	return s.Pieces(c, Rook)&(past<<flip) == 0
}

// CheckScore is the feature of being in check, in centipawns for the side to move: a loss. It is
// from the board value system.
type CheckScore struct {
	Check Tapered // for the side to move, if it is in check
}

// defaultCheckScore returns the number of the board value system, -90.
func defaultCheckScore() CheckScore { return CheckScore{Tapered{-90, -90}} }

const checkScoreName = "check score"

// Name returns "check score".
func (CheckScore) Name() string { return checkScoreName }

// Score credits the side to move if it is in check.
func (f CheckScore) Score(s *Survey) {
	if p := s.Position(); p.inCheck() {
		s.Credit(p.turn(), p.king(p.turn()), f.Check)
	}
}

// Coverage is the feature of the piece most likely to be lost of the side that is not to move,
// in centipawns for that side: a loss. It estimates the loss by counting, as the board value
// system does. With A the attackers of a piece and D its defenders, each in ascending order of
// value:
//
//	|D| < |A|  the piece and all of D are lost for the |D| cheapest of A
//	|D| = |A|  the piece and all of D but the most valuable are lost for all of A
//	|D| > |A|  the piece and the |A|-1 cheapest of D are lost for all of A
//
// A king takes part only if the other side has no piece left to capture it. Exchange plays the
// captures out.
type Coverage struct {
	Values PieceValues // of the pieces, in centipawns
	XRays  bool        // count pieces behind others on the line too: see Position.XRayAttackers
	Pins   bool        // leave out pinned pieces that would leave the line of the pin
}

// defaultCoverage returns the numbers of the board value system: 100, 300, 300,
// 500 and 900, with x-rays and pins.
func defaultCoverage() Coverage { return Coverage{exchangeValues, true, true} }

const coverageName = "coverage"

// Name returns "coverage".
func (Coverage) Name() string { return coverageName }

// Score debits the side that is not to move.
func (f Coverage) Score(s *Survey) {
	p := s.Position()
	them := p.turn().Other()
	var worst worstLoss
	pins := f.pins(p)
	for _, e := range p.armyList(armyOf(them))[1:] {
		if e == 0 {
			continue
		}
		if loss, ok := f.loss(p, e, &pins); ok {
			worst.add(them, squares[e&127], loss)
		}
	}
	worst.debit(s, them)
}

// Loss returns what the side of the piece on sq loses, in centipawns by the rule of Coverage, if
// the other side begins to capture there; it is negative if the captures cost that side more. ok
// is false for an empty square, a king, and a piece that cannot be captured.
func (f Coverage) Loss(p *Position, sq Square) (loss Score, ok bool) {
	if t := p.pieceAt(sq).Type(); t == NoPieceType || t == King {
		return 0, false
	}
	pins := f.pins(p)
	n, ok := f.loss(p, p.pieceOn(mailbox[sq]), &pins)
	return Score(min(max(n, -1_000_000), 1_000_000)), ok
}

// pins returns the pins of both kings, by Color, if they matter.
func (f Coverage) pins(p *Position) (pins [2]kingScan) {
	if f.Pins {
		for c, x := range [2]*kingScan{&pins[0], &pins[1]} {
			if k := p.pieces[c<<5]; k != 0 {
				p.scanKing(x, uint8(k), uint8(c<<5)^32)
			}
		}
	}
	return pins
}

// loss is Loss for a piece that is not a king, with the pins of both kings.
func (f Coverage) loss(p *Position, e placedPiece, pins *[2]kingScan) (loss int, ok bool) {
	owner := e.piece().Color()
	attackers := f.capturers(p, e, owner.Other(), &pins[owner.Other()])
	if attackers.count == 0 {
		return 0, false
	}
	defenders := f.capturers(p, e, owner, &pins[owner])
	if loss, ok = expectedLoss(&attackers, &defenders); !ok {
		return 0, false
	}
	return f.Values[e.pieceType()] + loss, true
}

// capturers holds the pieces that may capture on a square, or recapture there, by
// their values in ascending order. A king is last and has no value.
type capturers struct {
	values [32]int
	count  int // of pieces, with the king
	king   int // 1 if there is a king
}

// capturers returns the pieces of c that attack the square of e. pinned has the
// pins of c's king.
func (f Coverage) capturers(p *Position, e placedPiece, c Color, pinned *kingScan) (t capturers) {
	p.attackers(squares[e&127], c, f.XRays, func(from Square) bool {
		b := p.board[mailbox[from&63]]
		pieceType := p.pieces[b&63].pieceType()
		switch {
		case pieceType == King:
			t.king = 1
		case !pinned.holds(uint8(p.pieces[c<<5]), b&63, uint8(e)):
			i := t.count
			for ; i > 0 && t.values[i-1] > f.Values[pieceType]; i-- {
				t.values[i] = t.values[i-1]
			}
			t.values[i] = f.Values[pieceType]
			t.count++
		}
		return true
	})
	t.count += t.king
	return t
}

// holds reports whether the piece at a place in the piece list is pinned to the
// king on k, and would leave the line of the pin by moving to a square.
func (s *kingScan) holds(k, place, to uint8) bool {
	for _, x := range s.pins[:s.pinCount] {
		if x.place == place {
			return direction[to-k] != direction[x.by-k]
		}
	}
	return false
}

// expectedLoss returns what is lost besides the attacked piece by the rule of
// Coverage: the values of the lost defenders, less those of the lost attackers. It
// is not ok if no piece may capture.
func expectedLoss(a, d *capturers) (loss int, ok bool) {
	attackers, defenders := a.count, d.count
	// A king captures only after all other pieces of its side, and only if no enemy
	// piece is left that attacks the square. The two kings never both capture: each
	// defends against the other.
	if a.king == 1 && d.count > a.count-1 {
		attackers--
	}
	if d.king == 1 && a.count > d.count {
		defenders--
	}
	if attackers == 0 {
		return 0, false
	}
	lostAttackers, lostDefenders := attackers, attackers-1
	if defenders < attackers {
		lostAttackers, lostDefenders = defenders, defenders
	}
	for _, v := range d.values[:lostDefenders] {
		loss += v
	}
	for _, v := range a.values[:lostAttackers] {
		loss -= v
	}
	return loss, true
}

// worstLoss is the largest of the losses of one side that have been added; of
// equal ones, that on the lowest square, with ranks counted from that side.
type worstLoss struct {
	loss int
	sq   Square
}

// add adds a loss of c on a square.
func (w *worstLoss) add(c Color, sq Square, loss int) {
	if flip := Square(c) * A8; loss > w.loss || loss == w.loss && sq^flip < w.sq^flip {
		*w = worstLoss{loss, sq}
	}
}

// debit debits c with the loss, if there is one, limited to a million.
func (w *worstLoss) debit(s *Survey, c Color) {
	if w.loss > 0 {
		loss := Score(min(w.loss, 1_000_000))
		s.Credit(c, w.sq, Tapered{-loss, -loss})
	}
}

// Exchange is the feature of the piece that the side to move wins by its best legal capture, by
// static exchange evaluation (see Position.SEE), in centipawns for the other side: a loss. It is
// what Coverage estimates.
type Exchange struct {
	Values PieceValues // of the pieces, in centipawns
}

// defaultExchange returns the values of the board value system: 100, 300, 300,
// 500 and 900.
func defaultExchange() Exchange { return Exchange{exchangeValues} }

const exchangeName = "exchange"

// Name returns "exchange".
func (Exchange) Name() string { return exchangeName }

// Score debits the side that is not to move.
func (f Exchange) Score(s *Survey) {
	p := s.Position()
	them := p.turn().Other()
	var buf [MaxMoves]Move
	var worst worstLoss
	for _, m := range p.appendCaptures(buf[:0]) {
		if p.isCapture(m) {
			sq := m.To()
			if p.isEnPassant(m) {
				sq = SquareAt(sq.File(), m.From().Rank())
			}
			worst.add(them, sq, p.see(m, &f.Values))
		}
	}
	worst.debit(s, them)
}

// KingExposure is the feature of the squares from which a king could be checked, whether an
// enemy piece attacks them or not, in centipawns for the king's side: a loss.
type KingExposure struct {
	Line   Tapered // for each empty square in line with the king, with no piece between
	Knight Tapered // for each empty square a knight's move away
}

// defaultKingExposure returns numbers for three-check, where each check counts.
// They are this package's own.
func defaultKingExposure() KingExposure {
	return KingExposure{Line: Tapered{-12, -5}, Knight: Tapered{-6, -3}}
}

const kingExposureName = "king exposure"

// Name returns "king exposure".
func (KingExposure) Name() string { return kingExposureName }

// Score credits each king.
func (f KingExposure) Score(s *Survey) {
	empty := ^s.Occupied()
	for c := range Color(2) {
		for king := range s.Pieces(c, King).All() { // the zero Position has none
			lines := WhiteQueen.Attacks(king, s.Occupied()) & empty
			leaps := WhiteKnight.Attacks(king, 0) & empty
			s.Credit(c, king, f.Line.Times(lines.Len()).Plus(f.Knight.Times(leaps.Len())))
		}
	}
}

// Mobility is the feature of legal moves, as the adversarial search system (Python coursework)
// counts them, in centipawns for the side that has them. Each move has a value, and a capture a
// higher one, by its victim. A promotion counts as four moves. The moves of the side that is not
// to move are those it would have if the opponent passed; they may capture a king that is in
// check.
type Mobility struct {
	Move    Tapered           // for each legal move
	Capture [King + 1]Tapered // besides, by the type of the captured piece
	Factor  int               // percent of Capture that count
}

// defaultMobility returns the numbers of that system, with 100 centipawns for
// each of its points: 1 for a move, and 9, 5, 4, 3, 3 and 2 for the capture of
// a king, queen, rook, bishop, knight and pawn.
func defaultMobility() Mobility {
	return Mobility{
		Move: Tapered{100, 100},
		Capture: [King + 1]Tapered{
			Pawn: {200, 200}, Knight: {300, 300}, Bishop: {300, 300}, Rook: {400, 400}, Queen: {500, 500}, King: {900, 900},
		},
		Factor: 100,
	}
}

const mobilityName = "mobility"

// Name returns "mobility".
func (Mobility) Name() string { return mobilityName }

// Score credits each legal move on the square of the piece that makes it.
func (f Mobility) Score(s *Survey) {
	p := s.Position()
	f.credit(s, p)
	passed := p.After(0)
	f.credit(s, &passed)
}

// credit credits the moves of the side to move in p.
func (f Mobility) credit(s *Survey, p *Position) {
	var buf [MaxMoves]Move
	c := p.turn()
	for _, m := range p.appendMoves(buf[:0]) {
		t := f.Move
		if victim := p.captured(m); victim != NoPiece {
			t = t.Plus(f.Capture[victim.Type()].percent(f.Factor))
		}
		s.Credit(c, m.From(), t)
	}
}
