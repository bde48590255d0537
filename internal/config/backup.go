package config

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"filippo.io/age"
)

// CopiesDir returns the directory of the shop's copies.
func (c *Config) CopiesDir() string {
	if c.BackupDir != "" {
		return c.BackupDir
	}
	return filepath.Join(c.DataDir, "sicherung")
}

// CopyEvery returns how often the shop copies itself; 0: never, as in a demo.
func (c *Config) CopyEvery() time.Duration {
	if c.Demo() {
		return 0
	}
	return c.BackupEvery
}

// WithoutSecrets returns the environment without this program's secrets, for other
// programs.
func WithoutSecrets(environ []string) (rest []string) {
	secret := make(map[string]bool)
	for _, v := range Variables() {
		secret[v.Name], secret[v.Name+"_FILE"] = v.Secret, v.Secret
	}
	for _, entry := range environ {
		if name, _, _ := strings.Cut(entry, "="); !secret[name] {
			rest = append(rest, entry)
		}
	}
	return rest
}

func (k *checker) backup() {
	c := k.config
	if c.BackupEvery != 0 {
		k.duration(c.BackupEvery, time.Second, 24*time.Hour, "SICHERUNG_ALLE")
	}
	if len(c.BackupRecipients) > 0 {
		_, err := age.ParseRecipients(strings.NewReader(strings.Join(c.BackupRecipients, "\n")))
		k.require(err == nil, "SICHERUNG_EMPFAENGER")
	}
	k.require(c.BackupCommand == "" || isProgram(c.BackupCommand), "SICHERUNG_BEFEHL")
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}
