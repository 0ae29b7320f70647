//go:build js && wasm

// Engine is the library as WebAssembly. It defines two functions for the page and its
// workers: chess(question) returns the answer, and think(question, report, done)
// calls report with news and done with the answer, later, and returns a function that
// ends the thinking soon.
package main

import (
	"context"
	"syscall/js"

	"github.com/seed-0971039b/chess/examples/web/internal/protocol"
)

func main() {
	var handler protocol.Handler
	events := newEvents()
	js.Global().Set("chess", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(handler.Answer(context.Background(), []byte(args[0].String()), nil))
	}))
	js.Global().Set("think", js.FuncOf(func(_ js.Value, args []js.Value) any {
		question, report, done := []byte(args[0].String()), args[1], args[2]
		ctx, cancel := context.WithCancel(context.Background())
		stop := js.FuncOf(func(js.Value, []js.Value) any {
			cancel()
			return nil
		})
		go func() {
			answer := handler.Answer(&attentive{Context: ctx, events: events}, question, func(news []byte) { report.Invoke(string(news)) })
			cancel()
			done.Invoke(string(answer))
			stop.Release()
		}()
		return stop
	}))
	select {}
}
