package doctor

import (
	"context"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/store"
)

const (
	// patience is how long a transfer may take before somebody should ask about it.
	patience = 14 * 24 * time.Hour
	// slowMail is how long a message may be due before something must be wrong.
	slowMail = time.Hour
	// clockLead is by how much two good clocks may differ.
	clockLead = 5 * time.Minute
)

func checkBooks(ctx context.Context, _ *Shop, db *store.DB) ([]Finding, error) {
	b, err := db.Books(ctx)
	if err != nil {
		return nil, err
	}
	var found []Finding
	const remedy = "eine Sicherung einspielen, in der sie stimmen; nichts von Hand ändern"
	add := func(n int64, text string) {
		if n > 0 {
			found = append(found, failure(remedy, text, count(n, "Bestellung", "Bestellungen")))
		}
	}
	add(b.WithoutItems, "%s ohne Artikel")
	add(b.Misnumbered, "%s mit einer Nummer, die nicht zu Jahr und Id passt")
	add(b.Twice, "%s mit einer Nummer, die schon eine andere hat")
	if b.Sequence < b.Highest {
		found = append(found, failure("den Shop anhalten: die nächste Nummer hätte schon ein Kunde", "die Zählung steht bei %d, aber es gibt die Bestellung %d", b.Sequence, b.Highest))
	}
	if len(found) == 0 {
		found = append(found, ok("%s, Nummern und Artikel stimmen", count(b.Orders, "Bestellung", "Bestellungen")))
	}
	return found, nil
}

// checkNewest compares the clock with the newest order: behind it, the clock or that
// order's is wrong.
func checkNewest(ctx context.Context, s *Shop, db *store.DB) ([]Finding, error) {
	b, err := db.Books(ctx)
	if err != nil {
		return nil, err
	}
	now := s.Now()
	if b.Newest.After(now.Add(clockLead)) {
		return []Finding{warning("die Uhr dieses Rechners stellen, am besten mit NTP",
			"die neueste Bestellung ist vom %s, jetzt ist es laut Uhr erst %s", shop.FormatTime(b.Newest), shop.FormatTime(now))}, nil
	}
	return clock(s), nil
}

func checkMails(ctx context.Context, s *Shop, db *store.DB) ([]Finding, error) {
	b, err := db.Backlog(ctx, s.Now(), s.Now())
	if err != nil {
		return nil, err
	}
	var found []Finding
	if n := b.Mails[message.Failed]; n > 0 {
		found = append(found, warning("unter E-Mails nachsehen, erneut senden oder verwerfen", "%s nicht zugestellt", count(n, "E-Mail ist", "E-Mails sind")))
	}
	if n := b.Mails[message.Held]; n > 0 {
		found = append(found, warning("unter E-Mails nachsehen, senden oder verwerfen", "%s angehalten", count(n, "E-Mail ist", "E-Mails sind")))
	}
	if !b.Waiting.IsZero() && s.Config.Mail() && s.Now().Sub(b.Waiting) > slowMail {
		found = append(found, warning("den Versand prüfen: kontor doctor --online", "eine E-Mail wartet seit %s", shop.FormatTime(b.Waiting)))
	}
	if len(found) == 0 {
		found = append(found, ok("keine E-Mail ist angehalten oder gescheitert"))
	}
	return found, nil
}

func checkBacklog(ctx context.Context, s *Shop, db *store.DB) ([]Finding, error) {
	b, err := db.Backlog(ctx, s.Now(), s.Now().Add(-patience))
	if err != nil {
		return nil, err
	}
	var found []Finding
	if b.Cases > 0 {
		found = append(found, warning("unter Zahlungen entscheiden", "%s auf eine Entscheidung", count(b.Cases, "Zahlung wartet", "Zahlungen warten")))
	}
	if b.Transfers > 0 {
		found = append(found, warning("Kontoauszug einlesen, dann erinnern oder stornieren", "%s seit mehr als 14 Tagen nicht überwiesen", count(b.Transfers, "Bestellung ist", "Bestellungen sind")))
	}
	if len(found) == 0 {
		found = append(found, ok("keine Zahlung ist überfällig oder unklar"))
	}
	return found, nil
}
