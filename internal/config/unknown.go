package config

import (
	"slices"
	"strings"
	"sync"

	"github.com/caarlos0/env/v11"
)

const (
	// testPrefix begins what only tests of the program use.
	testPrefix = "KONTOR_TEST_"
	// farthest is how many letters a name may differ from the one that is suggested.
	farthest = 3
	// minTypo is the length of the shortest setting that is recognized in a misspelt name
	// without any of our prefixes: shorter ones resemble too much.
	minTypo = 6
)

// foreign are the first words of settings that other programs' variables have too, such
// as GOOGLE_APPLICATION_CREDENTIALS and systemd's LISTEN_FDS. Names with them count only
// if they are misspelt.
var foreign = []string{
	"ACME", "BASE", "DATA", "DATABASE", "EXPORT", "GOOGLE", "LISTEN", "LOG", "MAIL", "METRICS", "MICROSOFT", "SITE", "SMTP", "TLS", "TRUSTED",
}

// Unknown is a name in the environment that is no setting but seems to be meant as one.
type Unknown struct {
	Name       string
	Suggestion string // the setting that it resembles; empty: none
}

// String returns a sentence in German, without a full stop.
func (u Unknown) String() string { return u.Name + " " + unknown(u.Name) }

// UnknownNames returns the names in the environment (NAME=value) that begin as ours do,
// or differ from a setting by one letter, in the order of the alphabet. Those without a
// value and those that Kubernetes sets for its services are left out.
func UnknownNames(environ []string) []Unknown {
	var all []Unknown
	known := names()
	for name, text := range env.ToMap(environ) {
		if text == "" || slices.Contains(known, name) || isService(name) || strings.HasPrefix(name, testPrefix) {
			continue
		}
		if suggestion, away := nearest(name); away == 1 && len(suggestion) >= minTypo || isOurs(name) {
			all = append(all, Unknown{name, suggestion})
		}
	}
	slices.SortFunc(all, func(a, b Unknown) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// unknown says in German that there is no such setting, and which one may be meant.
func unknown(name string) string {
	if suggestion, _ := nearest(name); suggestion != "" {
		return "ist unbekannt; meinten Sie " + suggestion + "?"
	}
	return "ist unbekannt; alle Einstellungen zeigt kontor config"
}

// names returns every name that a setting can have.
var names = sync.OnceValue(func() []string {
	var all []string
	for _, v := range Variables() {
		all = append(all, v.Name, v.Name+"_FILE")
	}
	return all
})

// isOurs reports whether a name begins as only Kontor's settings do.
func isOurs(name string) bool {
	return slices.ContainsFunc(names(), func(known string) bool {
		word, _, _ := strings.Cut(known, "_")
		return !slices.Contains(foreign, word) && strings.HasPrefix(name, word+"_")
	})
}

// isService reports whether Kubernetes sets a variable for one of its services: one that
// is called shop has SHOP_SERVICE_HOST, SHOP_PORT and more.
func isService(name string) bool {
	return strings.Contains(name, "_SERVICE_") || strings.Contains(name, "_PORT")
}

// nearest returns the setting whose name differs least, and by how many letters; empty:
// none comes close.
func nearest(name string) (setting string, away int) {
	away = farthest + 1
	for _, known := range names() {
		if d := distance(strings.ToUpper(name), known); d < away {
			setting, away = known, d
		}
	}
	return setting, away
}

// distance counts the letters to insert, delete, replace or swap with their neighbour to
// make b of a (optimal string alignment). Lengths that differ by more than [farthest]
// are not compared.
func distance(a, b string) int {
	if d := len(a) - len(b); d > farthest || d < -farthest {
		return farthest + 1
	}
	var before []int // the row above the last one
	last := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range b {
			replaced := last[j]
			if a[i] != b[j] {
				replaced++
			}
			row[j+1] = min(replaced, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
