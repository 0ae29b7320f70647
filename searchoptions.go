package chess

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// optionRanges gives the smallest and largest values of the numbers in Options
// that are not in centipawns or percent.
var optionRanges = map[string][2]int{
	"Hash":    {0, 1 << 20},
	"Threads": {1, maxThreads},
}

const (
	maxThreads = 256
	maxMargin  = 10_000
	clearHash  = "Clear Hash"
)

// Options implements Configurable: a CheckOption or SpinOption for each field of
// Options, by its name, and the button "Clear Hash", which forgets.
func (a *AlphaBeta) Options() []Option {
	v := reflect.ValueOf(a.options)
	options := make([]Option, 0, v.NumField()+1)
	for i := range v.NumField() {
		o := Option{Name: v.Type().Field(i).Name}
		if field := v.Field(i); field.Kind() == reflect.Bool {
			o.Kind, o.Value = CheckOption, strconv.FormatBool(field.Bool())
		} else {
			o.Kind, o.Max = SpinOption, maxMargin
			if r, ok := optionRanges[o.Name]; ok {
				o.Min, o.Max = r[0], r[1]
			}
			o.Value = strconv.FormatInt(min(max(field.Int(), int64(o.Min)), int64(o.Max)), 10)
		}
		options = append(options, o)
	}
	return append(options, Option{Name: clearHash, Kind: ButtonOption})
}

// SetOption implements Configurable. It must not be called during a search. A
// new size of the table empties it.
func (a *AlphaBeta) SetOption(name, value string) error {
	for _, o := range a.Options() {
		if !strings.EqualFold(o.Name, name) {
			continue
		}
		value, err := o.accept(value)
		if err != nil {
			return err
		}
		field := reflect.ValueOf(&a.options).Elem().FieldByName(o.Name)
		switch o.Kind {
		case ButtonOption:
			a.Forget()
		case CheckOption:
			field.SetBool(value == "true")
		case SpinOption:
			n, _ := strconv.ParseInt(value, 10, 64)
			field.SetInt(n)
		}
		a.resize()
		return nil
	}
	return fmt.Errorf("there is no option %q", clip(name))
}
