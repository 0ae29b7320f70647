package chess

import (
	"bufio"
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// maxNumber is the largest absolute value of a number of a feature, in a file or
// after tuning.
const maxNumber = 30_000

// maxWeightsFile is the largest size of a file of weights, in bytes: twenty times
// that of the default evaluator.
const maxWeightsFile = 1 << 20

// WriteWeights writes the numbers of the features as JSON, one to a line, a pair as an array of
// the middlegame's and the endgame's:
//
//	"bishop pair": {
//	  "Pair": [24, 42]
//	}
//
// A feature that is a pointer with MarshalText and UnmarshalText is written as a string;
// UnmarshalText must replace its slices and maps, not change them. See Tuner for what counts as
// a number. It is an error if the terms make no evaluator, or if a number is beyond 30,000
// either way.
func WriteWeights(w io.Writer, terms ...Term) error {
	if _, err := NewFeatureEvaluator(terms...); err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	b.WriteString("{")
	for i, t := range terms {
		separate(b, i, "\n")
		if f, ok := t.Feature.(textFeature); ok {
			text, err := f.MarshalText()
			if err != nil {
				return err
			}
			fmt.Fprintf(b, "%s: %s", quoted(t.Feature.Name()), quoted(string(text)))
			continue
		}
		fmt.Fprintf(b, "%s: {", quoted(t.Feature.Name()))
		weights, _ := weightsOf(t.Feature)
		for j, w := range weights {
			for _, v := range []reflect.Value{w.mg, w.eg} {
				if v.IsValid() && (v.Int() < -maxNumber || v.Int() > maxNumber) {
					return fmt.Errorf("chess: weight %d for %q of %q, beyond %d", v.Int(), w.path, t.Feature.Name(), maxNumber)
				}
			}
			separate(b, j, "\n  ")
			if w.pair() {
				fmt.Fprintf(b, "%s: [%d, %d]", quoted(w.path), w.mg.Int(), w.eg.Int())
			} else {
				fmt.Fprintf(b, "%s: %d", quoted(w.path), w.mg.Int())
			}
		}
		b.WriteString("\n}")
	}
	b.WriteString("\n}\n")
	return b.Flush()
}

// separate writes a comma, unless it is before the first of a list, and a blank.
func separate(b *bufio.Writer, i int, blank string) {
	if i > 0 {
		b.WriteByte(',')
	}
	b.WriteString(blank)
}

// quoted returns s as a JSON string.
func quoted(s string) []byte {
	text, _ := json.Marshal(s) // no string fails
	return text
}

// ReadWeights reads what WriteWeights wrote, and returns the terms with the numbers of the file,
// which must name each feature and each number once, and no others. An error is a *ParseError
// that matches ErrSyntax, or ErrIllegal if a number is beyond the limits; or that of
// NewFeatureEvaluator or of the io.Reader.
func ReadWeights(r io.Reader, terms ...Term) ([]Term, error) {
	if _, err := NewFeatureEvaluator(terms...); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(r, maxWeightsFile+1))
	if err != nil {
		return nil, err
	}
	f := weightsFile{text: text, d: json.NewDecoder(bytes.NewReader(text))}
	f.d.UseNumber()
	if len(text) > maxWeightsFile {
		return nil, f.fail(ErrSyntax, "longer than 1 MB")
	}
	features := map[string]int{}
	for i, t := range terms {
		features[t.Feature.Name()] = i
	}
	read := make([]Term, len(terms))
	err = f.object(func(name string) error {
		i, ok := features[name]
		if !ok {
			return f.fail(ErrSyntax, fmt.Sprintf("no feature is called %q", shorten(name, maxWord)))
		}
		if read[i].Feature != nil {
			return f.fail(ErrSyntax, fmt.Sprintf("%q is there twice", name))
		}
		feature, err := f.feature(terms[i].Feature)
		read[i] = Term{feature, terms[i].MG, terms[i].EG}
		return err
	})
	if err != nil {
		return nil, err
	}
	if _, err := f.d.Token(); err != io.EOF {
		return nil, f.fail(ErrSyntax, "there is more after the end")
	}
	for i, t := range read {
		if t.Feature == nil {
			return nil, f.fail(ErrSyntax, fmt.Sprintf("%q is missing", terms[i].Feature.Name()))
		}
	}
	return read, nil
}

