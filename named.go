package chess

import (
	"fmt"
	"strings"
)

// Named is something that a program can offer by name: a player, an evaluator or a
// feature. See Players, Evaluators and Features.
type Named[T any] struct {
	Name        string   // in lower case
	Description string   // one line
	New         func() T // makes one, which shares nothing that changes with others
}

// String returns the fields that are not zero.
func (n Named[T]) String() string { return listFields(n) }

// ByName returns the one of a list that has a name, in upper or lower case. An error
// lists all names.
func ByName[T any](list []Named[T], name string) (Named[T], error) {
	names := make([]string, len(list))
	for i, n := range list {
		if strings.EqualFold(n.Name, name) {
			return n, nil
		}
		names[i] = n.Name
	}
	return Named[T]{}, fmt.Errorf("chess: unknown name %q: want %s", name, strings.Join(names, ", "))
}
