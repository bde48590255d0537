package config

import (
	"errors"
	"fmt"
	"os"
	"regexp"
)

// generatedForm matches the codes that [randomCode] makes.
var generatedForm = regexp.MustCompile(`^[` + codeLetters + `]{4}(-[` + codeLetters + `]{4}){3}$`)

// ErrCodeSet is returned by [Config.RenewCode] for a code that somebody chose, or that
// comes from outside the files that Kontor writes.
var ErrCodeSet = errors.New("der Code ist nicht von Kontor erzeugt")

// RenewCode replaces a generated code, SITE_ACCESS_CODE or VERWALTUNG_ACCESS_CODE, where
// it stands: in the file of generated secrets or, for a shop that `kontor init` made, in
// the file with settings. It returns the new code, which holds from the next start.
//
// Errors: [ErrCodeSet], and nothing has changed; one that names the file.
func (c *Config) RenewCode(name string) (Secret, error) {
	path := ""
	switch c.values[name].origin {
	case OriginGenerated:
		path = c.SecretsFile()
	case OriginSettings:
		path = c.File
	default:
		return "", ErrCodeSet
	}
	content, err := os.ReadFile(path)
	if err == nil {
		code := randomCode()
		if err = overwrite(path, content, name, code); err == nil {
			return Secret(code), nil
		}
	}
	if errors.Is(err, ErrCodeSet) {
		return "", err
	}
	return "", fmt.Errorf("%s lässt sich nicht ändern: %s", path, cause(err))
}

// overwrite puts a new code over the generated one in a file. Both are equally long, so
// the file keeps its length, owner and mode, and its place: it may be a link or a mount.
func overwrite(path string, content []byte, name, code string) error {
	settings, _ := entries(content)
	for _, e := range settings {
		if e.name == name && generatedForm.MatchString(e.text) {
			file, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = file.WriteAt([]byte(code), int64(e.offset))
			return errors.Join(err, file.Sync(), file.Close())
		}
	}
	return ErrCodeSet
}
