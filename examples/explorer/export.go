package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// export writes the positions as Parquet.
func export(flags *flag.FlagSet) cli.Run {
	q := newQuery(flags)
	to := flags.String("to", "", "write to this `folder`")
	return q.run(func(words []string, streams cli.Streams) (question, error) {
		if len(words) > 0 || *to == "" {
			return nil, errors.New("want -to and a folder")
		}
		return func(ctx context.Context, v *View) (any, error) {
			shown := progress.New(streams.Err)
			shown.Start("positions", 0, 0)
			defer shown.Close()
			return nil, cli.Interrupted(v.Export(ctx, *to, func() { shown.Add(1) }))
		}, nil
	})
}

// A ParquetRow is a row of the Parquet files: a move that was played in a position.
type ParquetRow struct {
	Key       []byte  `parquet:"key"`          // the byte form of the chess.Key; the rows are sorted by it
	EPD       string  `parquet:"epd"`          // the position
	UCI       *string `parquet:"uci,optional"` // the move; null for the games that ended there
	White     int64   `parquet:"white"`        // games that White has won
	Draws     int64   `parquet:"draws"`
	Black     int64   `parquet:"black"`
	Unknown   int64   `parquet:"unknown"`   // games with another result
	RatingSum int64   `parquet:"ratingsum"` // of the games that have a rating
	Rated     int64   `parquet:"rated"`     // how many these are
	FirstYear int32   `parquet:"firstyear"` // 0 if no game has a date
	LastYear  int32   `parquet:"lastyear"`
}

// Export writes a folder that must not exist. It appears when it is complete. Done is
// called for each position.
func (v *View) Export(ctx context.Context, dir string, done func()) error {
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists", dir)
	}
	part := filepath.Join(filepath.Dir(dir), "."+filepath.Base(dir)+".part") // also that of a run that was killed
	if err := os.RemoveAll(part); err != nil {
		return err
	}
	defer os.RemoveAll(part)
	if err := os.MkdirAll(part, 0o777); err != nil {
		return err
	}
	for size := range 256 {
		if err := v.exportSize(ctx, part, byte(size), done); err != nil {
			return err
		}
	}
	return os.Rename(part, dir)
}

// exportSize writes the file of the positions whose keys have a size, if there are any.
func (v *View) exportSize(ctx context.Context, dir string, size byte, done func()) error {
	positions := rows(ctx, v, []byte{played.TablePositions, size})
	next, stop := iter.Pull2(positions)
	_, err, some := next()
	if stop(); err != nil || !some {
		return err
	}
	dir = filepath.Join(dir, fmt.Sprintf("keysize=%d", size))
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	return outfile.Replace(filepath.Join(dir, "positions.parquet"), func(out io.Writer) error {
		w := parquet.NewGenericWriter[ParquetRow](out, parquet.Compression(&zstd.Codec{}), parquet.MaxRowsPerRowGroup(1<<18))
		var moves []ParquetRow
		for row, err := range positions {
			if err == nil {
				moves, err = appendMoves(moves[:0], row.Key(), row.Value())
			}
			if err == nil {
				_, err = w.Write(moves)
			}
			if err != nil {
				return err
			}
			done()
		}
		return w.Close()
	})
}

// appendMoves appends the moves of a row of the table of positions.
func appendMoves(dst []ParquetRow, row, value []byte) ([]ParquetRow, error) {
	form := played.FormOf(row)
	var key chess.Key
	if err := key.UnmarshalBinary(form); err != nil {
		return dst, err
	}
	r, err := played.ReadRecord(value)
	if err != nil {
		return dst, err
	}
	r.CountAll(r.Visits)
	p := key.Position()
	for i := range r.Moves {
		t := &r.Moves[i]
		row := ParquetRow{
			Key: form, EPD: key.EPD(),
			White: int64(t.Results[played.WhiteWins]), Draws: int64(t.Results[played.Draw]),
			Black: int64(t.Results[played.BlackWins]), Unknown: int64(t.Results[played.Unknown]),
			RatingSum: int64(t.Ratings), Rated: int64(t.Rated), FirstYear: int32(t.First.Year()), LastYear: int32(t.Last.Year()),
		}
		if t.Move != played.NoMove {
			m, err := t.Move.Move()
			if err != nil {
				return dst, err
			}
			row.UCI = new(p.UCI(m))
		}
		dst = append(dst, row)
	}
	return dst, nil
}
