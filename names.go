package chess

import (
	"fmt"
	"reflect"
	"strings"
)

// names holds the texts of an enumeration, for writing and for reading.
type names[T ~uint8 | ~int8] struct {
	typ   string   // the name of the type
	field string   // what a ParseError calls it
	texts []string // by value; "" where there is no such value
}

// known reports whether v is a value of the enumeration.
func (n *names[T]) known(v T) bool {
	return v >= 0 && int(v) < len(n.texts) && n.texts[v] != ""
}

// of returns the text of v, or such as "Color(7)".
func (n *names[T]) of(v T) string {
	if !n.known(v) {
		return fmt.Sprintf("%s(%d)", n.typ, int(v))
	}
	return n.texts[v]
}

// appendText appends the text of v; it is an error if there is no such value.
func (n *names[T]) appendText(dst []byte, v T) ([]byte, error) {
	if !n.known(v) {
		return dst, errNoText(n.of(v))
	}
	return append(dst, n.texts[v]...), nil
}

// parse returns the value with a text.
func (n *names[T]) parse(s string) (T, error) {
	for v, text := range n.texts {
		if text == s && s != "" {
			return T(v), nil
		}
	}
	var want []string
	for _, text := range n.texts {
		if text != "" {
			want = append(want, fmt.Sprintf("%q", text))
		}
	}
	return 0, &ParseError{Kind: ErrSyntax, Field: n.field, Input: s, Detail: "it is none of " + strings.Join(want, ", ")}
}

// errNoText returns the error of writing a value that does not exist.
func errNoText(value string) error { return fmt.Errorf("chess: %s has no text", value) }

// unmarshalText sets *v to what parse reads. On an error *v is unchanged.
func unmarshalText[T any](v *T, text []byte, parse func(string) (T, error)) error {
	parsed, err := parse(string(text))
	if err == nil {
		*v = parsed
	}
	return err
}

// noCopy is the first field of a type whose values must not be copied: go vet reports who does.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// listFields returns the name of the type of a struct, or of what v points to, and its
// exported fields that are not zero: "Limits{Depth: 4, Nodes: 1000}". Of what has no text
// of its own, and of long lists, it says only that it is there.
func listFields(v any) string {
	value := reflect.Indirect(reflect.ValueOf(v))
	t := value.Type()
	var fields []string
	for i := range t.NumField() {
		if f := value.Field(i); t.Field(i).IsExported() && !f.IsZero() {
			fields = append(fields, t.Field(i).Name+": "+fieldText(f))
		}
	}
	name, _, _ := strings.Cut(t.Name(), "[")
	return name + "{" + strings.Join(fields, ", ") + "}"
}

// fieldText returns the text of a field.
func fieldText(f reflect.Value) string {
	switch x := f.Interface().(type) {
	case fmt.Stringer:
		return x.String()
	case interface{ Name() string }:
		return x.Name()
	}
	switch f.Kind() {
	case reflect.Slice:
		if kind := f.Type().Elem().Kind(); f.Len() > 4 || kind == reflect.Pointer || kind == reflect.Struct {
			return fmt.Sprintf("%d of them", f.Len())
		}
	case reflect.Interface, reflect.Pointer:
		return strings.TrimLeft(fmt.Sprintf("%T", f.Interface()), "*")
	case reflect.Func, reflect.Chan:
		return "set"
	}
	return fmt.Sprint(f.Interface())
}
