package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
	"github.com/seed-0971039b/chess"
	"github.com/seed-0971039b/chess/examples/explorer/internal/played"
	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/progress"
)

// export writes the positions and the games as Parquet.
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

// A ParquetRow is a row of the table of positions: a move that was played in one.
type ParquetRow struct {
	Key       []byte  `parquet:"key"`          // the byte form of the chess.Key; the rows are sorted by it
	EPD       string  `parquet:"epd"`          // the position
	UCI       *string `parquet:"uci,optional"` // the move; null for the games that ended there
	White     int64   `parquet:"white"`        // games that White has won
	Draws     int64   `parquet:"draws"`
	Black     int64   `parquet:"black"`
	Unknown   int64   `parquet:"unknown"`            // games with another result
	RatingSum int64   `parquet:"ratingsum"`          // of the games that have a rating
	Rated     int64   `parquet:"rated"`              // how many these are
	FirstYear *int32  `parquet:"firstyear,optional"` // null if no game has a date
	LastYear  *int32  `parquet:"lastyear,optional"`
}

// A ParquetGame is a row of the table of games, without the year. What is not known is null.
type ParquetGame struct {
	ID          string  `parquet:"id"`
	Event       *string `parquet:"event,optional,dict"`
	Site        *string `parquet:"site,optional,dict"`
	Month       *int32  `parquet:"month,optional"`
	Day         *int32  `parquet:"day,optional"`
	Round       *string `parquet:"round,optional,dict"`
	White       *string `parquet:"white,optional,dict"`
	Black       *string `parquet:"black,optional,dict"`
	WhiteElo    *int32  `parquet:"whiteelo,optional"`
	BlackElo    *int32  `parquet:"blackelo,optional"`
	Result      string  `parquet:"result,dict"`
	ECO         *string `parquet:"eco,optional,dict"`
	Opening     *string `parquet:"opening,optional,dict"`
	TimeControl *string `parquet:"timecontrol,optional,dict"`
	Speed       *string `parquet:"speed,optional,dict"`
	Plies       int32   `parquet:"plies"`
	Start       *string `parquet:"start,optional,dict"` // as ParquetRow.EPD, if it is not the usual one
	Moves       string  `parquet:"moves"`               // as ParquetRow.UCI, separated by blanks
}

// Export writes a folder that must not exist, on all processors. It appears when it is complete.
// Done is called for each position, on several goroutines.
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
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	jobs := make(chan func() error)
	var working sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		working.Go(func() {
			for job := range jobs {
				if err := job(); err != nil {
					cancel(err)
				}
			}
		})
	}
	jobs <- func() error { return v.exportGames(ctx, filepath.Join(part, "games")) }
	for size := range 256 {
		jobs <- func() error { return v.exportSize(ctx, filepath.Join(part, "positions"), byte(size), done) }
	}
	close(jobs)
	working.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
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
	path := filepath.Join(dir, fmt.Sprintf("keysize=%d", size), "positions.parquet")
	filter := parquet.BloomFilters(parquet.SplitBlockFilter(bloomBits, "epd"))
	return writeParquet(path, func(yield func([]ParquetRow, error) bool) {
		var moves []ParquetRow
		for row, err := range positions {
			if err == nil {
				moves, err = appendMoves(moves[:0], row.Key(), row.Value())
			}
			if done(); !yield(moves, err) {
				return
			}
		}
	}, filter)
}

// bloomBits is the size of the filter of positions, in bits for each row.
const bloomBits = 10

// exportGames writes a file of games for each year.
func (v *View) exportGames(ctx context.Context, dir string) error {
	years := map[int][]played.GameNumber{}
	for row, err := range rows(ctx, v, []byte{played.TableLines}) {
		if err != nil {
			return err
		}
		l, err := played.ReadLine(row.Value())
		if err != nil {
			return err
		}
		years[l.Date.Year()] = append(years[l.Date.Year()], played.ReadNumber(row.Key()))
	}
	for year, numbers := range years {
		name := "year=__HIVE_DEFAULT_PARTITION__" // which readers know as null
		if year > 0 {
			name = fmt.Sprintf("year=%d", year)
		}
		err := writeParquet(filepath.Join(dir, name, "games.parquet"), func(yield func([]ParquetGame, error) bool) {
			for _, n := range numbers {
				id, t, err := v.tree(n)
				if err = cmp.Or(ctx.Err(), err); err != nil {
					yield(nil, err)
					return
				}
				if !yield([]ParquetGame{gameRow(id, t)}, nil) {
					return
				}
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// writeParquet writes a file, and makes its folder.
func writeParquet[T any](path string, rows iter.Seq2[[]T, error], options ...parquet.WriterOption) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	options = append(options, parquet.Compression(&zstd.Codec{}), parquet.MaxRowsPerRowGroup(1<<18))
	return outfile.Replace(path, func(out io.Writer) error {
		w := parquet.NewGenericWriter[T](out, options...)
		for some, err := range rows {
			if err == nil {
				_, err = w.Write(some)
			}
			if err != nil {
				return err
			}
		}
		return w.Close()
	})
}

// known returns what x is, or nil if it is zero.
func known[T comparable](x T) *T {
	var zero T
	if x == zero {
		return nil
	}
	return &x
}

// gameRow returns the row of a game.
func gameRow(id played.GameID, t *chess.GameTree) ParquetGame {
	tag := func(name string) *string {
		value := t.Tag(name)
		if value == "?" {
			value = ""
		}
		return known(value)
	}
	rating := func(name string) *int32 { return known(int32(played.Rating(t.Tag(name)))) }
	date := played.DateTag(t)
	row := ParquetGame{
		ID: id.String(), Event: tag("Event"), Site: tag("Site"), Month: known(int32(played.MonthOf(date) % played.MonthsOfYear)), Round: tag("Round"),
		White: tag("White"), Black: tag("Black"), WhiteElo: rating("WhiteElo"), BlackElo: rating("BlackElo"), Result: cmp.Or(t.Tag("Result"), "*"),
		ECO: tag("ECO"), Opening: tag("Opening"), TimeControl: tag("TimeControl"), Speed: known(played.SpeedOf(t.Tag("TimeControl")).String()),
	}
	if day, err := time.Parse("2006.1.2", date); err == nil {
		row.Day = new(int32(day.Day()))
	}
	p := t.Start()
	if start := chess.StartPosition(); p.Key() != start.Key() {
		row.Start = new(p.EPD())
	}
	var moves []string
	for _, m := range t.Mainline() {
		moves = append(moves, p.UCI(m))
		p.Do(m, &p)
	}
	row.Plies, row.Moves = int32(len(moves)), strings.Join(moves, " ")
	return row
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
			RatingSum: int64(t.Ratings), Rated: int64(t.Rated), FirstYear: known(int32(t.First.Year())), LastYear: known(int32(t.Last.Year())),
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
