package chess

import (
	"bytes"
	stdcmp "cmp"
	"encoding"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-0971039b/chess/internal/chesstest"
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
	if p.Variant() == ThreeCheck {
		digits += fmt.Sprint(p.RemainingChecks(White), p.RemainingChecks(Black))
		digits = strings.ReplaceAll(digits, " ", "")
	}
	form, err := hex.DecodeString(fmt.Sprintf("%016x", occupied) + digits)
	if err != nil {
		panic(err)
	}
	return form
}

// A Key and a Position are read back from their forms and texts, which are what a slow
// program makes of the position. Keys have the order of their forms and their hashes
// those of hash/fnv.
func TestKeyForms(t *testing.T) {
	var before Key
	var formBefore []byte
	randomGames(chesstest.Sample(t, 60), func(p Position, _ []Move) {
		key, behind := p.Key(), NoSquare
		if p.enPassantTarget != 0 {
			behind = squares[p.enPassantTarget]
		}
		form := slowForm(p, p.EnPassant())
		clocks := binary.AppendUvarint(binary.AppendUvarint(nil, uint64(p.HalfmoveClock())), uint64(p.MoveNumber()))
		checkForm(t, key, &Key{}, form)
		checkForm(t, p, &Position{}, append(clocks, slowForm(p, behind)...))
		if q, err := ParseFEN(p.FEN()); err != nil || !q.Equal(p) || q.FEN() != p.FEN() {
			t.Fatalf("%s is read back as %s, %v", p, q, err)
		}
		if q, err := ParseFEN(p.EPD()); err != nil || q.Key() != key || q.EPD() != p.EPD() || key.EPD() != p.EPD() {
			t.Fatalf("%s is read back as %s, %v", p.EPD(), q.EPD(), err)
		}
		if q := key.Position(); q.Key() != key || q.FEN() != p.EPD()+" 0 1" {
			t.Fatalf("%s has the position %s", key, q)
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

// checkForm checks that v has the form, and is read back into back from that and from
// its text.
func checkForm(t *testing.T, v interface {
	encoding.BinaryAppender
	encoding.BinaryMarshaler
	encoding.TextMarshaler
}, back interface {
	encoding.BinaryUnmarshaler
	encoding.TextUnmarshaler
}, want []byte) {
	t.Helper()
	appended, err := v.AppendBinary([]byte("x"))
	form, err2 := v.MarshalBinary()
	if err != nil || err2 != nil || string(appended) != "x"+string(want) || !bytes.Equal(form, want) {
		t.Fatalf("%v has the form %x, %x, %v, %v, want %x", v, appended, form, err, err2, want)
	}
	text, err := v.MarshalText()
	if err := stdcmp.Or(err, back.UnmarshalBinary(form)); err != nil || fmt.Sprint(back) != fmt.Sprint(v) {
		t.Fatalf("%v: %x is read back as %v, %v", v, form, back, err)
	}
	if err := back.UnmarshalText(text); err != nil || fmt.Sprint(back) != fmt.Sprint(v) {
		t.Fatalf("%s is read back as %v, %v", text, back, err)
	}
}

// Whatever the clocks come to, text and bytes with them are read back, and they never
// begin again.
func TestPositionClocks(t *testing.T) {
	for _, n := range []int{127, 16383, 65534} {
		p := MustParseFEN(fmt.Sprintf("4k3/8/8/8/8/8/8/R3K3 b - - %d %d", n, n))
		for i := range 4 {
			if want := [2]int{min(n+i, 65535), min(n+(i+1)/2, 65535)}; [2]int{p.HalfmoveClock(), p.MoveNumber()} != want {
				t.Errorf("after %d plies: %s, want %v", i, p, want)
			}
			form, err := p.MarshalBinary()
			if err != nil {
				t.Error(err)
			}
			checkForm(t, p, &Position{}, form)
			p.Do(0, &p)
		}
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
		{"four checks", "1000000000000010 6e 34", ErrIllegal},
		{"no such variant", "1000000000000010 6e 4f", ErrIllegal},
		{"three-check as a variant", "1000000000000010 6e 41", ErrSyntax},
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
		start := StartPosition()
		key := start.Key()
		checkRefused(t, tt.name, unhex(t, tt.form), &key, tt.kind)
	}
	for _, tt := range []struct {
		name, form string
		kind       error
	}{
		{"a pawn just pushed that nobody captures", "00 01 1000000010000010 6080", nil},
		{"the largest clocks", "ffff03 ffff03 1000000000000010 6e", nil},
		{"a halfmove clock too large", "808004 01 1000000000000010 6e", ErrSyntax},
		{"a move number too large", "00 808004 1000000000000010 6e", ErrSyntax},
		{"a halfmove clock of two bytes for one", "8000 01 1000000000000010 6e", ErrSyntax},
		{"a halfmove clock without end", "80", ErrSyntax},
		{"a number of eleven bytes", "ffffffffffffffffffff01 1000000000000010 6e", ErrSyntax},
		{"no move number", "00", ErrSyntax},
		{"no pieces", "00 01", ErrSyntax},
		{"a byte more", "00 01 1000000000000010 6e 33 33", ErrSyntax},
	} {
		p := StartPosition()
		checkRefused(t, tt.name, unhex(t, tt.form), &p, tt.kind)
	}
}

// checkRefused reads a form into v, and checks that it is refused with an error of the
// given kind and leaves v as it was, or is what v then has.
func checkRefused(t *testing.T, name string, form []byte, v interface {
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}, kind error) {
	t.Helper()
	want, _ := v.MarshalBinary()
	err := v.UnmarshalBinary(form)
	if err == nil {
		want = form
	} else {
		checkFormError(t, err, form)
	}
	if back, _ := v.MarshalBinary(); !errors.Is(err, kind) || !bytes.Equal(back, want) {
		t.Errorf("%s: %v, %x; want %v, %x", name, err, back, kind, want)
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
		key, err := ParseKey(line.text)
		if err != nil {
			t.Fatal(err)
		}
		checkForm(t, key, &Key{}, unhex(t, line.form))
	}
	for _, line := range readGolden(t, "position") {
		checkForm(t, MustParseFEN(line.text), &Position{}, unhex(t, line.form))
	}
	for _, line := range readGolden(t, "hash") {
		key, err := ParseKey(line.text)
		if got := fmt.Sprintf("%016x", key.Hash()); err != nil || got != line.form {
			t.Errorf("%s has the hash %s, %v, want %s", line.text, got, err, line.form)
		}
	}
	for _, line := range readGolden(t, "move") {
		fen, text, _ := strings.Cut(line.text, "; ")
		want, err := MustParseFEN(fen).ParseUCI(text)
		if text != "0000" && err != nil {
			t.Fatal(err)
		}
		form := fmt.Sprintf("%04x", want.pack())
		if m := unpackMove(binary.BigEndian.Uint16(unhex(t, line.form))); form != line.form || m != want {
			t.Errorf("%s has the form %s and is read as %v, want %s", line.text, form, m, line.form)
		}
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
		p := key.Position()
		checkForm(t, key, &Key{}, slowForm(p, p.EnPassant()))
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
	})
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
	for p := range manyPositions(77, chesstest.Sample(t, 300)) {
		for _, want := range p.AppendMoves(nil) {
			if m := unpackMove(want.pack()); m != want {
				t.Fatalf("%v: %v is read as %v", p, want, m)
			}
		}
	}
}

// The zero Key and the zero Position have empty forms and texts.
func TestZeroKey(t *testing.T) {
	start := StartPosition()
	key := start.Key()
	checkForm(t, Key{}, &key, nil)
	checkForm(t, Position{}, &start, nil)
	if p := (Key{}).Position(); key != (Key{}) || !start.isZero() || !p.isZero() {
		t.Errorf("%s and %s are read; the position of the zero Key is %s", key, start, p)
	}
	// The Key of a position that an illegal move leaves has no valid position.
	check := MustParseFEN("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")
	next := check.After(0)
	if got := next.Key().Position(); !got.isZero() {
		t.Errorf("the position is %s", got)
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
