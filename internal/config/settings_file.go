package config

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// FileVariable is the variable with the path of the file with settings.
const FileVariable = "KONTOR_CONFIG"

var nameForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// entry is one line NAME=value of a file.
type entry struct {
	line   int // counted from 1
	offset int // of the value, in bytes from the start of the file
	name   string
	text   string
}

// entries splits the content of a file into its settings and the numbers of the lines
// that are none. Empty lines and those that begin with # do not count. Nothing in a
// value is expanded or unquoted; only white space around it goes.
func entries(content []byte) (settings []entry, malformed []int) {
	start, number := 0, 0
	for line := range strings.Lines(string(content)) {
		start, number = start+len(line), number+1
		if bare := strings.TrimSpace(line); bare == "" || bare[0] == '#' {
			continue
		}
		name, text, found := strings.Cut(line, "=")
		if name = strings.TrimSpace(name); !found || !nameForm.MatchString(name) {
			malformed = append(malformed, number)
			continue
		}
		text = strings.TrimLeft(text, " \t")
		settings = append(settings, entry{number, start - len(text), name, strings.TrimSpace(text)})
	}
	return settings, malformed
}

// place names a line of a file for people.
func place(path string, line int) string { return fmt.Sprintf("%s, Zeile %d", path, line) }

// readSettings reads the file that KONTOR_CONFIG names, if it names any. Other than in
// the environment, which many programs share, an unknown name is a mistake there.
func (k *checker) readSettings() source {
	from := source{origin: OriginSettings, texts: make(map[string]string), places: make(map[string]string)}
	path := k.texts[FileVariable]
	if path == "" {
		return from
	}
	content, err := os.ReadFile(path)
	if err != nil {
		k.refuse(FileVariable, "die Datei ist nicht lesbar: "+cause(err))
		return from
	}
	settings, malformed := entries(content)
	for _, line := range malformed {
		k.problemAt(place(path, line), "", "", "erwartet: NAME=Wert, oder # am Anfang")
	}
	for _, e := range settings {
		if why := from.objection(e); why != "" {
			k.problemAt(place(path, e.line), e.name, "", why)
			continue
		}
		from.texts[e.name], from.places[e.name] = e.text, place(path, e.line)
	}
	k.private(path, slices.ContainsFunc(settings, entry.secret))
	return from
}

// objection returns in German why a line of the file cannot be used, or "". Quotes are
// part of a value, so a quoted one is never what its author meant.
func (s source) objection(e entry) string {
	_, twice := s.texts[e.name]
	quoted := len(e.text) > 1 && e.text[0] == e.text[len(e.text)-1] && strings.ContainsAny(e.text[:1], `"'`)
	switch {
	case strings.TrimSuffix(e.name, "_FILE") == FileVariable:
		return "gilt nur in der Umgebung oder als --config"
	case !slices.Contains(names(), e.name):
		return unknown(e.name)
	case twice:
		return "schon gesetzt in " + s.places[e.name]
	case quoted:
		return "der Wert steht in Anführungszeichen; sie gehörten zu ihm, also weglassen"
	}
	return ""
}

// secret reports whether a line sets a secret. The name counts even if it is misspelt.
func (e entry) secret() bool {
	name, _ := nearest(e.name)
	return e.text != "" && slices.ContainsFunc(Variables(), func(v Variable) bool { return v.Secret && v.Name == name })
}

// private refuses a file that others could change, or read although it holds secrets.
// Windows has no such modes.
func (k *checker) private(path string, secrets bool) {
	info, err := os.Stat(path)
	if err != nil || runtime.GOOS == "windows" {
		return
	}
	var others fs.FileMode = 0o002
	if secrets {
		others = 0o006
	}
	if mode := info.Mode().Perm(); mode&others != 0 {
		k.problem(FileVariable, path, fmt.Sprintf("jeder auf diesem Rechner kann die Datei lesen oder ändern (Rechte %04o); erwartet: chmod 600 %s", mode, path))
	}
}

// Source returns in German where a variable's value is set.
func (c *Config) Source(name string) string {
	switch set := c.values[name]; {
	case set.origin == OriginGenerated:
		return "in " + c.SecretsFile()
	case set.place != "":
		return "in " + set.place
	case set.origin == OriginCredential:
		return "im Credential " + name + " von systemd"
	case set.origin == OriginFile:
		return "in der Datei, die " + name + "_FILE nennt"
	default:
		return "in der Umgebung, als " + name
	}
}
