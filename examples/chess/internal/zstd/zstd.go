// Package zstd lets package pgnfile decompress Zstandard.
package zstd

import (
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
)

func init() {
	pgnfile.Zstd = func(r io.Reader) (io.ReadCloser, error) {
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(pgnfile.MaxWindow))
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	}
}
