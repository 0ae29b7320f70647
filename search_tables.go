package chess

import (
	"strconv"
	"strings"
)

// The options of AlphaBeta that give it a Tablebase of its own. There is no field for
// them in AlphaBetaOptions: a program has Tablebase for that.
const (
	syzygyPath   = "SyzygyPath"
	endingTables = "EndingTables"
)

// tables are the tablebases that an AlphaBeta probes.
type tables struct {
	path    string        // of syzygy
	syzygy  *Syzygy       // nil if path is empty
	endings *EndingTables // nil if the option is false
	all     Tablebase     // with that of AlphaBetaOptions; nil is none
}

// options returns SyzygyPath and EndingTables.
func (t *tables) options() []Option {
	return []Option{
		{Name: syzygyPath, Kind: StringOption, Value: t.path},
		{Name: endingTables, Kind: CheckOption, Value: strconv.FormatBool(t.endings != nil)},
	}
}

// setOption sets an option of options, and reports whether there is one with the name.
func (t *tables) setOption(name, value string) (ok bool, err error) {
	for _, o := range t.options() {
		if !strings.EqualFold(o.Name, name) {
			continue
		}
		if value, err = o.accept(value); err == nil && value != o.Value {
			if o.Name == syzygyPath {
				err = t.open(value)
			} else {
				t.make(value == "true")
			}
		}
		return true, err
	}
	return false, nil
}

// open makes the files in a list of directories those that are probed, instead of those
// before; none if the list is empty. After an error nothing has changed.
func (t *tables) open(path string) error {
	if path == "<empty>" { // as UCI writes it
		path = ""
	}
	var opened *Syzygy
	if path != "" {
		var err error
		if opened, err = OpenSyzygy(path); err != nil {
			return err
		}
	}
	if t.syzygy != nil {
		t.syzygy.Close()
	}
	t.path, t.syzygy = path, opened
	return nil
}

// make begins or ends to make tables.
func (t *tables) make(wanted bool) {
	if wanted {
		t.endings = new(EndingTables)
	} else {
		t.endings.Close()
		t.endings = nil
	}
}

// join sets all. Tables in memory come first: they answer sooner, and know the distance
// to mate.
func (t *tables) join(given Tablebase) {
	var list []Tablebase
	if given != nil {
		list = append(list, given)
	}
	if t.endings != nil {
		list = append(list, t.endings)
	}
	if t.syzygy != nil {
		list = append(list, t.syzygy)
	}
	switch t.all = nil; len(list) {
	case 0:
	case 1:
		t.all = list[0]
	default:
		t.all = JoinTablebases(list...)
	}
}
