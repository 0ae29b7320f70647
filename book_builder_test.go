package chess

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// buildBook returns the book of the games in a PGN text.
func buildBook(t *testing.T, b *BookBuilder, pgn string) *Book {
	t.Helper()
	for game, err := range NewPGNReader(strings.NewReader(pgn)).All() {
		if err != nil {
			t.Fatal(err)
		}
		b.Add(game)
	}
	return b.Book()
}

func TestBookBuilder(t *testing.T) {
	const games = `
1. e4 e5 2. Nf3 1-0
1. e4 e5 2. f4 (2. d4 exd4) 0-1
1. e4 c5 1/2-1/2
1. d4 d5 0-1
1. Nf3 d5 2. d4 *
1. e4 -- 2. d4 1-0`
	const (
		afterE4   = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
		afterE4E5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
		afterNf3  = "rnbqkbnr/ppp1pppp/8/3p4/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2"
	)
	for _, tt := range []struct {
		name    string
		builder *BookBuilder
		pgn     string
		want    map[string]string // by FEN
		length  int
	}{
		{"points", &BookBuilder{}, games, map[string]string{
			StartFEN:  "e2e4:5 g1f3:1",
			afterE4:   "e7e5:2 c7c5:1",
			afterE4E5: "g1f3:2",
			afterNf3:  "d2d4:1",
		}, 8},
		{"two plies", &BookBuilder{Plies: 2}, games, map[string]string{
			StartFEN: "e2e4:5 g1f3:1", afterE4: "e7e5:2 c7c5:1", afterE4E5: "", afterNf3: "",
		}, 6},
		{"two games", &BookBuilder{MinGames: 2}, games, map[string]string{
			StartFEN: "e2e4:5", afterE4: "e7e5:2", afterE4E5: "",
		}, 2},
		{"nothing", &BookBuilder{}, "", map[string]string{StartFEN: ""}, 0},
		{"Black begins", &BookBuilder{}, "[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 0 1\"]\n1... Ke7 2. O-O-O 0-1",
			map[string]string{"4k3/8/8/8/8/8/8/R3K3 b Q - 0 1": "e8e7:2"}, 1},
		{"a move that is repeated", &BookBuilder{MinGames: 2}, "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 1-0",
			map[string]string{StartFEN: "g1f3:4"}, 1},
		{"Chess960", &BookBuilder{}, "[Variant \"Chess960\"]\n[FEN \"1r2k3/8/8/8/8/8/8/R1K5 w Q - 0 1\"]\n1. O-O-O Ra8 1-0",
			map[string]string{"1r2k3/8/8/8/8/8/8/R1K5 w Q - 0 1": "c1a1:2"}, 1},
		{"Chess960, with an inner rook", &BookBuilder{},
			"[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/RRK5 w B - 0 1\"]\n1. Kd2 Ke7 1/2-1/2",
			map[string]string{"4k3/8/8/8/8/8/3K4/RR6 b - - 1 1": "e8e7:1"}, 1},
		{"three-check", &BookBuilder{}, "[Variant \"3check\"]\n1. e4 e5 1-0", map[string]string{StartFEN: ""}, 0},
	} {
		b := buildBook(t, tt.builder, tt.pgn)
		got := map[string]string{}
		for fen := range tt.want {
			got[fen] = bookMoves(b, fen)
		}
		if diff := gocmp.Diff(tt.want, got); diff != "" || b.Len() != tt.length || tt.builder.Collisions() != 0 {
			t.Errorf("%s: %d moves, want %d; %d collisions\n%s", tt.name, b.Len(), tt.length, tt.builder.Collisions(), diff)
		}
	}
}

// Two positions with the same Polyglot key, in which the same moves are legal:
// their moves are not mixed.
func TestBookBuilderCollision(t *testing.T) {
	const (
		one   = "3K4/3pB3/B1p5/5q2/1P1rn3/n1p5/3q1kP1/8 w - - 0 1"
		other = "bN1Kb3/8/8/PP6/b4B1B/1p2PnpP/p1P2k2/2N1nN2 w - - 0 1"
	)
	if a, b := polyglotKeyOf(t, one), polyglotKeyOf(t, other); a != b {
		t.Fatalf("keys %x and %x", a, b)
	}
	game := func(fen, move string) string { return fmt.Sprintf("[FEN %q]\n1. %s 1-0\n\n", fen, move) }
	for _, tt := range []struct{ pgn, one, other string }{
		{game(one, "Kc7") + game(other, "Ke7") + game(other, "Kc8"), "d8c7:2", "d8c7:2"},
		{game(other, "Kc8") + game(one, "Kc7") + game(other, "Kc8") + game(one, "Ke8"), "d8c8:4", "d8c8:4"},
	} {
		builder := &BookBuilder{}
		b := buildBook(t, builder, tt.pgn)
		// A reader cannot tell the positions apart.
		if got := bookMoves(b, one); got != tt.one {
			t.Errorf("%s, want %s", got, tt.one)
		}
		if got := bookMoves(b, other); got != tt.other {
			t.Errorf("%s, want %s", got, tt.other)
		}
		if n := builder.Collisions(); n != 2 {
			t.Errorf("%d collisions, want 2", n)
		}
	}
}

