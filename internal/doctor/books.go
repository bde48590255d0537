package doctor

import (
	"context"
	"time"

	"kontor/internal/backup"
	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/report"
	"kontor/internal/store"
)

const (
	// slowMail is how long a message may be due before something must be wrong.
	slowMail = time.Hour
	// clockLead is by how much two good clocks may differ.
	clockLead = 5 * time.Minute
)

func checkBooks(ctx context.Context, s *Shop, db *store.DB) ([]Finding, error) {
	if at, ok := s.verifiedByCopy(); ok {
		return []Finding{verified(at)}, nil
	}
	faults, err := db.Faults(ctx)
	if err != nil {
		return nil, err
	}
	var found []Finding
	for _, fault := range faults {
		found = append(found, failure("den Shop anhalten und eine Sicherung einspielen, in der es stimmt; nichts von Hand ändern", "%s", fault))
	}
	if len(found) == 0 {
		found = append(found, ok("Nummern, Artikel, Zähler und Verläufe aller Bestellungen stimmen"))
	}
	return found, nil
}

// verifiedByCopy returns when a running shop was last copied, which included reading all
// of it: it need not be read once more for hours.
func (s *Shop) verifiedByCopy() (time.Time, bool) {
	if s.DB == nil {
		return time.Time{}, false
	}
	state, err := backup.ReadState(s.Config.CopiesDir())
	age := s.Now().Sub(state.Checked)
	return state.Checked, err == nil && state.Copy != nil && state.Failure == nil && age >= 0 && age < oldestCopy
}

func verified(at time.Time) Finding {
	return ok("in Ordnung, als der Shop am %s gesichert wurde", shop.FormatTime(at))
}

// checkNewest compares the clock with the newest order: behind it, the clock or that
// order's is wrong.
func checkNewest(ctx context.Context, s *Shop, db *store.DB) ([]Finding, error) {
	newest, _, err := db.Newest(ctx)
	if err != nil {
		return nil, err
	}
	now := s.Now()
	if newest.After(now.Add(clockLead)) {
		return []Finding{warning("die Uhr dieses Rechners stellen, am besten mit NTP",
			"die neueste Bestellung ist vom %s, jetzt ist es laut Uhr erst %s", shop.FormatTime(newest), shop.FormatTime(now))}, nil
	}
	return clock(s), nil
}

func checkMails(ctx context.Context, s *Shop, db *store.DB) ([]Finding, error) {
	figures, err := s.figures(ctx, db)
	if err != nil {
		return nil, err
	}
	since, err := db.MailsDueSince(ctx, s.Now())
	if err != nil {
		return nil, err
	}
	var found []Finding
	if n := figures.Mails[message.Failed]; n > 0 {
		found = append(found, warning("unter E-Mails nachsehen, erneut senden oder verwerfen", "%s nicht zugestellt", count(n, "E-Mail ist", "E-Mails sind")))
	}
	if n := figures.Mails[message.Held]; n > 0 {
		found = append(found, warning("unter E-Mails nachsehen, senden oder verwerfen", "%s angehalten", count(n, "E-Mail ist", "E-Mails sind")))
	}
	if !since.IsZero() && s.Config.Mail() && s.Now().Sub(since) > slowMail {
		found = append(found, warning("den Versand prüfen: kontor doctor --online", "eine E-Mail wartet seit %s", shop.FormatTime(since)))
	}
	if len(found) == 0 {
		found = append(found, ok("keine E-Mail ist angehalten oder gescheitert"))
	}
	return found, nil
}

func checkBacklog(ctx context.Context, s *Shop, db *store.DB) ([]Finding, error) {
	figures, err := s.figures(ctx, db)
	if err != nil {
		return nil, err
	}
	var found []Finding
	if figures.Payments > 0 {
		found = append(found, warning("unter Zahlungen entscheiden", "%s auf eine Entscheidung", count(figures.Payments, "Zahlung wartet", "Zahlungen warten")))
	}
	if figures.Overdue.Orders > 0 {
		found = append(found, warning("Kontoauszug einlesen, dann erinnern oder stornieren", "%s seit mehr als 14 Tagen unbezahlt", count(figures.Overdue.Orders, "Bestellung ist", "Bestellungen sind")))
	}
	if len(found) == 0 {
		found = append(found, ok("keine Zahlung ist überfällig oder unklar"))
	}
	return found, nil
}

// figures are those of the operator's daily report, as of now.
func (s *Shop) figures(ctx context.Context, db *store.DB) (report.Figures, error) {
	figures, _, err := db.ReportFigures(ctx, shop.DayOf(s.Now()), s.Now().Add(-report.OverdueAfter))
	return figures, err
}
