// Package played counts what has been played in the positions of games: it makes and reads
// the rows of the explorer's store. They depend on the games alone, so the rows of several
// blocks of games can be merged in any order.
package played

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/seed-0971039b/chess"
)

// The first byte of a key of the store tells the table. docs/lab/explorer.md describes
// the rows. All numbers in keys are big-endian, so that the store sorts by them.
const (
	TableGames     = 'g' // the number of a game: its ID, and its tags
	TableIDs       = 'i' // the ID of a game: its number
	TableLines     = 'l' // the number of a game: its moves, and what else Find reads of it
	TablePlayers   = 'n' // name, side, number of a game
	TableVisits    = 'o' // position, and one visit to it
	TablePositions = 'p' // position: its record
)

// A GameNumber counts the games of a store in the order in which they came, from 1.
type GameNumber uint32

// ErrFull is the error of games that are too many to be counted.
var ErrFull = fmt.Errorf("there are more than %d games", uint32(math.MaxUint32))

// A GameID identifies a game in any store: it depends on the game alone.
type GameID [16]byte

// idDigits are the digits of an ID as text: nothing that an address or a shell would read
// as something else, and no sign with which a flag begins.
var idDigits = base32.NewEncoding("0123456789abcdefghijklmnopqrstuv").WithPadding(base32.NoPadding)

// String returns the ID as it stands in addresses.
func (id GameID) String() string { return idDigits.EncodeToString(id[:]) }

// ParseID reads what String returns.
func ParseID(s string) (id GameID, err error) {
	b, err := idDigits.DecodeString(s)
	if err != nil || len(b) != len(id) || GameID(b).String() != s {
		return id, fmt.Errorf("%.25q is not the ID of a game", s)
	}
	return GameID(b), nil
}

// SevenTags are the tags that every game in PGN has.
var SevenTags = [...]string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}

// identify returns the ID of a game: two games are the same if they have the same moves from
// the same position, and the same seven tags.
func identify(t *chess.GameTree, moves []chess.Move) GameID {
	var form []byte
	for _, name := range SevenTags {
		value := t.Tag(name)
		form = append(binary.AppendUvarint(form, uint64(len(value))), value...)
	}
	form, _ = t.Start().AppendBinary(form)
	for _, m := range moves {
		form = binary.BigEndian.AppendUint16(form, uint16(codeOf(m)))
	}
	sum := sha256.Sum256(form)
	return GameID(sum[:])
}

// A MoveCode is a move in 16 bits: its kind, and six bits for each square. The kind is 4 to 7 for
// a promotion to a knight, bishop, rook or queen, 8 for one to a king, and 9 for a drop, which has the
// type of the piece in place of a square that it leaves; and 0 otherwise.
type MoveCode uint16

// The kinds of a MoveCode.
const (
	codePromotion = 4 << 12
	codeKing      = 8 << 12
	codeDrop      = 9 << 12
)

// NoMove stands for the end of a game in a position. No move has this code.
const NoMove MoveCode = 0xFFFF

// Move returns the move with that code.
func (c MoveCode) Move() (chess.Move, error) {
	if c == 0 {
		return 0, nil
	}
	from, to := c>>6&63, chess.Square(c&63).String()
	text := chess.Square(from).String() + to
	switch kind := c &^ 0xFFF; {
	case kind == codeDrop && from < MoveCode(chess.King):
		text = ".PNBRQ"[from:][:1] + "@" + to
	case kind == codeKing:
		text += "k"
	case c>>14 == 1:
		text += "nbrq"[c>>12&3:][:1]
	case kind != 0:
		return 0, ErrBroken
	}
	return chess.ParseUCI(text)
}

// codeOf returns the code of a move.
func codeOf(m chess.Move) MoveCode {
	if t := m.Drop(); t != chess.NoPieceType {
		return codeDrop | MoveCode(t)<<6 | MoveCode(m.To())
	}
	c := MoveCode(m.From())<<6 | MoveCode(m.To())
	switch t := m.Promotion(); t {
	case chess.NoPieceType:
	case chess.King:
		c |= codeKing
	default:
		c |= codePromotion | MoveCode(t-chess.Knight)<<12
	}
	return c
}

// appendForm appends the part of a key that identifies a position: the form of its
// chess.Key with its length before it, so that no position is the beginning of another.
func appendForm(dst, form []byte) []byte {
	return append(append(dst, byte(len(form))), form...)
}

// KeyOf returns the key of a position in a table that is sorted by position.
func KeyOf(table byte, position chess.Key) []byte {
	form, _ := position.MarshalBinary()
	return appendForm([]byte{table}, form)
}

// FormOf returns the form in a key of the table of positions.
func FormOf(key []byte) []byte { return key[2:] }

// IDKey returns the key of the number of a game.
func IDKey(id GameID) []byte { return append([]byte{TableIDs}, id[:]...) }

// appendVisit appends the key of a visit to the part of a key that identifies the
// position: the best rated first.
func appendVisit(dst []byte, v Visit) []byte {
	dst = binary.BigEndian.AppendUint16(dst, ^v.rating)
	dst = binary.BigEndian.AppendUint32(dst, uint32(v.Game))
	return binary.BigEndian.AppendUint16(dst, uint16(v.Move))
}

// ReadVisit reads the end of a key of a visit, and its value.
func ReadVisit(key, value []byte) (v Visit, err error) {
	const size = 2 + 4 + 2
	if len(key) < size || len(value) != 4 {
		return v, ErrBroken
	}
	key = key[len(key)-size:]
	v.rating = ^binary.BigEndian.Uint16(key)
	v.Game = GameNumber(binary.BigEndian.Uint32(key[2:]))
	v.Move = MoveCode(binary.BigEndian.Uint16(key[6:]))
	v.unpack(binary.BigEndian.Uint32(value))
	return v, nil
}

// NumberKey returns the key of a game in a table that is sorted by number.
func NumberKey(table byte, n GameNumber) []byte {
	return binary.BigEndian.AppendUint32([]byte{table}, uint32(n))
}

// ReadNumber returns the number in a key that numberKey returned.
func ReadNumber(key []byte) GameNumber { return GameNumber(binary.BigEndian.Uint32(key[1:])) }

// PlayerKey returns the key that tells that a player, whose name is in lower case, had
// a side in a game.
func playerKey(name string, side chess.Color, n GameNumber) []byte {
	key := append([]byte{TablePlayers}, name...)
	return binary.BigEndian.AppendUint32(append(key, 0, byte(side)), uint32(n))
}

// ReadPlayer reads the end of a key that playerKey returned.
func ReadPlayer(key []byte) (side chess.Color, n GameNumber, err error) {
	const size = 2 + 4
	if len(key) < size {
		return 0, 0, ErrBroken
	}
	key = key[len(key)-size:]
	return chess.Color(key[1]), GameNumber(binary.BigEndian.Uint32(key[2:])), nil
}
