package chess

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
