package chess

import (
	"bytes"
	stdcmp "cmp"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seed-0971039b/chess/internal/chesstest"
)

// slowOrder returns the legal moves in the order that the byte form of a move
// counts.
func slowOrder(p Position) []Move {
	moves := p.AppendMoves(nil)
	target := func(m Move) Square {
		if !p.IsCastling(m) {
			return m.To()
		}
		side := kingSide
		if m.To() < m.From() {
			side = queenSide
		}
		return p.castlingRook(p.Turn(), side)
	}
	slices.SortFunc(moves, func(a, b Move) int {
		return stdcmp.Or(stdcmp.Compare(a.From(), b.From()), stdcmp.Compare(target(a), target(b)), stdcmp.Compare(a.Promotion(), b.Promotion()))
	})
	return moves
}

// checkOrder fails unless moveIndex and moveAt know the order of the legal moves.
func checkOrder(t *testing.T, p Position) {
	t.Helper()
	moves := slowOrder(p)
	for i, m := range moves {
		index, ok := p.moveIndex(m)
		at, ok2 := p.moveAt(i)
		if index != i || at != m || !ok || !ok2 {
			t.Fatalf("%s: %v has the index %d, %v, want %d, where %v is, %v", p, m, index, ok, i, at, ok2)
		}
	}
	m, ok := p.moveAt(len(moves))
	i, ok2 := p.moveIndex(newMove(mailbox[A1], mailbox[A1]))
	if ok || ok2 {
		t.Fatalf("%s: after the last move is %v, and a1a1 has the index %d", p, m, i)
	}
}

// manyMovesFEN has 270 legal moves, more than MaxMoves.
const manyMovesFEN = "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1"

func TestMoveOrder(t *testing.T) {
	randomGames(chesstest.Sample(t, 40), func(p Position, _ []Move) { checkOrder(t, p) })
	for _, fen := range []string{castlingFEN, promotionFEN, enPassantFEN, innerRookFEN, manyMovesFEN} {
		checkOrder(t, MustParseFEN(fen))
	}
}

// endings are outcomes that End accepts in many games.
var endings = []Outcome{
	WinBy(White, Resignation), WinBy(Black, Resignation), DrawBy(Agreement), WinBy(Black, TimeForfeit), DrawBy(TimeForfeit),
	WinBy(White, RulesInfraction), DrawBy(Adjudication), WinBy(Black, Abandonment), DrawBy(Unspecified), DrawBy(ThreefoldRepetition),
	DrawBy(FiftyMoves), DrawBy(Stalemate), WinBy(White, Checkmate),
}

// randomGame returns a game of random moves that may have been ended.
func randomGame(rng *rand.Rand, start Position) *Game {
	g := NewGame(start)
	for range rng.IntN(120) {
		moves := g.current().AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		g.push(moves[rng.IntN(len(moves))])
	}
	if rng.IntN(2) == 0 {
		g.End(endings[rng.IntN(len(endings))]) // or refused
	}
	return g
}

// equalGames reports whether two games have the same start, moves and end.
func equalGames(a, b *Game) bool {
	p, q := a.Position(), b.Position()
	return a.first().Equal(*b.first()) && slices.Equal(a.Moves(), b.Moves()) && a.ended == b.ended && p.FEN() == q.FEN()
}

