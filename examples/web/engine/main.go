//go:build js && wasm

// Engine is the library as WebAssembly. It defines two functions for the page and its
// workers: chess(question) returns the answer, and think(question, report, done)
// calls report with news and done with the answer, later, and returns a function that
// ends the thinking soon.
package main

import (
	"context"
	"syscall/js"
	"time"

	"github.com/seed-0971039b/chess/examples/web/internal/protocol"
)

func main() {
	var handler protocol.Handler
	deliver := newDelivery()
	js.Global().Set("chess", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(handler.Answer(context.Background(), []byte(args[0].String()), func([]byte) {}))
	}))
	js.Global().Set("think", js.FuncOf(func(_ js.Value, args []js.Value) any {
		question, report, done := []byte(args[0].String()), args[1], args[2]
		ctx, cancel := context.WithCancel(context.Background())
		stop := js.FuncOf(func(js.Value, []js.Value) any {
			cancel()
			return nil
		})
		go func() {
			answer := handler.Answer(&attentive{Context: ctx, deliver: deliver}, question, func(news []byte) { report.Invoke(string(news)) })
			cancel()
			done.Invoke(string(answer))
			stop.Release()
		}()
		return stop
	}))
	select {}
}

// An attentive is a context that lets the browser deliver messages now and then while a search
// asks it whether to go on. So a message can cancel it: in a browser all goroutines and the
// handlers of events share one thread, and none interrupts another.
type attentive struct {
	context.Context
	deliver func()
	last    time.Time // when it let the browser deliver messages
}

// Err implements context.Context.
func (a *attentive) Err() error {
	if now := time.Now(); now.Sub(a.last) >= 20*time.Millisecond { // as long as messages may have to wait
		a.deliver()
		a.last = time.Now()
	}
	return a.Context.Err()
}

// newDelivery returns a function that lets the browser handle events, and returns when those that
// have come are handled: a message to itself wakes it then. A timer would wait for some milliseconds.
func newDelivery() func() {
	woken := make(chan struct{}, 1)
	channel := js.Global().Get("MessageChannel").New()
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		woken <- struct{}{}
		return nil
	}))
	return func() {
		channel.Get("port2").Call("postMessage", nil)
		<-woken
	}
}
