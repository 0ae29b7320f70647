package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/seed-0971039b/chess"
)

// The first byte of a key of the store tells the table. docs/explorer.md describes the
// rows. All numbers in keys are big-endian, so that the store sorts by them.
const (
	tableGames     = 'g' // the number of a game: its ID, and its tags
	tableIDs       = 'i' // the ID of a game: its number
	tableLines     = 'l' // the number of a game: its moves, and what else Find reads of it
	tablePlayers   = 'n' // name, side, number of a game
	tableVisits    = 'o' // position, and one visit to it
	tablePositions = 'p' // position: its record
)

// A gameNumber counts the games of a store in the order in which they came, from 1.
type gameNumber uint32

// A gameID identifies a game in any store: it depends on the game alone.
type gameID [16]byte

// String returns the ID as it stands in addresses.
func (id gameID) String() string { return base64.RawURLEncoding.EncodeToString(id[:]) }

// parseID reads what String returns.
func parseID(s string) (id gameID, err error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || len(b) != len(id) {
		return id, fmt.Errorf("%q is not the ID of a game", s)
	}
	return gameID(b), nil
}

// sevenTags are the tags that every game in PGN has.
var sevenTags = [...]string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}

// identify returns the ID of a game: two games are the same if they have the same moves
// from the same position, and the same seven tags.
func identify(t *chess.GameTree, l *line) gameID {
	var form []byte
	for _, name := range sevenTags {
		value := t.Tag(name)
		form = append(binary.AppendUvarint(form, uint64(len(value))), value...)
	}
	form, _ = l.position().AppendBinary(form)
	sum := sha256.Sum256(append(form, l.codes...))
	return gameID(sum[:])
}

// A moveCode is the byte form of a move as a number.
type moveCode uint16

// noMove stands for the end of a game in a position. No move has this code.
const noMove moveCode = 0xFFFF

// move returns the move with that code.
func (c moveCode) move() (m chess.Move, err error) {
	err = m.UnmarshalBinary(binary.BigEndian.AppendUint16(nil, uint16(c)))
	return m, err
}

// appendForm appends the part of a key that identifies a position: the form of its
// chess.Key with its length before it, so that no position is the beginning of another.
func appendForm(dst, form []byte) []byte {
	return append(append(dst, byte(len(form))), form...)
}

// keyOf returns the key of a position in a table that is sorted by position.
func keyOf(table byte, position chess.Key) []byte {
	form, _ := position.MarshalBinary()
	return appendForm([]byte{table}, form)
}

// idKey returns the key of the number of a game.
func idKey(id gameID) []byte { return append([]byte{tableIDs}, id[:]...) }

// appendVisit appends the key of a visit to the part of a key that identifies the
// position: the best rated first.
func appendVisit(dst []byte, v visit) []byte {
	dst = binary.BigEndian.AppendUint16(dst, ^v.rating)
	dst = binary.BigEndian.AppendUint32(dst, uint32(v.game))
	return binary.BigEndian.AppendUint16(dst, uint16(v.move))
}

// readVisit reads the end of a key of a visit, and its value.
func readVisit(key, value []byte) (v visit, err error) {
	const size = 2 + 4 + 2
	if len(key) < size || len(value) != 4 {
		return v, errBroken
	}
	key = key[len(key)-size:]
	v.rating = ^binary.BigEndian.Uint16(key)
	v.game = gameNumber(binary.BigEndian.Uint32(key[2:]))
	v.move = moveCode(binary.BigEndian.Uint16(key[6:]))
	v.unpack(binary.BigEndian.Uint32(value))
	return v, nil
}

// numberKey returns the key of a game in a table that is sorted by number.
func numberKey(table byte, n gameNumber) []byte {
	return binary.BigEndian.AppendUint32([]byte{table}, uint32(n))
}

// readNumber returns the number in a key that numberKey returned.
func readNumber(key []byte) gameNumber { return gameNumber(binary.BigEndian.Uint32(key[1:])) }

// playerKey returns the key that tells that a player, whose name is in lower case, had
// a side in a game.
func playerKey(name string, side chess.Color, n gameNumber) []byte {
	key := append([]byte{tablePlayers}, name...)
	return binary.BigEndian.AppendUint32(append(key, 0, byte(side)), uint32(n))
}

// readPlayer reads the end of a key that playerKey returned.
func readPlayer(key []byte) (side chess.Color, n gameNumber, err error) {
	const size = 2 + 4
	if len(key) < size {
		return 0, 0, errBroken
	}
	key = key[len(key)-size:]
	return chess.Color(key[1]), gameNumber(binary.BigEndian.Uint32(key[2:])), nil
}

// after returns the first key after all that begin with a prefix.
func after(prefix []byte) []byte {
	end := slices.Clone(prefix)
	for i, b := range slices.Backward(end) {
		if b < 0xFF {
			end[i]++
			return end[:i+1]
		}
	}
	return nil
}
