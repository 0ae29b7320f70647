package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/played"
)

// A Pattern is what Find looks for in the positions of games: the material, the pieces on
// some squares, or both at once.
type Pattern struct {
	material *material
	squares  []squarePattern
}

// A squarePattern tells what may stand on a square.
type squarePattern struct {
	square chess.Square
	pieces uint16 // a bit for each piece, and for none
}

// ParsePattern reads a material such as "KRNvKR", which may be empty, and squares such as
// "d4=P d5=p e4=.NB c3=?": a dot is an empty square, a question mark any piece, and of
// several letters one must be there.
func ParsePattern(material, squares string) (*Pattern, error) {
	p := new(Pattern)
	if material != "" {
		e, err := chess.ParseEnding(material)
		if err != nil {
			return nil, err
		}
		m := materialOf(e)
		p.material = &m
	}
	for word := range strings.FieldsSeq(strings.ReplaceAll(squares, ",", " ")) {
		name, letters, _ := strings.Cut(word, "=")
		sq, err := chess.ParseSquare(name)
		if err != nil {
			return nil, err
		}
		s := squarePattern{square: sq}
		for _, c := range letters {
			switch c {
			case '.':
				s.pieces |= 1 << chess.NoPiece
			case '?':
				s.pieces |= 0xFFFF &^ (1 << chess.NoPiece)
			default:
				piece, err := chess.ParsePiece(string(c))
				if err != nil {
					return nil, err
				}
				s.pieces |= 1 << piece
			}
		}
		if s.pieces == 0 {
			return nil, fmt.Errorf("%q does not tell what stands on the square: want %s=P, for example", word, name)
		}
		p.squares = append(p.squares, s)
	}
	if p.material == nil && p.squares == nil {
		return nil, errors.New("there is nothing to look for")
	}
	return p, nil
}

// matches reports whether a board has the pattern.
func (p *Pattern) matches(b *board) bool {
	if p.material != nil && *p.material != b.material {
		return false
	}
	for _, s := range p.squares {
		if s.pieces>>(b.pieces[s.square&63]&15)&1 == 0 {
			return false
		}
	}
	return true
}

// first returns the first ply after which a game has the pattern, or -1.
func (p *Pattern) first(l *played.Line, start *board) int {
	b := *start
	if !l.Start.Equal(chess.Position{}) {
		b = boardOf(l.Start)
	}
	for ply := 0; ; ply++ {
		if p.matches(&b) {
			return ply
		}
		if ply == l.Plies() {
			return -1
		}
		b.play(l.Code(ply))
	}
}

// A Hit is a game that has a pattern.
type Hit struct {
	played.Visit
	Ply int // the number of plies before it first has it
}

// Find returns the games in which a position has a pattern, the best rated first. It scans
// the moves of all games, on all processors.
func (v *View) Find(ctx context.Context, p *Pattern) ([]Hit, error) {
	games, err := last(v)
	if err != nil {
		return nil, err
	}
	const part = 4096 // games that a goroutine scans at once
	parts := make(chan played.GameNumber)
	var mu sync.Mutex
	var hits []Hit
	var failed error
	var scanning sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		scanning.Go(func() {
			for from := range parts {
				found, err := v.scan(ctx, p, from, from+part)
				mu.Lock()
				hits = append(hits, found...)
				failed = errors.Join(failed, err)
				mu.Unlock()
			}
		})
	}
	for from := played.GameNumber(0); from <= games && ctx.Err() == nil; from += part {
		parts <- from
	}
	close(parts)
	scanning.Wait()
	if err := errors.Join(ctx.Err(), failed); err != nil {
		return nil, err
	}
	slices.SortFunc(hits, func(a, b Hit) int { return played.Better(a.Visit, b.Visit) })
	return hits, nil
}

// scan returns the hits among the games from one number to another.
func (v *View) scan(ctx context.Context, p *Pattern, from, to played.GameNumber) (hits []Hit, err error) {
	start := boardOf(chess.StartPosition())
	for row, err := range v.between(played.NumberKey(played.TableLines, from), played.NumberKey(played.TableLines, to)) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		l, err := played.ReadLine(row.Value())
		if err != nil {
			return nil, err
		}
		l.Game = played.ReadNumber(row.Key())
		if !v.chooses(l.Visit) {
			continue
		}
		if ply := p.first(&l, &start); ply >= 0 {
			hits = append(hits, Hit{l.Visit, ply})
		}
	}
	return hits, nil
}
