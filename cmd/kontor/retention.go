package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"kontor/internal/config"
	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/order"
	"kontor/internal/store"
)

type retentionCommand struct {
	Apply bool `help:"Die personenbezogenen Daten löschen, deren Frist vorbei ist."`
	dataDir
}

// Run shows when each order's personal data may be deleted, and deletes it only with
// --apply.
func (c *retentionCommand) Run(ctx context.Context, p *program) error {
	cfg, err := p.load()
	if err != nil {
		return err
	}
	open := store.OpenReader
	if c.Apply {
		open = store.Open
	}
	db, err := open(ctx, databaseOf(cfg, newLog(p.stderr, cfg.LogFormat)))
	if errors.Is(err, database.ErrLocked) {
		return fmt.Errorf("der Shop läuft; zum Löschen anhalten (%w)", err)
	}
	if err != nil {
		return err
	}
	now := time.Now()
	err = p.showRetention(ctx, db, retentionTerms(cfg), shop.DayOf(now))
	if err == nil && c.Apply {
		err = p.applyRetention(ctx, db, retentionTerms(cfg), now)
	}
	return errors.Join(err, db.Close())
}

// retentionTerms returns the configured terms.
func retentionTerms(cfg *config.Config) order.RetentionTerms {
	return order.RetentionTerms{Seat: shop.Country(cfg.TaxSeat), OSSFrom: shop.Day(cfg.OSSFrom), AtLeast: cfg.RetentionYears}
}

func (p *program) showRetention(ctx context.Context, db *store.DB, terms order.RetentionTerms, today shop.Day) error {
	years, err := db.RetentionYears(ctx, terms)
	if err != nil {
		return err
	}
	due := int64(0)
	fmt.Fprintf(p.stdout, "%-5s %-5s %12s %12s  %-13s %s\n", "Land", "Jahr", "Bestellungen", "anonymisiert", "löschbar ab", "Nummern")
	for i := range years {
		due += years[i].Due(today)
		writeRetentionYear(p.stdout, &years[i], today)
	}
	fmt.Fprintf(p.stdout, "Heute löschbar: personenbezogene Daten von %d Bestellungen\n", due)
	return nil
}

func writeRetentionYear(w io.Writer, y *order.RetentionYear, today shop.Day) {
	mark := ""
	if y.Due(today) > 0 {
		mark = "  fällig"
	}
	fmt.Fprintf(w, "%-5s %-5d %12d %12d  %-13s %s bis %s%s\n",
		strings.ToUpper(string(y.Country)), y.Year, y.Orders, y.Anonymous, y.FreeOn, y.First, y.Last, mark)
}

// applyRetention prints a line for each order from which it has deleted the personal
// data, once that is stored.
func (p *program) applyRetention(ctx context.Context, db *store.DB, terms order.RetentionTerms, now time.Time) error {
	count := 0
	err := db.Anonymize(audit.Command(ctx, "kontor retention", now), terms, now, func(numbers []string) {
		for _, number := range numbers {
			fmt.Fprintf(p.stdout, "%s  %s anonymisiert\n", shop.FormatTime(now), number)
		}
		count += len(numbers)
	})
	if err != nil {
		return err
	}
	if err := errors.Join(db.ForgetWords(), db.Scrub(ctx)); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%d Bestellungen anonymisiert\n", count)
	return nil
}
