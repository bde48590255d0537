package database

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Place describes engine and location, without credentials, for the operator.
func (o Options) Place() string {
	if o.URL == "" {
		return "SQLite " + filepath.Join(o.Dir, FileName)
	}
	config, err := parseURL(o.URL)
	if err != nil {
		return "PostgreSQL"
	}
	return "PostgreSQL " + placeOf(config)
}

func parseURL(url string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil { // its text may contain parts of the password
		return nil, errors.New("DATABASE_URL ist keine gültige PostgreSQL-Adresse; erwartet: postgres://benutzer:passwort@rechner:5432/datenbank")
	}
	return config, nil
}

// placeOf returns host:port/database, with each host of several.
func placeOf(config *pgx.ConnConfig) string {
	return strings.Join(hostsOf(config), ",") + "/" + config.Database
}

// hostsOf returns host:port of each host.
func hostsOf(config *pgx.ConnConfig) []string {
	hosts := []string{fmt.Sprintf("%s:%d", config.Host, config.Port)}
	for _, next := range config.Fallbacks { // the same host again without TLS
		if host := fmt.Sprintf("%s:%d", next.Host, next.Port); !slices.Contains(hosts, host) {
			hosts = append(hosts, host)
		}
	}
	return hosts
}

// startError explains in one line why a start cannot succeed however long it waits, and
// what to do about it.
func startError(config *pgx.ConnConfig, err error) error {
	place := "PostgreSQL " + placeOf(config)
	switch stateOf(err) {
	case "28P01", "28000":
		return fmt.Errorf("%s: Anmeldung als %q abgelehnt; Benutzer und Passwort in DATABASE_URL prüfen", place, config.User)
	case "3D000":
		return fmt.Errorf("%s: diese Datenbank gibt es nicht; sie anlegen oder DATABASE_URL berichtigen", place)
	case "42501":
		return fmt.Errorf("%s: %q darf hier keine Tabellen anlegen; ihm die Datenbank übergeben (ALTER DATABASE … OWNER TO …)", place, config.User)
	}
	return fmt.Errorf("%s: %w", place, err)
}
