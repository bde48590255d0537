package config

import (
	"path/filepath"
	"slices"
)

// pathSettings are those whose credential is the file itself, rather than a text with
// its path.
var pathSettings = []string{"TLS_ZERTIFIKAT", "TLS_SCHLUESSEL"}

// credentials returns the source of values that systemd hands to its service, each in a
// file that is called as its setting (LoadCredential=SMTP_URL:/etc/kontor/smtp). dir is
// CREDENTIALS_DIRECTORY; empty: there are none.
func credentials(dir string) source {
	from := source{origin: OriginCredential, texts: make(map[string]string)}
	for _, v := range Variables() {
		switch path := filepath.Join(dir, v.Name); {
		case dir == "" || !isFile(path):
		case slices.Contains(pathSettings, v.Name):
			from.texts[v.Name] = path
		default:
			from.texts[v.Name+"_FILE"] = path
		}
	}
	return from
}
