package chess_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"slices"

	"github.com/seed-0971039b/chess"
)

// A store of positions has the byte forms of their Keys, in the order of Compare.
func ExampleKey_AppendBinary() {
	var keys []chess.Key
	p := chess.StartPosition()
	for _, m := range p.AppendMoves(nil) {
		keys = append(keys, p.After(m).Key())
	}
	slices.SortFunc(keys, chess.Key.Compare)
	var store [][]byte
	for _, key := range keys {
		form, _ := key.AppendBinary(nil) // never an error
		store = append(store, form)
	}

	e4, err := chess.ParseKey("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -")
	if err != nil {
		log.Fatal(err)
	}
	form, _ := e4.MarshalBinary()
	place, found := slices.BinarySearchFunc(store, form, bytes.Compare)
	fmt.Printf("%x\n%d bytes, at place %d: %v\n", form, len(form), place, found)

	var key chess.Key
	if err := key.UnmarshalBinary(store[place]); err != nil {
		log.Fatal(err)
	}
	fmt.Println(key)
	// Output:
	// ffff00001000efff723563271111111199999999fabd8baf
	// 24 bytes, at place 16: true
	// rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -
}

// The hash is the same in every version and on every machine, so that it can spread
// positions over files or servers.
func ExampleKey_Hash() {
	key := chess.StartPosition().Key()
	fmt.Printf("%016x, in file %d of 8\n", key.Hash(), key.Hash()%8)
	// Output: 47721a387d7d1fb5, in file 5 of 8
}

// The position of a Key has no history: it is at move 1.
func ExampleKey_Position() {
	key, err := chess.ParseKey("8/8/8/4k3/8/8/8/4K2R w K -")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(key.Position())
	// Output: 8/8/8/4k3/8/8/8/4K2R w K - 0 1
}

func ExamplePosition_AppendBinary() {
	p := chess.MustParseFEN("rnbqkb1r/ppp1pppp/5n2/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 1 3")
	form, _ := p.AppendBinary(nil) // never an error
	fmt.Printf("%x\n", form)
	var q chess.Position
	if err := q.UnmarshalBinary(form); err != nil {
		log.Fatal(err)
	}
	fmt.Println(q)
	// Output:
	// 0103bff720080c00f3ff72356327111111119a9999999fabdebf
	// rnbqkb1r/ppp1pppp/5n2/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 1 3
}

// A file of many games has the length of each before it. A plain game takes a byte a
// move and a few more.
func ExampleGame_AppendBinary() {
	var file bytes.Buffer
	for _, moves := range [][]string{{"e4", "e5", "Nf3", "Nc6"}, {"f3", "e5", "g4", "Qh4"}} {
		var g chess.Game
		if err := g.PlaySAN(moves...); err != nil {
			log.Fatal(err)
		}
		form, err := g.AppendBinary(nil)
		if err != nil {
			log.Fatal(err)
		}
		file.Write(binary.AppendUvarint(nil, uint64(len(form))))
		file.Write(form)
		fmt.Printf("%x\n", form)
	}

	r := bufio.NewReader(&file)
	for {
		n, err := binary.ReadUvarint(r)
		if err == io.EOF {
			break
		}
		form := make([]byte, min(n, 1<<16)) // of a longer game, an error
		if _, err := io.ReadFull(r, form); err != nil {
			log.Fatal(err)
		}
		var g chess.Game
		if err := g.UnmarshalBinary(form); err != nil {
			log.Fatal(err)
		}
		fmt.Println(g.SANMoves(), g.Outcome())
	}
	// Output:
	// 010000040d080d0f
	// 010000040e080f11
	// [e4 e5 Nf3 Nc6] *
	// [f3 e5 g4 Qh4#] 0-1
}

// Everything that PGN has comes back: tags, variations, comments and glyphs.
func ExampleGameTree_AppendBinary() {
	tree, err := chess.ParsePGN(`[White "Morphy"] 1. e4 e5 2. Nf3 d6 {Philidor} (2... Nc6! 3. Bb5) 3. d4 *`)
	if err != nil {
		log.Fatal(err)
	}
	form, err := tree.AppendBinary(nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d bytes\n", len(form))
	var again chess.GameTree
	if err := again.UnmarshalBinary(form); err != nil {
		log.Fatal(err)
	}
	fmt.Println(again.String() == tree.String())
	// Output:
	// 39 bytes
	// true
}
