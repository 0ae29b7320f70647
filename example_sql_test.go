package chess_test

import (
	"database/sql"
	"fmt"
	"log"

	"github.com/seed-0971039b/chess"
)

// A program that stores games gives positions, keys and outcomes to the database as
// they are:
//
//	db.Exec("INSERT INTO games (start, key, outcome) VALUES (?, ?, ?)", start, key, outcome)
//	row.Scan(&start, &key, &outcome)
//
// This is what the database then gets, and what a column gives back that may be NULL.
func ExampleKey_Scan() {
	key := chess.StartPosition().Key()
	stored, err := key.Value()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%x\n", stored)

	var fromBytes, fromText chess.Key
	var absent sql.Null[chess.Key]
	for _, err := range []error{fromBytes.Scan(stored), fromText.Scan(key.EPD()), absent.Scan(nil)} {
		if err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(fromBytes == key, fromText == key, absent.Valid)
	// Output:
	// ffff00000000ffff723563271111111199999999fabdebaf
	// true true false
}

func ExampleOutcome_Value() {
	stored, err := chess.WinBy(chess.White, chess.Resignation).Value()
	if err != nil {
		log.Fatal(err)
	}
	var o chess.Outcome
	if err := o.Scan(stored); err != nil {
		log.Fatal(err)
	}
	fmt.Println(stored, "is", o, "by", o.Reason)
	// Output: 1-0 resignation is 1-0 by resignation
}