// A game is read back from its form, at a byte a ply.
func TestGameBinary(t *testing.T) {
	rng := chesstest.Rand(t)
	for i := range chesstest.Sample(t, 200) {
		fen := []string{StartFEN, StartFEN + " +0+0", chess960FEN(rng.IntN(960)), castlingFEN, promotionFEN}[i%5]
		g := randomGame(rng, MustParseFEN(fen))
		form, err := g.AppendBinary([]byte("x"))
		if err != nil || len(form) > 64+g.Len() || i%5 == 0 && len(form) > 6+g.Len() {
			t.Fatalf("%d plies from %s take %d bytes, %v", g.Len(), fen, len(form), err)
		}
		if marshaled, err := g.MarshalBinary(); err != nil || !bytes.Equal(marshaled, form[1:]) {
			t.Fatalf("%s: MarshalBinary returns %x, %v, want %x", fen, marshaled, err, form[1:])
		}
		var back Game
		if err := back.UnmarshalBinary(form[1:]); err != nil || !equalGames(g, &back) {
			t.Fatalf("%x is read back as %v, %v, want %v", form[1:], back.Moves(), err, g.Moves())
		}
		for i := 1; i < len(form); i++ { // no prefix is a form
			if err := back.UnmarshalBinary(form[1:i]); !errors.Is(err, ErrSyntax) || !equalGames(g, &back) {
				t.Fatalf("%x is read: %v", form[1:i], err)
			}
		}
	}
}

// The index of a move takes one byte up to 254. More are not needed unless there are
// more pieces than the package supports.
func TestMoveForm(t *testing.T) {
	for i, want := range map[int]string{
		0: "00", 254: "fe", 255: "ff0000", 256: "ff0001", 382: "ff007f", 383: "ff008001", escape + 1<<14: "ff00808001",
	} {
		form := appendMove(nil, i)
		if got := hex.EncodeToString(form); got != want {
			t.Errorf("index %d has the form %s, want %s", i, got, want)
		}
		r := formReader{data: form}
		if got, err := r.move(); got != i || err != nil || r.end() != nil {
			t.Errorf("%x is read as %d, %v, want %d", form, got, err, i)
		}
	}
}

// The zero Game is one that begins with the start position. A game that begins with
// the zero Position has no form.
func TestGameBinaryZero(t *testing.T) {
	var g Game
	if form, err := g.MarshalBinary(); err != nil || !bytes.Equal(form, []byte{gameForm, 0, 0, 0}) {
		t.Errorf("the zero Game has the form %x, %v", form, err)
	}
	if form, err := NewGame(Position{}).AppendBinary([]byte("x")); !errors.Is(err, ErrIllegal) || string(form) != "x" {
		t.Errorf("a game without a start has the form %x, %v", form, err)
	}
	check := MustParseFEN("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")
	if form, err := NewGame(check.After(0)).AppendBinary([]byte("x")); !errors.Is(err, ErrIllegal) || string(form) != "x" {
		t.Errorf("a game from an impossible position has the form %x, %v", form, err)
	}
}

