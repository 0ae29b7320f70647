// Package zstd lets package pgnfile decompress Zstandard.
package zstd

import (
	"github.com/klauspost/compress/zstd"
	"github.com/seed-0971039b/chess/examples/internal/pgnfile"
)

func init() { pgnfile.Zstd = zstd.ZipDecompressor() }
