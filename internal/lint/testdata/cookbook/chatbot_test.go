package main

import (
	"encoding/json"
	"fmt"
	"image/png"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
)

func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	for _, line := range []string{
		"e4 e5 Bc4", "b8c6", "Ke3", "Qh5", "Nf6", "why", "hint", "Qxf7", "why not", "undo", "new",
		"fen 8/8/8", "fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "hint",
	} {
		c := &chats{file: filepath.Join(dir, "chats.json")}
		if err := c.load(); err != nil {
			log.Fatal(err)
		}
		body, _ := json.Marshal(map[string]string{"chat": "Rosa and Emil", "text": line})
		answer := httptest.NewRecorder()
		c.ServeHTTP(answer, httptest.NewRequest("POST", "/", strings.NewReader(string(body))))
		request := httptest.NewRequest("POST", "/", answer.Body) // a form is read from a request
		request.Header = answer.Header()
		text := request.FormValue("text")
		file, _, err := request.FormFile("picture")
		if err != nil {
			log.Fatal(err)
		}
		if _, err := png.Decode(file); err != nil {
			log.Fatal(err)
		}
		fmt.Println(line+":", text)
	}
	// Output:
	// e4 e5 Bc4: Black to move.
	// b8c6: White to move.
	// Ke3: Sorry: move "Ke3": illegal: no such move of a king to e3 is legal
	// Qh5: Black to move.
	// Nf6: White to move.
	// why: 3...Nf6 allows mate in 1: 4. Qxf7#. That was the threat. Better is 3...g6. It stops the threat of mate in 1: 4. Qxf7#. White to move.
	// hint: Try Qxf7#. White to move.
	// Qxf7: 1-0, checkmate.
	// why not: 4. Qxf7# is checkmate. 1-0, checkmate.
	// undo: White to move.
	// new: White to move.
	// fen 8/8/8: Sorry: FEN board "8/8/8": malformed at character 6: the board ends on rank 6 after 8 squares
	// fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1: White to move.
	// hint: Try Ra8#. White to move.
	//
}
