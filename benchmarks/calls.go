package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"time"

	corentings "github.com/corentings/chess/v2"
	"github.com/seed-0971039b/chess"
)

// sample is a position of a game and the move that was played in it, as this library and
// corentings/chess have them, and what the calls return.
type sample struct {
	fen, san string
	game     []string // where a game begins, its moves in SAN
	p        chess.Position
	m        chess.Move
	q        *corentings.Position
	theirs   *corentings.Move

	next       chess.Position
	theirNext  *corentings.Position
	moves      []chess.Move
	theirMoves []corentings.Move
	key        chess.Key
	theirKey   [16]byte
	text       [2]string
	over       [2]bool
	leaves     [2]uint64
}

// call is a call of both libraries, and whether they returned the same.
type call struct {
	name         string
	ours, theirs func(*sample)
	same         func(*sample) bool
}

var (
	san   = corentings.AlgebraicNotation{}
	plies = make([]chess.Move, 0, 3*chess.MaxMoves) // for perft
)

var singleCalls = []call{
	{"parse a FEN",
		func(s *sample) { s.next, _ = chess.ParseFEN(s.fen) },
		func(s *sample) { s.theirNext = parseCorentings(s.fen) },
		sameNext},
	{"write a FEN",
		func(s *sample) { s.text[0] = s.p.FEN() },
		func(s *sample) { s.text[1] = s.q.String() },
		func(s *sample) bool { return s.text[0] == s.fen && samePosition(s.p, s.text[1]) }},
	{"parse a move in SAN",
		func(s *sample) { s.m, _ = s.p.ParseSAN(s.san) },
		func(s *sample) { s.theirs, _ = san.Decode(s.q, s.san) },
		func(s *sample) bool { return s.m.String() == s.theirs.String() }},
	{"write a move in SAN",
		func(s *sample) { s.text[0] = s.p.SAN(s.m) },
		func(s *sample) { s.text[1] = san.Encode(s.q, s.theirs) },
		func(s *sample) bool { return s.text == [2]string{s.san, s.san} }},
	{"list the legal moves",
		func(s *sample) { s.moves = s.p.AppendMoves(s.moves[:0]) },
		func(s *sample) { s.theirMoves = s.q.ValidMoves() },
		sameMoves},
	{"make a move",
		func(s *sample) { s.p.Do(s.m, &s.next) },
		func(s *sample) { s.theirNext = s.q.Update(s.theirs) },
		sameNext},
	{"look for mate and stalemate",
		func(s *sample) { s.over[0] = s.p.Outcome().Over() },
		func(s *sample) { s.over[1] = s.q.Status() != corentings.NoMethod },
		func(s *sample) bool { return s.over[0] == s.over[1] }},
	{"identify a position", // with a Key, and with a hash
		func(s *sample) { s.key = s.p.Key() },
		func(s *sample) { s.theirKey = s.q.Hash() },
		func(s *sample) bool { return s.key != chess.Key{} && s.theirKey != [16]byte{} }},
	{"replay a game in SAN, a move",
		func(s *sample) {
			if s.game != nil {
				g := chess.NewGame()
				_ = g.PlaySAN(s.game...)
				s.next = g.Position()
			}
		},
		func(s *sample) {
			if s.game != nil {
				g := corentings.NewGame()
				for _, m := range s.game {
					_ = g.PushNotationMove(m, san, nil)
				}
				s.theirNext = g.Position()
			}
		},
		sameNext},
	{"perft 2",
		func(s *sample) { s.leaves[0] = count(&s.p, 2, plies) },
		func(s *sample) { s.leaves[1] = countCorentings(s.q, 2) },
		func(s *sample) bool { return s.leaves[0] == s.leaves[1] }},
}

// parseCorentings returns the position of a FEN, or the zero one.
func parseCorentings(fen string) *corentings.Position {
	q := new(corentings.Position)
	_ = q.UnmarshalText([]byte(fen))
	return q
}

func sameNext(s *sample) bool { return samePosition(s.next, s.theirNext.String()) }

// samePosition reports whether a FEN of corentings/chess, which writes other en-passant squares,
// is that of p.
func samePosition(p chess.Position, fen string) bool {
	q, err := chess.ParseFEN(fen)
	return err == nil && q.EPD() == p.EPD()
}

func sameMoves(s *sample) bool {
	return len(s.moves) == len(s.theirMoves) && !slices.ContainsFunc(s.theirMoves, func(m corentings.Move) bool {
		_, err := s.p.ParseUCI(m.String())
		return err != nil
	})
}

// samples returns the positions of some games but the last ones.
func samples() (all []*sample, err error) {
	var text bytes.Buffer
	if err := writeGames(&text, io.Discard, 30_000, func(int64) {}); err != nil {
		return nil, err
	}
	for t, err := range chess.NewPGNReader(&text).All() {
		if err != nil {
			return nil, err
		}
		p, first := t.Start(), len(all)
		var game []string
		for _, m := range t.Mainline() {
			s := &sample{fen: p.FEN(), san: p.SAN(m), p: p, m: m, moves: make([]chess.Move, 0, chess.MaxMoves)}
			if s.theirs, err = san.Decode(parseCorentings(s.fen), s.san); err != nil {
				return nil, err
			}
			all, game = append(all, s), append(game, s.san)
			p = p.After(m)
		}
		all[first].game = game
	}
	return all, nil
}

// batch is how many samples are timed at once: enough for the clock, and few enough that they stay
// in the cache and that another process seldom interrupts all rounds.
const batch = 16

// bench returns the time that each library takes for all samples: for each batch the best of the
// rounds, in which they take turns.
func (c *call) bench(all []*sample, rounds int) (sum [2]time.Duration, err error) {
	for b := range slices.Chunk(all, batch) {
		var best [2]time.Duration
		for round := range rounds {
			for _, s := range b {
				s.q = parseCorentings(s.fen) // it keeps the moves that it has listed
			}
			for lib, run := range [2]func(*sample){c.ours, c.theirs} {
				start := time.Now()
				for _, s := range b {
					run(s)
				}
				if took := time.Since(start); round == 0 || took < best[lib] {
					best[lib] = took
				}
			}
			for _, s := range b {
				if !c.same(s) {
					return sum, fmt.Errorf("%s: the results differ: %s", c.name, s.fen)
				}
			}
		}
		sum[0] += best[0]
		sum[1] += best[1]
	}
	return sum, nil
}

// benchCalls makes single calls with this library and with corentings/chess in turn, and prints
// the times and their ratio.
func benchCalls(stdout, stderr io.Writer, rounds int) error {
	all, err := samples()
	if err != nil {
		return err
	}
	rows := [][]string{{"ns", "chess", "corentings/chess", "ratio"}}
	for _, c := range singleCalls {
		progress(stderr, c.name)
		sum, err := c.bench(all, rounds)
		if err != nil {
			return err
		}
		row := []string{c.name}
		for _, took := range sum {
			row = append(row, fmt.Sprint(took.Nanoseconds()/int64(len(all))))
		}
		rows = append(rows, append(row, fmt.Sprintf("%.1f", float64(sum[1])/float64(sum[0]))))
	}
	progress(stderr, "")
	return align(stdout, rows)
}
