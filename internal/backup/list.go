package backup

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"kontor/internal/shop"
)

// How many copies are kept.
const (
	keptHourly    = 24
	keptDaily     = 14
	keptWeekly    = 8
	keptMigration = 3
)

const (
	sumSuffix  = ".sha256"
	timeFormat = "20060102T150405Z"
	// migrationName begins the names of copies from before a new schema, which follows.
	migrationName = "vor-schema-"
)

var copyName = regexp.MustCompile(`^([a-z][a-z0-9-]*)-([0-9]{8}T[0-9]{6}Z)\.tar\.zst(\.age)?$`)

// File is a copy in a directory.
type File struct {
	Path string
	At   time.Time
	Name string // the shop's slug, or vor-schema- and a number
}

// List returns the copies in a directory, newest first; none if it does not exist.
func List(dir string) ([]File, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	var all []File
	for _, entry := range entries {
		parts := copyName.FindStringSubmatch(entry.Name())
		if parts == nil {
			continue
		}
		if at, err := time.Parse(timeFormat, parts[2]); err == nil {
			all = append(all, File{Path: filepath.Join(dir, entry.Name()), At: at, Name: parts[1]})
		}
	}
	slices.SortStableFunc(all, func(a, b File) int { return b.At.Compare(a.At) })
	return all, nil
}

// Intact compares the file with the hash beside it. A missing hash is an error.
func (f File) Intact() error {
	want, err := readSum(f.Path)
	if err != nil {
		return err
	}
	got, err := hashFile(f.Path)
	if err == nil && got.SHA256 != want {
		err = fmt.Errorf("%s: der SHA-256 stimmt nicht", f.Path)
	}
	return err
}

// isFor reports whether the file is one of a shop's regular copies.
func (f File) isFor(slug string) bool { return f.Name == slug }

func (f File) isMigration() bool { return strings.HasPrefix(f.Name, migrationName) }

// readSum reads the hash beside a copy.
func readSum(path string) (string, error) {
	text, err := os.ReadFile(path + sumSuffix)
	sum, _, _ := strings.Cut(string(text), " ")
	return sum, err
}

// surplus returns the copies of a shop that need not be kept, of all copies, newest
// first: it keeps the last one of each hour, the first one of each day and of each
// week, and the newest ones from before migrations. The day is Berlin's.
func surplus(all []File, slug string) (rest []File) {
	var regular, migrations []File
	for _, f := range all {
		switch {
		case f.isFor(slug):
			regular = append(regular, f)
		case f.isMigration():
			migrations = append(migrations, f)
		}
	}
	kept := make(map[string]bool)
	keepNewest(kept, regular, keptHourly, hourOf)
	oldestFirst := slices.Clone(regular)
	slices.Reverse(oldestFirst)
	keepNewest(kept, firsts(oldestFirst, dayOf), keptDaily, dayOf)
	keepNewest(kept, firsts(oldestFirst, weekOf), keptWeekly, weekOf)
	keepNewest(kept, migrations, keptMigration, func(f File) string { return f.Path })
	for _, f := range slices.Concat(regular, migrations) {
		if !kept[f.Path] {
			rest = append(rest, f)
		}
	}
	return rest
}

// keepNewest keeps the newest of each period, for as many periods.
func keepNewest(kept map[string]bool, newestFirst []File, periods int, period func(File) string) {
	seen := make(map[string]bool)
	for _, f := range newestFirst {
		if p := period(f); !seen[p] && len(seen) < periods {
			seen[p], kept[f.Path] = true, true
		}
	}
}

// firsts returns the first copy of each period, newest first.
func firsts(oldestFirst []File, period func(File) string) (first []File) {
	seen := make(map[string]bool)
	for _, f := range oldestFirst {
		if p := period(f); !seen[p] {
			seen[p] = true
			first = append(first, f)
		}
	}
	slices.Reverse(first)
	return first
}

func hourOf(f File) string { return f.At.Format("2006010215") }

func dayOf(f File) string { return string(shop.DayOf(f.At)) }

func weekOf(f File) string {
	year, week := f.At.In(shop.Berlin).ISOWeek()
	return fmt.Sprintf("%d-%d", year, week)
}

// prune removes the surplus copies of a directory, and hashes without a copy.
func prune(dir, slug string) error {
	all, err := List(dir)
	if err != nil {
		return err
	}
	var problems []error
	for _, f := range surplus(all, slug) {
		problems = append(problems, os.Remove(f.Path))
	}
	sums, err := filepath.Glob(filepath.Join(dir, "*"+sumSuffix))
	problems = append(problems, err)
	for _, sum := range sums {
		file := strings.TrimSuffix(sum, sumSuffix)
		if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) && copyName.MatchString(filepath.Base(file)) {
			problems = append(problems, os.Remove(sum))
		}
	}
	return errors.Join(problems...)
}