// A move that is put has its weight whatever the games say, before and after it, and
// the other moves have theirs.
func TestBookBuilderPut(t *testing.T) {
	const (
		castles  = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
		promotes = "8/P7/8/8/8/8/k6K/8 w - - 0 1"
	)
	b := BookBuilder{MinGames: 2}
	put := func(fen, uci string, weight int) {
		t.Helper()
		p := MustParseFEN(fen)
		m, err := ParseMove(uci)
		if err == nil {
			err = b.Put(&p, m, weight)
		}
		if err != nil {
			t.Error(err)
		}
	}
	put(StartFEN, "g1f3", 7)
	put(StartFEN, "a2a3", 0)
	const games = "1. e4 1-0\n\n1. e4 1-0\n\n1. d4 1-0\n\n1. Nf3 1-0\n\n1. a3 1-0\n\n1. Nc3 1-0\n\n"
	buildBook(t, &b, games)
	put(StartFEN, "b1c3", 3)
	put(StartFEN, "e2e4", 9) // once more
	put(StartFEN, "e2e4", 5)
	put(castles, "e1g1", 1) // from text alone
	put(castles, "e1c1", 65535)
	put(promotes, "a7a8n", 2)
	book := b.Book()
	for fen, want := range map[string]string{
		StartFEN: "g1f3:7 e2e4:5 b1c3:3 a2a3:0", castles: "e1a1:65535 e1h1:1", promotes: "a7a8n:2",
	} {
		if got := bookMoves(book, fen); got != want {
			t.Errorf("%s has %s, want %s", fen, got, want)
		}
	}

	// What is refused changes nothing.
	same, other := MustParseFEN("3K4/3pB3/B1p5/5q2/1P1rn3/n1p5/3q1kP1/8 w - - 0 1"), MustParseFEN("bN1Kb3/8/8/PP6/b4B1B/1p2PnpP/p1P2k2/2N1nN2 w - - 0 1")
	put(same.FEN(), "d8c7", 1)
	before := b.Book()
	three, inner, start := MustParseFEN(StartFEN+" +0+0"), MustParseFEN("4k3/8/8/8/8/8/8/RRK5 w B - 0 1"), StartPosition()
	for _, tt := range []struct {
		p      Position
		uci    string
		weight int
		want   error
	}{
		{start, "e2e5", 1, ErrIllegal},
		{start, "0000", 1, ErrIllegal},
		{start, "e7e5", 1, ErrIllegal},
		{start, "e2e4", -1, nil},
		{start, "e2e4", 65536, nil},
		{three, "e2e4", 1, errNoBookKey},
		{inner, "c1d2", 1, errNoBookKey},
		{other, "d8e7", 1, errSameKey},
		{Position{}, "e2e4", 1, ErrIllegal},
	} {
		m, err := ParseMove(tt.uci)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Put(&tt.p, m, tt.weight); err == nil || tt.want != nil && !errors.Is(err, tt.want) {
			t.Errorf("%s %s: %v", tt.p, tt.uci, err)
		}
	}
	if diff := diffRecords(before, b.Book()); diff != "" || b.Collisions() != 0 {
		t.Errorf("%s, %d collisions", diff, b.Collisions())
	}

	// Too many points of another move scale the weight down.
	for i := range b.played {
		b.played[i].points *= 10_000
	}
	put(StartFEN, "d2d4", 9)
	if got := bookMoves(b.Book(), StartFEN); got != "g1f3:65535 e2e4:46810 b1c3:28086 d2d4:8 a2a3:0" {
		t.Errorf("scaled down: %s", got)
	}
}

// TestSlowBookBuilder compares the book of many games with a simple implementation
// by maps.
func TestSlowBookBuilder(t *testing.T) {
	type place struct {
		key  uint64
		move uint16
	}
	type tally struct{ games, points int }
	rng := rand.New(rand.NewPCG(11, 12))
	for range 8 {
		builder := BookBuilder{Plies: rng.IntN(40), MinGames: rng.IntN(4)}
		tallies := map[place]tally{}
		for range 100 {
			tree := NewGameTree(StartPosition())
			p := tree.Start()
			at := tree.Root()
			result := rng.IntN(3)
			var err error
			for ply := range 40 {
				moves := p.AppendMoves(nil)
				if len(moves) == 0 {
					break
				}
				m := moves[rng.IntN(min(len(moves), 2+ply))]
				if at, err = at.Add(m); err != nil {
					t.Fatal(err)
				}
				if builder.Plies == 0 || ply < builder.Plies {
					key, ok := slowPolyglotKey(p.FEN())
					if !ok {
						t.Fatal(p)
					}
					n := tallies[place{key, p.polyglotMove(m)}]
					n.games++
					n.points += [2]int{2 - result, result}[p.Turn()]
					tallies[place{key, p.polyglotMove(m)}] = n
				}
				p = p.After(m)
			}
			if err := tree.SetTag("Result", [3]string{"1-0", "1/2-1/2", "0-1"}[result]); err != nil {
				t.Fatal(err)
			}
			builder.Add(tree)
		}
		want := &Book{}
		for at, n := range tallies {
			if n.games >= builder.MinGames && n.points > 0 {
				want.records = append(want.records, polyglotRecord{at.key, at.move, uint16(n.points), 0})
			}
		}
		slices.SortFunc(want.records, func(x, y polyglotRecord) int {
			return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(y.weight, x.weight), cmp.Compare(x.move, y.move))
		})
		if diff := diffRecords(want, builder.Book()); diff != "" {
			t.Fatalf("%d plies, %d games: %s", builder.Plies, builder.MinGames, diff)
		}
	}
}
