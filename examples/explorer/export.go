package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

const exportUsage = `usage: explorer export -o folder -to folder
example: explorer export -o games -to positions

Writes what was played in all positions as Parquet, into a folder that must not exist:
keysize=24/positions.parquet has the positions of 31 and 32 pieces, keysize=23 those of 29
and 30, and so on. docs/explorer.md describes the columns.

`

// export writes the positions as Parquet.
func (p *streams) export(ctx context.Context, args []string) error {
	q := p.newQuery("export")
	to := q.flags.String("to", "", "write to this `folder`")
	return q.open(ctx, args, exportUsage, func(words []string) error {
		if len(words) > 0 || *to == "" {
			return errors.New("want -to and a folder")
		}
		return nil
	}, func(v *View) error {
		shown := progress.New(p.stderr)
		shown.Start("positions", 0, 0)
		defer shown.Close()
		return cli.Interrupted(v.Export(ctx, *to, func() { shown.Add(1) }))
	})
}

// Export writes a folder that must not exist. It appears when it is complete. Done is
// called for each position.
func (v *View) Export(ctx context.Context, dir string, done func()) (err error) {
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists", dir)
	}
	part := filepath.Join(filepath.Dir(dir), "."+filepath.Base(dir)+".part") // also that of a run that was killed
	if err := os.RemoveAll(part); err != nil {
		return err
	}
	defer os.RemoveAll(part)
	e := exporter{dir: part}
	for row, err := range v.rows([]byte{played.TablePositions}) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = e.write(played.FormOf(row.Key()), row.Value())
		}
		if err != nil {
			return errors.Join(err, e.close())
		}
		done()
	}
	if err := e.close(); err != nil {
		return err
	}
	if err := os.MkdirAll(part, 0o777); err != nil { // there may be no positions
		return err
	}
	return os.Rename(part, dir)
}

// An exporter writes positions to a file for each size of their keys.
type exporter struct {
	dir  string
	size int // of the keys of the file that is open
	file *os.File
	w    *parquet.GenericWriter[played.ParquetRow]
	rows []played.ParquetRow
}

// write writes the record of a position.
func (e *exporter) write(form, data []byte) error {
	if e.file == nil || e.size != len(form) {
		if err := e.open(len(form)); err != nil {
			return err
		}
	}
	var err error
	if e.rows, err = played.AppendParquet(e.rows[:0], form, data); err != nil {
		return err
	}
	_, err = e.w.Write(e.rows)
	return err
}

// open begins the file for keys of a size.
func (e *exporter) open(size int) error {
	if err := e.close(); err != nil {
		return err
	}
	dir := filepath.Join(e.dir, fmt.Sprintf("keysize=%d", size))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, "positions.parquet"))
	if err != nil {
		return err
	}
	e.file, e.size = f, size
	e.w = parquet.NewGenericWriter[played.ParquetRow](f, parquet.Compression(&zstd.Codec{}), parquet.MaxRowsPerRowGroup(played.ParquetGroup))
	return nil
}

// close ends the file that is open.
func (e *exporter) close() error {
	if e.file == nil {
		return nil
	}
	err := errors.Join(e.w.Close(), e.file.Sync(), e.file.Close())
	e.file = nil
	return err
}
