package main

import (
	"strings"
	"testing"
)

// TestDrawings checks that the pictures fit in their squares, do not touch the sides, where
// the labels are, and can be told from each other: one point in eight is different.
func TestDrawings(t *testing.T) {
	for size := drawnFrom; size <= maxSize; size++ {
		all := drawingsOf(size)
		for piece, d := range all {
			if len(d) > 2*size || len(d[0]) > 2*(squareWidth(size)-2) || len(d[0])%4 != 2 {
				t.Errorf("size %d: piece %d has %d lines of %d points", size, piece, len(d), len(d[0]))
			}
			for _, line := range d {
				if len(line) != len(d[0]) || strings.Trim(line, ".#") != "" {
					t.Errorf("size %d: piece %d has the line %q", size, piece, line)
				}
			}
			for other, e := range all[:piece] {
				different := 0
				for y := range d {
					for x := range d[y] {
						if d[y][x] != e[y][x] {
							different++
						}
					}
				}
				if 8*different < len(d)*len(d[0]) {
					t.Errorf("size %d: pieces %d and %d differ in %d points of %d", size, piece, other, different, len(d)*len(d[0]))
				}
			}
		}
	}
}
