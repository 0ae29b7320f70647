package played

import (
	"fmt"
	"strconv"
	"strings"
)

// A Month is the date of a game as far as the explorer knows it: the year times 13 and
// the month from 1 to 12, or 0 if only the year is known. The zero month is no date.
type Month uint16

const MonthsOfYear = 13

// maxYear is the last year that has a month.
const maxYear = (1<<16 - MonthsOfYear) / MonthsOfYear

// MonthOf reads a Date tag, such as "1972.07.11" or "1972.??.??". It returns 0 for what
// has no year.
func MonthOf(date string) Month {
	year, rest, _ := strings.Cut(date, ".")
	text, _, _ := strings.Cut(rest, ".")
	y, err := strconv.Atoi(year)
	if err != nil || y <= 0 || y > maxYear {
		return 0
	}
	m, err := strconv.Atoi(text)
	if err != nil || m < 0 || m > 12 {
		m = 0
	}
	return Month(y*MonthsOfYear + m)
}

// ParseMonth reads "1972" or "1972-07", of which an empty text is no month. If last is
// set, a year alone is its last month.
func ParseMonth(s string, last bool) (Month, error) {
	if s == "" {
		return 0, nil
	}
	d := MonthOf(strings.ReplaceAll(s, "-", "."))
	text := d.String()
	if d == 0 || text != s {
		return 0, fmt.Errorf("%.25q is not a year or a month, such as 1972 or 1972-07", s)
	}
	if last && d%MonthsOfYear == 0 {
		d += MonthsOfYear - 1
	}
	return d, nil
}

// Year returns the year, or 0.
func (d Month) Year() int { return int(d / MonthsOfYear) }

// String returns the form "1972-07", or "1972", or nothing.
func (d Month) String() string {
	switch {
	case d == 0:
		return ""
	case d%MonthsOfYear == 0:
		return fmt.Sprintf("%04d", d.Year())
	}
	return fmt.Sprintf("%04d-%02d", d.Year(), d%MonthsOfYear)
}
