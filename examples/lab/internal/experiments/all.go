package experiments

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/seed-0971039b/chess/examples/internal/cli"
	"github.com/seed-0971039b/chess/examples/internal/outfile"
	"github.com/seed-0971039b/chess/examples/internal/prose"
)

const allSummary = "all of them, as a page with pictures"

// pageBegin begins the page. A file that begins otherwise is not replaced.
const pageBegin = "# Experiments\n"

const pageIntroduction = `What the reports of five published systems ask or claim, measured. One command makes this page and its pictures:`

const pageReading = `The command above a table makes that table. It prints the same in each run, apart from times, and it may be interrupted and
	continued. Intervals are 95 % confidence intervals. Elo is the difference in strength that makes one side score, with 0, half of the points;
	with 100, 64 %; with 200, 76 %.`

// allUsage is the help of the command all.
const allUsage = `usage: experiments all [flags]

Runs all commands, and writes the page experiments.md with its pictures.

example:
  experiments all -o ../../docs/lab

`

// all is the command all.
func all(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("all", flag.ContinueOnError)
	folder := flags.String("o", ".", "write the page experiments.md and its pictures to this `folder`")
	state := flags.String("state", "state", "keep what is done in files of this `folder`, and continue from them")
	var lines [][]string
	flags.Func("run", "run this `command` with its flags, such as 'depth -n 8'; may be repeated (default: all commands without flags)", func(line string) error {
		words, err := words(line)
		if err == nil && len(words) == 0 {
			err = errors.New("it is empty")
		}
		lines = append(lines, words)
		return err
	})
	if err := cli.Parse(flags, args, allUsage, stdout); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return cli.BadCommandLine(fmt.Errorf("unexpected argument %q", flags.Arg(0)))
	}
	if len(lines) == 0 {
		for _, c := range commands() {
			lines = append(lines, []string{c.name})
		}
	}
	runs, experiments, err := parseAll(lines, *state, stdout, stderr)
	if err != nil {
		return err
	}

	path := filepath.Join(*folder, "experiments.md")
	if err := outfile.Foreign(path, "page of this program", outfile.Begins(pageBegin)); err != nil {
		return err
	}
	locked, err := outfile.Hold(path)
	if err != nil {
		return err
	}
	defer locked.Release()
	var contents, page bytes.Buffer
	o := output{format: markdown, svg: *folder, times: true}
	used := map[string]int{}
	for i, r := range runs {
		fmt.Fprintf(stderr, "%s\n", commandLine(lines[i]))
		c, err := experiments[i].run(ctx, r)
		if err != nil {
			return err
		}
		fmt.Fprintf(&contents, "- [%s](#%s)\n", c.title, anchor(c.title, used))
		page.WriteByte('\n')
		if err := o.write(&page, c, r, lines[i], ""); err != nil {
			return err
		}
	}
	err = outfile.Replace(path, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s\n%s\n\n    go -C examples/experiments run . %s\n\n%s\n\n%s%s", pageBegin, prose.Wrap(pageIntroduction, 120, 0, 0),
			commandLine(append([]string{"all"}, args...)), prose.Wrap(pageReading, 120, 0, 0), contents.Bytes(), page.Bytes())
		return err
	})
	if err == nil {
		_, err = fmt.Fprintln(stdout, path)
	}
	return err
}

// anchor returns the name by which a page links to a heading. A heading that comes
// again has a number.
func anchor(heading string, used map[string]int) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-':
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
	if used[name]++; used[name] > 1 {
		return fmt.Sprintf("%s-%d", name, used[name]-1)
	}
	return name
}

// parseAll parses the lines of commands. The files of a command that comes again
// have a number in their names.
func parseAll(lines [][]string, state string, stdout, stderr io.Writer) (runs []*run, experiments []experiment, err error) {
	used := map[string]int{}
	for _, line := range lines {
		r := &run{stderr: stderr}
		e, err := parse(r, line, stdout, func(*flag.FlagSet) {})
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", commandLine(line), err)
		}
		if used[r.command]++; used[r.command] > 1 {
			r.name = fmt.Sprintf("%s-%d", r.command, used[r.command])
		}
		r.path = filepath.Join(state, r.name+".json")
		runs, experiments = append(runs, r), append(experiments, e)
	}
	return runs, experiments, nil
}

// words splits a line at spaces, but not within single or double quotes. A backslash
// outside quotes takes the next character as it is.
func words(line string) (all []string, err error) {
	var word strings.Builder
	quote, begun, escaped := rune(0), false, false
	for _, c := range line {
		switch {
		case escaped:
			word.WriteRune(c)
			escaped = false
		case quote == 0 && c == '\\':
			begun, escaped = true, true
		case c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, begun = c, true
		case quote == 0 && c == ' ':
			if begun {
				all = append(all, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(c)
			begun = true
		}
	}
	if quote != 0 || escaped {
		return nil, errors.New("a quote is not closed, or a backslash is the last character")
	}
	if begun {
		all = append(all, word.String())
	}
	return all, nil
}
