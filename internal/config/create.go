package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/caarlos0/env/v11"
)

// asked are the settings that a public shop needs or has to decide about, in the order
// of the file that [Create] writes. Required secrets follow them.
var asked = []string{
	"DATA_DIR", "DATABASE_URL", "BASE_URL", "TLS", "ACME_KONTAKT", "LISTEN_ADDR", "TRUSTED_PROXIES",
	"SHOP_NAME", "SHOP_PREFIX", "RECHNUNG_PREFIX", "SHOP_SLUG", "SHOP_ADRESSE", "STEUER_SITZ", "SHOP_STEUERNUMMER", "SHOP_UST_ID", "KLEINUNTERNEHMER", "OSS_AB", "SHOP_EMAIL", "RECHTSTEXTE_DIR",
	"SMTP_URL", "RESEND_API_KEY", "MAIL_FROM", "ORDER_NOTIFICATION_EMAIL",
	"KONTOINHABER", "IBAN", "BIC", "PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID",
	"VERSAND_DE", "VERSAND_AT", "VERSAND_CH", "VERSAND_LU",
	"LIEFERZEIT_DE", "LIEFERZEIT_AT", "LIEFERZEIT_CH", "LIEFERZEIT_LU", "SICHERUNG_DIR", "SICHERUNG_EMPFAENGER", "SICHERUNG_BEFEHL", "SITE_PUBLIC",
}

// createdHeader explains the form that [entries] reads.
const createdHeader = `# Einstellungen des Shops, angelegt von kontor init.
# Je Zeile NAME=Wert, ohne Anführungszeichen; Zeilen, die mit # beginnen, gelten nicht.
# Optionen und Umgebung gehen vor. Alle Einstellungen zeigt: kontor config
`

// ErrNoFile is returned by [Create] when nothing says where the file shall be.
var ErrNoFile = errors.New(FileVariable + " nennt keine Datei")

// Create writes the file with settings for a new shop, readable for its owner only, and
// returns its path, which KONTOR_CONFIG or the flag for it names. The file has a line
// for each setting that a public shop needs: the flags' values, DATA_DIR, new codes and
// keys; the rest as comments with meaning and form. Secrets that the environment
// sets stay there, but for DATABASE_URL: without it the next start would search for the
// shop in DATA_DIR.
//
// Errors: [ErrNoFile]; one that names the file, such as when it exists already.
func Create(environ []string, flags map[string]string) (path string, err error) {
	set := env.ToMap(environ)
	if path = cmp.Or(flags[FileVariable], set[FileVariable]); path == "" {
		return "", ErrNoFile
	}
	values, err := newValues(set, flags)
	if err != nil {
		return "", err
	}
	err = os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = writeNew(path, createdText(values))
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		return "", fmt.Errorf("%s gibt es schon; Einstellungen eines Shops werden nicht überschrieben", path)
	case err != nil:
		return "", fmt.Errorf("%s lässt sich nicht anlegen: %s", path, cause(err))
	}
	return path, nil
}

// newValues returns the values with which a new shop begins, by variable.
func newValues(set, flags map[string]string) (map[string]string, error) {
	values := make(map[string]string)
	for name, text := range flags {
		if strings.ContainsAny(text, "\r\n") {
			return nil, fmt.Errorf("%s: ein Wert hat nur eine Zeile", name)
		}
		values[name] = text
	}
	delete(values, FileVariable)
	fromEnvironment := func(name string) bool { return set[name] != "" || set[name+"_FILE"] != "" }
	for _, s := range new(Config).required() {
		if !fromEnvironment(s.name) {
			values[s.name] = s.generate()
		}
	}
	return values, addPlaces(values, set, flags)
}

// addPlaces adds the settings that say where the shop's data are, so that it finds them
// from whatever directory and environment it is started in.
func addPlaces(values, set, flags map[string]string) (err error) {
	if set["DATA_DIR_FILE"] == "" {
		values["DATA_DIR"], err = filepath.Abs(cmp.Or(flags["DATA_DIR"], set["DATA_DIR"], variable("DATA_DIR").Default))
	}
	if set["DATABASE_URL"] != "" {
		values["DATABASE_URL"] = set["DATABASE_URL"]
	} else if path := set["DATABASE_URL_FILE"]; path != "" && err == nil {
		values["DATABASE_URL_FILE"], err = filepath.Abs(path)
	}
	return err
}

// createdText returns the content of the file for a new shop.
func createdText(values map[string]string) string {
	var text strings.Builder
	text.WriteString(createdHeader)
	for _, v := range createdOrder(values) {
		fmt.Fprintf(&text, "\n# %s\n# Form: %s\n", v.Meaning, v.Form)
		if value, ok := values[v.Name]; ok {
			fmt.Fprintf(&text, "%s=%s\n", v.Name, value)
		} else if path, ok := values[v.Name+"_FILE"]; ok {
			fmt.Fprintf(&text, "%s_FILE=%s\n", v.Name, path)
		} else {
			fmt.Fprintf(&text, "#%s=%s\n", v.Name, v.Default)
		}
	}
	return text.String()
}

// createdOrder returns the settings in the file for a new shop: those that are asked,
// the required secrets, and whatever else has a value.
func createdOrder(values map[string]string) []Variable {
	list := slices.Clone(asked)
	for _, s := range new(Config).required() {
		list = append(list, s.name)
	}
	var all, others []Variable
	for _, name := range list {
		all = append(all, variable(name))
	}
	for _, v := range Variables() {
		if _, ok := values[v.Name]; ok && !slices.Contains(list, v.Name) {
			others = append(others, v)
		}
	}
	return append(all, others...)
}

// writeNew writes a file that nobody else can read and that must not exist.
func writeNew(path, content string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.WriteString(content)
	if err = errors.Join(err, file.Chmod(0o600), file.Sync(), file.Close()); err != nil {
		os.Remove(path)
	}
	return err
}
