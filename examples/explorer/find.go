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
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
)

// A Pattern is what Find looks for in the positions of games: the material, the pieces on
// some squares, or both at once.
type Pattern struct {
	material *played.Material
	left     played.Left // of the material
	squares  []squarePattern
	touched  uint64 // the squares whose pieces decide, a bit for each
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
		m := played.MaterialOf(e)
		p.material, p.left = &m, m.Left()
		p.touched = 1<<64 - 1
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
			return nil, fmt.Errorf("%.25q does not tell what stands on the square: want %s=P, for example", word, name)
		}
		p.squares = append(p.squares, s)
		p.touched |= 1 << sq
	}
	if p.material == nil && p.squares == nil {
		return nil, errors.New("there is nothing to look for")
	}
	return p, nil
}

// matches reports whether a board has the pattern.
func (p *Pattern) matches(b *played.Board) bool {
	if p.material != nil && *p.material != b.Material {
		return false
	}
	for _, s := range p.squares {
		if s.pieces>>(b.Pieces[s.square&63]&15)&1 == 0 {
			return false
		}
	}
	return true
}

// first returns the first ply after which a game has the pattern, or -1.
func (p *Pattern) first(l *played.Line) (int, error) {
	if p.material != nil && !l.Left.Reaches(p.left) {
		return -1, nil // it ends with more
	}
	b, side, err := l.StartBoard()
	if err != nil {
		return -1, err
	}
	if p.matches(&b) {
		return 0, nil
	}
	material, touched := b.Material, p.touched
	if b.Variant == chess.Atomic {
		touched = 1<<64 - 1 // by an explosion
	}
	for ply := l.Touching(touched, 0); ply < l.Plies(); ply = l.Touching(touched, ply+1) {
		b.Play(l.Step(ply), side^chess.Color(ply&1))
		if p.matches(&b) {
			return ply + 1, nil
		}
		if p.material != nil && b.Variant != chess.Crazyhouse && b.Material != material {
			if material = b.Material; !p.left.Reaches(material.Left()) {
				return -1, nil // it has less now
			}
		}
	}
	return -1, nil
}

// A Hit is a game that has a pattern.
type Hit struct {
	played.Visit
	Ply int // the number of plies before it first has it
}

// better orders hits: the best rated first.
func better(a, b Hit) int { return played.Better(a.Visit, b.Visit) }

// A ranking keeps the best n of some hits.
type ranking struct {
	n     int
	best  []Hit // the best n, and others until cut
	total int   // how many hits there were
	full  bool  // there were more than n: what is not better than the nth need not be kept
}

// add adds a hit.
func (r *ranking) add(h Hit) {
	const slack = 1 << 10 // to sort once for many hits
	r.total++
	if r.full && (r.n == 0 || better(h, r.best[r.n-1]) >= 0) {
		return
	}
	if r.best = append(r.best, h); len(r.best) >= 2*r.n+slack {
		r.cut()
	}
}

// cut sorts and keeps the best n.
func (r *ranking) cut() {
	slices.SortFunc(r.best, better)
	if len(r.best) > r.n {
		r.best, r.full = r.best[:r.n], true
	}
}

// Find returns the n best rated of the games in which a position has a pattern, the best
// first, and how many games have one. It scans the moves of all games, on all processors.
func (v *View) Find(ctx context.Context, p *Pattern, n int) (best []Hit, total int, err error) {
	games, err := last(v)
	if err != nil {
		return nil, 0, err
	}
	const part = 4096 // games that a goroutine scans at once
	parts := make(chan played.GameNumber)
	var mu sync.Mutex
	all := ranking{n: n}
	var scanning sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		scanning.Go(func() {
			found := ranking{n: n}
			var failed error
			for from := range parts {
				if failed == nil {
					failed = v.scan(ctx, p, from, from+part, &found)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			all.total += found.total
			all.best = append(all.best, found.best...)
			err = errors.Join(err, failed)
		})
	}
	for from := played.GameNumber(0); from <= games && ctx.Err() == nil; from += part {
		parts <- from
	}
	close(parts)
	scanning.Wait()
	all.cut()
	return all.best, all.total, errors.Join(ctx.Err(), err)
}

// scan adds the hits among the games from one number to another.
func (v *View) scan(ctx context.Context, p *Pattern, from, to played.GameNumber, found *ranking) error {
	for row, err := range between(ctx, v, played.NumberKey(played.TableLines, from), played.NumberKey(played.TableLines, to)) {
		if err != nil {
			return err
		}
		l, err := played.ReadLine(row.Value())
		if err != nil {
			return err
		}
		l.Game = played.ReadNumber(row.Key())
		if !v.chooses(l.Visit) {
			continue
		}
		ply, err := p.first(&l)
		if err != nil {
			return err
		}
		if ply >= 0 {
			found.add(Hit{l.Visit, ply})
		}
	}
	return nil
}