func TestGameBinaryErrors(t *testing.T) {
	for _, tt := range []struct {
		name, form string
		kind       error
	}{
		{"no moves", "01 00 00 00", nil},
		{"1. Na3", "01 00 00 01 00", nil},
		{"1. h4 Nh6", "01 00 00 02 13 13", nil},
		{"the twenty-first move", "01 00 00 01 14", ErrIllegal},
		{"nothing", "", ErrSyntax},
		{"another version", "02 00 00 00", ErrSyntax},
		{"a GameTree", "81 00", ErrSyntax},
		{"an unknown end", "01 00 10 00", ErrIllegal},
		{"a winner without a reason", "01 00 40 00", ErrIllegal},
		{"White resigns", "01 00 c9 00", nil},
		{"a drawn resignation", "01 00 09 00", ErrIllegal},
		{"a drawn resignation that Black wins", "01 00 89 00", ErrIllegal},
		{"checkmate at the start", "01 00 41 00", ErrIllegal},
		{"a threefold repetition at the start", "01 00 07 00", ErrIllegal},
		{"a byte more", "01 00 00 01 00 00", ErrSyntax},
		{"a byte less", "01 00 00 02 00", ErrSyntax},
		{"a number of plies with a superfluous byte", "01 00 00 8100 00", ErrSyntax},
		{"a number of plies too large", "01 00 00 ffffffffffffffff7f", ErrSyntax},
		{"a move of the first 255 escaped", "01 00 00 01 ff 01", ErrSyntax},
		{"a move beyond the last", "01 00 00 01 ff 00 00", ErrIllegal},
		{"a move far beyond the last", "01 00 00 01 ff 00 ffffffff0f", ErrSyntax},
		{"an escape at the end", "01 00 00 01 ff", ErrSyntax},
		{"a null move", "01 00 00 02 ff 01", ErrSyntax},
		{"the start position spelled out", "01 1a 0001ffff00000000ffff723563271111111199999999fabdebaf 00 00", ErrSyntax},
		{"the start position at move 2", "01 1a 0002ffff00000000ffff723563271111111199999999fabdebaf 00 00", nil},
		{"half a position", "01 1a 0002ffff", ErrSyntax},
		{"an impossible position", "01 0b 0001 1000000000000010 66 00 00", ErrIllegal},
		{"a position with a byte more", "01 0d 0001 1000000000000010 6e 33 33 00 00", ErrSyntax},
		{"kings only", "01 0b 0001 1000000000000010 6e 00 00", nil},
		{"a length with a superfluous byte", "01 8b00 0001 1000000000000010 6e 00 00", ErrSyntax},
	} {
		form := unhex(t, tt.form)
		g := NewGame(MustParseFEN(castlingFEN))
		err := g.UnmarshalBinary(form)
		if !errors.Is(err, tt.kind) || err != nil && !equalGames(g, NewGame(MustParseFEN(castlingFEN))) {
			t.Errorf("%s: %v; want %v", tt.name, err, tt.kind)
		}
		if err != nil {
			checkFormError(t, err, form)
		} else if back, err := g.MarshalBinary(); err != nil || !bytes.Equal(form, back) {
			t.Errorf("%s: %x is written as %x, %v", tt.name, form, back, err)
		}
	}
}

// The memory for a game, good or bad, is bounded by the length of its form.
func TestGameBinaryMemory(t *testing.T) {
	shuffle := ""
	for line := "g1f3 g8f6 f3g1 f6g8"; line != ""; line = line[:max(0, len(line)-5)] {
		shuffle = moveForm(t, line) + shuffle
	}
	const plies = 1 << 16
	good := append([]byte{gameForm, 0, 0, 0x80, 0x80, 4}, bytes.Repeat(unhex(t, shuffle), plies/4)...)
	bad := slices.Clone(good)
	bad[6] = escape - 1
	for _, form := range [][]byte{good, bad} {
		var before, after runtime.MemStats
		var g Game
		runtime.ReadMemStats(&before)
		err := g.UnmarshalBinary(form)
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > uint64(64*len(form)) {
			t.Errorf("%d bytes of memory for %d bytes", got, len(form))
		}
		if (err == nil) != (form[6] == good[6]) || err == nil && g.Len() != plies {
			t.Errorf("%d plies are read, %v", g.Len(), err)
		}
	}
}

