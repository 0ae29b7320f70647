// Package picture draws a chess.Diagram as pixels: an image, a PNG file, or a whole game as an
// animated GIF. It has sets of pieces and colours of boards for Diagrams, which are good for their
// SVG too.
//
// It draws what a Diagram writes, without the letters that its font, Liberation Sans, lacks, such as
// figurines and emoji. Of Pieces it knows groups and shapes filled and stroked with plain colours;
// joins and ends of lines are round. Its functions may be called from several goroutines.
package picture

import (
	"fmt"
	"image"
	"image/png"
	"io"
	"slices"

	"github.com/seed-0971039b/chess"
)

// Image returns a diagram as pixels, Size wide, or 480 if that is not positive. The error says which
// colour is not known, or what of Pieces cannot be drawn, or that the Size is more than 8192.
func Image(d chess.Diagram) (image.Image, error) {
	img, err := pixels(d)
	if err != nil {
		return nil, err
	}
	return img, nil
}

// PNG writes the Image of a diagram.
func PNG(w io.Writer, d chess.Diagram) error {
	img, err := pixels(d)
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}

// maxSize keeps a wrong Size from taking all memory: 256 MB are enough.
const maxSize = 8192

func pixels(d chess.Diagram) (*image.RGBA, error) {
	if d.Size <= 0 {
		d.Size = 480
	}
	if d.Size > maxSize {
		return nil, fmt.Errorf("picture: a size of %d is more than %d", d.Size, maxSize)
	}
	img, err := render(d.String())
	if err == nil {
		err = checkPieces(&d)
	}
	if err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	return img, nil
}

// checkPieces returns an error if a Diagram draws the usual piece in place of what Pieces has.
func checkPieces(d *chess.Diagram) error {
	setup := d.Position.Setup()
	if d.Setup != nil {
		setup = *d.Setup
	}
	shown := slices.Concat(setup.Board[:], setup.Pocket)
	for piece := range d.Pieces {
		alone := chess.Setup{Board: [64]chess.Piece{piece}}
		usual, own := chess.Diagram{Setup: &alone}, chess.Diagram{Setup: &alone, Pieces: d.Pieces}
		if slices.Contains(shown, piece) && own.String() == usual.String() {
			return fmt.Errorf("the drawing of a %v %v is not only shapes: see chess.Diagram", piece.Color(), piece.Type())
		}
	}
	return nil
}
