package chess

import (
	"bytes"
	stdcmp "cmp"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// slowForm returns the form of a Key with a mark on the pawn in front of a square,
// which may be NoSquare, a bit at a time.
func slowForm(p Position, behind Square) []byte {
	var occupied uint64
	var digits string // hexadecimal
	for sq := A1; sq <= H8; sq++ {
		piece := p.At(sq)
		if piece == NoPiece {
			continue
		}
		occupied += 1 << sq
		v := int(piece)
		for _, c := range []Color{White, Black} {
			if sq == p.castlingRook(c, kingSide) || sq == p.castlingRook(c, queenSide) {
				v = 7 + 8*int(c)
			}
		}
		if piece == BlackKing && p.Turn() == Black {
			v = 8
		}
		if behind != NoSquare && sq.File() == behind.File() && (behind == sq-8 && sq.Rank() == 3 || behind == sq+8 && sq.Rank() == 4) {
			v = 0
		}
		digits += strconv.FormatInt(int64(v), 16)
	}
	if len(digits)%2 != 0 {
		digits += "0"
	}
	if p.IsThreeCheck() {
		digits += fmt.Sprint(p.RemainingChecks(White), p.RemainingChecks(Black))
		digits = strings.ReplaceAll(digits, " ", "")
	}
	form, err := hex.DecodeString(fmt.Sprintf("%016x", occupied) + digits)
	if err != nil {
		panic(err)
	}
	return form
}

// The form of a Key is what a slow program makes of the position, and is read back
// as the Key. Keys have the order of their forms and their hashes those of
// hash/fnv.
func TestKeyBinary(t *testing.T) {
	games := 40
	if sampled() {
		games = 8
	}
	var before Key
	var formBefore []byte
	randomGames(games, func(p Position, _ []Move) {
		key := p.Key()
		form, err := key.AppendBinary([]byte("x"))
		form = form[1:]
		if want := slowForm(p, p.EnPassant()); err != nil || !bytes.Equal(form, want) {
			t.Fatalf("%s has the form %x, %v, want %x", key, form, err, want)
		}
		if marshaled, err := key.MarshalBinary(); err != nil || !bytes.Equal(form, marshaled) {
			t.Fatalf("%s: MarshalBinary returns %x, %v", key, marshaled, err)
		}
		var back Key
		if err := back.UnmarshalBinary(form); err != nil || back != key {
			t.Fatalf("%s: %x is read back as %s, %v", key, form, back, err)
		}
		h := fnv.New64a()
		h.Write(form)
		if key.Hash() != h.Sum64() {
			t.Fatalf("%s has the hash %x, want %x", key, key.Hash(), h.Sum64())
		}
		want := bytes.Compare(form, formBefore)
		if key.Compare(before) != want || before.Compare(key) != -want || key.Compare(key) != 0 {
			t.Fatalf("%s compared with %s is %d, want %d", key, before, key.Compare(before), want)
		}
		before, formBefore = key, form
	})
}

// The form of a Position is read back as the position.
func TestPositionBinary(t *testing.T) {
	games := 40
	if sampled() {
		games = 8
	}
	randomGames(games, func(p Position, _ []Move) {
		form, err := p.AppendBinary([]byte("x"))
		form = form[1:]
		behind := NoSquare
		if p.enPassantTarget != 0 {
			behind = squares[p.enPassantTarget]
		}
		want := append([]byte{byte(p.HalfmoveClock()), byte(p.MoveNumber())}, slowForm(p, behind)...)
		if err != nil || !bytes.Equal(form, want) {
			t.Fatalf("%s has the form %x, %v, want %x", p, form, err, want)
		}
		if marshaled, err := p.MarshalBinary(); err != nil || !bytes.Equal(form, marshaled) {
			t.Fatalf("%s: MarshalBinary returns %x, %v", p, marshaled, err)
		}
		var back Position
		if err := back.UnmarshalBinary(form); err != nil || !back.Equal(p) || back.FEN() != p.FEN() {
			t.Fatalf("%s: %x is read back as %s, %v", p, form, back, err)
		}
	})
}

// Whatever the clocks come to, text and bytes with them are read back, and they never
// begin again.
func TestPositionClocks(t *testing.T) {
	p := MustParseFEN("4k3/8/8/8/8/8/8/R3K3 w - - 9999 9999")
	for i := range 120_000 {
		if want := [2]int{min(9999+i, 65535), min(9999+i/2, 65535)}; [2]int{p.HalfmoveClock(), p.MoveNumber()} != want {
			t.Fatalf("after %d plies: %s, want %v", i, p, want)
		}
		if i%997 == 0 || p.halfmove > 65532 && i%101 == 0 || p.fullmove > 65532 {
			var back, again Position
			if form, _ := p.MarshalBinary(); back.UnmarshalBinary(form) != nil || !back.Equal(p) {
				t.Fatalf("%s is read back as %s", p, back)
			}
			if text, _ := p.MarshalText(); again.UnmarshalText(text) != nil || !again.Equal(p) {
				t.Fatalf("%s is read back as %s", text, again)
			}
		}
		p.Do(0, &p)
	}
	var zero Position
	form, err := zero.MarshalBinary()
	if back := StartPosition(); len(form) != 0 || err != nil || back.UnmarshalBinary(form) != nil || !back.isZero() {
		t.Errorf("the zero Position has the form %x, %v", form, err)
	}
}

// unhex returns the bytes of a text in hexadecimal with blanks.
func unhex(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestKeyBinaryErrors(t *testing.T) {
	// The form of a FEN with the nibbles changed from the given place on.
	for _, tt := range []struct {
		name, form string
		kind       error
	}{
		{"no occupied squares", "00000000000000", ErrSyntax},
		{"nothing on the board", "0000000000000000", ErrIllegal},
		{"kings only", "1000000000000010 6e", nil},
		{"kings only, Black to move", "1000000000000010 68", nil},
		{"a byte more", "1000000000000010 6e 33 00", ErrSyntax},
		{"three-check", "1000000000000010 6e 33", nil},
		{"no checks that White must give", "1000000000000010 6e 03", ErrIllegal},
		{"no checks that Black must give", "1000000000000010 6e 30", nil},
		{"four checks", "1000000000000010 6e 43", ErrIllegal},
		{"a piece is missing", "1000000000000010", ErrSyntax},
		{"two black kings", "1000000000000011 86e0", ErrIllegal},
		{"two black kings, both to move", "1000000000000011 8680", ErrIllegal},
		{"no white king", "1000000000000010 ee", ErrIllegal},
		{"bits after the last piece", "1000000000000011 46e1", ErrSyntax},
		{"no bits after the last piece", "1000000000000011 46e0", nil},
		{"a rook that may castle", "1000000000000011 76e0", nil},
		{"two rooks that may castle on one side", "1000000000000013 776e", ErrIllegal},
		{"one of two rooks that may castle", "1000000000000013 746e", nil},
		{"a rook that may castle off its rank", "1000000000000110 67e0", ErrIllegal},
		{"a black rook that may castle on White's rank", "1000000000000011 f6e0", ErrIllegal},
		{"a rook that may castle beside a king off its rank", "1000000000001001 76e0", ErrIllegal},
		{"a pawn on the first rank", "1000000000000011 16e0", ErrIllegal},
		{"a pawn just pushed on the first rank", "1000000000000011 06e0", ErrIllegal},
		{"a pawn just pushed on the second rank", "1000000000000110 6080", ErrIllegal},
		{"en passant by nobody", "1000000010000010 6080", ErrIllegal},
		{"en passant by a black pawn", "1000000018000010 6098", nil},
		{"two pawns just pushed", "1000000018000010 6008", ErrIllegal},
		{"a pawn of the wrong side just pushed", "1000000018000010 609e", ErrIllegal},
		{"two pawns just pushed by Black", "1000000900000010 600e", ErrIllegal},
		{"en passant by a white pawn", "1000001800000010 601e", nil},
		{"en passant, the other pawn", "1000001800000010 610e", nil},
		{"a pawn just pushed through a piece", "1000000018080010 63098 0", ErrIllegal},
		{"a king that can be captured", "1000000000000810 64e0", nil},
		{"a king that can be captured now", "1000000000001010 64e0", ErrIllegal},
		{"seventeen white pieces", "100000000000ffff 4444 6444 4444 4444 e0", ErrIllegal},
		{"sixteen white pieces", "100000000000fffe 4446 4444 4444 444e", ErrIllegal},
	} {
		form := unhex(t, tt.form)
		start := StartPosition()
		key := start.Key()
		err := key.UnmarshalBinary(form)
		if !errors.Is(err, tt.kind) || err != nil && key != start.Key() {
			t.Errorf("%s: %v, %s; want %v", tt.name, err, key, tt.kind)
		}
		if err == nil {
			if back, _ := key.MarshalBinary(); !bytes.Equal(form, back) {
				t.Errorf("%s: %s is written as %x", tt.name, key, back)
			}
			continue
		}
		var e *ParseError
		if !errors.As(err, &e) || e.Offset > len(form) {
			t.Errorf("%s: %#v", tt.name, err)
		}
	}
}

func TestPositionBinaryErrors(t *testing.T) {
	for _, tt := range []struct {
		name, form string
		kind       error
	}{
		{"a pawn just pushed that nobody captures", "00 01 1000000010000010 6080", nil},
		{"the largest clocks", "ffff03 ffff03 1000000000000010 6e", nil},
		{"a halfmove clock too large", "808004 01 1000000000000010 6e", ErrSyntax},
		{"a move number too large", "00 808004 1000000000000010 6e", ErrSyntax},
		{"a halfmove clock of two bytes for one", "8000 01 1000000000000010 6e", ErrSyntax},
		{"a move number of two bytes for one", "00 8100 1000000000000010 6e", ErrSyntax},
		{"a halfmove clock without end", "80", ErrSyntax},
		{"a number of eleven bytes", "ffffffffffffffffffff01 1000000000000010 6e", ErrSyntax},
		{"no move number", "00", ErrSyntax},
		{"no pieces", "00 01", ErrSyntax},
		{"a byte more", "00 01 1000000000000010 6e 33 33", ErrSyntax},
	} {
		form := unhex(t, tt.form)
		p := StartPosition()
		err := p.UnmarshalBinary(form)
		if !errors.Is(err, tt.kind) || err != nil && p.FEN() != StartFEN {
			t.Errorf("%s: %v, %s; want %v", tt.name, err, p, tt.kind)
		}
		if err == nil {
			if back, _ := p.MarshalBinary(); !bytes.Equal(form, back) {
				t.Errorf("%s: %s is written as %x", tt.name, p, back)
			}
		}
	}
}

// Every form that differs from a valid one in a bit, a byte more or a byte less, is
// refused or is that of another position.
func TestKeyBinaryNeighbours(t *testing.T) {
	for _, fen := range []string{StartFEN, castlingFEN, enPassantFEN, innerRookFEN, StartFEN + " +1+2"} {
		p := MustParseFEN(fen)
		key := p.Key()
		form, _ := key.MarshalBinary()
		var others [][]byte
		for i := range form {
			for bit := range 8 {
				other := slices.Clone(form)
				other[i] ^= 1 << bit
				others = append(others, other)
			}
			others = append(others, form[:i], append(form[:i:i], form[i+1:]...), append(append(form[:i:i], 0), form[i:]...))
		}
		for _, other := range others {
			var k Key
			if err := k.UnmarshalBinary(other); err != nil {
				continue
			}
			if back, _ := k.MarshalBinary(); !bytes.Equal(other, back) || k == key {
				t.Fatalf("%x is read as %s, which has %x", other, k, back)
			}
		}
	}
}

// A golden line of testdata/binary.txt: what it is, its form in hexadecimal, and its
// text as a Go string.
type golden struct{ kind, form, text string }

// readGolden returns the lines of testdata/binary.txt of a kind.
func readGolden(t testing.TB, kind string) (lines []golden) {
	t.Helper()
	file, err := os.ReadFile("testdata/binary.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(file)) {
		fields := strings.SplitN(strings.TrimSpace(line), " ", 3)
		if fields[0] != kind {
			continue
		}
		text, err := strconv.Unquote(fields[2])
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		lines = append(lines, golden{kind, fields[1], text})
	}
	if len(lines) < 3 {
		t.Fatalf("testdata/binary.txt has %d lines of %s", len(lines), kind)
	}
	return lines
}

// TestGoldenKeys and the tests like it hold the promise that forms never change: the
// lines of testdata/binary.txt may grow in number, but none may be changed.
func TestGoldenKeys(t *testing.T) {
	for _, line := range readGolden(t, "key") {
		want, err := ParseKey(line.text)
		if err != nil {
			t.Fatal(err)
		}
		form, _ := want.MarshalBinary()
		if got := hex.EncodeToString(form); got != line.form {
			t.Errorf("%s has the form %s, want %s", line.text, got, line.form)
		}
		var key Key
		if err := key.UnmarshalBinary(unhex(t, line.form)); err != nil || key != want {
			t.Errorf("%s is read as %s, %v, want %s", line.form, key, err, line.text)
		}
	}
}

func TestGoldenPositions(t *testing.T) {
	for _, line := range readGolden(t, "position") {
		want, err := ParseFEN(line.text)
		if err != nil {
			t.Fatal(err)
		}
		form, _ := want.MarshalBinary()
		if got := hex.EncodeToString(form); got != line.form {
			t.Errorf("%s has the form %s, want %s", line.text, got, line.form)
		}
		var p Position
		if err := p.UnmarshalBinary(unhex(t, line.form)); err != nil || p.FEN() != line.text {
			t.Errorf("%s is read as %s, %v, want %s", line.form, p, err, line.text)
		}
	}
}

func TestGoldenHash(t *testing.T) {
	for _, line := range readGolden(t, "hash") {
		key, err := ParseKey(line.text)
		if got := fmt.Sprintf("%016x", key.Hash()); err != nil || got != line.form {
			t.Errorf("%s has the hash %s, %v, want %s", line.text, got, err, line.form)
		}
	}
}

// Keys sort as their forms do.
func TestKeySort(t *testing.T) {
	p := StartPosition()
	keys := []Key{{}, p.Key()}
	for _, m := range p.AppendMoves(nil) {
		q := p.After(m)
		keys = append(keys, q.Key())
	}
	byForm := slices.Clone(keys)
	slices.SortFunc(keys, Key.Compare)
	slices.SortFunc(byForm, func(a, b Key) int {
		x, _ := a.MarshalBinary()
		y, _ := b.MarshalBinary()
		return stdcmp.Compare(string(x), string(y))
	})
	if !slices.Equal(keys, byForm) {
		t.Errorf("the keys are in the order %v, want %v", keys, byForm)
	}
}

func FuzzKeyBinary(f *testing.F) {
	for _, fen := range []string{StartFEN, castlingFEN, promotionFEN, enPassantFEN, innerRookFEN, chess960FEN(0), StartFEN + " +1+2"} {
		p := MustParseFEN(fen)
		form, _ := p.Key().MarshalBinary()
		f.Add(form)
	}
	f.Fuzz(func(t *testing.T, form []byte) {
		var key Key
		if err := key.UnmarshalBinary(form); err != nil {
			checkFormError(t, err, form)
			return
		}
		if back, err := key.MarshalBinary(); err != nil || !bytes.Equal(back, form) {
			t.Fatalf("%x is read as %s, which has the form %x, %v", form, key, back, err)
		}
		if len(form) == 0 {
			return
		}
		if back, err := ParseKey(key.EPD()); err != nil || back != key {
			t.Fatalf("%s is read back as %s, %v", key, back, err)
		}
		p := key.Position()
		if p.Key() != key || !bytes.Equal(form, slowForm(p, p.EnPassant())) {
			t.Fatalf("%s has the position %s", key, p)
		}
	})
}

// checkFormError fails unless err is an error in a form.
func checkFormError(t *testing.T, err error, form []byte) {
	t.Helper()
	var e *ParseError
	if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(e.Input) || len(err.Error()) > 2000 ||
		!errors.Is(err, ErrSyntax) && !errors.Is(err, ErrIllegal) {
		t.Fatalf("%x: %v", form, err)
	}
}

func FuzzPositionBinary(f *testing.F) {
	for _, fen := range []string{StartFEN, castlingFEN, promotionFEN, enPassantFEN, innerRookFEN, chess960FEN(0), StartFEN + " +1+2"} {
		p := MustParseFEN(fen)
		form, _ := p.MarshalBinary()
		f.Add(form)
	}
	f.Fuzz(func(t *testing.T, form []byte) {
		var p Position
		if err := p.UnmarshalBinary(form); err != nil {
			checkFormError(t, err, form)
			return
		}
		if back, err := p.MarshalBinary(); err != nil || !bytes.Equal(back, form) {
			t.Fatalf("%x is read as %s, which has the form %x, %v", form, p, back, err)
		}
		if p.fullmove == 0 || p.isZero() {
			return
		}
		if q, err := ParseFEN(p.FEN()); err != nil || !p.Equal(q) {
			t.Fatalf("%s is read back as %s, %v", p, q, err)
		}
		for _, m := range p.AppendMoves(nil) {
			next := p.After(m)
			form, _ := next.MarshalBinary()
			var back Position
			if err := back.UnmarshalBinary(form); err != nil || back.FEN() != next.FEN() {
				t.Fatalf("%s is read back as %s, %v", next, back, err)
			}
		}
	})
}

func TestGoldenMoves(t *testing.T) {
	for _, line := range readGolden(t, "move") {
		fen, text, _ := strings.Cut(line.text, "; ")
		p := MustParseFEN(fen)
		want, err := p.ParseUCI(text)
		if text != "0000" && err != nil {
			t.Fatal(err)
		}
		form := fmt.Sprintf("%04x", want.pack())
		if form != line.form {
			t.Errorf("%s has the form %s, want %s", line.text, form, line.form)
		}
		if m := unpackMove(binary.BigEndian.Uint16(unhex(t, line.form))); m != want {
			t.Errorf("%s is read as %v, want %s", line.form, m, line.text)
		}
	}
}

// All moves have a form of two bytes, which differs from all others. Only "a1a1" has that of the null move.
func TestMovePack(t *testing.T) {
	forms := map[uint16]Move{}
	for _, m := range bareMoves() {
		if x := m.pack(); x == 0 {
			if m != 0 && m.String() != "a1a1" {
				t.Errorf("%v has the form of the null move", m)
			}
		} else if other, ok := forms[x]; unpackMove(x) != m || ok && other != m {
			t.Errorf("%v has the form %x, which is that of %v and read as %v", m, x, other, unpackMove(x))
		} else {
			forms[x] = m
		}
	}
	for p := range manyPositions(77, scale(300)) {
		for _, want := range p.AppendMoves(nil) {
			if m := unpackMove(want.pack()); m != want {
				t.Fatalf("%v: %v is read as %v", p, want, m)
			}
		}
	}
}

// The text of a Key is read back as the Key, and its Position has it.
func TestKeyText(t *testing.T) {
	randomGames(12, func(p Position, _ []Move) {
		key := p.Key()
		text, err := key.MarshalText()
		if err != nil || string(text) != p.EPD() || key.String() != p.EPD() || key.EPD() != p.EPD() {
			t.Fatalf("%s has the text %s, %v", p.EPD(), text, err)
		}
		var back Key
		if err := back.UnmarshalText(text); err != nil || back != key {
			t.Fatalf("%s is read back as %v, %v", text, back, err)
		}
		if parsed, err := ParseKey(p.FEN()); err != nil || parsed != key {
			t.Fatalf("%s is read as %v, %v", p.FEN(), parsed, err)
		}
		q := key.Position()
		if q.Key() != key || q.FEN() != p.EPD()+" 0 1" {
			t.Fatalf("%s has the position %s", text, q)
		}
	})
}

func TestZeroKey(t *testing.T) {
	var key Key
	if text, err := key.MarshalText(); len(text) != 0 || err != nil {
		t.Errorf("the text is %q, %v", text, err)
	}
	if form, err := key.MarshalBinary(); len(form) != 0 || err != nil {
		t.Errorf("the form is %x, %v", form, err)
	}
	if p := key.Position(); !p.isZero() {
		t.Errorf("the position is %s", p)
	}
	start := StartPosition()
	text, form := start.Key(), start.Key()
	if err := text.UnmarshalText(nil); err != nil || text != key {
		t.Errorf("the empty text is read as %v, %v", text, err)
	}
	if err := form.UnmarshalBinary(nil); err != nil || form != key {
		t.Errorf("the empty form is read as %v, %v", form, err)
	}
	if _, err := ParseKey(""); !errors.Is(err, ErrSyntax) {
		t.Errorf("ParseKey of nothing: %v", err)
	}
}

// A Key serves as the key of a map in JSON.
func TestKeyJSON(t *testing.T) {
	start := StartPosition()
	want := map[Key]int{start.Key(): 1, {}: 2}
	text, err := json.Marshal(want)
	if got := `{"":2,"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -":1}`; string(text) != got || err != nil {
		t.Fatalf("Marshal gives %s, %v", text, err)
	}
	var got map[Key]int
	if err := json.Unmarshal(text, &got); err != nil || !cmp.Equal(got, want) {
		t.Errorf("Unmarshal gives %v, %v", got, err)
	}
}

func TestParseKeyErrors(t *testing.T) {
	for text, kind := range map[string]error{
		"":                        ErrSyntax,
		"x":                       ErrSyntax,
		"8/8/8/8/8/8/8/8 w - -":   ErrIllegal,
		"k7/8/8/8/8/8/8/K7":       ErrSyntax,
		"k7/8/8/8/8/8/8/K7 w - x": ErrSyntax,
		"k7/8/8/8/8/8/8/K7 w K -": ErrIllegal,
	} {
		key, err := ParseKey(text)
		if !errors.Is(err, kind) || key != (Key{}) {
			t.Errorf("ParseKey(%q) is %v, %v", text, key, err)
		}
		start := StartPosition()
		key = start.Key()
		if text != "" && (key.UnmarshalText([]byte(text)) == nil || key != start.Key()) {
			t.Errorf("UnmarshalText(%q) gives %v", text, key)
		}
	}
}

// The Key of a position that an illegal move leaves has no valid position.
func TestKeyPositionForbidden(t *testing.T) {
	p := MustParseFEN("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")
	q := p.After(0) // the null move, in check
	if got := q.Key().Position(); !got.isZero() {
		t.Errorf("the position is %s", got)
	}
}
