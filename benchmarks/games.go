package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"

	"github.com/seed-0971039b/chess"
)

const (
	openingPlies = 8   // random moves at the start of each game, so that the games differ
	longestGame  = 300 // in plies; a longer game is adjudicated a draw
	searchNodes  = 40  // nodes for each move: enough not to hang a piece
	gamesAtOnce  = 64  // games played between two writes
)

// writeGames plays games of this library against itself and writes them to w,
// at least size bytes. The games are the same every time. Each move has a
// comment like those of engine matches: "{+0.34/12 0.5s}". It also writes the
// games without the comments to bare.
func writeGames(w, bare io.Writer, size int64, progress func(written int64)) error {
	const players = 2
	var texts [2][gamesAtOnce][]byte // with and without comments
	errs := make([]error, players)
	var searchers [players]*chess.AlphaBeta
	for i := range searchers {
		searchers[i] = chess.NewAlphaBeta(chess.NewDefaultEvaluator(), func(o *chess.AlphaBetaOptions) { o.Hash = 1 })
	}
	written := int64(0)
	for first := 1; written < size; first += gamesAtOnce {
		var wg sync.WaitGroup
		for i, s := range searchers {
			wg.Go(func() {
				for j := i; j < gamesAtOnce && errs[i] == nil; j += players {
					texts[0][j], texts[1][j], errs[i] = appendGame(texts[0][j][:0], texts[1][j][:0], s, first+j)
				}
			})
		}
		wg.Wait()
		for _, err := range errs {
			if err != nil {
				return err
			}
		}
		for j, game := range texts[0] {
			if written >= size {
				break
			}
			if _, err := w.Write(game); err != nil {
				return err
			}
			if _, err := bare.Write(texts[1][j]); err != nil {
				return err
			}
			written += int64(len(game))
		}
		progress(written)
	}
	return nil
}

// appendGame plays the game with the given number and appends it as PGN, to dst with
// comments and to bare without.
func appendGame(dst, bare []byte, s chess.Searcher, number int) (_, _ []byte, err error) {
	rng := rand.New(rand.NewPCG(2026, uint64(number)))
	g := opening(rng)
	var comments []string
	for !g.Outcome().Over() {
		if claim, ok := g.CanClaimDraw(); ok && claim.Move == 0 {
			if err := g.End(chess.DrawBy(claim.Reason)); err != nil {
				return dst, bare, err
			}
			break
		}
		if g.Len() >= longestGame {
			if err := g.End(chess.DrawBy(chess.Adjudication)); err != nil {
				return dst, bare, err
			}
			break
		}
		result, err := s.Search(context.Background(), g, chess.Limits{Nodes: searchNodes})
		if err == nil {
			err = g.Play(result.Move)
		}
		if err != nil {
			return dst, bare, err
		}
		comments = append(comments, fmt.Sprintf("%v/%d %.3fs", result.Score, result.Depth+8, 0.02+rng.ExpFloat64()/10))
	}
	t := g.Tree()
	for _, tag := range [][2]string{
		{"Event", "Engine match"}, {"Site", "Nowhere"}, {"Date", "2026.01.01"}, {"Round", fmt.Sprint(number)},
		{"White", "Alpha 1.0"}, {"Black", "Beta 1.0"}, {"TimeControl", "10+0.1"}, {"PlyCount", fmt.Sprint(g.Len())},
	} {
		if err := t.SetTag(tag[0], tag[1]); err != nil {
			return dst, bare, err
		}
	}
	text, err := t.MarshalText()
	if err != nil {
		return dst, bare, err
	}
	bare = append(bare, text...)
	n := t.Root()
	for i := range g.Len() {
		n = n.Next()
		if i < openingPlies {
			n.SetComment("book")
		} else {
			n.SetComment(comments[i-openingPlies])
		}
	}
	text, err = t.MarshalText()
	return append(dst, text...), bare, err
}

// opening returns a game after openingPlies random moves. It is not over.
func opening(rng *rand.Rand) *chess.Game {
	for {
		g := chess.NewGame()
		for g.Len() < openingPlies {
			p := g.Position()
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			if g.Play(moves[rng.IntN(len(moves))]) != nil {
				break
			}
		}
		if g.Len() == openingPlies && !g.Outcome().Over() {
			return g
		}
	}
}
