package chess

import "testing"

func TestOptionAccept(t *testing.T) {
	spin := Option{Name: "Hash", Kind: SpinOption, Min: 1, Max: 64}
	combo := Option{Name: "Style", Kind: ComboOption, Choices: []string{"Solid", "Risky"}}
	for _, tt := range []struct {
		option      Option
		value, want string
		ok          bool
	}{
		{spin, "64", "64", true},
		{spin, "65", "", false},
		{spin, "", "", false},
		{spin, "many", "", false},
		{combo, "rISKY", "Risky", true},
		{combo, "Wild", "", false},
		{Option{Kind: CheckOption}, "True", "true", true},
		{Option{Kind: CheckOption}, "1", "", false},
		{Option{Kind: StringOption}, " A b ", " A b ", true},
		{Option{Kind: StringOption}, "", "", true},
		{Option{Kind: ButtonOption}, "", "", true},
		{Option{Kind: ButtonOption}, "pressed", "", true},
	} {
		if got, err := tt.option.accept(tt.value); got != tt.want || err == nil != tt.ok {
			t.Errorf("%+v: %q becomes %q, error %v", tt.option, tt.value, got, err)
		}
	}
}
