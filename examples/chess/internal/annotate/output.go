package annotate

import (
	"io"
	"slices"

	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/internal/annotation"
	"github.com/seed-0971039b/chess/examples/internal/gamefile"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
)

// An output is the destination of annotated games, which may have games of an earlier run.
type output struct {
	*outfile.Growing
	settings annotation.Settings
	before   *chess.PGNReader // reads the games of an earlier run; nil after the last of them
	next     *chess.GameTree  // the game of before that was read last, until it is matched
	number   int              // the number of games read from before
}

// openOutput opens a file, "-" for stdout, to add the games that are missing.
func openOutput(path string, stdout io.Writer, s annotation.Settings) (*output, error) {
	g, err := outfile.Grow(path, stdout)
	if err != nil {
		return nil, err
	}
	o := &output{Growing: g, settings: s}
	if g.Before != nil {
		if g.Done, err = gamefile.WholeGames(g.Before); err != nil {
			return nil, g.End(err)
		}
		o.before = chess.NewPGNReader(io.NewSectionReader(g.Before, 0, g.Done))
		o.before.Detail = chess.MainLines
	}
	return o, nil
}

// has reports whether the file has the next game of the input already. If it has
// another game in its place, t should be a game that cannot be annotated;
// otherwise conflict is the error.
func (o *output) has(t *chess.GameTree) (found bool, conflict, err error) {
	if o.before == nil {
		return false, nil, nil
	}
	if o.next == nil {
		o.next, err = o.before.Next()
		if err == io.EOF {
			o.before = nil
			return false, nil, nil
		}
		o.number++
	}
	conflict = o.Foreign("game %d is another", o.number)
	if err != nil || !o.settings.Signed(o.next.Tag("Annotator")) {
		return false, nil, conflict
	}
	if !sameGame(o.next, t) {
		return false, conflict, nil
	}
	o.next = nil
	return true, nil, nil
}

// sameGame reports whether annotated is t with annotations.
func sameGame(annotated, t *chess.GameTree) bool {
	for _, name := range []string{"Event", "Site", "Date", "Round", "White", "Black"} {
		if want := t.Tag(name); want != "" && want != annotated.Tag(name) {
			return false
		}
	}
	a, b := annotated.Start(), t.Start()
	return a.FEN() == b.FEN() && slices.Equal(annotated.Mainline(), t.Mainline())
}

// finish returns an error if the file has more games than the input.
func (o *output) finish() error {
	if o.before != nil {
		if _, err := o.before.Next(); o.next != nil || err != io.EOF {
			return o.Foreign("it has more games than the input")
		}
	}
	return o.Finish()
}
