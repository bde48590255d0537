package doctor

import (
	"context"
	"fmt"
	"strings"

	"kontor/internal/store"
)

func checkDatabase(ctx context.Context, s *Shop) []Finding {
	place := s.Place.Place()
	switch _, err := s.database(ctx); {
	case s.stateErr != nil:
		return []Finding{failure("den Grund beheben, sonst eine Sicherung einspielen", "%v", s.stateErr)}
	case s.state.Version == 0:
		return []Finding{failure("DATA_DIR oder DATABASE_URL prüfen; ein neuer Shop legt sie beim ersten Start an", "%s: hier ist noch keine Datenbank", place)}
	case s.state.Version != store.SchemaVersion:
		return []Finding{ok("%s, mit einem anderen Schema", place)}
	case err != nil:
		return []Finding{failure("den Grund beheben, sonst eine Sicherung einspielen", "%s ist nicht lesbar: %v", place, err)}
	}
	return []Finding{ok("%s ist lesbar%s", place, s.served())}
}

// served says whether a process serves a SQLite database. Several may serve PostgreSQL.
func (s *Shop) served() string {
	switch {
	case s.Place.URL != "":
		return ""
	case s.state.Locked:
		return ", der Shop läuft"
	}
	return ", der Shop läuft nicht"
}

func checkSchema(_ context.Context, s *Shop) []Finding {
	var pending, unknown []string
	for _, m := range s.state.Migrations {
		switch {
		case m.Applied.IsZero():
			pending = append(pending, fmt.Sprintf("%04d", m.Version))
		case m.Name == "":
			unknown = append(unknown, fmt.Sprintf("%04d", m.Version))
		}
	}
	switch {
	case s.stateErr != nil || s.state.Version == 0:
		return nil // the check of the database says so
	case len(unknown) > 0 || s.state.Version > store.SchemaVersion:
		return []Finding{failure("die neuere Version von Kontor einsetzen", "die Datenbank hat Schema %d, dieses Programm kennt nur %d", s.state.Version, store.SchemaVersion)}
	case len(pending) > 0:
		return []Finding{warning("sichern, dann kontor migrate up oder den Shop starten",
			"die Datenbank hat Schema %d, dieses Programm braucht %d; es fehlen die Schritte %s", s.state.Version, store.SchemaVersion, strings.Join(pending, ", "))}
	}
	return []Finding{ok("Schema %d, alle Schritte sind gemacht", s.state.Version)}
}

func checkDamage(ctx context.Context, s *Shop, db *store.DB) ([]Finding, error) {
	at, known := s.verifiedByCopy()
	var faults []string
	var err error
	if !known {
		faults, err = db.Damage(ctx)
	}
	if err != nil && ctx.Err() == nil {
		faults, err = []string{err.Error()}, nil
	}
	if len(faults) > 0 {
		s.damaged = true
		return []Finding{failure("den Shop anhalten und eine Sicherung einspielen", "die Datenbank ist beschädigt: %s", strings.Join(faults, "; "))}, nil
	}
	if err != nil {
		return nil, err
	}
	mode, err := db.JournalMode(ctx)
	switch {
	case err != nil:
		return nil, err
	case mode == "":
		return []Finding{ok("PostgreSQL bemerkt Schäden selbst")}, nil
	case mode != "wal" && s.state.Locked: // unknown of a database that nobody serves
		return []Finding{failure("den Shop neu starten; kein anderes Programm darf die Datei ändern", "die Datenbank ist nicht im WAL-Modus (journal_mode %s)", mode)}, nil
	}
	if known {
		return []Finding{verified(at)}, nil
	}
	return []Finding{ok("die Datenbank ist unbeschädigt, ihre Verweise stimmen")}, nil
}
