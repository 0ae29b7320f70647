//go:build js && wasm

// Engine is the library as WebAssembly. It defines one function for the page and its
// worker, chess(question, report), which returns the answer.
package main

import (
	"syscall/js"

	"github.com/seed-0971039b/chess/examples/web/internal/protocol"
)

func main() {
	var handler protocol.Handler
	js.Global().Set("chess", js.FuncOf(func(_ js.Value, args []js.Value) any {
		report := func([]byte) {}
		if len(args) > 1 {
			report = func(news []byte) { args[1].Invoke(string(news)) }
		}
		return string(handler.Answer([]byte(args[0].String()), report))
	}))
	select {}
}
