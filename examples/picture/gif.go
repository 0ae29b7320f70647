package picture

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/gif"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/seed-0971039b/chess"
)

// GIF writes a game as an animated picture, which begins again at its end: a frame for each position,
// with the last move and a check marked. The rest is as in d, whose Position and Setup are not used.
// Each frame is shown for a delay, a second if that is not positive, and the last one three times as long.
// The errors are those of Image and of w.
//
// For each move it holds 4 bytes in memory for each pixel of the rectangle that changes. The time grows with
// the square of the Size.
func GIF(w io.Writer, d chess.Diagram, g *chess.Game, delay time.Duration) error {
	d.Setup, d.Check = nil, true
	moves := g.Moves()
	var changes []*image.RGBA
	var before *image.RGBA
	for ply, p := range g.Positions() {
		d.Position, d.LastMove = p, 0
		if ply > 0 {
			d.LastMove = moves[ply-1]
		}
		now, err := pixels(d)
		if err != nil {
			return err
		}
		changes = append(changes, changed(before, now))
		before = now
	}
	palette, index := reduce(changes)
	size := before.Bounds().Max
	out := gif.GIF{Config: image.Config{ColorModel: palette, Width: size.X, Height: size.Y}}
	if delay <= 0 {
		delay = time.Second
	}
	const unit = 10 * time.Millisecond
	for _, c := range changes {
		frame := image.NewPaletted(c.Rect, palette)
		var last color.RGBA // most pixels have the colour of that before them
		var at uint8
		for i := range frame.Pix {
			if now := opaque(c.Pix[4*i:]); now != last {
				last, at = now, index[now]
			}
			frame.Pix[i] = at
		}
		out.Image = append(out.Image, frame)
		out.Delay = append(out.Delay, int(min(max(delay/unit, 2), 0xFFFF/3))) // browsers show shorter ones for longer
		out.Disposal = append(out.Disposal, gif.DisposalNone)
	}
	out.Delay[len(out.Delay)-1] *= 3
	return gif.EncodeAll(w, &out)
}

// changed returns the smallest rectangle with all pixels that are not those of before, and the others
// transparent, as they are small in a file.
func changed(before, now *image.RGBA) *image.RGBA {
	if before == nil {
		return now
	}
	differ := func(x, y int) bool { return now.RGBAAt(x, y) != before.RGBAAt(x, y) }
	box := image.Rectangle{}
	for y := range now.Rect.Max.Y {
		if row := y * now.Stride; bytes.Equal(now.Pix[row:row+now.Stride], before.Pix[row:row+now.Stride]) {
			continue
		}
		for x := range now.Rect.Max.X {
			if differ(x, y) {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if box.Empty() { // GIF has no empty frames
		box = image.Rect(0, 0, 1, 1)
	}
	out := image.NewRGBA(box)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if differ(x, y) {
				out.SetRGBA(x, y, now.RGBAAt(x, y))
			}
		}
	}
	return out
}

// opaque returns the colour of a pixel as GIF can have it, opaque or color.RGBA{}, which is transparent.
func opaque(pixel []uint8) color.RGBA {
	if pixel[3] == 0xFF {
		return color.RGBA{pixel[0], pixel[1], pixel[2], 0xFF}
	}
	if pixel[3] < 0x80 {
		return color.RGBA{}
	}
	c := color.NRGBAModel.Convert(color.RGBA{pixel[0], pixel[1], pixel[2], pixel[3]}).(color.NRGBA)
	return color.RGBA{c.R, c.G, c.B, 0xFF}
}

// reduce returns a palette for pictures, and for each of their colours the index of the nearest one in
// it. The first is transparent. The frequent colours are in it, and those of the others that differ most.
func reduce(pictures []*image.RGBA) (color.Palette, map[color.RGBA]uint8) {
	counts := map[color.RGBA]int{}
	for _, p := range pictures {
		run, last := 0, color.RGBA{} // most pixels have the colour of that before them
		for i := 0; i < len(p.Pix); i += 4 {
			if now := opaque(p.Pix[i:]); now != last {
				counts[last] += run
				run, last = 0, now
			}
			run++
		}
		counts[last] += run
	}
	delete(counts, color.RGBA{})
	colors := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int {
		return cmp.Or(counts[b]-counts[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B))
	})
	var chosen []color.RGBA
	for least := 1; ; least++ {
		chosen = chosen[:0]
		for _, c := range colors {
			if _, distance := nearest(chosen, c); distance >= least {
				chosen = append(chosen, c)
			}
		}
		if len(chosen) < 256 {
			break
		}
	}
	palette, index := color.Palette{color.RGBA{}}, map[color.RGBA]uint8{{}: 0}
	for _, c := range chosen {
		palette = append(palette, c)
	}
	for _, c := range colors {
		i, _ := nearest(chosen, c)
		index[c] = uint8(i + 1)
	}
	return palette, index
}

// nearest returns the index of the colour that is nearest to c, and its distance: the largest
// difference in a channel.
func nearest(colors []color.RGBA, c color.RGBA) (at, distance int) {
	distance = 256
	for i, other := range colors {
		d := max(apart(c.R, other.R), apart(c.G, other.G), apart(c.B, other.B))
		if d < distance {
			at, distance = i, d
		}
	}
	return at, distance
}

func apart(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }
