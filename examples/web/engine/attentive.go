//go:build js && wasm

package main

import (
	"context"
	"syscall/js"
	"time"
)

// An attentive is a context that lets the browser deliver messages now and then while a search
// asks it whether to go on. So a message can cancel it: in a browser all goroutines and the
// handlers of events share one thread, and none interrupts another.
type attentive struct {
	context.Context
	events *events
	last   time.Time // when it let the browser deliver messages
}

// attention is how long messages may have to wait.
const attention = 20 * time.Millisecond

// Err implements context.Context.
func (a *attentive) Err() error {
	if now := time.Now(); now.Sub(a.last) >= attention {
		a.events.deliver()
		a.last = time.Now()
	}
	return a.Context.Err()
}

// An events lets the browser handle events. A message to itself wakes it when those that had come
// before are handled; a timer would wait for some milliseconds.
type events struct {
	port  js.Value
	woken chan struct{}
}

func newEvents() *events {
	e := &events{woken: make(chan struct{}, 1)}
	channel := js.Global().Get("MessageChannel").New()
	e.port = channel.Get("port2")
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		e.woken <- struct{}{}
		return nil
	}))
	return e
}

// deliver returns when the events that have come are handled.
func (e *events) deliver() {
	e.port.Call("postMessage", nil)
	<-e.woken
}
