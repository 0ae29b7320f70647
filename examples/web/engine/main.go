//go:build js && wasm

// Engine is the library as WebAssembly. It defines one function for the page
// and for its worker, chess(question, tell), which answers at once.
package main

import (
	"syscall/js"

	"github.com/seed-0971039b/chess/examples/web/internal/protocol"
)

func main() {
	var desk protocol.Desk
	js.Global().Set("chess", js.FuncOf(func(_ js.Value, args []js.Value) any {
		tell := func([]byte) {}
		if len(args) > 1 {
			tell = func(news []byte) { args[1].Invoke(string(news)) }
		}
		return string(desk.Answer([]byte(args[0].String()), tell))
	}))
	select {}
}
