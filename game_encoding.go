package chess

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// An Outcome as text.

// MarshalText returns the result and, unless it is Unspecified, the reason: "1-0 checkmate". It
// returns an error if no game can end so.
func (o Outcome) MarshalText() ([]byte, error) {
	if o == (Outcome{}) {
		return []byte("*"), nil
	}
	if why := o.contradiction(); why != "" {
		return nil, errNoText(fmt.Sprintf("the outcome %v, %v, Winner: %v", o, o.Reason, o.Winner))
	}
	text := []byte(o.String())
	if o.Reason == Unspecified {
		return text, nil
	}
	return append(append(text, ' '), o.Reason...), nil
}

// UnmarshalText reads what MarshalText writes. The error matches ErrIllegal if the reason
// contradicts the result, as in "1-0 stalemate".
func (o *Outcome) UnmarshalText(text []byte) error { return unmarshalText(o, text, parseOutcome) }

// parseOutcome is the inverse of MarshalText.
func parseOutcome(s string) (Outcome, error) {
	fail := func(kind error, offset int, detail string) (Outcome, error) {
		return Outcome{}, &ParseError{Kind: kind, Field: "outcome", Input: s, Offset: offset, Detail: detail}
	}
	if s == "*" {
		return Outcome{}, nil
	}
	o := Outcome{Reason: Unspecified}
	result, reason, given := strings.Cut(s, " ")
	switch result {
	case "1-0":
		o.Decided = true
	case "0-1":
		o.Decided, o.Winner = true, Black
	case "1/2-1/2":
	default:
		return fail(ErrSyntax, 0, `the result is none of "1-0", "0-1", "1/2-1/2" and "*"`)
	}
	if given {
		if o.Reason = Termination(reason); !o.Reason.wellFormed() {
			return fail(ErrSyntax, len(result)+1, "a reason is words with a blank between two")
		}
	}
	if why := o.contradiction(); why != "" {
		return fail(ErrIllegal, len(result)+1, why)
	}
	return o, nil
}

// A Game as text.

// PlaySAN plays moves in standard algebraic notation, one a string, as Position.ParseSAN reads them.
// After an error the moves before it have been played.
func (g *Game) PlaySAN(moves ...string) error {
	return g.playText("SAN", func(p *Position, s string) (Move, error) { return p.parseText("SAN", s, English) }, moves)
}

// PlayUCI plays moves in the notation of UCI engines, one a string, as PlaySAN does.
func (g *Game) PlayUCI(moves ...string) error {
	return g.playText("UCI move", (*Position).ParseUCI, moves)
}

// PlayText plays moves in any notation, in each string one or a line, as Position.ParseLine reads them. After an
// error the moves before it have been played.
func (g *Game) PlayText(moves ...string) error {
	for _, s := range moves {
		word, rest := cutMove(s)
		for next := true; next; next = word != "" { // a string without a move is an error
			if err := g.playText("move", (*Position).ParseMove, []string{word}); err != nil {
				return err
			}
			word, rest = cutMove(rest)
		}
	}
	return nil
}