// SetWeight returns the terms with another weight or number for one feature. The name of a
// feature is for its weight in percent; with a dot and a place that WriteWeights writes, it is
// for that number. Names may be in upper or lower case, and an index may be a type of piece. The
// value is a number, or two for the middlegame and the endgame:
//
//	terms, err = SetWeight(terms, "castle score", "30")
//	terms, err = SetWeight(terms, "bishop pair.Pair", "24/42")
//	terms, err = SetWeight(terms, "coverage.Values[knight]", "320")
//
// It is an error if there is no such feature or number, or if a value is beyond what
// NewFeatureEvaluator or ReadWeights accepts.
func SetWeight(terms []Term, name, value string) ([]Term, error) {
	if _, err := NewFeatureEvaluator(terms...); err != nil {
		return nil, err
	}
	at, path := -1, ""
	for i, t := range terms {
		n := len(t.Feature.Name())
		switch {
		case strings.EqualFold(name, t.Feature.Name()):
			at, path = i, ""
		case at < 0 && len(name) > n && (name[n] == '.' || name[n] == '[') && strings.EqualFold(name[:n], t.Feature.Name()):
			at, path = i, name[n:]
		}
	}
	if at < 0 {
		names := make([]string, len(terms))
		for i, t := range terms {
			names[i] = t.Feature.Name()
		}
		return nil, fmt.Errorf("chess: no feature is called %q: want %s", shorten(name, maxWord), strings.Join(names, ", "))
	}
	terms = slices.Clone(terms)
	t := &terms[at]
	w := weight{mg: reflect.ValueOf(&t.MG).Elem(), eg: reflect.ValueOf(&t.EG).Elem()}
	limit, build := int64(maxWeight), func() Feature { return t.Feature }
	if path != "" {
		path = strings.TrimPrefix(path, ".")
		wanted := strings.ToLower(path)
		for pieceType := Pawn; pieceType <= King; pieceType++ {
			wanted = strings.ReplaceAll(wanted, "["+pieceType.String()+"]", "["+strconv.Itoa(int(pieceType))+"]")
		}
		var weights []weight
		weights, build = weightsOf(t.Feature)
		i := slices.IndexFunc(weights, func(w weight) bool { return strings.ToLower(w.path) == wanted })
		if i < 0 {
			return nil, fmt.Errorf("chess: %q has no number %q%s", t.Feature.Name(), shorten(path, maxWord), numbersOf(weights))
		}
		w, limit = weights[i], maxNumber
	}
	if wrong := w.set(value, limit); wrong != "" {
		return nil, fmt.Errorf("chess: %q for %s: %s", shorten(value, maxWord), shorten(name, maxWord), wrong)
	}
	t.Feature = build()
	return terms, nil
}

// numbersOf returns the first of the weights, for an error.
func numbersOf(weights []weight) string {
	const most = 8
	var paths []string
	for _, w := range weights[:min(len(weights), most)] {
		paths = append(paths, w.path)
	}
	switch {
	case len(weights) == 0:
		return ""
	case len(weights) > most:
		paths = append(paths, "...")
	}
	return ": it has " + strings.Join(paths, ", ")
}

// set sets the weight to the numbers of a text, one or two separated by a slash. It
// returns what is wrong with the text.
func (w *weight) set(text string, limit int64) (wrong string) {
	first, second, two := strings.Cut(text, "/")
	if two && !w.pair() {
		return "it is a single number"
	}
	if !two {
		second = first
	}
	for i, v := range []reflect.Value{w.mg, w.eg} {
		if !v.IsValid() {
			continue
		}
		n, err := strconv.ParseInt([]string{first, second}[i], 10, 64)
		switch {
		case errors.Is(err, strconv.ErrSyntax):
			return "not a number"
		case err != nil || n < -limit || n > limit || v.OverflowInt(n):
			limit = min(limit, 1<<(v.Type().Bits()-1)-1)
			return fmt.Sprintf("beyond the limits %d and %d", -limit, limit)
		}
		v.SetInt(n)
	}
	return ""
}

