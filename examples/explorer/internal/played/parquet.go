package played

import "github.com/seed-0971039b/chess"

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

// ParquetGroup is the number of rows of a row group.
const ParquetGroup = 1 << 18

// AppendParquet appends the rows of a position, with the form of its key and the bytes of its
// record.
func AppendParquet(dst []ParquetRow, form, data []byte) ([]ParquetRow, error) {
	var key chess.Key
	if err := key.UnmarshalBinary(form); err != nil {
		return dst, err
	}
	r, err := ReadRecord(data)
	if err != nil {
		return dst, err
	}
	r.CountAll(r.Visits)
	p := key.Position()
	for i := range r.Moves {
		t := &r.Moves[i]
		row := ParquetRow{
			Key: form, EPD: key.EPD(),
			White: int64(t.Results[WhiteWins]), Draws: int64(t.Results[Draw]), Black: int64(t.Results[BlackWins]), Unknown: int64(t.Results[Unknown]),
			RatingSum: int64(t.Ratings), Rated: int64(t.Rated), FirstYear: int32(t.First.Year()), LastYear: int32(t.Last.Year()),
		}
		if t.Move != NoMove {
			m, err := t.Move.Move()
			if err != nil {
				return dst, err
			}
			uci := p.UCI(m)
			row.UCI = &uci
		}
		dst = append(dst, row)
	}
	return dst, nil
}
