package web

import (
	"strconv"
	"time"

	"kontor"
)

// tiles tells the figures as sentences, the most urgent first.
func tiles(f *kontor.Figures, now time.Time) []string {
	return []string{openTile(f.Open, now), paidTile(f), cancelledTile(f.Cancelled)}
}

// openTile tells of the orders whose money has not arrived.
// Spec: States and transitions, rules: they have their own tile.
func openTile(open kontor.OpenFigures, now time.Time) string {
	if open.Orders == 0 {
		return "Keine Zahlung offen"
	}
	age := "älteste von heute"
	if days := int64(now.Sub(open.Oldest) / (24 * time.Hour)); days > 0 {
		age = "älteste seit " + count(days, "Tag", "Tagen")
	}
	return count(open.Orders, "Zahlung offen", "Zahlungen offen") + "\u00a0· " + euro(open.Sum) + ", " + age
}

func paidTile(f *kontor.Figures) string {
	if f.Paid == 0 {
		return "Noch keine bezahlte Bestellung"
	}
	return count(f.Paid, "bezahlte Bestellung", "bezahlte Bestellungen") +
		"\u00a0· " + euro(f.Revenue) + " Umsatz, im Schnitt " + euro(f.Average())
}

func cancelledTile(cancelled kontor.Tally) string {
	if cancelled.Orders == 0 {
		return "Keine stornierte Bestellung"
	}
	return count(cancelled.Orders, "stornierte Bestellung", "stornierte Bestellungen") + "\u00a0· " + euro(cancelled.Sum)
}

func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.FormatInt(n, 10) + " " + many
}

func euro(c kontor.Cents) string { return c.String() + "\u00a0€" }
