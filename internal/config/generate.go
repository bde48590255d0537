package config

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// codeLetters are those of base 32 that nobody takes for another one.
const codeLetters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

const generatedHeader = "# Von Kontor erzeugt, damit der Shop auf diesem Rechner ohne Einrichtung startet.\n"

// SecretsFile is where generated codes and keys are kept.
func (c *Config) SecretsFile() string { return filepath.Join(c.DataDir, "secrets.env") }

// GenerateSecrets makes up each required secret that is not set, and keeps it
// for later starts in a file that only its owner can read. It does nothing
// unless the shop is [Config.Local]. Call it only while holding the lock on the
// data directory: two starts at once would make up two sets.
//
// An error names the file and what the system says.
func (c *Config) GenerateSecrets() error {
	if !c.Local() {
		return nil
	}
	var lines strings.Builder
	for _, s := range c.required() {
		if *s.field != "" {
			continue
		}
		c.setGenerated(s, s.generate())
		fmt.Fprintf(&lines, "%s=%s\n", s.name, string(*s.field))
	}
	if err := appendPrivately(c.SecretsFile(), lines.String()); err != nil {
		return fmt.Errorf("die erzeugten Geheimnisse lassen sich nicht in %s ablegen: %s", c.SecretsFile(), cause(err))
	}
	return nil
}

// Generated reports whether a variable's value was made up by this program.
func (c *Config) Generated(name string) bool { return c.values[name].origin == OriginGenerated }

func (c *Config) setGenerated(s secretField, text string) {
	*s.field = Secret(text)
	c.values[s.name] = value{mask, OriginGenerated}
}

func (s secretField) generate() string {
	if s.isCode() {
		return randomCode()
	}
	var key [minKeyBytes]byte
	rand.Read(key[:]) // never fails
	return base64.StdEncoding.EncodeToString(key[:])
}

// randomCode returns four groups of four characters: 80 random bits.
func randomCode() string {
	var random [16]byte
	rand.Read(random[:]) // never fails
	var code strings.Builder
	for i, b := range random {
		if i > 0 && i%4 == 0 {
			code.WriteByte('-')
		}
		code.WriteByte(codeLetters[int(b)%len(codeLetters)])
	}
	return code.String()
}

// readGenerated takes from an earlier start what is not set otherwise.
func (k *checker) readGenerated() {
	path := k.config.SecretsFile()
	content, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return
	case err != nil:
		k.refuse("DATA_DIR", "secrets.env darin ist nicht lesbar: "+cause(err))
		return
	}
	kept := make(map[string]string)
	for line := range strings.Lines(string(content)) {
		name, text, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "=")
		kept[name] = text
	}
	for _, s := range k.config.required() {
		if *s.field == "" && kept[s.name] != "" {
			k.config.setGenerated(s, kept[s.name])
		}
	}
}

// appendPrivately adds lines to a file that only its owner may read, whatever
// its mode was before. It keeps what it does not know: a newer version of this
// program may have put it there.
func appendPrivately(path, lines string) error {
	content, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && lines == "":
		return nil
	case errors.Is(err, fs.ErrNotExist):
		content = []byte(generatedHeader)
	case err != nil:
		return err
	case lines == "":
		return os.Chmod(path, 0o600)
	case !bytes.HasSuffix(content, []byte("\n")):
		content = append(content, '\n')
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return replacePrivately(path, append(content, lines...))
}

// replacePrivately leaves either the old content or the new, never a part of it.
func replacePrivately(path string, content []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), "secrets-*")
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	err = errors.Join(err, file.Chmod(0o600), file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}
