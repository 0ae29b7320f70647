package main

import (
	"fmt"
	"strconv"
	"strings"
)

// A month is the date of a game as far as the explorer knows it: the year times 13 and
// the month from 1 to 12, or 0 if only the year is known. The zero month is no date.
type month uint16

const monthsOfYear = 13

// maxYear is the last year that has a month.
const maxYear = (1<<16 - monthsOfYear) / monthsOfYear

// monthOf reads a Date tag, such as "1972.07.11" or "1972.??.??". It returns 0 for what
// has no year.
func monthOf(date string) month {
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
	return month(y*monthsOfYear + m)
}

// parseMonth reads "1972" or "1972-07", of which an empty text is no month. If last is
// set, a year alone is its last month.
func parseMonth(s string, last bool) (month, error) {
	if s == "" {
		return 0, nil
	}
	d := monthOf(strings.ReplaceAll(s, "-", "."))
	text := d.String()
	if d == 0 || text != s {
		return 0, fmt.Errorf("%q is not a year or a month, such as 1972 or 1972-07", s)
	}
	if last && d%monthsOfYear == 0 {
		d += monthsOfYear - 1
	}
	return d, nil
}

// year returns the year, or 0.
func (d month) year() int { return int(d / monthsOfYear) }

// String returns the form "1972-07", or "1972", or nothing.
func (d month) String() string {
	switch {
	case d == 0:
		return ""
	case d%monthsOfYear == 0:
		return fmt.Sprintf("%04d", d.year())
	}
	return fmt.Sprintf("%04d-%02d", d.year(), d%monthsOfYear)
}