// A weightsFile is a file of weights being read.
type weightsFile struct {
	text []byte
	d    *json.Decoder
}

// fail returns an error about the line that was read last.
func (f *weightsFile) fail(kind error, detail string) *ParseError {
	end := min(int(f.d.InputOffset()), len(f.text))
	start := bytes.LastIndexByte(f.text[:end], '\n') + 1
	line := f.text[start:]
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	return &ParseError{
		Kind: kind, Field: "weights", Input: shorten(string(line), maxExcerpt), Detail: detail,
		Line: bytes.Count(f.text[:end], []byte("\n")) + 1, Column: 1,
	}
}

// token returns the next token of the file.
func (f *weightsFile) token() (json.Token, error) {
	token, err := f.d.Token()
	switch {
	case err == io.EOF:
		return nil, f.fail(ErrSyntax, "the file ends too soon")
	case err != nil:
		return nil, f.fail(ErrSyntax, err.Error())
	}
	return token, nil
}

// delim reads a bracket or brace.
func (f *weightsFile) delim(want json.Delim) error {
	token, err := f.token()
	if err == nil && token != want {
		err = f.fail(ErrSyntax, fmt.Sprintf("%q is missing", want.String()))
	}
	return err
}

// object reads an object. It calls value with each name, to read what follows.
func (f *weightsFile) object(value func(name string) error) error {
	if err := f.delim('{'); err != nil {
		return err
	}
	for f.d.More() {
		token, err := f.token()
		if err != nil {
			return err
		}
		name, _ := token.(string) // JSON has nothing else here
		if err := value(name); err != nil {
			return err
		}
	}
	return f.delim('}')
}

// feature reads the numbers of a feature, and returns old with them.
func (f *weightsFile) feature(old Feature) (Feature, error) {
	if _, ok := old.(textFeature); ok {
		return f.featureText(old)
	}
	weights, build := weightsOf(old)
	indexes := make(map[string]int, len(weights))
	for i, w := range weights {
		indexes[w.path] = i
	}
	seen := make([]bool, len(weights))
	err := f.object(func(path string) error {
		i, ok := indexes[path]
		if !ok {
			return f.fail(ErrSyntax, fmt.Sprintf("%q has no number %q", old.Name(), shorten(path, maxWord)))
		}
		if seen[i] {
			return f.fail(ErrSyntax, fmt.Sprintf("%q of %q is there twice", path, old.Name()))
		}
		seen[i] = true
		return f.weight(&weights[i])
	})
	if err != nil {
		return nil, err
	}
	for i, w := range weights {
		if !seen[i] {
			return nil, f.fail(ErrSyntax, fmt.Sprintf("%q of %q is missing", w.path, old.Name()))
		}
	}
	return build(), nil
}

// featureText reads a feature of the type of old that is text.
func (f *weightsFile) featureText(old Feature) (Feature, error) {
	token, err := f.token()
	if err != nil {
		return nil, err
	}
	text, ok := token.(string)
	if !ok {
		return nil, f.fail(ErrSyntax, fmt.Sprintf("%q is not text", old.Name()))
	}
	read := reflect.New(reflect.TypeOf(old).Elem())
	read.Elem().Set(reflect.ValueOf(old).Elem()) // what is not in the text stays
	feature := read.Interface().(textFeature)
	if err := feature.UnmarshalText([]byte(text)); err != nil {
		return nil, f.fail(ErrSyntax, err.Error())
	}
	return feature, nil
}

// weight reads a number or a pair of them.
func (f *weightsFile) weight(w *weight) error {
	if !w.pair() {
		return f.number(w.mg)
	}
	if err := f.delim('['); err != nil {
		return err
	}
	if err := f.number(w.mg); err != nil {
		return err
	}
	if err := f.number(w.eg); err != nil {
		return err
	}
	return f.delim(']')
}