func TestGoldenGames(t *testing.T) {
	for _, line := range readGolden(t, "game") {
		start, rest, _ := strings.Cut(line.text, "; ")
		want := NewGame(MustParseFEN(start))
		moves, end, _ := strings.Cut(rest, "; ")
		for _, uci := range strings.Fields(moves) {
			m, err := want.Position().ParseUCI(uci)
			if err == nil {
				err = want.Play(m)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if end != "" {
			o, err := parseOutcome(end)
			if err == nil {
				err = want.End(o)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		form, err := want.MarshalBinary()
		if got := hex.EncodeToString(form); err != nil || got != line.form {
			t.Errorf("%s has the form %s, %v, want %s", line.text, got, err, line.form)
		}
		var g Game
		if err := g.UnmarshalBinary(unhex(t, line.form)); err != nil || !equalGames(&g, want) {
			t.Errorf("%s is read as %v, %v, want %s", line.form, g.Moves(), err, line.text)
		}
	}
}

func FuzzGameBinary(f *testing.F) {
	rng := rand.New(rand.NewPCG(9, chesstest.Seed()))
	for _, fen := range []string{StartFEN, StartFEN + " +0+0", chess960FEN(0), castlingFEN, promotionFEN, manyMovesFEN} {
		form, err := randomGame(rng, MustParseFEN(fen)).MarshalBinary()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(form)
	}
	f.Fuzz(func(t *testing.T, form []byte) {
		var g Game
		if err := g.UnmarshalBinary(form); err != nil {
			checkFormError(t, err, form)
			return
		}
		back, err := g.MarshalBinary()
		if err != nil || !bytes.Equal(form, back) {
			t.Fatalf("%x is written as %x, %v", form, back, err)
		}
		again := NewGame(g.Start())
		for _, m := range g.Moves() {
			if err := again.Continue(m); err != nil {
				t.Fatalf("%x: %v", form, err)
			}
		}
		if o := g.ended; o != (Outcome{}) {
			if err := again.record(o); err != nil {
				t.Fatalf("%x: %v", form, err)
			}
		}
		if !equalGames(&g, again) {
			t.Fatalf("%x is played as %v", form, again.Moves())
		}
	})
}

// Encoders find what writes a Game and a GameTree where they are no pointers.
func TestGamesByValue(t *testing.T) {
	type record struct {
		Game  Game
		Tree  GameTree
		Games map[string]Game
		Trees map[string]GameTree
	}
	tree, err := ParsePGN("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 9\"]\n\n9... Kd7 {b} (9... Kf7 $1) 10. e4 1-0")
	if err != nil {
		t.Fatal(err)
	}
	game, err := tree.Game()
	if err != nil {
		t.Fatal(err)
	}
	want := record{*game, *tree, map[string]Game{"a": *game}, map[string]GameTree{"a": *tree}}
	for name, decode := range map[string]func(*record) error{
		"JSON": func(got *record) error {
			text, err := json.Marshal(want)
			return stdcmp.Or(err, json.Unmarshal(text, got))
		},
		"gob": func(got *record) error {
			var buf bytes.Buffer
			return stdcmp.Or(gob.NewEncoder(&buf).Encode(want), gob.NewDecoder(&buf).Decode(got))
		},
	} {
		var got record
		if err := decode(&got); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		inMap, tree := got.Games["a"], got.Trees["a"]
		if !equalGames(&got.Game, game) || !equalTrees(&got.Tree, &want.Tree) || !equalGames(&inMap, game) || !equalTrees(&tree, &want.Tree) {
			t.Errorf("%s: %v is decoded as %v", name, want, got)
		}
		for n := range got.Tree.Nodes() {
			for n.Parent() != nil {
				n = n.Parent()
			}
			if n != got.Tree.Root() {
				t.Errorf("%s: a node has another root", name)
			}
		}
	}
}

// sameGame reports whether two games are the same in all that their methods tell.
func sameGame(g, h *Game) bool {
	return g.Start().FEN() == h.Start().FEN() && cmp.Equal(g.UCIMoves(), h.UCIMoves()) && g.ended == h.ended && g.Outcome() == h.Outcome() &&
		cmp.Equal(g.Position(), h.Position(), exactly)
}

func TestGameJSON(t *testing.T) {
	ended := func(g *Game, o Outcome) *Game {
		if err := g.End(o); err != nil {
			t.Fatal(err)
		}
		return g
	}
	const start = `{"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",`
	for _, tt := range []struct {
		name string
		g    *Game
		want string
	}{
		{"zero", &Game{}, start + `"moves":[],"outcome":"*"}`},
		{"without moves", NewGame(), start + `"moves":[],"outcome":"*"}`},
		{"mate", gameOf(t, StartFEN, foolsMate), start + `"moves":["f2f3","e7e5","g2g4","d8h4"],"outcome":"0-1 checkmate"}`},
		{"ended mate", ended(gameOf(t, StartFEN, foolsMate), WinBy(Black, Checkmate)),
			start + `"moves":["f2f3","e7e5","g2g4","d8h4"],"outcome":"0-1 checkmate","ended":true}`},
		{"resigned", ended(gameOf(t, StartFEN, "e2e4"), WinBy(White, Resignation)), start + `"moves":["e2e4"],"outcome":"1-0 resignation","ended":true}`},
		{"unspecified", ended(gameOf(t, StartFEN, "e2e4"), DrawBy(Unspecified)), start + `"moves":["e2e4"],"outcome":"1/2-1/2","ended":true}`},
		{"Chess960", gameOf(t, "1k6/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1"),
			`{"start":"1k6/8/8/8/8/8/8/RK6 w Q - 0 1","moves":["b1a1"],"outcome":"*"}`},
	} {
		text, err := json.Marshal(tt.g)
		if err != nil || string(text) != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.name, text, err, tt.want)
		}
		var h Game
		if err := json.Unmarshal(text, &h); err != nil || !sameGame(tt.g, &h) {
			t.Errorf("%s: %s is read as %+v, %v", tt.name, text, &h, err)
		}
	}
}

func TestGameJSONByHand(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Outcome
		err  error
	}{
		{`{}`, Outcome{}, nil},
		{`{"moves":["e2e4","e7e5"]}`, Outcome{}, nil},
		{`{"moves":["f2f3","e7e5","g2g4","d8h4"]}`, WinBy(Black, Checkmate), nil},
		{`{"moves":["f2f3","e7e5","g2g4","d8h4"],"outcome":"*"}`, WinBy(Black, Checkmate), nil},
		{`{"outcome":"1-0 time"}`, WinBy(White, TimeForfeit), nil},
		{`{"outcome":"1-0 checkmate"}`, Outcome{}, ErrIllegal},
		{`{"outcome":"*","ended":true}`, Outcome{}, ErrIllegal},
		{`{"moves":["e2e5"]}`, Outcome{}, ErrIllegal},
		{`{"moves":["e2"]}`, Outcome{}, ErrSyntax},
		{`{"start":"x"}`, Outcome{}, ErrSyntax},
		{`{"start":""}`, Outcome{}, ErrIllegal},
		{`{"moves":{"e2e4":"e7e5"}}`, Outcome{}, ErrSyntax},
		{`{"moves":["e2e4",5]}`, Outcome{}, ErrSyntax},
	} {
		g := gameOf(t, StartFEN, "d2d4")
		err := json.Unmarshal([]byte(tt.text), g)
		if !errors.Is(err, tt.err) || err == nil && g.Outcome() != tt.want || err != nil && g.Len() != 1 {
			t.Errorf("%s: %v, %v, want %v, %v", tt.text, g.Outcome(), err, tt.want, tt.err)
		}
	}
	g := gameOf(t, StartFEN, "d2d4")
	if err := json.Unmarshal([]byte("null"), g); err != nil || g.Len() != 1 {
		t.Errorf("null: %v after %d plies", err, g.Len())
	}
}

// A game that could not be read is not written.
func TestGameJSONRefuses(t *testing.T) {
	t.Parallel()
	long := new(Game)
	playShuffle(t, long, maxPlies)
	if _, err := json.Marshal(long); err != nil {
		t.Errorf("%d plies: %v", long.Len(), err)
	}
	playShuffle(t, long, 1)
	for _, tt := range []struct {
		g    *Game
		want error
	}{{NewGame(Position{}), ErrIllegal}, {long, ErrSyntax}} {
		if text, err := json.Marshal(tt.g); !errors.Is(err, tt.want) {
			t.Errorf("%.80s, %v, want %v", text, err, tt.want)
		}
		if form, err := tt.g.AppendBinary([]byte("x")); err == nil && tt.g.Len() > 0 || err != nil && string(form) != "x" {
			t.Errorf("%d bytes, %v", len(form), err)
		}
	}
}

// playShuffle plays plies with knights.
func playShuffle(t *testing.T, g *Game, plies int) {
	t.Helper()
	moves := movesOf(t, StartPosition(), "Nf3 Nf6 Ng1 Ng8")
	for range plies {
		if err := g.Continue(moves[g.Len()%4]); err != nil {
			t.Fatal(err)
		}
	}
}

// An error tells which ply it is about.
func TestGameJSONErrorPlace(t *testing.T) {
	for text, want := range map[string]string{
		`{"moves":["e2e4","e7e5","e4e5"]}`: `ply 3: move "e4e5": illegal: no such move of a pawn to e5 is legal`,
		`{"moves":["e2e4","x"]}`:           `ply 2: UCI move "x": malformed: a file, from a to h, is missing`,
		`{"moves":["e2e4",{}]}`:            `ply 2: JSON member "moves": malformed: an object where a string is expected`,
		`{"moves":[null]}`:                 `ply 1: move "0000": illegal: the null move is allowed only for analysis, not in check, and not where no move is legal`,
		`{"outcome":"1-0 checkmate"}`:      `outcome "1-0 checkmate": illegal: that has not happened`,
	} {
		var g Game
		if err := json.Unmarshal([]byte(text), &g); err == nil || err.Error() != want {
			t.Errorf("%s:\n%v, want\n%s", text, err, want)
		}
	}
}

// The memory for a game, good or bad, is bounded by the length of its JSON and by the
// number of plies.
func TestGameJSONMemory(t *testing.T) {
	shuffle := `"g1f3","g8f6","f3g1","f6g8",`
	text := func(plies int, end string) []byte {
		return []byte(`{"moves":[` + strings.Repeat(shuffle, plies/4) + end + "]}")
	}
	for _, tt := range []struct {
		name string
		text []byte
		want int // plies, or -1
	}{
		{"good", text(1<<13, `"g1f3"`), 1<<13 + 1},
		{"illegal", text(1<<13, `"e2e5"`), -1},
		{"too long", text(2*maxPlies, `"g1f3"`), -1},
		{"no moves", []byte(`{"moves":[` + strings.Repeat("0,", 1<<17) + "0]}"), -1},
		{"an object", []byte(`{"moves":{"a":[` + strings.Repeat(shuffle, 1<<13) + `""]}}`), -1},
	} {
		var before, after runtime.MemStats
		var g Game
		runtime.ReadMemStats(&before)
		err := json.Unmarshal(tt.text, &g)
		runtime.ReadMemStats(&after)
		got := after.TotalAlloc - before.TotalAlloc
		t.Logf("%s: %d bytes of memory for each of %d bytes", tt.name, got/uint64(len(tt.text)), len(tt.text))
		if got > uint64(48*len(tt.text)) { // at most 32, and some more for the race detector
			t.Errorf("%s: %d bytes of memory for %d bytes", tt.name, got, len(tt.text))
		}
		if (err == nil) != (tt.want >= 0) || err == nil && g.Len() != tt.want {
			t.Errorf("%s: %d plies are read, %v", tt.name, g.Len(), err)
		}
	}
}

func FuzzGameJSON(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"start":"1k6/8/8/8/8/8/8/RK6 w A - 0 1","moves":["b1a1"],"outcome":"1-0 resignation"}`,
		`{"moves":["f2f3","e7e5","g2g4","d8h4"],"outcome":"0-1 checkmate","ended":true}`, `{"start":""}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var g, h Game
		if json.Unmarshal(text, &g) != nil {
			return
		}
		written, err := json.Marshal(&g)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(written, &h); err != nil || !sameGame(&g, &h) {
			t.Fatalf("%s\nis written as\n%s\nand read as %+v, %v", text, written, &h, err)
		}
	})
}
