package puzzle

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/seed-0971039b/chess"
)

// appendEPD appends a line with the position to solve and these operations:
//   - bm, the first move, or all that give mate at once;
//   - pv, the whole solution;
//   - dm, the moves to mate, if it ends so;
//   - id;
//   - c0, the motifs; c1, the rating;
//   - c2, the address of the game, or its players and date, if they are known.
func (p *Puzzle) appendEPD(dst []byte) ([]byte, error) {
	e := chess.EPD{Position: p.Position()}
	err := errors.Join(e.SetMoves("bm", p.FirstMoves()...), e.SetMoves("pv", p.Solution()...))
	if n := p.mateIn(); n > 0 {
		err = errors.Join(err, e.SetInt("dm", int64(n)))
	}
	err = errors.Join(err, e.SetText("id", p.ID()), e.SetText("c0", strings.Join(p.themes(), " ")), e.SetText("c1", p.difficulty()))
	if game := p.Game.String(); game != "" {
		err = errors.Join(err, e.SetText("c2", game))
	}
	if err != nil {
		return dst, err
	}
	text, err := e.MarshalText()
	if err != nil {
		return dst, err
	}
	return append(append(dst, text...), '\n'), nil
}

// mateIn returns the number of moves to mate; 0 if the solution does not end so.
func (p *Puzzle) mateIn() int {
	last := p.Start
	for _, m := range p.Moves {
		last = last.After(m)
	}
	if last.Outcome().Reason != chess.Checkmate {
		return 0
	}
	return len(p.Moves) / 2
}

// difficulty returns the rating and what it is estimated from.
func (p *Puzzle) difficulty() string { return fmt.Sprintf("rating %d, %d nodes", p.Rating(), p.Nodes) }

// String returns the address of the game, or the players and the date.
func (g *Game) String() string {
	if url := g.URL(); url != "" {
		return url
	}
	var words []string
	for _, word := range []string{g.White, g.Black, g.Date} {
		if word != "" && word != "?" && !strings.HasPrefix(word, "????") {
			words = append(words, word)
		}
	}
	return strings.Join(words, ", ")
}

// epdKeys returns a function that returns the key of the next line, and io.EOF after the
// last.
func epdKeys(r io.Reader) func() (chess.Key, error) {
	lines := bufio.NewScanner(r)
	return func() (chess.Key, error) {
		if !lines.Scan() {
			if err := lines.Err(); err != nil {
				return chess.Key{}, err
			}
			return chess.Key{}, io.EOF
		}
		e, err := chess.ParseEPD(lines.Text())
		return e.Position.Key(), err
	}
}