// number reads a number into v.
func (f *weightsFile) number(v reflect.Value) error {
	token, err := f.token()
	if err != nil {
		return err
	}
	number, ok := token.(json.Number)
	if !ok {
		return f.fail(ErrSyntax, "a number is missing")
	}
	n, err := strconv.ParseInt(number.String(), 10, 64)
	switch {
	case err != nil && isInteger(number.String()):
		return f.fail(ErrIllegal, "a number is beyond 30000")
	case err != nil:
		return f.fail(ErrSyntax, "a number is not an integer")
	case n < -maxNumber || n > maxNumber || v.OverflowInt(n):
		return f.fail(ErrIllegal, fmt.Sprintf("%d is beyond the limits", n))
	}
	v.SetInt(n)
	return nil
}

// isInteger reports whether a number of JSON has no fraction and no exponent.
func isInteger(s string) bool {
	for i := range len(s) {
		if (s[i] < '0' || s[i] > '9') && (i > 0 || s[i] != '-') {
			return false
		}
	}
	return true
}

// A weight is a number of a feature, or a pair of them, one for the middlegame
// and one for the endgame.
type weight struct {
	path   string // such as "Seventh" or "Shelter[2]"
	count  bool   // whether it is an integer that is no Score
	mg, eg reflect.Value
}

// pair reports whether w has two numbers.
func (w *weight) pair() bool { return w.eg.IsValid() }

// A textFeature is a Feature whose numbers are text in a file of weights: too many to be
// one on a line. It is a pointer. No single number of it can be set or fitted.
type textFeature interface {
	Feature
	encoding.TextMarshaler
	encoding.TextUnmarshaler
}

// weightsOf returns the numbers of a copy of f, which can be set there, and a
// function that returns a Feature with the numbers as they are then. They are those
// in exported fields, and in arrays and structs there, in their order: Scores and
// other signed integers. A struct that has exactly two fields MG and EG, of one
// type, holds pairs. Nothing else is a number: no switch (bool), and nothing behind
// a slice, map or pointer. Only a Feature that is a pointer itself has its numbers
// where it points to.
func weightsOf(f Feature) (weights []weight, build func() Feature) {
	if _, ok := f.(textFeature); ok {
		return nil, func() Feature { return f }
	}
	v := reflect.New(reflect.TypeOf(f)).Elem()
	v.Set(reflect.ValueOf(f))
	root := v
	if v.Kind() == reflect.Pointer {
		root = reflect.New(v.Type().Elem()).Elem()
		if !v.IsNil() {
			root.Set(v.Elem())
		}
	}
	weights = appendWeights(nil, "", root, reflect.Value{})
	return weights, func() Feature {
		if root == v {
			return v.Interface().(Feature)
		}
		p := reflect.New(root.Type())
		p.Elem().Set(root)
		return p.Interface().(Feature)
	}
}

// appendWeights appends the numbers of v, in pairs with those of eg if it is valid.
func appendWeights(dst []weight, path string, v, eg reflect.Value) []weight {
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return append(dst, weight{path, v.Type() != reflect.TypeFor[Score](), v, eg})
	case reflect.Array:
		for i := range v.Len() {
			name := strconv.Itoa(i)
			if v.Type() == reflect.TypeFor[SquareTable]() {
				name = (Square(i) ^ A8).String()
			}
			var other reflect.Value
			if eg.IsValid() {
				other = eg.Index(i)
			}
			dst = appendWeights(dst, path+"["+name+"]", v.Index(i), other)
		}
	case reflect.Struct:
		t := v.Type()
		if !eg.IsValid() && t.NumField() == 2 && t.Field(0).Name == "MG" && t.Field(1).Name == "EG" &&
			t.Field(0).Type == t.Field(1).Type {
			return appendWeights(dst, path, v.Field(0), v.Field(1))
		}
		for i := range t.NumField() {
			field := t.Field(i)
			if !field.IsExported() {
				continue
			}
			name := field.Name
			if path != "" {
				name = path + "." + name
			}
			var other reflect.Value
			if eg.IsValid() {
				other = eg.Field(i)
			}
			dst = appendWeights(dst, name, v.Field(i), other)
		}
	}
	return dst
}
