package chess

import (
	"bytes"
	"io"
	"iter"
	"math"
	"runtime"
	"sync"
)

// A pgnPart is a part of the text that consists of whole games.
type pgnPart struct {
	lex    pgnLexer  // of its text; unused if it is too long to be kept
	games  []pgnGame // the results
	number int       // of games, including those not accepted
	done   chan bool // receives a value once the part has been read
}

// A pgnGame is what Next returned.
type pgnGame struct {
	tree *GameTree
	err  error
}

// faults returns the errors with a place in the part.
func (g *pgnGame) faults() []*ParseError {
	if g.tree != nil {
		return g.tree.faults // g.err is one of them, or not of this kind
	}
	if e, ok := g.err.(*ParseError); ok {
		return []*ParseError{e}
	}
	return nil
}

// partGames bounds the number of games in a part: the smallest game has two bytes of
// text, and takes half a kilobyte once it is read.
const partGames = 1000

// splitSize is the size of the buffer of the goroutine that splits the text, once the
// text is known to be long: enough for the longest game, so that it never grows
// again. Almost all of it stays unused, but it makes garbage collection rarer: the
// heap may grow to twice what is in use, and each collection must mark the games that
// have been read ahead. With a small buffer there are twice as many collections, and
// a second processor makes reading a quarter faster instead of twice as fast.
const splitSize = maxKept + readBlock

// pgnParts are the parts on their way between the goroutines of Parallel.
type pgnParts struct {
	ordered chan *pgnPart // all of them, in the order of the text
	jobs    chan *pgnPart // those that are to be read
	free    chan *pgnPart // those that may be used again
	stop    chan struct{} // closed when no more are wanted
}

// send sends a part, and reports whether it was wanted.
func (p *pgnParts) send(to chan<- *pgnPart, part *pgnPart) bool {
	select {
	case to <- part:
		return true
	case <-p.stop:
		return false
	}
}

// Parallel is All on several goroutines, at most four for each processor: it yields the same games and
// errors in the same order. It reads ahead, so it is for files, not for a game that is being played. It
// takes some 20 MB more than Next, and for the worst files as much as Next for each goroutine. Breaking out
// of the loop ends the goroutines as soon as a pending Read returns. After the loop r has no more games.
func (r *PGNReader) Parallel(goroutines int) iter.Seq2[*GameTree, error] {
	return func(yield func(*GameTree, error) bool) {
		goroutines = min(max(goroutines, 1), 4*runtime.GOMAXPROCS(0))
		parts := pgnParts{
			ordered: make(chan *pgnPart, goroutines),
			jobs:    make(chan *pgnPart),
			free:    make(chan *pgnPart, goroutines+2),
			stop:    make(chan struct{}),
		}
		var running sync.WaitGroup
		defer running.Wait()
		defer close(parts.stop)

		newReader := func() *PGNReader {
			return &PGNReader{Detail: r.Detail, Accept: r.Accept, Strict: r.Strict, AnyVariant: r.AnyVariant}
		}
		splitter := &PGNReader{Detail: TagsOnly, Strict: r.Strict, lex: r.lex}
		game := r.game // before the current part
		r.lex = pgnLexer{}
		running.Go(func() {
			defer close(parts.ordered)
			defer close(parts.jobs)
			splitter.split(&parts, newReader())
		})
		for range goroutines {
			reader := newReader()
			running.Go(func() {
				for part := range parts.jobs {
					reader.lex = part.lex
					reader.readPart(part, math.MaxInt64)
				}
			})
		}

		for part := range parts.ordered {
			<-part.done
			for _, g := range part.games {
				for _, e := range g.faults() {
					e.Game += game
				}
				if !yield(g.tree, g.err) {
					return
				}
			}
			game += part.number
			select {
			case parts.free <- part:
			default:
			}
		}
	}
}

// split splits the text into parts and sends them, while they are wanted. A part that is
// too long to be kept, since a game is or what stands before one, is read by long,
// straight from the text.
func (r *PGNReader) split(parts *pgnParts, long *PGNReader) {
	l := &r.lex
	for more := l.buf != nil; more; {
		if l.base > 4*partSize && len(l.buf) < splitSize {
			l.buf = append(make([]byte, 0, splitSize), l.buf...)[:splitSize]
		}
		l.keep, l.start, l.most = l.pos, l.pos, maxKept
		l.count(l.pos)
		column := l.pos - l.lineStart
		lex := pgnLexer{keep: -1, base: l.offset(), begins: -column, line: l.line, lineStart: -column}
		for ok := true; ok && l.end-l.pos < partSize; {
			_, ok = l.fill()
		}
		if n := lastGame(l.buf[l.pos:min(l.end, l.pos+partSize)]); n > 0 {
			l.pos += n
			l.begins = l.pos
		} else {
			more = r.skipGames()
		}
		part := &pgnPart{done: make(chan bool, 1)}
		select {
		case part = <-parts.free:
		default:
		}
		kept := !l.cut
		if !kept {
			lex.src, lex.buf, lex.end = l.src, l.buf[l.keep:], l.end-l.keep
			long.lex = lex
			more = long.readPart(part, l.offset())
			r.lex = long.lex
		} else {
			lex.buf = append(append(part.lex.buf[:0], l.buf[l.keep:l.pos]...), 0)
			lex.end, lex.err = len(lex.buf)-1, io.EOF
			if !more {
				lex.err = l.err
			}
			part.lex = lex
		}
		if !parts.send(parts.ordered, part) || kept && !parts.send(parts.jobs, part) {
			return
		}
	}
}

// lastGame returns where the last game in a text begins, if that is easy to find, or
// zero. It looks for a result, blank lines and an Event tag: a game ends there
// whatever comes earlier, since even a comment ends at such a tag, as unclosed.
func lastGame(text []byte) int {
	for {
		text = text[:max(0, bytes.LastIndex(text, gameAhead))]
		if len(text) == 0 {
			return 0
		}
		before := bytes.TrimRight(text, "\r\n")
		if bytes.IndexByte(text[len(before):], '\n') < 0 {
			continue
		}
		if start := bytes.LastIndexByte(before, '\n'); start >= 0 && endsGame(before[start+1:]) {
			return len(text) + 1
		}
	}
}

// endsGame reports whether a line ends a game with a result, and has nothing behind it
// that might belong to the next game.
func endsGame(line []byte) bool {
	l := pgnLexer{buf: append(bytes.Clone(line), 0), end: len(line), err: io.EOF, keep: -1}
	for {
		switch kind := l.next(); {
		case kind == tokenResult:
			return l.next() == tokenEnd
		case kind == tokenEnd, l.prose(kind):
			return false
		}
	}
}

// skipGames skips as many games as a part has, and reports whether there is more
// text.
func (r *PGNReader) skipGames() bool {
	l := &r.lex
	for range partGames {
		if l.pos-l.keep >= partSize {
			break
		}
		if !r.readTags() {
			return false
		}
		if r.muted = 0; !r.over {
			r.movetext()
		}
		if r.ended {
			return false
		}
	}
	return true
}

// readPart reads the games of a part, up to the first that ends at an offset or behind
// it, and reports whether there was one, so that more may follow.
func (r *PGNReader) readPart(part *pgnPart, end int64) (more bool) {
	r.game, r.later = 0, r.lex.base > 0
	clear(part.games)
	part.games = part.games[:0]
	for t, err := range r.All() {
		part.games = append(part.games, pgnGame{t, err})
		if _, ok := err.(*ParseError); r.lex.offset() >= end && (ok || err == nil) {
			more = true
			break
		}
	}
	part.number = r.game
	part.done <- true
	return more
}