// playText plays moves that parse reads, which calls them field in its errors.
func (g *Game) playText(field string, parse func(*Position, string) (Move, error), moves []string) error {
	for _, s := range moves {
		m, err := parse(g.current(), s)
		if err == nil {
			if err = g.playLegal(m); err != nil {
				fault := err.(*ParseError)
				fault.Field, fault.Input = field, s
			}
		} else if fault, ok := err.(*ParseError); ok && fault.Kind == ErrIllegal {
			err = g.refused(fault)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// SANMoves returns the moves played in standard algebraic notation.
func (g *Game) SANMoves() []string {
	moves := g.Moves()
	sans := make([]string, 0, len(moves))
	for ply, p := range g.Positions() {
		if ply < len(moves) {
			sans = append(sans, p.SAN(moves[ply]))
		}
	}
	return sans
}

// String returns the moves in SAN with their numbers, and the result: "1. e4 e5 *". The FEN of another
// start than the usual comes first.
func (g Game) String() string {
	var b []byte
	start := g.Start()
	if !start.Equal(startPosition) {
		b = append(appendVariant(start.appendFEN(b), start.state), ": "...)
	}
	if b = start.appendSANLine(b, g.Moves()...); g.Len() > 0 {
		b = append(b, ' ')
	}
	return string(b) + g.Outcome().String()
}

// UCIMoves returns the moves played in the notation of UCI engines: that of UCI960 if the game began with a
// position of Chess960, and otherwise that of UCI.
func (g *Game) UCIMoves() []string {
	return strings.Fields(string(g.first().appendUCILine(nil, g.Moves(), g.first().isChess960())))
}

// The byte form of a Game, and of the moves in it. The documentation of the package,
// under Byte forms, promises that it never changes.

const (
	gameForm = 1 // the version, which is the first byte

	// escape is the byte before anything but one of the first 255 moves in the order.
	escape = 255
	// escapeMove comes after escape if a move follows: its index in the order less
	// 255.
	escapeMove = 0
)

// The byte for how a Game was ended: the number of the Termination, and these bits.
const (
	endNamed   = 1<<6 - 1 // any other Termination, whose text follows
	endDecided = 1 << 6
	endBlack   = 1 << 7 // has won
)

// AppendBinary appends the byte form of the game to dst: a few bytes and one for each ply. The error
// is a *ParseError that matches ErrIllegal for an impossible start, such as the zero Position, and
// ErrSyntax for more than a million plies and for a game under a Rule.
func (g Game) AppendBinary(dst []byte) ([]byte, error) {
	if err := g.unwritable(); err != nil {
		return dst, err
	}
	p := g.Start()
	form := append(dst, gameForm)
	form, err := appendStart(form, &p)
	if err != nil {
		return dst, err
	}
	form = appendEnd(form, g.ended)
	form = binary.AppendUvarint(form, uint64(g.Len()))
	for _, m := range g.Moves() {
		n, _ := p.moveIndex(m)
		form = appendMove(form, n)
		p.do(m, &p)
	}
	return form, nil
}

// MarshalBinary returns what AppendBinary appends.
func (g Game) MarshalBinary() ([]byte, error) {
	return g.AppendBinary(make([]byte, 0, 64+g.Len()))
}

// UnmarshalBinary reads what AppendBinary writes, and nothing else. It checks moves as Continue does.
// It takes at most 64 bytes of memory for each byte of data. The error is a *ParseError that matches
// ErrSyntax or ErrIllegal.
func (g *Game) UnmarshalBinary(data []byte) error {
	r := formReader{field: "Game", data: data}
	if err := r.version(gameForm); err != nil {
		return err
	}
	start, err := r.start()
	if err != nil {
		return err
	}
	endAt := r.pos
	end, err := r.byte("how the game was ended")
	var reason []byte
	if err == nil && end&endNamed == endNamed {
		reason, err = r.string("the reason of the end")
	}
	if err != nil {
		return err
	}
	plies, err := r.uvarint(maxPlies, "the number of plies")
	if err == nil {
		err = r.need(plies, "the moves")
	}
	if err != nil {
		return err
	}
	read := NewGame(start)
	read.reserve(int(plies))
	for range plies {
		at := r.pos
		index, err := r.move()
		if err != nil {
			return err
		}
		m, ok := read.current().moveAt(index)
		if !ok {
			return r.fail(ErrIllegal, at, "there are not so many legal moves")
		}
		read.push(m)
	}
	if err := r.end(); err != nil {
		return err
	}
	if end != 0 {
		o := Outcome{Termination(reason), end&endDecided != 0, Color(end / endBlack)}
		if n := int(end & endNamed); n < len(terminations) {
			o.Reason = terminations[n]
		} else if n != endNamed || slices.Contains(terminations[:], o.Reason) {
			return r.fail(ErrIllegal, endAt, "there is no such reason")
		}
		if why := read.contradiction(o); why != "" {
			return r.fail(ErrIllegal, endAt, why)
		}
		read.ended = o
	}
	*g = *read
	return nil
}

// appendEnd appends how a game was ended: a 0 if it was not.
func appendEnd(dst []byte, o Outcome) []byte {
	n, named := slices.Index(terminations[:], o.Reason), true
	if n < 0 {
		n, named = endNamed, false
	}
	dst = append(dst, byte(n)|endDecided*oneIf(o.Decided)|endBlack*byte(o.Winner))
	if !named {
		dst = appendString(dst, string(o.Reason))
	}
	return dst
}

// appendString appends a text with its length before it.
func appendString(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// appendStart appends the position that a game begins with: 0 for the start position,
// otherwise the form of the position with its length before it.
func appendStart(dst []byte, p *Position) ([]byte, error) {
	if p.Equal(startPosition) {
		return append(dst, 0), nil
	}
	at := len(dst)
	dst = p.appendForm(append(dst, 0)) // its length takes one byte
	dst[at] = byte(len(dst) - at - 1)
	if len(dst) == at+1 {
		return dst, noPosition("start of the game")
	}
	return dst, new(Position).UnmarshalBinary(dst[at+1:])
}

// moveIndex returns the place, from 0, of m among the legal moves of p: by the
// square from which, then the square to which they go, with castling as the king
// taking its rook, then the promotion from knight to queen and king. Drops come last, by the
// type of the piece. It returns false if m is not legal.
func (p *Position) moveIndex(m Move) (n int, ok bool) {
	var buf [MaxMoves]Move
	order := p.order(m)
	for _, legal := range p.appendMoves(buf[:0]) {
		other := p.order(legal)
		n += int((other - order) >> 31) // 1 if it comes before m
		ok = ok || other == order
	}
	return n, ok
}

// order returns a number that sorts the legal moves of p: see moveIndex.
func (p *Position) order(m Move) uint32 {
	if p.castles(m) {
		m = p.kingTakesRook(m)
	}
	last := Move(oneIf(m>>16 == kingPromotion>>16))
	return uint32(m&0xFFFF<<3 | last<<2 | m>>16&3)
}

// moveAt returns the legal move with an index, the inverse of moveIndex. It
// returns false if there are fewer.
func (p *Position) moveAt(n int) (Move, bool) {
	var buf [MaxMoves]Move
	moves := p.appendMoves(buf[:0])
	if n >= len(moves) {
		return 0, false
	}
	if p.state&stateRules != 0 && p.rules().slow {
		slices.SortFunc(moves, func(a, b Move) int { return cmp.Compare(p.order(a), p.order(b)) })
		return moves[n], true
	}
	// The square from which it goes: this takes less time than to sort the moves.
	var count [128]uint8 // by mailbox square
	for _, m := range moves {
		count[m.from()]++
	}
	var origins uint64
	for _, e := range p.armyList(p.army()) {
		origins |= uint64(oneIf(count[e&127] > 0)) << squares[e&127]
	}
	from := mailbox[bits.TrailingZeros64(origins)&63]
	for n >= int(count[from&127]) {
		n -= int(count[from&127])
		origins &= origins - 1
		from = mailbox[bits.TrailingZeros64(origins)&63]
	}
	// The square to which it goes; a pawn that promotes has four moves to each.
	own := 0
	var targets uint64
	for _, m := range moves {
		moves[own] = m
		if m.from() == from {
			targets |= 1 << squares[p.order(m)>>3&127]
			own++
		}
	}
	each := own / bits.OnesCount64(targets)
	for range n / each {
		targets &= targets - 1
	}
	want := uint32(newMove(from, mailbox[bits.TrailingZeros64(targets)&63]))<<3 | uint32(n%each)
	i := 0
	for p.order(moves[i]) != want {
		i++
	}
	return moves[i], true
}

// appendMove appends the index of a move: one byte if it is less than 255.
func appendMove(dst []byte, n int) []byte {
	if n < escape {
		return append(dst, byte(n))
	}
	return binary.AppendUvarint(append(dst, escape, escapeMove), uint64(n-escape))
}

// move reads the index of a move.
func (r *formReader) move() (int, error) {
	b, err := r.byte("a move")
	if err != nil || b < escape {
		return int(b), err
	}
	code, err := r.byte("a move")
	if err == nil && code != escapeMove {
		err = r.fail(ErrSyntax, r.pos-1, "not the code of a move")
	}
	if err != nil {
		return 0, err
	}
	return r.escapedMove()
}

// escapedMove reads what follows escapeMove.
func (r *formReader) escapedMove() (int, error) {
	const most = 64 * 64 * 4 // more than all moves from any square to any other
	n, err := r.uvarint(most, "the index of a move")
	return escape + int(n), err
}

// version reads the first byte of a form, which must be the given one.
func (r *formReader) version(want byte) error {
	got, err := r.byte("the version")
	if err == nil && got != want {
		err = r.fail(ErrSyntax, 0, "another form, or of an unknown version")
	}
	return err
}

// byte reads a byte.
func (r *formReader) byte(what string) (byte, error) {
	if err := r.need(1, what); err != nil {
		return 0, err
	}
	r.pos++
	return r.data[r.pos-1], nil
}

// start reads what appendStart appends.
func (r *formReader) start() (Position, error) {
	at := r.pos
	form, err := r.string("the position at the start")
	if err != nil || len(form) == 0 {
		return startPosition, err
	}
	p, err := readPosition(&formReader{field: r.field, data: r.data[:r.pos], pos: r.pos - len(form)})
	if err == nil && p.Equal(startPosition) {
		err = r.fail(ErrSyntax, at, "the start position is written as 0")
	}
	return p, err
}

// A jsonGame is the JSON of a Game: with its moves to write it, with their text to
// read it.
type jsonGame[T []Move | json.RawMessage] struct {
	Start   *Position `json:"start"`
	Moves   T         `json:"moves"`
	Outcome Outcome   `json:"outcome"`
	Ended   bool      `json:"ended,omitempty"`
}

// maxPlies bounds the length of a Game as JSON and in bytes. The longest that the
// rules allow has 17,697 plies; a Game of a million takes 56 MB.
const maxPlies = 1_000_000

// MarshalJSON returns an object with the start, the moves in UCI notation, the outcome with its
// reason, and whether End ended the game. It rejects what AppendBinary rejects.
func (g Game) MarshalJSON() ([]byte, error) {
	if err := unreadable(g.first()); err != nil {
		return nil, err
	}
	if err := g.unwritable(); err != nil {
		return nil, err
	}
	return json.Marshal(jsonGame[[]Move]{Start: g.first(), Moves: g.Moves(), Outcome: g.Outcome(), Ended: g.ended != Outcome{}})
}

// unreadable returns the error if no FEN is read as a position.
func unreadable(p *Position) error {
	if p.isZero() {
		return noPosition("start of the game")
	}
	_, err := ParseFEN(p.String())
	return err
}

// unwritable returns why the game has no byte form and no JSON, or nil.
func (g *Game) unwritable() error {
	if g.Len() > maxPlies {
		return tooManyPlies(g.Len())
	}
	return g.law.unwritable()
}

// unwritable returns why a game under the law is not written, or nil.
func (l *law) unwritable() error {
	if l == nil {
		return nil
	}
	return &ParseError{Kind: ErrSyntax, Field: "rule of the game", Input: l.name, Detail: "no reader knows it"}
}

// tooManyPlies returns the error about a game that is too long to be written or read.
func tooManyPlies(plies int) error {
	return &ParseError{Kind: ErrSyntax, Field: "number of plies", Input: strconv.Itoa(plies), Detail: "more than 1,000,000"}
}

// UnmarshalJSON reads what MarshalJSON writes, or a part of it: the start is then the start position,
// and the outcome follows from the moves. An outcome that the rules do not give ends the game. It
// takes at most 32 bytes of memory for each byte of data. The error is a *ParseError with the ply in
// Place, or one of encoding/json.
func (g *Game) UnmarshalJSON(data []byte) error {
	if string(data) == "null" { // changes nothing, by the convention of encoding/json
		return nil
	}
	var x jsonGame[json.RawMessage]
	if err := readJSON(data, &x, "Game"); err != nil {
		return err
	}
	var h Game
	if x.Start != nil {
		if x.Start.isZero() {
			return noPosition("start of the game")
		}
		h = *NewGame(*x.Start)
	}
	if err := h.playJSON(x.Moves); err != nil {
		return err
	}
	if x.Ended || x.Outcome.Over() && x.Outcome != h.Outcome() {
		if err := h.record(x.Outcome); err != nil {
			return err
		}
	}
	*g = h
	return nil
}

// playJSON plays the moves of an array, if there is one.
func (g *Game) playJSON(data json.RawMessage) error {
	if data == nil {
		return nil
	}
	room := min(len(data)/len(`"e2e4",`), maxPlies) // no move is shorter
	g.reserve(room)
	d := json.NewDecoder(bytes.NewReader(data))
	return jsonElements(d, "moves", func() error {
		var m Move
		err := d.Decode(&m)
		switch {
		case err != nil:
		case g.Len() == maxPlies:
			err = tooManyPlies(g.Len() + 1)
		default:
			err = g.Continue(m)
		}
		if err != nil {
			return jsonError(err, fmt.Sprintf("ply %d", g.Len()+1), "moves")
		}
		return nil
	})
}
